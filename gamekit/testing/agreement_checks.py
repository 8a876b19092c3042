"""Checks that the two backends of a `CompiledGame` state the same rules. The plain ones are right by definition.

Codes are checked first, because the functions are compared over them. Each function is compared only with the plain
rules, so that a mistake in one is not blamed on another.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import attrs

from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.compiled import MAX_PAYOFF, NOT_OVER, is_compiled
from gamekit.testing.probe import PromiseError
from gamekit.testing.report import Breach, Check, Record, fault_of, promise
from gamekit.testing.rules_agreement import Backend

if TYPE_CHECKING:
    from gamekit.testing.all_states import BackendComparison

_FEW_CODES = 1 << 20  # up to this size, every code that no state has is put to `is_state`
_MOST_DRAWS = 20_000
_COUNTABLE = 1 << 24  # up to this size, it takes less than a second to count the states
_MOST_SHOWN = 1_000  # codes at which the rules differ, each of which is checked to find out why

Put = Callable[[list[Check]], None]


def check_backends(record: Record, put: Put, examples: int, *, all_states: bool = False) -> None:
    """Compare the compiled rules with the plain ones, which have passed their checks, in all states or in a sample.

    In a large game with `is_state`, ten times as many states as `examples` are also drawn at random. `put` runs checks
    in the states that are examined, and records their results.
    """
    if not is_compiled(record.probe.game):
        if all_states:
            record.notes.append("the rules are stated once: there are no compiled rules to compare")
        return
    fault = fault_of(record.probe, "compiled_rules", record.probe.call, "compiled_rules")
    if fault and isinstance(fault.__cause__, UnsupportedError):  # any other fault is recorded below
        record.notes.append(f"no compiled rules to compare: {fault.__cause__}")
        return
    backend = Backend(record.probe, is_complete=record.enumerated)
    if not record.attempt("compiled_rules", backend.compile):
        return
    codes, functions = _bound_to(backend, CODES), _bound_to(backend, FUNCTIONS)
    for check in codes:
        put([check])
        if check.name in record.breaches:
            record.notes.append("the compiled rules rely on codes and were not compared any further")
            return
    record.functions = tuple(check.function for check in functions if check.function is not None)
    put(functions)
    if record.enumerated:
        if backend.rules.is_state is not None:
            record.attempt("compiled is_state", _check_that_the_rest_are_no_states, backend)
        record.compared = record.comparable = len(backend.known)
        return
    if backend.rules.is_state is not None:
        _check_drawn_codes(record, backend, [*codes, *functions], examples)
    record.compared = len(backend.known)
    if all_states or (backend.rules.is_state is not None and backend.rules.size <= _COUNTABLE):
        from gamekit.testing.all_states import BackendComparison

        comparison = BackendComparison(backend, record.progress)
        try:
            record.comparable = len(comparison.codes)
            if all_states and not record.breaches:
                comparison.find_breach()
        except LimitError:  # which is no fault of the rules
            raise
        except Exception as error:
            _record_breach(record, f"cannot expand every state: {error}")
            return
        if all_states and not record.breaches:
            _compare_all(record, comparison, [*codes, *functions])


def _bound_to(backend: Backend, checks: tuple[Check, ...]) -> list[Check]:
    """Return the checks that apply to a backend, bound to it."""
    absent = {name for name, function in backend.functions.items() if function is None}
    if len(backend.probe.game.players) == 2:
        absent.discard("mover")  # without one, every move must pass the turn

    def bound(check: Check) -> Check:
        return attrs.evolve(check, run=lambda _, state: check.run(backend, state))

    return [bound(check) for check in checks if check.function not in absent]


def _compare_all(record: Record, comparison: BackendComparison, checks: list[Check]) -> None:
    backend, codes = comparison.backend, comparison.differences()
    record.compared = len(comparison.codes)
    if not len(codes):
        return
    record.notes.append(f"the rules differ at {len(codes):,} of {record.comparable:,} codes")
    _check_codes(record, backend, checks, codes[:_MOST_SHOWN].tolist())
    if not record.breaches:  # a missing predecessor is noticed only in the state that it is missing from
        _check_codes(record, backend, checks, comparison.leading_to(codes)[:_MOST_SHOWN].tolist())
    if not record.breaches:
        shown = _shown(backend, int(codes[0]))
        _record_breach(record, f"does not say what the plain rules do at code {shown}")


def _record_breach(record: Record, what: str) -> None:
    fault = PromiseError("compiled_rules", f"{record.probe.name}.compiled_rules()", what)
    record.breaches["compiled_rules"] = Breach.of("compiled_rules", fault, None)


# --- codes ----------------------------------------------------------------------------------------------------


@promise()
def check_encode(backend: Backend, state: Any) -> None:
    """States have codes below the size, and the same code only if they have the same value."""
    probe, code = backend.probe, backend.code_of(state)
    canonical = probe.canonical(state)
    if (other := backend.code_of(canonical)) != code:
        shown = f"{probe.describe(canonical)}, its representative"
        what = f"returned {code}, but {other} for {shown}; they must share a code"
        raise probe.fault("encode", (state,), what)
    twin = backend.known.setdefault(code, state)
    if twin != state and (flaw := _difference(backend, state, twin)):
        what = f"returned {code}, as it does for {probe.describe(twin)}, {flaw}"
        raise probe.fault("encode", (state,), what)


@promise()
def check_decode(backend: Backend, state: Any) -> None:
    """Codes come back from the states they stand for."""
    probe, code = backend.probe, backend.code_of(state)
    decoded = backend.decoded(code)
    if decoded == state:
        return
    shown = probe.describe(decoded)
    if (again := backend.code_of(decoded)) != code:
        what = f"returned {shown}, whose code is {again}; {code} is that of {probe.describe(state)}"
        raise probe.fault("decode", (), what, shown=str(code))
    if flaw := _difference(backend, decoded, state):
        what = f"returned {shown}, but {code} is the code of {probe.describe(state)}, {flaw}"
        raise probe.fault("decode", (), what, shown=str(code))


def _difference(backend: Backend, state: Any, other: Any) -> str | None:
    """Return the first difference of `other` from `state` that codes would show; None if there is none."""
    if (here := backend.payoff(state)) != (there := backend.payoff(other)):
        return f"where the outcome is {there!r}, not {here!r}"
    if backend.mover(state) != (mover := backend.mover(other)):
        return f"where {backend.probe.game.players[mover]} is to move"
    if backend.children(state).keys() != backend.children(other).keys():
        return "where moves lead elsewhere"
    return None


# --- functions --------------------------------------------------------------------------------------------------


@promise(compiled=True)
def check_outcome(backend: Backend, state: Any) -> None:
    """The game is over where the plain rules say so, with the same payoff, from -100 to 100."""
    code, payoff = backend.code_of(state), backend.payoff(state)
    result = backend.number("outcome", code)
    if result != NOT_OVER and abs(result) > MAX_PAYOFF:
        limits = f"payoffs are from {-MAX_PAYOFF} to {MAX_PAYOFF}, or NOT_OVER"
        raise backend.fault("outcome", code, f"returned {result}, but {limits}")
    expected = NOT_OVER if payoff is None else payoff
    if result != expected:
        must_be = _payoff(expected) + (", seen by the mover" if backend.from_movers_view else "")
        what = f"returned {_payoff(result)}; it must be {must_be}, as in {backend.probe.describe(state)}"
        raise backend.fault("outcome", code, what)


@promise(compiled=True)
def check_mover(backend: Backend, state: Any) -> None:
    """The same player is to move; if codes do not tell who, every move passes the turn."""
    probe, code, mover = backend.probe, backend.code_of(state), backend.probe.call("to_move", state)
    if backend.rules.mover is not None:
        if (actual := backend.number("mover", code)) != mover:
            what = f"returned {actual}; it must be {mover}, as in {probe.describe(state)}"
            raise backend.fault("mover", code, what)
    elif backend.from_movers_view:
        for child, move in probe.children(state).items():
            if probe.call("to_move", child) == mover:
                way = f"the turn does not pass with {probe.describe_move(state, move)} in {probe.describe(state)}"
                raise probe.fault("compiled_rules", (), f"has no mover, but {way}")


@promise(compiled=True)
def check_successors(backend: Backend, state: Any) -> None:
    """Successors are the codes that moves lead to, each once, and no more than there is room for."""
    if backend.probe.ends(state):
        return
    probe, code, children = backend.probe, backend.code_of(state), backend.children(state)
    codes = backend.neighbours("successors", code)
    for child, move in children.items():
        if child not in codes:
            way = f"where {probe.describe_move(state, move)} leads from {probe.describe(state)}"
            raise backend.fault("successors", code, f"leaves out {child}, {way}")
    for child in codes:
        if child not in children:
            what = f"writes {_shown(backend, child)}, but no move leads there from {probe.describe(state)}"
            raise backend.fault("successors", code, what)


@promise(compiled=True)
def check_predecessors(backend: Backend, state: Any) -> None:
    """Predecessors are the codes from which successors lead; codes of ends, and of no state, may be among them."""
    probe, code = backend.probe, backend.code_of(state)
    for parent in backend.neighbours("predecessors", code):
        if flaw := _flaw_of_parent(backend, parent, code):
            raise backend.fault("predecessors", code, f"writes {_shown(backend, parent)}, {flaw}")
    for child, move in backend.children(state).items():
        if code not in backend.neighbours("predecessors", child):
            way = f"where {probe.describe_move(state, move)} leads there from {probe.describe(state)}"
            raise backend.fault("predecessors", child, f"leaves out {code}, {way}")


def _flaw_of_parent(backend: Backend, parent: int, code: int) -> str | None:
    """Return the flaw of a parent; None if it has none, the game is over there, or the code seems to be no state."""
    state = backend.known.get(parent)
    if state is None and not backend.is_complete:
        state = _supposed_state(backend, parent)
    if state is None or backend.probe.ends(state):
        return None
    return None if code in backend.children(state) else "but no move leads from there"


def _supposed_state(backend: Backend, code: int) -> Any:
    """Return the state of a code that no checked state has; None if there seems to be none."""
    if backend.rules.is_state is not None and not backend.number("is_state", code):
        return None
    try:
        state = backend.decoded(code)
        return state if backend.code_of(state) == code else None
    except PromiseError:
        return None


@promise(compiled=True)
def check_is_state(backend: Backend, state: Any) -> None:
    """The codes that is_state accepts are those of the states."""
    code = backend.code_of(state)
    if not backend.number("is_state", code):
        shown = backend.probe.describe(state)
        raise backend.fault("is_state", code, f"returned 0, but it is the code of {shown}")


def _check_that_the_rest_are_no_states(backend: Backend) -> None:
    if backend.rules.size > _FEW_CODES:
        return
    for code in range(backend.rules.size):
        if code not in backend.known and (actual := backend.number("is_state", code)):
            what = f"returned {actual}, but none of the {len(backend.known):,} states has that code; it must return 0"
            raise backend.fault("is_state", code, what)


def _check_drawn_codes(record: Record, backend: Backend, checks: list[Check], examples: int) -> None:
    """Run the checks in the states of random codes, which lie deeper in the game than walks; the draw never varies."""
    draw = random.Random(backend.rules.size).randrange
    drawn = {draw(backend.rules.size) for _ in range(_MOST_DRAWS)}
    codes = [code for code in sorted(drawn) if backend.number("is_state", code)]
    codes = codes[:: -(-len(codes) // (10 * examples)) or 1]
    _check_codes(record, backend, checks, codes)
    record.drawn = len(codes)


def _check_codes(record: Record, backend: Backend, checks: list[Check], codes: list[int]) -> None:
    """Run the checks in the states that codes stand for, each check until it fails; a bad code ends them all."""

    def states() -> Iterator[Any]:
        for code in codes:
            if not record.attempt("decode", _check_round_trip, backend, code):
                return
            yield backend.decoded(code)

    record.attempt_all("checking codes", checks, states(), len(codes))


def _check_round_trip(backend: Backend, code: int) -> None:
    state = backend.decoded(code)
    if (again := backend.code_of(state)) != code:
        shown = backend.probe.describe(state)
        what = f"returned {shown}, whose code is {again}, but is_state({code}) is not 0"
        raise backend.probe.fault("decode", (), what, shown=str(code))


def _payoff(payoff: int) -> str:
    return "NOT_OVER" if payoff == NOT_OVER else str(payoff)


def _shown(backend: Backend, code: int) -> str:
    try:
        return f"{code}, which is {backend.probe.describe(backend.decoded(code))}"
    except PromiseError:
        return str(code)


CODES = (check_encode, check_decode)
FUNCTIONS = (check_outcome, check_mover, check_successors, check_is_state, check_predecessors)

PROMISES = {
    "compiled_rules": "there are compiled rules, and Numba compiles them",
    **{check.name: check.promise for check in (*CODES, *FUNCTIONS)},
}
"""The promise of each check of compiled rules, by the name of the check."""
