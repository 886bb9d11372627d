"""`ppo:MODEL.zip`: a policy that `jivezoo train` has learnt.

The policy's own randomness comes from the views' keys, so that a game is the same in any batch.
"""

import json
import math
import zipfile
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor

from ..envs.errors import BadFile, BadOption
from ..envs.game import Game
from ..envs.kernel import kernel
from ..envs.randomness import combine
from .player import Views

PLAYING_TEMPERATURE = 0.3  # near the policy's best action, and still not always the same game
_53_BITS = np.uint64(11)  # a 64-bit word without its lowest 11 bits
_SPACING = 2.0**-53
_RULED_OUT = th.tensor(-1e8)


class ScaledFeatures(BaseFeaturesExtractor):
    """Divides every feature by its largest value, so that all lie within -1 and 1."""

    scale: th.Tensor

    def __init__(self, observation_space: Any) -> None:
        """Read the largest values from the space."""
        super().__init__(observation_space, features_dim=int(np.prod(observation_space.shape)))
        reach = np.maximum(
            np.abs(observation_space.high.astype(np.float32)),
            np.abs(observation_space.low.astype(np.float32)),
        )
        self.register_buffer("scale", th.as_tensor(1 / np.maximum(reach, 1)))

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Return (N, O) float32."""
        return observations * self.scale


@kernel
def sample_actions(
    logits: np.ndarray,
    mask: np.ndarray,
    keys: np.ndarray,
    temperature: float,
    actions: np.ndarray,
) -> None:
    """Write into `actions` (N,) a draw from the softmax of logits / temperature over legal ones.

    logits (N, A) float32, mask (N, A) int8, keys (N,) uint64.  The Gumbel-max trick: the largest
    of logit / temperature + Gumbel noise is such a draw; at temperature 0 it is the largest logit.
    """
    for i in range(len(actions)):
        best = -np.inf
        for action in range(mask.shape[1]):
            if mask[i, action]:
                value = np.float64(logits[i, action])
                if temperature > 0:
                    lot = combine(keys[i], np.uint64(action)) >> _53_BITS
                    value = value / temperature - math.log(
                        -math.log((np.float64(lot) + 0.5) * _SPACING)
                    )
                if value > best:
                    best, actions[i] = value, action


class MaskedChoice:
    """A choice among the legal actions, with the methods that `MaskableActorCriticPolicy` calls.

    The same numbers as sb3-contrib's categorical distribution, which normalises three times.
    """

    def __init__(self, logits: th.Tensor) -> None:
        """Take preferences (N, A) float32."""
        self.logits = logits

    def apply_masking(self, masks: Any) -> None:
        """Rule out the actions whose mask, (N, A), is 0."""
        allowed = th.as_tensor(masks, dtype=th.bool).reshape(self.logits.shape)
        self.logits = th.where(allowed, self.logits, _RULED_OUT)

    @cached_property
    def log_probabilities(self) -> th.Tensor:
        """The logarithm of each action's probability, (N, A)."""
        return th.log_softmax(self.logits, dim=1)

    def get_actions(self, deterministic: bool = False) -> th.Tensor:
        """Return an action for each row, (N,): the likeliest one, or a draw."""
        if deterministic:
            return self.logits.argmax(dim=1)
        return th.multinomial(self.log_probabilities.exp(), 1).flatten()

    def log_prob(self, actions: th.Tensor) -> th.Tensor:
        """Return the log probability of an action in each row, (N,)."""
        return self.log_probabilities.gather(1, actions.long().reshape(-1, 1)).flatten()

    def entropy(self) -> th.Tensor:
        """Return the entropy of each row, (N,); ruled out actions add nothing."""
        return -(self.log_probabilities.exp() * self.log_probabilities).sum(dim=1)


class MaskedPolicy(MaskableActorCriticPolicy):
    """Policy and value of a player: two networks over scaled features."""

    def _get_action_dist_from_latent(self, latent_pi: th.Tensor) -> Any:
        return MaskedChoice(self.action_net(latent_pi))


class NetworkAgent:
    """Plays a policy, sampled at a temperature: 1 as it was trained, 0 always its best action."""

    def __init__(self, name: str, policy: Any, temperature: float = PLAYING_TEMPERATURE) -> None:
        """Take a `MaskedPolicy`, in evaluation mode."""
        self.name = name
        self.policy = policy
        self.temperature = temperature

    def logits(self, observation: np.ndarray) -> np.ndarray:
        """Return the policy's preferences (N, A) float32 for observations (N, O)."""
        with th.no_grad():
            return self.policy.get_distribution(th.as_tensor(observation)).logits.numpy()

    def act(self, views: Views) -> np.ndarray:
        """Return one action for each view, (N,) int64."""
        actions = np.zeros(len(views), np.int64)
        logits = self.logits(views.observation)
        sample_actions(logits, views.action_mask, views.keys, self.temperature, actions)
        return actions


def model_card(path: Path) -> dict[str, Any]:
    """Return the game and options for which a model was trained, or raise BadFile."""
    try:
        with zipfile.ZipFile(path) as archive:
            card = json.loads(archive.read("data")).get("card")
    except FileNotFoundError:
        raise BadFile(f"there is no model {path}.") from None
    except (OSError, zipfile.BadZipFile, KeyError, ValueError):
        raise BadFile(f"{path} is not a whole model file.") from None
    if not isinstance(card, dict):
        raise BadFile(f"{path} was not written by 'jivezoo train'.")
    return card


def check_card(path: Path, card: dict[str, Any], game: Game) -> None:
    """Raise BadFile if a model was trained for another game, or for other spaces."""
    if card.get("game") != game.id:
        raise BadFile(f"{path} plays {card.get('game')}, not {game.id}.")
    own = [game.features.size, len(game.actions)]
    if card.get("spaces") != own:
        raise BadFile(
            f"{path} was trained with options {card.get('options')}; under {game.option_words} "
            f"observations and actions have other sizes ({card.get('spaces')}, {own})."
        )


def read_model(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a model file says of the model, and its weights by part.

    Raises
    ------
    BadFile
        If the file is missing, cut off, or not one of `jivezoo train`.
    """
    from stable_baselines3.common.save_util import load_from_zip_file

    model_card(path)
    try:
        data, parameters, _ = load_from_zip_file(path, device="cpu")
    except Exception as error:  # whatever a damaged archive makes of its readers
        raise BadFile(f"{path} is not a whole model file: {error}.") from error
    if data is None or not {"policy", "policy.optimizer"} <= parameters.keys():
        raise BadFile(f"{path} is not a whole model file: weights are missing.")
    return data, parameters


def load_policy(path: Path) -> Any:
    """Return the policy of a model file, in evaluation mode, or raise BadFile."""
    data, parameters = read_model(path)
    policy = data["policy_class"](
        data["observation_space"], data["action_space"], lambda _: 0.0, **data["policy_kwargs"]
    )
    policy.load_state_dict(parameters["policy"])
    policy.set_training_mode(False)
    return policy


def make(spec: str, game: Game, argument: str, settings: dict[str, str]) -> NetworkAgent:
    """Return the agent for `make_agent`."""
    if not argument:
        raise BadOption(f"agent {spec!r} needs a model: ppo:path/to/model.zip.")
    for key in settings.keys() - {"temperature"}:
        raise BadOption(f"agent {spec!r} has no setting {key!r}; it has temperature.")
    try:
        temperature = float(settings.get("temperature", PLAYING_TEMPERATURE))
    except ValueError:
        temperature = -1.0
    if not 0 <= temperature < math.inf:
        raise BadOption(f"agent {spec!r}: temperature must be a number from 0.")
    path = Path(argument)
    check_card(path, model_card(path), game)
    return NetworkAgent(spec, load_policy(path), temperature)
