"""`Saved`: a play as JSON keeps it, and reading that with mistrust."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import show, structure

FORMAT: Final = "gamekit play"
VERSION: Final = 1


@attrs.frozen
class Saved:
    """A play as JSON keeps it.

    Attributes:
        format: `FORMAT`.
        version: of the format.
        game: the name it is registered under.
        parameters: its parameters.
        state: where play began, as text.
        moves: what was played, as text.
        people: the players who are people; the others play perfectly.
        rules: the fingerprint of the rules.
    """

    format: str
    version: int
    game: str
    parameters: dict[str, Any]
    state: str
    moves: tuple[str, ...]
    people: tuple[str, ...]
    rules: str

    @classmethod
    def read(cls, data: Any, what: str = "a saved play") -> Saved:
        """Return what JSON from a stranger says.

        Raises:
            InputError: it is not a play, or one of a newer format.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError(f"{what} is not a play that gamekit saved: its format is not {FORMAT!r}")
        if data.get("version") != VERSION:
            raise InputError(
                f"{what} is of version {show(data.get('version'))}; this gamekit reads {VERSION}"
            )
        return structure(cls, data, what)
