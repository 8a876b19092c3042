"""Images of states: permutations of the places together with permutations of the values, and the groups they make."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import attrs

from gamekit.errors import LimitError

MOST_IMAGES: Final = 1_000
"""So many images of a state are still looked at; more would cost more than they save."""


@attrs.frozen
class Image:
    """What becomes of the cells of a state: cell i goes to `places[i]`, where its value v is `values[i][v]`.

    >>> Image((1, 0), ((0, 1), (1, 0))).of((0, 0))
    (1, 0)
    """

    places: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]

    def of(self, cells: Sequence[int]) -> tuple[int, ...]:
        """Return the image of some cells."""
        found = [0] * len(self.places)
        for place, values, cell in zip(self.places, self.values, cells, strict=True):
            found[place] = values[cell]
        return tuple(found)

    def then(self, other: Image) -> Image:
        """Return the image under this and then the other.

        >>> turn = Image((1, 2, 0), ((0, 1),) * 3)
        >>> turn.then(turn).of((1, 0, 0))
        (0, 0, 1)
        """
        return Image(
            tuple(other.places[place] for place in self.places),
            tuple(
                tuple(other.values[place][value] for value in values)
                for place, values in zip(self.places, self.values, strict=True)
            ),
        )


def unmoved(places: int, values: int) -> Image:
    """Return the image that is the state itself.

    >>> unmoved(2, 3).of((2, 1))
    (2, 1)
    """
    return Image(tuple(range(places)), (tuple(range(values)),) * places)


def side_by_side(images: Iterable[Image]) -> Image:
    """Return what becomes of several fields, one after the other, from what becomes of each.

    >>> side_by_side([Image((1, 0), ((0, 1),) * 2), unmoved(1, 2)]).of((1, 0, 1))
    (0, 1, 1)
    """
    places: list[int] = []
    values: list[tuple[int, ...]] = []
    for image in images:
        places += [len(values) + place for place in image.places]
        values += image.values
    return Image(tuple(places), tuple(values))


def group_of(generators: Iterable[Image], identity: Image) -> tuple[Image, ...]:
    """Return all images that some make together, the identity first.

    Raises:
        LimitError: there are more than `MOST_IMAGES`.

    >>> quarter = Image((1, 2, 3, 0), ((0, 1),) * 4)
    >>> len(group_of([quarter], unmoved(4, 2)))
    4
    """
    generators = list(generators)
    found = {identity: None}
    todo = [identity]
    while todo:
        image = todo.pop()
        for generator in generators:
            if (product := image.then(generator)) not in found:
                found[product] = None
                todo.append(product)
        if len(found) > MOST_IMAGES:
            raise LimitError(f"the symmetry of this layout has more than {MOST_IMAGES:,} images of a state")
    return tuple(found)
