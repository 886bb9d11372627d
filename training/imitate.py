"""Learning from examples before self-play: do as another agent does, and guess how games end.

The teacher is asked for its action in every position; a share of the moves played is random
instead, so that the pupil sees more than the teacher's own games (Ross, Gordon, Bagnell, "A
reduction of imitation learning and structured prediction to no-regret online learning", 2011).
"""

import numpy as np
import torch as th
from sb3_contrib.common.maskable.buffers import MaskableRolloutBufferSamples

from ..agents.player import Agent
from ..agents.random import Random
from .learn import SeatPPO
from .selfplay import SelfPlayEnv

LEARNING_RATE = 1e-3  # falls to a tenth
WANDERING = 0.1  # share of the moves played that are random
SHOWN_TWICE = 2  # passes over the positions of a rollout


def set_learning_rate(model: SeatPPO, remaining: float) -> None:
    """Set the step size for a share `remaining` of the examples still to come."""
    for group in model.policy.optimizer.param_groups:
        group["lr"] = LEARNING_RATE * max(remaining, 0.1)


def imitation_round(model: SeatPPO, env: SelfPlayEnv, teacher: Agent) -> dict[str, float]:
    """Play one rollout by the teacher and learn from it; return losses and agreement.

    agreement : mean probability that the policy gives to the teacher's action
    """
    buffer = model.rollout_buffer
    buffer.reset()
    for _ in range(buffer.buffer_size):
        views = env.views()
        wanted = np.asarray(teacher.act(views))
        wander = env.rng.random(env.num_envs) < WANDERING
        played = np.where(wander, Random().act(views), wanted)
        with th.no_grad():
            value = model.policy.predict_values(th.as_tensor(views.observation)).flatten().numpy()
        unused = np.zeros(env.num_envs, np.float32)
        buffer.add_decision(views.seat, views.observation, views.action_mask, wanted, value, unused)
        env.step(played)
        buffer.add_outcome(env.ended, env.payoff)
    with th.no_grad():
        last_value = model.policy.predict_values(th.as_tensor(env.batch.observation))
    buffer.finish(env.seat, last_value.flatten().numpy())
    model.num_timesteps += env.num_envs * buffer.buffer_size
    losses = [
        _learn(model, part) for _ in range(SHOWN_TWICE) for part in buffer.get(model.batch_size)
    ]
    return {name: float(np.mean([each[name] for each in losses])) for name in losses[0]}


def _learn(model: SeatPPO, part: MaskableRolloutBufferSamples) -> dict[str, float]:
    """Make one gradient step on a minibatch: likelier the teacher's actions, truer the values."""
    policy = model.policy
    policy.set_training_mode(True)
    values, log_likelihood, _ = policy.evaluate_actions(
        part.observations, part.actions, action_masks=part.action_masks
    )
    imitation = -log_likelihood.mean()
    value_loss = th.nn.functional.mse_loss(values.flatten(), part.returns)
    policy.optimizer.zero_grad()
    (imitation + model.vf_coef * value_loss).backward()
    th.nn.utils.clip_grad_norm_(policy.parameters(), model.max_grad_norm)
    policy.optimizer.step()
    return {
        "loss": imitation.item(),
        "value_loss": value_loss.item(),
        "agreement": th.exp(log_likelihood).mean().item(),
    }
