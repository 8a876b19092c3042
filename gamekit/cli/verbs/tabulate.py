"""`gamekit tabulate`."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cgt.kinds import KINDS
from gamekit.cli.completion import complete_ruleset
from gamekit.cli.options import MORE_THAN_ZERO, POSITIVE, json_option
from gamekit.cli.outputs import check_output, force_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.rules_files import admit_argument
from gamekit.cli.rulesets import in_full
from gamekit.cli.sources import read_parameters
from gamekit.cli.subject import parameter_options
from gamekit.errors import InputError, LimitError, explained
from gamekit.game.parameters import show
from gamekit.game.rules_files import NAME
from gamekit.game.sentences import counted
from gamekit.game.strict_json import parse_json
from gamekit.game.whole_files import write_file

if TYPE_CHECKING:
    from gamekit.cgt.tabulation import Facts, Question, Row

FORMATS: Final = ("text", "csv", "latex", "markdown")

VALUES_A_SAVE: Final = 100
"""The number of new values after which the file of --save is written again."""

MOST_NAMED: Final = 12
"""The most facts that are named where no position has the one that is wanted."""

DIGEST: Final = "rules_sha256"
"""The key of the digest of the file that has the rules."""


@click.command()
@click.argument("name", metavar="RULESET", callback=admit_argument, shell_complete=complete_ruleset)
@click.argument("position", metavar="POSITION")
@parameter_options("ruleset")
@click.option(
    "-r",
    "--range",
    "ranges",
    multiple=True,
    metavar="LETTER=FROM-TO",
    help="The numbers that a letter of POSITION stands for, such as n=1-6 or n=4.",
)
@click.option(
    "--signs", default="", help="The signs that each ? of POSITION stands for, one after the other."
)
@click.option(
    "--kind", type=click.Choice(KINDS), help="The kind of value; the default is that of `gamekit value`."
)
@click.option(
    "--show", "fact", default="value", help="The fact in a grid: value, outcome, mean, temperature, …"
)
@click.option(
    "--where",
    "wanted",
    multiple=True,
    metavar="FACT=TEXT",
    help="List only positions with this fact, such as value=*2, outcome=P or temperature=1/2.",
)
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", help="The form of the table.")
@click.option("--workers", type=POSITIVE, default=1, help="The number of processes that find values at once.")
@click.option(
    "--save",
    "target",
    metavar="FILE",
    help="Keep the values in a file; the same command continues where it was ended.",
)
@click.option(
    "--max-positions", type=POSITIVE, default=1_000_000, help="The most positions to visit for one value."
)
@click.option(
    "--seconds", type=MORE_THAN_ZERO, default=60, help="The time for one value, and again for its check."
)
@force_option
@json_option
def tabulate(
    name: str,
    position: str,
    source: str | None,
    settings: tuple[str, ...],
    ranges: tuple[str, ...],
    signs: str,
    kind: str | None,
    fact: str,
    wanted: tuple[str, ...],
    form: str,
    workers: int,
    target: str | None,
    max_positions: int,
    seconds: float,
    force: bool,
    as_json: bool,
) -> None:
    """Tabulate the values of positions of the ruleset RULESET.

    In POSITION, {n} stands for a number, {n*.} for n dots and {m*n*.} for a board of m rows of n dots. With two
    letters, the table is a grid. Each ? stands for every sign of --signs. The independent checkers check all values.
    RULESET may be an octal code.

    \b
    gamekit tabulate domineering '{m*n*.}' -r m=1-4 -r n=1-4
    gamekit tabulate toads-and-frogs '{n*t}.{n*f}' -r n=1-5 --show temperature
    gamekit tabulate clobber '{n*?}' --signs xo. -r n=4 --where 'value=^'
    """
    from gamekit.cgt.registry import load_ruleset, parameters_class, parameters_of
    from gamekit.cgt.tabulation import Question, ValueTable, matches, require_facts, rows_of, valued
    from gamekit.cgt.templates import Template

    name, settings = in_full(name, settings)
    cls = parameters_class(name)
    template = Template(position)
    rows = rows_of(template, _ranges(ranges), signs)
    facts = dict(map(_fact, wanted))
    parameters = read_parameters(cls, name, source, settings).parameters
    question = Question(name, parameters, kind, max_positions, seconds)
    header = {} if target is None else _header(question)
    earlier = {} if target is None else _read(target, header, force)
    answered: list[Row] = []

    def keep() -> None:
        if target is not None and answered:
            _write(target, header, earlier | {row.position: row.facts for row in answered})

    with ProgressBar() as progress:
        try:
            for row in valued(question, rows, workers=workers, known=earlier):
                answered.append(row)
                progress("valuing", len(answered), len(rows))
                if len(answered) % VALUES_A_SAVE == 0:
                    keep()
        finally:
            keep()
    require_facts(answered, (fact, *facts))
    chosen = tuple(row for row in answered if matches(row, facts)) if facts else tuple(answered)
    if not chosen and not as_json:
        click.echo(_none_of(answered, facts), err=True)
    table = ValueTable(chosen, fact, tuple(template.letters))
    if as_json:
        listed = [
            {"position": row.position, "numbers": dict(row.numbers), "facts": row.facts} for row in chosen
        ]
        parameters = parameters_of(load_ruleset(name, question.parameters))
        report = {"ruleset": name, "parameters": parameters, "rows": listed}
        click.echo(json.dumps(report, ensure_ascii=False))
    else:
        forms = {"text": table.text, "csv": table.csv, "latex": table.latex, "markdown": table.markdown}
        click.echo(forms[form]())
    if any(row.facts is not None and not row.facts["verified"] for row in answered):
        raise click.exceptions.Exit(1)
    if late := [row for row in answered if row.facts is None]:
        raise LimitError(
            f"{counted(len(late), 'position')} of {len(answered):,} had no value within the limits, the first of them "
            f"{late[0].position}; raise --seconds or --max-positions"
        )


def _ranges(texts: Iterable[str]) -> dict[str, range]:
    """Return the numbers of each letter; refuse a letter with two ranges."""
    ranges: dict[str, range] = {}
    for letter, numbers in map(_range, texts):
        if letter in ranges:
            raise InputError(
                f"each letter must have one range; {letter} has two. A range may be long, such as {letter}=1-6"
            )
        ranges[letter] = numbers
    return ranges


def _range(text: str) -> tuple[str, range]:
    """Return the letter and the numbers of a range, such as n=1-6."""
    shape = re.fullmatch(r"([a-z])=(\d{1,6})(?:-(\d{1,6}))?", text)
    if shape is None or int(shape[3] or shape[2]) < int(shape[2]):
        raise InputError(
            f"a range must be a letter and two numbers in order, such as n=1-6; it is {show(text)}"
        )
    return shape[1], range(int(shape[2]), int(shape[3] or shape[2]) + 1)


def _fact(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(
            f"--where must be followed by FACT=TEXT, such as value=*2; it is followed by {show(text)}"
        )
    return name.strip(), value.strip()


def _none_of(rows: Sequence[Row], wanted: Mapping[str, str]) -> str:
    """Return a sentence about rows none of which has the facts that are wanted, with some that they have."""
    sentence = (
        f"none of the {counted(len(rows), 'position')} has {' and '.join(map('='.join, wanted.items()))}"
    )
    for fact in wanted:
        there = sorted({row.shown(fact) for row in rows if row.facts is not None and fact in row.facts})
        more = ", …" if len(there) > MOST_NAMED else ""
        sentence += f"; {fact} is one of {', '.join(there[:MOST_NAMED])}{more}"
    return sentence


def _header(question: Question) -> dict[str, Any]:
    """Return what a kept value depends on: the rules, for those in a file with its digest, and the kind of value."""
    header = {"gamekit_values": question.ruleset, "parameters": question.parameters, "kind": question.kind}
    if in_file := NAME.fullmatch(question.ruleset):
        header[DIGEST] = hashlib.sha256(Path(in_file["file"]).read_bytes()).hexdigest()
    return dict(json.loads(json.dumps(header)))


def _read(target: str, header: dict[str, Any], force: bool) -> dict[str, Facts]:
    """Return the facts that a file keeps, by position; refuse a file that keeps answers to another question."""
    path = Path(target)
    if not path.exists() or force:
        check_output(target, force=force)
        return {}
    with explained(f"cannot read {target}"):
        data = path.read_bytes()
    try:
        stored_header, *lines = (
            parse_json(line, f"line {i}") for i, line in enumerate(data.splitlines(), start=1)
        )
        facts_by_position = {
            line["position"]: dict(line["facts"]) for line in lines if line["facts"] is not None
        }
    except (ValueError, KeyError, TypeError) as error:
        why = f": {error}" if isinstance(error, InputError) else ""
        raise InputError(
            f"{target} is not a file of `gamekit tabulate --save`{why}; --force overwrites it"
        ) from None
    if stored_header != header:
        changed = ", of its file before a change" if DIGEST in header else ""
        raise InputError(
            f"{target} keeps values of another ruleset{changed}, or of another kind; --force overwrites it"
        )
    return facts_by_position


def _write(target: str, header: dict[str, Any], known: Mapping[str, Facts | None]) -> None:
    """Write a file that keeps facts by position: those that it kept before and those found since."""
    lines = [header, *({"position": position, "facts": facts} for position, facts in known.items())]
    text = "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)
    write_file(target, text.encode(), replace=True)
