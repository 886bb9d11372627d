"""Observations and masks are what the tables say, from the first position to the last."""

import numpy as np
import pytest

from jivezoo.envs.batch import look
from jivezoo.envs.kernel import as_states

MARGIN, DIRT = 8, 77
# Sections that few games tell anything in; the game's own tests see to them.
RARELY_TOLD = {"jivecat_lounge": ("borrowed",)}


def test_sections_lie_one_after_another_and_fill_the_declared_length(game):
    end = 0
    for section in game.features:
        where = game.features.slices[section.name]
        assert where.start == end
        assert where.stop - where.start == section.size == int(np.prod(section.shape))
        end = where.stop
        assert -128 <= section.low < section.high <= 127
        assert section.meaning
    assert end == game.features.size
    assert len(game.features.slices) == len(game.features)
    assert game.features.low.shape == game.features.high.shape == (end,)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_number_is_within_its_declared_range(game, walk, seed):
    for position in walk(game, seed):
        for seat in range(game.seats):
            observation = position.observation(seat)
            assert observation.dtype == np.int8
            wrong = (observation < game.features.low) | (observation > game.features.high)
            names = [n for n, where in game.features.slices.items() if wrong[where].any()]
            assert names == []


def test_every_section_is_told_from_every_chair(two_seats, walk):
    told = {(name, seat): False for name in two_seats.features.slices for seat in (0, 1)}
    for position in walk(two_seats, seed=1):
        for name, seat in told:
            told[name, seat] |= bool(position.features(seat)[name].any())
    rarely = RARELY_TOLD.get(two_seats.name, ())
    assert [key for key, seen in told.items() if not seen and key[0] not in rarely] == []


def test_views_are_written_whole_and_nothing_beside_them(game, walk):
    sizes = (len(game.actions), game.features.size)
    for position in list(walk(game))[::3]:
        rooms = [np.full(size + 2 * MARGIN, DIRT, np.int8) for size in sizes]
        mask, observation = (room[MARGIN:-MARGIN].reshape(1, -1) for room in rooms)
        look(game.rules, as_states(position.states), mask, observation)
        assert mask[0].tolist() == position.action_mask().tolist()
        assert observation[0].tolist() == position.observation().tolist()
        for room in rooms:
            assert set(room[:MARGIN]) | set(room[-MARGIN:]) == {DIRT}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_mask_is_empty_exactly_at_the_end(game, walk, seed):
    for position in walk(game, seed):
        mask = position.action_mask()
        assert mask.dtype == np.int8 and mask.shape == (len(game.actions),)
        assert set(mask.tolist()) <= {0, 1}
        assert mask.any() != position.is_over


def test_looking_changes_nothing(game, walk):
    for position in walk(game):
        before = position.states.tobytes()
        position.action_mask()
        for seat in range(game.seats):
            position.observation(seat)
        str(position), position.to_json(), position.returns()
        assert position.states.tobytes() == before


def test_the_tables_are_printed(game):
    for section in game.features:
        assert f"| {section.name} |" in str(game.features)
        assert section.meaning in str(game.features)
    for verb, meaning in game.actions.meaning.items():
        assert f"`{verb}" in str(game.actions) and meaning in str(game.actions)
