"""Tables for rules: steps, rays, lines and rectangles of grids, regions, and the symmetry of grids and graphs.

A square is a number: square 0 is at the left of the top row, and the numbers continue along the rows. A step is a pair:
rows down and columns to the right.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

STRAIGHT: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
DIAGONAL: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))
AROUND: Final = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The steps to the neighbours of a square: along rows and columns, along diagonals, and both."""

KNIGHT: Final = tuple((a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b))
"""The steps of a knight."""

Step = tuple[int, int]


def steps(rows: int, columns: int, ways: Iterable[Step] = AROUND) -> list[list[int]]:
    """Return, for each square, the squares that are one step away.

    Args:
        rows: the number of rows.
        columns: the number of columns.
        ways: the steps; those that leave the board are left out.

    >>> steps(2, 3, STRAIGHT)[0]
    [1, 3]
    """
    return [[ray[0] for ray in around if ray] for around in rays(rows, columns, ways)]


def rays(rows: int, columns: int, ways: Iterable[Step] = AROUND) -> list[list[list[int]]]:
    """Return, for each square, a ray for each step: the squares that the repeated step reaches, up to the edge.

    Args:
        rows: the number of rows.
        columns: the number of columns.
        ways: the steps; a ray that leaves the board at once is an empty list.

    >>> rays(3, 3, [(0, 1), (1, 1)])[0]
    [[1, 2], [4, 8]]
    """
    ways = list(ways)
    neighbours = []
    for square in range(rows * columns):
        around: list[list[int]] = []
        for down, right in ways:
            row, column = divmod(square, columns)
            ray = []
            while 0 <= (row := row + down) < rows and 0 <= (column := column + right) < columns:
                ray.append(row * columns + column)
            around.append(ray)
        neighbours.append(around)
    return neighbours


def between(rows: int, columns: int) -> list[list[int]]:
    """Return, for each two squares, the squares between them as bits; 0 unless they share a row, column or diagonal.

    >>> between(1, 4)[0]
    [0, 0, 2, 6]
    """
    table = [[0] * rows * columns for _ in range(rows * columns)]
    for square, around in enumerate(rays(rows, columns)):
        for ray in around:
            for length, other in enumerate(ray):
                table[square][other] = sum(1 << passed for passed in ray[:length])
    return table


def lines(rows: int, columns: int, length: int) -> list[list[int]]:
    """Return all lines of `length` adjoining squares along rows, columns and both diagonals.

    >>> lines(2, 3, 2)[:3], len(lines(3, 3, 3))
    ([[0, 1], [1, 2], [3, 4]], 8)
    """
    ways = [(0, 1)] if length == 1 else [(0, 1), (1, 0), (1, 1), (1, -1)]
    along = rays(rows, columns, ways)
    return [
        [square, *along[square][way][: length - 1]]
        for way in range(len(ways))
        for square in range(rows * columns)
        if len(along[square][way]) >= length - 1
    ]


def steps_of_lines(lines: Iterable[Sequence[int]]) -> list[tuple[int, int]]:
    """Return each distance between neighbouring squares of a line, with the first squares of such lines as bits.

    A set of squares, as bits, holds those lines of n squares whose first squares are in `firsts & squares & squares >>
    step & … & squares >> (n - 1) * step`, where `step` is the distance; `doublings` finds them in fewer operations.

    Args:
        lines: the lines, each with squares at equal distances.

    >>> steps_of_lines(lines(2, 3, 2))
    [(1, 27), (3, 7), (4, 3), (2, 6)]
    """
    firsts: dict[int, int] = {}
    for first, *others in lines:
        step = others[0] - first if others else 0
        firsts[step] = firsts.get(step, 0) | 1 << first
    return list(firsts.items())


def doublings(length: int) -> list[int]:
    """Return the numbers of steps by which to shift a set of squares onto itself, in turn, to find runs of a length.

    After `squares &= squares >> more * step` for each, only the first squares of runs of `length` squares remain.

    >>> doublings(4), doublings(5), doublings(1)
    ([1, 2], [1, 2, 1], [])
    """
    shifts, run = [], 1
    while run < length:
        shifts.append(min(run, length - run))
        run += shifts[-1]
    return shifts


def rectangles(rows: int, columns: int, height: int, width: int) -> list[list[int]]:
    """Return all rectangles that are `height` squares high and `width` wide, each as a list of its squares.

    >>> rectangles(2, 3, 2, 2)
    [[0, 1, 3, 4], [1, 2, 4, 5]]
    """
    return [
        [(top + i) * columns + left + j for i in range(height) for j in range(width)]
        for top in range(rows - height + 1)
        for left in range(columns - width + 1)
    ]


def region(start: int, neighbours: Sequence[Sequence[int]], barred: Collection[int] = ()) -> set[int]:
    """Return the places that can be reached from `start` without entering a barred one.

    Args:
        start: a place, which is not barred.
        neighbours: the neighbours of each place.
        barred: the places that must not be entered.

    >>> region(0, [[1], [0, 2], [1, 3], [2]], barred=[2])
    {0, 1}
    """
    places, fresh = {start, *barred}, {start}
    while fresh and len(places) < len(neighbours):
        fresh = set[int]().union(*[neighbours[place] for place in fresh]) - places
        places |= fresh
    return places.difference(barred)


def _moved(where: Callable[[int, int, int, int], tuple[int, int]]) -> Callable[[int, int], tuple[int, ...]]:
    def permutation(rows: int, columns: int) -> tuple[int, ...]:
        ends = (where(i, j, rows - 1, columns - 1) for i in range(rows) for j in range(columns))
        return tuple(row * columns + column for row, column in ends)

    return permutation


GRID_SYMMETRIES: Final = {
    "mirror": _moved(lambda i, j, _, last: (i, last - j)),
    "flip": _moved(lambda i, j, last, _: (last - i, j)),
    "rotate": _moved(lambda i, j, last_row, last: (last_row - i, last - j)),
    "transpose": _moved(lambda i, j, *_: (j, i)),
    "rotate90": _moved(lambda i, j, last, _: (j, last - i)),
}
"""The symmetries of grids by name: functions from the numbers of rows and columns to the new place of each square.

mirror exchanges left and right, flip top and bottom; rotate turns by 180 degrees, rotate90 by 90; transpose exchanges
rows and columns.
"""


def automorphisms(graph: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """Return permutations of the nodes that generate all automorphisms of a graph.

    The method follows a chain of stabilisers and looks for one permutation for each new image of the first node that is
    not yet fixed (C. C. Sims, "Computational methods in the study of permutation groups", 1970), by backtracking.

    Args:
        graph: the neighbours of each node.

    >>> automorphisms([[1], [0, 2], [1]])
    ((2, 1, 0),)
    """
    rows = [frozenset(row) for row in graph]
    shape = _colours(rows)
    generators: list[tuple[int, ...]] = []
    for fixed in range(len(rows) - 1, -1, -1):
        # the orbit of this node under what keeps all nodes before it
        reached = _orbit(fixed, generators)
        for image in range(fixed + 1, len(rows)):
            if image not in reached and shape[image] == shape[fixed]:
                permutation = _extended([*range(fixed), image], rows, shape)
                if permutation:
                    generators.append(permutation)
                    reached = _orbit(fixed, generators)
    return tuple(generators)


def _orbit(node: int, permutations: Sequence[tuple[int, ...]]) -> set[int]:
    images = list(zip(*permutations, strict=True)) or [()] * (node + 1)
    return region(node, images)


def _colours(rows: Sequence[frozenset[int]]) -> list[int]:
    """Return a colour for each node, refined by the colours of its neighbours; automorphisms preserve colours."""
    colours = [len(row) for row in rows]
    while True:
        signatures = [
            (colour, *sorted(colours[node] for node in row))
            for colour, row in zip(colours, rows, strict=True)
        ]
        numbers = {signature: i for i, signature in enumerate(sorted(set(signatures)))}
        refined = [numbers[signature] for signature in signatures]
        if len(numbers) == len(set(colours)):
            return refined
        colours = refined


def _extended(
    images: list[int], rows: Sequence[frozenset[int]], shape: Sequence[int]
) -> tuple[int, ...] | None:
    """Return an automorphism that begins with these images; None if there is none."""
    size = len(rows)

    def fits(node: int, image: int) -> bool:
        if shape[node] != shape[image]:
            return False
        return all(
            (other in rows[node]) == (there in rows[image])
            and (node in rows[other]) == (image in rows[there])
            for other, there in [(node, image), *enumerate(images[:node])]
        )

    if not fits(len(images) - 1, images[-1]):
        return None
    first = len(images)
    choices = [iter(range(size))]
    while True:
        node = len(images)
        if node == size:
            return tuple(images)
        image = next((i for i in choices[-1] if i not in images and fits(node, i)), None)
        if image is not None:
            images.append(image)
            choices.append(iter(range(size)))
        else:
            choices.pop()
            if not choices or node == first:
                return None
            images.pop()
