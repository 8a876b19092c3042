"""`Notation`: a form in which people write the instances, states and lines of a game outside gamekit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Protocol

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.parameters import show


class WrittenLine(Protocol):
    """The part of a `gamekit.Line` that notations write."""

    @property
    def states(self) -> tuple[Any, ...]:
        """The states of the line, from the first to the last."""

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves between these states."""


class Notation:
    """A form in which people write a game. Subclass it, and list an instance in the attribute `notations` of the game.

    A subclass defines `reads`, and at least one of `parameters`, `state`, `write` and `write_line`.

    Attributes:
        name: the name by which people choose the notation.
        about: what a text in this notation is, such as "a level, row by row".
        example: a text in this notation.
        endings: the endings of the names of files that have this notation, such as ".xsb".
        is_like_names: whether a text may as well be the name of a file, if it has a mistake.
        is_json: whether texts may be JSON, so that files of JSON are in this notation if it reads them.
        is_strict: whether `parameters` raises `InputError` for every text that `reads` refuses, and so tells why.
    """

    name: ClassVar[str]
    about: ClassVar[str]
    example: ClassVar[str]
    endings: ClassVar[tuple[str, ...]] = ()
    is_like_names: ClassVar[bool] = False
    is_json: ClassVar[bool] = False
    is_strict: ClassVar[bool] = False

    def reads(self, text: str) -> bool:
        """Return whether a text looks like this notation, although it may have mistakes."""
        raise NotImplementedError

    def parameters(self, text: str) -> Mapping[str, Any]:
        """Return the parameters of the game that a text determines; the others keep their defaults.

        Raises:
            InputError: the text has a mistake; the message names its line and column.
        """
        return {}

    def state(self, game: Any, text: str) -> Any:
        """Return the state of a game that a text names.

        Raises:
            InputError: the text has a mistake; the message names its line and column.
            UnsupportedError: texts in this notation do not name states.
        """
        raise UnsupportedError(f"{self.name} describes a game, and no state of it")

    def write(self, game: Any, state: Any) -> str:
        """Return a state in this notation; raises `UnsupportedError` if that is impossible."""
        raise UnsupportedError(f"{self.name} does not write states")

    def write_line(self, solution: Any, line: WrittenLine) -> str:
        """Return a line of play of a `gamekit.Solution` in this notation.

        Raises:
            UnsupportedError: the notation has no lines.
        """
        raise UnsupportedError(f"{self.name} does not write lines")

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the title and the text of each instance in a collection.

        By default, each line is one, but for comments: lines that begin with `#` and do not look like this notation.
        """
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and (not line.lstrip().startswith("#") or self.reads(line)):
                yield f"line {number}", line

    def has(self, method: str) -> bool:
        """Return whether the notation defines an optional method."""
        return getattr(type(self), method) is not getattr(Notation, method)


RECORDED = re.compile(
    r"^[ \t]*+\[[^\]\n]*+\]|\{[^{}]*+\}|(?<!\S)\d++\.++|(?<!\S)(?:\*|1-0|0-1|1/2-1/2)(?=\s*+\Z)", re.MULTILINE
)
"""The tags, comments, numbers of moves and result of a record in the form of PGN."""

POSITION = re.compile(r"^[ \t]*+\[(?:FEN|SetUp)\b", re.MULTILINE | re.IGNORECASE)


class MoveList(Notation):
    """A notation of moves, one after the other from the start of the game: it names the state to which they lead.

    A record in the form of PGN is read, too: its tags, comments, numbers and result are left out. Between moves may be
    blanks, commas or semicolons.

    Attributes:
        pattern: a regular expression for one move.
        between: the text between two moves.
    """

    pattern: ClassVar[str]
    between: ClassVar[str] = ""

    def reads(self, text: str) -> bool:
        return re.fullmatch(rf"\s*(?:(?:{self.pattern})[\s,;]*)+", without_record(text)) is not None

    def state(self, game: Any, text: str) -> Any:
        *_, state = self.states(game, text)
        return state

    def states(self, game: Any, text: str) -> Iterator[Any]:
        """Yield the initial state and the one after each word of a text; raises `InputError` as `state`."""
        if (tag := POSITION.search(text)) is not None:
            raise misfit(
                text, tag.start(), "the record begins in a position; give the moves from the start alone"
            )
        yield (state := game.initial_state())
        for match in re.finditer(self.pattern, without_record(text)):
            if game.outcome(state) is not None:
                raise misfit(text, match.start(), f"the game is over before {show(match[0])}")
            state = self.after(game, state, match[0])
            if state is None:
                raise misfit(text, match.start(), f"{show(match[0])} is not a move there")
            yield state

    def after(self, game: Any, state: Any, word: str) -> Any:
        """Return the state to which the move called `word` leads; None if there is no such move."""
        for move in game.moves(state):
            if self.word(game, state, move) == word:
                return game.apply(state, move)
        return None

    def word(self, game: Any, state: Any, move: Any) -> str:
        """Return the text of a move; by default, that of the game."""
        return str(game.format_move(state, move))

    def write_line(self, solution: Any, line: WrittenLine) -> str:
        game = solution.game
        words = (self.word(game, state, move) for state, move in zip(line.states, line.moves, strict=False))
        return self.between.join(filter(None, words))


def without_record(text: str) -> str:
    """Return a text with blanks in place of what a record has besides its moves, so that these stay at their places.

    >>> without_record("1. e4 {good} e5 1-0")
    '   e4        e5    '
    """
    return RECORDED.sub(lambda found: re.sub(r"\S", " ", found[0]), text)


class PlacedError(InputError):
    """A text does not fit a notation at some place.

    Attributes:
        line: the line of the text, from 1; None if it has but one.
        column: the column, from 1.
        what: what does not fit there.
    """

    def __init__(self, line: int | None, column: int, what: str) -> None:
        """Make an error about a place of a text."""
        super().__init__(line, column, what)  # by which it is pickled
        self.line, self.column, self.what = line, column, what

    def __str__(self) -> str:
        line = "" if self.line is None else f"line {self.line}, "
        return f"{line}column {self.column}: {self.what}"

    def in_file(self, line: int, column: int) -> PlacedError:
        """Return the error in a file in which the text begins at a line and a column.

        >>> print(PlacedError(None, 2, "'?' is not a sign").in_file(7, 4))
        line 7, column 5: '?' is not a sign
        """
        is_first = self.line in (None, 1)
        return PlacedError(line + (self.line or 1) - 1, self.column + (column - 1) * is_first, self.what)


def misfit(text: str, index: int, what: str) -> PlacedError:
    """Return an error about the place of a text at which it does not fit.

    >>> print(misfit("###\\n#?#", 5, "'?' is not a sign"))
    line 2, column 2: '?' is not a sign
    """
    before = text[:index]
    line = before.count("\n") + 1 if "\n" in text else None
    return PlacedError(line, index - before.rfind("\n"), what)
