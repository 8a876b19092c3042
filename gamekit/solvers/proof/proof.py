"""`Proof`: the known bounds on the value of one state, and the certificate that shows them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Final, Generic

import attrs
import numpy as np

from gamekit.errors import InputError, UnknownStateError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Game, Move, State
from gamekit.game.sentences import winner_at
from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.tables.certificate import Certificate, CertificateSide, Kind
from gamekit.tables.leaves import Leaves, rules_with

SOLUTION_ONLY: Final = {
    "best_moves": "best moves",
    "counts": "counts of values",
    "longest": "longest win",
    "loops": "loops",
    "states": "list of states",
}
"""The names that messages use for attributes of solutions that proofs lack, where these differ from the attributes'."""


@attrs.frozen
class Bounds:
    """The payoffs to the first player between which the value of a state lies; None for an unknown bound."""

    lower: int | None = None
    upper: int | None = None

    @property
    def is_unknown(self) -> bool:
        """Whether no bound is known."""
        return self.lower is None and self.upper is None

    def __str__(self) -> str:
        if self.lower == self.upper:
            return "unknown" if self.lower is None else str(self.lower)
        if self.lower is None:
            return f"at most {self.upper}"
        return f"at least {self.lower}" if self.upper is None else f"{self.lower} to {self.upper}"


@attrs.frozen(eq=False, kw_only=True)
class Proof(Generic[State, Move]):
    """Bounds on the value of one state, found by search.

    Attributes:
        game: the rules.
        state: the state whose value is bounded.
        bounds_of_state: the bounds on the value of the state.
        value: the value of the state for the player to move; None if the bounds leave it open.
        remoteness: the number of plies within which the win can be forced, if the search counted plies and met no end
            that pays more than 1; None if it is not known to be exact, or if the game counts to conversions.
        stopped: the reason why the search ended before it had a result; None if it had one.
        backend: the rules with which the search was made: "plain" or "compiled".
        nodes: the number of positions that were expanded.
        seconds: the time that the search took, in seconds.
        extract: a function that returns, for each player and payoff, the codes or states of the positions, their ranks,
            and the kind of the claim; it can be called only once.
        bits: the number of bits of a code; None if positions are states.
        leaves: the tables whose states count as ends; None for none.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> proof = gamekit.prove(Nim(heaps=(1, 2)))
    >>> print(proof)
    WIN in 3 for first
    >>> proof.move(proof.state)
    (2, 1)
    """

    game: Game[State, Move]
    state: State
    bounds_of_state: Bounds
    value: Value | None
    remoteness: int | None
    stopped: str | None
    backend: str
    nodes: int
    seconds: float
    extract: Callable[[list[tuple[int, int]]], list[tuple[Any, Any, Kind]]] = attrs.field(repr=False)
    bits: int | None
    leaves: Leaves | None = attrs.field(default=None, repr=False)

    @property
    def player(self) -> str:
        """The name of the player to move."""
        return self.game.players[self.game.to_move(self.state)]

    @property
    def winner(self) -> str | None:
        """The name of the player who wins; None if it is not proved that a player wins."""
        bounds = self.bounds_of_state
        if bounds.lower is not None and bounds.lower > 0:
            return winner_at(self.game, bounds.lower)
        return None if bounds.upper is None else winner_at(self.game, min(bounds.upper, 0))

    def __str__(self) -> str:
        if self.value is None:
            bounds = self.bounds_of_state
            if bounds.lower == bounds.upper == 0:
                return f"TIE or DRAW for {self.player}"
            return f"UNKNOWN for {self.player}" + ("" if bounds == Bounds() else f", payoff {bounds}")
        plies = "" if self.remoteness is None else f" in {self.remoteness}"
        return f"{self.value.name}{plies} for {self.player}"

    def certificate(self) -> Certificate:
        """Return the certificate of the bounds; the first call extracts it from the memory of the search.

        Raises:
            UnsupportedError: there are no bounds.
            LimitError: the certificate cannot be extracted.
        """
        return self._extracted

    @cached_property
    def _extracted(self) -> Certificate:
        bounds = self.bounds_of_state
        wanted = [(0, bounds.lower)] if bounds.lower is not None else []
        wanted += [(1, -bounds.upper)] if bounds.upper is not None else []
        if not wanted:
            raise UnsupportedError("there is no certificate, because no bound was proved")
        claims, positions, ranks = [], [], []
        for (player, at_least), (own_positions, own_ranks, kind) in zip(
            wanted, self.extract(wanted), strict=True
        ):
            claims.append(CertificateSide(player, at_least, kind, len(own_positions)))
            positions.append(own_positions)
            ranks.append(own_ranks)
        statistics = {
            "backend": self.backend,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
        }
        columns = tuple(claims), tuple(positions), tuple(ranks)
        return Certificate(self.game, self.state, *columns, self.bits, statistics, self.leaves)

    def bounds(self, state: State) -> Bounds:
        """Return the bounds that the certificate gives for one of its positions, or for a state one move before one.

        Raises:
            UnknownStateError: the certificate gives no bound for this state, or this is not a state of the game.
        """
        if self._rules.start(state, "this") == self._rules.canonical(self.state):
            return self.bounds_of_state
        payoff = self._rules.outcome(state)
        if payoff is not None:
            return Bounds(payoff, payoff)
        certificate = self.certificate()
        bounds = Bounds()
        for number, claim in enumerate(certificate.claims):
            is_other = self._rules.mover(state) != claim.player
            found_there = self._rank(number, state) if is_other else self._reply(number, state)
            if found_there is not None:
                bound = claim.at_least if claim.player == 0 else -claim.at_least
                bounds = attrs.evolve(bounds, **{"lower" if claim.player == 0 else "upper": bound})
        if bounds == Bounds():
            raise UnknownStateError(
                f"the proof says nothing about {self._rules.in_brief(state)}; prove it with gamekit.prove(game, state)"
            )
        return bounds

    def move(self, state: State) -> Move:
        """Return a move by which the player to move gets what the certificate claims for that player.

        At a leaf, it is a best move.

        Raises:
            UnknownStateError: the certificate names no move in this state, or this is not a state of the game.
        """
        self._rules.start(state, "this")
        if self._rules.outcome(state) is None:
            mover = self._rules.mover(state)
            for number, claim in enumerate(self.certificate().claims):
                if claim.player == mover and (reply := self._reply(number, state)) is not None:
                    return reply[0]
        elif self.leaves is not None and Rules(self.game).outcome(state) is None:
            found_move: Move = self.leaves.best_move(state)
            return found_move
        raise UnknownStateError(f"the proof names no move in {self._rules.in_brief(state)}")

    def line(self) -> list[Move]:
        """Return one play through the certificate, as far as it leads; it shows the proof, not best play.

        The line stops at a state whose value a leaf gives. The player of a claim moves as the certificate says; the
        other makes the first move that the rules list.
        """
        moves: list[Move] = []
        state, seen = self.state, set()
        while self._rules.outcome(state) is None and state not in seen:
            seen.add(state)
            try:
                move = self.move(state)
            except UnknownStateError:
                move = self._rules.moves(state)[0]
            moves.append(move)
            state = self.game.apply(state, move)
        return moves

    @property
    def _rules(self) -> Rules[State, Move]:
        return rules_with(self.game, self.leaves)

    @cached_property
    def _ranks_of_states(self) -> list[dict[State, int]]:
        """The ranks of the positions of each claim, by position, if positions are states."""
        certificate = self.certificate()
        return [
            dict(zip(*pairs, strict=True))
            for pairs in zip(certificate.positions, certificate.ranks, strict=True)
        ]

    def _rank(self, number: int, state: Any) -> int | None:
        """Return the rank of a state among the positions of a claim; None if the state is none of them."""
        certificate, game = self.certificate(), self.game
        positions, ranks = certificate.positions[number], certificate.ranks[number]
        if self.bits is None:
            rank = self._ranks_of_states[number].get(self._rules.canonical(state))
            return None if rank is None else int(rank)
        code = game.encode(state)  # type: ignore[attr-defined]
        place = int(np.searchsorted(positions, code))
        return int(ranks[place]) if place < len(positions) and positions[place] == code else None

    def _reply(self, number: int, state: Any) -> tuple[Move, int] | None:
        """Return the move of a claim's player that leads to the position of least rank, and that rank."""
        rules, claim = self._rules, self.certificate().claims[number]
        views_mover = self.bits is not None and "movers_view" not in self.game.not_supplied
        if rules.outcome(state) is not None or rules.mover(state) != claim.player:
            return None
        best: tuple[Move, int] | None = None
        for move in rules.moves(state):
            child = self.game.apply(state, move)
            payoff = rules.outcome(child)
            rank: int | None
            if payoff is not None:
                rank = -1 if (payoff if claim.player == 0 else -payoff) >= claim.at_least else None
            else:
                stays = rules.mover(child) == claim.player
                rank = None if stays and views_mover else self._rank(number, child)
            if rank is not None and (best is None or rank < best[1]):
                best = move, rank
        return best

    def __getattr__(self, name: str) -> Any:
        """Raise an error for an attribute of solutions that needs the values of all states; the message says so."""
        if name in SOLUTION_ONLY or (not name.startswith("_") and hasattr(Solution, name)):
            what = f"no {SOLUTION_ONLY[name]}" if name in SOLUTION_ONLY else f"has no {name!r}"
            raise UnsupportedError(
                f"a proof knows bounds of some states only, and {what}; gamekit.solve finds the values of all"
            )
        raise AttributeError(f"a proof has no attribute {name!r}")

    def save(self, folder: Any) -> None:
        """Write the certificate to a folder, as `Certificate.save` does.

        Raises:
            InputError: the folder exists already or cannot be written, or no bound was proved.
            LimitError: the disk is too small, or the certificate cannot be extracted.
        """
        if self.bounds_of_state == Bounds():
            raise InputError("there is nothing to save, because no bound was proved")
        self.certificate().save(folder)
