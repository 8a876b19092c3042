"""The floors of the architecture as pyproject.toml states them, and the imports of the code held against them.

`python docs/support/floors.py` counts rooms and floors, and exits with 1 where an import breaks a rule.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[2]
MOST_ROOMS = 14
MOST_FLOORS = 9
ENTRANCES = {"gamekit", "gamekit.__main__"}  # the public names, loaded when used, and `python -m gamekit`


class Import(NamedTuple):
    """One module importing another, or a package that is not the project's."""

    importer: str
    imported: str
    is_late: bool  # inside a function
    is_for_types: bool  # below `if TYPE_CHECKING`


class House:
    """The modules of gamekit and of its games, what they import, and what pyproject.toml says they may."""

    def __init__(self, root: Path = ROOT) -> None:
        self.modules = {
            name: path for package in ("gamekit", "games") for name, path in _modules(root, package)
        }
        self.imports = list(chain.from_iterable(self._imports_of(*module) for module in self.modules.items()))
        tool: dict[str, Any] = tomllib.loads((root / "pyproject.toml").read_text())["tool"]
        self.allowed: dict[str, list[str]] = tool["gamekit"]["may-import"]
        self.layers = {
            container: [{name.strip() for name in layer.split("|")} for layer in contract["layers"]]
            for contract in tool["importlinter"]["contracts"]
            if contract["type"] == "layers"
            for container in contract["containers"]
        }

    @property
    def rooms(self) -> set[str]:
        """What stands directly under gamekit, save its entrances."""
        return self._children("gamekit")

    @property
    def floors(self) -> int:
        """The rooms in the longest chain of imports.

        Raises:
            CycleError: the imports go round in a circle.
        """
        below: dict[str, set[str]] = {room: set() for room in self.rooms}
        for importer, imported, _ in self._between("gamekit"):
            if {importer, imported} <= set(below):
                below[importer].add(imported)
        height: dict[str, int] = {}
        for room in TopologicalSorter(below).static_order():
            height[room] = 1 + max((height[other] for other in below[room]), default=0)
        return max(height.values(), default=0)

    def faults(self) -> Iterator[str]:
        """Yield a line for each breach of the rules."""
        if len(self.rooms) > MOST_ROOMS:
            yield f"{len(self.rooms)} rooms, more than {MOST_ROOMS}"
        for container, layers in self.layers.items():
            yield from self._upward(container, layers)
        yield from self._circle()
        try:
            if self.floors > MOST_FLOORS:
                yield f"{self.floors} floors, more than {MOST_FLOORS}"
        except CycleError as error:
            yield f"rooms import each other in a circle: {' -> '.join(error.args[1])}"
        yield from self._not_allowed()

    def _upward(self, container: str, layers: list[set[str]]) -> Iterator[str]:
        level = {name: -number for number, names in enumerate(layers) for name in names}
        for name in sorted(self._children(container) - set(level)):
            yield f"{container}.{name} is on no floor"
        for above, below, found in self._between(container):
            if above in level and level.get(below, 1) >= level[above]:
                yield f"{found.importer} imports {found.imported}, which is not below {container}.{above}"

    def _circle(self) -> Iterator[str]:
        graph: dict[str, set[str]] = {}
        for found in self.imports:
            if found.imported in self.modules and found.imported != found.importer:
                graph.setdefault(found.importer, set()).add(found.imported)
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            yield f"modules import each other in a circle: {' <- '.join(error.args[1])}"

    def _not_allowed(self) -> Iterator[str]:
        for found in self.imports:
            rules = [name for name in self.allowed if _is_in(found.importer, name)]
            if not rules or found.imported.split(".")[0] in sys.stdlib_module_names:
                continue
            rule = max(rules, key=len)
            if not any(_is_in(found.imported, name) for name in self.allowed[rule]):
                yield f"{found.importer} imports {found.imported}, which pyproject.toml does not allow {rule}"

    def _children(self, container: str) -> set[str]:
        inside = {
            name.removeprefix(f"{container}.") for name in self.modules if name.startswith(f"{container}.")
        }
        return {name.split(".")[0] for name in inside} - {"__main__"}

    def _between(self, container: str) -> Iterator[tuple[str, str, Import]]:
        """Yield imports between the children of a package: importing child, imported child, import."""
        for found in self.imports:
            if found.importer not in ENTRANCES and _is_in(found.importer, container):
                above, below = (name.removeprefix(container).lstrip(".").split(".")[0] for name in found[:2])
                if _is_in(found.imported, container) and above != below:
                    yield above, below, found

    def _imports_of(self, module: str, file: Path) -> Iterator[Import]:
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
                names = dict.fromkeys(name if name in self.modules else source for name in inner)
            yield from (Import(module, name, is_late, is_for_types) for name in names)
            is_late |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            is_for_types |= isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
            stack += [(child, is_late, is_for_types) for child in ast.iter_child_nodes(node)]


@cache
def house_here() -> House:
    """Return the house of this tree, read once."""
    return House()


def floor_table() -> list[tuple[str, str, str, str, str]]:
    """Return a row for each room, lowest first: floor, room, what it is, other packages at once, and when used.

    Raises:
        AssertionError: an import breaks a rule.
    """
    house = house_here()
    if faults := list(house.faults()):
        raise AssertionError("\n".join(faults))
    rows = []
    for number, names in enumerate(reversed(house.layers["gamekit"]), 1):
        for room in sorted(names):
            at_once, when_used = (
                {
                    found.imported.split(".")[0]
                    for found in house.imports
                    if _is_in(found.importer, f"gamekit.{room}")
                    and found.is_late == is_late
                    and not found.is_for_types
                }
                - {"gamekit", *sys.stdlib_module_names}
                for is_late in (False, True)
            )
            what = ast.get_docstring(ast.parse(house.modules[f"gamekit.{room}"].read_text())) or ""
            now, later = (", ".join(sorted(group)) or "–" for group in (at_once, when_used - at_once))
            rows.append((str(number), f"`{room}`", what.splitlines()[0], now, later))
    return rows


def games_import() -> set[str]:
    """Return the modules of gamekit that the games import."""
    return {
        found.imported
        for found in house_here().imports
        if _is_in(found.importer, "games") and _is_in(found.imported, "gamekit") and not found.is_for_types
    }


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
        yield (
            ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"),
            path,
        )


def main() -> int:
    """Print the counts and the faults; return the exit status."""
    house = House()
    faults = list(house.faults())
    print(f"rooms: {len(house.rooms)} of at most {MOST_ROOMS}")
    if not any("rooms import each other" in fault for fault in faults):
        print(f"floors: {house.floors} of at most {MOST_FLOORS}")
    print(*faults or ["no circle, no upward import, nothing that is not allowed"], sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
