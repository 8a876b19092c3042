"""The pocket cube: the 2×2×2 version of Rubik's cube (Ernő Rubik, 1983)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final

import attrs

from gamekit.families.cube_game import CubeGame
from gamekit.game.parameters import parameter, refusal
from gamekit.game.puzzle import Puzzle
from gamekit.layout import Counter, Layout

FACES: Final = {"U": "top", "R": "right", "F": "front"}
WAYS: Final = {"": "clockwise", "'": "back", "2": "by half"}
TURNS: Final = tuple(CubeGame.cube.turns)
HARDEST: Final = "R2 U' R' F U2 F R' F2 U' R U"  # no scramble takes more moves to solve: 11


@attrs.frozen
class PocketCube(Puzzle, CubeGame):
    """A cube of 2×2×2 corners is scrambled, and its upper, right and front faces are turned until it is solved.

    A turn is by a quarter clockwise (U), by a quarter the other way (U') or by a half (U2), and counts as one move.
    The corner at the bottom, back and left stays where it is, because turning the opposite face instead would change
    only how the cube is held.

    Without a scramble, the start is one that takes the most turns to solve, if all three faces may be turned by a
    quarter. Otherwise the solved cube is scrambled by the first turn allowed of each face, and then by these once more.

    >>> game = PocketCube(scramble="R")
    >>> print(game.render(game.initial_state()))
    U F
    U F
    F D R R U B L L
    F D R R U B L L
    D B
    D B
    """

    turns: tuple[str, ...] = parameter(
        TURNS, "the turns that are allowed", items="names", choices=TURNS, distinct=True
    )
    scramble: str | None = parameter(None, "the turns that lead from the solved cube to the start")

    most_moves: ClassVar[int] = len(TURNS)
    most_back: ClassVar[int] = len(TURNS)
    prompts = ("Choose a turn below the cube.",)
    example = {"turns": ["U", "U'", "U2", "R2", "F2"], "scramble": "U F2 U R2 U2 F2 U F2 U2 R2 U R2 U"}
    presets = {
        "Five kinds of turn": example,
        "Half turns": {"turns": ["U2", "R2", "F2"]},
        "Two faces": {"turns": ["U", "U'", "U2", "R", "R'", "R2"]},
    }

    def __attrs_post_init__(self) -> None:
        if not self.turns:
            raise refusal("turns", "must name at least one turn; it is empty")
        if self.scramble is not None:
            self.cube.check_turns("scramble", self.scramble)

    @property
    def aim(self) -> str:  # type: ignore[override]
        """The goal, and what each of the turns does that are allowed."""
        said = []
        for ending, way in WAYS.items():
            turns = [turn for turn in self.turns if turn[1:] == ending]
            if turns:
                faces = _listed([FACES[turn[0]] for turn in turns])
                said.append(f"{_listed(turns)} {'turns' if len(turns) == 1 else 'turn'} the {faces} {way}")
        return f"Turn faces until each has one colour: {'; '.join(said)}."

    def layout(self) -> Layout:
        # quarter turns of all faces reach every state, none only by way of the solved cube, where play ends
        comes_everywhere = self._turns_quarters and any(self.start().values())
        return Layout(
            corners=Counter(len(self.cube.orders) - 1),
            twists=Counter(len(self.cube.twistings) - 1),
            dense="all" if comes_everywhere else None,
        )

    @property
    def _turns_quarters(self) -> bool:
        """Whether all three faces may be turned by a quarter."""
        return {turn[0] for turn in self.turns if not turn.endswith("2")} == {*FACES}

    def start(self) -> dict[str, int]:
        corners, twists = self.cube.numbers_of(self.cube.scrambled(self._first_turns))
        return {"corners": corners, "twists": twists}

    @property
    def _first_turns(self) -> list[str]:
        """The turns that lead from the solved cube to the start."""
        if self.scramble is not None:
            return self.scramble.split()
        if self._turns_quarters:
            return HARDEST.split()
        first = {turn[0]: turn for turn in reversed(self.turns)}
        return 2 * [first[face] for face in FACES if face in first]

    def options(self, s: Any) -> Iterator[int]:
        yield from range(len(self.effects[0][0]))

    def play(self, s: Any, move: int) -> None:
        s.corners, s.twists = self.effects[0][s.corners][move], self.effects[1][s.twists][move]

    back = options

    def unplay(self, s: Any, move: int) -> None:
        s.corners, s.twists = self.origins[0][s.corners][move], self.origins[1][s.twists][move]

    def over(self, s: Any) -> int | None:
        return 1 if s.corners == s.twists == 0 else None


def _listed(words: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
