"""A temporary folder for Numba's cache files if neither the modules' own folders nor the user's can be used."""

from __future__ import annotations

import sys
from typing import Any, Final

CACHING: Final = "numba.core.caching"
"""The module of Numba that chooses a folder for each function, by asking a list of locators in turn."""

NOT_KEPT: Final = (
    "gamekit: no writable cache folder; compiled code is discarded at exit; "
    "NUMBA_CACHE_DIR names a folder for it"
)


def use_temporary_folder() -> None:
    """Let Numba cache functions in a temporary folder, or not at all, if it would otherwise refuse to compile them.

    This does not import Numba; the fallback and the code of `numba_files` are added when Numba is imported.
    """
    if CACHING in sys.modules:
        _extend(sys.modules[CACHING])
    else:
        sys.meta_path.insert(0, _Finder())


class _Finder:
    """An import hook that extends Numba's module; `import gamekit` makes one, so it imports next to nothing."""

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        if name != CACHING:
            return None
        from importlib.util import find_spec

        sys.meta_path.remove(self)
        spec: Any = find_spec(name)
        execute = spec.loader.exec_module

        def execute_and_extend(module: Any) -> None:
            execute(module)
            _extend(module)

        spec.loader.exec_module = execute_and_extend
        return spec


def _extend(caching: Any) -> None:
    """Add a locator behind Numba's own, which is asked only if these find no folder that can be written."""
    # private names: a version of Numba that has others is left as it is
    implementation: Any = getattr(caching, "CacheImpl", None) or getattr(caching, "_CacheImpl", None)
    locators = getattr(implementation, "_locator_classes", [])
    in_given_folder: Any = next((locator for locator in locators if "UserProvided" in locator.__name__), None)
    if in_given_folder is None:
        return
    from gamekit.game.numba_files import is_private, keep_safely
    from gamekit.game.private_cache import UNKEPT, distrust, say_once

    class InTemporaryFolder(in_given_folder):  # type: ignore[misc]
        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Any:
            import atexit
            import os
            import shutil
            import tempfile
            from pathlib import Path

            try:
                folder = tempfile.mkdtemp(prefix="gamekit-")
            except OSError:  # nothing at all can be written
                say_once(UNKEPT, NOT_KEPT)
                return Nowhere(py_func, py_file)
            is_kept = Path(py_file).exists()  # a function that is in no file never is
            if not is_kept or distrust(Path(folder)):
                Path(folder).rmdir()
                return Nowhere(py_func, py_file) if is_kept else None
            atexit.register(shutil.rmtree, folder, ignore_errors=True)
            say_once(UNKEPT, NOT_KEPT)
            # all later functions go to the same folder, and so do those of processes that this one starts
            caching.config.CACHE_DIR = os.environ["NUMBA_CACHE_DIR"] = folder
            return super().from_function(py_func, py_file)

    class Nowhere(in_given_folder):  # type: ignore[misc]
        def get_source_stamp(self) -> Any:
            return None

    def enable(cache: Any) -> None:
        cache._enabled = not isinstance(cache._impl.locator, Nowhere) and is_private(cache._impl.locator)

    caching.Cache.enable = enable
    implementation._locator_classes = [*locators, InTemporaryFolder]
    keep_safely()
