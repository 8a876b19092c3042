"""Certificates from a search: the positions that a player needs to get the payoff that a claim states.

These are the positions in which the other player is to move, and those to which the player moves and is to move again.
From any other position, one move leads to one of these. Results that the search has forgotten are searched again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import attrs
import numpy as np

from gamekit.errors import LimitError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import names_tiers, states_progress
from gamekit.solvers.proof.resumable_search import Findings
from gamekit.solvers.proof.search import MOST_PLIES, CirclesError, RepetitionError, Search, SearchLimits
from gamekit.tables.certificate import Kind, claim_kind, no_ranks


@attrs.define
class Extraction:
    """The extraction of one claim, position by position.

    Attributes:
        search: the search that has decided the claim.
        player: the index of the player of the claim.
        at_least: the payoff that the claim says this player gets at least.
        plies: the number of plies within which the player forces that; None if the search had no limit of plies.
    """

    search: Search
    player: int
    at_least: int
    plies: int | None = None
    # a position is known by whether the player is to move there, too: in the mover's view that is not in its code
    _kept: dict[tuple[Any, bool], list[tuple[Any, bool]]] = attrs.field(factory=dict, init=False)
    _replies: dict[Any, list[tuple[Any, bool]]] = attrs.field(factory=dict, init=False)

    def positions(
        self,
        root: Any,
        who: int,
        kind: Kind,
        tier: Callable[[Any], int] | None = None,
        rules: Rules[Any, Any] | None = None,
    ) -> tuple[dict[Any, int], Kind]:
        """Return the positions of the certificate, each with its rank, and the kind of the claim.

        The rank of a position is higher than that of any position to which it leads; it is 0 if no rank is needed. If
        plies were counted, it is the number of plies within which the end is forced, so it falls with each ply.

        The kind is `kind` unless tiers or progress, if there are any, show that play ends.
        """
        plies = self._collect(root, who)
        if rules is not None:
            self._check_progress(rules)
            return {position: 0 for position, _ in self._kept}, "progress"
        way = None if tier is None else self._way(tier)
        if way is None and kind == "reach":
            return plies if self.plies is not None else self._ranked(), kind
        return {position: 0 for position, _ in self._kept}, way or kind

    def _check_progress(self, rules: Rules[Any, Any]) -> None:
        """Refuse a step after which progress is not higher than before."""
        progress = cache(rules.progress)
        steps = chain(((key[0], after) for key, after in self._kept.items()), self._replies.items())
        for position, children in steps:
            for child, _ in children:
                if progress(child) <= progress(position):
                    rules.check_progress(position, child)

    def _way(self, tier: Callable[[Any], int]) -> Kind | None:
        """Return "rise" if every step leads to a higher tier, "fall" if every step leads to a lower one, else None."""
        tiers = {key: tier(key[0]) for key in self._kept}
        steps = {tiers[after] - tiers[key] for key in self._kept for after in self._after(key)}
        if all(step > 0 for step in steps):
            return "rise"
        return "fall" if all(step < 0 for step in steps) else None

    def _collect(self, root: Any, who: int) -> dict[Any, int]:
        """Find the certificate's positions and those to which each leads; return the plies left, or 0 if uncounted."""
        waiting = [(root, who, who != self.player, self.plies or 0)]
        least: dict[tuple[Any, bool, bool], int] = {}
        while waiting:
            position, mover, is_kept, left = waiting.pop()
            key = position, mover == self.player, is_kept
            if least.get(key, left + 1) <= left:
                continue
            least[key] = left
            children = (
                self._forced(position, mover) if mover != self.player else self._reply(position, mover, left)
            )
            for child, other in children:
                after = 0 if self.plies is None else left - 1
                waiting.append((child, other, mover == self.player or other != self.player, after))
            if is_kept:
                self._kept[key[:2]] = [(child, other == self.player) for child, other in children]
            if mover == self.player:
                self._replies[position] = [(child, other == self.player) for child, other in children]
        return {position: left for (position, _, is_kept), left in least.items() if is_kept}

    def _forced(self, position: Any, mover: int) -> list[tuple[Any, int]]:
        return [
            (child, other) for child, other, payoff in self.search.children(position, mover) if payoff is None
        ]

    def _reply(self, position: Any, mover: int, left: int) -> list[tuple[Any, int]]:
        """Return a list of the successor that the player chooses; an empty list if that is an end."""
        children = self.search.children(position, mover)
        sign = 1 if self.player == 0 else -1
        if any(payoff is not None and sign * payoff >= self.at_least for _, _, payoff in children):
            return []
        rest = [(child, other) for child, other, payoff in children if payoff is None]
        if self.plies is None:
            rest.sort(key=lambda pair: (pair[0], pair[1] == self.player) not in self._kept)
        for child, other in rest:
            if self._holds(child, other, left - 1):
                return [(child, other)]
        raise CirclesError

    def _holds(self, position: Any, who: int, left: int) -> bool:
        if self.plies is not None:
            return self.search.within(position, who, self.player, self.at_least, left)
        try:
            if who == self.player:
                return self.search.bound(position, who, self.at_least) >= self.at_least
            return self.search.bound(position, who, 1 - self.at_least) <= -self.at_least
        except RepetitionError:
            raise CirclesError from None

    def _after(self, key: tuple[Any, bool]) -> Iterator[tuple[Any, bool]]:
        """Yield the positions of the certificate to which one of its positions leads, by one ply or two."""
        for child in self._kept[key]:
            if child in self._kept:
                yield child
            else:
                yield from self._replies[child[0]]

    def _ranked(self) -> dict[Any, int]:
        ranks: dict[tuple[Any, bool], int] = {}
        for start in self._kept:
            path, on_path = [(start, list(self._after(start)))], {start}
            while path:
                position, after = path[-1]
                target = next((other for other in after if other not in ranks), None)
                if target in on_path:
                    raise CirclesError
                if target is not None:
                    on_path.add(target)
                    path.append((target, list(self._after(target))))
                    continue
                ranks.setdefault(position, max((ranks[other] + 1 for other in after), default=0))
                on_path.discard(position)
                path.pop()
        return {position: rank for (position, _), rank in ranks.items()}


Part = tuple[Any, Any, Kind]
"""Positions, their ranks, and the kind of the claim."""


@attrs.frozen
class ClaimExtraction:
    """The extraction of claims from the search that has found them.

    Attributes:
        rules: the rules of the game, with its leaves.
        state: the state that the claims are about.
        search: the search that has decided the claims.
        root: the state, as the search sees it.
        who: the player to move there, as the search sees it.
        mover: the index of that player among the players of the game.
        bits: the number of bits of a code; None if positions are states.
        findings: the bounds that the search has found.
        work: a folder for positions that do not fit into memory; None for a temporary one.
    """

    rules: Rules[Any, Any]
    state: Any
    search: Any
    root: Any
    who: int
    mover: int
    bits: int | None
    findings: Findings
    work: Path | None

    def __call__(self, wanted: list[tuple[int, int]]) -> list[Part]:
        """Return the proof of each claim, a player and a payoff; call this only once: the search then forgets all."""
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
        if self.findings.is_closed and kind == "safe":
            assert self.findings.closed is not None
            positions = self.findings.closed.positions(self.root, self.who, theirs, at_least)
            return self._of_search(dict.fromkeys(positions, 0), kind)
        plies = self.findings.plies
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
        if self.bits is None:
            return list(ranks), np.fromiter(ranks.values(), dtype=np.int64, count=len(ranks)), kind
        codes = np.array(sorted(ranks), dtype=np.int64)
        return codes, np.array([ranks[code] for code in codes.tolist()], dtype=np.int64), kind

    def _plies_needed(self, player: int, at_least: int) -> int:
        """Return the least number of plies within which a player forces an end that pays `at_least` or more."""
        for plies in range(MOST_PLIES + 1):
            if self.search.within(self.root, self.who, player, at_least, plies):
                return plies
        raise LimitError(f"no certificate could be extracted: the end is more than {MOST_PLIES} plies away")
