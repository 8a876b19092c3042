"""Fox against Geese: values of CGSuite's tests, of the geese on a3, c3, e3 and g3, and rules."""

from __future__ import annotations

import pytest
from support.marks import cases

from gamekit import InputError
from gamekit.cgt import LEFT, RIGHT, load_ruleset
from gamekit.cgt.valuation import valuate

NARROW = ("x.x.|....|o...", "{2|0}")

TABLE = [
    ("x.x.x.x.|.o......|........", "2over"),
    ("x.x.x.x.|...o....|........", "2"),
    ("x.x.x.x.|.....o..|........", "3*"),
    ("x.x.x.x.|.......o|........", "4over"),
    ("x.x.x.x.|........|o.......", "{6|2over}"),
    ("x.x.x.x.|........|..o.....", "{2over|2}"),
    ("x.x.x.x.|........|....o...", "{4|3||2}"),
    ("x.x.x.x.|........|......o.", "{4over|3*}"),
]  # FoxAndGeese.ValuesTable in CGSuite's tests

LARGE = [
    (".x.x.x.x|........|........|o.......", "{4*|7/2}"),
    ("x.x.x.x.x.|..........|........o.", "{6over|5*}"),
]  # FoxAndGeese and GenFoxAndGeese there


@pytest.mark.parametrize(("board", "value"), cases(quick=[NARROW], slow=TABLE[:1], release=TABLE[1:] + LARGE))
def test_values(board: str, value: str) -> None:
    geese = load_ruleset("fox-against-geese", {"board": board})
    found = valuate(geese, geese.start(), "sides")
    assert (str(found.value), found.check().ok) == (value, True)


def test_a_fox_that_has_escaped_passes_for_ever() -> None:
    geese = load_ruleset("fox-against-geese", {"board": "....|x..x|.o.."})
    escaped = geese.parse_option(geese.start(), "b1-c2", RIGHT)
    assert escaped == ("....", "x.ox", "....")
    gesture = geese.gesture(geese.start(), escaped, RIGHT)
    assert gesture is not None
    assert (gesture.steps, geese.ending(escaped), geese.ending(geese.start())) == (
        ("9", "6"),
        "the fox has escaped",
        None,
    )
    assert (list(geese.options_of(escaped, LEFT)), list(geese.options_of(escaped, RIGHT))) == ([], [escaped])
    assert geese.format_option(escaped, escaped, RIGHT) == "pass"
    assert str(valuate(geese, escaped, "sides").value) == "off"


def test_a_board_has_one_fox() -> None:
    with pytest.raises(InputError, match="a board has one fox o, or none"):
        load_ruleset("fox-against-geese", {"board": "x.x|o.o"})


def test_a_fox_that_has_escaped_is_told_of_before_it_passes() -> None:
    ruleset = load_ruleset("fox-against-geese", {"board": "x...|...o|...."})
    assert not ruleset.prompts_in(("x...", "...o", "...."))
    (prompt,) = ruleset.prompts_in(("....", "x..o", "...."))
    assert prompt.startswith("The fox has escaped")
