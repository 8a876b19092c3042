"""Every operator of the rules' subset means what it means in Python, or is refused, in all builds of the rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.expressions import EDGES, EXPRESSIONS, UndefinedError, game_of, meaning

from gamekit.layout.compiler.build import build, interpreted_build

Numbers = Callable[[int], int]
"""From a code to the number of its state."""


def order(compiled: Any) -> Numbers:
    """Return the order of compiled rules, as machine code where they are."""
    from gamekit.engine.codes.jit import compiled as of_machine

    function, parameters = compiled.rules.order, compiled.rules.parameters
    if function.__module__.startswith("rules_"):
        function = of_machine(function, writes=False)
    return lambda code: int(function(code, parameters))


def assert_all_mean_the_same(
    expressions: Sequence[str], pairs: Sequence[tuple[int, int]], *, is_machine: bool
) -> None:
    with TemporaryDirectory() as folder:
        game = game_of(expressions, Path(folder))
        looking = {"interpreted": order(interpreted_build(game))}
        if is_machine:
            looking["checked"], quick = order(build(game, is_checked=True)), order(build(game))
        names = {**game.order.__globals__, "self": game}
        start = game.initial_state()
        for which, expression in enumerate(expressions):
            for i, j in pairs:
                state = (which, i, j, *start[3:])
                code, view = game.encode(state), game._views.of(state)
                what = f"{expression} for a={EDGES[i]}, b={EDGES[j]}"
                try:
                    right = meaning(expression, {**names, "s": view, "a": EDGES[i], "b": EDGES[j]})
                except UndefinedError:
                    for build_name, number in looking.items():
                        with pytest.raises(IndexError) as error:
                            pytest.fail(f"{build_name}: {what} is {number(code)}")
                        assert len(error.value.args) == 3, what
                    continue
                assert game.order_of(state) == right, what
                for build_name, number in looking.items():
                    assert number(code) == right, f"{build_name}: {what}"
                if is_machine:
                    assert quick(code) == right, f"quick: {what}"


PAIRS = [(i, j) for i in range(len(EDGES)) for j in range(len(EDGES))]


@given(st.lists(EXPRESSIONS, min_size=10, max_size=10), st.randoms(use_true_random=False))
@settings(max_examples=3)
def test_the_interpreted_build_means_what_python_means(expressions: list[str], rng: random.Random) -> None:
    assert_all_mean_the_same(expressions, rng.sample(PAIRS, 30), is_machine=False)


@pytest.mark.slow
@given(st.lists(EXPRESSIONS, min_size=40, max_size=40))
@settings(max_examples=5)
def test_all_builds_mean_what_python_means(expressions: list[str]) -> None:
    assert_all_mean_the_same(expressions, PAIRS, is_machine=True)
