"""`greedy` with the weights of a file, which is refused in one sentence where it is wrong."""

import numpy as np
import pytest

import jivezoo
from jivezoo.agents import make_agent
from jivezoo.agents.evaluation import load_evaluation
from jivezoo.agents.greedy import Greedy
from jivezoo.agents.weights import read_weights, to_toml
from jivezoo.envs.errors import BadFile, BadOption
from jivezoo.training.match import play_games


@pytest.fixture
def write(tmp_path):
    """Write a file of weights and return its path."""

    def write_file(text):
        path = tmp_path / "weights.toml"
        path.write_text(text)
        return path

    return write_file


@pytest.fixture
def jivecat():
    return jivezoo.game("jivecat_lounge")


def digests(game, agent):
    return [each.digest for each in play_games(game, [agent], [[0] * game.seats] * 3, range(3))]


def test_the_weights_of_a_game_survive_a_file(game, write):
    own = load_evaluation(game)
    own.view(np.float64)[:] *= np.pi
    assert read_weights(write(to_toml(game, own)), game).tobytes() == own.tobytes()


def test_what_a_file_does_not_name_stays(two_seats, write):
    own = load_evaluation(two_seats)
    found = read_weights(write(f'game = "{two_seats.name}"\n[weights]\nscale = 7\n'), two_seats)
    assert found["scale"] == 7
    found["scale"] = own["scale"]
    assert found.tobytes() == own.tobytes()
    empty = read_weights(write(f'game = "{two_seats.name}"'), two_seats)
    assert empty.tobytes() == own.tobytes()


def test_greedy_plays_by_the_weights_of_a_file(two_seats, write):
    own = load_evaluation(two_seats)
    plain = digests(two_seats, make_agent("greedy", two_seats))
    path = write(to_toml(two_seats, own))
    agent = make_agent(f"greedy:{path}", two_seats)
    assert agent.name == f"greedy:{path}" and digests(two_seats, agent) == plain
    own.view(np.float64)[::2] = 0
    own["scale"] = 1
    other = make_agent(f"greedy:{write(to_toml(two_seats, own))}", two_seats)
    assert digests(two_seats, other) == digests(two_seats, Greedy(two_seats, own)) != plain


WHOLE = 'game = "jivecat_lounge"\n[weights]\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", 'game = "jivecat_lounge"'),
        ('game = "itchy_monkey"', 'game = "jivecat_lounge"'),
        ('game = "jivecat_lounge', "is not TOML"),
        (WHOLE + "chips = 1", "unknown key 'weights.chips'; known are win, chip, cat"),
        (WHOLE + "[more]", "unknown key 'more'"),
        ('game = "jivecat_lounge"\nweights = 3', "'weights' must be a table"),
        (WHOLE + "chip = 'much'", "'weights.chip' must be a number from 0 to"),
        (WHOLE + "chip = true", "'weights.chip' must be a number"),
        (WHOLE + "chip = [1]", "'weights.chip' must be a number"),
        (WHOLE + "chip = -0.1", "'weights.chip' must be a number from 0"),
        (WHOLE + "chip = nan", "'weights.chip' must be a number"),
        (WHOLE + "chip = inf", "'weights.chip' must be a number"),
        (WHOLE + "chip = 1e10", "to 1,000,000,000"),
        (WHOLE + "scale = 0", "'weights.scale' must be a number from 0 to .*, but not 0"),
        (WHOLE + "card = 1", "'weights.card' must be 5 numbers"),
        (WHOLE + "card = [1, 2, 3, 4]", "'weights.card' must be 5 numbers"),
        (WHOLE + "card = [[1], 2, 3, 4, 5]", "'weights.card' must be 5 numbers"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(jivecat, write, text, complaint):
    path = write(text)
    with pytest.raises(BadFile, match=complaint.replace("[", r"\[")) as refusal:
        make_agent(f"greedy:{path}", jivecat)
    assert str(path) in str(refusal.value)
    assert "\n" not in str(refusal.value) and str(refusal.value).endswith(".")


def test_a_missing_file_is_refused(two_seats, tmp_path):
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(BadFile, match="file of weights .* cannot be read"):
            make_agent(f"greedy:{path}", two_seats)


def test_settings_and_a_memory_that_nobody_needs_are_refused(jivecat):
    with pytest.raises(BadOption, match="takes no settings"):
        make_agent("greedy:weights.toml,depth=3", jivecat)
    with pytest.raises(BadOption, match="nothing to remember"):
        make_agent("greedy:forgetful", jivecat)
