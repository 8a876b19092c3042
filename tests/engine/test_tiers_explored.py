"""Exploration by tiers that was killed goes on from its last record, to the same tables."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call
from support.marks import cases
from support.paths import TESTS
from support.random_games import assert_same
from support.tier_folders import files_of
from support.tiered_games import TieredGame, TieredGraphGame, random_plain_tiered_game, random_tiered_game

import gamekit
from gamekit.engine.tiers import solve as compiled_tiers
from gamekit.engine.tiers.order import Exploration, TierGraph
from gamekit.engine.tiers.tier_batch import ExploredTier
from gamekit.errors import InputError, LimitError
from gamekit.game.checked_rules import Rules
from gamekit.solvers import plain_tiers
from gamekit.tables.tiers.folder import ExplorationFile, TierFolder
from games.connect_four import ConnectFour

CONNECT_FOUR = ConnectFour(width=3, height=3, length=3)


@pytest.fixture
def explored(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tiers that were explored, in order, by rules of either kind."""
    tiers = list[int]()
    by_codes, by_states = compiled_tiers._explore, plain_tiers._Explorer._explore_tier

    def noted(explore: Callable[..., int]) -> Callable[..., int]:
        return lambda *arguments: tiers.append(arguments[-1]) or explore(*arguments)

    monkeypatch.setattr(compiled_tiers, "_explore", noted(by_codes))
    monkeypatch.setattr(plain_tiers._Explorer, "_explore_tier", noted(by_states))
    return tiers


def stop_after(
    monkeypatch: pytest.MonkeyPatch, tiers: int, *, recorded: bool = True, times: int = 1000
) -> None:
    """Have exploration stop after every so many tiers, a number of times, with a record of the last tier or without."""
    offer, left = ExplorationFile.offer, [tiers, times]

    def offered(file: ExplorationFile, *about: Any) -> bool:
        file.every, file.took = -1.0, 0.0
        left[0] -= 1
        stops = not left[0] and left[1] > 0
        written = (recorded or not stops) and offer(file, *about)
        if stops:
            left[:] = tiers, left[1] - 1
            raise KeyboardInterrupt
        return written

    monkeypatch.setattr(ExplorationFile, "offer", offered)


def solved_in_parts(game: Any, folder: Path, **options: Any) -> gamekit.Solution:
    while True:
        with suppress(KeyboardInterrupt):
            return gamekit.solve(game, tiers=folder, **options)


def random_games(number: int) -> list[Any]:
    """Return games of both kinds whose tiers are found by exploring."""
    rng, games = random.Random(number), list[Any]()
    while len(games) < 2 * number:
        game = random_tiered_game(rng)
        if not game.is_dense:
            games += [game, random_plain_tiered_game(rng)]
    return games


@pytest.mark.parametrize("number", cases(slow=[2], release=[40]))
def test_random_games(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, explored: list[int]
) -> None:
    for i, game in enumerate(random_games(number)):
        gamekit.solve(game, tiers=tmp_path / f"{i} at once")
        at_once = explored.copy()
        for recorded, tiers in ((True, 1), (True, 2), (False, 2), (False, 3)):
            folder = tmp_path / f"{i} {recorded} {tiers}"
            explored.clear()
            with monkeypatch.context() as patched:
                stop_after(patched, tiers, recorded=recorded, times=20)
                solution = solved_in_parts(game, folder)
            assert files_of(folder) == files_of(tmp_path / f"{i} at once")
            assert_same(game, solution)
            if recorded:
                assert explored == at_once
        explored.clear()


@pytest.mark.parametrize(
    ("backend", "tiers"), cases(slow=[("compiled", 3), ("python", 4), ("compiled", 1), ("python", 1)])
)
def test_a_real_game(
    backend: Any, tiers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, explored: list[int]
) -> None:
    gamekit.solve(CONNECT_FOUR, tiers=tmp_path / "at once", backend=backend)
    at_once = explored.copy()
    explored.clear()
    stop_after(monkeypatch, tiers)
    solution = solved_in_parts(CONNECT_FOUR, tmp_path / "in parts", backend=backend)
    assert explored == at_once == list(range(10))
    assert files_of(tmp_path / "in parts") == files_of(tmp_path / "at once")
    assert gamekit.verify(solution).ok


def stopped(
    game: Any,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    tiers: int,
    *,
    recorded: bool = True,
    **options: Any,
) -> None:
    """Begin to solve a game, and stop after so many tiers."""
    with monkeypatch.context() as patched:
        stop_after(patched, tiers, recorded=recorded)
        with pytest.raises(KeyboardInterrupt):
            gamekit.solve(game, tiers=folder, **options)


@pytest.fixture
def expanded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The states that exploration expanded, by rules of either kind."""
    states, in_tier, successors = list[Any](), ExploredTier.expand, Rules.successors

    def of_codes(tier: ExploredTier, codes: Any) -> Any:
        states.extend(codes.tolist())
        return in_tier(tier, codes)

    def of_state(rules: Any, state: Any) -> Any:
        if sys._getframe(1).f_code.co_name == "_explore":
            states.append(state)
        return successors(rules, state)

    monkeypatch.setattr(ExploredTier, "expand", of_codes)
    monkeypatch.setattr(Rules, "successors", of_state)
    return states


@pytest.mark.parametrize(("number", "stops"), cases(quick=[(2, 1)], slow=[(4, 2)], release=[(60, 7)]))
def test_a_tier_is_explored_in_parts(
    number: int, stops: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expanded: list[Any]
) -> None:
    """It is left after every round, to go on from the record, and stopped there now and then."""
    rings = [
        kind(
            edges=(*(((i + 1) % 30, (7 * i + 3) % 30, 30) for i in range(30)), ()),
            mover=(0, 1) * 15 + (0,),
            payoff=(0,) * 30 + (1,),
            tiers=(0,) * 30 + (1,),
        )
        for kind in (TieredGame, TieredGraphGame)
    ]
    for i, game in enumerate([*rings, *random_games(number)]):
        expanded.clear()
        gamekit.solve(game, tiers=tmp_path / f"{i} at once")
        at_once = expanded.copy()
        expanded.clear()
        with monkeypatch.context() as patched:
            patched.setattr(ExplorationFile, "is_due", lambda _: True)
            stop_after(patched, stops)
            solution = solved_in_parts(game, tmp_path / f"{i} in parts")
        assert files_of(tmp_path / f"{i} in parts") == files_of(tmp_path / f"{i} at once")
        assert_same(game, solution)
        assert sorted(expanded) == sorted(at_once)


@pytest.mark.slow
def test_a_tier_explored_on_after_the_record_goes_on_from_the_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, expanded: list[Any]
) -> None:
    game, offer = path_of((0,) * 9 + (1,)), ExplorationFile.offer
    gamekit.solve(game, tiers=tmp_path / "at once")
    for recorded in range(1, 8):
        folder, left = tmp_path / str(recorded), [recorded]

        def is_due(_: ExplorationFile, left: list[int] = left) -> bool:
            return left[0] > 0

        def offered(*about: Any, left: list[int] = left) -> bool:
            written = offer(*about)
            left[0] -= 1
            return written

        def stops(*_: Any) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patched:
            patched.setattr(ExplorationFile, "is_due", is_due)
            patched.setattr(ExplorationFile, "offer", offered)
            patched.setattr(plain_tiers.TextTierFolder, "note", stops)  # all is explored, and not noted
            with pytest.raises(KeyboardInterrupt):
                gamekit.solve(game, tiers=folder)
        assert len(list((folder / "found").glob("0.*"))) == 2
        expanded.clear()
        gamekit.solve(game, tiers=folder)
        assert expanded == list(range(recorded, 9))
        assert files_of(folder) == files_of(tmp_path / "at once")


def path_of(tiers: tuple[int, ...], kind: Any = TieredGame) -> Any:
    """Return a game whose states follow one another."""
    edges = (*((i,) for i in range(1, len(tiers))), ())
    return kind(edges=edges, mover=(0,) * len(tiers), payoff=(0,) * len(edges[1:]) + (1,), tiers=tiers)


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["a tier", "a tier gone", "the record", "half a record"])
def test_what_is_not_as_recorded_is_explored_anew(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, explored: list[int]
) -> None:
    game = path_of((0, 0, 2, 1, 1, 5, 4))
    gamekit.solve(game, tiers=tmp_path / "at once")
    folder = tmp_path / "in parts"
    stopped(game, folder, monkeypatch, 3)
    (file,) = (folder / "found").glob("2.*.json" if damage.startswith("a tier") else "explored.npz")
    if damage == "a tier gone":
        file.unlink()
    else:
        content = file.read_bytes()
        file.write_bytes(content[:99] if "half" in damage else content.replace(b"2", b"3"))
    explored.clear()
    gamekit.solve(game, tiers=folder)
    assert explored == [0, 2, 1, 5, 4]
    assert files_of(folder) == files_of(tmp_path / "at once")


@pytest.mark.slow
@pytest.mark.parametrize("kind", [TieredGame, TieredGraphGame])
def test_a_tier_explored_again_after_the_record_goes_on_from_the_record(
    kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, explored: list[int]
) -> None:
    """What is kept of it by then has states of which the record knows nothing, so what was kept before remains."""
    edges = ((1, 2), (3,), (4,), (), (6,), (7,), (5,), ())
    game = kind(edges=edges, mover=(0,) * 8, payoff=(0, 0, 0, 1, 0, 0, 0, -1), tiers=(0, 1, 5, 3, 2, 3, 2, 9))
    gamekit.solve(game, tiers=tmp_path / "at once")
    at_once = explored.copy()
    assert len(at_once) > len(set(at_once))
    for tiers in range(1, len(at_once)):
        folder = tmp_path / str(tiers)
        stopped(game, folder, monkeypatch, tiers, recorded=False)
        explored.clear()
        solution = gamekit.solve(game, tiers=folder)
        assert explored == at_once[tiers - 1 :]
        assert files_of(folder) == files_of(tmp_path / "at once")
        assert_same(game, solution)


def test_states_explored_before_count_towards_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = path_of((0, 0, 2, 1, 1, 5, 4))
    stopped(game, tmp_path, monkeypatch, 2)
    with pytest.raises(LimitError, match="TieredGame has more than 4 states"):
        gamekit.solve(game, tiers=tmp_path, max_states=4)
    assert len(gamekit.solve(game, tiers=tmp_path, max_states=7)) == 7


@pytest.mark.slow
def test_all_may_be_explored_and_nothing_noted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = path_of((0, 0, 2, 1, 1, 5, 4))
    stopped(game, tmp_path, monkeypatch, 5)
    assert not (tmp_path / "tiers.json").exists()
    assert len(gamekit.solve(game, tiers=tmp_path)) == 7


def test_info_says_how_far_exploration_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped(CONNECT_FOUR, tmp_path / "four", monkeypatch, 3, backend="python")
    result = call("info", str(tmp_path / "four"))
    assert_refused(result)
    assert result.err == (
        f"gamekit: {tmp_path / 'four'} is not finished: 3 tiers with 13 states are explored, from which play enters "
        f"1 more so far; run gamekit solve --tiers {tmp_path / 'four'} again to resume\n"
    )
    (tmp_path / "four" / "found" / "explored.npz").unlink()
    assert "not all of its tiers are known; run gamekit solve" in call("info", str(tmp_path / "four")).err


def test_info_says_which_tier_is_explored_in_part(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExplorationFile, "is_due", lambda _: True)
    stopped(path_of((0, 2, 2, 2, 1)), tmp_path, monkeypatch, 3)
    assert_refused(result := call("info", str(tmp_path)))
    assert "2 tiers (tier 2 in part) with 4 states are explored, from which play enters 0 more" in result.err


@pytest.mark.parametrize("kind", cases(quick=[TieredGame], slow=[TieredGraphGame]))
def test_a_tier_explored_again_and_again_has_one_file(
    kind: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, explored: list[int]
) -> None:
    """Every state leads to the next, and to one of tier 50, which leads to tier 0; numbers mostly go down."""
    many = 6
    to_the_next = ((i + 1, many + i) if i + 1 < many else (many + i,) for i in range(many))
    edges = (*to_the_next, *((2 * many,),) * many, ())
    tiers = (*range(many, 0, -1), *(50,) * many, 0)
    game = kind(edges=edges, mover=(0,) * len(tiers), payoff=(0,) * 2 * many + (1,), tiers=tiers)
    found, note = list[str](), TierFolder.note

    def noted(folder: TierFolder, graph: TierGraph) -> None:
        found.extend(path.name.partition(".")[0] for path in (folder.path / "found").iterdir())
        note(folder, graph)

    monkeypatch.setattr(TierFolder, "note", noted)
    gamekit.solve(game, tiers=tmp_path)
    assert len(explored) > len(set(explored))
    assert sorted(found) == sorted(map(str, set(tiers)))


def test_a_folder_that_was_not_even_begun_is_begun(tmp_path: Path) -> None:
    game = path_of((0, 1))
    (tmp_path / "work.json.0123abcd.part").write_text("{")
    assert len(gamekit.solve(game, tiers=tmp_path)) == 2
    (other := tmp_path / "other").mkdir()
    (other / "lock").touch()
    (other / "notes.txt").touch()
    with pytest.raises(InputError, match=r"must be a folder of tiers or empty, but it holds notes\.txt"):
        gamekit.solve(game, tiers=other)


def test_a_record_is_left_for_a_while(tmp_path: Path) -> None:
    file, exploration = ExplorationFile(tmp_path / "explored.npz"), Exploration(sizes={1: 2})
    file.offer(exploration, {}, lambda seeds: seeds)
    assert file.last() is None
    file.written -= 61
    file.offer(exploration, {1: [3, None]}, lambda seeds: seeds)
    assert file.last() == (Exploration(TierGraph(), {1: 2}, {}), {1: [3, None]})


KILLED = """
import os, signal, sys, gamekit
from gamekit.tables.tiers.folder import ExplorationFile
from games.connect_four import ConnectFour
offer, tiers = ExplorationFile.offer, []
def killed(file, *about):
    file.every = file.took = 0.0
    offer(file, *about)
    tiers.append(file)
    if len(tiers) == 6:
        os.kill(os.getpid(), signal.SIGKILL)
ExplorationFile.offer = killed
gamekit.solve(ConnectFour(width=3, height=3, length=3), tiers=sys.argv[1], backend=sys.argv[2])
"""


@pytest.mark.parametrize("backend", cases(slow=["compiled"], release=["python"]))
def test_a_killed_exploration_goes_on(backend: Any, tmp_path: Path, explored: list[int]) -> None:
    environment = os.environ | {"PYTHONPATH": str(TESTS)}
    command = [sys.executable, "-c", KILLED, str(tmp_path / "killed"), backend]
    assert subprocess.run(command, env=environment, check=False).returncode == -signal.SIGKILL
    gamekit.solve(CONNECT_FOUR, tiers=tmp_path / "killed", backend=backend)
    assert explored == [6, 7, 8, 9]
    gamekit.solve(CONNECT_FOUR, tiers=tmp_path / "whole", backend=backend)
    assert files_of(tmp_path / "killed") == files_of(tmp_path / "whole")


WORDS = """
import sys, attrs, gamekit
@attrs.frozen
class Words(gamekit.Game):
    players = ("one", "other")
    def initial_state(self): return "-"
    def to_move(self, state): return len(state) % 2
    def moves(self, state): return "ab"
    def apply(self, state, move): return state + move
    def outcome(self, state): return None if len(state) < 7 else 1
    def tier(self, state): return len(state) // 3
    def format_state(self, state): return state
    def parse_state(self, text): return text
gamekit.solve(Words(), tiers=sys.argv[1])
"""


@pytest.mark.release
def test_files_do_not_depend_on_how_a_process_hashes_texts(tmp_path: Path) -> None:
    for seed in ("1", "2"):
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run([sys.executable, "-c", WORDS, str(tmp_path / seed)], env=environment, check=True)
    assert files_of(tmp_path / "1") == files_of(tmp_path / "2")
