"""Does what a ruleset supplies to make values quicker agree with its options? Values rest on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from gamekit.cgt.divisions import Divisions
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player, Ruleset
from gamekit.errors import RulesError
from gamekit.game.protocol import Game
from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.report import Check
from gamekit.testing.ruleset_agreement import position_in


def shortcut_checks(game: Game[Any, Any]) -> list[Check]:
    """Return the checks of what the ruleset of a game supplies; none if the game is no ruleset's.

    Each position is looked at once, whoever is to move.
    """
    ruleset = getattr(game, "ruleset", None)
    if not isinstance(ruleset, Ruleset):
        return []
    rules = Rules(ruleset)
    return [
        Check(name, PROMISES[name], partial(_run, name, rules, cache(partial(find, rules))))
        for name, find in _FAULTS.items()
        if getattr(type(ruleset), name) is not getattr(Ruleset, name)
    ]


def _run(
    name: str, rules: Rules[Any], fault_of: Callable[[Any], str | None], probe: Probe, state: Any
) -> None:
    position = rules.canonical(position_in(probe, state))
    call = f"{rules.name}.{name}({rules.describe(position)})"
    try:
        fault = fault_of(position)
    except RulesError as error:
        text = str(error)
        fault = text.removeprefix(call).strip() if text.startswith(call) else f"cannot be compared: {text}"
    if fault is not None:
        raise PromiseError(name, call, fault)


def _fault_of_parts(rules: Rules[Any], position: Any) -> str | None:
    divisions = Divisions(rules, most=1)
    parts = divisions.parts(position)
    listed = " + ".join(map(rules.describe, parts)) or "nothing"
    return divisions.problem and f"divides it into {listed}, but {divisions.problem}"


def _fault_of_negative(rules: Rules[Any], position: Any) -> str | None:
    negative = rules.negative(position)
    if negative is None:
        return None
    shown = f"returned {rules.describe(negative)}, where"
    sides: tuple[tuple[Player, Player], ...] = ((LEFT, RIGHT), (RIGHT, LEFT))
    for player, other in sides:
        options = rules.options(negative, player)
        negatives = {rules.negative(option): option for option in rules.options(position, other)}
        for wanted, option in negatives.items():
            if wanted is not None and wanted not in options:
                of = f"the negative of {PLAYERS[other]}'s option {rules.describe(option)}"
                return f"{shown} {PLAYERS[player]} cannot move to {rules.describe(wanted)}, {of}"
        extra = [option for option in options if option not in negatives]
        if extra and None not in negatives:
            of = f"the negative of none of {PLAYERS[other]}'s options"
            return f"{shown} {PLAYERS[player]} can move to {rules.describe(extra[0])}, {of}"
    return None


_FAULTS: Final[dict[str, Callable[[Rules[Any], Any], str | None]]] = {
    "parts": _fault_of_parts,
    "negative": _fault_of_negative,
}

PROMISES: Final = {
    "parts": "the options of a position are those of the sum of its parts",
    "negative": "the options of a negative are the negatives of the other player's options",
}
"""The promise that each check is about, by the name of the check."""
