"""Checks of the promises of a game as a whole, and of those that need only one state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import chain
from typing import Any

from gamekit.engine.tiers.order import TierGraph
from gamekit.errors import CallError, InputError
from gamekit.game.checked_rules import Rules
from gamekit.testing.probe import Probe, PromiseError, repeated
from gamekit.testing.state_checks import tier_of

PROMISES = {
    "players": "there are one or two players of different names, and endless play and the turn limit are integers",
    "initial_state": "the initial state is hashable, and always the same",
    "turns": "each player is to move somewhere",
    "tiers": "no move returns to a tier that was left",
    "parse_state": "text that is not a state is refused with an InputError",
    "parse_move": "text that is not a move is refused with an InputError",
}
"""The promises by the name of the check; `check_listing` counts as part of the check of states."""


def check_constants(probe: Probe) -> None:
    """Check that one or two players have different names, and that `infinite_play` and `max_plies` are integers."""
    try:
        Rules(probe.game)
    except CallError as error:
        raise PromiseError(error.call.removeprefix(f"{probe.name}."), error.call, error.what) from error
    if not all(probe.game.players):
        what = f"must be the different names of one or two players; it is {probe.game.players!r}"
        raise PromiseError("players", f"{probe.name}.players", what)


def check_initial_state(probe: Probe) -> None:
    """Check that the initial state is hashable and always the same, and store it as `probe.origin`."""
    first, second = (probe.hashed(probe.call("initial_state"), "initial_state") for _ in range(2))
    if first != second:
        texts = f"{probe.describe(first)} and then {probe.describe(second)}"
        raise probe.fault("initial_state", (), f"returned {texts}; it must always be the same")
    probe.origin = first


def check_listing(probe: Probe, at_most: int) -> None:
    """Check that the states that `states` lists are hashable and different, and that the initial state is listed.

    If there are at most `at_most` states, store their representatives as `probe.listed`.
    """
    listed = probe.list_of("states", at_most=at_most + 1)
    for state in listed:
        probe.hashed(state, "states", verb="lists")
    if twice := repeated(listed):
        raise probe.fault(
            "states", (), f"lists {probe.describe(twice[0])} twice; it must list each state once"
        )
    if len(listed) > at_most:
        return
    canonical = dict.fromkeys(map(probe.canonical, listed))
    origin = probe.canonical(probe.origin)
    if origin not in canonical:
        raise probe.fault("states", (), f"leaves out {probe.describe(origin)}, the initial state")
    probe.listed = canonical


def check_turns(probe: Probe, states: Iterable[Any]) -> None:
    """Check that each of two players is to move somewhere, unless no play has a second move."""
    players = probe.game.players
    idle = dict(enumerate(players)) if len(players) == 2 else {}
    goes_on = False
    for state in states:
        if not probe.ends(state):
            idle.pop(probe.call("to_move", state), None)
            children = (probe.call("apply", state, move) for move in probe.moves(state))
            goes_on = goes_on or not all(map(probe.ends, children))
        if not idle:
            return
    if goes_on:
        for player, name in idle.items():
            what = f"returned {1 - player} wherever play goes on: {name} never moves"
            raise PromiseError("to_move", f"{probe.name}.to_move(...)", what)


def check_tiers(probe: Probe, states: Iterable[Any]) -> None:
    """Check that no move from these states returns to a tier that was left."""
    graph = TierGraph()
    first: dict[tuple[int, int], tuple[Any, Any]] = {}

    def move(tier: int, other: int) -> str:
        state, child = first[tier, other]
        shown = probe.describe_move(state, probe.children(state)[child])
        return f"{shown} from {probe.describe(state)} to {probe.describe(child)}"

    for state in states:
        tier = tier_of(probe, state)
        for child in probe.children(state):
            there = tier_of(probe, child)
            if there == tier or (tier, there) in first:
                continue
            first[tier, there] = state, child
            if not graph.add(tier, there):
                graph.children[tier].add(there)
                what = str(graph.way_back(move))
                raise PromiseError("tier", f"{probe.name}.tier(...)", what)


_FEW_ENDS = 20  # from so few of a sample, nothing follows

Ends = Counter[tuple[int, int]]
"""The number of states that end the game, by the sign of the payoff and the player to move."""


def count_ends(probe: Probe, states: Iterable[Any]) -> Ends:
    """Return the number of these states that end the game, by the sign of the payoff and the player to move."""
    ends: Ends = Counter()
    for state in states:
        if (payoff := probe.call("outcome", state)) is not None:
            ends[int(payoff > 0) - int(payoff < 0), int(probe.call("to_move", state))] += 1
    return ends


def ends_by_winner(probe: Probe, ends: Ends) -> dict[str, int]:
    """Return the number of ends that each player wins, and the number of tied ends."""
    names = [f"won by {name}" for name in probe.game.players]
    labels = {1: names[0], -1: [*names, "lost"][1], 0: "tied"}
    return {label: ends[sign, 0] + ends[sign, 1] for sign, label in labels.items()}


def doubts_about(probe: Probe, ends: Ends, where: str) -> list[str]:
    """Return notes on ends that break no promise but are rarely intended, such as ends that only one player wins.

    `where` names the examined states, as a phrase after a noun in messages; it is empty if all were examined.
    """
    if probe.ends(probe.origin):
        return [f"the game is over in the initial state, {probe.describe(probe.origin)}"]
    if not ends:
        return [] if where else ["no state ends the game"]
    if where and ends.total() < _FEW_ENDS:
        return []
    players, winners = probe.game.players, {sign for sign, _ in ends if sign}
    if len(players) == 2 and not winners and not probe.game.infinite_play:
        return [f"every end{where} is a tie, so that nobody ever wins"]
    if len(players) == 1 or len(winners) != 1:
        return []
    (winner,) = winners
    if probe.game.infinite_play * winner < 0:
        return []  # the other player wins by never letting the game end
    name, tied = players[winner < 0], any(not sign for sign, _ in ends)
    every = f"every end{where}{' that is not tied' if tied else ''} is won by {name}"
    if len({mover for sign, mover in ends if sign}) == 2:
        question = f"is {probe.name}.outcome(...) the payoff to {players[0]}, or to the player to move?"
        return [f"{every}, whoever is to move there: {question}"]
    return [] if tied else [every]


def check_junk(probe: Probe, method: str) -> None:
    """Check that `parse_state` or `parse_move` refuses other text with an `InputError`."""
    state = probe.origin
    before = () if method == "parse_state" else (state,)
    if before:
        texts = [probe.call("format_move", state, move) for move in probe.moves(state)[:1]]
    else:
        texts = [probe.call("format_state", state)]
    for junk in chain.from_iterable(map(_junk, texts)):
        try:
            probe.call(method, *before, junk, shown=", ".join([*map(probe.describe, before), repr(junk)]))
        except PromiseError as fault:
            if not isinstance(fault.__cause__, InputError):
                what = f"{fault.what}; other text must be refused with an InputError"
                raise PromiseError(method, fault.call, what) from fault


def _junk(text: Any) -> list[str]:
    text = str(text)
    beginnings = (text[:i] for i in range(1, min(len(text), 40)))
    return ["", "?", "no such thing", f"{text} x", f"{text}{text}", *beginnings]
