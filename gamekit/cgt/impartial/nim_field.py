"""The field of nimbers: nim products, inverses and square roots of integers.

Nim heaps are a field under nim addition, the exclusive or, and nim multiplication. The numbers below 2^(2^k) are a
subfield for each k. Let F = 2^(2^k). A product of F and a smaller number is the ordinary one, and F times F is F + F/2.
Source: J. Conway, "On Numbers and Games", chapter 6; A. Siegel, "Combinatorial Game Theory", 2013, chapter VIII.
"""

from __future__ import annotations

from numbers import Integral

from gamekit.errors import InputError


def nim_product(a: int, b: int) -> int:
    """Return the nim product of two integers of at least 0.

    Raises:
        InputError: one of them is negative or no integer.

    >>> nim_product(2, 2), nim_product(4, 4), nim_product(5, 7), nim_product(16, 3)
    (3, 6, 13, 48)
    """
    return _product(_checked(a), _checked(b))


def nim_inverse(a: int) -> int:
    """Return the number whose nim product with `a` is 1.

    Raises:
        InputError: `a` is 0, which has no inverse, negative or no integer.

    >>> nim_inverse(4), nim_product(4, 15)
    (15, 1)
    """
    a = _checked(a)
    if a == 0:
        raise InputError("0 has no nim inverse, because every nim product with 0 is 0")
    # In a field of 2^m elements, the inverse is the power 2^m - 2: the product of all repeated squares but the first.
    inverse, square = 1, a
    for _ in range(_field_bits(a) - 1):
        square = _product(square, square)
        inverse = _product(inverse, square)
    return inverse


def nim_square_root(a: int) -> int:
    """Return the only number whose nim product with itself is `a`.

    Raises:
        InputError: `a` is negative or no integer.

    >>> nim_square_root(2), nim_square_root(4), nim_product(7, 7)
    (3, 7, 4)
    """
    root = _checked(a)
    for _ in range(_field_bits(root) - 1):  # in a field of 2^m elements, the power 2^(m - 1)
        root = _product(root, root)
    return root


def _checked(number: int) -> int:
    if not isinstance(number, Integral) or number < 0:
        raise InputError(f"the field of nimbers has integers of at least 0; not {number!r}")
    return int(number)


def _field_bits(number: int) -> int:
    """Return the bits of the numbers in the smallest field 2^(2^k) that has a number."""
    bits = 1
    while number >> bits:
        bits *= 2
    return bits


def _product(a: int, b: int) -> int:
    if a < 2 or b < 2:
        return a * b
    half = _field_bits(max(a, b)) // 2
    (a1, a0), (b1, b0) = ((number >> half, number & (1 << half) - 1) for number in (a, b))
    low, crossed = _product(a0, b0), _product(a1 ^ a0, b1 ^ b0)
    return (crossed ^ low) << half | low ^ _product(_product(a1, b1), 1 << half - 1)
