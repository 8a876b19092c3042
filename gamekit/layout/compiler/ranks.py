"""Ranks in the generated module: the functions of rankings are copied, and called one after the other."""

from __future__ import annotations

from gamekit.layout.compiler.syntax import source_of
from gamekit.layout.compiler.tables import array_of
from gamekit.layout.ranking import Product, Whole
from gamekit.layout.ranking.base import Argument, Function


def ranks(product: Product) -> str:
    """Return the functions from words to numbers and back, `k_rank` and `k_unrank`.

    They need `item`, `lowest` and `population`.
    """
    functions: dict[Function, None] = {}
    tables: list[str] = []
    rank = ["    number = 0"]
    unrank = ["    word = 0"]
    for i, (part, shift) in enumerate(zip(product.parts, product.shifts, strict=True)):
        kind = type(part)
        word = f"word >> {shift} & {(1 << part.bits) - 1}"
        if not isinstance(part, Whole):
            functions.update(dict.fromkeys((*kind.helpers, kind.ranked, kind.unranked)))
            arguments = [_argument(f"R{i}_{name}", value, tables) for name, value in part.arguments.items()]
            rank.append(f"    part = {kind.ranked.__name__}({', '.join([word, *arguments])})")
            rank += ["    if part < 0:", "        return -1"]
            word = "part"
            below = f"{kind.unranked.__name__}({', '.join(['below', *arguments])})"
        else:
            below = "below"
        rank.append(f"    number = number * {part.size} + ({word})")
        taken = ["    below = number"]
        if i:
            taken = [
                f"    higher = number // {part.size}",
                f"    below = number - higher * {part.size}",
                "    number = higher",
            ]
        unrank[1:1] = [*taken, f"    word |= {below} << {shift}"]
    copied = "".join(f"\n\n@k_inline\n{source_of(function)}" for function in functions)
    return "\n".join(
        [
            *tables,
            copied,
            "\n@k_inline\ndef k_rank(word):",
            *rank,
            "    return number",
            "\n\n@k_inline\ndef k_unrank(number):",
            *unrank,
            "    return word\n",
        ]
    )


def _argument(name: str, value: Argument, tables: list[str]) -> str:
    """Return a constant as it is; define a table, and return its name."""
    if isinstance(value, int):
        return repr(value)
    tables.append(f"{name} = {array_of(value)}")
    return name
