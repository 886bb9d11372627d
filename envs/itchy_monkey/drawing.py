"""Itchy Monkey: a position as text that fits 80 columns."""

import numpy as np

from ..game import Game
from .box import EMPTY, ENDINGS, LETTERS, NOBODY, NOT_ENDED, PHASES, PLACING
from .notation import hop_words

CELL_WIDTH = 9


def _cell_text(state: np.void, cell: int) -> str:
    """Return `L` for a free Lemur, `L1:4W1Q` with four workers and a queen of player_1."""
    if state["species"][cell] == EMPTY:
        return "."
    letter, owner = LETTERS[state["species"][cell]], state["owner"][cell]
    if owner == NOBODY:
        return letter
    return f"{letter}{owner}:{hop_words(state['workers'][cell], state['queens'][cell])}"


def _headline(game: Game, state: np.void) -> str:
    if state["ending"] != NOT_ENDED:
        winner = "a draw" if state["winner"] == NOBODY else f"player_{state['winner']} wins"
        return f"over after {state['turns']} turns: {winner} ({ENDINGS[state['ending']]})"
    turn = "" if state["phase"] == PLACING else f"turn {state['turns'] + 1}, "
    return f"{turn}player_{state['seat']}, phase {PHASES[state['phase']]}"


def board_text(game: Game, states: np.ndarray, seat: int | None) -> str:
    """Return the position, states (1,), as a board of text with the supplies beneath it.

    It is the same for every `seat`: nothing is hidden in this game.
    """
    state, board = states[0], game.components
    lines = [f"{game.title}: {_headline(game, state)}"]
    columns = "".join(chr(ord("a") + x).ljust(CELL_WIDTH) for x in range(board.width))
    lines.append("    " + columns.rstrip())
    for row in range(len(board.rows)):
        cells = range(row * board.width, (row + 1) * board.width)
        text = "".join(_cell_text(state, cell).ljust(CELL_WIDTH) for cell in cells)
        lines.append(f"{row + 1:>2}  {text.rstrip()}")
    supplies = [
        f"player_{seat} {hop_words(state['worker_supply'][seat], state['queen_supply'][seat])}"
        for seat in range(game.seats)
    ]
    lines.append("supply: " + ", ".join(supplies))
    return "\n".join(lines)
