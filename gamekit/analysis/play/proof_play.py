"""`ProofPlay`: a game played against a proof, which plays the side about which it makes a claim; `open_proof`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import attrs

from gamekit.analysis.play.course import Course, Reply, Turn
from gamekit.errors import InputError, UnknownStateError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Game
from gamekit.game.sentences import conjugated, it_is_over
from gamekit.game.values import FIRST, Value
from gamekit.solvers.proof.proof import Bounds, Proof
from gamekit.tables.certificate import Certificate, CertificateSide, open_certificate


def open_proof(
    folder: str | os.PathLike[str],
    *,
    game: Game[Any, Any] | None = None,
    leaves: Iterable[str | os.PathLike[str]] = (),
) -> Proof[Any, Any]:
    """Return the proof whose certificate was saved in a folder.

    Each block of the files is compared with its checksum; `check_certificate` also confirms the claims.

    Args:
        folder: the folder in which the certificate was saved.
        game: the game of the proof; needed only if it is neither registered nor imported.
        leaves: the folders of the tables on which the certificate rests.

    Raises:
        InputError: the folder is not a certificate, or belongs to another game or other rules; or the certificate rests
            on other tables.
        TableError: the certificate is damaged.

    >>> import tempfile, gamekit
    >>> from games.nim import Nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gamekit.prove(Nim(heaps=(1, 2))).save(folder)
    ...     proof = open_proof(folder)
    >>> print(proof, proof.move(proof.state))
    WIN for first (2, 1)
    """
    certificate, _ = open_certificate(folder, game=game, leaves=leaves)
    state = certificate.state
    least = {claim.player: claim.at_least for claim in certificate.claims}
    bounds = Bounds(least.get(0), -least[1] if 1 in least else None)
    parts = [
        (claim.player, positions, ranks, claim.kind)
        for claim, positions, ranks in zip(
            certificate.claims, certificate.positions, certificate.ranks, strict=True
        )
    ]
    statistics = certificate.statistics
    return Proof(
        game=certificate.game,
        state=state,
        bounds_of_state=bounds,
        value=_value(bounds, certificate.game.to_move(state), certificate),
        remoteness=None,
        stopped=None,
        backend=str(statistics.get("backend", "unknown")),
        nodes=int(statistics.get("nodes", 0)),
        seconds=float(statistics.get("seconds", 0)),
        extract=lambda wanted: [part[1:] for player, _ in wanted for part in parts if part[0] == player],
        bits=certificate.bits,
        leaves=certificate.leaves,
    )


def _value(bounds: Bounds, mover: int, certificate: Certificate) -> Value | None:
    """Return the value for the player to move; None if it is open, or if it may be either a tie or a draw.

    If each player gets a payoff of 0, the value is a tie if both claims say that play ends, and no table of
    leaves has states of endless play.
    """
    if bounds.lower is not None and bounds.lower > 0:
        return Value.WIN if mover == 0 else Value.LOSS
    if bounds.upper is not None and bounds.upper < 0:
        return Value.LOSS if mover == 0 else Value.WIN
    ends = all(claim.kind != "safe" for claim in certificate.claims)
    ends = ends and (certificate.leaves is None or not certificate.leaves.has_endless_play)
    return Value.TIE if bounds.lower == bounds.upper == 0 and ends else None


UNBOUNDED = Bounds()


@attrs.frozen(eq=False)
class ProofPlay(Course):
    """A game being played against a proof. It is immutable: every method returns a new play.

    The proof moves for the players about whom it makes a claim, and its claim holds whatever the others do. A proof has
    no best moves: of the moves that keep its claim, it plays one that ends the game soon.

    Attributes:
        proof: the proof of a state of the game.
        people: the indices of the players who are people.
        turns: the moves that were played.
        undone: the moves that were taken back, in the order in which they were played.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> play = ProofPlay.begin(gamekit.prove(Nim(heaps=(1, 2))), people=[1])
    >>> play.hint()
    'take 1 from a heap of 2: then first gets 1 or more, whatever the reply.'
    """

    proof: Proof[Any, Any]
    people: frozenset[int]
    turns: tuple[Turn, ...] = ()
    undone: tuple[Turn, ...] = ()

    @classmethod
    def begin(cls, proof: Proof[Any, Any], *, people: Iterable[int] | None = None) -> ProofPlay:
        """Return a play in which nothing has been played.

        Args:
            proof: the proof of the state in which play begins.
            people: the indices of the players who are people; by default, all players about whom the proof makes no
                claim, or the second one if it makes a claim about each.

        Raises:
            UnsupportedError: the proof has no claim about a player who is not a person.
        """
        players = range(len(proof.game.players))
        known = {claim.player for claim in proof.certificate().claims}
        if people is None:
            people = [player for player in players if player not in known] or list(players)[-1:]
        chosen = frozenset(people)
        for player in players:
            if player not in chosen and player not in known:
                name = proof.game.players[player]
                raise UnsupportedError(
                    f"the proof does not say how {name} plays: it has no claim about {name}; play that side yourself"
                )
        return cls(proof, chosen)

    @property
    def game(self) -> Game[Any, Any]:
        return self.proof.game

    @property
    def start(self) -> Any:
        """The state in which play began."""
        return self.proof.state

    @property
    def claims(self) -> tuple[CertificateSide, ...]:
        """The claims of the proof about the state in which play began."""
        return self.proof.certificate().claims

    @cached_property
    def verdict(self) -> Bounds:
        """The bounds that the proof gives for the state that play has reached; both None if it gives none."""
        return self._bounds(self.state)

    @cached_property
    def replies(self) -> list[Reply]:
        """The moves, each with the state it leads to and the bounds of the proof there; none if play is over."""
        rules = Rules(self.game)
        if rules.outcome(self.state) is not None:
            return []
        replies = []
        for move in rules.moves(self.state):
            child = self.game.apply(self.state, move)
            replies.append((move, child, self._bounds(child)))
        return replies

    def _bounds(self, state: Any) -> Bounds:
        try:
            return self.proof.bounds(state)
        except UnknownStateError:
            return UNBOUNDED

    @property
    def plies_left(self) -> None:
        """None: a proof does not record the plies that are left until a turn limit."""
        return None

    @property
    def is_circling(self) -> bool:
        """Whether play has returned to an earlier state."""
        return self.earlier is not None and not self.is_over

    def choice(self) -> Any:
        """Return the move that the proof plays.

        Raises:
            InputError: play is over, or the proof names no move here.
        """
        if self.is_over:
            raise InputError("play is over: there is no move to choose")
        try:
            return self.proof.move(self.state)
        except UnknownStateError as error:
            name, known = self.game.players[self.player], {claim.player for claim in self.claims}
            if self.player not in known:
                why = f"as it has no claim about {name}"
            elif self.verdict == UNBOUNDED:
                why = "which is not in the proof"
            else:  # it is there for what it says about the other player
                why = f"of which it only says that {self.bounds_in_words(self.verdict)}"
            raise InputError(f"the proof names no move in this state, {why}") from error

    def keeps(self, reply: Reply) -> bool:
        """Return whether a move keeps the payoff that the proof claims for the player who makes the move."""
        least = _least(reply[2], self.player)
        return least is not None and any(
            claim.player == self.player and least >= claim.at_least for claim in self.claims
        )

    def leaves_proof(self, turn: Turn) -> bool:
        """Return whether a move gave up the payoff that the proof gives the player who made it."""
        before, after = _least(turn.before, turn.player), _least(turn.after, turn.player)
        return before is not None and (after is None or after < before)

    # --- in words ---------------------------------------------------------------------------------------------

    def bounds_in_words(self, bounds: Bounds) -> str:
        """Return bounds as a sentence without a full stop."""
        first, *others = (conjugated(self.game, player, "gets") for player in self.game.players)
        if bounds == UNBOUNDED:
            return "the proof says nothing here"
        if bounds.lower == bounds.upper:
            return f"{first} {bounds.lower}"
        if bounds.upper is None:
            return f"{first} {bounds.lower} or more"
        if others and bounds.lower is None:
            return f"{others[0]} {-bounds.upper} or more"
        return f"{first} {'' if bounds.lower is None else f'{bounds.lower} to '}{bounds.upper} at most"

    def hint(self) -> str:
        """Return a sentence with a move that keeps the payoff that the proof claims for the player to move.

        Raises:
            InputError: play is over, or the proof names no move here.
        """
        move = self.choice()
        after = next(bounds for other, _, bounds in self.replies if other == move)
        return f"{self.format_move(move)}: then {self.bounds_in_words(after)}, whatever the reply."

    def outlook(self, reply: Reply) -> str:
        """Describe the bounds that the proof gives after a move, in a few words."""
        return "not in the proof" if reply[2] == UNBOUNDED else self.bounds_in_words(reply[2])

    def wins(self, reply: Reply) -> bool | None:
        """Return None, because the bounds of a proof are coloured in no way."""
        return None

    def ending(self, *, is_titled: bool = False) -> str:
        """Return a sentence about the end of the game, for a play that is over; `is_titled` is as in `it_is_over`."""
        payoff, how = Rules(self.game).outcome(self.state) or 0, self.game.ending(self.state)
        return it_is_over(self.game, payoff, how, is_titled=is_titled)

    def history(self, *, blunders_only: bool = False) -> list[str]:
        """Return a line for each move made: the bounds of the proof after it, and whether it leaves the proof."""
        lines = []
        for number, turn in enumerate(self.turns, start=1):
            left = self.leaves_proof(turn)
            if left or not blunders_only:
                note = " (which leaves the proof)" if left else ""
                move = self.game.format_move(turn.state, turn.move)
                player = self.game.players[turn.player]
                lines.append(f"{number}. {player} played {move}: {self.bounds_in_words(turn.after)}{note}")
        return lines


def _least(bounds: Bounds, player: int) -> int | None:
    """Return the least payoff that a player gets by bounds; None if the bounds leave it open."""
    return bounds.lower if player == FIRST else None if bounds.upper is None else -bounds.upper
