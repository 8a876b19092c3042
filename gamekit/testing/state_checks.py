"""Checks of the promises that must hold in every state, one for each promise of the protocol.

A check raises `PromiseError` where the promise is broken. Those of `RULES` come first and in this order, because
everything else relies on them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from xml.etree import ElementTree

from gamekit.game.checked_rules import MAX_TIER, MUTATES
from gamekit.game.checked_values import A_PAYOFF, is_integer, is_payoff
from gamekit.game.foreign_errors import describe_error, safe_repr
from gamekit.game.protocol import supplies
from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.report import promise

_shortened = partial(safe_repr, longest=100)

# --- the rules of one state -----------------------------------------------------------------------------------


@promise()
def check_outcome(probe: Probe, state: Any) -> None:
    """An outcome is None or an integer."""
    outcome = probe.call("outcome", state)
    if outcome is not None and not is_payoff(outcome):
        limit = f"None or {A_PAYOFF}"
        kind = f", a {type(outcome).__name__}" if not is_integer(outcome) else ""
        raise probe.fault("outcome", (state,), f"returned {outcome!r}{kind}; it must be {limit}")
    _check_again(probe, "outcome", state, outcome)


@promise()
def check_to_move(probe: Probe, state: Any) -> None:
    """One of the players is to move in every state."""
    player = probe.call("to_move", state)
    if not is_integer(player) or player not in range(len(probe.game.players)):
        choices = " or ".join(f"{i} ({name})" for i, name in enumerate(probe.game.players))
        raise probe.fault("to_move", (state,), f"returned {player!r}; it must be {choices}")
    _check_again(probe, "to_move", state, player)


@promise()
def check_moves(probe: Probe, state: Any) -> None:
    """Every state has either moves or an outcome."""
    if probe.ends(state):
        _check_moves_after_the_end(probe, state)
        return
    moves = probe.list_of("moves", state)
    if not moves:
        what = "returned nothing, and outcome(...) returned None: a state must have moves or an outcome"
        raise probe.fault("moves", (state,), what)
    _check_same_moves(probe, state, moves, "the second time")


def _check_moves_after_the_end(probe: Probe, state: Any) -> None:
    """Check that `moves` does not return None after the end: an `outcome` that calls it takes None for no moves."""
    try:
        moves = probe.call("moves", state)
    except PromiseError:
        return
    if moves is None:
        raise probe.fault("moves", (state,), "returned None; it must return a list, or yield")


@promise()
def check_apply(probe: Probe, state: Any) -> None:
    """Moves lead to hashable states, always the same, and change nothing."""
    text = probe.describe(state)
    before, moves = (repr(state), hash(state)), probe.moves(state)
    for move in moves:
        call = f"{text}, {move!r}"
        child = probe.call("apply", state, move, shown=call)
        if (repr(state), hash(state)) != before:
            what = MUTATES.format(probe.describe(state))
            raise probe.fault("apply", (state, move), what, shown=call)
        again = probe.call("apply", state, move, shown=call)
        probe.hashed(child, "apply", state, move)
        if child != again or hash(child) != hash(again):
            what = f"returned {probe.describe(child)} and then {probe.describe(again)}; it must always be the same"
            raise probe.fault("apply", (state, move), what, shown=call)
    if moves:
        _check_same_moves(probe, state, moves, "after apply(...)")


def _check_again(probe: Probe, method: str, state: Any, answer: Any) -> None:
    again = probe.call(method, state)
    if again != answer:
        what = f"returned {answer!r} and then {again!r}; it must always be the same"
        raise probe.fault(method, (state,), what)


def _check_same_moves(probe: Probe, state: Any, moves: list[Any], when: str) -> None:
    again = probe.list_of("moves", state)
    if again != moves:
        what = f"returned {_shortened(moves)}, but {_shortened(again)} {when}; they must be the same, in the same order"
        raise probe.fault("moves", (state,), what)


# --- shortcuts ------------------------------------------------------------------------------------------------


@promise("children")
def check_children(probe: Probe, state: Any) -> None:
    """Children are the states that moves lead to, in the order of the moves."""
    moved = [probe.call("apply", state, move) for move in probe.moves(state)]
    if moved and (children := probe.list_of("children", state)) != moved:
        what = f"returned {_shortened(children)}, but the moves lead to {_shortened(moved)}"
        raise probe.fault("children", (state,), what)


@promise("progress")
def check_progress(probe: Probe, state: Any) -> None:
    """Progress is an integer, and rises with every move that does not end the game."""
    if probe.ends(state):
        return
    before = _progress(probe, state)
    for child, move in probe.children(state).items():
        if not probe.ends(child) and (after := _progress(probe, child)) <= before:
            way = f"{probe.describe_move(state, move)} leads to {probe.describe(child)}"
            raise probe.fault(
                "progress", (state,), f"returned {before}, and {way}, where it is {after}; it must rise"
            )


def _progress(probe: Probe, state: Any) -> int:
    limits = "between -2**62 and 2**62"
    return _integer(probe, "progress", state, probe.game.progress_of, 1 - MAX_TIER, limits)


def tier_of(probe: Probe, state: Any) -> int:
    """Return the tier of a state, after checking that it is an integer within the limits."""
    return _integer(probe, "tier", state, probe.game.tier_of, 0, "of at least 0 and below 2**62")


def _integer(
    probe: Probe, method: str, state: Any, ask: Callable[[Any], Any], least: int, limits: str
) -> int:
    try:
        value = ask(state)
    except Exception as error:
        raise probe.fault(method, (state,), f"raised {describe_error(error)}") from error
    if not is_integer(value) or not least <= value < MAX_TIER:
        what = f"returned {_shortened(value)}; it must be an integer {limits}"
        raise probe.fault(method, (state,), what)
    return int(value)


@promise("canonical_state")
def check_canonical_state(probe: Probe, state: Any) -> None:
    """Representatives have the values of the states that they stand for.

    Where that holds for every state, values cannot differ: play from the one can be followed from the other, up to
    symmetry, ply by ply.
    """
    canonical = probe.canonical(state)
    shown = probe.describe(canonical)
    if (again := probe.canonical(canonical)) != canonical:
        what = f"returned {shown}, whose representative is {probe.describe(again)}; it must be its own representative"
        raise probe.fault("canonical_state", (state,), what)
    if canonical == state:
        return
    for method in ("to_move", "outcome"):
        here, there = probe.call(method, state), probe.call(method, canonical)
        if here != there:
            what = f"where {method} is {there!r}; it must be {here!r}, as in the state itself"
            raise probe.fault("canonical_state", (state,), f"returned {shown}, {what}")
    for way, other in _moves_apart(probe, state, canonical, lambda child: child):
        what = f"returned {shown}, but {way}, up to symmetry, and no move does from {other}"
        raise probe.fault("canonical_state", (state,), what)


@promise("movers_view")
def check_movers_view(probe: Probe, state: Any) -> None:
    """The mover's view of a state has the value of the state for the player to move.

    As with representatives, it suffices that this holds for one ply at a time.
    """
    view = probe.view(state)
    shown = probe.describe(view)
    if (again := probe.view(view)) != view:
        what = f"returned {shown}, whose own view is {probe.describe(again)}; its view must be itself"
        raise probe.fault("movers_view", (state,), what)
    mover = probe.call("to_move", state)
    here, there = probe.call("outcome", state), probe.call("outcome", view)
    if here is not None and mover != probe.call("to_move", view):
        here = -here
    if here != there:
        what = (
            f"where outcome is {there!r}; it must be {here!r}, as in the state itself with players exchanged"
        )
        raise probe.fault("movers_view", (state,), f"returned {shown}, {what}")
    for child, move in probe.children(state).items():
        if probe.call("to_move", child) == mover:
            way = f"{probe.describe_move(state, move)} leads to {probe.describe(child)}"
            what = (
                f"is supplied, so every move must pass the turn; but {way}, where the same player is to move"
            )
            raise probe.fault("movers_view", (state,), what)
    if view == state:
        return
    for way, other in _moves_apart(probe, state, view, probe.view):
        what = f"returned {shown}, but {way}, and no move does so from {other}, with players exchanged"
        raise probe.fault("movers_view", (state,), what)


def _moves_apart(
    probe: Probe, state: Any, representative: Any, seen: Callable[[Any], Any]
) -> Iterator[tuple[str, str]]:
    """Yield each move of one of two states that no move of the other matches, in words, and the text of the other.

    Children are compared by their representatives, which `seen` returns.
    """
    for one, other in ((state, representative), (representative, state)):
        there = set(map(seen, probe.children(other)))
        for child, move in probe.children(one).items():
            if seen(child) not in there:
                way = f"{probe.describe_move(one, move)} leads from {probe.describe(one)} to {probe.describe(child)}"
                yield way, probe.describe(other)


@promise("predecessors")
def check_predecessors(probe: Probe, state: Any) -> None:
    """Predecessors are the states that moves lead from, neither more nor fewer, except for terminal states."""
    state = probe.canonical(state)
    for parent in probe.parents(state):
        if flaw := _flaw_of_parent(probe, parent, state):
            raise probe.fault("predecessors", (state,), f"names {probe.describe(parent)}{flaw}")
    for child, move in probe.children(state).items():
        if state not in probe.parents(child):
            way = f"from where {probe.describe_move(state, move)} leads there"
            raise probe.fault("predecessors", (child,), f"leaves out {probe.describe(state)}, {way}")


def _flaw_of_parent(probe: Probe, parent: Any, state: Any) -> str | None:
    if probe.listed is not None and parent not in probe.listed:
        return ", which states() leaves out"
    try:
        fits = probe.ends(parent) or state in probe.children(parent)  # an arena leaves terminal ones out
        return None if fits else ", but no move leads from there"
    except PromiseError as fault:
        return f", but {fault}"


@promise("numbered_predecessors")
def check_numbered_predecessors(probe: Probe, state: Any) -> None:
    """Numbered predecessors are the numbers of those that `predecessors` names, in the same order."""
    named = probe.list_of("predecessors", state)
    numbers = [*range(len(named))]
    index = dict(zip(named, numbers, strict=True))
    result = probe.call("numbered_predecessors", [state, state], index)
    if _as_lists(result) != (must_be := ([len(named)] * 2, numbers * 2)):
        what = f"returned {_shortened(result)} for twice this state; it must be {_shortened(must_be)}"
        raise probe.fault("numbered_predecessors", (state,), what)


def _as_lists(parts: Any) -> tuple[list[int], ...] | None:
    """Return sequences of integers, which may be arrays, as lists; None if some entry is no integer."""
    try:
        return tuple([*map(operator.index, part)] for part in parts)
    except TypeError:
        return None


@promise("states")
def check_states(probe: Probe, state: Any) -> None:
    """Moves never lead out of the states that are listed."""
    for child, move in probe.children(state).items():
        if probe.listed is not None and child not in probe.listed:
            way = f"where {probe.describe_move(state, move)} leads from {probe.describe(state)}"
            raise probe.fault("states", (), f"leaves out {probe.describe(child)}, {way}")


@promise("tier")
def check_tier(probe: Probe, state: Any) -> None:
    """Tiers are integers of at least 0, and the same for states that are alike."""
    tier = tier_of(probe, state)
    alike = {"representative": probe.canonical(state)}
    if supplies(probe.game, "movers_view"):
        alike["view"] = probe.view(state)
    for kind, other in alike.items():
        if (there := tier_of(probe, other)) != tier:
            what = f"returned {tier}, but {there} for its {kind} {probe.describe(other)}; it must be the same"
            raise probe.fault("tier", (state,), what)


# --- texts and boards -----------------------------------------------------------------------------------------------


@promise("format_state", "parse_state")
def check_format_state(probe: Probe, state: Any) -> None:
    """States come back from their texts."""
    text = _line(probe, "format_state", (state,), probe.call("format_state", state))
    parsed = probe.call("parse_state", text, shown=repr(text))
    if parsed == state:
        return
    if _formatted(probe, parsed) == text:
        what = f"returned {text!r}, as it does for the state {parsed!r}; different states must look different"
        raise probe.fault("format_state", (state,), what, shown=repr(state))
    what = f"returned {parsed!r}; it must be {state!r}, which format_state shows as that text"
    raise probe.fault("parse_state", (text,), what, shown=repr(text))


@promise("format_move", "parse_move")
def check_format_move(probe: Probe, state: Any) -> None:
    """Moves come back from their texts."""
    shown: dict[str, Any] = {}
    for move in probe.moves(state):
        text = _line(probe, "format_move", (state, move), probe.call("format_move", state, move))
        if text in shown and shown[text] != move:
            what = f"returned {text!r}, as it does for the move {shown[text]!r}; different moves must look different"
            raise probe.fault("format_move", (state, move), what)
        shown[text] = move
    if shown and not supplies(probe.game, "parse_move"):  # the default finds a move by its text; try one
        shown = dict([shown.popitem()])
    for text, move in shown.items():
        parsed = probe.call("parse_move", state, text)
        if parsed != move:
            what = f"returned {parsed!r}; it must be {move!r}, which format_move shows as that text"
            raise probe.fault("parse_move", (state, text), what)


@promise("render")
def check_render(probe: Probe, state: Any) -> None:
    """Boards are text."""
    board = probe.call("render", state)
    if not isinstance(board, str):
        raise probe.fault("render", (state,), f"returned {_shortened(board)}; it must be text")


@promise("svg")
def check_svg(probe: Probe, state: Any) -> None:
    """Drawings are SVG documents."""
    drawing = probe.call("svg", state)
    if drawing is None:
        return
    if not isinstance(drawing, str):
        raise probe.fault("svg", (state,), f"returned {_shortened(drawing)}; it must be text or None")
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError as error:
        raise probe.fault("svg", (state,), f"returned text that is not well-formed XML: {error}") from None
    if root.tag.rpartition("}")[2] != "svg":
        what = f"returned an XML document whose root is <{root.tag}>; it must be <svg>"
        raise probe.fault("svg", (state,), what)


def _line(probe: Probe, method: str, arguments: tuple[Any, ...], text: Any) -> str:
    if not isinstance(text, str):
        raise probe.fault(method, arguments, f"returned {_shortened(text)}; it must be text")
    if len(text.splitlines()) > 1 or text.endswith("\n"):
        raise probe.fault(method, arguments, f"returned {text!r}; it must be on one line")
    if not text.strip():
        raise probe.fault(method, arguments, f"returned {text!r}; it must not be blank")
    return text


def _formatted(probe: Probe, state: Any) -> str | None:
    try:
        return str(probe.game.format_state(state))
    except Exception:
        return None


RULES = (check_outcome, check_to_move, check_moves, check_apply)
"""The checks that all other checks rely on, in this order."""

SHORTCUTS = (
    check_children,
    check_progress,
    check_canonical_state,
    check_movers_view,
    check_predecessors,
    check_numbered_predecessors,
    check_states,
)

NOTATION = (check_format_state, check_format_move, check_render, check_svg)
