"""Plugins that do not load and games that break the promises of the protocol: one line that names what is to blame."""

from __future__ import annotations

import os
import signal
import sys
import time
from itertools import count, repeat
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import (
    Countdown,
    assert_refused,
    call,
    countdown_with,
    plugins,
    run,
    start,
    without_places,
)

import gamekit
from gamekit import Game, LimitError, RulesError, Value
from gamekit.arena import explore
from gamekit.game import foreign_errors
from gamekit.game.registry import registered
from gamekit.solvers.registry import SOLVERS

SOLVER_NAMES = sorted(registered(SOLVERS))


# --- plugins --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return an environment in which a package with good and bad plugins is installed."""
    site = tmp_path_factory.mktemp("site")
    info = site / "plugged_in-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged-in\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        """[gamekit.games]
endless-count = plugged_in:EndlessCount
exits = plugged_in_for_a_moment:Game
incomplete = plugged_in:Incomplete
missing-attribute = plugged_in:Nothing
missing-module = plugged_in_nowhere:Game
no-game = plugged_in:NoGame
no-class = plugged_in:NO_CLASS
nonsense = !!!
raises = plugged_in_badly:Game
slow = plugged_in:Slow

[gamekit.solvers]
no-solver = plugged_in:NoGame
"""
    )
    (site / "plugged_in_for_a_moment.py").write_text("raise SystemExit('a script')\n")
    (site / "plugged_in_badly.py").write_text("raise RuntimeError('one line\\nand another')\n")
    (site / "plugged_in.py").write_text(
        '''"""Counting without end."""

import os
import pathlib
import time

from gamekit import Game

NO_CLASS = 5


class NoGame:
    pass


class Incomplete(Game):
    players = ("Ann", "Bob")

    def initial_state(self):
        return 0

    def outcome(self, state):
        return None


class EndlessCount(Incomplete):
    def to_move(self, state):
        return 0

    def moves(self, state):
        return [1, 2]

    def apply(self, state, move):
        return state + move


class Slow(EndlessCount):
    def moves(self, state):
        pathlib.Path(os.environ["SLOW"]).touch()
        time.sleep(0.02)
        return [1]
'''
    )
    return {"PYTHONPATH": os.pathsep.join([str(site), *filter(None, [os.environ.get("PYTHONPATH")])])}


BROKEN = {
    "exits": "the game 'exits' (plugged_in_for_a_moment:Game) cannot be loaded: SystemExit: a script",
    "incomplete": "the game 'incomplete' (plugged_in:Incomplete) does not define apply, moves, to_move",
    "missing-attribute": "the game 'missing-attribute' (plugged_in:Nothing) cannot be loaded: AttributeError: "
    "module 'plugged_in' has no attribute 'Nothing'",
    "missing-module": "the game 'missing-module' (plugged_in_nowhere:Game) cannot be loaded: ModuleNotFoundError: "
    "No module named 'plugged_in_nowhere'",
    "no-class": "the game 'no-class' (plugged_in:NO_CLASS) is not a subclass of gamekit.Game",
    "no-game": "the game 'no-game' (plugged_in:NoGame) is not a subclass of gamekit.Game",
    "nonsense": "the game 'nonsense' (!!!) cannot be loaded: ",
    "raises": "the game 'raises' (plugged_in_badly:Game) cannot be loaded: RuntimeError: one line and another"
    " (plugged_in_badly.py, line 1)",
    "no-solver": "the solver 'no-solver' (plugged_in:NoGame) is not a subclass of gamekit.Solver",
}


@pytest.mark.release
def test_broken_plugins_are_named_and_the_rest_work(installed: dict[str, str]) -> None:
    result = run("list", environment=installed)
    assert result.status == 0
    assert "\n  cat-mouse " in result.out
    assert "\n  endless-count " in result.out
    complaints = result.err.splitlines()
    assert len(complaints) == len(BROKEN)
    for complaint, message in zip(complaints, BROKEN.values(), strict=True):
        assert complaint.startswith(f"gamekit: left out: {message}")
    report = run("list", "--json", environment=installed)
    assert (report.err, len(report.json["broken"])) == ("", len(BROKEN))
    assert run("solve", "nim", environment=installed).status == 0


@pytest.mark.slow
def test_a_package_whose_entry_points_cannot_be_read(tmp_path: Path) -> None:
    info = tmp_path / "malformed-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: malformed\nVersion: 1.0\n")
    (info / "entry_points.txt").write_bytes(b"\xff")
    result = run("list", environment={"PYTHONPATH": str(tmp_path)})
    assert_refused(result)
    assert result.err.startswith(
        "gamekit: an installed package has malformed entry points: UnicodeDecodeError: "
    )


@pytest.mark.parametrize("name", ["incomplete", pytest.param("raises", marks=pytest.mark.slow)])
def test_a_broken_plugin_is_refused(installed: dict[str, str], name: str) -> None:
    assert_refused(run("solve", name, environment=installed), BROKEN[name])


@pytest.mark.parametrize(
    ("plugin", "message"),
    [
        (None, "the game 'bent' (plugged:found_0) is not a subclass of gamekit.Game"),
        (Countdown(), "the game 'bent' (plugged:found_0) is not a subclass of gamekit.Game"),
        (Game, "the game 'bent' (plugged:found_0) does not define apply, initial_state, moves, outcome, players"),
        (countdown_with(__init__=lambda _: 1 / 0),
         "the game 'bent' cannot be made: ZeroDivisionError: division by zero"),
        (countdown_with(__init__=lambda _, _size: None),
         "bent is refused: <lambda>() missing 1 required positional argument: '_size'"),
        (countdown_with(example=5), "bent: the parameters must be a JSON object; they are 5"),
        (countdown_with(example={"a": 1}), "bent has no parameter 'a'; it has none"),
    ],
)  # fmt: skip
def test_plugins_that_are_no_games(plugin: Any, message: str) -> None:
    with plugins(games={"bent": plugin}):
        result = call("solve", "bent")
    assert_refused(result)
    assert result.err.startswith(f"gamekit: {message}")


# --- rules that are broken ------------------------------------------------------------------------------------


class Unprintable:
    def __repr__(self) -> str:
        raise ValueError("not to be seen")


class Unhashable:
    def __hash__(self) -> int:
        raise ValueError("not to be hashed")


def raising(*_: Any) -> Any:
    raise ZeroDivisionError("in the rules\nof the game")


RAISED = "raised ZeroDivisionError: in the rules of the game"

NOTHING = "returned nothing, and outcome(...) returned None: a state must have moves or an outcome"
HASHABLE = "a state must be hashable; this one is a"
PAYOFF = "it must be None or an integer payoff between -2**62 and 2**62"
PLAYERS = "Bent.players must be the different names of one or two players; it is"

BENT: list[tuple[dict[str, Any], str]] = [
    ({"moves": lambda *_: None}, "Bent.moves(3) returned None; it must return a list, or yield"),
    ({"moves": lambda *_: 5}, "Bent.moves(3) returned 5; it must return a list, or yield"),
    ({"moves": lambda *_: []}, f"Bent.moves(3) {NOTHING}"),
    ({"moves": lambda _, state: [1] * state, "outcome": lambda *_: None}, f"Bent.moves(0) {NOTHING}"),
    ({"moves": lambda *_: (1 / 0 for _ in range(3))}, "Bent.moves(3) raised ZeroDivisionError: division by zero"),
    ({"moves": lambda *_: "ab"}, "Bent.apply(3, 'a') raised TypeError: unsupported operand type(s) for -: "),
    ({"moves": raising}, f"Bent.moves(3) {RAISED}"),
    ({"apply": raising}, f"Bent.apply(3, 1) {RAISED}"),
    ({"outcome": raising}, f"Bent.outcome(3) {RAISED}"),
    ({"to_move": raising}, f"Bent.to_move(3) {RAISED}"),
    ({"to_move": lambda _, state: 0 if state else next(iter(())), "states": lambda *_: range(4)},
     "Bent.to_move(0) raised StopIteration"),
    ({"initial_state": raising}, f"Bent.initial_state() {RAISED}"),
    ({"canonical_state": raising}, f"Bent.canonical_state(3) {RAISED}"),
    ({"states": raising}, f"Bent.states() {RAISED}"),
    ({"players": property(raising)}, f"Bent.players {RAISED}"),
    ({"infinite_play": property(raising)}, f"Bent.infinite_play {RAISED}"),
    ({"max_plies": property(raising)}, f"Bent.max_plies {RAISED}"),
    ({"apply": lambda *_: [1]}, f"{HASHABLE} list: [1]"),
    ({"apply": lambda *_: {}}, f"{HASHABLE} dict: {{}}"),
    ({"apply": lambda *_: {}, "canonical_state": lambda _, state: state}, f"{HASHABLE} dict: {{}}"),
    ({"apply": lambda *_: np.zeros((2, 2))}, f"{HASHABLE} ndarray: array([[0., 0.], [0., 0.]])"),
    ({"apply": lambda *_: Unhashable()}, f"{HASHABLE} Unhashable: <"),
    ({"apply": lambda *_: None, "outcome": lambda *_: None}, "Bent.to_move(None) raised TypeError: "),
    ({"apply": lambda *_: (Unprintable(),)}, "Bent.to_move(<tuple>) raised TypeError: unsupported operand"),
    ({"initial_state": lambda *_: [3]}, f"{HASHABLE} list: [3]"),
    ({"canonical_state": lambda *_: [3]}, f"{HASHABLE} list: [3]"),
    ({"states": lambda *_: [[3]]}, "Bent.states() raised TypeError: unhashable type: 'list'"),
    ({"states": lambda *_: None}, "Bent.states() raised TypeError: 'NoneType' object is not iterable"),
    ({"states": lambda *_: [2, 1, 0]}, "Bent.states(3) leaves out this state, the initial one"),
    ({"states": lambda *_: [3, 2, 0]}, "Bent.moves(2) leads to 1, which states() leaves out"),
    ({"outcome": lambda *_: "first"}, f"Bent.outcome(3) returned 'first'; {PAYOFF}"),
    ({"outcome": lambda *_: True}, f"Bent.outcome(3) returned True; {PAYOFF}"),
    ({"outcome": lambda *_: 0.5}, f"Bent.outcome(3) returned 0.5; {PAYOFF}"),
    ({"outcome": lambda *_: 2**62}, f"Bent.outcome(3) returned 4611686018427387904; {PAYOFF}"),
    ({"outcome": lambda *_: 10**5000}, f"Bent.outcome(3) returned <int>; {PAYOFF}"),
    ({"outcome": lambda *_: Unprintable()}, f"Bent.outcome(3) returned <Unprintable>; {PAYOFF}"),
    ({"to_move": lambda *_: 2}, "Bent.to_move(3) returned 2; it must be 0 (Ann) or 1 (Bob)"),
    ({"to_move": lambda *_: -1}, "Bent.to_move(3) returned -1; it must be 0 (Ann) or 1 (Bob)"),
    ({"to_move": lambda *_: None}, "Bent.to_move(3) returned None; it must be 0 (Ann) or 1 (Bob)"),
    ({"to_move": lambda *_: True}, "Bent.to_move(3) returned True; it must be 0 (Ann) or 1 (Bob)"),
    ({"to_move": lambda *_: "Ann"}, "Bent.to_move(3) returned 'Ann'; it must be 0 (Ann) or 1 (Bob)"),
    ({"players": ("Ann",)}, "Bent.to_move(2) returned 1; it must be 0 (Ann)"),
    ({"players": ()}, f"{PLAYERS} ()"),
    ({"players": ("Ann", "Ann")}, f"{PLAYERS} ('Ann', 'Ann')"),
    ({"players": ("Ann", "Bob", "Eve")}, f"{PLAYERS} ('Ann', 'Bob', 'Eve')"),
    ({"players": "Ann"}, f"{PLAYERS} 'Ann'"),
    ({"players": 2}, f"{PLAYERS} 2"),
    ({"players": ("Ann", ["Bob"])}, f"{PLAYERS} ('Ann', ['Bob'])"),
    ({"infinite_play": 0.5}, "Bent.infinite_play must be an integer payoff between -2**62 and 2**62; it is 0.5"),
    ({"max_plies": -1}, "Bent.max_plies must be None or an integer of at least 0; it is -1"),
    ({"max_plies": True}, "Bent.max_plies must be None or an integer of at least 0; it is True"),
]  # fmt: skip


@pytest.mark.parametrize(("members", "message"), BENT)
def test_rules_that_are_broken(members: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError) as error:
        gamekit.solve(countdown_with(**members)())
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_broken_rules_on_the_command_line() -> None:
    with plugins(games={"bent": countdown_with(moves=lambda *_: 5)}):
        for verb in ("solve", "compare", "explain"):
            assert_refused(call(verb, "bent"), "Bent.moves(3) returned 5; it must return a list, or yield")


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"predecessors": lambda *_: None}, "Bent.predecessors(0) returned None; it must return a list, or yield"),
        ({"predecessors": raising}, f"Bent.predecessors(0) {RAISED}"),
        ({"predecessors": lambda *_: [9]}, "Bent.predecessors(0) lists 9, which states() leaves out"),
        ({"predecessors": lambda *_: [[9]]}, "a state must be hashable; this one is a list: [9]"),
        ({"predecessors": lambda *_: [[9]], "canonical_state": lambda _, state: state},
         "a state must be hashable; this one is a list: [9]"),
        ({"predecessors": lambda *_: []},
         "every state in which play goes on must be among the predecessors of its children; "
         "Bent.predecessors(...) never names 1"),
        ({"predecessors": lambda _, state: [state + 1] if state < 3 else [], "moves": lambda *_: [2]},
         "Bent.moves(1) leads to -1, which states() leaves out"),
        ({"predecessors": lambda _, state: [state + 1] if state < 3 else [], "moves": lambda *_: None},
         "Bent.moves(1) returned None; it must return a list, or yield"),
    ],
)  # fmt: skip
def test_shortcuts_that_are_broken(members: dict[str, Any], message: str) -> None:
    with plugins(games={"bent": countdown_with(states=lambda _: range(4), **members)}):
        result = call("solve", "bent")
    assert_refused(result)
    assert without_places(result.err) == f"gamekit: {message}\n"


@pytest.mark.parametrize("method", ["render", "format_move", "answer"])
def test_methods_for_people_that_raise(method: str) -> None:
    with plugins(games={"bent": countdown_with(**{method: raising})}):
        for verb in ("solve", "explain"):
            if verb == "explain" and method == "answer":
                continue
            result = call(verb, "bent")
            assert_refused(result)
            assert "ZeroDivisionError: in the rules of the game, raised by raising() in " in result.err
            assert "GAMEKIT_DEBUG=1 shows the traceback" in result.err


def test_a_state_that_the_game_cannot_read_may_still_be_named_as_it_is_shown() -> None:
    with plugins(
        games={"bent": countdown_with(parse_state=raising, canonical_state=lambda _, state: int(state))}
    ):
        assert call("solve", "bent", "--state", "2", "--json").json["state"] == "2"
        message = "'x' is not a state of Bent (ZeroDivisionError: in the rules of the game)"
        assert_refused(call("solve", "bent", "--state", "x"), message)
        assert_refused(call("solve", "bent", "--state", "x", "--max-states", "2"), message)


def test_a_state_that_the_rules_trip_over() -> None:
    with plugins(games={"bent": countdown_with(canonical_state=lambda _, state: state + 0)}):
        assert_refused(call("solve", "bent", "--state", "'x'"), "play cannot reach this state: 'x'")


def test_a_state_that_need_not_be_formatted_to_be_shown() -> None:
    game = countdown_with(format_state=raising, render=lambda _, state: "*" * state)
    with plugins(games={"bent": game}):
        assert call("solve", "bent", "--json").json["state"] == "3"
        assert call("solve", "bent").status == call("explain", "bent").status == 0


@pytest.mark.parametrize(("setting", "number"), [("1", 1), ("yes", 1), ("0", 0), ("", 0)])
@pytest.mark.parametrize("method", ["render", "moves", "parse_state"])
@pytest.mark.parametrize("verb", ["solve", "check"])
def test_the_traceback_can_be_had(
    verb: str, method: str, setting: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the method is one of the rules or for people, and whether the error is reported or raised."""
    monkeypatch.setenv("GAMEKIT_DEBUG", setting)
    monkeypatch.setattr(foreign_errors, "_shown", set())
    with plugins(games={"bent": countdown_with(**{method: raising})}):
        result = call(verb, "bent", *(("--state", "3") if verb == "solve" else ()))
    assert result.status in (0, 1, 2)
    if result.status:  # a state that is written as it is shown needs no reading
        assert result.err.count("Traceback (most recent call last)") == number
        assert result.err.count("line") >= number
        assert "ZeroDivisionError: in the rules of the game" in result.out + result.err


def test_an_answer_that_json_does_not_know() -> None:
    with plugins(games={"bent": countdown_with(answer=lambda *_: {1, 2}.__class__)}):
        assert call("solve", "bent", "--json").json["answer"] == "<class 'set'>"
        assert call("solve", "bent").status == 0


# --- games without an end -------------------------------------------------------------------------------------


def ring(**members: Any) -> Game[int, int]:
    """Return a game on a ring of five states, none of which ends it."""
    return countdown_with(
        to_move=lambda self, state: state % len(self.players),
        moves=lambda *_: (1, 2),
        apply=lambda _, state, move: (state + move) % 5,
        outcome=lambda *_: None,
        **members,
    )()


@pytest.mark.parametrize("solver", SOLVER_NAMES)
@pytest.mark.parametrize(
    ("members", "values"),
    [
        ({}, {Value.DRAW: 5}),
        ({"players": ("Ann",)}, {Value.LOSS: 5}),
        ({"players": ("Ann",), "infinite_play": 0}, {Value.DRAW: 5}),
        ({"infinite_play": -1}, {Value.WIN: 2, Value.LOSS: 3}),
        ({"infinite_play": 7}, {Value.WIN: 3, Value.LOSS: 2}),
    ],
)
def test_a_game_without_a_terminal_state(
    members: dict[str, Any], values: dict[Value, int], solver: str
) -> None:
    solution = gamekit.solve(ring(**members), solver=solver)
    assert solution.counts() == values
    assert {verdict.remoteness for verdict in solution} == {None}
    assert {verdict.payoff for verdict in solution} == {solution.game.infinite_play}
    assert gamekit.verify(solution).ok
    assert solution.line().cycle_start is not None


# --- games without a bound ------------------------------------------------------------------------------------


def unbounded(**members: Any) -> Game[Any, Any]:
    return countdown_with(
        **{
            "outcome": lambda *_: None,
            "to_move": lambda *_: 0,
            "apply": lambda _, state, move: state + move,
            **members,
        }
    )()


@pytest.mark.parametrize(
    "members",
    [
        {},
        {"moves": lambda *_: range(1, 100_000)},
        {"states": lambda _: count(3)},
        {"states": lambda _: count(3), "canonical_state": lambda _, state: state},
        {"states": lambda _: count(3), "predecessors": lambda _, state: [state - 1]},
        {"canonical_state": lambda _, state: abs(state)},
    ],
)
def test_more_states_than_the_limit(members: dict[str, Any]) -> None:
    with pytest.raises(LimitError) as error:
        explore(unbounded(**members), max_states=1000)
    assert str(error.value) == (
        "Bent has more than 1,000 states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python); "
        "gamekit plan estimates what all states take; gamekit prove may decide one of them"
    )


@pytest.mark.parametrize(
    ("members", "what"),
    [
        ({"moves": lambda *_: count(1)}, "moves(3)"),
        ({"moves": lambda *_: repeat(1)}, "moves(3)"),
        ({"states": lambda _: range(9), "predecessors": lambda *_: repeat(1)}, "predecessors(0)"),
    ],
)
def test_a_list_of_moves_that_does_not_end(members: dict[str, Any], what: str) -> None:
    message = f"Bent.{what} returned more than 1,000,000 entries, the most that a state may have"
    with plugins(games={"bent": type(unbounded(**members))}):
        assert_refused(call("solve", "bent"), message, status=3)


@pytest.mark.parametrize(
    "members",
    [{}, {"states": lambda _: range(9)}, {"states": lambda _: range(9), "predecessors": lambda *_: range(9)}],
)
def test_more_edges_than_there_is_memory_for(members: dict[str, Any]) -> None:
    game = unbounded(moves=lambda *_: range(9), apply=lambda _, _state, move: move, **members)
    with pytest.raises(LimitError, match=r"^Bent has more than 20 edges, the most that an arena holds$"):
        explore(game, max_edges=20)


def test_exactly_as_many_states_as_the_limit() -> None:
    game = gamekit.load_game("nim")
    assert len(explore(game, max_states=91)) == 91
    with pytest.raises(LimitError, match="more than 90 states"):
        explore(game, max_states=90)


@pytest.mark.slow
def test_at_the_default_limit_it_is_said_where_to_look() -> None:
    with pytest.raises(LimitError, match="more than 5,000,000 states") as error:
        explore(unbounded(states=lambda _: count()))
    advice = (
        "; gamekit plan estimates what all states take; gamekit prove may decide one of them; gamekit check"
    )
    assert advice in str(error.value)


@pytest.mark.parametrize("verb", ["solve", "compare", "explain"])
def test_max_states_on_the_command_line(verb: str) -> None:
    given = ("-p", "heaps=3, 4, 5", "--backend", "python", "--max-states")
    message = "Nim has more than 90 states, the limit that was set; "
    message += "if memory allows, raise --max-states (max_states in Python); "
    message += "`gamekit plan {0}` estimates what all states take; `gamekit prove {0}` may decide one of them"
    message = message.format("nim -p 'heaps=3, 4, 5'")
    assert_refused(call(verb, "nim", *given, "90"), message, status=3)
    assert call(verb, "nim", *given, "120").status == 0


@pytest.mark.release
def test_huge_heaps_stop_at_once() -> None:
    began = time.perf_counter()
    for heaps in ("[10000000000000]", "[300000, 300000]"):
        result = call("solve", "nim", "--input", "-", "--max-states", "5000", stdin=heaps)
        assert_refused(result, status=3)
    assert time.perf_counter() - began < 20


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="memory cannot be limited like this on Windows")
def test_a_game_without_a_bound_stops_before_memory_runs_out(installed: dict[str, str]) -> None:
    import resource

    def two_gigabytes() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))

    began = time.perf_counter()
    arguments = ("solve", "endless-count", "--max-states", "200000")
    result = run(*arguments, environment={**installed, "OPENBLAS_NUM_THREADS": "1"}, preexec_fn=two_gigabytes)
    assert_refused(
        result,
        "EndlessCount has more than 200,000 states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python); "
        "`gamekit plan endless-count` estimates what all states take; "
        "`gamekit prove endless-count` may decide one of them",
        status=3,
    )
    assert time.perf_counter() - began < 20


def test_memory_that_runs_out_is_a_limit_too() -> None:
    def exhausting(*_: Any) -> Any:
        raise MemoryError

    for method in ("initial_state", "moves", "apply", "outcome", "states", "__init__"):
        with plugins(games={"bent": countdown_with(**{method: exhausting})}):
            assert_refused(
                call("solve", "bent"),
                "the machine's memory ran out; a lower --max-states or --cap stops sooner",
                status=3,
            )


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals on Windows")
def test_interrupted(installed: dict[str, str], tmp_path: Path) -> None:
    working = tmp_path / "working"
    with start("solve", "slow", environment={**installed, "SLOW": str(working)}) as process:
        deadline = time.monotonic() + 30
        while not working.exists() and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"gamekit: interrupted\n")


def test_a_check_of_the_size_that_fails_is_named() -> None:
    def check_size(_self: Any, max_states: int) -> None:
        raise ValueError(f"{max_states} are few")

    with pytest.raises(RulesError, match=r"check_size\(.*raised ValueError: .* are few"):
        explore(countdown_with(check_size=check_size)())
