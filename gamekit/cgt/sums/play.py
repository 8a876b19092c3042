"""The winner of a sum, the winning moves, and the reasons in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor
from typing import Any

import attrs

from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.impartial.grundy_proof import GrundyProof, check_grundy_proof
from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.impartial.loopy import LoopyValue, check_loopy_table, labelled_followers, total_of
from gamekit.cgt.kinds import outcome
from gamekit.cgt.kinds.value_kind import Valuation
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker, outcome_of
from gamekit.cgt.partizan.canonical_proof import check_canonical_proof, proof_with_facts
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.short_games import ShortGame, integer
from gamekit.cgt.partizan.thermographs import Thermograph, thermographs
from gamekit.cgt.proof_report import ProofReport, Proved
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, Player
from gamekit.cgt.sums.ruleset import Sum, SumPosition
from gamekit.cgt.tasks import within_limit
from gamekit.cgt.time_limit import TimeLimitError, no_time_limit, time_limit
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError
from gamekit.errors import LimitError


@attrs.frozen
class SumMove:
    """A winning move in a sum.

    Attributes:
        player: the player who can make the move, LEFT or RIGHT; None if both can.
        summand: the number of the summand, from 0 on.
        option: the position that it leaves there, as the ruleset lists it.
        reason: the reason why the move wins, in words.
    """

    player: Player | None
    summand: int
    option: Any
    reason: str


@attrs.frozen
class SumReport(Proved):
    """The value of a sum, its winning moves, and the reasons.

    Attributes:
        value: the Grundy value of the sum, its loopy value if play can go on for ever, or its canonical form if a
            summand is partizan; None if only the winner was found, as in a partizan sum without end.
        values: the values of the summands, of the same kind as `value`.
        outcome: the outcome class of the sum in normal play.
        moves: the winning moves that were found: all of them if `undecided` is 0.
        reason: the reason why the sum is won or lost, in words.
        undecided: the number of moves that a search could not decide within its limit.
        proof: the proof of the value or the outcome class, and of the moves if a summand is partizan.
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
    sum_: Sum, *, max_positions: int = DEFAULT_MAX_POSITIONS, seconds: float | None = None
) -> SumReport:
    """Return who wins a sum in normal play, all winning moves, and the reasons in words.

    If all summands are impartial, their Grundy values decide, or their loopy values where play can go on for ever;
    otherwise their canonical forms, or the outcome class of the sum as a whole. Impartial summands with more than
    `max_positions` followers are searched for their Grundy values; a sum with such partizan summands is searched for
    who wins, and has no value then.

    Args:
        sum_: the sum.
        max_positions: the most positions that each walk or search may visit.
        seconds: the time that the analysis may take; values leave half of it to a search. By default, there is no
            limit.

    Raises:
        LimitError: there are more than `max_positions` positions, `seconds` are over, or forms are nested too deep.
        RulesError: a ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset, position_of
    >>> report = analyse_sum(position_of(load_ruleset("nim"), "3 4 5") + position_of(load_ruleset("kayles"), "3"))
    >>> report.value, report.moves[0].reason
    (1, 'Move 3 4 5 to 2 4 5 (take 1 from a heap of 3): it is then worth 3, and the nim-sum becomes 3 ⊕ 3 = 0.')
    """
    CheckedRuleset(sum_).require_adding("values of sums")
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
            f"neither the value of the sum nor its winner was found in {seconds:g} seconds, the limit that was set; "
            "raise --seconds (seconds in Python), or ask who wins if one player moves first (gamekit prove sum)"
        ) from None


def _walked(sum_: Sum, max_positions: int) -> SumReport:
    if sum_.is_impartial:
        try:
            return _by_values(sum_, GrundyWalker(sum_, max_positions=max_positions))
        except LoopError:
            return _by_loopy_values(sum_, max_positions)
    try:
        return _by_forms(sum_, max_positions)
    except LoopError:
        valuation = outcome.KIND.walk(sum_, sum_.start(), max_positions)
        return _by_outcome(
            sum_,
            valuation,
            "A summand is partizan, and play can return to a position, so the sum has no canonical form but an outcome "
            f"class: {valuation.outcome.in_words}.",
        )


def _searched(sum_: Sum, max_positions: int) -> SumReport:
    if sum_.is_impartial:
        report = _by_values(sum_, GrundySearch(sum_, max_positions=max_positions))
        found_by = f"{report.reason} The Grundy values were found by search.{_on_limit(report.undecided)}"
        return attrs.evolve(report, reason=found_by)
    valuation = outcome.KIND.search(sum_, sum_.start(), max_positions)
    return _by_outcome(
        sum_,
        valuation,
        "The canonical forms of the summands were not found within the limits. By search, "
        f"{valuation.outcome.in_words}; it met {valuation.positions:,} positions and sums."
        f"{_on_limit(valuation.undecided)}",
    )


@attrs.frozen
class _Change:
    """The change that an option of a player makes to a summand.

    Attributes:
        rules: the rules of the summand.
        before: the summand.
        after: the option of the whole sum, by its representative.
    """

    player: Player
    number: int
    rules: CheckedRuleset[Any]
    before: Any
    option: Any
    after: SumPosition

    def __str__(self) -> str:
        """Return the summand before and after the change and, if the move has a name of its own, this name."""
        before, after = map(self.rules.describe, (self.before, self.option))
        name = self.rules.move_name(self.before, self.option, self.player)
        return f"{before} to {after}" + (f" ({name})" if name != after else "")


def _changes(sum_: Sum, *players: Player) -> Iterator[_Change]:
    """Yield the changes that players can make in a sum, player by player in the given order."""
    whole: CheckedRuleset[Any] = CheckedRuleset(sum_)
    start = whole.start()
    for player, (number, (ruleset, before)) in product(players, enumerate(sum_.summands)):
        rules = CheckedRuleset(ruleset)
        with no_time_limit():
            options = rules.own_options(before, player)
        for option in options:
            after = whole.canonical((*start[:number], (number, option), *start[number + 1 :]))
            yield _Change(player, number, rules, before, option, after)


def _by_values(sum_: Sum, walker: GrundyWalker[Any] | GrundySearch[Any]) -> SumReport:
    start = walker.rules.start()
    values = [walker.value((summand,)) for summand in start]
    total = reduce(xor, values, 0)
    winning, undecided = within_limit(
        _changes(sum_, LEFT) if total else (),
        lambda change: walker.is_worth((change.after[change.number],), values[change.number] ^ total),
    )
    moves = []
    for change in winning:
        wanted = values[change.number] ^ total
        worth = " ⊕ ".join(map(str, [*values[: change.number], wanted, *values[change.number + 1 :]]))
        sentence = f"Move {change}: it is then worth {wanted}, and the nim-sum becomes {worth} = 0."
        moves.append(SumMove(None, change.number, change.option, sentence))
    worth = " ⊕ ".join(map(str, values))
    loses = "and every move makes it another number, so the next player loses"
    so = "so the next player wins by making it 0" if total else loses
    reason = f"The nim-sum is {worth} = {total}, {so}."
    won = OutcomeClass.NEXT if total else OutcomeClass.PREVIOUS
    with no_time_limit():
        proof = GrundyProof(sum_, start, total, walker.table(start))
    return SumReport(total, tuple(values), won, tuple(moves), reason, undecided, proof)


def _by_loopy_values(sum_: Sum, max_positions: int) -> SumReport:
    followers = labelled_followers(sum_, None, max_positions)
    values = [followers.value((summand,)) for summand in followers.position]
    total = total_of(values)
    moves = []
    for change in _changes(sum_, LEFT):
        left = followers.value((change.after[change.number],))
        others = total_of([*values[: change.number], *values[change.number + 1 :]])
        if (others + left).outcome == OutcomeClass.PREVIOUS:
            sentence = f"Move {change}: it is then worth {left}, and the sum becomes 0."
            moves.append(SumMove(None, change.number, change.option, sentence))
    reason = f"The sum is worth {' + '.join(map(str, values))} = {total}: {_on_infinity(total)}"
    table = followers.table()
    return SumReport(total, tuple(values), total.outcome, tuple(moves), reason, 0, table, check_loopy_table)


def _on_infinity(total: LoopyValue) -> str:
    if total.nimber is not None:
        return "the next player wins by making it 0." if total.nimber else "the next player loses."
    if 0 in total.escapes:
        return "a move to 0 wins at once; otherwise play goes on for ever."
    return "no move makes it 0, and play can be kept going for ever, so nobody wins."


def _by_forms(sum_: Sum, max_positions: int) -> SumReport:
    walker = CanonicalWalker(sum_, max_positions=max_positions)
    start, zero = walker.rules.start(), integer(0)
    forms = [walker.value((summand,)) for summand in start]
    total = walker.value(start)
    with no_time_limit():
        won = outcome_of(total)

    def wins(change: _Change) -> bool:
        left = walker.value(change.after)
        return at_most(zero, left) if change.player == LEFT else at_most(left, zero)

    changes, undecided = within_limit(_changes(sum_, LEFT, RIGHT), wins)
    moves = tuple(
        _winning_move(change, f"the sum becomes {walker.value(change.after)}, and ") for change in changes
    )
    left, right = (
        list(dict.fromkeys(change.after for change in changes if change.player == player))
        for player in (LEFT, RIGHT)
    )
    heated: dict[Any, dict[ShortGame, Thermograph]] = {}
    heat = ""
    with suppress(TimeLimitError):
        heated = {(summand,): thermographs(form) for summand, form in zip(start, forms, strict=True)}
        heat = _on_heat(
            [graphs[form].temperature for form, graphs in zip(forms, heated.values(), strict=True)]
        )
    worth = " + ".join(f"({form})" for form in forms)
    reason = f"The sum is {worth} = {total}: {won.in_words}.{heat}{_on_limit(undecided)}"
    with no_time_limit():
        proof = proof_with_facts(walker, start, (left, right), heated)
    return SumReport(total, tuple(forms), won, moves, reason, undecided, proof, check_canonical_proof)


def _by_outcome(sum_: Sum, valuation: Valuation, reason: str) -> SumReport:
    """Return the report on a sum from its outcome class, if no value was found."""
    winning = [set(options) for options in valuation.winning]
    moves = tuple(
        _winning_move(change)
        for change in _changes(sum_, LEFT, RIGHT)
        if change.after in winning[change.player]
    )
    values, won, undecided = (None,) * len(sum_.summands), valuation.outcome, valuation.undecided
    return SumReport(None, values, won, moves, reason, undecided, valuation.proof, valuation.checker)


def _winning_move(change: _Change, because: str = "") -> SumMove:
    player, other = PLAYERS[change.player], PLAYERS[1 - change.player]
    reason = f"{player} moves {change}: {because}{other}, who is to move, loses."
    return SumMove(change.player, change.number, change.option, reason)


def _on_limit(undecided: int) -> str:
    if not undecided:
        return ""
    moves = "one other move wins" if undecided == 1 else f"{undecided:,} other moves win"
    return f" Whether {moves} was not found out within the limits."


def _on_heat(heats: list[Fraction]) -> str:
    """Return a sentence on where it is most urgent to move; an empty text if no summand is hot or there is only one."""
    hottest = max(heats)
    if hottest <= 0 or len(heats) == 1:
        return ""
    numbers = [f"{number}" for number, heat in enumerate(heats, 1) if heat == hottest]
    others = max((heat for heat in heats if heat < hottest), default=None)
    against = "" if others is None else f" against {others}"
    if len(numbers) > 1:
        return f" Summands {' and '.join(numbers)} are the hottest: {hottest}{against}."
    return f" Summand {numbers[0]} is the hottest: {hottest}{against}."
