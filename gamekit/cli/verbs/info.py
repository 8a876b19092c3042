"""`gamekit info`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.completion import complete_subject
from gamekit.cli.options import json_option
from gamekit.cli.reports import folded, is_on_terminal, print_report, row_lines, table_text
from gamekit.cli.rules_files import admit_argument
from gamekit.cli.solve_report import states_text
from gamekit.cli.subject import table_folder
from gamekit.game.parameters import as_json

if TYPE_CHECKING:
    from gamekit.game.notation import Notation
    from gamekit.solution.solution import Solution

INDEX_KINDS = {
    "dense": "by codes, which are dense",
    "keys": "by codes, sorted",
    "states": "by their texts, sorted",
}
OPTIONAL = (
    "states",
    "predecessors",
    "canonical_state",
    "movers_view",
    "infinite_play",
    "max_plies",
    "render",
    "svg",
    "answer",
)

NO_VERDICT = dict.fromkeys(("to_move", "value", "payoff", "winner", "remoteness"))


@click.command()
@click.argument(
    "name",
    metavar="NAME|DIR",
    callback=admit_argument,
    shell_complete=complete_subject(tables=True, solvers=True),
)
@json_option
def info(name: str, as_json: bool) -> None:
    """Describe the game, ruleset or solver NAME, or the table DIR.

    For a game, a ruleset or a solver, shows its description, its parameters and, except for solvers, an example input.
    For a table, shows what it holds, how large it is, and how it was made.
    """
    from gamekit.errors import UnknownNameError
    from gamekit.game.parameter_schema import schema
    from gamekit.game.parameters import show, suggestion
    from gamekit.game.protocol import supplies
    from gamekit.game.registry import (
        GAMES,
        adapted_names,
        game_class,
        is_known,
        load_game,
        registered,
        rules_text,
    )
    from gamekit.game.values import endless_payoff, turn_limit
    from gamekit.solvers.registry import SOLVERS, solver_class

    if (folder := table_folder(name)) is not None and name not in registered(SOLVERS):
        return _show_table(folder, as_json=as_json)
    is_solver = not is_known(GAMES, name)
    if is_solver and name not in (solvers := registered(SOLVERS)):
        near = suggestion(name, [*registered(GAMES), *adapted_names(GAMES), *solvers])
        raise UnknownNameError(f"no game, ruleset or solver is called {show(name)}; {near}")
    cls: type[Any] = solver_class(name) if is_solver else game_class(name)
    report: dict[str, Any] = {
        "name": name,
        "kind": "solver" if is_solver else "ruleset" if cls.stated_by else "game",
        "description": rules_text(cls),
        "parameters": schema(cls),
    }
    if not is_solver:
        game = load_game(name)
        report |= {
            "players": list(game.players),
            "infinite_play": endless_payoff(game),
            "max_plies": turn_limit(game),
            "supplies": [method for method in OPTIONAL if supplies(game, method)],
            "example": dict(cls.example),
            "notations": [_notation_as_dict(notation) for notation in cls.notations],
        }
    print_report(report, _lines(report), as_json=as_json)


def _lines(report: dict[str, Any]) -> list[str]:
    paragraphs = map(_paragraph, report["description"].split("\n\n"))
    lines = [f"{report['name']}, a {report['kind']}", "", "\n\n".join(paragraphs), "", "parameters:"]
    schema = report["parameters"]
    for name, entry in schema["properties"].items():
        names = " or ".join([name, *entry.get("aliases", ())])
        default = json.dumps(entry["default"], default=str) if "default" in entry else "none"
        presence = "required" if name in schema["required"] else f"default {default}"
        lines.append(f"  {names}: {_kind(entry)}, {presence}")
        if "description" in entry:
            lines.append(f"      {folded(entry['description'], ' ' * 6)}")
    if not schema["properties"]:
        lines.append("  none")
    if report["kind"] != "solver":
        rows = {
            "players:": ", ".join(report["players"]),
            "infinite play:": f"{report['infinite_play']} to {report['players'][0]}",
            "max plies:": "no limit" if report["max_plies"] is None else str(report["max_plies"]),
            "supplies:": ", ".join(report["supplies"]) or "nothing optional",
            "example input:": json.dumps(report["example"]),
        }
        lines += ["", *row_lines(rows)]
        if report["notations"]:
            lines += ["", "notations:"]
        for notation in report["notations"]:
            files = f"; files *{', *'.join(notation['endings'])}" if notation["endings"] else ""
            lines.append(f"  {notation['name']}: {notation['about']}{files}")
            lines += [f"      {line}" for line in notation["example"].split("\n")]
    return lines


def _notation_as_dict(notation: Notation) -> dict[str, Any]:
    fields = ("name", "about", "example", "endings")
    return {field: as_json(getattr(notation, field)) for field in fields}


def _paragraph(text: str) -> str:
    """Return a paragraph of a docstring for the terminal; a list or an example stays as it is."""
    is_prose = not any(line.startswith((" ", "-", "*")) for line in text.splitlines())
    return folded(" ".join(text.split())) if is_prose and is_on_terminal() else text


def _kind(entry: dict[str, Any], plural: str = "") -> str:
    """Return the kind of values of a parameter; `plural` is the ending of the noun, as in a list of integers."""
    if "enum" in entry:
        return " or ".join(map(str, entry["enum"]))
    if "anyOf" in entry:
        return " or ".join(_kind(kind, plural) for kind in entry["anyOf"]) + _limits(entry)
    if "prefixItems" in entry:
        return f"list{plural} of {', '.join(map(_kind, entry['prefixItems']))}"
    if entry.get("type") == "array":
        return f"list{plural} of {_kind(entry['items'], 's')}"
    return f"{entry['type']}{plural}{_limits(entry)}" if "type" in entry else "anything"


def _limits(entry: dict[str, Any]) -> str:
    if "maximum" in entry:
        return f" from {entry['minimum']} to {entry['maximum']}"
    return f" of at least {entry['minimum']}" if "minimum" in entry else ""


def _show_table(folder: Path, *, as_json: bool) -> None:
    from gamekit.solution.plain_data import verdict_as_dict
    from gamekit.solution.solution import Solution
    from gamekit.tables.manifest import attributes
    from gamekit.tables.path_kinds import kind_of
    from gamekit.tables.table_store import open_store

    kind = kind_of(folder)
    if kind == "tiers":
        return _show_tiers(folder, as_json=as_json)
    if kind == "exploration":
        from gamekit.tables.tiers.folder import check_all_found

        check_all_found(folder)
    store = open_store(folder)
    solution: Solution[Any, Any] = Solution(store, store.start())
    manifest = store.manifest
    report = {
        "table": str(folder),
        "kind": "table",
        **attributes(manifest, ("game", "parameters")),
        "state": manifest.root.state,
        **verdict_as_dict(solution.root),
        **attributes(manifest, ("states", "edges", "counts")),
        "longest": manifest.longest_by_value,
        "index": manifest.index,
        "compressed": manifest.kept.is_compressed,
        "bytes": sum(file.bytes for file in manifest.files.values()),
        "files": {name: file.bytes for name, file in manifest.files.items()},
        **attributes(manifest, ("solver", "backend", "method", "statistics")),
        "seconds": round(sum(manifest.seconds.values()), 6),
        **attributes(manifest, ("unsound", "made_by", "made_at")),
    }
    print_report(report, _table_lines(solution, report), as_json=as_json)


def _show_tiers(folder: Path, *, as_json: bool) -> None:
    """Print the tiers of a folder that are solved, and the verdict on its root if it is among their states."""
    from gamekit.game.fingerprint import name_of, parameters_of
    from gamekit.game.sentences import counted
    from gamekit.solution.plain_data import verdict_as_dict
    from gamekit.tables.tiers.reading import begun_solution

    solution, left = begun_solution(folder)
    store: Any = solution.store
    root = solution.get(solution.start)
    tiers = [
        {
            "tier": tier,
            "states": part.states,
            "counts": {str(value): number for value, number in part.info.counted.counts.items()},
            "longest": part.info.counted.longest,
            "leads_to": sorted(store.children[tier]),
        }
        for tier, part in store.tiers.items()
    ]
    report = {
        "table": str(folder),
        "kind": "tiers",
        "game": name_of(solution.game),
        "parameters": parameters_of(solution.game),
        "state": solution.game.format_state(solution.start),
        **(NO_VERDICT if root is None else verdict_as_dict(root)),
        "states": store.states,
        "edges": store.edges,
        "counts": {str(value): number for value, number in solution.counts().items()},
        "left": left,
        "tiers": tiers,
    }
    values = [value for value in report["counts"] if report["counts"][value]]
    columns = ("tier", "states", *values, "longest")
    rows = [
        (
            str(tier["tier"]),
            f"{tier['states']:,}",
            *(f"{tier['counts'].get(value, 0):,}" for value in values),
            str(tier["longest"]),
            " ".join(map(str, tier["leads_to"])) or "no other",
        )
        for tier in tiers
    ]
    summary = {
        "value": "not known yet" if root is None else str(root),
        "states": states_text(report, len(solution.game.players)),
        "left": f"{counted(left, 'tier')}; run gamekit solve --tiers {folder} again to resume"
        if left
        else None,
    }
    lines = [
        f"{folder}, {f'{len(tiers)} of ' if left else ''}{counted(len(tiers) + left, 'tier')} of {report['game']}",
        "",
        *row_lines(summary),
        "",
        table_text((*columns, "leads to"), rows, numbers=columns),
    ]
    print_report(report, lines, as_json=as_json)


def _table_lines(solution: Solution[Any, Any], report: dict[str, Any]) -> list[str]:
    from gamekit.engine.runtime.memory_budget import format_bytes
    from gamekit.game.foreign_errors import on_one_line

    longest = ", ".join(f"{value} in {plies}" for value, plies in report["longest"].items())
    method = f" ({report['method']})" if report["method"] else ""
    device = f" on {report['statistics']['device']}" if "device" in report["statistics"] else ""
    seconds = f"{report['seconds']:,.3f} s"
    rows = {
        "parameters": on_one_line(json.dumps(report["parameters"])),
        "state": report["state"],
        "value": str(solution.root),
        "UNSOUND": report["unsound"],
        "states": states_text(report, len(solution.game.players)),
        "edges": f"{report['edges']:,}, which are not kept",
        "longest": longest or "none",
        "kept": INDEX_KINDS[report["index"]] + (", compressed" if report["compressed"] else ""),
        "size": f"{format_bytes(report['bytes'])}, {report['bytes'] / report['states']:.2f} bytes a state",
        "solved": f"by {report['solver']}{method}, {report['backend']} backend{device}, in {seconds}",
        "made": f"{report['made_at']} by {report['made_by']}",
    }
    return [f"{report['table']}, a table of {report['game']}", "", *row_lines(rows)]
