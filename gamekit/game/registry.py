"""Plugins by name: those that come with gamekit, and those that installed packages register as entry points."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Mapping
from contextlib import nullcontext, redirect_stdout, suppress
from functools import lru_cache, reduce
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar, cast

import attrs

from gamekit.errors import GamekitError, InputError, PluginError, UnknownNameError
from gamekit.game import bundled, rules_files
from gamekit.game.foreign_errors import describe_error
from gamekit.game.parameters import show, structure, suggestion
from gamekit.game.protocol import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

T = TypeVar("T")


@attrs.frozen
class PluginGroup:
    """Plugins of one kind.

    Attributes:
        name: the group of entry points in which packages register them.
        kind: the noun for a plugin of this kind in messages.
        base: the base class of the plugins.
        bundled: the plugins that come with gamekit, as `module:Class` by name. They are code and not entry points, so
            they exist in a source tree that is not installed, too.
        home: the package from which plugins import the base class.
        adapted: the module that makes plugins of this kind from plugins of another kind; "" for none. It has functions
            `names()` and `classes(name)`. Registered plugins take precedence over its plugins of the same name.
        elsewhere: by the beginning of a name, up to its colon: the module that makes plugins of another program's.
            Its `names()` returns titles by name, and its `classes(name)` raises an error if there is no such plugin.
    """

    name: str
    kind: str
    base: type[Any]
    bundled: Mapping[str, str]
    home: str = "gamekit"
    adapted: str = ""
    elsewhere: Mapping[str, str] = attrs.field(factory=dict)


GAMES: Final = PluginGroup(
    "gamekit.games",
    "game",
    Game,
    bundled.GAMES,
    adapted="gamekit.cgt.registered_games",
    elsewhere={"open_spiel": "gamekit.adapters.spiel.names"},
)


class OwnEntry(NamedTuple):
    """What stands for a plugin that comes with gamekit as an entry point does for others.

    The class of entry points takes longer to load than a small game to solve.
    """

    name: str
    value: str
    group: str

    def load(self) -> Any:
        """Return the class, and import its module."""
        module, _, path = self.value.partition(":")
        return reduce(getattr, path.split("."), import_module(module))


def registered(group: PluginGroup) -> dict[str, OwnEntry | EntryPoint]:
    """Return the entry points of a group by name, in alphabetical order. This imports none of them.

    Raises:
        PluginError: an installed package declares its entry points in a way that Python cannot read.

    >>> "cat-mouse" in registered(GAMES)
    True
    """
    return {entry.name: entry for entry in _entries(group)}


def load_class(group: PluginGroup, name: str) -> Any:
    """Return the class of a plugin.

    Raises:
        UnknownNameError: the group has no plugin with this name.
        PluginError: the plugin cannot be loaded.
        InputError: the name is not a string, or may stand for several classes.
    """
    if not isinstance(name, str):
        raise InputError(f"the name of a {group.kind} must be a text; it is {show(name)}")
    first, *others = classes_called(group, name) or [None]
    if first is None:
        place, _, cls = name.rpartition(":")
        if rules_files.placed_class(name) and place not in registered(group):
            place = place if place.endswith(".py") else "FILE.py"
            raise UnknownNameError(
                f"no {group.kind} is called {show(name)}, and gamekit runs a file of rules only if you name it "
                f"yourself, as in `gamekit --rules {place}:{cls} VERB ...`, or import it in Python first"
            )
        near = suggestion(name, [*registered(group), *adapted_names(group)])
        raise UnknownNameError(f"no {group.kind} is called {show(name)}; {near}")
    if others and name not in registered(group) and name_of_class(group, first) != name:
        names = sorted(name_of_class(group, cls) for cls in (first, *others))
        raise InputError(f"{show(name)} may be any of {', '.join(names)}; name only one of them")
    return first


def classes_called(group: PluginGroup, name: str) -> list[Any]:
    """Return the classes that a name may stand for, the likeliest first; several only if the name contains a place.

    Such a name, FILE.py:CLASS or MODULE:CLASS, has the place of a class at the time when data were saved. The class may
    have moved since. So any class of this name that is imported, or in a file that the command line has admitted, will
    do. Nothing else is run because of a name.

    Raises:
        PluginError: one of the classes cannot be loaded.
    """
    if is_elsewhere(group, name):
        return list(import_module(group.elsewhere[name.partition(":")[0]]).classes(name))
    entries, names = _entries(group), [name]
    if (short := rules_files.placed_class(name)) is not None:
        names += [
            other for other in rules_files.admitted(group.name) if rules_files.is_same_name(other, name)
        ]
    classes = [_load(group, one, [entry for entry in entries if entry.name == one]) for one in names]
    imported: list[Any] = []
    if short is not None:
        imported = sorted(_imported_subclasses(group.base, short), key=lambda cls: home_of(cls) != name)
    if group.adapted and not any(classes) and (not imported or rules_files.is_admitted(name)):
        classes += import_module(group.adapted).classes(name)
    return [cls for cls in dict.fromkeys([*classes, *imported]) if cls is not None]


def _load(group: PluginGroup, name: str, entries: list[OwnEntry | EntryPoint]) -> Any:
    """Return the class of a plugin's entry point; None if there is no entry point."""
    entries_by_value = {entry.value: entry for entry in entries}
    if not entries_by_value:
        return None
    if len(entries_by_value) > 1:
        raise PluginError(
            f"only one package may have a {group.kind} {name!r}; these have one: {', '.join(sorted(entries_by_value))}"
        )
    ((value, entry),) = entries_by_value.items()
    described = f"the {group.kind} {name if rules_files.is_name(name) else f'{name!r} ({value})'}"
    is_new = value.partition(":")[0] not in sys.modules  # what it prints then is no part of an answer
    try:
        with redirect_stdout(sys.stderr) if is_new else nullcontext():
            cls = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise PluginError(f"{described} cannot be loaded: {describe_error(error)}") from error
    if group.base not in getattr(cls, "__mro__", ()):
        raise PluginError(f"{described} is not a subclass of {group.home}.{group.base.__name__}")
    if missing := sorted(getattr(cls, "__abstractmethods__", ())):
        raise PluginError(f"{described} does not define {', '.join(missing)}")
    return cls


def _imported_subclasses(base: type[Any], name: str) -> list[type[Any]]:
    """Return the subclasses of `base` with this name that imported modules contain, except abstract ones."""
    subclasses, left = list[type[Any]](), [base]
    while left:
        cls = left.pop()
        left += cls.__subclasses__()
        if cls.__qualname__ == name and imported(home_of(cls)) is cls and not inspect.isabstract(cls):
            subclasses.append(cls)
    return list(dict.fromkeys(subclasses))


def home_of(cls: type[Any]) -> str:
    """Return the place of a class, as `module:Class`."""
    return f"{cls.__module__}:{cls.__qualname__}"


def imported(value: str) -> Any:
    """Return the object that `module:path` names if its module has been imported, else None."""
    module, _, path = value.partition(":")
    attribute: Any = sys.modules.get(module)
    for part in path.split("."):
        attribute = getattr(attribute, part, None)
    return attribute


def name_of_class(group: PluginGroup, cls: type[Any]) -> str:
    """Return the name that a class is registered under, or else module:Class."""
    if Game in cls.__mro__ and cls.registered_as is not None:
        return str(cls.registered_as)
    home = home_of(cls)
    values = {name: entry.value for name, entry in registered(group).items()}
    return next((name for name, value in values.items() if value == home or imported(value) is cls), home)


def adapted_names(group: PluginGroup) -> list[str]:
    """Return the names of the plugins that are made from plugins of another group, such as games from rulesets.

    >>> "kayles" in adapted_names(GAMES)
    True
    """
    return list(import_module(group.adapted).names()) if group.adapted else []


def is_elsewhere(group: PluginGroup, name: str) -> bool:
    """Return whether a name begins as those of another program's plugins do. There may be no such plugin.

    >>> is_elsewhere(GAMES, "open_spiel:tic_tac_toe"), is_elsewhere(GAMES, "nim")
    (True, False)
    """
    prefix, colon, _ = name.partition(":")
    return bool(colon) and prefix in group.elsewhere


def is_known(group: PluginGroup, name: str) -> bool:
    """Return whether this is the name of a plugin, or a name that belongs to another program.

    >>> is_known(GAMES, "nim"), is_known(GAMES, "kayles"), is_known(GAMES, "no such game")
    (True, True, False)
    """
    return is_elsewhere(group, name) or name in registered(group) or name in adapted_names(group)


def names_elsewhere(group: PluginGroup) -> dict[str, str]:
    """Return the names of other programs' plugins, each with a title; none of a program that is not installed."""
    modules = map(import_module, group.elsewhere.values())
    return {name: title for module in modules for name, title in module.names().items()}


def make(group: PluginGroup, cls: type[T], parameters: Any, name: str) -> T:
    """Return an instance of a plugin's class, its parameters checked as strictly as JSON from a stranger.

    Raises:
        PluginError: the class raises an error that is not gamekit's.
        InputError: a parameter breaks a rule.
    """
    try:
        return structure(cls, parameters, name)
    except (GamekitError, MemoryError):
        raise
    except Exception as error:
        raise PluginError(f"the {group.kind} {name!r} cannot be made: {describe_error(error)}") from error


def game_class(name: str) -> type[Game[Any, Any]]:
    """Return the class of a registered game.

    Raises:
        UnknownNameError: no game has this name.
        PluginError: the game cannot be loaded.
    """
    return cast(type[Game[Any, Any]], load_class(GAMES, name))


def load_game(name: str, parameters: Mapping[str, Any] | list[Any] | str | None = None) -> Game[Any, Any]:
    """Return a registered game with these parameters, checked as strictly as untrusted JSON.

    Args:
        name: the name it is registered under.
        parameters: the parameters by name; a list, the value of the first one; or a text in one of the game's
            notations, or as JSON. If the text names a state, the game is the one that has this state, and `parse_state`
            reads it. By default, the game's own example.

    Raises:
        UnknownNameError: no game has this name.
        PluginError: the game cannot be loaded.
        InputError: a parameter breaks a rule; the message says which, with value and place.

    >>> load_game("nim", {"heaps": [3, 4]})
    Nim(heaps=(3, 4), misere=False)
    >>> load_game("nim", "3 4")
    Nim(heaps=(3, 4), misere=False)
    """
    cls = game_class(name)
    return make(GAMES, cls, parameters_given(cls, name, parameters), name)


def parameters_given(cls: type[Any], name: str, parameters: Any) -> Any:
    """Return the parameters of a game or ruleset, read if they are a text, and its example if they are None."""
    if parameters is None:
        return cls.example
    if not isinstance(parameters, str):
        return parameters
    from gamekit.game.reading import read_text

    return read_text(cls, name, parameters).parameters


def summary(cls: type[Any]) -> str:
    """Return the first sentence of the docstring of a class's module, or of the class if its module has none.

    >>> summary(game_class("nim"))
    'Nim: heaps of counters, and the last counter decides'
    """
    if Game in cls.__mro__:
        cls = cls.stated_by or cls
    is_made = (
        Game in cls.__mro__ and cls.registered_as is not None
    )  # by an adapter, whose module has others, too
    home = None if is_made else inspect.getmodule(cls)
    module = inspect.cleandoc((home and home.__doc__) or "")
    return (module or description(cls)).splitlines()[0].rstrip(".")


def description(cls: type[Any]) -> str:
    """Return the docstring of a class, or its name if it has none; the docstrings of its base classes do not count.

    >>> description(type("Pond", (Game,), {}))
    'Pond'
    """
    return inspect.cleandoc(cls.__doc__ or "") or cls.__name__


def rules_text(cls: type[Any]) -> str:
    """Return the description of a class without its examples.

    >>> rules_text(game_class("hexapawn")).splitlines()[0][-1]
    '.'
    """
    return description(cls).split(">>>")[0].strip()


def _entries(group: PluginGroup) -> list[OwnEntry | EntryPoint]:
    named = {**group.bundled, **rules_files.admitted(group.name)}
    own = [OwnEntry(name, value, group.name) for name, value in named.items()]
    try:
        return sorted([*own, *entry_points(group=group.name)], key=lambda entry: entry.name)
    except Exception as error:  # they are read from all packages at once
        raise PluginError(
            f"an installed package has malformed entry points: {describe_error(error)}"
        ) from error


def entry_points(*, group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group of gamekit's, as `importlib.metadata.entry_points` does.

    That function takes long to load, and reads a file of every installed package at each call.

    >>> list(entry_points(group="a group that nobody has"))
    []
    """
    return _select(tuple((folder, _changed(folder)) for folder in sys.path), group)


@lru_cache(maxsize=4)
def _select(folders: tuple[tuple[str, int], ...], group: str) -> Iterable[EntryPoint]:
    """Return the entry points of a group in these folders; to go through all of them takes a millisecond."""
    if not _may_declare(folders):
        return ()
    entries: EntryPoints = _read(folders).select(group=group)
    return entries


@lru_cache(maxsize=1)
def _may_declare(folders: tuple[tuple[str, int], ...]) -> bool:
    """Return whether a package in these folders may declare plugins; False only if that is plain to see."""
    finders = [finder for finder in sys.meta_path if hasattr(finder, "find_distributions")]
    return finders != [PathFinder] or any(_may_have_plugins(Path(folder)) for folder, _ in folders)


def _may_have_plugins(folder: Path) -> bool:
    if folder.suffix == ".egg" or folder.is_file():
        return True
    with suppress(OSError):
        for info in folder.iterdir():
            if info.name.lower().endswith((".dist-info", ".egg-info")):
                with suppress(OSError):
                    content = (info / "entry_points.txt").read_bytes()
                    if b"[gamekit." in content or not content.isascii():
                        return True
    return False


@lru_cache(maxsize=1)
def _read(folders: tuple[tuple[str, int], ...]) -> Any:  # noqa: ARG001 (they say when to read again)
    """Return all entry points of the packages in these folders, which were last changed at these times."""
    from importlib.metadata import entry_points as entry_points_of_all

    return entry_points_of_all()


def _changed(folder: str) -> int:
    """Return the time, in ns, of the last addition to a folder or removal from it; installing a package does both."""
    try:
        return Path(folder).stat().st_mtime_ns
    except OSError:
        return 0
