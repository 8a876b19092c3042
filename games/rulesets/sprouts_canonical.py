"""The one text of positions of Sprouts that differ in letters, in order, and in the sides of regions that are seen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from string import ascii_letters

from .sprouts_regions import LIVES, Region, Regions, parsed, separated, written

Way = tuple[Regions, Region, str]
"""The regions and then the boundaries of one more that are to be written, and the letters of spots in their order."""


@lru_cache(maxsize=1 << 16)  # values ask for the same few positions again and again
def canonical_text(text: str) -> str:
    """Return the text that stands for a position, which is as simple as it can be, and for all that are alike.

    >>> canonical_text("abc|bde|aced") == canonical_text("bde|aced|abc")
    True
    """
    groups = sorted(map(_least, separated(parsed(text))))
    signs = dict.fromkeys((i, sign) for i, group in enumerate(groups) for sign in group if sign.isalpha())
    letters = dict(zip(signs, ascii_letters, strict=False))
    return "|".join("".join(letters.get((i, sign), sign) for sign in group) for i, group in enumerate(groups))


def _least(regions: Regions) -> str:
    """Return the least text of regions.

    It is written boundary by boundary. Of all ways to go on, those that give the least next one are followed at once.
    """
    done: list[list[str]] = []
    ways: set[Way] = {(regions, (), "")}
    while any(left or rest for left, rest, _ in ways):
        is_next = not any(rest for _, rest, _ in ways)
        longer = [*chain.from_iterable(map(_opened, ways))] if is_next else ways
        most = max(len(rest) for _, rest, _ in longer)
        steps = [step for way in longer if len(way[1]) == most for step in _written_on(*way)]
        least = min(key for key, _ in steps)
        ways = {way for key, way in steps if key == least}
        done[len(done) :] = [[]] if is_next else []
        done[-1].append(least[1])
    return written(tuple(map(tuple, done)))


def _opened(way: Way) -> Iterator[Way]:
    """Yield the ways to begin with another region, seen from either side."""
    left, _, letters = way
    for i, region in enumerate(left):
        for side in (region, tuple(walk[::-1] for walk in region)):
            yield (*left[:i], *left[i + 1 :]), tuple(sorted(side)), letters


def _written_on(left: Regions, rest: Region, letters: str) -> Iterator[tuple[tuple[str, str], Way]]:
    """Yield the ways to write one more boundary: its text with one sign for all letters, its text, and what is left."""
    for k, walk in enumerate(rest):
        for first in range(len(walk)):
            turned = walk[first:] + walk[:first]
            known = letters + "".join(dict.fromkeys(s for s in turned if s not in LIVES and s not in letters))
            text = turned.translate(str.maketrans(known, ascii_letters[: len(known)]))
            shape = "".join(sign if sign in LIVES else "~" for sign in text)
            yield (shape, text), (left, (*rest[:k], *rest[k + 1 :]), known)
