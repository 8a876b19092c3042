"""Instances of a game: how to draw, change, list and shrink its parameters, which follows from their kinds."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Final, cast

import attrs

from gamekit.errors import InputError
from gamekit.game.kinds import Choice, Graph, Grid, Integer, Items, Kind, Level, every_of
from gamekit.game.parameters import as_json, kind_of, parameter_fields, parameter_name
from gamekit.game.protocol import is_defined
from gamekit.game.registry import GAMES, make, name_of_class

TRIES: Final = 1_000
"""How often parameters are drawn that the game refuses, before there is said to be none."""

STEPS: Final = 3
"""How many changes in a row may be refused before the change begins anew."""


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

    A game may know better how to draw and change its instances, by `draw_instance` and `change_instance`. If instances
    are drawn by the former, the parameters that it does not return keep their defaults.

    Args:
        cls: the class of the game.
        fixed: parameters that stay what they are.

    >>> from games.cat_mouse import CatMouse
    >>> instances = instances_of(CatMouse, mouse=1, cat=2, hole=0)
    >>> instances.draw(Random(1), 4)["graph"]
    [[], [2], [1], []]
    """
    name, kinds = _own_kinds(cast(Any, cls))
    kinds = {**kinds, **{name: Choice((value,)) for name, value in fixed.items()}}
    drawn = cls.draw_instance if is_defined(cls, "draw_instance") else None

    def accept(values: dict[str, Any]) -> Any:
        if any(values[name] != value for name, value in fixed.items()):
            raise InputError("a parameter that is fixed has changed")
        return make(GAMES, cls, values, name)

    def changed(values: dict[str, Any], random: Random) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], accept(values).change_instance(random))

    return Instances(kinds, accept, name, drawn, changed if is_defined(cls, "change_instance") else None)


@lru_cache(maxsize=16)
def _own_kinds(cls: Any) -> tuple[str, Mapping[str, Kind]]:
    """Return the name of a game and the kinds of its parameters, which take longer to find out than to use."""
    fields = parameter_fields(cls)
    hints = typing.get_type_hints(cls) if fields else {}
    is_drawn = is_defined(cls, "draw_instance")
    return name_of_class(GAMES, cls), {
        parameter_name(field): Choice((as_json(field.default),))
        if is_drawn and field.default is not attrs.NOTHING
        else _kind(field, hints[field.name], cls.example)
        for field in fields
    }


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
