"""Arrows between modules point only down, and files and functions stay small.

The floors, from the ground: what games are made of (kernel, randomness, contract, errors, game);
beside each other the generic faces and the games; then agents; then training.
"""

import ast
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

import jivezoo

PACKAGE = Path(str(jivezoo.__file__)).parent
GROUND = {"checks", "contract", "errors", "game", "kernel", "randomness"}
FACES = {"aec", "batch", "environment", "parallel", "position"}
DOORS = {  # to a floor above, opened only within the function that needs it
    ("envs.game", "envs.batch"),
    ("envs.game", "envs.parallel"),
    ("envs.game", "envs.position"),
}
USERS_OF_NUMBA = {
    "envs.kernel": None,  # configures it
    "envs.contract": {"numba.core.types", "numba.extending.overload"},
    "agents.evaluation": {"numba.extending.overload"},
}
# Within a game: what is in the box, the rules and their chapters, what is told, the whole.
STOREYS = {"box": 0, "components": 0, "": 3}
STOREYS |= dict.fromkeys(("observation", "notation", "reading", "half_way", "drawing"), 2)
CHAPTER = 1


class Arrow(NamedTuple):
    source: str  # dotted, without `jivezoo.`; a package by its folder's name
    target: str  # the same, or a module from elsewhere
    name: str  # what is imported from it, or ""
    inside: bool  # of jivezoo
    late: bool  # within a function
    typing_only: bool


def module_name(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PATHS = {
    module_name(path): path
    for top in ("envs", "agents", "training")
    for path in sorted((PACKAGE / top).rglob("*.py"))
}
TREES = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in PATHS.items()}
PACKAGES = {name for name, path in PATHS.items() if path.name == "__init__.py"}


def imports_of(name):
    """Yield the arrows from a module, wherever in it they are."""

    def visit(node, late, typing_only):
        if isinstance(node, ast.Import):
            for each in node.names:
                yield Arrow(name, each.name, "", False, late, typing_only)
        elif isinstance(node, ast.ImportFrom):
            yield from arrows_from(name, node, late, typing_only)
        is_function = isinstance(node, ast.FunctionDef | ast.Lambda)
        is_guard = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for child in ast.iter_child_nodes(node):
            yield from visit(child, late or is_function, typing_only or is_guard)

    yield from visit(TREES[name], False, False)


def arrows_from(name, node, late, typing_only):
    if not node.level:
        for each in node.names:
            yield Arrow(name, str(node.module), each.name, False, late, typing_only)
        return
    parts = name.split(".") if name in PACKAGES else name.split(".")[:-1]
    parts = parts[: len(parts) - (node.level - 1)]
    base = ".".join([*parts, *([node.module] if node.module else [])])
    for each in node.names:
        whole = f"{base}.{each.name}".lstrip(".")
        target, part = (whole, "") if whole in PATHS else (base, each.name)
        yield Arrow(name, target, part, True, late, typing_only)


ARROWS = [arrow for name in PATHS for arrow in imports_of(name)]
INSIDE = [arrow for arrow in ARROWS if arrow.inside and not arrow.typing_only]


def game_of(module):
    """Return the game whose package a module belongs to, or None."""
    parts = module.split(".")
    return parts[1] if parts[0] == "envs" and len(parts) > 1 and parts[1] in jivezoo.GAMES else None


def floor(module):
    """Return the floor of a module: the number of its storey."""
    top, *rest = module.split(".")
    if top in ("agents", "training"):
        return {"agents": 3, "training": 4}[top]
    if not rest:
        return 0  # envs/__init__.py registers by strings; what it may import is tested below
    return 0 if rest[0] in GROUND else 2 if rest[0].endswith("_v0") else 1


def may_point(arrow):
    """Tell whether an arrow between two modules of jivezoo points down, or along the floor."""
    source, target = arrow.source, arrow.target
    if target == "":  # the root: names of games, and the version
        return floor(source) == 4
    if floor(target) > floor(source):
        return False
    game, other = game_of(source), game_of(target)
    if floor(source) == floor(target) == 1:  # the games and the faces do not know each other
        return game == other
    if other is None:
        return True
    if source == f"envs.{other}_v{source[-1]}" or source == f"agents.heuristics.{other}":
        return True  # these two, and no others, know their game
    return game == other


def test_there_is_something_to_read():
    assert {f"envs.{part}" for part in GROUND} | {"envs.batch", "training.cli"} <= set(PATHS)
    found = {(arrow.source, arrow.target) for arrow in INSIDE}
    assert ("envs.batch", "envs.contract") in found
    assert ("agents.heuristics.itchy_monkey", "envs.itchy_monkey.rules") in found
    assert ("envs.game", "envs.batch") in found
    assert {module.split(".")[1] for module in PATHS if game_of(module)} == set(jivezoo.GAMES)


def test_arrows_point_only_down():
    upwards = [
        f"{arrow.source} imports {arrow.target}"
        for arrow in INSIDE
        if not may_point(arrow) and (arrow.source, arrow.target) not in DOORS
    ]
    assert upwards == []


def test_doors_upwards_open_only_when_used():
    through = [arrow for arrow in INSIDE if (arrow.source, arrow.target) in DOORS]
    assert through and all(arrow.late for arrow in through)


@pytest.mark.parametrize(
    ("source", "target", "allowed"),
    [
        ("envs.game", "envs.errors", True),
        ("envs.errors", "envs.aec", False),
        ("envs.batch", "envs.itchy_monkey.rules", False),
        ("envs.itchy_monkey.rules", "envs.position", False),
        ("envs.itchy_monkey_v0", "envs.itchy_monkey", True),
        ("envs.batch", "agents.random", False),
        ("agents.greedy", "envs.itchy_monkey.rules", False),
        ("agents.greedy", "training.match", False),
        ("training.match", "agents.player", True),
        ("training.match", "envs.itchy_monkey", False),
    ],
)
def test_what_pointing_down_means(source, target, allowed):
    assert may_point(Arrow(source, target, "", True, False, False)) == allowed


def test_a_game_reads_from_the_ground_up():
    def storey(module):
        return STOREYS.get(module.removeprefix(f"envs.{game_of(module)}").lstrip("."), CHAPTER)

    upwards = [
        f"{arrow.source} imports {arrow.target}"
        for arrow in INSIDE
        if game_of(arrow.source) and game_of(arrow.source) == game_of(arrow.target)
        if storey(arrow.target) > storey(arrow.source)
    ]
    assert upwards == []


def test_rules_know_numpy_and_the_ground_only():
    for arrow in ARROWS:
        game = game_of(arrow.source)
        if game and arrow.source.removeprefix(f"envs.{game}.") not in STOREYS:
            if arrow.source != f"envs.{game}":
                assert arrow.inside or arrow.target in ("numpy", "typing"), arrow


def test_nothing_imports_in_a_circle():
    below = {name: {a.target for a in INSIDE if a.source == name and not a.late} for name in PATHS}
    for name in PATHS:
        reached, fresh = set(), below[name]
        while fresh:
            reached |= fresh
            fresh = {far for near in fresh for far in below.get(near, ())} - reached
        assert name not in reached, f"{name} imports itself by way of others"


def test_registration_imports_no_game():
    targets = {arrow.target for arrow in ARROWS if arrow.source == "envs"}
    assert targets == {"pettingzoo.env_registry.registration"}


def test_inside_the_package_imports_are_relative():
    absolute = [a for a in ARROWS if not a.inside and a.target.split(".")[0] == "jivezoo"]
    assert absolute == []


def test_numba_is_used_in_three_places():
    for arrow in ARROWS:
        if not arrow.inside and arrow.target.split(".")[0] == "numba":
            assert arrow.source in USERS_OF_NUMBA, arrow
            allowed = USERS_OF_NUMBA[arrow.source]
            assert allowed is None or f"{arrow.target}.{arrow.name}" in allowed, arrow


def test_games_and_faces_need_only_the_core_packages():
    core = {"gymnasium", "numba", "numpy", "pettingzoo"} | set(sys.stdlib_module_names)
    for arrow in ARROWS:
        if arrow.source.startswith("envs") and not arrow.inside:
            assert arrow.target.split(".")[0] in core, arrow


# ------------------------------------------------------------------------------------------- Sizes


def code_lines(function, source):
    """Count the lines of a function that hold code: no docstring, comment or blank line."""
    first = function.body[0]
    has_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    left_out = range(first.lineno, first.end_lineno + 1) if has_docstring else ()
    lines = range(function.lineno, function.end_lineno + 1)
    texts = {number: source[number - 1].strip() for number in lines if number not in left_out}
    return sum(bool(text) and not text.startswith("#") for text in texts.values())


def functions():
    """Yield module, function and its number of code lines."""
    for name, tree in TREES.items():
        source = PATHS[name].read_text(encoding="utf-8").split("\n")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield name, node, code_lines(node, source)


def test_modules_are_short():
    lengths = {name: PATHS[name].read_text(encoding="utf-8").count("\n") for name in PATHS}
    assert {name: length for name, length in lengths.items() if length > 450} == {}


def test_functions_are_short():
    sizes = sorted(size for _, _, size in functions())
    too_long = {
        f"{name}.{function.name}": size
        for name, function, size in functions()
        if size > (60 if name.endswith("drawing") else 40)
    }
    assert too_long == {}
    assert sizes[int(0.9 * len(sizes))] <= 20
    assert statistics.median(sizes) <= 7  # wanted: 6, without the signature's further lines
