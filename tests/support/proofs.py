"""What must hold of a proof, where the values of all states are known."""

from __future__ import annotations

from typing import Any

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.game.values import Value
from gamekit.solvers.proof.proof import Bounds

TINY = 1
"""So little memory that a table has eight buckets, the fewest."""


def prove(game: Any, state: Any = None, **options: Any) -> gamekit.Proof[Any, Any]:
    """Return a proof with compiled rules in a tiny table, unless options say otherwise."""
    return gamekit.prove(game, state, **({"backend": "compiled", "memory": TINY} | options))


def assert_true(
    proof: gamekit.Proof[Any, Any], payoff: int, remoteness: int | None, *, certified: bool = True
) -> None:
    """Assert that a proof says nothing wrong about a state that is worth so much, and that its certificate holds."""
    bounds = proof.bounds_of_state
    assert bounds.lower is None or bounds.lower <= payoff, (proof, payoff)
    assert bounds.upper is None or payoff <= bounds.upper, (proof, payoff)
    mine = payoff if proof.game.to_move(proof.state) == 0 else -payoff
    if proof.value is not None:
        kind = Value.WIN if mine > 0 else Value.LOSS if mine < 0 else Value.TIE
        assert proof.value == kind, (proof, payoff)
        assert proof.value != Value.TIE or remoteness is not None, "a draw is no tie"
    if certified and bounds != Bounds():
        report = check_certificate(proof.certificate())
        assert report.ok, (proof, report.problems)


def goes_in_circles(game: Any) -> bool:
    """Return whether play can come back to a state."""
    from networkx import DiGraph, is_directed_acyclic_graph

    arena = gamekit.explore(game)
    graph = DiGraph()
    graph.add_edges_from((i, j) for i in range(len(arena)) for j in arena.successors.of(i).tolist())
    return not is_directed_acyclic_graph(graph)
