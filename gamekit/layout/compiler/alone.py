"""A ranking alone, compiled: for what needs numbers without gaps, but no rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.layout.compiler.load import load
from gamekit.layout.compiler.module import Built
from gamekit.layout.compiler.ranks import ranks
from gamekit.layout.ranking import Product

HEAD: Final = '''"""A ranking, compiled by itself."""

from __future__ import annotations

from collections.abc import Sequence

import numba
import numpy as np

from gamekit.layout.compiler.stack import item, lowest, population
from gamekit.layout.compiler.tables import table as k_table

k_inline = numba.njit(nogil=True, error_model="numpy")
'''


def compiled_ranking(product: Product) -> tuple[Callable[[Any], int], Callable[[Any], int]]:
    """Return the compiled functions from words to numbers and back, for one int64 each.

    They can be called from Python and from functions that Numba compiles. The first returns a negative number for a
    word that has none, where that is found out.
    """
    module = load(Built(HEAD + ranks(product), {}, []), "ranking")
    return module.k_rank, module.k_unrank
