"""`BoardGame`: rules stated once, over a layout; the game and its compiled rules are derived from them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product, repeat
from operator import add, itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from gamekit.errors import InputError, NotSuppliedError, RulesError, UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.game.protocol import supplies
from gamekit.layout.first_state import first_state
from gamekit.layout.layout import Cells, Layout, shared
from gamekit.layout.on_layout import Move, OnLayout
from gamekit.layout.plain.rules_faults import RulesFaults, refuse_lost_moves, wrong_in
from gamekit.layout.plain.state import UNKEPT, State, Views, views_of
from gamekit.layout.return_values import PASS
from gamekit.layout.stated_rules import RULES, StatedRules

if TYPE_CHECKING:
    from gamekit.layout.compiler.build import Compiled

OCCURRENCES_KEPT: Final = 1 << 16
"""The largest number of states for which a game remembers whether they can occur."""

_last: Callable[[Cells], int] = itemgetter(-1)


class Remembered(dict[Cells, Any]):
    """A cache of the results of a function of states, which takes a third of the time of `functools.lru_cache`."""

    def __init__(self, function: Callable[[Cells], Any]) -> None:
        super().__init__()
        self.function = function

    def __missing__(self, state: Cells) -> Any:
        if len(self) >= OCCURRENCES_KEPT:
            self.clear()
        value = self[state] = self.function(state)
        return value


class BoardGame(StatedRules):
    """A game on a layout, which states its rules once. Subclass it instead of `Game`.

    A subclass defines `layout`, `options` and `play`, `start` unless every field is 0 at first, and `over` unless
    `stuck` covers every end. `options`, `play` and `over` read a view `s` of the state
    (`gamekit.layout.plain.state.State`), constants, and tables of numbers in `self` or at the top of the module. The
    python backend runs them as they are. The compiled backend runs a translation of the same lines, so they keep to a
    subset of Python; anything else is refused, and the error names the line.

    A state is a tuple: the numbers of all fields in order, then the index of the player to move.

    Attributes:
        players: the names of one or two players.
        stuck: the result for a player to move who has no option: `LOSS`, `TIE` or `WIN`, or `PASS` if the player
            passes. None if `over` covers such states or there are none.
        won_by: the event by which somebody has won if `over` says so, such as "the red car is out"; people read it
            when play is over. None if that is obvious, or if it differs from win to win; then `ending` may say it.
        most_moves: the largest number of options in any state. Compiled rules reserve room for that many; a state with
            more is an error.
        most_back: the largest number of moves that `back` yields in any state, which is used as `most_moves` is.
        compiled_once: whether all instances share one compilation. By default, rules are compiled for each instance,
            with its numbers and tables as constants, which is fastest. If there are many instances, as of a game on
            graphs, let the compiled rules read them at run time instead. The layout must then have no symmetry, not be
            alike, and list no numbers of signs.
        looks: the looks of signs and fields in drawings, in words: a colour, a shape, a text, as in `{"B": "black",
            "W": "white", "K": "white ♔"}`; and under "board" whether squares are "plain", "chequered",
            "crossings" or "diagonals". Signs and fields that are left out have a default look.

    >>> from gamekit.layout import LOSS, BoardGame, Counter, Layout
    >>> class Countdown(BoardGame):
    ...     players = ("Ann", "Bob")
    ...     stuck = LOSS
    ...     def layout(self): return Layout(left=Counter(5), alike=True)
    ...     def start(self): return {"left": 5}
    ...     def options(self, s):
    ...         for take in range(1, min(2, s.left) + 1):
    ...             yield take
    ...     def play(self, s, take): s.left -= take
    >>> import gamekit
    >>> print(gamekit.solve(Countdown(), backend="python").root)
    WIN in 3 for Ann
    """

    players: tuple[str, ...] = ("first", "second")
    stuck: ClassVar[int | Literal["pass"] | None] = None
    won_by: ClassVar[str | None] = None
    compiled_once: ClassVar[bool] = False
    most_moves: ClassVar[int] = 128
    most_back: ClassVar[int] = 256

    def is_stuck(self, s: Any) -> bool:
        """Return whether the player to move has no option, for use in `over`."""
        return not self._options(s)

    @cached_property
    def board(self) -> Layout:
        """The layout that `layout` returns."""
        for name in ("layout", "start", *RULES):
            if not callable(method := getattr(self, name)):
                raise RulesError(f"{type(self).__name__}.{name} must be a method; it is {method!r:.100}")
        refuse_lost_moves(type(self).options)
        refuse_lost_moves(type(self).back)
        if isinstance(self.stuck, bool) or (not isinstance(self.stuck, int | None) and self.stuck != PASS):
            raise RulesError(
                f"{type(self).__name__}.stuck must be LOSS, TIE, WIN or another payoff, PASS or None; "
                f"it is {self.stuck!r:.100}"
            )
        layout = self.layout()
        if not isinstance(layout, Layout):
            raise wrong_in(self.layout, f"this returns {layout!r:.100}; it must return a Layout")
        if layout.from_movers_view and len(self.players) == 1:
            raise InputError(
                f"{type(self).__name__}: alike needs two players, and there is one; leave alike out of the layout"
            )
        return shared(layout)

    @cached_property
    def _views(self) -> Views:
        return views_of(self.board, len(self.players))

    @cached_property
    def _played(self) -> Callable[..., list[Cells]]:
        always = self.always_passes is not None
        return self._views.played_by(self.play, self.options, self._faults, self._judged[1], always=always)

    @cached_property
    def always_passes(self) -> str | None:
        """The reason why every move passes the turn, in words for errors; None if a move may leave the turn."""
        if len(self.players) == 2 and self.takes_back:
            return "where back takes moves back"
        return "where the players are alike" if self.board.from_movers_view else None

    @cached_property
    def _unplayed(self) -> Callable[[Cells], list[Cells]]:
        return self._views.unplayed_by(self.unplay, self.back, self._faults, self._occurrence)

    @cached_property
    def _unplayed_at_once(
        self,
    ) -> Callable[[Sequence[Cells], Mapping[Cells, int]], tuple[list[int], list[int]]]:
        occurs = self._occurrence or (lambda _: True)
        return self._views.numbered_by(
            self.unplay, self.back, self._faults, occurs, listed_occur=self._listed_occur
        )

    @cached_property
    def _judged(self) -> tuple[Callable[[Cells], int | None], list[Any]]:
        """A function from a state to its payoff to the first player, or None; and its last state with the options."""
        judge = self._payoff if isinstance(self.stuck, int) else self.over
        return self._views.judged_by(judge, self._faults)

    def _payoff(self, view: State) -> int | None:
        """Return the payoff to the player to move, who may be stuck."""
        payoff = self.over(view)
        return self.stuck if payoff is None and not self._options(view) else payoff  # type: ignore[return-value]

    def _known_options(self, state: Cells) -> list[Move] | None:
        """Return the options of a state if the last call of `outcome` found them; else None."""
        last, options = self._judged[1]
        return options if last is state else None

    def _options(self, view: State) -> list[Move]:
        """Return the options of a state; the view remembers them if nothing changes it."""
        kept = view._options
        if kept is not None and kept is not UNKEPT:
            return kept
        try:
            options = list(self.options(view))
        except TypeError as error:
            raise self._faults.unlisted(self.options, view, error) from None
        if kept is None:
            view._options = options
        return options

    @cached_property
    def _options_of(self) -> Callable[[Cells], list[Move]]:
        return self._views.read_by(self._options, self._faults)

    @cached_property
    def _faults(self) -> RulesFaults:
        return RulesFaults(self)

    def unfit(self, state: Cells) -> Exception:
        return self._faults.unfit(state)

    def initial_state(self) -> Cells:
        return self._initial_state

    @cached_property
    def _initial_state(self) -> Cells:
        return first_state(self)

    @property
    def to_move(self) -> Callable[[Cells], int]:
        """A function that returns the player to move: a property, as `outcome` is."""
        return _last

    def moves(self, state: Cells) -> Iterable[Move]:
        options = self._known_options(state) or self._options_of(state)
        return options[:] or ([PASS] if self.stuck == PASS else [])

    def apply(self, state: Cells, move: Move) -> Cells:
        return self.passed(state) if move is PASS else self._played(state, (move,))[0]

    def passed(self, state: Cells) -> Cells:
        """Return a state after the turn has passed."""
        return (*state[:-1], 1 - state[-1]) if len(self.players) == 2 else state

    @cached_property
    def children(self) -> Callable[[Cells], list[Cells]]:
        """A function that returns the states to which moves lead: a property, so that what it needs is found once."""
        played, others = self._played, super().children
        return played if self.stuck != PASS else lambda state: played(state) or others(state)

    @property
    def outcome(self) -> Callable[[Cells], int | None]:
        """A function from a state to its payoff, or to None before the end: a property, to save a third of the time."""
        return self._judged[0]

    def ending(self, state: Cells) -> str | None:
        """Return how the game ended: `won_by`, if `over` names a winner, or who cannot move; None if neither holds."""
        view = self._views.of(state)
        if (payoff := self.over(view)) is not None:
            return self.won_by if payoff else None
        if not isinstance(self.stuck, int) or self._options(view):
            return None
        who, number = self.players[state[-1]], len(self.players)
        return f"{who} cannot move" if number > 1 else "no move is left"

    @cached_property
    def _can_be_seen(self) -> Callable[[Cells], bool]:
        """A function that returns whether the mover's view of a state can occur; fast if all states can."""
        if self._occurrence is None:
            return lambda _: True
        if not self.board.dense:
            return lambda seen: self.turn_of(seen[:-1]) != 1
        return self._occurrence

    def states(self) -> Iterator[Cells]:
        if not self.board.dense:
            raise NotSuppliedError(
                f"{type(self).__name__} does not supply states(), because its layout is not dense; "
                "explore() derives them"
            )
        coding = self.coding
        in_order_of_codes = product(*map(range, self.board.values), range(2))
        states = in_order_of_codes if coding.has_turn and not coding.ranking else self._of_codes()
        if not self.gives("is_state"):
            return states
        # where predecessors are numbered, those that are listed are not asked for again
        numbered = (
            self._listed_occur and not self.board.has_symmetry and supplies(self, "numbered_predecessors")
        )
        remembered = 0 if numbered else OCCURRENCES_KEPT
        return self._views.filtered_by(self.is_state, self._faults, self._occurrences, remembered)(states)

    @cached_property
    def _occurrences(self) -> Remembered:
        """A cache of results of `is_state`, because many moves lead to the same state."""
        return Remembered(self._views.read_by(self.is_state, self._faults))

    def _of_codes(self) -> Iterator[Cells]:
        """Yield the states of all codes; codes without the turn give a state for each player to move."""
        if self.coding.has_turn:
            yield from self.coding.contents()
            return
        if len(self.players) == 1:
            yield from map(add, self.coding.contents(), repeat((0,)))
            return
        exchanged, turn_of = self.board.exchanged, self.turn_of if self.has_turns else lambda _: None
        for cells in self.coding.contents():
            if turn_of(cells) != 1:
                yield (*cells, 0)
            if turn_of(seen := exchanged(cells)) != 0:
                yield (*seen, 1)

    def state_view(self, state: Cells) -> Any:
        """Return a state as the rules see it: each field under its name, and `turn`."""
        return self._views.of(state)

    def gives(self, rule: str) -> bool:
        """Return whether the class defines an optional method of the rules."""
        return getattr(type(self), rule) is not getattr(StatedRules, rule)

    @property
    def progress_is_tier(self) -> bool:
        """Whether the class says `progress = tier`, so that one function is compiled for both."""
        return type(self).progress is type(self).tier

    @property
    def has_order(self) -> bool:
        """Whether the rules guess how good a state is."""
        return self.gives("order")

    @cached_property
    def _numbers(self) -> dict[str, Callable[[Cells], int]]:
        """The functions that return the tier, the progress and the order of a state, by the names of the methods."""
        names = ("tier", "progress", "order")
        return {name: self._views.read_by(getattr(self, name), self._faults) for name in names}

    def tier_of(self, state: Cells) -> int:
        return self._numbers["tier"](state)

    def progress_of(self, state: Cells) -> int:
        return self._numbers["progress"](state)

    def order_of(self, state: Cells) -> int:
        return self._numbers["order"](state)

    def predecessors(self, state: Cells) -> Iterable[Cells]:
        parents = self._unplayed(state)
        if self.stuck == PASS:
            here = self._views.of(before := self.passed(state))
            if self.over(here) is None and self.is_stuck(here) and before not in parents:
                parents += [before] if self._occurrence is None else filter(self._occurrence, [before])
        return parents

    def numbered_predecessors(
        self, states: Sequence[Cells], index: Mapping[Cells, int]
    ) -> tuple[list[int], list[int]]:
        return self._unplayed_at_once(states, index)

    def can_occur(self, state: Cells) -> bool:
        """Return whether the turn fits a state and, if the layout is dense, `dense` and `is_state` admit the state."""
        if self.turn_of(state[:-1]) not in (None, state[-1]):
            return False
        if not self.board.dense:
            return True
        cells = state[:-1]
        if state[-1] and not self.coding.has_turn:
            cells = self.board.exchanged(cells)
        return self.board.is_listed(cells) and (not self.gives("is_state") or bool(self._occurrences[state]))

    @cached_property
    def _occurrence(self) -> Callable[[Cells], bool] | None:
        """A fast form of `can_occur`: `is_state` alone if that decides; None if every state can occur."""
        if self.has_turns or (self.board.dense and not self.board.lists_all):
            return Remembered(self.can_occur).__getitem__
        return self._occurrences.__getitem__ if self.board.dense and self.gives("is_state") else None

    @property
    def has_turns(self) -> bool:
        """Whether the cells may show whose turn it is."""
        return self.gives("turn_of") or self.board.placed is not False

    @cached_property
    def _listed_occur(self) -> bool:
        """Whether each state that `states` lists can occur."""
        as_here = all(
            getattr(type(self), name) is getattr(BoardGame, name) for name in ("states", "can_occur")
        )
        return as_here and not self.has_turns

    @cached_property
    def takes_back(self) -> bool:
        """Whether the rules have `back` and `unplay`; raises `RulesError` if they have only one of them."""
        presence = [self.gives("back"), self.gives("unplay")]
        if presence[0] != presence[1]:
            has = "back" if presence[0] else "unplay"
            raise RulesError(
                f"{type(self).__name__} must define back and unplay, or neither; it defines only {has}"
            )
        return presence[0]

    @cached_property
    def not_supplied(self) -> tuple[str, ...]:
        """The names of the optional methods that this instance does not supply."""
        supplied = {
            "states": self.board.dense,
            "predecessors": self.takes_back,
            "numbered_predecessors": self.takes_back and self.stuck != PASS,  # a pass is taken back by itself
            "tier": self.gives("tier"),
            "progress": self.gives("progress"),
            "children": type(self).moves is BoardGame.moves and type(self).apply is BoardGame.apply,
            "canonical_state": self.board.has_symmetry
            or type(self).canonical_state is not OnLayout.canonical_state,
            "movers_view": self.board.from_movers_view
            and self.infinite_play == 0
            and self.board.placed is not True,  # no placement is there with either player to move
        }
        return tuple(name for name, is_supplied in supplied.items() if not is_supplied)

    def stated_in(self, method: str) -> str | None:
        """Return where the author states what a derived method relies on, in words for errors; None if nowhere.

        For `movers_view` and `canonical_state`, name `alike` or `symmetry` and the methods that may not fit it.
        """
        if getattr(type(self), method) is not getattr(BoardGame, method, None):
            return None
        derived = {
            "moves": ["options"],
            "children": ["options", "play"],
            "outcome": ["over"],
            "predecessors": ["back", "unplay"],
        }
        if places := self._places_of(derived.get(method, [])):
            return f"see {' and '.join(places)}"
        attribute = {"movers_view": "alike", "canonical_state": "symmetry"}.get(method)
        places = self._places_of(["layout", "options", "play", "over"])
        if attribute is None or len(places) < 2:
            return None
        *others, last = places[1:]
        return f"{attribute} in {places[0]} does not fit {' or '.join([', '.join(others), last] if others else [last])}"

    def _places_of(self, methods: Iterable[str]) -> list[str]:
        """Return the places of some methods in the author's file, except for those that are not overridden."""
        return [
            f"{name} ({Path(code.co_filename).name}, line {code.co_firstlineno})"
            for name in methods
            if self.gives(name) and (code := getattr(getattr(type(self), name), "__code__", None))
        ]

    # --- compiled rules ---------------------------------------------------------------------------------------------

    @cached_property
    def _compiled(self) -> Compiled:
        from gamekit.layout.compiler.build import build_and_try

        return build_and_try(self)

    @cached_property
    def checked_build(self) -> Compiled:
        """The checked build of the rules, run as plain Python: before a solve, and by `gamekit check`."""
        from gamekit.layout.compiler.build import interpreted_build

        return interpreted_build(self)

    @property
    def kernels_of(self) -> Hashable:
        if self.compiled_once:
            return type(self), self.board.shape
        return type(self), self.key  # sizes are constants of the generated module

    @property
    def key(self) -> Hashable:
        """The key under which tables keep what is made for this instance."""
        try:
            hash(self)
        except TypeError:  # a parameter is a list
            return repr(self)
        return self

    def compiled_rules(self) -> CompiledRules:
        """Return the rules over codes, compiled at first use and later loaded from the user's cache.

        Raises:
            UnsupportedError: this instance has no compiled rules, because its states take more than 62 bits, its rules
                have no source file, or its players are alike and endless play is not a draw. The plain rules still
                hold.
            RulesError: the rules leave the subset of Python that can be compiled, or the checked build found an index
                or a value out of range. The message names the file, the line and the expression.
        """
        if self.board.from_movers_view and self.infinite_play != 0:
            raise UnsupportedError(
                f"where the players are alike, infinite_play must be 0, a draw; it is {self.infinite_play}"
            )
        return self._compiled.rules

    def checked_rules(self) -> Any:
        from gamekit.layout.compiler.build import checked_batch

        self.compiled_rules()  # raises what keeps this game from being compiled at all
        return checked_batch(self)
