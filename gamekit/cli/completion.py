"""Completions for shells: games, tables, parameters, solvers and rulesets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cli.status import BAD_INPUT
from gamekit.errors import GamekitError

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

VARIABLE: Final = "_GAMEKIT_COMPLETE"
"""The environment variable by which a shell asks for completions."""

SHELLS: Final = ("bash", "zsh", "fish")

Completer = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def print_for_shell(cli: click.Command, instruction: str) -> int:
    """Print what a shell asks for, `SHELL_source` or `SHELL_complete`, and return the exit status."""
    from click.shell_completion import add_completion_class, get_completion_class

    from gamekit.cli.shells import BashCompletion, FishCompletion, ZshCompletion

    for shell_class in (BashCompletion, FishCompletion, ZshCompletion):
        add_completion_class(shell_class)
    shell, _, what = instruction.partition("_")
    completion = get_completion_class(shell)
    if completion is None or what not in ("source", "complete"):
        return BAD_INPUT
    answers = completion(cli, {}, "gamekit", VARIABLE)
    click.echo(answers.source() if what == "source" else answers.complete(), nl=what == "complete")
    return 0


# --- what there is to complete --------------------------------------------------------------------------------


def _items(candidates: Iterable[tuple[str, str | None]], incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    return [CompletionItem(text, help=about) for text, about in candidates if text.startswith(incomplete)]


def complete_file(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> Any:
    """Leave the completion of a file's name to the shell."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(incomplete, type="file")]


def complete_solver(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> Any:
    """Complete the name of a solver, or after a colon its options."""
    from gamekit.solvers.registry import SOLVERS, solver_class

    name, colon, options = incomplete.partition(":")
    with suppress(GamekitError):
        if not colon:
            return _items(_names(SOLVERS), incomplete)
        finished, comma, last = options.rpartition(",")
        before = f"{name}:{finished}{comma}"
        candidates = ((before + text, about) for text, about in _settings(solver_class(name), last))
        return _items(candidates, incomplete)
    return []


def complete_setting(context: click.Context, _parameter: click.Parameter, incomplete: str) -> Any:
    """Complete a parameter of the game or ruleset on the command line, as NAME=VALUE."""
    left = context.args  # if -p still lacks its value, no argument was parsed
    name = context.params.get("given") or context.params.get("name") or (left[0] if left else None)
    with suppress(GamekitError):
        return [] if name is None else _items(_settings(_class_of(context, name), incomplete), incomplete)
    return []


def complete_ruleset(_context: click.Context, _parameter: click.Parameter, incomplete: str) -> Any:
    """Complete the name of a ruleset."""
    from gamekit.cgt.registry import RULESETS

    with suppress(GamekitError):
        return _items(_names(RULESETS), incomplete)
    return []


def complete_subject(
    *, games: bool = True, tables: bool = False, solvers: bool = False, files: bool = False
) -> Completer:
    """Return a completer of the names of games, the folders of tables, the names of solvers, or else any file."""

    def complete(context: click.Context, parameter: click.Parameter, incomplete: str) -> Any:
        from gamekit.game.registry import GAMES, adapted_names
        from gamekit.solvers.registry import SOLVERS

        candidates: list[tuple[str, str | None]] = []
        with suppress(GamekitError):
            candidates += [*_names(GAMES), *((name, None) for name in adapted_names(GAMES))] if games else ()
            candidates += _names(SOLVERS) if solvers else ()
        items = _items(candidates, incomplete)
        if tables:
            with suppress(OSError):
                items += _items(_tables(incomplete), incomplete)
        return items or (complete_file(context, parameter, incomplete) if files else [])

    return complete


def _names(group: Any) -> Iterator[tuple[str, str | None]]:
    from gamekit.game.registry import registered

    return ((name, None) for name in registered(group))  # a summary would import them all


def _class_of(context: click.Context, name: str) -> type[Any]:
    if context.info_name == "value":
        from gamekit.cgt.registry import parameters_class

        return parameters_class(name)
    from gamekit.game.registry import game_class

    return game_class(name)


def _settings(cls: type[Any], incomplete: str) -> Iterator[tuple[str, str | None]]:
    """Yield the parameters of a class as `name=` or, after `name=`, the values of that parameter if they are few."""
    from gamekit.game.parameter_schema import schema

    entries: dict[str, Any] = schema(cls)["properties"]
    name, equals, _ = incomplete.partition("=")
    if not equals:
        yield from ((f"{key}=", entry.get("description")) for key, entry in entries.items())
    elif name in entries:
        yield from ((f"{name}={value}", None) for value in _values(entries[name]))


def _values(entry: dict[str, Any]) -> list[str]:
    if entry.get("type") == "boolean":
        return ["true", "false"]
    return [str(choice) for choice in entry.get("enum", ())]


def _tables(incomplete: str) -> Iterator[tuple[str, str | None]]:
    """Yield the folders with which a path may continue: tables as they are, others with a slash."""
    from gamekit.tables.path_kinds import kind_of

    before = incomplete[: incomplete.rfind("/") + 1]
    last = incomplete[len(before) :]
    for path in sorted(Path(before or ".").iterdir()):
        if not path.name.startswith(
            last or tuple("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
        ):
            continue
        if not path.is_dir():
            continue
        is_table = kind_of(path) in ("table", "certificate", "tiers")
        if is_table or incomplete:
            yield f"{before}{path.name}{'' if is_table else '/'}", None
