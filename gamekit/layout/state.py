"""`State`: a state as the rules of a board game see it, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from types import CodeType
from typing import Any, cast

from gamekit.errors import RulesError
from gamekit.layout.layout import Cells, Layout


class Places(list[int]):
    """The numbers of a field: a list with two more ways to search it."""

    __slots__ = ()

    def where(self, low: int, high: int | None = None) -> list[int]:
        """Return the places whose value is `low`, or from `low` to `high` if that is given, in ascending order.

        >>> Places([0, 2, 1, 2]).where(2), Places([0, 2, 1, 2]).where(1, 2)
        ([1, 3], [1, 2, 3])
        """
        if high is None:
            return [place for place, value in enumerate(self) if value == low]
        return [place for place, value in enumerate(self) if low <= value <= high]

    def bits(self, low: int, high: int | None = None) -> int:
        """Return the places that `where` finds as a number in which their bits are set.

        >>> bin(Places([0, 2, 1, 2]).bits(2))
        '0b1010'
        """
        if high is None:
            return sum([1 << place for place, value in enumerate(self) if value == low])
        return sum([1 << place for place, value in enumerate(self) if low <= value <= high])


class State:
    """A state as the rules see it: each field under its name, and `turn`.

    A field of several numbers is a list (`Places`), which `where`, `bits`, `index`, `count` and `in` search. A field of
    one number is that number. Only `play` may change fields, and nothing changes `turn`.

    Attributes:
        turn: the index of the player to move.
    """

    __slots__ = ("_options", "turn")

    turn: int
    _options: list[Any] | None
    """The options, once they are known."""


class Views:
    """From the states of a layout to what the rules see, and back.

    Its functions are written for the fields of the layout, as `attrs` and `dataclasses` do it, because every state and
    every move pass through them; loops over the fields would take three times as long.

    >>> from gamekit.layout import Counter, Grid
    >>> views = Views(Layout(board=Grid(1, 3), left=Counter(5)))
    >>> s = views.of((0, 2, 1, 4, 1))
    >>> s.board.index(2), s.left, s.turn
    (1, 4, 1)
    """

    of: Callable[[Cells], Any]
    """Returns a `State` of the numbers of all fields and the player to move."""

    def __init__(self, layout: Layout) -> None:
        lists = [(name, f"cells[{first}:{end}]") for name, first, end in layout.slices if end is not None]
        numbers = [(name, f"cells[{first}]") for name, first, end in layout.slices if end is None]
        numbers += [("turn", f"cells[{layout.cells}]"), ("_options", "None")]
        self._lists = [name for name, _ in lists]
        self._fill = [
            *[f"    list_{name}[:] = {part}; s.{name} = list_{name}" for name, part in lists],
            *[f"    s.{name} = {part}" for name, part in numbers],
        ]
        self._cells = ", ".join(f"{'' if end is None else '*'}s.{name}" for name, _, end in layout.slices)
        self._state = _state_with(tuple(layout.fields))
        self._kept = ", ".join(["s", *[f"list_{name}" for name in self._lists]])
        fresh = [f"    list_{name} = Places()" for name in self._lists]
        self.of = self._written("of(cells)", ["    s = State()", *fresh, *self._fill, "    return s"])

    def changed_by(
        self, change: Callable[[Any, Any], Any], *, turn_passes: bool, again: str | None = None
    ) -> Callable[[Cells, Any], Cells]:
        """Return a function that returns the tuple to which `change(s, move)` turns a tuple; it reuses its views.

        Args:
            change: changes a view; it returns true if the same player moves again.
            turn_passes: whether the turn passes otherwise.
            again: why the same player must not move again, if that is so.
        """
        passed = "1 - s.turn if not again else s.turn" if turn_passes else "s.turn"
        body = [
            f"    {self._kept}, = kept = pool.pop() if pool else new()",
            *self._fill,
            "    again = change(s, move)",
            *([] if again is None else ["    if again: raise RulesError(AGAIN)"]),
            f"    changed = ({self._cells}, {passed})",
            "    pool.append(kept)",
            "    return changed",
        ]
        names = {"change": change, "pool": [], "new": self._new, "RulesError": RulesError, "AGAIN": again}
        return self._written("changed(cells, move)", body, **names)

    def changed_by_each(
        self, change: Callable[[Any, Any], Any]
    ) -> Callable[[Cells, Iterable[Any]], dict[Cells, None]]:
        """Return a function that returns the different tuples to which `change(s, move)` turns one, for many moves.

        Nothing changes the turn.
        """
        *fields, turn, options = self._fill
        body = [
            f"    {self._kept}, = kept = pool.pop() if pool else new()",
            turn,
            options,
            "    found = {}",
            "    for move in moves:",
            *[f"    {line}" for line in fields],
            "        change(s, move)",
            f"        found[{self._cells}, s.turn] = None",
            "    pool.append(kept)",
            "    return found",
        ]
        return self._written("changed(cells, moves)", body, change=change, pool=[], new=self._new)

    def _new(self) -> tuple[Any, ...]:
        """Return a view and its lists, which `change` cannot exchange for others."""
        return (self._state(), *(Places() for _ in self._lists))

    def _written(self, head: str, body: list[str], **names: Any) -> Callable[..., Any]:
        scope = {"State": self._state, "Places": Places, **names}
        exec(_code_of("\n".join([f"def {head}:", *body])), scope)
        return cast(Callable[..., Any], scope[head.split("(")[0]])


@lru_cache
def _state_with(fields: tuple[str, ...]) -> type[State]:
    return type("State", (State,), {"__slots__": fields})


@lru_cache
def _code_of(source: str) -> CodeType:
    return compile(source, "<views>", "exec")
