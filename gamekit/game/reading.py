"""Find the notation that a text is in, among those of a game, and read the text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

import attrs

from gamekit.errors import GamekitError, InputError, UnknownNameError, UnsupportedError
from gamekit.game.notation import Notation
from gamekit.game.parameters import show, suggestion
from gamekit.game.plain_text import decode
from gamekit.game.strict_json import parse_json

JSON_ENDINGS = (".json", ".jsonl")
LIKE_JSON = "{", "[", '"'

AT_WORK = ContextVar("AT_WORK", default=False)
"""Whether a notation reads a state; what it hands to the game is in the game's own form, or in none."""


@attrs.frozen
class Reading:
    """What was read of a game.

    Attributes:
        parameters: the parameters as JSON would give them, not checked yet.
        notation: the notation of the text; None for JSON.
        text: the text; empty for JSON.
    """

    parameters: Any
    notation: Notation | None = None
    text: str = ""

    def state(self, game: Any) -> Any:
        """Return the state of the game that the text names, or None if it names none or the initial one."""
        if self.notation is None or not self.notation.has("state"):
            return None
        state = self.notation.state(game, self.text)
        return None if state == game.initial_state() else state


def read_data(cls: type[Any], name: str, data: bytes, place: str, path: str = "") -> Reading:
    """Return the instance of a game or ruleset in a file, in one of its notations or as JSON.

    Args:
        cls: the class of the game or ruleset.
        name: its name in messages.
        data: the bytes of the file.
        place: the source of the data in messages.
        path: the name of the file, whose ending may decide on the notation.

    Raises:
        InputError: the data are in no notation of the game, or have a mistake.
    """
    is_json = path.endswith(JSON_ENDINGS)
    text = decode(data, place) if _notations_for(cls, path) else ""
    notation = notation_of(cls, text, path)
    if notation is not None:
        return _read(name, notation, text)
    try:
        given = parse_json(data, place)
    except InputError as error:
        start = text.lstrip()
        is_longer = start[:1] == "[" and _begins_with_json(text)  # as `[34]` before a list of edges
        is_tag = start[:1] == "[" and start[1:2].isupper()  # as of PGN
        is_meant = is_json or (start[:1] in ("", *LIKE_JSON) and not is_longer and not is_tag)
        if not is_json and (alone := _alone(cls, text, place, path)):
            return _read(name, *alone)
        for notation in cls.notations:
            if notation.is_strict and path.lower().endswith(notation.endings):  # which says what is wrong
                return _read(name, notation, text)
        known = "" if is_meant else known_notations(cls, name, text)
        raise InputError(f"{place} is not JSON{known}") if known else error from None
    notation = notation_of(cls, given) if isinstance(given, str) else None  # in quotes
    return Reading(given) if notation is None else _read(name, notation, given)


def _begins_with_json(text: str) -> bool:
    """Return whether a text that is not JSON begins with a value in JSON."""
    with suppress(ValueError, RecursionError):
        json.JSONDecoder().raw_decode(text.lstrip())
        return True
    return False


def read_text(cls: type[Any], name: str, text: str) -> Reading:
    """Return the instance of a game or ruleset that a text describes, in one of its notations or as JSON.

    >>> from games.nim import Nim
    >>> read_text(Nim, "nim", "3 4 5").parameters
    {'heaps': [3, 4, 5]}
    """
    try:
        data = text.encode(errors="surrogateescape")
    except UnicodeEncodeError as error:
        raise InputError(
            f"the text is not text: character {error.start + 1:,} is half of a pair, {text[error.start]!r}"
        ) from None
    return read_data(cls, name, data, "the text")


def notation_of(cls: type[Any], text: str, path: str = "") -> Notation | None:
    """Return the notation of a game that a text is in, by the ending of its file or by its content."""
    notations = _notations_for(cls, path)
    first = [notation for notation in notations if path.lower().endswith(notation.endings)]
    return next((notation for notation in [*first, *notations] if notation.reads(text)), None)


def _notations_for(cls: type[Any], path: str) -> Sequence[Notation]:
    """Return the notations in which a file may be, as far as the ending of its name tells."""
    notations: Sequence[Notation] = cls.notations
    return [each for each in notations if each.is_json or not path.endswith(JSON_ENDINGS)]


def notation_called(cls: type[Any], name: str, notation_name: str) -> Notation:
    """Return the notation `notation_name` of a game; `name` is that of the game.

    Raises:
        UnknownNameError: the game has no notation of this name.
    """
    notations: dict[str, Notation] = {notation.name: notation for notation in cls.notations}
    if notation_name not in notations:
        raise UnknownNameError(
            f"{name} has no notation {show(notation_name)}; {suggestion(notation_name, notations)}"
        )
    return notations[notation_name]


def notation_for_writing(cls: type[Any], name: str, notation_name: str) -> Notation:
    """Return the notation `notation_name` of a game, which writes states or lines; `name` is that of the game.

    Raises:
        UnknownNameError: the game has no notation of this name.
        UnsupportedError: the notation is only read.
    """
    notation = notation_called(cls, name, notation_name)
    if not (notation.has("write") or notation.has("write_line")):
        raise UnsupportedError(
            f"--notation must name a notation that is written; {notation_name} is only read, by --input"
        )
    return notation


def collection(cls: type[Any], text: str, path: str = "") -> Iterator[tuple[str, Notation, str]] | None:
    """Return the title, the notation and the text of each instance in a collection; None if it is in no notation."""
    for notation in cls.notations:
        first = next(notation.split(text), None)
        if first is not None and (notation.reads(first[1]) or path.lower().endswith(notation.endings)):
            return ((title, notation, each) for title, each in notation.split(text))
    return None


def places_of(text: str, parts: Iterable[str]) -> Iterator[tuple[int, int] | None]:
    """Yield the line and the column of a text at which each of its parts begins.

    The parts follow one another. From the first one on that the text does not have as it is, all are None.

    >>> list(places_of("# two\\n3 4\\n\\n 5 6", ["3 4", "5 6", "7"]))
    [(2, 1), (4, 2), None]
    """
    at, line = 0, 1
    for part in parts:
        start = text.find(part, at) if at >= 0 else -1
        if start < 0:
            at = -1
            yield None
            continue
        line += text.count("\n", at, start)
        yield line, start - text.rfind("\n", 0, start)
        at = start


def parse_by_notation(game: Any, text: str, refused: GamekitError) -> Any:
    """Return the state that a text names in one of the notations of a game.

    Args:
        game: the game.
        text: the text, which the game's own form of states does not read.
        refused: the reason why it does not.

    Raises:
        InputError: a notation reads the text and finds a mistake in it.
        GamekitError: no notation reads the text; then the error is `refused`.
    """
    for notation in () if AT_WORK.get() else game.notations:
        if notation.has("state") and notation.reads(text):
            token = AT_WORK.set(True)
            try:
                return notation.state(game, text)
            except InputError as error:
                raise InputError(f"in {notation.name}, {error}") from None
            finally:
                AT_WORK.reset(token)
    raise refused


def format_state(game: Any, state: Any, *, notation: str | None = None) -> str:
    """Return a state in one of the notations of its game, or by default in the game's own form.

    Args:
        game: the game.
        state: one of its states.
        notation: the name of the notation.

    Raises:
        UnknownNameError: the game has no notation of this name.
        UnsupportedError: this notation writes no states.

    >>> from games.connect_four import ConnectFour
    >>> game = ConnectFour(width=4, height=2, length=3)
    >>> format_state(game, game.parse_state("24"), notation="lines")
    '....\\n.R.Y'
    """
    if notation is None:
        return str(game.format_state(state))
    return notation_called(type(game), type(game).__name__, notation).write(game, state)


def _read(name: str, notation: Notation, text: str) -> Reading:
    try:
        return Reading(dict(notation.parameters(text)), notation, text)
    except InputError as error:
        raise InputError(f"{name}, in {notation.name}: {error}") from None


def _alone(cls: type[Any], text: str, place: str, path: str) -> tuple[Notation, str] | None:
    """Return the notation and the text of the only instance in a collection; None if it is not a collection.

    Raises:
        InputError: there are several instances.
    """
    several = [(notation, each) for _, notation, each in collection(cls, text, path) or ()]
    if not several or not all(notation.reads(each) for notation, each in several):
        return None
    if len(several) > 1:
        what = f"there are {len(several):,} in {several[0][0].name}"
        raise InputError(f"{place} must have one instance; {what}, which --inputs takes")
    return several[0]


def known_notations(cls: type[Any], name: str, text: str) -> str:
    """Return the end of an error about a text that is in no notation of a game; empty if the game has none."""
    known = [notation for notation in cls.notations if notation.has("parameters") or notation.has("state")]
    if not known:
        return ""
    end = f", and it is in no notation of {name} ({', '.join(notation.name for notation in known)})"
    if len(known) > 1:
        return f"{end}, of which gamekit info {name} shows examples{_first_line_in_none(cls, text)}"
    if known[0].is_strict:
        try:
            known[0].parameters(text)
        except InputError as error:  # there is but one notation that can be meant
            return f"{end}: {error}"
    return end


def fits(cls: type[Any], line: str) -> bool:
    """Return whether a line of a file is an instance of a game: in one of its notations, or a value in JSON."""
    if notation_of(cls, line) is not None:
        return True
    with suppress(ValueError, RecursionError):
        return isinstance(json.loads(line), dict | list)
    return False


def _first_line_in_none(cls: type[Any], text: str) -> str:
    """Return the end of an error that tells the first line of several that is in no notation; else nothing."""
    lines = text.rstrip().split("\n")
    for number, line in enumerate(lines, 1) if lines[1:] else ():
        if line.strip() and notation_of(cls, line) is None:
            return f"; line {number} is {line.strip()!r:.60}"
    return ""
