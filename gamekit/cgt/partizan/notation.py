"""Short games from text, in the notation of the field: `1/2`, `^2*`, `±1`, `{2|-1/2}`, `2Tiny(2)`."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import Final

from gamekit.cgt.partizan.short_games import ShortGame, dyadic, integer, nimber, nus, short_game, star, tiny
from gamekit.cgt.partizan.thermographs import is_integer
from gamekit.errors import InputError, LimitError
from gamekit.game.foreign_errors import safe_repr

MOST_NESTED: Final = 100

MOST_POWER: Final = 32

MOST_DIGITS: Final = 1000
"""The most digits of a number: enough for any number between 0 and 1, whose denominator has at most 309."""

MOST_COPIES: Final = 10**6
"""The most copies of a game that is not a sum of a number, ups and a nimber."""

TERM: Final = re.compile(
    r"""\s*(?:
    (?P<copies>\d+(?:/\d+)?)\.
    | (?P<number>\d+(?:/\d+)?)
    | (?P<arrow>\^+|v+|↑|↓|⇑|⇓)(?:(?P<times>\d+)|\[\s*(?P<powers>\d+)\s*\]|<\s*(?P<power>\d+)\s*>)?
    | (?P<star>[*∗])(?P<size>\d*)
    | (?P<switch>±|\+-)
    | (?P<named>[Tt]iny|[Mm]iny)\(
    | (?P<sign>[-+])
    | (?P<brace>\{)
    | (?P<parenthesis>\()
    )\s*""",
    re.VERBOSE,
)


_LOOPY: Final = re.compile(r"on|off|over|under|dud|tis|pass|[a-uw-z]\s*\{|&")

_NAMED: Final = re.compile(r"(?<![a-z])(?:up|down|star)(?![a-z])")

_FRACTION: Final = re.compile("([0-9]*)([¼-¾⅐-⅞])")


def plain_signs(text: str) -> str:
    """Return a text with hyphens for minus signs, slashes in fractions that are one sign, and signs for names.

    >>> plain_signs("−1½ + 2.up")
    '-3/2 + 2.^'
    """
    plain = text.replace("\N{MINUS SIGN}", "-").replace("\N{FRACTION SLASH}", "/")
    plain = _NAMED.sub(lambda name: {"up": "^", "down": "v", "star": "*"}[name[0]], plain)
    return _FRACTION.sub(_added_fraction, plain) if _FRACTION.search(plain) else plain


def _added_fraction(match: re.Match[str]) -> str:
    numerator, _, denominator = unicodedata.normalize("NFKC", match[2]).partition("\N{FRACTION SLASH}")
    return f"{int(match[1] or 0) * int(denominator) + int(numerator)}/{denominator}"


def is_loopy(text: str) -> bool:
    """Return whether a text has a word of loopy games in it, such as `over`, a pass or a label.

    >>> is_loopy("{0|pass}"), is_loopy("Tiny(2) + v3")
    (True, False)
    """
    return bool(_LOOPY.search(text))


def parse_game(text: str) -> ShortGame:
    """Return the canonical form of the game that a string describes.

    The string is a sum of terms: numbers, `^3` and `v3` for multiples of up and down, `*2` for nimbers, `±x` or `+-x`,
    `Tiny(x)`, `Miny(x)`, `{left|right}` with options separated by commas, and terms in parentheses. Terms that follow
    one another are added. In `{2||1|0}` the longer bar divides first. `^^`, `↑`, `↓`, `⇑`, `⇓`, `∗` are `^2`, `^`, `v`,
    `^2`, `v2`, `*`. `±(x, y)` is `{x,y|-x,-y}`, and `2.x` is two copies of the term x, which must not be a number:
    `1.5` is refused. For a fraction, as in `1/2.^`, it is the Norton product of the fraction and x. So what CGSuite
    (A. Siegel) writes is read as the same game. `1+-1`, which could also mean 1 - 1, is refused. `−`, `½`,
    `up`, `down` and `star` are read, too.

    For a positive game x, `Tiny(x)` is `{0||0|-x}`, and `Miny(x)` its negative (E. Berlekamp, J. Conway, R. Guy,
    "Winning Ways"). `^<n>` is the n-th power of up, `{0|*-^[n-1]}`, and `^[n]` the sum of the first n powers (J. Conway
    and A. Ryba; A. Siegel, "Combinatorial Game Theory", 2013).

    Raises:
        InputError: the string describes no game.
        LimitError: a number in it has too many binary places or digits, or it has too many copies of a game.

    >>> print(parse_game("{0|*}"), parse_game("{2||1|0} - 1"), parse_game("⇑∗"), parse_game("+-1"), parse_game("2.^"))
    ^ {1||0|-1} ^2* ±1 ^2
    """
    if not isinstance(text, str):
        raise InputError(f"parse_game reads a text, such as '{{0|*}}'; this is {safe_repr(text)}")
    plain = plain_signs(text)
    if is_loopy(plain):
        raise InputError(
            f"play of {text[:60]!r} can go on for ever; parse_loopy_game reads such games (gamekit value --game)"
        )
    require_digits(plain)
    game, rest = Reader(text).sum(plain, 0)
    if rest.strip():
        raise refusal(text, rest)
    return game


def require_digits(text: str) -> None:
    """Refuse a text with a number of more than MOST_DIGITS digits.

    Raises:
        LimitError: there is such a number.
    """
    if re.search(rf"\d{{{MOST_DIGITS + 1}}}", text):
        raise LimitError(
            f"a number in a game may have at most {MOST_DIGITS:,} digits; one in {text[:60]!r} has more; write a "
            "smaller one"
        )


class Reader:
    """Reads a text from left to right; methods return what they read, and the rest of the text."""

    def __init__(self, text: str) -> None:
        self.text = text

    def sum(self, rest: str, depth: int) -> tuple[ShortGame, str]:
        """Return the sum of the terms at the beginning of a string, and the rest of the string."""
        total, sign, wants_term = integer(0), 1, True
        while match := TERM.match(rest):
            rest = rest[match.end() :]
            if match["sign"]:
                sign, wants_term = -sign if match["sign"] == "-" else sign, True
                continue
            if match["switch"] == "+-" and not wants_term:
                raise InputError(
                    f"+- is a switch, so a sign must come before it: write + ±x, or - x; {self.text[:60]!r} has "
                    f"+-{rest[:20]} beside another term"
                )
            term, rest = self.term(match, rest, depth)
            total += term if sign > 0 else -term
            sign, wants_term = 1, False
        if wants_term:
            raise refusal(self.text, rest)
        return total, rest

    def term(self, match: re.Match[str], rest: str, depth: int) -> tuple[ShortGame, str]:
        """Return the term that begins with a match of TERM, and the rest of the string after it."""
        self.require_nesting(depth)
        if match["number"]:
            if match["number"].endswith("/0"):
                raise refusal(self.text, rest)
            return dyadic(Fraction(match["number"])), rest
        if match["copies"]:
            return self._copies(match["copies"], rest, depth)
        if match["arrow"]:
            return self._ups(match), rest
        if match["star"]:
            return nimber(int(match["size"] or 1)), rest
        if match["brace"]:
            inside, rest = self.enclosed(rest, "}")
            return self._braced(inside, depth + 1), rest
        if match["switch"]:
            return self._switch(rest, depth)
        inside, rest = self.enclosed(rest, ")")
        game = self._whole(inside, depth + 1)
        if match["parenthesis"]:
            return game, rest
        if not game > 0:
            rule = f"{match['named']}(x) needs a positive game x"
            raise InputError(f"{rule}; in {match['named']}({inside[:60].strip()}), x is not positive")
        return (tiny(game) if match["named"] in ("Tiny", "tiny") else -tiny(game)), rest

    def require_nesting(self, depth: int) -> None:
        """Refuse a game that is nested too deep."""
        if depth > MOST_NESTED:
            raise InputError(
                f"a game may be nested at most {MOST_NESTED} levels deep; this one is nested deeper: {self.text[:60]!r}"
            )

    def _next_term(self, rest: str) -> re.Match[str]:
        """Return the match of the term at the beginning of a string, which must be there and must have no sign."""
        match = TERM.match(rest)
        if not match or match["sign"]:
            raise refusal(self.text, rest)
        return match

    def _copies(self, number: str, rest: str, depth: int) -> tuple[ShortGame, str]:
        """Return so many copies of the term at the beginning of a string, which must not be a number.

        For a fraction, that is the Norton product with the term, which must then be positive or negative.
        """
        if number.endswith("/0"):
            raise refusal(self.text, rest)
        copied = self._next_term(rest)
        if copied["number"]:
            decimal = f"{number}.{copied['number']}"
            written = "such as 3/2" if "/" in decimal else f"write {Fraction(decimal)}"
            raise InputError(
                f"a number must be written as a fraction, without a point: {written}; {self.text[:60]!r} has "
                f"{decimal[:60]}"
            )
        term, rest = self.term(copied, rest[copied.end() :], depth + 1)
        count = dyadic(Fraction(number))
        if term.units is None and count > MOST_COPIES:
            raise self._too_many(f"at most {MOST_COPIES:,}", number)
        try:
            if is_integer(count):
                return int(count) * term, rest
            if not (term > 0 or term < 0):
                raise InputError(
                    f"a fraction of a game, as in 1/2.^, needs one that is positive or negative; in "
                    f"{self.text[:60]!r}, {number[:60]} is before {term}"
                )
            return count.norton(term) if term > 0 else -count.norton(-term), rest
        except RecursionError:
            raise self._too_many("no more than Python can add up", number) from None

    def _too_many(self, most: str, number: str) -> LimitError:
        return LimitError(
            f"a game that is not a sum of a number, ups and a nimber may have {most} copies; {self.text[:60]!r} has "
            f"{number[:60]}; write fewer"
        )

    def _ups(self, match: re.Match[str]) -> ShortGame:
        """Return a multiple of up or down, or a power of either, or the sum of the first powers."""
        arrow = match["arrow"]
        count = 2 if arrow in "⇑⇓" else len(arrow)
        power = int(match["powers"] or match["power"] or 0)
        if match["times"] is not None:
            ups = count * int(match["times"])
        elif match["powers"] is None and match["power"] is None:
            ups = count
        else:
            if not 1 <= power <= MOST_POWER:
                rule = f"a power of up must be from 1 to {MOST_POWER}"
                raise InputError(f"{rule}; it is {power} in {self.text[:60]!r}")
            return (
                (1 if arrow[0] in "^↑⇑" else -1) * count * _power(power, is_sum=match["powers"] is not None)
            )
        return nus(0, ups if arrow[0] in "^↑⇑" else -ups)

    def _switch(self, rest: str, depth: int) -> tuple[ShortGame, str]:
        match = self._next_term(rest)
        if match["switch"]:
            raise refusal(self.text, rest)
        rest = rest[match.end() :]
        if match["brace"] or match["parenthesis"]:
            inside, after = self.enclosed(rest, "}" if match["brace"] else ")")
            if not divided(inside):
                options = self._options(inside, depth + 1)
                return short_game(options, [-option for option in options]), after
        game, rest = self.term(match, rest, depth)
        return short_game([game], [-game]), rest

    def enclosed(self, rest: str, end: str) -> tuple[str, str]:
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
        self.require_nesting(depth)
        left, right = halves(inside)
        return short_game(self._options(left, depth), self._options(right, depth))

    def _options(self, text: str, depth: int) -> list[ShortGame]:
        if not text.strip():
            return []
        if divided(text):
            return [self._braced(text, depth + 1)]
        return [self._whole(part, depth) for part in split_at_commas(text)]

    def _whole(self, text: str, depth: int) -> ShortGame:
        game, rest = self.sum(text, depth)
        if rest.strip():
            raise refusal(self.text, rest)
        return game


def _power(power: int, *, is_sum: bool) -> ShortGame:
    """Return the power of up, which is {0|*-x} for the sum x of the powers before it, or the sum up to it."""
    before, last = integer(0), integer(0)
    for _ in range(power):
        before, last = before + last, short_game([0], [star - before - last])
    return before + last if is_sum else last


def divided(text: str) -> list[tuple[int, int]]:
    """Return the spans of the longest bars of a string outside of braces and parentheses."""
    level, bars = 0, []
    for match in re.finditer(r"[({]|[)}]|\|+", text):
        if match[0][0] == "|":
            bars += [match.span()] * (level == 0)
        else:
            level += 1 if match[0] in "({" else -1
    longest = max((end - start for start, end in bars), default=0)
    return [(start, end) for start, end in bars if end - start == longest]


def halves(inside: str) -> tuple[str, str]:
    """Return what is before the longest bar of a game in braces, and what is after it."""
    bars = divided(inside)
    if len(bars) != 1:
        raise InputError(
            f"a game in braces must have one longest bar, as in {{0|*}}; this one has {len(bars)}: {inside[:60]!r}"
        )
    ((start, end),) = bars
    return inside[:start], inside[end:]


def split_at_commas(text: str) -> list[str]:
    """Return the parts of a string between the commas outside of braces and parentheses."""
    level, parts, start = 0, [], 0
    for i, sign in enumerate(text):
        level += (sign in "({") - (sign in ")}")
        if sign == "," and not level:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]]


def refusal(text: str, rest: str) -> InputError:
    """Return the error about a text that is wrong where `rest` begins."""
    at = f"at {rest.strip()[:30]!r}" if rest.strip() else "at its end"
    return InputError(f"a game must be written as in {{0|*}} or 1/2 + ^2; {text[:60]!r} is wrong {at}")
