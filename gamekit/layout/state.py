"""`State`: a state as the rules of a board game see it, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
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
        high = low if high is None else high
        try:  # a third of the time of a loop
            return int(bytearray(self[::-1]).translate(_digits(low, high)), 2)
        except ValueError:  # a number of more than a byte
            return sum([1 << place for place, value in enumerate(self) if low <= value <= high])


@lru_cache
def _digits(low: int, high: int) -> bytes:
    """Return for each byte the digit 1 if it is from `low` to `high`, else 0."""
    return bytes(b"01"[low <= value <= high] for value in range(256))


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
    every move pass through them; loops over the fields would take three times as long. Each is written once, by the
    first of many games with equal layouts.

    >>> from gamekit.layout import Counter, Grid
    >>> views = Views(Layout(board=Grid(1, 3), left=Counter(5)))
    >>> s = views.of((0, 2, 1, 4, 1))
    >>> s.board.index(2), s.left, s.turn
    (1, 4, 1)
    """

    def __init__(self, layout: Layout) -> None:
        self._lists = [name for name, _, end in layout.slices if end is not None]
        self._parts = [
            f"part_{name} = cells[{first}{'' if end is None else f':{end}'}]"
            for name, first, end in layout.slices
        ]
        self._fields = [
            *[f"list_{name}[:] = part_{name}; s.{name} = list_{name}" for name in self._lists],
            *[f"s.{name} = part_{name}" for name, _, end in layout.slices if end is None],
            "s._options = None",
        ]
        self._turn = f"cells[{layout.cells}]"
        self._cells = ", ".join(f"{'' if end is None else '*'}s.{name}" for name, _, end in layout.slices)
        self._state = _state_with(tuple(layout.fields))
        self._kept = ", ".join(["s", *[f"list_{name}" for name in self._lists]])
        # a view that is free, which shows a tuple
        self._shown = [
            f"{self._kept}, = kept = pool.pop() if pool else new()",
            f"s.turn = turn = {self._turn}",
            *self._parts,
            *self._fields,
        ]
        self._makers: dict[tuple[str, ...], Callable[..., Any]] = {}

    @cached_property
    def of(self) -> Callable[[Cells], Any]:
        """Returns a `State` of the numbers of all fields and the player to move."""
        return self._written(
            "of(cells)",
            lambda: [
                f"{self._kept}, = new()",
                f"s.turn = {self._turn}",
                *self._parts,
                *self._fields,
                "return s",
            ],
        )

    def read_by(self, read: Callable[[Any], int]) -> Callable[[Cells], int]:
        """Return a function from a tuple to what another one returns of its view, which is used again."""

        def body() -> list[str]:
            return [*self._shown, "found = read(s)", "pool.append(kept)", "return found"]

        return self._written("read_of(cells)", body, read=read)

    def judged_by(
        self, judge: Callable[[Any], int | None]
    ) -> tuple[Callable[[Cells], int | None], list[Any]]:
        """Return a function from a tuple to its payoff, if any, to the first player.

        Args:
            judge: returns the payoff to the player to move; it may find the options of the view.

        Returns:
            The function, and a list of the last tuple that it was given and its options, if they were found.
        """
        last: list[Any] = [None, None]

        def body() -> list[str]:
            return [
                *self._shown,
                "payoff = judge(s)",
                "last[0], last[1] = cells, s._options",
                "pool.append(kept)",
                "return -payoff if payoff and turn else payoff",
            ]

        return self._written("judged(cells)", body, judge=judge, last=last), last

    def filtered_by(
        self, holds: Callable[[Any], Any], known: dict[Cells, bool], most: int
    ) -> Callable[[Iterable[Cells]], Iterator[Cells]]:
        """Return a function from tuples to those of them whose view a function holds for.

        Args:
            holds: the function.
            known: what is known of tuples, to which those that are found are added.
            most: how many may be in `known`.
        """

        def body() -> list[str]:
            return [
                f"{self._kept}, = new()",
                "for cells in states:",
                f"    s.turn = {self._turn}",
                *_indented(*self._parts, *self._fields),
                "    if holds(s):",
                "        if len(known) < most: known[cells] = True",
                "        yield cells",
            ]

        return self._written("filtered(states)", body, holds=holds, known=known, most=most)

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
        if again is None:
            made, turn = "again = change(s, move)", "turn if again else other"
        else:
            made, turn = "if change(s, move): raise RulesError(again)", "other"
        other = "1 - turn" if turn_passes else "turn"

        def body() -> list[str]:
            return self._for_each_move("turn", other, "[]", made, f"found.append(({self._cells}, {turn}))")

        head = "played(cells, chosen=None)"
        return self._written(head, body, made, other, change=play, moves=options, again=again)

    def unplayed_by(
        self,
        unplay: Callable[[Any, Any], Any],
        back: Callable[[Any], Iterable[Any]],
        *,
        turn_passes: bool,
        occurs: Callable[[Cells], bool] | None = None,
    ) -> Callable[[Cells], list[Cells]]:
        """Return a function from a tuple to the different tuples before it.

        Args:
            unplay: changes a view to the one before a move.
            back: returns all moves that may have led to a view, which it leaves as it is.
            turn_passes: whether the moves passed the turn.
            occurs: returns whether a tuple can occur; the others are left out. None if all can.
        """
        other = "1 - turn" if turn_passes else "turn"
        line = f"found[{self._cells}, other] = None"
        result = "list(found)" if occurs is None else "list(filter(occurs, found))"

        def body() -> list[str]:
            return self._for_each_move("other", other, "{}", "change(s, move)", line, result=result)

        head = "unplayed(cells, chosen=None)"
        return self._written(head, body, other, result, change=unplay, moves=back, occurs=occurs)

    def numbered_by(
        self,
        unplay: Callable[[Any, Any], Any],
        back: Callable[[Any], Iterable[Any]],
        *,
        turn_passes: bool,
        occurs: Callable[[Cells], bool],
        listed_occur: bool,
    ) -> Callable[[Sequence[Cells], Mapping[Cells, int]], tuple[list[int], list[int]]]:
        """Return a function from many tuples and the numbers of all to the numbers of the tuples before each.

        It returns what `Game.numbered_predecessors` does. The other arguments are those of `unplayed_by`, and whether
        all tuples that have a number can occur, which is quicker.
        """
        other = "1 - turn" if turn_passes else "turn"
        if listed_occur:
            add = ["if (number := number_of(before)) is not None: found[number] = None"]
            add += ["elif occurs(before): raise KeyError(before)"]
        else:
            add = ["if occurs(before): found[index[before]] = None"]

        def body() -> list[str]:
            return [
                f"{self._kept}, = new()",
                "degrees, numbers, number_of = [], [], index.get",
                "for cells in states:",
                *_indented(
                    f"turn = {self._turn}",
                    f"s.turn = other = {other}",
                    *self._parts,
                    *self._fields,
                    "found = {}",
                    "for move in list(moves(s)):",
                    *_indented(
                        *self._fields,
                        "change(s, move)",
                        f"before = {self._cells}, other",
                        *add,
                    ),
                    "degrees.append(len(found))",
                    "numbers.extend(found)",
                ),
                "return degrees, numbers",
            ]

        head = "numbered(states, index)"
        return self._written(head, body, other, *add, change=unplay, moves=back, occurs=occurs)

    def _for_each_move(
        self, seen: str, other: str, found: str, *lines: str, result: str = "found"
    ) -> list[str]:
        """Return the body of a function that runs some lines for each move, in a view that it reuses.

        Args:
            seen: the turn that the view shows: `turn`, the one of the state, or `other`.
            other: the turn after a move.
            found: what collects the results.
            lines: what is done for each move; then the fields are as before again.
            result: what the function returns of them.
        """
        return [
            f"{self._kept}, = kept = pool.pop() if pool else new()",
            f"turn = {self._turn}",
            f"other = {other}",
            f"s.turn = {seen}",
            *self._parts,
            "if chosen is None:",
            *_indented(*self._fields, "chosen = list(moves(s))"),
            f"found = {found}",
            "for move in chosen:",
            *_indented(*self._fields, *lines),
            "pool.append(kept)",
            f"return {result}",
        ]

    def _new(self) -> tuple[Any, ...]:
        """Return a view and its lists, which `change` cannot exchange for others."""
        return (self._state(), *(Places() for _ in self._lists))

    def _written(
        self, head: str, body: Callable[[], list[str]], *variant: str, **names: Any
    ) -> Callable[..., Any]:
        """Return a function with this head and body, in which names have these values.

        A body depends only on the head and on its variant.
        """
        if (maker := self._makers.get(key := (head, *variant))) is None:
            lines = [
                f"def make({', '.join(names)}):",
                *_indented("pool = []", f"def {head}:", *_indented(*body()), f"return {head.split('(')[0]}"),
            ]
            scope: dict[str, Any] = {"new": self._new, "RulesError": RulesError}
            exec(_code_of("\n".join(lines)), scope)
            maker = self._makers[key] = scope["make"]
        return cast(Callable[..., Any], maker(**names))


def _indented(*lines: str) -> list[str]:
    return [f"    {line}" for line in lines]


views_of = lru_cache(maxsize=64)(Views)
"""Returns the views of a layout, which equal layouts share."""


@lru_cache
def _state_with(fields: tuple[str, ...]) -> type[State]:
    return type("State", (State,), {"__slots__": fields})


@lru_cache
def _code_of(source: str) -> CodeType:
    return compile(source, "<views>", "exec")
