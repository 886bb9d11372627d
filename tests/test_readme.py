"""Every block of the README is run: Python as it stands, commands at a smaller size."""

import contextlib
import io
import json
import re
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

import jivezoo
from jivezoo.agents.search_settings import table_of_settings
from jivezoo.training.cli import main
from jivezoo.training.evaluate import Score
from jivezoo.training.report import rounded
from jivezoo.training.settings import Settings
from jivezoo.training.train import score_table

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    line.removeprefix("$ ")
    for kind, text in BLOCKS
    if kind == "console"
    for line in text.splitlines()
]
FILES = {  # of a user's own, copies of what is in the box
    "my_board": "itchy_monkey",
    "my_counters": "gelini_nightlife",
    "my_cards": "voodoo_mania",
    "my_lounge": "jivecat_lounge",
}
SMALLER = {  # what makes a command quick; it stands after the command's own words
    "train": "--steps 2048 --games 32 --rollout 16 --minibatch 256 --threads 1 "
    "--evaluate-games 2 --final-games 4",
    "arena": "",
    "tune": "--generations 1 --population 4 --games 2 --held-out 4",
    "speed": "--seconds 0.01 --repeats 1 --no-peers --quick",
    "play": "",
    "rules": "",
}


def test_python_blocks_run_in_order_and_print_what_stands_below_them():
    names: dict = {"__name__": "readme"}
    for (kind, text), (next_kind, expected) in zip(BLOCKS, [*BLOCKS[1:], ("", "")], strict=True):
        if kind == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, "README.md", "exec"), names)
            if next_kind == "text":
                assert printed.getvalue() == expected


def test_the_first_block_is_a_whole_game_in_twelve_lines():
    kind, text = BLOCKS[0]
    assert kind == "python"
    assert len(text.splitlines()) == 12


@pytest.fixture
def playground(tmp_path, monkeypatch):
    """An empty folder with data files of one's own, in which a line may be typed once."""
    folder = Path(jivezoo.__file__).parent / "envs"
    for file, name in FILES.items():
        text = (folder / name / "components.toml").read_text()
        (tmp_path / f"{file}.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda prompt="": "quit")
    return tmp_path


@pytest.mark.parametrize("line", [c for c in COMMANDS if c.startswith("jivezoo ")])
def test_jivezoo_commands_run(line, playground, capsys):
    _, command, *words = line.split()
    smaller = SMALLER[command].split()
    if "--resume" in words:
        run = words[words.index("--resume") + 1]
        assert main(["train", "itchy_monkey", "--out", run, *smaller]) == 0
        smaller += ["--steps", "4096"]
    if "runs/tune-" in line and command == "arena":
        assert main(["tune", words[0], *SMALLER["tune"].split()]) == 0
    assert main([command, *words, *smaller]) == 0
    assert capsys.readouterr().out


def test_the_arena_prints_what_stands_below_it(capsys):
    at = next(i for i, (_, text) in enumerate(BLOCKS) if text.startswith("$ jivezoo arena"))
    assert main(BLOCKS[at][1].split()[2:]) == 0
    assert capsys.readouterr().out.split() == BLOCKS[at + 1][1].split()


@pytest.mark.parametrize("line", [c for c in COMMANDS if c.startswith("make ")])
def test_make_targets_exist(line):
    done = subprocess.run([*line.split(), "--dry-run"], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", [c for c in COMMANDS if c.startswith("pip ")])
def test_pip_installs_extras_that_exist(line):
    for extra in re.findall(r"\[(\w+)\]", line):
        assert f"\n{extra} = [" in (ROOT / "pyproject.toml").read_text()


def test_every_command_of_the_readme_is_tested():
    assert {line.split()[0] for line in COMMANDS} <= {"jivezoo", "make", "pip"}


def test_the_table_of_games_follows_from_the_games():
    for name in jivezoo.GAMES:
        game = jivezoo.game(name)
        row = next(line for line in README.splitlines() if line.startswith(f"| {game.title} |"))
        assert f"`{game.id}`" in row
        assert f"| {len(game.actions):,} |" in row
        assert f"| {game.features.size:,} |" in row


def test_the_settings_of_a_search_are_all_told():
    assert f"\n{table_of_settings()}\n" in README


# Figures that take long to measure are kept in notebooks/measured, as the commands wrote them.
MEASURED = ROOT / "notebooks" / "measured"


def printed_scores(name):
    """Return the table that a training run printed, from the results that it kept."""
    rows = json.loads((MEASURED / name).read_text())["scores"]
    scores = [Score(row["opponent"], row["wins"], row["draws"], row["losses"]) for row in rows]
    console = Console(file=io.StringIO(), width=80)
    console.print(score_table(scores))
    return console.file.getvalue()


@pytest.mark.parametrize("name", ["train.json", "against_greedy.json"])
def test_tables_of_training_are_as_measured(name):
    assert printed_scores(name) in README


def test_make_train_reached_what_is_promised():
    measured = json.loads((MEASURED / "train.json").read_text())
    wins = {row["opponent"]: row["wins"] for row in measured["scores"]}
    assert wins["random"] >= 0.95 * 400
    assert measured["seconds"] < 600
    assert measured["steps"] >= Settings().steps
    parts = measured["seconds_by_part"]
    assert (parts["games"] + parts["bookkeeping"]) / sum(parts.values()) < 1 / 20


@pytest.mark.parametrize("name", ["speed.json", "search.json"])
def test_the_tables_of_speed_are_as_measured(name):
    rows = json.loads((MEASURED / name).read_text())["rows"]
    for row in rows:
        line = next(
            line
            for line in README.splitlines()
            if all(f" {row[key]} " in line for key in ("library", "game", "face"))
        )
        figures = [row.get(f"{unit}_per_second") for unit in ("steps", "simulations")]
        for figure in [*figures, row["ratio"], row.get("share")]:
            assert f" {rounded(figure)} " in line


def told_of(name):
    """Return what a tournament between two agents came to: the settings, and the cells of a row."""
    found = json.loads((MEASURED / name).read_text())
    [table] = found["tables"]
    won = table["scores"][0]["win_rate"]
    value, low, high = (100 * won[key] for key in ("value", "low", "high"))
    assert found["complete"] and 2 * table["distinct_games"] > table["games"] >= 400
    return found["settings"], won, f"{value:.1f} % ({low:.1f} to {high:.1f})"


@pytest.mark.parametrize(
    ("game", "games"), [("itchy_monkey", 6400), ("voodoo_mania", 4000), ("jivecat_lounge", 4000)]
)
def test_the_gain_of_tuning_is_as_measured(game, games):
    settings, won, cell = told_of(f"{game}_tuned.json")
    assert settings["agents"] == ["greedy", f"greedy:notebooks/measured/{game}_untuned.toml"]
    assert settings["games"] == games and won["low"] > 0.5
    assert f"| {jivezoo.game(game).title} | {games:,} | {cell} |" in README


def test_linked_files_exist_and_nothing_is_left_to_fill_in():
    for target in re.findall(r"\]\(([^)]+)\)", README):
        assert target.startswith("https://") or (ROOT / target).is_file(), target
    prose = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"\b[A-Z]+_[A-Z]+\b", prose)


def test_the_share_of_games_won_against_greedy_is_as_measured():
    [table] = json.loads((MEASURED / "arena.json").read_text())["tables"]
    won = table["scores"][0]["win_rate"]
    assert f"{100 * won['value']:.1f} % of {table['games']:,} games" in README
    assert f"only {table['distinct_games']} of those games are distinct" in README
    assert won["value"] >= 0.6
