"""The proof of the sides of a position, and a checker that plays the games of which the theory speaks.

A table gives each follower of a position the canonical forms of its onside and its offside. The checker finds the order
of the forms for itself, and asks four questions of each position G, whose onside is S and whose offside is T:

- Left survives G - S if Right begins. Endless play in G is good for Left, and there is none in the stopper S alone.
- Left survives S - G, and may not let play go on for ever in -G alone. So her replies lead, in ever fewer moves, to a
  move in S.
- The same two with the players exchanged, for T.

Source: A. Siegel, "Combinatorial Game Theory", 2013, sections VI.2 and VI.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import attrs

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.ruleset import LEFT, RIGHT, Ruleset
from gamekit.cgt.stoppers.graphs import LoopyGraph
from gamekit.cgt.stoppers.loopy_games import LoopyGame, Stopper
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.tried_rules import TriedRules

Order = Sequence[Sequence[bool]]
"""For each form, whether it is at least each other form."""

Moves = Mapping[Any, Sequence[Any]]
"""The options of a player, for each position."""


@attrs.frozen
class SidesProof:
    """The sides of a position and of each of its followers.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        forms: the canonical forms of all sides.
        table: the numbers of the forms that are the onside and the offside of each position.
    """

    ruleset: Ruleset[Any]
    position: Any
    forms: LoopyGraph = attrs.field(repr=lambda forms: f"<{len(forms)} forms>")
    table: Mapping[Any, tuple[int, int]] = attrs.field(repr=lambda table: f"<{len(table)} positions>")

    def value(self) -> LoopyGame:
        """Return the value that the table has for the position."""
        return self.value_of(self.position)

    def value_of(self, position: Any) -> LoopyGame:
        """Return the value that the table has for one of its positions."""
        onside, offside = (Stopper.of(self.forms, form) for form in self.table[position])
        return LoopyGame(onside, offside)


def check_sides_proof(proof: SidesProof) -> ProofReport:
    """Check that the forms are canonical, and that they are the sides of each position, by the moves of the rules.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> from gamekit.cgt.valuation import valuate
    >>> ruleset = load_ruleset("partizan-digraph")
    >>> print(check_sides_proof(valuate(ruleset, ruleset.start(), "sides").proof))
    verified: all 2 positions
    """
    rules: TriedRules[Any] = TriedRules(proof.ruleset)
    forms, table = proof.forms, proof.table
    if problem := _fault_of_graph(forms):
        return ProofReport(0, problem=problem)
    order = _order_of(forms)
    if problem := _fault_of_forms(forms, order):
        return ProofReport(0, problem=problem)
    if rules.canonical(proof.position) not in table:
        return ProofReport(0, problem=f"{rules.describe(proof.position)} is not among the positions")
    moves: tuple[dict[Any, list[Any]], dict[Any, list[Any]]] = ({}, {})
    for position, sides in table.items():
        if not all(0 <= form < len(forms) for form in sides):
            return ProofReport(0, problem=f"a side of {rules.describe(position)} is not among the forms")
        if rules.canonical(position) != position:
            return ProofReport(
                0, problem=f"{rules.describe(position)} is not the representative of its class"
            )
        for player in (LEFT, RIGHT):
            moves[player][position] = options = rules.options(position, player)
            if stray := [option for option in options if option not in table]:
                return ProofReport(0, problem=f"{rules.describe(stray[0])} is not among the positions")
    onsides, offsides = ({position: sides[i] for position, sides in table.items()} for i in (0, 1))
    turned = [[order[j][i] for j in range(len(forms))] for i in range(len(forms))]
    for called, side, (own, other), graph, beats in (
        ("onside", onsides, moves, forms, order),
        ("offside", offsides, moves[::-1], forms.negative(), turned),
    ):
        for fault, bound in ((_above_side, "most"), (_below_side, "least")):
            if (at := fault(own, other, side, graph, beats)) is not None:
                problem = f"the {called} of {rules.describe(at[0])} is not at {bound} the position"
                return ProofReport(0, problem=problem)
    return ProofReport(len(table), tried=rules.tried)


def _fault_of_graph(forms: LoopyGraph) -> str | None:
    """Return why a claimed graph is not one of stoppers; None if it is."""
    if len(forms.left) != len(forms.right):
        return "the forms have unequally many options of Left and Right"
    listed = (option for options in (*forms.left, *forms.right) for option in options)
    if not all(0 <= option < len(forms) for option in listed):
        return "an option of a form is not among the forms"
    ended: set[tuple[int, int]] = set()
    waiting = {(node, player) for node in range(len(forms)) for player in (LEFT, RIGHT)}
    while waiting:
        require_time()
        ready = {
            (node, player)
            for node, player in waiting
            if all((option, 1 - player) in ended for option in (forms.left, forms.right)[player][node])
        }
        if not ready:
            return f"form {min(waiting)[0]} is not a stopper: alternating play can go on for ever"
        ended |= ready
        waiting -= ready
    return None


def _order_of(forms: LoopyGraph) -> list[list[bool]]:
    """Return the order of stoppers: g ≥ h unless Right, who begins, has a way to leave Left without a move in g - h."""
    size = len(forms)
    order = [[True] * size for _ in range(size)]
    changed = True
    while changed:
        require_time()
        changed = False
        for g, h in product(range(size), repeat=2):
            if order[g][h] and not (
                all(_replies(order, forms.left[move], forms.right[h], move, h) for move in forms.right[g])
                and all(_replies(order, forms.left[g], forms.right[move], g, move) for move in forms.left[h])
            ):
                order[g][h], changed = False, True
    return order


def _replies(order: Order, left: Sequence[int], right: Sequence[int], g: int, h: int) -> bool:
    """Return whether Left has a reply in g - h, given her options in g and Right's in h."""
    return any(order[option][h] for option in left) or any(order[g][option] for option in right)


def _fault_of_forms(forms: LoopyGraph, order: Order) -> str | None:
    """Return why forms are not canonical and different; None if they are."""
    turned = list(zip(*order, strict=True))
    for g, h in product(range(len(forms)), repeat=2):
        if g != h and order[g][h] and order[h][g]:
            return f"the forms {g} and {h} are equal"
    for own, other, beats in ((forms.left, forms.right, order), (forms.right, forms.left, turned)):
        for node, options in enumerate(own):
            if len(set(options)) < len(options):
                return f"form {node} has an option twice"
            for option in options:
                if any(rival != option and beats[rival][option] for rival in options):
                    return f"option {option} of form {node} is dominated"
                if any(beats[node][reply] for reply in other[option]):
                    return f"option {option} of form {node} is reversible"
    return None


def _above_side(
    own: Moves, other: Moves, side: Mapping[Any, int], forms: LoopyGraph, order: Order
) -> tuple[Any] | None:
    """Return a position G such that Left, with her own moves, does not survive G - S for the form S of its side.

    Left moves to differences of which the order says that she survives them, so only these are looked at.
    """
    seen = set(side.items())
    waiting = list(seen)

    def has_reply(position: Any, form: int) -> bool:
        for reply, after in (
            *((option, form) for option in own[position]),
            *((position, option) for option in forms.right[form]),
        ):
            if order[side[reply]][after]:
                if (reply, after) not in seen:
                    seen.add((reply, after))
                    waiting.append((reply, after))
                return True
        return False

    while waiting:
        require_time()
        position, form = waiting.pop()
        if not all(has_reply(move, form) for move in other[position]) or not all(
            has_reply(position, move) for move in forms.left[form]
        ):
            return (position,)
    return None


def _below_side(
    own: Moves, other: Moves, side: Mapping[Any, int], forms: LoopyGraph, order: Order
) -> tuple[Any] | None:
    """Return a position G such that Left does not survive S - G, or only by endless play in -G alone.

    Pairs of a form and a position are won round by round: a pair is if Left has a reply to every move, and each reply
    comes after a move in a form, or is such a move, or leads to a pair that was won before.
    """
    claimed = [
        (form, position)
        for position, number in side.items()
        for form in range(len(forms))
        if order[form][number]
    ]
    known = set(claimed)
    won: set[tuple[int, Any]] = set()

    def is_won(form: int, position: Any) -> bool:
        in_form = all(
            any((reply, position) in known for reply in forms.left[move])
            or any((move, reply) in known for reply in other[position])
            for move in forms.right[form]
        )
        return in_form and all(
            any((reply, move) in known for reply in forms.left[form])
            or any((form, reply) in won for reply in other[move])
            for move in own[position]
        )

    while left := [pair for pair in claimed if pair not in won]:
        require_time()
        new = [pair for pair in left if is_won(*pair)]
        if not new:
            return (left[0][1],)
        won.update(new)
    return None
