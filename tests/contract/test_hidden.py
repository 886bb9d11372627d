"""Nothing that a seat sees depends on what is hidden from it.

`imagine` deals anew whatever a seat cannot know; what that seat is shown must stay as it is.
"""

import numpy as np

from jivezoo.agents import make_agent
from jivezoo.agents.player import Views

WORLDS = range(3)


def every_view(game, walk, agent="random"):
    """Yield positions of a game, every seat, and some of the worlds that the seat may be in."""
    for position in walk(game, 6, agent):
        for seat in range(game.seats):
            for seed in WORLDS:
                yield position, seat, position.imagine(seat, seed)


def test_the_observation_of_a_seat_stays(game, walk):
    for position, seat, imagined in every_view(game, walk):
        assert imagined.observation(seat).tolist() == position.observation(seat).tolist()


def test_no_world_contradicts_what_is_known_in_games_that_are_played_well(game, walk):
    for position, seat, imagined in every_view(game, walk, "mcts:8"):
        assert imagined.observation(seat).tolist() == position.observation(seat).tolist()
        assert imagined.text(seat) == position.text(seat)


def test_what_a_seat_may_do_stays(game, walk):
    for position, seat, imagined in every_view(game, walk):
        assert imagined.seat == position.seat
        assert (imagined.is_over, imagined.is_truncated) == (
            position.is_over,
            position.is_truncated,
        )
        if seat == position.seat:
            assert imagined.action_mask().tolist() == position.action_mask().tolist()
            assert imagined.legal_words() == position.legal_words()


def test_the_text_for_a_seat_stays(game, walk):
    for position, seat, imagined in every_view(game, walk):
        assert imagined.text(seat) == position.text(seat)


def test_imagining_depends_only_on_what_the_seat_knows(game, walk):
    for position, seat, imagined in every_view(game, walk):
        assert imagined.imagine(seat, 2) == position.imagine(seat, 2)


def test_imagining_changes_a_copy_and_follows_its_seed(game, walk):
    for position in walk(game, seed=6):
        before = position.to_json()
        worlds = [position.imagine(position.seat, seed) for seed in WORLDS]
        assert position.to_json() == before
        assert worlds == [position.imagine(seed=seed) for seed in WORLDS]
        assert len({int(world.states["random"][0]) for world in worlds}) == len(WORLDS)
        assert all(world.states["random"] != position.states["random"] for world in worlds)


def test_an_imagined_position_is_one_that_can_occur(game, walk):
    for _, _, imagined in list(every_view(game, walk))[::5]:
        assert game.from_json(imagined.to_json()) == imagined


def test_agents_choose_alike_when_only_hidden_things_change(game, walk):
    positions = [position for position in walk(game, seed=6) if not position.is_over][::3]
    keys = np.arange(len(positions), dtype=np.uint64)

    def views(of):
        return Views(
            game,
            np.concatenate([position.states for position in of]),
            np.stack([position.observation() for position in of]),
            np.stack([position.action_mask() for position in of]),
            keys,
        )

    for name in ("random", "greedy", "mcts:40"):
        agent = make_agent(name, game)
        choices = np.asarray(agent.act(views(positions))).tolist()
        for seed in WORLDS:
            imagined = [position.imagine(seed=seed) for position in positions]
            assert np.asarray(agent.act(views(imagined))).tolist() == choices
