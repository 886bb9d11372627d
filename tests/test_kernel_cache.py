"""The disk cache of compiled kernels never runs stale code, and never stands in the way.

A tree with the real kernel.py and three tiny files beside it: a table, a helper kernel that reads
it, and a caller kernel; each test runs it in processes of its own with a cache folder of its own.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import jivezoo
from jivezoo.envs import kernel as kernel_module
from jivezoo.envs.kernel import _CacheFile

FILES = {
    "table.py": "import numpy as np\n\nTABLE = np.array([10, 20, 30])\n",
    "helper.py": (
        "from .kernel import kernel\nfrom .table import TABLE\n\n\n"
        "@kernel\ndef helper(x):\n    return TABLE[1] + x\n"
    ),
    "caller.py": (
        "from .helper import helper\nfrom .kernel import kernel\n\n\n"
        "@kernel\ndef caller(x):\n    return helper(x) + 100\n"
    ),
}
PROGRAM = """
import json, sys
from jivezoo.envs.caller import caller
answers = [caller(eval(word)) for word in sys.argv[1:]]
stats = getattr(caller, "stats", None)
hits, misses = (sum(s.values()) for s in (stats.cache_hits, stats.cache_misses))
print(json.dumps({"answers": answers, "hits": hits, "misses": misses}))
"""


class Tree:
    """A copy of the package that holds no more than these tests need."""

    def __init__(self, folder):
        self.folder = folder
        self.cache = folder / "cache"
        self.envs = folder / "jivezoo" / "envs"
        self.envs.mkdir(parents=True)
        source = Path(str(jivezoo.__file__)).parent
        for path in (source / "__init__.py", source / "envs" / "kernel.py"):
            copy = folder / "jivezoo" / path.relative_to(source)
            copy.write_bytes(path.read_bytes())
        (self.envs / "__init__.py").write_text("")
        for name, text in FILES.items():
            (self.envs / name).write_text(text)

    def start(self, *arguments, cache=None, **variables):
        """Start a process that calls the caller kernel with each of the arguments."""
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")}
        return subprocess.Popen(
            [sys.executable, "-W", "error", "-c", PROGRAM, *arguments],
            env=inherited
            | {"PYTHONPATH": str(self.folder), "XDG_CACHE_HOME": str(cache or self.cache)}
            | variables,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments, cache=None, **variables):
        """Run such a process to its end; return what it told and what it complained about."""
        return self.end(self.start(*arguments, cache=cache, **variables))

    def end(self, process):
        told, complaints = process.communicate(timeout=120)
        assert process.returncode == 0, complaints
        return json.loads(told) | {"complaints": complaints}

    def edit(self, name, before, after):
        path = self.envs / name
        text = path.read_text()
        assert before in text
        stamp = path.stat()
        path.write_text(text.replace(before, after))
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))  # the content alone must tell

    def kept(self, pattern="*"):
        """The cached files, and when each was written."""
        return {
            str(path.relative_to(self.cache)): path.stat().st_mtime_ns
            for path in self.cache.rglob(pattern)
            if path.is_file()
        }


@pytest.fixture
def tree(tmp_path):
    return Tree(tmp_path)


def test_an_edit_in_any_file_is_noticed_and_an_unchanged_tree_is_not_compiled_again(tree):
    first = tree.run("1")
    assert (first["answers"], first["hits"], first["misses"]) == ([121], 0, 1)
    assert first["complaints"] == ""
    kept = tree.kept()
    again = tree.run("1")
    assert (again["answers"], again["hits"], again["misses"]) == ([121], 1, 0)
    assert tree.kept() == kept

    tree.edit("helper.py", "+ x", "- x")
    assert tree.run("1")["answers"] == [119]
    tree.edit("table.py", "20", "70")
    assert tree.run("1")["answers"] == [169]
    assert kept.items() <= tree.kept().items()  # the first version is still there

    written = {path.suffix for path in (tree.folder / "jivezoo").rglob("*") if path.is_file()}
    assert written <= {".py", ".pyc"}  # nothing is kept inside the package
    assert all(name.startswith("jivezoo/") for name in tree.kept())


def test_the_digest_tells_names_and_contents_of_all_code(tree, monkeypatch):
    monkeypatch.setattr(kernel_module, "_PACKAGE", tree.folder / "jivezoo")
    digests = [kernel_module._source_digest()]

    def note(path, content=None, rename=None):
        path.parent.mkdir(exist_ok=True)
        if content is not None:
            path.write_text(content)
        if rename is not None:
            path.rename(path.with_name(rename))
        digests.append(kernel_module._source_digest())

    note(tree.envs / "unused.py", "")
    note(tree.envs / "unused.py", rename="unusual.py")
    for folder in ("agents", "training", "envs"):
        note(tree.folder / "jivezoo" / folder / "more.py", "X = 1\n")
    note(tree.envs / "more.py", "X = 2\n")
    assert len(set(digests)) == len(digests)
    note(tree.envs / "notes.txt", "no code")
    assert digests[-1] == digests[-2]


def test_an_unwritable_folder_gives_one_notice_and_works(tree):
    blocked = tree.folder / "blocked"
    blocked.write_text("a file, where a folder is wanted\n")
    told = tree.run("1", cache=blocked)
    assert (told["answers"], told["hits"]) == ([121], 0)
    notice = told["complaints"].strip().split("\n")
    assert len(notice) == 1
    assert str(blocked) in notice[0] and "XDG_CACHE_HOME" in notice[0]
    assert blocked.read_text() == "a file, where a folder is wanted\n"


def test_two_processes_at_once_name_specialisations_after_what_they_are(tree):
    processes = [tree.start(*arguments) for arguments in (("1", "2.5"), ("2.5", "1"))]
    first, second = (tree.end(process) for process in processes)
    assert first["answers"] == [121, 122.5]
    assert second["answers"] == [122.5, 121]
    third = tree.run("1", "2.5")
    assert third["answers"] == [121, 122.5]
    assert third["complaints"] == ""
    names = set(tree.kept("*.nbc"))
    assert len(names) == 4  # of helper and of caller an integer and a float one
    assert all(re.search(r"\.[0-9a-f]{16}\.nbc$", name) for name in names)


@pytest.mark.parametrize("moment", ["before", "after"])
def test_two_writers_never_give_one_name_to_two_things(tmp_path, moment):
    def writer():
        return _CacheFile(str(tmp_path), "rule-1", "stamp")

    def interrupt():
        """Let another process write, which has read the index before anything was in it."""
        other = writer()
        other._load_index = dict
        other.save(("float64",), "code for float64")

    class Interrupted(_CacheFile):
        def _save_data(self, name, data):
            if moment == "before":
                interrupt()
            super()._save_data(name, data)
            if moment == "after":
                interrupt()

    Interrupted(str(tmp_path), "rule-1", "stamp").save(("int64",), "code for int64")
    assert writer().load(("int64",)) == "code for int64"
    assert writer().load(("float64",)) == "code for float64"
    interrupt()  # an entry may get lost, and is then compiled again, but is never a wrong one
    assert writer().load(("int64",)) in (None, "code for int64")
    assert writer().load(("float64",)) == "code for float64"


def test_bounds_checks_have_a_cache_folder_of_their_own(tree):
    tree.edit("helper.py", "TABLE[1] + x", "TABLE[x]")
    assert tree.run("1")["answers"] == [120]
    checked = tree.start("3", NUMBA_BOUNDSCHECK="1")
    _, complaints = checked.communicate(timeout=120)
    assert checked.returncode == 1 and "IndexError" in complaints
    folders = {name.split("/")[1] for name in tree.kept()}
    assert len(folders) == 2
    assert sum(folder.endswith("-boundscheck") for folder in folders) == 1


def test_plain_python_needs_no_cache(tree):
    program = "from jivezoo.envs.caller import caller; print(caller(1))"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ
        | {
            "PYTHONPATH": str(tree.folder),
            "XDG_CACHE_HOME": str(tree.cache),
            "NUMBA_DISABLE_JIT": "1",
        },
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.stderr) == ("121\n", "")
    assert tree.kept() == {}
