"""Games of other libraries, as `jivezoo speed` plays them: one core, random legal actions.

A peer is imported only when its turn comes, and is used as its own documents show.  At every
decision each of them gives the seat to act an observation and a mask of legal actions; or, where
searches are measured, thinks about it.
"""

import itertools
import os
import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

SEED = 1
PGX_GAMES = 1024  # at once: a single one would pay for the crossing from Python, not for the game
SIMULATIONS = 200  # for each decision of a search with random rollouts
SEARCHED_GAMES = 8  # random ones, whose decisions are searched

Play = Callable[[], int]  # plays on for a little, a game or less or so; returns the steps made


@dataclass(frozen=True)
class Contestant:
    """Something of which it is measured how much it does per second."""

    library: str
    game: str
    face: str  # how it is played
    prepare: Callable[[], Play]  # imports and builds all that it needs
    is_slow: bool = False  # compiles for seconds; `--quick` leaves it out
    unit: str = "steps"  # what is counted: decisions made; or "simulations" of a search


def pick(mask: np.ndarray, rng: random.Random) -> int:
    """Return a random action that a mask (A,) allows."""
    legal = np.flatnonzero(mask)
    return int(legal[int(rng.random() * len(legal))])


def mask_of(legal: Any, actions: int) -> np.ndarray:
    """Return the mask (A,) int8 of a list of legal actions."""
    mask = np.zeros(actions, np.int8)
    mask[legal] = 1
    return mask


def aec_play(env: Any) -> Play:
    """Return the loop over one game of a PettingZoo AEC environment, as a user writes it."""
    rng = random.Random(SEED)

    def play() -> int:
        steps = 0
        env.reset(seed=rng.getrandbits(31))
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(pick(observation["action_mask"], rng))
                steps += 1
        return steps

    return play


def pettingzoo_play(name: str) -> Play:
    """Return one game of PettingZoo classic under its own wrappers."""
    return aec_play(import_module("pettingzoo").make("aec", f"classic/{name}"))


def open_spiel_play(name: str) -> Play:
    """Return one game of OpenSpiel, observed by the quickest way it has from Python."""
    spiel = import_module("pyspiel")
    game = spiel.load_game(name)
    perfect_recall = spiel.IIGObservationType(perfect_recall=True)
    kind = None if game.get_type().provides_observation_tensor else perfect_recall
    observer = import_module("open_spiel.python.observation").make_observation(game, kind)
    actions, rng = game.num_distinct_actions(), random.Random(SEED)

    def play() -> int:
        state, steps = game.new_initial_state(), 0
        let_luck_play(state, rng)
        while not state.is_terminal():
            observer.set_from(state, state.current_player())
            state.apply_action(pick(mask_of(state.legal_actions(), actions), rng))
            let_luck_play(state, rng)
            steps += 1
        return steps

    return play


def let_luck_play(state: Any, rng: random.Random) -> None:
    """Play all that luck has to decide in a state of OpenSpiel before a seat is asked."""
    while state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, odds)[0])


def open_spiel_decisions(game: Any, rng: random.Random) -> list[Any]:
    """Return all states of some random games in which there is something to decide, mixed."""
    found = []
    for _ in range(SEARCHED_GAMES):
        state = game.new_initial_state()
        let_luck_play(state, rng)
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) > 1:
                found.append(state.clone())
            state.apply_action(rng.choice(legal))
            let_luck_play(state, rng)
    rng.shuffle(found)
    return found


def open_spiel_search(name: str) -> Play:
    """Return one search of OpenSpiel's own MCTS, in C++, with one random rollout a simulation."""
    spiel = import_module("pyspiel")
    game = spiel.load_game(name)
    states = itertools.cycle(open_spiel_decisions(game, random.Random(SEED)))
    bot = spiel.MCTSBot(
        game,
        spiel.RandomRolloutEvaluator(1, SEED),
        uct_c=1.0,
        max_simulations=SIMULATIONS,
        max_memory_mb=1000,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    return lambda: bot.mcts_search(next(states)).explore_count


def rlcard_play(name: str) -> Play:
    """Return one game of RLCard, which observes in `step`."""
    env = import_module("rlcard").make(name, config={"seed": SEED})
    rng = random.Random(SEED)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            action = pick(mask_of(list(state["legal_actions"]), env.num_actions), rng)
            state, _ = env.step(action)
            steps += 1
        return steps

    return play


def pgx_play(name: str) -> Play:
    """Return one compiled step of many games of Pgx at once, on one core; games start anew."""
    _hold_jax_to_one_core()
    env = import_module("pgx").make(name)
    jax: Any = import_module("jax")
    step_all = jax.vmap(import_module("pgx.experimental").auto_reset(env.step, env.init))

    @jax.jit
    def advance(states: Any, key: Any) -> tuple[Any, Any]:
        key, for_actions, for_steps = jax.random.split(key, 3)
        odds = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(for_actions, odds)
        return step_all(states, actions, jax.random.split(for_steps, PGX_GAMES)), key

    key = jax.random.key(SEED)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(key, PGX_GAMES))

    def play() -> int:
        nonlocal states, key
        states, key = jax.block_until_ready(advance(states, key))
        return PGX_GAMES

    return play


def _hold_jax_to_one_core() -> None:
    """Has an effect only before JAX is first used."""
    flags = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    given = os.environ.get("XLA_FLAGS", "")
    if flags not in given:
        os.environ["XLA_FLAGS"] = f"{given} {flags}".strip()
    os.environ |= {"JAX_PLATFORMS": "cpu", "NPROC": "1", "PJRT_NPROC": "1"}  # size of its pools


def peers() -> list[Contestant]:
    """Return all peers, installed or not; within a library the quickest to compile come first."""
    groups = [
        ("PettingZoo", "AEC environment", pettingzoo_play, "connect_four_v3 tictactoe_v3 chess_v6"),
        (
            "OpenSpiel",
            "one game, Python loop",
            open_spiel_play,
            "connect_four chess backgammon hearts",
        ),
        ("RLCard", "one game, Python loop", rlcard_play, "leduc-holdem uno"),
        ("Pgx", f"batch of {PGX_GAMES:,}", pgx_play, "connect_four backgammon chess"),
    ]
    return [
        Contestant(library, game, face, lambda play=play, game=game: play(game), is_slow)
        for library, face, play, games in groups
        for game in games.split()
        for is_slow in (library == "Pgx" and game != "connect_four",)
    ]


def search_peers() -> list[Contestant]:
    """Return the tree searches of other libraries, installed or not."""
    face = f"MCTSBot, {SIMULATIONS} simulations, random rollouts"
    return [
        Contestant(
            "OpenSpiel", game, face, lambda game=game: open_spiel_search(game), unit="simulations"
        )
        for game in ("backgammon", "chess")
    ]
