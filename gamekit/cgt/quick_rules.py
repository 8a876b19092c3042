"""`QuickRules`: a checked ruleset that asks compiled rules for options where there are any."""

from __future__ import annotations

from typing import Final

from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import CompiledOptions, Player, Position, Ruleset
from gamekit.cgt.time_limit import require_time
from gamekit.errors import RulesError

COMPARED: Final = 20
"""The number of lists of compiled options that are compared with those of the ruleset."""


class QuickRules(CheckedRuleset[Position]):
    """A checked ruleset for walks over all followers of a position; proofs are checked by the ruleset alone.

    Searches visit few followers, so it does not pay to list those of many positions at a time for them.
    """

    def __init__(self, ruleset: Ruleset[Position]) -> None:
        super().__init__(ruleset)
        self._compiled: CompiledOptions | None = self._call("compiled_options")
        self._compared = 0

    def options(self, position: Position, player: Player) -> list[Position]:
        if self._compiled is None:
            return super().options(position, player)
        require_time()
        options = self._compiled.options(position, player)
        if options is None:
            return super().options(position, player)
        if self._compared < COMPARED:
            self._compared += 1
            if set(options) != set(super().options(position, player)):
                raise RulesError(
                    f"{self.name}.compiled_options must give the options of the ruleset; it gives others for "
                    f"{self.describe(position)}"
                )
        return options

    @property
    def compared(self) -> CompiledOptions | None:
        """The compiled options, once as many of their lists were compared with the ruleset's as ever are."""
        return self._compiled if self._compared == COMPARED else None
