"""A slow and plain Itchy Monkey: the rules written down once more, to check the fast game against.

Every method carries out one thing the rulebook names, and its docstring gives the rulings
(IM-1 to IM-21) it follows.  Nothing here is made fast, and nothing is shared with the fast game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Cell = tuple[int, int]  # (column, row), both counted from 0; (0, 0) is a1, the top left corner
Party = tuple[int, int]  # (workers, queens)

SPECIES = "GOLSMT"  # Gorilla, Orangutan, Lemur, Spider Monkey, Mandrill, Emperor Tamarin
DIRECTIONS = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # up, right, down, left

WORKER_POWER = 1
QUEEN_POWER = 2
START_WORKERS = 2
START_QUEENS = 1
ENTER_WORKERS = 2
QUEEN_PRICE = 6
LEMUR_PRICE = 3
COLONY_WORKERS = 3
NITPICK_WORKERS = 5
PUSH_CELLS = 2
GORILLAS_TO_WIN = 3
SAME_SPECIES_TO_WIN = 4
DIFFERENT_SPECIES_TO_WIN = 5

# The party words of a jump, in the order workers, queens.
JUMP_PARTIES: dict[str, Party] = {
    "W": (1, 0),
    "Q": (0, 1),
    "WW": (2, 0),
    "WQ": (1, 1),
    "QQ": (0, 2),
}

# Words that do nothing by themselves: when one of them stands alone it is not asked (IM-12).
IDLE_WORDS = ("decline", "end", "hop none")


@dataclass
class Tile:
    """One Monkey tile with the lice on it.  The owner is None while there are no lice (IM-3)."""

    species: str
    owner: int | None = None
    workers: int = 0
    queens: int = 0

    def power(self) -> int:
        """The total power of the lice on the tile (IM-7)."""
        return party_power((self.workers, self.queens))

    def has_lice(self) -> bool:
        """Whether any louse sits here (IM-2, IM-5)."""
        return self.workers + self.queens > 0

    def is_colony(self) -> bool:
        """Whether there are enough workers for a colony; queens do not count (IM-13)."""
        return self.workers >= COLONY_WORKERS

    def add(self, seat: int, workers: int, queens: int) -> None:
        """Put lice of one seat here; nobody else may have any here at that moment (IM-3)."""
        assert self.owner in (None, seat), "a rival sits on this tile"
        self.workers += workers
        self.queens += queens
        if self.has_lice():
            self.owner = seat

    def take(self, workers: int, queens: int) -> None:
        """Take lice away; when none are left the tile has no owner any more (IM-3)."""
        assert workers <= self.workers and queens <= self.queens, "not that many lice here"
        self.workers -= workers
        self.queens -= queens
        if not self.has_lice():
            self.owner = None


def party_power(party: Party) -> int:
    """The added power of some workers and queens (IM-7, IM-16)."""
    workers, queens = party
    return workers * WORKER_POWER + queens * QUEEN_POWER


def cell_name(cell: Cell) -> str:
    """The name of a cell: column letter, then row number counted from the top (Components)."""
    column, row = cell
    return "abcdefg"[column] + str(row + 1)


def cell_of(name: str) -> Cell:
    """The cell that has this name (Components)."""
    return ("abcdefg".index(name[0]), int(name[1:]) - 1)


def step(cell: Cell, direction: Cell) -> Cell:
    """The next cell in a direction; it may lie outside the board."""
    return (cell[0] + direction[0], cell[1] + direction[1])


def direction_between(start: Cell, goal: Cell) -> Cell:
    """The direction of the straight line from one cell to another one."""
    for direction in DIRECTIONS:
        cell = start
        for _ in range(7):
            cell = step(cell, direction)
            if cell == goal:
                return direction
    raise ValueError("these two cells are not in one line")


def hop_word(party: Party) -> str:
    """The word for a hop of this party (Actions in words)."""
    workers, queens = party
    word = "hop "
    if workers > 0:
        word += f"{workers}W"
    if queens > 0:
        word += f"{queens}Q"
    return word


def hop_party(word: str) -> Party:
    """The party that a hop word other than `hop none` speaks of (Actions in words)."""
    text = word.split()[1]
    workers = 0
    queens = 0
    if "W" in text:
        number, text = text.split("W")
        workers = int(number)
    if "Q" in text:
        queens = int(text.rstrip("Q"))
    return (workers, queens)


class Twin:
    """One game of Itchy Monkey, played with action words."""

    def __init__(
        self,
        board: list[str],
        num_players: int = 2,
        abilities: Iterable[str] = (),
        tamarin_replaces: str | None = None,
        last_louse_left: bool = False,
        max_turns: int = 400,
        workers: int = 20,
        queens: int = 3,
    ) -> None:
        """Lay out the tiles and give every seat its lice; seat 0 places first (IM-1)."""
        self.abilities = set(abilities)
        if not 2 <= num_players <= 4:
            raise ValueError("2 to 4 seats")
        if not self.abilities <= set(SPECIES):
            raise ValueError("an ability is a species letter")
        if tamarin_replaces not in (None, "O", "L", "S", "M"):
            raise ValueError("the Tamarin replaces one of O, L, S, M")
        if max_turns < 1 or workers < 0 or queens < 0 or workers + queens < 1:
            raise ValueError("at least one turn and one louse")
        self.num_players = num_players
        self.last_louse_left = last_louse_left
        self.max_turns = max_turns

        self.rows = len(board)
        self.columns = len(board[0]) if board else 0
        self.tiles: dict[Cell, Tile] = {}
        self.lay_tiles(board, tamarin_replaces)
        if len(self.tiles) < num_players:
            raise ValueError("fewer tiles than seats")

        self.supply_workers = [workers] * num_players
        self.supply_queens = [queens] * num_players
        self.removed_workers = [0] * num_players  # out of the game (IM-21)
        self.removed_queens = [0] * num_players

        self.seat = 0
        self.phase = "place"
        self.turns = 0
        self.moving: Cell | None = None  # the tile that has slid, while its hop is open
        self.bumped: Cell | None = None  # the tile it has bumped
        self.winners: list[int] = []
        self.is_over = False
        self.truncated = False

    def lay_tiles(self, board: list[str], tamarin_replaces: str | None) -> None:
        """Put the tiles on the board; the Tamarin may stand in for one species (Components)."""
        if not (1 <= self.rows <= 7 and 1 <= self.columns <= 7):
            raise ValueError("a board has 1 to 7 rows and columns")
        for row, line in enumerate(board):
            if len(line) != self.columns:
                raise ValueError("the rows of a board are equally long")
            for column, letter in enumerate(line):
                if letter == ".":
                    continue
                if letter not in SPECIES:
                    raise ValueError("unknown species letter " + letter)
                if letter == tamarin_replaces:
                    letter = "T"
                self.tiles[(column, row)] = Tile(letter)

    # ---------------------------------------------------------------- what everybody may ask

    def legal(self) -> list[str]:
        """All action words of the seat to act, sorted; empty once the game is over."""
        if self.is_over:
            return []
        return sorted(self.open_words())

    def play(self, word: str) -> None:
        """Carry out one action word, then everything that goes by itself (IM-12)."""
        if word not in self.legal():
            raise ValueError("not legal now: " + word)
        self.carry_out(word)
        self.go_on_by_itself()

    def returns(self) -> list[float]:
        """The result of every seat; all zero for a draw (and while the game is still going on)."""
        seats = self.num_players
        if not self.winners or len(self.winners) == seats:
            return [0.0] * seats
        results = []
        for seat in range(seats):
            if seat in self.winners:
                results.append((seats / len(self.winners) - 1) / (seats - 1))
            else:
                results.append(-1 / (seats - 1))
        return results

    def state(self) -> dict[str, object]:
        """Everything that can be seen on the table, for comparing."""
        tiles = {}
        for cell, tile in self.tiles.items():
            tiles[cell_name(cell)] = (tile.species, tile.owner, tile.workers, tile.queens)
        return {
            "tiles": tiles,
            "supply": list(zip(self.supply_workers, self.supply_queens, strict=True)),
            "turn": self.seat,
            "phase": self.phase,
            "turns": self.turns,
            "over": self.is_over,
        }

    # ------------------------------------------------------------------------ the board

    def on_board(self, cell: Cell) -> bool:
        """Whether the cell is part of the board."""
        column, row = cell
        return 0 <= column < self.columns and 0 <= row < self.rows

    def is_free(self, cell: Cell) -> bool:
        """Whether the cell is on the board and holds no tile (IM-9)."""
        return self.on_board(cell) and cell not in self.tiles

    def neighbours(self, cell: Cell) -> list[Cell]:
        """The cells directly beside this one that hold a tile (IM-7)."""
        found = []
        for direction in DIRECTIONS:
            beside = step(cell, direction)
            if beside in self.tiles:
                found.append(beside)
        return found

    def first_tile(self, cell: Cell, direction: Cell) -> Cell | None:
        """The first tile seen from a cell in one direction, if there is one (IM-2)."""
        here = step(cell, direction)
        while self.on_board(here):
            if here in self.tiles:
                return here
            here = step(here, direction)
        return None

    def own_cells(self) -> list[Cell]:
        """The tiles that hold lice of the acting seat."""
        return [cell for cell, tile in self.tiles.items() if tile.owner == self.seat]

    def cells_without_lice(self) -> list[Cell]:
        """The tiles that hold no lice at all (IM-2, IM-5)."""
        return [cell for cell, tile in self.tiles.items() if not tile.has_lice()]

    def has_ability(self, cell: Cell, species: str) -> bool:
        """Whether the tile may use the ability of a species right now.

        A tile has the ability of its own species if that is switched on.  A Tamarin (if switched
        on itself) also has what its neighbours have, but never by way of a second Tamarin (IM-20).
        """
        if species not in self.abilities:
            return False
        tile = self.tiles[cell]
        if tile.species == species:
            return True
        if tile.species == "T" and "T" in self.abilities:
            for beside in self.neighbours(cell):
                if self.tiles[beside].species == species:
                    return True
        return False

    # --------------------------------------------------------------- which words are open

    def open_words(self) -> list[str]:
        """The words open in the present phase, with `decline`, `end` or `hop none` if allowed."""
        if self.phase == "place":
            return self.place_words()
        if self.phase == "spawn":
            return self.spawn_phase_words()
        if self.phase == "move":
            return self.move_phase_words()
        if self.phase == "hop":
            return self.hop_words()
        return self.exchange_words() + ["end"]  # "moved": exchanges are still open (IM-6)

    def place_words(self) -> list[str]:
        """Where the acting seat may start (IM-2)."""
        empty = self.cells_without_lice()
        good = [cell for cell in empty if not self.sees_lice(cell)]
        if not good:
            good = empty
        return ["place " + cell_name(cell) for cell in good]

    def sees_lice(self, cell: Cell) -> bool:
        """Whether the first tile in any of the four directions holds lice (IM-2)."""
        for direction in DIRECTIONS:
            first = self.first_tile(cell, direction)
            if first is not None and self.tiles[first].has_lice():
                return True
        return False

    def spawn_phase_words(self) -> list[str]:
        """A spawn is a must where it can be done; exchanges stand beside it (IM-4, IM-5, IM-6)."""
        own = self.own_cells()
        if not own:
            return self.enter_words() + ["decline"]
        if self.supply_workers[self.seat] > 0:
            return ["spawn " + cell_name(cell) for cell in own] + self.exchange_words()
        return self.exchange_words() + ["decline"]

    def enter_words(self) -> list[str]:
        """Where a seat without lice on the board may come in (IM-5)."""
        if self.supply_workers[self.seat] == 0:
            return []
        return ["enter " + cell_name(cell) for cell in self.cells_without_lice()]

    def exchange_words(self) -> list[str]:
        """All exchanges for a queen: six workers anywhere, three on a Lemur (IM-6, IM-17)."""
        words = []
        if self.supply_queens[self.seat] > 0:
            for cell in self.own_cells():
                tile = self.tiles[cell]
                if tile.workers >= QUEEN_PRICE:
                    words.append("queen " + cell_name(cell))
                if self.has_ability(cell, "L") and tile.queens == 0 and tile.workers >= LEMUR_PRICE:
                    words.append("lemur " + cell_name(cell))
        return words

    def move_phase_words(self) -> list[str]:
        """A move is compulsory if there is one; exchanges stand beside it (IM-6, IM-12)."""
        moves = self.jump_words() + self.slide_words() + self.nitpick_words() + self.push_words()
        if moves:
            return moves + self.exchange_words()
        return self.exchange_words() + ["end"]

    def jump_words(self) -> list[str]:
        """All jumps: one louse to a neighbour, up to two from an Orangutan (IM-7, IM-16)."""
        words = []
        for cell in self.own_cells():
            tile = self.tiles[cell]
            most = 2 if self.has_ability(cell, "O") else 1
            for goal in self.neighbours(cell):
                for letters, party in JUMP_PARTIES.items():
                    workers, queens = party
                    if len(letters) > most or workers > tile.workers or queens > tile.queens:
                        continue
                    if self.may_land(party, goal):
                        words.append(f"jump {cell_name(cell)} {cell_name(goal)} {letters}")
        return words

    def may_land(self, party: Party, goal: Cell) -> bool:
        """Own and empty tiles are open; against a rival the party must not be weaker (IM-7)."""
        tile = self.tiles[goal]
        if tile.owner is None or tile.owner == self.seat:
            return True
        return party_power(party) >= tile.power()

    def slide_words(self) -> list[str]:
        """All slides of tiles with own lice (IM-9)."""
        words = []
        for cell in self.own_cells():
            for direction in DIRECTIONS:
                for goal in self.slide_stops(cell, direction):
                    words.append(f"slide {cell_name(cell)} {cell_name(goal)}")
        return words

    def slide_stops(self, cell: Cell, direction: Cell) -> list[Cell]:
        """Where a sliding tile may stop in one direction (IM-9, IM-10).

        The Spider Monkey may pass over one single tile once, if the cell behind that is free;
        it may do so as its first step too (IM-18).  Whether a Tamarin has this ability is
        settled where the slide begins (IM-20).
        """
        may_pass = self.has_ability(cell, "S")
        stops: list[Cell] = []
        here = cell
        while True:
            ahead = step(here, direction)
            if self.is_free(ahead):
                here = ahead
            elif may_pass and ahead in self.tiles and self.is_free(step(ahead, direction)):
                here = step(ahead, direction)
                may_pass = False
            else:
                return stops
            stops.append(here)

    def hop_words(self) -> list[str]:
        """Which parts of the lice may hop from the slid tile to the bumped one (IM-9)."""
        assert self.moving is not None and self.bumped is not None
        tile = self.tiles[self.moving]
        words = ["hop none"]
        for workers in range(tile.workers + 1):
            for queens in range(tile.queens + 1):
                party = (workers, queens)
                if party != (0, 0) and self.may_land(party, self.bumped):
                    words.append(hop_word(party))
        return words

    def nitpick_words(self) -> list[str]:
        """All tiles with enough workers of a rival; queens do not count for this (IM-11)."""
        words = []
        for cell, tile in self.tiles.items():
            is_rival = tile.owner is not None and tile.owner != self.seat
            if is_rival and tile.workers >= NITPICK_WORKERS:
                words.append("nitpick " + cell_name(cell))
        return words

    def push_words(self) -> list[str]:
        """All pushes: a Gorilla with own lice drives a neighbour straight away (IM-15)."""
        words = []
        for cell in self.own_cells():
            if not self.has_ability(cell, "G"):
                continue
            for pushed in self.neighbours(cell):
                direction = direction_between(cell, pushed)
                goal = pushed
                for _ in range(PUSH_CELLS):
                    goal = step(goal, direction)
                    if not self.is_free(goal):
                        break
                    names = [cell_name(cell), cell_name(pushed), cell_name(goal)]
                    words.append("push " + " ".join(names))
        return words

    # ------------------------------------------------------------------ carrying words out

    def carry_out(self, word: str) -> None:
        """Do what one legal word says."""
        parts = word.split()
        kind = parts[0]
        if kind == "place":
            self.place(cell_of(parts[1]))
        elif kind == "spawn":
            self.spawn(cell_of(parts[1]))
        elif kind == "enter":
            self.enter(cell_of(parts[1]))
        elif kind == "decline":
            self.phase = "move"
        elif kind == "queen":
            self.exchange(cell_of(parts[1]), QUEEN_PRICE)
        elif kind == "lemur":
            self.exchange(cell_of(parts[1]), LEMUR_PRICE)
        elif kind == "jump":
            self.jump(cell_of(parts[1]), cell_of(parts[2]), JUMP_PARTIES[parts[3]])
        elif kind == "slide":
            self.slide(cell_of(parts[1]), cell_of(parts[2]))
        elif word == "hop none":
            self.hop((0, 0))
        elif kind == "hop":
            self.hop(hop_party(word))
        elif kind == "push":
            self.push(cell_of(parts[2]), cell_of(parts[3]))
        elif kind == "nitpick":
            self.nitpick(cell_of(parts[1]))
        elif kind == "end":
            self.end_turn()

    def go_on_by_itself(self) -> None:
        """A word that does nothing is taken without asking when it stands alone (IM-4, IM-12)."""
        while not self.is_over:
            words = self.open_words()
            if len(words) > 1 or words[0] not in IDLE_WORDS:
                return
            self.carry_out(words[0])

    def place(self, cell: Cell) -> None:
        """Put the start lice on a tile; after the last seat, seat 0 has the first turn (IM-1)."""
        workers = min(START_WORKERS, self.supply_workers[self.seat])
        queens = min(START_QUEENS, self.supply_queens[self.seat])
        self.from_supply(cell, workers, queens)
        if self.seat + 1 < self.num_players:
            self.seat += 1
            return
        self.seat = 0
        self.phase = "spawn"

    def spawn(self, cell: Cell) -> None:
        """Add workers to an own tile, as many as the supply allows (IM-4)."""
        amount = min(self.spawn_amount(cell), self.supply_workers[self.seat])
        self.from_supply(cell, amount, 0)
        self.phase = "move"
        self.check_end()

    def spawn_amount(self, cell: Cell) -> int:
        """One worker, one more per queen; two on a Mandrill without queens (IM-4, IM-19)."""
        tile = self.tiles[cell]
        if tile.queens == 0 and self.has_ability(cell, "M"):
            return 2
        return 1 + tile.queens

    def enter(self, cell: Cell) -> None:
        """Come back to the board with two workers, or with the last one (IM-5)."""
        workers = min(ENTER_WORKERS, self.supply_workers[self.seat])
        self.from_supply(cell, workers, 0)
        self.phase = "move"
        self.check_end()

    def exchange(self, cell: Cell, price: int) -> None:
        """Give workers of one tile back for a queen on it; the phase stays (IM-6, IM-17)."""
        tile = self.tiles[cell]
        tile.add(self.seat, 0, 1)
        self.supply_queens[self.seat] -= 1
        tile.take(price, 0)
        self.supply_workers[self.seat] += price
        self.check_end()

    def jump(self, start: Cell, goal: Cell, party: Party) -> None:
        """One louse, or two from an Orangutan, to a neighbour (IM-7, IM-16)."""
        self.land(start, goal, party)
        self.move_is_done()

    def slide(self, start: Cell, goal: Cell) -> None:
        """Move a tile; if a tile lies right beyond the goal, the hop is asked (IM-9).

        The slide leaves all lice on their tiles, so nothing is won before the hop (IM-13).
        """
        beyond = step(goal, direction_between(start, goal))
        self.tiles[goal] = self.tiles.pop(start)
        if beyond in self.tiles:
            self.moving = goal
            self.bumped = beyond
            self.phase = "hop"
        else:
            self.move_is_done()

    def hop(self, party: Party) -> None:
        """The chosen lice, perhaps none, go from the slid tile to the bumped one (IM-9)."""
        assert self.moving is not None and self.bumped is not None
        if party != (0, 0):
            self.land(self.moving, self.bumped, party)
        self.moving = None
        self.bumped = None
        self.move_is_done()

    def push(self, pushed: Cell, goal: Cell) -> None:
        """Shift a tile with whatever sits on it; nothing bumps and nothing hops (IM-15, IM-18)."""
        self.tiles[goal] = self.tiles.pop(pushed)
        self.move_is_done()

    def nitpick(self, cell: Cell) -> None:
        """Sweep all lice, queens too, from a rival's crowded tile (IM-11)."""
        self.beat_all(cell)
        self.move_is_done()

    def land(self, start: Cell, goal: Cell, party: Party) -> None:
        """Lice arrive on a tile: they join, win, or go together with the defenders (IM-7, IM-8)."""
        workers, queens = party
        target = self.tiles[goal]
        self.tiles[start].take(workers, queens)
        if target.owner is None or target.owner == self.seat:
            target.add(self.seat, workers, queens)
            return
        attack = party_power(party)
        defence = target.power()
        self.beat_all(goal)
        if attack > defence:
            target.add(self.seat, workers, queens)
        else:
            self.beat(self.seat, workers, queens)

    def beat_all(self, cell: Cell) -> None:
        """All lice leave a tile (IM-7, IM-8, IM-11)."""
        tile = self.tiles[cell]
        assert tile.owner is not None
        self.beat(tile.owner, tile.workers, tile.queens)
        tile.take(tile.workers, tile.queens)

    def beat(self, seat: int, workers: int, queens: int) -> None:
        """Beaten lice go back to their seat, or out of the game in Last Louse Left (IM-21)."""
        if self.last_louse_left:
            self.removed_workers[seat] += workers
            self.removed_queens[seat] += queens
        else:
            self.supply_workers[seat] += workers
            self.supply_queens[seat] += queens

    def from_supply(self, cell: Cell, workers: int, queens: int) -> None:
        """Put lice of the acting seat's supply on a tile (IM-4, IM-5)."""
        self.supply_workers[self.seat] -= workers
        self.supply_queens[self.seat] -= queens
        self.tiles[cell].add(self.seat, workers, queens)

    # --------------------------------------------------------- end of move, turn and game

    def move_is_done(self) -> None:
        """After the move only exchanges are left, until `end` (IM-6); a win ends it all (IM-13)."""
        self.phase = "moved"
        self.check_end()

    def end_turn(self) -> None:
        """Count the turn, stop at the cap, or hand over to the next seat (IM-14)."""
        self.turns += 1
        if self.turns >= self.max_turns:
            self.truncated = True
            self.finish(list(range(self.num_players)))
            return
        self.seat = (self.seat + 1) % self.num_players
        self.phase = "spawn"

    def check_end(self) -> None:
        """Look for the end of the game after a change (IM-13, IM-21)."""
        if self.last_louse_left:
            self.check_last_louse()
        elif self.has_won():
            self.finish([self.seat])

    def has_won(self) -> bool:
        """Whether the acting seat has one of the three sets of colonies (IM-13)."""
        counts = {}
        for species in SPECIES:
            counts[species] = 0
        for cell in self.own_cells():
            tile = self.tiles[cell]
            if tile.is_colony():
                counts[tile.species] += 1
        if counts["G"] >= GORILLAS_TO_WIN:
            return True
        if max(counts.values()) >= SAME_SPECIES_TO_WIN:
            return True
        different = [species for species in SPECIES if counts[species] > 0]
        return len(different) >= DIFFERENT_SPECIES_TO_WIN

    def check_last_louse(self) -> None:
        """One seat left on the board wins, whoever acts; with nobody left all draw (IM-21)."""
        alive = set()
        for tile in self.tiles.values():
            if tile.owner is not None:
                alive.add(tile.owner)
        if len(alive) == 1:
            self.finish(list(alive))
        elif len(alive) == 0:
            self.finish(list(range(self.num_players)))

    def finish(self, winners: list[int]) -> None:
        """The game is over; all seats as winners is a draw (IM-13, IM-14, IM-21)."""
        self.is_over = True
        self.winners = winners
