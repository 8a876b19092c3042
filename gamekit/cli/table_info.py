"""What `gamekit info` says of a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from gamekit.tables.table import TableSolution

INDEX = {
    "dense": "by codes, which are dense",
    "keys": "by codes, sorted",
    "states": "by their texts, sorted",
}


def show_table(folder: Path, *, as_json: bool) -> None:
    """Print what a table says of itself, and of its root."""
    from gamekit.tables.table import open_table

    solution: TableSolution[Any, Any] = open_table(folder)
    report = _report(solution)
    click.echo(json.dumps(report) if as_json else "\n".join(_for_people(solution, report)))


def _report(solution: TableSolution[Any, Any]) -> dict[str, Any]:
    manifest = solution.manifest
    root = solution.root
    return {
        "table": str(solution.path),
        "kind": "table",
        "game": manifest.game,
        "parameters": manifest.parameters,
        "state": manifest.root.state,
        "to_move": root.player,
        "value": root.value,
        "payoff": root.payoff,
        "winner": root.winner,
        "remoteness": root.remoteness,
        "states": manifest.states,
        "edges": manifest.edges,
        "counts": manifest.counts,
        "longest": manifest.longest_by_value,
        "index": manifest.index,
        "compressed": manifest.compressed,
        "bytes": sum(file.bytes for file in manifest.files.values()),
        "files": {name: file.bytes for name, file in manifest.files.items()},
        "solver": manifest.solver,
        "gear": manifest.gear,
        "method": manifest.method,
        "statistics": manifest.statistics,
        "seconds": round(sum(manifest.seconds.values()), 6),
        "unsound": manifest.unsound,
        "made_by": manifest.made_by,
        "made_at": manifest.made_at,
    }


def _for_people(solution: TableSolution[Any, Any], report: dict[str, Any]) -> list[str]:
    from gamekit.engine.memory import in_words

    kinds = ", ".join(f"{number:,} {value}" for value, number in report["counts"].items())
    longest = ", ".join(f"{value} in {plies}" for value, plies in report["longest"].items())
    method = f" ({report['method']})" if report["method"] else ""
    parameters = json.dumps(report["parameters"])
    rows = [
        ("parameters", parameters if len(parameters) <= 300 else f"{parameters[:297]}..."),
        ("state", report["state"]),
        ("value", str(solution.root)),
        ("states", f"{report['states']:,} ({kinds}; for the player to move)"),
        ("edges", f"{report['edges']:,}, which are not kept"),
        ("longest", longest or "none"),
        ("kept", INDEX[report["index"]] + (", compressed" if report["compressed"] else "")),
        ("size", f"{in_words(report['bytes'])}, {report['bytes'] / report['states']:.2f} bytes a state"),
        ("solved", f"by {report['solver']}{method}, {report['gear']} gear, in {report['seconds']:,.3f} s"),
        ("made", f"{report['made_at']} by {report['made_by']}"),
    ]
    if report["unsound"]:
        rows.insert(3, ("UNSOUND", report["unsound"]))
    head = [f"{report['table']}, a table of {report['game']}", ""]
    return head + [f"{name:<11} {text}" for name, text in rows]
