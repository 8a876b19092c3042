"""Values of positions without a turn: what each is worth in a sum of games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.cgt.ruleset import LEFT, RIGHT, ImpartialRuleset, PartizanRuleset, Ruleset

if TYPE_CHECKING:
    from gamekit.cgt.grundy import grundy_value, mex, winning_options
    from gamekit.cgt.grundy_proof import GrundyProof, check_grundy_proof, prove_grundy_value
    from gamekit.cgt.octal_code import OctalCode
    from gamekit.cgt.outcomes import OutcomeClass, outcome_class
    from gamekit.cgt.periods import Period, check_period, find_period
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.ruleset_game import RulesetGame, as_game
    from gamekit.cgt.sequences import grundy_sequence
    from gamekit.cgt.sum_play import SumMove, SumReport, analyse_sum
    from gamekit.cgt.sums import Sum, position_of

__all__ = [
    "LEFT",
    "RIGHT",
    "GrundyProof",
    "ImpartialRuleset",
    "OctalCode",
    "OutcomeClass",
    "PartizanRuleset",
    "Period",
    "Ruleset",
    "RulesetGame",
    "Sum",
    "SumMove",
    "SumReport",
    "analyse_sum",
    "as_game",
    "check_grundy_proof",
    "check_period",
    "find_period",
    "grundy_sequence",
    "grundy_value",
    "load_ruleset",
    "mex",
    "outcome_class",
    "position_of",
    "prove_grundy_value",
    "winning_options",
]

_HOMES = {
    "grundy": ("grundy_value", "mex", "winning_options"),
    "grundy_proof": ("GrundyProof", "check_grundy_proof", "prove_grundy_value"),
    "octal_code": ("OctalCode",),
    "outcomes": ("OutcomeClass", "outcome_class"),
    "periods": ("Period", "check_period", "find_period"),
    "registry": ("load_ruleset",),
    "ruleset_game": ("RulesetGame", "as_game"),
    "sequences": ("grundy_sequence",),
    "sum_play": ("SumMove", "SumReport", "analyse_sum"),
    "sums": ("Sum", "position_of"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a ruleset loads nothing but what it takes to write one."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'gamekit.cgt' has no attribute {name!r}")
    value = getattr(import_module(f"gamekit.cgt.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
