"""Ranks in the generated module: the functions of rankings are copied, and called one after the other.

Large tables are not constants, because these would be compiled into each function that the engine calls. They are
parameters, in entries of 32 bits: two to an int64.
"""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.layout.compiler.syntax import source_of
from gamekit.layout.compiler.tables import array_of
from gamekit.layout.ranking import Placements, Product, Whole
from gamekit.layout.ranking.base import Function


@attrs.frozen
class LargeTable:
    """A table of a ranking that is found in the parameters.

    Attributes:
        part: the index of the ranking in the product.
        name: the name of the argument, and of the table among several.
        place: the index of the parameter at which the table begins.
        entries: the numbers in the table.
    """

    part: int
    name: str
    place: int
    entries: memoryview

    @property
    def end(self) -> int:
        """The index after the last parameter of the table."""
        return self.place + (len(self.entries) + 1) // 2


def tables_of(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the constants and tables of a ranking's functions with their names, one after the other."""
    for name, value in arguments.items():
        if is_named(value):
            yield from ((f"{name}_{part}", table) for part, table in value._asdict().items())
        else:
            yield name, value


def is_named(value: Any) -> bool:
    """Return whether an argument is a named tuple of constants and tables."""
    return isinstance(value, tuple) and hasattr(value, "_fields")


def large_tables(product: Product) -> list[LargeTable]:
    """Return the large tables of a product of rankings, which lie one after the other."""
    tables: list[LargeTable] = []
    for part, ranking in enumerate(product.parts):
        for name, value in tables_of(ranking.arguments):
            if isinstance(value, memoryview):
                tables.append(LargeTable(part, name, tables[-1].end if tables else 0, value))
    return tables


def parameters_of(product: Product) -> NDArray[np.int64]:
    """Return the parameters of the rules, int64: the large tables, or a single 0 if there are none."""
    tables = large_tables(product)
    parameters = np.zeros(tables[-1].end if tables else 1, dtype=np.int64)
    for table in tables:
        parameters[table.place :].view(np.int32)[: len(table.entries)] = table.entries
    return parameters


def ranks(product: Product, *, with_least: bool = False, instructions: Collection[str] = ()) -> str:
    """Return the source of the functions from words to numbers and back, `k_rank` and `k_unrank`.

    With `with_least`, a third function, `k_rank_least`, returns the number of the least image of a word: it ranks the
    first part by `rank_least`. Functions named in `instructions` are not copied. The first argument is the address of
    the parameters. The functions need `k_large`, `item`, `lowest` and `population`.
    """
    places = {(table.part, table.name): table.place for table in large_tables(product)}
    functions: dict[Function, None] = {}
    tables: list[str] = []
    rank = ["    number = 0"]
    rank_least = ["    number = 0"]
    unrank = ["    word = 0"]
    for i, (part, shift) in enumerate(zip(product.parts, product.shifts, strict=True)):
        kind = type(part)
        word = f"word >> {shift} & {(1 << part.bits) - 1}"
        if not isinstance(part, Whole):
            functions.update(dict.fromkeys((*kind.helpers, kind.ranked, kind.unranked)))
            grouped: dict[str, Any] = part.arguments
            texts = {
                name: f"k_large(k_p, {places[i, name]})"
                if (i, name) in places
                else _argument(f"R{i}_{name}", value, tables)
                for name, value in tables_of(part.arguments)
            }
            arguments = {
                name: f"({', '.join(texts[f'{name}_{field}'] for field in value._fields)},)"
                if is_named(value)
                else texts[name]
                for name, value in grouped.items()
            }
            numbered = [
                f"    part = {_call(kind.ranked, word, arguments)}",
                "    if part < 0:",
                "        return -1",
            ]
            rank += numbered
            if with_least and i == 0:
                assert isinstance(part, Placements)
                functions.update(dict.fromkeys((*Placements.least_helpers, Placements.ranked_least)))
                numbered[0] = f"    part = {_call(Placements.ranked_least, word, arguments)}"
            rank_least += numbered
            word, below = "part", _call(kind.unranked, "below", arguments)
        else:
            below = "below"
        for lines in (rank, rank_least):
            lines.append(f"    number = number * {part.size} + ({word})")
        taken = ["    below = number"]
        if i:
            taken = [
                f"    higher = number // {part.size}",
                f"    below = number - higher * {part.size}",
                "    number = higher",
            ]
        unrank[1:1] = [*taken, f"    word |= {below} << {shift}"]
    copied = "".join(
        f"\n\n@k_inline\n{source_of(function)}"
        for function in functions
        if function.__name__ not in instructions
    )
    return "\n".join(
        [
            "from gamekit.layout.ranking.words import CHUNK, CHUNK_MASK, RANK_CHUNK, RANK_CHUNK_MASK\n",
            *(
                [f"from gamekit.layout.compiler.instructions import {', '.join(instructions)}\n"]
                if instructions
                else []
            ),
            *tables,
            copied,
            "\n@k_inline\ndef k_rank(k_p, word):",
            *rank,
            "    return number",
            *(
                ["\n\n@k_function\ndef k_rank_least(k_p, word):", *rank_least, "    return number"]
                if with_least
                else []
            ),
            "\n\n@k_inline\ndef k_unrank(k_p, number):",
            *unrank,
            "    return word\n",
        ]
    )


def _call(function: Function, first: str, arguments: Mapping[str, str]) -> str:
    names = list(inspect.signature(function).parameters)[1:]
    return f"{function.__name__}({', '.join([first, *map(arguments.__getitem__, names)])})"


def _argument(name: str, value: Any, tables: list[str]) -> str:
    if isinstance(value, int):
        return repr(value)
    tables.append(f"{name} = {array_of(value)}")
    return name
