"""Texts of the states and moves of board games.

The text of a state has its fields with blanks between, a hand after a comma, and the player to move.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import chain
from typing import Any

from gamekit.errors import InputError, RulesError
from gamekit.layout.fields.field import Field
from gamekit.layout.layout import Cells, Layout

Parts = tuple[int | None, int, int | None]
"""The place that a piece leaves, the place it goes to, and the place of the piece it takes; None for no place."""


def format_state(layout: Layout, players: Sequence[str], state: Cells) -> str:
    """Return the text of a state.

    If the layout has one hand and other fields, the text says what is in hand, if anything is.

    >>> from gamekit.layout import Grid, Hand
    >>> layout = Layout(board=Grid(1, 3), hand=Hand("Gg", most=1))
    >>> format_state(layout, ("Ann", "Bob"), (0, 1, 2, 1, 0, 1))
    '.XO, G in hand, Bob to move'
    >>> format_state(layout, ("Ann", "Bob"), (0, 1, 2, 0, 0, 0))
    '.XO, Ann to move'
    """
    texts = {name: field.format(state[layout.parts[name]]) for name, field in layout.fields.items()}
    in_hand = texts.pop(hand) if (hand := _hand(layout)) else "-"
    parts = [f"{name} {text}" for name, text in texts.items()] if layout.named else [" ".join(texts.values())]
    if pits := _pits_of_sides(layout, players):
        parts = [pits.format_sides(players, state[:-1])]
    if in_hand != "-":
        parts.append(in_hand + layout.fields[hand or ""].aside)
    if len(players) == 2 and layout.placed is not True:
        parts.append(f"{players[state[-1]]} to move")
    return ", ".join(parts)


def parse_state(layout: Layout, players: Sequence[str], text: str) -> Cells | None:
    """Return the state that `format_state` shows as a string; None if the string does not have the form of a state.

    Raises:
        InputError: a part of the text is not in the notation of its field, or pieces are not placed in turn.
    """
    parts = [" ".join(part.split()) for part in text.split(",")]
    turn = 0
    if len(players) == 2 and layout.placed is not True:
        named = {f"{name} to move": player for player, name in enumerate(players)}
        if (after := parts.pop()) not in named:
            return None
        turn = named[after]
    if pits := _pits_of_sides(layout, players):
        seeds = pits.parse_sides(players, ", ".join(parts))
        return seeds and (*seeds, turn)
    hand = _hand(layout)
    in_hand = "-"
    if hand and len(parts) == 2:
        after = parts.pop()
        if not after.endswith(aside := layout.fields[hand].aside):
            return None
        in_hand = after.removesuffix(aside)
    fields = {name: field for name, field in layout.fields.items() if name != hand}
    words = _named_words(fields, parts) if layout.named else parts[0].split() if len(parts) == 1 else []
    if len(words) != len(fields):
        return None
    cells = {name: _parsed(layout, name, word) for name, word in zip(fields, words, strict=True)}
    if hand:
        cells[hand] = layout.fields[hand].parse(in_hand)
    values = tuple(chain.from_iterable(cells[name] for name in layout.fields))
    if layout.placed is True:
        turn = layout.turn_shown(values) or 0
    if not layout.are_in_turn(values, turn):
        first, second = players
        number = (
            "pieces" if layout.placed is True else f"{layout.placed} piece{'s' * (layout.placed > 1)} each"
        )
        raise InputError(
            f"{first} and {second} put {number} on the board in turn, {first} first, so {text!r} cannot occur"
        )
    return (*values, turn)


def _named_words(names: Iterable[str], parts: Sequence[str]) -> list[str]:
    """Return the texts of fields, each after its name in `parts`; an empty list if `parts` has other names."""
    words = " ".join(parts).split()
    return words[1::2] if words[::2] == [*names] else []


def _parsed(layout: Layout, name: str, word: str) -> Sequence[int]:
    """Return the numbers of a field that a word of the text names; an error names the field if the text does."""
    try:
        return layout.fields[name].parse(word)
    except InputError as error:
        raise InputError(f"{name}: {error}") if layout.named else error from None


def example_state(layout: Layout) -> Cells:
    """Return an example of a state, to show the form of texts: only a piece in each hand, player 0 to move."""
    fields = layout.fields.values()
    return (*chain.from_iterable(field.example() for field in fields), 0)


def format_move(move: Any, place_name: Callable[[int], str], places: Collection[int]) -> str:
    """Return the text of a move: its numbers, where those at the indices `places` become names of places."""
    if isinstance(move, str):
        return move
    return "-".join(place_name(n) if i in places else str(n) for i, n in enumerate(numbers_of(move)))


def numbers_of(move: Any) -> tuple[Any, ...]:
    """Return the numbers of a move as a tuple, even if the move is a single number."""
    return move if isinstance(move, tuple) else (move,)


def touched(layout: Layout, before: Cells, after: Cells) -> set[int]:
    """Return the places of the board that a move changes, and the places of single pieces before and after the move.

    >>> from gamekit.layout import Counter, Grid
    >>> touched(Layout(board=Grid(2, 2), left=Counter(3)), (0, 0, 1, 0, 3, 0), (0, 0, 0, 1, 2, 1))
    {2, 3}
    """
    board, places = named_board(layout), set[int]()
    for name, field in layout.fields.items():
        part = layout.parts[name]
        if field is board or not field.signs:
            places |= field.touched(before[part], after[part])
    return {place for place in places if place < board.places} if board is not None else set()


def format_parts(layout: Layout, state: Cells, parts: Parts, place_name: Callable[[int], str]) -> str:
    """Return the text of a move from its parts: a2-b3, a2xb3 if a piece stands on b3, b3 from the hand, a2-b3xc3."""
    leaves, goes, takes = parts
    before = ""
    if leaves is not None:
        is_taken = state[(layout.offsets[layout.board_name] if layout.board_name else 0) + goes] != 0
        before = place_name(leaves) + ("x" if is_taken else "-")
    return before + place_name(goes) + (f"x{place_name(takes)}" if takes is not None else "")


def parts_of(layout: Layout, move: Any, named: Sequence[str]) -> Parts:
    """Return the place that a piece leaves, the place it goes to, and the place of the piece it takes.

    The first and the last are None if the number is not a place of the board, or is the place that the piece goes to:
    then the piece comes from the hand, or takes nothing.

    Raises:
        RulesError: the names do not fit the move.

    >>> from gamekit.layout import Grid
    >>> parts_of(Layout(board=Grid(3, 3)), (9, 4, 9), ["from", "to", "takes"])
    (None, 4, None)
    """
    numbers = numbers_of(move)
    if len(numbers) != len(named) or "to" not in named or {*named} - {"from", "to", "takes"}:
        raise RulesError(
            f"move_parts must name each number of a move, by 'from', 'to' or 'takes', and one of them by 'to'; "
            f"it is {' '.join(named)!r}, but a move is {move!r:.100}"
        )
    board = main_board(layout)
    parts = dict(zip(named, numbers, strict=True))
    goes: int = parts["to"]
    leaves, takes = (
        place if board and place is not None and 0 <= place < board.places and place != goes else None
        for place in map(parts.get, ("from", "takes"))
    )
    return leaves, goes, takes


def main_board(layout: Layout) -> Field | None:
    """Return the first grid or graph; None if there is none."""
    return layout.fields[layout.board_name] if layout.board_name else None


def named_board(layout: Layout) -> Field | None:
    """Return the board whose places moves name: the first grid or graph, else the board under the first pieces."""
    boards = (field.board for field in layout.fields.values())
    return main_board(layout) or next((board for board in boards if board is not None), None)


def render(layout: Layout, state: Cells) -> str:
    """Return a text drawing of a state: grids as boards, each other field on a line of its own; no empty hands."""
    parts = []
    for name, field in layout.shown.items():
        cells = state[layout.parts[name]]
        if (board := field.render(cells)) is not None:
            parts.append(board)
        elif (line := field.line(name, cells)) is not None:
            parts.append(line)
    return "\n".join(parts)


def _pits_of_sides(layout: Layout, players: Sequence[str]) -> Field | None:
    """Return the only field, if it is the pits of two players with their stores; else None."""
    field, *others = layout.fields.values()
    return field if not others and field.names_players(players) else None


def _hand(layout: Layout) -> str | None:
    """Return the name of the hand that is shown after a comma; None unless there is one hand beside other fields."""
    hands = [name for name, field in layout.fields.items() if field.aside]
    return hands[0] if len(hands) == 1 < len(layout.fields) else None
