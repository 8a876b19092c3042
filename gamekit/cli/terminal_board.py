"""A state in a terminal: boards as their games draw them in text, small graphs drawn, pieces in colour."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cli.reports import is_on_terminal

if TYPE_CHECKING:
    from gamekit.game.protocol import Game

COLOURS: Final = ("bright_cyan", "bright_yellow")
"""The colours of the two players."""

_COLUMN_NAMES: Final = re.compile(r"\s*a( [b-z])*\s*")


def has_colour() -> bool:
    """Return whether text may be coloured: on a terminal that can, unless NO_COLOR is set (https://no-color.org)."""
    return is_on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def styled(text: str, **look: Any) -> str:
    """Return text with a look that `click.style` knows, where there is colour."""
    return click.style(text, **look) if has_colour() else text


def in_players_colour(game: Game[Any, Any], player: int, text: str | None = None) -> str:
    """Return the name of a player, or another text, in the player's colour."""
    return styled(game.players[player] if text is None else text, fg=COLOURS[player], bold=True)


def board_in_text(game: Game[Any, Any], state: Any) -> str:
    """Return a state as text for a terminal: small graphs as drawings, and pieces in colour where there is colour."""
    drawn = _as_graph(game, state)
    if drawn is not None:
        return drawn
    board = game.render(state)
    owners = _owners(game)
    if not has_colour() or not owners:
        return board
    return "\n".join(
        line if _COLUMN_NAMES.fullmatch(line) else _coloured(game, line, owners)
        for line in board.splitlines()
    )


def _coloured(game: Game[Any, Any], line: str, owners: Mapping[str, int]) -> str:
    """Return a line of a board with the signs of the players, which stand alone, in their colours."""
    signs = re.compile(rf"(?<!\w)[{re.escape(''.join(owners))}](?!\w)")
    return signs.sub(lambda match: in_players_colour(game, owners[match[0]], match[0]), line)


def _owners(game: Game[Any, Any]) -> dict[str, int]:
    """Return the index of the player to whom each sign of a board belongs, without signs that belong to nobody."""
    from gamekit.layout.fields.looks import owners_of
    from gamekit.layout.notation import main_board
    from gamekit.layout.on_layout import OnLayout

    field = main_board(game.board) if isinstance(game, OnLayout) else None
    if field is None or not field.signs:
        return {}
    owners = zip(field.signs, owners_of(field.signs, game.players), strict=True)
    return {sign: owner for sign, owner in owners if owner is not None}


def _as_graph(game: Game[Any, Any], state: Any) -> str | None:
    """Return a drawing of a game on a graph, with a legend of its letters; None for other games and large graphs."""
    from gamekit.drawing.graph_layout import edges, layout
    from gamekit.drawing.text_graph import MOST_NODES, graph_in_text
    from gamekit.layout.notation import main_board
    from gamekit.layout.on_graph import OnGraph
    from gamekit.layout.on_layout import OnLayout

    owners: dict[str, int] = {}
    if isinstance(game, OnGraph):
        if len(game.graph) > MOST_NODES:
            return None
        graph = tuple(map(tuple, game.graph))
        places = layout(graph)
        notes = {node: mark.note for node, mark in game.marks(state).items()}
        signs = {node: _initial(note) for node, note in notes.items()}
        labels = [f"{signs[node]}:{node}" if node in signs else str(node) for node in range(len(graph))]
        meaning = ", ".join(dict.fromkeys(f"{signs[node]} {note.lower()}" for node, note in notes.items()))
        rest = ["", meaning] if meaning else []
    else:
        field = main_board(game.board) if isinstance(game, OnLayout) else None
        if field is None or not isinstance(game, OnLayout) or (plane := field.in_plane()) is None:
            return None
        graph, places = tuple(map(tuple, plane[0])), tuple(plane[1])
        name = game.board.board_name or ""
        cells = state[game.board.parts[name]]
        names = map(game.place_name, range(field.places))
        labels = [f"{field.signs[cell]}:{at}" if cell else at for cell, at in zip(cells, names, strict=True)]
        owners = _owners(game)
        rest = [line for line in game.render(state).splitlines() if not line.startswith(f"{name}: ")]
    drawn = graph_in_text(edges(graph), places, labels, shutil.get_terminal_size().columns)
    return None if drawn is None else "\n".join([_with_colours(game, drawn, owners), *rest])


def _initial(note: str) -> str:
    """Return the letter for the pieces on a node, such as "C" for a cop, "2C" for two."""
    match = re.match(r"(\d*) ?(\w)", note)
    return f"{match[1]}{match[2].upper()}" if match else "?"


def _with_colours(game: Game[Any, Any], drawn: str, owners: Mapping[str, int]) -> str:
    """Return a drawing with the labels of its pieces in bold, or in the colours of the players."""
    if not has_colour():
        return drawn
    initials = {player[:1].upper(): i for i, player in enumerate(game.players)}

    def coloured(label: re.Match[str]) -> str:
        owner = owners.get(label[1]) if owners else initials.get(label[1][-1])
        return styled(label[0], bold=True) if owner is None else in_players_colour(game, owner, label[0])

    return re.sub(r"(\d*\S):\w+", coloured, drawn)


def in_colour_of_success(text: str, has_won: bool | None) -> str:
    """Return text in green for what wins and in red for what loses, as it is if `has_won` is None."""
    return text if has_won is None else styled(text, fg="green" if has_won else "red")
