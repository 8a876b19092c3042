"""`gamekit value`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cgt.kinds import KINDS
from gamekit.cli.claims import ClaimOptions, claim_options
from gamekit.cli.completion import complete_ruleset
from gamekit.cli.options import POSITIVE, refuse_with
from gamekit.cli.reports import row_lines
from gamekit.cli.rules_files import admit_argument
from gamekit.cli.rulesets import game_option, named
from gamekit.cli.subject import parameter_options
from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.sentences import counted

if TYPE_CHECKING:
    from gamekit.cgt.kinds.value_kind import Valuation
    from gamekit.cgt.partizan.canonical_proof import CanonicalProof
    from gamekit.cgt.proof_report import ProofReport
    from gamekit.cgt.rules import CheckedRuleset
    from gamekit.cgt.ruleset import Ruleset

REDUCED: Final = "reduced canonical form"

MOST_SHOWN: Final = 8
"""The largest number of winning moves that are listed; the rest are only counted."""


@click.command()
@click.argument(
    "name", metavar="[RULESET]", required=False, callback=admit_argument, shell_complete=complete_ruleset
)
@click.argument("position_text", metavar="[POSITION]", required=False)
@game_option
@parameter_options("ruleset")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    help=f"The kind of value: {'; '.join(f'{kind}, {about}' for kind, about in KINDS.items())}. "
    "The default is grundy for impartial rulesets and canonical for partizan ones; where play "
    "can go on for ever, loopy and outcome, and sides for loopy games of the algebra.",
)
@click.option(
    "--by",
    type=click.Choice(("walk", "search")),
    help="Whether to visit all followers, or to search for a Grundy value or who wins among a fraction of them. By "
    "default, such a value is searched where a walk reaches a limit.",
)
@click.option(
    "--max-positions",
    type=POSITIVE,
    default=5_000_000,
    help="End a walk after this many positions, and then a search after the same number, with exit status 3.",
)
@click.option(
    "--derivation",
    is_flag=True,
    help="Show why options are not among those of the canonical form: which other one dominates them, or which reply "
    "reverses them.",
)
@claim_options(
    "the value",
    stops="; a walk leaves a quarter of them to a search",
    brief="Print one line: the value, and whether that is verified.",
)
def value(
    name: str | None,
    position_text: str | None,
    expression: str | None,
    source: str | None,
    settings: tuple[str, ...],
    kind: str | None,
    by: Any,
    max_positions: int,
    derivation: bool,
    options: ClaimOptions,
) -> None:
    """Show what POSITION of the ruleset RULESET is worth.

    A position has no turn: both players may move in it. The default is the position in which play begins.

    RULESET may be a game, too, if either player can have the turn in each of its positions, and whoever cannot move
    has lost. This is checked; if it fails, the message names the position. An octal code stands for the ruleset octal
    with this code.

    \b
    gamekit value nim '3 4 5'
    gamekit value 0.137 '9 26'
    gamekit value domineering '...|...' --derivation
    gamekit value kayles '9 12' --kind quotient
    gamekit value cram -p 'board=....|....'
    gamekit value --game '{2||1|0} + ^2*'
    gamekit value --game 'over + {0|*,pass}'
    """
    from gamekit.cgt.partizan.notation import is_loopy
    from gamekit.cgt.registry import parameters_of
    from gamekit.cgt.rules import CheckedRuleset
    from gamekit.cgt.ruleset import LEFT, RIGHT
    from gamekit.cgt.valuation import valuate

    if options.is_brief:
        refuse_with("--brief", "derivation")
    written: str | None = None  # the game as text, where its position is the number of a node
    name, ruleset = named(name, position_text, expression, source, settings)
    if expression is not None and is_loopy(expression):
        kind, written = kind or "sides", expression.strip()
    rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    position = rules.parse(position_text)
    shown = ruleset.format_position(position)
    try:
        valuation = valuate(
            ruleset, position, kind, by=by, max_positions=max_positions, seconds=options.seconds
        )
    except LimitError as limit:
        if name != "octal" or kind not in (None, "grundy"):
            raise
        heaps = f"'{parameters_of(ruleset)['code']}:{shown}'"
        raise LimitError(f"{limit}; or decide heaps from a table (gamekit sum {heaps})") from None
    if derivation and valuation.kind != "canonical":
        raise UnsupportedError(
            f"a derivation is of a canonical form, and this value is of the kind {valuation.kind}; ask for --kind "
            "canonical"
        )
    check = options.check(valuation.checker, valuation.proof)
    described: dict[str, Any] = {
        "ruleset": name,
        "parameters": parameters_of(ruleset),
        "position": shown,
        "kind": valuation.kind,
        "value": valuation.value,
        "about": valuation.about,
        "outcome": str(valuation.outcome),
        "winning": {
            player: list(map(ruleset.format_position, winning))
            for player, winning in zip(("left", "right"), valuation.winning, strict=True)
        },
        "undecided": valuation.undecided,
        "by": valuation.by,
        "positions": valuation.positions,
    }
    names = [
        [rules.move_name(position, option, player) for option in valuation.winning[player]]
        for player in (LEFT, RIGHT)
    ]
    dropped = _dropped(rules, position, valuation.proof) if derivation else {}
    if derivation:
        described["dropped"] = dropped
    lines = _lines(ruleset, valuation, written or shown, names, check.report, dropped)
    if options.is_brief:
        lines = [f"{written or f'{name} {shown}'}: {valuation.sentence} ({check.in_words})"]
    options.print_found(described, lines, check, valuation.proof, name=name, position=shown)


def _dropped(rules: CheckedRuleset[Any], position: Any, proof: CanonicalProof) -> dict[str, dict[str, str]]:
    """Return for each player the moves that lead to none of the form's options, and the reason for each."""
    from gamekit.cgt.partizan.canonical_proof import dropped_options
    from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT

    reasons = {(player, option): reason for player, option, reason in dropped_options(proof, position)}
    return {
        PLAYERS[player].lower(): {
            rules.move_name(position, option, player): reasons[player, rules.canonical(option)]
            for option in rules.own_options(position, player)
            if (player, rules.canonical(option)) in reasons
        }
        for player in (LEFT, RIGHT)
    }


def _lines(
    ruleset: Ruleset[Any],
    valuation: Valuation,
    position: str,
    winning: list[list[str]],
    report: ProofReport | None,
    dropped: Mapping[str, Mapping[str, str]],
) -> list[str]:
    left, right = winning
    rows: dict[str, str | None] = {"position": position, "value": valuation.sentence}
    facts = valuation.about.items()  # a form that is reduced is shown once
    rows |= {name: str(fact) for name, fact in facts if name != REDUCED or fact != str(valuation.value)}
    for player, reasons in dropped.items():
        rows[f"{player.capitalize()} drops"] = (
            _listed([f"{move}: {reason}" for move, reason in reasons.items()]) or "none"
        )
    rows["outcome"] = f"{valuation.outcome}: {valuation.outcome.in_words}"
    if ruleset.is_impartial:
        rows["winning moves"] = _listed(left) or "none"
    else:
        rows["Left wins by"] = _listed(left)
        rows["Right wins by"] = _listed(right)
    if valuation.by == "search":
        rows["found by"] = f"search, which met {valuation.positions:,} positions"
    if valuation.undecided:
        rows["not decided"] = f"{counted(valuation.undecided, 'option')} within the limits"
    rows["proof"] = None if report is None else str(report)
    return row_lines(rows)


def _listed(moves: list[str]) -> str | None:
    if not moves:
        return None
    more = f" and {len(moves) - MOST_SHOWN:,} more" if len(moves) > MOST_SHOWN else ""
    return "; ".join(moves[:MOST_SHOWN]) + more
