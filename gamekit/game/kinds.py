"""Kinds of values: how to draw, change, list and shrink the parameters of a game, or the input of a problem.

A value has a size: that of a list or a graph is how many entries it has, that of an integer how far it is from the
simplest one. Several values are as large as the largest of them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any, Protocol

import attrs

from gamekit.game.board_parameters import neighbours_of


class Kind(Protocol):
    """The kind of a value: what it may be, and which of these are larger than others."""

    def draw(self, random: Random, size: int) -> Any:
        """Return a value of at most this size."""

    def change(self, value: Any, random: Random) -> Any:
        """Return a value that differs a little from this one."""

    def every(self, size: int) -> Iterator[Any]:
        """Yield every value of exactly this size, which is at least 1."""

    def smaller(self, value: Any) -> Iterator[Any]:
        """Yield values that are a little smaller, the smallest first."""


@attrs.frozen
class Integer:
    """Integers from `low` to `high`; the simplest, of size 1, is the one nearest to 0.

    >>> [list(Integer(-5, 5).every(size)) for size in (1, 2)]
    [[0], [1, -1]]
    """

    low: int = 0
    high: int = sys.maxsize

    def draw(self, random: Random, size: int) -> int:
        reach = max(size, 1) - 1
        origin = self._bounded(0)
        return random.randint(self._bounded(origin - reach), self._bounded(origin + reach))

    def change(self, value: int, random: Random) -> int:
        return self._bounded(value + random.choice((-2, -1, -1, 1, 1, 2)))

    def every(self, size: int) -> Iterator[int]:
        origin = self._bounded(0)
        ends = dict.fromkeys((origin + size - 1, origin - size + 1))
        return (value for value in ends if value == self._bounded(value))

    def smaller(self, value: int) -> Iterator[int]:
        origin = self._bounded(0)
        half, near = origin + int((value - origin) / 2), value + (1 if value < origin else -1)
        return (other for other in dict.fromkeys((origin, half, near)) if value != origin)

    def _bounded(self, value: int) -> int:
        return min(max(value, self.low), self.high)


@attrs.frozen
class Choice:
    """One of some values, the simplest first; all of them have size 1.

    >>> list(Choice((False, True)).smaller(True))
    [False]
    """

    values: Sequence[Any]

    def draw(self, random: Random, size: int) -> Any:
        return random.choice(self.values)

    def change(self, value: Any, random: Random) -> Any:
        return random.choice([other for other in self.values if other != value] or [value])

    def every(self, size: int) -> Iterator[Any]:
        return iter(self.values if size == 1 else ())

    def smaller(self, value: Any) -> Iterator[Any]:
        return iter(self.values[: self.values.index(value)] if value in self.values else ())


class Level(Choice):
    """A text that is one of some at first, since its kind says too little; two of its signs may change places."""

    def change(self, value: str, random: Random) -> str:
        signs = [*value]
        i, j = random.randrange(len(signs)), random.randrange(len(signs))
        signs[i], signs[j] = signs[j], signs[i]
        return "".join(signs)


@attrs.frozen
class Items:
    """Lists of values of a kind; or texts, if the values are signs.

    >>> list(Items(Integer(1, 9), least=2).smaller([1, 3, 1]))
    [[3, 1], [1, 1], [1, 3], [1, 1, 1], [1, 2, 1]]
    >>> list(Items(Choice("+-"), is_text=True).every(2))
    ['++', '+-', '-+', '--']
    """

    item: Kind
    least: int = 1
    most: int = sys.maxsize
    is_text: bool = False

    def draw(self, random: Random, size: int) -> Any:
        reach = random.choice((2, size, 10 * size))
        length = random.randint(self.least, max(self.least, min(size, self.most)))
        return self._made([self.item.draw(random, reach) for _ in range(length)])

    def change(self, value: Any, random: Random) -> Any:
        items = [*value]
        i, way = random.randrange(len(items) + 1), random.random()
        if way < 0.15 and len(items) < self.most:
            items.insert(i, items[i - 1] if items else self.item.draw(random, 2))
        elif items and way < 0.3 and len(items) > self.least:
            del items[i - 1]
        elif items and way < 0.5:
            j = random.randrange(len(items))
            items[i - 1], items[j] = items[j], items[i - 1]
        elif items:
            items[i - 1] = self.item.change(items[i - 1], random)
        return self._made(items)

    def every(self, size: int) -> Iterator[Any]:
        for length in range(self.least, min(size, self.most) + 1):
            for items in every_of([self.item] * length, size, reached=length == size):
                yield self._made(items)

    def smaller(self, value: Any) -> Iterator[Any]:
        if len(value) > self.least:
            yield from (self._made([*value[:i], *value[i + 1 :]]) for i in range(len(value)))
        for i, item in enumerate(value):
            for other in self.item.smaller(item):
                yield self._made([*value[:i], other, *value[i + 1 :]])

    def _made(self, items: Sequence[Any]) -> Any:
        return "".join(items) if self.is_text else list(items)


@attrs.frozen
class Graph:
    """Undirected graphs without loops: the neighbours of each node.

    Attributes:
        named: how many nodes at the beginning have a meaning. Of graphs that differ only in the order of the others,
            `every` yields few.
        most: the most nodes there may be.

    >>> len(list(Graph().every(3))), len(list(Graph(named=3).every(3)))
    (4, 8)
    """

    named: int = 0
    most: int = sys.maxsize

    def draw(self, random: Random, size: int) -> list[list[int]]:
        size = max(self.named, 1, min(size, self.most))
        density = random.uniform(0.1, 0.9)
        pairs = combinations(range(size), 2)
        return neighbours_of(size, {pair for pair in pairs if random.random() < density})

    def change(self, value: list[list[int]], random: Random) -> list[list[int]]:
        if len(value) < 2:
            return value
        edges = _edges(value)
        for _ in range(random.choice((1, 1, 2))):
            i, j = sorted(random.sample(range(len(value)), 2))
            edges ^= {(i, j)}
        return neighbours_of(len(value), edges)

    def grown(self, value: list[list[int]], random: Random, size: int) -> list[list[int]] | None:
        """Return the graph with one more node; None if it then exceeds a size.

        The node has a few neighbours, or is a way to a node that has a meaning, which is then farther from the others.
        """
        node = len(value)
        if node >= min(size, self.most):
            return None
        if self.named and random.random() < 0.5:
            neighbours = [random.randrange(self.named)]
        else:
            neighbours = [random.randrange(node) for _ in range(random.randint(1, 4))]
        return neighbours_of(node + 1, _edges(value) | {(other, node) for other in neighbours})

    def every(self, size: int) -> Iterator[list[list[int]]]:
        if not self.named <= size <= self.most:
            return
        pairs = list(combinations(range(size), 2))
        for chosen in product((False, True), repeat=len(pairs)):
            graph = neighbours_of(
                size, {pair for pair, is_edge in zip(pairs, chosen, strict=True) if is_edge}
            )
            keys = [(len(row), [node for node in row if node < self.named]) for row in graph[self.named :]]
            if all(key <= after for key, after in pairwise(keys)):
                yield graph

    def smaller(self, value: list[list[int]]) -> Iterator[list[list[int]]]:
        if len(value) > max(self.named, 1):
            for node in range(len(value)):
                rows = [row for other, row in enumerate(value) if other != node]
                yield [[other - (other > node) for other in row if other != node] for row in rows]
        edges = _edges(value)
        yield from (neighbours_of(len(value), edges - {edge}) for edge in sorted(edges))


@attrs.frozen
class Grid:
    """Grids of signs; those that occur `once` stand in every grid. The size of a grid is how many cells it has.

    >>> list(Grid("#.M", once="M").every(2))
    [['M', '#'], ['M', '.'], ['#', 'M'], ['.', 'M'], ['M#'], ['M.'], ['#M'], ['.M']]
    """

    signs: str
    once: str = ""
    longest: int = sys.maxsize

    @property
    def ground(self) -> str:
        """The signs that may occur any number of times."""
        return "".join(sign for sign in self.signs if sign not in self.once)

    def draw(self, random: Random, size: int) -> list[str]:
        cells = max(size, len(self.once), 1)
        shapes = [(rows, columns) for rows in range(1, cells + 1) for columns in range(1, cells // rows + 1)]
        rows, columns = random.choice([shape for shape in shapes if self._fits(*shape)])
        weights = [random.random() ** 2 for _ in self.ground]
        signs = random.choices(self.ground, weights, k=rows * columns)
        for sign, cell in zip(self.once, random.sample(range(len(signs)), len(self.once)), strict=True):
            signs[cell] = sign
        return _rows(signs, columns)

    def change(self, value: list[str], random: Random) -> list[str]:
        signs = [*"".join(value)]
        i, j = random.randrange(len(signs)), random.randrange(len(signs))
        if random.random() < 0.5 or signs[i] in self.once:
            signs[i], signs[j] = signs[j], signs[i]
        else:
            signs[i] = random.choice(self.ground)
        return _rows(signs, len(value[0]))

    def grown(self, value: list[str], random: Random, size: int) -> list[str] | None:
        """Return the grid with a row or a column twice; None if it then exceeds a size."""
        rows = _turned(value) if (turned := random.random() < 0.5) else value
        i = random.randrange(len(rows))
        copy = "".join(random.choice(self.ground) if sign in self.once else sign for sign in rows[i])
        rows = [*rows[:i], copy, *rows[i:]]
        is_small = self._fits(len(rows), len(copy)) and len(rows) * len(copy) <= size
        return (_turned(rows) if turned else rows) if is_small else None

    def every(self, size: int) -> Iterator[list[str]]:
        for columns in range(1, size + 1):
            if size % columns or not self._fits(size // columns, columns):
                continue
            for places in permutations(range(size), len(self.once)):
                for ground in product(self.ground, repeat=size - len(self.once)):
                    signs = [*ground]
                    for place, sign in sorted(zip(places, self.once, strict=True)):
                        signs.insert(place, sign)
                    yield _rows(signs, columns)

    def smaller(self, value: list[str]) -> Iterator[list[str]]:
        for rows, turned in ((value, False), (_turned(value), True)):
            for i in range(len(rows) if len(rows) > 1 else 0):
                left = [*rows[:i], *rows[i + 1 :]]
                yield _turned(left) if turned else left
        signs = "".join(value)
        for i, sign in enumerate(signs):
            if sign in self.ground:
                for other in self.ground[: self.ground.index(sign)]:
                    yield _rows(signs[:i] + other + signs[i + 1 :], len(value[0]))

    def _fits(self, rows: int, columns: int) -> bool:
        return max(rows, columns) <= self.longest and rows * columns >= max(1, len(self.once))


def size_of(value: Any) -> int:
    """Return the size of a value of any kind, at least 1.

    >>> size_of([[1], [0], []]), size_of(["..", "M."]), size_of(-5), size_of(False)
    (3, 4, 5, 1)
    """
    if isinstance(value, int):
        return abs(value) or 1
    return sum(len(item) if isinstance(item, str) else 1 for item in value or "") or 1


def every_of(kinds: Sequence[Kind], size: int, *, reached: bool = False) -> Iterator[tuple[Any, ...]]:
    """Yield every choice of a value of each kind, none larger than a size, and one of that size.

    Args:
        kinds: the kinds.
        size: the size.
        reached: whether something beside them is as large as that already.

    >>> list(every_of([Integer(1), Integer(1)], 2))
    [(1, 2), (2, 1), (2, 2)]
    """
    if not kinds:
        yield from [()] if reached else []
        return
    for part in range(1, size + 1):
        for value in kinds[0].every(part):
            for rest in every_of(kinds[1:], size, reached=reached or part == size):
                yield (value, *rest)


def _edges(graph: list[list[int]]) -> set[tuple[int, int]]:
    return {(i, j) for i, row in enumerate(graph) for j in row if i < j}


def _rows(signs: Sequence[str], columns: int) -> list[str]:
    return ["".join(signs[i : i + columns]) for i in range(0, len(signs), columns)]


def _turned(rows: Sequence[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]
