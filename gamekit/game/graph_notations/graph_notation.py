"""`GraphNotation`: what the notations of graphs have in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.notation import Notation, misfit
from gamekit.game.parameters import show

COMMENT = re.compile(r"\s*(?:[#%].*)?")

MOST_NODES = 100_000
"""The largest number of nodes, so that a short text cannot stand for a huge graph."""

MOST_DIGITS = 18

Edges = Iterable[tuple[int, int]]


class GraphNotation(Notation):
    """A notation whose texts describe one graph each; it writes the graph of the game, whatever the state."""

    about = "a graph"

    def parameters(self, text: str) -> dict[str, Any]:
        nodes, edges = self.graph(text)
        if nodes > MOST_NODES:
            raise too_large(f"{nodes:,}")
        return {"graph": neighbours_of(nodes, edges)}

    def graph(self, text: str) -> tuple[int, Edges]:
        """Return the number of nodes, and the edges between nodes that are numbered from 0."""
        raise NotImplementedError

    def write(self, game: Any, state: Any) -> str:
        graph = (game if game.ruleset is None else game.ruleset).graph
        edges = {
            (min(edge), max(edge))
            for node, near in enumerate(graph)
            for edge in ((node, one) for one in near)
        }
        return self.written(len(graph), sorted(edges))

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        """Return the text of a graph."""
        raise NotImplementedError

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        yield "graph", text


class GraphLines(GraphNotation):
    """A notation that is known by its first line; blank lines and comments do not count."""

    LINE: ClassVar[re.Pattern[str]]

    def reads(self, text: str) -> bool:
        lines = [line for line in text.split("\n") if not COMMENT.fullmatch(line)]
        return bool(lines) and self.LINE.fullmatch(lines[0]) is not None


def by_name(names: Iterable[str], edges: Iterable[tuple[str, str]]) -> tuple[int, Edges]:
    """Return a graph whose nodes have names: their number, and the edges between nodes that are numbered from 0.

    The nodes are numbered as they follow in the text, or by their names if all of these are numbers.

    Raises:
        InputError: an edge has a node that is not among the names, or a number has too many digits.

    >>> by_name(["b", "a"], [("a", "b")])
    (2, [(1, 0)])
    >>> by_name(["2", "1"], [("1", "2")])
    (2, [(0, 1)])
    """
    order = list(dict.fromkeys(names))
    if all(re.fullmatch(r"[0-9]+", name) for name in order):
        order.sort(key=number)
    places = {name: place for place, name in enumerate(order)}
    edges = list(edges)
    for edge in edges:
        for node in edge:
            if node not in places:
                raise InputError(f"an edge has the node {show(node)}, which the text does not declare")
    return len(order), [(places[one], places[other]) for one, other in edges]


def both_ways(text: str, edges: Mapping[tuple[Any, Any], int], remedy: str) -> None:
    """Refuse directed edges unless each of them has one back.

    Args:
        text: the text of the graph.
        edges: where each directed edge stands in it, or what makes it directed.
        remedy: how the notation writes edges without a direction.

    >>> both_ways("a->b", {("a", "b"): 1}, "write --")
    Traceback (most recent call last):
    ...
    gamekit.game.notation.PlacedError: column 2: edges must go both ways; one goes from a to b, and none back: write --
    """
    for (one, other), place in edges.items():
        if (other, one) not in edges:
            what = f"one goes from {one!s:.60} to {other!s:.60}, and none back: {remedy}"
            raise misfit(text, place, f"edges must go both ways; {what}")


def another(text: str, index: int) -> InputError:
    """Return the error about a second graph that begins at a place of a text."""
    return misfit(text, index, "there must be one graph; another begins here")


def number(digits: str) -> int:
    """Return the number that digits stand for; refuses more than `MOST_DIGITS`."""
    if len(digits) > MOST_DIGITS:
        raise InputError(f"a number must have at most {MOST_DIGITS} digits; one is {show(digits)}")
    return int(digits)


def too_large(nodes: str) -> InputError:
    """Return the error about a graph of more than `MOST_NODES` nodes."""
    return InputError(
        f"a graph must have at most {MOST_NODES:,} nodes; it has {nodes}: number the nodes without gaps"
    )


def fitting(
    text: str, line: re.Pattern[str], rule: str, skipped: re.Pattern[str] = COMMENT
) -> Iterator[re.Match[str]]:
    """Yield the match of each line at its place in the text, except those that are skipped."""
    start = 0
    for each in text.split("\n"):
        if not skipped.fullmatch(each):
            begin = start + len(each) - len(each.lstrip())
            match = line.fullmatch(text, begin, start + len(each.rstrip()))
            if match is None:
                raise misfit(text, start, f"{rule}; this is {each!r:.60}")
            yield match
        start += len(each) + 1
