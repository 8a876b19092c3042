"""Do the two gears of a `CompiledGame` state the same rules? The plain ones are right, and the compiled ones to blame.

Codes come first, for the functions are compared over them. Each function is held against the plain rules alone, so that
a mistake in one is not blamed on another.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from gamekit.compiled import MAX_PAYOFF, NOT_OVER, is_compiled
from gamekit.errors import UnsupportedError
from gamekit.testing.gear import Gear
from gamekit.testing.probe import PromiseError
from gamekit.testing.record import Record
from gamekit.testing.state_checks import Check

PROMISES = {
    "compiled_rules": "there are compiled rules, and Numba compiles them",
    "encode": "states have codes below the size, and the same code only where they are worth the same",
    "decode": "codes come back from the states they stand for",
    "compiled outcome": "the game is over where the plain rules say so, with the same payoff, from -100 to 100",
    "compiled mover": "the same player is to move; if codes do not tell who, every move passes the turn",
    "compiled successors": "successors are the codes that moves lead to, each once, and no more than there is room for",
    "compiled predecessors": "predecessors are the codes that successors lead from, up to such as are no states",
    "compiled is_state": "the states are the codes that is_state tells",
}
"""What these checks are of, by name."""

_FEW_CODES = 1 << 20  # of so many, each is asked whether it is a state
_MOST_DRAWS = 20_000
_STRIDE = 256

Put = Callable[[list[Check]], None]


def check_gears(record: Record, put: Put, examples: int) -> None:
    """Hold the compiled rules against the plain ones, in all states or in sampled ones.

    Args:
        record: what was found so far; the plain rules must hold.
        put: makes checks in these states and records what they find.
        examples: in a large game whose states can be told from their codes, ten times so many are drawn besides.
    """
    if not is_compiled(record.probe.game):
        return
    try:
        record.probe.ask("compiled_rules")
    except PromiseError as fault:  # any other than this is told below
        if isinstance(fault.__cause__, UnsupportedError):
            record.notes.append(f"no compiled rules to compare: {fault.__cause__}")
            return
    gears: list[Gear] = []
    if not record.attempt("compiled_rules", lambda: gears.append(Gear(record.probe))):
        return
    gear = gears[0]
    codes, functions = _checks_of_codes(gear), _checks_of_functions(gear, record)
    for check in codes:
        put([check])
        if check.name in record.breaches:
            record.notes.append("the compiled rules rely on codes and were not compared any further")
            return
    put(functions)
    if gear.rules.is_state is None:
        return
    if record.enumerated:
        record.attempt("compiled is_state", partial(_check_that_the_rest_are_no_states, gear))
    else:
        _check_drawn_codes(record, gear, [*codes, *functions], examples)


def _checks_of_codes(gear: Gear) -> list[Check]:
    return [_check("encode", gear, check_encode), _check("decode", gear, check_decode)]


def _checks_of_functions(gear: Gear, record: Record) -> list[Check]:
    checks = [
        _check("compiled outcome", gear, check_outcome),
        _check("compiled successors", gear, check_successors),
    ]
    if len(record.probe.game.players) == 2 or gear.rules.mover is not None:
        checks.insert(1, _check("compiled mover", gear, check_mover))
    if gear.rules.is_state is not None:
        checks.append(_check("compiled is_state", gear, check_is_state))
    if gear.rules.predecessors is not None:
        complete = record.enumerated
        checks.append(_check("compiled predecessors", gear, partial(check_predecessors, complete=complete)))
    return checks


def _check(name: str, gear: Gear, check: Callable[[Gear, Any], None]) -> Check:
    return Check(name, PROMISES[name], lambda _, state: check(gear, state))


# --- codes ----------------------------------------------------------------------------------------------------


def check_encode(gear: Gear, state: Any) -> None:
    """A state has a code, the same as its representative, and shares it only with what looks the same from there."""
    probe, code = gear.probe, gear.code_of(state)
    canonical = probe.canonical(state)
    if (other := gear.code_of(canonical)) != code:
        shown = f"{probe.describe(canonical)}, its representative"
        what = f"returned {code}, but {other} for {shown}; they must share a code"
        raise probe.fault("encode", (state,), what)
    twin = gear.known.setdefault(code, state)
    if twin != state and (flaw := _difference(gear, state, twin)):
        what = f"returned {code}, as it does for {probe.describe(twin)}, {flaw}"
        raise probe.fault("encode", (state,), what)


def check_decode(gear: Gear, state: Any) -> None:
    """The state that a code stands for has that code, and is like every other state that has it."""
    probe, code = gear.probe, gear.code_of(state)
    decoded = gear.decoded(code)
    if decoded == state:
        return
    shown = probe.describe(decoded)
    if (again := gear.code_of(decoded)) != code:
        what = f"returned {shown}, whose code is {again}; {code} is that of {probe.describe(state)}"
        raise probe.fault("decode", (), what, shown=str(code))
    if flaw := _difference(gear, decoded, state):
        what = f"returned {shown}, but {code} is the code of {probe.describe(state)}, {flaw}"
        raise probe.fault("decode", (), what, shown=str(code))


def _difference(gear: Gear, state: Any, other: Any) -> str | None:
    """Return in what `other` is unlike `state`, seen over codes; None if they are alike."""
    if (here := gear.payoff(state)) != (there := gear.payoff(other)):
        return f"where the outcome is {there!r}, not {here!r}"
    if gear.mover(state) != (mover := gear.mover(other)):
        return f"where {gear.probe.game.players[mover]} is to move"
    if gear.children(state).keys() != gear.children(other).keys():
        return "where moves lead elsewhere"
    return None


# --- functions --------------------------------------------------------------------------------------------------


def check_outcome(gear: Gear, state: Any) -> None:
    """The game is over where the plain rules say so, and with the same payoff."""
    code, payoff = gear.code_of(state), gear.payoff(state)
    found = gear.number("outcome", code)
    if found != NOT_OVER and abs(found) > MAX_PAYOFF:
        limits = f"payoffs are from {-MAX_PAYOFF} to {MAX_PAYOFF}, or NOT_OVER"
        raise gear.fault("outcome", code, f"returned {found}, but {limits}")
    expected = NOT_OVER if payoff is None else payoff
    if found != expected:
        view = ", seen by the mover" if gear.from_the_movers_view else ""
        what = f"returned {_payoff(found)}; it must be {_payoff(expected)}{view}, as in {gear.probe.describe(state)}"
        raise gear.fault("outcome", code, what)


def check_mover(gear: Gear, state: Any) -> None:
    """The same player is to move; where codes do not tell who, every move passes the turn."""
    probe, code, mover = gear.probe, gear.code_of(state), gear.probe.ask("to_move", state)
    if gear.rules.mover is not None:
        if (found := gear.number("mover", code)) != mover:
            what = f"returned {found}; it must be {mover}, as in {probe.describe(state)}"
            raise gear.fault("mover", code, what)
    elif gear.from_the_movers_view:
        for child, move in probe.children(state).items():
            if probe.ask("to_move", child) == mover:
                way = f"the turn does not pass with {probe.describe_move(state, move)} in {probe.describe(state)}"
                raise probe.fault("compiled_rules", (), f"has no mover, but {way}")


def check_successors(gear: Gear, state: Any) -> None:
    """Successors are the codes that moves lead to."""
    if gear.probe.ends(state):
        return
    probe, code, children = gear.probe, gear.code_of(state), gear.children(state)
    found = gear.neighbours("successors", code)
    for child, move in children.items():
        if child not in found:
            way = f"where {probe.describe_move(state, move)} leads from {probe.describe(state)}"
            raise gear.fault("successors", code, f"leaves out {child}, {way}")
    for child in found:
        if child not in children:
            what = f"writes {_shown(gear, child)}, but no move leads there from {probe.describe(state)}"
            raise gear.fault("successors", code, what)


def check_predecessors(gear: Gear, state: Any, *, complete: bool) -> None:
    """Predecessors are the codes that moves lead from; codes of what is no state may be among them."""
    probe, code = gear.probe, gear.code_of(state)
    for parent in gear.neighbours("predecessors", code):
        if flaw := _flaw_of_parent(gear, parent, code, complete):
            raise gear.fault("predecessors", code, f"writes {_shown(gear, parent)}, {flaw}")
    for child, move in gear.children(state).items():
        if code not in gear.neighbours("predecessors", child):
            way = f"where {probe.describe_move(state, move)} leads there from {probe.describe(state)}"
            raise gear.fault("predecessors", child, f"leaves out {code}, {way}")


def _flaw_of_parent(gear: Gear, parent: int, code: int, complete: bool) -> str | None:
    """Return what is wrong with a parent; where it is no state, as far as can be told, only that play be not over."""
    state = gear.known.get(parent)
    if state is None and not complete:
        state = _supposed_state(gear, parent)
    if state is None:
        over = gear.number("outcome", parent) != NOT_OVER
        return "but the game is over there" if over else None
    if gear.probe.ends(state):
        return "but the game is over there"
    return None if code in gear.children(state) else "but no move leads from there"


def _supposed_state(gear: Gear, code: int) -> Any:
    """Return the state of a code that was not met; None if there is none, as far as can be told."""
    if gear.rules.is_state is not None and not gear.number("is_state", code):
        return None
    try:
        state = gear.decoded(code)
        return state if gear.code_of(state) == code else None
    except PromiseError:
        return None


def check_is_state(gear: Gear, state: Any) -> None:
    """The code of a state is that of a state."""
    code = gear.code_of(state)
    if not gear.number("is_state", code):
        raise gear.fault("is_state", code, f"returned 0, but it is the code of {gear.probe.describe(state)}")


def _check_that_the_rest_are_no_states(gear: Gear) -> None:
    """Codes that no state has are no states."""
    if gear.rules.size > _FEW_CODES:
        return
    for code in range(gear.rules.size):
        if code not in gear.known and gear.number("is_state", code):
            what = f"returned {gear.number('is_state', code)}, but of the {len(gear.known):,} states none has that code"
            raise gear.fault("is_state", code, what)


def _check_drawn_codes(record: Record, gear: Gear, checks: list[Check], examples: int) -> None:
    """Make the checks in states of random codes, which lie deeper in the game than walks come; the same every time."""
    draw = random.Random(gear.rules.size).randrange
    drawn = {draw(gear.rules.size) for _ in range(_MOST_DRAWS)}
    codes = [code for code in sorted(drawn) if gear.number("is_state", code)]
    codes = codes[:: -(-len(codes) // (10 * examples)) or 1]
    for i, code in enumerate(codes):
        if i % _STRIDE == 0:
            record.progress("drawing codes", i, len(codes))
        if not record.attempt("decode", partial(_check_round_trip, gear, code)):
            return
        state = gear.decoded(code)
        for check in checks:
            if check.name not in record.breaches:
                record.attempt(check.name, partial(check.run, record.probe, state))
    record.drawn = len(codes)


def _check_round_trip(gear: Gear, code: int) -> None:
    state = gear.decoded(code)
    if (again := gear.code_of(state)) != code:
        what = f"returned {gear.probe.describe(state)}, whose code is {again}, but is_state({code}) is not 0"
        raise gear.probe.fault("decode", (), what, shown=str(code))


def _payoff(found: int) -> str:
    return "NOT_OVER" if found == NOT_OVER else str(found)


def _shown(gear: Gear, code: int) -> str:
    try:
        return f"{code}, which is {gear.probe.describe(gear.decoded(code))}"
    except PromiseError:
        return str(code)
