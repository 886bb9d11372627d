"""A game's package docstring is its page; its tables and its history follow from the code."""

from importlib import import_module

import pytest

import jivezoo

ACTIONS_TOLD = {  # where not those of the defaults
    "gelini_nightlife": {"action_counters": True},
    "voodoo_mania": {"search": True},
}


@pytest.fixture(params=jivezoo.GAMES)
def page(request):
    return import_module(f"jivezoo.envs.{request.param}")


def test_the_tables_are_those_of_the_code(page):
    assert str(jivezoo.game(page.NAME).features) in page.__doc__
    assert str(jivezoo.game(page.NAME, **ACTIONS_TOLD.get(page.NAME, {})).actions) in page.__doc__


def test_the_version_history_ends_with_this_version(page):
    history = page.__doc__.rsplit("Version history:", 1)[1].strip().splitlines()
    assert history[-1].startswith(str(page.VERSION))
