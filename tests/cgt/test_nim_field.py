"""The field of nimbers beside published figures, and its axioms."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit import InputError
from gamekit.cgt import mex, nim_inverse, nim_product, nim_square_root

numbers = st.integers(0, (1 << 64) - 1)


def test_products_are_those_of_the_definition() -> None:
    """J. Conway, "On Numbers and Games", chapter 6: the least number that no smaller pair forbids."""
    products: dict[tuple[int, int], int] = {}
    for a in range(20):
        for b in range(20):
            products[a, b] = mex(
                products[x, b] ^ products[a, y] ^ products[x, y] for x in range(a) for y in range(b)
            )
            assert nim_product(a, b) == products[a, b]


def test_inverses() -> None:
    """OEIS A051917."""
    published = "1 3 2 15 12 9 11 10 6 8 7 5 14 13 4 170 160 109 107 131 139 116 115 228 234 92 89 73 77 220"
    assert [nim_inverse(a) for a in range(1, 31)] == list(map(int, published.split()))


@given(numbers, numbers, numbers)
def test_the_axioms_of_a_field(a: int, b: int, c: int) -> None:
    assert nim_product(a, b) == nim_product(b, a)
    assert nim_product(a, nim_product(b, c)) == nim_product(nim_product(a, b), c)
    assert nim_product(a, b ^ c) == nim_product(a, b) ^ nim_product(a, c)
    assert nim_product(a, 1) == a
    assert not a or nim_product(a, nim_inverse(a)) == 1
    assert nim_product(nim_square_root(a), nim_square_root(a)) == a


@pytest.mark.parametrize("number", [-1, 0.5, "2", None])
def test_what_is_no_nimber(number: Any) -> None:
    for function in (nim_inverse, nim_square_root, lambda a: nim_product(2, a)):
        with pytest.raises(InputError, match="the field of nimbers has integers of at least 0; not"):
            function(number)
    with pytest.raises(InputError, match="0 has no nim inverse"):
        nim_inverse(0)
