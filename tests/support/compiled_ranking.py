"""A ranking alone, compiled: the functions that generated modules have of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.layout.compiler.load import load
from gamekit.layout.compiler.module import Built
from gamekit.layout.compiler.ranks import parameters_of, ranks
from gamekit.layout.ranking import Product

HEAD: Final = '''"""A ranking, compiled by itself."""

from __future__ import annotations

from collections.abc import Sequence

import numba
import numpy as np

from gamekit.layout.compiler.stack import data as k_data, large as k_large, item, lowest, population
from gamekit.layout.compiler.tables import table as k_table

k_inline = numba.njit(nogil=True, error_model="numpy")
'''


def compiled_ranking(product: Product) -> tuple[Callable[[Any], int], Callable[[Any], int]]:
    """Return the compiled functions from words to numbers and back, for one int64 each.

    They can be called from Python and from functions that Numba compiles. The first returns a negative number for a
    word that has none, where that is found out.
    """
    import numba

    module = load(Built(HEAD + ranks(product), {}, []), "ranking")
    parameters, data, ranked, unranked = parameters_of(product), module.k_data, module.k_rank, module.k_unrank

    @numba.njit(nogil=True)
    def rank(word):  # type: ignore[no-untyped-def]
        return ranked(data(parameters), word)

    @numba.njit(nogil=True)
    def unrank(number):  # type: ignore[no-untyped-def]
        return unranked(data(parameters), number)

    return rank, unrank
