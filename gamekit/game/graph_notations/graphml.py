"""Graphs in XML: GraphML and GEXF."""

from __future__ import annotations

import re
from typing import ClassVar
from xml.etree import ElementTree

from gamekit.errors import InputError
from gamekit.game.graph_notations.graph_notation import Edges, GraphNotation, both_ways, by_name
from gamekit.game.notation import PlacedError, misfit


class GraphMl(GraphNotation):
    """Elements `node` with an `id`, and `edge` with a `source` and a `target`; GEXF has these, too.

    Everything else is ignored. A text must not define entities, so that a short one cannot stand for a long one.
    """

    name = "graphml"
    about = "a graph in GraphML or GEXF"
    example = (
        '<graphml><graph edgedefault="undirected">\n<node id="a"/>\n<node id="b"/>\n<node id="c"/>\n'
        '<edge source="a" target="b"/>\n<edge source="b" target="c"/>\n</graph></graphml>'
    )
    endings: ClassVar[tuple[str, ...]] = (".graphml", ".gexf", ".xml")

    START = re.compile(r"<(?:graphml|gexf)\b")

    def reads(self, text: str) -> bool:
        return self.START.search(text) is not None

    def graph(self, text: str) -> tuple[int, Edges]:
        if "<!ENTITY" in text:
            raise misfit(text, text.index("<!ENTITY"), "a graph must not define entities")
        try:
            root = ElementTree.fromstring(text)
        except ElementTree.ParseError as error:
            line, column = error.position
            raise PlacedError(line, column + 1, f"this is not XML ({error.msg})") from None
        if len(root.findall("{*}graph")) > 1:
            raise InputError("there must be one graph; there are several")
        graph = root if root.tag.endswith("}graph") else root.find(".//{*}graph")
        words = {} if graph is None else graph.attrib
        default = words.get("edgedefault", words.get("defaultedgetype", "undirected"))
        arcs, edges = list[tuple[str, str]](), list[tuple[str, str]]()
        for edge in root.iterfind(".//{*}edge"):
            is_directed = edge.get("directed", edge.get("type", default)) in ("true", "directed")
            arrows = edge.find(".//{*}Arrows")  # of yEd, whose graphs are all said to be directed
            if arrows is not None:
                is_directed = (arrows.get("source") == "none") != (arrows.get("target") == "none")
            (arcs if is_directed else edges).append((_of(edge, "source"), _of(edge, "target")))
        directed = re.search(
            r"(?:edgedefault|defaultedgetype|directed|type)\s*=\s*[\"'](?:directed|true)", text
        )
        place = directed.start() if directed else 0
        both_ways(text, dict.fromkeys(arcs, place), 'write edgedefault="undirected"')
        return by_name([_of(node, "id") for node in root.iterfind(".//{*}node")], [*edges, *arcs])

    def written(self, nodes: int, edges: list[tuple[int, int]]) -> str:
        rows = [f'<node id="{node}"/>' for node in range(nodes)]
        rows += [f'<edge source="{one}" target="{other}"/>' for one, other in edges]
        return "\n".join(['<graphml><graph edgedefault="undirected">', *rows, "</graph></graphml>"])


def _of(element: ElementTree.Element, name: str) -> str:
    """Return an attribute of an element that must be there."""
    found = element.get(name)
    if found is None:
        raise InputError(f"each {element.tag.rpartition('}')[2]} has the attribute {name}; one has not")
    return found
