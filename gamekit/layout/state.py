"""`State`: a state as the rules of a board game see it, in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from gamekit.errors import RulesError
from gamekit.layout.layout import Cells, Layout

TURN_PASSES: Final = "play returned AGAIN, but the players are alike, so every move passes the turn"


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


@attrs.frozen
class Views:
    """From the states of a layout to what the rules see, and back.

    Attributes:
        of: returns the `State` of a tuple: the numbers of all fields, then the player to move.
        after: returns the tuple after a move, which `play` makes; the turn passes unless `play` returns true.

    >>> from gamekit.layout import Counter, Grid
    >>> def play(s, place): s.board[place] = 1
    >>> views = Views.on(Layout(board=Grid(1, 3), left=Counter(5)), 2, play)
    >>> s = views.of((0, 2, 1, 4, 1))
    >>> s.board.index(2), s.left, s.turn
    (1, 4, 1)
    >>> views.after((0, 2, 1, 4, 1), 0)
    (1, 2, 1, 4, 0)
    """

    of: Callable[[Cells], Any]
    after: Callable[[Cells, Any], Cells]

    @classmethod
    def on(cls, layout: Layout, players: int, play: Callable[[Any, Any], Any]) -> Views:
        """Return the views of the states of a layout, with a slot for each field.

        Both functions are written for these fields, as `attrs` and `dataclasses` do it, because every state and every
        move pass through them; loops over the fields would take three times as long. `after` uses its views again, each
        in one call at a time.
        """
        lists = [(name, f"cells[{first}:{end}]") for name, first, end in layout.slices if end is not None]
        numbers = [(name, f"cells[{first}]") for name, first, end in layout.slices if end is None]
        turn = f"cells[{layout.cells}]"
        turn_then = "0" if players == 1 else f"{turn} if again else 1 - {turn}"
        numbers.append(("turn", turn))
        all_of = ", ".join(f"{'' if end is None else '*'}s.{name}" for name, _, end in layout.slices)
        source = [
            "def of(cells):",
            "    s = State()",
            *[f"    s.{name} = Places({part})" for name, part in lists],
            *[f"    s.{name} = {part}" for name, part in numbers],
            "    s._options = None",
            "    return s",
            "def after(cells, move):",
            "    kept = pool.pop() if pool else new()",
            f"    s, {', '.join(f'list_{name}' for name, _ in lists)} = kept",
            *[f"    list_{name}[:] = {part}; s.{name} = list_{name}" for name, part in lists],
            *[f"    s.{name} = {part}" for name, part in numbers],
            "    s._options = None",
            "    again = play(s, move)",
            *(["    if again: raise RulesError(TURN_PASSES)"] if layout.from_movers_view else []),
            f"    child = ({all_of}, {turn_then})",
            "    pool.append(kept)",
            "    return child",
        ]
        view = type("State", (State,), {"__slots__": tuple(layout.fields)})

        def new() -> tuple[Any, ...]:
            return (view(), *(Places() for _ in lists))

        names: dict[str, Any] = {"State": view, "Places": Places, "pool": [], "new": new, "play": play}
        names |= {"RulesError": RulesError, "TURN_PASSES": TURN_PASSES}
        exec("\n".join(source), names)
        return cls(names["of"], names["after"])
