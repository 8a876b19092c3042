"""`ClaimExtraction`: what proves the claims of a proof, by the method that their bounds were found with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import numpy as np

from gamekit.errors import LimitError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import names_tiers, states_progress
from gamekit.solvers.proof.extraction import CirclesError, Extraction
from gamekit.solvers.proof.found import Found
from gamekit.solvers.proof.search import MOST_PLIES, SearchLimits
from gamekit.tables.certificate import Kind, claim_kind, no_ranks

Part = tuple[Any, Any, Kind]
"""Positions, their ranks, and the kind of the claim."""


@attrs.frozen
class ClaimExtraction:
    """The extraction of claims from the search that has found them.

    Attributes:
        rules: of the game, with its leaves.
        state: that the claims are about.
        search: that has found them.
        root: the state, as the search sees it.
        who: is to move there, as the search sees it.
        mover: who that is among the players of the game.
        bits: of a code; None if positions are states.
        found: the bounds.
        work: a folder for positions that do not fit into memory; None for a temporary one.
    """

    rules: Rules[Any, Any]
    state: Any
    search: Any
    root: Any
    who: int
    mover: int
    bits: int | None
    found: Found
    work: Path | None

    def __call__(self, wanted: list[tuple[int, int]]) -> list[Part]:
        """Return what proves claims, each a player and a payoff; to be called once, as the search then forgets all."""
        # the limits were those of the search
        self.search.limits = SearchLimits(progress=self.search.limits.progress)
        parts = [self._part(*claim) for claim in wanted]
        self.search.forget()
        return parts

    def _part(self, player: int, at_least: int) -> Part:
        kind: Kind = claim_kind(self.rules.game, player, at_least)
        theirs = self.who if self.mover == player else 1 - self.who
        if self.rules.outcome(self.state) is not None:
            return [], no_ranks(0), kind
        if self.found.is_closed and kind == "safe":
            assert self.found.closed is not None
            positions = self.found.closed.positions(self.root, self.who, theirs, at_least)
            return self._of_search(dict.fromkeys(positions, 0), kind)
        plies = self.found.plies
        try:
            if self.bits is not None and plies is None:
                from gamekit.solvers.proof.compiled_extraction import extract_compiled

                return extract_compiled(self.search, self.root, self.who, theirs, at_least, kind, self.work)
            by_state = self.bits is None and plies is None
            tier = self.rules.tier if by_state and names_tiers(self.rules.game) else None
            rules = self.rules if by_state and states_progress(self.rules.game) else None
            extraction = Extraction(self.search, theirs, at_least, plies)
            return self._of_search(*extraction.positions(self.root, self.who, kind, tier, rules))
        except CirclesError:
            # the bound is true, but the table does not say by which moves play comes nearer to the end
            extraction = Extraction(self.search, theirs, at_least, self._plies_needed(theirs, at_least))
            ranks, _ = extraction.positions(self.root, self.who, kind)
            return self._of_search(ranks, kind)

    def _of_search(self, ranks: dict[Any, int], kind: Kind) -> Part:
        """Return positions with their ranks as certificates hold them."""
        if self.bits is None:
            return list(ranks), np.fromiter(ranks.values(), dtype=np.int64, count=len(ranks)), kind
        codes = np.array(sorted(ranks), dtype=np.int64)
        return codes, np.array([ranks[code] for code in codes.tolist()], dtype=np.int64), kind

    def _plies_needed(self, player: int, at_least: int) -> int:
        """Return within how many plies a player forces such an end.

        Raises:
            LimitError: it takes more than are looked for.
        """
        for plies in range(MOST_PLIES + 1):
            if self.search.within(self.root, self.who, player, at_least, plies):
                return plies
        raise LimitError(f"no certificate could be extracted: the end is more than {MOST_PLIES} plies away")
