"""Certificates that claim what is not so, or are offered to other rules: each one is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, get_args

import attrs
import numpy as np
import pytest
from support.marks import cases
from support.naive import naive_results
from support.random_games import random_compiled_game

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.errors import InputError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.tables.certificate import Certificate, CertificateSide, Kind
from games.connect_four import ConnectFour
from games.kalah import Kalah
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

each_backend = pytest.mark.parametrize(
    ("backend", "times"), cases(quick=[("python", 20)], release=[("python", 200), ("compiled", 200)])
)


def certificates(backend: str) -> Iterator[tuple[Certificate, random.Random]]:
    """Yield certificates of random games, one after the other, each with what chooses at random."""
    seed = 0
    while True:
        rng = random.Random(seed)
        game, seed = random_compiled_game(rng), seed + 1
        if game.outcome(game.initial_state()) is not None:
            continue
        try:
            made = gamekit.prove(game, backend=backend, max_nodes=2000).certificate()
        except UnsupportedError:
            continue  # nothing was proved
        assert check_certificate(made).ok, seed
        yield made, rng


def worths(game: Any) -> dict[Any, int]:
    """Return what each state is worth to the first player, by definition."""
    arena = gamekit.explore(game)
    return {state: worth for state, (worth, _) in zip(arena.states, naive_results(arena), strict=True)}


def is_true(claim: CertificateSide, worth: int) -> bool:
    return (worth if claim.player == 0 else -worth) >= claim.at_least


def with_one_claim(made: Certificate, number: int, **changes: Any) -> Certificate:
    """Return a certificate with one of the claims alone, changed, and with its positions."""
    claim = attrs.evolve(made.claims[number], **changes)
    positions, ranks = made.positions[number], made.ranks[number]
    return attrs.evolve(made, claims=(claim,), positions=(positions,), ranks=(ranks,))


def of_any_positions(made: Certificate, states: list[Any], rng: random.Random) -> Certificate:
    """Return a certificate of one claim with any positions at all, of any ranks."""
    found = rng.sample(states, rng.randint(0, len(states)))
    name: Any = made.game.encode if made.bits else Rules(made.game).canonical  # type: ignore[attr-defined]
    positions = sorted({name(state) for state in found if made.game.outcome(state) is None})
    ranks = np.array([rng.randrange(4) for _ in positions], dtype=np.int64)
    (claim,) = made.claims
    return attrs.evolve(
        made,
        claims=(attrs.evolve(claim, positions=len(positions)),),
        positions=(np.array(positions, dtype=np.int64) if made.bits else positions,),
        ranks=(ranks,),
    )


@each_backend
def test_a_false_claim_is_refused(backend: str, times: int) -> None:
    """Another player, payoff, kind or state, with the positions that there were or any others.

    A claim that is changed into another true one may be accepted.
    """
    refused = accepted = 0
    for made, rng in certificates(backend):
        worth = worths(made.game)
        for _ in range(8):
            number = rng.randrange(len(made.claims))
            changed = with_one_claim(
                made,
                number,
                player=rng.randrange(2),
                at_least=made.claims[number].at_least + rng.randint(-2, 2),
                kind=rng.choice(get_args(Kind)),
            )
            if rng.random() < 0.5:
                changed = attrs.evolve(changed, state=rng.choice(list(worth)))
            if rng.random() < 0.5:
                changed = of_any_positions(changed, list(worth), rng)
            (claim,) = changed.claims
            report = check_certificate(changed)
            if is_true(claim, worth[changed.state]):
                accepted += report.ok
            else:
                assert not report.ok, (made.game, changed.state, claim)
                refused += 1
        if refused >= times:
            break
    assert accepted > 0, "else everything is refused"


def neighbour(game: Any, rng: random.Random) -> Any:
    """Return a game that differs in the moves, the mover or the worth of one state."""
    i = rng.randrange(len(game.edges))
    children = tuple(rng.sample(range(len(game.edges)), rng.randint(0, min(3, len(game.edges)))))
    fields: dict[str, Any] = {"edges": children, "payoff": rng.randint(-3, 3)}
    if hasattr(game, "mover"):
        fields["mover"] = rng.randrange(len(game.players))
    name = rng.choice(sorted(fields))
    rows = getattr(game, name)
    return attrs.evolve(game, **{name: (*rows[:i], fields[name], *rows[i + 1 :])})


@each_backend
def test_rules_under_which_a_claim_is_false_refuse_it(backend: str, times: int) -> None:
    """The certificate of one game is read as that of another, which differs in one state."""
    refused = accepted = 0
    for made, rng in certificates(backend):
        for _ in range(8):
            game = neighbour(made.game, rng)
            worth = worths(game)[made.state]
            report = check_certificate(attrs.evolve(made, game=game))
            if all(is_true(claim, worth) for claim in made.claims):
                accepted += report.ok
            else:
                assert not report.ok, (made.game, game)
                refused += 1
        if refused >= times:
            break
    assert accepted > 0


INSTANCES: list[Any] = [
    *(Nim(heaps=heaps, misere=misere) for heaps in ((1, 2), (2, 3), (1, 2, 3)) for misere in (False, True)),
    *(
        ConnectFour(width, height, length)
        for width, height, length in product((2, 3, 4), (2, 3), (2, 3))
        if length <= max(width, height)
    ),
    *(TicTacToe(rows, columns, 2) for rows, columns in product((2, 3), (2, 3, 4))),
    *(Kalah(pits, seeds) for pits, seeds in product((1, 2), (1, 2, 3))),
    *(Kalah(pits, seeds, empty_capture=False) for pits, seeds in product((1, 2), (2, 3))),
]


def test_another_instance_is_refused_by_name(tmp_path: Path) -> None:
    """However alike two boards are, a certificate in a folder is that of one of them."""
    instances = INSTANCES[::11]
    for i, game in enumerate(instances):
        gamekit.prove(game, backend="python").save(tmp_path / str(i))
    for (i, _), (_, other) in permutations(enumerate(instances), 2):
        with pytest.raises(InputError, match=r"with other parameters: |, not of "):
            check_certificate(tmp_path / str(i), game=other)


@cache
def worth(game: Any, state: Any) -> int:
    """Return what a state is worth to the first player where play cannot go in circles, by trying all moves."""
    payoff = game.outcome(state)
    if payoff is not None:
        return int(payoff)
    best: Any = min if game.to_move(state) else max
    return int(best(worth(game, game.apply(state, move)) for move in game.moves(state)))


@pytest.mark.parametrize("step", cases(quick=[11], release=[3]))
def test_another_board_accepts_nothing_false(step: int) -> None:
    """The rules of any other board are asked about positions that need not be its own."""
    instances = INSTANCES[::step]
    refused = 0
    for game in instances:
        made = gamekit.prove(game, backend="python").certificate()
        for other in instances:
            if other == game:
                continue
            report = check_certificate(attrs.evolve(made, game=other))
            if report.ok:
                assert all(is_true(claim, worth(other, made.state)) for claim in made.claims), (game, other)
            refused += not report.ok
    assert refused > 0
