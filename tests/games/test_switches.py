"""Every game with each of its yes-or-no parameters either way: the symmetry, which a solve tries, holds."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import Any

import attrs
import pytest

import gamekit
from gamekit.game.registry import GAMES, game_class, load_game, registered


def switched() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for name in registered(GAMES):
        cls = game_class(name)
        switches = [field.alias for field in attrs.fields(cls) if field.init and field.type in (bool, "bool")]
        for values in itertools.product((False, True), repeat=len(switches)):
            parameters = {**cls.example, **dict(zip(switches, values, strict=True))}
            if parameters != {
                **{name: attrs.fields_dict(cls)[name].default for name in switches},
                **cls.example,
            }:
                found.append((name, parameters))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "parameters"), switched(), ids=str)
def test_a_solve_with_every_switch_either_way(name: str, parameters: dict[str, Any]) -> None:
    with suppress(gamekit.LimitError):  # comes after the trial of the symmetry
        gamekit.solve(load_game(name, parameters), backend="python", max_states=2000)
