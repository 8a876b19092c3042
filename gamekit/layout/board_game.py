"""`BoardGame`: rules stated once, over a layout; the game and its compiled rules are derived from them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

from gamekit.errors import InputError, NotSuppliedError, UnsupportedError
from gamekit.game.compiled import CompiledGame, CompiledRules
from gamekit.layout.codes import Coding, coding_of
from gamekit.layout.fields import Field, Grid, Points
from gamekit.layout.layout import Layout
from gamekit.layout.state import State

if TYPE_CHECKING:
    from gamekit.layout.compiler.build import Compiled

WIN: Final = 1
LOSS: Final = -1
TIE: Final = 0
"""Payoffs to the player to move."""

AGAIN: Final = 1
"""What `play` returns if the same player moves again."""

PASS: Final = "pass"
"""As `stuck`: a player without options passes. Also the name of that move."""

Cells = tuple[int, ...]
Move = Any


class BoardGame(CompiledGame[Cells, Move]):
    """A game whose states are the fields of a layout. Subclass it, and state the rules once.

    `options`, `play` and `over` are plain Python over a view `s` of the state; a compiler makes from the same
    lines the compiled rules. They read numbers, and tables of numbers in `self` or at the top of the module; what lies
    outside of this subset of Python is refused with its line.

    States are tuples: the numbers of all fields, and whose turn it is.

    Attributes:
        stuck: what it means that the player to move has no option: `LOSS`, `TIE`, `WIN` or `PASS`. None if `over`
            says it, or it cannot occur.
        most_moves: the most options that a state has; compiled rules refuse more.

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
    most_moves: ClassVar[int] = 128

    # --- what a game states -----------------------------------------------------------------------------------------

    @abstractmethod
    def layout(self) -> Layout:
        """Return the fields of a state, their symmetry, and how they are numbered."""

    @abstractmethod
    def start(self) -> Any:
        """Return the state in which the game begins: by field a text of the notation, or numbers; "turn" if not 0."""

    @abstractmethod
    def options(self, s: Any) -> Iterator[Move]:
        """Yield the moves of the player to move, numbers or tuples of numbers; never called where the game is over."""

    @abstractmethod
    def play(self, s: Any, move: Move) -> int | None:
        """Make a move: change `s`; the turn passes by itself, unless this returns `AGAIN`."""

    def over(self, s: Any) -> int | None:
        """Return the payoff to the player to move if the game is over, else None."""
        return None

    def is_stuck(self, s: Any) -> bool:
        """Return whether the player to move has no option; for use in `over`."""
        return next(iter(self.options(s)), None) is None

    # --- the game, derived ------------------------------------------------------------------------------------------

    @cached_property
    def board(self) -> Layout:
        """The layout, made once."""
        layout = self.layout()
        if not isinstance(layout, Layout):
            raise InputError(f"{type(self).__name__}.layout() returns a Layout; this is {layout!r:.100}")
        return layout

    def _state(self, cells: Cells) -> State:
        """Return the view of a state that is not to be changed; that of the last one is kept."""
        last: tuple[Cells, State] | None = self.__dict__.get("_last")
        if last is not None and last[0] is cells:
            return last[1]
        view = State(self.board, cells)
        self.__dict__["_last"] = cells, view
        return view

    def initial_state(self) -> Cells:
        start: Any = self.start()
        cells: list[int] = []
        for name, field in self.board.fields.items():
            value = start.get(name, (0,) * field.places)
            if isinstance(value, str):
                value = field.parse(value)
            cells += [value] if isinstance(value, int) else value
        return (*cells, start.get("turn", 0))

    def to_move(self, state: Cells) -> int:
        return state[-1]

    def moves(self, state: Cells) -> Iterable[Move]:
        moves = list(self.options(self._state(state)))
        return moves or ([PASS] if self.stuck == PASS else [])

    def apply(self, state: Cells, move: Move) -> Cells:
        layout = self.board
        view = State(layout, state)
        again = None if move is PASS else self.play(view, move)
        turn = state[-1] if again or len(self.players) == 1 else 1 - state[-1]
        return (*view.cells(layout), turn)

    def outcome(self, state: Cells) -> int | None:
        view = self._state(state)
        payoff = self.over(view)
        if payoff is None and isinstance(self.stuck, int) and self.is_stuck(view):
            payoff = self.stuck
        return payoff if payoff is None or not state[-1] else -payoff

    def canonical_state(self, state: Cells) -> Cells:
        layout = self.board
        if len(layout.group) == 1:
            return state
        return (*layout.canonical(state[:-1]), state[-1])

    def states(self) -> Iterator[Cells]:
        if not self.board.dense:
            raise NotSuppliedError(f"{type(self).__name__}: states are explored unless the layout is dense")
        coding = self.coding
        turns = (0, 1) if len(self.players) == 2 and not coding.has_turn else (0,)
        for code in range(coding.size):
            cells = coding.cells_of(code)
            if coding.has_turn:
                yield cells
            else:
                yield from ((*(self.board.exchanged(cells) if turn else cells), turn) for turn in turns)

    @property
    def not_supplied(self) -> tuple[str, ...]:
        """The optional methods that this instance does without."""
        missing = () if self.board.dense else ("states",)
        return missing if len(self.board.group) > 1 else (*missing, "canonical_state")

    # --- codes ------------------------------------------------------------------------------------------------------

    @cached_property
    def coding(self) -> Coding:
        """How states become codes; raises `UnsupportedError` where they are too many."""
        return coding_of(self.board, len(self.players))

    def encode(self, state: Cells) -> int:
        layout, cells = self.board, state[:-1]
        if self.coding.has_turn:
            return self.coding.code_of((*layout.canonical(cells), state[-1]))
        if state[-1]:
            cells = layout.exchanged(cells)
        if self.coding.placements:
            linear = self.coding.linear
            cells = min((image.of(cells) for image in layout.group), key=linear.code_of)
            return self.coding.code_of(cells)
        return self.coding.code_of(layout.canonical(cells))

    def decode(self, code: int) -> Cells:
        cells = self.coding.cells_of(code)
        return cells if self.coding.has_turn else (*cells, 0)

    @cached_property
    def _compiled(self) -> Compiled:
        from gamekit.layout.compiler.build import build_and_try

        return build_and_try(self)

    @property
    def kernels_of(self) -> Hashable:
        return type(self), self  # sizes are constants of the generated module

    def compiled_rules(self) -> CompiledRules:
        """Return the rules over codes; compiles them at first use, and finds them in the user's cache later.

        Raises:
            UnsupportedError: the states are too many for codes, or the rules stand in no file; the plain rules
                still hold.
            RulesError: the rules go beyond what can be compiled; file, line and expression are named.
        """
        if self.board.from_movers_view and self.infinite_play != 0:
            raise UnsupportedError("players are not alike if endless play is not a draw")
        return self._compiled.rules

    # --- texts and boards -------------------------------------------------------------------------------------------

    def format_state(self, state: Cells) -> str:
        parts = [field.format(state[first:][: field.places]) for first, field in self._placed()]
        turn = f", {self.players[state[-1]]} to move" if len(self.players) == 2 else ""
        return " ".join(parts) + turn

    def parse_state(self, text: str) -> Cells:
        fields, turn = text, 0
        if len(self.players) == 2:
            fields, _, after = text.rpartition(",")
            named = {f"{name} to move": player for player, name in enumerate(self.players)}
            if (after := " ".join(after.split())) not in named:
                raise InputError(
                    f"a state reads like {self.format_state(self.initial_state())!r}; this one is {text!r}"
                )
            turn = named[after]
        parts = fields.split()
        if len(parts) != len(self.board.fields):
            raise InputError(
                f"a state reads like {self.format_state(self.initial_state())!r}; this one is {text!r}"
            )
        cells = [field.parse(part) for part, field in zip(parts, self.board.fields.values(), strict=True)]
        return (*(cell for field in cells for cell in field), turn)

    def format_move(self, state: Cells, move: Move) -> str:
        board = self._board_field()
        numbers = move if isinstance(move, tuple) else (move,)
        if move is PASS or board is None or not all(0 <= number < board[1].places for number in numbers):
            return str(move) if not isinstance(move, tuple) else "-".join(map(str, move))
        return "-".join(board[1].place_name(number) for number in numbers)

    def render(self, state: Cells) -> str:
        parts = []
        for name, (first, field) in zip(self.board.fields, self._placed(), strict=True):
            cells = state[first:][: field.places]
            parts.append(field.render(cells) if isinstance(field, Grid) else f"{name}: {field.format(cells)}")
        return "\n".join(parts)

    def svg(self, state: Cells) -> str | None:
        return None

    def _placed(self) -> list[tuple[int, Field]]:
        """Return each field with its offset."""
        return [(self.board.offsets[name], field) for name, field in self.board.fields.items()]

    def _board_field(self) -> tuple[int, Field] | None:
        """Return the first field that is a grid or a graph."""
        return next(
            ((first, field) for first, field in self._placed() if isinstance(field, Grid | Points)), None
        )
