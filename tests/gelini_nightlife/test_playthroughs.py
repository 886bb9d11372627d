"""Golden games: playthroughs/*.txt, replayed word by word and compared to the letter.

A line is a roll: the die, who was asked and said what, behind each how many actions were legal, and
what came of it.  Whoever changes the rules on purpose writes the files anew and reads the
difference:

    JIVEZOO_REGENERATE=1 pytest tests/gelini_nightlife/test_playthroughs.py
"""

import collections
import json
import random
import re
from pathlib import Path

import pytest

import jivezoo

FOLDER = Path(__file__).with_name("playthroughs")
BOARD_EVERY = 10  # rolls

# File, options, and the seed of the game and of the random player that writes it.
GOLDEN = {
    "two_seats": ({"num_players": 2}, 1),
    "three_seats": ({"num_players": 3}, 3),
    "four_seats": ({"num_players": 4}, 3),
    "five_seats": ({"num_players": 5}, 1),
    "two_seats_action_counters": ({"num_players": 2, "action_counters": True}, 567),
    "three_seats_action_counters": ({"num_players": 3, "action_counters": True}, 35),
    "four_seats_action_counters": ({"num_players": 4, "action_counters": True}, 25),
    "five_seats_action_counters": ({"num_players": 5, "action_counters": True}, 3),
    "three_seats_rearmost": ({"num_players": 3, "ties": "rearmost"}, 28),
    "four_seats_to_the_cap": ({"num_players": 4, "max_rolls": 15}, 1),
    "five_seats_rearmost_to_the_cap": (
        {"num_players": 5, "action_counters": True, "ties": "rearmost", "max_rolls": 9},
        13,
    ),
}


def things_of(state, seat):
    """Return all that a seat has."""
    things = collections.Counter(state["floors"][seat])
    things += collections.Counter(coin=state["coins"][seat], star=state["stars"][seat])
    return things + collections.Counter(band=int(state["band"] == seat))


def told_change(before, after):
    """Return who has come where, and which counters have come and gone."""
    changes = []
    for seat, (old, new) in enumerate(zip(before["tokens"], after["tokens"], strict=True)):
        had, has = things_of(before, seat), things_of(after, seat)
        words = [f"to {new}"] if new != old else []
        words += [f"+{n} {word}" for word, n in sorted((has - had).items())]
        words += [f"-{n} {word}" for word, n in sorted((had - has).items())]
        changes += [f"p{seat} {' '.join(words)}"] if words else []
    return f" => {', '.join(changes)}" if changes else ""


def tell(options, seed, words):
    """Return a game as text; `words` yields the words to play, given the position."""
    game = jivezoo.game("gelini_nightlife", **options)
    position = game.new(seed=seed)
    lines = [f"options {json.dumps(options)}", f"seed {seed}"]
    now = before = None
    while True:
        state = game.state_to_dict(game, position.states)
        if before and (position.is_over or state["rolls"] != now):
            lines[-1] = lines[-1].rstrip(",") + told_change(before, state)
        if position.is_over:
            break
        if state["rolls"] != now:
            now, before = state["rolls"], state
            if now % BOARD_EVERY == 1:
                lines += ["", str(position), ""]
            lines.append(f"{now:>5} die {state['roll']}:")
        legal = position.legal_words()
        word = words(position, legal)
        lines[-1] += f" p{position.seat} {word} ({len(legal)}),"
        position.play(word)
    payoffs = ", ".join(f"{payoff:+.3f}" for payoff in position.returns())
    lines += ["", str(position), "", f"payoffs {payoffs}"]
    return "\n".join(lines) + "\n"


def words_of(text):
    """Return the words played in a file, in order."""
    rolls = re.findall(r"^ *\d+ die \d:(.*?)(?: =>.*)?$", text, re.MULTILINE)
    return [word for roll in rolls for word in re.findall(r" p\d ([^()]+?) \(\d+\)", roll)]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_game_is_played_as_before(name, golden, walks):
    options, seed = GOLDEN[name]
    rng = random.Random(seed)
    golden.replay(
        FOLDER / f"{name}.txt",
        lambda words: tell(options, seed, words),
        words_of,
        lambda _, legal: walks.word(rng, legal),
    )


def test_every_file_is_replayed():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GOLDEN)


def test_every_player_count_verb_and_ending_is_in_a_golden_game():
    texts = {path.stem: path.read_text() for path in FOLDER.glob("*.txt")}
    verbs = {word.split()[0] for text in texts.values() for word in words_of(text)}
    game = jivezoo.game("gelini_nightlife", action_counters=True)
    assert verbs == set(game.actions.meaning)
    ends = {
        name: re.search(r": over: (.*) wins? \((.*)\)$", text, re.MULTILINE).groups()
        for name, text in texts.items()
    }
    assert {ending for _, ending in ends.values()} == {"full floor", "band", "roll cap"}
    assert any("," in winners for winners, _ in ends.values())  # a shared win
    assert {options["num_players"] for options, _ in GOLDEN.values()} == {2, 3, 4, 5}


@pytest.mark.parametrize("name", ["three_seats_rearmost", "five_seats_rearmost_to_the_cap"])
def test_a_tie_is_broken_by_the_rearmost_token(name):
    *_, board = (FOLDER / f"{name}.txt").read_text().split("Gelini Nightlife: over: ")
    winner = re.match(r"player_(\d) wins", board)[1]
    free = dict(re.findall(r"^player_(\d)  free (\d+) of", board, re.MULTILINE))
    tied = [seat for seat in free if free[seat] == min(free.values(), key=int)]
    assert len(tied) > 1 and winner in tied
    places = re.findall(r"(\d+) \[p(\d)\]", board)
    waiting = re.findall(r"\[p(\d)\]", (re.findall(r"behind the line: (.*)", board) or [""])[0])
    order = [*waiting, *(seat for place, seat in sorted(places, key=lambda pair: int(pair[0])))]
    assert winner == next(seat for seat in order if seat in tied)
