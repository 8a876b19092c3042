"""Simplest forms of impartial games in misère play: two games have the same one if and only if no sum tells them apart.

Some options of a game may be deleted if each of them has an option that equals what is then left; if nothing is left,
the player to move must win the game. Nothing else simplifies a game (J. Conway, "On Numbers and Games", chapter 12).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import add
from typing import Final
from weakref import WeakValueDictionary

import attrs

from gamekit.cgt.ruleset import Position, Ruleset
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker

MOST_SUMS_CACHED: Final = 1 << 16
"""The number of sums of two forms above which they are forgotten before the next addition."""

MOST_SIGNS: Final = 5_000
"""The longest text of a form; the text may double with each day on which options are born."""


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
        texts: dict[MisereForm, str] = {}
        for form in followers(self):
            options = sorted((texts[option] for option in form.options), key=_place)
            texts[form] = f"{{{','.join(options)}}}"
            if form.heap is not None:
                texts[form] = ("0", "*")[form.heap] if form.heap < 2 else f"*{form.heap}"
            if len(texts[form]) > MOST_SIGNS:
                return f"{{a form of more than {MOST_SIGNS:,} signs}}"
        return texts[self]

    def __repr__(self) -> str:
        return f"<MisereForm {self}>"


def followers(form: MisereForm) -> Iterator[MisereForm]:
    """Yield a form and all forms to which play can lead from it, each after its options.

    >>> print(*followers(misere_form([misere_form([misere_form([])]), misere_form([])])))
    0 * *2
    """
    yielded: set[MisereForm] = set()
    waiting = [form]
    while waiting:
        if missing := waiting[-1].options - yielded:
            waiting += missing
        elif (last := waiting.pop()) not in yielded:
            yielded.add(last)
            yield last


def _place(text: str) -> tuple[int, bool, str]:
    """Return a key that sorts texts of forms: nim heaps by their size, then longer texts."""
    return len(text), text != "0", text


_sums: dict[tuple[MisereForm, MisereForm], MisereForm] = {}
_forms: WeakValueDictionary[frozenset[MisereForm], MisereForm] = WeakValueDictionary()


def misere_form(options: Iterable[MisereForm]) -> MisereForm:
    """Return the simplest form of the game with these options.

    >>> zero = misere_form([])
    >>> one = misere_form([zero])
    >>> print(misere_form([one]), misere_form([zero, one, misere_form([zero, one])]))
    0 *3
    """
    option_set = frozenset(options)
    is_won = not option_set or not all(option.is_won for option in option_set)
    for left in {reply for option in option_set for reply in option.options} - option_set:
        deleted = option_set - left.options
        if (
            (left.options or is_won)
            and left.options <= option_set
            and all(left in option.options for option in deleted)
        ):
            return left
    form = _forms.get(option_set)
    if form is None:
        sizes = {option.heap for option in option_set}
        heap = len(option_set) if sizes == set(range(len(option_set))) else None
        form = _forms[option_set] = MisereForm(option_set, is_won, heap)
    return form


def _sum(one: MisereForm, other: MisereForm) -> MisereForm:
    if len(_sums) > MOST_SUMS_CACHED:
        _sums.clear()
    waiting = [(one, other)]
    while waiting:
        a, b = pair = waiting[-1]
        options = [*((option, b) for option in a.options), *((a, option) for option in b.options)]
        if missing := [option for option in options if option not in _sums]:
            waiting += missing
        else:
            _sums[pair] = misere_form(_sums[option] for option in options)
            waiting.pop()
    return _sums[one, other]


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

    The arguments are those of `gamekit.cgt.grundy_value`.

    Raises:
        GamekitError: as `gamekit.cgt.grundy_value` does.

    >>> from gamekit.cgt import load_ruleset
    >>> print(misere_canonical_form(load_ruleset("kayles", [5])))
    {*,*2,*3,{*2,*3}}
    """
    walker: MisereFormWalker[Position] = MisereFormWalker(ruleset, max_positions=max_positions)
    return walker.value(walker.rules.root(position))
