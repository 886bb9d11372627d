"""`jivezoo speed`: what it tells, never how fast anything is."""

import json
import re
import sys
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.agents.search import TREE
from jivezoo.envs.batch import imagine_games
from jivezoo.envs.contract import RUNNING
from jivezoo.envs.kernel import new_states
from jivezoo.envs.position import Position, apply_one
from jivezoo.envs.randomness import NEXT_GAME, combine, draw_allowed
from jivezoo.training import faces, report, search_speed, timing
from jivezoo.training.cli import main
from jivezoo.training.peers import Contestant, Play, peers, search_peers
from jivezoo.training.report import Report
from jivezoo.training.settings import Settings

SHORT = ["--seconds", "0.05", "--repeats", "1"]
HEADINGS = ["library", "game", "played as", "lowest to highest", "ratio"]
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


def lacking() -> Play:
    raise ModuleNotFoundError("No module named 'nowhere'", name="nowhere")


def lacking_within() -> Play:
    try:
        return lacking()
    except ModuleNotFoundError as error:
        raise RuntimeError("cannot load") from error


def failing() -> Play:
    raise RuntimeError("out of dice\nand more")


def failing_later() -> Play:
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
    rows, missing = timing.measure(entrants, 0.01, 2)
    assert [row.contestant.library for row in rows] == ["Counting"]
    assert len(rows[0].rates) == 2
    told = {each.library: each.reason for each in missing}
    assert told["Lacking"] == told["Hidden"] == "not installed (there is no module nowhere)"
    assert told["Failing"] == "failed (RuntimeError: out of dice)"
    assert told["Fading"].startswith("failed (StopIteration")


def test_a_peer_that_breaks_down_in_a_later_run_is_left_out():
    broken = Contestant("Fading", "chess", "loop", failing_later)
    sound = Contestant("Counting", "to_three", "loop", lambda: count_to_three)
    rows, missing = timing.measure([broken, sound], 1e-9, 2)
    assert [row.contestant for row in rows] == [sound]
    assert [each.library for each in missing] == ["Fading"]


def test_a_library_that_compiles_for_too_long_is_not_asked_again(monkeypatch):
    monkeypatch.setattr(timing, "PREPARE_LIMIT", 0.0)
    entrants = [
        Contestant("Slow", game, "loop", lambda: count_to_three) for game in ("go", "chess")
    ]
    rows, missing = timing.measure(entrants, 0.01, 1)
    assert [row.contestant.game for row in rows] == ["go"]
    assert [each.game for each in missing] == ["chess"]
    assert "go took" in missing[0].reason


def test_learning_without_its_packages_is_told():
    rows, missing = timing.measure([Contestant(faces.LIBRARY, "zoo", "learning", lacking)], 0.01, 1)
    assert rows == []
    assert [(each.game, each.reason.split()[0]) for each in missing] == [("learning", "not")]


def test_our_own_failure_is_an_error():
    with pytest.raises(RuntimeError, match="out of dice"):
        timing.measure([Contestant(faces.LIBRARY, "chess", "loop", failing)], 0.01, 1)


def sample_report() -> Report:
    """A report of three rows, one of them the baseline, with one peer missing."""
    contestants = [
        Contestant("jivezoo", "Zoo", "batch of 64", lambda: count_to_three),
        Contestant(*Report.BASELINE, "AEC environment", lambda: count_to_three),
    ]
    figures = [[900_000.0, 1_234_567.0, 1_300_000.0], [4000.0, 5000.0, 6000.0]]
    rows = [
        timing.Row(contestant, count_to_three, rates, [1.0] * 3)
        for contestant, rates in zip(contestants, figures, strict=True)
    ]
    missing = [timing.Missing("Pgx", game, "not installed") for game in ("go", "chess")]
    return Report(rows, missing, 2.0, 3, ["abilities=gorilla"])


def test_markdown_is_a_table_with_ratios_and_notes():
    lines = report.to_text(sample_report(), markdown=True).splitlines()
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
    alone = Report(sample_report().rows[:1], [], 2.0, 3)
    assert alone.to_dict()["rows"][0]["ratio"] is None
    assert report.table_of(alone)[1][-1] == ""


def test_a_busy_machine_is_told():
    sample = sample_report()
    sample.rows[0].cores[:] = [0.4, 0.5, 0.6]
    assert "busy" in report.notes_of(sample)[-1]


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
    rows, missing = timing.measure([peer], 1e-9, 1)
    if missing:
        assert missing[0].reason.startswith("not installed")
        pytest.skip(missing[0].reason)
    assert rows[0].median > 0


# ----------------------------------------------------------------------------------------- Searches


TINY = jivezoo.game("gelini_nightlife", max_rolls=6)


@pytest.fixture(scope="module")
def search_run(tmp_path_factory):
    """What a run of our own searches writes as JSON."""
    path = tmp_path_factory.mktemp("search") / "search.json"
    words = ["gelini_nightlife", "-o", "max_rolls=6", *SHORT, "--no-peers"]
    assert main(["speed", "--search", *words, "--json", str(path)]) == 0
    return json.loads(path.read_text())


def test_searches_stand_below_the_steps_of_the_game_alone(search_run):
    faces_and_units = [(row["face"], row["unit"]) for row in search_run["rows"]]
    assert faces_and_units == [
        ("steps alone, 64 games", "steps"),
        (search_speed.RANDOM_ROLLOUTS, "simulations"),
        ("mcts:1000", "simulations"),
    ]
    assert search_run["options"] == ["max_rolls=6"]


def test_a_search_has_figures_of_its_simulations_and_of_its_steps(search_run):
    alone, *searches = search_run["rows"]
    assert alone["simulations_per_second"] is None and alone["ratio"] is None
    assert (alone["share"], alone["steps_per_second"]) == (1, alone["rates"][0])
    for row in searches:
        assert 0 < row["low"] <= row["simulations_per_second"] <= row["high"]
        assert row["share"] == row["steps_per_second"] / alone["steps_per_second"]


def test_as_many_simulations_are_counted_as_were_asked_for():
    play = search_speed.SearchPlay(TINY, "mcts:7,rollouts=random,prior=none,cut=end")
    assert [play(), play()] == [7, 7]
    assert play.simulations == 14
    assert play.steps >= 14


def count_slowly(views, key, action):
    """Play on the first world of a search from its only action, and count the steps."""
    states, steps = views.imagine(), 1
    seeds = np.array([combine(key, np.uint64(1))], np.uint64)
    imagine_games(TINY.rules, states, views.seat, seeds)
    apply_one(TINY.rules, states, action)
    position = Position(TINY, states)
    while not position.is_over:
        action = draw_allowed(states[0], position.action_mask())
        apply_one(TINY.rules, states, action)
        steps += 1
    return steps


def test_the_steps_of_one_simulation_are_those_of_its_game_to_the_end():
    search = make_agent("mcts:1,rollouts=random,prior=none,cut=end", TINY)
    decisions = search_speed.decisions_of(TINY)
    for view in decisions:
        [thought] = search.think(view.alone())
        key = np.uint64(combine(np.uint64(view.key), TREE))
        action = int(thought.visits.argmax())
        assert thought.steps == count_slowly(view.alone(), key, action)


def test_steps_alone_are_random_games_one_after_another():
    batch, blank = TINY.batch(2, seed=3), new_states(TINY.state_dtype, 1)
    expected, seeds = batch.states.copy(), batch.seeds.copy()
    mask = np.zeros(len(TINY.actions), np.int8)
    search_speed.step_alone(TINY.rules, blank, batch.states, batch.seeds, mask, 50)
    for i in range(2):
        for _ in range(50):
            one = expected[i : i + 1]
            apply_one(TINY.rules, one, draw_allowed(one[0], Position(TINY, one).action_mask()))
            if one["status"][0] != RUNNING:
                seeds[i] = combine(seeds[i], NEXT_GAME)
                one[:] = TINY.batch(1, seeds=seeds[i : i + 1]).states
    assert (batch.seeds == seeds).all() and (batch.states == expected).all()
    assert search_speed.alone_play(TINY)() == 64 * search_speed.ROUNDS


def test_decisions_are_those_of_whole_games():
    views = search_speed.decisions_of(TINY)
    assert (views.action_mask.sum(axis=1) > 1).all()
    assert len(set(views.imagine()["rolls"])) > 3


class FakeSpiel(ModuleType):
    """Says what was asked of OpenSpiel's search, in a game of three decisions and a roll."""

    class State:
        def __init__(self, at=0):
            self.at = at

        def is_terminal(self):
            return self.at == 5

        def is_chance_node(self):
            return self.at == 1

        def chance_outcomes(self):
            return [(0, 1.0)]

        def legal_actions(self):
            return [0] if self.at == 3 else [0, 1]

        def apply_action(self, action):
            self.at += 1

        def clone(self):
            return type(self)(self.at)

    def load_game(self, name):
        return SimpleNamespace(new_initial_state=self.State)

    def RandomRolloutEvaluator(self, rollouts, seed):
        assert rollouts == 1

    def MCTSBot(self, game, evaluator, max_simulations, **settings):
        assert not settings["solve"]

        def mcts_search(state):
            self.searched.append(state.at)
            return SimpleNamespace(explore_count=max_simulations)

        return SimpleNamespace(mcts_search=mcts_search)


def test_a_search_of_another_library_thinks_where_there_is_a_choice(monkeypatch):
    fake = FakeSpiel("pyspiel")
    fake.searched = []
    monkeypatch.setitem(sys.modules, "pyspiel", fake)
    rows, missing = timing.measure(search_peers(), 1e-9, 1)
    assert [row.contestant.game for row in rows] == ["backgammon", "chess"] and not missing
    assert set(fake.searched) <= {0, 2, 4}
    assert rows[0].play() == 200


def test_a_search_of_another_library_that_is_missing_is_told(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    rows, missing = timing.measure(search_peers(), 1e-9, 1)
    assert rows == []
    assert {each.reason for each in missing} == {"not installed (there is no module pyspiel)"}


@pytest.mark.parametrize("peer", search_peers(), ids=lambda peer: peer.game)
def test_a_search_of_another_library_runs_where_it_is_installed(peer):
    pytest.importorskip("pyspiel")
    rows, missing = timing.measure([peer], 1e-9, 1)
    assert not missing and rows[0].play() == 200


def test_the_table_of_searches_has_ratios_to_another_librarys_and_shares_of_steps_alone():
    played = search_speed.SearchPlay(TINY, "mcts:1")
    played.simulations, played.steps = 10, 250
    entrants = [
        (Contestant("jivezoo", "Zoo", "alone", lambda: count_to_three), count_to_three, 1e6),
        (Contestant("jivezoo", "Zoo", "mcts", lambda: played, unit="simulations"), played, 3e4),
        (search_peers()[0], count_to_three, 2000.0),
    ]
    rows = [timing.Row(entrant, play, [rate], [1.0]) for entrant, play, rate in entrants]
    told = search_speed.SearchReport(rows, [], 2.0, 3)
    assert report.table_of(told) == [
        [*HEADINGS[:3], "simulations/s", "steps/s", *HEADINGS[3:], "share"],
        ["jivezoo", "Zoo", "alone", "", "1,000,000", "1,000,000 to 1,000,000", "", "1"],
        ["jivezoo", "Zoo", "mcts", "30,000", "750,000", "30,000 to 30,000", "15", "0.75"],
        [
            "OpenSpiel",
            "backgammon",
            rows[2].contestant.face,
            "2,000",
            "",
            "2,000 to 2,000",
            "1",
            "",
        ],
    ]
    assert "OpenSpiel's backgammon" in report.notes_of(told)[1]
