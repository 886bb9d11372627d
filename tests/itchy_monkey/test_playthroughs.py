"""Golden games: playthroughs/*.txt, replayed word by word and compared to the letter.

A line is a seat's turn: the words, and behind each how many were legal.  Whoever changes the rules
on purpose writes the files anew and reads the difference:

    JIVEZOO_REGENERATE=1 pytest tests/itchy_monkey/test_playthroughs.py
"""

import json
import random
import re
from pathlib import Path

import pytest

import jivezoo
from jivezoo.envs.itchy_monkey.box import SPECIES

FOLDER = Path(__file__).with_name("playthroughs")
BOARD_EVERY = 10  # turns
ALL = sorted(SPECIES)

# File, options, and the seed of the random player that writes the game.
GOLDEN = {
    "two_seats": ({"num_players": 2}, 28),
    "three_seats": ({"num_players": 3}, 1),
    "four_seats": ({"num_players": 4}, 29),
    "two_seats_every_ability": ({"num_players": 2, "abilities": ALL}, 12),
    "three_seats_lemur_and_mandrill": ({"num_players": 3, "abilities": ["lemur", "mandrill"]}, 140),
    "four_seats_tamarins": (
        {"num_players": 4, "abilities": ALL, "tamarin_replaces": "spider_monkey"},
        124,
    ),
    "two_seats_last_louse_left": ({"num_players": 2, "last_louse_left": True}, 110),
    "four_seats_last_louse_left": (
        {"num_players": 4, "abilities": ALL, "last_louse_left": True},
        72,
    ),
    "two_seats_side_b_to_the_cap": ({"num_players": 2, "board": "B", "max_turns": 30}, 2),
}


def tell(options, words):
    """Return a game as text; `words` yields the words to play, given the position."""
    game = jivezoo.game("itchy_monkey", **options)
    position = game.new(seed=0)
    lines = [f"options {json.dumps(options)}", ""]
    turn = None
    while not position.is_over:
        state = game.state_to_dict(game, position.states)
        starts = state["phase"] == "place"
        now = (state["turns"], position.seat, starts)
        if now != turn:
            turn = now
            if not starts and state["turns"] % BOARD_EVERY == 0:
                lines += ["", str(position), ""]
            number = "start" if starts else state["turns"] + 1
            lines.append(f"{number:>5} player_{position.seat}:")
        legal = position.legal_words()
        word = words(position, legal)
        lines[-1] += f" {word} ({len(legal)}),"
        position.play(word)
    payoffs = ", ".join(f"{payoff:+.3f}" for payoff in position.returns())
    lines += ["", str(position), "", f"payoffs {payoffs}"]
    return "\n".join(line.rstrip(",") for line in lines) + "\n"


def words_of(text):
    """Return the words played in a file, in order."""
    turns = re.findall(r"^ *(?:start|\d+) player_\d:(.*)$", text, re.MULTILINE)
    return [word for turn in turns for word in re.findall(r" ([^()]+?) \(\d+\)", turn)]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_game_is_played_as_before(name, golden, walks):
    options, seed = GOLDEN[name]
    rng = random.Random(seed)
    golden.replay(
        FOLDER / f"{name}.txt",
        lambda words: tell(options, words),
        words_of,
        lambda _, legal: walks.word(rng, legal),
    )


def test_every_file_is_replayed():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GOLDEN)


def test_every_player_count_verb_and_ending_is_in_a_golden_game():
    texts = [path.read_text() for path in FOLDER.glob("*.txt")]
    verbs = {word.split()[0] for text in texts for word in words_of(text)}
    assert verbs == set(jivezoo.game("itchy_monkey", abilities=ALL).actions.meaning)
    endings = {re.search(r"over after .*\((.*)\)$", text, re.MULTILINE).group(1) for text in texts}
    assert endings >= {"colonies", "last louse", "turn cap"}
    assert {options["num_players"] for options, _ in GOLDEN.values()} == {2, 3, 4}
