"""Sequences of values that are no Grundy values, for `gamekit sequence`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from gamekit.cli.claims import ClaimOptions
from gamekit.cli.options import refuse_with
from gamekit.cli.reports import print_report
from gamekit.errors import LimitError, UnsupportedError

if TYPE_CHECKING:
    from gamekit.cgt.ruleset import Ruleset
    from gamekit.cgt.tabulation import Facts

HEAP: Final = "{n}"

LONGEST: Final = 60
"""The longest value that is printed for people, in letters; --json prints all."""


def show_values(
    name: str, ruleset: Ruleset[Any], template: str, to: int, kind: str | None, options: ClaimOptions
) -> None:
    """Print the values of positions for n from 1 to `to`, or as many as there is time for, and any proved period.

    Raises:
        Exit: a checker refuses a value; the exit status is 1.
        LimitError: time ended before `to`.
        UnsupportedError: positions have no value of this kind, or the values are to be saved.
    """
    from gamekit.cgt.kinds import kind_called
    from gamekit.cgt.octal.taking import value_period
    from gamekit.cgt.position_sequences import template_of_one
    from gamekit.cgt.registry import parameters_of

    refuse_with(f"a sequence of other values than Grundy values ({name})", "plot", "b_file", "no_verify")
    if options.target is not None:
        raise UnsupportedError(
            f"--save keeps sequences of Grundy values, and these of {name} are others; `gamekit tabulate {name} "
            f"'{template}' -r n=1-{to} --save FILE` keeps them"
        )
    positions = template_of_one(template)
    start = 0 if template == HEAP and ruleset.taking() is not None else 1
    answers: list[Facts] = []
    for facts in _answers(name, ruleset, kind, (positions.filled({"n": n}) for n in count(start)), options):
        answers.append(facts)
        if len(answers) == to + 1 - start:
            break
    if len(answers) <= 1 - start:
        raise LimitError(
            f"not even the first position has a value in {options.seconds:g} seconds, the limit that was set; raise "
            "--seconds"
        )
    values = [facts["value"] for facts in answers]
    found, shown = answers[0]["kind"], values[1 - start :]
    ok = all(facts["verified"] for facts in answers)
    follows = kind_called(found).follows_from_options
    period = value_period(ruleset, values) if ok and follows and not start else None
    report = {
        "ruleset": name,
        "parameters": parameters_of(ruleset),
        "position": template,
        "kind": found,
        "to": len(shown),
        "values": shown,
        "period": None if period is None else period[0],
        "saltus": None if period is None else 0,
        "last_exception": None if period is None else max(period[1] - 1, 0),
        "verified": ok,
    }
    begins = f", from a heap of {period[1]:,} on" if period and period[1] > 1 else ""
    sentence = f"period {period[0]:,}, for ever{begins}" if period else "no period is proved"
    verified = "values verified" if ok else "NOT VERIFIED: a checker refused a value"
    text = " ".join(value if len(value) <= LONGEST else "…" for value in shown)
    print_report(report, [text, "", f"{sentence} ({verified})"], as_json=options.as_json, ok=ok)
    if len(shown) < to:
        raise LimitError(
            f"only n from 1 to {len(shown):,} have values within {options.seconds:g} seconds, the limit that was set; "
            "raise --seconds, or lower --to"
        )


def _answers(
    name: str, ruleset: Ruleset[Any], kind: str | None, texts: Iterator[str], options: ClaimOptions
) -> Iterator[Facts]:
    """Yield the facts about positions until there is no time left."""
    from gamekit.cgt.tabulation import Question

    end = monotonic() + options.seconds
    for text in texts:
        left = end - monotonic()
        if left <= 0:
            return
        facts = Question(name, None, kind, seconds=left, loaded=ruleset).answer(text)
        if facts is None:
            return
        yield facts
