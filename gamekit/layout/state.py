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
        powers = _powers(len(self))
        if high is None:
            return sum([power for power, value in zip(powers, self, strict=False) if value == low])
        return sum([power for power, value in zip(powers, self, strict=False) if low <= value <= high])


@lru_cache
def _powers(number: int) -> tuple[int, ...]:
    """Return so many powers of two, from 1."""
    return tuple([1 << i for i in range(number)])


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
        numbers.append(("_options", "None"))
        self._lists = [name for name, _ in lists]
        self._fields = [
            *[f"    list_{name}[:] = {part}; s.{name} = list_{name}" for name, part in lists],
            *[f"    s.{name} = {part}" for name, part in numbers],
        ]
        self._turn = f"cells[{layout.cells}]"
        self._cells = ", ".join(f"{'' if end is None else '*'}s.{name}" for name, _, end in layout.slices)
        self._state = _state_with(tuple(layout.fields))
        self._kept = ", ".join(["s", *[f"list_{name}" for name in self._lists]])
        fresh = [f"    list_{name} = Places()" for name in self._lists]
        self._view = ["    s = State()", f"    s.turn = {self._turn}", *fresh, *self._fields]
        self.of = self._written("of(cells)", [*self._view, "    return s"])

    def remembering(self) -> Callable[[Cells], Any]:
        """Return what does as `of`, but returns the same view again if it is given the same tuple again."""
        body = [
            "    global last",
            "    if last[0] is cells: return last[1]",
            *self._view,
            "    last = cells, s",
            "    return s",
        ]
        return self._written("remembering(cells)", body, last=(None, None))

    def reading(self, read: Callable[[Any], Any]) -> Callable[[Cells], Any]:
        """Return a function that returns what `read` returns of a view of a tuple."""
        return self._written("reading(cells)", [*self._view, "    return read(s)"], read=read)

    def played_by(
        self,
        play: Callable[[Any, Any], Any],
        options: Callable[[Any], Iterable[Any]],
        *,
        turn_passes: bool,
        again: str | None = None,
    ) -> Callable[[Cells, Iterable[Any] | None], list[Cells]]:
        """Return a function from a tuple and some of its options, or None for all, to the tuples that they lead to.

        Args:
            play: changes a view by a move; it returns true if the same player moves again.
            options: returns all moves of a view, which it leaves as it is.
            turn_passes: whether the turn passes otherwise.
            again: why the same player must not move again, if that is so.
        """
        passed = "1 - s.turn if not again else s.turn" if turn_passes else "s.turn"
        body = self._for_each_move(
            self._turn,
            "[]",
            "again = change(s, move)",
            *([] if again is None else ["if again: raise RulesError(AGAIN)"]),
            f"found.append(({self._cells}, {passed}))",
        )
        return self._changing(play, options, body, RulesError=RulesError, AGAIN=again)

    def unplayed_by(
        self, unplay: Callable[[Any, Any], Any], back: Callable[[Any], Iterable[Any]], *, turn_passes: bool
    ) -> Callable[[Cells], dict[Cells, None]]:
        """Return a function from a tuple to the different tuples before it.

        Args:
            unplay: changes a view to the one before a move.
            back: returns all moves that may have led to a view, which it leaves as it is.
            turn_passes: whether the moves passed the turn.
        """
        turn = f"1 - {self._turn}" if turn_passes else self._turn
        body = self._for_each_move(turn, "{}", "change(s, move)", f"found[{self._cells}, s.turn] = None")
        return self._changing(unplay, back, body)

    def _for_each_move(self, turn: str, found: str, *lines: str) -> list[str]:
        """Return the body of a function that runs some lines for each move, in a view that it reuses."""
        return [
            f"    {self._kept}, = kept = pool.pop() if pool else new()",
            f"    s.turn = {turn}",
            "    if chosen is None:",
            *[f"    {line}" for line in self._fields],
            "        chosen = list(moves(s))",
            f"    found = {found}",
            "    for move in chosen:",
            *[f"    {line}" for line in self._fields],
            *[f"        {line}" for line in lines],
            "    pool.append(kept)",
            "    return found",
        ]

    def _changing(self, change: Any, moves: Any, body: list[str], **names: Any) -> Callable[..., Any]:
        names |= {"change": change, "moves": moves, "pool": [], "new": self._new}
        return self._written("changed(cells, chosen=None)", body, **names)

    def _new(self) -> tuple[Any, ...]:
        """Return a view and its lists, which `change` cannot exchange for others."""
        return (self._state(), *(Places() for _ in self._lists))

    def _written(self, head: str, body: list[str], **names: Any) -> Callable[..., Any]:
        scope = {"State": self._state, "Places": Places, **names}
        exec(_code_of("\n".join([f"def {head}:", *body])), scope)
        return cast(Callable[..., Any], scope[head.split("(")[0]])


views_of = lru_cache(maxsize=64)(Views)
"""Returns the views of a layout, which equal layouts share."""


@lru_cache
def _state_with(fields: tuple[str, ...]) -> type[State]:
    return type("State", (State,), {"__slots__": fields})


@lru_cache
def _code_of(source: str) -> CodeType:
    return compile(source, "<views>", "exec")
