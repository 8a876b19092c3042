"""Arithmetic of the checked build: what has no value among the integers of 64 bits raises an IndexError.

An operator has a function here if its result may be beyond 63 bits, or if it is undefined for some numbers. Each takes
its operands and the number of its site, and raises the error with the site first, then the operands. The same functions
run as plain Python, where numbers have no limit, and compiled, where an overflow is undefined; so none may happen.
"""

from __future__ import annotations

from typing import Final

LEAST, MOST = -(1 << 63), (1 << 63) - 1

FLOATING: Final = -1
"""The mark in place of a limit: the index is that of an empty square below a piece."""

OPERATION_TEXTS: Final = {
    "plus": "{} + {}",
    "minus": "{} - {}",
    "times": "{} * {}",
    "power": "{} ** {}",
    "quotient": "{} // {}",
    "remainder": "{} % {}",
    "both": "divmod({}, {})",
    "left": "{} << {}",
    "right": "{} >> {}",
    "negative": "-({})",
    "absolute": "abs({})",
    "step": "range(..., {}, {})",
}
"""The notation of each function in an author's rules."""

ANY_BUT_ZERO, NONE_BELOW_ZERO = ("quotient", "remainder", "both", "step"), ("left", "right", "power")

RULES: Final = {
    **dict.fromkeys(("left", "right"), "rules shift by 0 places or more"),
    "power": "rules raise to the power of 0 or more",
    **dict.fromkeys(("quotient", "remainder", "both"), "rules divide by any number but 0"),
    "step": "a range has any step but 0",
}
"""The rule for the last operand of each function."""


def takes(name: str, last: int) -> bool:
    """Return whether a function has a meaning for its last operand.

    >>> takes("right", 70), takes("right", -1), takes("plus", -1)
    (True, False, True)
    """
    return not (last == 0 and name in ANY_BUT_ZERO) and not (last < 0 and name in NONE_BELOW_ZERO)


def fault(name: str, a: int, b: int) -> str:
    """Return the reason why a function has refused its operands.

    >>> fault("right", 5, -1), fault("left", 5, 61)
    ('rules shift by 0 places or more, not 5 >> -1', '5 << 61 is beyond 63 bits')
    """
    shown = OPERATION_TEXTS[name].format(a, b)
    return f"{shown} is beyond 63 bits" if takes(name, b) else f"{RULES[name]}, not {shown}"


# --- the functions -------------------------------------------------------------------------------------------------


def plus(a: int, b: int, site: int) -> int:
    if a > MOST - b if b > 0 else a < LEAST - b:
        raise IndexError(site, a, b)
    return a + b


def minus(a: int, b: int, site: int) -> int:
    if a < LEAST + b if b > 0 else a > MOST + b:
        raise IndexError(site, a, b)
    return a - b


def times(a: int, b: int, site: int) -> int:
    low, high = LEAST, MOST
    if a > 0:
        low, high = LEAST // a + (LEAST % a != 0), MOST // a
    elif a < -1:  # the processor cannot divide the least number by -1
        low, high = MOST // a + (MOST % a != 0), LEAST // a
    elif a == -1:
        low = -MOST
    if not low <= b <= high:
        raise IndexError(site, a, b)
    return a * b


def power(a: int, b: int, site: int) -> int:
    if -1 <= a <= 1 and b >= 0:
        return a if a == 0 < b or b % 2 == 1 else 1
    if not 0 <= b <= 63:
        raise IndexError(site, a, b)
    if a > 0:
        low, high = LEAST // a + (LEAST % a != 0), MOST // a
    else:
        low, high = MOST // a + (MOST % a != 0), LEAST // a
    result = 1
    for _ in range(b):
        if not low <= result <= high:
            raise IndexError(site, a, b)
        result *= a
    return result


def quotient(a: int, b: int, site: int) -> int:
    if b == 0 or (b == -1 and a == LEAST):
        raise IndexError(site, a, b)
    return a // b


def remainder(a: int, b: int, site: int) -> int:
    if b == 0:
        raise IndexError(site, a, b)
    return 0 if b == -1 else a % b


def both(a: int, b: int, site: int) -> tuple[int, int]:
    if b == 0 or (b == -1 and a == LEAST):
        raise IndexError(site, a, b)
    return a // b, a % b


def left(a: int, b: int, site: int) -> int:
    if b < 0 or (a != 0 and (b > 63 or not -1 <= a >> 63 - b <= 0)):
        raise IndexError(site, a, b)
    return a << min(b, 63)


def right(a: int, b: int, site: int) -> int:
    if b < 0:
        raise IndexError(site, a, b)
    return a >> min(b, 63)


def negative(a: int, site: int) -> int:
    if a == LEAST:
        raise IndexError(site, a, 0)
    return 0 - a


def absolute(a: int, site: int) -> int:
    if a == LEAST:
        raise IndexError(site, a, 0)
    return a if a >= 0 else 0 - a


def step(stop: int, step: int, site: int) -> int:
    """Return the step of a range, after a test that it is not 0, and that `stop` plus the step does not overflow."""
    if step == 0 or (stop > MOST - step if step > 0 else stop < LEAST - step):
        raise IndexError(site, stop, step)
    return step


def part(numbers: tuple[int, ...], index: int, site: int) -> int:
    """Return the number at an index of a tuple, after a test of the index."""
    if index < 0 or index >= len(numbers):
        raise IndexError(site, index, len(numbers))
    return numbers[index]
