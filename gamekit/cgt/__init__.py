"""Values of positions without a turn: what each is worth in a sum of games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.cgt.ruleset import LEFT, RIGHT, ImpartialRuleset, PartizanRuleset, Ruleset

if TYPE_CHECKING:
    from gamekit.cgt.grundy import grundy_value, mex, winning_options
    from gamekit.cgt.grundy_proof import GrundyProof, check_grundy_proof, prove_grundy_value
    from gamekit.cgt.outcomes import OutcomeClass, outcome_class
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.ruleset_game import RulesetGame, as_game

__all__ = [
    "LEFT",
    "RIGHT",
    "GrundyProof",
    "ImpartialRuleset",
    "OutcomeClass",
    "PartizanRuleset",
    "Ruleset",
    "RulesetGame",
    "as_game",
    "check_grundy_proof",
    "grundy_value",
    "load_ruleset",
    "mex",
    "outcome_class",
    "prove_grundy_value",
    "winning_options",
]

_HOMES = {
    "grundy": ("grundy_value", "mex", "winning_options"),
    "grundy_proof": ("GrundyProof", "check_grundy_proof", "prove_grundy_value"),
    "outcomes": ("OutcomeClass", "outcome_class"),
    "registry": ("load_ruleset",),
    "ruleset_game": ("RulesetGame", "as_game"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a ruleset loads nothing but what it takes to write one."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'gamekit.cgt' has no attribute {name!r}")
    value = getattr(import_module(f"gamekit.cgt.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
