"""Facts about a canonical form, as a claim: stops, mean, temperature, birthday, outcome and reduced form.

The checker reads only the options of forms, and shares no code with thermographs. For each wall, it knows the value at
a temperature t, and by how much the wall grows for each unit just below t. A form has the temperature at which its
walls meet, if they do not meet just below: the gap between them never grows with t.

A form is reduced if each of its followers is a number, or else has different stops and no option that is dominated or
reversible where infinitesimals do not count. Of games that differ by infinitesimals, exactly one is reduced. Source:
J. P. Grossman and A. Siegel, "Reductions of partizan games", in "Games of No Chance 3", 2009.

A stop of a difference of two forms is a difference of numbers among their followers. So if these are multiples of 2x,
the stop is at least 0 if it is at least -x; and G is at most H and an infinitesimal if G ≤ H + x.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

import attrs

from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.comparison import FormComparison, Forms
from gamekit.cgt.partizan.thermographs import COLDEST

Below = tuple[Fraction, int]
"""The value of a wall at a temperature, and by how much it grows for each unit below this temperature."""


@attrs.frozen
class FormFacts:
    """The facts that a proof claims about a form.

    Attributes:
        left_stop: the Left stop of the form.
        right_stop: the Right stop of the form.
        birthday: the birthday of the form.
        outcome: the outcome class of the form.
        heats: the number, the mean and the temperature of each form whose temperature is claimed, and of each follower
            of these that is not an integer.
        atomic_weight: the number of the form that is the atomic weight; None if none is claimed.
        reduced: the number of the reduced canonical form; None if none is claimed.
    """

    left_stop: Fraction
    right_stop: Fraction
    birthday: int
    outcome: OutcomeClass
    heats: tuple[tuple[int, Fraction, Fraction], ...] = attrs.field(repr=False)
    atomic_weight: int | None = None
    reduced: int | None = None

    def heat_of(self, number: int) -> tuple[Fraction, Fraction]:
        """Return the mean and the temperature that are claimed of a form."""
        return next((mean, heat) for form, mean, heat in self.heats if form == number)


def fault_of_facts(facts: FormFacts, number: int, forms: Forms, heated: Iterable[int]) -> str | None:
    """Return why claimed stops, birthday or temperatures are not those of the form `number`; None if they are.

    `heated` are the numbers of the forms whose temperature is claimed. All forms must be canonical.
    """
    order = followers_of((number,), forms)
    values = numbers_among(order, forms)
    stops = stops_of(order, forms, values)[number]
    if stops != (facts.left_stop, facts.right_stop):
        return "the stops of the form are {} and {}".format(*stops)
    if (born := birthday_of(number, forms)) != facts.birthday:
        return f"the birthday of the form is {born}"
    heats = {form: (mean, heat) for form, mean, heat in facts.heats}
    if len(heats) < len(facts.heats):
        return "the table of temperatures has a form twice"
    return _fault_of_heats(heats, forms, set(heated))


def _fault_of_heats(
    heats: Mapping[int, tuple[Fraction, Fraction]], forms: Forms, heated: Collection[int]
) -> str | None:
    order = followers_of(heated, forms)
    integers = {form: value for form, value in numbers_among(order, forms).items() if value.denominator == 1}
    hot = {*heated} - integers.keys()
    for form in reversed(order):  # what follows an integer alone is not looked at
        if form in hot:
            hot.update(option for side in forms[form] for option in side if option not in integers)
    if heats.keys() != hot.union(heated):
        return "the table of temperatures is not that of the form's followers"
    for form in integers.keys() & heats.keys():
        if heats[form] != (integers[form], COLDEST):
            return f"form {form} is the integer {integers[form]}, whose temperature is {COLDEST}"
    for t in {heats[form][1] for form in hot}:
        walls: dict[int, tuple[Below, Below]] = {}
        for form in order:
            if form in integers:
                walls[form] = ((integers[form], 0),) * 2
            elif form in hot:
                mean, temperature = heats[form]
                left_value, left_slope = max(walls[option][1] for option in forms[form][0])
                right_value, right_slope = min(walls[option][0] for option in forms[form][1])
                left, right = (left_value - t, left_slope + 1), (right_value + t, right_slope - 1)
                if t == temperature and not (t > COLDEST and left > right and left[0] == right[0] == mean):
                    return f"the walls of form {form} do not meet at temperature {t} and mean {mean} first"
                walls[form] = ((mean, 0),) * 2 if t > temperature else (left, right)
    return None


def followers_of(numbers: Iterable[int], forms: Forms) -> list[int]:
    """Return the numbers of forms and of all their followers, options first."""
    reached = set(numbers)
    stack = list(reached)
    while stack:
        new = {option for side in forms[stack.pop()] for option in side} - reached
        reached |= new
        stack += new
    return sorted(reached)


def birthday_of(number: int, forms: Forms) -> int:
    """Return the birthday of a form: the largest number of moves in it, if the players need not take turns."""
    most: dict[int, int] = {}
    for form in followers_of((number,), forms):
        most[form] = 1 + max((most[option] for side in forms[form] for option in side), default=-1)
    return most[number]


def numbers_among(order: Iterable[int], forms: Forms) -> dict[int, Fraction]:
    """Return the values of the canonical forms that are numbers, by their own numbers; `order` has followers first."""
    values: dict[int, Fraction] = {}
    for form in order:
        if (value := _number(*forms[form], values)) is not None:
            values[form] = value
    return values


def stops_of(
    order: Iterable[int], forms: Forms, values: Mapping[int, Fraction]
) -> dict[int, tuple[Fraction, Fraction]]:
    """Return the Left and Right stop of each form in `order`, followers first; `values` has those of the numbers."""
    stops: dict[int, tuple[Fraction, Fraction]] = {}
    for form in order:
        left, right = forms[form]
        if form in values:
            stops[form] = values[form], values[form]
        else:
            stops[form] = max(stops[option][1] for option in left), min(stops[option][0] for option in right)
    return stops


def _number(left: Sequence[int], right: Sequence[int], values: Mapping[int, Fraction]) -> Fraction | None:
    """Return the number that a canonical form equals, from the values of its options; None if it equals none."""
    if not left and not right:
        return Fraction(0)
    if any(option not in values for option in (*left, *right)) or max(len(left), len(right)) > 1:
        return None
    if not right:
        return values[left[0]] + 1
    if not left:
        return values[right[0]] - 1
    low, high = values[left[0]], values[right[0]]
    return (low + high) / 2 if low < high else None


def fault_of_reduced(compare: FormComparison, number: int, reduced: int) -> str | None:
    """Return why the form `reduced` is not the reduced canonical form of the form `number`; None if it is.

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


def _half_of_finest(compare: FormComparison, denominator: int) -> int:
    """Add the game 1/(2d) to the comparison, where the denominator d is a power of 2, and return the game's number."""
    power = compare.add([()], [])
    while denominator:
        power = compare.add([()], [(power,)])
        denominator //= 2
    return power
