"""Searches that end at tables: what they prove is what the whole game is worth, and other tables are refused."""

from __future__ import annotations

import random
import shutil
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.command import assert_refused, call
from support.damage import rewrite
from support.marks import cases
from support.proofs import assert_true
from support.tiered_games import random_plain_tiered_game

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.errors import InputError, RulesError, TableError, UnsupportedError
from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.solvers.proof.proof import Bounds
from gamekit.tables.included import Included
from gamekit.tables.leaves import Leaves
from gamekit.tables.tiers.files import folder_of
from games.morris import Morris
from games.nim import Nim
from games.three_mens_morris import ThreeMensMorris

MORRIS = ThreeMensMorris()
PLACED = MORRIS.parse_state("XX./OO./XO., X to move")

each_backend = pytest.mark.parametrize("backend", cases(quick=["python"], slow=["compiled"]))


def table(folder: Path, game: Any = MORRIS, start: Any = PLACED, **options: Any) -> Path:
    """Return the folder of a new table of the states that a state leads to."""
    gamekit.save_table(gamekit.solve(game, start=start, **options), folder)
    return folder


@pytest.fixture(scope="module")
def moves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The table of what comes once the men are placed; of the plain rules."""
    return table(tmp_path_factory.mktemp("leaves") / "moves", backend="python")


KNOWN = cache(lambda: gamekit.solve(MORRIS, backend="python"))


def unfinished(folder: Path, game: Any, rng: random.Random) -> Path:
    """Return a folder of tiers of which only one is solved, and those that it leads to."""
    store: Any = gamekit.solve(game, tiers=folder).store
    kept, waiting = set(), [rng.choice(sorted(store.tiers))]
    while waiting:
        kept.add(tier := waiting.pop())
        waiting += store.children[tier] - kept
    for tier in store.tiers.keys() - kept:
        shutil.rmtree(folder_of(folder, tier))
    return folder


@pytest.mark.parametrize("number", cases(quick=[2], slow=[5], release=[300]))
def test_random_games_whose_last_tiers_are_solved(number: int, tmp_path: Path) -> None:
    """Play may go in circles within the tiers that are solved, and within those that are searched."""
    rng = random.Random(number)
    decided = 0
    for i in range(number):
        game = random_plain_tiered_game(rng)
        root = gamekit.solve(game).root
        leaves = [unfinished(tmp_path / str(i), game, rng)]
        proof = gamekit.prove(game, leaves=leaves, backend="python", max_nodes=2000)
        assert root.payoff is not None
        assert_true(proof, root.payoff, root.remoteness)
        assert proof.remoteness is None
        decided += proof.value is not None
        if proof.bounds_of_state != Bounds():
            proof.save(tmp_path / f"{i}.proof")
            assert check_certificate(tmp_path / f"{i}.proof", game=game, leaves=leaves).ok
    assert decided > number // 3


@pytest.mark.parametrize(
    ("table_by", "backend"),
    cases(quick=[("python", "python")], slow=[("compiled", "compiled")], release=[("python", "compiled")]),
)
@pytest.mark.parametrize("payoff", [1, 0])
def test_men_are_placed_by_search_and_slide_by_a_table(
    payoff: int, table_by: str, backend: str, moves: Path, tmp_path: Path
) -> None:
    """X wins at the start; what is a draw may not be called a tie."""
    leaves = [moves if table_by == "python" else table(tmp_path / "moves", backend=table_by)]
    start = MORRIS.initial_state()
    if payoff == 0:
        start = next(s for s in states_placing() if KNOWN()[s].value is Value.DRAW and MORRIS.to_move(s) == 0)
    proof = gamekit.prove(MORRIS, start, leaves=leaves, backend=backend)
    root = KNOWN()[start]
    assert root.payoff == payoff
    assert_true(proof, payoff, root.remoteness)
    assert str(proof) == ("WIN for X" if payoff else "TIE or DRAW for X")
    assert proof.bits is None or backend == "compiled"
    placing = {p if proof.bits is None else MORRIS.encode(p) for p in states_placing()}
    assert {int(p) if proof.bits else p for ps in proof.certificate().positions for p in ps} <= placing
    proof.save(tmp_path / "proof")
    opened = gamekit.open_proof(tmp_path / "proof", leaves=leaves)
    assert str(opened) == str(proof)
    report = check_certificate(tmp_path / "proof", leaves=leaves)
    assert report.ok
    assert report.rests_on == ("moves",)
    assert "rest on the values in moves" in str(report)


@pytest.mark.release
def test_leaves_of_dense_codes_are_found_by_their_places(tmp_path: Path) -> None:
    """Also those of a tier that two folders hold."""
    game = Morris(rings=1, flying=False)
    known = gamekit.solve(game, backend="compiled")
    placed = game.parse_state("WWW...BBB, white to move")
    folders = [tmp_path / "tiers", tmp_path / "tier"]
    gamekit.solve(game, start=placed, tiers=folders[0])
    shutil.copytree(folders[0], folders[1])
    shutil.rmtree(folders[1] / "tier-3000300")
    opened = Leaves.open(folders, game)
    assert opened is not None
    found = [opened.payoff(state) for state in known.states]
    assert 0 < sum(payoff is not None for payoff in found) < len(found)
    assert all(
        payoff in (None, known[state].payoff) for state, payoff in zip(known.states, found, strict=True)
    )
    for backend in ("python", "compiled"):
        proof = gamekit.prove(game, leaves=folders, backend=backend)
        assert_true(proof, known.root.payoff, known.root.remoteness)
        assert proof.bounds_of_state == Bounds(known.root.payoff, known.root.payoff)
        proof.save(tmp_path / backend)
        assert check_certificate(tmp_path / backend, leaves=folders).ok


@pytest.mark.parametrize("tiers", cases(release=[True, False]))
def test_men_are_placed_by_search_and_slide_in_another_instance(tiers: bool, tmp_path: Path) -> None:
    game, sliding = Morris(rings=1, flying=False), Morris(rings=1, flying=False, placing=False)
    assert game.includes(sliding)
    known = gamekit.solve(game, backend="compiled")
    if tiers:
        gamekit.solve(sliding, tiers=tmp_path / "table")
    else:
        gamekit.save_table(gamekit.solve(sliding, backend="python"), tmp_path / "table")
    leaves = [tmp_path / "table"]
    for backend in ("python", "compiled"):
        proof = gamekit.prove(game, leaves=leaves, backend=backend)
        assert proof.bounds_of_state == Bounds(known.root.payoff, known.root.payoff)
        assert 0 < proof.nodes < 200
        proof.save(tmp_path / backend)
        assert check_certificate(tmp_path / backend, leaves=leaves).ok
    opened = Leaves.open(leaves, game)
    assert opened is not None
    found = 0
    for state in known.states:
        if (payoff := opened.payoff(state)) is not None:
            found += 1
            assert payoff == known[state].payoff
            if game.outcome(state) is None:
                assert opened.best_move(state) in known.best_moves(state)
        else:
            assert opened.best_move(state) is None
    assert found > 50


class OtherEnds(Morris):
    """In which the other instance counts as the same, though it is not."""

    def includes(self, other: Any) -> bool:
        return True

    def over(self, s: Any) -> int | None:
        return -1 if s.board.count(1 + s.turn) + s.hand[s.turn] <= 3 else None


def test_an_instance_is_included_only_if_its_rules_are_the_same() -> None:
    game, sliding = Morris(rings=1, flying=False), Morris(rings=1, flying=False, placing=False)
    assert not sliding.includes(game)
    assert not game.includes(game)
    assert not game.includes(Morris(rings=1, placing=False))
    assert not game.includes(Nim(heaps=(1, 2)))
    assert not game.includes(Morris(rings=1, men=(3, 4), flying=False, placing=False))
    assert Morris(rings=1, men=(3, 4), flying=False).includes(
        Morris(rings=1, men=(4, 3), flying=False, placing=False)
    )
    solution = gamekit.solve(sliding, backend="python")
    included = Included(sliding, OtherEnds(rings=1, flying=False))
    with pytest.raises(
        RulesError, match=r"OtherEnds.includes\(Morris\(.*placing=False\)\) is true, but the two have"
    ):
        included.check(solution.store)
    Included(sliding, game).check(solution.store)


@cache
def states_placing() -> list[Any]:
    return [s for s in KNOWN().states if s[:-1].count(0) > 3 and MORRIS.outcome(s) is None]


@pytest.mark.slow
def test_the_proof_plays_on_in_the_table(moves: Path) -> None:
    leaves = [moves]
    proof = gamekit.prove(MORRIS, leaves=leaves, backend="python", at_least=1)
    play = gamekit.ProofPlay.begin(proof)
    rng = random.Random(1)
    for _ in range(20):
        at = play
        while not at.is_over:
            at = at.played(rng.choice(at.moves)[1][0] if at.is_persons_turn else at.choice())
            assert len(at.turns) < 100
        assert MORRIS.outcome(at.state) == 1
    known, opened = KNOWN(), Leaves.open(leaves, MORRIS)
    assert opened is not None
    assert all(opened.payoff(state) in (None, known[state].payoff) for state in known.states)


# --- refusals -----------------------------------------------------------------------------------------------------


class Timed(ThreeMensMorris):
    max_plies = 40


def lying(folder: Path) -> Path:
    """Return a table like that of `table`, except that what is won is said to be lost."""
    solution = gamekit.solve(MORRIS, start=PLACED, backend="python")
    store: Any = solution.store
    value = np.where(store.plies > 0, -store.value, store.value)
    gamekit.save_table(Solution(attrs.evolve(store, value=value), solution.start), folder)
    return folder


@pytest.mark.slow
def test_another_table_or_a_changed_one_is_refused(moves: Path, tmp_path: Path) -> None:
    leaves = [moves]
    gamekit.prove(MORRIS, leaves=leaves, backend="python").save(tmp_path / "proof")
    again = table(tmp_path / "again", backend="python", start=PLACED)
    assert check_certificate(tmp_path / "proof", leaves=[again]).ok  # the states and values are the same
    later = next(state for state in states_placing() if state[:-1].count(0) == 4)
    others = [lying(tmp_path / "lying"), table(tmp_path / "later", start=later, backend="python")]
    for other in others:
        with pytest.raises(InputError, match=r"rests on the table moves \(3,040 states\).*has no table with"):
            check_certificate(tmp_path / "proof", leaves=[other])
    assert check_certificate(tmp_path / "proof", leaves=[*others, *leaves]).ok
    with pytest.raises(InputError, match="rests on 1 table, and needs them as leaves: moves"):
        check_certificate(tmp_path / "proof")


@pytest.mark.parametrize(
    ("backend", "compress"),
    cases(slow=[("python", False), ("compiled", False), ("compiled", True)], release=[("python", True)]),
)
def test_damaged_fences_change_no_answer(backend: str, compress: bool, tmp_path: Path) -> None:
    """A search reads every row of a leaf, so it needs no fences; play, which looks states up, refuses damaged ones."""
    folder = tmp_path / "moves"
    gamekit.save_table(gamekit.solve(MORRIS, start=PLACED, backend=backend), folder, compress=compress)
    whole, fences = Leaves.open([folder], MORRIS), folder / "fences.npy"
    assert whole is not None
    assert MORRIS.apply(PLACED, whole.best_move(PLACED))
    intact = fences.read_bytes()
    needed = compress and backend == "compiled"  # keys are kept as differences from their fence
    for place in (128, (128 + len(intact)) // 2, len(intact) - 1):
        fences.write_bytes(intact[:place] + bytes([intact[place] ^ 1]) + intact[place + 1 :])
        if needed:
            with pytest.raises(TableError, match=r"fences\.npy is damaged"):
                Leaves.open([folder], MORRIS)
            continue
        leaves = Leaves.open([folder], MORRIS)
        assert leaves is not None
        assert leaves.tables == whole.tables
        assert leaves.payoff(PLACED) == whole.payoff(PLACED)
        with pytest.raises(TableError, match=r"fences\.npy is damaged"):
            leaves.best_move(PLACED)


@each_backend
def test_a_certificate_says_nothing_without_its_leaves(backend: str, moves: Path, tmp_path: Path) -> None:
    leaves = [moves]
    made = gamekit.prove(MORRIS, leaves=leaves, backend=backend).certificate()
    assert check_certificate(made).ok
    assert not check_certificate(attrs.evolve(made, leaves=None)).ok
    other = attrs.evolve(made, leaves=Leaves.open([lying(tmp_path / "lying")], MORRIS))
    assert not check_certificate(other).ok


def test_leaves_of_other_rules_prove_nothing(tmp_path: Path) -> None:
    """Each state of misère play is one of normal play, too, and is worth something else there."""
    misere = Nim(heaps=(1, 1), misere=True)
    gamekit.save_table(gamekit.solve(misere, backend="python"), tmp_path / "misere")
    made = gamekit.prove(misere, leaves=[tmp_path / "misere"], backend="python").certificate()
    assert check_certificate(made).ok
    report = check_certificate(attrs.evolve(made, game=Nim(heaps=(1, 1))))
    assert "these belong to another game or to other parameters" in str(report)


def test_a_forged_digest_is_refused(moves: Path, tmp_path: Path) -> None:
    leaves = [moves]
    gamekit.prove(MORRIS, leaves=leaves, backend="python").save(tmp_path / "proof")
    rewrite(tmp_path / "proof", lambda fields: fields["leaves"][0].update(sha256="0" * 64))
    with pytest.raises(InputError, match="SHA-256 000000000000"):
        check_certificate(tmp_path / "proof", leaves=leaves)
    rewrite(tmp_path / "proof", lambda fields: fields["leaves"][0].update(sha256="nonsense"))
    report = check_certificate(tmp_path / "proof", leaves=leaves)
    assert "each leaf must have a SHA-256 digest" in str(report)
    rewrite(tmp_path / "proof", lambda fields: fields.update(leaves=[]))
    assert not check_certificate(tmp_path / "proof").ok


@pytest.mark.slow
def test_what_cannot_be_a_leaf_is_refused(moves: Path, tmp_path: Path) -> None:
    leaves = [moves]
    with pytest.raises(InputError, match="is a table of three-mens-morris, not of nim"):
        gamekit.prove(Nim(heaps=(1, 2)), leaves=leaves)
    with pytest.raises(InputError, match="diagonals is True, not False"):
        gamekit.prove(ThreeMensMorris(False), leaves=leaves)
    with pytest.raises(
        UnsupportedError, match="leaves take no turn limit into account, and Timed has one of 40 plies"
    ):
        gamekit.prove(Timed(), leaves=leaves)
    capped = gamekit.solve(MORRIS, solver="minimax", cap=3, cap_means="draw")
    gamekit.save_table(capped, tmp_path / "capped")
    with pytest.raises(UnsupportedError, match="is not a leaf, because its values are unsound"):
        gamekit.prove(MORRIS, leaves=[tmp_path / "capped"])
    with pytest.raises(InputError, match="cannot open"):
        gamekit.prove(MORRIS, leaves=[tmp_path / "nothing"])


@pytest.mark.slow
def test_a_search_goes_on_with_the_same_leaves_only(moves: Path, tmp_path: Path) -> None:
    leaves = [moves]
    stopped = gamekit.prove(MORRIS, leaves=leaves, backend="python", work=tmp_path / "work", max_nodes=5)
    assert stopped.stopped is not None
    with pytest.raises(InputError, match="leaves"):
        gamekit.prove(MORRIS, backend="python", work=tmp_path / "work")
    proof = gamekit.prove(MORRIS, leaves=leaves, backend="python", work=tmp_path / "work")
    assert str(proof) == "WIN for X"


@pytest.mark.slow
def test_the_command_line_takes_leaves(moves: Path, tmp_path: Path) -> None:
    leaves, proof = str(moves), str(tmp_path / "proof")
    made = call(
        "prove", "three-mens-morris", "--leaves", leaves, "--backend", "python", "--save", proof, "--json"
    )
    assert (made.status, made.json["leaves"], made.json["winner"]) == (0, ["moves"], "X")
    verified = call("verify", proof, "--leaves", leaves)
    assert verified.status == 0
    assert "rest on the values in moves, which gamekit verify checks separately" in verified.out
    assert call("play", proof, "--leaves", leaves, stdin="why\nquit\n").status == 0
    for refused in (
        call("verify", proof),
        call("verify", leaves, "--leaves", leaves),
        call("play", "nim", "--leaves", leaves),
    ):
        assert_refused(refused)
