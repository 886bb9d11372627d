"""The folder in which a tournament keeps its games as they are played, to be taken up again."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from ..envs.errors import BadFile
from .files import write_whole
from .match import GameResult
from .tournament import Plan, whole_chunks

SETTINGS, GAMES = "settings.json", "games.jsonl"


class Ledger:
    """`settings.json` and `games.jsonl`, a line for each game, in a folder.

    `games` holds what was found there: the games of whole chunks.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        """Read what a folder, if it exists, holds of a plan's games; nothing is written yet.

        Raises
        ------
        BadFile
            If the folder holds another tournament, or files that are no tournament's.
        """
        self._folder, self._path = folder, folder / GAMES
        self._settings = json.dumps(plan.settings(), indent=2) + "\n"
        if (folder / SETTINGS).exists():
            check_settings(folder / SETTINGS, json.loads(self._settings), "tournament")
        elif self._path.exists():
            raise BadFile(f"{folder} holds a {GAMES} without {SETTINGS}; choose another folder.")
        found = {(game.seed, game.seating): game for game in _read_games(self._path)}
        self.games = [found[key] for chunk in whole_chunks(plan, found.values()) for key in chunk]

    def begin(self) -> None:
        """Make the folder; write the settings, and the games that were found, without torn ends."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_whole(self._folder / SETTINGS, self._settings)
        write_whole(self._path, _lines(self.games))

    def add(self, games: Iterable[GameResult]) -> None:
        """Append the games of a chunk; a crash leaves at worst a torn last line."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(_lines(games))


def _lines(games: Iterable[GameResult]) -> str:
    return "".join(json.dumps(asdict(game)) + "\n" for game in games)


def check_settings(path: Path, settings: dict[str, Any], what: str) -> None:
    """Raise BadFile unless the file holds these settings, of a tournament or `what` it is."""
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        differing = [key for key in {**settings, **kept} if kept.get(key) != settings.get(key)]
    except (ValueError, AttributeError, TypeError):
        raise BadFile(f"{path} is not the settings of a {what}.") from None
    if differing:
        key = differing[0]
        raise BadFile(
            f"{path.parent} holds a {what} with other settings: {key} was "
            f"{kept.get(key)!r} there and is {settings.get(key)!r} now; choose another folder."
        )


def _read_games(path: Path) -> list[GameResult]:
    """Return the games in a file; none if there is no such file."""
    return [_read_game(line, f"{path}, line {i}") for i, line in enumerate(whole_lines(path), 1)]


def whole_lines(path: Path) -> list[str]:
    """Return the lines of a file without a torn end; none if there is no such file."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    return lines[:-1]  # what follows the last line end is nothing, or torn


def _read_game(line: str, where: str) -> GameResult:
    try:
        data = json.loads(line)
        return GameResult(
            seed=int(data["seed"]),
            seating=tuple(map(int, data["seating"])),
            payoffs=tuple(map(float, data["payoffs"])),
            decisions=int(data["decisions"]),
            turns=int(data["turns"]),
            truncated=bool(data["truncated"]),
            digest=str(data["digest"]),
        )
    except (ValueError, TypeError, KeyError, OverflowError):
        raise BadFile(f"{where}: this is not the result of a game.") from None
