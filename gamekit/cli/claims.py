"""The parts that are common to the verbs that find claims: options, a check within a time limit, output and file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs
import click

from gamekit.cli.options import MORE_THAN_ZERO, brief_option, json_option, refuse_with
from gamekit.cli.outputs import check_output, force_option
from gamekit.cli.reports import print_report
from gamekit.errors import LimitError, explained
from gamekit.game.whole_files import whole_file

if TYPE_CHECKING:
    from gamekit.cgt.proof_report import ProofReport

Command = TypeVar("Command", bound=Callable[..., Any])


@attrs.frozen
class ProofCheck:
    """The result of the check of a proof.

    Attributes:
        report: the checker's report; None if there was no check, or it did not end in time.
        limit: the limit that ended the check, to be raised once the claim is printed.
    """

    report: ProofReport | None = None
    limit: LimitError | None = None

    @property
    def in_words(self) -> str:
        """The result of the check, on one line."""
        return "not verified" if self.report is None else str(self.report)


@attrs.frozen
class ClaimOptions:
    """The options of a verb that finds a claim: how to check, print and save the claim.

    Attributes:
        seconds: the number of seconds in which to find the claim, and as many again to check it.
        target: the file in which to save the claim, if one is named.
        no_verify: whether not to check the claim.
        force: whether the file may exist already.
        as_json: whether to print JSON.
        is_brief: whether to print one line.
    """

    seconds: float
    target: str | None
    no_verify: bool
    force: bool
    as_json: bool
    is_brief: bool = False

    def check(self, checker: Callable[[Any], ProofReport], proof: Any) -> ProofCheck:
        """Check a proof, unless --no-verify is given, and return the result."""
        from gamekit.cgt.time_limit import check_in_time

        if self.no_verify:
            return ProofCheck()
        try:
            return ProofCheck(check_in_time(checker, proof, self.seconds))
        except LimitError as limit:
            return ProofCheck(limit=limit)

    def print_found(
        self,
        report: dict[str, Any],
        lines: Iterable[str],
        check: ProofCheck,
        proof: Any,
        *,
        name: str = "",
        position: str | None = None,
        late: LimitError | None = None,
        agrees: bool = True,
    ) -> None:
        """Print a claim with the result of its check, as JSON or in lines; then save the claim.

        Args:
            found: the fields of the JSON object.
            lines: the lines for people.
            check: the result of the check.
            proof: the proof to save.
            name: the name of the ruleset, if the claim is about one.
            position: the text of the position as people see it; the proof is about its representative.
            late: the limit that ended the search before all was found.
            agrees: whether the claim agrees with what the user holds against it.

        Raises:
            Exit: the checker refuses the proof, or the claim does not agree; the exit status is 1.
            InputError: the file cannot be written.
            LimitError: the claim is too large, or the disk is full; or `late`, or else the limit of the check.
        """
        ok = check.report is None or check.report.ok
        verified = None if check.report is None else ok
        print_report({**report, "verified": verified}, lines, as_json=self.as_json, ok=ok and agrees)
        if self.target is not None:
            from gamekit.cgt.claims import claim_of

            claim = claim_of(proof, name)
            if position is not None:
                claim["position"] = position
            text = json.dumps(claim, ensure_ascii=False)
            with (
                explained(f"cannot write {self.target}"),
                whole_file(self.target, replace=self.force) as file,
            ):
                file.write(f"{text}\n".encode())
        for limit in (late, check.limit):
            if limit is not None:
                raise limit


def claim_options(what: str, stops: str = "", brief: str = "") -> Callable[[Command], Command]:
    """Return a decorator that adds --seconds, --save, --force, --no-verify, --json and, if it has a help, --brief.

    The command gets them as `options: ClaimOptions`.

    Args:
        what: the noun for the claim that is found, saved and verified.
        stops: a further effect of the time limit, in words that begin with a semicolon.
        brief: the help of --brief.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def with_options(**arguments: Any) -> Any:
            names = [field.name for field in attrs.fields(ClaimOptions) if field.name in arguments]
            options = ClaimOptions(**{name: arguments.pop(name) for name in names})
            if options.as_json:
                refuse_with("--json", "is_brief")
            check_output(options.target, force=options.force)
            return command(options=options, **arguments)

        run = cast(Command, with_options)
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
