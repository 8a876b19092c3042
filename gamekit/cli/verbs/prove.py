"""`gamekit prove`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report, row_lines
from gamekit.cli.subject import Subject, game_command
from gamekit.errors import GamekitError, InputError, LimitError

if TYPE_CHECKING:
    from gamekit.analysis.verification.certificate_check import CertificateReport
    from gamekit.solvers.proof.proof import Proof


@game_command()
@shared.state_option
@click.option(
    "--at-least",
    type=int,
    metavar="PAYOFF",
    help="Ask only whether the player to move gets this payoff or more. The default is to find out who wins.",
)
@click.option(
    "--exact",
    is_flag=True,
    help="Find the payoff itself, for games in which ends pay more or less. The default does not rule out payoffs "
    "above all that the search has met.",
)
@shared.solve_option("backend")
@shared.solve_option(
    "memory",
    "How much memory the table of positions may take, such as 2GiB. The default is 1 GiB, or a quarter of the "
    "machine's memory if that is less.",
)
@shared.solve_option("threads")
@shared.solve_option(
    "device",
    "What searches: this processor (cpu, auto). A graphics card (cuda) is refused, because each position to expand "
    "depends on those before; it can solve the tables of --leaves.",
)
@click.option(
    "--seconds", type=shared.MORE_THAN_ZERO, help="Stop with exit status 3 after this many seconds."
)
@click.option(
    "--max-nodes", type=shared.POSITIVE, help="Stop with exit status 3 after expanding this many positions."
)
@shared.solve_option(
    "work",
    "Keep the search in DIR. If a limit is reached or the process is killed, the same command continues it.",
)
@shared.leaves_option
@click.option("--verify/--no-verify", default=True, help="Extract the certificate and check it by the rules.")
@click.option(
    "--save",
    "folder",
    metavar="DIR",
    type=shared.FOLDER,
    help="Save the certificate in DIR, for gamekit verify. With --work, that is done once the search has its answer.",
)
@shared.json_option
def prove(
    subject: Subject,
    state_text: str | None,
    at_least: int | None,
    work: Path | None,
    verify: bool,
    folder: Path | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Prove who wins GAME from a state, with a certificate.

    The answer comes with a certificate: a set of positions from which the rules alone show that it is right. If play
    can go in circles, the answer does not distinguish a tie from a draw. If a limit is reached, the bounds so far are
    printed, and the exit status is 3.

    \b
    gamekit prove connect-four --save four.proof
    gamekit verify four.proof
    gamekit prove kalah --at-least 1
    gamekit prove connect-four -p scored=true --exact
    """
    from gamekit.solvers.proof.prove import prove as prove_game
    from gamekit.solvers.solve_from_text import read_state

    if folder is not None and work is not None and folder.absolute() == work.absolute():
        raise click.UsageError(f"--save and --work must be different folders; both are {folder}")
    if folder is not None:
        from gamekit.tables.writing import check_target

        check_target(folder)
    game, state = subject.loaded()
    if state_text is not None:
        state = read_state(game, state_text)
    with ProgressBar() as progress:
        proof = prove_game(game, state, at_least=at_least, work=work, progress=progress, **options)
        goes_on = work is not None and proof.stopped is not None
        certified = _certify(proof, progress, verify=verify, folder=None if goes_on else folder)
    print_report(
        _as_dict(proof, subject.name, certified),
        _for_people(proof, subject.name, at_least, certified),
        as_json=as_json,
        ok=certified.report is None or certified.report.ok,
    )
    if proof.stopped is not None:
        again = ""
        if work is not None:
            again = f"; run the same command again to resume in {work}"
            again += "" if folder is None else f", and to save {folder} once it has the answer"
        raise LimitError(f"the search stopped before an answer: {proof.stopped}{again}")
    if certified.lacking is not None:
        raise certified.lacking


@attrs.define
class _Certified:
    """The check and the folder of a certificate.

    Attributes:
        is_asked: whether the certificate was to be checked.
        report: the report of the check; None if the certificate was not checked.
        saved: the folder in which the certificate was saved; None if it was not.
        lacking: the reason why there is no certificate, or why it was not saved; None if nothing is missing.
    """

    is_asked: bool
    report: CertificateReport | None = None
    saved: str | None = None
    lacking: GamekitError | None = None


def _certify(
    proof: Proof[Any, Any], progress: ProgressBar, *, verify: bool, folder: Path | None
) -> _Certified:
    """Extract the certificate of a proof, check it and save it, as far as these are asked for and can be done."""
    certified = _Certified(verify)
    if proof.bounds_of_state.is_unknown or not (verify or folder is not None):
        return certified
    progress("extracting the certificate", 0, None)
    try:
        certificate = proof.certificate()
        if verify:
            from gamekit.analysis.verification.certificate_check import check_certificate

            certified.report = check_certificate(certificate, progress=progress)
        if folder is not None and (certified.report is None or certified.report.ok):
            proof.save(folder)
            certified.saved = str(folder)
    except (InputError, LimitError) as error:  # the answer is found, and printed first
        certified.lacking = error
    return certified


def _as_dict(proof: Proof[Any, Any], name: str, certified: _Certified) -> dict[str, Any]:
    from gamekit.game.parameters import unstructure

    report = certified.report
    return {
        "game": name,
        "parameters": unstructure(proof.game),
        "state": proof.game.format_state(proof.state),
        "to_move": proof.player,
        "value": None if proof.value is None else proof.value.value,
        "winner": proof.winner,
        "lower": proof.bounds_of_state.lower,
        "upper": proof.bounds_of_state.upper,
        "remoteness": proof.remoteness,
        "stopped": proof.stopped,
        "backend": proof.backend,
        "nodes": proof.nodes,
        "seconds": round(proof.seconds, 3),
        "claims": [] if report is None else list(report.claims),
        "positions": None if report is None else report.checked,
        "verified": None if report is None else report.ok,
        "leaves": [] if proof.leaves is None else [table.name for table in proof.leaves.tables],
        "certificate": certified.saved,
        "lacking": None if certified.lacking is None else str(certified.lacking),
    }


def _for_people(
    proof: Proof[Any, Any], name: str, at_least: int | None, certified: _Certified
) -> Iterator[str]:
    report = certified.report
    bound = at_least if proof.stopped is None else None
    is_bounded = not proof.bounds_of_state.is_unknown
    unverified = f"not verified, {'because there is no certificate' if certified.is_asked else 'as asked'}"
    yield f"{name}: {_headline(proof) if bound is None else _answer(proof, bound)}"
    yield ""
    yield from row_lines(
        {
            "state": proof.game.format_state(proof.state),
            "value": str(proof) if bound is None or proof.value is not None else None,
            "payoff": f"{proof.bounds_of_state} to {proof.game.players[0]}",
            "nodes": f"{proof.nodes:,} expanded by the {proof.backend} rules; {proof.seconds:.1f} s in all",
            "claims": None if report is None else "; ".join(report.claims),
            "certificate": certified.saved,
            "proof": str(report) if report else unverified if is_bounded else None,
        }
    )


def _answer(proof: Proof[Any, Any], at_least: int) -> str:
    """Return, as a sentence, whether the player to move gets a payoff, once the search has found that out."""
    from gamekit.game.sentences import conjugated

    bounds, is_first = proof.bounds_of_state, proof.player == proof.game.players[0]
    least = bounds.lower if is_first else None if bounds.upper is None else -bounds.upper
    if least is not None and least >= at_least:
        return f"yes, {conjugated(proof.game, proof.player, 'gets')} {at_least} or more"
    return f"no, {proof.player} cannot be sure of {at_least} or more"


def _headline(proof: Proof[Any, Any]) -> str:
    from gamekit.game.sentences import conjugated, counted

    if proof.winner is not None:
        plies = "" if proof.remoteness is None else f" in {counted(proof.remoteness, 'ply', 'plies')}"
        return f"{conjugated(proof.game, proof.winner, 'wins')}{plies}"
    if len(proof.game.players) == 1 and proof.value is not None and proof.value.value == "loss":
        return f"{proof.player} cannot win"
    if proof.value is not None:
        return "nobody wins: a tie"
    bounds = proof.bounds_of_state
    if bounds.lower == bounds.upper == 0:
        return "nobody can force a win: a tie or a draw"
    return "unknown" if bounds.is_unknown else f"the payoff to {proof.game.players[0]} is {bounds}"
