"""What is shipped, and what importing it costs."""

import importlib.metadata
import os
import subprocess
import sys
import sysconfig
import tomllib
from importlib import resources
from pathlib import Path

import pytest

import jivezoo

ROOT = Path(__file__).parents[1]
CODE = ("agents", "envs", "training")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

from_wheel = pytest.mark.skipif(
    os.environ.get("JIVEZOO_TEST_WHEEL") != "1", reason="only for an installed wheel"
)


def run(program: str) -> str:
    """Run `program` in an interpreter of its own; return what it prints."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_folder_with_code_is_a_listed_package():
    folders = [path.parent for top in CODE for path in (ROOT / top).rglob("*.py")]
    found = {".".join(("jivezoo", *folder.relative_to(ROOT).parts)) for folder in folders}
    assert sorted(PROJECT["tool"]["setuptools"]["packages"]) == sorted(found | {"jivezoo"})


def test_every_package_has_an_init():
    folders = {path.parent for top in CODE for path in (ROOT / top).rglob("*.py")}
    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


def test_the_root_holds_no_other_module():
    assert [path.name for path in ROOT.glob("*.py")] == ["__init__.py"]


def test_every_dependency_is_pinned():
    pins = [line for line in (ROOT / "constraints.txt").read_text().split("\n") if line]
    assert all(line.count("==") == 1 and "+" not in line and "@" not in line for line in pins)
    assert pins == sorted(pins, key=str.lower)


def test_rules_digests_are_found_in_the_package():
    digests = resources.files("jivezoo") / "seeds"
    expected = sorted(path.name for path in (ROOT / "seeds").glob("*.md"))
    assert sorted(path.name for path in digests.iterdir() if path.name.endswith(".md")) == expected


def test_import_is_light():
    heavy = {"matplotlib", "numba", "stable_baselines3", "torch"}
    loaded = run("import jivezoo, sys; print(*sys.modules)").split()
    assert heavy.intersection(loaded) == set()


@from_wheel
def test_the_wheel_is_what_is_tested():
    files = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    tree = [ROOT / "__init__.py", *(ROOT / top for top in CODE)]
    assert Path(str(jivezoo.__file__)).is_relative_to(sysconfig.get_path("purelib"))
    assert [f for f in files for top in tree if f and Path(f).is_relative_to(top)] == []


@from_wheel
def test_the_wheel_holds_the_code_and_nothing_else():
    files = importlib.metadata.files("jivezoo")
    assert files is not None
    shipped = [path for path in files if path.parts[0] == "jivezoo" and path.suffix != ".pyc"]
    top = {path.parts[1] for path in shipped}
    assert top == {"__init__.py", "py.typed", "seeds", *CODE}
    data = {path.name for path in shipped if path.suffix != ".py"}
    digests = {path.name for path in (ROOT / "seeds").glob("*.md")}
    assert data <= {"components.toml", "py.typed"} | digests


def test_the_version_stands_twice_and_is_one():
    assert PROJECT["project"]["version"] == jivezoo.__version__
