"""Nim: heaps of counters, and the last counter decides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import factorial, prod
from typing import Any

import attrs

from gamekit.errors import Advice, LimitError, UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.game.gesture import Gesture
from gamekit.game.limits import ADVICE
from gamekit.game.parameters import parameter, refusal
from gamekit.layout import BoardGame, Counter, Layout

from .notations.heaps import Heaps
from .notations.mcgs import McgsHeaps

MOST_SORTED = 4
"""Heaps; compiled rules encode a state in each of their orders, of which five heaps would have 120."""

MOST_COMPILED = 100_000_000
"""States; larger games have so many moves that compiled rules would take days."""

BY_PARTS = Advice("value", "finds who wins at once, from the values of the heaps")


@attrs.frozen
class Nim(BoardGame):
    """In turn, the players take one or more counters from a single heap.

    Whoever takes the last counter wins; in misère play whoever has to take it loses. The order of the heaps
    does not matter: the representative of a state has them sorted. A move is the size of a heap, and how many to take.

    >>> game = Nim(heaps=[3, 4, 5])
    >>> game.canonical_state(game.apply((3, 4, 5, 0), (5, 4)))
    (1, 3, 4, 1)
    """

    heaps: tuple[int, ...] = parameter((3, 4, 5), "how many counters each heap has", 0, items="numbers")
    misere: bool = parameter(False, "whether taking the last counter loses")

    players = ("first", "second")
    prompts = ("Choose a counter: it and all after it are taken.",)
    notations = (Heaps(), McgsHeaps("nim", "nimber"))
    presets = {
        "Small": {"heaps": [1, 2, 3]},
        "Classic": {"heaps": [3, 4, 5]},
        "Marienbad": {"heaps": [1, 3, 5, 7], "misere": True},
    }
    example = {"heaps": [3, 4, 5]}

    @property
    def aim(self) -> str:  # type: ignore[override]
        ends = "loses" if self.misere else "wins"
        return f"Take counters from one heap at a time; whoever takes the last one {ends}."

    def __attrs_post_init__(self) -> None:
        if not self.heaps:
            raise refusal("heaps", "must have at least one heap; it is empty")

    @property
    def most_moves(self) -> int:  # type: ignore[override]
        return max(1, min(sum(self.heaps), self.largest * (self.largest + 1) // 2))

    @property
    def largest(self) -> int:
        return max(self.heaps)

    @property
    def least_states(self) -> int:
        """A number of states that the game has at least: all smaller heaps, in any order."""
        return prod(size + 1 for size in self.heaps) // factorial(len(self.heaps))

    def check_size(self, max_states: int) -> None:
        if self.least_states > max_states:
            raise LimitError(
                f"Nim has more than {max_states:,} states, the limit that was set; with these heaps, it has "
                f"{self.least_states:,} or more",
                advice=ADVICE if self.misere else (BY_PARTS,),
            )

    def layout(self) -> Layout:
        return Layout(heaps=Counter(self.largest, len(self.heaps)), symmetry=self._orders())

    def _orders(self) -> list[Mapping[str, Sequence[int]]]:
        """Return permutations that generate all orders of the heaps."""
        first, *others = range(len(self.heaps))
        if not others or len(self.heaps) > MOST_SORTED:
            return []
        return [{"heaps": (*others, first)}, {"heaps": (others[0], first, *others[1:])}]

    def start(self) -> dict[str, Any]:
        return {"heaps": self.heaps}

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        for heap, size in enumerate(s.heaps):
            if s.heaps.index(size) == heap:
                for take in range(1, size + 1):
                    yield size, take

    def play(self, s: Any, move: tuple[int, int]) -> None:
        size, take = move
        s.heaps[s.heaps.index(size)] = size - take

    def over(self, s: Any) -> int | None:
        if s.heaps.count(0) < len(s.heaps):
            return None
        return 1 if self.misere else -1

    # --- many heaps: too many orders to make each ----------------------------------------------------------------

    def canonical_state(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return (*sorted(state[:-1]), state[-1])

    def compiled_rules(self) -> CompiledRules:
        if len(self.heaps) > MOST_SORTED:
            raise UnsupportedError(
                f"nim is compiled for at most {MOST_SORTED} heaps; there are {len(self.heaps)}"
            )
        if self.least_states > MOST_COMPILED:
            raise UnsupportedError(
                f"nim is compiled for at most {MOST_COMPILED:,} states; with these heaps it has more"
            )
        return super().compiled_rules()

    def format_state(self, state: tuple[int, ...]) -> str:
        return super().format_state(state).replace(".", " ")

    def parse_state(self, text: str) -> tuple[int, ...]:
        heaps, comma, turn = text.rpartition(",")
        sizes = heaps.split()
        are_heaps = len(sizes) == len(self.heaps) and heaps.isascii() and all(map(str.isdecimal, sizes))
        if not are_heaps or turn.split() not in [[player, "to", "move"] for player in self.players]:
            raise self.misread(text)
        return super().parse_state(".".join(sizes) + comma + turn)

    def format_move(self, state: tuple[int, ...], move: tuple[int, int]) -> str:
        size, take = move
        return f"take {take} from a heap of {size}"

    def ending(self, state: tuple[int, ...]) -> str | None:
        if not any(self.heaps):
            return None
        return f"{self.players[1 - state[-1]]} has taken the last counter"

    def gesture(self, state: tuple[int, ...], move: tuple[int, int]) -> Gesture:
        """Return the counter to click, in any heap of that size: the first that is taken, and all to its right."""
        size, take = move
        first, *others = (heap for heap, other in enumerate(state[:-1]) if other == size)
        step, *taken = (f"heaps:{first}:{stone}" for stone in range(size - take, size))
        return Gesture([step], touched=taken, twins={f"heaps:{heap}:{size - take}": step for heap in others})

    def render(self, state: tuple[int, ...]) -> str:
        width = len(str(max(state[:-1])))
        return "\n".join(f"{size:>{width}} {'o' * size}".rstrip() for size in state[:-1])
