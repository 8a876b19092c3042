"""Rules broken in every way, one at a time: the breach must name the method, the state and what is wrong."""

# ruff: noqa: ARG005 (what a method is given, it need not use)

from __future__ import annotations

import itertools
import subprocess
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.command import without_places
from support.graph_game import GraphGame, graph_games
from support.marks import cases

from gamekit import Game, InputError, UnsupportedError, load_game
from gamekit.game.registry import game_class
from gamekit.testing import PROMISES, Breach, check_game, check_rules
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

Cells = tuple[int, ...]

State = tuple[int, int]


@attrs.frozen
class Countdown(Game[State, int]):
    """Ann and Bob take one or two counters in turn; whoever takes the last wins."""

    counters: int = 4

    players = ("Ann", "Bob")

    def initial_state(self) -> State:
        return (self.counters, 0)

    def to_move(self, state: State) -> int:
        return state[1]

    def moves(self, state: State) -> Iterable[int]:
        return [take for take in (1, 2) if take <= state[0]]

    def apply(self, state: State, move: int) -> State:
        return (state[0] - move, 1 - state[1])

    def outcome(self, state: State) -> int | None:
        return None if state[0] else 2 * state[1] - 1


class Listed(Countdown):
    def states(self) -> Iterable[State]:
        return [(left, turn) for left in range(self.counters, -1, -1) for turn in (0, 1)]

    def predecessors(self, state: State) -> Iterable[State]:
        return [(state[0] + take, 1 - state[1]) for take in (1, 2) if state[0] + take <= self.counters]


class Noted(Countdown):
    def format_state(self, state: State) -> str:
        return f"{state[0]} left, {self.players[state[1]]}"

    def parse_state(self, text: str) -> State:
        left, _, name = text.partition(" left, ")
        if not left.isdecimal() or name not in self.players:
            raise InputError(f"no state: {text!r}")
        return (int(left), self.players.index(name))

    def format_move(self, state: State, move: int) -> str:
        return f"take {move}"

    def parse_move(self, state: State, text: str) -> int:
        if text not in ("take 1", "take 2"):
            raise InputError(f"no move: {text!r}")
        return int(text[-1])


class Doubled(Countdown):
    """Two copies of the game, the second as good as the first: states are (counters + 10 * copy, player)."""

    def moves(self, state: State) -> Iterable[int]:
        ways = [take for take in (1, 2) if take <= state[0] % 10]
        return [*ways, *(take - 10 for take in ways if state[0] < 10)]

    def outcome(self, state: State) -> int | None:
        return None if state[0] % 10 else 2 * state[1] - 1

    def canonical_state(self, state: State) -> State:
        return (state[0] % 10, state[1])


def the_breach(game: Game[Any, Any], **options: Any) -> Breach:
    report = check_rules(game, **options)
    assert not report.ok
    assert len(report.breaches) == 1, str(report)
    return report.breaches[0]


# --- rules that hold ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", cases(quick=["cat-mouse"], slow=["nim"])
)  # CI runs the command on every game
def test_rules_that_hold(name: str) -> None:
    report = check_rules(load_game(name, game_class(name).example))
    assert report.ok, str(report)
    assert report.enumerated
    assert set(report.checks) <= set(PROMISES)
    assert not report.notes


@pytest.mark.parametrize("cls", [Countdown, Listed, Noted, Doubled])
def test_the_games_that_are_broken_below_are_whole_themselves(cls: type[Countdown]) -> None:
    report = check_game(cls())
    assert report.ok
    assert not report.notes


@pytest.mark.slow
@given(graph_games)
@settings(deadline=None, max_examples=50)
def test_any_arena_will_do(game: GraphGame) -> None:
    report = check_rules(game)
    only = {breach.check for breach in report.breaches}
    assert only <= {"turns"}, str(report)


@given(st.integers(2, 3))
@settings(deadline=None, max_examples=2)
def test_walks_may_be_taken_inside_a_test_of_hypothesis(size: int) -> None:
    assert check_rules(Plain(size, size, size), max_states=3, examples=10).ok


def test_terminal_states_may_be_among_the_predecessors() -> None:
    class Generous(Listed):
        def predecessors(self, state: State) -> Iterable[State]:
            return [*super().predecessors(state), (0, state[1])]

    report = check_rules(Generous())
    assert report.ok, str(report)
    assert "predecessors" in report.checks


def test_what_was_looked_at_is_told() -> None:
    report = check_rules(Listed())
    assert str(report) == (
        "the rules hold: 9 checks in all 10 states\nwhere the game is over: 1 won by Ann, 1 won by Bob"
    )
    assert report.ends == {"won by Ann": 1, "won by Bob": 1, "tied": 0}
    assert report.checks == (
        "players",
        "initial_state",
        "states",
        "outcome",
        "to_move",
        "moves",
        "apply",
        "predecessors",
        "turns",
    )
    assert report.rules == "Listed(counters=4)"


def test_the_numbers_of_predecessors_may_be_arrays() -> None:
    class Numbered(Listed):
        def numbered_predecessors(self, states: Any, index: Any) -> Any:
            degrees, numbers = super().numbered_predecessors(states, index)
            return np.array(degrees), np.array(numbers)

    assert check_rules(Numbered(), examples=20).ok


def test_symmetry_is_checked_in_states_and_their_representatives() -> None:
    report = check_rules(Nim((2, 1)))
    assert report.ok
    assert (
        report.states == 11
    )  # (2, 1), (1, 1), (0, 1), (2, 0), (1, 0), (0, 0) in turn and, sorted, (1, 2), (0, 2)


def test_integers_may_be_numpy_s() -> None:
    class Game(Countdown):
        def outcome(self, state: State) -> Any:
            return None if state[0] else np.int32(2 * state[1] - 1)

        def to_move(self, state: State) -> Any:
            return np.int8(state[1])

    assert check_rules(Game()).ok


@pytest.mark.release
def test_progress_is_told() -> None:
    told: list[tuple[str, int, int | None]] = []
    check_rules(Plain(), progress=lambda *news: told.append(news))
    check_rules(Plain(), max_states=1000, progress=lambda *news: told.append(news))
    assert {what for what, _, _ in told} == {"exploring", "checking", "walking"}
    assert ("walking", 190, 200) in told


def test_the_default_notation_of_moves_asks_for_them_once_more_not_for_every_move() -> None:
    asked = 0

    class Choice(Countdown):
        def moves(self, state: State) -> Iterable[int]:
            nonlocal asked
            asked += 1
            return range(1, state[0] + 1)

        def format_move(self, state: State, move: int) -> str:
            return f"take {move}"

    assert check_rules(Choice(30)).ok
    assert asked < 10 * 62, "there are 62 states, and up to 30 moves in each"


# --- large games ----------------------------------------------------------------------------------------------


@pytest.mark.release
def test_a_large_game_is_sampled() -> None:
    game = load_game("tic-tac-toe", {"rows": 4, "columns": 4, "length": 4, "symmetry": True})
    report = check_game(game)
    assert not report.enumerated
    assert report.states > 1000
    assert str(report).splitlines()[0].endswith("states met on random walks")


class Plain(TicTacToe):
    """Has no compiled rules, whose agreement with the plain ones would take most of the time."""

    def compiled_rules(self) -> Any:
        raise UnsupportedError("only plain rules")


class OnlyCorners(Plain):
    """Goes wrong once X has two corners."""

    def outcome(self, state: Cells) -> Any:
        if sum(state[square] == 1 for square in (0, 3, 12, 15)) >= 2:
            return True
        return super().outcome(state)


class WrongPicture(Plain):
    def svg(self, state: Cells) -> str:
        return "<svg>" if state[5] == 2 else "<svg/>"

    def render(self, state: Cells) -> Any:
        return None if state[:-1].count(1) > 2 else super().render(state)


@pytest.mark.slow
def test_the_walk_that_is_shown_is_the_shortest_there_is() -> None:
    breach = the_breach(OnlyCorners(rows=4, columns=4, length=4))
    assert breach.method == "outcome"
    assert (
        breach.what == "returned True, a bool; it must be None or an integer payoff between -2**62 and 2**62"
    )
    assert breach.walk is not None
    assert len(breach.walk) == 3
    assert the_breach(OnlyCorners(rows=4, columns=4, length=4)) == breach, "the same every time"


@pytest.mark.release
def test_one_breach_does_not_hide_another_in_a_large_game() -> None:
    report = check_rules(WrongPicture(rows=4, columns=4, length=4))
    assert {breach.method: len(breach.walk or ()) for breach in report.breaches} == {"svg": 2, "render": 5}


@pytest.mark.slow
def test_a_game_that_only_breaks_down_when_sampled_is_no_exception() -> None:
    calls = itertools.count()

    class Game(Plain):
        def moves(self, state: Cells) -> Iterable[int]:
            if next(calls) > 2000:
                raise RuntimeError("tired")
            return super().moves(state)

    breach = the_breach(Game(rows=4, columns=4, length=4), max_states=100)
    assert without_places(breach.what) == "raised RuntimeError: tired"


@pytest.mark.slow
def test_an_idle_player_of_a_large_game_is_worth_a_note() -> None:
    class Game(Countdown):
        def apply(self, state: State, move: int) -> State:
            return (state[0] - move, 0)

        def outcome(self, state: State) -> int | None:
            return None if state[0] else 1

    report = check_rules(Game(5000), max_states=100)
    assert report.ok
    assert report.notes == (
        "Game.to_move(...) returned 0 wherever play goes on: Bob never moves, on these walks",
    )


# --- rules that do not ----------------------------------------------------------------------------------------


def changed(cls: type[Countdown] = Countdown, **members: Any) -> Game[Any, Any]:
    """Return a game in which some of the members are others."""
    return type("Changed", (cls,), members)()


class Pile:
    """A state that can be changed."""

    def __init__(self, left: int) -> None:
        self.left = left

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pile) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)

    def __repr__(self) -> str:
        return f"Pile({self.left})"


class Mutating(Game[Pile, int]):
    players = ("Ann",)

    def initial_state(self) -> Pile:
        return Pile(3)

    def to_move(self, state: Pile) -> int:
        return 0

    def moves(self, state: Pile) -> Iterable[int]:
        return [1]

    def apply(self, state: Pile, move: int) -> Pile:
        if state.left > 2:
            return Pile(state.left - move)
        state.left -= move
        return Pile(state.left)

    def outcome(self, state: Pile) -> int | None:
        return None if state.left else 1


def fickle(*answers: Any) -> Any:
    """Return a method that answers so in turn, whatever it is asked."""
    turns = itertools.cycle(answers)
    return lambda *_: next(turns)


def slow_to_fail(self: Countdown, state: State) -> Iterator[int]:
    yield 1
    raise IndexError(f"{self.counters} is too much for {state[0]}")


def after(state: State, otherwise: str, answer: Any) -> Any:
    """Return a method that gives this answer in one state and does as `Countdown` (or `Listed`) does elsewhere."""

    def method(self: Countdown, here: State, *rest: Any) -> Any:
        return answer if here == state else getattr(super(type(self), self), otherwise)(here, *rest)

    return method


BROKEN: dict[str, tuple[Game[Any, Any], str, str]] = {
    "no players": (
        changed(players=()),
        "players",
        "Changed.players must be the different names of one or two players; it is ()",
    ),
    "three players": (
        changed(players=("a", "b", "c")),
        "players",
        "Changed.players must be the different names of one or two players; it is ('a', 'b', 'c')",
    ),
    "players of one name": (
        changed(players=("Ann", "Ann")),
        "players",
        "Changed.players must be the different names of one or two players; it is ('Ann', 'Ann')",
    ),
    "nameless players": (
        changed(players=(0, 1)),
        "players",
        "Changed.players must be the different names of one or two players; it is (0, 1)",
    ),
    "a fraction for endless play": (
        changed(infinite_play=0.5),
        "infinite_play",
        "Changed.infinite_play must be an integer payoff between -2**62 and 2**62; it is 0.5",
    ),
    "a truth for endless play": (
        changed(infinite_play=False),
        "infinite_play",
        "Changed.infinite_play must be an integer payoff between -2**62 and 2**62; it is False",
    ),
    "a negative limit": (
        changed(max_plies=-1),
        "max_plies",
        "Changed.max_plies must be None or an integer of at least 0; it is -1",
    ),
    "players that raise": (
        changed(players=property(lambda self: 1 // 0)),
        "players",
        "Changed.players raised ZeroDivisionError: integer division or modulo by zero",
    ),
    "an unhashable initial state": (
        changed(initial_state=lambda self: [4, 0]),
        "initial_state",
        "Changed.initial_state() returned [4, 0], a list, which cannot be hashed; states must be hashable",
    ),
    "a random initial state": (
        changed(initial_state=fickle((4, 0), (3, 0))),
        "initial_state",
        "Changed.initial_state() returned (4, 0) and then (3, 0); it must always be the same",
    ),
    "an initial state that raises": (
        changed(initial_state=lambda self: {}["start"]),
        "initial_state",
        "Changed.initial_state() raised KeyError: 'start'",
    ),
    "a truth for an outcome": (
        changed(outcome=after((0, 0), "outcome", False)),
        "outcome",
        "Changed.outcome((0, 0)) returned False, a bool; it must be None or an integer payoff between -2**62 and 2**62"
        " [after 2, then 2]",
    ),
    "a fraction for an outcome": (
        changed(outcome=after((0, 0), "outcome", -1.0)),
        "outcome",
        "Changed.outcome((0, 0)) returned -1.0, a float; it must be None or an integer payoff between -2**62 and 2**62"
        " [after 2, then 2]",
    ),
    "an outcome out of range": (
        changed(outcome=after((0, 0), "outcome", 2**62)),
        "outcome",
        f"Changed.outcome((0, 0)) returned {2**62}; it must be None or an integer payoff between -2**62 and 2**62"
        " [after 2, then 2]",
    ),
    "a random outcome": (
        changed(outcome=fickle(1, -1)),
        "outcome",
        "Changed.outcome((4, 0)) returned 1 and then -1; it must always be the same [in the initial state]",
    ),
    "an outcome that raises": (
        changed(outcome=lambda self, state: None if state[0] else state[2]),
        "outcome",
        "Changed.outcome((0, 0)) raised IndexError: tuple index out of range [after 2, then 2]",
    ),
    "a third player to move": (
        changed(to_move=after((0, 0), "to_move", 2)),
        "to_move",
        "Changed.to_move((0, 0)) returned 2; it must be 0 (Ann) or 1 (Bob) [after 2, then 2]",
    ),
    "nobody to move": (
        changed(to_move=after((0, 0), "to_move", None)),
        "to_move",
        "Changed.to_move((0, 0)) returned None; it must be 0 (Ann) or 1 (Bob) [after 2, then 2]",
    ),
    "anybody to move": (
        changed(to_move=fickle(0, 1)),
        "to_move",
        "Changed.to_move((4, 0)) returned 0 and then 1; it must always be the same [in the initial state]",
    ),
    "neither moves nor an outcome": (
        changed(moves=after((1, 1), "moves", [])),
        "moves",
        "Changed.moves((1, 1)) returned nothing, and outcome(...) returned None: a state must have moves or an outcome"
        " [after 1, then 1, then 1]",
    ),
    "moves that raise halfway": (
        changed(moves=slow_to_fail),
        "moves",
        "Changed.moves((4, 0)) raised IndexError: 4 is too much for 4 [in the initial state]",
    ),
    "moves that are no list": (
        changed(moves=lambda self, state: None),
        "moves",
        "Changed.moves((4, 0)) returned None; it must return a list, or yield [in the initial state]",
    ),
    "no moves, which end the game": (
        changed(
            moves=lambda self, state: None, outcome=lambda self, state: None if self.moves(state) else -1
        ),
        "moves",
        "Changed.moves((4, 0)) returned None; it must return a list, or yield [in the initial state]",
    ),
    "random moves": (
        changed(moves=fickle([1, 2], [2, 1])),
        "moves",
        "Changed.moves((4, 0)) returned [1, 2], but [2, 1] the second time; "
        "they must be the same, in the same order [in the initial state]",
    ),
    "apply that changes the state": (
        Mutating(),
        "apply",
        "Mutating.apply(Pile(2), 1) changed the state that it was given into Pile(1); it must leave that state "
        "unchanged [after 1]",
    ),
    "an unhashable state": (
        changed(apply=lambda self, state, move: [state[0] - move, 1 - state[1]]),
        "apply",
        "Changed.apply((4, 0), 1) returned [3, 1], a list, which cannot be hashed; states must be hashable"
        " [in the initial state]",
    ),
    "apply with dice": (
        changed(apply=fickle((3, 1), (2, 1))),
        "apply",
        "Changed.apply((4, 0), 1) returned (3, 1) and then (2, 1); it must always be the same [in the initial state]",
    ),
    "apply that raises": (
        changed(apply=lambda self, state, move: (state[0] - move, {0: 1}[state[1]])),
        "apply",
        "Changed.apply((3, 1), 1) raised KeyError: 1 [after 1]",
    ),
    "a player who never moves": (
        changed(apply=lambda self, state, move: (state[0] - move, state[1])),
        "to_move",
        "Changed.to_move(...) returned 0 wherever play goes on: Bob never moves",
    ),
    "children that no move leads to": (
        changed(children=lambda self, state: [(max(state[0] - 2, 0), 1 - state[1])]),
        "children",
        "Changed.children((4, 0)) returned [(2, 1)], but the moves lead to [(3, 1), (2, 1)] [in the initial state]",
    ),
    "a representative of another value": (
        changed(canonical_state=lambda self, state: (min(state[0], 2), state[1])),
        "canonical_state",
        "Changed.canonical_state((4, 0)) returned (2, 0), but 1 leads from (4, 0) to (2, 1), up to symmetry, "
        "and no move does from (2, 0) [in the initial state]",
    ),
    "a representative that ends": (
        changed(canonical_state=lambda self, state: (state[0] * (state[0] != 1), state[1])),
        "canonical_state",
        "Changed.canonical_state((1, 0)) returned (0, 0), where outcome is -1; it must be None, as in the state itself"
        " [after 1, then 2]",
    ),
    "a representative of the other player's": (
        changed(canonical_state=lambda self, state: (state[0], 0)),
        "canonical_state",
        "Changed.canonical_state((3, 1)) returned (3, 0), where to_move is 0; it must be 1, as in the state itself"
        " [after 1]",
    ),
    "a representative with another": (
        changed(Doubled, canonical_state=lambda self, state: ((state[0] + 10) % 20, state[1])),
        "canonical_state",
        "Changed.canonical_state((4, 0)) returned (14, 0), whose representative is (4, 0); it must be its "
        "own representative"
        " [in the initial state]",
    ),
    "an unhashable representative": (
        changed(canonical_state=lambda self, state: list(state)),
        "canonical_state",
        "Changed.canonical_state((4, 0)) returned [4, 0], a list, which cannot be hashed; states must be hashable"
        " [in the initial state]",
    ),
    "a representative that raises": (
        changed(canonical_state=after((2, 0), "missing", (2, 0))),
        "canonical_state",
        "Changed.canonical_state((4, 0)) raised AttributeError: 'super' object has no attribute 'missing'"
        " [in the initial state]",
    ),
    "a predecessor left out": (
        changed(Listed, predecessors=after((2, 0), "predecessors", [(3, 1)])),
        "predecessors",
        "Changed.predecessors((2, 0)) leaves out (4, 1), from where 2 leads there",
    ),
    "a predecessor that is not numbered": (
        changed(Listed, numbered_predecessors=lambda self, states, index: ([0] * len(states), [])),
        "numbered_predecessors",
        "Changed.numbered_predecessors((3, 1)) returned ([0, 0], []) for twice this state; it must be "
        "([1, 1], [0, 0]) [after 1]",
    ),
    "a predecessor too many": (
        changed(Listed, predecessors=after((1, 1), "predecessors", [(2, 0), (3, 0), (4, 0)])),
        "predecessors",
        "Changed.predecessors((1, 1)) names (4, 0), but no move leads from there [after 1, then 1, then 1]",
    ),
    "a predecessor that is not listed": (
        changed(Listed, predecessors=after((4, 0), "predecessors", [(5, 1)])),
        "predecessors",
        "Changed.predecessors((4, 0)) names (5, 1), which states() leaves out [in the initial state]",
    ),
    "a predecessor twice": (
        changed(Listed, predecessors=after((3, 1), "predecessors", [(4, 0), (4, 0)])),
        "predecessors",
        "Changed.predecessors((3, 1)) names (4, 0) twice; it must name each state once [in the initial state]",
    ),
    "an unhashable predecessor": (
        changed(Listed, predecessors=after((3, 1), "predecessors", [[4, 0]])),
        "predecessors",
        "Changed.predecessors((3, 1)) names [4, 0], a list, which cannot be hashed; states must be hashable"
        " [in the initial state]",
    ),
    "a predecessor that is not a state": (
        changed(predecessors=lambda self, state: ["nonsense"]),
        "predecessors",
        "Changed.predecessors((4, 0)) names 'nonsense', but Changed.moves('nonsense') raised TypeError: "
        "'<=' not supported between instances of 'int' and 'str' [in the initial state]",
    ),
    "predecessors that raise": (
        changed(predecessors=lambda self, state: 1 // 0),
        "predecessors",
        "Changed.predecessors((4, 0)) raised ZeroDivisionError: integer division or modulo by zero"
        " [in the initial state]",
    ),
    "states without the initial one": (
        changed(states=lambda self: [(0, 0)]),
        "states",
        "Changed.states() leaves out (4, 0), the initial state",
    ),
    "states that moves lead out of": (
        changed(states=lambda self: [(left, turn) for left in range(1, 5) for turn in (0, 1)]),
        "states",
        "Changed.states() leaves out (0, 0), where 2 leads from (2, 1) [after 2]",
    ),
    "a state listed twice": (
        changed(states=lambda self: [*Listed().states(), (3, 1)]),
        "states",
        "Changed.states() lists (3, 1) twice; it must list each state once",
    ),
    "an unhashable state listed": (
        changed(states=lambda self: map(list, Listed().states())),
        "states",
        "Changed.states() lists [4, 0], a list, which cannot be hashed; states must be hashable",
    ),
    "states that raise": (
        changed(states=lambda self: self.all_states),
        "states",
        "Changed.states() raised AttributeError: 'Changed' object has no attribute 'all_states'",
    ),
    "a listed state that cannot be": (
        changed(Listed, states=lambda self: [*super(type(self), self).states(), "nonsense"]),
        "to_move",
        "Changed.to_move('nonsense') returned 'o'; it must be 0 (Ann) or 1 (Bob)",
    ),
    "a state on two lines": (
        changed(Noted, format_state=lambda self, state: "\n".join(map(str, state))),
        "format_state",
        "Changed.format_state(4 0) returned '4\\n0'; it must be on one line [in the initial state]",
    ),
    "a state that is no text": (
        changed(Noted, format_state=lambda self, state: state),
        "format_state",
        "Changed.format_state((4, 0)) returned (4, 0); it must be text [in the initial state]",
    ),
    "states that look alike": (
        changed(Noted, format_state=lambda self, state: f"{state[0]} left, Ann"),
        "format_state",
        "Changed.format_state((3, 1)) returned '3 left, Ann', as it does for the state (3, 0); "
        "different states must look different [after take 1]",
    ),
    "a state read wrongly": (
        changed(
            Noted, parse_state=lambda self, text: (int(text[0]), 0) if text[1:] == " left, Ann" else (9, 1)
        ),
        "parse_state",
        "Changed.parse_state('3 left, Bob') returned (9, 1); it must be (3, 1), which format_state shows as that text"
        " [after take 1]",
    ),
    "a state that is not read": (
        changed(format_state=lambda self, state: f"{state[0]} left, {self.players[state[1]]}"),
        "parse_state",
        "Changed.parse_state('4 left, Ann') raised InputError: '4 left, Ann' is not a state of Changed"
        " [in the initial state]",
    ),
    "junk that is not refused properly": (
        changed(
            Noted, parse_state=lambda self, text: (int(text.split()[0]), self.players.index(text.split()[-1]))
        ),
        "parse_state",
        "Changed.parse_state('') raised IndexError: list index out of range; "
        "other text must be refused with an InputError",
    ),
    "moves that look alike": (
        changed(Noted, format_move=lambda self, state, move: "take"),
        "format_move",
        "Changed.format_move(4 left, Ann, 2) returned 'take', as it does for the move 1; "
        "different moves must look different [in the initial state]",
    ),
    "a move on two lines": (
        changed(Noted, format_move=lambda self, state, move: f"take\n{move}"),
        "format_move",
        "Changed.format_move(4 left, Ann, 1) returned 'take\\n1'; it must be on one line [in the initial state]",
    ),
    "a move without a name": (
        changed(Noted, format_move=lambda self, state, move: " "),
        "format_move",
        "Changed.format_move(4 left, Ann, 1) returned ' '; it must not be blank [in the initial state]",
    ),
    "a move read wrongly": (
        changed(Noted, parse_move=lambda self, state, text: 1),
        "parse_move",
        "Changed.parse_move(4 left, Ann, 'take 2') returned 1; it must be 2, which format_move shows as that text"
        " [in the initial state]",
    ),
    "junk that is not refused as a move": (
        changed(Noted, parse_move=lambda self, state, text: int(text.removeprefix("take "))),
        "parse_move",
        "Changed.parse_move(4 left, Ann, '') raised ValueError: invalid literal for int() with base 10: ''; "
        "other text must be refused with an InputError",
    ),
    "a board that is no text": (
        changed(render=lambda self, state: ["o"] * state[0]),
        "render",
        "Changed.render((4, 0)) returned ['o', 'o', 'o', 'o']; it must be text [in the initial state]",
    ),
    "a drawing that is no text": (
        changed(svg=lambda self, state: b"<svg/>"),
        "svg",
        "Changed.svg((4, 0)) returned b'<svg/>'; it must be text or None [in the initial state]",
    ),
    "a drawing cut short": (
        changed(svg=lambda self, state: "<svg>" if state[0] == 2 else None),
        "svg",
        "Changed.svg((2, 1)) returned text that is not well-formed XML: no element found: line 1, column 5 [after 2]",
    ),
    "a drawing of another kind": (
        changed(svg=lambda self, state: "<html/>"),
        "svg",
        "Changed.svg((4, 0)) returned an XML document whose root is <html>; it must be <svg> [in the initial state]",
    ),
    "a drawing that raises": (
        changed(svg=lambda self, state: self.colour),
        "svg",
        "Changed.svg((4, 0)) raised AttributeError: 'Changed' object has no attribute 'colour' [in the initial state]",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_what_is_broken_is_named(fault: str) -> None:
    game, method, message = BROKEN[fault]
    breach = the_breach(game)
    assert without_places(str(breach)) == message
    assert breach.method == method


UNLIKELY: dict[str, tuple[Game[Any, Any], str]] = {
    "over before it begins": (Countdown(0), "the game is over in the initial state, (0, 0)"),
    "endless": (
        changed(apply=lambda self, state, move: (1 + (state[0] + move) % 9, 1 - state[1])),
        "no state ends the game",
    ),
    "nobody wins": (
        changed(outcome=lambda self, state: None if state[0] > 0 else 0, moves=lambda self, state: [1, 2]),
        "every end is a tie, so that nobody ever wins",
    ),
    "one winner": (
        changed(
            moves=lambda self, state: [min(2, state[0])], outcome=lambda self, state: None if state[0] else 1
        ),
        "every end is won by Ann",
    ),
    "outcomes told to the mover": (
        changed(outcome=lambda self, state: None if state[0] else -1),
        "every end is won by Bob, whoever is to move there: "
        "is Changed.outcome(...) the payoff to Ann, or to the player to move?",
    ),
    "outcomes told to the mover, and ties": (
        changed(
            outcome=lambda self, state: None if state[0] > 0 else -1 if state[0] == 0 else 0,
            moves=lambda self, state: [1, 2],
        ),
        "every end that is not tied is won by Bob, whoever is to move there: "
        "is Changed.outcome(...) the payoff to Ann, or to the player to move?",
    ),
}


@pytest.mark.parametrize("doubt", UNLIKELY)
def test_what_is_hardly_meant_is_worth_a_note(doubt: str) -> None:
    game, note = UNLIKELY[doubt]
    report = check_rules(game)
    assert report.ok, str(report)
    assert report.notes == (note,)


@pytest.mark.parametrize(
    "game",
    [
        changed(outcome=lambda self, state: None if state[0] else 1, infinite_play=-1),
        changed(
            players=("Ann",),
            to_move=lambda self, state: 0,
            outcome=lambda self, state: None if state[0] else 1,
        ),
    ],
)
def test_one_winner_may_be_meant_where_the_other_plays_on_for_ever_or_is_not_there(
    game: Game[Any, Any],
) -> None:
    assert not check_rules(game).notes


def test_authors_get_a_plain_message() -> None:
    with pytest.raises(AssertionError) as error:
        check_game(BROKEN["a predecessor left out"][0])
    assert str(error.value) == (
        "the rules are broken: Changed.predecessors((2, 0)) leaves out (4, 1), from where 2 leads there"
    )


def test_breaches_that_have_nothing_to_do_with_each_other_are_all_told() -> None:
    report = check_rules(changed(Noted, format_move=lambda self, state, move: "", svg=lambda self, state: 1))
    assert [breach.check for breach in report.breaches] == ["format_move", "svg"]
    assert len(str(report).splitlines()) == 2


def test_nothing_is_built_on_rules_that_are_broken() -> None:
    report = check_rules(changed(Listed, outcome=after((0, 0), "outcome", 0.5), svg=lambda self, state: 1))
    assert [breach.check for breach in report.breaches] == ["outcome"]
    assert report.notes == ("the other checks rely on this and were not made",)
    assert "predecessors" not in report.checks


def test_a_default_notation_that_fails_is_worth_a_note() -> None:
    @attrs.frozen
    class Pebbles:
        left: int

    class Game(Countdown):
        def initial_state(self) -> Any:
            return Pebbles(1)

        def to_move(self, state: Any) -> int:
            return 1 - state.left

        def moves(self, state: Any) -> Iterable[Any]:
            return [Pebbles(1)]

        def apply(self, state: Any, move: Any) -> Any:
            return Pebbles(state.left - move.left)

        def outcome(self, state: Any) -> int | None:
            return None if state.left else 0

    report = check_rules(Game())
    assert report.ok
    tie, note = report.notes
    assert tie == "every end is a tie, so that nobody ever wins"
    assert note.startswith(
        "the game supplies neither format_state nor parse_state, and the default will not do: Game.parse_state("
    )
    assert str(report).endswith(f"\nnote: {note}")


def test_states_that_cannot_be_compared_are_no_exception() -> None:
    class Odd(Pile):
        def __eq__(self, other: object) -> bool:
            raise ArithmeticError("no")

        __hash__ = Pile.__hash__

    assert "ArithmeticError: no" in str(the_breach(changed(initial_state=lambda self: Odd(3))))


@pytest.mark.slow
def test_an_endless_list_of_states_is_not_read_to_the_end() -> None:
    report = check_rules(changed(states=lambda self: ((i, 0) for i in itertools.count())), max_states=100)
    assert report.notes == ("states() lists more than 100, too many to compare with the moves",)


@pytest.mark.slow
def test_a_play_of_one_move_leaves_nobody_idle() -> None:
    assert check_rules(TicTacToe(1, 1, 1)).ok


def test_a_long_walk_is_shown_by_its_end() -> None:
    breach = Breach("svg", "svg", "Game.svg(x)", "is odd", tuple(map(str, range(40))))
    assert str(breach).startswith("Game.svg(x) is odd [after 28 moves, then 28, then 29,")


@pytest.mark.slow
def test_heavy_modules_wait_until_they_are_needed() -> None:
    code = (
        "import sys, gamekit.testing; sys.exit(bool({'hypothesis', 'networkx', 'numba'} & set(sys.modules)))"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


@attrs.frozen
class Landslide(Countdown):
    """A player takes as many counters as they like, so there are few states with many moves each."""

    counters: int = 150

    def moves(self, state: State) -> Iterable[int]:
        return range(1, state[0] + 1)


def test_a_game_with_few_states_and_many_moves_is_sampled() -> None:
    sampled = check_rules(Landslide(), max_states=1000, examples=10)
    assert sampled.ok
    assert "states met on random walks" in str(sampled)
    whole = check_rules(Landslide(counters=15), max_states=1000)
    assert whole.ok
    assert "in all 30 states" in str(whole)


@attrs.frozen
class ManyMoves(Countdown):
    """Countdown in which a player may take up to `most` counters; counts how often moves are asked for."""

    counters: int = 80
    most: int = 40
    asked: list[State] = attrs.field(factory=list, eq=False)

    def moves(self, state: State) -> Iterable[int]:
        self.asked.append(state)
        return range(1, min(self.most, state[0]) + 1)


def test_moves_are_not_asked_for_again_to_read_each_of_their_texts() -> None:
    for game in (ManyMoves(most=4), ManyMoves(most=40)):
        assert check_rules(game).ok
        assert len(game.asked) <= 8 * len({*game.asked})
