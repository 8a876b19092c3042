"""Parameters that are graphs, nodes and grids: what they become, what is refused, and what the editor is told."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from gamekit import InputError
from gamekit.game.board_parameters import graph_parameter, grid_parameter, node_parameter
from gamekit.game.parameter_schema import schema


@attrs.frozen
class Town:
    streets: tuple[tuple[int, ...], ...] = graph_parameter("which places are joined")
    plan: tuple[str, ...] = grid_parameter("the park, with one P pond", "P.", once="P")
    station: int = node_parameter(0, "where the trains stop", graph="streets")


def town(**changes: Any) -> Town:
    return Town(**{"streets": [[1], [0]], "plan": ["P."], **changes})


def test_lists_become_tuples() -> None:
    assert town(streets=iter([[1], {0}]), plan=iter([".P", ".."])) == Town(((1,), (0,)), (".P", ".."), 0)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"streets": "01"}, "streets must be a list of the neighbours of each node; it is '01'"),
        (
            {"streets": [[1], [2], [1]]},
            "streets must go both ways: streets[0] lists 1, but streets[1] does not list 0",
        ),
        ({"station": 2}, "station is 2, but nodes are 0..1"),
        ({"plan": [".."]}, "plan must have one P; there is none"),
        ({"plan": ["P.", ".PP"]}, "plan[1] must have 2 cells, as plan[0] has; it has 3"),
        ({"plan": ["P.", "P."]}, "plan must have one P; there are two, plan[0][0] and plan[1][0]"),
        ({"plan": ["Px"]}, "plan[0][1] must be one of P .; it is 'x'"),
    ],
)
def test_messages_have_the_name_of_the_parameter(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        town(**parameters)
    assert str(error.value) == message


def test_the_editor_draws_them() -> None:
    properties = schema(Town)["properties"]
    assert [entry["editor"] for entry in properties.values()] == ["graph", "grid", "node"]
    assert properties["plan"]["signs"] == "P."
