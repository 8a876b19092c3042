"""The pages of the gallery on rulesets: published values beside those that are computed here, and thermographs.

Every function returns Markdown. The build fails where a value is not the published one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from json import dumps, loads
from typing import Any

from gamekit import load_game
from gamekit.analysis.plots import thermograph as drawn
from gamekit.cgt import Ruleset, as_game, canonical_form, load_ruleset, parse_game, thermograph
from gamekit.cgt.kinds.value_kind import Valuation
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.valuation import valuate
from support.gallery import table
from support.notebook import image, picture
from support.rulesets import about

Row = tuple[Mapping[str, Any], str | None, str, str]
"""Parameters, the position (None for the start), its published value, and the source."""


def rulesets(*names: str) -> str:
    """Return what each ruleset says of itself, with its parameters."""
    return "\n\n".join(f"## {name}\n\n{about(name)}\n\n{_board(name)}" for name in names)


def _board(name: str) -> str:
    """Return a drawing of the position in which play of a ruleset's example begins; "" if nothing draws it."""
    ruleset = load_ruleset(name)
    board_game = type(ruleset).board_game()
    game = as_game(ruleset) if board_game is None else load_game(name)
    drawing = game.svg(game.initial_state())
    return "" if drawing is None else image(drawing, f"{name}: {ruleset.format_position(ruleset.start())}")


@cache
def _ruleset(name: str, parameters: str) -> Ruleset[Any]:
    return load_ruleset(name, loads(parameters))


def _valued(
    name: str, parameters: Mapping[str, Any], position: str | None, kind: str | None
) -> tuple[str, Valuation]:
    ruleset = _ruleset(name, dumps(parameters))
    at = CheckedRuleset(ruleset).parse(position)
    return ruleset.format_position(at), valuate(ruleset, at, kind)


def known(name: str, rows: Iterable[Row], kind: str | None = None) -> str:
    """Return a table of positions with published values, computed values, and sources.

    Raises:
        AssertionError: a computed value is not the published one, or is not verified.
    """
    found = []
    for parameters, position, published, source in rows:
        text, value = _valued(name, parameters, position, kind)
        report = value.check()
        assert report is None or report.ok, (name, text, report)
        if value.kind == "canonical":
            assert str(value.value) == str(parse_game(published)), (name, text, published, value.value)
            heat = value.about["temperature"]
        else:
            assert str(value.value) == published, (name, text, published, value.value)
            heat = None
        cells = [*map(_code, (text, published, str(value.value))), str(value.outcome)]
        found.append([*cells, heat, source] if heat is not None else [*cells, source])
    heading = ["position", "published", "computed", "outcome", "temperature", "source"]
    if found and len(found[0]) == 5:
        heading.remove("temperature")
    return table(heading, found)


def _code(text: str) -> str:
    """Return text as code in a table, where a bar would end the cell."""
    return f"<code>{escape(text).replace('|', '&#124;')}</code>"


def heat(name: str, parameters: Mapping[str, Any], title: str) -> str:
    """Return the thermograph of a position, with its mean and temperature in words."""
    game = canonical_form(load_ruleset(name, dict(parameters)))
    walls = thermograph(game)
    words = f"{title}: {_code(str(game))}, mean {walls.mean}, temperature {walls.temperature}."
    return f"{picture(drawn(game, title=title), f'Thermograph of {title}')}\n\n{words}"
