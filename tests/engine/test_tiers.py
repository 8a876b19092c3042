"""A game solved tier by tier has the values that it has as a whole, and a folder of tiers is gone on with."""

from __future__ import annotations

import json
import random
import re
import shutil
import zlib
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.marks import cases
from support.random_games import assert_same
from support.tiered_games import TieredGraphGame, random_tiered_game

import gamekit
from gamekit.engine.codes.batch import Batch, batch_of
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.retrograde.columns import Columns
from gamekit.engine.retrograde.progress import Progress
from gamekit.engine.retrograde.sharded_state import StateCounts
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.engine.tiers import solve as tier_solving
from gamekit.engine.tiers.dense import ranges_by_tier
from gamekit.engine.tiers.tier_batch import SolvedTier
from gamekit.errors import InputError, RulesError, TableError, UnsupportedError
from gamekit.layout import TIE, BoardGame, Grid, Layout
from gamekit.layout.geometry import steps
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_with
from gamekit.tables.snapshot_file import SnapshotFile
from games.connect_four import ConnectFour
from games.teeko import Teeko


@pytest.mark.parametrize("number", cases(quick=[2], slow=[40], release=[1000]))
def test_random_games(number: int, tmp_path: Path) -> None:
    rng = random.Random(number)
    for i in range(number):
        game = random_tiered_game(rng)
        solution = gamekit.solve(game, tiers=tmp_path / str(i))
        assert len(solution.store.tiers) > 1
        assert_same(game, solution)
        verification = gamekit.verify(solution)
        assert verification.ok, verification
        whole = gamekit.solve(game, backend="compiled")
        assert (len(solution), solution.edges, solution.counts(), solution.longest) == (
            len(whole),
            whole.edges,
            whole.counts(),
            whole.longest,
        )
        shutil.rmtree(tmp_path / str(i))


@pytest.mark.slow
def test_connect_four(tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=3)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    whole = gamekit.solve(game, backend="compiled")
    assert (solution.root, len(solution), solution.edges) == (whole.root, len(whole), whole.edges)
    assert (solution.counts(), solution.longest) == (whole.counts(), whole.longest)
    codes = whole.store.codes(slice(0, whole.store.places))
    for mine, theirs in zip(solution.store.look_up(codes), whole.store.look_up(codes), strict=True):
        assert mine.tolist() == theirs.tolist()
    assert [str(state) for state in solution.line().states] == [str(state) for state in whole.line().states]
    table = gamekit.open_table(tmp_path / "tiers")
    assert (table.root, table.best_moves(table.start)) == (whole.root, whole.best_moves(whole.start))


@attrs.frozen
class Kings(BoardGame):
    """Kings of two players move to neighbouring squares and take each other; who has none left loses."""

    dense: bool = False
    alike: bool = False
    symmetric: bool = False
    players = ("white", "black")
    most_moves = 16
    steps = steps(3, 3)

    def layout(self) -> Layout:
        counts = [(2, 2), (2, 1), (1, 2), (1, 1), (2, 0), (0, 2), (1, 0), (0, 1)]
        return Layout(
            board=Grid(3, 3, ".WB"),
            symmetry="mirror transpose" if self.symmetric else (),
            alike=self.alike,
            dense=counts if self.dense else None,
        )

    def start(self) -> dict[str, str]:
        return {"board": "WW./.../.BB"}

    def options(self, s: Any) -> Any:
        for square in s.board.where(1 + s.turn):
            for to in self.steps[square]:
                if s.board[to] != 1 + s.turn:
                    yield square, to

    def play(self, s: Any, move: Any) -> None:
        square, to = move
        s.board[square] = 0
        s.board[to] = 1 + s.turn

    def over(self, s: Any) -> int | None:
        if s.board.count(1 + s.turn) == 0:
            return -1
        return None

    def tier(self, s: Any) -> int:
        mine, theirs = s.board.count(1 + s.turn), s.board.count(2 - s.turn)
        return 3 * max(mine, theirs) + min(mine, theirs)


@pytest.mark.parametrize(
    ("dense", "alike", "symmetric"),
    cases(
        quick=[(False, True, False)],
        slow=[case for case in product([False, True], repeat=3) if case != (False, True, False)],
    ),
)
def test_play_that_goes_round_in_tiers(dense: bool, alike: bool, symmetric: bool, tmp_path: Path) -> None:
    game = Kings(dense=dense, alike=alike, symmetric=symmetric)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    whole = gamekit.solve(game, backend="compiled")
    assert (len(solution), solution.edges) == (len(whole), whole.edges)
    assert (solution.counts(), solution.longest_by_value()) == (whole.counts(), whole.longest_by_value())
    for state in whole.states:
        assert solution[state] == whole[state]
    assert gamekit.verify(solution, all_states=True).ok


@pytest.mark.parametrize("dense", cases(quick=[False], slow=[True]))
def test_only_the_tiers_that_play_reaches_are_solved(dense: bool, tmp_path: Path) -> None:
    game = Kings(dense=dense)
    start = game.parse_state("WW./.../..B, white to move")
    solution = gamekit.solve(game, start=start, tiers=tmp_path / "tiers")
    assert list(solution.store.tiers) == [3, 4, 6, 7]  # not that with four kings
    assert solution.root == gamekit.solve(game, start=start, backend="compiled").root
    table = gamekit.open_table(tmp_path / "tiers", game=game)
    assert (table.root, table.best_moves(start)) == (solution.root, solution.best_moves(start))
    assert game.initial_state() not in table


def test_tables_of_tiers_are_compressed(tmp_path: Path) -> None:
    game = Kings()
    solution = gamekit.solve(game, tiers=tmp_path / "small", compress=True)
    plain = gamekit.solve(game, tiers=tmp_path / "large")
    assert (solution.root, solution.counts()) == (plain.root, plain.counts())
    assert gamekit.verify(solution).ok
    sizes = [
        sum(path.stat().st_size for path in (tmp_path / name).glob("tier-*/*")) for name in ("small", "large")
    ]
    assert sizes[0] < 0.8 * sizes[1]
    with pytest.raises(UnsupportedError, match="compress is for the tables of tiers"):
        gamekit.solve(game, compress=True)


def test_a_game_in_which_every_move_leaves_its_tier(tmp_path: Path) -> None:
    rng, states = random.Random(1), 12
    for i in range(5):
        game = TieredGraphGame(
            edges=tuple(
                tuple(sorted(rng.sample(range(state + 1, states), rng.randint(0, states - 1 - state) // 2)))
                for state in range(states)
            ),
            mover=tuple(rng.randint(0, 1) for _ in range(states)),
            payoff=tuple(rng.randint(-3, 3) for _ in range(states)),
            tiers=tuple(range(states)),
        )
        solution = gamekit.solve(game, tiers=tmp_path / str(i))
        assert_same(game, solution)
        assert gamekit.verify(solution).ok


def test_a_tier_that_every_move_leaves_goes_on_from_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, states, size = random.Random(2), 60, 20
    game = TieredGraphGame(
        edges=tuple(
            tuple(sorted(rng.sample(range(later, states), min(15, states - later))))
            for later in (size * (state // size + 1) for state in range(states))
        ),
        mover=tuple(rng.randint(0, 1) for _ in range(states)),
        payoff=tuple(rng.randint(-3, 3) for _ in range(states)),
        tiers=tuple(state // size for state in range(states)),
    )
    offer, offered = SnapshotFile.offer, []

    def stops(file: SnapshotFile, *about: Any) -> None:
        file.every, file.took = -1.0, 0.0
        offer(file, *about)
        offered.append(about[1].places)
        raise KeyboardInterrupt

    monkeypatch.setattr(SnapshotFile, "offer", stops)
    options = SolveOptions(tiers=tmp_path / "tiers", tuning=attrs.evolve(DEFAULTS, scan_task=6))
    solution = None
    while solution is None:
        with suppress(KeyboardInterrupt):
            solution = solve_with(game, options)
    assert sum(before < after for before, after in pairwise(offered)) > 3
    assert_same(game, solution)
    assert gamekit.verify(solution).ok


# --- dense codes by classes ---------------------------------------------------------------------------------------


class KingsByCentre(Kings):
    """Also by whether the centre is taken, which splits classes. Play does return, so nobody solves it."""

    def tier(self, s: Any) -> int:
        return 10 * (s.board.count(1) + s.board.count(2)) + (s.board[4] != 0)


class KingsByCorners(Kings):
    """Also by whether the mover has two neighbouring corners, which a small sample does not show."""

    def tier(self, s: Any) -> int:
        mine, theirs = s.board.count(1 + s.turn), s.board.count(2 - s.turn)
        seldom = mine == theirs == 2 and s.board[0] == s.board[2] == 1 + s.turn and s.board[1] == 2 - s.turn
        return 3 * max(mine, theirs) + min(mine, theirs) + 100 * seldom


SMALL_CLASSES = attrs.evolve(DEFAULTS, tier_class=20, tier_sample=8)


def pairs_by_tier(game: Any, tuning: Tuning) -> dict[int, Any]:
    return {tier: index.pairs for tier, index in ranges_by_tier(batch_of(game), tuning).items()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Kings, KingsByCentre])
def test_a_sample_of_a_class_tells_its_tier_unless_it_is_split(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kind(dense=True, alike=True)
    all_looked_at = pairs_by_tier(game, DEFAULTS)
    looked_at = []
    tiers = Batch.tiers
    monkeypatch.setattr(
        Batch, "tiers", lambda self, codes: looked_at.append(len(codes)) or tiers(self, codes)
    )
    assert pairs_by_tier(game, SMALL_CLASSES) == all_looked_at
    assert (sum(looked_at) < 200) == (kind is Kings)  # of 1,260 codes


@pytest.mark.slow
def test_a_state_that_is_not_in_the_tier_of_its_class_is_named(tmp_path: Path) -> None:
    game = KingsByCorners(dense=True, alike=True)
    with pytest.raises(RulesError, match=r"KingsByCorners\.tier: WBW/.* is of tier 108, but its code lies"):
        solve_with(game, SolveOptions(tiers=tmp_path / "tiers", tuning=SMALL_CLASSES))


# --- what is wrong ------------------------------------------------------------------------------------------------


def path_of(tiers: tuple[int, ...], **options: Any) -> TieredGraphGame:
    """Return a game in which a token goes along a path, or may stop two steps before its end."""
    edges = (*((i + 1,) for i in range(len(tiers) - 3)), (len(tiers) - 2, len(tiers) - 1), (), ())
    return TieredGraphGame(
        edges=edges,
        mover=tuple(i % 2 for i in range(len(tiers))),
        payoff=(0,) * (len(tiers) - 2) + (1, -1),
        tiers=tiers,
        **options,
    )


@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("tiers", [(0, 1, 1, 0, 2, 2), (1, 0, 2, 1, 3, 3)])
def test_a_tier_that_play_returns_to_is_refused(tiers: Any, dense: bool, tmp_path: Path) -> None:
    named = (
        r"the move from (\d) to (\d) leads from tier (\d) to tier (\d), from which play comes back; no move may return "
        "to a tier that was left"
    )
    with pytest.raises(RulesError, match=named) as refused:
        gamekit.solve(path_of(tiers, is_dense=dense), tiers=tmp_path / "tiers")
    before, after, tier, child = map(int, re.search(named, str(refused.value)).groups())  # type: ignore[union-attr]
    assert (after - before in (1, 2), tiers[before], tiers[after]) == (True, tier, child)


def test_a_tier_below_0_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"tier must be at least 0; it is -1 after the move from 1 to 2"):
        gamekit.solve(path_of((0, 0, -1, -1, -1, -1)), tiers=tmp_path / "tiers")


def test_codes_of_another_tier_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def with_a_stray(batch: Any, tuning: Any) -> Any:
        found = ranges_by_tier(batch, tuning)
        first, second, *_ = found
        return found | {first: RangesIndex.of((*found[first].pairs, *found[second].pairs))}

    monkeypatch.setattr(tier_solving, "ranges_by_tier", with_a_stray)
    with pytest.raises(RulesError, match=r"tier: .* is of tier \d, but its code lies among those of tier \d"):
        gamekit.solve(path_of((0, 0, 1, 1, 2, 2), is_dense=True), tiers=tmp_path / "tiers")


class LopsidedKings(Kings):
    """In which no king on the first square moves, so that the board has no symmetry."""

    stuck = TIE

    def options(self, s: Any) -> Any:
        for square in s.board.where(1 + s.turn):
            for to in self.steps[square]:
                if s.board[to] != 1 + s.turn and square:
                    yield square, to


class ForgetfulKings(Kings):
    """In which kings come back from everywhere but the last square."""

    def back(self, s: Any) -> Any:
        for to in s.board.where(1 + s.turn):
            for square in self.steps[to]:
                if s.board[square] == 0 and square < 8:
                    yield square, to

    def unplay(self, s: Any, move: Any) -> None:
        square, to = move
        s.board[square], s.board[to] = 1 + s.turn, 0


class TwinlessKings(ForgetfulKings):
    """In which kings come back from everywhere, but to a symmetric board not from the middle column."""

    def back(self, s: Any) -> Any:
        is_symmetric = s.board[0] == s.board[2] and s.board[3] == s.board[5] and s.board[6] == s.board[8]
        for to in s.board.where(1 + s.turn):
            for square in self.steps[to]:
                if s.board[square] == 0 and not (is_symmetric and square % 3 == 1):
                    yield square, to


@pytest.mark.parametrize("dense", cases(quick=[False], slow=[True]))
def test_a_symmetry_that_is_none_is_refused(dense: bool, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"returned .*, but .* leads from .* no move does from"):
        gamekit.solve(LopsidedKings(dense=dense, symmetric=True), tiers=tmp_path / "tiers")


@pytest.mark.parametrize("dense", cases(quick=[False], slow=[True]))
def test_predecessors_that_forget_a_state_are_refused(dense: bool, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="back"):
        gamekit.solve(ForgetfulKings(dense=dense, symmetric=True), tiers=tmp_path / "tiers")


@pytest.mark.parametrize("dense", cases(quick=[False], slow=[True]))
def test_predecessors_that_forget_one_of_a_symmetric_state_are_refused(dense: bool, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="back"):
        gamekit.solve(TwinlessKings(dense=dense, symmetric=True), tiers=tmp_path / "tiers")


class MergedCodes(TieredGraphGame):
    """In which two states have one code."""

    def encode(self, state: Any) -> int:
        return super().encode(2 if state == 3 else state)


class ExchangedCodes(TieredGraphGame):
    """In which two states have each other's codes, which `decode` does not know."""

    def encode(self, state: Any) -> int:
        return super().encode({2: 3, 3: 2}.get(state, state))


@pytest.mark.slow
@pytest.mark.parametrize("dense", [False, True])
@pytest.mark.parametrize("kind", [MergedCodes, ExchangedCodes])
def test_a_rank_that_is_no_bijection_is_found_by_verification(kind: Any, dense: bool, tmp_path: Path) -> None:
    edges = ((1, 2), (2, 3), (3, 4), (4, 5), (), ())
    mover, payoff, tiers = (0, 1, 0, 1, 0, 1), (0, 0, 0, 0, 1, -1), (0, 0, 1, 1, 2, 2)
    right, wrong = (
        cls(edges=edges, mover=mover, payoff=payoff, tiers=tiers, is_dense=dense)
        for cls in (TieredGraphGame, kind)
    )
    assert gamekit.verify(gamekit.solve(right, tiers=tmp_path / "right")).ok
    report = gamekit.verify(gamekit.solve(wrong, tiers=tmp_path / "wrong"))
    assert not report.ok
    assert "the plain and the compiled rules differ" in str(report)


def test_a_game_without_tiers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="Teeko names no tiers: define tier"):
        gamekit.solve(Teeko(size=3, men=2), tiers=tmp_path / "tiers")


def test_a_work_folder_as_well_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        UnsupportedError, match="a tier is solved in memory, without a work folder; leave out one"
    ):
        gamekit.solve(path_of((0, 0, 1, 1, 2, 2)), tiers=tmp_path / "tiers", work=tmp_path / "work")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(InputError, match=r"neither a folder of tiers nor empty: letter\.txt is there"):
        gamekit.solve(path_of((0, 0, 1, 1, 2, 2)), tiers=tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "Dear"


def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    gamekit.solve(path_of((0, 0, 1, 1, 2, 2)), tiers=tmp_path / "tiers")
    with pytest.raises(InputError, match=r"holds a solve of .* with other parameters"):
        gamekit.solve(path_of((0, 0, 0, 1, 2, 2)), tiers=tmp_path / "tiers")


# --- going on -----------------------------------------------------------------------------------------------------


def content(folder: Path) -> dict[str, bytes]:
    """Return the files of the columns of all tiers."""
    files = [path for path in folder.glob("tier-*/*") if path.name != "manifest.json"]  # which has the time
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.slow
@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("dense", [False, True])
def test_a_solve_that_ended_between_tiers_goes_on(
    dense: bool, compress: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Kings(dense=dense)
    whole = gamekit.solve(game, tiers=tmp_path / "at once", compress=compress)
    solve_tier, solved = tier_solving._solved, []

    def stops(*arguments: Any) -> Any:
        if len(solved) % 2:
            solved.append(None)
            raise KeyboardInterrupt
        solved.append(arguments[-2])
        return solve_tier(*arguments)

    monkeypatch.setattr(tier_solving, "_solved", stops)
    for _ in range(20):
        try:
            solution = gamekit.solve(game, tiers=tmp_path / "in parts", compress=compress)
            break
        except KeyboardInterrupt:
            with pytest.raises(InputError, match=r"is not finished: \d of \d tiers are solved"):
                gamekit.open_table(tmp_path / "in parts", game=game)
    assert len([tier for tier in solved if tier is not None]) == len(whole.store.tiers)
    assert content(tmp_path / "in parts") == content(tmp_path / "at once")
    assert [table.pairs for table in solution.store.tables] == [table.pairs for table in whole.store.tables]
    assert solution.root == whole.root


class Careful(Kings):
    """The same, taking moves back, so that its tiers are solved by predecessors."""

    def back(self, s: Any) -> Any:
        for to in s.board.where(1 + s.turn):
            for square in self.steps[to]:
                if s.board[square] == 0:
                    yield square, to, 0
                    yield square, to, 2 - s.turn

    def unplay(self, s: Any, move: Any) -> None:
        square, to, taken = move
        s.board[square], s.board[to] = 1 + s.turn, taken


@pytest.mark.parametrize("method", ["predecessors", "edges"])
@pytest.mark.parametrize(
    ("dense", "alike"), cases(slow=[(False, True), (True, False)], release=[(True, True), (False, False)])
)
def test_a_tier_goes_on_from_a_snapshot(
    dense: bool, alike: bool, method: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Careful(dense=dense, alike=alike)
    whole = gamekit.solve(game, tiers=tmp_path / "at once", method=method)
    assert whole.method == method
    left, offer, offered, kept = [0], SnapshotFile.offer, [], set[str]()

    def stops(file: SnapshotFile, *about: Any) -> None:
        file.every = -1.0
        file.took = 0.0
        offer(file, *about)
        offered.append(about[1])
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt

    monkeypatch.setattr(SnapshotFile, "offer", stops)
    stopped = 0
    while stopped < 1000:
        left[0] = 2  # goes on, and stops at the next
        # another version may have other sizes; where it has other shards, it finds the edges anew
        sizes = {"scan_task": 100 - 30 * (stopped % 2), "shard_places": 64 if stopped < 3 else 128}
        tuning = attrs.evolve(DEFAULTS, **sizes)
        try:
            solution = solve_with(
                game, SolveOptions(tiers=tmp_path / "in parts", tuning=tuning, method=method)
            )
            break
        except KeyboardInterrupt:
            stopped += 1
            files = list((tmp_path / "in parts" / "found").glob("*.npz"))
            assert files
            kept.update(path.name.partition(".")[2] for path in files)
    assert kept == ({"npz"} if method == "predecessors" else {"npz", "edges.npz"})
    assert 5 < stopped < 1000
    assert any(progress.places < max(p.places for p in offered) for progress in offered)
    assert max(progress.plies for progress in offered) > 2
    assert content(tmp_path / "in parts") == content(tmp_path / "at once")
    assert solution.root == whole.root
    assert not list((tmp_path / "in parts" / "found").iterdir())


@pytest.mark.slow
@pytest.mark.parametrize("was_killed", [False, True])
def test_a_sample_may_miss_that_moves_stay_in_a_tier(
    was_killed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Careful(dense=True)
    whole = gamekit.solve(game, tiers=tmp_path / "whole")
    in_one_pass, tried = tier_solving.solve_in_one_pass, []

    def tries(runner: Any, rules: Any, index: Any, *about: Any) -> Any:
        tried.append(rules.tier)
        if not was_killed:
            return in_one_pass(runner, rules, index, *about)
        file: SnapshotFile = about[-1]  # as it is where a kill came just after a move was found that stays
        file.every = -1.0
        file.offer(Columns.blank(len(index), counted=False), Progress(1, StateCounts(1, 2, (), 2)))
        return None

    monkeypatch.setattr(tier_solving, "_branching", lambda *_: (0.0, 4.0, 4))
    monkeypatch.setattr(tier_solving, "solve_in_one_pass", tries)
    gamekit.solve(game, tiers=tmp_path / "sampled")
    assert tried == [*whole.store.tiers]
    assert content(tmp_path / "sampled") == content(tmp_path / "whole")


def test_edges_of_a_killed_tier_are_not_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expanded: list[int] = []

    class Counted(SolvedTier):
        def expand(self, codes: Any) -> Any:
            expanded.append(self.tier)
            return super().expand(codes)

    def stops(file: SnapshotFile, *about: Any) -> None:
        file.every = -1.0
        offer(file, *about)
        raise KeyboardInterrupt

    offer = SnapshotFile.offer
    monkeypatch.setattr(tier_solving, "SolvedTier", Counted)
    gamekit.solve(Kings(), tiers=tmp_path / "whole")
    at_once = list(expanded)
    monkeypatch.setattr(SnapshotFile, "offer", stops)
    with pytest.raises(KeyboardInterrupt):
        gamekit.solve(Kings(), tiers=tmp_path / "in parts")
    monkeypatch.setattr(SnapshotFile, "offer", offer)
    expanded.clear()
    gamekit.solve(Kings(), tiers=tmp_path / "in parts")
    first = at_once[0]
    assert 0 < expanded.count(first) < at_once.count(first)  # for the sample alone
    assert content(tmp_path / "in parts") == content(tmp_path / "whole")
    (files := tmp_path / "damaged").mkdir()
    file = SnapshotFile(files / "4.npz")
    (files / "4.edges.npz").write_bytes(b"?")
    assert file.last_edges(in_first_pass=False) is None
    file.remove()
    assert not list(files.iterdir())


@pytest.mark.slow
def test_edges_of_which_some_are_missing_are_found_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, offer = Careful(), SnapshotFile.offer
    options = {"method": "edges", "tuning": attrs.evolve(DEFAULTS, scan_task=100)}
    gamekit.solve(game, tiers=tmp_path / "whole", method="edges")

    def stops(file: SnapshotFile, columns: Columns, progress: Progress, edges: Any = None) -> None:
        if edges is None or progress.places == len(columns):
            return
        (targets, parents), *others = edges()
        if len(targets):
            file.every = -1.0
            offer(file, columns, progress, lambda: [(targets[:-1], parents[:-1]), *others])
            raise KeyboardInterrupt

    monkeypatch.setattr(SnapshotFile, "offer", stops)
    with pytest.raises(KeyboardInterrupt):
        solve_with(game, SolveOptions(tiers=tmp_path / "in parts", **options))
    monkeypatch.setattr(SnapshotFile, "offer", offer)
    solve_with(game, SolveOptions(tiers=tmp_path / "in parts", **options))
    assert content(tmp_path / "in parts") == content(tmp_path / "whole")


def test_a_child_that_is_changed_is_found(tmp_path: Path) -> None:
    game = Kings()
    gamekit.solve(game, tiers=tmp_path / "tiers")
    column = tmp_path / "tiers" / "tier-4" / "value.npy"
    data = bytearray(column.read_bytes())
    data[-3] ^= 1
    column.write_bytes(data)
    with pytest.raises(TableError, match="is damaged"):
        gamekit.verify(gamekit.open_table(tmp_path / "tiers", game=game))


def test_the_table_of_one_tier_is_probed_and_not_verified(tmp_path: Path) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    whole = gamekit.solve(game, tiers=tmp_path)
    tier = gamekit.open_table(tmp_path / "tier-8")
    assert all(tier[state].payoff == whole[state].payoff for state in tier.states)
    assert all(tier[state].remoteness == whole[state].remoteness for state in tier.states)
    with pytest.raises(InputError, match=f"tier-8 is the table of one tier.* verify {tmp_path}$"):
        gamekit.verify(tier)


def test_a_child_of_another_solve_is_found(tmp_path: Path) -> None:
    game = path_of((0, 0, 1, 1, 2, 2))
    gamekit.solve(game, tiers=tmp_path / "tiers")
    child = tmp_path / "tiers" / "tier-2" / "manifest.json"
    text = child.read_bytes()
    child.write_bytes(text + b" ")
    with pytest.raises(TableError, match="was solved with another table of tier 2"):
        gamekit.open_table(tmp_path / "tiers", game=game)


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b'{"checksum": "00000000", "content": "{}"}'])
def test_a_damaged_list_of_tiers_is_refused(content: bytes, tmp_path: Path) -> None:
    game = path_of((0, 0, 1, 1, 2, 2))
    gamekit.solve(game, tiers=tmp_path / "tiers")
    (tmp_path / "tiers" / "tiers.json").write_bytes(content)
    for again in (
        lambda: gamekit.open_table(tmp_path / "tiers", game=game),
        lambda: gamekit.solve(game, tiers=tmp_path / "tiers"),
    ):
        with pytest.raises(TableError, match=r"tiers\.json is damaged"):
            again()


def test_a_start_that_is_changed_is_found(tmp_path: Path) -> None:
    game = Kings()
    gamekit.solve(game, tiers=tmp_path)
    settings = tmp_path / "work.json"
    content = settings.read_text()
    settings.write_text(content.replace("work folder", "work folders").replace('"format": ', '"format":  '))
    for ask in (
        lambda: gamekit.open_table(tmp_path, game=game),
        lambda: gamekit.solve(game, tiers=tmp_path),
    ):
        with pytest.raises(TableError, match=r"work.json is damaged: it is not what tiers.json says"):
            ask()
    settings.write_text(content)
    tiers = json.loads((tmp_path / "tiers.json").read_text())
    before = json.loads(tiers["content"])
    del before["settings"]  # as earlier versions wrote it
    text = json.dumps(before)
    tiers = {"checksum": f"{zlib.crc32(text.encode()):08x}", "content": text}
    (tmp_path / "tiers.json").write_text(json.dumps(tiers))
    assert gamekit.verify(gamekit.open_table(tmp_path, game=game)).ok
