"""Every face of one of our games, as `jivezoo speed` plays it."""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from ..agents.random import pick_all
from ..envs.game import Game
from .peers import SEED, Contestant, Play, aec_play, pick
from .settings import Settings

LIBRARY = "jivezoo"
BATCHES = ((64, 1), (256, 1), (1024, 1), (1024, 2))  # games at once, threads
STRIDE = 100  # steps of the single game between two looks at the clock
LEARNING = Settings(rollout=16)  # the defaults of training, but updates of half a second or so


def batch_play(game: Game, n: int, threads: int) -> Play:
    """Return one step of `n` games at once."""
    batch = game.batch(n, seed=SEED, threads=threads)
    keys = np.random.PCG64(SEED)
    actions = np.zeros(n, np.int64)

    def play() -> int:
        pick_all(batch.action_mask, keys.random_raw(n), actions)
        batch.step(actions)
        return n

    return play


def together_play(game: Game, n: int) -> Play:
    """Return one step of `n` games in which all seats choose at once; steps are decisions."""
    batch: Any = game.batch(n, seed=SEED, together=True)
    keys = np.random.PCG64(SEED)
    actions = np.zeros(batch.asked.shape, np.int64)
    masks = batch.action_mask.reshape(actions.size, -1)

    def play() -> int:
        decisions = int(batch.asked.sum())
        pick_all(masks, keys.random_raw(actions.size), actions.reshape(-1))
        batch.step(actions)
        return decisions

    return play


def single_play(game: Game) -> Play:
    """Return `STRIDE` steps of a batch of one, chosen in Python."""
    batch = game.batch(1, seed=SEED)
    actions = np.zeros(1, np.int64)
    rng = random.Random(SEED)

    def play() -> int:
        for _ in range(STRIDE):
            actions[0] = pick(batch.action_mask[0], rng)
            batch.step(actions)
        return STRIDE

    return play


def environment_play(game: Game) -> Play:
    """Return one game of the AEC environment, taken from where users import it."""
    return aec_play(_module_of(game).env(**vars(game.options)))


def parallel_play(game: Game) -> Play:
    """Return one game of the parallel environment; steps are decisions of who is asked."""
    env, rng = _module_of(game).parallel_env(**vars(game.options)), random.Random(SEED)

    def play() -> int:
        steps = 0
        observations, _ = env.reset(seed=rng.getrandbits(31))
        while env.agents:
            steps += sum(bool(seen["action_mask"].sum() > 1) for seen in observations.values())
            observations, *_ = env.step(
                {agent: pick(seen["action_mask"], rng) for agent, seen in observations.items()}
            )
        return steps

    return play


def _module_of(game: Game) -> Any:
    return import_module(f"..envs.{game.id}", __package__)


def learning_play(game: Game) -> Play:
    """Return one update of `jivezoo train`: a short rollout of pure self-play, and its learning."""
    torch: Any = import_module("torch")
    torch.set_num_threads(1)
    torch.distributions.Distribution.set_default_validate_args(False)  # as `jivezoo train` does
    selfplay = import_module(".selfplay", __package__)
    everybody_learns = selfplay.Opponents(0.0, 1, [], 0.0)
    env = selfplay.SelfPlayEnv(game, LEARNING.games, SEED, everybody_learns)
    model = import_module(".train", __package__).build_model(env, LEARNING, seed=SEED)
    decisions = LEARNING.games * LEARNING.rollout

    def play() -> int:
        model.learn(decisions, reset_num_timesteps=False)
        return decisions

    return play


def contestants_of(game: Game) -> list[Contestant]:
    """Return all faces of one of our games."""
    name = f"{game.title}, {game.seats} players"
    faces: list[tuple[str, Callable[[], Play]]] = [
        (
            f"batch of {n:,}" + (f", {threads} threads" if threads > 1 else ""),
            lambda n=n, threads=threads: batch_play(game, n, threads),
        )
        for n, threads in BATCHES
    ]
    faces.append(("one game, Python loop", lambda: single_play(game)))
    faces.append(("AEC environment", lambda: environment_play(game)))
    if game.idle_action is not None:
        at_once = BATCHES[-1][0]
        faces.append((f"batch of {at_once:,}, together", lambda: together_play(game, at_once)))
        faces.append(("parallel environment", lambda: parallel_play(game)))
    learning = f"learning, {LEARNING.games} games, {LEARNING.epochs} epochs"
    faces.append((learning, lambda: learning_play(game)))
    return [Contestant(LIBRARY, name, face, prepare) for face, prepare in faces]
