"""`gamekit completion`."""

from __future__ import annotations

import click

from gamekit.cli.completion import SHELLS, print_for_shell


@click.command()
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the script that completes gamekit's commands by Tab.

    Completes verbs, options, games, parameters, solvers, rulesets, tables and files. SHELL is bash, zsh or fish.

    \b
    eval "$(gamekit completion bash)"
    eval "$(gamekit completion zsh)"
    gamekit completion fish > ~/.config/fish/completions/gamekit.fish
    """
    print_for_shell(click.get_current_context().find_root().command, f"{shell}_source")
