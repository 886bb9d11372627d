"""One decorator for every compiled rule, with a disk cache that notices a change in any of them.

This is the only file that configures Numba.  Numba keys a cached function by its own source file
and does not see an edit in a helper elsewhere; so the cache folder carries a digest of all kernel
sources, and an edit, an upgrade or a second installation never runs stale code.

Environment variables
---------------------
XDG_CACHE_HOME       where the `jivezoo` cache folder is made (default `~/.cache`).
NUMBA_DISABLE_JIT    1 runs the same functions as plain Python (debugging, coverage).
NUMBA_BOUNDSCHECK    1 compiles with bounds checks, into a cache folder of its own.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config, event
from numba.core.caching import IndexDataCacheFile
from numba.extending import overload

F = TypeVar("F", bound=Callable[..., Any])

_PACKAGE = Path(__file__).parents[1]
_CONFIG: Any = config


def _source_digest() -> str:
    """Return a digest of every Python file that may hold a kernel, names included."""
    digest = hashlib.sha256()
    for folder in ("envs", "agents", "training"):
        for path in sorted((_PACKAGE / folder).rglob("*.py")):
            digest.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _cache_folder() -> Path | None:
    """Return a writable folder for this version of the kernels, or None with a notice."""
    folder = Path("no home folder")
    try:
        root = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "jivezoo"
        folder = root / (_source_digest() + ("-boundscheck" if _CONFIG.BOUNDSCHECK else ""))
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except (OSError, RuntimeError) as error:
        print(
            f"jivezoo: {folder} is not writable ({error}); rules are compiled anew in "
            "every process. Set XDG_CACHE_HOME to a writable folder to keep them.",
            file=sys.stderr,
        )
        return None
    return folder


_CACHE = None if _CONFIG.DISABLE_JIT else _cache_folder()


class _CompileNotice(event.Listener):
    """Says once, on a terminal, why the first start takes seconds."""

    said = False

    def on_start(self, event: Any) -> None:
        """Print the notice at the first real compilation in this process."""
        if not self.said and sys.stderr.isatty():
            type(self).said = True
            print("jivezoo: compiling the rules (first use of this version) ...", file=sys.stderr)

    def on_end(self, event: Any) -> None:
        """Do nothing: one line is enough."""


if not _CONFIG.DISABLE_JIT:
    event.register("numba:compile", _CompileNotice())


class _CacheFile(IndexDataCacheFile):
    """Numba's cache of one function, safe for processes that compile it at the same time.

    Numba numbers the compiled specialisations of a function.  Two processes may give one number
    to two of them, and then run the wrong one; so here each is named after what it is.
    """

    def save(self, key: Any, data: Any) -> None:
        """Save a specialisation before the index that names it."""
        name = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        file = f"{self._index_name.removesuffix('.nbi')}.{name}.nbc"
        self._save_data(file, data)
        self._save_index(self._load_index() | {key: file})


# How rules are compiled.  Nobody calls a kernel from C: a wrapper less to compile.
HOW: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": True}
# The same for what makes no arrays: nothing then counts who uses those that it is given.
LEAN: Any = HOW | {"_nrt": False}


def kernel(function: F) -> F:
    """Compile `function` with Numba; type checkers go on seeing the plain function."""
    return _compile(function, HOW)


def lean_kernel(function: F) -> F:
    """Compile a `function` that makes no arrays itself: best where it is given a lot of them.

    Their reference counts, locked against other threads, would cost more than the work.
    """
    return _compile(function, LEAN)


def _compile(function: Any, how: Any) -> Any:
    before, _CONFIG.CACHE_DIR = _CONFIG.CACHE_DIR, str(_CACHE or "")
    try:
        compiled: Any = numba.njit(**how, cache=_CACHE is not None)(function)
    finally:
        _CONFIG.CACHE_DIR = before
    if _CACHE is not None and not _CONFIG.DISABLE_JIT:
        compiled._cache._cache_file.__class__ = _CacheFile
    return compiled


def inlined(function: F) -> F:
    """Compile `function` as a part of the kernel that calls it: best where only one does.

    What is told apart for the reader is then no level more to compile and to link.  The disk cache
    does not keep it by itself: never call one from Python.
    """
    if _CONFIG.DISABLE_JIT:
        return function
    compiled: Any = numba.njit(**HOW, inline="always")(function)
    return compiled


def wide(number: Any) -> int:
    """Return a number as int64: a kernel is compiled anew for every width, and literal, given."""
    return int(np.int64(number))


@overload(wide, jit_options=HOW)  # not a kernel, which would be compiled for every literal too
def _wide(number: Any):
    return wide


def new_states(dtype: np.dtype, n: int) -> np.ndarray:
    """Return `n` blank games, shape (n,); without a compiler their fields are attributes too."""
    return as_states(np.zeros(n, dtype))


def as_states(states: np.ndarray) -> np.ndarray:
    """Return `states` in the form that kernels take: see `new_states`."""
    return states.view(np.recarray) if _CONFIG.DISABLE_JIT else states
