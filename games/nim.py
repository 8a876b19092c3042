"""Nim: heaps of counters, and the last counter decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from gamekit.errors import InputError

from .boards import TurnGame, parameter

State = tuple[tuple[int, ...], int]  # the sizes of the heaps, whose turn it is
Move = tuple[int, int]  # the size of a heap, how many to take from it

WIDEST_DRAWING = 20  # counters in a heap


def _frozen(heaps: Iterable[int]) -> tuple[int, ...]:
    return tuple(heaps)


@attrs.frozen
class Nim(TurnGame[State, Move]):
    """In turn, the players take one or more counters from a single heap.

    Whoever takes the last counter wins; in misère play whoever has to take it loses. The order of the heaps
    does not matter: the representative of a state has them sorted.

    >>> game = Nim(heaps=[3, 4, 5])
    >>> game.canonical_state(game.apply(((3, 4, 5), 0), (5, 4)))
    ((1, 3, 4), 1)
    """

    heaps: tuple[int, ...] = attrs.field(
        default=(3, 4, 5), converter=_frozen, metadata={"help": "how many counters each heap has"}
    )
    misere: bool = parameter(False, "whether taking the last counter loses")

    players = ("first", "second")
    example = {"heaps": [3, 4, 5]}

    def __attrs_post_init__(self) -> None:
        if not self.heaps:
            raise InputError("heaps must have at least one heap; it is empty")
        for i, size in enumerate(self.heaps):
            if type(size) is not int or size < 0:
                raise InputError(f"heaps[{i}] must be an integer of at least 0; it is {size!r}")

    def initial_state(self) -> State:
        return (self.heaps, 0)

    def moves(self, state: State) -> Iterator[Move]:
        return ((size, take) for size in sorted(set(state[0])) for take in range(1, size + 1))

    def apply(self, state: State, move: Move) -> State:
        heaps, turn = state
        size, take = move
        i = heaps.index(size)
        return ((*heaps[:i], size - take, *heaps[i + 1 :]), 1 - turn)

    def outcome(self, state: State) -> int | None:
        heaps, turn = state
        if any(heaps):
            return None
        winner = turn if self.misere else 1 - turn
        return 1 if winner == 0 else -1

    def canonical_state(self, state: State) -> State:
        heaps, turn = state
        return (tuple(sorted(heaps)), turn)

    def format_state(self, state: State) -> str:
        heaps, turn = state
        return f"{' '.join(map(str, heaps))}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        sizes, turn = self.split_turn(text)
        heaps = sizes.split()
        if len(heaps) != len(self.heaps) or not sizes.isascii() or not all(map(str.isdecimal, heaps)):
            raise self.misread(text)
        return (tuple(map(int, heaps)), turn)

    def format_move(self, state: State, move: Move) -> str:
        size, take = move
        return f"take {take} from a heap of {size}"

    def render(self, state: State) -> str:
        heaps, _ = state
        width = len(str(max(heaps)))
        return "\n".join(f"{size:>{width}} {'o' * size}".rstrip() for size in heaps)

    def svg(self, state: State) -> str | None:
        from gamekit.drawing.svg import draw_grid

        heaps, _ = state
        widest = max(*heaps, *self.heaps)
        if widest > WIDEST_DRAWING:
            return None
        return draw_grid([["o"] * size + [""] * (widest - size) for size in heaps])
