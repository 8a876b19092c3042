"""Tiers that lie, rules that contradict each other and folders that are damaged are refused."""

from __future__ import annotations

import re
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.kings import Kings
from support.marks import cases
from support.tiered_games import TieredGraphGame, path_of

import gamekit
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.tiers import solve as tier_solving
from gamekit.engine.tiers.dense import ranges_by_tier
from gamekit.errors import GamekitError, InputError, RulesError, TableError, UnsupportedError
from gamekit.layout import TIE
from gamekit.tables.tiers.files import read_tiers, write_tiers
from games.connect_four import ConnectFour
from games.teeko import Teeko


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


@pytest.mark.parametrize(("dense", "where"), [(False, "after the move from 1 to 2"), (True, "in 2")])
def test_a_tier_below_0_is_refused(dense: bool, where: str, tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=rf"tier must be at least 0; it is -1 {where}$"):
        gamekit.solve(path_of((0, 0, -1, -1, -1, -1), is_dense=dense), tiers=tmp_path / "tiers")


@pytest.mark.slow
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


class LopsidedAtTheEnd(Kings):
    """In which the last king of a player does not move from the first square, which few states show."""

    stuck = TIE

    def options(self, s: Any) -> Any:
        is_last = s.board.count(1) == s.board.count(2) == 1
        for square in s.board.where(1 + s.turn):
            for to in self.steps[square]:
                if s.board[to] != 1 + s.turn and not (is_last and square == 0):
                    yield square, to


@pytest.mark.parametrize(
    ("in_tiers", "alike", "dense"),
    cases(
        quick=[(False, False, False)],
        slow=[(True, True, False), (False, True, True), (True, False, True)],
    ),
)
def test_a_symmetry_that_is_none_in_few_states_is_found_by_verification(
    in_tiers: bool, alike: bool, dense: bool, tmp_path: Path
) -> None:
    game = LopsidedAtTheEnd(dense=dense, symmetric=True, alike=alike)
    where: Any = {"tiers": tmp_path / "tiers"} if in_tiers else {"backend": "compiled"}
    report = gamekit.verify(gamekit.solve(game, **where))
    assert not report.ok
    method = "movers_view" if alike else "canonical_state"
    assert re.search(rf"{method}\(.*\) returned .* in layout .* does not fit options", str(report))


@pytest.mark.slow
def test_plain_rules_are_held_against_their_symmetry_too() -> None:
    solution = gamekit.solve(LopsidedAtTheEnd(symmetric=True), backend="python")
    assert "canonical_state" in str(gamekit.verify(solution, all_states=True))


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
        UnsupportedError,
        match="tiers and work exclude each other, because a tier is solved in memory; leave out one",
    ):
        gamekit.solve(path_of((0, 0, 1, 1, 2, 2)), tiers=tmp_path / "tiers", work=tmp_path / "work")


def test_a_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    with pytest.raises(InputError, match=r"must be a folder of tiers or empty, but it holds letter\.txt"):
        gamekit.solve(path_of((0, 0, 1, 1, 2, 2)), tiers=tmp_path)
    assert (tmp_path / "letter.txt").read_text() == "Dear"


@pytest.mark.slow
def test_a_folder_of_another_game_is_refused(tmp_path: Path) -> None:
    gamekit.solve(path_of((0, 0, 1, 1, 2, 2)), tiers=tmp_path / "tiers")
    with pytest.raises(InputError, match=r"holds a solve of .* with other parameters"):
        gamekit.solve(path_of((0, 0, 0, 1, 2, 2)), tiers=tmp_path / "tiers")


def test_a_child_that_is_changed_is_found(tmp_path: Path) -> None:
    game = Kings()
    gamekit.solve(game, tiers=tmp_path / "tiers")
    column = tmp_path / "tiers" / "tier-4" / "value.npy"
    data = bytearray(column.read_bytes())
    data[-3] ^= 1
    column.write_bytes(data)
    with pytest.raises(TableError, match="is damaged"):
        gamekit.verify(gamekit.open_table(tmp_path / "tiers", game=game))


@pytest.mark.slow
def test_the_table_of_one_tier_is_probed_and_not_verified(tmp_path: Path) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    whole = gamekit.solve(game, tiers=tmp_path)
    tier = gamekit.open_table(tmp_path / "tier-8")
    assert all(tier[state].payoff == whole[state].payoff for state in tier.states)
    assert all(tier[state].remoteness == whole[state].remoteness for state in tier.states)
    with pytest.raises(InputError, match=f"tier-8 is the table of one tier.* verify {tmp_path}$"):
        gamekit.verify(tier)


def test_tiers_that_were_exchanged_are_found(tmp_path: Path) -> None:
    game = TieredGraphGame(
        edges=((3,), (3,), (3,), ()),
        mover=(0, 1, 1, 0),
        payoff=(0, 0, 0, 1),
        tiers=(0, 1, 2, 3),
        is_dense=True,
    )
    gamekit.solve(game, tiers=tmp_path)
    (tmp_path / "tier-1").rename(tmp_path / "tier")
    (tmp_path / "tier-2").rename(tmp_path / "tier-1")
    (tmp_path / "tier").rename(tmp_path / "tier-2")
    with pytest.raises(TableError, match=r"tier-[12] is wrong: it has the table of tier [12]$"):
        gamekit.verify(gamekit.open_table(tmp_path, game=game))


def test_a_child_of_another_solve_is_found(tmp_path: Path) -> None:
    game = path_of((0, 0, 1, 1, 2, 2))
    gamekit.solve(game, tiers=tmp_path / "tiers")
    child = tmp_path / "tiers" / "tier-2" / "manifest.json"
    text = child.read_bytes()
    child.write_bytes(text + b" ")
    with pytest.raises(TableError, match="was solved with a table of tier 2 that differs"):
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
        with pytest.raises(TableError, match=r"^[^:]*tiers\.json is damaged: (?!.*is damaged)"):
            again()


@pytest.mark.slow
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
        with pytest.raises(
            TableError, match=r"^[^:]*work.json is damaged: it does not match its checksum in tiers.json"
        ):
            ask()
    settings.write_text(content)
    assert gamekit.verify(gamekit.open_table(tmp_path, game=game)).ok


@pytest.mark.slow
@pytest.mark.parametrize("name", ["breakthrough", "tic-tac-toe"])
@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_a_folder_without_the_start_is_not_verified(name: str, backend: Any, tmp_path: Path) -> None:
    game = gamekit.load_game(name, {"rows": 4, "columns": 2} if name == "breakthrough" else {})
    solution = gamekit.solve(game, tiers=tmp_path, backend=backend)
    children, kept = read_tiers(tmp_path)
    first = game.tier_of(game.initial_state())
    del children[first]
    kept.pop(first, None)
    write_tiers(tmp_path, children, kept)
    shutil.rmtree(tmp_path / f"tier-{first}")
    with suppress(GamekitError):
        solution = gamekit.open_table(tmp_path, game=game)
        assert not gamekit.verify(solution).ok
