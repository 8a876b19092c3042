"""Toppling Dominoes: topple a domino of one's own colour, and all that stand on one side of it fall, too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from ..notations.mcgs import McgsBoard

MOST_DOMINOES = 100
COLOURS = {"l": "blue", "r": "red", "e": "green"}


def _checked(text: str) -> str:
    if set(text) - set("lre#") or len(text) > MOST_DOMINOES:
        rule = f"rows have at most {MOST_DOMINOES} dominoes, l, r or e, and # between rows"
        raise InputError(f"{rule}, such as lrre#rl; not {text[:40]!r}")
    return text


@attrs.frozen
class TopplingDominoes(PartizanRuleset[str]):
    """Left topples a blue domino and Right a red one, to either side, and all dominoes on that side fall with it.

    Green dominoes may be toppled by both. A blue domino is written `l`, a red one `r` and a green one `e`. Rows are
    joined by `#`, over which nothing falls. The game is by M. Albert, R. Nowakowski and D. Wolfe ("Lessons in Play",
    2007).

    >>> list(TopplingDominoes().options("rle", LEFT))
    ['##e', 'r##', '###', 'rl#']
    """

    row: str = text_parameter("lrre", "the dominoes: l blue, r red, e green; # parts rows", _checked)

    player_colours = ("blue", "red")
    notations = (McgsBoard("toppling_dominoes", "XO#", "XOO#X", own="lre", parameter="row"),)
    aim = (
        "Topple a domino to the left or right, and all on that side fall: Left topples blue ones, Right "
        "red ones, both green ones."
    )
    example = {"row": "lrre"}
    presets = {
        "One row": {"row": "lrelrrel"},
        "Two rows": {"row": "rre#leler"},
        "Three rows": {"row": "lr#el#rle"},
    }
    first_preset = "Two rows"

    def start(self) -> str:
        return self.row

    def options(self, position: str, player: Player) -> Iterator[str]:
        return (standing for _, standing in self._falls(position, player))

    def _falls(self, position: str, player: Player) -> Iterator[tuple[range, str]]:
        """Yield the places that a move clears, from that of the toppled domino on, and what stands then."""
        own = "le" if player == LEFT else "re"
        for place, domino in enumerate(position):
            if domino in own:
                start = position.rfind("#", 0, place) + 1
                end = place + len(position[place:].partition("#")[0])
                yield range(place, start - 1, -1), _fallen(position, start, place + 1)
                yield range(place, end), _fallen(position, place, end)

    def format_option(self, position: str, option: str, player: Player) -> str:
        """Return the domino that is toppled, and the side to which it falls; the first of several such moves."""
        falls = self._falls(position, player)
        return self._name(position, next(places for places, left in falls if left == option))

    def parse_option(self, position: str, text: str, player: Player) -> str:
        falls = {self._name(position, places): left for places, left in self._falls(position, player)}
        return falls[text] if text in falls else super().parse_option(position, text, player)

    def _name(self, position: str, places: range) -> str:
        return f"{self._letters(position)[places[0]]} falls {'right' if places.step > 0 else 'left'}"

    def _letters(self, position: str) -> list[str]:
        """Return the letter of each place: those of dominoes at the start follow each other, and dominoes keep them."""
        start = self.start()
        is_later = len(start) == len(position) and all(
            sign in ("#", was) for sign, was in zip(position, start, strict=True)
        )
        before = accumulate((sign != "#" for sign in (start if is_later else position)), initial=0)
        return [column_name(number) for number in before]

    def gesture(self, position: str, option: str, player: Player) -> Gesture:
        """Return the domino that is toppled; a page asks for the side to which it falls."""
        places = next(places for places, left in self._falls(position, player) if left == option)
        return Gesture([places[0]], touched=places[1:])

    def parts(self, position: str) -> Iterator[str]:
        return filter(None, position.split("#"))

    def canonical_position(self, position: str) -> str:
        """Return the rows in ascending order, each of them forwards or backwards."""
        return "#".join(sorted(min(row, row[::-1]) for row in position.split("#") if row))

    def negative(self, position: str) -> str:
        return position.translate(_EXCHANGED)

    def position_in_words(self, position: str) -> str:
        rows = [listed(COLOURS[domino] for domino in row) for row in position.split("#") if row]
        return f"rows of dominoes: {'; '.join(rows)}" if rows else "no dominoes"

    def beginning_in(self, position: str) -> TopplingDominoes:
        return attrs.evolve(self, row=position)

    def svg(self, position: str) -> str:
        """Return the rows on a table that is as long as at the start, so that they are drawn as large as there."""
        from .toppling_drawing import draw_dominoes

        return draw_dominoes(position, self._letters(position), len(self.start()))

    def parse_position(self, text: str) -> str:
        return _checked("" if text == repr("") else text.strip())


def _fallen(position: str, start: int, end: int) -> str:
    """Return a position without the dominoes on some places, which become gaps."""
    return f"{position[:start]}{'#' * (end - start)}{position[end:]}"


_EXCHANGED = str.maketrans("lr", "rl")
