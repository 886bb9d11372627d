"""A position: copies, undo, words, text, JSON, pickles and errors, at every point of a game."""

import copy
import json
import pickle

import numpy as np
import pytest

from jivezoo.envs.errors import BadPosition, IllegalAction, NotYourTurn, UnknownAction
from jivezoo.envs.game import verb_of


def test_a_copy_is_independent_and_has_the_same_future(game, walk):
    *_, last = walk(game)
    position = game.new(seed=1)
    first = position.copy()
    for _ in range(20):
        if position.is_over:
            break
        other = position.copy()
        action = position.legal_actions()[-1]
        position.apply(action)
        assert other != position
        other.apply(action)
        assert other == position
    assert first == game.new(seed=1)
    assert first != position
    assert last.copy() == last


def test_copies_undo_a_whole_game(game, walk):
    positions = list(walk(game, seed=4))
    texts = [position.to_json() for position in positions]
    for position in positions[:-1]:
        position.copy().apply(position.legal_actions()[0])
    assert [position.to_json() for position in positions] == texts


def copies_of(position, every_way):
    """Yield copies of a position made in different ways; some rebuild the game's tables."""
    yield position.game.from_json(position.to_json())
    if every_way:
        yield pickle.loads(pickle.dumps(position))
        yield copy.deepcopy(position)
        yield copy.copy(position)


def test_every_position_survives_json_and_pickle(game, walk):
    for number, position in enumerate(walk(game, seed=2)):
        text = position.to_json()
        assert "\n" not in text
        for other in copies_of(position, number % 8 == 0 or position.is_over):
            assert other == position
            assert other.states.tobytes() == position.states.tobytes()
            assert other.to_json() == text
            assert str(other) == str(position)
            assert other.action_mask().tolist() == position.action_mask().tolist()


def test_a_position_that_was_read_goes_on_like_the_true_one(game, walk):
    for position in list(walk(game))[:-1:7]:
        read = game.from_json(position.to_json())
        for _ in range(5):
            if position.is_over:
                break
            action = position.legal_actions()[0]
            assert read.apply(action) == position.apply(action)


def test_positions_differ_by_seed_and_by_game(game, two_seats):
    assert game.new(seed=1) != game.new(seed=2)
    assert game.new(seed=1) == game.new(seed=1)
    assert (game.new(seed=1) == two_seats.new(seed=1)) is (game.options == two_seats.options)
    assert game.new(seed=1) != "a position"
    with pytest.raises(TypeError):
        hash(game.new(seed=1))


def test_without_a_seed_positions_differ(game):
    assert game.new() != game.new()


def test_words_and_numbers_agree(game, walk):
    for position in walk(game):
        assert [game.actions.number(words) for words in position.legal_words()] == (
            position.legal_actions()
        )
        if not position.is_over:
            action, words = position.legal_actions()[0], position.legal_words()[0]
            assert position.copy().apply(action) == position.copy().play(words)


def test_every_action_has_words_of_its_own(game):
    for number, words in enumerate(game.actions):
        assert game.actions.number(words) == number
        assert game.actions.number(f"  {words.replace(' ', '   ')} ") == number
        assert verb_of(words) in game.actions.meaning


def test_play_takes_many_words_and_returns_the_position(game, walk):
    position = game.new(seed=1)
    words = [position.legal_words()[0]]
    words.append(position.copy().play(*words).legal_words()[-1])
    assert position.play(*words) is position
    assert position == game.new(seed=1).play(words[0]).play(words[1])


def test_text_fits_eighty_columns(game, walk):
    for position in walk(game):
        assert max(map(len, str(position).split("\n"))) <= 80
        assert game.id in repr(position)
        assert ("over" in repr(position)) == position.is_over


def test_payoffs_are_zero_until_the_end(game, walk):
    for position in walk(game):
        returns = position.returns()
        assert returns.shape == (game.seats,) and returns.dtype == np.float32
        assert returns.sum() == pytest.approx(0, abs=1e-6)
        assert position.is_over or not returns.any()


def test_views_default_to_the_seat_to_act(game, walk):
    for position in walk(game):
        own = position.observation()
        assert own.tolist() == position.observation(position.seat).tolist()
        parts = position.features()
        assert np.concatenate([part.ravel() for part in parts.values()]).tolist() == own.tolist()


# ----------------------------------------------------------------------------------------- Errors


def test_errors_leave_the_position_as_it_was(game, walk):
    for position in list(walk(game))[::5]:
        before = position.to_json()
        with pytest.raises(UnknownAction, match="-1"):
            position.apply(-1)
        with pytest.raises(UnknownAction):
            position.apply(len(game.actions))
        with pytest.raises(UnknownAction, match="dance on the table"):
            position.play("dance on the table")
        illegal = np.flatnonzero(position.action_mask() == 0).tolist()
        for action in illegal[:1] + illegal[-1:]:
            words = game.actions[action]
            with pytest.raises(NotYourTurn if position.is_over else IllegalAction, match=words):
                position.apply(action)
        assert position.to_json() == before


@pytest.mark.parametrize("seat", [-1, 99, "a", 1.0, True, [0]])
def test_a_seat_that_is_none_is_refused(game, seat):
    position = game.new(seed=1)
    for ask in (position.observation, position.features, position.imagine):
        with pytest.raises(BadPosition, match="there is no seat"):
            ask(seat)


@pytest.mark.parametrize("word", ["0x0", "1_0", " 10", "0b1", "+0x1", "0x" + "0" * 16, "١"])
def test_a_generator_that_is_none_is_refused(game, word):
    data = json.loads(game.new(seed=1).to_json())
    with pytest.raises(BadPosition, match="'random' must be"):
        game.from_json(json.dumps(data | {"random": word}))


def test_words_that_are_nearly_right_are_told_what_is_near(game):
    words = game.actions[len(game.actions) // 2]
    with pytest.raises(UnknownAction, match=words):
        game.actions.number(words + "x")


def test_a_seat_that_is_not_at_the_table_is_refused(game):
    for seat in (-1, game.seats):
        for view in (game.new(seed=1).observation, game.new(seed=1).imagine):
            with pytest.raises(BadPosition, match=f"seat {seat}"):
                view(seat)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", "null", "{}", '"game"', b"\xff", None, 7, "[" * 100_000],
    ids=lambda text: repr(text)[:9],
)
def test_what_is_no_position_is_refused(two_seats, text):
    with pytest.raises(BadPosition) as refusal:
        two_seats.from_json(text)
    assert len(str(refusal.value)) < 1000


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", "chess_v0"),
        ("game", None),
        ("options", {}),
        ("options", []),
        ("random", "0x0"),
        ("random", "0x10000000000000000"),
        ("random", "-0x1"),
        ("random", "seven"),
        ("random", 7),
        ("state", {}),
        ("state", None),
        ("state", []),
    ],
)
def test_a_position_with_a_wrong_entry_is_refused(two_seats, key, value):
    data = json.loads(two_seats.new(seed=1).to_json())
    without = {name: entry for name, entry in data.items() if name != key}
    with pytest.raises(BadPosition, match=key):
        two_seats.from_json(json.dumps(without))
    with pytest.raises(BadPosition) as refusal:
        two_seats.from_json(json.dumps(data | {key: value}))
    assert "\n" not in str(refusal.value)


def test_a_state_without_one_of_its_entries_is_refused(game):
    data = json.loads(game.new(seed=1).to_json())
    for key in data["state"]:
        state = {name: entry for name, entry in data["state"].items() if name != key}
        with pytest.raises(BadPosition, match=key):
            game.from_json(json.dumps(data | {"state": state}))
        for wrong in (None, "x", -3, [], {}, [[]], True):
            if data["state"][key] == wrong or (wrong is None and data["state"][key] is None):
                continue
            text = json.dumps(data | {"state": data["state"] | {key: wrong}})
            with pytest.raises(BadPosition):
                game.from_json(text)
