"""Proofs by search: never wrong, whatever the game and however small the table; decided where play has no circles."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.compiled_graph_game import CompiledGraphGame
from support.graph_game import GraphGame
from support.marks import cases
from support.naive import naive_results
from support.proofs import TINY, assert_true, goes_in_circles, prove
from support.random_games import random_compiled_game

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.engine.runtime.tuning import Tuning
from gamekit.errors import InputError, RulesError, UnknownStateError, UnsupportedError
from gamekit.game.protocol import states_progress
from gamekit.game.registry import GAMES, load_game, registered
from gamekit.game.values import Value
from gamekit.layout import BoardGame
from gamekit.testing import check_rules
from games.breakthrough import Breakthrough
from games.chess_ending import ChessEnding
from games.connect_four import ConnectFour
from games.dots_and_boxes import DotsAndBoxes
from games.fox_and_hounds import FoxAndHounds
from games.hare_and_hounds import HareAndHounds
from games.hex import Hex
from games.hexapawn import Hexapawn
from games.kalah import Kalah
from games.nim import Nim
from games.order_and_chaos import OrderAndChaos
from games.othello import Othello
from games.peg_solitaire import PegSolitaire
from games.sim import Sim
from games.tic_tac_toe import TicTacToe
from games.wild_tic_tac_toe import WildTicTacToe

ROOT = Path(__file__).parents[2]

# --- against all states -----------------------------------------------------------------------------------------

ACYCLIC: list[Any] = [
    TicTacToe(),
    Hexapawn(),
    DotsAndBoxes(),
    ConnectFour(width=4, height=3, length=3),
    ConnectFour(width=4, height=4),
    TicTacToe(rows=3, columns=4),
    Nim(heaps=(3, 4, 5), misere=True),
    Breakthrough(rows=4, columns=3),
    load_game("clobber", {"board": "xoxo|oxox|xoxo"}),
    load_game("cram", {"board": "....|....|....|...."}),
    load_game("domineering", {"board": "....|....|....|...."}),
    FoxAndHounds(side=4),
    Hex(size=3),
    OrderAndChaos(side=3, length=3),
    Othello(rows=4, columns=4),
    PegSolitaire(side=4, corner=0, empty="b4", last="c4"),
    Sim(dots=5),
    WildTicTacToe(),
    Kalah(pits=3, seeds=2),
]
"""Games that never come back to a state."""


def test_no_game_that_states_progress_is_left_out() -> None:
    games = map(load_game, registered(GAMES))
    stated = {type(game) for game in games if states_progress(game)}
    assert stated - set(map(type, ACYCLIC)) == set()
    assert len(stated) >= 10


@pytest.mark.parametrize(
    ("game", "backend", "most"),
    cases(
        quick=[
            (Nim(heaps=(2, 3)), "python", 100),
            (Hexapawn(), "python", 20),
            (Kalah(pits=2, seeds=2), "python", 20),
        ],
        slow=[
            (ConnectFour(width=4, height=3, length=3), "compiled", 100),
            (Kalah(pits=2, seeds=2), "compiled", 100),
        ],
        release=[(game, "python", 20) for game in ACYCLIC],
    ),
)
def test_each_state_has_the_value_that_solving_finds(game: Any, backend: str, most: int) -> None:
    solution = gamekit.solve(game)
    states = list(solution.states)
    states = states if len(states) <= most else random.Random(0).sample(states, most)
    for i, state in enumerate(states):
        verdict = solution[state]
        proof = prove(game, state, backend=backend, memory=TINY if backend == "compiled" else None)
        assert proof.value == verdict.value, proof
        assert_true(proof, verdict.payoff, verdict.remoteness, certified=i % 20 == 0)


@pytest.mark.parametrize(
    ("seeds", "backend"),
    cases(
        quick=[(range(4), "python")],
        slow=[(range(6), "compiled")],
        release=[(range(1000), "python"), (range(5000, 6000), "compiled")],
    ),
)
def test_a_proof_in_a_random_arena_is_never_wrong(seeds: range, backend: str) -> None:
    for seed in seeds:
        game = random_compiled_game(random.Random(seed))
        arena = gamekit.explore(game)
        payoff, remoteness = naive_results(arena)[arena.root]
        proof = prove(game, backend=backend, memory=TINY if backend == "compiled" else None, max_nodes=2000)
        assert_true(proof, payoff, remoteness)
        if not goes_in_circles(game):
            assert proof.value is not None, (seed, proof)
        if proof.remoteness is not None and abs(payoff) == 1:
            assert proof.remoteness == remoteness, (seed, proof)


def test_plies_are_not_counted_where_the_loser_may_lose_by_more() -> None:
    """The loser of this arena loses by 1 in four plies, and could hold out for five by losing by more."""
    game = random_compiled_game(random.Random(6662))
    arena = gamekit.explore(game)
    assert naive_results(arena)[arena.root] == (1, 4)
    proof = prove(game, backend="python", memory=None)
    assert (proof.winner, proof.remoteness) == (game.players[0], None)
    assert check_certificate(proof.certificate()).ok


def test_a_certificate_comes_nearer_to_the_end_though_play_can_go_round() -> None:
    """The search met no circle, and remembers positions of which some lead back to each other."""
    game = random_compiled_game(random.Random(1501))
    proof = prove(game, backend="python", memory=None)
    assert proof.remoteness is None
    assert goes_in_circles(game)
    assert check_certificate(proof.certificate()).ok


def test_a_draw_is_proved_by_closed_sets() -> None:
    two = GraphGame(edges=((1,), (0,)), mover=(0, 1), payoff=(0, 0))
    proof = gamekit.prove(two)
    assert (str(proof), proof.value, str(proof.bounds_of_state)) == ("TIE or DRAW for Ann", None, "0")
    assert proof.stopped is None
    assert [claim.kind for claim in proof.certificate().claims] == ["safe", "safe"]
    assert check_certificate(proof.certificate()).ok
    for at_least, bounds in ((0, "at least 0"), (1, "at most 0")):
        asked = gamekit.prove(two, at_least=at_least)
        assert str(asked.bounds_of_state) == bounds
        assert check_certificate(asked.certificate()).ok


@pytest.mark.parametrize("at_least", [-1, 0, 1, 2])
@pytest.mark.parametrize(
    ("seeds", "backend"), cases(quick=[(range(20), "python")], release=[(range(200), "compiled")])
)
def test_a_closed_set_is_found_where_one_exists(seeds: range, backend: str, at_least: int) -> None:
    """Whether a player gets so much, ends and circles taken together, is decided in every arena."""
    for seed in seeds:
        game = random_compiled_game(random.Random(seed))
        if isinstance(game, GraphGame):
            game = attrs.evolve(game, worth_of_infinity=(0, -1, 1, -2, 3)[seed % 5])
        arena = gamekit.explore(game)
        payoff, remoteness = naive_results(arena)[arena.root]
        proof = gamekit.prove(game, backend=backend, at_least=at_least)
        assert proof.stopped is None, (seed, proof)
        assert_true(proof, payoff, remoteness)
        if game.outcome(proof.state) is not None:
            continue  # both bounds are known
        is_first = game.to_move(proof.state) == 0
        gets_it = (payoff if is_first else -payoff) >= at_least
        assert (proof.bounds_of_state.lower is not None) == (gets_it == is_first), (seed, proof)
        assert (proof.bounds_of_state.upper is not None) == (gets_it != is_first), (seed, proof)


@pytest.mark.slow
def test_who_cannot_be_proved_to_win_has_no_certificate() -> None:
    proof = gamekit.prove(TicTacToe(), backend="python", max_nodes=256)
    with pytest.raises(UnsupportedError, match="no bound was proved"):
        proof.certificate()


@pytest.mark.slow
def test_a_win_is_certified_where_the_winner_could_stay_as_well() -> None:
    """The cat never loses anyway, which is found first; that it wins in 80 plies takes ranks."""
    game = gamekit.load_game("cat-mouse", json.loads((ROOT / "examples" / "cat-mouse-17.json").read_text()))
    proof = gamekit.prove(game, backend="python")
    assert str(proof) == "LOSS in 80 for mouse"
    assert check_certificate(proof.certificate()).ok


def test_a_win_beside_a_circle_is_found_with_its_plies() -> None:
    """Ann may go round for ever, or win in three plies."""
    game = GraphGame(edges=((1, 2), (0,), (3,), (4,), ()), mover=(0, 1, 1, 0, 1), payoff=(0, 0, 0, 0, 1))
    proof = gamekit.prove(game)
    assert str(proof) == "WIN in 3 for Ann"
    assert check_certificate(proof.certificate()).ok
    assert proof.move(0) == 2


def test_a_win_found_at_once_has_its_plies(tmp_path: Path) -> None:
    """The search meets no circle, though there is one: Bob may go back, and nobody looks at that."""
    game = GraphGame(edges=((1, 2), (), (0,)), mover=(0, 1, 1), payoff=(0, 1, 0))
    for _ in range(2):  # the second goes on where nothing is left to do
        proof = gamekit.prove(game, work=tmp_path)
        assert str(proof) == "WIN in 1 for Ann"
        assert check_certificate(proof.certificate()).ok


@attrs.frozen
class Limited(GraphGame):
    """Ann wins in three plies."""

    edges: tuple[tuple[int, ...], ...] = ((1,), (2,), (3,), ())
    mover: tuple[int, ...] = (0, 1, 0, 1)
    payoff: tuple[int, ...] = (0, 0, 0, 1)


@pytest.mark.parametrize(("limit", "value"), [(3, Value.WIN), (2, None)])
def test_a_turn_limit_belongs_to_the_rules(limit: int, value: Value | None) -> None:
    proof = gamekit.prove(Limited(turn_limit=limit))
    assert proof.value == value
    assert check_certificate(proof.certificate()).ok


@pytest.mark.slow
def test_a_turn_limit_may_be_any_number() -> None:
    game = CompiledGraphGame(**attrs.asdict(Limited(turn_limit=1 << 70)))
    proof = prove(game)
    assert str(proof) == "WIN in 3 for Ann"
    assert check_certificate(proof.certificate()).ok


def test_a_certificate_counts_the_plies_where_the_rules_limit_them() -> None:
    certificate = gamekit.prove(Limited(turn_limit=3)).certificate()
    assert certificate.ranks[0].tolist() == [2]
    late = attrs.evolve(certificate, game=Limited(turn_limit=2))
    assert "the claim does not follow" in check_certificate(late).problems[0]
    slow = attrs.evolve(certificate, ranks=(certificate.ranks[0] - 1,))
    assert "1 does not follow" in check_certificate(slow).problems[0]
    claim = attrs.evolve(certificate.claims[0], kind="rise")
    unranked = attrs.evolve(certificate, claims=(claim,))
    assert "ranks must count the plies" in check_certificate(unranked).problems[0]


def _within(game: GraphGame, state: int, plies: int) -> tuple[int, bool]:
    """Return what a state is worth where play without an end within some plies counts as play without end."""
    payoff = game.outcome(state)
    if payoff is not None:
        return payoff, True
    if plies == 0:
        return game.infinite_play, False
    best = max if game.to_move(state) == 0 else min
    return best(_within(game, child, plies - 1) for child in game.edges[state])


@pytest.mark.parametrize(
    ("seeds", "backend"),
    cases(quick=[(range(40), "python")], slow=[(range(30), "compiled")], release=[(range(400), "compiled")]),
)
def test_a_proof_within_a_turn_limit_is_never_wrong(seeds: range, backend: str) -> None:
    for seed in seeds:
        rng = random.Random(seed)
        game = random_compiled_game(rng)
        while not isinstance(game, GraphGame):
            game = random_compiled_game(rng)
        limit = rng.choice([0, 1, 2, 3, 5, 8])
        game = attrs.evolve(game, turn_limit=limit)
        payoff, is_end = _within(game, 0, limit)
        proof = prove(game, backend=backend, memory=TINY if backend == "compiled" else None)
        assert_true(proof, payoff, limit if is_end else None)
        if proof.remoteness is not None and abs(payoff) == 1:
            assert _within(game, 0, proof.remoteness)[0] == payoff, (seed, proof)
            fewer = _within(game, 0, proof.remoteness - 1)[0] if proof.remoteness else game.infinite_play
            assert fewer != payoff or game.infinite_play == payoff, (seed, proof)


@pytest.mark.parametrize(
    ("seeds", "backend"),
    cases(quick=[(range(60), "python")], slow=[(range(30), "compiled")], release=[(range(400), "compiled")]),
)
def test_who_wins_is_decided_whatever_play_without_end_pays(seeds: range, backend: str) -> None:
    for seed in seeds:
        game = random_compiled_game(random.Random(seed))
        if isinstance(game, GraphGame):
            game = attrs.evolve(game, worth_of_infinity=(-1, 1, -2, 3)[seed % 4])
        proof = prove(game, backend=backend, memory=None)
        assert proof.stopped is None, (seed, proof)
        root = gamekit.solve(game).root
        assert_true(proof, root.payoff, root.remoteness)
        bounds = proof.bounds_of_state
        assert proof.value == root.value or bounds.lower == bounds.upper == game.infinite_play == 0, (
            seed,
            proof,
        )


@pytest.mark.parametrize(
    "name", cases(quick=["cops-and-robber", "cat-mouse-ii"], slow=["klotski", "towers-of-hanoi"])
)
def test_one_question_is_answered_where_somebody_loses_by_play_without_end(name: str) -> None:
    game = gamekit.load_game(name)
    solution = gamekit.solve(game)
    for state in list(solution.states)[:8]:
        sign = 1 if game.to_move(state) == 0 else -1
        for least in (0, 1):
            proof = gamekit.prove(game, state, at_least=least)
            bounds = proof.bounds_of_state
            found = bounds.lower if sign == 1 else bounds.upper
            gets_it = found is not None and sign * found >= least
            assert (proof.stopped, gets_it) == (None, sign * solution[state].payoff >= least), (state, least)


def test_an_end_is_forced_by_who_would_lose_play_without_end() -> None:
    """Ann may tie, or go round for ever, which she loses."""
    game = GraphGame(edges=((1, 2), (), (0,)), mover=(0, 1, 1), payoff=(0, 0, 0), worth_of_infinity=-1)
    proof = gamekit.prove(game)
    assert str(proof) == "TIE for Ann"
    assert [claim.kind for claim in proof.certificate().claims] == ["reach", "safe"]
    assert check_certificate(proof.certificate()).ok


def test_a_limit_that_is_met_while_plies_are_counted_leaves_the_answer() -> None:
    whole, cut = gamekit.prove(Hexapawn()), gamekit.prove(Hexapawn(), max_nodes=24)
    assert (whole.value, whole.remoteness) == (Value.LOSS, 6)
    assert (cut.value, cut.remoteness, cut.stopped) == (Value.LOSS, None, None)


@pytest.mark.parametrize(("material", "most"), cases(release=[("KRK", 50)]))
def test_a_mate_in_n_is_that_of_the_table(material: str, most: int) -> None:
    """Search finds the exact number of plies in random positions in which somebody wins."""
    game = ChessEnding(material)
    solution = gamekit.solve(game)
    states = random.Random(0).sample(list(solution.states), 20 * most)
    won = [state for state in states if solution[state].value in (Value.WIN, Value.LOSS)][:most]
    assert len(won) == most
    for state in won:
        proof = gamekit.prove(game, state, backend="compiled", memory="64MB")
        assert (proof.value, proof.remoteness) == (solution[state].value, solution[state].remoteness)


# --- what is asked ----------------------------------------------------------------------------------------------


def test_a_payoff_can_be_asked_for() -> None:
    game = Kalah(pits=2, seeds=2)
    exact = gamekit.solve(game).root.payoff
    assert exact == gamekit.prove(game).bounds_of_state.lower == gamekit.prove(game).bounds_of_state.upper
    assert gamekit.prove(game, at_least=exact).bounds_of_state.lower >= exact
    assert gamekit.prove(game, at_least=exact + 1).bounds_of_state.upper <= exact


def test_limits_leave_the_bounds_so_far() -> None:
    proof = gamekit.prove(TicTacToe(), backend="python", max_nodes=256)
    assert proof.value is None
    assert proof.stopped == "256 positions were expanded"
    for wrong in ({"seconds": 0}, {"max_nodes": -1}, {"at_least": 0.5}, {"backend": "quick"}):
        with pytest.raises(InputError, match=next(iter(wrong))):
            gamekit.prove(TicTacToe(), **wrong)


ROUND = GraphGame(
    edges=tuple(((i + 1) % 60, (i + 7) % 60) for i in range(60)), mover=(0, 1) * 30, payoff=(0,) * 60
)
"""Nobody can leave."""


@pytest.mark.parametrize(
    ("game", "backend", "threads"),
    cases(
        quick=[(TicTacToe(), "python", 1), (ROUND, "python", 1)],
        slow=[
            (ConnectFour(width=4, height=4), "compiled", 1),
            (ConnectFour(width=4, height=4), "compiled", 3),
            (ChessEnding(material="KRK"), "compiled", 1),
        ],
    ),
)
def test_no_more_positions_are_expanded_than_allowed(game: Any, backend: str, threads: int) -> None:
    counts: list[int] = []
    for nodes in (1, 50, 101):
        proof = gamekit.prove(
            game,
            backend=backend,
            max_nodes=nodes,
            threads=threads,
            tuning=Tuning(proof_call=16, proof_alone=40),
            progress=lambda *said: counts.append(said[1]),
        )
        assert (counts[-1], proof.stopped) == (
            nodes,
            f"{nodes} position{' was' if nodes == 1 else 's were'} expanded",
        )
        assert proof.nodes == nodes


def test_no_more_are_expanded_where_closed_sets_are_looked_for_in_between() -> None:
    assert gamekit.prove(HareAndHounds(), backend="python", max_nodes=1500).nodes == 1500


def test_states_without_codes_are_left_to_the_plain_rules() -> None:
    large = Kalah(pits=6, seeds=6)
    proof = gamekit.prove(large, max_nodes=20, tuning=Tuning(proof_plain=10))
    assert (proof.backend, proof.nodes) == ("plain", 20)
    with pytest.raises(UnsupportedError, match="a code has 62 bits"):
        gamekit.prove(large, max_nodes=20, backend="compiled")


def test_a_proof_is_asked_about_states() -> None:
    proof = gamekit.prove(Nim(heaps=(1, 2)))
    assert str(proof.bounds(proof.state)) == "at least 1"
    after = proof.game.apply(proof.state, proof.move(proof.state))
    assert str(proof.bounds(after)) == "at least 1"
    with pytest.raises(UnknownStateError, match="says nothing about"):
        proof.bounds((0, 2, 1))
    with pytest.raises(UnknownStateError, match="names no move"):
        proof.move(after)
    with pytest.raises(UnsupportedError, match="no best moves"):
        _ = proof.best_moves  # type: ignore[attr-defined]
    with pytest.raises(UnsupportedError, match="no longest win; "):
        _ = proof.longest  # type: ignore[attr-defined]
    for name in ("payoff", "counts_by_player", "longest_by_value", "probe", "root", "to_dataframe"):
        with pytest.raises(UnsupportedError, match=f"bounds of some states only, and has no '{name}'; "):
            getattr(proof, name)
    for name in ("payof", "_repr_html_"):
        assert not hasattr(proof, name)


def test_the_line_keeps_what_is_claimed() -> None:
    game = ConnectFour(width=4, height=3, length=3)
    proof = gamekit.prove(game)
    state = proof.state
    for move in proof.line():
        state = game.apply(state, move)
    assert game.outcome(state) == 1
    assert proof.winner == "red"


# --- known values -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "value"),
    cases(slow=[(5, 4, Value.TIE)], release=[(6, 4, Value.LOSS)]),
)
def test_connect_four_has_its_published_values(width: int, height: int, value: Value) -> None:
    """John Tromp, "John's Connect Four Playground", lists them for all boards up to 8 by 8."""
    proof = gamekit.prove(ConnectFour(width=width, height=height))
    assert proof.value == value
    assert check_certificate(proof.certificate()).ok


@pytest.mark.parametrize(
    ("width", "height", "value"), cases(slow=[(5, 4, Value.TIE)], release=[(5, 5, Value.TIE)])
)
def test_a_search_up_to_symmetry_takes_fewer_positions(
    width: int, height: int, value: Value, tmp_path: Path
) -> None:
    plain, mirrored = (
        gamekit.prove(ConnectFour(width, height, symmetry=symmetry), backend="compiled", threads=1)
        for symmetry in (False, True)
    )
    assert plain.value == mirrored.value == value
    assert mirrored.nodes < 0.75 * plain.nodes
    mirrored.save(tmp_path / "proof")
    assert check_certificate(tmp_path / "proof").ok
    assert sum(file.stat().st_size for file in (tmp_path / "proof").iterdir()) < 1_000_000


# --- tiers by which play ends -----------------------------------------------------------------------------------


class Tiered(ConnectFour):
    """Connect four that names tiers and states no progress."""

    progress = BoardGame.progress


class Wandering(Tiered):
    """Connect four whose tiers do not say that play ends."""

    def tier(self, s: Any) -> int:
        return 0


class Falling(Tiered):
    """Connect four whose tiers fall."""

    def tier(self, s: Any) -> int:
        return s.board.count(0)


@pytest.mark.parametrize(
    ("cls", "length", "kind"),
    cases(
        quick=[
            (ConnectFour, 3, "progress"),
            (Tiered, 3, "rise"),
            (Falling, 3, "fall"),
            (Wandering, 3, "reach"),
        ],
        slow=[(ConnectFour, 4, "progress"), (Tiered, 4, "rise"), (Wandering, 4, "safe")],
    ),
)
def test_certificates_need_no_ranks_where_progress_or_tiers_lead_on(cls: Any, length: int, kind: str) -> None:
    certificate = gamekit.prove(cls(width=4, height=3, length=length), backend="python").certificate()
    assert {claim.kind for claim in certificate.claims} == {kind}
    assert check_certificate(certificate).ok
    assert any(ranks.any() for ranks in certificate.ranks) == (kind == "reach")
    lies = tuple(
        attrs.evolve(claim, kind="rise" if kind in ("fall", "reach", "safe") else "fall")
        for claim in certificate.claims
    )
    assert not check_certificate(attrs.evolve(certificate, claims=lies)).ok


@pytest.mark.parametrize(
    ("game", "backend"),
    cases(
        quick=[
            (Kalah(pits=3, seeds=2), "python"),
        ],
        slow=[(Kalah(pits=3, seeds=2), "compiled"), (Othello(rows=4, columns=4), "python")],
        release=[
            (Breakthrough(rows=4, columns=3), "compiled"),
            (load_game("clobber", {"board": "xoxo|oxox|xoxo"}), "compiled"),
        ],
    ),
)
def test_progress_may_rise_by_different_amounts(game: Any, backend: str) -> None:
    """So a position may be met from several others, whose progress is not the same."""
    proof, root = gamekit.prove(game, backend=backend), gamekit.solve(game).root
    assert_true(proof, root.payoff, root.remoteness, certified=False)
    certificate = proof.certificate()
    assert {claim.kind for claim in certificate.claims} == {"progress"}
    assert not any(ranks.any() for ranks in certificate.ranks)
    assert check_certificate(certificate).ok


class Stalling(ConnectFour):
    """Connect four whose progress stays as it is when the middle column is full."""

    def progress(self, s: Any) -> int:
        return s.board.count(1) + s.board.count(2) - (s.board[2] != 0)


@pytest.mark.parametrize("backend", cases(quick=["python"], slow=["compiled"]))
def test_progress_that_does_not_rise_is_refused_by_name(backend: str) -> None:
    with pytest.raises(RulesError, match=r"Stalling.progress must rise.*; from .* to .* it goes from \d+ to"):
        gamekit.prove(Stalling(width=4, height=3), backend=backend)


def test_progress_must_be_an_integer() -> None:
    class Half(Nim):
        def progress(self, s: Any) -> int:
            return 0.5  # type: ignore[return-value]

    with pytest.raises(RulesError, match=r"Half.progress\(.*returned 0.5; it must be an integer"):
        gamekit.prove(Half(heaps=(3, 5, 7)), backend="python")


def test_progress_is_checked_with_the_other_rules() -> None:
    class Growing(Nim):
        def progress(self, s: Any) -> int:
            return sum(s.heaps)

    report = check_rules(Growing(heaps=(1, 2)))
    assert "progress" in {breach.check for breach in report.breaches}
    assert "it must rise" in str(report)
    assert "progress" in check_rules(ConnectFour(width=2, height=2, length=2)).checks
