"""Certificates of random graphs follow, by plain and by compiled rules, where they do by definition."""

from __future__ import annotations

import random
from itertools import product
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest
from support import compiled_graph_game
from support.compiled_graph_game import CompiledGraphGame, MirroredGraphGame
from support.graph_game import random_game
from support.marks import cases
from support.naive_certificates import loose_ends

from gamekit.analysis.verification import certificate_check, certificate_kernel
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.tables.certificate import Certificate, CertificateSide, claim_kind


def random_certificate(rng: random.Random) -> Certificate:
    """Return a claim about a small graph, which follows from least ranks, or one position or rank of it is another."""
    game: Any = random_game(rng, most_states=6)
    game = CompiledGraphGame(**attrs.asdict(game), is_dense=rng.random() < 0.5)
    if game.number_of_players == 2 and rng.random() < 0.3:
        game = MirroredGraphGame(game.edges, game.payoff, is_dense=game.is_dense)
    elif rng.random() < 0.5:
        game = attrs.evolve(game, turn_limit=rng.randrange(5))
    player, at_least = rng.randrange(2), rng.choice([-1, 0, 1])
    kind = "safe" if claim_kind(game, player, at_least) == "safe" and rng.random() < 0.5 else "reach"
    is_mirrored = isinstance(game, MirroredGraphGame)
    states = [(node, 1 - player) if is_mirrored else node for node in range(len(game.edges))]
    made = Certificate(
        game=game,
        state=(0, player) if is_mirrored else 0,
        claims=(CertificateSide(player, at_least, kind, 0),),
        positions=((),),
        ranks=((),),
        bits=None,
    )
    ranks: dict[Any, int] = {}
    for rank in range(6 if kind == "reach" else 1):
        ranks = dict.fromkeys(states, rank) | ranks
        while loose := {*loose_ends(with_ranks(made, ranks), 0)} & ranks.keys():
            ranks = {state: ranks[state] for state in ranks.keys() - loose}
    if rng.random() < 0.8:
        made = attrs.evolve(made, state=rng.choice(sorted(ranks) or states))
    if ranks and rng.random() < 0.2:
        del ranks[rng.choice(sorted(ranks))]
    if rng.random() < 0.5:
        state = rng.choice(states)
        ranks[state] = max(ranks.get(state, 0) + rng.choice([-1, 0, 1]), 0)
    return with_ranks(made, ranks)


def with_ranks(made: Certificate, ranks: dict[Any, int]) -> Certificate:
    """Return a certificate of these positions."""
    claim = attrs.evolve(made.claims[0], positions=len(ranks))
    column = np.array([ranks[state] for state in sorted(ranks)], dtype=np.int64)
    return attrs.evolve(made, claims=(claim,), positions=(sorted(ranks),), ranks=(column,))


def in_codes(made: Certificate) -> Certificate:
    """Return the same certificate with codes in place of states."""
    game: Any = made.game
    codes = np.array([game.encode(state) for state in made.positions[0]], dtype=np.int64)
    return attrs.evolve(made, positions=(codes,), bits=max((game.compiled_rules().size - 1).bit_length(), 1))


def uncompiled(game: Any, *_: Any) -> Any:
    """Return the compiled rules of a game as a batch whose functions are those that were to be compiled."""
    rules = game.compiled_rules()
    return SimpleNamespace(
        rules=rules,
        functions=rules,
        parameters=np.array(rules.parameters, dtype=np.int64),
        from_movers_view=isinstance(game, MirroredGraphGame),
        bits=max((rules.size - 1).bit_length(), 1),
        are_states=lambda codes: np.ones(len(codes), dtype=np.int8),
        describe=str,
    )


@pytest.fixture
def _without_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("_check", "_is_covered"):
        monkeypatch.setattr(certificate_kernel, name, getattr(certificate_kernel, name).py_func)
    monkeypatch.setattr(compiled_graph_game, "row", compiled_graph_game.row.py_func)
    monkeypatch.setattr(certificate_check, "batch_with", uncompiled)
    monkeypatch.setattr(certificate_check, "compare_positions", lambda *_: (0, []))
    monkeypatch.setattr(certificate_check, "try_symmetry_of", lambda *_, **__: (None, []))


def faults(made: Certificate) -> int:
    """Return how many positions are said not to follow; the claim counts as one."""
    return len(check_certificate(made, threads=1).problems)


@pytest.mark.parametrize("seeds", cases(quick=[range(600)], release=[range(600, 10_000)]))
def test_what_is_verified_follows_by_definition(seeds: range) -> None:
    made = [random_certificate(random.Random(seed)) for seed in seeds]
    expected = [len(loose_ends(each, 0)) for each in made]
    assert [*map(faults, made)] == expected
    assert len(seeds) / 4 < expected.count(0) < len(seeds) * 3 / 4


@pytest.mark.usefixtures("_without_compiling")
@pytest.mark.parametrize("seeds", cases(quick=[range(400)], release=[range(400, 10_000)]))
def test_the_loop_says_the_same(seeds: range) -> None:
    for seed in seeds:
        made = random_certificate(random.Random(seed))
        assert faults(in_codes(made)) == len(loose_ends(made, 0)), seed


@pytest.mark.usefixtures("_without_compiling")
@pytest.mark.parametrize("movers", [(0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 0)])
def test_each_rank_on_a_short_way_to_the_end(movers: tuple[int, ...]) -> None:
    for limit, *ranks in product(range(3), [None, 0, 1, 2], [None, 0, 1, 2]):
        game = CompiledGraphGame(((1,), (2,), ()), movers, (0, 0, 1), turn_limit=limit, is_dense=True)
        made = Certificate(game, 0, (CertificateSide(0, 1, "reach", 0),), ((),), ((),), bits=None)
        made = with_ranks(made, {state: rank for state, rank in enumerate(ranks) if rank is not None})
        assert faults(made) == faults(in_codes(made)) == len(loose_ends(made, 0)), (limit, ranks)


@pytest.mark.usefixtures("_without_compiling")
@pytest.mark.parametrize("found", [[-1], [3], [-1, 2], [2, 3], [2, 2]])
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("where", [0, 1])
def test_rules_that_fail_prove_nothing(
    found: list[int], player: int, where: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move to what is no code, or more moves than there can be, are no way to a win, and not passed over either."""
    game = CompiledGraphGame(((1,), (2,), ()), (1, player, 0), (0, 0, 1), is_dense=True)
    made = Certificate(
        game, 0, (CertificateSide(0, 1, "reach", 1),), (np.array([0]),), (np.array([1]),), bits=2
    )
    if player:
        made = attrs.evolve(made, positions=(np.array([0, 1]),), ranks=(np.array([2, 1]),))
    assert check_certificate(made).ok
    batch = uncompiled(game)
    assert (batch.rules.size, batch.rules.max_successors) == (3, 1)

    def successors(code: int, _: Any, out: Any) -> int:
        moves = found if code == where else [code + 1]
        out[: len(moves)] = moves
        return len(moves)

    def outcome(code: int, parameters: Any) -> int:
        assert 0 <= code < 3, "rules must not be asked about what is no code"
        return int(batch.rules.outcome(code, parameters))

    batch.functions = attrs.evolve(batch.rules, outcome=outcome, successors=successors)
    monkeypatch.setattr(certificate_check, "batch_with", lambda *_: batch)
    assert not check_certificate(made).ok


WAY = CompiledGraphGame(((1,), (2,), ()), (0, 1, 0), (0, 0, 1), is_dense=True)
"""From 0 by 1, where the other player moves, to the end."""


def way(codes: list[int], ranks: list[int], kind: Any = "reach", bits: int = 2) -> Certificate:
    """Return the claim that the first player comes to the end of the way."""
    columns = (np.array(codes, dtype=np.int64),), (np.array(ranks, dtype=np.int64),)
    return Certificate(WAY, 0, (CertificateSide(0, 1, kind, len(codes)),), *columns, bits=bits)


@pytest.mark.usefixtures("_without_compiling")
@pytest.mark.parametrize(
    ("made", "problem"),
    [
        (way([0, 1], [1, 0]), None),
        (way([0, 1], [(1 << 62) - 1, 1 - (1 << 62)]), None),
        (way([0, 1], [1 << 62, 0]), "must lie between"),
        (way([0, 1], [1, -(1 << 62)]), "must lie between"),
        (way([0, 1], [1, 0], bits=3), "codes have 2 bits, not 3"),
        (way([-1, 0, 1], [1, 1, 0]), "a code that is not from 0 to 2"),
        (way([0, 1, 3], [1, 0, 1]), "a code that is not from 0 to 2"),
        (way([0, 1, 2], [1, 0, 1]), "2 does not follow"),
        (way([0, 1], [1, 0], "progress"), "state no progress"),
        (way([0, 1], [1, 0], "rise"), "name no tiers"),
        (way([0, 1], [1, 0], "fall"), "name no tiers"),
    ],
)
def test_codes_and_ranks_that_are_none_are_refused(made: Certificate, problem: str | None) -> None:
    report = check_certificate(made)
    assert report.ok if problem is None else problem in str(report)


@pytest.mark.usefixtures("_without_compiling")
@pytest.mark.parametrize("kind", ["rise", "fall", "progress"])
@pytest.mark.parametrize("step", [-(1 << 62) + 1, -1, 0, 1, (1 << 62) - 1, 1 << 62])
def test_a_measure_that_goes_the_right_way_is_as_good_as_a_rank(
    kind: Any, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch = uncompiled(WAY)
    batch.rules = attrs.evolve(batch.rules, tier=len, progress=len)
    batch.progress = lambda codes: codes * step
    batch.tiers = batch.progress if kind != "progress" else np.zeros_like
    if kind != "progress":
        batch.progress = np.zeros_like
    monkeypatch.setattr(certificate_check, "batch_with", lambda *_: batch)
    assert check_certificate(way([0, 1], [0, 0], kind)).ok == (
        abs(step) < 1 << 62 and step * (-1 if kind == "fall" else 1) > 0
    )
    batch.are_states = lambda codes: codes != 1
    assert "a code that no state has" in str(check_certificate(way([0, 1], [0, 0], kind)))
