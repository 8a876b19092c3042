"""Loopy games from text: `over + 5`, `{0|*,pass}`, `a{0||||0|||a|*||*}`, `on & off`."""

from __future__ import annotations

import re
from typing import Final

from gamekit.cgt.partizan.notation import (
    TERM,
    Reader,
    divided,
    halves,
    is_loopy,
    parse_game,
    plain_signs,
    refusal,
    require_digits,
    split_at_commas,
)
from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.stoppers.graphs import LoopyGraph, require_nodes, short_graph
from gamekit.cgt.stoppers.loopy_games import LoopyGame
from gamekit.errors import InputError
from gamekit.game.foreign_errors import safe_repr

_NAMED: Final = {
    "on": "{pass|}",
    "off": "{|pass}",
    "over": "{0|pass}",
    "under": "{pass|0}",
    "dud": "{pass|pass}",
    "upon": "{pass|*}",
    "^[on]": "{pass|*}",
    "v[on]": "{*|pass}",
    "uponth": "{0||0|0,pass}",
    "^<on>": "{0||0|0,pass}",
    "v<on>": "{0,pass|0||0}",
    "tis": "a{{|a}|}",
    "tisn": "a{|{a|}}",
}
"""The games that have names, as texts: `tis` is {tisn|}, and `tisn` is {|tis}."""

_NAME: Final = re.compile("|".join(map(re.escape, sorted(_NAMED, reverse=True))))

_BRACE: Final = re.compile(r"([a-uw-z])?\s*\{")


def parse_loopy_game(text: str) -> LoopyGame:
    """Return the value of the game that a string describes, in which play may go on for ever.

    The string is a sum of terms: those of `parse_game`; `on`, `off`, `over`, `under`, `dud`, `upon`, `uponth`, `tis`
    and `tisn`, perhaps after a number, as in `5over`; and games in braces in which `pass` is the game itself, and a
    letter the game in braces before which it stands: `a{0||a|0}` is {0|{a|0}}. `x & y` has the onside of x and the
    offside of y. CGSuite (A. Siegel) writes loopy games so.

    Raises:
        InputError: the string describes no game.
        UnsupportedError: its value has no sides that are found by sidling.
        LimitError: it has too many positions, or a number in it too many digits.

    >>> print(parse_loopy_game("{0|pass} + ^"), parse_loopy_game("a{1||a|0}"), parse_loopy_game("tis"))
    over 2 & ±1 1 & 0
    """
    if not isinstance(text, str):
        raise InputError(f"parse_loopy_game reads a text, such as '{{0|pass}}'; this is {safe_repr(text)}")
    sides = text.split("&")
    if len(sides) > 2:
        raise InputError(f"a game has two sides, x & y; {text[:60]!r} has {len(sides)}")
    onside, *others = (LoopyGame.of_graph(loopy_graph(side)) for side in sides)
    return LoopyGame(onside.onside, others[0].offside) if others else onside


def loopy_graph(text: str) -> LoopyGraph:
    """Return the graph that a string describes, as `parse_loopy_game` reads it; its position 0 is the game.

    Raises:
        InputError: the string describes no game, or gives its sides.
        LimitError: it has too many positions, or a number in it too many digits.

    >>> loopy_graph("over")
    LoopyGraph(left=((1,), ()), right=((0,), ()))
    """
    if "&" in text:
        raise InputError(
            f"sides, as in x & y, are a value and not a game with moves; {text[:60]!r} has sides"
        )
    plain = plain_signs(text)
    require_digits(plain)
    reader = _Reader(text)
    return reader.graph(reader.sum(plain, {}, 0))


class _Reader:
    """Reads a text into a graph that grows, whose positions are referred to by their numbers.

    `labels` has the positions in whose braces a text is, by their labels; `pass` is the innermost one.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.left: list[list[int]] = []
        self.right: list[list[int]] = []

    def sum(self, text: str, labels: dict[str, int], depth: int) -> int:
        """Return the number of the sum of the terms in a string."""
        Reader(self.text).require_nesting(depth)
        if (label := text.strip()) in labels:
            return labels[label]
        if not (is_loopy(text) or any(label in labels for label in re.findall(r"[a-z]+", text))):
            return self._added(short_graph(parse_game(text)))
        terms: list[tuple[int, int]] = []
        sign, rest, wants_term = 1, text.strip(), False
        while rest:
            if rest[0] in "+-" and not rest.startswith("+-"):
                sign, rest, wants_term = -1 if rest[0] == "-" else 1, rest[1:].strip(), True
                continue
            if rest.startswith("+-") and terms and not wants_term:  # a switch, or a sum and a sign
                raise refusal(self.text, rest)
            term, rest = self._term(rest, labels if sign > 0 and not terms else {}, depth)
            terms.append((sign, term))
            sign, rest, wants_term = 1, rest.strip(), False
        if wants_term:
            raise refusal(self.text, "")
        return terms[0][1] if len(terms) == 1 and terms[0][0] > 0 else self._sum_of(terms)

    def _term(self, rest: str, labels: dict[str, int], depth: int) -> tuple[int, str]:
        """Return the number of the term at the beginning of a string, and the rest of the string."""
        if match := _NAME.match(rest):
            return self.sum(_NAMED[match[0]], {}, depth + 1), rest[match.end() :]
        if term := re.match(r"(?:±|\+-)\s*(?=.)", rest):  # a switch
            option, after = self._term(rest[term.end() :], {}, depth + 1)
            node, other = self._new(), self._added(self.graph(option).negative())
            self.left[node], self.right[node] = [option], [other]
            return node, after
        plain = Reader(self.text)
        if (match := _BRACE.match(rest)) or rest[0] == "(":
            start = match.end() if match else 1
            inside, after = plain.enclosed(rest[start:], "}" if match else ")")
            if match is None:
                return self.sum(inside, {}, depth + 1), after
            return self._braced(inside, labels, match[1], depth + 1), after
        term = TERM.match(rest)
        if not term or term["sign"]:
            raise refusal(self.text, rest)
        game, after = plain.term(term, rest[term.end() :], depth)
        return self._added(short_graph(game)), after

    def _braced(self, inside: str, labels: dict[str, int], label: str | None, depth: int) -> int:
        """Return the number of the game in braces: the longest bar divides Left's options from Right's."""
        halved = halves(inside)
        node = self._new()
        within = {**labels, "pass": node, **({label: node} if label else {})}
        for side, text in zip((self.left, self.right), halved, strict=True):
            side[node] = self._options(text, within, depth)
        return node

    def _options(self, text: str, labels: dict[str, int], depth: int) -> list[int]:
        if not text.strip():
            return []
        if divided(text):
            return [self._braced(text, labels, None, depth + 1)]
        return [self.sum(part, labels, depth) for part in split_at_commas(text)]

    def _new(self) -> int:
        self.left.append([])
        self.right.append([])
        require_nodes(len(self.left))
        return len(self.left) - 1

    def _added(self, graph: LoopyGraph) -> int:
        """Return the number that position 0 of another graph has after that is added to this one."""
        first = len(self.left)
        require_nodes(first + len(graph))
        for own, side in ((self.left, graph.left), (self.right, graph.right)):
            own += [[first + option for option in options] for options in side]
        return first

    def graph(self, root: int) -> LoopyGraph:
        """Return the graph of a position and its followers."""
        whole = LoopyGraph(tuple(map(tuple, self.left)), tuple(map(tuple, self.right)))
        return whole.restricted([root])[0]

    def _sum_of(self, terms: list[tuple[int, int]]) -> int:
        """Return the number of the sum of positions with their signs."""
        total = short_graph(ShortGame.of(0))
        for sign, term in terms:
            graph = self.graph(term)
            total = total.sum_with(graph if sign > 0 else graph.negative())
        return self._added(total)
