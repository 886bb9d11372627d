"""The weights of opinions: named numbers, which can be changed without compiling anything anew.

The heuristics of each game hold theirs in `WEIGHTS`, each line with its meaning and unit.  Kernels
take the array, `weights` (1,), and pass on its one record, `w`.
"""

from collections.abc import Sequence

import numpy as np

from ..envs.kernel import as_states


def weights(**numbers: float | Sequence[float]) -> np.ndarray:
    """Return a record (1,) of weights by their names, all float64; a list gives a field of many."""
    fields = [(name, np.float64, np.shape(number)) for name, number in numbers.items()]
    return as_states(np.array([tuple(numbers.values())], np.dtype(fields)))
