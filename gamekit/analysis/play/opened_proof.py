"""`open_proof`: a proof whose certificate was saved, to be asked for bounds and moves."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

from gamekit.game.protocol import Game
from gamekit.game.values import Value
from gamekit.solvers.proof.proof import Bounds, Proof
from gamekit.tables.certificate import Certificate, open_certificate


def open_proof(
    folder: str | os.PathLike[str],
    *,
    game: Game[Any, Any] | None = None,
    leaves: Iterable[str | os.PathLike[str]] = (),
) -> Proof[Any, Any]:
    """Return the proof whose certificate was saved in a folder.

    Each block of the files is compared with its checksum; `check_certificate` also confirms the claims.

    Args:
        folder: in which the certificate was saved.
        game: its game; needed only if that is neither registered nor imported.
        leaves: the folders of the tables that it rests on.

    Raises:
        InputError: the folder is not a certificate, or of another game or other rules, or rests on other tables.
        TableError: it is damaged.

    >>> import tempfile, gamekit
    >>> from games.nim import Nim
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gamekit.prove(Nim(heaps=(1, 2))).save(folder)
    ...     proof = open_proof(folder)
    >>> print(proof, proof.move(proof.state))
    WIN for first (2, 1)
    """
    certificate, _ = open_certificate(folder, game=game, leaves=leaves)
    return proof_of(certificate)


def proof_of(certificate: Certificate) -> Proof[Any, Any]:
    """Return a proof that says what the claims of a certificate do."""
    game, state = certificate.game, certificate.state
    bounds = Bounds()
    for claim in certificate.claims:
        lower, upper = (
            (claim.at_least, bounds.upper) if claim.player == 0 else (bounds.lower, -claim.at_least)
        )
        bounds = Bounds(lower, upper)
    parts = [
        (claim.player, positions, ranks, claim.kind)
        for claim, positions, ranks in zip(
            certificate.claims, certificate.positions, certificate.ranks, strict=True
        )
    ]
    statistics = certificate.statistics
    return Proof(
        game=game,
        state=state,
        bounds_of_state=bounds,
        value=_value(bounds, game.to_move(state), certificate),
        remoteness=None,
        stopped=None,
        backend=str(statistics.get("backend", "unknown")),
        nodes=int(statistics.get("nodes", 0)),
        nodes_of_trial=int(statistics.get("nodes_of_trial", 0)),
        seconds=float(statistics.get("seconds", 0)),
        extract=lambda wanted: [part[1:] for player, _ in wanted for part in parts if part[0] == player],
        bits=certificate.bits,
        leaves=certificate.leaves,
    )


def _value(bounds: Bounds, mover: int, certificate: Certificate) -> Value | None:
    """Return the value to the player to move; None if it is open, or a certificate cannot tell a tie from a draw.

    Where each player gets a payoff of 0, that is a tie if both claims say that play ends, and leaves do not say that it
    may not.
    """
    if bounds.lower is not None and bounds.lower > 0:
        return Value.WIN if mover == 0 else Value.LOSS
    if bounds.upper is not None and bounds.upper < 0:
        return Value.LOSS if mover == 0 else Value.WIN
    ends = all(claim.kind != "safe" for claim in certificate.claims)
    ends = ends and (certificate.leaves is None or not certificate.leaves.has_endless_play)
    return Value.TIE if bounds.lower == bounds.upper == 0 and ends else None
