"""The registry: games and solvers by name, found through entry points. Listing them imports none of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, cast

from gamekit.errors import GamekitError, InputError, PluginError, UnknownNameError
from gamekit.game import Game
from gamekit.parameters import structure, suggestion
from gamekit.solvers.base import Solver

GAMES = "gamekit.games"
SOLVERS = "gamekit.solvers"


def registered(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order.

    >>> "cat-mouse" in registered(GAMES), "retrograde" in registered(SOLVERS)
    (True, True)
    """
    return {entry.name: entry for entry in sorted(entry_points(group=group), key=lambda entry: entry.name)}


def game_class(name: str) -> type[Game[Any, Any]]:
    """Return the class of a registered game.

    Raises:
        UnknownNameError: no game has this name.
        PluginError: it has, but cannot be loaded.
    """
    cls = _load(GAMES, "game", name)
    if Game not in getattr(cls, "__mro__", ()):
        raise PluginError(
            f"the game {name!r} ({registered(GAMES)[name].value}) is not a subclass of gamekit.Game"
        )
    return cast(type[Game[Any, Any]], cls)


def solver_class(name: str) -> type[Solver]:
    """Return the class of a registered solver.

    Raises:
        UnknownNameError: no solver has this name.
        PluginError: it has, but cannot be loaded.
    """
    cls = _load(SOLVERS, "solver", name)
    if Solver not in getattr(cls, "__mro__", ()):
        raise PluginError(
            f"the solver {name!r} ({registered(SOLVERS)[name].value}) is not a subclass of gamekit.Solver"
        )
    return cast(type[Solver], cls)


def load_game(name: str, parameters: Mapping[str, Any] | list[Any] | None = None) -> Game[Any, Any]:
    """Return a registered game with these parameters, checked as strictly as JSON from a stranger.

    Args:
        name: the name it is registered under.
        parameters: by name; a list stands for the first parameter alone. The game's own example by default.

    Raises:
        UnknownNameError: no game has this name.
        PluginError: it has, but cannot be loaded.
        InputError: a parameter breaks a rule; the message says which, with value and place.

    >>> load_game("nim", {"heaps": [3, 4]})
    Nim(heaps=(3, 4), misere=False)
    """
    cls = game_class(name)
    try:
        return structure(cls, cls.example if parameters is None else parameters, name)
    except GamekitError:
        raise
    except Exception as error:
        raise PluginError(f"the game {name!r} cannot be made: {type(error).__name__}: {error}") from error


def make_solver(solver: str | Solver, **options: Any) -> Solver:
    """Return a solver from its name and options, or as `name:option=value,option=value`.

    Raises:
        UnknownNameError: no solver has this name.
        PluginError: it has, but cannot be loaded.
        InputError: no such option, or not such a value.

    >>> make_solver("minimax:cap=34") == make_solver("minimax", cap=34)
    True
    """
    if not isinstance(solver, str):
        if options:
            raise InputError(f"options go with the name of a solver; {solver!r} already has its own")
        return solver
    name, _, text = solver.partition(":")
    return structure(solver_class(name), {**_options(text, name), **options}, name)


def _options(text: str, name: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for option in text.split(",") if text else ():
        key, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"{name}: an option reads like cap=34; this one is {option!r}")
        try:
            options[key.strip().replace("-", "_")] = json.loads(value)
        except ValueError:
            options[key.strip().replace("-", "_")] = value.strip()
    return options


def _load(group: str, kind: str, name: str) -> Any:
    known = registered(group)
    if name not in known:
        raise UnknownNameError(f"no {kind} is called {name!r}; {suggestion(name, known)}")
    try:
        return known[name].load()
    except Exception as error:
        what = f"{type(error).__name__}: {error}".splitlines()[0]
        raise PluginError(f"the {kind} {name!r} ({known[name].value}) cannot be loaded: {what}") from error
