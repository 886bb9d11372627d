"""A slow and plain Voodoo Mania: the rules written down once more, to check the fast game.

Every method carries out one thing the rulebook names, and its docstring gives the rulings
(VM-1 to VM-12) it follows.  Nothing here is made fast, and nothing is shared with the fast game.

A twin can be set up in the middle of a game: build one, then assign any of these attributes.

    cards       list by card number: [front, back], each face {ingredient: colour}
    round       number of the running round, from 1
    ticks       ticks of this round that are over
    hands       list by seat of [card, side]; side is None without search
    piles       list by seat of card numbers, the top one first
    voodoo      list of card numbers, the top one first
    top_side    FRONT or BACK, whichever lies upwards on the Voodoo pile
    points      list by seat: points of the rounds that have been scored
    stalemates  how many new tops VM-9 has brought in this round
    seen        list by seat of sets of (card, side)
    asked       list of the seats asked in this tick, ascending
    seat        the one of them that is asked now
    choices     {seat: words} chosen so far in this tick
    last        {seat: [words, whether it was carried out]} of the last tick
    ending      how the round ended, None while it runs
"""

from __future__ import annotations

import itertools
from typing import Protocol

INGREDIENTS = (0, 1, 2, 3, 4)  # doll, mask, potion, amulet, hat
COLOURS = (0, 1, 2, 3, 4)  # red, yellow, green, blue, purple

CARDS = 91
FULL_HAND = 3
CARDS_PER_SEAT = {2: 45, 3: 30, 4: 22, 5: 18, 6: 15}

FRONT = 0
BACK = 1
SIDES = (FRONT, BACK)
SIDE_LETTERS = "FB"

STRUCTURED = "structured"
RANDOM = "random"
LEFT_OUT = (14, 24, 25, 45, 52, 67, 69, 84, 87)
BACK_SHIFT = {1: 1, 2: 1, 3: 1, 4: 2}
ALL_FACES = 600
FACES_PER_COMBINATION = 24

MOST_NEW_TOPS = 10
MILLION = 1_000_000

OUT = "out"
STALEMATE = "stalemate"
CAP = "cap"

Face = dict[int, int]


class Chance(Protocol):
    """Where all luck comes from."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""

    def shuffle(self, items: list[int]) -> None:
        """Put a list into a random order, in place."""


# ------------------------------------------------------------------------------- the deck


def missing(face: Face) -> tuple[int, int]:
    """The one ingredient and the one colour that a face does not have."""
    [ingredient] = [i for i in INGREDIENTS if i not in face]
    [colour] = [c for c in COLOURS if c not in face.values()]
    return ingredient, colour


def structured_face(ingredient: int, colour: int, slope: int) -> Face:
    """The face without this ingredient and colour whose colours climb by the slope."""
    face = {}
    for other in INGREDIENTS:
        if other != ingredient:
            face[other] = (colour + slope * (other - ingredient)) % 5
    return face


def structured_deck() -> list[list[Face]]:
    """The 91 cards of the reconstruction, in ascending order."""
    deck = []
    for number in range(100):
        if number in LEFT_OUT:
            continue
        slope = number // 25 + 1
        ingredient = number % 25 // 5
        colour = number % 5
        front = structured_face(ingredient, colour, slope)
        back_colour = (colour + slope + BACK_SHIFT[slope]) % 5
        back = structured_face((ingredient + 1) % 5, back_colour, slope)
        deck.append([front, back])
    return deck


def numbered_face(number: int) -> Face:
    """One of the 600 possible faces: 25 missing combinations with 24 arrangements each."""
    combination, arrangement = divmod(number, FACES_PER_COMBINATION)
    ingredient, colour = divmod(combination, 5)
    ingredients = [i for i in INGREDIENTS if i != ingredient]
    colours = [c for c in COLOURS if c != colour]
    arrangements = list(itertools.permutations(colours))
    return dict(zip(ingredients, arrangements[arrangement], strict=True))


def random_deck(chance: Chance) -> list[list[Face]]:
    """Draw 182 different faces out of all 600 and pair them as they come."""
    numbers = list(range(ALL_FACES))
    chance.shuffle(numbers)
    deck = []
    for card in range(CARDS):
        front = numbered_face(numbers[2 * card])
        back = numbered_face(numbers[2 * card + 1])
        deck.append([front, back])
    return deck


def deck_faces(deck: str, chance: Chance) -> list[list[Face]]:
    """The 91 cards as [front, back]; the structured deck needs no luck."""
    if deck == STRUCTURED:
        return structured_deck()
    if deck == RANDOM:
        return random_deck(chance)
    raise ValueError("the deck is structured or random")


# ------------------------------------------------------------------------------- the game


class Twin:
    """One game of Voodoo Mania, played with action words."""

    def __init__(
        self,
        chance: Chance,
        *,
        seats: int,
        rounds: int,
        deck: str,
        reaction: list[float],
        search: bool,
        max_ticks: int,
    ) -> None:
        """Make the deck, deal the first round, go on until somebody is asked (VM-3a)."""
        if seats not in CARDS_PER_SEAT:
            raise ValueError("two to six seats")
        if rounds < 1 or max_ticks < 1:
            raise ValueError("at least one round and one tick")
        if len(reaction) != seats or min(reaction) < 1:
            raise ValueError("one mean for each seat, and none below 1")
        self.chance = chance
        self.seats = seats
        self.rounds = rounds
        self.reaction = list(reaction)
        self.search = search
        self.max_ticks = max_ticks
        self.cards = deck_faces(deck, chance)

        self.round = 0
        self.ticks = 0
        self.hands: list[list[list[int | None]]] = []
        self.piles: list[list[int]] = []
        self.voodoo: list[int] = []
        self.top_side = FRONT
        self.points = [0] * seats
        self.stalemates = 0
        self.seen: list[set[tuple[int, int]]] = []
        self.asked: list[int] = []
        self.seat = 0
        self.choices: dict[int, str] = {}
        self.last: dict[int, list[object]] = {}
        self.ending: str | None = None

        self.begin()
        while self.is_over:
            self.begin()

    def begin(self) -> None:
        """Deal the first round; repeated where all ends before anybody is asked (VM-13)."""
        self.round = 0
        self.points = [0] * self.seats
        self.start_round()
        self.go_on()

    # ---------------------------------------------------------------- what everybody may ask

    @property
    def is_over(self) -> bool:
        """Whether the last round has ended."""
        return self.ending is not None and self.round == self.rounds

    @property
    def truncated(self) -> bool:
        """Whether the last round was cut off by the tick cap; earlier ones don't matter (VM-11)."""
        return self.is_over and self.ending == CAP

    def legal(self) -> list[str]:
        """All action words of the seat that is asked, sorted; empty once the game is over."""
        if self.is_over:
            return []
        return sorted([*self.busy_words(self.seat), "wait"])

    def play(self, words: str) -> None:
        """Note down one choice; the last one of the tick sets everything going (VM-8)."""
        if words not in self.legal():
            raise ValueError("not legal now: " + words)
        self.choices[self.seat] = words
        still_to_choose = [seat for seat in self.asked if seat not in self.choices]
        if still_to_choose:
            self.seat = still_to_choose[0]
        else:
            self.carry_out_tick()
            self.go_on()

    def returns(self) -> list[float]:
        """The payoff of every seat; the winners share, and zeros while the game is running."""
        if not self.is_over:
            return [0.0] * self.seats
        winners = self.winners()
        won = (self.seats / len(winners) - 1) / (self.seats - 1)
        lost = -1 / (self.seats - 1)
        return [won if seat in winners else lost for seat in range(self.seats)]

    def winners(self) -> list[int]:
        """The seats with the fewest points, all of them; nobody while the game runs (VM-10)."""
        if not self.is_over:
            return []
        fewest = min(self.points)
        return [seat for seat in range(self.seats) if self.points[seat] == fewest]

    def state(self) -> dict[str, object]:
        """Everything there is, for comparing."""
        return {
            "round": self.round,
            "ticks": self.ticks,
            "seat": self.seat,
            "asked": sorted(self.asked),
            "choices": dict(self.choices),
            "hands": [[list(held) for held in hand] for hand in self.hands],
            "piles": [list(pile) for pile in self.piles],
            "voodoo": list(self.voodoo),
            "top_side": self.top_side,
            "points": list(self.points),
            "stalemates": self.stalemates,
            "seen": [sorted(faces) for faces in self.seen],
            "last": {seat: list(entry) for seat, entry in self.last.items()},
            "ending": self.ending,
            "winners": self.winners(),
        }

    # ------------------------------------------------------------------------- the faces

    def target(self) -> tuple[int, int]:
        """The combination that the top of the Voodoo pile is missing."""
        return missing(self.cards[self.voodoo[0]][self.top_side])

    def answers(self, card: int, side: int) -> bool:
        """Whether a face shows what is sought (VM-1)."""
        ingredient, colour = self.target()
        return self.cards[card][side].get(ingredient) == colour

    def repeats(self, card: int, side: int) -> bool:
        """Whether a face is missing the very same as the top, for a Voodoo (VM-2)."""
        return missing(self.cards[card][side]) == self.target()

    def fits(self, card: int, side: int) -> bool:
        """Whether a face may be laid on the Voodoo pile now; nothing else may (VM-6)."""
        return self.answers(card, side) or self.repeats(card, side)

    def see(self, seat: int, card: int, side: int) -> None:
        """A seat has looked at a face, and remembers it until the next deal (VM-12)."""
        self.seen[seat].add((card, side))

    def show_to_all(self, card: int, side: int) -> None:
        """Every seat has watched this face (VM-12)."""
        for seat in range(self.seats):
            self.see(seat, card, side)

    # --------------------------------------------------------------------- what a seat may do

    def busy_words(self, seat: int) -> list[str]:
        """All that a seat could do, waiting left aside."""
        words = self.play_words(seat) + self.swap_words(seat)
        if self.search:
            words += self.flip_words(seat)
        return words

    def hand_places(self, seat: int) -> list[int]:
        """The places of a hand that hold a card, from 1 on."""
        return list(range(1, len(self.hands[seat]) + 1))

    def playable_sides(self, seat: int, place: int) -> list[int]:
        """Both sides of a hand card, but with search only the one that its holder sees."""
        visible = self.hands[seat][place - 1][1]
        if self.search:
            return [visible]
        return list(SIDES)

    def play_words(self, seat: int) -> list[str]:
        """Each face of the hand that answers or repeats (VM-1, VM-2, VM-6)."""
        words = []
        for place in self.hand_places(seat):
            card = self.hands[seat][place - 1][0]
            for side in self.playable_sides(seat, place):
                if self.fits(card, side):
                    words.append(f"play {place}{SIDE_LETTERS[side]}")
        return words

    def swap_words(self, seat: int) -> list[str]:
        """Each hand card, at any time, as long as there is something to swap with (VM-4)."""
        if not self.piles[seat]:
            return []
        return [f"swap {place}" for place in self.hand_places(seat)]

    def flip_words(self, seat: int) -> list[str]:
        """Each hand card may be turned round, with search."""
        return [f"flip {place}" for place in self.hand_places(seat)]

    # -------------------------------------------------------------------------- the rounds

    def go_on(self) -> None:
        """Score, deal and let ticks pass until somebody is asked or the game is over."""
        while True:
            if self.ending is not None:
                self.score()
                if self.is_over:
                    return
                self.start_round()
            else:
                self.start_tick()
                if self.asked:
                    return
                self.pass_tick()

    def start_round(self) -> None:
        """Deal, then see whether anybody could ever play (VM-9, VM-10)."""
        self.round += 1
        self.ticks = 0
        self.stalemates = 0
        self.last = {}
        self.ending = None
        self.seen = [set() for _ in range(self.seats)]
        self.deal()
        self.help_a_stalemate()

    def deal(self) -> None:
        """Shuffle, lay out the first Voodoo card, give everybody a hand and a pile (VM-3a)."""
        cards = list(range(CARDS))
        self.chance.shuffle(cards)
        self.voodoo = [cards.pop(0)]
        self.top_side = self.chance.below(2)
        self.show_to_all(self.voodoo[0], self.top_side)
        self.piles = []
        for _ in range(self.seats):
            size = CARDS_PER_SEAT[self.seats]
            self.piles.append(cards[:size])
            cards = cards[size:]
        self.hands = [[] for _ in range(self.seats)]
        for seat in range(self.seats):
            self.fill_hand(seat)

    def cards_left(self, seat: int) -> int:
        """How many cards a seat still has to get rid of."""
        return len(self.hands[seat]) + len(self.piles[seat])

    def score(self) -> None:
        """A point for each card left, and nobody is asked any more (VM-10)."""
        self.asked = []
        self.choices = {}
        for seat in range(self.seats):
            self.points[seat] += self.cards_left(seat)

    # ------------------------------------------------------------------- cards into the hand

    def hold(self, card: int) -> list[int | None]:
        """A card as it is held: with search a random side is to be seen, else both are."""
        if self.search:
            return [card, self.chance.below(2)]
        return [card, None]

    def take_top(self, seat: int, place: int) -> None:
        """The top card of the own pile comes to a place of the hand, and is looked at (VM-3)."""
        held = self.hold(self.piles[seat].pop(0))
        self.hands[seat].insert(place - 1, held)
        card, visible = held
        for side in SIDES:
            if visible is None or visible == side:
                self.see(seat, card, side)

    def fill_hand(self, seat: int) -> None:
        """Take cards behind the others until the hand is full or the pile empty (VM-5)."""
        while len(self.hands[seat]) < FULL_HAND and self.piles[seat]:
            self.take_top(seat, len(self.hands[seat]) + 1)

    # --------------------------------------------------------------------------- the ticks

    def start_tick(self) -> None:
        """Find out who is quick enough, and ask those who could do more than wait."""
        quick = [seat for seat in range(self.seats) if self.is_quick_enough(seat)]
        self.asked = [seat for seat in quick if self.busy_words(seat)]
        self.choices = {}
        if self.asked:
            self.seat = self.asked[0]

    def is_quick_enough(self, seat: int) -> bool:
        """A seat with a mean of 1 always acts, a slower one by luck."""
        mean = self.reaction[seat]
        if mean == 1:
            return True
        return self.chance.below(MILLION) < round(MILLION / mean)

    def pass_tick(self) -> None:
        """Nobody was asked: the tick is over all the same, and counts (VM-11)."""
        self.ticks += 1
        self.look_at_the_cap()

    def carry_out_tick(self) -> None:
        """Reveal all choices and carry them out in a random order until play stops (VM-8)."""
        order = list(self.asked)
        self.chance.shuffle(order)
        self.ticks += 1
        if any(words != "wait" for words in self.choices.values()):
            self.last = {}
        self.reveal_choices()
        stopped = False
        for seat in order:
            words = self.choices[seat]
            if words == "wait":
                continue
            if stopped:
                self.last[seat] = [words, False]
                continue
            was_voodoo = self.would_be_voodoo(seat, words)
            self.last[seat] = [words, self.carry_out(seat, words)]
            stopped = was_voodoo or self.ending is not None
        self.end_tick()

    def end_tick(self) -> None:
        """A round may end because a seat is out, by VM-9 or by the cap, looked at in this order."""
        if self.ending is None:
            self.help_a_stalemate()
        if self.ending is None:
            self.look_at_the_cap()

    def look_at_the_cap(self) -> None:
        """A round has only so many ticks (VM-11)."""
        if self.ticks >= self.max_ticks:
            self.ending = CAP

    # ------------------------------------------------------------------- single actions

    def named_face(self, seat: int, words: str) -> tuple[int, int, int]:
        """The hand place, card and side that a play names."""
        name = words.split()[1]
        place = int(name[0])
        side = SIDE_LETTERS.index(name[1])
        return place, self.hands[seat][place - 1][0], side

    def reveal_choices(self) -> None:
        """Choices become known together: who names a face to play shows it (VM-8, VM-12)."""
        for seat, words in self.choices.items():
            if words.startswith("play"):
                _, card, side = self.named_face(seat, words)
                self.show_to_all(card, side)

    def would_be_voodoo(self, seat: int, words: str) -> bool:
        """Whether this action, carried out now, is a Voodoo (VM-2)."""
        if not words.startswith("play"):
            return False
        _, card, side = self.named_face(seat, words)
        return self.repeats(card, side)

    def carry_out(self, seat: int, words: str) -> bool:
        """Do one action; the answer says whether it counted or fizzled (VM-8)."""
        kind, what = words.split()
        if kind == "play":
            return self.lay_card(seat, words)
        if kind == "swap":
            self.swap(seat, int(what))
        else:
            self.flip(seat, int(what))
        return True

    def lay_card(self, seat: int, words: str) -> bool:
        """A card goes on the Voodoo pile if it still fits what lies there (VM-1, VM-2, VM-8)."""
        place, card, side = self.named_face(seat, words)
        if not self.fits(card, side):
            return False
        is_voodoo = self.repeats(card, side)
        self.hands[seat].pop(place - 1)
        self.voodoo.insert(0, card)
        self.top_side = side
        self.show_to_all(card, side)
        if self.cards_left(seat) == 0:
            self.ending = OUT  # at once, even after a Voodoo (VM-7)
            return True
        if self.piles[seat]:
            self.take_top(seat, place)  # into the gap; else the hand has closed up (VM-3)
        if is_voodoo:
            self.hand_out_cards(seat)
        return True

    def hand_out_cards(self, player: int) -> None:
        """After a Voodoo the others get the bottom cards, as far as these go (VM-2, VM-3a)."""
        for steps in range(1, self.seats):
            other = (player + steps) % self.seats
            if len(self.voodoo) > 1:  # the top card stays where it is
                self.piles[other].append(self.voodoo.pop())
                self.fill_hand(other)  # VM-5

    def swap(self, seat: int, place: int) -> None:
        """A hand card goes under the own pile, the top one comes in its place (VM-4)."""
        card = self.hands[seat].pop(place - 1)[0]
        self.piles[seat].append(card)
        self.take_top(seat, place)

    def flip(self, seat: int, place: int) -> None:
        """Turn a hand card round and look at it, with search."""
        held = self.hands[seat][place - 1]
        held[1] = BACK if held[1] == FRONT else FRONT
        self.see(seat, held[0], held[1])

    # -------------------------------------------------------------------------- stalemates

    def help_a_stalemate(self) -> None:
        """New tops until somebody could play some day; ten in vain end the round (VM-9)."""
        new_tops = 0
        while not self.anybody_could_ever_play():
            if new_tops == MOST_NEW_TOPS:
                self.ending = STALEMATE
                return
            self.bring_new_top()
            new_tops += 1

    def anybody_could_ever_play(self) -> bool:
        """Whether any side of any card in the hands and own piles fits the top (VM-9)."""
        for seat in range(self.seats):
            in_hand = [held[0] for held in self.hands[seat]]
            for card in in_hand + self.piles[seat]:
                if self.fits(card, FRONT) or self.fits(card, BACK):
                    return True
        return False

    def bring_new_top(self) -> None:
        """The bottom card comes to the top with a random side up; a lone one is turned (VM-9)."""
        if len(self.voodoo) == 1:
            self.top_side = BACK if self.top_side == FRONT else FRONT
        else:
            self.voodoo.insert(0, self.voodoo.pop())
            self.top_side = self.chance.below(2)
        self.stalemates += 1
        self.show_to_all(self.voodoo[0], self.top_side)
