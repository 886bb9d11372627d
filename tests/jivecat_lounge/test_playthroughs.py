"""Golden games: playthroughs/*.txt, replayed word by word and compared to the letter.

A line is a turn: its round and seat, then each word with the number of words that were legal; then
the points and Skulls of all seats.  A word of another seat than the one whose turn it is, JL-25,
has that seat before it.  Whoever changes the rules on purpose writes the files anew and reads the
difference:

    JIVEZOO_REGENERATE=1 pytest tests/jivecat_lounge/test_playthroughs.py
"""

import json
import random
import re
from pathlib import Path

import pytest

import jivezoo
from jivezoo.envs.jivecat_lounge.box import TRENDS

FOLDER = Path(__file__).with_name("playthroughs")
BOARD_EVERY = 5  # rounds

# File, options, and the seed of the game and of the random player that writes it.
GOLDEN = {
    "two_seats": ({"num_players": 2}, 396),
    "three_seats": ({"num_players": 3}, 69),
    "four_seats": ({"num_players": 4}, 67),
    "five_seats": ({"num_players": 5}, 388),
    "two_seats_no_staff": ({"num_players": 2, "staff": False}, 129),
    "four_seats_staff": ({"num_players": 4, "staff": True}, 276),
    "three_seats_moves_score_not": ({"num_players": 3, "moves_score": False}, 222),
    "two_seats_far_target": ({"num_players": 2, "target": 60}, 393),
    "five_seats_far_target": ({"num_players": 5, "target": 40}, 161),
    "five_seats_to_the_cap": ({"num_players": 5, "max_rounds": 4}, 187),
    "three_seats_one_round": ({"num_players": 3, "target": 1, "max_rounds": 9}, 2),
}


def some_word(rng, legal, walks):
    """Return what a player chooses: seldom to end its turn while there is something to do."""
    others = [word for word in legal if word not in ("end", "done")]
    return walks.word(rng, others if others and rng.random() < 0.8 else legal)


def heading_of(state):
    if state["chain"]["phase"] == "start":
        return "start"
    return f"{state['round']:>3} p{state['active']}"


def end_of_turn(state):
    points = " ".join(map(str, state["points"]))
    return f" => points {points}, Skulls {' '.join(map(str, state['skulls']))}"


def tell(options, seed, words):
    """Return a game as text; `words` yields the words to play, given the position."""
    game = jivezoo.game("jivecat_lounge", **options)
    position = game.new(seed=seed)
    lines, heading, board = [f"options {json.dumps(options)}", f"seed {seed}"], None, None
    while True:
        state = game.state_to_dict(game, position.states)
        now = "over" if position.is_over else heading_of(state)
        if now != heading:
            if heading:
                lines[-1] = lines[-1].rstrip(",") + end_of_turn(state)
            if position.is_over:
                break
            if board != state["round"] // BOARD_EVERY:
                lines += ["", str(position), ""]
                board = state["round"] // BOARD_EVERY
            lines.append(f"{now}:")
            heading = now
        legal = position.legal_words()
        word = words(position, legal)
        by = f" p{state['seat']}" * (now == "start" or state["seat"] != state["active"])
        lines[-1] += f"{by} {word} ({len(legal)}),"
        position.play(word)
    payoffs = ", ".join(f"{payoff:+.3f}" for payoff in position.returns())
    lines += ["", str(position), "", f"payoffs {payoffs}"]
    return "\n".join(lines) + "\n"


def words_of(text):
    """Return the words played in a file, in order."""
    turns = re.findall(r"^(?:start|  *\d+ p\d):(.*) => points", text, re.MULTILINE)
    found = [word for turn in turns for word in re.findall(r" ([^()]+?) \(\d+\)", turn)]
    return [re.sub(r"^p\d ", "", word) for word in found]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_game_is_played_as_before(name, golden, walks):
    options, seed = GOLDEN[name]
    rng = random.Random(seed)
    golden.replay(
        FOLDER / f"{name}.txt",
        lambda words: tell(options, seed, words),
        words_of,
        lambda _, legal: some_word(rng, legal, walks),
    )


def test_every_file_is_replayed():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GOLDEN)


def test_every_player_count_and_verb_is_in_a_golden_game():
    texts = [path.read_text() for path in FOLDER.glob("*.txt")]
    played = [word for text in texts for word in words_of(text)]
    verbs = {word[0] if word[0] in "+-" else word.split()[0] for word in played}
    assert verbs == set(jivezoo.game("jivecat_lounge").actions.meaning)
    assert {options["num_players"] for options, _ in GOLDEN.values()} == {2, 3, 4, 5}
    used = {f"use {trend}" for trend in TRENDS if trend != "wallflower"}
    assert {word for word in played if word.startswith("use")} == used
    told = "".join(texts)
    assert "(round cap)" in told and re.search(r"\(\d+\), p\d remove ", told)  # JL-25
