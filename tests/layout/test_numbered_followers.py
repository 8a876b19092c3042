"""Numbers are sorted by 16 bits at a time, as NumPy sorts them."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from gamekit.layout.numbered_followers import different

NUMBERS = st.lists(st.integers(0, 9) | st.integers(0, 2**20) | st.integers(0, 2**62))


@given(NUMBERS)
def test_different_numbers_and_their_places_are_those_of_numpy(listed: list[int]) -> None:
    numbers = np.array(listed, dtype=np.int64)
    once, places = different(numbers)
    assert once.tolist() == sorted(set(listed))
    assert once[places].tolist() == listed
