"""The registry: games and solvers by name, found through entry points. Listing them imports none of them."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeVar, cast

from gamekit.arena.raised import in_words
from gamekit.errors import GamekitError, InputError, PluginError, UnknownNameError
from gamekit.game import Game
from gamekit.parameters import show, structure, suggestion
from gamekit.solvers.base import Solver

GAMES = "gamekit.games"
SOLVERS = "gamekit.solvers"

T = TypeVar("T")


def registered(group: str) -> dict[str, EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order.

    Raises:
        PluginError: some installed package declares its entry points in a way that Python cannot read.

    >>> "cat-mouse" in registered(GAMES), "retrograde" in registered(SOLVERS)
    (True, True)
    """
    return {entry.name: entry for entry in _entries(group)}


def game_class(name: str) -> type[Game[Any, Any]]:
    """Return the class of a registered game.

    Raises:
        UnknownNameError: no game has this name.
        PluginError: it has, but cannot be loaded.
    """
    return cast(type[Game[Any, Any]], _load(GAMES, "game", name, Game))


def solver_class(name: str) -> type[Solver]:
    """Return the class of a registered solver.

    Raises:
        UnknownNameError: no solver has this name.
        PluginError: it has, but cannot be loaded.
    """
    return cast(type[Solver], _load(SOLVERS, "solver", name, Solver))


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
    return _made(cls, cls.example if parameters is None else parameters, "game", name)


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
    cls = solver_class(name)
    return _made(cls, {**_options(text, name), **options}, "solver", name)


def summary(cls: type[Any]) -> str:
    """Return the first sentence of the docstring of a class's module, or of its own where that has none.

    >>> summary(game_class("nim"))
    'Nim: heaps of counters, and the last counter decides'
    """
    module = inspect.getdoc(inspect.getmodule(cls)) or ""
    return (module or inspect.getdoc(cls) or cls.__name__).splitlines()[0].rstrip(".")


def _options(text: str, name: str) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for option in text.split(",") if text else ():
        key, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"{name}: an option reads like cap=34; this one is {show(option)}")
        try:
            options[key.strip().replace("-", "_")] = json.loads(value)
        except (ValueError, RecursionError):  # not JSON, so a word
            options[key.strip().replace("-", "_")] = value.strip()
    return options


def _entries(group: str) -> list[EntryPoint]:
    """Return the entry points of a group in alphabetical order; finding them takes some milliseconds."""
    try:
        return sorted(entry_points(group=group), key=lambda entry: entry.name)
    except Exception as error:  # they are read from all packages at once
        raise PluginError(f"an installed package has malformed entry points: {in_words(error)}") from error


def _load(group: str, kind: str, name: str, base: type[Any]) -> Any:
    known = _entries(group)
    found = {entry.value: entry for entry in known if entry.name == name}
    if not found:
        near = suggestion(name, [entry.name for entry in known])
        raise UnknownNameError(f"no {kind} is called {show(name)}; {near}")
    if len(found) > 1:
        raise PluginError(f"more than one package has a {kind} {name!r}: {', '.join(sorted(found))}")
    ((value, entry),) = found.items()
    described = f"the {kind} {name!r} ({value})"
    try:
        cls = entry.load()
    except (Exception, SystemExit) as error:
        raise PluginError(f"{described} cannot be loaded: {in_words(error)}") from error
    if base not in getattr(cls, "__mro__", ()):
        raise PluginError(f"{described} is not a subclass of gamekit.{base.__name__}")
    if missing := sorted(getattr(cls, "__abstractmethods__", ())):
        raise PluginError(f"{described} does not define {', '.join(missing)}")
    return cls


def _made(cls: type[T], parameters: Any, kind: str, name: str) -> T:
    try:
        return structure(cls, parameters, name)
    except (GamekitError, MemoryError):
        raise
    except Exception as error:
        raise PluginError(f"the {kind} {name!r} cannot be made: {in_words(error)}") from error
