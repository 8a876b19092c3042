"""Values of positions without a turn: what each is worth in a sum of games."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.cgt.ruleset import LEFT, RIGHT, ImpartialRuleset, PartizanRuleset, Ruleset

if TYPE_CHECKING:
    from gamekit.cgt.game_ruleset import GameRuleset, as_ruleset
    from gamekit.cgt.impartial.grundy import grundy_value, mex, winning_options
    from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof, prove_grundy_value
    from gamekit.cgt.impartial.loopy import (
        LoopyProof,
        LoopyValue,
        check_loopy_proof,
        label_graph,
        loopy_value,
    )
    from gamekit.cgt.misere.genus import Genus, genus
    from gamekit.cgt.misere.genus_proof import GenusProof, check_genus_proof, prove_genus
    from gamekit.cgt.misere.proof import check_quotient
    from gamekit.cgt.misere.quotient import MisereQuotient, heap_quotient, misere_quotient
    from gamekit.cgt.octal.code import OctalCode
    from gamekit.cgt.octal.heap_sums import HeapMoves, HeapReport, HeapTable
    from gamekit.cgt.octal.periods import Period, check_period, find_period
    from gamekit.cgt.octal.sequence_proof import SequenceProof, check_sequence
    from gamekit.cgt.octal.sequences import UnfinishedSequenceError, grundy_sequence
    from gamekit.cgt.outcome_tables import OutcomeTable, check_outcome_table, outcome_class, outcome_table
    from gamekit.cgt.outcomes import OutcomeClass
    from gamekit.cgt.pair_moves import PairMoves
    from gamekit.cgt.partizan.atomic_weight import atomic_weight, is_all_small
    from gamekit.cgt.partizan.canonical import canonical_form
    from gamekit.cgt.partizan.canonical_proof import (
        CanonicalProof,
        check_canonical_proof,
        dropped_options,
        prove_canonical_form,
    )
    from gamekit.cgt.partizan.game_text import format_game
    from gamekit.cgt.partizan.latex import format_latex
    from gamekit.cgt.partizan.notation import parse_game
    from gamekit.cgt.partizan.reduced import reduced_canonical_form
    from gamekit.cgt.partizan.short_games import ShortGame, dyadic, integer, nimber, short_game
    from gamekit.cgt.partizan.thermographs import (
        Thermograph,
        birthday,
        cooled,
        heated,
        mean,
        ordinal_sum,
        temperature,
        thermograph,
    )
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.ruleset_game import RulesetGame, as_game
    from gamekit.cgt.sums.play import SumMove, SumReport, analyse_sum
    from gamekit.cgt.sums.ruleset import Sum, position_of

__all__ = [
    "LEFT",
    "RIGHT",
    "CanonicalProof",
    "GameRuleset",
    "Genus",
    "GenusProof",
    "GrundyProof",
    "HeapMoves",
    "HeapReport",
    "HeapTable",
    "ImpartialRuleset",
    "LoopyProof",
    "LoopyValue",
    "MisereQuotient",
    "OctalCode",
    "OutcomeClass",
    "OutcomeTable",
    "PairMoves",
    "PartizanRuleset",
    "Period",
    "Ruleset",
    "RulesetGame",
    "SequenceProof",
    "ShortGame",
    "Sum",
    "SumMove",
    "SumReport",
    "Thermograph",
    "UnfinishedSequenceError",
    "analyse_sum",
    "as_game",
    "as_ruleset",
    "atomic_weight",
    "birthday",
    "canonical_form",
    "check_canonical_proof",
    "check_genus_proof",
    "check_grundy_proof",
    "check_loopy_proof",
    "check_outcome_table",
    "check_period",
    "check_quotient",
    "check_sequence",
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
    "outcome_table",
    "parse_game",
    "position_of",
    "prove_canonical_form",
    "prove_genus",
    "prove_grundy_value",
    "reduced_canonical_form",
    "short_game",
    "temperature",
    "thermograph",
    "winning_options",
]

_HOMES = {
    "partizan.atomic_weight": ("atomic_weight", "is_all_small"),
    "partizan.canonical": ("canonical_form",),
    "partizan.canonical_proof": (
        "CanonicalProof",
        "check_canonical_proof",
        "dropped_options",
        "prove_canonical_form",
    ),
    "impartial.grundy": ("grundy_value", "mex", "winning_options"),
    "impartial.grundy_proof": ("GrundyProof", "check_grundy_proof", "prove_grundy_value"),
    "partizan.game_text": ("format_game",),
    "partizan.latex": ("format_latex",),
    "impartial.loopy": ("LoopyProof", "LoopyValue", "check_loopy_proof", "label_graph", "loopy_value"),
    "misere.genus": ("Genus", "genus"),
    "misere.genus_proof": ("GenusProof", "check_genus_proof", "prove_genus"),
    "misere.proof": ("check_quotient",),
    "misere.quotient": ("MisereQuotient", "heap_quotient", "misere_quotient"),
    "partizan.notation": ("parse_game",),
    "octal.code": ("OctalCode",),
    "outcome_tables": ("OutcomeTable", "check_outcome_table", "outcome_class", "outcome_table"),
    "outcomes": ("OutcomeClass",),
    "pair_moves": ("PairMoves",),
    "octal.heap_sums": ("HeapMoves", "HeapReport", "HeapTable"),
    "octal.periods": ("Period", "check_period", "find_period"),
    "game_ruleset": ("GameRuleset", "as_ruleset"),
    "registry": ("load_ruleset",),
    "ruleset_game": ("RulesetGame", "as_game"),
    "octal.sequence_proof": ("SequenceProof", "check_sequence"),
    "octal.sequences": ("UnfinishedSequenceError", "grundy_sequence"),
    "partizan.reduced": ("reduced_canonical_form",),
    "partizan.short_games": ("ShortGame", "dyadic", "integer", "nimber", "short_game"),
    "sums.play": ("SumMove", "SumReport", "analyse_sum"),
    "sums.ruleset": ("Sum", "position_of"),
    "partizan.thermographs": (
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


def __dir__() -> list[str]:
    return list(__all__)
