"""What must hold of a game as a whole, or is told from one state alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamekit.arena.raised import in_words
from gamekit.errors import InputError
from gamekit.testing.probe import Probe, PromiseError, repeated
from gamekit.testing.state_checks import is_integer, is_payoff

PROMISES = {
    "players": "there are one or two players of different names, and endless play and the turn limit are integers",
    "initial_state": "the initial state is hashable, and always the same",
    "turns": "each player is to move somewhere",
    "parse_state": "text that is no state is refused with an InputError",
    "parse_move": "text that is no move is refused with an InputError",
}
"""What these checks are of, by name; that of the listed states goes with what moves lead to from them."""


def check_constants(probe: Probe) -> None:
    """There are one or two players with different names, and the worth of endless play and the limit are integers."""
    players = _attribute(probe, "players")
    if not isinstance(players, tuple | list) or len(players) not in (1, 2) or not _are_names(players):
        what = f"must be the different names of one or two players; it is {players!r}"
        raise PromiseError("players", f"{probe.name}.players", what)
    worth = _attribute(probe, "infinite_play")
    if not is_payoff(worth):
        what = f"must be an integer payoff; it is {worth!r}"
        raise PromiseError("infinite_play", f"{probe.name}.infinite_play", what)
    plies = _attribute(probe, "max_plies")
    if plies is not None and (not is_integer(plies) or plies < 0):
        what = f"must be None or an integer of at least 0; it is {plies!r}"
        raise PromiseError("max_plies", f"{probe.name}.max_plies", what)


def check_initial_state(probe: Probe) -> None:
    """The initial state is hashable, and always the same; `probe.origin` then has it."""
    first, second = (probe.hashed(probe.ask("initial_state"), "initial_state") for _ in range(2))
    if first != second:
        what = (
            f"returned {probe.describe(first)} and then {probe.describe(second)}; it must always be the same"
        )
        raise probe.fault("initial_state", (), what)
    probe.origin = first


def check_listing(probe: Probe, at_most: int) -> None:
    """The states that are listed are hashable and differ, and the initial one is among them.

    If there are not more than `at_most`, `probe.listed` then has them.
    """
    listed = probe.list_of("states", at_most=at_most + 1)
    for state in listed:
        probe.hashed(state, "states", verb="lists")
    if twice := repeated(listed):
        raise probe.fault("states", (), f"lists {probe.describe(twice[0])} twice")
    if len(listed) > at_most:
        return
    canonical = dict.fromkeys(map(probe.canonical, listed))
    origin = probe.canonical(probe.origin)
    if origin not in canonical:
        raise probe.fault("states", (), f"leaves out {probe.describe(origin)}, the initial state")
    probe.listed = canonical


def check_turns(probe: Probe, states: Iterable[Any]) -> None:
    """Each of two players is to move somewhere, unless no play has a second move."""
    players = probe.game.players
    idle = dict(enumerate(players)) if len(players) == 2 else {}
    goes_on = False
    for state in states:
        if not probe.ends(state):
            idle.pop(probe.ask("to_move", state), None)
            children = (probe.ask("apply", state, move) for move in probe.moves(state))
            goes_on = goes_on or not all(map(probe.ends, children))
    if goes_on:
        for player, name in idle.items():
            what = f"returned {1 - player} wherever play goes on: {name} never moves"
            raise PromiseError("to_move", f"{probe.name}.to_move(...)", what)


def check_junk_states(probe: Probe) -> None:
    """What is no state is refused with an `InputError`."""
    text = probe.ask("format_state", probe.origin)
    for junk in _junk(text):
        _check_refusal(probe, "parse_state", (junk,), repr(junk))


def check_junk_moves(probe: Probe) -> None:
    """What is no move is refused with an `InputError`."""
    state = probe.origin
    for move in probe.moves(state)[:1]:
        for junk in _junk(probe.ask("format_move", state, move)):
            _check_refusal(probe, "parse_move", (state, junk), f"{probe.describe(state)}, {junk!r}")


def _check_refusal(probe: Probe, method: str, arguments: tuple[Any, ...], shown: str) -> None:
    try:
        probe.ask(method, *arguments, shown=shown)
    except PromiseError as fault:
        if not isinstance(fault.__cause__, InputError):
            raise PromiseError(
                fault.method, fault.call, f"{fault.what}; other text must be refused with an InputError"
            ) from fault


def _junk(text: Any) -> list[str]:
    text = str(text)
    return [
        "",
        "?",
        "no such thing",
        f"{text} x",
        f"{text}{text}",
        *(text[:i] for i in range(1, min(len(text), 40))),
    ]


def _attribute(probe: Probe, name: str) -> Any:
    try:
        return getattr(probe.game, name)
    except Exception as error:
        raise PromiseError(name, f"{probe.name}.{name}", f"raised {in_words(error)}") from error


def _are_names(players: Iterable[Any]) -> bool:
    names = list(players)
    return all(isinstance(name, str) and name for name in names) and len(set(names)) == len(names)
