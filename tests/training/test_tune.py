"""Tuning: it mends a spoiled weight, goes on where it was stopped, and is honest about seeds."""

import json

import numpy as np
import pytest

import jivezoo
from jivezoo.agents.evaluation import load_evaluation
from jivezoo.agents.greedy import Greedy
from jivezoo.agents.weights import flat, flat_names, read_weights, scaled, to_toml
from jivezoo.training import tune
from jivezoo.training.cli import main
from jivezoo.training.evaluate import held_out, payoffs_against
from jivezoo.training.scale import fit_scale

SMALL = ["--population", "6", "--games", "20", "--generations", "3", "--held-out", "20"]


@pytest.fixture(scope="module")
def game():
    return jivezoo.game("gelini_nightlife")


@pytest.fixture
def command(tmp_path, capsys):
    """Run `jivezoo tune gelini_nightlife` in a folder; return the exit code and what it said."""

    def run(*words, out="run"):
        capsys.readouterr()
        code = main(["tune", "gelini_nightlife", "--out", str(tmp_path / out), *SMALL, *words])
        return code, *capsys.readouterr()

    return run


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# ------------------------------------------------------------------------------------ What it finds


def test_it_mends_a_spoiled_weight(game, command, tmp_path):
    spoiled = load_evaluation(game)
    spoiled["counter_ahead"] *= 8
    start = tmp_path / "spoiled.toml"
    start.write_text(to_toml(game, spoiled))
    more = ["--generations", "8", "--population", "10", "--games", "60", "--spread", "0.6"]
    assert command("--start", str(start), *more)[0] == 0
    mended = read_weights(tmp_path / "run" / "weights.toml", game)
    assert mended["counter_ahead"] < spoiled["counter_ahead"] / 2
    before, after = (
        payoffs_against(game, Greedy(game, weights), Greedy(game), held_out(game, 400)).mean()
        for weights in (spoiled, mended)
    )
    assert before < -0.6 and after > before + 0.4


def test_what_makes_no_difference_is_left_alone(game):
    def names(of):
        own = load_evaluation(of)
        return {flat_names(own)[place] for place in tune.weights_that_count(of, own, seed=0)}

    several = jivezoo.game("gelini_nightlife", num_players=3, action_counters=True)
    assert names(several) - names(game) == {"other_rivals", "action_counter"}
    assert names(several) | {"win", "scale"} == set(flat_names(load_evaluation(game)))
    nothing = load_evaluation(game)
    flat(nothing)[:-1] = 0
    with pytest.raises(tune.BadOption, match="no weight makes a difference"):
        tune.weights_that_count(game, nothing, seed=0)


def test_the_scale_goes_with_the_unit():
    monkeys = jivezoo.game("itchy_monkey", max_turns=60)
    own, seeds = load_evaluation(monkeys), np.arange(20, dtype=np.uint64)
    units = [flat_names(own).index(name) for name in ("nearness", "power", "queen", "tile", "win")]
    doubled = scaled(own, units, 2.0)
    assert fit_scale(monkeys, doubled, seeds) == pytest.approx(2 * fit_scale(monkeys, own, seeds))


# ----------------------------------------------------------------------------------- Its honesty


def test_held_out_seeds_are_never_tuned_on(game):
    unseen = set(held_out(game, 100_000).tolist())
    generations = [tune.tuning_seeds(seed, g, 300).tolist() for seed in (0, 7) for g in range(9)]
    tuned_on = [seed for seeds in generations for seed in seeds]
    assert len(set(tuned_on)) == len(tuned_on)  # and every generation has seeds of its own
    assert not unseen & set(tuned_on)


def test_candidates_play_the_same_seeds_and_every_seat(monkeypatch, command):
    played = []

    def watch(game, agent, opponent, seeds):
        payoffs = payoffs_against(game, agent, opponent, seeds)
        played.append((tuple(seeds), payoffs.shape))
        return payoffs

    monkeypatch.setattr(tune, "payoffs_against", watch)
    assert command()[0] == 0
    *candidates, last, before = played
    generations = [candidates[i : i + 6] for i in (0, 6, 12)]
    assert all(len(set(each)) == 1 for each in generations)
    assert len({each[0] for each in generations}) == 3
    assert last[0] == before[0] == tuple(held_out(jivezoo.game("gelini_nightlife"), 20))
    assert {shape for _, shape in played} == {(10, 2)}


@pytest.mark.parametrize(
    ("after", "before", "words"),
    [
        ([[1, 1], [1, -1], [1, 1], [1, 0]] * 20, [[1, -1]] * 80, "better"),
        ([[-1, -1], [1, -1], [-1, -1]] * 20, [[1, -1]] * 60, "worse"),
        ([[1, 1], [1, -1]] * 20, [[1, 1], [1, 1]] * 20, "worse"),  # and still ahead
        (
            [[1, -1], [-1, 1], [1, 1], [-1, -1]],
            [[0, 0]] * 4,
            "neither better nor worse, for all that these games tell",
        ),
        (
            [[1, -1], [-1, 1]],
            [[1, -1], [-1, 1]],
            "neither better nor worse, for all that these games tell",
        ),
    ],
)
def test_the_verdict_needs_more_than_luck(after, before, words):
    told = tune.verdict_on(np.array(after, float), np.array(before, float), "greedy")
    assert told.endswith((f"], {words}.", f"0, {words}."))
    assert f"{np.size(after)} held-out games against greedy" in told


def test_the_verdict_tells_wins_draws_and_payoffs():
    after = np.array([[1.0, 1.0], [1.0, -1.0], [0.0, 1.0]] * 50)
    told = tune.verdict_on(after, np.zeros((150, 2)), "random")
    assert "against random: wins 66.7 [61.2, 71.8] %, draws 16.7 %" in told
    assert "payoff +0.500, before +0.000: a gain of +0.500 [+0.434, +0.566], better." in told


def test_it_plays_several_opponents_and_tells_of_each(command, tmp_path):
    code, told, _ = command("--against", "greedy, random")
    assert code == 0
    assert "games against greedy: wins" in told and "games against random: wins" in told
    both = json.loads((tmp_path / "run" / "generations.jsonl").read_text().splitlines()[0])
    for name, out in (("greedy", "first"), ("random", "second")):
        assert command("--against", name, "--generations", "1", out=out)[0] == 0
    alone = [
        json.loads((tmp_path / out / "generations.jsonl").read_text())["payoffs"]
        for out in ("first", "second")
    ]
    assert both["payoffs"] == pytest.approx(np.mean(alone, axis=0).tolist())


# ------------------------------------------------------------------------------------ Its folder


def test_the_same_command_gives_the_same_weights(command, tmp_path):
    assert command()[0] == command(out="again")[0] == 0
    first, again = contents(tmp_path / "run"), contents(tmp_path / "again")
    assert sorted(first) == ["generations.jsonl", "settings.json", "weights.toml"]
    assert first == again
    assert command("--seed", "1", out="other")[0] == 0
    assert contents(tmp_path / "other") != first


@pytest.mark.parametrize("games", [0, 4, 7, 18])
def test_it_goes_on_where_it_was_interrupted(monkeypatch, command, tmp_path, games):
    def interrupt(*arguments):
        nonlocal games
        if games == 0:
            raise KeyboardInterrupt
        games -= 1
        return payoffs_against(*arguments)

    whole = games // 6
    with monkeypatch.context() as patch:
        patch.setattr(tune, "payoffs_against", interrupt)
        code, _, told = command()
    assert code == 130 and f"interrupted; {whole} of 3 generations are kept" in told
    with (tmp_path / "run" / "generations.jsonl").open("a") as file:
        file.write('{"payoffs": [0.1, ')  # as after a crash
    code, _, told = command()
    assert code == 0 and told.count("generation ") == 3 - whole
    assert command(out="whole")[0] == 0
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")


def test_it_goes_on_with_more_generations(command, tmp_path):
    assert command("--generations", "1")[0] == command()[0] == command(out="whole")[0] == 0
    assert contents(tmp_path / "run") == contents(tmp_path / "whole")
    code, told, said = command()  # nothing is left to be done: it only tells again
    assert code == 0 and "held-out games" in told and "generation" not in said


def test_the_file_says_what_has_come_of_it(game, command, tmp_path):
    _, told, _ = command()
    path = tmp_path / "run" / "weights.toml"
    assert told.strip().endswith(f"greedy:{path}")
    lines = path.read_text().splitlines()
    assert "held-out games against greedy" in lines[0] and lines[0].startswith("# ")
    tuned = read_weights(path, game)
    assert (tuned["win"], tuned["other_rivals"]) == (1e4, load_evaluation(game)["other_rivals"])
    assert [float(f"{number:.3g}") for number in flat(tuned)] == flat(tuned).tolist()


# ------------------------------------------------------------------------------------- Refusals


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--games", "0"], "--games must be"),
        (["--population", "3"], "--population must be"),
        (["--spread", "0"], "--spread must be"),
        (["--held-out", "1"], "--held-out must be"),
        (["--seed", "-1"], "seed"),
        (["--against", "nobody"], "no agent 'nobody'"),
        (["--start", "nowhere.toml"], "nowhere.toml cannot be read"),
        (["--players", "9"], "num_players"),
    ],
)
def test_bad_words_are_refused_before_anything_is_written(command, tmp_path, words, complaint):
    code, _, told = command(*words)
    assert code == 2 and complaint in told and told.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_folder_of_another_run_is_refused(command, tmp_path):
    assert command()[0] == 0
    before = contents(tmp_path / "run")
    for words in (["--seed", "1"], ["--games", "30"], ["--players", "3"], ["--against", "random"]):
        code, _, told = command(*words)
        assert code == 2 and "holds a run with other settings" in told
    assert contents(tmp_path / "run") == before


@pytest.mark.parametrize(
    "line", ["[]", "{}", '{"payoffs": [1]}', '{"payoffs": [NaN,0,0,0,0,0]}', "?"]
)
def test_a_damaged_folder_is_refused(command, tmp_path, line):
    folder = tmp_path / "run"
    assert command("--generations", "1")[0] == 0
    with (folder / "generations.jsonl").open("a") as file:
        file.write(line + "\n")
    code, _, told = command()
    assert code == 2 and "generations.jsonl, line 2: this is not what a generation came to" in told
    (folder / "settings.json").write_text(json.dumps([]))
    assert "is not the settings of a run" in command()[2]
    (folder / "settings.json").unlink()
    assert "holds something else than a run" in command()[2]


def test_a_file_in_place_of_the_folder_is_refused(command, tmp_path):
    (tmp_path / "run").write_text("")
    code, _, told = command()
    assert code == 2 and "is not a folder" in told
