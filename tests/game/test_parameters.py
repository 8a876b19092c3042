from __future__ import annotations

import enum
import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit import InputError
from gamekit.game.parameter_schema import schema
from gamekit.game.parameters import parameter, parameter_fields, show, structure, unstructure
from gamekit.game.registry import GAMES, game_class, load_game, registered
from gamekit.solvers.registry import SOLVERS, make_solver
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII

NAMES = sorted(registered(GAMES))


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@attrs.frozen
class Piece:
    name: str
    jumps: tuple[int, ...] = attrs.field(default=(1,), metadata={"aliases": ("steps",)})


@attrs.frozen
class Everything:
    """A class with a parameter of every type that there is."""

    size: int = attrs.field(metadata={"help": "how large", "aliases": ("n", "width")})
    wraps: bool = False
    name: str = ""
    speed: float = 1.0
    limit: int | None = None
    rows: tuple[tuple[int, ...], ...] = ()
    pair: tuple[int, str] = (0, "")
    words: list[str] = attrs.field(factory=list)
    weights: Sequence[float] = ()
    shapes: tuple[tuple[int, int] | None, ...] = ()
    mode: Literal["slow", "fast", 1] = "slow"
    points: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict)
    either: int | str | None = None
    piece: Piece | None = None
    pieces: dict[str, Piece] = attrs.field(factory=dict)
    colour: Colour = Colour.RED
    anything: Any = None
    _hidden: int = 0
    derived: int = attrs.field(init=False, default=7)


@attrs.frozen
class Words:
    words: tuple[str, ...]


@attrs.frozen
class Even:
    size: int = attrs.field(validator=attrs.validators.in_((2, 4)))


@attrs.frozen
class Holder:
    even: Even

    def __attrs_post_init__(self) -> None:
        if self.even.size == 4:
            raise InputError("even.size must not be 4 here")


@attrs.frozen
class Odd:
    what: object


def made(**parameters: Any) -> Everything:
    """Return what these parameters make, with a size where they name none."""
    return structure(Everything, {"size": 1, **parameters}, "thing")


# --- what is taken --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("size", 5, 5),
        ("size", -(10**400), -(10**400)),
        ("wraps", True, True),
        ("name", "a b", "a b"),
        ("speed", 0.5, 0.5),
        ("speed", 2, 2.0),
        ("limit", None, None),
        ("limit", 3, 3),
        ("rows", [[1, 2], []], ((1, 2), ())),
        ("rows", ((1, 2), ()), ((1, 2), ())),
        ("pair", [3, "x"], (3, "x")),
        ("words", ["a"], ["a"]),
        ("weights", [1, 0.5], (1.0, 0.5)),
        ("shapes", [[1, 2], None], ((1, 2), None)),
        ("mode", "fast", "fast"),
        ("mode", 1, 1),
        ("points", {"a": [1]}, {"a": (1,)}),
        ("either", "x", "x"),
        ("either", 5, 5),
        ("either", None, None),
        ("piece", {"name": "knight"}, Piece("knight")),
        ("piece", {"name": "rook", "steps": [1, 2]}, Piece("rook", (1, 2))),
        ("pieces", {"k": {"name": "king"}}, {"k": Piece("king")}),
        ("colour", "blue", Colour.BLUE),
        ("anything", [{"a": None}], [{"a": None}]),
    ],
)
def test_values_that_fit(name: str, value: Any, expected: Any) -> None:
    found = getattr(made(**{name: value}), name)
    assert found == expected
    assert type(found) is type(expected)


def test_private_fields_go_by_their_public_name() -> None:
    assert made(hidden=3)._hidden == 3
    assert unstructure(made(hidden=3))["hidden"] == 3


def test_a_list_is_the_first_parameter() -> None:
    assert structure(Words, ["a", "b"], "words") == Words(("a", "b"))
    with pytest.raises(InputError, match=r"^size must be an integer; it is \[1\]$"):
        structure(Everything, [1], "thing")


@pytest.mark.parametrize("alias", ["size", "n", "width"])
def test_aliases(alias: str) -> None:
    assert structure(Everything, {alias: 4}, "thing").size == 4


def test_leetcode_s_names() -> None:
    parameters = {"grid": ["MCF"], "catJump": 2, "mouse_jump": 3}
    assert structure(CatMouseII, parameters, "cat-mouse-ii") == CatMouseII(["MCF"], 2, 3)


# --- what is refused ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"size": 1.5}, "size must be an integer; it is 1.5"),
        ({"size": 1.0}, "size must be an integer; it is 1.0"),
        ({"size": True}, "size must be an integer; it is true"),
        ({"size": "1"}, "size must be an integer; it is '1'"),
        ({"size": None}, "size must be an integer; it is null"),
        ({"size": []}, "size must be an integer; it is []"),
        ({"wraps": 1}, "wraps must be true or false; it is 1"),
        ({"wraps": "true"}, "wraps must be true or false; it is 'true'"),
        ({"name": 5}, "name must be text; it is 5"),
        ({"name": ["a"]}, "name must be text; it is ['a']"),
        ({"speed": True}, "speed must be a finite number; it is true"),
        ({"speed": "fast"}, "speed must be a finite number; it is 'fast'"),
        ({"speed": float("inf")}, "speed must be a finite number; it is inf"),
        ({"speed": float("nan")}, "speed must be a finite number; it is nan"),
        ({"speed": 10**400}, "speed is refused: int too large to convert to float"),
        ({"limit": 1.5}, "limit must be an integer; it is 1.5"),
        ({"rows": [[1], [2, 1.5]]}, "rows[1][1] must be an integer; it is 1.5"),
        ({"rows": [[1], 2]}, "rows[1] must be a list; it is 2"),
        ({"rows": "12"}, "rows must be a list; it is '12'"),
        ({"rows": {"0": [1]}}, "rows must be a list; it is {'0': [1]}"),
        ({"rows": [[1], "2"]}, "rows[1] must be a list; it is '2'"),
        ({"pair": [1]}, "pair must have 2 entries; it has 1"),
        ({"pair": [1, 2]}, "pair[1] must be text; it is 2"),
        ({"words": ["a", None]}, "words[1] must be text; it is null"),
        ({"words": "ab"}, "words must be a list; it is 'ab'"),
        ({"weights": [1, "2"]}, "weights[1] must be a finite number; it is '2'"),
        ({"shapes": [None, [1, 2, 3]]}, "shapes[1] must have 2 entries; it has 3"),
        ({"shapes": [None, [1, "2"]]}, "shapes[1][1] must be an integer; it is '2'"),
        ({"mode": "Fast"}, "mode must be slow or fast or 1; it is 'Fast'"),
        ({"mode": True}, "mode must be slow or fast or 1; it is true"),
        ({"mode": 1.0}, "mode must be slow or fast or 1; it is 1.0"),
        ({"mode": ["slow"]}, "mode must be slow or fast or 1; it is ['slow']"),
        ({"points": {"a b": [1, None]}}, "points['a b'][1] must be an integer; it is null"),
        ({"points": {3: []}}, "points[3] must be text; it is 3"),
        ({"points": [1]}, "points must be an object; it is [1]"),
        ({"either": 1.5}, "either must be an integer or text; it is 1.5"),
        ({"piece": {}}, "piece needs the parameter 'name'"),
        ({"piece": {"nam": "x"}}, "piece has no parameter 'nam'; did you mean 'name'?"),
        ({"piece": {"name": "x", "jumps": [0, "1"]}}, "piece.jumps[1] must be an integer; it is '1'"),
        ({"piece": {"name": "x", "jumps": [1], "steps": [1]}},
         "piece is given the parameter 'jumps' twice, as 'jumps' and as 'steps'"),
        ({"piece": ["x"]}, "piece must be an object; it is ['x']"),
        ({"pieces": {"k": {"name": 5}}}, "pieces['k'].name must be text; it is 5"),
        ({"colour": "green"}, "colour is refused: 'green' is not a valid Colour"),
    ],
)  # fmt: skip
def test_values_that_do_not_fit(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        made(**parameters)
    assert str(error.value).startswith(message)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sise": 1}, "thing has no parameter 'sise'; did you mean 'size'?"),
        ({"size": 1, "derived": 1}, "thing has no parameter 'derived'; known: "),
        ({"size": 1, "width": 2}, "thing is given the parameter 'size' twice, as 'size' and as 'width'"),
        ({"wraps": True}, "thing needs the parameter 'size'"),
        ({}, "thing needs the parameter 'size'"),
        (None, "thing: the parameters must be a JSON object; they are null"),
        (True, "thing: the parameters must be a JSON object; they are true"),
        (7, "thing: the parameters must be a JSON object; they are 7"),
        ("size", "thing: the parameters must be a JSON object; they are 'size'"),
    ],
)  # fmt: skip
def test_parameters_that_are_not_there_or_too_many(parameters: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        structure(Everything, parameters, "thing")
    assert str(error.value).startswith(message)


def test_graphs() -> None:
    with pytest.raises(InputError) as error:
        structure(CatMouse, [[1], [0], [], [0, 1.5]], "cat-mouse")
    assert str(error.value) == "graph[3][1] must be an integer; it is 1.5"


def test_the_class_s_own_rules() -> None:
    assert structure(Holder, {"even": {"size": 2}}, "holder") == Holder(Even(2))
    for parameters, message in (
        ({"even": {"size": 3}}, "even is refused: 'size' must be in (2, 4) (got 3)"),
        ({"even": {"size": 4}}, "even.size must not be 4 here"),
    ):
        with pytest.raises(InputError) as error:
            structure(Holder, parameters, "holder")
        assert str(error.value) == message


def test_a_type_that_cannot_come_from_json() -> None:
    with pytest.raises(
        InputError, match=r"^what cannot be read: the annotation object in the class is none of"
    ):
        structure(Odd, {"what": 1}, "odd")


def test_a_class_without_parameters() -> None:
    class Plain:
        pass

    assert parameter_fields(Plain) == []
    assert isinstance(structure(Plain, {}, "plain"), Plain)
    assert schema(Plain)["properties"] == {}
    with pytest.raises(InputError, match=r"^plain has no parameter 'a'; it has none$"):
        structure(Plain, {"a": 1}, "plain")
    with pytest.raises(InputError, match=r"^plain: the parameters must be a JSON object"):
        structure(Plain, [], "plain")


# --- and back -------------------------------------------------------------------------------------------------


def in_and_out(instance: Any) -> Any:
    """Return an instance made from the JSON text of another one's parameters."""
    return structure(type(instance), json.loads(json.dumps(unstructure(instance))), "again")


@pytest.mark.parametrize("name", NAMES)
def test_every_game_survives_json(name: str) -> None:
    game = load_game(name)
    assert in_and_out(game) == game
    assert structure(type(game), unstructure(game), name) == game


@pytest.mark.parametrize("name", sorted(registered(SOLVERS)))
def test_every_solver_survives_json(name: str) -> None:
    assert in_and_out(make_solver(name)) == make_solver(name)


pieces = st.builds(Piece, st.text(), st.lists(st.integers()).map(tuple))
everything = st.builds(
    Everything,
    size=st.integers(),
    wraps=st.booleans(),
    name=st.text(),
    speed=st.floats(allow_nan=False, allow_infinity=False),
    limit=st.none() | st.integers(),
    rows=st.lists(st.lists(st.integers()).map(tuple)).map(tuple),
    pair=st.tuples(st.integers(), st.text()),
    words=st.lists(st.text()),
    weights=st.lists(st.floats(0, 1)).map(tuple),
    shapes=st.lists(st.none() | st.tuples(st.integers(), st.integers())).map(tuple),
    mode=st.sampled_from(["slow", "fast", 1]),
    points=st.dictionaries(st.text(), st.lists(st.integers()).map(tuple)),
    either=st.none() | st.integers() | st.text(),
    piece=st.none() | pieces,
    pieces=st.dictionaries(st.text(), pieces),
)


@pytest.mark.slow
@given(everything)
@settings(deadline=None, max_examples=settings().max_examples // 2)
def test_everything_survives_json(thing: Everything) -> None:
    parameters = unstructure(thing)
    del parameters["colour"]  # has no form in JSON but its repr
    assert structure(Everything, json.loads(json.dumps(parameters)), "thing") == thing


# --- schema ---------------------------------------------------------------------------------------------------


def test_schema_of_everything() -> None:
    found = schema(Everything)
    integer, text = {"type": "integer"}, {"type": "string"}
    properties = found["properties"]
    assert found["required"] == ["size"]
    assert found["additionalProperties"] is False
    assert properties["size"] == {"type": "integer", "description": "how large", "aliases": ["n", "width"]}
    assert properties["wraps"] == {"type": "boolean", "default": False}
    assert properties["speed"] == {"type": "number", "default": 1.0}
    assert properties["limit"] == {"anyOf": [integer, {"type": "null"}]}
    assert properties["rows"] == {
        "type": "array", "items": {"type": "array", "items": integer}, "default": []
    }  # fmt: skip
    assert properties["pair"] == {
        "type": "array", "prefixItems": [integer, text], "minItems": 2, "maxItems": 2, "default": [0, ""]
    }  # fmt: skip
    assert properties["mode"]["enum"] == ["slow", "fast", 1]
    assert properties["points"]["additionalProperties"] == {"type": "array", "items": integer}
    assert properties["either"]["anyOf"] == [integer, text, {"type": "null"}]
    assert properties["piece"]["anyOf"][0]["required"] == ["name"]
    assert "hidden" in properties
    assert "derived" not in properties
    json.dumps(found)


@pytest.mark.parametrize("name", NAMES)
def test_schemas_of_games_describe_their_examples(name: str) -> None:
    cls = game_class(name)
    found = schema(cls)
    names = {
        alias for key, entry in found["properties"].items() for alias in (key, *entry.get("aliases", ()))
    }
    assert set(cls.example) <= names
    assert set(found["required"]) <= set(cls.example)
    assert all(entry["description"] for entry in found["properties"].values())


def test_values_in_messages_are_cut_short() -> None:
    assert show([1, 2]) == "[1, 2]"
    assert show("x" * 100) == f"'{'x' * 56}..."
    assert show("two\nlines") == r"'two\nlines'"
    assert show(10**5000) == "<int>"


@attrs.frozen
class Piles:
    sizes: tuple[int, ...] = parameter((1, 2), "how many there are", 0, 9, items="numbers")
    names: tuple[str, ...] | None = parameter(None, "what they are called", items="names")


def test_a_list_becomes_a_tuple() -> None:
    assert Piles([3], ["a"]) == Piles((3,), ("a",))
    assert Piles(iter([3])).sizes == (3,)
    assert Piles().names is None


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sizes": 5}, "sizes must be a list of numbers; it is 5"),
        ({"sizes": "12"}, "sizes must be a list of numbers; it is '12'"),
        ({"sizes": None}, "sizes must be a list of numbers; it is None"),
        ({"sizes": [1, 10]}, "sizes[1] must be an integer from 0 to 9; it is 10"),
        ({"names": "ab"}, "names must be a list of names; it is 'ab'"),
    ],
)
def test_what_is_no_list_of_such_items_is_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Piles(**parameters)
    assert str(error.value) == message
