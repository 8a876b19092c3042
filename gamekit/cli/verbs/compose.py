"""`gamekit compose`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamekit.cli import options as shared
from gamekit.cli.messages import note
from gamekit.cli.outputs import check_output, file_option, force_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.subject import Subject, game_command
from gamekit.errors import InputError
from gamekit.game.whole_files import write_file

if TYPE_CHECKING:
    from gamekit.analysis.compose.book import Book
    from gamekit.solvers.options import SolveOptions

FORMATS = (".html", ".svg", ".jsonl")
VALUES = click.Choice(["win", "loss", "tie", "draw"])
AIMS = click.Choice(["longest", "fewest", "states"])
OF_SEARCH = ("aim", "size", "seconds", "rounds", "work")
ONLY = {"first": "one best first move", "line": "one best move a turn on the main line", "every": "no duals"}


def plies(text: str) -> range:
    """Return a number of plies, or a range such as 5..9 or 5.. of them; refuse other texts."""
    if not (match := re.fullmatch(r"(\d{1,9})(\.\.(\d{1,9})?)?", text)):
        raise click.BadParameter(
            f"{text!r} is neither a number of plies, such as 7, nor a range, such as 5..9 or 5.."
        )
    low, dots, high = match.groups()
    return range(int(low), int(high or (10**9 if dots else low)) + 1)


def _only(name: str, value: str, text: str) -> Callable[[shared.Command], shared.Command]:
    return click.option(name, "only", flag_value=value, help=f"Take only puzzles with {text}.")


@game_command("GAME|DIR")
@click.option(
    "--value", type=VALUES, default="win", help="The value for the player to move; by default, win."
)
@click.option("--plies", type=plies, metavar="N|A..B", help="The plies until the end, as 7, 5..9 or 40..")
@click.option("--mover", metavar="PLAYER", help="The player to move.")
@_only("--one-key", "first", "a single best first move")
@_only("--only-move", "line", "a single best move at each turn of the player to move on the main line")
@_only("--no-duals", "every", "a single best move at each turn of this player, whatever the defence")
@click.option("--where", metavar="EXPR", help="A condition on the state `s`, as 's.board.count(1) == 2'.")
@click.option("--count", type=shared.POSITIVE, default=20, help="The most puzzles to print; by default, 20.")
@click.option("--sample", type=shared.POSITIVE, help="The most states to examine; by default, 5000.")
@click.option("--search", is_flag=True, help="Search instances of GAME whose start fits, in place of states.")
@click.option("--aim", type=AIMS, help="Prefer the longest solution, fewest pieces or most states.")
@click.option("--size", type=shared.POSITIVE, help="The size of the instances drawn; by default, 10.")
@click.option("--seconds", type=shared.MORE_THAN_ZERO, help="How long to search; by default, 60.")
@click.option("--rounds", type=shared.POSITIVE, help="How long to search, so that --seed decides all.")
@click.option("--work", metavar="FILE", type=Path, help="Keep the search in a file, or resume the one there.")
@click.option("--seed", type=int, default=0, help="The seed of everything that is drawn.")
@file_option(
    "-o", "--output", text="Write a page (.html), a sheet to print (.svg) or lines of JSON (.jsonl)."
)
@force_option
@shared.notation_option
@shared.json_option
@shared.solve_options
@shared.solve_option("max_states")
def compose(
    subject: Subject,
    search: bool,
    output: str | None,
    force: bool,
    notation: str | None,
    as_json: bool,
    options: SolveOptions,
    **conditions: Any,
) -> None:
    """Compose puzzles of GAME, or of the table DIR.

    Prints the hardest of the states that fit, the easiest of them first. With --search, instances are drawn and
    changed, and the best of those whose start fits are printed; the parameters that you give stay what they are.

    \b
    gamekit compose hexapawn --plies 5..9 --only-move
    gamekit compose chess-ending -p material=KRK --plies 5 --one-key --output mates.html
    gamekit compose rush-hour --search --seconds 60 --count 1
    """
    from gamekit.analysis.compose.compose import compose as composed
    from gamekit.cli.solve_report import written

    if output is not None and Path(output).suffix.lower() not in FORMATS:
        raise click.UsageError(f"--output takes a FILE that ends in {', '.join(FORMATS)}; this is {output!r}")
    check_output(output, force=force)
    subject.check_notation(notation)
    target: Any
    if search:
        shared.refuse_with("--search", "sample", "mover")
        target, name, about = _searched(subject, conditions, options), subject.name, []
    else:
        for parameter, option in shared.given_options().items():
            if parameter in OF_SEARCH:
                raise click.UsageError(f"{option} is for --search")
        target, name = subject.solution(None, options)
        example = subject.own_example(target.game)
        about = [] if example is None else [f"{name}, {example}"]
    wishes = {name: value for name, value in conditions.items() if value is not None}
    with ProgressBar() as progress:
        book = composed(target, **wishes, progress=progress)
        puzzles = [{**one.as_json(), **written(one.solution, one.state, notation)} for one in book.exercises]
        if output is not None:
            if not puzzles:
                raise InputError(f"{book}; wish for less: a wider range of --plies, or --one-key")
            content = _file(book, puzzles, Path(output).suffix.lower(), progress)
            write_file(output, content, replace=force)
            note(f"gamekit: {output}: {len(puzzles)} puzzles")
    counts = {field: getattr(book, field) for field in ("candidates", "examined", "fitting")}
    listed = [] if output is not None else _lines(book, puzzles)
    print_report({"game": name, **counts, "puzzles": puzzles}, [*about, f"{book}.", *listed], as_json=as_json)


def _searched(subject: Subject, conditions: dict[str, Any], options: SolveOptions) -> type[Any]:
    """Return the class of a game whose instances are searched, and complete what is given for that."""
    from gamekit.cli.argument_hints import require_game
    from gamekit.cli.sources import read_parameters
    from gamekit.game.parameters import unstructure
    from gamekit.game.registry import game_class

    require_game(subject.name)
    cls = game_class(subject.name)
    conditions["fixed"] = read_parameters(cls, subject.name, subject.source, subject.settings).parameters
    conditions["workers"], conditions["max_states"] = options.threads, options.max_states
    conditions["better"] = lambda one: note(f"gamekit: {one.task}: {json.dumps(unstructure(one.game))}")
    return cls


def _file(book: Book, puzzles: list[dict[str, Any]], ending: str, progress: ProgressBar) -> bytes:
    if ending == ".jsonl":
        return "".join(f"{json.dumps(puzzle)}\n" for puzzle in puzzles).encode()
    if ending == ".svg":
        from gamekit.analysis.compose.sheet import sheet
        from gamekit.web.views.rules import rules_of

        return sheet(book, rules_of(book.exercises[0].game)["goal"]).encode(errors="xmlcharrefreplace")
    from gamekit.web.pages.puzzles import book_page

    return book_page(book, progress=progress).encode(errors="xmlcharrefreplace")


def _lines(book: Book, puzzles: list[dict[str, Any]]) -> Iterator[str]:
    for number, (one, puzzle) in enumerate(zip(book.exercises, puzzles, strict=True), 1):
        yield f"\n{number}. {one.task}\n\n{one.game.render(one.state)}\n\n{one.text}"
        yield from [puzzle["written"]] if "written" in puzzle else []
        yield from [f"parameters: {json.dumps(puzzle['parameters'])}"] if book.noun == "instance" else []
        yield (
            f"difficulty {one.difficulty}: {one.choices} bits of choice, {one.tempting} tempting moves, "
            f"{one.hidden} that look better; {ONLY.get(one.only or '', f'{len(one.best)} best first moves')}"
        )
        yield f"solution: {', '.join(one.line)}"
