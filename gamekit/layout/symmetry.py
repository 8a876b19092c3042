"""Images of states: permutations of places together with permutations of values, and the groups that they generate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, Final

import attrs

from gamekit.errors import LimitError

MOST_IMAGES: Final = 1_000
"""The largest number of images of a state; more would cost more than they save."""

BELOW_ZERO: Final = 256
"""Numbers down to minus this, which faulty rules may store, have images below 0, so that they are noticed."""


@attrs.frozen
class Image:
    """A mapping of the cells of a state: cell i goes to `places[i]`, where its value v becomes `values[i][v]`.

    Attributes:
        places: the new place of each cell.
        values: for each cell the new value for each of its values; negative if states with that value have no such
            image.

    >>> Image((1, 0), ((0, 1), (1, 0))).of((0, 0))
    (1, 0)
    """

    places: tuple[int, ...]
    values: tuple[tuple[int, ...], ...]

    def of(self, cells: Sequence[int]) -> tuple[int, ...]:
        """Return the image of some cells."""
        moved_values = [0] * len(self.places)
        for place, values, cell in zip(self.places, self.values, cells, strict=True):
            moved_values[place] = values[cell]
        return tuple(moved_values)

    def function(self) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
        """Return a function with the results of `of`, but faster, for thousands of states.

        It raises `ValueError` for another number of cells. A number out of range has an image out of range.

        >>> Image((1, 2, 0), ((0, 1),) * 3).function()((1, 0, 0))
        (0, 1, 0)
        """
        sources = sorted(range(len(self.places)), key=self.places.__getitem__)
        moved = {i: values for i, values in enumerate(self.values) if values != tuple(range(len(values)))}
        parameters = ", ".join(["cells", *[f"values_{i}=values_{i}" for i in moved]])
        cells = "".join(f"cell_{i}, " for i in range(len(sources)))
        image = "".join(f"values_{i}[cell_{i}], " if i in moved else f"cell_{i}, " for i in sources)
        # a number below 0, as far as rules go astray by a mistake, finds none of the values, but one that no state has
        known = {values: (*values, *[-1] * BELOW_ZERO) for values in moved.values()}
        scope: dict[str, Any] = {f"values_{i}": known[values] for i, values in moved.items()}
        exec(_code_of(f"def image({parameters}):\n    {cells} = cells\n    return ({image})"), scope)
        function: Callable[[tuple[int, ...]], tuple[int, ...]] = scope["image"]
        return function

    def without(self, cell: int, value: int) -> Image:
        """Return the image without states that have `value` in `cell`: for these, the new value is negative."""
        values = list(self.values)
        values[cell] = tuple(-1 if v == value else new for v, new in enumerate(values[cell]))
        return Image(self.places, tuple(values))

    def then(self, other: Image) -> Image:
        """Return the composition: this image, followed by another.

        >>> turn = Image((1, 2, 0), ((0, 1),) * 3)
        >>> turn.then(turn).of((1, 0, 0))
        (0, 0, 1)
        """
        return Image(
            tuple(other.places[place] for place in self.places),
            tuple(
                tuple(other.values[place][value] if value >= 0 else value for value in values)
                for place, values in zip(self.places, self.values, strict=True)
            ),
        )


_code_of = lru_cache(partial(compile, filename="<image>", mode="exec"))


def unmoved(places: int, values: int) -> Image:
    """Return the identity on this many places with this many values each.

    >>> unmoved(2, 3).of((2, 1))
    (2, 1)
    """
    return Image(tuple(range(places)), (tuple(range(values)),) * places)


def side_by_side(images: Iterable[Image]) -> Image:
    """Return the image of several fields, one after the other, from the images of each.

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
    """Return the group that some images generate, the identity first.

    Raises:
        LimitError: it has more than `MOST_IMAGES` members.

    >>> quarter = Image((1, 2, 3, 0), ((0, 1),) * 4)
    >>> len(group_of([quarter], unmoved(4, 2)))
    4
    """
    generators = list(generators)
    images = {identity: None}
    todo = [identity]
    while todo:
        image = todo.pop()
        for generator in generators:
            if (product := image.then(generator)) not in images:
                images[product] = None
                todo.append(product)
        if len(images) > MOST_IMAGES:
            raise LimitError(
                f"Layout: symmetries may permute the places in at most {MOST_IMAGES:,} ways, and these permute them in "
                "more; name fewer symmetries"
            )
    return tuple(images)


def without_narrower(images: Sequence[Image]) -> tuple[Image, ...]:
    """Return images without those that another one agrees with wherever they hold.

    >>> narrow = unmoved(1, 2).without(0, 1)
    >>> without_narrower([unmoved(1, 2), narrow]) == (unmoved(1, 2),)
    True
    """

    def agrees(image: Image, wider: Image) -> bool:
        pairs = zip(image.values, wider.values, strict=True)
        return image.places == wider.places and all(
            new in (-1, of_wider) for row, others in pairs for new, of_wider in zip(row, others, strict=True)
        )

    holds_everywhere = [all(min(values) >= 0 for values in image.values) for image in images]
    if all(holds_everywhere):
        return tuple(images)
    wide = [image for image, everywhere in zip(images, holds_everywhere, strict=True) if everywhere]
    return tuple(
        image for image in images if image in wide or not any(agrees(image, other) for other in wide)
    )
