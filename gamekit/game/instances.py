"""Instances of a game: how to draw, change, list and shrink its parameters, which follows from their kinds.

A value has a size: that of a list or a graph is how many entries it has, that of an integer how far it is from the
simplest one. Several values are as large as the largest of them.
"""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any, Final, Protocol

import attrs

from gamekit.errors import InputError
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.parameters import as_json, kind_of, parameter_fields, parameter_name
from gamekit.game.registry import GAMES, make, name_of_class

TRIES: Final = 1_000
"""How often parameters are drawn that the game refuses, before there is said to be none."""

STEPS: Final = 3
"""How many changes in a row may be refused before the change begins anew."""


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
    high: int | None = None

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
        value = max(value, self.low)
        return value if self.high is None else min(value, self.high)


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
    most: int | None = None
    is_text: bool = False

    def draw(self, random: Random, size: int) -> Any:
        longest = size if self.most is None else min(size, self.most)
        reach = random.choice((2, size, 10 * size))
        length = random.randint(self.least, max(self.least, longest))
        return self._made([self.item.draw(random, reach) for _ in range(length)])

    def change(self, value: Any, random: Random) -> Any:
        items = [*value]
        i, way = random.randrange(len(items) + 1), random.random()
        if way < 0.15 and (self.most is None or len(items) < self.most):
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
        for length in range(self.least, min(size, size if self.most is None else self.most) + 1):
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
    most: int | None = None

    def draw(self, random: Random, size: int) -> list[list[int]]:
        size = max(self.named, 1, size if self.most is None else min(size, self.most))
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
        if node >= min(size, size if self.most is None else self.most):
            return None
        if self.named and random.random() < 0.5:
            neighbours = [random.randrange(self.named)]
        else:
            neighbours = [random.randrange(node) for _ in range(random.randint(1, 4))]
        return neighbours_of(node + 1, _edges(value) | {(other, node) for other in neighbours})

    def every(self, size: int) -> Iterator[list[list[int]]]:
        if size < self.named or (self.most is not None and size > self.most):
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
    longest: int | None = None

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
        is_short = self.longest is None or max(rows, columns) <= self.longest
        return is_short and rows * columns >= max(1, len(self.once))


@attrs.frozen
class Instances:
    """The instances of a game, or the inputs of a problem: values by name, and what is refused.

    Attributes:
        kinds: the kind of each value.
        accept: a function that raises an `InputError` if values do not fit together.
        what: what the values are of, in messages.
        drawn: a function that draws values in place of the kinds, if there is one.
        changed: a function that changes values, if there is one.

    >>> from games.nim import Nim
    >>> list(instances_of(Nim, misere=False).smaller({"heaps": [0, 2], "misere": False}))[0]
    {'heaps': [2], 'misere': False}
    """

    kinds: Mapping[str, Kind]
    accept: Callable[[dict[str, Any]], object]
    what: str
    drawn: Callable[[Random, int], Mapping[str, Any]] | None = None
    changed: Callable[[dict[str, Any], Random], Mapping[str, Any]] | None = None

    def draw(self, random: Random, size: int) -> dict[str, Any]:
        """Return values of at most this size.

        Raises:
            InputError: none of many that were drawn is accepted.
        """
        for _ in range(TRIES):
            values = {name: kind.draw(random, size) for name, kind in self.kinds.items()}
            if self.drawn is not None:
                values |= self.drawn(random, size)
            if self.accepts(values):
                return values
        raise InputError(
            f"{self.what} accepts none of {TRIES:,} instances of size {size} that were drawn; take another size"
        )

    def change(self, values: dict[str, Any], random: Random) -> dict[str, Any]:
        """Return values that differ a little from these; the same ones if every change tried is refused."""
        other = values
        for step in range(TRIES if self.kinds else 0):
            if step % STEPS == 0:
                other = values
            if self.changed is not None and (other is values or self.drawn is not None):
                other = {**values, **self.changed(values, random)}
            else:
                name = random.choice([*self.kinds])
                other = {**other, name: self.kinds[name].change(other[name], random)}
            if other != values and self.accepts(other):
                return other
        return values

    def grown(self, values: dict[str, Any], random: Random, size: int) -> dict[str, Any] | None:
        """Return values of which a graph or a grid is a little larger, at most of this size; None if there are none."""
        growing = [name for name, kind in self.kinds.items() if isinstance(kind, Graph | Grid)]
        for _ in range(TRIES if growing else 0):
            name = random.choice(growing)
            kind: Any = self.kinds[name]
            other = {**values, name: kind.grown(values[name], random, size)}
            if other[name] is not None and self.accepts(other):
                return other
        return None

    def every(self, size: int) -> Iterator[dict[str, Any]]:
        """Yield all values of exactly this size; those that differ only in an order without a meaning may be left out.

        There may be so many that nobody can wait for the last of them.
        """
        for entries in every_of([*self.kinds.values()], size):
            values = dict(zip(self.kinds, entries, strict=True))
            if self.accepts(values):
                yield values

    def smaller(self, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield values that are a little smaller; what is refused is made smaller once more, as for lists in pairs."""
        refused = []
        for other in self._smaller(values):
            if self.accepts(other):
                yield other
            else:
                refused.append(other)
        for one in refused:
            yield from (other for other in self._smaller(one) if self.accepts(other))

    def _smaller(self, values: dict[str, Any]) -> Iterator[dict[str, Any]]:
        for name, kind in self.kinds.items():
            yield from ({**values, name: value} for value in kind.smaller(values[name]))

    def accepts(self, values: dict[str, Any]) -> bool:
        """Return whether values fit together."""
        try:
            self.accept(values)
        except InputError:
            return False
        return True


def instances_of(cls: type[Any], **fixed: Any) -> Instances:
    """Return the instances of a game, by the kinds of its parameters.

    A game may know better how to draw and change its instances: by a class method `draw_instance(random, size)`, and by
    a method `change_instance(random)`, which return parameters as JSON has them, or some of them. If instances are so
    drawn, the other parameters keep their defaults.

    Args:
        cls: the class of the game.
        fixed: parameters that stay what they are.

    >>> from games.cat_mouse import CatMouse
    >>> instances = instances_of(CatMouse, mouse=1, cat=2, hole=0)
    >>> instances.draw(Random(1), 4)["graph"]
    [[], [2], [1], []]
    """
    name = name_of_class(GAMES, cls)
    fields = parameter_fields(cls)
    hints = typing.get_type_hints(cls) if fields else {}
    drawn = getattr(cls, "draw_instance", None)
    kinds: dict[str, Kind] = {
        parameter_name(field): Choice((as_json(field.default),))
        if drawn is not None and field.default is not attrs.NOTHING
        else _kind(field, hints[field.name], cls.example)
        for field in fields
    }
    kinds |= {name: Choice((value,)) for name, value in fixed.items()}

    def accept(values: dict[str, Any]) -> Any:
        if any(values[name] != value for name, value in fixed.items()):
            raise InputError("a parameter that is fixed has changed")
        return make(GAMES, cls, values, name)

    change_instance = getattr(cls, "change_instance", None)

    def changed(values: dict[str, Any], random: Random) -> Mapping[str, Any]:
        return change_instance(accept(values), random) if change_instance else {}

    return Instances(kinds, accept, name, drawn, changed if change_instance else None)


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


def _kind(field: attrs.Attribute[Any], hint: Any, example: Mapping[str, Any]) -> Kind:
    """Return the kind of a parameter, by its editor, its limits and its type."""
    limits = field.metadata.get("limits", (0,))
    editor, generic, arguments = field.metadata.get("editor"), kind_of(hint), typing.get_args(hint)
    if editor == "graph":
        return Graph()
    if editor == "grid":
        return Grid(field.metadata["signs"], field.metadata.get("once", ""))
    if hint is int:
        return Integer(*limits)
    if hint is bool:
        return Choice((False, True))
    if generic == "enum":
        return Choice(arguments)
    if generic == "list" and arguments[0] is int:
        return Items(Integer(*limits))
    default = None if field.default is attrs.NOTHING else field.default
    value = as_json(example.get(parameter_name(field), default))
    return Level((value,)) if isinstance(value, str) and value else Choice((value,))


def _edges(graph: list[list[int]]) -> set[tuple[int, int]]:
    return {(i, j) for i, row in enumerate(graph) for j in row if i < j}


def _rows(signs: Sequence[str], columns: int) -> list[str]:
    return ["".join(signs[i : i + columns]) for i in range(0, len(signs), columns)]


def _turned(rows: Sequence[str]) -> list[str]:
    return ["".join(column) for column in zip(*rows, strict=True)]
