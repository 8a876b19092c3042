"""Ranks in the generated module: the functions from planes to ranks of placements, and back."""

from __future__ import annotations

from itertools import accumulate, combinations
from math import comb, prod

from gamekit.layout.compiler.tables import array_of
from gamekit.layout.ranking import Placements


def ranks(placements: Placements) -> str:
    """Return the functions from planes to ranks and back."""
    places, kinds, full = placements.places, placements.kinds, (1 << placements.places) - 1
    most = [max(counts[kind] for counts in placements.classes) for kind in range(kinds)]
    largest = max(most)
    binomials = [comb(place, count) for count in range(largest + 1) for place in range(places + 1)]
    bases = [n + 1 for n in most]
    units = list(accumulate(reversed(bases[1:]), int.__mul__, initial=1))[::-1]
    class_of = [-1] * prod(bases)
    for number, counts in enumerate(placements.classes):
        class_of[sum(u * c for u, c in zip(units, counts, strict=True))] = number
    ways, numbers = [], []
    for counts in placements.classes:
        left = places
        for count in counts:
            ways.append(comb(left, count))
            numbers.append(count)
            left -= count
    rank, unrank = [], []
    for kind in range(kinds):
        rank += [
            f"    plane = planes >> {places * kind} & {full}",
            "    count = 0",
            "    below = 0",
            "    left = plane",
            "    while left != 0:",
            "        at = k_lowest(left)",
            "        left &= left - 1",
            "        count += 1",
            f"        below += k_item(K_BINOMIALS, count * {places + 1} + at - k_population(taken & ((1 << at) - 1)))",
            f"    r{kind} = below",
            f"    number += count * {units[kind]}",
            "    taken |= plane",
        ]
    rank.append("    number = k_item(K_CLASS, number)")
    rank.append("    rank = r0")
    rank += [
        f"    rank = rank * k_item(K_WAYS, number * {kinds} + {kind}) + r{kind}" for kind in range(1, kinds)
    ]
    rank.append("    return k_item(K_STARTS, number) + rank")
    for kind in range(kinds - 1, 0, -1):
        unrank += [
            f"    ways = k_item(K_WAYS, number * {kinds} + {kind})",
            "    higher = rank // ways",
            f"    r{kind} = rank - higher * ways",
            "    rank = higher",
        ]
    unrank.append("    r0 = rank")
    for kind in range(kinds):
        unrank += [
            f"    plane = k_subset(r{kind}, k_item(K_COUNTS, number * {kinds} + {kind}))",
            "    left = taken",
            "    while left != 0:",
            "        low = left & -left",
            "        plane = plane & (low - 1) | (plane & -low) << 1",
            "        left ^= low",
            "    taken |= plane",
            f"    planes |= plane << {places * kind}",
        ]
    return f"""

K_BINOMIALS = {array_of(binomials)}
K_CLASS = {array_of(class_of)}
K_STARTS = {array_of(placements.starts)}
K_WAYS = {array_of(ways)}
K_COUNTS = {array_of(numbers)}
{subsets(places, largest)}

@k_inline
def k_rank(planes):
    taken = 0
    number = 0
{chr(10).join(rank)}


@k_inline
def k_unrank(rank):
    low = 0
    high = {len(placements.classes)}
    while high - low > 1:
        middle = (low + high) // 2
        if k_item(K_STARTS, middle) <= rank:
            low = middle
        else:
            high = middle
    number = low
    rank -= k_item(K_STARTS, number)
    taken = 0
    planes = 0
{chr(10).join(unrank)}
    return planes
"""


def subsets(places: int, largest: int) -> str:
    """Return the function from a rank to a set of so many places: by a table if that is small."""
    if sum(comb(places, count) for count in range(largest + 1)) <= 1 << 16:
        sets: list[int] = []
        firsts = []
        for count in range(largest + 1):
            firsts.append(len(sets))
            sets += sorted(
                sum(1 << place for place in chosen) for chosen in combinations(range(places), count)
            )
        return f"""
K_SETS = {array_of(sets)}
K_FIRST = {array_of(firsts)}


@k_inline
def k_subset(rank, count):
    return k_item(K_SETS, k_item(K_FIRST, count) + rank)
"""
    return f"""

@k_inline
def k_subset(rank, count):
    found = 0
    place = {places}
    while count > 0:
        place -= 1
        ways = k_item(K_BINOMIALS, count * {places + 1} + place)
        if ways <= rank:
            rank -= ways
            found |= 1 << place
            count -= 1
    return found
"""
