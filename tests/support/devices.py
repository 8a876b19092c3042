"""A device of this processor where gamekit looks for a graphics card, and what it is compared to."""

from __future__ import annotations

from typing import Any

import pytest

import gamekit
from gamekit import UnsupportedError
from gamekit.device import choice
from gamekit.device.host import Host


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
