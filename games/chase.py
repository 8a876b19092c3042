"""Chases of a mouse by a cat, from place to place: what LeetCode's two games have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import CompiledGame, CompiledRules

from .boards import TurnGame
from .kernels import rules_of

Place = int
State = tuple[Place, Place, int]  # where the mouse is, where the cat is, whose turn it is

MOUSE, CAT = 0, 1


class Chase(TurnGame[State, Place], CompiledGame[State, Place]):
    """Mouse and cat move in turn, the mouse first; the game is over in the mouse's goal, and where the two meet."""

    players = ("mouse", "cat")

    @property
    @abstractmethod
    def places(self) -> int:
        """The number of places, which are numbered from 0."""

    @property
    @abstractmethod
    def goal(self) -> Place:
        """Where the mouse wins."""

    @property
    @abstractmethod
    def reach(self) -> Sequence[Sequence[Sequence[Place]]]:
        """The places that the mouse, and that the cat can move to, by place; a move back is a move, too."""

    @abstractmethod
    def format_place(self, place: Place) -> str:
        """Return a place as text."""

    @abstractmethod
    def parse_place(self, name: str, text: str) -> Place:
        """Return the place of a piece that `format_place` shows as `text`."""

    def moves(self, state: State) -> Iterable[Place]:
        turn = state[2]
        return self.reach[turn][state[turn]]

    def apply(self, state: State, move: Place) -> State:
        mouse, cat, turn = state
        return (move, cat, CAT) if turn == MOUSE else (mouse, move, MOUSE)

    def states(self) -> Iterator[State]:
        mice, cats = self._places_in_reach()
        return ((mouse, cat, turn) for mouse in mice for cat in cats for turn in (MOUSE, CAT))

    def _places_in_reach(self) -> list[list[Place]]:
        """Return the places that the mouse, and that the cat can come to, ascending."""
        starts = self.initial_state()
        return [reachable(starts[player], self.reach[player].__getitem__) for player in (MOUSE, CAT)]

    def predecessors(self, state: State) -> list[State]:
        mouse, cat, turn = state
        places = [place for place in self.reach[1 - turn][state[1 - turn]] if place != self.goal]
        return [(place, cat, MOUSE) if turn == CAT else (mouse, place, CAT) for place in places]

    def encode(self, state: State) -> int:
        mouse, cat, turn = state
        return 2 * (self.places * mouse + cat) + turn

    def decode(self, code: int) -> State:
        return (*divmod(code >> 1, self.places), code & 1)

    def compiled_rules(self) -> CompiledRules:
        from .kernels import chase as kernels

        if self.places > kernels.MOST_PLACES:
            raise UnsupportedError(
                f"compiled rules are for up to {kernels.MOST_PLACES:,} nodes or cells; here are {self.places:,}"
            )
        parameters = kernels.parameters_of(self.reach, self.goal, self._places_in_reach())
        most = max(len(places) for of_player in self.reach for places in of_player)
        return rules_of(kernels, 2 * self.places**2, parameters, most)

    def format_state(self, state: State) -> str:
        mouse, cat, turn = state
        return f"mouse {self.format_place(mouse)}, cat {self.format_place(cat)}, {self.players[turn]} to move"

    def parse_state(self, text: str) -> State:
        pieces, turn = self.split_turn(text)
        match pieces.replace(",", " ").split():
            case ["mouse", mouse, "cat", cat]:
                return (self.parse_place("mouse", mouse), self.parse_place("cat", cat), turn)
        raise self.misread(text)


def reachable(start: Place, ways: Callable[[Place], Iterable[Place]]) -> list[Place]:
    """Return the places that paths from `start` lead to, ascending.

    >>> reachable(1, lambda place: range(place, 4))
    [1, 2, 3]
    """
    found = new = {start}
    while new:
        new = set().union(*map(ways, new)) - found
        found |= new
    return sorted(found)
