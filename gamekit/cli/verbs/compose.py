"""`gamekit compose`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamekit.cli import options as shared
from gamekit.cli.completion import complete_file
from gamekit.cli.messages import note
from gamekit.cli.outputs import check_output, force_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.subject import Subject, game_command
from gamekit.errors import explained
from gamekit.game.whole_files import whole_file

if TYPE_CHECKING:
    from gamekit.analysis.compose.book import Book, Exercise
    from gamekit.solvers.options import SolveOptions

FORMATS = (".html", ".svg", ".jsonl")
ONLY = {"first": "one best first move", "line": "one best move a turn on the main line", "every": "no duals"}


def plies(text: str) -> range:
    """Return a number of plies, or a range such as 5..9 or 5.. of them; refuse other texts."""
    if not (found := re.fullmatch(r"(\d{1,9})(\.\.(\d{1,9})?)?", text)):
        raise click.BadParameter(
            f"{text!r} is neither a number of plies, such as 7, nor a range, such as 5..9 or 5.."
        )
    low, dots, high = found.groups()
    return range(int(low), int(high or (10**9 if dots else low)) + 1)


@game_command("GAME|DIR")
@click.option(
    "--value",
    type=click.Choice(["win", "loss", "tie", "draw"]),
    default="win",
    show_default=True,
    help="The value for the player to move.",
)
@click.option(
    "--plies", type=plies, metavar="N|A..B", help="The plies until the end, such as 7, 5..9 or 40.."
)
@click.option("--mover", metavar="PLAYER", help="The player to move.")
@click.option("--one-key", "only", flag_value="first", help="Take only states with a single best move.")
@click.option(
    "--only-move",
    "only",
    flag_value="line",
    help="The player to move, the solver, has a single best move at each turn along the main line.",
)
@click.option(
    "--no-duals",
    "only",
    flag_value="every",
    help="The solver has a single best move at each turn, whatever the defence.",
)
@click.option(
    "--where",
    metavar="EXPRESSION",
    help="A condition on the state `s` as the rules see it, in Python, such as 's.board.count(1) == 2'; "
    "`game` is the game.",
)
@click.option(
    "--count", type=shared.POSITIVE, default=20, show_default=True, help="The most puzzles to print."
)
@click.option(
    "--sample",
    type=shared.POSITIVE,
    default=5000,
    show_default=True,
    help="Examine at most so many states; if more have the value and the plies, they are drawn at random.",
)
@click.option("--search", is_flag=True, help="Search instances of GAME whose start fits, in place of states.")
@click.option(
    "--wish",
    type=click.Choice(["longest", "fewest", "states"]),
    default="longest",
    show_default=True,
    help="What is better among instances: the longest solution, the fewest pieces, or the most states.",
)
@click.option(
    "--size", type=shared.POSITIVE, default=10, show_default=True, help="The size of the instances drawn."
)
@click.option("--seconds", type=shared.MORE_THAN_ZERO, help="How long to search; 60 by default.")
@click.option(
    "--rounds", type=shared.POSITIVE, help="How many rounds to search: with --seed, they say what is found."
)
@click.option(
    "--work",
    "state_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Keep the state of the search in a file, and go on from there if it exists.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of everything that is drawn.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write the puzzles to a file: a page to solve them on (.html), a sheet to print (.svg), or a line of JSON "
    "for each (.jsonl).",
)
@force_option
@shared.json_option
@shared.solve_options
@shared.solve_option("max_states")
def compose(
    subject: Subject,
    value: str,
    plies: range | None,
    mover: str | None,
    only: Any,
    where: str | None,
    count: int,
    sample: int,
    seed: int,
    search: bool,
    wish: str,
    size: int,
    seconds: float | None,
    rounds: int | None,
    state_file: Path | None,
    output: str | None,
    force: bool,
    as_json: bool,
    options: SolveOptions,
) -> None:
    """Compose puzzles of GAME, or of the table DIR.

    Prints the hardest of the states that fit, the easiest of them first. With --search, instances are drawn and
    changed, and the best of those whose start fits are printed; the parameters that you give stay what they are.

    \b
    gamekit compose hexapawn --plies 5..9 --only-move
    gamekit compose chess-ending -p pieces=KRK --plies 5 --mover white --one-key --output mates.html
    gamekit compose rush-hour --search --seconds 60 --count 1
    """
    from gamekit.analysis.compose.book import compose as compose_states

    _check_ending(output)
    check_output(output, force=force)
    asked = {"value": value, "plies": plies, "only": only, "where": where, "count": count, "seed": seed}
    if search:
        shared.refuse_with("--search", "sample", "mover")
        if seconds is None and rounds is None:
            seconds = 60.0
        limits = {"seconds": seconds, "rounds": rounds, "work": state_file, "workers": options.threads}
        if options.max_states is not None:
            limits["max_states"] = options.max_states
        return _search(subject, output, force, as_json, wish=wish, size=size, **limits, **asked)
    for parameter, option in shared.given_options().items():
        if parameter in ("wish", "size", "seconds", "rounds", "state_file"):
            raise click.UsageError(f"{option} is for --search")
    solution, name = subject.solution(None, options)
    with ProgressBar() as progress:
        book = compose_states(solution, **asked, mover=mover, sample=sample, progress=progress)
    example = subject.own_example(solution.game)
    _report(book, name, [] if example is None else [f"{name}, {example}"], output, force, as_json=as_json)


def _search(subject: Subject, output: str | None, force: bool, as_json: bool, **asked: Any) -> None:
    from gamekit.analysis.compose.search import compose_instances
    from gamekit.cli.argument_hints import require_game
    from gamekit.cli.sources import read_parameters
    from gamekit.game.parameters import unstructure
    from gamekit.game.registry import game_class

    require_game(subject.name)
    cls = game_class(subject.name)
    fixed = read_parameters(cls, subject.name, subject.source, subject.settings).parameters

    def show(exercise: Exercise) -> None:
        note(f"gamekit: {exercise.task}: {json.dumps(unstructure(exercise.game))}")

    with ProgressBar() as progress:
        book = compose_instances(cls, fixed=fixed, **asked, progress=progress, better=show)
    _report(book, subject.name, [], output, force, as_json=as_json)


def _check_ending(output: str | None) -> None:
    if output is not None and Path(output).suffix.lower() not in FORMATS:
        raise click.UsageError(f"--output takes a FILE that ends in {', '.join(FORMATS)}; this is {output!r}")


def _report(
    book: Book, name: str, head: list[str], output: str | None, force: bool, *, as_json: bool
) -> None:
    if output is not None:
        with explained(f"cannot write {output}"), whole_file(output, replace=force) as file:
            file.write(_written(book, Path(output).suffix.lower()).encode(errors="xmlcharrefreplace"))
        note(f"gamekit: {output}: {len(book.exercises)} puzzles")
    report = {
        "game": name,
        "candidates": book.candidates,
        "examined": book.examined,
        "fitting": book.fitting,
        "puzzles": [exercise.as_json() for exercise in book.exercises],
    }
    listed = (
        []
        if output is not None
        else [
            line
            for i, one in enumerate(book.exercises, 1)
            for line in _lines(i, one, book.noun == "instance")
        ]
    )
    print_report(report, [*head, f"{book}.", *listed], as_json=as_json)


def _written(book: Book, ending: str) -> str:
    if ending == ".svg":
        from gamekit.analysis.compose.sheet import sheet

        return sheet(book)
    if ending == ".jsonl":
        return "".join(f"{json.dumps(exercise.as_json())}\n" for exercise in book.exercises)
    from gamekit.web.pages.puzzles import book_page

    with ProgressBar() as progress:
        return book_page(book, progress=progress)


def _lines(number: int, exercise: Exercise, is_instance: bool) -> list[str]:
    from gamekit.game.parameters import unstructure

    difficulty, only = (
        exercise.difficulty,
        ONLY.get(exercise.only or "", f"{len(exercise.best)} best first moves"),
    )
    return [
        f"\n{number}. {exercise.task}\n\n{exercise.game.render(exercise.state)}\n",
        exercise.text,
        *([f"parameters: {json.dumps(unstructure(exercise.game))}"] if is_instance else []),
        f"difficulty {difficulty.total}: {difficulty.choices} bits of choice, {difficulty.tempting} tempting moves, "
        f"{difficulty.hidden} that look better; {only}",
        f"solution: {', '.join(exercise.line)}",
    ]
