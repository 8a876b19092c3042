"""What must hold in every state, one check for each promise of the protocol.

A check raises `PromiseError` where the promise is broken. Those of `RULES` come first and in this order, for
everything else relies on them.
"""

from __future__ import annotations

from collections.abc import Callable
from numbers import Integral
from typing import Any
from xml.etree import ElementTree

import attrs

from gamekit.arena.rules import PAYOFF_LIMIT
from gamekit.game import Game, supplies
from gamekit.testing.probe import Probe, PromiseError


@attrs.frozen
class Check:
    """One promise.

    Attributes:
        name: a method of the protocol, as a rule.
        promise: what must hold, as a clause.
        run: raises `PromiseError` where it does not hold in a state.
        supplied: the check is made only if the game supplies this method.
        either: if the game supplies none of these, the promise is the framework's, and breaking it worth a note.
    """

    name: str
    promise: str
    run: Callable[[Probe, Any], None]
    supplied: str | None = None
    either: tuple[str, ...] = ()

    def applies(self, game: Game[Any, Any]) -> bool:
        """Tell whether there is anything to check."""
        return self.supplied is None or supplies(game, self.supplied)

    def binds(self, game: Game[Any, Any]) -> bool:
        """Tell whether it is the game that makes the promise."""
        return not self.either or any(supplies(game, method) for method in self.either)


# --- the rules of one state -----------------------------------------------------------------------------------


def check_outcome(probe: Probe, state: Any) -> None:
    """An outcome is None or an integer, whenever it is asked for."""
    outcome = probe.ask("outcome", state)
    if outcome is not None and not is_payoff(outcome):
        limit = "None or an integer payoff below 2**31"
        kind = f", a {type(outcome).__name__}" if not is_integer(outcome) else ""
        raise probe.fault("outcome", (state,), f"returned {outcome!r}{kind}; it must be {limit}")
    _check_again(probe, "outcome", state, outcome)


def check_to_move(probe: Probe, state: Any) -> None:
    """One of the players is to move, also where the game is over."""
    player = probe.ask("to_move", state)
    if not is_integer(player) or player not in range(len(probe.game.players)):
        choices = " or ".join(f"{i} ({name})" for i, name in enumerate(probe.game.players))
        raise probe.fault("to_move", (state,), f"returned {player!r}; it must be {choices}")
    _check_again(probe, "to_move", state, player)


def check_moves(probe: Probe, state: Any) -> None:
    """Where the game is not over there is a move, and the moves are the same whenever they are asked for."""
    if probe.ends(state):
        return
    moves = probe.list_of("moves", state)
    if not moves:
        what = "returned nothing, and outcome(...) returned None: a state must have either"
        raise probe.fault("moves", (state,), what)
    _check_same_moves(probe, state, moves, "the second time")


def check_apply(probe: Probe, state: Any) -> None:
    """A move always leads to the same hashable state, and leaves the one it is made in as it was."""
    text = probe.describe(state)
    before, moves = (repr(state), hash(state)), probe.moves(state)
    for move in moves:
        call = f"{text}, {move!r}"
        child = probe.ask("apply", state, move, shown=call)
        if (repr(state), hash(state)) != before:
            what = f"changed the state it was given into {probe.describe(state)}; it must leave it as it was"
            raise probe.fault("apply", (state, move), what, shown=call)
        again = probe.ask("apply", state, move, shown=call)
        probe.hashed(child, "apply", state, move)
        if child != again or hash(child) != hash(again):
            what = f"returned {probe.describe(child)} and then {probe.describe(again)}; it must always be the same"
            raise probe.fault("apply", (state, move), what, shown=call)
    if moves:
        _check_same_moves(probe, state, moves, "after apply(...)")


def _check_again(probe: Probe, method: str, state: Any, answer: Any) -> None:
    again = probe.ask(method, state)
    if again != answer:
        raise probe.fault(
            method, (state,), f"returned {answer!r} and then {again!r}; it must always be the same"
        )


def _check_same_moves(probe: Probe, state: Any, moves: list[Any], when: str) -> None:
    again = probe.list_of("moves", state)
    if again != moves:
        what = f"returned {_shortened(moves)}, but {_shortened(again)} {when}; they must be the same, in the same order"
        raise probe.fault("moves", (state,), what)


# --- shortcuts ------------------------------------------------------------------------------------------------


def check_canonical_state(probe: Probe, state: Any) -> None:
    """A representative is its own, and is worth the same: it has the same mover, outcome and successors.

    Where that holds for every state, values cannot differ: play from the one can be followed from the other, up to
    symmetry, ply by ply.
    """
    canonical = probe.canonical(state)
    shown = probe.describe(canonical)
    if (again := probe.canonical(canonical)) != canonical:
        what = f"returned {shown}, whose representative is {probe.describe(again)}; it must be its own"
        raise probe.fault("canonical_state", (state,), what)
    if canonical == state:
        return
    for method in ("to_move", "outcome"):
        here, there = probe.ask(method, state), probe.ask(method, canonical)
        if here != there:
            what = (
                f"returned {shown}, where {method} is {there!r}; it must be {here!r}, as in the state itself"
            )
            raise probe.fault("canonical_state", (state,), what)
    for one, other in ((state, canonical), (canonical, state)):
        children = probe.children(other)
        for child, move in probe.children(one).items():
            if child not in children:
                way = f"{probe.describe_move(one, move)} leads from {probe.describe(one)} to {probe.describe(child)}"
                what = f"returned {shown}, but {way}, up to symmetry, and no move does from {probe.describe(other)}"
                raise probe.fault("canonical_state", (state,), what)


def check_predecessors(probe: Probe, state: Any) -> None:
    """Predecessors are exactly the states that a move leads from."""
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
        if probe.ends(parent):
            return ", but the game is over there"
        return None if state in probe.children(parent) else ", but no move leads from there"
    except PromiseError as fault:
        return f", but {fault}"


def check_states(probe: Probe, state: Any) -> None:
    """What moves lead to from a listed state is listed too."""
    for child, move in probe.children(state).items():
        if probe.listed is not None and child not in probe.listed:
            way = f"where {probe.describe_move(state, move)} leads from {probe.describe(state)}"
            raise probe.fault("states", (), f"leaves out {probe.describe(child)}, {way}")


# --- for people -----------------------------------------------------------------------------------------------


def check_format_state(probe: Probe, state: Any) -> None:
    """A state comes back from its text, which is one line."""
    text = _line(probe, "format_state", (state,), probe.ask("format_state", state))
    parsed = probe.ask("parse_state", text, shown=repr(text))
    if parsed == state:
        return
    if _formatted(probe, parsed) == text:
        what = f"returned {text!r}, as it does for the state {parsed!r}; different states must look different"
        raise probe.fault("format_state", (state,), what, shown=repr(state))
    what = f"returned {parsed!r}; it must be {state!r}, which format_state shows as that text"
    raise probe.fault("parse_state", (text,), what, shown=repr(text))


def check_format_move(probe: Probe, state: Any) -> None:
    """A move comes back from its text, which is one line."""
    moves = probe.moves(state)
    shown: dict[str, Any] = {}
    for move in moves:
        text = _line(probe, "format_move", (state, move), probe.ask("format_move", state, move))
        if text in shown and shown[text] != move:
            what = f"returned {text!r}, as it does for the move {shown[text]!r}; different moves must look different"
            raise probe.fault("format_move", (state, move), what)
        shown[text] = move
    for text, move in shown.items():
        parsed = probe.ask("parse_move", state, text)
        if parsed != move:
            what = f"returned {parsed!r}; it must be {move!r}, which format_move shows as that text"
            raise probe.fault("parse_move", (state, text), what)


def check_render(probe: Probe, state: Any) -> None:
    """A board is text."""
    board = probe.ask("render", state)
    if not isinstance(board, str):
        raise probe.fault("render", (state,), f"returned {_shortened(board)}; it must be text")


def check_svg(probe: Probe, state: Any) -> None:
    """A drawing is None or an SVG document."""
    drawing = probe.ask("svg", state)
    if drawing is None:
        return
    if not isinstance(drawing, str):
        raise probe.fault("svg", (state,), f"returned {_shortened(drawing)}; it must be text or None")
    try:
        root = ElementTree.fromstring(drawing)
    except ElementTree.ParseError as error:
        raise probe.fault("svg", (state,), f"returned what is not well-formed XML: {error}") from None
    if root.tag.rpartition("}")[2] != "svg":
        raise probe.fault(
            "svg", (state,), f"returned an XML document whose root is <{root.tag}>; it must be <svg>"
        )


def _line(probe: Probe, method: str, arguments: tuple[Any, ...], text: Any) -> str:
    if not isinstance(text, str):
        raise probe.fault(method, arguments, f"returned {_shortened(text)}; it must be text")
    if len(text.splitlines()) > 1 or text.endswith("\n"):
        raise probe.fault(method, arguments, f"returned {text!r}; it must be on one line")
    return text


def _formatted(probe: Probe, state: Any) -> str | None:
    try:
        return str(probe.game.format_state(state))
    except Exception:
        return None


def is_integer(value: Any) -> bool:
    """Tell whether a value is an integer, of Python's or NumPy's; True and False are none."""
    return isinstance(value, Integral) and not isinstance(value, bool)


def is_payoff(value: Any) -> bool:
    """Tell whether a value is an integer that an arena can hold as a payoff."""
    return is_integer(value) and abs(int(value)) <= PAYOFF_LIMIT


def _shortened(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."


RULES = (
    Check("outcome", "an outcome is None or an integer", check_outcome),
    Check("to_move", "one of the players is to move in every state", check_to_move),
    Check("moves", "every state has either moves or an outcome", check_moves),
    Check("apply", "moves lead to hashable states, always the same, and change nothing", check_apply),
)
"""What everything else relies on, in this order."""

STATES = Check(
    "states", "moves never lead out of the states that are listed", check_states, supplied="states"
)

SHORTCUTS = (
    Check(
        "canonical_state",
        "representatives are worth what the states are that they stand for",
        check_canonical_state,
        supplied="canonical_state",
    ),
    Check(
        "predecessors",
        "predecessors are the states that moves lead from, neither more nor fewer",
        check_predecessors,
        supplied="predecessors",
    ),
    STATES,
)

NOTATION = (
    Check(
        "format_state",
        "states come back from their texts",
        check_format_state,
        either=("format_state", "parse_state"),
    ),
    Check(
        "format_move",
        "moves come back from their texts",
        check_format_move,
        either=("format_move", "parse_move"),
    ),
    Check("render", "boards are text", check_render, supplied="render"),
    Check("svg", "drawings are SVG documents", check_svg, supplied="svg"),
)
