"""Values of positions without a turn: what each is worth in a sum of games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.cgt.ruleset import LEFT, RIGHT, ImpartialRuleset, PartizanRuleset, Ruleset

if TYPE_CHECKING:
    from gamekit.cgt.atomic_weight import atomic_weight, is_all_small
    from gamekit.cgt.canonical import canonical_form
    from gamekit.cgt.canonical_proof import (
        CanonicalProof,
        check_canonical_proof,
        dropped_options,
        prove_canonical_form,
    )
    from gamekit.cgt.game_text import format_game
    from gamekit.cgt.grundy import grundy_value, mex, winning_options
    from gamekit.cgt.grundy_proof import GrundyProof, check_grundy_proof, prove_grundy_value
    from gamekit.cgt.latex import format_latex
    from gamekit.cgt.loopy import LoopyProof, LoopyValue, check_loopy_proof, label_graph, loopy_value
    from gamekit.cgt.misere.genus import Genus, genus
    from gamekit.cgt.misere.proof import check_quotient
    from gamekit.cgt.misere.quotient import MisereQuotient, heap_quotient, misere_quotient
    from gamekit.cgt.notation import parse_game
    from gamekit.cgt.octal_code import OctalCode
    from gamekit.cgt.outcomes import OutcomeClass, outcome_class
    from gamekit.cgt.periods import Period, check_period, find_period
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.ruleset_game import RulesetGame, as_game
    from gamekit.cgt.sequences import grundy_sequence
    from gamekit.cgt.short_games import ShortGame, dyadic, integer, nimber, short_game
    from gamekit.cgt.sum_play import SumMove, SumReport, analyse_sum
    from gamekit.cgt.sums import Sum, position_of
    from gamekit.cgt.thermographs import (
        Thermograph,
        birthday,
        cooled,
        heated,
        mean,
        ordinal_sum,
        temperature,
        thermograph,
    )

__all__ = [
    "LEFT",
    "RIGHT",
    "CanonicalProof",
    "Genus",
    "GrundyProof",
    "ImpartialRuleset",
    "LoopyProof",
    "LoopyValue",
    "MisereQuotient",
    "OctalCode",
    "OutcomeClass",
    "PartizanRuleset",
    "Period",
    "Ruleset",
    "RulesetGame",
    "ShortGame",
    "Sum",
    "SumMove",
    "SumReport",
    "Thermograph",
    "analyse_sum",
    "as_game",
    "atomic_weight",
    "birthday",
    "canonical_form",
    "check_canonical_proof",
    "check_grundy_proof",
    "check_loopy_proof",
    "check_period",
    "check_quotient",
    "cooled",
    "dropped_options",
    "dyadic",
    "find_period",
    "format_game",
    "format_latex",
    "genus",
    "grundy_sequence",
    "grundy_value",
    "heap_quotient",
    "heated",
    "integer",
    "is_all_small",
    "label_graph",
    "load_ruleset",
    "loopy_value",
    "mean",
    "mex",
    "misere_quotient",
    "nimber",
    "ordinal_sum",
    "outcome_class",
    "parse_game",
    "position_of",
    "prove_canonical_form",
    "prove_grundy_value",
    "short_game",
    "temperature",
    "thermograph",
    "winning_options",
]

_HOMES = {
    "atomic_weight": ("atomic_weight", "is_all_small"),
    "canonical": ("canonical_form",),
    "canonical_proof": ("CanonicalProof", "check_canonical_proof", "dropped_options", "prove_canonical_form"),
    "grundy": ("grundy_value", "mex", "winning_options"),
    "grundy_proof": ("GrundyProof", "check_grundy_proof", "prove_grundy_value"),
    "game_text": ("format_game",),
    "latex": ("format_latex",),
    "loopy": ("LoopyProof", "LoopyValue", "check_loopy_proof", "label_graph", "loopy_value"),
    "misere.genus": ("Genus", "genus"),
    "misere.proof": ("check_quotient",),
    "misere.quotient": ("MisereQuotient", "heap_quotient", "misere_quotient"),
    "notation": ("parse_game",),
    "octal_code": ("OctalCode",),
    "outcomes": ("OutcomeClass", "outcome_class"),
    "periods": ("Period", "check_period", "find_period"),
    "registry": ("load_ruleset",),
    "ruleset_game": ("RulesetGame", "as_game"),
    "sequences": ("grundy_sequence",),
    "short_games": ("ShortGame", "dyadic", "integer", "nimber", "short_game"),
    "sum_play": ("SumMove", "SumReport", "analyse_sum"),
    "sums": ("Sum", "position_of"),
    "thermographs": (
        "Thermograph",
        "birthday",
        "cooled",
        "heated",
        "mean",
        "ordinal_sum",
        "temperature",
        "thermograph",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that a ruleset loads nothing but what it takes to write one."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'gamekit.cgt' has no attribute {name!r}")
    value = getattr(import_module(f"gamekit.cgt.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value
