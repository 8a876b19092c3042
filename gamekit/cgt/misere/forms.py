"""Simplest forms of impartial games in misère play: two games have the same one if and only if no sum tells them apart.

Some options of a game may be deleted if each of them has an option that equals what is then left; if nothing is left,
the player to move must win the game. Nothing else simplifies a game (J. Conway, "On Numbers and Games", chapter 12).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from operator import add
from typing import Final
from weakref import WeakValueDictionary

import attrs

from gamekit.cgt.ruleset import Position, Ruleset
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker

MOST_SUMS: Final = 1 << 16
"""The most sums of two forms that are kept."""


@attrs.frozen(eq=False, repr=False)
class MisereForm:
    """The simplest form of an impartial game in misère play. Equal games are the same object; + adds them.

    Attributes:
        options: the options, in simplest form.
        is_won: whether the player to move wins in misère play.
        heap: the size of the nim heap that the game is; None for other games.

    >>> two = misere_form([misere_form([]), misere_form([misere_form([])])])
    >>> print(two, two + two, (two + two).is_won)
    *2 {*2,*3} False
    """

    options: frozenset[MisereForm]
    is_won: bool
    heap: int | None

    def __add__(self, other: MisereForm) -> MisereForm:
        return _sum(self, other)

    def __str__(self) -> str:
        if self.heap is not None:
            return ("0", "*")[self.heap] if self.heap < 2 else f"*{self.heap}"
        texts = sorted(map(str, self.options), key=lambda text: (len(text), text))
        return f"{{{','.join(texts)}}}"

    def __repr__(self) -> str:
        return f"<MisereForm {self}>"


_forms: WeakValueDictionary[frozenset[MisereForm], MisereForm] = WeakValueDictionary()


def misere_form(options: Iterable[MisereForm]) -> MisereForm:
    """Return the simplest form of the game with these options.

    >>> zero = misere_form([])
    >>> one = misere_form([zero])
    >>> print(misere_form([one]), misere_form([zero, one, misere_form([zero, one])]))
    0 *3
    """
    found = frozenset(options)
    is_won = not found or not all(option.is_won for option in found)
    for left in {reply for option in found for reply in option.options}:
        deleted = found - left.options
        if (
            (left.options or is_won)
            and left.options <= found
            and all(left in option.options for option in deleted)
        ):
            return left
    form = _forms.get(found)
    if form is None:
        sizes = {option.heap for option in found}
        heap = len(found) if sizes == set(range(len(found))) else None
        form = _forms[found] = MisereForm(found, is_won, heap)
    return form


@lru_cache(MOST_SUMS)
def _sum(one: MisereForm, other: MisereForm) -> MisereForm:
    return misere_form(
        [*(option + other for option in one.options), *(one + option for option in other.options)]
    )


class MisereFormWalker(Walker[Position, MisereForm]):
    """Computes the simplest forms of positions. That of a sum follows from those of its parts."""

    called = "misère canonical forms"
    is_impartial = True
    cheaper = "ask who wins in misère play (gamekit prove --play misere)"

    def of_options(self, left: Sequence[MisereForm], right: Sequence[MisereForm]) -> MisereForm:
        return misere_form(left)

    def of_parts(self, values: Sequence[MisereForm]) -> MisereForm:
        return reduce(add, values, misere_form([]))


def misere_canonical_form(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> MisereForm:
    """Return the simplest form of a position in misère play.

    Args:
        ruleset: the rules.
        position: the position; by default the one in which play begins.
        max_positions: the most positions to visit.

    Raises:
        UnsupportedError: the ruleset is partizan, or play can return to a position.
        LimitError: there are more than `max_positions` positions to visit.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> print(misere_canonical_form(load_ruleset("kayles", [5])))
    {*,*2,*3,{*2,*3}}
    """
    walker: MisereFormWalker[Position] = MisereFormWalker(ruleset, max_positions=max_positions)
    return walker.value(walker.rules.root(position))
