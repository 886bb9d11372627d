"""The package's docstring is the game's page; its tables follow from the code."""

import jivezoo
import jivezoo.envs.itchy_monkey as page


def test_the_tables_are_those_of_the_code():
    game = jivezoo.game("itchy_monkey")
    assert page.__doc__ is not None
    assert str(game.features) in page.__doc__
    assert str(game.actions) in page.__doc__


def test_the_version_history_ends_with_this_version():
    assert page.__doc__ is not None
    history = page.__doc__.rsplit("Version history:", 1)[1].strip().splitlines()
    assert history[-1].startswith(str(page.VERSION))
