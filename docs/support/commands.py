"""The reference of the command line, made by walking the tree of commands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator

import click

from gamekit.cli.main import cli
from gamekit.cli.verbs import VERBS
from support.gallery import table


def reference(*verbs: str) -> str:
    """Return a section on each of some verbs, as Markdown."""
    return "\n\n".join(_sections(verbs))


def overview() -> str:
    """Return what the program as a whole says of itself."""
    return _prose(cli)


def verbs() -> list[str]:
    """Return the names of the verbs."""
    return list(VERBS)


def _sections(verbs: Iterable[str]) -> Iterator[str]:
    with click.Context(cli, info_name="gamekit", **cli.context_settings) as parent:
        for name in verbs:
            command = cli.get_command(parent, name)
            assert command is not None
            context = click.Context(command, info_name=name, parent=parent)
            yield f"## gamekit {name} {{: #{name} }}"
            yield f"```text\n{' '.join(context.get_usage().split()).removeprefix('Usage: ')}\n```"
            yield _prose(command)
            rows = [_row(option, context) for option in command.get_params(context) if _row(option, context)]
            yield table(("option", "what it does"), rows)


def _row(parameter: click.Parameter, context: click.Context) -> tuple[str, ...]:
    record = parameter.get_help_record(context)
    if not record or not record[1]:
        return ()
    names, text = record
    return (f"`{names}`", text.replace("  [", " [").replace("<", "&lt;"))


def _prose(command: click.Command) -> str:
    """Return a command's help, its examples as a code block."""
    paragraphs = []
    for paragraph in inspect.cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            lines = [line.strip() for line in paragraph.splitlines()[1:]]
            paragraphs.append("```sh\n" + "\n".join(lines) + "\n```")
        else:
            paragraphs.append(re.sub(r"\s+", " ", paragraph))
    return "\n\n".join(paragraphs)
