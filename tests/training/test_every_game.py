"""Every command works on every game."""

import json
from importlib import resources

import pytest

import jivezoo
from jivezoo.training.cli import main

SHORT = {
    "itchy_monkey": ["-o", "max_turns=4"],
    "gelini_nightlife": ["-o", "max_rolls=6", "-o", "action_counters=yes", "--players", "3"],
    "jivecat_lounge": ["-o", "max_rounds=2", "--players", "3"],
    "voodoo_mania": ["-o", "rounds=1", "-o", "max_ticks=15", "-o", "reaction=1,2"],
}
TINY = ["--steps", "64", "--games", "8", "--rollout", "4", "--minibatch", "16", "--network", "8"]
TINY += ["--threads", "1", "--evaluate-games", "2", "--final-games", "2"]


@pytest.fixture(params=jivezoo.GAMES)
def game(request):
    """A game's name and short options, as words of a command line."""
    return [request.param, *SHORT[request.param]]


def test_rules(game, capsys):
    assert main(["rules", game[0]]) == 0
    digest = resources.files("jivezoo") / "seeds" / f"{game[0]}.md"
    assert capsys.readouterr().out.strip() == digest.read_text(encoding="utf-8").strip()
    for table in ("--options", "--actions", "--features"):
        assert main(["rules", *game, table]) == 0
        assert len(capsys.readouterr().out.splitlines()) >= 4


def test_tune_and_play_what_has_come_of_it(game, tmp_path, capsys):
    few = ["--generations", "1", "--population", "4", "--games", "2", "--held-out", "4"]
    assert main(["tune", *game, "--out", str(tmp_path), *few]) == 0
    assert "held-out games against greedy" in capsys.readouterr().out
    tuned = f"greedy:{tmp_path / 'weights.toml'}"
    assert main(["arena", *game, tuned, "greedy", "--games", "2"]) == 0


def test_train_and_let_the_model_play(game, tmp_path, capsys):
    folder = tmp_path / "run"
    assert main(["train", *game, "--out", str(folder), *TINY]) == 0
    results = json.loads((folder / "results.json").read_text())
    assert {score["opponent"] for score in results["scores"]} == {"random", "greedy"}
    capsys.readouterr()
    model = f"ppo:{folder / 'model.zip'}"
    assert main(["play", *game, "--against", model, "--seat", "-1", "--text"]) == 0
    told = capsys.readouterr().out
    title = jivezoo.game(game[0]).title
    assert f"{title}: over" in told
    lines = [line for line in told.splitlines() if f"({model})" in line]
    assert lines and all("player_" in line for line in lines)  # when, who, by what, and what


def test_arena(game, tmp_path):
    path = tmp_path / "arena.json"
    assert main(["arena", *game, "greedy", "random", "--games", "6", "--json", str(path)]) == 0
    tables = json.loads(path.read_text())["tables"]  # several, where more than two have a seat
    assert [table["games"] for table in tables] == [6] * len(tables)
    assert all(len(table["scores"]) == 2 for table in tables)


def test_speed(game, capsys):
    words = ["--seconds", "0.01", "--repeats", "1", "--no-peers", "--quick"]
    assert main(["speed", *game, *words]) == 0
    told = capsys.readouterr().out
    assert "AEC environment" in told and "batch of 1,024" in told
