"""`gamekit leetcode`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import click

from gamekit.cli.completion import complete_file
from gamekit.cli.options import json_option, solve_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.errors import InputError, LimitError
from gamekit.game.kinds import Choice, Graph, Grid, Integer, Items, Kind

GAMES: Final = "gamekit.game.bundled.leetcode"

NAME_PATTERN: Final = re.compile(r"(?:^|,)\s*([A-Za-z_]\w*)\s*=\s*")
"""The pattern of the text before a value if the site prints names: `nums = [1, 5], k = 3`."""

LONGEST_VALUE: Final = 1_000
"""The largest length of a list or text; with a longer one, listing the moves of the first states would take minutes."""

TYPES: Final[dict[type[Any], str]] = {int: "an integer", str: "text", list: "a list"}
"""The types of values, in messages."""


@click.command()
@click.argument("number", type=int)
@click.argument("inputs", metavar="INPUT...", nargs=-1, shell_complete=complete_file)
@solve_option(
    "max_states",
    "Stop with exit status 3 if the game has more states than this. The default is 500,000.",
    default=500_000,
)
@json_option
def leetcode(number: int, inputs: tuple[str, ...], max_states: int, as_json: bool) -> None:
    """Solve problem NUMBER of LeetCode for an INPUT.

    The input is as the site prints it. Prints the answer that the site expects, and who wins in how many plies. The
    problems are 292, 294, 375, 464, 486, 877, 913, 1025, 1140, 1406, 1510, 1563, 1686, 1690, 1728, 1872, 1927 and 2029.

    \b
    gamekit leetcode 913 '[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]'
    gamekit leetcode 464 10 11
    gamekit leetcode 1728 'grid = ["M.C...F"], catJump = 1, mouseJump = 4'
    """
    from gamekit.analysis.reasons import headline
    from gamekit.analysis.verification.verify import verify
    from gamekit.solvers.solve import solve

    problem = import_module(GAMES).problem(number)
    values = _values(inputs, problem.inputs, number)
    game = problem.game(*values)
    with ProgressBar() as progress:
        try:
            solution = solve(game, max_states=max_states, progress=progress)
        except LimitError as error:
            raise LimitError(
                f"problem {number} has more than {max_states:,} states for this input, and gamekit lists them all: "
                "take a smaller input or a higher --max-states"
            ) from error
        verification = verify(solution)
    answer = problem.answer(solution, *values)
    verdict = headline(solution, solution.root)
    report = {
        "number": number,
        "title": problem.title,
        "answer": answer,
        "verdict": verdict,
        "states": len(solution),
        "verified": verification.ok,
    }
    lines = [json.dumps(answer), f"{number}, {problem.title}: {verdict} ({verification})"]
    print_report(report, lines, as_json=as_json, ok=verification.ok)


def _values(texts: tuple[str, ...], wanted: Mapping[str, Kind], number: int) -> list[Any]:
    """Return the input of a problem, each value of the kind that the problem takes.

    Raises:
        InputError: a value is missing, one too many, no JSON, of another kind, too small, too large or too long.
    """
    from gamekit.game.parameters import check_size
    from gamekit.game.sentences import counted
    from gamekit.game.strict_json import parse_json

    parts = [part.strip() for text in texts for part in NAME_PATTERN.split(text)[::2] if part.strip()]
    named = [name for text in texts for name in NAME_PATTERN.findall(text)]
    if len(parts) != len(wanted):
        names = ", ".join(wanted)
        takes = counted(len(wanted), "input")
        raise InputError(f"problem {number} takes {takes} ({names}), not {len(parts)}")
    if named and named != list(wanted):
        order = " in this order" if sorted(named) == sorted(wanted) else ""
        raise InputError(f"problem {number} takes {', '.join(wanted)}{order}; yours are {', '.join(named)}")
    values = []
    for part, (name, kind) in zip(parts, wanted.items(), strict=True):
        is_bare = isinstance(kind, Items) and kind.is_text and not part.startswith('"')
        value: Any = part if is_bare else parse_json(part.encode(), name)
        _check(value, kind, name)
        if isinstance(kind, Integer):
            check_size(name, value, kind.low)
            if value > kind.high:
                raise InputError(
                    f"problem {number} can be solved for {name} up to {kind.high:,}, because gamekit lists every "
                    f"state; {name} is {value:,}"
                )
        values.append(value)
    return values


def _check(value: Any, kind: Kind, place: str) -> None:
    """Refuse a value of another type than its kind has; which numbers and signs there may be, the game says."""
    if isinstance(kind, Graph):
        kind = Items(Items(Integer(), least=0))
    elif isinstance(kind, Grid):
        kind = Items(Items(Choice(kind.signs), is_text=True))
    wanted: type[Any] = int
    if isinstance(kind, Items):
        wanted = str if kind.is_text else list
    if type(value) is not wanted:
        raise InputError(f"{place} must be {TYPES[wanted]}; it is {json.dumps(value)}")
    if isinstance(value, list | str) and len(value) > LONGEST_VALUE:
        raise InputError(f"{place} may have at most {LONGEST_VALUE:,} entries; it has {len(value):,}")
    if isinstance(kind, Items) and not kind.is_text:
        if not value and kind.least > 0:
            raise InputError(f"{place} must have at least one entry; it is empty")
        for i, entry in enumerate(value):
            _check(entry, kind.item, f"{place}[{i}]")
