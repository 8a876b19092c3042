"""What the verbs share that find claims: their options, the check in time, what is printed, and the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs
import click

from gamekit.cli.options import MORE_THAN_ZERO, brief_option, json_option, refuse_with
from gamekit.cli.outputs import check_output, force_option
from gamekit.cli.reports import print_report
from gamekit.errors import LimitError

if TYPE_CHECKING:
    from gamekit.cgt.proof_report import ProofReport

Command = TypeVar("Command", bound=Callable[..., Any])


def claim_options(what: str, stops: str = "", brief: str = "") -> Callable[[Command], Command]:
    """Return a decorator that adds --seconds, --save, --force, --no-verify, --json and, with a help, --brief.

    Args:
        what: what is found, saved and verified.
        stops: what else the limit of time does, after a semicolon.
        brief: the help of --brief.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def checked(**arguments: Any) -> Any:
            if arguments["as_json"]:
                refuse_with("--json", "is_brief")
            check_output(arguments["target"], force=arguments["force"])
            return command(**arguments)

        run = cast(Command, checked)
        for option in (
            json_option,
            force_option,
            click.option(
                "--no-verify", is_flag=True, help=f"Do not check {what} with the independent checker."
            ),
            click.option(
                "--save",
                "target",
                metavar="FILE",
                help=f"Save {what} with its proof; `gamekit verify FILE` checks it again.",
            ),
            click.option(
                "--seconds",
                type=MORE_THAN_ZERO,
                default=60,
                help=f"Stop with exit status 3 after this many seconds{stops}. The check of the proof has as many "
                "again.",
            ),
        ):
            run = option(run)
        return brief_option(brief)(run) if brief else run

    return add


@attrs.frozen
class Check:
    """What came of the check of a proof.

    Attributes:
        report: what the checker found; None if nothing was checked, or not in time.
        limit: the limit that ended the check, to be raised once what was found is printed.
    """

    report: ProofReport | None = None
    limit: LimitError | None = None

    @classmethod
    def of(cls, check: Callable[[], ProofReport], *, no_verify: bool) -> Check:
        """Make a check, unless none is wanted."""
        try:
            return cls() if no_verify else cls(check())
        except LimitError as limit:
            return cls(limit=limit)

    @property
    def in_words(self) -> str:
        """What to say of the check on one line."""
        return "not verified" if self.report is None else str(self.report)


def print_found(
    found: dict[str, Any],
    lines: Iterable[str],
    check: Check,
    *,
    as_json: bool,
    save: Callable[[], None],
    late: LimitError | None = None,
) -> None:
    """Print what was found with what came of its check, as JSON or in lines; then save it.

    Raises:
        Exit: the checker refuses the proof; the exit status is 1.
        LimitError: it cannot be saved for want of room; or `late`, the limit for which not all was found; or else that
            of the check.
    """
    ok = check.report is None or check.report.ok
    verified = None if check.report is None else ok
    print_report({**found, "verified": verified}, lines, as_json=as_json, ok=ok)
    save()
    for limit in (late, check.limit):
        if limit is not None:
            raise limit


def save_claim(
    proof: Any, name: str, target: str | None, *, force: bool, position: str | None = None
) -> None:
    """Write a claim and its proof to a file, if one is named.

    Args:
        proof: what is claimed, and what proves it.
        name: the name of the ruleset, if it is about one.
        target: the file.
        force: whether it may exist already.
        position: the text of the position as people see it; the proof is about its representative.

    Raises:
        InputError: the file cannot be written.
        LimitError: the claim is too large, or the disk is full.
    """
    if target is None:
        return
    import json

    from gamekit.cgt.claims import claim_of
    from gamekit.errors import explained
    from gamekit.game.whole_files import whole_file

    claim = claim_of(proof, name)
    if position is not None:
        claim["position"] = position
    text = json.dumps(claim, ensure_ascii=False)
    with explained(f"cannot write {target}"), whole_file(target, replace=force) as file:
        file.write(f"{text}\n".encode())
