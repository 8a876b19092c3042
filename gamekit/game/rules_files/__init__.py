"""Rules in a file of the user's own, which no package registers: they have the name FILE.py:CLASS.

Only the command line can name such a file (`admit`): nothing is run because a table, a claim or an input says so. Once
it is named there, its name is as good as a registered one.

The file becomes a module of this package, whose name contains the path of the file. So a process that is started to
share the work finds the classes in it again, and reads the names from the environment. The module is a package itself,
over the folder of the file, so that a relative import finds the modules in that folder.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.game.foreign_errors import describe_error

NAME: Final = re.compile(r"(?P<file>[^:]+\.py):(?P<cls>[^\W\d]\w*)")
"""The pattern of the name of a class in a file, FILE.py:CLASS."""

PLACED: Final = re.compile(r"(?:[^:]+\.py|[^\W\d][\w.]*):(?P<cls>[^\W\d][\w.<>]*)")
"""The pattern of a name that contains the place of its class: FILE.py:CLASS or MODULE:CLASS."""

VARIABLE: Final = "GAMEKIT_RULES_FILES"
"""The environment variable that has the names admitted so far, each after its group and before its place."""


def is_name(text: Any) -> bool:
    """Return whether a string has the form FILE.py:CLASS.

    >>> is_name("mine.py:Mine"), is_name("nim:3 4 5")
    (True, False)
    """
    return isinstance(text, str) and NAME.fullmatch(text) is not None


def placed_class(name: str) -> str | None:
    """Return the name of the class alone if a name contains its place, too; None for a registered name.

    >>> placed_class("games/mine.py:Mine"), placed_class("mine:Mine"), placed_class("nim")
    ('Mine', 'Mine', None)
    """
    match = PLACED.fullmatch(name)
    return match and match["cls"]


def is_same_name(one: Any, other: Any) -> bool:
    """Return whether two names are equal, or contain places of classes of the same name, because files may move.

    >>> is_same_name("mine.py:Mine", "/home/ann/mine.py:Mine"), is_same_name("nim", "kayles")
    (True, False)
    """
    if one == other or not isinstance(one, str) or not isinstance(other, str):
        return bool(one == other)
    return placed_class(one) is not None and placed_class(one) == placed_class(other)


def class_in_file(name: str) -> type[Any]:
    """Return the class that FILE.py:CLASS names; the file is run.

    Raises:
        InputError: there is no such file or no such class, or the file cannot be run.
    """
    match = NAME.fullmatch(name)
    if match is None:
        raise InputError(f"rules in a file must be named FILE.py:CLASS; this is {name!r}")
    file = Path(match["file"])
    if not file.is_file():
        raise InputError(f"cannot read {file}: there is no such file")
    try:
        module = import_module(_module_of(file))
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if isinstance(error, ImportError) and error.name == _module_of(file):  # by "from . import"
            what = ImportError("no file in the same folder has the name that is imported")
            error = what.with_traceback(error.__traceback__)
        raise InputError(f"{file} cannot be run: {describe_error(error)}") from error
    cls = getattr(module, match["cls"], None)
    if not isinstance(cls, type):
        raise InputError(f"{file} has no class {match['cls']}{_classes(module)}")
    return cls


def admit(group: str, name: str) -> None:
    """Add the class that FILE.py:CLASS names to a group of plugins, in this process and in those that it starts."""
    match = NAME.fullmatch(name)
    if match is not None and name not in admitted(group):
        entry = "\t".join((group, name, f"{_module_of(Path(match['file']))}:{match['cls']}"))
        os.environ[VARIABLE] = "\n".join(filter(None, (os.environ.get(VARIABLE), entry)))


def admitted(group: str) -> dict[str, str]:
    """Return the places of the classes that were added to a group, as `module:Class` by name."""
    return {name: value for of, name, value in _entries() if of == group}


def is_admitted(name: str) -> bool:
    """Return whether any group was given a class under this name."""
    return any(name == other for _, other, _ in _entries())


def is_in_file(cls: type[Any]) -> bool:
    """Return whether a class was read from a file of the user's own."""
    return cls.__module__.startswith(f"{__name__}.")


def _entries() -> list[list[str]]:
    entries = (line.split("\t") for line in os.environ.get(VARIABLE, "").split("\n"))
    return [entry for entry in entries if len(entry) == 3]


def _module_of(file: Path) -> str:
    return f"{__name__}.{os.fsencode(file.resolve()).hex()}"


def _classes(module: ModuleType) -> str:
    own = [
        name
        for name, value in vars(module).items()
        if isinstance(value, type) and value.__module__ == module.__name__
    ]
    return f"; it has {', '.join(own)}" if own else ""


class _Finder(MetaPathFinder):
    """An import hook that finds the file whose path the name of a module contains."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not name.startswith(f"{__name__}."):
            return None
        hexadecimal, *beside = name.removeprefix(f"{__name__}.").split(".")
        if beside:
            return None
        try:
            file = Path(os.fsdecode(bytes.fromhex(hexadecimal)))
        except ValueError:
            file = Path()
        if not file.is_absolute():
            raise ImportError(
                f"a relative import in a file of rules must stay in its folder; {hexadecimal} is beyond that folder"
            )
        if (folder := str(file.parent)) not in sys.path:
            # for what the file imports from beside it; last, so that it hides nothing
            sys.path.append(folder)
        return spec_from_file_location(
            name, loader=_Loader(name, str(file)), submodule_search_locations=[folder]
        )


class _Loader(SourceFileLoader):
    """A loader that runs a file and keeps its output from stdout, which is for answers."""

    def exec_module(self, module: ModuleType) -> None:
        with redirect_stdout(sys.stderr):
            super().exec_module(module)


sys.meta_path.append(_Finder())
