"""`Layout`: the fields of a board game, their symmetry and how states are numbered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import accumulate, chain, islice, pairwise, takewhile
from keyword import iskeyword
from math import comb, prod
from operator import getitem
from typing import Any, Final, Literal

from gamekit.errors import InputError
from gamekit.game.checked_values import is_integer
from gamekit.layout.fields.dense_lists import check_list, lists_of, wrong_dense
from gamekit.layout.fields.field import Field
from gamekit.layout.geometry import GRID_SYMMETRIES
from gamekit.layout.symmetry import Image, group_of, side_by_side, unmoved, without_narrower

NAMES_TAKEN: Final = ("turn", "alike", "symmetry", "only", "dense", "placed", "named", "hidden")

MOST_LEADING: Final = 1 << 17
"""The largest number of contents of the first cells by which the least image is sought."""

LEADING_KEPT: Final = 1 << 13
"""The number of contents of the first cells for which the images that may be the least are kept."""

Cells = tuple[int, ...]


class Layout:
    """The contents of a state of a board game: named fields, in addition to whose turn it is.

    Args:
        symmetry: the symmetries under which the rules stay the same, as names separated by blanks. Grids know
            "mirror" (left and right), "flip" (top and bottom), "rotate" (by 180 degrees), "rotate90" and "transpose",
            graphs "automorphisms". Or a list of such names and of mappings from the names of fields to permutations
            of their places.
        alike: whether the rules are the same for both players. Codes then show each position from the mover's view,
            which halves their number. If the players face each other, give the name of the symmetry that turns the
            board round, such as "flip" or "rotate"; names separated by blanks are applied one after the other. Or
            give a mapping from the names of fields to permutations of their places. The owners of signs and of pieces
            in hand are exchanged in any case.
        only: for states that have fewer symmetries: by the name of a field of one number, and by the value of that
            number, the symmetries that hold there, as names separated by blanks.
        dense: the numbering of states without gaps, so that they need neither keys nor exploring. "all" if every
            content of the fields is a state. A mapping from names of grids and graphs to lists of tuples says how many
            places bear sign 1, 2, … (from the mover's view if the players are alike); the other fields have all
            contents. If a grid or graph is the only field, give the list alone. A name may be followed by those of the
            fields that come next in the layout, separated by blanks; their numbers are then listed, too: with
            "board hand", the tuples end with the numbers of pieces in hand. None if states are found by exploring.
        placed: whether the players put pieces on the board in turn, the first one first, so that the pieces show whose
            turn it is; the text of a state then says nothing about the turn. A number if that holds until each player
            has put that many; the text then names the turn. The board is the first grid or graph, with two signs
            besides the empty one. A text that breaks the order is refused, and no such state can occur.
        named: whether the text of a state has the names of the fields: `mouse 1, cat 2` instead of `1 2`.
        hidden: the names of fields that boards and drawings leave out, separated by blanks, such as a counter that the
            rules need and nobody wants to see. Texts of states have them.
        fields: the fields by name. The rules see them as `s.NAME`.

    Raises:
        InputError: there is no field, a name is taken, or `dense` does not fit the fields. Symmetries are checked
            when they are first needed.

    >>> from gamekit.layout import Grid
    >>> layout = Layout(board=Grid(3, 3, ".XO"), symmetry="mirror transpose", alike=True)
    >>> len(layout.group), layout.canonical((0, 0, 0, 0, 0, 0, 0, 0, 1))
    (8, (0, 0, 0, 0, 0, 0, 0, 0, 1))
    """

    def __init__(
        self,
        *,
        symmetry: str | Iterable[str | Mapping[str, Sequence[int]]] = (),
        alike: bool | str | Mapping[str, Sequence[int]] = False,
        only: Mapping[str, Mapping[int, str]] | None = None,
        dense: Literal["all"] | Iterable[Sequence[int]] | Mapping[str, Iterable[Sequence[int]]] | None = None,
        placed: bool | int = False,
        named: bool = False,
        hidden: str = "",
        **fields: Field,
    ) -> None:
        self.fields = fields
        self.only = {name: dict(values) for name, values in (only or {}).items()}
        self.alike = alike
        self.placed = placed
        self.named = named
        self.hidden = hidden
        self.symmetry = tuple(symmetry.split() if isinstance(symmetry, str) else symmetry)
        self.dense: Literal["all"] | dict[str, tuple[tuple[int, ...], ...]] | None = (
            dense if dense is None or isinstance(dense, str) else lists_of(dense, fields)
        )
        self._check()
        *starts, self.cells = accumulate((field.places for field in fields.values()), initial=0)
        """The number of cells: the places of all fields."""
        self.offsets = dict(zip(fields, starts, strict=True))
        """The index of the first cell of each field."""
        self.parts = {name: slice(first, first + fields[name].places) for name, first in self.offsets.items()}
        """The slice of the cells of each field."""
        self.slices = [
            (name, part.start, None if fields[name].is_single else part.stop)
            for name, part in self.parts.items()
        ]
        """The name of each field, where it begins and where it ends; None for an end if the field is one number."""
        self.values = tuple(field.values for field in fields.values() for _ in range(field.places))
        """The number of values of each cell."""
        self._check_placed()

    def _check(self) -> None:
        if not self.fields:
            raise InputError("a layout must have at least one field, as in Layout(board=Grid(3, 3))")
        for name, field in self.fields.items():
            if not isinstance(field, Field):
                raise InputError(f"Layout: {name} must be a field, such as Grid(3, 3); it is {field!r:.100}")
            if not all(is_integer(getattr(field, size, None)) for size in ("places", "values")):
                what = (
                    f"the class of {name}, {type(field).__name__}, must define places and values as integers"
                )
                raise InputError(f"Layout: {what}")
            if self.dense is not None and field.fall:
                raise InputError(
                    f"Layout: states are not dense where pieces fall; leave out dense, or gravity of {name}"
                )
            if name in NAMES_TAKEN:  # the others are arguments
                raise InputError(
                    f"Layout: a field cannot be called {name!r}, the name of the turn or of an argument"
                )
            if not name.isidentifier() or iskeyword(name) or name.startswith("_"):
                raise InputError(
                    "Layout: a field must have a name that rules can read as s.NAME, and that begins with a letter; "
                    f"it is called {name!r}"
                )
        if not isinstance(self.alike, bool | str | Mapping):
            raise InputError(
                "Layout: alike must be True, False, names of symmetries, or a mapping from fields to permutations; "
                f"it is {self.alike!r:.100}"
            )
        if unknown := [name for name in self.hidden.split() if name not in self.fields]:
            raise InputError(
                f"Layout: hidden must name fields ({', '.join(self.fields)}); it names {unknown[0]!r}"
            )
        for name in self.only:
            if name not in self.fields or self.fields[name].places != 1:
                raise InputError(
                    f"Layout: the argument only must name fields of one number; it names {name!r}"
                )
        if isinstance(self.dense, dict):
            for names, classes in self.dense.items():
                check_list(self.fields, names, classes)
        elif self.dense not in (None, "all"):
            raise InputError(wrong_dense(self.dense))

    def _check_placed(self) -> None:
        if self.placed is not False and (self.board_name is None or self.fields[self.board_name].values != 3):
            raise InputError(
                f"Layout: placed is for a grid or graph with two signs besides the empty one, such as '.XO'; leave out "
                f"placed={self.placed!r}"
            )
        if type(self.placed) is not bool and (type(self.placed) is not int or self.placed < 1):
            raise InputError(
                "Layout: placed must be True, False or the number of pieces that each player puts; "
                f"it is {self.placed!r:.100}"
            )

    @cached_property
    def _key(self) -> Any:
        """The key of equal layouts; a layout with a field that cannot be hashed is equal to itself alone."""
        settings = (
            self.symmetry,
            self.alike,
            self.only,
            self.dense,
            repr(self.placed),
            self.named,
            self.hidden,
        )
        key = tuple(self.fields.items()), *map(_hashable, settings)
        try:
            hash(key)
        except TypeError:
            return id(self)
        return key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    @cached_property
    def shown(self) -> dict[str, Field]:
        """The fields that boards and drawings show."""
        hidden = self.hidden.split()
        return {name: field for name, field in self.fields.items() if name not in hidden}

    def counts_of(self, name: str) -> tuple[tuple[int, ...], ...] | None:
        """Return the tuples that `dense` lists for a grid or graph; None if it lists none."""
        return self._lists[name][1] if name in self._lists else None

    def counted_with(self, name: str) -> list[str]:
        """Return the names of the fields whose numbers `dense` lists together with the signs of a grid or graph."""
        return self._lists[name][0] if name in self._lists else []

    @cached_property
    def counted(self) -> frozenset[str]:
        """The names of all fields whose numbers `dense` lists together with the signs of a grid or graph."""
        return frozenset(chain.from_iterable(others for others, _ in self._lists.values()))

    @cached_property
    def _lists(self) -> dict[str, tuple[list[str], tuple[tuple[int, ...], ...]]]:
        """For each grid or graph in `dense`: the names of the fields that are listed with it, and the tuples."""
        lists = self.dense.items() if isinstance(self.dense, dict) else ()
        return {name: (others, classes) for names, classes in lists for name, *others in [names.split()]}

    def is_listed(self, cells: Cells) -> bool:
        """Return whether `dense` lists the numbers of signs of all fields for which it lists any."""
        return all(
            (*map(cells[signs].count, values), *cells[numbers]) in classes
            for signs, values, numbers, classes in self._counted
        )

    @property
    def lists_all(self) -> bool:
        """Whether `dense` leaves no state out."""
        return self.dense is not None and not self._counted

    @cached_property
    def _counted(self) -> list[tuple[slice, range, slice, frozenset[tuple[int, ...]]]]:
        """For each list of `dense`: the cells with signs, the signs, the cells with other numbers, and the tuples.

        Lists of all tuples that there can be are left out.
        """
        counted = []
        for name, (others, classes) in self._lists.items():
            part, signs = self.parts[name], self.fields[name].values - 1
            numbers = slice(part.stop, part.stop + sum(self.fields[other].places for other in others))
            possible = comb(part.stop - part.start + signs, signs) * prod(self.values[numbers])
            if len(listed := frozenset(classes)) < possible:
                counted.append((part, range(1, signs + 1), numbers, listed))
        return counted

    def floating(self, cells: Cells) -> str | None:
        """Return the name of an empty square below a piece, in a grid with gravity; None if there is none."""
        for name, field in self._falling:
            square = field.floating(cells[self.parts[name]])
            if square is not None:
                return field.place_name(square)
        return None

    @cached_property
    def _falling(self) -> list[tuple[str, Field]]:
        """The fields in which pieces fall, with their names."""
        return [(name, field) for name, field in self.fields.items() if field.fall]

    @cached_property
    def board_name(self) -> str | None:
        """The name of the first grid or graph; None if there is none."""
        return next((name for name, field in self.fields.items() if field.signs), None)

    def turn_shown(self, cells: Cells) -> int | None:
        """Return the player to move, as pieces that are placed in turn show it; None if they do not."""
        if self.placed is False:
            return None
        board = self._signs(cells)
        men = len(board) - board.count(0)
        return men % 2 if self.placed is True or men < 2 * self.placed else None

    def are_in_turn(self, cells: Cells, turn: int) -> bool:
        """Return whether players who place pieces in turn can have placed those of a state; True unless `placed`."""
        if self.placed is False:
            return True
        first, second = map(self._signs(cells).count, (1, 2))
        most = 2 * self.placed if self.placed is not True else self.cells
        return (
            first - second == (first + second) % 2
            and first + second <= most
            and (self.turn_shown(cells) in (None, turn))
        )

    def _signs(self, cells: Cells) -> Cells:
        assert self.board_name is not None
        return cells[self.parts[self.board_name]]

    @property
    def shape(self) -> tuple[Any, ...]:
        """A key that is equal for layouts that differ only in the numbers of values."""
        fields = ((name, field.places, field.is_single) for name, field in self.fields.items())
        return (self.dense, *fields)

    @property
    def from_movers_view(self) -> bool:
        """Whether the players are alike, so that codes show the mover's view."""
        return self.alike is not False

    @cached_property
    def _all_generators(self) -> list[Image]:
        """Images that generate the group, each of which moves something."""
        generators = chain.from_iterable(map(self._generators, self.symmetry))
        return [image for image in generators if image != unmoved_of(self.fields)]

    @cached_property
    def like(self) -> tuple[slice, ...]:
        """The cells with like pieces, in slices; in the least image, those of each slice are in ascending order.

        They are sorted, because n pieces have n! orders, which are too many to list.
        """
        starts = self.offsets.items()
        parts = ((start, part) for name, start in starts for part in self.fields[name].like_parts)
        return tuple(slice(start + part.start, start + part.stop) for start, part in parts)

    @cached_property
    def _sorted(self) -> Callable[[Cells], Cells]:
        """A function that returns the cells of a state with like pieces in ascending order."""
        ends = [0, *chain.from_iterable((part.start, part.stop) for part in self.like), self.cells]
        parts = [f"cells[{start}:{stop}]" for start, stop in pairwise(ends)]
        parts[1::2] = [f"sorted({part})" for part in parts[1::2]]
        function: Callable[[Cells], Cells] = eval(f"lambda cells: ({', '.join(f'*{p}' for p in parts)},)")
        return function

    @cached_property
    def has_symmetry(self) -> bool:
        """Whether a state can have other images than itself."""
        return bool(self._all_generators or self.like)

    @cached_property
    def group(self) -> tuple[Image, ...]:
        """All images that the symmetry generates, the identity first; the order of like pieces does not count."""
        identity, generators = unmoved_of(self.fields), self._all_generators
        if not generators:
            return (identity,)
        images = without_narrower(group_of(generators, identity))
        moved = list(images)
        for name, values in self.only.items():
            for value, names in values.items():
                holding = group_of([*chain.from_iterable(map(self._generators, names.split()))], identity)
                for i, image in enumerate(images):
                    if image not in holding:
                        moved[i] = moved[i].without(self.offsets[name], value)
        return tuple(moved)

    @cached_property
    def exchange(self) -> Image:
        """The image of a state as the other player sees it."""
        image = side_by_side(field.exchanged() for field in self.fields.values())
        moved: Sequence[str | Mapping[str, Sequence[int]]] = ()
        if not isinstance(self.alike, bool):
            moved = self.alike.split() if isinstance(self.alike, str) else [self.alike]
        for symmetry in moved:
            for generator in self._generators(symmetry):
                image = image.then(generator)
        return image

    def _generators(self, symmetry: str | Mapping[str, Sequence[int]]) -> list[Image]:
        if not isinstance(symmetry, str):
            return [side_by_side(self._given(symmetry))]
        images = {name: field.images(symmetry) for name, field in self.fields.items()}
        number = max(map(len, images.values()))
        if not number and symmetry != "automorphisms":  # a graph may have none
            names = f"grids have {', '.join(GRID_SYMMETRIES)}; graphs have automorphisms"
            raise InputError(f"Layout: no field has the symmetry {symmetry!r}; {names}")
        return [
            side_by_side(
                images[name][i] if images[name] else unmoved(field.places, field.values)
                for name, field in self.fields.items()
            )
            for i in range(number)
        ]

    def _given(self, permutations: Mapping[str, Sequence[int]]) -> list[Image]:
        if unknown := [name for name in permutations if name not in self.fields]:
            raise InputError(
                f"Layout: a symmetry must permute fields ({', '.join(self.fields)}); it permutes {unknown[0]!r}"
            )
        images = []
        for name, field in self.fields.items():
            order = tuple(permutations.get(name, range(field.places)))
            if sorted(order) != list(range(field.places)):
                raise InputError(
                    f"Layout: a symmetry of {name} must permute its places, 0 to {field.places - 1}; it is "
                    f"{order!r:.100}"
                )
            if not field.may_be_permuted(order):
                raise InputError(
                    f"Layout: {name} has gravity, so a symmetry must move whole columns; it is {order!r:.100}"
                )
            images.append(Image(order, unmoved(field.places, field.values).values))
        return images

    @cached_property
    def _others(self) -> Callable[[Cells], list[Callable[[Cells], Cells]]]:
        """A function from the values of the fields of `only` to functions that make the other images of such states.

        In these images, like pieces are in ascending order.
        """
        places = [self.offsets[name] for name in self.only]

        @cache
        def others(values: Cells) -> list[Callable[[Cells], Cells]]:
            fixed = list(zip(places, values, strict=True))
            holding = (
                image for image in self.group if all(image.values[i][value] >= 0 for i, value in fixed)
            )
            moved = [_where_it_holds(image) for image in islice(holding, 1, None)]
            return [self._sorted, *(_one_by_one(f, self._sorted) for f in moved)] if self.like else moved

        return others

    def images(self, cells: Cells) -> Iterator[Cells]:
        """Yield the images of a state's cells, first the cells themselves."""
        yield cells
        for image_of in self._others(self._told(cells)):
            yield image_of(cells)

    @cached_property
    def canonical(self) -> Callable[[Cells], Cells]:
        """A function that returns the least of the images of a state's cells."""
        always, others, leading = None, self._others, self._leading
        if leading:
            others = self._least_by
        elif not self.only:
            always = others(())

        def canonical(cells: Cells) -> Cells:
            least = cells
            for image_of in always or others(cells[:leading] if leading else self._told(cells)):
                if (image := image_of(cells)) < least:
                    least = image
            return least

        return canonical

    @cached_property
    def _leading(self) -> int:
        """The number of first cells, such as those of kings, that tell which images of a state may be the least.

        No image moves them to other places, and every image exists for all states; 0 if there are no such cells, or if
        there is nothing to tell.
        """
        if len(self.group) == 1 or any(min(values) < 0 for image in self.group for values in image.values):
            return 0
        cells = range(min((part.start for part in self.like), default=self.cells))
        stay = takewhile(lambda i: all(image.places[i] == i for image in self.group), cells)
        sizes = accumulate((self.values[i] for i in stay), int.__mul__)
        return len([*takewhile(MOST_LEADING.__ge__, sizes)])

    @cached_property
    def _least_by(self) -> Callable[[Cells], list[Callable[[Cells], Cells]]]:
        """A function from the leading cells to functions that make the images whose leading cells are the least."""

        @lru_cache(LEADING_KEPT)
        def least_by(leading: Cells) -> list[Callable[[Cells], Cells]]:
            led = [tuple(map(getitem, image.values, leading)) for image in self.group]
            least, others = min(led), self._others(())
            return [of for of, image in zip(others, led[-len(others) :], strict=True) if image == least]

        return least_by

    def _told(self, cells: Cells) -> Cells:
        return tuple([cells[self.offsets[name]] for name in self.only]) if self.only else ()

    @cached_property
    def exchanged(self) -> Callable[[Cells], Cells]:
        """A function that returns the cells of a state as the other player sees them."""
        return self.exchange.function()


def _one_by_one(first: Callable[[Cells], Cells], then: Callable[[Cells], Cells]) -> Callable[[Cells], Cells]:
    return lambda cells: then(first(cells))


def _where_it_holds(image: Image) -> Callable[[Cells], Cells]:
    """Return the function of an image; cells with a value that has no image stay as they are."""
    of = image.function()
    if all(min(values) >= 0 for values in image.values):
        return of
    return lambda cells: moved if min(moved := of(cells)) >= 0 else cells


def _hashable(value: Any) -> Any:
    if isinstance(value, Mapping):
        value = tuple(value.items())
    return tuple(map(_hashable, value)) if isinstance(value, list | tuple | range) else value


@lru_cache(maxsize=64)
def shared(layout: Layout) -> Layout:
    """Return the same object for equal layouts, so that many small games derive everything from a layout once."""
    return layout


def unmoved_of(fields: Mapping[str, Field]) -> Image:
    """Return the identity, the image that leaves every state with these fields as it is."""
    return side_by_side(unmoved(field.places, field.values) for field in fields.values())
