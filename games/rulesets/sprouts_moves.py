"""Moves of Sprouts in words, and the curves that make them: spots are told by their ends, or by a letter."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import lru_cache
from string import ascii_letters
from typing import Final, NamedTuple

from .sprouts_canonical import canonical_text
from .sprouts_names import are_named, named_curves_in, read_named
from .sprouts_regions import Curve, moves_in, parsed, simplest, written

KINDS: Final = {"0": "free spot", "1": "spot with one end", "2": "spot with two ends"}
"""The kinds of spots that the picture gives no letter, by their signs; a letter would be another one after a move."""


class Move(NamedTuple):
    """A curve: its name, where its ends are on the drawing, and the position that it leaves."""

    name: str
    ends: tuple[str, str]
    option: str


def lettered(position: str) -> tuple[list[list[str]], dict[str, str]]:
    """Return the regions with a letter for every spot, and the signs for which new letters stand.

    >>> lettered("0.a1a2")
    ([['b', 'acad']], {'b': '0', 'c': '1', 'd': '2'})
    """
    all_letters: list[str] = [*ascii_letters, *map(chr, range(0x100, 0x1000))]
    unused = [letter for letter in all_letters if letter not in position]
    signs = dict(zip(unused, re.findall("[0-2]", position), strict=False))
    letters = iter(signs)
    text = re.sub("[0-2]", lambda _: next(letters), position)
    return [region.split(".") for region in text.split("|") if region], signs


def all_moves(position: str) -> Iterator[Move]:
    """Yield every move; several may leave the same position, and have the same name."""
    regions, signs = lettered(position)
    for i, region in enumerate(regions):
        for ((one, two), side, _), option in curves_in(position, i):
            a, b = (region[k][j] for k, j in (one, two))
            name = f"loop at {_listed({a}, signs)}" if a == b else f"join {_listed({a, b}, signs)}"
            inside = {region[k][j] for k, j in side}
            around = min(inside, {*"".join(region)} - {a, b} - inside, key=len)
            if around and one[0] == two[0]:
                name += f", around {_listed(around, signs)}"
            yield Move(name, (f"{i} {a}", f"{i} {b}"), option)


def curves_in(position: str, i: int) -> Iterator[tuple[Curve, str]]:
    """Yield each curve in the region of number i, and the position that it leaves, with names if there are some now."""
    if are_named(position):
        for curve in named_curves_in(read_named(position), i):
            yield curve, written(curve.after)
    else:
        for curve in moves_in(parsed(position), i):
            yield curve, canonical_text(written(simplest(curve.after)))


def _listed(spots: set[str], signs: dict[str, str]) -> str:
    """Return spots in words, such as a and 2 free spots; a letter is that of a spot on two sides."""
    counts = Counter(signs[spot] for spot in spots if spot in signs)
    words = sorted(spot for spot in spots if spot not in signs)
    words += [
        f"{'a' if number == 1 else number} {kind.replace('spot', 'spot' if number == 1 else 'spots')}"
        for sign, kind in KINDS.items()
        if (number := counts[sign])
    ]
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))


@lru_cache(maxsize=64)  # a page asks for the name and the gesture of every move of a position
def moves_of(position: str) -> dict[str, Move]:
    """Return the first move that leads to each option, by the option; no two have the same name."""
    moves: dict[str, Move] = {}
    for move in all_moves(position):
        if move.option not in moves:
            names = {other.name for other in moves.values()}
            in_region = f"{move.name} in region {int(move.ends[0].split()[0]) + 1}"
            other_way = f"{in_region}, the other way round"
            choice = (move.name, in_region, other_way, f"{move.name}, leaving {move.option or 'nothing'}")
            moves[move.option] = move._replace(name=next(name for name in choice if name not in names))
    return moves


@lru_cache(maxsize=64)
def ways_of(position: str) -> dict[str, dict[tuple[str, str], str]]:
    """Return the curves that lead to each option, by the option: the name of each by its ends, from either one."""
    moves, named = list(all_moves(position)), defaultdict[tuple[str, frozenset[str]], set[str]](set)
    for move in moves:
        named[move.name, frozenset(move.ends)].add(move.option)
    ways = {
        option: dict.fromkeys((move.ends, move.ends[::-1]), move.name)
        for option, move in moves_of(position).items()
    }
    for move in moves:
        is_one = len(named[move.name, frozenset(move.ends)]) == 1
        name = move.name if is_one else f"{move.name}, leaving {move.option or 'nothing'}"
        for ends in (move.ends, move.ends[::-1]):
            ways[move.option].setdefault(ends, name)
    return ways
