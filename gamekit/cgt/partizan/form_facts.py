"""What follows from a canonical form: stops, mean, temperature, birthday and outcome, as a claim that is checked.

The checker reads nothing but the options of forms, and shares no code with thermographs. It knows each wall of a form
just below one temperature t, as a value and what is added to it for each unit below. A form has the temperature at
which its walls meet, if they did not meet just before: the gap between them never grows with t.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import attrs

from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.partizan.thermographs import COLDEST, birthday, is_integer, thermographs

Options = Sequence[tuple[Sequence[int], Sequence[int]]]
"""Left's and Right's options of each form, as numbers of earlier ones."""

Below = tuple[Fraction, int]
"""A value at a temperature, and by how much it grows for each unit below."""


@attrs.frozen
class FormFacts:
    """What is claimed of a form.

    Attributes:
        left_stop: its Left stop.
        right_stop: its Right stop.
        birthday: its birthday.
        outcome: its outcome class.
        heats: the mean and the temperature of it and of each follower that is no integer, by number.
    """

    left_stop: Fraction
    right_stop: Fraction
    birthday: int
    outcome: OutcomeClass
    heats: Mapping[int, tuple[Fraction, Fraction]] = attrs.field(repr=False)

    def heat(self, number: int) -> tuple[Fraction, Fraction]:
        """Return the mean and the temperature that the form of a number has by these facts."""
        return self.heats.get(number, (self.left_stop, COLDEST))


def facts_of(game: ShortGame, outcome: OutcomeClass, number: int, forms: Options) -> FormFacts:
    """Return the facts of a game, whose form has a number among others."""
    graphs = thermographs(game)
    heats: dict[int, tuple[Fraction, Fraction]] = {}
    stack = [(number, game)]
    while stack:
        number, follower = stack.pop()
        if number not in heats and not is_integer(follower):
            heats[number] = graphs[follower].mean, graphs[follower].temperature
            for numbers, options in zip(forms[number], (follower.left, follower.right), strict=True):
                stack += zip(numbers, options, strict=True)
    return FormFacts(*game.stops, birthday(game), outcome, heats)


def fault_of_facts(facts: FormFacts, number: int, forms: Options) -> str | None:
    """Return why facts are not those of a canonical form, but for its outcome; None if they are."""
    order = _followers(number, forms)
    values: dict[int, Fraction] = {}
    stops: dict[int, tuple[Fraction, Fraction]] = {}
    birthdays: dict[int, int] = {}
    for form in order:
        left, right = forms[form]
        if (value := _number(left, right, values)) is not None:
            values[form] = value
            stops[form] = value, value
        else:
            stops[form] = max(stops[option][1] for option in left), min(stops[option][0] for option in right)
        birthdays[form] = 1 + max((birthdays[option] for option in (*left, *right)), default=-1)
    if stops[number] != (facts.left_stop, facts.right_stop):
        return "the stops of the form are {} and {}".format(*stops[number])
    if birthdays[number] != facts.birthday:
        return f"the birthday of the form is {birthdays[number]}"
    return _fault_of_heats(facts.heats, number, forms, order, values)


def _fault_of_heats(
    heats: Mapping[int, tuple[Fraction, Fraction]],
    number: int,
    forms: Options,
    order: Sequence[int],
    values: Mapping[int, Fraction],
) -> str | None:
    integers = {form: value for form, value in values.items() if value.denominator == 1}
    hot = {number} - integers.keys()
    for form in reversed(order):  # what follows an integer alone is not looked at
        if form in hot:
            hot.update(option for side in forms[form] for option in side if option not in integers)
    if heats.keys() != hot:
        return "the table of temperatures is not that of the form's followers"
    for t in {temperature for _, temperature in heats.values()}:
        walls: dict[int, tuple[Below, Below]] = {}
        for form in order:
            if form in integers:
                walls[form] = ((integers[form], 0),) * 2
            elif form in heats:
                mean, temperature = heats[form]
                left_value, left_slope = max(walls[option][1] for option in forms[form][0])
                right_value, right_slope = min(walls[option][0] for option in forms[form][1])
                left, right = (left_value - t, left_slope + 1), (right_value + t, right_slope - 1)
                if t == temperature and not (t > COLDEST and left > right and left[0] == right[0] == mean):
                    return f"the walls of form {form} do not meet at temperature {t} and mean {mean} first"
                walls[form] = ((mean, 0),) * 2 if t > temperature else (left, right)
    return None


def _followers(number: int, forms: Options) -> list[int]:
    """Return the numbers of a form and of all that follows from it, options first."""
    found = {number}
    stack = [number]
    while stack:
        new = {option for side in forms[stack.pop()] for option in side} - found
        found |= new
        stack += new
    return sorted(found)


def _number(left: Sequence[int], right: Sequence[int], values: Mapping[int, Fraction]) -> Fraction | None:
    """Return the number that a canonical form is, from those that its options are; None if it is none."""
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
