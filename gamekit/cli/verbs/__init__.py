"""The verbs by name, each in a module of its own that is imported when the verb is used."""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from gamekit.cli.messages import add_quiet

VERBS: Final = {
    "list": "List the installed games, solvers and rulesets.",
    "info": "Describe the game, ruleset or solver NAME, or the table DIR.",
    "plan": "Estimate how large GAME is, and what it takes to solve it.",
    "solve": "Solve GAME and verify the solution.",
    "prove": "Prove who wins GAME from a state, with a certificate.",
    "compare": "Run several solvers on GAME, and compare answers and costs.",
    "explain": "Explain the value of STATE in GAME or in the table DIR.",
    "compose": "Compose puzzles of GAME, or of the table DIR.",
    "explore": "Open GAME or the table or certificate DIR on a web page.",
    "check": "Check that the rules of GAME can be relied on for solving.",
    "export": "Export the solved arena of GAME or of the table DIR.",
    "play": "Play against perfection, in the terminal or over a pipe.",
    "plot": "Draw a plot of GAME or of the table DIR.",
    "probe": "Look up STATEs, by default the root, in the table DIR.",
    "verify": "Verify DIR, a table or a certificate, or the claim in a FILE.",
    "value": "Show what POSITION of the ruleset RULESET is worth.",
    "sequence": "Show the Grundy values of the octal game CODE.",
    "tabulate": "Tabulate the values of positions of the ruleset RULESET.",
    "sum": "Find out who wins a sum of positions, by which moves.",
    "judge": "Hold a program against the truth.",
    "leetcode": "Solve problem NUMBER of LeetCode for an INPUT.",
    "thermograph": "Draw the thermograph of POSITION of the ruleset RULESET.",
    "new": "Create a plugin package for a new game called NAME.",
    "completion": "Print the script that completes gamekit's commands by Tab.",
    "cache": "List or remove the cached compiled rules of board games.",
}
"""The first sentence of each verb's help, by its name, in the order in which the docs show them."""

MODULES: Final = {"list": "list_all"}
"""The modules by verb, if the module does not have the verb's name, because a builtin has it."""


class Verbs(click.Group):
    """A group that imports the module of a verb when the verb is used; `gamekit --help` imports none."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the verbs."""
        return list(VERBS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of verbs."""
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the verb of a command; import all before an unknown one is refused, so that one can be suggested."""
        if args and args[0] not in VERBS:
            for name in VERBS:
                self.get_command(ctx, name)
            if command := _about(args[0]):
                raise click.UsageError(f"a verb must come before {args[0]!r}, as in: {command}", ctx)
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
    """Return a command about the game or the ruleset called `name`; None if there is neither."""
    from gamekit.cgt.registry import RULESETS
    from gamekit.game.registry import GAMES, registered

    if name in registered(GAMES):
        return f"gamekit solve {name}"
    return f"gamekit value {name}" if name in registered(RULESETS) else None
