"""`ProofSession`: a play against a proof, in the terminal or over a pipe."""

from __future__ import annotations

from typing import cast

from gamekit.analysis.play.play import Play
from gamekit.analysis.play.proof_play import ProofPlay
from gamekit.analysis.verification.certificate_check import sentence
from gamekit.cli.play_session import COMMANDS, Command, Session
from gamekit.cli.reports import say
from gamekit.errors import InputError


class ProofSession(Session):
    """A play against a proof and its display."""

    @classmethod
    def of(cls, play: ProofPlay, *, hints: bool, values: bool) -> ProofSession:
        """Return the session of a play against a proof."""
        return cls(
            cast(Play, play), hints=hints, values=values
        )  # what it asks of a play, this one answers, too

    @property
    def commands(self) -> dict[str, Command]:
        return OF_PROOFS

    def run(self) -> None:
        certificate = _play(self).proof.certificate()
        for claim in certificate.claims:
            say(sentence(certificate, claim))  # a full stop might be taken for a square of the board
        super().run()

    def outlook_of_circle(self) -> str:
        return _sentence(self)


def _play(session: Session) -> ProofPlay:
    return cast(ProofPlay, session.play)


def _sentence(session: Session) -> str:
    play = _play(session)
    said = play.said(play.verdict)
    return f"{said[0].upper()}{said[1:]}."


def _why(session: Session) -> None:
    say(_sentence(session))


def _stop(session: Session) -> None:
    if not session.play.is_circling:
        raise InputError("stop is for play that has gone in a circle; resign or quit")
    session.end("stopped")
    session.is_done = True


OF_PROOFS = {
    **{name: command for name, command in COMMANDS.items() if name != "save"},
    "hint": Command(COMMANDS["hint"].action, "show a move that keeps what the proof claims"),
    "why": Command(_why, "say what the proof claims of the position"),
    "values": Command(
        COMMANDS["values"].action, "show or hide what the proof says of every move", "[on|off]"
    ),
    "history": Command(COMMANDS["history"].action, "list the moves played, with those that leave the proof"),
    "stop": Command(_stop, "end a play that goes in a circle"),
}
