"""Load generated modules: keep them in the user's cache, compile them, and report errors at the author's lines."""

from __future__ import annotations

import hashlib
import linecache
import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from gamekit.errors import RulesError
from gamekit.game.private_cache import UNKEPT, distrust, is_intact, keep, private_folder, say_once
from gamekit.game.whole_files import UNFINISHED
from gamekit.layout.compiler.module import Built
from gamekit.layout.mistakes import LoweringError, mistake

PREFIX: Final = "rules_"
WRITING: Final = ("successors", "predecessors")  # the functions that fill an array


def folder() -> Path:
    """Return the folder of generated modules: GAMEKIT_CACHE, or `gamekit` in the user's cache folder."""
    if path := os.environ.get("GAMEKIT_CACHE"):
        return Path(path)
    base = os.environ.get("XDG_CACHE_HOME")
    if not base and sys.platform == "darwin":
        base = "~/Library/Caches"
    return Path(base or os.environ.get("LOCALAPPDATA") or "~/.cache").expanduser() / "gamekit"


def kept() -> Iterator[Path]:
    """Yield the paths of the generated modules; none if their folder is not private."""
    if distrust(folder()) is None:
        yield from sorted(folder().glob(f"{PREFIX}*.py"))


def remove() -> None:
    """Remove the generated modules and Numba's cache files for them, unless their folder is not private."""
    if distrust(folder()) is not None:
        return
    for pattern in (f"{PREFIX}*.py", f"{PREFIX}*.passed", f"{PREFIX}*{UNFINISHED}", f"__pycache__/{PREFIX}*"):
        for path in folder().glob(pattern):
            path.unlink(missing_ok=True)


def load(built: Built, name: str) -> ModuleType:
    """Return a generated module; its text is kept in the folder, where Numba looks for it, but never read from there.

    If there is no private folder that can be written, the module exists only in memory.
    """
    module_name = _hashed(name, built.text)
    if (known := sys.modules.get(module_name)) is not None:
        return known
    path = _written(f"{module_name}.py", built.text)
    module = ModuleType(module_name)
    module.__file__ = file = f"<{module_name}>" if path is None else str(path)
    if path is None:
        linecache.cache[file] = len(built.text), None, built.text.splitlines(True), file
    exec(compile(built.text, file, "exec"), module.__dict__)
    sys.modules[module_name] = module
    return module


def _hashed(name: str, text: str) -> str:
    return f"{PREFIX}{name}_{hashlib.sha256(text.encode()).hexdigest()[:20]}"


def has_passed(trial: str, name: str) -> bool:
    """Return whether a trial, identified by a string of all that it depends on, is known to have passed."""
    mark = f"{_hashed(name, trial)}.passed"
    return any(is_intact(base / mark, b"".__eq__) for base in _folders())


def remember_passed(trial: str, name: str) -> None:
    """Record in the cache, for later processes, that a trial has passed."""
    _written(f"{_hashed(name, trial)}.passed", "")


def is_generated(function: Any) -> bool:
    """Return whether a function is in a generated module; Python cannot call the functions that it calls."""
    return str(getattr(function, "__module__", "")).startswith(PREFIX)


def _folders() -> Iterator[Path]:
    """Yield the folder of generated modules and the folder that NUMBA_CACHE_DIR names, if they are private."""
    for path in filter(None, (str(folder()), os.environ.get("NUMBA_CACHE_DIR"))):
        with suppress(OSError):
            yield private_folder(Path(path))


def _written(name: str, text: str) -> Path | None:
    """Write a file into the first folder that can be written, a whole file or none; return None if none can."""
    content = text.encode()
    for base in _folders():
        path = base / name
        with suppress(OSError):
            if not is_intact(path, content.__eq__):
                keep(path, content)
            return path
    if distrust(folder()) is None:  # or it was said
        what = (
            f"gamekit: compiled rules cannot be kept in {folder()}, so they are compiled again in every run"
        )
        say_once(UNKEPT, f"{what}; GAMEKIT_CACHE names another folder")
    return None


def in_the_authors_words(error: Exception, built: Built, path: str) -> RulesError:
    """Return an error of Numba about a generated module as an error about the author's line."""
    from gamekit.engine.codes.jit import error_lines, error_text

    text, lines = error_text(error), error_lines(error)
    call = next((line.removeprefix(">>> ") for line in lines if line.startswith(">>> ")), "")
    why = f"{lines[0]} {call}".strip() if lines else type(error).__name__
    numbers = map(
        int, re.findall(rf"{re.escape(Path(path).name)}\D{{1,12}}(\d+)", text)
    )  # the innermost comes first
    place = next((built.origins[number] for number in numbers if number in built.origins), None)
    if place is None:
        return RulesError(f"the rules cannot be compiled: {why:.300}")
    return mistake(place, place.source, f"this cannot be compiled ({why:.200})")


def compile_all(module: ModuleType, built: Built) -> None:
    """Compile the functions of a module.

    Raises:
        RulesError: a function cannot be compiled; the error names the author's line.
    """
    from numba.core.errors import NumbaError

    from gamekit.engine.codes.jit import compiled

    numbers = ("mover", "is_state", "tier", "progress", "order")
    for name in ("outcome", "successors", *numbers, "predecessors"):
        if function := getattr(module, name, None):
            try:
                compiled(function, writes=name in WRITING)
            except LoweringError as error:
                raise _in_the_authors_line(error, built) from None
            except NumbaError as error:
                raise in_the_authors_words(error, built, str(module.__file__)) from None


def _in_the_authors_line(error: LoweringError, built: Built) -> RulesError:
    places = [built.origins[line] for line in error.lines if line in built.origins]
    if not places:
        return RulesError(f"the rules cannot be compiled: {error.why}")
    place, why = places[0], error.why
    if error.is_of_argument and len(places) > 1:
        place, why = places[1], f"{why}, as {place.function} does in line {place.line}, {place.source}"
    return mistake(place, place.source, why)
