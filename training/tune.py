"""`jivezoo tune`: look for better weights of `greedy` by playing, and tell whether they are better.

CMA-ES (Hansen and Ostermeier, 2001) searches among the logarithms of the weights, around those that
it starts from.  The candidates of a generation play the same seeds, each generation new ones.  The
best of many candidates is mostly the luckiest; so what is kept is the mean of the distribution, and
whether it is better is told by games of seeds that the search has never seen, in which the weights
that it started from play the same opponents.  Who beats one opponent may lose to another: several
can be given.

Reads downwards: the command, the run, its folder, and the search.
"""

import argparse
import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import cma
import numpy as np

from .. import __version__
from ..agents import make_agent
from ..agents.evaluation import load_evaluation
from ..agents.greedy import Greedy
from ..agents.player import Agent, combine_each
from ..agents.weights import SCALE, flat, flat_names, read_weights, scaled, to_toml
from ..envs.errors import BadFile, BadOption
from ..envs.game import Game, check_seed
from ..envs.randomness import combine
from .cli import INTERRUPTED
from .evaluate import held_out, payoffs_against, score_of, sets_of
from .files import write_whole
from .game_options import add_game_arguments, game_from
from .ledger import check_settings, whole_lines
from .match import play_games
from .progress import Advance, progress, say
from .scale import fit_scale
from .settings import add_settings, check_ranges, setting, settings_from
from .standings import percent, student, wilson, with_interval
from .tournament import digest_of_file, one_torch_thread

LEFT_ALONE = ("win", SCALE)  # weights that are no opinions: ends come first; the scale is fitted
DIGITS = 3  # significant ones of what is kept
TRIAL_GAMES = 40  # that tell whether a weight makes a difference
TRIAL_FACTORS = (0.2, 5.0)
SCALE_GAMES = 200
TUNING = np.uint64(1) << np.uint64(63)  # a bit of seeds for tuning, which held-out ones lack

EXAMPLES = """\
examples:
  jivezoo tune gelini_nightlife --against greedy,random
  jivezoo tune jivecat_lounge --generations 15 --games 100 --out runs/jivecat
  jivezoo tune itchy_monkey --players 3 -o abilities=gorilla,lemur --held-out 4000
  jivezoo arena jivecat_lounge greedy:runs/jivecat/weights.toml greedy

Ctrl-C keeps every whole generation; the same command goes on from there, and so it does with more
--generations. The candidates sit once in every seat of each seed, others in all other seats."""


# -------------------------------------------------------------------------------------- The command


@dataclass(frozen=True)
class Tuning:
    """How to tune."""

    generations: int = setting(20, "generations of candidates, one after another", 1, 10_000)
    population: int = setting(16, "candidates in each of them", 4, 1_000)
    games: int = setting(
        200, "games of each candidate against each opponent, in whole sets", 1, 1_000_000
    )
    spread: float = setting(
        0.3, "how far candidates spread at first: the deviation of a weight's logarithm", 1e-3, 3
    )
    held_out: int = setting(
        2_000, "games against each opponent that tell what has come of it", 2, 1_000_000
    )
    against: str = setting("greedy", "agent in all other seats; several in turn: 'greedy,random'")
    start: str = setting("", "file of weights to start from; none: those of greedy")
    seed: int = setting(0, "all games and candidates follow from it")

    def __post_init__(self) -> None:
        """Check the ranges, or raise BadOption."""
        check_ranges(self)
        check_seed(self.seed)

    def opponents(self) -> list[str]:
        """Return the names of the agents to play against."""
        return [name.strip() for name in self.against.split(",")]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jivezoo tune` takes."""
    add_game_arguments(parser)
    parser.add_argument("--out", type=Path, help="folder of the run; by default runs/tune-GAME")
    add_settings(parser, Tuning)
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Carry out `jivezoo tune`; return 0, or 130 after Ctrl-C."""
    game = game_from(arguments)
    folder = arguments.out or Path("runs") / f"tune-{game.name}"
    return tune(game, settings_from(arguments, kind=Tuning), folder)


# ------------------------------------------------------------------------------------------ The run


def tune(game: Game, tuning: Tuning, folder: Path) -> int:
    """Tune the weights of a game, keeping everything in a folder; return the exit code.

    Raises
    ------
    BadOption, BadFile
        If the settings or the folder cannot be used.
    """
    start = read_weights(Path(tuning.start), game) if tuning.start else load_evaluation(game)
    opponents = [make_agent(name, game) for name in tuning.opponents()]
    kept = TuningFolder(folder, _identity(game, tuning, start))
    with one_torch_thread():
        try:
            search = Search(start, weights_that_count(game, start, tuning.seed), tuning)
            _search(game, tuning, opponents, search, kept)
            _report(game, tuning, opponents, search, kept)
        except KeyboardInterrupt:
            done = len(kept.generations)
            return say(
                f"interrupted; {done} of {tuning.generations} generations are kept in {folder}, "
                "and the same command goes on from there.",
                INTERRUPTED,
            )
    return 0


def _identity(game: Game, tuning: Tuning, start: np.ndarray) -> dict[str, Any]:
    """Return all that the generations depend on, as JSON values."""
    settings = asdict(tuning)
    for name in ("generations", "held_out", "start"):  # more may be asked for; see `weights`
        del settings[name]
    return {
        "jivezoo": __version__,
        "game": game.id,
        "options": game.option_words,
        "rules": game.rules_digest,
        "settings": settings,
        "agent_files": {name: digest_of_file(name) for name in tuning.opponents()},
        "weights": dict(zip(flat_names(start), flat(start).tolist(), strict=True)),
    }


def weights_that_count(game: Game, start: np.ndarray, seed: int) -> list[int]:
    """Return which weights, by their places in `flat`, change what `greedy` plays in some games.

    Under some options a weight makes no difference; and one of 0 could not be scaled.
    """
    seatings = [[0] * game.seats] * TRIAL_GAMES
    seeds = tuning_seeds(seed, 0, TRIAL_GAMES)

    def digests(weights: np.ndarray) -> list[str]:
        played = play_games(game, [Greedy(game, weights)], seatings, seeds)
        return [each.digest for each in played]

    usual, found = digests(start), []
    for place, name in enumerate(flat_names(start)):
        if name in LEFT_ALONE or flat(start)[place] == 0:
            continue
        if any(digests(scaled(start, [place], factor)) != usual for factor in TRIAL_FACTORS):
            found.append(place)
    if not found:
        raise BadOption(f"no weight makes a difference in {game.title} under these options.")
    return found


def tuning_seeds(seed: int, generation: int, sets: int) -> np.ndarray:
    """Return the seeds of the games of a generation, (sets,) uint64; none is held out."""
    base = combine(np.uint64(seed), np.uint64(generation))
    seeds = np.full(sets, base, np.uint64)
    combine_each(seeds, np.arange(sets, dtype=np.uint64), seeds)
    return seeds | TUNING


def _search(
    game: Game, tuning: Tuning, opponents: list[Agent], search: "Search", kept: "TuningFolder"
) -> None:
    """Let the generations play that are not kept yet, and keep what has come of each."""
    for payoffs in kept.generations[: tuning.generations]:
        search.ask()
        search.tell(payoffs)
    kept.begin()
    sets = sets_of(game, tuning.games)
    of_one = tuning.population * len(opponents) * sets * game.seats  # games of a generation
    done = min(len(kept.generations), tuning.generations)
    with progress(tuning.generations * of_one, done * of_one) as advance:
        for number in range(done + 1, tuning.generations + 1):
            seeds = tuning_seeds(tuning.seed, number, sets)
            payoffs = _play(game, search.ask(), opponents, seeds, advance)
            search.tell(payoffs)
            kept.add(payoffs)
            kept.keep_weights(to_toml(game, search.mean()))
            say(
                f"generation {number} of {tuning.generations}: payoff {np.mean(payoffs):+.3f} on "
                f"the mean, {max(payoffs):+.3f} at best, spread {search.spread:.2f}."
            )


def _play(
    game: Game,
    candidates: list[np.ndarray],
    opponents: list[Agent],
    seeds: np.ndarray,
    advance: Advance,
) -> list[float]:
    """Return the mean payoff of each candidate against the opponents."""
    payoffs = []
    for weights in candidates:
        agent, paid = Greedy(game, weights), []
        for opponent in opponents:
            paid.append(payoffs_against(game, agent, opponent, seeds).mean())
            advance(len(seeds) * game.seats)
        payoffs.append(float(np.mean(paid)))
    return payoffs


def _report(
    game: Game, tuning: Tuning, opponents: list[Agent], search: "Search", kept: "TuningFolder"
) -> None:
    """Fit the scale, play the held-out games, keep and print what has come of it."""
    weights = search.mean()
    seeds = tuning_seeds(tuning.seed, 0, SCALE_GAMES)
    weights[SCALE] = rounded(np.array([fit_scale(game, weights, seeds)]))
    path = kept.keep_weights(to_toml(game, weights))
    for name, before, after in zip(
        flat_names(weights), flat(search.start), flat(weights), strict=True
    ):
        print(f"  {name:<18}{before:>10g}" + (f"  ->{after:>10g}" if after != before else ""))
    verdict = [_compare(game, tuning, opponent, weights, search.start) for opponent in opponents]
    kept.keep_weights("".join(f"# {line}\n" for line in verdict) + to_toml(game, weights))
    print("\n".join([*verdict, f"play them: greedy:{path}"]))


def _compare(
    game: Game, tuning: Tuning, opponent: Agent, weights: np.ndarray, start: np.ndarray
) -> str:
    """Let the weights found and those started from, (1,) each, play the held-out games."""
    seeds = held_out(game, tuning.held_out)
    after, before = (
        payoffs_against(game, Greedy(game, each), opponent, seeds) for each in (weights, start)
    )
    return verdict_on(after, before, opponent.name)


def verdict_on(after: np.ndarray, before: np.ndarray, opponent: str) -> str:
    """Return in words how payoffs in the same sets and seats, (sets, S), compare."""
    score, of_sets = score_of(opponent, after), (after - before).mean(axis=1)
    gain = student(float(of_sets.mean()), of_sets)
    told = "neither better nor worse, for all that these games tell"
    if gain.low is not None and gain.high is not None and gain.low * gain.high > 0:
        told = "better" if gain.low > 0 else "worse"
    return (
        f"{score.games} held-out games against {opponent}: "
        f"wins {percent(wilson(score.wins, score.games))} %, "
        f"draws {100 * score.draws / score.games:.1f} %, "
        f"payoff {after.mean():+z.3f}, before {before.mean():+z.3f}: "
        f"a gain of {with_interval(gain, '+z.3f')}, {told}."
    )


# --------------------------------------------------------------------------------------- Its folder


class TuningFolder:
    """`settings.json`, `generations.jsonl`, a line for each, and `weights.toml`, in a folder.

    `generations` holds what was found there: the mean payoffs of the candidates of each.
    """

    def __init__(self, path: Path, settings: dict[str, Any]) -> None:
        """Read what a folder, if it exists, holds; nothing is written yet.

        Raises
        ------
        BadFile
            If it holds a run with other settings, or something else.
        """
        if path.exists() and not path.is_dir():
            raise BadFile(f"--out {path} is not a folder.")
        self._settings, self._lines = path / "settings.json", path / "generations.jsonl"
        self._weights = path / "weights.toml"
        self._content = json.dumps(settings, indent=2) + "\n"
        if self._settings.exists():
            check_settings(self._settings, json.loads(self._content), "run")
        elif self._lines.exists() or self._weights.exists():
            raise BadFile(f"{path} holds something else than a run; choose another folder.")
        self._count = settings["settings"]["population"]
        self.generations = [
            self._read(line, number) for number, line in enumerate(whole_lines(self._lines), 1)
        ]

    def _read(self, line: str, number: int) -> list[float]:
        try:
            payoffs = [float(payoff) for payoff in json.loads(line)["payoffs"]]
        except (ValueError, TypeError, KeyError):
            payoffs = []
        if len(payoffs) != self._count or not all(map(math.isfinite, payoffs)):
            raise BadFile(f"{self._lines}, line {number}: this is not what a generation came to.")
        return payoffs

    def begin(self) -> None:
        """Make the folder; write the settings, and the generations found, without a torn end."""
        self._settings.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self._settings, self._content)
        write_whole(self._lines, "".join(map(_line, self.generations)))

    def add(self, payoffs: list[float]) -> None:
        """Append a generation; a crash leaves at worst a torn last line."""
        self.generations.append(payoffs)
        with self._lines.open("a", encoding="utf-8") as file:
            file.write(_line(payoffs))

    def keep_weights(self, text: str) -> Path:
        """Write weights.toml whole; return its path."""
        write_whole(self._weights, text)
        return self._weights


def _line(payoffs: list[float]) -> str:
    return json.dumps({"payoffs": payoffs}) + "\n"


# --------------------------------------------------------------------------------------- The search


class Search:
    """CMA-ES over the logarithms of the weights at some places, from those to start from (1,)."""

    def __init__(self, start: np.ndarray, places: list[int], tuning: Tuning) -> None:
        """Begin; the randomness is all its own."""
        self.start, self._places = start, places
        rng = np.random.default_rng(tuning.seed)
        options = {
            "popsize": tuning.population,
            "randn": lambda *shape: rng.standard_normal(shape),
            "seed": math.nan,  # leaves NumPy's own generator alone
            "verbose": -9,
            "verb_log": 0,
            "signals_filename": "",
        }
        self._cma = cma.CMAEvolutionStrategy(np.zeros(len(places)), tuning.spread, options)
        self._asked: list[np.ndarray] = []

    def ask(self) -> list[np.ndarray]:
        """Return the weights (1,) of each candidate of the next generation."""
        self._asked = self._cma.ask()
        return [scaled(self.start, self._places, np.exp(logs)) for logs in self._asked]

    def tell(self, payoffs: list[float]) -> None:
        """Learn what the candidates were paid: the more the better."""
        self._cma.tell(self._asked, [-payoff for payoff in payoffs])

    def mean(self) -> np.ndarray:
        """Return the weights (1,) in the middle of the distribution, rounded."""
        found = scaled(self.start, self._places, np.exp(self._cma.mean))
        flat(found)[self._places] = rounded(flat(found)[self._places])
        return found

    @property
    def spread(self) -> float:
        """The mean deviation of the logarithms."""
        return float(np.mean(self._cma.stds))


def rounded(numbers: np.ndarray) -> list[float]:
    """Return numbers with so many significant digits as are kept."""
    return [float(f"{number:.{DIGITS}g}") for number in numbers]
