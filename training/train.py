"""`jivezoo train`: learn a game by self-play, watch it, keep everything, go on another day.

Reads downwards: the command, the run (set up, learn, rate, report), and what happens between two
updates.
"""

import argparse
import copy
import time
from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np
import torch as th
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger, make_output_format

from .. import __version__
from .. import game as game_of
from ..agents import make_agent
from ..agents.network import MaskedPolicy, NetworkAgent, ScaledFeatures, load_policy, read_model
from ..envs.errors import BadFile, BadOption
from ..envs.game import Game
from .cli import INTERRUPTED
from .curve import draw_curve
from .evaluate import Score, evaluate
from .game_options import add_game_arguments, game_from
from .learn import SeatPPO, SeatRolloutBuffer
from .run_folder import RunFolder, free_folder
from .selfplay import Opponents, SelfPlayEnv, Tables, TogetherEnv
from .settings import Settings, add_settings, settings_from

YARDSTICKS = ("random", "greedy")  # agents that every run is measured against
FALL = 0.5  # the learning rate falls to this share of its start
SEED_LIMIT = 2**32  # what numpy and torch take


# -------------------------------------------------------------------------------------- The command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jivezoo train` takes."""
    add_game_arguments(parser)
    parser.add_argument(
        "--out", type=Path, help="folder of the run; by default runs/GAME-1, -2, ..."
    )
    parser.add_argument("--resume", type=Path, metavar="RUN", help="go on with the run in a folder")
    add_settings(parser)
    parser.epilog = (
        "examples:\n"
        "  jivezoo train itchy_monkey\n"
        "  jivezoo train itchy_monkey --players 3 -o abilities=gorilla,lemur --steps 5e6\n"
        "  jivezoo train voodoo_mania --together yes --games 256\n"
        "  jivezoo train itchy_monkey --resume runs/itchy_monkey-1 --steps 10e6\n"
        "  tensorboard --logdir runs\n"
        "Ctrl-C saves the model; --resume goes on from there."
    )


def run(arguments: argparse.Namespace) -> int:
    """Carry out `jivezoo train`; return 0, or 130 after Ctrl-C."""
    game = game_from(arguments)
    if arguments.resume is None:
        folder = RunFolder(arguments.out or free_folder(game.name))
        return train(game, settings_from(arguments), folder)
    if arguments.out is not None:
        raise BadOption("--resume goes on in its own folder; leave --out away.")
    folder = RunFolder(arguments.resume)
    kept = folder.read_settings()
    if kept["game"] != game.id:
        raise BadOption(f"{folder.path} learns {kept['game']}, not {game.id}.")
    if (arguments.option or arguments.players) and kept["options"] != game.option_words:
        raise BadOption(f"{folder.path} learns under {kept['options']}; leave game options away.")
    game = game_of(game.name, **kept["options"])
    if kept.get("rules") != game.rules_digest:
        raise BadFile(f"{folder.path} learns with other data files than those there now.")
    return train(game, settings_from(arguments, kept["settings"]), folder, resume=True)


# ------------------------------------------------------------------------------------------ The run


def train(game: Game, settings: Settings, folder: RunFolder, *, resume: bool = False) -> int:
    """Learn from `settings`, keeping everything in `folder`; return the exit code.

    Raises
    ------
    BadOption, BadFile
        If the settings or the folder cannot be used.
    """
    th.set_num_threads(settings.threads)
    done = _steps_done(folder) if resume else 0
    if done >= settings.steps:
        raise BadOption(f"the run has {done:,} decisions already; give more --steps to go on.")
    card = {
        "game": game.id,
        "options": game.option_words,
        "rules": game.rules_digest,
        "settings": settings.as_dict(),
    }
    model = _set_up(game, settings, card, folder, done)
    if resume:
        folder.forget_after(done)
        folder.keep_settings(card)
    else:
        folder.create(card)
    suffix = f"-{done}" if done else ""
    kinds = ("csv", "tensorboard")
    logs = [make_output_format(kind, str(folder.path), suffix) for kind in kinds]
    model.set_logger(Logger(str(folder.path), logs))
    console = Console()
    console.print(
        f"{game.title}: learning in {folder.path}, {_planned(settings)} decisions.",
        soft_wrap=True,
    )
    try:
        return _learn(model, game, settings, folder, console)
    finally:
        model.logger.close()


def _planned(settings: Settings) -> str:
    """Return how many decisions will be learnt from: whole updates, of all games together."""
    if settings.together == "yes":  # who is asked in a tick is not known beforehand
        return f"at least {settings.steps:,}"
    update = settings.games * settings.rollout
    return f"{-(-settings.steps // update) * update:,}"


def _set_up(
    game: Game, settings: Settings, card: dict[str, Any], folder: RunFolder, done: int
) -> SeatPPO:
    """Return a model over new games; after `done` decisions, with what the run has learnt."""
    sparring = [make_agent(name, game) for name in settings.sparring.split(",") if name]
    opponents = Opponents(settings.past, settings.keep, sparring, settings.sparring_share)
    seed = (settings.seed + done) % SEED_LIMIT
    kind = TogetherEnv if settings.together == "yes" else SelfPlayEnv
    env = kind(game, settings.games, seed, opponents)
    model = build_model(env, settings, seed)
    spaces = [game.features.size, len(game.actions)]
    model.card = card | {"spaces": spaces, "version": __version__}
    if done:
        _take_over(model, folder.model)
        model.num_timesteps = done
        for path in folder.latest_checkpoints(settings.keep):
            past = NetworkAgent("past", load_policy(path), temperature=1.0)
            opponents.keep_policy(past, env.rng)
    return model


def build_model(env: Tables, settings: Settings, seed: int) -> SeatPPO:
    """Return a new model for the games of `env`."""
    return SeatPPO(
        MaskedPolicy,
        env,
        learning_rate=lambda remaining: settings.learning_rate * (FALL + (1 - FALL) * remaining),
        n_steps=settings.rollout,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.entropy,
        rollout_buffer_class=SeatRolloutBuffer,
        rollout_buffer_kwargs={"seat_count": env.seat_count, "shuffle_seed": seed},
        policy_kwargs={
            "net_arch": settings.layers(),
            "features_extractor_class": ScaledFeatures,
        },
        seed=seed,
        device="cpu",
    )


def _steps_done(folder: RunFolder) -> int:
    """Return how many decisions a run has learnt from; 0 if it was stopped before it saved."""
    if not folder.model.exists():
        return 0
    return int(read_model(folder.model)[0]["num_timesteps"])


def _take_over(model: SeatPPO, path: Path) -> None:
    """Load weights and optimiser of a run's model, or raise BadOption or BadFile."""
    network = read_model(path)[0]["card"]["settings"]["network"]
    if network != model.card["settings"]["network"]:
        raise BadOption(f"{path} has --network {network}; a run keeps its network.")
    model.set_parameters(str(path), device="cpu")


def _learn(
    model: SeatPPO, game: Game, settings: Settings, folder: RunFolder, console: Console
) -> int:
    """Learn, rate and report; after Ctrl-C only save."""
    watch = Watch(game, settings, folder, console)
    todo = settings.steps - model.num_timesteps
    try:
        with watch.progress:
            model.learn(todo, callback=watch, reset_num_timesteps=model.num_timesteps == 0)
    except KeyboardInterrupt:
        folder.save_model(model)
        console.print(
            f"Stopped and saved after {model.num_timesteps:,} decisions; go on with\n"
            f"  jivezoo train {game.name} --resume {quote(str(folder.path))}",
            soft_wrap=True,
        )
        return INTERRUPTED
    folder.save_model(model, keep_as_checkpoint=True)
    _report(model, game, folder, console, watch)
    return 0


def _report(
    model: SeatPPO, game: Game, folder: RunFolder, console: Console, watch: "Watch"
) -> None:
    """Rate the final model; print and keep the table, the curve and how to play it."""
    agent = NetworkAgent("ppo", model.policy)
    games = watch.settings.final_games
    scores = [evaluate(game, agent, yardstick, games) for yardstick in watch.yardsticks]
    for score in scores:
        folder.add_evaluation(model.num_timesteps, watch.seconds, score)
    folder.keep_results(scores, model.num_timesteps, watch.seconds, model.seconds)
    draw_curve(folder.read_evaluations(), f"{game.title}, {game.seats} seats", folder.curve)
    console.print(score_table(scores))
    shares = {key: value / sum(model.seconds.values()) for key, value in model.seconds.items()}
    console.print("time: " + ", ".join(f"{key} {share:.1%}" for key, share in shares.items()))
    console.print(f"curve: {folder.curve}\nplay it:", soft_wrap=True)
    console.print(f"  {play_command(game, folder.model)}", soft_wrap=True)


def score_table(scores: list[Score]) -> Table:
    """Return the results of a model as a table for the terminal."""
    table = Table("against", "games", "wins", "95 % interval", "draws", "losses")
    for score in scores:
        low, high = score.interval()
        table.add_row(
            score.opponent,
            str(score.games),
            f"{score.rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{score.draws / score.games:.1%}",
            f"{score.losses / score.games:.1%}",
        )
    return table


def play_command(game: Game, model: Path) -> str:
    """Return the command that plays a model under the game's options."""
    default = type(game.options)()
    options = ""
    for key, value in game.option_words.items():
        if getattr(game.options, key) != getattr(default, key):
            shown = ",".join(map(str, value)) if isinstance(value, list) else value
            options += f" -o {quote(f'{key}={shown}')}"
    return f"jivezoo play {game.name}{options} --against {quote(f'ppo:{model}')} --text"


# ------------------------------------------------------------------------------ Between two updates


class Watch(BaseCallback):
    """Shows progress, keeps earlier policies, evaluates, saves checkpoints."""

    def __init__(self, game: Game, settings: Settings, folder: RunFolder, console: Console) -> None:
        """Prepare the progress bar and the yardsticks."""
        super().__init__()
        self.game, self.settings, self.folder, self.console = game, settings, folder, console
        self.yardsticks = [make_agent(name, game) for name in YARDSTICKS]
        self.progress = Progress(
            BarColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
            TextColumn("{task.fields[rate]}"),
            TimeRemainingColumn(),
            TextColumn("{task.fields[wins]}"),
            console=console,
            disable=not console.is_terminal,
        )
        self.task = self.progress.add_task("", total=settings.steps, rate="", wins="")
        self.updates = 0
        self.started = time.monotonic()
        self.first_step = self.evaluated = self.saved = 0

    @property
    def seconds(self) -> float:
        """Seconds since the run was started or resumed."""
        return time.monotonic() - self.started

    def _on_training_start(self) -> None:
        self.first_step = self.evaluated = self.saved = self.num_timesteps

    def _on_step(self) -> bool:
        rate = (self.num_timesteps - self.first_step) / max(self.seconds, 1e-9)
        self.progress.update(self.task, completed=self.num_timesteps, rate=f"{rate:,.0f} steps/s")
        return True

    def _on_rollout_end(self) -> None:
        model: Any = self.model
        self.updates += 1
        if self.updates % self.settings.keep_every == 0:
            model.env.opponents.keep_policy(frozen("past", model.policy), model.env.rng)
        self._log_games(model.env)
        if self.num_timesteps - self.evaluated >= self.settings.evaluate_every:
            self.evaluated = self.num_timesteps
            self._evaluate()
        if self.num_timesteps - self.saved >= self.settings.checkpoint_every:
            self.saved = self.num_timesteps
            self.folder.save_model(model, keep_as_checkpoint=True)

    def _log_games(self, env: Tables) -> None:
        if env.finished:
            truncated, decisions = np.mean(env.finished, axis=0)
            self.logger.record("games/truncated", truncated)
            self.logger.record("games/decisions", decisions)
            self.logger.record("games/finished", len(env.finished))
            env.finished.clear()

    def _evaluate(self) -> None:
        """Play the yardsticks with the policy as it is; show, log and keep the scores."""
        agent = NetworkAgent("ppo", self.model.policy)
        words = []
        for yardstick in self.yardsticks:
            score = evaluate(self.game, agent, yardstick, self.settings.evaluate_games)
            self.folder.add_evaluation(self.num_timesteps, self.seconds, score)
            self.logger.record(f"wins/{score.opponent}", score.rate)
            words.append(f"{score.opponent} {score.rate:.0%}")
        wins = "wins against " + ", ".join(words)
        self.progress.update(self.task, wins=wins)
        self.console.print(f"{self.num_timesteps:>12,} decisions, {self.seconds:5.0f} s: {wins}")


def frozen(name: str, policy: Any) -> NetworkAgent:
    """Return an agent that plays a copy of a policy as it is now."""
    kept = copy.deepcopy(policy)
    kept.set_training_mode(False)
    return NetworkAgent(name, kept, temperature=1.0)
