"""`compiled`: kernels that run as plain Python for small inputs, compiled by Numba for large ones."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def compiled(kernel: Any) -> Any:
    """Return a kernel compiled by Numba, which is loaded only now; the result is kept on disk for the next process."""
    import numba

    return numba.njit(cache=True, nogil=True)(kernel)
