"""`CompiledGame`: rules given a second time, over 64-bit codes, for the fast backend."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from typing import Any, Final, Protocol

import attrs

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.protocol import Game, Move, State

NOT_OVER: Final = 1 << 40
"""The result of a compiled `outcome` while the game goes on."""

MAX_PAYOFF: Final = 100
"""Compiled outcomes lie between -MAX_PAYOFF and MAX_PAYOFF, so that a value takes one byte."""

MAX_SIZE: Final = 1 << 62
"""The bound below which all codes lie."""

StateFunction = Callable[[int, Any], int]
"""A function `f(code, parameters)` that returns a number for a code."""

NeighboursFunction = Callable[[int, Any, Any], int]
"""A function `f(code, parameters, out)` that writes codes to `out`, each once, and returns their number."""


@attrs.frozen(eq=False)
class CompiledRules:
    """The rules of one instance of a game, over codes, as functions that Numba compiles.

    Each function is written as plain Python at the top level of a module, over int64 codes and an int64 array of
    parameters; gamekit compiles it once, whatever the parameters, and caches the result on disk. Every helper that it
    calls must be decorated with `numba.njit(cache=True)`, or come from `gamekit.game.kernels`.

    If a game is the same for both players, its codes may show every position from the mover's view, which halves their
    number. Then `mover` is None, every move passes the turn, and outcomes are payoffs to the mover.

    Attributes:
        size: the bound below which all codes lie; they are at least 0.
        parameters: int64, one-dimensional: everything that the functions need to know about this instance.
        outcome: `outcome(code, parameters)`: the payoff to the first player (to the mover, in codes from the mover's
            view) if the game is over, else `NOT_OVER`. Between -100 and 100.
        successors: `successors(code, parameters, out)`: writes the codes of the successors, each once (see
            `gamekit.game.kernels.distinct`), and returns how many. It is never called where the game is over.
        max_successors: the most codes that `successors` ever writes; `out` has room for them.
        mover: `mover(code, parameters)`: 0 or 1, the player to move. None with one player, or in codes from the
            mover's view.
        predecessors: `predecessors(code, parameters, out)`: writes the codes from which one move leads to `code`, each
            once. It may also write codes where the game is over, and codes of states that cannot occur, if no move
            leads there from a state that can. None if the game does not give them.
        max_predecessors: the most codes that `predecessors` ever writes.
        is_state: `is_state(code, parameters)`: nonzero if the code is that of a state that can occur. Then the states
            are all such codes below `size`, and are looked up without a search, which suits dense codes. None if
            the states are to be found by exploring.
        tier: `tier(code, parameters)`: the tier of a state, for a game that is solved by tiers; the numbers are those
            of `Game.tier`. None if the game names no tiers.
        progress: `progress(code, parameters)`: a number that rises with every move, as `Game.progress` does. None if
            the game states none.
        order: `order(code, parameters)`: a guess of how good a position is for its mover, for `gamekit.prove`; the
            larger, the better. It guides a search and cannot change what is proved. None if the game has no such guess.
        passed: `passed(code, parameters)`: in codes from the mover's view, each of which stands for a state of either
            player: the code of the same position with the other player to move; -1 or the code of no state if that
            cannot occur. None if the game does not give it.
    """

    size: int
    parameters: Any
    outcome: StateFunction
    successors: NeighboursFunction
    max_successors: int
    mover: StateFunction | None = None
    predecessors: NeighboursFunction | None = None
    max_predecessors: int = 0
    is_state: StateFunction | None = None
    tier: StateFunction | None = None
    progress: StateFunction | None = None
    order: StateFunction | None = None
    passed: StateFunction | None = None

    def __attrs_post_init__(self) -> None:
        if not 0 < self.size <= MAX_SIZE:
            raise InputError(f"CompiledRules: size must be from 1 to 2**62; it is {self.size}")
        if self.max_successors < 1:
            raise InputError(f"CompiledRules: max_successors must be at least 1; it is {self.max_successors}")
        if self.predecessors is not None and self.max_predecessors < 1:
            raise InputError(
                f"CompiledRules: predecessors need max_predecessors of at least 1; it is {self.max_predecessors}"
            )


def is_compiled(game: Game[Any, Any]) -> bool:
    """Return whether a game has compiled rules that can be used; an instance may still be too large for codes."""
    return CompiledGame in type(game).__mro__ and not is_compiler_off()


def is_compiler_off() -> bool:
    """Return whether the environment turns Numba off; rules that are written for its compiler do not run without it."""
    with suppress(ValueError):  # which Numba ignores
        return int(os.environ.get("NUMBA_DISABLE_JIT", "0")) != 0
    return False


def check_compiler() -> None:
    """Refuse to use compiled rules where the environment keeps Numba from working.

    Raises:
        UnsupportedError: the environment turns Numba off, or leaves it no thread.
    """
    if is_compiler_off():
        raise UnsupportedError(
            "compiled rules need Numba, which NUMBA_DISABLE_JIT turns off: unset it, or use the plain rules"
        )
    threads = os.environ.get("NUMBA_NUM_THREADS", "1")
    if threads.strip().lstrip("-").isdecimal() and int(threads) < 1:
        raise UnsupportedError(
            f"NUMBA_NUM_THREADS, the number of Numba's threads, must be at least 1; it is {threads}"
        )


def shows_movers_view(game: Game[Any, Any], rules: CompiledRules) -> bool:
    """Return whether the codes of a game show positions from the mover's view."""
    return rules.mover is None and len(game.players) == 2


class CompiledGame(Game[State, Move], Protocol[State, Move]):
    """A game that also gives compiled rules. Subclass it instead of `Game`, once the plain rules are right.

    `gamekit check` compares the compiled rules with the plain ones.
    """

    @property
    def kernels_of(self) -> Hashable:
        """The key by which games share their compiled functions: by default the class."""
        return type(self)

    @property
    def dense_codes(self) -> int | None:
        """The number of codes if all of them are examined and `states` lists them; None if unknown.

        The number is known before the rules are compiled, so that the states of large games need not be counted.
        """
        return None

    @property
    def class_starts(self) -> Sequence[int] | None:
        """The first code of each class of dense codes, ascending from 0, if codes are numbered class by class.

        The states of a class are alike in what tiers mostly depend on, such as the numbers of men. If some of them are
        in the same tier, gamekit assumes that all are, and examines each of them when it solves the tier.
        """
        return None

    @abstractmethod
    def encode(self, state: State) -> int:
        """Return the code of a state; states that are alike under the game's symmetry share one."""

    @abstractmethod
    def decode(self, code: int) -> State:
        """Return the state that a code stands for; in codes from the mover's view, with either player to move."""

    def checked_rules(self) -> Any:
        """Return a `Batch` of compiled rules that test every index and value, for `gamekit.solve(checked=True)`.

        Raises:
            UnsupportedError: there are none, because the compiled rules were written by hand.
        """
        raise UnsupportedError(
            f"{type(self).__name__} has no checked rules: its compiled rules were written by hand; "
            "gamekit check compares them with the plain ones"
        )

    @abstractmethod
    def compiled_rules(self) -> CompiledRules:
        """Return the rules over codes. Import the module of their functions here: it loads Numba.

        Raises:
            UnsupportedError: this instance has none, for example because it is too large for codes.
        """
