"""A slow and plain Gelini Nightlife: the rules written down once more, to check the fast game.

Every method carries out one thing the rulebook names, and its docstring gives the rulings
(GN-1 to GN-24) it follows.  Nothing here is made fast, and nothing is shared with the fast game.

A twin can be set up in the middle of a game: build one, then assign any of these attributes.

    seat         the seat that is asked
    phase        "step", "flyer", "call" or "people"
    face         the number on the die as it lies now
    rolls        how often the die has been cast, the present cast included
    line         list of words, None for a gap; line[0] is place 1, at the tail
    tokens       list by seat: the place of the token (0, -1, ... behind the line)
    floors       list by seat: {word: how many} for guests and VIPs
    coins        list by seat: Coins beside the floor
    stars        list by seat: Stars on the floor
    stars_aside  how many Stars still lie aside
    band         the seat that took the Band, or None
    ending       "not ended" for a running game; `is_over` and `truncated` are read off it
    winners      list of seats, empty for a running game

There is no other memory: who is asked next, and what is open, is always read off the table.
"""

from __future__ import annotations

from collections.abc import Callable

VIP = "vip"
COIN = "coin"
FLYER = "flyer"
CALL = "call"
PEOPLE = "people"
ACTION_COUNTERS = (FLYER, CALL, PEOPLE)

COINS_FOR_A_STAR = 2

NOT_ENDED = "not ended"
FULL_FLOOR = "full floor"
BAND = "band"
ROLL_CAP = "roll cap"


class Twin:
    """One game of Gelini Nightlife, played with action words."""

    def __init__(
        self,
        line: list[str],
        order: list[int],
        roll: Callable[[], int],
        *,
        seats: int,
        cliques: dict[str, list[int]],
        vip_area: int,
        star_area: int,
        stars: int,
        band_area: int,
        floor: int,
        ties: str,
        max_rolls: int,
    ) -> None:
        """Lay out the line, put the tokens behind it (GN-1), cast the die for the first time."""
        if seats < 2 or sorted(order) != list(range(seats)):
            raise ValueError("at least two seats, and each has one place in the order")
        if ties not in ("shared", "rearmost"):
            raise ValueError("ties are shared or rearmost")
        if max_rolls < 1:
            raise ValueError("at least one roll")
        self.seats = seats
        self.star_area = star_area
        self.band_area = band_area
        self.floor = floor
        self.ties = ties
        self.max_rolls = max_rolls
        self.cast_die = roll

        self.area_of = {VIP: vip_area}  # everything that can lie on a floor, Stars and Band apart
        self.colour_of: dict[str, str] = {}  # guests only; a VIP has no colour (GN-5)
        for colour, areas in cliques.items():
            for area in areas:
                guest = f"{colour}{area}"
                self.area_of[guest] = area
                self.colour_of[guest] = colour
        for word in line:
            if word not in self.area_of and word != COIN and word not in ACTION_COUNTERS:
                raise ValueError("unknown counter " + word)

        self.line: list[str | None] = list(line)
        self.tokens = [0] * seats
        for number, seat in enumerate(order):
            self.tokens[seat] = -number
        self.floors: list[dict[str, int]] = [{} for _ in range(seats)]
        self.coins = [0] * seats
        self.stars = [0] * seats
        self.stars_aside = stars
        self.band: int | None = None
        self.ending = NOT_ENDED
        self.winners: list[int] = []

        self.seat = order[-1]
        self.phase = "step"
        self.face = 0
        self.rolls = 0
        self.next_cast()

    # ---------------------------------------------------------------- what everybody may ask

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in any way."""
        return self.ending != NOT_ENDED

    @property
    def truncated(self) -> bool:
        """Whether the game was cut off because the casts were used up (GN-10)."""
        return self.ending == ROLL_CAP

    def legal(self) -> list[str]:
        """All action words of the seat that is asked, sorted; empty once the game is over."""
        if self.is_over:
            return []
        if self.phase == "step":
            words = ["go", "stay"]
        elif self.phase == "flyer":
            words = self.flyer_words() + ["decline"]  # GN-15
        elif self.phase == "call":
            words = [f"call {place}" for place in self.call_places()]  # a must (GN-13)
        else:
            words = [f"people {place}" for place in self.people_places()] + ["decline"]  # GN-15
        return sorted(words)

    def play(self, words: str) -> None:
        """Carry out one action, then everything that follows without a question."""
        if words not in self.legal():
            raise ValueError("not legal now: " + words)
        parts = words.split()
        if parts[0] == "go":
            self.step()
        elif parts[0] == "stay":
            self.ask_next()
        elif parts[0] == "decline":
            self.next_cast()
        elif parts[0] == "take":
            self.take_by_flyer(parts[1], int(parts[3].removeprefix("p")))
        elif parts[0] == "call":
            self.land(int(parts[1]))
        elif parts[0] == "people":
            self.take_by_people(int(parts[1]))

    def returns(self) -> list[float]:
        """The payoff of every seat; the winners share, and zeros while the game is running."""
        if not self.is_over:
            return [0.0] * self.seats
        won = (self.seats / len(self.winners) - 1) / (self.seats - 1)
        lost = -1 / (self.seats - 1)
        return [won if seat in self.winners else lost for seat in range(self.seats)]

    def state(self) -> dict[str, object]:
        """Everything that can be seen on the table, for comparing."""
        floors = [{word: count for word, count in f.items() if count > 0} for f in self.floors]
        return {
            "seat": self.seat,
            "phase": self.phase,
            "roll": self.face,
            "rolls": self.rolls,
            "ending": self.ending,
            "winners": sorted(self.winners),
            "line": list(self.line),
            "tokens": list(self.tokens),
            "floors": floors,
            "coins": list(self.coins),
            "stars": list(self.stars),
            "band": self.band,
        }

    # ------------------------------------------------------------------------- the line

    def band_place(self) -> int:
        """The place of the Band, right in front of the line (GN-19)."""
        return len(self.line) + 1

    def counter_at(self, place: int) -> str | None:
        """The counter lying at a place of the line, None for a gap."""
        return self.line[place - 1]

    def pick_up(self, place: int) -> str:
        """Take the counter at a place out of the line; a gap remains (GN-3)."""
        counter = self.counter_at(place)
        assert counter is not None, "nothing lies at this place"
        self.line[place - 1] = None
        return counter

    def places_with_counters(self) -> list[int]:
        """All places where something still lies, from the tail to the front."""
        places = range(1, len(self.line) + 1)
        return [place for place in places if self.counter_at(place) is not None]

    def seats_from_the_back(self) -> list[int]:
        """The seats as their tokens stand, the one farthest from the Band first (GN-2)."""
        return sorted(range(self.seats), key=lambda seat: self.tokens[seat])

    # ------------------------------------------------------------------------ the floors

    def area(self, seat: int) -> int:
        """The squares covered on a floor; Coins lie beside it and cover none (GN-6)."""
        total = self.stars[seat] * self.star_area
        for word, count in self.floors[seat].items():
            total += count * self.area_of[word]
        if self.band == seat:
            total += self.band_area
        return total

    def free_squares(self, seat: int) -> int:
        """The squares still empty; an overfilled floor counts as having none (GN-18)."""
        return max(0, self.floor - self.area(seat))

    def has_colour(self, seat: int, colour: str) -> bool:
        """Whether at least one guest of this colour is on the floor (GN-5)."""
        counters = [word for word, count in self.floors[seat].items() if count > 0]
        return any(self.colour_of.get(word) == colour for word in counters)

    def lay_down(self, seat: int, word: str) -> None:
        """Put one guest or VIP on a floor."""
        self.floors[seat][word] = self.floors[seat].get(word, 0) + 1

    def lift_up(self, seat: int, word: str) -> None:
        """Take one guest or VIP away from a floor."""
        assert self.floors[seat].get(word, 0) > 0, "no such counter on this floor"
        self.floors[seat][word] -= 1

    # ------------------------------------------------------------- casting, asking, moving

    def next_cast(self) -> None:
        """The rearmost seat casts and is asked first (GN-2), while casts are left (GN-10)."""
        if self.rolls >= self.max_rolls:
            self.finish(ROLL_CAP, self.fewest_free_squares())
            return
        self.rolls += 1
        self.face = self.cast_die()
        self.seat = self.seats_from_the_back()[0]
        self.phase = "step"

    def ask_next(self) -> None:
        """Offer the same cast to the next token; after the foremost one, cast anew (GN-2)."""
        sequence = self.seats_from_the_back()
        position = sequence.index(self.seat) + 1
        if position < len(sequence):
            self.seat = sequence[position]
        else:
            self.next_cast()

    def step(self) -> None:
        """Go on as many counters as the die shows, gaps and tokens left out (GN-3, GN-8)."""
        here = self.tokens[self.seat]
        ahead = [place for place in self.places_with_counters() if place > here]
        if self.face > len(ahead):
            self.reach_the_band()
        else:
            self.land(ahead[self.face - 1])

    def reach_the_band(self) -> None:
        """The Band joins whoever comes to it or would pass it, and all is over (GN-8)."""
        self.tokens[self.seat] = self.band_place()
        self.band = self.seat
        self.finish(BAND, self.fewest_free_squares())

    def land(self, place: int) -> None:
        """The token takes the place of the counter; the counter has its effect (GN-4, GN-11)."""
        self.tokens[self.seat] = place
        counter = self.pick_up(place)
        if counter == FLYER:
            self.use_flyer()
        elif counter == CALL:
            self.use_call()
        elif counter == PEOPLE:
            self.use_people()
        else:
            self.gain_and_go_on(counter)

    # ---------------------------------------------------------------------------- gaining

    def gain_and_go_on(self, word: str) -> None:
        """Gain a guest, VIP or Coin; unless that fills the floor, the die is cast again (GN-7)."""
        if word == COIN:
            self.gain_coin()
        else:
            self.gain_counter(word)
        if self.area(self.seat) >= self.floor:
            self.finish(FULL_FLOOR, [self.seat])
        else:
            self.next_cast()

    def gain_coin(self) -> None:
        """Put a Coin beside the floor; a pair pays for a Star while there are any (GN-6)."""
        self.coins[self.seat] += 1
        while self.coins[self.seat] >= COINS_FOR_A_STAR and self.stars_aside > 0:
            self.coins[self.seat] -= COINS_FOR_A_STAR
            self.stars_aside -= 1
            self.stars[self.seat] += 1

    def gain_counter(self, word: str) -> None:
        """Put a guest or VIP on the floor; a second guest of a colour brings the rest (GN-5)."""
        colour = self.colour_of.get(word)
        if colour is not None and self.has_colour(self.seat, colour):
            self.gather_clique(colour)
        self.lay_down(self.seat, word)

    def gather_clique(self, colour: str) -> None:
        """Fetch all guests of a colour from the whole line and all other floors (GN-5, GN-16)."""
        for place, counter in enumerate(self.line, start=1):
            if counter is not None and self.colour_of.get(counter) == colour:
                self.lay_down(self.seat, self.pick_up(place))
        for other in self.other_seats():
            for word in list(self.floors[other]):
                if self.colour_of.get(word) == colour:
                    while self.floors[other][word] > 0:
                        self.lift_up(other, word)
                        self.lay_down(self.seat, word)

    def other_seats(self) -> list[int]:
        """Everybody but the seat whose move it is."""
        return [seat for seat in range(self.seats) if seat != self.seat]

    # -------------------------------------------------------------------- action counters

    def use_flyer(self) -> None:
        """Ask what to take from somebody else, if anybody has something (GN-12)."""
        if self.flyer_words():
            self.phase = "flyer"
        else:
            self.next_cast()

    def flyer_words(self) -> list[str]:
        """Each kind of guest, VIP and Coin of the others; Stars are safe (GN-12)."""
        words = []
        for other in self.other_seats():
            for word, count in self.floors[other].items():
                if count > 0:
                    words.append(f"take {word} from p{other}")
            if self.coins[other] > 0:
                words.append(f"take {COIN} from p{other}")
        return words

    def take_by_flyer(self, word: str, other: int) -> None:
        """One counter changes its disco; cliques and Coins work as ever (GN-12)."""
        if word == COIN:
            self.coins[other] -= 1
        else:
            self.lift_up(other, word)
        self.gain_and_go_on(word)

    def use_call(self) -> None:
        """Back to an earlier counter: asked only if there are several of them (GN-13)."""
        places = self.call_places()
        if len(places) == 0:
            self.next_cast()
        elif len(places) == 1:
            self.land(places[0])
        else:
            self.phase = "call"

    def call_places(self) -> list[int]:
        """Counters behind the own token that some other token has still to pass (GN-13)."""
        here = self.tokens[self.seat]
        last = min(self.tokens[other] for other in self.other_seats())
        return [place for place in self.places_with_counters() if last < place < here]

    def use_people(self) -> None:
        """Ask which counter left behind by all may come in, if there is one (GN-14)."""
        if self.people_places():
            self.phase = "people"
        else:
            self.next_cast()

    def people_places(self) -> list[int]:
        """Guests, VIPs and Coins behind every token, as the tokens stand now (GN-14)."""
        last_token = min(self.tokens)
        passed = [place for place in self.places_with_counters() if place < last_token]
        return [place for place in passed if self.counter_at(place) not in ACTION_COUNTERS]

    def take_by_people(self, place: int) -> None:
        """The chosen counter comes in; the token stays where it is (GN-11, GN-14)."""
        self.gain_and_go_on(self.pick_up(place))

    # -------------------------------------------------------------------- end of the game

    def fewest_free_squares(self) -> list[int]:
        """The seats with the least empty floor; a tie may go to the rear token (GN-8, GN-9)."""
        fewest = min(self.free_squares(seat) for seat in range(self.seats))
        best = [seat for seat in self.seats_from_the_back() if self.free_squares(seat) == fewest]
        if self.ties == "rearmost":
            return best[:1]
        return best

    def finish(self, ending: str, winners: list[int]) -> None:
        """The game is over (GN-7, GN-8, GN-10)."""
        self.ending = ending
        self.winners = winners
