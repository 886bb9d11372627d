"""`jivezoo speed`: what it tells, never how fast anything is."""

import json
import re

import pytest

from jivezoo.training import faces, speed
from jivezoo.training.cli import main
from jivezoo.training.peers import Contestant, peers
from jivezoo.training.settings import Settings

SHORT = ["--seconds", "0.05", "--repeats", "1"]
FACES = [
    "batch of 64",
    "batch of 256",
    "batch of 1,024",
    "batch of 1,024, 2 threads",
    "one game, Python loop",
    "AEC environment",
    "learning, 16 games, 2 epochs",
]


def count_to_three() -> int:
    """Play three decisions of no game at all."""
    return 3


def lacking() -> speed.Play:
    raise ModuleNotFoundError("No module named 'nowhere'", name="nowhere")


def lacking_within() -> speed.Play:
    try:
        return lacking()
    except ModuleNotFoundError as error:
        raise RuntimeError("cannot load") from error


def failing() -> speed.Play:
    raise RuntimeError("out of dice\nand more")


def failing_later() -> speed.Play:
    calls = iter([3, 3])
    return lambda: next(calls)


@pytest.fixture(scope="module")
def tiny_run(tmp_path_factory):
    """What a run of our own rows writes as JSON."""
    pytest.importorskip("sb3_contrib")
    path = tmp_path_factory.mktemp("speed") / "speed.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(faces, "LEARNING", Settings(games=16, rollout=4, minibatch=32))
        assert main(["speed", "itchy_monkey", *SHORT, "--no-peers", "--json", str(path)]) == 0
    assert [other.name for other in path.parent.iterdir()] == ["speed.json"]
    return json.loads(path.read_text())


def test_every_face_has_positive_figures(tiny_run):
    assert [row["face"] for row in tiny_run["rows"]] == FACES
    for row in tiny_run["rows"]:
        assert len(row["rates"]) == 1
        assert 0 < row["low"] <= row["steps_per_second"] <= row["high"]


def test_json_says_under_what_conditions(tiny_run):
    assert {"python", "jivezoo", "numpy", "numba"} <= set(tiny_run["versions"])
    assert tiny_run["cpus"] >= 1
    assert (tiny_run["seconds"], tiny_run["repeats"], tiny_run["missing"]) == (0.05, 1, [])


def test_what_does_not_run_is_told_and_does_not_stop_the_rest():
    entrants = [
        Contestant("Counting", "to_three", "loop", lambda: count_to_three),
        Contestant("Lacking", "chess", "loop", lacking),
        Contestant("Hidden", "chess", "loop", lacking_within),
        Contestant("Failing", "chess", "loop", failing),
        Contestant("Fading", "chess", "loop", lambda: iter([3]).__next__),
    ]
    rows, missing = speed.measure(entrants, 0.01, 2)
    assert [row.contestant.library for row in rows] == ["Counting"]
    assert len(rows[0].rates) == 2
    told = {each.library: each.reason for each in missing}
    assert told["Lacking"] == told["Hidden"] == "not installed (there is no module nowhere)"
    assert told["Failing"] == "failed (RuntimeError: out of dice)"
    assert told["Fading"].startswith("failed (StopIteration")


def test_a_peer_that_breaks_down_in_a_later_run_is_left_out():
    broken = Contestant("Fading", "chess", "loop", failing_later)
    sound = Contestant("Counting", "to_three", "loop", lambda: count_to_three)
    rows, missing = speed.measure([broken, sound], 1e-9, 2)
    assert [row.contestant for row in rows] == [sound]
    assert [each.library for each in missing] == ["Fading"]


def test_a_library_that_compiles_for_too_long_is_not_asked_again(monkeypatch):
    monkeypatch.setattr(speed, "PREPARE_LIMIT", 0.0)
    entrants = [
        Contestant("Slow", game, "loop", lambda: count_to_three) for game in ("go", "chess")
    ]
    rows, missing = speed.measure(entrants, 0.01, 1)
    assert [row.contestant.game for row in rows] == ["go"]
    assert [each.game for each in missing] == ["chess"]
    assert "go took" in missing[0].reason


def test_learning_without_its_packages_is_told():
    rows, missing = speed.measure([Contestant(speed.LIBRARY, "zoo", "learning", lacking)], 0.01, 1)
    assert rows == []
    assert [(each.game, each.reason.split()[0]) for each in missing] == [("learning", "not")]


def test_our_own_failure_is_an_error():
    with pytest.raises(RuntimeError, match="out of dice"):
        speed.measure([Contestant(speed.LIBRARY, "chess", "loop", failing)], 0.01, 1)


def sample_report() -> speed.Report:
    """A report of three rows, one of them the baseline, with one peer missing."""
    contestants = [
        Contestant("jivezoo", "Zoo", "batch of 64", lambda: count_to_three),
        Contestant(*speed.BASELINE, "AEC environment", lambda: count_to_three),
    ]
    figures = [[900_000.0, 1_234_567.0, 1_300_000.0], [4000.0, 5000.0, 6000.0]]
    rows = [
        speed.Row(contestant, count_to_three, rates, [1.0] * 3)
        for contestant, rates in zip(contestants, figures, strict=True)
    ]
    missing = [speed.Missing("Pgx", game, "not installed") for game in ("go", "chess")]
    return speed.Report(rows, missing, 2.0, 3, ["abilities=gorilla"])


def test_markdown_is_a_table_with_ratios_and_notes():
    lines = speed.to_text(sample_report(), markdown=True).splitlines()
    table, notes = lines[: lines.index("")], lines[lines.index("") + 1 :]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in table]
    assert {len(row) for row in cells} == {6}
    assert re.fullmatch(r"[|:\- ]+", table[1])
    assert cells[2] == [
        "jivezoo", "Zoo", "batch of 64", "1,230,000", "900,000 to 1,300,000", "247"
    ]  # fmt: skip
    assert cells[3][-1] == "1"
    assert "- Pgx go, chess: not installed." in notes
    assert any("abilities=gorilla" in note and "3 x 2 s" in note for note in notes)


def test_without_the_baseline_there_are_no_ratios():
    report = sample_report()
    alone = speed.Report(report.rows[:1], [], 2.0, 3)
    assert alone.to_dict()["rows"][0]["ratio"] is None
    assert speed.table_of(alone)[1][-1] == ""


def test_a_busy_machine_is_told():
    report = sample_report()
    report.rows[0].cores[:] = [0.4, 0.5, 0.6]
    assert "busy" in speed.notes_of(report)[-1]


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["itchy_monkey", "-o", "colour=red"],
        ["itchy_monkey", "--players", "9"],
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--repeats", "0"],
        ["--json", "no/such/folder/speed.json"],
        ["--json", "."],
    ],
)
def test_what_cannot_be_measured_is_refused_at_once(arguments, capsys):
    assert main(["speed", *SHORT, *arguments]) == 2
    assert capsys.readouterr().err.startswith("jivezoo: ")


def test_help_has_examples(capsys):
    with pytest.raises(SystemExit):
        main(["speed", "--help"])
    assert "jivezoo speed --quick --markdown > speed.md" in capsys.readouterr().out


def test_quick_leaves_out_what_compiles_for_long():
    slow = [peer for peer in peers() if peer.is_slow]
    assert {peer.library for peer in slow} == {"Pgx"}
    assert len(slow) < len(peers())


@pytest.mark.parametrize(
    "peer", [peer for peer in peers() if peer.library != "Pgx"], ids=lambda peer: peer.game
)
def test_a_peer_plays_where_it_is_installed(peer):
    rows, missing = speed.measure([peer], 1e-9, 1)
    if missing:
        assert missing[0].reason.startswith("not installed")
        pytest.skip(missing[0].reason)
    assert rows[0].median > 0
