"""`gamekit plan`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cli.messages import duration, rounded
from gamekit.cli.options import MORE_THAN_ZERO, NATURAL, POSITIVE, json_option, solve_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report, row_lines, table_text
from gamekit.cli.subject import Subject, game_command

if TYPE_CHECKING:
    from gamekit.analysis.planning.estimate import Estimate
    from gamekit.analysis.planning.on_device import DevicePlan
    from gamekit.analysis.planning.plan import Plan
    from gamekit.solvers.proof.forecast import Forecast


WHERE: Final = {"memory": "in memory", "files": "--work, in files", "tiers": "--tiers, tier by tier"}

OF_CARDS: Final = (
    "Times on a card are not measured: they follow from what a prototype took on an NVIDIA H200."
)

MOST_TIMES: Final = 1_000_000
"""The largest useful ratio of an upper bound to the lower one; beyond it, only the lower bound is shown."""


@game_command()
@json_option
@click.option(
    "--workers",
    type=POSITIVE,
    multiple=True,
    help="Plan for this many threads or processes (repeatable). The default is one per core.",
)
@solve_option("memory")
@solve_option(
    "device",
    "Also plan for a graphics card: any card (cuda), or the one that is found, if any (auto). --memory then limits it.",
)
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder on the disk that --work would use. The default is the folder for temporary files.",
)
@click.option("--compress", is_flag=True, help="Plan for compressed tables where a game is solved by tiers.")
@click.option("--states", type=POSITIVE, help="Plan for this many states, if you know the number.")
@click.option("--branching", type=MORE_THAN_ZERO, help="Plan for this many successors per state.")
@click.option(
    "--seconds", type=MORE_THAN_ZERO, default=20.0, help="About how many seconds planning may take."
)
@click.option("--seed", type=NATURAL, default=0, help="The random seed for sampling.")
def plan(subject: Subject, workers: tuple[int, ...], as_json: bool, **options: Any) -> None:
    """Estimate how large GAME is, and what it takes to solve it.

    Estimates time, memory, disk space and network traffic without solving anything. Large games are sampled, and speeds
    are measured on this machine. Each estimate comes with bounds. Times assume one core per worker.

    \b
    gamekit plan connect-four --input examples/connect-four.json
    gamekit plan dobutsu-shogi --input examples/dobutsu-shogi-standard.json --workers 2 --workers 16
    gamekit plan morris -p rings=2 --compress
    """
    from gamekit.analysis.planning.plan import plan as make_plan

    game = subject.game()
    with ProgressBar() as progress:
        estimate = make_plan(game, workers=workers or None, progress=progress, **options)
    instead = None if estimate.fits else f"gamekit prove {subject.words}"
    print_report(
        {**attrs.asdict(estimate), "game": subject.name, "fits": estimate.fits, "instead": instead},
        _lines(subject.name, estimate, instead),
        as_json=as_json,
    )


def _lines(game_name: str, estimate: Plan, instead: str | None) -> Iterator[str]:
    from gamekit.engine.runtime.memory_budget import format_bytes

    count = "{:,.0f}".format
    rows = {
        "states:": f"{_shown(estimate.states, count)}; {estimate.how}",
        "edges:": _shown(estimate.edges, count),
    }
    if estimate.layers is not None:
        rounds = "of exploring; the number of backward rounds is only known after solving"
        rows["rounds:"] = f"{estimate.layers:,} {rounds}"
    rows["here:"] = (
        f"{format_bytes(estimate.limit)} of memory allowed, {format_bytes(estimate.free)} of disk free"
    )
    if estimate.device is not None:
        rows["card:"] = _card(estimate.device)
    yield f"{game_name}, with {'compiled' if estimate.backend == 'compiled' else 'plain'} rules"
    yield from row_lines(rows)
    yield ""
    runs = [
        (
            WHERE[run.place],
            str(run.workers),
            _shown(run.seconds, duration),
            *(_shown(figure, format_bytes) for figure in (run.memory, run.disk, run.network)),
            "no" if run.why_not is not None else "not known" if run.is_open else "fits",
        )
        for run in estimate.runs
    ]
    head = ("where", "workers", "time", "memory", "disk", "network", "here")
    yield table_text(head, runs, numbers=("workers",))
    if estimate.device is not None:
        yield ""
        yield from _on_device(estimate.device)
    if estimate.tiers:
        yield ""
        rows_of_tiers = [
            (
                str(tier.tier),
                _shown(tier.states, count),
                " ".join(map(str, tier.leads_to)) or "no other",
            )
            for tier in estimate.tiers
        ]
        yield table_text(("tier", "states", "leads to"), rows_of_tiers, numbers=("tier", "states"))
        if estimate.states.low != estimate.states.high:
            yield "\nTiers with few states may be missing, and so may some that a tier leads to."
    for place, why_not in dict.fromkeys((run.place, run.why_not) for run in estimate.runs if run.why_not):
        yield f"\nIt does not fit here {'by' if place == 'tiers' else 'in'} {place}: {why_not}."
    if instead is not None:
        states = f"{rounded(estimate.states.usable)} states" if estimate.states.likely else "All states"
        is_open = any(run.why_not is None for run in estimate.runs)
        sentence = "Whether all states fit here is not known." if is_open else f"{states} do not fit here."
        yield f"\n{sentence} `{instead}` may decide the first position by some of them."
        yield _forecast(estimate.proof)


def _card(planned: DevicePlan) -> str:
    from gamekit.engine.runtime.memory_budget import format_bytes

    free = "" if planned.free is None else f", of which {format_bytes(planned.free)} may be used"
    return f"{planned.name or 'none is found here'}{free}"


def _on_device(planned: DevicePlan) -> Iterator[str]:
    """Yield what a solve on a card takes."""
    from gamekit.engine.runtime.memory_budget import format_bytes

    runs = [
        (
            WHERE[run.place],
            _shown(run.seconds, duration),
            *(_shown(figure, format_bytes) for figure in (run.memory, run.bus, run.host)),
            "not known" if planned.free is None else "yes" if run.why_not is None else "no",
        )
        for run in planned.runs
    ]
    head = ("on a card", "time", "its memory", "over the bus", "memory here", "fits")
    yield table_text(head, runs, numbers=())
    for run in planned.runs:
        if run.groups > 1:
            yield f"\nOf some tier, the results that it leads to come to the card in {run.groups} groups."
    yield f"\n{OF_CARDS}"


def _forecast(proof: Forecast | None) -> str:
    limit = "Limit the search by --seconds or --max-nodes."
    if proof is None:
        return f"Nobody knows in advance how many that takes. {limit}"
    tried = f"A trial expanded {proof.nodes:,} positions in {duration(proof.seconds)}"
    if proof.wins is not None:
        predicate = "wins" if proof.wins else "does not win"
        return f"{tried}, and found that the player to move {predicate}."
    if proof.goes_in_circles:
        return (
            f"{tried}, and came back to one of them. A proof then looks for a win within ever more plies, and nobody "
            f"knows within how many it finds one. {limit}"
        )
    if proof.positions is None or proof.likely_seconds is None:
        return f"{tried}, and nobody knows how many more it takes. {limit}"
    rest = f"{rounded(proof.positions)} positions, or {duration(proof.likely_seconds)} with one thread"
    return (
        f"{tried}. If the rest is like that, finding the winner takes\n"
        f"{rest}; it may be a tenth of that, or far more. {limit}"
    )


def _shown(figure: Estimate, text: Callable[[float], str]) -> str:
    """Return a figure as text with its useful bounds; JSON has both bounds."""
    if figure.likely == figure.high == 0:
        return "–"
    if figure.likely is None:
        # a bound below 1 second says nothing
        bounds = [f"at least {text(figure.low)}"] if figure.low >= 1 else []
        if figure.high is not None and figure.high <= MOST_TIMES * figure.low:
            bounds.append(f"at most {text(figure.high)}")
        return ", ".join(bounds) or "not known"
    high = "?" if figure.high is None else text(figure.high)
    if text(figure.low) == text(figure.likely) == high:
        return high
    return f"{text(figure.likely)} ({text(figure.low)} to {high})"
