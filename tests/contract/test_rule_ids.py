"""Every rule of a digest (seeds/<game>.md) has an id that the code and a test name."""

import ast
import re
from importlib import resources
from pathlib import Path

import pytest

import jivezoo

ROOT = resources.files("jivezoo")
TESTS = Path(__file__).parents[1]
NOT_RULES = {"__init__", "components", "drawing", "notation", "observation"}
PREFIX = {
    "itchy_monkey": "IM",
    "gelini_nightlife": "GN",
    "voodoo_mania": "VM",
    "jivecat_lounge": "JL",
}


def ids_in(text, prefix):
    return set(re.findall(rf"\b{prefix}-\d+[a-z]?", text))


def ids_tested(name, prefix):
    """Return the ids that names of test functions carry."""
    tree = ast.parse((TESTS / name / "test_rules.py").read_text(encoding="utf-8"))
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    pattern = rf"^test_{prefix.lower()}_(\d+[a-z]?)_"
    return {f"{prefix}-{number}" for each in names for number in re.findall(pattern, each)}


@pytest.mark.parametrize("name", jivezoo.GAMES)
def test_every_rule_id_is_in_digest_rules_and_tests(name):
    prefix, digest = PREFIX[name], (ROOT / "seeds" / f"{name}.md").read_text(encoding="utf-8")
    told = re.findall(rf"^- \*\*({prefix}-\d+[a-z]?)\*\*", digest, re.MULTILINE)
    numbers = [each for each in told if each[-1].isdigit()]
    assert len(told) == len(set(told)), "an id is twice"
    assert set(numbers) == {f"{prefix}-{n + 1}" for n in range(len(numbers))}, "an id is missing"
    assert ids_in(digest, prefix) == set(told)
    package = Path(str(ROOT / "envs" / name))
    chapters = [path for path in sorted(package.glob("*.py")) if path.stem not in NOT_RULES]
    coded = ids_in("".join(path.read_text(encoding="utf-8") for path in chapters), prefix)
    assert coded == set(told)
    assert ids_tested(name, prefix) == set(told)
