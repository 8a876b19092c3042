"""Tables of values: the positions that a template gives for several numbers, or for all signs on a board."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from typing import Any, Final, TypeAlias

import attrs

from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.partizan.game_text import format_latex
from gamekit.cgt.partizan.notation import parse_game
from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.registry import load_ruleset
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import Ruleset
from gamekit.cgt.templates import Template
from gamekit.cgt.valuation import valuate
from gamekit.drawing.html import table
from gamekit.errors import InputError, LimitError
from gamekit.game.parameters import show, suggestion

WILDCARD: Final = "?"
"""The sign of a template that stands for each of the signs that are given."""

MOST_POSITIONS: Final = 1_000_000

GAME_FACTS: Final = frozenset(
    {"value", "mean", "temperature", "left stop", "right stop", "atomic weight", "reduced canonical form"}
)
"""The facts that are games in the notation of `parse_game` if the values of their kind are."""

FACTS: Final = ("value", "outcome")
"""The facts that every kind of value has; further ones depend on the kind, such as the temperature."""

Facts: TypeAlias = dict[str, Any]
"""What is known about a position, by name: its kind of value, the value, its outcome class, whether both are verified,
and further facts."""


@attrs.frozen
class Row:
    """A row of a table.

    Attributes:
        numbers: the number of each letter of the template.
        position: the text of the position.
        facts: its value, outcome class and further facts by name; None until it is valued, or if a limit came first.
    """

    numbers: Mapping[str, int]
    position: str
    facts: Facts | None = None

    def shown(self, fact: str) -> str:
        """Return a fact as text: `?` if nothing is known, and nothing if the value has no such fact."""
        return "?" if self.facts is None else str(self.facts.get(fact, ""))

    def game(self, fact: str) -> ShortGame | None:
        """Return the game that a fact is; None if it is something else, or nested too deep to be read."""
        kind = (self.facts or {}).get("kind")  # from a file, so it may be anything
        is_game = isinstance(kind, str) and kind in KINDS and kind_called(kind).is_game
        if not is_game or fact not in GAME_FACTS:
            return None
        try:
            return parse_game(self.shown(fact))
        except (InputError, LimitError):
            return None

    def latex(self, fact: str) -> str:
        """Return a fact as LaTeX: a game as a formula, and anything else as it is."""
        game = self.game(fact)
        return _verbatim(self.shown(fact)) if game is None else f"${format_latex(game)}$"


@attrs.frozen
class ValueTable:
    """Values of positions, as text, CSV, LaTeX, Markdown or, in a notebook, HTML.

    Attributes:
        rows: the rows.
        fact: the fact that a grid shows.
        letters: the letters of the numbers.
    """

    rows: tuple[Row, ...]
    fact: str
    letters: tuple[str, ...]

    @property
    def is_grid(self) -> bool:
        """Whether there is at most one position for each pair of two numbers, so that a grid shows all."""
        pairs = {tuple(row.numbers.items()) for row in self.rows}
        return len(self.letters) == 2 and len(pairs) == len(self.rows) > 0

    def cells(self) -> list[list[str]]:
        """Return the header and the rows of the table, or those of the grid."""
        return self._cells(str, Row.shown)

    def _cells(self, plain: Callable[[str], str], shown: Callable[[Row, str], str]) -> list[list[str]]:
        """Return the cells, with facts as `shown` writes them, and with all else as `plain` does."""
        if not self.is_grid:
            more = [self.fact] if self.fact not in FACTS else []
            header = [*self.letters, "position", *FACTS, *more]
            facts = header[len(self.letters) + 1 :]
            return [list(map(plain, header))] + [
                [*map(str, row.numbers.values()), plain(row.position), *(shown(row, fact) for fact in facts)]
                for row in self.rows
            ]
        down, across = self.letters
        by_pair = {(row.numbers[down], row.numbers[across]): shown(row, self.fact) for row in self.rows}
        columns = sorted({column for _, column in by_pair})
        return [[plain(f"{down}\\{across}"), *map(str, columns)]] + [
            [str(line), *(by_pair.get((line, column), "") for column in columns)]
            for line in sorted({line for line, _ in by_pair})
        ]

    def text(self) -> str:
        """Return the table in aligned columns."""
        cells = self.cells()
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
            for line in cells
        )

    def csv(self) -> str:
        """Return the table as CSV."""
        file = io.StringIO()
        csv.writer(file, lineterminator="\n").writerows(self.cells())
        return file.getvalue().rstrip("\n")

    def markdown(self) -> str:
        """Return the table as Markdown."""
        header, *lines = ([cell.replace("|", "&#124;") for cell in line] for line in self.cells())
        return "\n".join("| " + " | ".join(line) + " |" for line in (header, ["---"] * len(header), *lines))

    def latex(self) -> str:
        """Return the table as a LaTeX tabular, with games in mathematics mode."""
        cells = self._cells(_verbatim, Row.latex)
        body = "\n".join(" & ".join(line) + r" \\" for line in cells)
        return f"\\begin{{tabular}}{{{'l' * len(cells[0])}}}\n{body}\n\\end{{tabular}}"

    def _repr_html_(self) -> str:
        return table(self.cells()[0], self.cells()[1:])


def _verbatim(cell: str) -> str:
    """Return a text that LaTeX shows as it is."""
    signs = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
    return "".join(signs.get(sign, f"\\{sign}" if sign in "#$%&_{}" else sign) for sign in cell)


# --- positions ----------------------------------------------------------------------------------------------------


def rows_of(template: Template, ranges: Mapping[str, Iterable[int]], signs: str = "") -> list[Row]:
    """Return the rows of a table that is not valued yet: all numbers of the ranges and, for each wildcard, all signs.

    Raises:
        InputError: a letter has no range, or a range no letter; there are wildcards and no signs, or the other way
            round; or there are more than 1,000,000 positions.

    >>> [row.position for row in rows_of(Template("{n*?}"), {"n": [1, 2]}, "xo")]
    ['x', 'o', 'xx', 'xo', 'ox', 'oo']
    """
    letters = template.letters
    if set(ranges) != set(letters):
        wanted = " and ".join(letters) or "no number"
        ranged = " and ".join(ranges) or "none"
        raise InputError(
            f"{template.text!r} depends on {wanted}, so ranges must be for {wanted}; they are for {ranged}"
        )
    if bool(signs) != (WILDCARD in template.text):
        raise InputError(
            f"signs are for the wildcards ({WILDCARD}) of a position, and a position with wildcards needs signs; the "
            f"position is {template.text!r}, and the signs are {signs!r}"
        )
    rows: list[Row] = []
    for chosen in product(*(list(ranges[letter]) for letter in letters)):
        numbers = dict(zip(letters, chosen, strict=True))
        *parts, end = template.filled(numbers).split(WILDCARD)
        if len(rows) + len(signs) ** len(parts) > MOST_POSITIONS:
            raise InputError(f"a table may have at most {MOST_POSITIONS:,} positions; this one has more")
        rows += [
            Row(numbers, "".join(map("".join, zip(parts, marks, strict=True))) + end)
            for marks in product(signs, repeat=len(parts))
        ]
    return rows


# --- values -------------------------------------------------------------------------------------------------------


@attrs.frozen
class Question:
    """What is asked about each position.

    Attributes:
        ruleset: the name of the ruleset.
        parameters: its parameters; None for its example.
        kind: the kind of value; None for the usual one.
        max_positions: the most positions to visit for one value.
        seconds: the time for one value, and again for its check.
        loaded: the ruleset itself; None if it is loaded by its name and parameters.
    """

    ruleset: str
    parameters: Any = None
    kind: str | None = None
    max_positions: int = 1_000_000
    seconds: float = 60
    loaded: Ruleset[Any] | None = None

    def rules(self) -> Ruleset[Any]:
        """Return the ruleset."""
        return load_ruleset(self.ruleset, self.parameters) if self.loaded is None else self.loaded

    def answer(self, position: str) -> Facts | None:
        """Return the facts about a position, by an independent checker if it ended in time; None if a limit came first.

        Raises:
            InputError: the text names no position.
        """
        return _answer(self.rules(), self, position)


def _answer(ruleset: Ruleset[Any], question: Question, position: str) -> Facts | None:
    at = CheckedRuleset(ruleset).parse(position)
    limits: dict[str, Any] = {"max_positions": question.max_positions, "seconds": question.seconds}
    try:
        valuation = valuate(ruleset, at, question.kind, **limits)
        verified = valuation.check(question.seconds).ok
    except LimitError:
        return None
    facts = {"kind": valuation.kind, "value": str(valuation.value), "outcome": str(valuation.outcome)}
    return {**facts, "verified": verified, **valuation.about}


def valued(
    question: Question, rows: Sequence[Row], *, workers: int = 1, known: Mapping[str, Facts] | None = None
) -> Iterator[Row]:
    """Yield rows with their facts, in order.

    Args:
        question: what is asked.
        rows: the rows.
        workers: the number of processes that find values at once.
        known: the facts that are known, by the text of the position.

    Raises:
        GamekitError: a text names no position, or its value does not exist; or there is no process.
    """
    if workers < 1:
        raise InputError(f"workers must be at least 1; it is {workers}")
    known = known or {}
    if workers == 1:
        ruleset = question.rules()
        for row in rows:
            facts = known.get(row.position) or _answer(ruleset, question, row.position)
            yield attrs.evolve(row, facts=facts)
        return
    unanswered = [row.position for row in rows if row.position not in known]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            answers = pool.map(question.answer, unanswered)
            for row in rows:
                yield attrs.evolve(row, facts=known[row.position] if row.position in known else next(answers))
        finally:
            pool.shutdown(cancel_futures=True)


def matches(row: Row, wanted: Mapping[str, str]) -> bool:
    """Return whether the facts of a row are those wanted; games and numbers may be written in any way.

    Raises:
        InputError: a fact is a game, and the text that is wanted describes none.
    """
    return all(_is_fact(row, fact, text) for fact, text in wanted.items())


def _is_fact(row: Row, fact: str, wanted: str) -> bool:
    if row.facts is None or fact not in row.facts:
        return False
    if row.shown(fact) == wanted:
        return True
    game = row.game(fact)
    return game is not None and game is parse_game(wanted)


def require_facts(rows: Sequence[Row], facts: Iterable[str]) -> None:
    """Refuse the name of a fact that none of the rows has, if any row has a value.

    Raises:
        InputError: there is such a name.
    """
    known = {name for row in rows for name in row.facts or ()}
    for fact in facts:
        if known and fact not in known:
            raise InputError(
                f"none of the positions has a fact called {show(fact)}; {suggestion(fact, known)}"
            )


def tabulate(
    ruleset: str | Ruleset[Any],
    position: str,
    ranges: Mapping[str, Iterable[int]] | None = None,
    *,
    parameters: Any = None,
    signs: str = "",
    kind: str | None = None,
    fact: str = "value",
    workers: int = 1,
) -> ValueTable:
    """Return a table of the values of positions, which a notebook shows as HTML.

    Args:
        ruleset: the ruleset, or its name.
        position: the text of the positions; see `gamekit.cgt.templates.Template`. Each `?` stands for every sign.
        ranges: the numbers that each letter of the text stands for.
        parameters: the parameters of a ruleset that is named; by default its example.
        signs: the signs that each `?` stands for.
        kind: the kind of value; by default that of `gamekit value`.
        fact: the fact that a grid shows, such as "temperature".
        workers: the number of processes that find values at once.

    Raises:
        InputError: the ranges or signs are not those of the text, a text names no position, no position has the fact,
            `workers` is below 1, or there are parameters beside a ruleset that has its own.
        UnsupportedError: positions have no value of this kind.

    >>> print(tabulate("domineering", "{m*n*.}", {"m": [1, 2], "n": [1, 2, 3]}).text())
    m\\n  1  2   3
    1    0  -1  -1
    2    1  ±1  {2|-1/2}
    """
    template = Template(position)
    rows = rows_of(template, ranges or {}, signs)
    if isinstance(ruleset, str):
        question = Question(ruleset, parameters, kind)
    else:
        question = Question(CheckedRuleset(ruleset).name, None, kind, loaded=ruleset)
        if parameters is not None:
            raise InputError(
                f"a ruleset that is named takes parameters, and {question.ruleset} is an object, which has its own; "
                "leave parameters out"
            )
    answers = tuple(valued(question, rows, workers=workers))
    require_facts(answers, [fact])
    return ValueTable(answers, fact, tuple(template.letters))
