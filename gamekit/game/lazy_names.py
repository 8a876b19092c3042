"""`lazy_names`: the public names of a package, each imported when it is first used."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any


def lazy_names(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return `__getattr__`, `__dir__` and `__all__` of a package whose names are in the stub (.pyi) beside its file.

    Only the stub lists the names, for type checkers as well, each on a line `from MODULE import NAME as NAME`. If
    MODULE is the package, NAME is a module of it.
    """
    with open(os.path.splitext(file)[0] + ".pyi", encoding="utf-8") as stub:  # noqa: PTH122, PTH123 (pathlib loads much)
        lines = stub.read().splitlines()
    homes = {name: home for _, home, _, name, _, _ in map(str.split, lines)}

    def import_name(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes[name]
        value = import_module(f"{home}.{name}") if home == package else getattr(import_module(home), name)
        setattr(sys.modules[package], name, value)
        return value

    return import_name, lambda: sorted(homes), sorted(homes)
