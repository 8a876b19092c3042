"""`gamekit info`."""

from __future__ import annotations

import inspect
import json
from typing import Any

import click

from gamekit.cli.options import json_option
from gamekit.cli.table_info import show_table
from gamekit.cli.tables import table_folder

OPTIONAL = (
    "states",
    "predecessors",
    "canonical_state",
    "infinite_play",
    "max_plies",
    "render",
    "svg",
    "answer",
)


@click.command()
@click.argument("name", metavar="NAME|DIR")
@json_option
def info(name: str, as_json: bool) -> None:
    """Say what there is to know of the game or solver NAME: rules, parameters, an example input.

    Or of the table DIR: what it holds, how large it is, and how it was made.
    """
    from gamekit.errors import UnknownNameError
    from gamekit.parameters import schema, show, suggestion
    from gamekit.registry import GAMES, SOLVERS, game_class, registered, solver_class

    if (folder := table_folder(name)) is not None and name not in registered(SOLVERS):
        return show_table(folder, as_json=as_json)
    games, solvers = registered(GAMES), registered(SOLVERS)
    if name not in games and name not in solvers:
        raise UnknownNameError(
            f"no game or solver is called {show(name)}; {suggestion(name, [*games, *solvers])}"
        )
    is_solver = name not in games
    cls: type[Any] = solver_class(name) if is_solver else game_class(name)
    report: dict[str, Any] = {
        "name": name,
        "kind": "solver" if is_solver else "game",
        "description": _prose(cls),
        "parameters": schema(cls),
    }
    if not is_solver:
        report |= _about_game(name, cls)
    click.echo(json.dumps(report, default=str) if as_json else _for_people(report))


def _about_game(name: str, cls: type[Any]) -> dict[str, Any]:
    from gamekit.game import Game
    from gamekit.registry import load_game

    game = load_game(name)
    return {
        "players": list(game.players),
        "infinite_play": game.infinite_play,
        "max_plies": game.max_plies,
        "supplies": [method for method in OPTIONAL if getattr(cls, method) is not getattr(Game, method)],
        "example": dict(cls.example),
    }


def _prose(cls: type[Any]) -> str:
    """Return the docstring up to its first example."""
    return (inspect.getdoc(cls) or "").split(">>>")[0].strip()


def _for_people(report: dict[str, Any]) -> str:
    lines = [f"{report['name']}, a {report['kind']}", "", report["description"], "", "parameters:"]
    schema = report["parameters"]
    for name, entry in schema["properties"].items():
        names = " or ".join([name, *entry.get("aliases", ())])
        default = "required" if name in schema["required"] else f"default {_default(entry)}"
        lines.append(f"  {names}: {_kind(entry)}, {default}")
        if "description" in entry:
            lines.append(f"      {entry['description']}")
    if not schema["properties"]:
        lines.append("  none")
    if report["kind"] == "game":
        lines += [
            "",
            f"players:        {', '.join(report['players'])}",
            f"infinite play:  {report['infinite_play']} to {report['players'][0]}",
            f"max plies:      {'no limit' if report['max_plies'] is None else report['max_plies']}",
            f"supplies:       {', '.join(report['supplies']) or 'nothing optional'}",
            f"example input:  {json.dumps(report['example'])}",
        ]
    return "\n".join(lines)


def _default(entry: dict[str, Any]) -> str:
    return json.dumps(entry["default"], default=str) if "default" in entry else "none"


def _kind(entry: dict[str, Any]) -> str:
    if "enum" in entry:
        return " or ".join(map(str, entry["enum"]))
    if "anyOf" in entry:
        return " or ".join(map(_kind, entry["anyOf"]))
    if "prefixItems" in entry:
        return f"list of {', '.join(map(_kind, entry['prefixItems']))}"
    if entry.get("type") == "array":
        return f"list of {_kind(entry['items'])}"
    return str(entry.get("type", "anything"))
