"""`OnGrid`: games that show their states as signs on the squares of a grid, whatever the fields of their layout are."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gamekit.game.board_words import contents_in_words
from gamekit.layout.board_game import BoardGame
from gamekit.layout.fields.boards import Grid
from gamekit.layout.layout import Cells, Layout

if TYPE_CHECKING:
    from gamekit.layout.picture.picture import Picture


class OnGrid(BoardGame):
    """A board game whose states are drawn as signs on the grid `ground`, with the looks that `looks` states."""

    @property
    @abstractmethod
    def ground(self) -> Grid:
        """The grid, with the signs that may stand on it."""

    @abstractmethod
    def standing(self, state: Cells) -> Mapping[int, str]:
        """Return the sign on each square that is not empty."""

    @property
    def notes(self) -> Sequence[str]:
        """What people need to know of the men, in lines below the board."""
        return ()

    def render(self, state: Cells) -> str:
        return self.ground.render(self._shown(state))

    def svg(self, state: Cells) -> str:
        return self._picture.svg(self._shown(state))

    def contents(self, state: Cells) -> dict[str, str]:
        return self._picture.contents(self._shown(state))

    def board_in_words(self, state: Cells) -> str:
        return contents_in_words(self.contents(state), self._picture.vacant(self._shown(state)))

    def _shown(self, state: Cells) -> Cells:
        standing = self.standing(state)
        return tuple(
            self.ground.signs.index(standing.get(i, self.ground.signs[0])) for i in range(self.ground.places)
        )

    @cached_property
    def _picture(self) -> Picture:
        from gamekit.layout.picture.picture import Picture

        return Picture(self, Layout(board=self.ground), self.looks, self.ground.place_name, self.notes)
