"""A device of this processor where gamekit looks for a graphics card, and what it is compared to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gamekit
from gamekit import UnsupportedError
from gamekit.device import choice
from gamekit.device.host import Host
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.retrograde.solve import Solved
from support.naive import naive_results


def put_card(monkeypatch: pytest.MonkeyPatch, *, memory: int = 1 << 33, large: int = choice.LARGE) -> Host:
    """Let a `Host` be the card of this machine, which solves games of `large` states and more without being asked."""
    card = Host(seed=1, memory=memory, name="a card")
    monkeypatch.setattr(choice, "card", lambda *_: card)
    monkeypatch.setattr(choice, "_is_found", lambda: True)
    monkeypatch.setattr(choice, "LARGE", large)
    return card


def solved_here(game: Any, **options: Any) -> Any:
    """Solve random rules by this processor, to which a device is compared; skip the test if that is not supported."""
    try:
        return gamekit.solve(game, device="cpu", **options)
    except UnsupportedError:
        pytest.skip("its turn limit is not supported")


def results(solved: Solved) -> dict[int, tuple[int, int | None]]:
    """Return the result of each code that has a state."""
    state = solved.state
    everything = slice(0, state.places)
    codes, values, plies = state.codes(everything), state.values(everything), state.remoteness(everything)
    never = np.iinfo(plies.dtype).max
    rows = zip(codes.tolist(), values.tolist(), plies.tolist(), strict=True)
    return {code: (value, None if n == never else n) for code, value, n in rows if value != NO_STATE}


def assert_right(game: Any, solved: Solved) -> int:
    """Assert that all states that play reaches have the results that the definition says; return their number."""
    arena, found = gamekit.explore(game), results(solved)
    for i, ((payoff, plies), state) in enumerate(zip(naive_results(arena), arena.states, strict=True)):
        seen = -payoff if solved.batch.from_movers_view and arena.mover[i] == 1 else payoff
        assert found[game.encode(state)] == (seen, plies), (game, state)
    return len(arena)
