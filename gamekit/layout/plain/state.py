"""`State`: a state as the rules of a board game see it, in plain Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any, Final, cast

from gamekit.game.checked_values import is_integer
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.plain.places import Places, ShownPlaces, ways_to_fill
from gamekit.layout.plain.rules_faults import RulesFaults
from gamekit.layout.return_values import AGAIN


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
    """The options; None if they are not known yet; `UNKEPT` if they are not kept, because moves change the view."""


UNKEPT: Final[Any] = object()
"""A mark for the options of a view that moves change."""

MOST_KNOWN: Final = 4096
"""The largest number of values of a field for which a set of the values is kept."""


class Views:
    """Views of the states of a layout for the rules, with one player or two, and states from views.

    Its functions are written for the fields of the layout, as `attrs` and `dataclasses` do it, because every state and
    every move pass through them; loops over the fields would take three times as long. Each is written once, by the
    first of many games with equal layouts.

    >>> from gamekit.layout import Counter, Grid
    >>> views = Views(Layout(board=Grid(1, 3), left=Counter(5)), players=2)
    >>> s = views.of((0, 2, 1, 4, 1))
    >>> s.board.index(2), s.left, s.turn
    (1, 4, 1)
    """

    def __init__(self, layout: Layout, players: int) -> None:
        self._other = "1 - turn" if players == 2 else "turn"
        self._lists = [name for name, _, end in layout.slices if end is not None]
        self._parts = [
            f"part_{name} = cells[{first}{'' if end is None else f':{end}'}]"
            for name, first, end in layout.slices
        ] + [f"turn = cells[{layout.cells}]"]
        if not self._lists:  # looks at the length, too, and is quicker
            self._parts = [f"{', '.join(f'part_{name}' for name in layout.fields)}, turn = cells"]
        singles = [name for name, _, end in layout.slices if end is None]
        rest = [f"s.{n} = part_{n}" for n in singles]
        self._fields = [*[f"list_{n}[:] = part_{n}; s.{n} = list_{n}" for n in self._lists], *rest]
        self._cells = ", ".join(f"{'' if end is None else '*'}s.{name}" for name, _, end in layout.slices)
        self._state = _state_with(tuple(layout.fields))
        lists = [f"list_{n}, shown_{n}, empty_{n}, fill_{n}" for n in self._lists]
        self._kept = ", ".join(["s", *lists])
        # for rules that change nothing
        shown = [f"empty_{n}(); fill_{n}(part_{n}); s.{n} = shown_{n}" for n in self._lists]
        self._shown = [*shown, *rest]
        self._view = [*self._parts, "s.turn = turn", *self._shown]
        changed = [
            *[f"s.{n} is not shown_{n}" for n in self._lists],
            *[f"s.{n} is not part_{n}" for n in singles],
        ]
        self._changed = " or ".join(["s.turn is not turn", *changed])
        self._unfit = " or ".join(
            [
                *([f"len(cells) != {layout.cells + 1}"] if self._lists else []),
                *[f"not fit_{n}(part_{n})" for n in self._lists],
                *[f"part_{n} not in fit_{n}" for n in singles],
            ]
        )
        self._fit = {
            f"fit_{name}": _known(layout.fields[name].values)[end is not None]
            for name, _, end in layout.slices
        }
        self._makers: dict[tuple[str, ...], Callable[..., Any]] = {}

    @cached_property
    def of(self) -> Callable[[Cells], Any]:
        """A function that returns a `State` for the numbers of all fields and the player to move."""
        return self._written(
            "of(cells)",
            lambda: [f"{self._kept}, = new()", *self._view, "s._options = None", "return s"],
        )

    def read_by(self, read: Callable[[Any], Any], faults: RulesFaults) -> Callable[[Cells], Any]:
        """Return a function from a state to the result of `read` for a view of it; views are used again.

        Args:
            read: a function of a view.
            faults: makes the error if `read` has changed the view.
        """

        def body() -> list[str]:
            return [
                f"{self._kept}, = kept = free() if pool else new()",
                *self._view,
                "found = read(s)",
                f"if {self._changed}: raise faults.changed(read, cells)",
                "keep(kept)",
                "return found",
            ]

        return self._written("read_of(cells)", body, read=read, faults=faults)

    def judged_by(
        self, judge: Callable[[Any], int | None], faults: RulesFaults
    ) -> tuple[Callable[[Cells], int | None], list[Any]]:
        """Return a function from a state to its payoff to the first player, or None.

        Solvers call it for every state, so it also checks that the numbers fit the layout.

        Args:
            judge: returns the payoff to the player to move; it may find the options of the view.
            faults: makes the errors if `judge` has changed the view, or a tuple is not a state.

        Returns:
            The function, and a list of the last tuple that it was given and its options, if they were found.
        """
        last: list[Any] = [None, None]

        def body() -> list[str]:
            return [
                f"{self._kept}, = kept = free() if pool else new()",
                "try:",
                *_indented(
                    *self._view,
                    f"if {self._unfit}: raise ValueError",
                ),
                "except (IndexError, TypeError, ValueError):",
                "    raise faults.unfit(cells) from None",
                "s._options = None",
                "payoff = judge(s)",
                f"if {self._changed}: raise faults.changed(judge, cells)",
                "if s._options is not None: last[0], last[1] = cells, s._options",
                "keep(kept)",
                "if payoff is None or not turn: return payoff",
                "return -payoff if type(payoff) is int or is_integer(payoff) else payoff",
            ]

        head = "judged(cells)"
        names = {"judge": judge, "faults": faults, "last": last, **self._fit}
        return self._written(head, body, **names), last

    def filtered_by(
        self, holds: Callable[[Any], Any], faults: RulesFaults, known: dict[Cells, bool], most: int
    ) -> Callable[[Iterable[Cells]], Iterator[Cells]]:
        """Return a function that yields those of some states for whose view `holds` is true.

        Args:
            holds: a function of a view.
            faults: makes the error if `holds` has changed the view.
            known: the selected states, which the function adds.
            most: the largest number of states in `known`.
        """

        def body() -> list[str]:
            return [
                f"{self._kept}, = new()",
                "for cells in states:",
                *_indented(
                    *self._view,
                    "found = holds(s)",
                    f"if {self._changed}: raise faults.changed(holds, cells)",
                    "if found:",
                    "    if len(known) < most: known[cells] = True",
                    "    yield cells",
                ),
            ]

        names = {"holds": holds, "faults": faults, "known": known, "most": most}
        return self._written("filtered(states)", body, **names)

    def played_by(
        self,
        play: Callable[[Any, Any], Any],
        options: Callable[[Any], Iterable[Any]],
        faults: RulesFaults,
        last: list[Any],
        *,
        always: bool,
    ) -> Callable[[Cells, Iterable[Any] | None], list[Cells]]:
        """Return a function from a state and some of its options, or None for all, to the states to which they lead.

        Args:
            play: changes a view by a move; it returns `AGAIN` if the same player moves again, else None.
            options: returns all moves of a view.
            faults: makes the errors about `play` and `options`.
            last: a state and its options, if they are known, as `judged_by` keeps them.
            always: whether every move must pass the turn.
        """
        right, turn = "again is False", "other"
        if not always:
            right, turn = "(again is AGAIN or again is True or again is False)", "turn if again else other"

        def body() -> list[str]:
            return [
                "if chosen is None and last[0] is cells: chosen = last[1]",
                *self._for_each_move(
                    "turn",
                    "[]",
                    "again = change(s, move)",
                    f"if again is None and s.turn is turn: found.append(({self._cells}, other))",
                    f"elif {right} and s.turn is turn: found.append(({self._cells}, {turn}))",
                    "else: raise faults.wrong_move(cells, move, again)",
                ),
            ]

        names = {"change": play, "moves": options, "faults": faults, "last": last}
        return self._written("played(cells, chosen=None)", body, right, **names)

    def unplayed_by(
        self,
        unplay: Callable[[Any, Any], Any],
        back: Callable[[Any], Iterable[Any]],
        faults: RulesFaults,
        occurs: Callable[[Cells], bool] | None = None,
    ) -> Callable[[Cells], list[Cells]]:
        """Return a function from a state to its predecessors, each once.

        Args:
            unplay: changes a view to the one before a move.
            back: returns all moves that may have led to a view.
            faults: makes the errors about `unplay` and `back`.
            occurs: returns whether a state can occur; the others are left out. None if all can.
        """
        lines = [
            "change(s, move)",
            "if s.turn is not other: raise faults.wrong_move_back(cells, move)",
            f"found[{self._cells}, other] = None",
        ]
        result = "list(found)" if occurs is None else "list(filter(occurs, found))"

        def body() -> list[str]:
            return self._for_each_move("other", "{}", *lines, result=result)

        names = {"change": unplay, "moves": back, "faults": faults, "occurs": occurs}
        return self._written("unplayed(cells, chosen=None)", body, result, **names)

    def numbered_by(
        self,
        unplay: Callable[[Any, Any], Any],
        back: Callable[[Any], Iterable[Any]],
        faults: RulesFaults,
        occurs: Callable[[Cells], bool],
        *,
        listed_occur: bool,
    ) -> Callable[[Sequence[Cells], Mapping[Cells, int]], tuple[list[int], list[int]]]:
        """Return a function from states and the index of every state to the result of `Game.numbered_predecessors`.

        The arguments are those of `unplayed_by`, and `listed_occur`: whether every state that has an index can occur,
        which makes the function faster.
        """
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
                    *self._parts,
                    f"s.turn = other = {self._other}",
                    *self._chosen("other"),
                    "found = {}",
                    "for move in chosen:",
                    *_indented(
                        *self._fields,
                        "change(s, move)",
                        "if s.turn is not other: raise faults.wrong_move_back(cells, move)",
                        f"before = {self._cells}, other",
                        *add,
                    ),
                    "degrees.append(len(found))",
                    "numbers.extend(found)",
                ),
                "return degrees, numbers",
            ]

        names = {"change": unplay, "moves": back, "faults": faults, "occurs": occurs}
        return self._written("numbered(states, index)", body, *add, **names)

    def _for_each_move(self, seen: str, found: str, *lines: str, result: str = "found") -> list[str]:
        """Return the body of a function that runs some lines for each move, in a view that it reuses.

        The view shows the turn of the state, `turn`, or the one after a move, `other`, as `seen` says. `found` is the
        source of the empty collection to which the lines add results.
        """
        return [
            f"{self._kept}, = kept = free() if pool else new()",
            *self._parts,
            f"other = {self._other}",
            f"s.turn = {seen}",
            "if chosen is None:",
            *_indented(*self._chosen(seen)),
            f"found = {found}",
            "for move in chosen:",
            *_indented(*self._fields, *lines),
            "keep(kept)",
            f"return {result}",
        ]

    def _chosen(self, seen: str) -> list[str]:
        """Return the lines that list all moves of a view in which the turn is `seen`."""
        changed = self._changed.replace("is not turn", f"is not {seen}")
        return [
            *self._shown,
            "try:",
            "    chosen = list(moves(s))",
            "except TypeError as error:",
            "    raise faults.unlisted(moves, s, error) from None",
            f"if {changed}: raise faults.changed(moves, (*cells[:-1], {seen}))",
        ]

    def _new(self) -> tuple[Any, ...]:
        """Return a view; then for each field a list to change, a list to show, and the latter's `ways_to_fill`."""
        lists: list[Any] = []
        for _ in self._lists:
            shown = ShownPlaces()
            lists += [Places(), shown, *ways_to_fill(shown)]
        view = self._state()
        view._options = UNKEPT
        return (view, *lists)

    def _written(
        self, head: str, body: Callable[[], list[str]], *variant: str, **names: Any
    ) -> Callable[..., Any]:
        """Return a function with this head and body, in which names have these values.

        A body depends only on the head and on its variant.
        """
        if (maker := self._makers.get(key := (head, *variant))) is None:
            lines = [
                f"def make({', '.join(names)}):",
                *_indented(
                    "pool = []",
                    "free, keep = pool.pop, pool.append",
                    f"def {head}:",
                    *_indented(*body()),
                    f"return {head.split('(')[0]}",
                ),
            ]
            scope: dict[str, Any] = {"new": self._new, "is_integer": is_integer, "AGAIN": AGAIN}
            exec(_code_of("\n".join(lines)), scope)
            maker = self._makers[key] = scope["make"]
        return cast(Callable[..., Any], maker(**names))


def _indented(*lines: str) -> list[str]:
    return [f"    {line}" for line in lines]


views_of = lru_cache(maxsize=64)(Views)
"""Return the views of a layout and a number of players; equal layouts share them."""


@lru_cache
def _known(values: int) -> tuple[frozenset[int] | range, Callable[[Iterable[Any]], bool]]:
    """Return the numbers from 0 to below `values`, and a function that tests whether all numbers are among these."""
    if values <= MOST_KNOWN:
        return (known := frozenset(range(values))), known.issuperset
    return (those := range(values)), lambda numbers: all(map(those.__contains__, numbers))


@lru_cache
def _state_with(fields: tuple[str, ...]) -> type[State]:
    return type("State", (State,), {"__slots__": fields})


@lru_cache
def _code_of(source: str) -> CodeType:
    return compile(source, "<views>", "exec")
