"""Random games that name tiers: parts of a random graph that play never returns to."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import attrs
import networkx as nx

import gamekit
from gamekit.game.compiled import CompiledRules
from support.compiled_graph_game import CompiledGraphGame, ListedCompiledGraphGame, MirroredGraphGame
from support.graph_game import GraphGame, random_game
from support.random_games import random_compiled_game


def tier(code, parameters):
    """Return the tier of a state; the tiers of all states are the last parameters."""
    return parameters[len(parameters) - parameters[0] + code // parameters[1]]


class _Tiers:
    """Adds tiers to the compiled rules of a game on a graph."""

    tiers: tuple[int, ...]

    def tier(self, state: Any) -> int:
        return self.tiers[state[0] if isinstance(state, tuple) else state]

    def compiled_rules(self) -> CompiledRules:
        rules = super().compiled_rules()  # type: ignore[misc]
        return attrs.evolve(rules, parameters=[*rules.parameters, *self.tiers], tier=tier)


@attrs.frozen
class TieredGraphGame(_Tiers, CompiledGraphGame):
    """A game on a graph."""

    tiers: tuple[int, ...] = attrs.field(default=(), kw_only=True)


class ListedTieredGraphGame(TieredGraphGame):
    """The same, listing its states."""

    def states(self) -> Iterable[int]:
        return range(len(self.edges))


@attrs.frozen
class MirroredTieredGraphGame(_Tiers, MirroredGraphGame):
    """The same from the mover's view."""

    tiers: tuple[int, ...] = attrs.field(default=(), kw_only=True)


KINDS = {
    CompiledGraphGame: TieredGraphGame,
    ListedCompiledGraphGame: ListedTieredGraphGame,
    MirroredGraphGame: MirroredTieredGraphGame,
}


def random_tiered_game(rng: random.Random) -> Any:
    """Return a game of two tiers at least: unions of strongly connected components, numbered in any order."""
    while True:
        game = random_compiled_game(rng)
        fields = {field.name: getattr(game, field.name) for field in attrs.fields(type(game))}
        tiered = KINDS[type(game)](**fields, tiers=random_tiers(game.edges, rng))
        if has_several(tiered):
            return tiered


def has_several(game: Any) -> bool:
    """Return whether the states of a game are in several tiers."""
    return len(set(map(game.tier, gamekit.explore(game).states))) > 1


def random_tiers(edges: Any, rng: random.Random) -> tuple[int, ...]:
    graph = nx.DiGraph([(i, j) for i, row in enumerate(edges) for j in row])
    graph.add_nodes_from(range(len(edges)))
    components = nx.condensation(graph)
    numbers, tier_of = [0], {}
    for component in nx.topological_sort(components):
        if rng.random() < 0.5:
            numbers.append(len(numbers))
        for state in components.nodes[component]["members"]:
            tier_of[state] = numbers[-1]
    if rng.random() < 0.5:
        rng.shuffle(numbers)
    return tuple(numbers[tier_of[state]] for state in range(len(edges)))


@attrs.frozen
class TieredGame(GraphGame):
    """A game on a graph, of which the tier of each state is given."""

    tiers: tuple[Any, ...] = attrs.field(default=(), kw_only=True)

    def tier(self, state: int) -> int:
        return self.tiers[state]


def random_plain_tiered_game(rng: random.Random) -> TieredGame:
    """Return the same for plain rules."""
    while True:
        game = random_game(rng)
        fields = {field.name: getattr(game, field.name) for field in attrs.fields(type(game))}
        tiered = TieredGame(**fields | {"turn_limit": None}, tiers=random_tiers(game.edges, rng))
        if has_several(tiered):
            return tiered


def path_of(tiers: tuple[int, ...], **options: Any) -> TieredGraphGame:
    """Return a game in which a token goes along a path, or may stop two steps before its end."""
    edges = (*((i + 1,) for i in range(len(tiers) - 3)), (len(tiers) - 2, len(tiers) - 1), (), ())
    return TieredGraphGame(
        edges=edges,
        mover=tuple(i % 2 for i in range(len(tiers))),
        payoff=(0,) * (len(tiers) - 2) + (1, -1),
        tiers=tiers,
        **options,
    )


class _Phases:
    """Adds conversions: moves between tiers of which one is even and the other odd."""

    def converts(self, tier: int, after: int) -> bool:
        return (tier - after) % 2 == 1


class ConvertedGame(_Phases, TieredGame):
    """A game on a graph, by plain rules."""


class ConvertedGraphGame(_Phases, TieredGraphGame):
    """A game on a graph, by compiled rules, too."""


class ConvertedListedGame(_Phases, ListedTieredGraphGame):
    """The same, listing its states."""


class ConvertedMirroredGame(_Phases, MirroredTieredGraphGame):
    """The same from the mover's view."""


CONVERTED = {
    TieredGame: ConvertedGame,
    TieredGraphGame: ConvertedGraphGame,
    ListedTieredGraphGame: ConvertedListedGame,
    MirroredTieredGraphGame: ConvertedMirroredGame,
}


def with_conversions(game: Any) -> Any:
    """Return a game that names tiers with conversions between some of them."""
    return CONVERTED[type(game)](
        **{field.name: getattr(game, field.name) for field in attrs.fields(type(game))}
    )
