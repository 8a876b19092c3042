"""The ruleset that a verb about values takes: by its name, as an octal code, or as a game of the algebra."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cli.sources import read_parameters

if TYPE_CHECKING:
    from gamekit.cgt.ruleset import Ruleset

game_option: Final = click.option(
    "--game",
    "expression",
    metavar="GAME",
    help="Take a game of the algebra, such as '{2||1|0} + ^2*', in place of a position.",
)


def named(
    name: str | None,
    position: str | None,
    expression: str | None,
    source: str | None,
    settings: tuple[str, ...],
) -> tuple[str, Ruleset[Any]]:
    """Return the name of a ruleset, and the ruleset, or those of a game of the algebra that --game gives.

    Raises:
        UsageError: both are given, or neither.
    """
    if expression is not None:
        if name or position or source or settings:
            raise click.UsageError(
                "--game takes the place of RULESET, POSITION and parameters; leave these out"
            )
        return given(expression)
    if name is None:
        raise click.UsageError("name a RULESET, or a game of the algebra with --game")
    name, settings = in_full(name, settings)
    return name, load(name, source, settings)


def given(expression: str) -> tuple[str, Ruleset[Any]]:
    """Return a ruleset that begins in the game of the algebra that an expression describes, and its name.

    A game in which play can go on for ever has no position of `form`; it is a token on a digraph.
    """
    from gamekit.cgt.partizan.notation import is_loopy, parse_game
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.stoppers.notation import loopy_graph

    if not is_loopy(expression):
        return "form", load_ruleset("form", {"game": str(parse_game(expression))})
    graph = loopy_graph(expression)
    left, right = ([list(options) for options in side] for side in (graph.left, graph.right))
    name = "partizan-digraph"
    return name, load_ruleset(name, {"left": left, "right": right, "tokens": [0]})


def in_full(name: str, settings: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the name of a ruleset and its settings; an octal code stands for the ruleset octal with this code."""
    from gamekit.cgt.octal.code import OctalCode

    return ("octal", (f"code={name}", *settings)) if OctalCode.is_meant(name) else (name, settings)


def load(name: str, source: str | None, settings: tuple[str, ...]) -> Ruleset[Any]:
    """Return a registered ruleset with the parameters that the command line gives, or with those of its own example."""
    from gamekit.cgt.registry import load_ruleset, parameters_class

    cls = parameters_class(name)  # report a wrong name before a wrong file
    return load_ruleset(name, read_parameters(cls, name, source, settings).parameters)
