"""Checks that one form is the reduced canonical form of another, from nothing but the options of forms.

A form is reduced if each of its followers is a number, or else has different stops and no option that is dominated or
reversible where infinitesimals do not count. Of games that differ by infinitesimals, exactly one is reduced. Source:
J. P. Grossman and A. Siegel, "Reductions of partizan games", in "Games of No Chance 3", 2009.

A stop of a difference of two forms is a difference of numbers that follow from them. So if these are multiples of 2x,
the stop is at least 0 if it is at least -x; and G is at most H and an infinitesimal if G ≤ H + x.
"""

from __future__ import annotations

from gamekit.cgt.partizan.comparison import Comparison
from gamekit.cgt.partizan.form_facts import followers_of, numbers_among, stops_of


def fault_of_reduced(compare: Comparison, number: int, reduced: int) -> str | None:
    """Return why a form, by number, is not the reduced canonical form of another one; None if it is.

    All forms must be canonical.
    """
    order = followers_of((number, reduced), compare.forms)
    values = numbers_among(order, compare.forms)
    near = (_half_of_finest(compare, max(value.denominator for value in values.values())),)
    if not (compare.at_most((number,), (reduced, *near)) and compare.at_most((reduced,), (number, *near))):
        return f"form {number} and form {reduced} differ by more than an infinitesimal"
    stops = stops_of(order, compare.forms, values)
    for form in followers_of((reduced,), compare.forms):
        if form not in values:
            left, right = stops[form]
            fault = f"it is near {left}" if left == right else compare.fault_of_form(form, near)
            if fault is not None:
                return f"form {form} is not reduced: {fault}"
    return None


def _half_of_finest(compare: Comparison, denominator: int) -> int:
    """Add half the smallest positive number with a denominator that is a power of 2, and return its number."""
    found = compare.add([()], [])
    while denominator:
        found = compare.add([()], [(found,)])
        denominator //= 2
    return found
