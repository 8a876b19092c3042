"""The verbs by name, each in a module of its own that is imported when the verb is used."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from gamekit.cli.messages import add_quiet

VERBS: Final = (
    "list",
    "info",
    "plan",
    "solve",
    "prove",
    "compare",
    "explain",
    "explore",
    "check",
    "export",
    "play",
    "plot",
    "probe",
    "verify",
    "value",
    "sequence",
    "sum",
    "leetcode",
    "thermograph",
    "new",
    "completion",
    "cache",
)
"""The verbs in the order in which the docs show them."""

MODULES: Final = {"list": "list_all"}
"""The modules that have another name than their verb, as a builtin has that name."""


class Verbs(click.Group):
    """Imports the module of a verb when the verb is asked for; `gamekit --help` asks for all of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the verbs."""
        return list(VERBS)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb that is asked for; import all before one that is unknown is refused, as one may be meant."""
        if args and args[0] not in VERBS:
            for name in VERBS:
                self.get_command(ctx, name)
            if command := _about(args[0]):
                raise click.UsageError(f"a verb comes before {args[0]!r}, such as: {command}", ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a verb, or None if there is none of this name."""
        if cmd_name in VERBS and cmd_name not in self.commands:
            attribute = MODULES.get(cmd_name, cmd_name)
            command: click.Command = getattr(import_module(f"gamekit.cli.verbs.{attribute}"), attribute)
            add_quiet(command)
            self.add_command(command)
        return self.commands.get(cmd_name)


def _about(name: str) -> str | None:
    """Return a command about the game or the ruleset of a name; None if there is neither."""
    from gamekit.cgt.registry import RULESETS
    from gamekit.game.registry import GAMES, registered

    if name in registered(GAMES):
        return f"gamekit solve {name}"
    return f"gamekit value {name}" if name in registered(RULESETS) else None
