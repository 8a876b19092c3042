"""`TextTierFolder`: a folder of tiers that are solved with the plain rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.solution.store import Store
from gamekit.tables.saving import checked_text
from gamekit.tables.table_store import open_store
from gamekit.tables.tiers.files import folder_of
from gamekit.tables.tiers.folder import TierFolder


@attrs.define
class TextTierFolder(TierFolder):
    """Keeps the states of a tier as texts, as `format_state` returns them."""

    suffix = "json"

    def keep(self, tier: int, states: Iterable[Any]) -> None:
        """Keep the states of a tier until it is solved.

        Raises:
            InputError: the game does not read the text of a state back.
        """
        self.keep_content(tier, self._content_of(states), None)

    def states(self, tier: int) -> list[Any]:
        """Return the states of a tier that is not solved; none if none were kept."""
        return self._states_in(self.content(tier)) if tier in self.kept else []

    def array_of(self, seeds: dict[Any, None]) -> NDArray[np.uint8]:
        return np.frombuffer(self._content_of(seeds), dtype=np.uint8)

    def seeds_of(self, array: NDArray[np.uint8]) -> dict[Any, None]:
        return dict.fromkeys(self._states_in(array.tobytes()))

    def _content_of(self, states: Iterable[Any]) -> bytes:
        return json.dumps([checked_text(self.game, state) for state in states]).encode()

    def _states_in(self, content: bytes | bytearray) -> list[Any]:
        return [self.game.parse_state(text) for text in json.loads(content)]

    def finished(self, tier: int) -> Store:
        """Return the results of a tier."""
        return open_store(folder_of(self.path, tier), self.game, self.identity)
