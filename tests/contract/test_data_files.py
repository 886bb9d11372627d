"""Data files that cannot be read are refused in one sentence, whichever game reads them."""

import pytest

import jivezoo
from jivezoo.envs.errors import BadFile

OPTION = {  # takes the path of a file
    "itchy_monkey": "board",
    "gelini_nightlife": "components",
    "voodoo_mania": "deck",
    "jivecat_lounge": "components",
}
BROKEN = {
    "not TOML": b"[die",
    "a number too long": b"[coins]\nnumber = " + b"9" * 5000,
    "nested too deep": b"x = " + b"[" * 3000 + b"]" * 3000,
    "not UTF-8": b"\xff\xfe",
    "a key twice": b"[a]\nb = 1\nb = 2",
    "an unknown block": b"[dragons]\nnumber = 3",
}


@pytest.mark.parametrize("name", jivezoo.GAMES)
@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_refused_in_one_sentence(name, kind, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_bytes(BROKEN[kind])
    with pytest.raises(BadFile) as refusal:
        jivezoo.game(name, **{OPTION[name]: path})
    message = str(refusal.value)
    assert str(path) in message and "\n" not in message and message.endswith(".")


@pytest.mark.parametrize("name", jivezoo.GAMES)
@pytest.mark.parametrize("path", ["nowhere.toml", ".", "a\0b"])
def test_a_path_that_leads_to_no_file_is_refused(name, path):
    with pytest.raises(BadFile, match="cannot be read|is not TOML"):
        jivezoo.game(name, **{OPTION[name]: path})
