"""The arena: the same games in any batch and process, kept on disk, told as they were."""

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.envs.errors import BadFile, BadOption
from jivezoo.training import arena
from jivezoo.training.ledger import Ledger
from jivezoo.training.match import GameResult, MatchFailed, play_games
from jivezoo.training.standings import summarise, wilson
from jivezoo.training.tournament import Plan, in_order, play_plan, seatings_of, tournament

# Agents that worker processes can import too: the module is written into a folder on the path.
AGENTS = """
import time
import numpy as np
from jivezoo.agents.random import Random

class Ordered:
    def __init__(self, name, step):
        self.name, self.step = name, step
    def act(self, views):
        return [int(np.flatnonzero(mask)[self.step]) for mask in views.action_mask]

class Slow(Random):
    def act(self, views):
        time.sleep(0.05)
        return super().act(views)

def make(name, game):
    if name.startswith("random"):
        return Random()
    return Slow() if name.startswith("slow") else Ordered(name, 0 if name == "first" else -1)
"""


@pytest.fixture(scope="module")
def make(tmp_path_factory):
    folder = tmp_path_factory.mktemp("agents")
    (folder / "arena_agents.py").write_text(AGENTS)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        import arena_agents  # type: ignore[import-not-found]

        yield arena_agents.make


@pytest.fixture(scope="module")
def game():
    return jivezoo.game("itchy_monkey", max_turns=60)


@pytest.fixture(scope="module")
def three():
    return jivezoo.game("itchy_monkey", num_players=3, max_turns=40)


class Rogue:
    """An agent that answers with whatever a function of the views says."""

    name = "rogue"

    def __init__(self, answer):
        self.act = answer


def result(payoffs, seed=0, seating=(0, 1), digest="a", truncated=False):
    return GameResult(seed, seating, payoffs, 10, 5, truncated, digest)


def command(*words, game="itchy_monkey"):
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    return parser.parse_args([game, *words, "-o", "max_turns=60"])


# Playing


def test_a_game_is_the_same_in_any_batch(game, make):
    agents = [make(name, game) for name in ("random", "first", "last")]
    seatings = [(0, 1), (1, 2), (2, 0)] * 4
    seeds = [3, 2**64 - 1, 5] + list(range(9))
    together = play_games(game, agents, seatings, seeds)
    alone = [
        play_games(game, agents, [seating], [seed])[0]
        for seating, seed in zip(seatings, seeds, strict=True)
    ]
    assert together == alone


def test_results_say_what_happened(game):
    [found] = play_games(game, [make_agent("random", game)] * 2, [(1, 0)], [11])
    position, seats, agent = game.new(11), [], make_agent("random", game)
    from jivezoo.agents.player import Views, decision_keys

    while not position.is_over:
        key = decision_keys(np.array([11], np.uint64), np.array([len(seats)], np.uint64))
        seats.append(position.seat)
        position.apply(int(agent.act(Views.of_position(position, int(key[0])))[0]))
    assert found.decisions == len(seats)
    assert found.turns == 1 + sum(a != b for a, b in zip(seats, seats[1:], strict=False))
    assert found.payoffs == tuple(position.returns().tolist())
    assert found.truncated == position.is_truncated
    assert (found.seed, found.seating) == (11, (1, 0))


def test_the_digest_tells_games_apart(game):
    results = play_games(game, [make_agent("random", game)], [(0, 0)] * 20, [4] * 10 + [*range(10)])
    assert len({found.digest for found in results[:10]}) == 1
    assert len({found.digest for found in results[10:]}) == 10


def test_winners_are_all_seats_with_the_best_payoff():
    assert result((1.0, -1.0)).winners == (0,)
    assert result((0.0, 0.0)).winners == (0, 1)
    assert result((0.25, 0.25, -0.5), seating=(0, 1, 2)).winners == (0, 1)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda views: [int(np.flatnonzero(mask == 0)[0]) for mask in views.action_mask], "legal"),
        (lambda views: [-1] * len(views), "-1 is no action"),
        (lambda views: [10**9] * len(views), "1000000000 is no action"),
        (lambda views: [0], "one a game"),
        (lambda views: [0.0] * len(views), "float64"),
        (lambda views: None, "one a game"),
        (lambda views: 1 // 0, "ZeroDivisionError"),
    ],
)
def test_bad_agents_are_named(game, answer, words):
    with pytest.raises(MatchFailed, match="agent 'rogue'") as caught:
        play_games(game, [Rogue(answer)], [(0, 0)] * 3, range(3))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_illegal_action_is_named_in_words(game):
    def act(views):
        return [int(np.flatnonzero(mask == 0)[0]) for mask in views.action_mask]

    illegal = game.actions[int(np.flatnonzero(game.new(0).action_mask() == 0)[0])]
    with pytest.raises(MatchFailed, match=f"after 0 decisions of the game of seed 0: '{illegal}'"):
        play_games(game, [Rogue(act)], [(0, 0)], [0])


def test_agents_cannot_change_the_game(game):
    def act(views):
        choice = views.action_mask.argmax(axis=1)
        views.observation[:], views.action_mask[:] = 0, 0
        return choice

    class Honest:
        name = "honest"

        def act(self, views):
            return views.action_mask.argmax(axis=1)

    rogue, honest = (play_games(game, [a], [(0, 0)], [0]) for a in (Rogue(act), Honest()))
    assert rogue == honest


def test_seatings_must_fit_the_seats(game):
    with pytest.raises(BadOption, match="shape"):
        play_games(game, [make_agent("random", game)], [(0, 0, 0)], [0])


# The plan


def test_seats_rotate_within_each_set(game, three):
    for board, tables in ((game, 3), (three, 7)):
        plan = Plan(board, ("a", "b", "c"), games=10)
        assert len(plan.tables) == tables
        for table in plan.tables:
            assert plan.games_at(table) % len(seatings_of(table)) == 0
            assert 10 <= plan.games_at(table) < 10 + len(seatings_of(table))
        games = [key for chunk in plan.chunks() for key in chunk]
        assert len(games) == len(set(games)) == plan.total
        for seat in range(board.seats):  # every agent sits in every seat equally often
            seats = Counter((tuple(sorted(s)), s[seat]) for _, s in games)
            for table in plan.tables:
                share = {a: plan.games_at(table) * table.count(a) / board.seats for a in table}
                assert {a: seats[table, a] for a in table} == share


def test_tables_share_their_seeds(three):
    plan = Plan(three, ("a", "b"), games=6)
    seeds = {table: set() for table in plan.tables}
    for seed, seating in (key for chunk in plan.chunks() for key in chunk):
        seeds[tuple(sorted(seating))].add(seed)
    assert len({frozenset(of_table) for of_table in seeds.values()}) == 1


def test_a_cut_tournament_has_games_of_all_tables(game):
    plan = Plan(game, ("a", "b", "c"), games=500)
    first = {tuple(sorted(seating)) for chunk in plan.chunks()[:3] for _, seating in chunk}
    assert first == set(plan.tables)


@pytest.mark.parametrize(
    ("agents", "games", "words"),
    [
        (("random",), 10, "at least two"),
        (("random", "greedy", " random"), 10, "'random' is given twice"),
        (("random", "greedy"), 0, "must be 1 to 10,000,000, not 0"),
    ],
)
def test_bad_plans_are_refused(game, agents, games, words):
    with pytest.raises(BadOption, match=words):
        Plan(game, agents, games)


def test_unknown_agents_and_bad_numbers_are_refused(game):
    with pytest.raises(BadOption, match="no agent 'nobody'"):
        play_plan(Plan(game, ("random", "nobody")))
    with pytest.raises(BadOption, match="workers"):
        play_plan(Plan(game, ("random", "greedy")), workers=0)
    with pytest.raises(BadOption, match="seed"):
        Plan(game, ("random", "greedy"), seed=-1)


# Processes


def test_two_workers_give_the_same_table_as_one(three, make):
    plan = Plan(three, ("random", "first", "last"), games=80, seed=5)
    one, two = (tournament(plan, workers, make=make) for workers in (1, 2))
    assert one == two
    assert summarise(plan, one) == summarise(plan, two)


INTERRUPTED = """
import signal
import sys
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
sys.path.insert(0, {agents!r})
import arena_agents
from jivezoo.training import arena
import argparse

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    arena.add_arguments(parser)
    sys.exit(arena.run(parser.parse_args(sys.argv[1:]), arena_agents.make))
"""


@pytest.mark.skipif(os.name != "posix", reason="sends a signal to a group of processes")
def test_ctrl_c_ends_the_workers_and_keeps_what_is_finished(tmp_path, make):
    agents = os.path.dirname(sys.modules[make.__module__].__file__ or "")
    script, out = tmp_path / "script.py", tmp_path / "out"
    script.write_text(INTERRUPTED.format(agents=agents))
    words = f"itchy_monkey slow random --games 20000 --workers 2 -o max_turns=20 --out {out}"
    process = subprocess.Popen(
        [sys.executable, str(script), *words.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    kept, patience = out / "games.jsonl", time.monotonic() + 120
    while not (kept.exists() and kept.stat().st_size) and time.monotonic() < patience:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    told, complaints = process.communicate(timeout=60)  # until no worker holds the pipes
    assert process.returncode == 130, complaints
    assert complaints == "jivezoo: interrupted.\n"
    assert "Not all games were played." in told
    assert len(kept.read_text().splitlines()) % 64 == 0


def test_a_bad_agent_in_a_worker_is_named_too(game, make, tmp_path, monkeypatch):
    (tmp_path / "rogue_agents.py").write_text(
        "class Rogue:\n    name = 'rogue'\n    def act(self, views):\n        return [-1]\n"
        "def make(name, game):\n    return Rogue()\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    import rogue_agents  # type: ignore[import-not-found]

    plan = Plan(game, ("a", "b"), games=130)
    with pytest.raises(MatchFailed, match="agent 'rogue'"):
        tournament(plan, 2, make=rogue_agents.make)


# Keeping games


def test_an_interrupted_tournament_goes_on(game, make, tmp_path):
    plan = Plan(game, ("first", "random", "last"), games=130, seed=3)
    whole = tournament(plan, make=make)
    ledger = Ledger(tmp_path / "out", plan)
    ledger.begin()
    chunks = play_plan(plan, make=make)
    for _ in range(3):
        ledger.add(next(chunks))
    with (tmp_path / "out" / "games.jsonl").open("a") as file:  # half a chunk, and a torn line
        file.write("".join(json.dumps(vars(found)) + "\n" for found in next(chunks)[:20]))
        file.write('{"seed": 12, "sea')
    again = Ledger(tmp_path / "out", plan)
    assert len(again.games) == 3 * 64
    again.begin()
    rest = [found for part in play_plan(plan, 1, again.games, make) for found in part]
    assert len(rest) == plan.total - 3 * 64
    again.add(rest)
    assert in_order(plan, again.games + rest) == whole
    assert in_order(plan, Ledger(tmp_path / "out", plan).games) == whole
    assert summarise(plan, again.games + rest) == summarise(plan, whole)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_opening_is_random_and_the_same_for_all_games_of_a_set(game, workers):
    plans = [Plan(game, ("greedy", "random"), games=70, opening=n) for n in (0, 4, 1000)]
    none, four, whole = (tournament(plan, workers) for plan in plans)
    assert len({found.digest for found in whole}) == 35  # nobody else was asked
    for one, other in zip(whole[::2], whole[1::2], strict=True):
        assert one.digest == other.digest and one.payoffs == other.payoffs
    assert all(one.digest != other.digest for one, other in zip(four[::2], four[1::2], strict=True))
    assert {found.digest for found in none} != {found.digest for found in four}


def test_an_opening_is_one_of_the_settings(game, tmp_path):
    Ledger(tmp_path / "out", Plan(game, ("random", "greedy"))).begin()
    with pytest.raises(BadFile, match="opening was None there and is 3 now"):
        Ledger(tmp_path / "out", Plan(game, ("random", "greedy"), opening=3))
    with pytest.raises(BadOption, match="the opening must be 0 to 1000 decisions, not -1"):
        Plan(game, ("random", "greedy"), opening=-1)


def test_another_tournament_is_not_mixed_in(game, tmp_path):
    model = tmp_path / "model.zip"
    model.write_bytes(b"one")
    agents = ("random", f"ppo:{model},temperature=0")
    Ledger(tmp_path / "out", Plan(game, agents)).begin()
    Ledger(tmp_path / "out", Plan(game, agents))
    with pytest.raises(BadFile, match="seed was 0 there and is 1 now"):
        Ledger(tmp_path / "out", Plan(game, agents, seed=1))
    with pytest.raises(BadFile, match="options"):
        Ledger(tmp_path / "out", Plan(jivezoo.game("itchy_monkey"), agents))
    model.write_bytes(b"two")  # trained on, under the same name
    with pytest.raises(BadFile, match="agent_files"):
        Ledger(tmp_path / "out", Plan(game, agents))


@pytest.mark.parametrize("text", ["nonsense\n", "[]\n", '{"seed": 1}\n', "\n"])
def test_files_of_something_else_are_refused(game, tmp_path, text):
    plan = Plan(game, ("random", "greedy"))
    (tmp_path / "games.jsonl").write_text(text)
    with pytest.raises(BadFile, match=r"without settings\.json"):
        Ledger(tmp_path, plan)
    (tmp_path / "settings.json").write_text(json.dumps(plan.settings()))
    with pytest.raises(BadFile, match="line 1"):
        Ledger(tmp_path, plan)
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(BadFile, match="settings"):
        Ledger(tmp_path, plan)
    assert (tmp_path / "games.jsonl").read_text() == text


# Standings


def test_wilson_interval_as_published():
    found = wilson(81, 263)  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I
    assert (found.low, found.high) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20).low == 0 and wilson(0, 20).high == pytest.approx(0.1611, abs=5e-5)


def games_of(plan, payoffs_of):
    keys = [key for chunk in plan.chunks() for key in chunk]
    return [
        result(payoffs_of(i, seating), seed, seating, str(i % 6), truncated=i % 4 == 0)
        for i, (seed, seating) in enumerate(keys)
    ]


def test_rates_lengths_and_the_first_seat(game):
    plan = Plan(game, ("greedy", "random"), games=40)
    outcomes = [(1.0, -1.0), (0.0, 0.0), (1.0, -1.0), (-1.0, 1.0)]
    [table] = summarise(plan, games_of(plan, lambda i, seating: outcomes[i % 4])).tables
    # Seats alternate: greedy wins at 0 and 2 from seat 0, and at 3 from seat 1.
    greedy, other = table.scores
    assert (greedy.wins, greedy.draws, greedy.losses) == (30, 10, 0)
    assert (other.wins, other.draws, other.losses) == (0, 10, 30)
    assert greedy.win_rate == wilson(30, 40) and greedy.payoff.value == 0.75
    assert (table.games, table.sets, table.distinct_games) == (40, 20, 6)
    assert (table.truncated, table.decisions, table.turns) == (0.25, 10, 5)
    assert table.first_seat.value == 0.25
    assert table.first_seat.low is not None and table.first_seat.low < 0.25


def test_only_draws_are_draws(three):
    plan = Plan(three, ("greedy", "random"), games=30)
    standings = summarise(plan, games_of(plan, lambda i, seating: (0.0, 0.0, 0.0)))
    for table in standings.tables:
        assert [(s.wins, s.draws, s.losses) for s in table.scores] == [(0, 30, 0)] * 2
        assert table.first_seat == type(table.first_seat)(0, None, None)
    assert [row.rating.value for row in standings.ratings] == pytest.approx([0, 0], abs=1e-6)


def test_a_shared_win_is_no_draw(three):
    plan = Plan(three, ("a", "b", "c"), games=6)
    table = {game.seating: game for game in games_of(plan, lambda i, seating: (0.25, 0.25, -0.5))}
    games = [game for game in table.values() if len(set(game.seating)) == 3]
    [summary] = summarise(plan, games).tables
    assert [(s.wins, s.draws, s.losses) for s in summary.scores] == [(4, 0, 2)] * 3


def test_ratings_put_the_best_first_and_random_at_zero(game):
    plan = Plan(game, ("random", "a", "b"), games=60)
    rank = {0: 0, 2: 1, 1: 2}  # random < b < a, with a upset now and then

    def payoffs(i, seating):
        better = rank[seating[0]] > rank[seating[1]]
        return (1.0, -1.0) if better != (i % 7 == 0) else (-1.0, 1.0)

    standings = summarise(plan, games_of(plan, payoffs))
    assert [row.agent for row in standings.ratings] == ["a", "b", "random"]
    assert standings.anchor == "random" and standings.ratings[-1].rating.value == 0
    assert all(row.games == 120 for row in standings.ratings)


# The command


def test_the_command_prints_and_writes_the_same_numbers(make, tmp_path, capsys):
    files = [tmp_path / "table.json", tmp_path / "table.csv"]
    words = ("random", "first", "--games", "41", "--json", str(files[0]), "--csv", str(files[1]))
    assert arena.run(command(*words), make) == 0
    told = capsys.readouterr()
    assert "--games 41 becomes 42" in told.err
    data = json.loads(files[0].read_text())
    assert data["complete"] and data["settings"]["game"] == "itchy_monkey_v0"
    assert data["settings"]["jivezoo"] == jivezoo.__version__
    rate = data["tables"][0]["scores"][0]["win_rate"]
    assert f"{100 * rate['value']:.1f} [{100 * rate['low']:.1f}, " in told.out
    rows = list(csv.DictReader(files[1].read_text().splitlines()))
    assert [row["row"] for row in rows] == ["table", "table", "rating", "rating"]
    assert float(rows[0]["win_rate_low"]) == rate["low"]
    ratings = {row["agent"]: row["rating"]["value"] for row in data["ratings"]}
    assert {row["agent"]: float(row["rating"]) for row in rows[2:]} == ratings
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.csv", "table.json"]


def test_the_command_takes_up_its_folder(make, tmp_path, capsys):
    words = ("random", "last", "--games", "10", "--out", str(tmp_path / "out"))
    assert arena.run(command(*words), make) == 0
    first = capsys.readouterr()
    assert arena.run(command(*words), make) == 0
    second = capsys.readouterr()
    assert first.out == second.out and "10 of 10 games were played before" in second.err


class Breaks:
    """Plays at random, and after some time does something else."""

    name = "breaks"

    def __init__(self, asked, error):
        self.asked, self.error = asked, error

    def act(self, views):
        self.asked -= 1
        if self.asked < 0:
            raise self.error
        return make_agent("random", views.game).act(views)


@pytest.mark.parametrize(
    ("error", "code", "words"),
    [(KeyboardInterrupt(), 130, "interrupted"), (OSError("gone"), 1, "agent 'breaks' failed")],
)
def test_what_is_finished_is_kept_and_told(make, tmp_path, capsys, error, code, words):
    def breaking(name, game):
        return Breaks(400, error) if name == "breaks" else make(name, game)

    out, table = tmp_path / "out", tmp_path / "table.json"
    words_given = ("breaks", "random", "--games", "2000", "--out", str(out), "--json", str(table))
    assert arena.run(command(*words_given), breaking) == code
    told = capsys.readouterr()
    assert words in told.err and told.err.count("\n") == 1
    assert "Not all games were played." in told.out
    kept = len((out / "games.jsonl").read_text().splitlines())
    data = json.loads(table.read_text())
    assert not data["complete"] and data["tables"][0]["games"] == kept > 0


def test_bad_outputs_are_refused_before_the_first_game(tmp_path):
    (tmp_path / "file").write_text("")
    for words in (
        ("--json", str(tmp_path / "no" / "table.json")),
        ("--csv", str(tmp_path)),
        ("--out", str(tmp_path / "file")),
    ):
        with pytest.raises(BadFile):
            arena.run(command("random", "greedy", *words))


def test_a_bad_agent_leaves_no_folder(tmp_path):
    with pytest.raises(BadOption):
        arena.run(command("random", "nobody", "--out", str(tmp_path / "out")))
    assert not (tmp_path / "out").exists()


def test_playing_needs_no_heavy_packages():
    program = "import jivezoo.training.match, jivezoo.training.tournament, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {"torch", "scipy.optimize", "rich"}.isdisjoint(done.stdout.split())
