"""`CardTrial`: exploring on this processor until a game proves large enough for a graphics card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamekit.device import choice
from gamekit.game.progress import silent

if TYPE_CHECKING:
    from gamekit.device.device import Device
    from gamekit.solvers.options import SolveOptions


class CardTrial:
    """A progress callback of a solve on this processor that gives it up if the game is large and a card is found.

    So nothing looks for a card while a small game is solved, and nothing is explored twice where there is no card.

    Attributes:
        device: the card, once the solve was given up.
    """

    def __init__(self, game: Any, options: SolveOptions) -> None:
        self.device: Device | None = None
        self._game, self._shown = game, options.progress or silent
        self._is_over = not options.may_take_card

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Show the progress.

        Raises:
            GivenUp: the game is for the card.
        """
        self._shown(phase, done, total)
        if not self._is_over and phase == "exploring" and done >= choice.LARGE:
            self._is_over = True
            self.device = choice.device_for(self._game, "auto", done)
            if self.device is not None:
                raise GivenUp


class GivenUp(Exception):  # noqa: N818 (nobody made a mistake, and it is always caught)
    """A solve on this processor is given up, because a card takes over."""
