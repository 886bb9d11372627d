"""The package's docstring is the game's page; its tables follow from the code."""

import jivezoo
import jivezoo.envs.gelini_nightlife as page


def test_the_tables_are_those_of_the_code():
    basic = jivezoo.game("gelini_nightlife")
    other = jivezoo.game("gelini_nightlife", action_counters=True)
    assert page.__doc__ is not None
    assert str(basic.features) in page.__doc__
    assert str(other.actions) in page.__doc__


def test_the_version_history_ends_with_this_version():
    assert page.__doc__ is not None
    history = page.__doc__.rsplit("Version history:", 1)[1].strip().splitlines()
    assert history[-1].startswith(str(page.VERSION))
