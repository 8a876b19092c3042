"""Notes on stderr, and the option that silences them."""

from __future__ import annotations

import math
from typing import Final

import click

QUIET: Final = "gamekit.quiet"
"""The key of the option --quiet in the `meta` of click's context."""

GAME: Final = "gamekit.game"
"""The key, in the `meta` of click's context, of the words that name the game and its parameters."""


def _remember(context: click.Context, _parameter: click.Parameter, is_quiet: bool) -> None:
    context.meta[QUIET] = is_quiet


def add_quiet(command: click.Command) -> None:
    """Add the option --quiet to a command; its function does not see it."""
    option = click.Option(
        ["-q", "--quiet"],
        is_flag=True,
        expose_value=False,
        callback=_remember,
        help="Print no notes and no progress on stderr; errors and warnings remain.",
    )
    command.params.append(option)


def is_quiet() -> bool:
    """Return whether the command that runs was given --quiet."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


def note(text: str) -> None:
    """Print a note on stderr, unless the command was given --quiet."""
    if not is_quiet():
        click.echo(text, err=True)


def game_words() -> str:
    """Return the game and its parameters as they were given to the running command; "" if it has no game."""
    context = click.get_current_context(silent=True)
    return "" if context is None else str(context.meta.get(GAME, ""))


def rounded(number: float) -> str:
    """Return a number of states: whole below a million, else with three digits, or as a power of ten from 10^15 on.

    >>> rounded(1_044_334_437), rounded(69_763_700), rounded(4_531_985_219_092), rounded(5.2e26)
    ('1.04 billion', '69.8 million', '4.53 trillion', '10^27')
    >>> rounded(999_600_000), rounded(999_600)
    ('1 billion', '1 million')
    """
    for name, unit in (("trillion", 1e12), ("billion", 1e9), ("million", 1e6)):
        if unit <= float(f"{number:.3g}") < 1e15:
            return f"{number / unit:.3g} {name}"
    return f"{number:,.0f}" if number < 1e6 else f"10^{math.log10(number):.0f}"


def duration(seconds: float) -> str:
    """Return a time in seconds as text, with about two digits.

    >>> duration(0.031), duration(2.5), duration(75), duration(200_000), duration(1e9), duration(4e9), duration(1e20)
    ('under 1 s', '2.5 s', '1 min 15 s', '56 hours', '32 years', '130 years', 'more than a million years')
    >>> duration(59.96), duration(3599.7), duration(3600)
    ('1 min 0 s', '59 min 59 s', '1 hour')
    """
    if seconds < 1:
        return "under 1 s"
    if seconds < 59.5:
        return f"{seconds:.2g} s"
    if seconds < 3600:
        minutes, rest = divmod(min(round(seconds), 3599), 60)
        return f"{minutes} min {rest} s"
    units = (("hours", 3600), ("days", 86400), ("years", 31_557_600))
    unit, length = next((unit for unit in units if seconds < 100 * unit[1]), units[-1])
    number = float(f"{seconds / length:.2g}")
    if number == 1:
        return f"1 {unit.removesuffix('s')}"
    return f"{number:,g} {unit}" if number < 1e6 else "more than a million years"
