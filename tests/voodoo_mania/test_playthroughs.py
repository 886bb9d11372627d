"""Golden games: playthroughs/*.txt, replayed word by word and compared to the letter.

A line is a tick: what the Voodoo pile lacks, who was asked and said what, behind each how many
actions were legal, and what came of it; then, for each seat, the cards in its hand and pile.
Whoever changes the rules on purpose writes the files anew and reads the difference:

    JIVEZOO_REGENERATE=1 pytest tests/voodoo_mania/test_playthroughs.py
"""

import json
import random
import re
from pathlib import Path

import pytest

import jivezoo

FOLDER = Path(__file__).with_name("playthroughs")
BOARD_EVERY = 50  # ticks

# File, options, and the seed of the game and of the random player that writes it.
GOLDEN = {
    "two_seats": ({"num_players": 2, "rounds": 1}, 85),
    "three_seats": ({"num_players": 3, "rounds": 1}, 136),
    "four_seats": ({"num_players": 4, "rounds": 1}, 24),
    "five_seats": ({"num_players": 5, "rounds": 1}, 143),
    "six_seats": ({"num_players": 6, "rounds": 1}, 79),
    "two_seats_search": ({"num_players": 2, "rounds": 1, "search": True}, 58),
    "two_seats_slow": ({"num_players": 2, "rounds": 1, "reaction": [1, 2]}, 191),
    "three_seats_random_deck": ({"num_players": 3, "rounds": 1, "deck": "random"}, 30),
    "three_seats_to_the_cap": ({"num_players": 3, "rounds": 2, "max_ticks": 12}, 1),
    "six_seats_search_slow_to_the_cap": (
        {"num_players": 6, "rounds": 1, "search": True, "reaction": 2, "max_ticks": 20},
        1,
    ),
}


def some_word(name, rng, legal, walks):
    """Return what a player chooses: where there is no cap near, to lay a card, or else to move."""
    if name.endswith("cap"):
        return walks.word(rng, legal)
    plays = [word for word in legal if word.startswith("play")]
    return rng.choice(plays or [word for word in legal if word != "wait"])


def told_change(before, after, chosen):
    """Return what came of the choices of a tick, and how many cards everybody has then."""
    if after["round"] != before["round"] or after["ending"] != "not ended":
        points = " ".join(map(str, after["points"]))
        return f" => {after['ending'].replace('not ended', 'next round')}, points {points}"
    last = after["last"] if chosen != {"wait"} else []  # else it is of an earlier tick
    done = [f"p{seat} {each[1]}" for seat, each in enumerate(last) if each]
    tops = after["stalemates"] - before["stalemates"]
    done += [f"new top {tops} times" if tops > 1 else "new top"] if tops else []
    counts = zip(after["hands"], after["piles"], strict=True)
    left = " ".join(f"{len(hand)}+{len(pile)}" for hand, pile in counts)
    return f" => {', '.join(done) or 'nothing'} | {left}"


def tell(options, seed, words):
    """Return a game as text; `words` yields the words to play, given the position."""
    game = jivezoo.game("voodoo_mania", **options)
    position = game.new(seed=seed)
    lines, before, chosen = [f"options {json.dumps(options)}", f"seed {seed}"], None, set()
    while True:
        state = game.state_to_dict(game, position.states)
        if before is None or position.is_over or state["revealed"] != before["revealed"]:
            if before:
                lines[-1] = lines[-1].rstrip(",") + told_change(before, state, chosen)
            if position.is_over:
                break
            if before is None or state["ticks"] // BOARD_EVERY != before["ticks"] // BOARD_EVERY:
                lines += ["", str(position), ""]
            target = game.components.combination(int(position.states["target"][0]))
            lines.append(f"{state['round']:>3}.{state['ticks'] + 1:<3} {target}:")
            before, chosen = state, set()
        legal = position.legal_words()
        word = words(position, legal)
        lines[-1] += f" p{position.seat} {word} ({len(legal)}),"
        chosen.add(word)
        position.play(word)
    payoffs = ", ".join(f"{payoff:+.3f}" for payoff in position.returns())
    lines += ["", str(position), "", f"payoffs {payoffs}"]
    return "\n".join(lines) + "\n"


def words_of(text):
    """Return the words played in a file, in order."""
    ticks = re.findall(r"^ *\d+\.\d+ +\w+ \w+:(.*?) => ", text, re.MULTILINE)
    return [word for tick in ticks for word in re.findall(r" p\d ([^()]+?) \(\d+\)", tick)]


@pytest.mark.parametrize("name", GOLDEN)
def test_the_golden_game_is_played_as_before(name, golden, walks):
    options, seed = GOLDEN[name]
    rng = random.Random(seed)
    golden.replay(
        FOLDER / f"{name}.txt",
        lambda words: tell(options, seed, words),
        words_of,
        lambda _, legal: some_word(name, rng, legal, walks),
    )


def test_every_file_is_replayed():
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(GOLDEN)


def test_every_player_count_verb_outcome_and_ending_is_in_a_golden_game():
    texts = [path.read_text() for path in FOLDER.glob("*.txt")]
    verbs = {word.split()[0] for text in texts for word in words_of(text)}
    assert verbs == set(jivezoo.game("voodoo_mania", search=True).actions.meaning)
    told = "".join(texts)
    outcomes = {word for tick in re.findall(" => (.*) [|]", told) for word in re.split(", ", tick)}
    assert {word[3:] for word in outcomes if word[0] == "p"} == {
        *("laid", "voodoo", "swapped", "flipped", "fizzled")
    }
    assert {"nothing", "new top"} <= outcomes
    ends = set(re.findall(r"^Voodoo Mania: over: .* wins? \((.*)\)$", told, re.MULTILINE))
    assert ends == {"out of cards", "tick cap"}
    assert re.search(r"over: player_\d, player_\d win \(", told)  # a shared win
    assert {options["num_players"] for options, _ in GOLDEN.values()} == {2, 3, 4, 5, 6}
