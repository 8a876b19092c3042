"""Notations of undirected graphs, for games whose parameter `graph` lists the neighbours of each node."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.notation import Notation, misfit
from gamekit.game.parameters import show

COMMENT = re.compile(r"\s*(?:[#%].*)?")

MOST_NODES = 100_000
"""The largest number of nodes, so that a short text cannot stand for a huge graph."""

MOST_DIGITS = 18


class GraphNotation(Notation):
    """A notation whose texts describe one graph each; it writes the graph of the game, whatever the state."""

    about = "a graph"

    def parameters(self, text: str) -> dict[str, Any]:
        nodes, edges = self.graph(text)
        if nodes > MOST_NODES:
            raise _too_large(f"{nodes:,}")
        return {"graph": neighbours_of(nodes, edges)}

    def graph(self, text: str) -> tuple[int, Iterable[tuple[int, int]]]:
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


class EdgeList(GraphLines):
    """An edge on each line, perhaps after a line with the numbers of nodes and edges.

    In files of Matrix Market, that line has the number of nodes twice.
    """

    name = "edges"
    about = "a graph, an edge on each line, with nodes numbered from 0 or 1"
    example = "0 1\n1 2\n2 0"
    endings: ClassVar[tuple[str, ...]] = (".edges", ".edgelist", ".el")

    LINE = re.compile(r"\s*(\d+)(?:\s*(?:,|;|--?>?)\s*|\s+)(\d+)(?:[\s,;].*)?")

    def graph(self, text: str) -> tuple[int, Iterable[tuple[int, int]]]:
        rule = "an edge is two numbers of nodes, as in '0 1'"
        matches = [*_fitting(text, self.LINE, rule)]
        edges = [(_number(match[1]), _number(match[2])) for match in matches]
        lines = [match[0] for match in matches[1:] if re.fullmatch(r"[\d\s]+", match[0])]
        for line in lines:  # lists of neighbours are of unequal length, too
            if len(line.split()) != len(lines[0].split()):
                place = re.search(rf"(?m)^[^\S\n]*{line}[^\S\n]*$", text)
                what = f"an edge has as many numbers as those before it; this is {line!r:.60}"
                raise misfit(text, place.start() if place else 0, what)
        if not edges:
            raise InputError("a graph must have an edge or more; the text has comments and blanks only")
        is_matrix = matches[0][0].split() == [matches[0][1], matches[0][1], str(len(edges) - 1)]
        has_header = is_matrix or (
            len(edges) > 1 and edges[0][1] == len(edges) - 1 > 0 and edges[0][0] >= max(map(max, edges[1:]))
        )
        header, edges = (edges[0][0], edges[1:]) if has_header and edges[1:] else (0, edges)
        first = min(map(min, edges)) if header == 0 else int(is_matrix or max(map(max, edges)) == header)
        first = min(first, 1)
        nodes = header or max(map(max, edges)) + 1 - first
        return nodes, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        return "\n".join([f"{nodes} {len(edges)}", *(f"{one} {other}" for one, other in edges)])


class AdjacencyText(GraphLines):
    """The neighbours of each node on a line, after its number and a colon."""

    name = "adjacency"
    about = "a graph, a line for each node: its number, a colon, its neighbours"
    example = "0: 1 2\n1: 0 2\n2: 0 1"
    endings: ClassVar[tuple[str, ...]] = (".adj", ".adjlist")

    LINE = re.compile(r"\s*(\d+)\s*(?::|->)([\d\s,]*)")

    def graph(self, text: str) -> tuple[int, Iterable[tuple[int, int]]]:
        edges, nodes = list[tuple[int, int]](), list[int]()
        for match in _fitting(
            text, self.LINE, "a line is a node, a colon and its neighbours, as in '0: 1 2'"
        ):
            nodes.append(_number(match[1]))
            edges += [(nodes[-1], _number(one)) for one in re.findall(r"\d+", match[2])]
        if not nodes:
            raise InputError("a graph must have a node or more; the text has comments and blanks only")
        nodes += [node for edge in edges for node in edge]
        first = min(*nodes, 1)
        return max(nodes) + 1 - first, [(one - first, other - first) for one, other in edges]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = enumerate(neighbours_of(nodes, edges))
        return "\n".join(" ".join([f"{node}:", *map(str, near)]) for node, near in rows)


class Metis(GraphNotation):
    """The format of METIS: the numbers of nodes and edges, then the neighbours of each node, from 1, on a line.

    A third number says which weights there are; they are ignored.
    """

    name = "metis"
    about = "a graph in METIS form"
    example = "3 3\n2 3\n1 3\n1 2"
    endings: ClassVar[tuple[str, ...]] = (".graph", ".metis")

    HEADER = re.compile(r"\s*\d{1,9}\s+\d{1,9}(\s+[01]{1,3}(\s+\d{1,9})?)?\s*")

    def reads(self, text: str) -> bool:
        lines = self._lines(text)
        if not lines or not self.HEADER.fullmatch(lines[0]) or not re.fullmatch(r"[\d\s]*", " ".join(lines)):
            return False
        if len(lines) - 1 != int(lines[0].split()[0]):
            return False
        try:  # a list of edges may have as many lines
            return len({len(line.split()) for line in lines[1:]}) > 1 or bool(self.graph(text))
        except InputError:
            return False

    def graph(self, text: str) -> tuple[int, Iterable[tuple[int, int]]]:
        header, *lines = self._lines(text)
        nodes, edges, kind, weights = (*map(_number, header.split()), *(0, 1)[len(header.split()) - 2 :])
        before, step = kind // 100 + kind // 10 % 10 * weights, 1 + kind % 10
        rows = [[_number(word) for word in line.split()[before::step]] for line in lines]
        pairs = {(one, other) for one, row in enumerate(rows, 1) for other in row}
        for one, other in sorted(pairs):
            if not 1 <= other <= nodes or one == other or (other, one) not in pairs:
                raise InputError(
                    f"node {one} has the neighbour {other}, and {other} has not the neighbour {one}"
                )
        if len(pairs) != 2 * edges:
            raise InputError(f"the first line promises {edges:,} edges; there are {len(pairs) // 2:,}")
        return nodes, [(one - 1, other - 1) for one, other in sorted(pairs)]

    def _lines(self, text: str) -> list[str]:
        """Return the first line and those of the nodes; the line of a node without neighbours is blank."""
        lines = [line for line in text.lstrip("\n").split("\n") if not line.lstrip().startswith("%")]
        nodes = re.match(r"\s*(\d{1,9})\s", f"{lines[0]} ") if lines else None
        end = len("\n".join(lines).rstrip().split("\n"))
        return lines[: max(end, 1 + int(nodes[1]) if nodes else 0)]

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [" ".join(str(other + 1) for other in near) for near in neighbours_of(nodes, edges)]
        return "\n".join([f"{nodes} {len(edges)}", *rows])


class Dimacs(GraphNotation):
    """The format of the DIMACS challenges: `p edge NODES EDGES`, then `e ONE OTHER`, with nodes numbered from 1."""

    name = "dimacs"
    about = "a graph in DIMACS form"
    example = "p edge 3 3\ne 1 2\ne 2 3\ne 3 1"
    endings: ClassVar[tuple[str, ...]] = (".col", ".dimacs", ".gr")

    HEADER = re.compile(r"(?m)^p\s+\w+\s+(\d+)\s+\d+\s*$")
    LINE = re.compile(r"[ea]\s+(\d+)\s+(\d+)(?:\s.*)?")

    def reads(self, text: str) -> bool:
        return self.HEADER.search(text) is not None

    def graph(self, text: str) -> tuple[int, Iterable[tuple[int, int]]]:
        header = self.HEADER.search(text)
        if header is None:
            raise InputError("a line must give the size of the graph, as in 'p edge 3 2'; there is none")
        nodes = _number(header[1])
        edges = []
        for match in _fitting(
            text, self.LINE, "an edge is written as 'e 1 2'", skipped=re.compile(r"[cpnd]\b.*|\s*")
        ):
            edge = _number(match[1]) - 1, _number(match[2]) - 1
            if not 0 <= min(edge) <= max(edge) < nodes:
                raise InputError(f"nodes are numbered from 1 to {nodes:,}; an edge is {match[0]!r:.60}")
            edges.append(edge)
        return nodes, edges

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        lines = [f"e {one + 1} {other + 1}" for one, other in edges]
        return "\n".join([f"p edge {nodes} {len(edges)}", *lines])


class Graph6(GraphNotation):
    """graph6 and sparse6, the forms of nauty (B. McKay), a graph on each line."""

    name = "graph6"
    about = "a graph as nauty writes it, or in sparse6"
    example = "Bw"
    endings: ClassVar[tuple[str, ...]] = (".g6", ".graph6", ".s6", ".sparse6")
    is_like_names: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        body = text.strip().removeprefix(">>graph6<<").removeprefix(">>sparse6<<")
        return re.fullmatch(r":?[?-~]+", body) is not None and not _is_json(body)

    def graph(self, text: str) -> tuple[int, Iterable[tuple[int, int]]]:
        import networkx

        body = text.strip().removeprefix(">>graph6<<").removeprefix(">>sparse6<<")
        if body.removeprefix(":").startswith("~~"):
            raise _too_large("more than 258,047")
        read = networkx.from_sparse6_bytes if body.startswith(":") else networkx.from_graph6_bytes
        try:
            graph = read(body.encode())
        except (networkx.NetworkXError, ValueError, IndexError) as error:
            raise InputError(f"the text is cut short or has signs too many ({error})") from None
        return len(graph), graph.edges()

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        import networkx

        graph = networkx.empty_graph(nodes)
        graph.add_edges_from(edges)
        text: bytes = networkx.to_graph6_bytes(graph, header=False)
        return text.decode().strip()

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        return Notation.split(self, text)


GRAPH_NOTATIONS: tuple[Notation, ...] = (Metis(), EdgeList(), AdjacencyText(), Dimacs(), Graph6())
"""The notations of graphs, for the attribute `notations` of a game on a graph."""


def _is_json(text: str) -> bool:
    """Return whether a text is JSON, as `[[]]` is, whose signs are those of graph6."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise InputError(f"a number must have at most {MOST_DIGITS} digits; one is {show(digits)}")
    return int(digits)


def _too_large(nodes: str) -> InputError:
    return InputError(
        f"a graph must have at most {MOST_NODES:,} nodes; it has {nodes}: number the nodes without gaps"
    )


def _fitting(
    text: str, line: re.Pattern[str], rule: str, skipped: re.Pattern[str] = COMMENT
) -> Iterator[re.Match[str]]:
    """Yield the match of each line, except those that are skipped."""
    start = 0
    for each in text.split("\n"):
        if not skipped.fullmatch(each):
            match = line.fullmatch(each.strip())
            if match is None:
                raise misfit(text, start, f"{rule}; this is {each!r:.60}")
            yield match
        start += len(each) + 1
