"""Checks that one form is the atomic weight of another, from nothing but the options of forms.

An all-small game G has the weight A if ↓ ≤ G - A·↑ + ☆ ≤ ↑, where ☆ is a nim heap that is far: larger than any that a
follower of these sums is worth. There is exactly one such A. A·↑ is the Norton product: n·↑ is a sum of ups for an
integer n, and {A'·↑ + ⇑* | A''·↑ + ⇓*} for all other forms A with options A' and A''. Source: A. Siegel, "Combinatorial
Game Theory", 2013, section II.7.

No game is worth a nim heap that is larger than the number of moves in the longest play. So a heap that is larger than
this number for the whole sum is far. A weight follows from those of options, less or plus 2; so that of a game born by
day n is born by day 3n.
"""

from __future__ import annotations

from gamekit.cgt.partizan.comparison import Comparison, Games
from gamekit.cgt.partizan.form_facts import followers_of, numbers_among
from gamekit.cgt.ruleset import LEFT, RIGHT


def fault_of_weight(compare: Comparison, number: int, weight: int) -> str | None:
    """Return why a form is not the atomic weight of another one; None if it is.

    Args:
        compare: the forms, all of which are canonical.
        number: the number of a form.
        weight: the number of what is claimed to be its atomic weight.
    """
    for form in followers_of((number,), compare.forms):
        left, right = compare.forms[form]
        if bool(left) != bool(right):
            return f"form {number} is not all small: in form {form}, one player alone can move"
    if _most_moves(compare, (weight,)) > 3 * _most_moves(compare, (number,)):
        return f"form {weight} is too large to be the atomic weight of form {number}"
    star = compare.add([()], [()])
    up, down = compare.add([()], [(star,)]), compare.add([(star,)], [()])
    product = _product(compare, weight, up, down)
    far = _nim_heap(compare, 1 + _most_moves(compare, (number, *product, up)))
    if compare.at_most((*product, down), (number, far)) and compare.at_most((number, far), (*product, up)):
        return None
    return f"form {weight} is not the atomic weight of form {number}"


def _product(compare: Comparison, weight: int, up: int, down: int) -> Games:
    """Return the Norton product of a form and up."""
    order = followers_of((weight,), compare.forms)
    integers = {
        form: int(value)
        for form, value in numbers_among(order, compare.forms).items()
        if value.denominator == 1
    }
    two_up_star, two_down_star = compare.add([()], [(up,)]), compare.add([(down,)], [()])
    products: dict[int, Games] = {}
    for form in order:
        if form in integers:
            products[form] = (up,) * integers[form] or (down,) * -integers[form]
        else:
            left, right = compare.forms[form]
            products[form] = (
                compare.add(
                    [(*products[option], two_up_star) for option in left],
                    [(*products[option], two_down_star) for option in right],
                ),
            )
    return products[weight]


def _nim_heap(compare: Comparison, size: int) -> int:
    """Add nim heaps up to one of a size, at least 1, and return its number."""
    heaps: list[Games] = [()]
    for _ in range(size):
        heaps.append((compare.add(heaps, heaps),))
    return heaps[size][0]


def _most_moves(compare: Comparison, games: Games) -> int:
    """Return how many moves there are at most in a sum, if the players need not take turns."""
    most: list[int] = []
    for options in compare.options:
        sums = (*options[LEFT], *options[RIGHT])
        most.append(1 + max((sum(most[game] for game in option) for option in sums), default=-1))
    return sum(most[game] for game in games)
