"""`TextTierFolder`: a folder of tiers that are solved with the plain rules."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import attrs

from gamekit.solution.store import Store
from gamekit.tables.opening import open_store
from gamekit.tables.saving import checked_text
from gamekit.tables.tier_folder import TierFolder, folder_of


@attrs.define
class TextTierFolder(TierFolder):
    """Keeps the states of a tier as texts, as `format_state` returns them."""

    suffix = "json"

    def keep(self, tier: int, states: Iterable[Any]) -> None:
        """Keep the states of a tier until it is solved.

        Raises:
            InputError: the game does not read the text of a state back.
        """
        texts = [checked_text(self.game, state) for state in states]
        self.keep_content(tier, json.dumps(texts).encode(), None)

    def states(self, tier: int) -> list[Any]:
        """Return the states of a tier that is not solved; none if none were kept."""
        texts = json.loads(self.content(tier)) if tier in self.kept else []
        return [self.game.parse_state(text) for text in texts]

    def finished(self, tier: int) -> Store:
        """Return the results of a tier."""
        return open_store(folder_of(self.path, tier), self.game, self.identity)
