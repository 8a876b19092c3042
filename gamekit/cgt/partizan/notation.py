"""Short games from text, in the notation of the field: `1/2`, `^2*`, `±1`, `{2|-1/2}`, `2Tiny(2)`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from gamekit.cgt.partizan.short_games import ShortGame, dyadic, integer, nimber, nus, short_game
from gamekit.errors import InputError

MOST_NESTED: Final = 100

_TERM: Final = re.compile(
    r"""\s*(?:
    (?P<number>\d+(?:/\d+)?)
    | (?P<up>\^|↑)(?P<ups>\d*)
    | (?P<down>v|↓)(?P<downs>\d*)
    | (?P<double>[⇑⇓])
    | (?P<star>\*)(?P<size>\d*)
    | (?P<switch>±)
    | (?P<named>Tiny|Miny)\(
    | (?P<sign>[-+])
    | (?P<brace>\{)
    | (?P<parenthesis>\()
    )\s*""",
    re.VERBOSE,
)


def parse_game(text: str) -> ShortGame:
    """Return the canonical form of the game that a string describes.

    The string is a sum of terms: numbers, `^3` and `v3` for multiples of up and down, `*2` for nimbers, `±x`,
    `Tiny(x)`, `Miny(x)`, `{left|right}` with options separated by commas, and terms in parentheses. Terms that follow
    one another are added. In `{2||1|0}` the longer bar divides first. `↑`, `↓`, `⇑`, `⇓` are `^`, `v`, `^2`, `v2`.

    For a positive game x, `Tiny(x)` is `{0||0|-x}`, and `Miny(x)` its negative (E. Berlekamp, J. Conway, R. Guy,
    "Winning Ways").

    Raises:
        InputError: the string describes no game.
        LimitError: a number in it has too many binary places.

    >>> print(parse_game("{0|*}"), parse_game("{2||1|0} - 1"), parse_game("⇑*"))
    ^ {1|{0|-1}} ^2*
    """
    game, rest = _Reader(text).sum(text, 0)
    if rest.strip():
        raise _refusal(text, rest)
    return game


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def sum(self, rest: str, depth: int) -> tuple[ShortGame, str]:
        """Return the sum of the terms at the beginning of a string, and the rest of the string."""
        if depth > MOST_NESTED:
            raise InputError(
                f"a game may be nested at most {MOST_NESTED} levels deep; this one is nested deeper: {self.text[:60]!r}"
            )
        total, sign, wants_term = integer(0), 1, True
        while found := _TERM.match(rest):
            rest = rest[found.end() :]
            if found["sign"]:
                sign, wants_term = -sign if found["sign"] == "-" else sign, True
                continue
            term, rest = self._term(found, rest, depth)
            total += term if sign > 0 else -term
            sign, wants_term = 1, False
        if wants_term:
            raise _refusal(self.text, rest)
        return total, rest

    def _term(self, found: re.Match[str], rest: str, depth: int) -> tuple[ShortGame, str]:
        if found["number"]:
            if found["number"].endswith("/0"):
                raise _refusal(self.text, rest)
            return dyadic(Fraction(found["number"])), rest
        if found["up"]:
            return nus(0, int(found["ups"] or 1)), rest
        if found["down"]:
            return nus(0, -int(found["downs"] or 1)), rest
        if found["double"]:
            return nus(0, 2 if found["double"] == "⇑" else -2), rest
        if found["star"]:
            return nimber(int(found["size"] or 1)), rest
        if found["brace"]:
            inside, rest = self._enclosed(rest, "}")
            return self._braced(inside, depth + 1), rest
        if found["switch"]:
            return self._switch(rest, depth)
        inside, rest = self._enclosed(rest, ")")
        game = self._whole(inside, depth + 1)
        if found["parenthesis"]:
            return game, rest
        zero = integer(0)
        if not game > zero:
            rule = f"{found['named']}(x) needs a positive game x"
            raise InputError(f"{rule}; in {found['named']}({inside[:60].strip()}), x is not positive")
        tiny = short_game([zero], [short_game([zero], [-game])])
        return (tiny if found["named"] == "Tiny" else -tiny), rest

    def _switch(self, rest: str, depth: int) -> tuple[ShortGame, str]:
        found = _TERM.match(rest)
        if not found or found["sign"] or found["switch"]:
            raise _refusal(self.text, rest)
        rest = rest[found.end() :]
        if found["brace"]:
            inside, after = self._enclosed(rest, "}")
            if not _divided(inside):
                options = self._options(inside, depth + 1)
                return short_game(options, [-option for option in options]), after
        game, rest = self._term(found, rest, depth)
        return short_game([game], [-game]), rest

    def _enclosed(self, rest: str, end: str) -> tuple[str, str]:
        """Return the string before the matching closing sign `end`, and the string after it."""
        level = 0
        for i, sign in enumerate(rest):
            if not level and sign == end:
                return rest[:i], rest[i + 1 :]
            level += (sign in "({") - (sign in ")}")
            if level < 0:
                break
        raise InputError(
            f"every brace and parenthesis must be closed; a {end} is missing in {self.text[:60]!r}"
        )

    def _braced(self, inside: str, depth: int) -> ShortGame:
        """Return the game in braces: the longest bar divides Left's options from Right's."""
        bars = _divided(inside)
        if len(bars) != 1:
            raise InputError(
                f"a game in braces must have one longest bar, as in {{0|*}}; this one has {len(bars)}: {inside[:60]!r}"
            )
        ((start, end),) = bars
        return short_game(self._options(inside[:start], depth), self._options(inside[end:], depth))

    def _options(self, text: str, depth: int) -> list[ShortGame]:
        if not text.strip():
            return []
        if _divided(text):
            return [self._braced(text, depth + 1)]
        return [self._whole(part, depth) for part in _split_at_commas(text)]

    def _whole(self, text: str, depth: int) -> ShortGame:
        game, rest = self.sum(text, depth)
        if rest.strip():
            raise _refusal(self.text, rest)
        return game


def _divided(text: str) -> list[tuple[int, int]]:
    """Return the spans of the longest bars of a string outside of braces and parentheses."""
    level, bars = 0, []
    for found in re.finditer(r"[({]|[)}]|\|+", text):
        if found[0][0] == "|":
            bars += [found.span()] * (level == 0)
        else:
            level += 1 if found[0] in "({" else -1
    longest = max((end - start for start, end in bars), default=0)
    return [(start, end) for start, end in bars if end - start == longest]


def _split_at_commas(text: str) -> list[str]:
    level, parts, start = 0, [], 0
    for i, sign in enumerate(text):
        level += (sign in "({") - (sign in ")}")
        if sign == "," and not level:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]


def _refusal(text: str, rest: str) -> InputError:
    at = f"at {rest.strip()[:30]!r}" if rest.strip() else "at its end"
    return InputError(f"a game must be written as in {{0|*}} or 1/2 + ^2; {text[:60]!r} is wrong {at}")
