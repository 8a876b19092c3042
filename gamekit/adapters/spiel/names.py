"""OpenSpiel's games by name, as `open_spiel:NAME`, with or without their parameters in parentheses."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, cast

import attrs

from gamekit.adapters.spiel.loaded_game import AUTO
from gamekit.adapters.spiel.package import pyspiel, refused_by_spiel
from gamekit.adapters.spiel.positions import STATE_KEYS
from gamekit.adapters.spiel.refusals import refusal, refusal_of_payoffs
from gamekit.adapters.spiel.rules import SpielGame
from gamekit.errors import InputError, UnknownNameError, UnsupportedError
from gamekit.game.parameters import show, structure, suggestion
from gamekit.game.protocol import Game
from gamekit.game.registry import load_game

PREFIX: Final = "open_spiel:"
"""The beginning of the names of OpenSpiel's games."""

GAMEKITS: Final = "gamekit_"
"""The beginning of the names under which OpenSpiel knows gamekit's games."""

PYTHON_GAMES: Final = "open_spiel.python.games"
"""The package whose import registers the games that OpenSpiel has in Python."""

_INNERMOST: Final = re.compile(r"\([^()]*\)")

Parameters = tuple[tuple[str, Any], ...]


def open_spiel(name: str, *, state_key: str = AUTO, **parameters: Any) -> Game[Any, Any]:
    """Return an OpenSpiel game, for every function that takes a game.

    Args:
        name: the name in OpenSpiel, which may have parameters: "breakthrough(rows=4,columns=3)".
        state_key: what tells states apart: "text", the state's own text and who is to move; "text-and-ply", also the
            number of moves; "history", all moves. "auto" takes the first of these against which a trial finds nothing.
        parameters: further parameters of the game.

    Raises:
        UnsupportedError: OpenSpiel is not installed, or gamekit cannot solve the game; the message says why.
        UnknownNameError: OpenSpiel has no such game.
        InputError: a parameter is invalid.

    ```python
    import gamekit

    game = gamekit.adapters.open_spiel("breakthrough(rows=4,columns=3)")
    print(gamekit.solve(game).root)
    ```
    """
    full = PREFIX + str(name)
    (cls,) = classes(full)
    return load_game(full, {**cls.example, "state_key": state_key, **parameters})


def names() -> dict[str, str]:
    """Return the names of the games that gamekit takes, with their titles; empty if OpenSpiel is not installed.

    gamekit's games that OpenSpiel knows are left out.
    """
    try:
        module = pyspiel()
    except UnsupportedError:
        return {}
    kinds = module.registered_games()
    return {
        PREFIX + kind.short_name: kind.long_name
        for kind in kinds
        if kind.default_loadable
        and not kind.short_name.startswith(GAMEKITS)
        and not (refusal(kind) or refusal_of_payoffs(kind, kind.min_num_players))
    }


def classes(name: str) -> list[type[Game[Any, Any]]]:
    """Return the class of the games that `open_spiel:NAME` names; parameters in the name are its defaults.

    Raises:
        UnsupportedError: OpenSpiel is not installed, or gamekit cannot solve such games; the message says why.
        UnknownNameError: OpenSpiel has no such game.
        InputError: the parameters in the name are invalid.
    """
    text = name.removeprefix(PREFIX)
    short_name, parenthesis, _ = text.partition("(")
    kind = _kind(short_name)
    if kind.is_concrete and (why := refusal(kind)):
        raise UnsupportedError(f"gamekit cannot solve OpenSpiel's {short_name}, because it {why}")
    cls = _class_of(short_name, ())
    if parenthesis:
        _check_parameters(text)
        with refused_by_spiel(f"OpenSpiel cannot read {show(text)}"):
            settings = pyspiel().game_parameters_from_string(text)
        del settings["name"]
        game = structure(cls, {key: _plain(value) for key, value in settings.items()}, name)
        cls = _class_of(short_name, tuple((key, getattr(game, f"spiel_{key}")) for key in settings))
    return [cls]


def _check_parameters(text: str) -> None:
    """Refuse a name with parameters of which OpenSpiel would read a part and leave the rest unread."""
    inner, shorter = "", text.partition("(")[2].removesuffix(")")
    while inner != shorter:
        inner, shorter = shorter, _INNERMOST.sub("", shorter)
    parts = inner.split(",") if inner else []
    names = {part.partition("=")[0] for part in parts if "=" in part}
    if not text.endswith(")") or len(names) != len(parts):
        raise InputError(
            f"parameters of OpenSpiel must be written NAME(PARAMETER=VALUE,...), each once; this is {show(text)}"
        )


def _kind(short_name: str) -> Any:
    """Return OpenSpiel's type of a game.

    Raises:
        UnknownNameError: OpenSpiel has no such game.
    """
    module = pyspiel()
    kinds = {kind.short_name: kind for kind in module.registered_games()}
    if short_name not in kinds:
        with suppress(ImportError):  # some of them need further packages
            import_module(PYTHON_GAMES)
        kinds = {kind.short_name: kind for kind in module.registered_games()}
    if short_name not in kinds:
        raise UnknownNameError(
            f"OpenSpiel has no game called {show(short_name)}; {suggestion(short_name, kinds)}"
        )
    return kinds[short_name]


@cache
def _class_of(short_name: str, settings: Parameters) -> type[Game[Any, Any]]:
    """Return a subclass of `SpielGame` with the parameters of a game, and defaults for some of them.

    Attributes have names that no method of a game has; the parameters, which are their aliases, may have any.
    """
    kind = _kind(short_name)
    specification = {key: _plain(value) for key, value in kind.parameter_specification.items()}
    defaults, attribute = specification | dict(settings), cast(Any, attrs.field)
    attributes = {
        f"spiel_{key}": attribute(default=default, alias=key, type=type(default))
        for key, default in sorted(defaults.items())
    }
    help_of_key = {
        "help": "what tells states apart; auto takes the coarsest that a trial finds nothing against"
    }
    attributes["state_key"] = attribute(default=AUTO, type=Literal[AUTO, *STATE_KEYS], metadata=help_of_key)

    def begin(self: Any) -> None:
        own = {key: getattr(self, f"spiel_{key}") for key in specification}
        changed = {key: value for key, value in own.items() if value != specification[key]}
        loaded = self.load(_named(short_name, changed), self.state_key)
        completed = {f"spiel_{key}": _plain(value) for key, value in loaded.parameters.items()}
        for name, value in {**completed, "state_key": loaded.state_key}.items():
            object.__setattr__(self, name, value)

    body = {
        "__module__": __name__,
        "__doc__": _description(kind),
        "__attrs_post_init__": begin,
        "example": dict(settings),
        "registered_as": PREFIX + short_name,
        "short_name": short_name,
    }
    cls: Any = attrs.make_class(
        "OfOpenSpiel", attributes, (SpielGame,), body, frozen=True, slots=False, eq=False, repr=False
    )
    cls.__name__ = cls.__qualname__ = short_name
    return cast(type[Game[Any, Any]], cls)


def _named(short_name: str, parameters: Mapping[str, Any]) -> str:
    """Return the name of a game with its parameters, as OpenSpiel reads it."""
    listed = ",".join(f"{key}={value}" for key, value in parameters.items())
    for key, value in parameters.items():
        is_game = isinstance(value, str) and value.endswith(")")
        if isinstance(value, str) and not is_game and set(value) & set("(),="):
            rule = f"{key} must not contain any of ( ) , = in OpenSpiel"
            raise InputError(f"{rule}; it is {show(value)}", field=key)
    return f"{short_name}({listed})" if parameters else short_name


def _plain(value: Any) -> Any:
    """Return a parameter; one that is a game itself, which OpenSpiel gives as a dictionary, as its name."""
    if not isinstance(value, dict):
        return value
    return pyspiel().game_parameters_to_string(value) if value else ""


def _description(kind: Any) -> str:
    return (
        f"{kind.long_name}: an OpenSpiel game.\n\nOpenSpiel says which moves there are and where they lead. A "
        "state is written as who is to move, and OpenSpiel's text with its lines separated by /. A text of the "
        "form 'moves: 4 0 8' gives the moves from the start by OpenSpiel's numbers."
    )
