"""Plain rules solved tier by tier: the values are those of the whole game, and a folder of tiers is gone on with."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import call
from support.graph_game import GraphGame
from support.marks import cases
from support.plugins import as_plugin
from support.random_games import assert_same
from support.tiered_games import TieredGame, random_plain_tiered_game

import gamekit
from gamekit.cli.verbs.new import Kind, new_plugin
from gamekit.errors import InputError, RulesError, TableError, UnsupportedError
from gamekit.solvers import plain_tiers
from gamekit.tables.tiers.folder import TierFolder
from games.connect_four import ConnectFour
from games.dao import Dao


def path_of(tiers: tuple[Any, ...]) -> TieredGame:
    """A game whose states follow one another, each also leading back to itself."""
    edges = tuple((i, i + 1) for i in range(len(tiers) - 1))
    mover = tuple(i % 2 for i in range(len(tiers)))
    return TieredGame((*edges, ()), mover, (0,) * len(edges) + (1,), tiers=tiers)


# --- values -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", cases(quick=[5], slow=[15], release=[200]))
def test_random_games(number: int, tmp_path: Path) -> None:
    rng = random.Random(number)
    for i in range(number):
        game = random_plain_tiered_game(rng)
        by_tiers, whole = gamekit.solve(game, tiers=tmp_path / str(i)), gamekit.solve(game)
        assert len(by_tiers.store.tiers) > 1
        assert_same(game, by_tiers)
        assert gamekit.verify(by_tiers).ok
        assert (len(by_tiers), by_tiers.edges) == (len(whole), whole.edges)
        assert (by_tiers.counts(), by_tiers.longest_by_value()) == (whole.counts(), whole.longest_by_value())
        assert by_tiers.backend == "python"


@pytest.mark.slow
@pytest.mark.usefixtures("measured_in_passing")
def test_a_plan_tells_the_tiers_and_what_they_lead_to(tmp_path: Path) -> None:
    for seed in range(4):
        game = random_plain_tiered_game(random.Random(seed))
        solution = gamekit.solve(game, tiers=tmp_path / str(seed))
        planned = gamekit.plan(game).tiers
        assert [(tier.tier, tier.states.likely, set(tier.leads_to)) for tier in planned] == [
            (tier, store.states, set(solution.store.children[tier]))
            for tier, store in sorted(solution.store.tiers.items())
        ]
        edges = [
            (game.tier(state), game.tier(child))
            for state in solution.states
            for child in game.children(state)
        ]
        staying = {tier for tier, child in edges if tier == child}
        assert {tier.tier for tier in planned if not tier.in_one_pass} == staying
    assert gamekit.plan(gamekit.load_game("cat-mouse")).tiers == ()


@pytest.mark.slow
def test_a_board_game_by_its_plain_rules(tmp_path: Path) -> None:
    game = ConnectFour(width=3, height=3, length=3)
    by_tiers, whole = (
        gamekit.solve(game, backend="python", **how) for how in ({"tiers": tmp_path / "t"}, {})
    )
    assert (by_tiers.root, len(by_tiers), by_tiers.edges) == (whole.root, len(whole), whole.edges)
    assert all(by_tiers[verdict.state] == verdict for verdict in whole)
    assert len(by_tiers.store.tiers) == 10


def test_payoffs_of_several_widths(tmp_path: Path) -> None:
    """A tier whose own end pays little takes over what the ends of the next tier pay."""
    game = TieredGame(
        ((1, 2), (), (3, 4, 2), (), ()), (0, 0, 1, 0, 0), (0, 5, 0, 300, 70_000), tiers=(7, 7, 4, 4, 4)
    )
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    assert_same(game, solution)
    assert solution[2].payoff == 0  # who pays plays on for ever
    assert gamekit.verify(solution).ok
    gamekit.save_table(solution, tmp_path / "table")
    assert gamekit.open_table(tmp_path / "table", game=game).counts() == solution.counts()


def test_only_the_tiers_that_play_reaches_are_solved(tmp_path: Path) -> None:
    solution = gamekit.solve(path_of((5, 5, 3, 3, 9)), start=2, tiers=tmp_path / "tiers", compress=True)
    assert (list(solution.store.tiers), solution.root.state) == ([3, 9], 2)
    assert 1 not in solution
    assert "nonsense" not in solution


# --- broken promises ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiers", "message"),
    [
        ((0, 1, 0, 1, 2), "the move from 1 to 2 leads from tier 1 to tier 0, from which play comes back"),
        (
            (0, 1, 1, 1, -2),
            r"TieredGame\.tier\(4\) returned -2; it must be an integer of at least 0 and below 2\*\*62",
        ),
        ((0, 1, 1, 1, 1 << 62), "must be an integer of at least 0"),
        ((0, 1, 1.5, 1, 2), r"tier\(2\) returned 1\.5; it must be an integer"),
        ((0, 1, None, 1, 2), r"tier\(2\) returned None; it must be an integer"),
        ((0, 1), r"tier\(2\) raised IndexError"),
    ],
)
def test_a_tier_that_lies_is_refused(tiers: Any, message: str, tmp_path: Path) -> None:
    game = attrs.evolve(path_of((0,) * 5), tiers=tiers)
    with pytest.raises(RulesError, match=message):
        gamekit.solve(game, tiers=tmp_path / "tiers")


def test_rules_that_change_between_exploring_and_solving_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_tiers._Explorer, "_explore", lambda *about: len(about[2]))  # finds nothing
    with pytest.raises(RulesError, match="from 0 to 1 did not occur when tier 0 was explored"):
        gamekit.solve(path_of((0, 0, 1)), tiers=tmp_path / "tiers")


@attrs.frozen
class Mumbling(TieredGame):
    """The text of a state does not say which it is."""

    def format_state(self, state: int) -> str:
        return "a state"


def test_what_cannot_be_solved_by_tiers_is_refused(tmp_path: Path) -> None:
    game = path_of((0, 0, 1))
    with pytest.raises(UnsupportedError, match="GraphGame names no tiers: define tier"):
        gamekit.solve(GraphGame(game.edges, game.mover, game.payoff), tiers=tmp_path / "tiers")
    with pytest.raises(UnsupportedError, match="Dao names no tiers: define tier"):
        gamekit.solve(Dao(), backend="python", tiers=tmp_path / "tiers")
    with pytest.raises(UnsupportedError, match=r"minimax.* does not solve by tiers; retrograde does"):
        gamekit.solve(game, solver="minimax", tiers=tmp_path / "tiers")
    with pytest.raises(UnsupportedError, match="TieredGame gives no compiled rules"):
        gamekit.solve(game, backend="compiled", tiers=tmp_path / "tiers")
    with pytest.raises(InputError, match="parse_state must read what format_state writes"):
        gamekit.solve(
            Mumbling(game.edges, game.mover, game.payoff, tiers=game.tiers), tiers=tmp_path / "other"
        )
    with pytest.raises(gamekit.LimitError, match="tier 0 of TieredGame has more than 2 states"):
        gamekit.solve(path_of((0, 0, 0, 1)), max_states=2, tiers=tmp_path / "large")
    with pytest.raises(gamekit.LimitError, match="TieredGame has more than 3 states"):
        gamekit.solve(path_of((0, 0, 1, 1)), max_states=3, tiers=tmp_path / "larger")


# --- going on, and damage -----------------------------------------------------------------------------------------


def content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob("tier-*/*.npy")}


@pytest.mark.slow
def test_a_solve_that_was_killed_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = path_of((0, 0, 4, 4, 4, 2, 2, 3))
    whole = gamekit.solve(game, tiers=tmp_path / "at once")
    solve_tier, begun = plain_tiers._solve_tier, list[int]()

    def stops(*arguments: Any) -> None:
        begun.append(arguments[-3])
        if len(begun) % 2:
            raise KeyboardInterrupt
        solve_tier(*arguments)

    monkeypatch.setattr(plain_tiers, "_solve_tier", stops)
    for _ in range(4):
        with pytest.raises(KeyboardInterrupt):
            gamekit.solve(game, tiers=tmp_path / "in parts")
        with pytest.raises(InputError, match=r"is not finished: \d of 4 tiers are solved"):
            gamekit.open_table(tmp_path / "in parts", game=game)
    monkeypatch.undo()
    solution = gamekit.solve(game, tiers=tmp_path / "in parts")
    assert begun == [3, 3, 2, 2, 4, 4, 0]
    assert content(tmp_path / "in parts") == content(tmp_path / "at once")
    assert solution.root == whole.root


def test_a_folder_whose_tiers_are_not_all_found_says_how_to_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stops(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(TierFolder, "note", stops)
    with pytest.raises(KeyboardInterrupt):
        gamekit.solve(path_of((0, 0, 1)), tiers=tmp_path / "tiers")
    with pytest.raises(InputError, match=r"not all of its tiers are known; run gamekit solve --tiers"):
        gamekit.open_table(tmp_path / "tiers")


@pytest.mark.slow
def test_a_folder_of_the_other_backend_is_refused(tmp_path: Path) -> None:
    game = ConnectFour(width=2, height=2, length=2)
    gamekit.solve(game, backend="python", tiers=tmp_path / "tiers")
    with pytest.raises(InputError, match=r"holds a solve of .* with other"):
        gamekit.solve(game, tiers=tmp_path / "tiers")


def test_damage_is_found(tmp_path: Path) -> None:
    game = path_of((0, 0, 4, 4, 4, 2, 2, 3))
    gamekit.solve(game, tiers=tmp_path / "tiers")
    column = tmp_path / "tiers" / "tier-4" / "value.npy"
    data = bytearray(column.read_bytes())
    data[-1] ^= 1
    column.write_bytes(data)
    with pytest.raises(TableError, match="is damaged"):
        gamekit.verify(gamekit.open_table(tmp_path / "tiers", game=game))


def test_wrong_values_of_a_child_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another game's table of the tier that is solved first, with all its checksums right."""
    game = path_of((0, 0, 4, 4, 2))
    monkeypatch.setattr(type(game), "outcome", lambda self, state: None if self.edges[state] else -1)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    monkeypatch.undo()
    found = gamekit.verify(attrs.evolve(solution, store=attrs.evolve(solution.store, game=game)))
    assert not found.ok
    assert found.problems


# --- a new game, by all verbs -------------------------------------------------------------------------------------

TIER = {
    "board": "    def tier(self, s: Any) -> int:\n        return len(s.board) - s.board.count(0)\n",
    "plain": "    def tier(self, state: State) -> int:\n        return state[0] // 3\n",
}


@pytest.mark.parametrize("kind", cases(slow=["plain"], release=["board"]))
def test_a_new_game_with_one_more_method(kind: Kind, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, module = f"new-{kind}-game", f"new_{kind}_game"
    new_plugin(name, tmp_path, kind)
    home = tmp_path / name
    rules = home / module / "rules.py"
    with rules.open("a") as file:
        file.write("\n" + TIER[kind])
    as_plugin(home, name, f"{module}:New{kind.title()}Game")
    monkeypatch.syspath_prepend(str(home))
    folder = str(tmp_path / "by.tiers")
    first = call("solve", name, "--tiers", folder, "--json").json
    whole = call("solve", name, "--json").json
    assert first["verified"]
    assert [first[name] for name in ("value", "remoteness", "states", "edges")] == [
        whole[name] for name in ("value", "remoteness", "states", "edges")
    ]
    before = {path: path.stat().st_mtime_ns for path in Path(folder).glob("tier-*/*")}
    assert call("solve", name, "--tiers", folder).status == 0
    assert before == {path: path.stat().st_mtime_ns for path in Path(folder).glob("tier-*/*")}
    about = call("info", folder, "--json").json
    assert (about["kind"], about["states"]) == ("tiers", whole["states"])
    assert len(about["tiers"]) >= 3
    assert call("verify", folder).status == 0
    assert call("probe", folder, "--json").json["remoteness"] == first["remoteness"]
    assert call("explain", folder).status == 0
    page = tmp_path / "page.html"
    assert call("export", folder, "--html", str(page)).status == 0
    assert page.stat().st_size > 10_000
