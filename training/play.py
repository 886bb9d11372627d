"""`jivezoo play`: a game against agents in the terminal, in words."""

import argparse
import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..agents import make_agent
from ..agents.player import Agent, Views, decision_keys
from ..envs.errors import BadOption
from ..envs.game import Game, check_seed
from ..envs.position import Position
from .game_options import add_game_arguments, game_from

HELP = "Type an action or the beginnings of its words; ? lists actions; hint, undo, quit."
SHOWN = 12  # actions listed for an ambiguous answer


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jivezoo play` takes."""
    add_game_arguments(parser)
    parser.add_argument(
        "--against",
        nargs="+",
        default=["greedy"],
        metavar="AGENT",
        help="one agent for all other seats, or one for each (default: greedy)",
    )
    parser.add_argument("--seat", type=int, default=0, help="your seat; -1 only watches")
    parser.add_argument("--seed", type=int, help="seed of the game and of the agents")
    parser.add_argument(
        "--hint", default="mcts:1000", metavar="AGENT", help="who thinks when you ask for a hint"
    )
    parser.add_argument("--record", type=Path, help="append the game to a file, a line of JSON")
    parser.add_argument(
        "--text", action="store_true", help="play in the terminal (the only way yet)"
    )
    parser.epilog = (
        "examples:\n"
        "  jivezoo play itchy_monkey --against greedy --text\n"
        "  jivezoo play itchy_monkey --players 3 --against greedy random --seat 2 --text\n"
        "  jivezoo play gelini_nightlife -o action_counters=yes --against greedy --text\n"
        "  jivezoo play itchy_monkey --against greedy --seat -1 --text"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play one game."""
    game = game_from(arguments)
    seats = seat_agents(game, arguments.against, arguments.seat)
    adviser = seat_adviser(game, arguments.hint)
    seed = check_seed(arguments.seed)
    record = arguments.record
    if record is not None and (record.is_dir() or not record.absolute().parent.is_dir()):
        raise BadOption(f"--record: {record} must be a file in a folder that exists.")
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  line editing and history for input()
    table = Table(game, seats, seed, adviser)
    print(f"{game.title}, seed {seed}: {', '.join(table.names)}. {HELP}\n")
    table.play()
    if arguments.record is not None:
        table.record(arguments.record)
    return 0


def seat_agents(game: Game, names: Sequence[str], human: int) -> list[Agent | None]:
    """Return who sits in each seat, None for the human.

    Raises
    ------
    BadOption
        If the seat does not exist, or the number of agents does not fit.
    """
    if not -1 <= human < game.seats:
        raise BadOption(f"--seat must be from 0 to {game.seats - 1}, or -1 to watch.")
    others = [seat for seat in range(game.seats) if seat != human]
    if len(names) not in (1, len(others)):
        raise BadOption(f"--against takes one agent, or {len(others)} for this table.")
    seats: list[Agent | None] = [None] * game.seats
    for place, seat in enumerate(others):
        seats[seat] = make_agent(names[place % len(names)], game)
    return seats


def seat_adviser(game: Game, name: str) -> Any:
    """Return an agent that explains what it thinks, or raise BadOption."""
    adviser = make_agent(name, game)
    if not hasattr(adviser, "explain"):
        raise BadOption(f"--hint: {name} cannot explain what it thinks; mcts:1000 can.")
    return adviser


def match_words(typed: str, legal: Sequence[str]) -> list[str]:
    """Return the legal actions that an answer may mean: word by word, beginnings are enough.

    >>> match_words("j c3", ["jump c3 c4 W", "jump c3 c4 Q", "slide c3 c6"])
    ['jump c3 c4 W', 'jump c3 c4 Q']
    """
    given = typed.lower().split()
    for action in legal:
        if action.lower().split() == given:
            return [action]
    return [action for action in legal if _begins(action.lower().split(), given)]


def _begins(words: list[str], given: list[str]) -> bool:
    pairs = zip(words, given, strict=False)
    return len(given) <= len(words) and all(word.startswith(part) for word, part in pairs)


class Table:
    """A game in the terminal: who sits where, and what was played."""

    def __init__(self, game: Game, seats: list[Agent | None], seed: int, adviser: Any) -> None:
        """Deal the game of a seed; the adviser explains what it thinks, to who asks for a hint."""
        self.game, self.seats, self.seed, self.adviser = game, seats, seed, adviser
        self.memories: list[dict[Any, Any]] = [{} for _ in seats]
        self.position = game.new(seed)
        self.history: list[Position] = []
        self.actions: list[str] = []
        self.told = 0  # so many of the actions have been told
        self.names = [f"player_{i} {a.name if a else 'you'}" for i, a in enumerate(seats)]

    def play(self) -> None:
        """Play until the game is over or the human leaves."""
        while not self.position.is_over:
            agent = self.seats[self.position.seat]
            if agent is not None:
                self._let_play(agent)
            elif not self._ask():
                print("The game is left unfinished.")
                return
        print(f"{self.position}\n")
        for name, payoff in zip(self.names, self.position.returns(), strict=True):
            print(f"{name}: {payoff:+.2f}")

    def _play(self, words: str) -> None:
        self.history.append(self.position.copy())
        self.position.play(words)
        self.actions.append(words)
        self._tell()

    def _tell(self) -> None:
        """Print what agents have chosen, as soon as all may know."""
        revealed = self._count_revealed()
        for i in range(self.told, revealed):
            before = self.history[i]
            agent = self.seats[before.seat]
            if agent is not None and not self._is_secret(self.actions[i]):
                print(f"{self._moment(before)} ({agent.name}): {self.actions[i]}")
        self.told = revealed

    def _is_secret(self, words: str) -> bool:
        """Tell whether nobody is to know: who waits looks like one who was not asked."""
        return (
            self.game.idle_action is not None and words == self.game.actions[self.game.idle_action]
        )

    def _count_revealed(self) -> int:
        """Return how many actions all may know: those of a tick only when all have chosen."""
        if self.game.idle_action is None:
            return len(self.actions)
        now, revealed = self.position.states["revealed"], len(self.actions)
        while revealed and self.history[revealed - 1].states["revealed"] == now:
            revealed -= 1
        return revealed

    def _let_play(self, agent: Agent) -> None:
        """Let an agent act."""
        views = self._views(self.memories[self.position.seat])
        self._play(self.game.actions[int(agent.act(views)[0])])

    def _views(self, memory: dict[Any, Any] | None = None) -> Views:
        """Return what the seat to act sees; its randomness follows from seed and action number."""
        number = np.array([len(self.actions)], np.uint64)
        key = int(decision_keys(np.array([self.seed], np.uint64), number)[0])
        return Views.of_position(self.position, key, memory)

    def _moment(self, position: Position) -> str:
        """Return the first line of a position without the title: when, and who is to act."""
        headline = position.text(position.seat).split("\n", 1)[0]
        return headline.removeprefix(f"{self.game.title}: ")

    def _ask(self) -> bool:
        """Show the position and ask until something happens; False if the human leaves."""
        print(f"\n{self.position.text(self.position.seat)}\n")
        legal = self.position.legal_words()
        while True:
            try:
                typed = input(f"player_{self.position.seat}> ").strip()
            except (EOFError, KeyboardInterrupt):
                print()
                return False
            if typed in ("quit", "q", "exit"):
                return False
            if typed == "undo":
                self._undo()
                return True
            if typed == "hint":
                print(self.adviser.explain(self._views()[0]))
                continue
            if typed in ("?", "help", ""):
                print(HELP + "\n" + by_verb(legal))
                continue
            found = match_words(typed, legal)
            if len(found) == 1:
                self._play(found[0])
                return True
            self._explain(typed, found)

    def _explain(self, typed: str, found: list[str]) -> None:
        if found:
            more = ", ..." if len(found) > SHOWN else ""
            print(f"'{typed}' may mean: {', '.join(found[:SHOWN])}{more}")
        else:
            print(f"'{typed}' is not possible now; ? lists what is.")

    def _undo(self) -> None:
        """Go back to the human's decision before this one."""
        earlier = [i for i, p in enumerate(self.history) if self.seats[p.seat] is None]
        if not earlier:
            print("There is nothing to take back.")
            return
        self.position = self.history[earlier[-1]]
        del self.history[earlier[-1] :], self.actions[earlier[-1] :]
        self.told = self._count_revealed()
        self.memories = [{} for _ in self.seats]  # of a future that will not be

    def record(self, path: Path) -> None:
        """Append the game to a file as one line of JSON."""
        line = {
            "game": self.game.id,
            "options": self.game.option_words,
            "seed": self.seed,
            "agents": [agent.name if agent else "human" for agent in self.seats],
            "actions": self.actions[: self._count_revealed()],
            "payoff": self.position.returns().tolist() if self.position.is_over else None,
        }
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        print(f"recorded in {path}")


def by_verb(legal: Sequence[str]) -> str:
    """Return the legal actions, a line for each verb."""
    lines: dict[str, list[str]] = {}
    for action in legal:
        verb, _, rest = action.partition(" ")
        lines.setdefault(verb, []).append(rest)
    return "\n".join(f"  {verb}: {', '.join(rest)}".rstrip(": ") for verb, rest in lines.items())
