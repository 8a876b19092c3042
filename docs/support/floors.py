"""The allow-list of imports in pyproject.toml, which import-linter has not, and the table of the rooms.

`python docs/support/floors.py` exits with 1 where an import is not on the list. `lint-imports` checks the floors.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]


class Import(NamedTuple):
    """One module importing another, or a package that is not the project's."""

    importer: str
    imported: str
    is_late: bool  # inside a function
    is_for_types: bool  # below `if TYPE_CHECKING`


@cache
def tools(root: Path) -> dict[str, Any]:
    """Return what pyproject.toml tells the tools."""
    found: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())["tool"]
    return found


@cache
def imports(root: Path = ROOT) -> list[Import]:
    """Return the imports of gamekit and of its games."""
    modules = dict(_modules(root, "gamekit")) | dict(_modules(root, "games"))
    return [found for name, path in modules.items() for found in _imports_of(name, path, modules)]


def faults(root: Path = ROOT) -> Iterator[str]:
    """Yield a line for each import that is not on the list."""
    allowed: dict[str, list[str]] = tools(root)["gamekit"]["may-import"]
    for importer, imported, *_ in imports(root):
        rules = [name for name in allowed if _is_in(importer, name)]
        if not rules or imported.split(".")[0] in sys.stdlib_module_names:
            continue
        rule = max(rules, key=len)
        if not any(_is_in(imported, name) for name in allowed[rule]):
            yield f"{importer} imports {imported}, which pyproject.toml does not allow {rule}"


def floor_table() -> list[tuple[str, str, str, str, str]]:
    """Return a row for each room, lowest first: floor, room, what it is, other packages at once, and when used."""
    contracts: list[dict[str, Any]] = tools(ROOT)["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract.get("containers") == ["gamekit"])
    files, rows = dict(_modules(ROOT, "gamekit")), []
    for number, names in enumerate(reversed(layers), 1):
        for room in sorted(names.split(" | ")):
            at_once, when_used = (
                {
                    found.imported.split(".")[0]
                    for found in imports()
                    if _is_in(found.importer, f"gamekit.{room}")
                    and found.is_late == is_late
                    and not found.is_for_types
                }
                - {"gamekit", *sys.stdlib_module_names}
                for is_late in (False, True)
            )
            what = ast.get_docstring(ast.parse(files[f"gamekit.{room}"].read_text())) or ""
            now, later = (", ".join(sorted(group)) or "–" for group in (at_once, when_used - at_once))
            rows.append((str(number), f"`{room}`", what.splitlines()[0], now, later))
    return rows


def games_import() -> set[str]:
    """Return the modules of gamekit that the games import."""
    return {
        found.imported
        for found in imports()
        if _is_in(found.importer, "games") and _is_in(found.imported, "gamekit") and not found.is_for_types
    }


def _imports_of(module: str, file: Path, modules: dict[str, Path]) -> Iterator[Import]:
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    stack: list[tuple[ast.AST, bool, bool]] = [(ast.parse(file.read_text()), False, False)]
    while stack:
        node, is_late, is_for_types = stack.pop()
        names: Iterable[str] = ()
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            inner = [f"{source}.{alias.name}" for alias in node.names]
            names = dict.fromkeys(name if name in modules else source for name in inner)
        yield from (Import(module, name, is_late, is_for_types) for name in names)
        is_late |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        is_for_types |= isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        stack += [(child, is_late, is_for_types) for child in ast.iter_child_nodes(node)]


def _is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def _modules(root: Path, package: str) -> Iterator[tuple[str, Path]]:
    """Yield the modules of a package by name: those in the tree, or else those that are installed."""
    folder = root / package
    if not folder.is_dir():
        spec = find_spec(package)
        assert spec is not None, f"there is no {package}"
        assert spec.submodule_search_locations, f"{package} is no package"
        folder = Path(spec.submodule_search_locations[0])
    for path in sorted(folder.rglob("*.py")):
        name = ".".join((package, *path.relative_to(folder).with_suffix("").parts))
        yield name.removesuffix(".__init__"), path


if __name__ == "__main__":
    found = list(faults())
    print(*found or ["every import is allowed"], sep="\n")
    sys.exit(bool(found))
