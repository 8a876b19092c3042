"""`proof_position` and `proof_header`: a play against a proof and the proof, as a page shows them."""

from __future__ import annotations

from typing import Any

from gamekit.analysis.play.course import Reply
from gamekit.analysis.play.proof_play import ProofPlay
from gamekit.analysis.verification.certificate_check import sentence
from gamekit.errors import InputError
from gamekit.game.sentences import all_of, conjugated, counted, titled, with_titles
from gamekit.game.values import FIRST, Value
from gamekit.solvers.proof.proof import Bounds, Proof
from gamekit.web.views.header import about_game, facts
from gamekit.web.views.position import drawn


def proof_header(proof: Proof[Any, Any], name: str) -> dict[str, Any]:
    """Return the description of a proof, as `header` describes a solved game.

    It has no `edges`, and `states` is the number of positions of the certificate. Three entries are new:

    ```
    {
      "claims": the claims that are proved, a sentence each,
      "proved": the indices of the players whom the proof plays,
      "people": the indices of the players who are people at first
    }
    ```
    """
    game, certificate = proof.game, proof.certificate()
    play = ProofPlay.begin(proof)
    headline = _headline(play)
    positions = sum(claim.positions for claim in certificate.claims)
    claims = [sentence(certificate, claim) for claim in certificate.claims]
    return {
        **about_game(game, name),
        "headline": headline,
        "start": game.format_state(proof.state),
        "is_initial": proof.state == game.initial_state(),
        "states": positions,
        "edges": None,
        "size": counted(positions, "position"),
        "checked": all_of(positions, "position"),
        "facts": facts(game, *map(titled, claims), found=proof.seconds),
        "verified": None,
        "is_verified": False,
        "claims": claims,
        "proved": sorted({claim.player for claim in certificate.claims if claim.player < len(game.players)}),
        "people": sorted(play.people),
    }


def _headline(play: ProofPlay) -> str:
    """Return the proved result of the state in which play began, as briefly as possible."""
    proof, bounds = play.proof, play.proof.bounds_of_state
    if proof.value is Value.TIE:
        return "a tie"
    # whether more than 1 can be had is not known, or there is no more
    is_win = 1 in (bounds.lower, -(bounds.upper or 0))
    return (
        conjugated(play.game, proof.winner, "wins")
        if is_win and proof.winner
        else play.bounds_in_words(bounds)
    )


def proof_position(play: ProofPlay) -> dict[str, Any]:
    """Return the state that a play against a proof has reached, in the form of `position` for a solved game.

    There is no remoteness, because a proof knows none. Values are `"win"`, `"loss"`, and `"tie"` as far as the proof
    knows them. If it only knows a bound, the value is `"least"` or `"most"`, for "0 or more" and "0 at most" to the
    player to move, or `"level"` for a payoff of 0 that may be a tie or a draw. It is `"unknown"` if the proof says
    nothing. A move is `"best"` if it keeps the payoff that is proved for the player who makes it. `"choice"` is null if
    the proof names no move. `"left"` says whether the last move gave up such a payoff of the player who made it.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> play = ProofPlay.begin(gamekit.prove(Nim(heaps=(1, 2))), people=[0, 1])
    >>> view = proof_position(play)
    >>> view["headline"], [move["outlook"] for move in view["moves"]]
    ('First gets 1 or more', ['not in the proof', 'First gets 1 or more', 'not in the proof'])
    """
    bounds = play.verdict
    try:
        move = None if play.is_over else play.choice()
    except InputError:  # the proof names none
        move = None
    last = play.turns[-1] if play.turns else None
    return {
        **drawn(play, None, [_result(play, reply) for _, reply in play.moves]),
        "value": _value(bounds, play.player, play.is_over or play.proof.value is Value.TIE),
        "payoff": _payoff(bounds),
        "winner": None,
        "headline": with_titles(play.game, play.bounds_in_words(bounds)),
        "left": last is not None and play.leaves_proof(last),
        "choice": None if move is None else [reply[0] for _, reply in play.moves].index(move),
        "hint": None if move is None else with_titles(play.game, play.hint()),
    }


def _result(play: ProofPlay, reply: Reply) -> dict[str, Any]:
    _, child, bounds = reply
    ends = play.game.outcome(child) is not None or play.proof.value is Value.TIE
    return {
        "value": _value(bounds, play.player, ends),
        "payoff": _payoff(bounds),
        "outlook": with_titles(play.game, play.outlook(reply)),
        "best": play.keeps(reply),
    }


def _payoff(bounds: Bounds) -> int | None:
    return bounds.lower if bounds.lower == bounds.upper else None


def _value(bounds: Bounds, player: int, ends: bool) -> str:
    """Return the meaning of bounds for a player, in a word; `ends` is whether play is known to end."""
    lower, upper = bounds.lower, bounds.upper
    if player != FIRST:
        lower, upper = None if upper is None else -upper, None if lower is None else -lower
    if lower is not None and lower > 0:
        return "win"
    if upper is not None and upper < 0:
        return "loss"
    if lower == upper == 0:
        return "tie" if ends else "level"
    if lower is None and upper is None:
        return "unknown"
    return "least" if upper is None else "most"
