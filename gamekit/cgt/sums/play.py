"""Who wins a sum, by which moves, and why in words."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import partial, reduce
from itertools import product
from operator import xor
from typing import Any

import attrs

from gamekit.cgt.impartial.grundy import grundy_walker
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.impartial.loopy import LoopyValue, explored_loopy_value, total_of
from gamekit.cgt.impartial.loopy_table import LoopyTable, check_loopy_table
from gamekit.cgt.outcome_tables import check_outcome_table, outcome_table
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import canonical_walker, outcome_of
from gamekit.cgt.partizan.canonical_proof import check_canonical_proof, proof_with_facts
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.search_proof import check_search_proof, proof_of_search
from gamekit.cgt.partizan.short_games import ShortGame, integer
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.partizan.thermographs import Thermograph, thermographs
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.proved import Proved
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player
from gamekit.cgt.sums.ruleset import SumPosition, SumRuleset
from gamekit.cgt.tasks import within_limit
from gamekit.cgt.time_limit import TimeLimitError, no_time_limit, time_limit
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError, Walker
from gamekit.errors import LimitError


@attrs.frozen
class SumMove:
    """A winning move in a sum.

    Attributes:
        player: who can make it, LEFT or RIGHT; None if both can.
        summand: the number of the summand, from 0 on.
        option: the position that it leaves there, as the ruleset lists it.
        reason: why it wins, in words.
    """

    player: Player | None
    summand: int
    option: Any
    reason: str


@attrs.frozen
class SumReport(Proved):
    """What is known of a sum.

    Attributes:
        value: its Grundy value, its loopy value if play can go on for ever, or its canonical form if a summand is
            partizan; None if only who wins was found, as where a summand is partizan and play can go on for ever.
        values: those of the summands, likewise.
        outcome: its outcome class in normal play.
        moves: all winning moves, except for those that were not searched.
        reason: why it is won or lost, in words.
        undecided: for how many moves a search did not find out, within the limit, whether they win.
        proof: what proves the value or the outcome class, and the moves if a summand is partizan.
        checker: the independent checker of such proofs.
    """

    value: int | LoopyValue | ShortGame | None
    values: tuple[int, ...] | tuple[LoopyValue, ...] | tuple[ShortGame, ...] | tuple[None, ...]
    outcome: OutcomeClass
    moves: tuple[SumMove, ...]
    reason: str
    undecided: int = 0
    proof: Any = attrs.field(default=None, eq=False, repr=False)
    checker: Callable[[Any], ProofReport] = attrs.field(default=check_grundy_proof, eq=False, repr=False)


def analyse_sum(
    sum_: SumRuleset, *, max_positions: int = DEFAULT_MAX_POSITIONS, seconds: float | None = None
) -> SumReport:
    """Return who wins a sum in normal play, all winning moves, and the reasons in words.

    If all summands are impartial, their Grundy values decide, or their loopy values where play can go on for ever;
    otherwise their canonical forms, or the outcome class of the sum as a whole. Impartial summands with more than
    `max_positions` followers are searched for their Grundy values; a sum with such partizan summands is searched for
    who wins, and has no value then.

    Args:
        sum_: the sum.
        max_positions: the number of positions after which to stop, each time.
        seconds: how long it may take; values leave half of it to a search. By default, as long as it needs.

    Raises:
        LimitError: more than `max_positions` positions, `seconds` are over, or forms are nested too deep.
        RulesError: a ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset, position_of
    >>> report = analyse_sum(position_of(load_ruleset("nim"), "3 4 5") + position_of(load_ruleset("kayles"), "3"))
    >>> report.value, report.moves[0].reason
    (1, 'Move 3 4 5 to 2 4 5 (take 1 from a heap of 3): it is then worth 3, and the nim-sum becomes 3 ⊕ 3 = 0.')
    """
    try:
        with time_limit(seconds):
            try:
                with time_limit(seconds / 2 if seconds else None):
                    return _walked(sum_, max_positions)
            except LimitError as limit:
                try:
                    return _searched(sum_, max_positions)
                except LoopError:
                    raise limit from None
    except TimeLimitError:
        raise LimitError(
            f"nothing was found of the sum in {seconds:g} seconds, the limit that was set; raise --seconds (seconds in "
            "Python), or ask who wins if one player moves first (gamekit prove sum)"
        ) from None


def _walked(sum_: SumRuleset, max_positions: int) -> SumReport:
    if not sum_.is_impartial:
        try:
            return _by_forms(sum_, max_positions)
        except LoopError:
            return _by_outcomes(sum_, max_positions)
    try:
        return _by_values(sum_, grundy_walker(sum_, max_positions))
    except LoopError:
        return _by_loopy_values(sum_, max_positions)


def _searched(sum_: SumRuleset, max_positions: int) -> SumReport:
    if not sum_.is_impartial:
        return _by_search(sum_, max_positions)
    report = _by_values(sum_, GrundySearch(sum_, max_positions=max_positions))
    found = f"{report.reason} The Grundy values were found by search.{_on_limit(report.undecided)}"
    return attrs.evolve(report, reason=found)


def _by_values(sum_: SumRuleset, walker: Walker[Any, int] | GrundySearch[Any]) -> SumReport:
    values = [walker.value((summand,)) for summand in walker.rules.start()]
    total = reduce(xor, values, 0)
    moves, undecided = [], 0
    for number, (ruleset, position) in enumerate(sum_.summands if total else ()):
        rules = Rules(ruleset)
        wanted = values[number] ^ total
        with no_time_limit():
            options = [((number, option),) for option in rules.own_options(position, LEFT)]
        winning, left = within_limit(options, partial(walker.is_worth, value=wanted))
        undecided += left
        steps = _steps(rules, position, LEFT, [option for ((_, option),) in winning])
        for ((_, option),) in winning:
            worth = " ⊕ ".join(map(str, [*values[:number], wanted, *values[number + 1 :]]))
            sentence = (
                f"Move {steps[option]}: it is then worth {wanted}, and the nim-sum becomes {worth} = 0."
            )
            moves.append(SumMove(None, number, option, sentence))
    worth = " ⊕ ".join(map(str, values))
    if total:
        reason = f"The nim-sum is {worth} = {total}, so the next player wins by making it 0."
    else:
        reason = (
            f"The nim-sum is {worth} = 0, and every move makes it another number, so the next player loses."
        )
    outcome = OutcomeClass.NEXT if total else OutcomeClass.PREVIOUS
    with no_time_limit():
        proof = GrundyProof(sum_, walker.rules.start(), total, walker.table(walker.rules.start()))
    return SumReport(total, tuple(values), outcome, tuple(moves), reason, undecided, proof)


def _by_loopy_values(sum_: SumRuleset, max_positions: int) -> SumReport:
    _, proof, vertices = explored_loopy_value(sum_, None, max_positions)
    rules: Rules[Any] = Rules(sum_)

    def value_of(summand: tuple[int, Any]) -> LoopyValue:
        parts = rules.parts(rules.canonical((summand,)))
        return total_of(proof.value(vertices[part]) for part in parts)

    values = [value_of(summand) for summand in rules.start()]
    total = total_of(values)
    moves = []
    for number, (ruleset, position) in enumerate(sum_.summands):
        one = Rules(ruleset)
        others = total_of([*values[:number], *values[number + 1 :]])
        options = one.own_options(position, LEFT)
        steps = _steps(one, position, LEFT, options)
        for option in options:
            left = value_of((number, option))
            if (others + left).outcome == OutcomeClass.PREVIOUS:
                sentence = f"Move {steps[option]}: it is then worth {left}, and the sum becomes 0."
                moves.append(SumMove(None, number, option, sentence))
    reason = f"The sum is worth {' + '.join(map(str, values))} = {total}: {_on_infinity(total)}"
    table = LoopyTable(
        sum_, rules.start(), total, tuple(vertices), proof.labels.tolist(), proof.counters.tolist()
    )
    return SumReport(
        total,
        tuple(values),
        total.outcome,
        tuple(moves),
        reason,
        proof=table,
        checker=check_loopy_table,
    )


def _on_infinity(total: LoopyValue) -> str:
    if total.nimber is not None:
        return "the next player wins by making it 0." if total.nimber else "the next player loses."
    if 0 in total.escapes:
        return "a move to 0 wins at once; otherwise play goes on for ever."
    return "no move makes it 0, and play can be kept going for ever, so nobody wins."


def _by_forms(sum_: SumRuleset, max_positions: int) -> SumReport:
    walker = canonical_walker(sum_, max_positions)
    start, zero = walker.rules.start(), integer(0)
    forms = [walker.value((summand,)) for summand in start]
    total = walker.value(start)
    with no_time_limit():
        outcome = outcome_of(total)
    moves, undecided = [], 0
    winning: tuple[dict[Any, None], dict[Any, None]] = ({}, {})
    for player in (LEFT, RIGHT):
        for number, (ruleset, position) in enumerate(sum_.summands):
            rules = Rules(ruleset)
            with no_time_limit():
                options = rules.own_options(position, player)
            steps = _steps(rules, position, player, options)
            for option in options:
                after = walker.rules.canonical((*start[:number], (number, option), *start[number + 1 :]))
                try:
                    left = walker.value(after)
                    wins = at_most(zero, left) if player == LEFT else at_most(left, zero)
                except LimitError:
                    undecided += 1
                    continue
                if wins:
                    sentence = (
                        f"{PLAYERS[player]} moves {steps[option]}: the sum becomes {left}, and "
                        f"{PLAYERS[1 - player]}, who is to move, loses."
                    )
                    moves.append(SumMove(player, number, option, sentence))
                    winning[player][after] = None
    heated: dict[Any, dict[ShortGame, Thermograph]] = {}
    heat = ""
    with suppress(TimeLimitError):
        heated = {(summand,): thermographs(form) for summand, form in zip(start, forms, strict=True)}
        heat = _on_heat(
            [graphs[form].temperature for form, graphs in zip(forms, heated.values(), strict=True)]
        )
    worth = " + ".join(f"({form})" for form in forms)
    reason = f"The sum is {worth} = {total}: {outcome.in_words}.{heat}{_on_limit(undecided)}"
    with no_time_limit():
        proof = proof_with_facts(walker, start, (list(winning[LEFT]), list(winning[RIGHT])), heated)
    return SumReport(
        total,
        tuple(forms),
        outcome,
        tuple(moves),
        reason,
        undecided,
        proof=proof,
        checker=check_canonical_proof,
    )


def _by_search(sum_: SumRuleset, max_positions: int) -> SumReport:
    search: SumSearch[Any] = SumSearch(sum_, max_positions=max_positions)
    start = search.rules.start()
    outcome = search.outcome(start)
    left, right = (search.winning_options(start, player) for player in (LEFT, RIGHT))
    winning, undecided = (left[0], right[0]), left[1] + right[1]
    reason = (
        f"The canonical forms of the summands were not found within the limits. By search, {outcome.in_words}; it met "
        f"{search.positions:,} positions and sums.{_on_limit(undecided)}"
    )
    with no_time_limit():
        proof = proof_of_search(search, start, winning)
    moves = _moves_to(winning, sum_, start)
    return SumReport(None, (None,) * len(start), outcome, moves, reason, undecided, proof, check_search_proof)


def _by_outcomes(sum_: SumRuleset, max_positions: int) -> SumReport:
    """Return who wins a sum with a partizan summand in which play can go on for ever."""
    table = outcome_table(sum_, max_positions=max_positions)
    with no_time_limit():
        outcome, winning = table.classes[table.position], table.winning()
        moves = _moves_to(winning, sum_, table.position)
    reason = (
        "A summand is partizan, and play can return to a position, so the sum has no canonical form but an outcome "
        f"class: {outcome.in_words}."
    )
    values = (None,) * len(table.position)
    return SumReport(None, values, outcome, moves, reason, proof=table, checker=check_outcome_table)


def _moves_to(
    winning: tuple[list[Any], list[Any]], sum_: SumRuleset, start: SumPosition
) -> tuple[SumMove, ...]:
    """Return the moves in a sum, which `start` represents, that lead to options that win for Left and for Right."""
    moves = []
    for player, (number, (ruleset, before)) in product((LEFT, RIGHT), enumerate(sum_.summands)):
        rules = Rules(ruleset)
        others = start[:number], start[number + 1 :]  # a move may leave a position as it is
        afters = [
            after[number][1] for after in winning[player] if (after[:number], after[number + 1 :]) == others
        ]
        options = rules.own_options_like(before, player, afters)
        for option, step in _steps(rules, before, player, options).items():
            reason = f"{PLAYERS[player]} moves {step}: {PLAYERS[1 - player]}, who is to move, loses."
            moves.append(SumMove(player, number, option, reason))
    return tuple(moves)


def _steps(rules: Rules[Any], position: Any, player: Player, options: list[Any]) -> dict[Any, str]:
    """Return how moves change a summand: from what to what and, where they have names of their own, by which."""
    before, names = rules.describe(position), rules.move_names(position, player, options)
    after = {option: rules.describe(option) for option in options}
    return {
        option: f"{before} to {after[option]}" + (f" ({name})" if name != after[option] else "")
        for option, name in names.items()
    }


def _on_limit(undecided: int) -> str:
    """Return a sentence on the moves that a search did not decide; nothing if there are none."""
    if not undecided:
        return ""
    moves = "one other move wins" if undecided == 1 else f"{undecided:,} other moves win"
    return f" Whether {moves} was not found out within the limits."


def _on_heat(heats: list[Fraction]) -> str:
    """Return a sentence on where it is most urgent to move; nothing if no summand is hot, or if there is one alone."""
    hottest = max(heats)
    if hottest <= 0 or len(heats) == 1:
        return ""
    numbers = [f"{number}" for number, heat in enumerate(heats, 1) if heat == hottest]
    others = max((heat for heat in heats if heat < hottest), default=None)
    against = "" if others is None else f" against {others}"
    if len(numbers) > 1:
        return f" Summands {' and '.join(numbers)} are the hottest: {hottest}{against}."
    return f" Summand {numbers[0]} is the hottest: {hottest}{against}."
