"""A slow and plain Swinging Jivecat Voodoo Lounge: the rules once more, to check the fast game.

Every method carries out one thing the rulebook names, and its docstring gives the rulings
(JL-1 to JL-42) it follows.  Nothing here is made fast, and nothing is shared with the fast game.

A twin can be set up between two whole actions; assign any of these attributes:

    chips           list by seat: the set of contacts with its chips
    staff_chips     the set of contacts with Staff chips
    hands           list by seat: card words
    zombies         list by seat: [value, used]
    radas           list by seat: value, or 0
    skulls, scores  lists by seat
    bank            Skulls that nobody has
    deck, skull_deck, trend_deck     the top is the last element
    discards, skull_discards         in any order
    skull_line, trend_line           three places, the top (Mambo, vogue) first; None for a gap
    owner           {trend: seat} of the claimed Trends
    used            own Trends that the active seat has used this turn
    portal_open, friends_open        whether one is paid and not yet used up
    borrowed        [value, owner] of the borrowed Zombies that are still open
    round           from 1

What is adjacent, active or payable is always read off the table.  Whether a word is legal is
found by trying: the word and all that can follow it are carried out on copies of the game.

The phase says what is asked.  For every phase there is a method `<phase>_words`, which gives the
words that can be said and paid by themselves, and a method `do_<phase>`, which carries one out.
"""

from __future__ import annotations

import itertools
from typing import Protocol

# ------------------------------------------------------------------------------- the board

LOUNGES = "CLTN"  # Cocoa, Lava, Tiki, Neptune: a ring in this order
RING = {
    "C": (3, 10, 4, 8, 6, 2, 7, 9, 5),
    "L": (4, 5, 8, 7, 6, 10, 9, 2, 3),
    "T": (5, 9, 4, 2, 8, 10, 3, 7, 6),
    "N": (7, 2, 9, 10, 6, 3, 5, 4, 8),
}
WHITE = {"C": (4, 7), "L": (6, 9), "T": (2, 3), "N": (5, 8)}
DRINKS = "BYP"  # blue, yellow and pink Jivecats

STARTER_POSITIONS = (0, 2, 4, 6)
PARTY_DOORS = (1, 3, 5, 7)
DOORS_TO_NEXT = ((2, 6), (3, 5))
PORTAL_POSITIONS = (7, 8)
STAFF_POSITIONS = (8, 0, 1)

LOW_BROWS = (3, 4, 5, 6, 7, 8, 9)
HIPSTERS = (2, 10)


def ring_contact(lounge: str, position: int) -> str:
    """The contact at a position of a lounge's outer ring."""
    return f"{lounge}{RING[lounge][position]}"


def jivecats_of(lounge: str) -> list[str]:
    """The three Jivecats of a lounge."""
    return [lounge + drink for drink in DRINKS]


def whites_of(lounge: str) -> list[str]:
    """The two contacts with white numbers of a lounge."""
    return [f"{lounge}{value}w" for value in WHITE[lounge]]


def party_of(lounge: str) -> list[str]:
    """The private party of a lounge."""
    return jivecats_of(lounge) + whites_of(lounge)


def ring_positions(positions: tuple[int, ...]) -> set[str]:
    """The contacts at these positions of all four rings."""
    return {ring_contact(lounge, position) for lounge in LOUNGES for position in positions}


def board_numbers() -> dict[str, int]:
    """The number of every contact; a Jivecat has none, which is written 0 (JL-18, JL-30)."""
    numbers = {}
    for lounge in LOUNGES:
        for value in RING[lounge]:
            numbers[f"{lounge}{value}"] = value
        for value in WHITE[lounge]:
            numbers[f"{lounge}{value}w"] = value
        for jivecat in jivecats_of(lounge):
            numbers[jivecat] = 0
    return numbers


def board_links() -> set[frozenset[str]]:
    """All links of the board, closed contacts included (JL-14)."""
    links = []
    for index, lounge in enumerate(LOUNGES):
        party = party_of(lounge)
        following = LOUNGES[(index + 1) % 4]
        for position in range(9):
            here = ring_contact(lounge, position)
            links.append((here, ring_contact(lounge, (position + 1) % 9)))
            if position in PARTY_DOORS:
                links += [(here, guest) for guest in party]
        links += itertools.combinations(party, 2)
        for position, other in DOORS_TO_NEXT:
            links.append((ring_contact(lounge, position), ring_contact(following, other)))
    return {frozenset(link) for link in links}


def neighbours_by_contact() -> dict[str, set[str]]:
    """For every contact the contacts it is linked with."""
    neighbours: dict[str, set[str]] = {contact: set() for contact in NUMBER}
    for first, second in map(tuple, LINKS):
        neighbours[first].add(second)
        neighbours[second].add(first)
    return neighbours


NUMBER = board_numbers()
LINKS = board_links()
NEIGHBOURS = neighbours_by_contact()
STARTERS = ring_positions(STARTER_POSITIONS)
PORTALS = ring_positions(PORTAL_POSITIONS)
STAFF_ICONS = ring_positions(STAFF_POSITIONS)
WHITES = {contact for lounge in LOUNGES for contact in whites_of(lounge)}
PARTIES = {contact for lounge in LOUNGES for contact in party_of(lounge)}
JIVECATS = {contact for lounge in LOUNGES for contact in jivecats_of(lounge)}


def lounge_of(contact: str) -> str:
    """The letter of the lounge a contact lies in."""
    return contact[0]


def count_in(chips: set[str], lounge: str) -> int:
    """How many of these chips lie in a lounge."""
    return len([contact for contact in chips if lounge_of(contact) == lounge])


def count_drink(chips: set[str], drink: str) -> int:
    """How many of these chips lie on Jivecats with this drink."""
    return len([contact for contact in chips if contact in JIVECATS and contact[1] == drink])


# ------------------------------------------------------------------------------- the cards

SUITS = "JCVZR"  # Jivecat, Cheval, Voodoo, Zombie, Rada
EXTRA_VALUES = {"J": (1, 4, 7), "C": (2, 5, 8), "V": (3, 6, 9), "Z": (), "R": ()}

LOUNGE_PAIRS = {
    2: ("CL", "TN"),
    3: ("CN", "LT"),
    4: ("CT", "LN"),
    5: ("CN", "LT"),
    6: ("CL", "TN"),
    7: ("CT", "LN"),
    8: ("CN", "LT"),
    9: ("CL", "TN"),
}
SKULL_PAY = (1, 2, 3)  # Mambo, Houngan, Bokor

TRENDS = (
    "connected",
    "sheep",
    "aztec",
    "pele",
    "dawg",
    "crowd",
    "mobile",
    "priest",
    "wallflower",
    "friends",
    "bayou",
    "mellow",
    "pink",
    "odd",
    "even",
    "kahuna",
)
TREND_PLACES = ("vogue", "passe", "retro")
TREND_POINTS = (2, 1, 2)
FREE_POWERS = ("connected", "aztec", "dawg", "mellow", "pink")  # Mellow Yellow: paid at `borrow`
PLACING_POWERS = ("sheep", "odd", "even", "mobile")
POWERS_FOR_A_PORTAL = (*PLACING_POWERS, "bayou")  # a Cheval never needs Friends
NEVER_USED_BY_NAME = ("connected", "crowd", "wallflower")  # of the own ones, before `end`
NEVER_BORROWED = ("crowd", "wallflower")  # before `end`

ODD_NUMBERS = (3, 5, 7, 9)
EVEN_NUMBERS = (2, 4, 6, 8)

CHIPS = 15
SKULLS = 25
SKULLS_AT_START = 3
SKULL_LIMIT = 5
FULL_HAND = 4
CROWDED_HAND = 5
MOST_ZOMBIES = 2
FEWEST_CHIPS = 2
CHIPS_TAKEN_BACK = 5
CHIPS_FOR_A_SPELL = 2

BETWEEN = "between"
OVER = "over"
ASKED_ALONE = ("start", "discard", "crowd", "staff", "staff_five")  # phases outside of chains

Source = tuple[int, int]  # what a card or Zombie is worth in a sum, and what it costs


class Chance(Protocol):
    """Where all luck comes from."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""

    def shuffle(self, items: list[str]) -> None:
        """Put a list into a random order, in place."""


def value_of(card: str) -> int:
    """The number in the corner of a Clique card."""
    return int(card[1:])


def clique_cards() -> list[str]:
    """The 54 Clique cards in the order of building."""
    cards = []
    for suit in SUITS:
        for value in range(1, 10):
            copies = 2 if value in EXTRA_VALUES[suit] else 1
            cards += [f"{suit}{value}"] * copies
    return cards


def skull_cards() -> list[str]:
    """The 16 Skull cards in the order of building."""
    return [f"{number}{pair}" for number, pairs in LOUNGE_PAIRS.items() for pair in pairs]


def skull_card_names(card: str, contact: str) -> bool:
    """Whether a Skull card shows this contact's number and lounge; white numbers too (JL-30)."""
    return int(card[0]) == NUMBER[contact] and lounge_of(contact) in card[1:]


def cheapest_sums(sources: list[Source]) -> dict[int, int]:
    """Every signed sum of some (or none) of the sources, and the least that it costs (JL-3)."""
    least = {0: 0}
    for value, cost in sources:
        for total, paid in list(least.items()):
            for longer in (total + value, total - value):
                least[longer] = min(paid + cost, least.get(longer, paid + cost))
    return least


# ------------------------------------------------------------------------------- the Trends


def largest_spread(chips: set[str]) -> int:
    """The most lounges that one linked group of chips touches, portals not counted (JL-16)."""
    most = 0
    for first in chips:
        group = {first}
        waiting = [first]
        while waiting:
            for contact in NEIGHBOURS[waiting.pop()] & chips - group:
                group.add(contact)
                waiting.append(contact)
        most = max(most, len({lounge_of(contact) for contact in group}))
    return most


def flock_numbers(chips: set[str]) -> set[int]:
    """The numbers on which three or more of these chips lie (Counting Sheep)."""
    numbers = [NUMBER[contact] for contact in chips if contact not in JIVECATS]
    return {number for number in numbers if numbers.count(number) >= 3}


def meets(trend: str, chips: set[str]) -> bool:
    """Whether these chips meet a Trend's requirement now (JL-15, JL-16, JL-30, JL-31)."""
    numbers = [NUMBER[contact] for contact in chips]
    party_lounges = {lounge_of(contact) for contact in chips & PARTIES}
    portal_lounges = {lounge_of(contact) for contact in chips & PORTALS}
    answers = {
        "connected": largest_spread(chips) >= 3,
        "sheep": len(flock_numbers(chips)) > 0,
        "aztec": count_in(chips, "C") >= 5,
        "pele": count_in(chips, "L") >= 5,
        "dawg": count_in(chips, "N") >= 5,
        "crowd": len(party_lounges) == 4,
        "mobile": numbers.count(10) >= 2,
        "priest": len(portal_lounges) == 4,
        "wallflower": len(chips & STARTERS) >= 5,
        "friends": all(count_in(chips, lounge) >= 2 for lounge in LOUNGES),
        "bayou": count_drink(chips, "B") >= 2,
        "mellow": count_drink(chips, "Y") >= 2,
        "pink": count_drink(chips, "P") >= 2,
        "odd": all(number in numbers for number in ODD_NUMBERS),
        "even": all(number in numbers for number in EVEN_NUMBERS),
        "kahuna": count_in(chips, "T") >= 5,
    }
    return answers[trend]


def power_cost(trend: str) -> int:
    """What a Trend's power costs as its `use` is played, a lender's Skull apart."""
    return 0 if trend in FREE_POWERS else 1


# ------------------------------------------------------------------------------- the game


class Twin:
    """One game of Swinging Jivecat Voodoo Lounge, played with action words."""

    def __init__(
        self,
        chance: Chance,
        *,
        seats: int = 2,
        staff: bool | None = None,
        target: int = 15,
        max_rounds: int = 60,
        moves_score: bool = True,
    ) -> None:
        """Shuffle and deal; the seats are then asked for their starting chips (JL-1)."""
        if not 2 <= seats <= 5:
            raise ValueError("two to five seats")
        if staff and seats == 5:
            raise ValueError("no colour is left for the Staff")  # JL-40
        if target < 1 or max_rounds < 1:
            raise ValueError("at least one point and one round")
        self.chance = chance
        self.seats = seats
        self.staff = seats <= 3 if staff is None else staff
        self.target = target
        self.max_rounds = max_rounds
        self.moves_score = moves_score
        self.open_contacts = set(NUMBER) - WHITES if seats <= 3 else set(NUMBER)
        self.lay_out()
        self.prepare_questions()

    def lay_out(self) -> None:
        """Make, shuffle and deal the decks, give everybody three Skulls."""
        self.chips: list[set[str]] = [set() for _ in range(self.seats)]
        self.staff_chips: set[str] = set()
        self.zombies: list[list[list]] = [[] for _ in range(self.seats)]
        self.radas = [0] * self.seats
        self.skulls = [SKULLS_AT_START] * self.seats
        self.bank = SKULLS - SKULLS_AT_START * self.seats
        self.scores = [0] * self.seats
        self.owner: dict[str, int] = {}

        self.deck = clique_cards()
        self.discards: list[str] = []
        self.chance.shuffle(self.deck)
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        for hand in self.hands:
            self.refill(hand, FULL_HAND)
        self.skull_deck = skull_cards()
        self.skull_discards: list[str] = []
        self.chance.shuffle(self.skull_deck)
        self.trend_deck = list(TRENDS)
        self.chance.shuffle(self.trend_deck)
        self.skull_line: list[str | None] = [None, None, None]
        self.trend_line: list[str | None] = [None, None, None]

    def prepare_questions(self) -> None:
        """Set what is remembered of a turn and of a chain of words; ask for starting chips."""
        self.round = 1
        self.truncated = False
        self.winners: list[int] = []
        self.used: set[str] = set()
        self.portal_open = False
        self.friends_open = False
        self.borrowed: list[list[int]] = []
        self.hand_limit = FULL_HAND

        self.power = ""  # what moves or places: cards, cheval, or the name of a Trend
        self.lender = 0  # whose Trend is used
        self.goal = ""  # the contact of a placement
        self.total = 0  # the sum of the cards named for it
        self.origin = ""  # where a moving chip stands
        self.removed: list[str] = []  # the chips taken back for a Jivecat
        self.left = 0  # how many of five chips are still to be removed
        self.staff_number = 0  # the number for which the Staff looks for a contact
        self.chooser = 0  # the seat that removes five Staff chips

        forward = list(range(self.seats))
        self.start_seats = forward + forward[::-1]
        self.active = 0
        self.phase = "start"

    # ---------------------------------------------------------------- what everybody may ask

    @property
    def seat(self) -> int:
        """The seat that is asked now: the active one, but for the five Staff chips (JL-25)."""
        return self.chooser if self.phase == "staff_five" else self.active

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in any way."""
        return self.phase == OVER

    def legal(self) -> list[str]:
        """All action words of the seat that is asked, sorted; empty once the game is over."""
        return sorted(word for word in self.possible_words() if self.works(word))

    def play(self, words: str) -> None:
        """Carry out one small action, then everything that follows without a question."""
        if words not in self.possible_words() or not self.works(words):
            raise ValueError("not legal now: " + words)
        self.carry_out(words)
        self.go_on()

    def returns(self) -> list[float]:
        """The payoff of every seat; the winners share, and zeros while the game is running."""
        if not self.is_over:
            return [0.0] * self.seats
        won = (self.seats / len(self.winners) - 1) / (self.seats - 1)
        lost = -1 / (self.seats - 1)
        return [won if seat in self.winners else lost for seat in range(self.seats)]

    def state(self) -> dict[str, object]:
        """Everything on the table and in the hands, for comparing."""
        every = range(self.seats)
        return {
            "round": self.round,
            "seat": self.seat,
            "chips": [sorted(self.chips[seat]) for seat in every],
            "staff_chips": sorted(self.staff_chips),
            "hands": [sorted(self.hands[seat]) for seat in every],
            "zombies": [sorted([value, bool(used)] for value, used in z) for z in self.zombies],
            "radas": list(self.radas),
            "skulls": list(self.skulls),
            "bank": self.bank,
            "scores": list(self.scores),
            "deck": list(self.deck),
            "discards": sorted(self.discards),
            "skull_line": list(self.skull_line),
            "skull_deck": list(self.skull_deck),
            "skull_discards": sorted(self.skull_discards),
            "trend_line": list(self.trend_line),
            "trend_deck": list(self.trend_deck),
            "owner": dict(self.owner),
            "used": sorted(self.used),
            "meets": [sorted(t for t in TRENDS if meets(t, self.chips[seat])) for seat in every],
            "portal_open": self.portal_open,
            "friends_open": self.friends_open,
            "borrowed": sorted(list(loan) for loan in self.borrowed),
            "winners": sorted(self.winners),
        }

    # ---------------------------------------------------------------- trying words on copies

    def copy(self) -> Twin:
        """A copy to try a chain of words on; the decks are shared, no chain draws from them."""
        twin = Twin.__new__(Twin)
        twin.__dict__.update(self.__dict__)
        twin.chips = [set(chips) for chips in self.chips]
        twin.staff_chips = set(self.staff_chips)
        twin.hands = [list(hand) for hand in self.hands]
        twin.zombies = [[list(zombie) for zombie in table] for table in self.zombies]
        twin.radas = list(self.radas)
        twin.skulls = list(self.skulls)
        twin.scores = list(self.scores)
        twin.discards = list(self.discards)
        twin.skull_line = list(self.skull_line)
        twin.skull_discards = list(self.skull_discards)
        twin.trend_line = list(self.trend_line)
        twin.owner = dict(self.owner)
        twin.used = set(self.used)
        twin.borrowed = [list(loan) for loan in self.borrowed]
        twin.removed = list(self.removed)
        return twin

    def after(self, words: str) -> Twin:
        """A copy in which these words have been carried out."""
        trial = self.copy()
        trial.carry_out(words)
        return trial

    def possible_words(self) -> list[str]:
        """The words that can be said and paid now, whether or not their chain can go on."""
        return getattr(self, f"{self.phase}_words")()

    def carry_out(self, words: str) -> None:
        """Do what one word says, and nothing that follows of itself."""
        getattr(self, f"do_{self.phase}")(words.split())

    def works(self, words: str) -> bool:
        """Whether the chain that goes on with these words can be completed and paid (JL-29)."""
        if self.phase in ASKED_ALONE or words == "end":
            return True
        trial = self.after(words)
        if words in ("portal", "use connected"):
            return trial.something_uses("portal_open")
        if words == "use friends":
            return trial.something_uses("friends_open")
        if words.startswith("borrow"):
            return trial.newest_loan_serves()
        if trial.phase == BETWEEN:
            return True
        return any(trial.works(following) for following in trial.possible_words())

    def something_uses(self, flag: str) -> bool:
        """Whether some whole action would use up the open portal, or the open Friends (JL-29)."""
        for words in self.possible_words():
            if not self.may_use_up(words):
                continue
            trial = self.after(words)
            if words.startswith("to "):
                if not getattr(trial, flag) and self.works(words):
                    return True
            elif trial.something_uses(flag):
                return True
        return False

    def may_use_up(self, words: str) -> bool:
        """Whether a word belongs to the actions that may use up a portal or Friends (JL-29)."""
        parts = words.split()
        if parts[0] == "use":
            allowed = POWERS_FOR_A_PORTAL
            return parts[1] in allowed or (parts[1] == "pink" and self.phase == BETWEEN)
        return parts[0] in ("to", "cheval", "from")

    def newest_loan_serves(self) -> bool:
        """Whether some placement in reach has a payable sum with the borrowed Zombie (JL-29)."""
        value = self.borrowed[-1][0]
        source = (value, self.tax(value))
        rest = self.sources()
        rest.remove(source)
        sums = cheapest_sums(rest)
        for contact in self.contacts_in_reach():
            for missing in (NUMBER[contact] - value, NUMBER[contact] + value):
                if contact in JIVECATS or missing not in sums:
                    continue
                if self.can_pay(source[1] + sums[missing]):
                    return True
        return False

    # ---------------------------------------------------------------- Skulls

    def can_pay(self, amount: int) -> bool:
        """Whether the active seat has that many Skulls."""
        return self.skulls[self.active] >= amount

    def pay_bank(self, amount: int) -> None:
        """The active seat pays Skulls to the bank."""
        assert self.can_pay(amount), "not enough Skulls"
        self.skulls[self.active] -= amount
        self.bank += amount

    def pay_seat(self, receiver: int) -> None:
        """The active seat pays one Skull to another seat."""
        assert self.can_pay(1), "not enough Skulls"
        self.skulls[self.active] -= 1
        self.skulls[receiver] += 1

    def take_skulls(self, amount: int) -> None:
        """The active seat gets Skulls from the bank, which pays what it has (JL-5)."""
        paid = min(amount, self.bank)
        self.bank -= paid
        self.skulls[self.active] += paid

    def rivals(self) -> list[int]:
        """All seats but the active one."""
        return [seat for seat in range(self.seats) if seat != self.active]

    def taxers(self, value: int) -> list[int]:
        """The rivals whose Rada has this value (JL-10)."""
        return [seat for seat in self.rivals() if self.radas[seat] == value]

    def tax(self, value: int) -> int:
        """What a card of this value costs in Rada taxes (JL-10)."""
        return len(self.taxers(value))

    def pay_taxes(self, value: int) -> None:
        """Pay one Skull to every rival whose Rada has this value (JL-10)."""
        for seat in self.taxers(value):
            self.pay_seat(seat)

    # ---------------------------------------------------------------- decks and lines

    def refill(self, hand: list[str], limit: int) -> None:
        """Draw until the hand has so many cards, or until there is nothing to draw (JL-33)."""
        while len(hand) < limit:
            card = self.draw_clique()
            if card is None:
                return
            hand.append(card)

    def draw_clique(self) -> str | None:
        """Draw a Clique card; the discards are shuffled if the deck is empty (JL-33)."""
        if not self.deck and self.discards:
            self.deck = sorted(self.discards, key=clique_cards().index)
            self.discards = []
            self.chance.shuffle(self.deck)
        return self.deck.pop() if self.deck else None

    def draw_skull_card(self) -> str | None:
        """Draw a Skull card; the discards are shuffled if the deck is empty (JL-2, JL-33)."""
        if not self.skull_deck and self.skull_discards:
            self.skull_deck = sorted(self.skull_discards, key=skull_cards().index)
            self.skull_discards = []
            self.chance.shuffle(self.skull_deck)
        return self.skull_deck.pop() if self.skull_deck else None

    def draw_trend(self) -> str | None:
        """Draw a Trend; that deck is not renewed (JL-2)."""
        return self.trend_deck.pop() if self.trend_deck else None

    def slide_and_fill(self) -> None:
        """Slide both lines down; new cards enter one by one at the top (JL-2, JL-32)."""
        for line, draw in (
            (self.skull_line, self.draw_skull_card),
            (self.trend_line, self.draw_trend),
        ):
            cards = [card for card in line if card is not None]
            while len(cards) < 3:
                card = draw()
                if card is None:
                    break
                cards.insert(0, card)
            line[:] = [None] * (3 - len(cards)) + cards

    # ---------------------------------------------------------------- contacts and reach

    def own(self) -> set[str]:
        """The chips of the active seat."""
        return self.chips[self.active]

    def free_contacts(self) -> set[str]:
        """The open contacts without a chip."""
        return self.open_contacts - self.staff_chips - set().union(*self.chips)

    def way_to(self, contact: str) -> str | None:
        """The least by which a chip may be placed there: plain, portal, friends (JL-13, JL-19)."""
        if NEIGHBOURS[contact] & self.own():
            return "plain"
        if self.portal_open and contact in PORTALS and self.own() & PORTALS:
            return "portal"
        return "friends" if self.friends_open else None

    def contacts_in_reach(self) -> list[str]:
        """The free contacts where the active seat may place a chip, if it has one."""
        if len(self.own()) >= CHIPS:
            return []
        return [c for c in sorted(self.free_contacts()) if self.way_to(c) is not None]

    def use_way_to(self, contact: str) -> None:
        """Use up the portal or Friends if this placement needs it (JL-13, JL-19)."""
        way = self.way_to(contact)
        if way == "portal":
            self.portal_open = False
        elif way == "friends":
            self.friends_open = False

    def open_neighbours(self, contact: str, by_portal: bool) -> set[str]:
        """The open contacts one step away, over plain links or the linked portals (JL-13)."""
        near = NEIGHBOURS[contact]
        if by_portal and contact in PORTALS:
            near = near | PORTALS - {contact}
        return near & self.open_contacts

    def jumps(self, origin: str, by_portal: bool) -> set[str]:
        """Where a Cheval may land from there (JL-11, JL-13, JL-37)."""
        landings = set()
        for crossed in self.open_neighbours(origin, by_portal):
            landings |= self.open_neighbours(crossed, by_portal)
        return (landings & self.free_contacts()) - {origin} - JIVECATS

    # ---------------------------------------------------------------- chips that come and go

    def reward(self, contact: str) -> None:
        """What the active seat gets for an own chip that comes there (JL-4, JL-5, JL-30)."""
        if NUMBER[contact] in HIPSTERS:
            self.scores[self.active] += 1
        for place, card in enumerate(self.skull_line):
            if card is not None and skull_card_names(card, contact):
                self.take_skulls(SKULL_PAY[place])
                self.skull_line[place] = None
                self.skull_discards.append(card)

    def place_chip(self) -> None:
        """Place a chip on the goal; with the fifteenth, five come back (JL-7, JL-34)."""
        self.own().add(self.goal)
        self.reward(self.goal)
        if len(self.own()) == CHIPS:
            self.left = CHIPS_TAKEN_BACK
            self.phase = "five"
        else:
            self.after_placing()

    def after_placing(self) -> None:
        """A Jivecat spell asks for two chips; any other placement is complete (JL-6, JL-34)."""
        self.removed = []
        self.phase = "two" if self.goal in JIVECATS else BETWEEN

    def five_words(self) -> list[str]:
        """Own chips to take back, leaving two for a Jivecat spell (JL-7, JL-34)."""
        spare = self.chips_elsewhere(self.goal)
        kept = spare if self.goal in JIVECATS and len(spare) <= CHIPS_FOR_A_SPELL else set()
        return [f"remove {contact}" for contact in self.own() - kept]

    def do_five(self, parts: list[str]) -> None:
        """Take back one of five chips (JL-7)."""
        self.own().remove(parts[1])
        self.left -= 1
        if self.left == 0:
            self.after_placing()

    def chips_elsewhere(self, contact: str) -> set[str]:
        """The own chips in other lounges than that of a contact."""
        return {chip for chip in self.own() if lounge_of(chip) != lounge_of(contact)}

    def two_words(self) -> list[str]:
        """Own chips in other lounges, to pay for a Jivecat (JL-6)."""
        return [f"remove {contact}" for contact in self.chips_elsewhere(self.goal)]

    def do_two(self, parts: list[str]) -> None:
        """Take back one of the two chips; the second one scores the Jivecat (JL-6)."""
        self.own().remove(parts[1])
        self.removed.append(parts[1])
        if len(self.removed) == CHIPS_FOR_A_SPELL:
            both = all(contact in JIVECATS for contact in self.removed)
            self.scores[self.active] += 3 if both else 2
            self.phase = BETWEEN

    # ---------------------------------------------------------------- the start

    def start_words(self) -> list[str]:
        """The free starters (JL-1)."""
        return [f"start {contact}" for contact in STARTERS & self.free_contacts()]

    def do_start(self, parts: list[str]) -> None:
        """Place a starting chip, which earns nothing; after the last one turn up the lines."""
        self.own().add(parts[1])
        self.start_seats.pop(0)
        if self.start_seats:
            self.active = self.start_seats[0]
        else:
            self.slide_and_fill()
            self.begin_turn(0)

    # ---------------------------------------------------------------- between whole actions

    def between_words(self) -> list[str]:
        """The first words of all whole actions, and `end` (JL-41)."""
        words = self.placement_words() + self.card_spell_words() + self.zombie_drop_words()
        words += self.portal_words() + self.claim_words() + self.power_words()
        return [*words, "end"]

    def do_between(self, parts: list[str]) -> None:
        """Begin a whole action, or end the turn."""
        verb = parts[0]
        if verb == "to":
            self.power = "cards"
            self.aim_at(parts[1])
        elif verb == "cheval":
            self.begin_cheval(parts[1])
        elif verb == "zombie":
            self.lay_zombie(parts[1])
        elif verb == "drop":
            self.drop_zombie(parts[1])
        elif verb == "rada":
            self.lay_rada(parts[1])
        elif verb == "voodoo":
            self.spend_card(parts[1])
            self.phase = "hex"
        elif verb == "portal":
            self.pay_portal()
        elif verb == "claim":
            self.claim(TREND_PLACES.index(parts[1]))
        elif verb == "use":
            self.use_own(parts[1])
        elif verb == "end":
            self.end_actions()

    def placement_words(self) -> list[str]:
        """The contacts in reach that some payable cards can take (JL-3, JL-6, JL-39)."""
        sums = cheapest_sums(self.sources())
        words = []
        for contact in self.contacts_in_reach():
            if contact in JIVECATS:
                possible = self.spell_possible(contact)
            else:
                number = NUMBER[contact]
                possible = number in sums and self.can_pay(sums[number])
            if possible:
                words.append(f"to {contact}")
        return words

    def aim_at(self, contact: str) -> None:
        """Choose the contact of a placement; what it needs is used up now (JL-13, JL-19)."""
        self.use_way_to(contact)
        self.goal = contact
        self.total = 0
        if contact in JIVECATS:
            self.phase = "spell"
        elif self.power == "cards":
            self.phase = "sum"
        else:
            self.place_chip()

    # ---------------------------------------------------------------- sums of cards

    def sources(self) -> list[Source]:
        """All that may be named in a sum: hand, own unused Zombies, borrowed ones (JL-3)."""
        found = []
        for card in self.hands[self.active]:
            found.append((value_of(card), self.tax(value_of(card))))
        for value, used in self.zombies[self.active]:
            if not used:
                found.append((value, 1 + self.tax(value)))
        for value, _ in self.borrowed:
            found.append((value, self.tax(value)))
        return found

    def source_names(self) -> dict[str, Source]:
        """The words of what may be named, and what each is worth and costs."""
        names = {}
        for card in self.hands[self.active]:
            names[card] = (value_of(card), self.tax(value_of(card)))
        for value, used in self.zombies[self.active]:
            if not used:
                names[f"zombie Z{value}"] = (value, 1 + self.tax(value))
        for value, _ in self.borrowed:  # last: of two alike the borrowed one is meant
            names[f"zombie Z{value}"] = (value, self.tax(value))
        return names

    def naming_words(self) -> list[str]:
        """What may be named so that the sum can still fit and be paid (JL-39)."""
        words = []
        missing = NUMBER[self.goal] - self.total
        for name, source in self.source_names().items():
            value, cost = source
            rest = self.sources()
            rest.remove(source)
            sums = cheapest_sums(rest)
            for sign, after in (("+", missing - value), ("-", missing + value)):
                if after in sums and self.can_pay(cost + sums[after]):
                    words.append(sign + name)
        return words

    def sum_words(self) -> list[str]:
        """Cards and Zombies to name; `done` once the sum fits (JL-39)."""
        fits = self.total == NUMBER[self.goal]
        return self.naming_words() + (["done"] if fits else [])

    def do_sum(self, parts: list[str]) -> None:
        """Name a card or Zombie, or be done; place at once if nothing more can be named."""
        if parts == ["done"]:
            self.place_chip()
            return
        sign = 1 if parts[0][0] == "+" else -1
        name = parts[-1].lstrip("+-")
        if len(parts) == 2:
            self.use_zombie(value_of(name))
        else:
            self.spend_card(name)
        self.total += sign * value_of(name)
        if self.sum_words() == ["done"]:
            self.place_chip()

    def use_zombie(self, value: int) -> None:
        """Use a Zombie in a sum for a Skull; a borrowed one is paid already (JL-9, JL-20)."""
        self.pay_taxes(value)
        for loan in self.borrowed:
            if loan[0] == value:
                self.borrowed.remove(loan)
                return
        self.pay_bank(1)
        self.zombies[self.active].remove([value, False])
        self.zombies[self.active].append([value, True])

    # ---------------------------------------------------------------- cards as spells

    def hand_words(self) -> list[str]:
        """The different cards in the active seat's hand."""
        return sorted(set(self.hands[self.active]))

    def payable_cards(self, suits: str, extra: int) -> list[str]:
        """Hand cards of these suits whose taxes and some more Skulls can be paid (JL-10)."""
        cards = [card for card in self.hand_words() if card[0] in suits]
        return [card for card in cards if self.can_pay(self.tax(value_of(card)) + extra)]

    def lay_card(self, card: str) -> None:
        """Take a card out of the hand and pay its taxes, to lay it on the table (JL-10)."""
        self.hands[self.active].remove(card)
        self.pay_taxes(value_of(card))

    def spend_card(self, card: str) -> None:
        """Play a card: its taxes are paid, and it is discarded at once (JL-10, JL-39)."""
        self.lay_card(card)
        self.discards.append(card)

    def card_spell_words(self) -> list[str]:
        """Cheval, Zombie, Rada and Voodoo cards that can be paid (JL-9 to JL-12)."""
        words = [f"cheval {card}" for card in self.payable_cards("C", 0)]
        if len(self.zombies[self.active]) < MOST_ZOMBIES:
            words += [f"zombie {card}" for card in self.payable_cards("Z", 1)]
        words += [f"rada {card}" for card in self.payable_cards("R", 1)]
        words += [f"voodoo {card}" for card in self.payable_cards("V", 1)]
        return words

    def lay_zombie(self, card: str) -> None:
        """Lay a Zombie on the table for a Skull (JL-9)."""
        self.lay_card(card)
        self.pay_bank(1)
        self.zombies[self.active].append([value_of(card), False])

    def zombie_drop_words(self) -> list[str]:
        """Own Zombies that are not yet used may be dropped (JL-9)."""
        values = {value for value, used in self.zombies[self.active] if not used}
        return [f"drop Z{value}" for value in values]

    def drop_zombie(self, card: str) -> None:
        """Discard an own unused Zombie (JL-9)."""
        self.zombies[self.active].remove([value_of(card), False])
        self.discards.append(card)

    def lay_rada(self, card: str) -> None:
        """Lay a Rada for a Skull; the old one makes way (JL-10)."""
        self.lay_card(card)
        self.pay_bank(1)
        self.discard_rada(self.active)
        self.radas[self.active] = value_of(card)

    def discard_rada(self, seat: int) -> None:
        """Discard a seat's Rada, if it has one."""
        if self.radas[seat]:
            self.discards.append(f"R{self.radas[seat]}")
        self.radas[seat] = 0

    # ---------------------------------------------------------------- the Jivecat spell

    def spell_possible(self, contact: str) -> bool:
        """Whether there are chips and a card for this Jivecat (JL-6, JL-8)."""
        enough = len(self.own()) > FEWEST_CHIPS
        elsewhere = len(self.chips_elsewhere(contact)) >= CHIPS_FOR_A_SPELL
        return enough and elsewhere and len(self.spell_cards()) > 0

    def spell_cards(self) -> list[str]:
        """Jivecat cards, or with Upwardly Mobile cards of other suits (JL-6, JL-35)."""
        by_trend = self.power == "mobile" and self.phase != BETWEEN
        suits = "CVZR" if by_trend else "J"
        return self.payable_cards(suits, 0)

    def spell_words(self) -> list[str]:
        """The card for a Jivecat (JL-6)."""
        return [f"+{card}" for card in self.spell_cards()]

    def do_spell(self, parts: list[str]) -> None:
        """Play the card and place the chip on the Jivecat (JL-6)."""
        self.spend_card(parts[0][1:])
        self.place_chip()

    # ---------------------------------------------------------------- moves

    def begin_cheval(self, card: str) -> None:
        """Play a card as a Cheval (JL-11, JL-35)."""
        self.spend_card(card)
        self.power = "cheval"
        self.phase = "origin"

    def bayou_words(self) -> list[str]:
        """Hand cards of other suits to be played as a Cheval (JL-35)."""
        return [f"cheval {card}" for card in self.payable_cards("JVZR", 0)]

    def do_bayou(self, parts: list[str]) -> None:
        """Play the card that Blue Bayou turns into a Cheval."""
        self.begin_cheval(parts[1])

    def origin_words(self) -> list[str]:
        """The chips that may move (JL-11, JL-18)."""
        if self.power == "cheval":
            movable = self.own()
        elif self.power == "priest":
            movable = {contact for contact in self.own() if NUMBER[contact] in LOW_BROWS}
        else:
            taken = self.staff_chips.union(*self.chips)
            movable = {contact for contact in taken - JIVECATS if lounge_of(contact) == "L"}
        return [f"from {contact}" for contact in movable]

    def do_origin(self, parts: list[str]) -> None:
        """Choose the chip that moves."""
        self.origin = parts[1]
        self.phase = "landing"

    def landing_words(self) -> list[str]:
        """Where the chip may go: a jump, or the same number in another lounge (JL-11, JL-18)."""
        if self.power == "cheval":
            landings = self.jumps(self.origin, self.portal_open)
        else:
            landings = {
                contact
                for contact in self.free_contacts()
                if NUMBER[contact] == NUMBER[self.origin]
                and lounge_of(contact) != lounge_of(self.origin)
            }
        return [f"to {contact}" for contact in landings]

    def do_landing(self, parts: list[str]) -> None:
        """Move the chip; only an own one earns, and only if moves score (JL-4, JL-5)."""
        landing = parts[1]
        if self.power == "cheval" and landing not in self.jumps(self.origin, False):
            self.portal_open = False  # JL-13
        own = self.origin in self.own()
        for chips in [*self.chips, self.staff_chips]:
            if self.origin in chips:
                chips.remove(self.origin)
                chips.add(landing)
        if own and self.moves_score:
            self.reward(landing)
        self.phase = BETWEEN

    # ---------------------------------------------------------------- Voodoo

    def hex_words(self) -> list[str]:
        """What a Voodoo card may do to rivals and the Staff (JL-8, JL-12)."""
        if not self.can_pay(1):
            return []
        words = [f"remove {contact}" for contact in self.staff_chips]
        for seat in self.rivals():
            values = {value for value, _ in self.zombies[seat]}
            words += [f"hex zombie p{seat} Z{value}" for value in values]
            if self.radas[seat]:
                words.append(f"hex rada p{seat}")
            if len(self.chips[seat]) > FEWEST_CHIPS:
                words += [f"remove {contact}" for contact in self.chips[seat]]
        return words

    def do_hex(self, parts: list[str]) -> None:
        """Pay the target and carry out the hex (JL-12, JL-38)."""
        if parts[0] == "remove":
            self.hex_chip(parts[1])
        else:
            seat = int(parts[2].removeprefix("p"))
            self.pay_seat(seat)
            if parts[1] == "rada":
                self.discard_rada(seat)
            else:
                self.hex_zombie(seat, value_of(parts[3]))
        self.phase = BETWEEN

    def hex_chip(self, contact: str) -> None:
        """Remove a chip of a rival, who is paid, or of the Staff, for whom the bank is (JL-12)."""
        if contact in self.staff_chips:
            self.pay_bank(1)
            self.staff_chips.remove(contact)
            return
        for seat in self.rivals():
            if contact in self.chips[seat]:
                self.pay_seat(seat)
                self.chips[seat].remove(contact)

    def hex_zombie(self, seat: int, value: int) -> None:
        """Discard a rival's Zombie; of two alike one that is not borrowed goes first (JL-12)."""
        table = self.zombies[seat]
        unmarked = [value, False] in table
        table.remove([value, not unmarked])
        self.discards.append(f"Z{value}")
        left = len([zombie for zombie in table if zombie[0] == value])
        while self.borrowed.count([value, seat]) > left:
            self.borrowed.remove([value, seat])

    # ---------------------------------------------------------------- portals

    def portal_can_open(self) -> bool:
        """Whether none is open and an own chip touches a portal (JL-13)."""
        return not self.portal_open and len(self.own() & PORTALS) > 0

    def portal_cost(self) -> int:
        """A Skull; nothing with an active and unused Well Connected (JL-13)."""
        return 0 if "connected" in self.ready_trends() else 1

    def portal_words(self) -> list[str]:
        """Open a portal (JL-13)."""
        return ["portal"] if self.portal_can_open() and self.can_pay(self.portal_cost()) else []

    def pay_portal(self) -> None:
        """Open a portal; a free one uses Well Connected (JL-13)."""
        if self.portal_cost() == 0:
            self.used.add("connected")
        else:
            self.pay_bank(1)
        self.portal_open = True

    # ---------------------------------------------------------------- claiming Trends

    def claim_words(self) -> list[str]:
        """The Trends of the line whose requirement is met (JL-15)."""
        words = []
        for place, trend in zip(TREND_PLACES, self.trend_line, strict=True):
            if trend is not None and meets(trend, self.own()):
                words.append(f"claim {place}")
        return words

    def claim(self, place: int) -> None:
        """Take a Trend and score it by its place, which stays empty (JL-15)."""
        trend = self.trend_line[place]
        assert trend is not None, "no Trend lies there"
        self.owner[trend] = self.active
        self.trend_line[place] = None
        self.scores[self.active] += TREND_POINTS[place]

    # ---------------------------------------------------------------- using Trends

    def active_for_owner(self, trend: str) -> bool:
        """Whether a Trend is claimed and its owner meets the requirement now (JL-15)."""
        return trend in self.owner and meets(trend, self.chips[self.owner[trend]])

    def ready_trends(self) -> list[str]:
        """The active seat's own Trends that are active and not yet used this turn (JL-15)."""
        own = [trend for trend in TRENDS if self.owner.get(trend) == self.active]
        return [t for t in own if self.active_for_owner(t) and t not in self.used]

    def lent_trends(self) -> list[str]:
        """The rivals' Trends that are active for their owners (JL-20)."""
        lent = [trend for trend in TRENDS if self.owner.get(trend, self.active) != self.active]
        return [trend for trend in lent if self.active_for_owner(trend)]

    def power_can_begin(self, trend: str, extra: int) -> bool:
        """Whether a power can be paid, and nothing like it is open already (JL-29)."""
        if trend == "connected" and not self.portal_can_open():
            return False
        if trend == "friends" and self.friends_open:
            return False
        return self.can_pay(power_cost(trend) + extra)

    def power_words(self) -> list[str]:
        """The own Trends that may be used before `end` (JL-15, JL-17, JL-22, JL-41)."""
        ready = [trend for trend in self.ready_trends() if trend not in NEVER_USED_BY_NAME]
        return [f"use {trend}" for trend in ready if self.power_can_begin(trend, 0)]

    def use_own(self, trend: str) -> None:
        """Use an own Trend, once a turn (JL-15)."""
        self.used.add(trend)
        if trend == "pink":
            self.phase = "pink"
        else:
            self.begin_power(trend)

    def pink_words(self) -> list[str]:
        """The rivals' Trends that Pretty in Pink may use before `end` (JL-20)."""
        lent = [trend for trend in self.lent_trends() if trend not in NEVER_BORROWED]
        return [f"use {trend}" for trend in lent if self.power_can_begin(trend, 1)]

    def do_pink(self, parts: list[str]) -> None:
        """Pay the owner of the Trend, then use it under its own costs (JL-20)."""
        self.pay_seat(self.owner[parts[1]])
        self.begin_power(parts[1])

    def begin_power(self, trend: str) -> None:
        """Pay a power's cost, then ask what it asks."""
        self.pay_bank(power_cost(trend))
        self.power = trend
        self.lender = self.owner[trend]
        if trend == "connected":
            self.portal_open = True
            self.phase = BETWEEN
        elif trend == "friends":
            self.friends_open = True
            self.phase = BETWEEN
        elif trend in PLACING_POWERS:
            self.phase = "target"
        elif trend in ("pele", "priest"):
            self.phase = "origin"
        elif trend in ("aztec", "kahuna"):
            self.phase = "order"
        elif trend == "mellow":
            self.phase = "borrow"
        else:
            self.phase = trend  # dawg and bayou

    def power_numbers(self) -> set[int]:
        """The numbers on which the running power may place a chip (JL-20, JL-30)."""
        if self.power == "sheep":
            return flock_numbers(self.chips[self.lender])
        return set(EVEN_NUMBERS) if self.power == "odd" else set(ODD_NUMBERS)

    def target_words(self) -> list[str]:
        """The contacts in reach for a power that places a chip (JL-19, JL-20)."""
        reach = self.contacts_in_reach()
        if self.power == "mobile":
            targets = [c for c in reach if c in JIVECATS and self.spell_possible(c)]
        else:
            targets = [c for c in reach if NUMBER[c] in self.power_numbers()]
        return [f"to {contact}" for contact in targets]

    def do_target(self, parts: list[str]) -> None:
        """Place by a power; Upwardly Mobile asks for the card first."""
        self.aim_at(parts[1])

    def dawg_words(self) -> list[str]:
        """Own Low-Brows in Neptune, if two chips remain and the bank can pay (JL-36)."""
        if len(self.own()) <= FEWEST_CHIPS or self.bank == 0:
            return []
        low = [contact for contact in self.own() if NUMBER[contact] in LOW_BROWS]
        return [f"remove {contact}" for contact in low if lounge_of(contact) == "N"]

    def do_dawg(self, parts: list[str]) -> None:
        """Remove the chip and take two Skulls (JL-36)."""
        self.own().remove(parts[1])
        self.take_skulls(2)
        self.phase = BETWEEN

    def powered_line(self) -> list[str | None]:
        """The line that the running power rearranges."""
        return self.skull_line if self.power == "aztec" else self.trend_line

    def order_words(self) -> list[str]:
        """The lowest word for every other order of the line (JL-21)."""
        line = self.powered_line()
        seen = [line]
        words = []
        for places in itertools.permutations((1, 2, 3)):  # from 123 up to 321
            order = [line[place - 1] for place in places]
            if order not in seen:
                seen.append(order)
                words.append("order " + "".join(map(str, places)))
        return words

    def do_order(self, parts: list[str]) -> None:
        """Rearrange the line (JL-21)."""
        line = self.powered_line()
        line[:] = [line[int(place) - 1] for place in parts[1]]
        self.phase = BETWEEN

    def borrow_words(self) -> list[str]:
        """The rivals' Zombies; one Skull to the owner and one to the bank (JL-20)."""
        if not self.can_pay(2):
            return []
        words = []
        for seat in self.rivals():
            values = {value for value, used in self.zombies[seat] if not used}
            words += [f"borrow Z{value} from p{seat}" for value in values]
        return words

    def do_borrow(self, parts: list[str]) -> None:
        """Pay for a rival's Zombie, which counts as used until the turn ends (JL-20)."""
        value = value_of(parts[1])
        seat = int(parts[3].removeprefix("p"))
        self.pay_seat(seat)
        self.pay_bank(1)
        self.zombies[seat].remove([value, False])
        self.zombies[seat].append([value, True])
        self.borrowed.append([value, seat])
        self.phase = BETWEEN

    # ---------------------------------------------------------------- turns

    def go_on(self) -> None:
        """End what need not be asked: turns with only `end`, discards with only `done`."""
        while True:
            if self.phase == BETWEEN and not self.something_to_do():
                self.end_actions()
            elif self.phase == "discard" and self.discard_words() == ["done"]:
                self.finish_turn()  # JL-42
            else:
                return

    def something_to_do(self) -> bool:
        """Whether the active seat could say more than `end`."""
        return any(w != "end" and self.works(w) for w in self.between_words())

    def begin_turn(self, seat: int) -> None:
        """The lines slide and fill, then Wallflower is applied (JL-2, JL-17)."""
        self.active = seat
        self.used = set()
        self.slide_and_fill()
        if "wallflower" in self.ready_trends() and self.skulls[seat] <= 1:
            self.take_skulls(2)
        self.phase = BETWEEN

    def end_actions(self) -> None:
        """After `end` nothing stays open, and the discards are asked (JL-13, JL-19, JL-23)."""
        self.portal_open = False
        self.friends_open = False
        self.borrowed = []
        self.hand_limit = FULL_HAND
        self.phase = "discard"

    def discard_words(self) -> list[str]:
        """Cards to discard, In Crowd, and `done` (JL-22, JL-23)."""
        words = [f"discard {card}" for card in self.hand_words()]
        return [*words, *self.crowd_beginnings(), "done"]

    def crowd_beginnings(self) -> list[str]:
        """In Crowd, own or through Pretty in Pink, with at most four cards in hand (JL-22)."""
        if self.hand_limit == CROWDED_HAND or len(self.hands[self.active]) > FULL_HAND:
            return []
        ready = self.ready_trends()
        words = []
        if "crowd" in ready and self.can_pay(1):
            words.append("use crowd")
        if "pink" in ready and "crowd" in self.lent_trends() and self.can_pay(2):
            words.append("use pink")
        return words

    def do_discard(self, parts: list[str]) -> None:
        """Discard a card free of any tax, use In Crowd, or be done (JL-10, JL-22, JL-23)."""
        if parts == ["done"]:
            self.finish_turn()
        elif parts[0] == "discard":
            self.hands[self.active].remove(parts[1])
            self.discards.append(parts[1])
        else:
            self.used.add(parts[1])
            if parts[1] == "pink":
                self.phase = "crowd"
            else:
                self.use_crowd()

    def use_crowd(self) -> None:
        """Pay a Skull to refill the hand to five (JL-22)."""
        self.pay_bank(1)
        self.hand_limit = CROWDED_HAND

    def crowd_words(self) -> list[str]:
        """After `end`, Pretty in Pink can only use In Crowd (JL-22)."""
        return ["use crowd"]

    def do_crowd(self, parts: list[str]) -> None:
        """Use a rival's In Crowd (JL-20, JL-22)."""
        self.pay_seat(self.owner[parts[1]])
        self.use_crowd()
        self.phase = "discard"

    def finish_turn(self) -> None:
        """Refill the hand, put back Skulls above five, then the Staff (JL-23)."""
        self.refill(self.hands[self.active], self.hand_limit)
        surplus = self.skulls[self.active] - SKULL_LIMIT
        if surplus > 0:
            self.pay_bank(surplus)
        if self.staff:
            self.flip_for_staff()
        else:
            self.turn_over()

    # ---------------------------------------------------------------- the Staff

    def flip_for_staff(self) -> None:
        """Flip a Clique card and place a Staff chip if some contact fits (JL-24, JL-40)."""
        self.staff_number = 0
        card = self.draw_clique()
        if card is not None:
            self.discards.append(card)
            self.staff_number = 10 if value_of(card) == 1 else value_of(card)
        contacts = self.staff_contacts()
        if len(contacts) > 1:
            self.phase = "staff"
        elif contacts:
            self.place_staff_chip(contacts[0])
        else:
            self.turn_over()

    def staff_contacts(self) -> list[str]:
        """Free contacts of the flipped number that touch an icon or a Staff chip (JL-24)."""
        if len(self.staff_chips) >= CHIPS:
            return []
        return [
            contact
            for contact in self.free_contacts()
            if NUMBER[contact] == self.staff_number
            and contact not in JIVECATS
            and (contact in STAFF_ICONS or NEIGHBOURS[contact] & self.staff_chips)
        ]

    def staff_words(self) -> list[str]:
        """The contacts among which the active seat chooses (JL-24, JL-40)."""
        return [f"staff {contact}" for contact in self.staff_contacts()]

    def do_staff(self, parts: list[str]) -> None:
        """Place the Staff chip where the active seat wants it (JL-24)."""
        self.place_staff_chip(parts[1])

    def place_staff_chip(self, contact: str) -> None:
        """Place a Staff chip, which earns nothing; the last one brings five back (JL-25)."""
        self.staff_chips.add(contact)
        if len(self.staff_chips) < CHIPS:
            self.turn_over()
            return
        self.chooser = self.lowest_seat()
        self.left = CHIPS_TAKEN_BACK
        self.phase = "staff_five"

    def lowest_seat(self) -> int:
        """The seat with the lowest score; of several the next after the active one (JL-25)."""
        order = [(self.active + step) % self.seats for step in range(1, self.seats + 1)]
        return min(order, key=lambda seat: self.scores[seat])  # the first of the lowest

    def staff_five_words(self) -> list[str]:
        """The Staff chips that may be removed (JL-25, JL-40)."""
        return [f"remove {contact}" for contact in self.staff_chips]

    def do_staff_five(self, parts: list[str]) -> None:
        """Remove one of five Staff chips, then the game goes on (JL-25)."""
        self.staff_chips.remove(parts[1])
        self.left -= 1
        if self.left == 0:
            self.turn_over()

    # ---------------------------------------------------------------- the end

    def turn_over(self) -> None:
        """Turn the Zombies back; the next seat, the next round, or the end (JL-26, JL-27)."""
        for table in self.zombies:
            for zombie in table:
                zombie[1] = False
        if self.active + 1 < self.seats:
            self.begin_turn(self.active + 1)
        elif max(self.scores) >= self.target:
            self.end_game()
        elif self.round >= self.max_rounds:
            self.truncated = True
            self.end_game()
        else:
            self.round += 1
            self.begin_turn(0)

    def end_game(self) -> None:
        """Find the winners (JL-26)."""
        self.phase = OVER
        ranks = [self.rank(seat) for seat in range(self.seats)]
        self.winners = [seat for seat in range(self.seats) if ranks[seat] == max(ranks)]

    def rank(self, seat: int) -> tuple[int, int, int]:
        """Points, then active Trends, then Skulls and unused chips (JL-26)."""
        trends = [t for t in TRENDS if self.owner.get(t) == seat and self.active_for_owner(t)]
        spare = self.skulls[seat] + CHIPS - len(self.chips[seat])
        return self.scores[seat], len(trends), spare

    def over_words(self) -> list[str]:
        """Nothing is asked once the game is over."""
        return []
