"""The floors of the architecture, checked against the imports in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import gamekit

PACKAGE = Path(gamekit.__file__).parent

FLOORS: tuple[tuple[str, ...], ...] = (
    (
        "errors",
        "game",
        "values",
        "compiled",
        "kernels",
        "drawing",
        "graph_layout",
        "markup",
        "text_boards",
        "board",
    ),
    ("arena", "engine", "statistics"),
    (
        "solution",
        "successors",
        "lazy_solution",
        "compiled_solution",
        "filed_solution",
        "verification",
        "compiled_verification",
        "filed_verification",
        "solvers",
        "parameters",
        "strict_json",
        "registry",
        "fingerprint",
        "solving",
    ),
    (
        "loops",
        "comparison",
        "compiled_comparison",
        "comparison_report",
        "tables",
        "named_states",
        "neighbourhoods",
        "explanation",
        "saved_plays",
        "turns",
        "playing",
        "planning",
        "export",
        "parquet",
        "testing",
        "scaffold",
        "views",
        "pages",
        "plots",
    ),
    ("cli", "web"),
)
WHAT = (
    "the protocol of a game, plain and compiled, what results are worth, and drawings of states",
    "rules to graph; the engine of the compiled gear, which also solves",
    "graph to solution, and its proof; finding solvers and games by name",
    "what people do with a solution",
    "the command line, and the server of a local page",
)
ENTRANCES = {"__init__", "__main__"}  # the public names, loaded when used, and `python -m gamekit`


def floor_table() -> list[tuple[str, str, str, str, str]]:
    """Return a row for each floor: number, modules, what it is for, what it imports at once, and when used.

    Raises:
        AssertionError: a module is on no floor, or imports from a higher one.
    """
    floor_of = {name: number for number, names in enumerate(FLOORS) for name in names}
    present = {path.stem for path in PACKAGE.glob("*.py")} | {
        path.parent.name for path in PACKAGE.glob("*/__init__.py")
    }
    if strays := present - set(floor_of) - ENTRANCES:
        raise AssertionError(f"on no floor: {', '.join(sorted(strays))}")
    rows = []
    for number, names in enumerate(FLOORS):
        at_once: set[str] = set()
        when_used: set[str] = set()
        for name in sorted(set(names) & present):
            for module, is_late in _imports(name):
                root, _, rest = module.partition(".")
                if root == "gamekit" and floor_of.get(rest.split(".")[0], 0) > number:
                    raise AssertionError(f"gamekit.{name} imports {module}, from a higher floor")
                if root not in ("gamekit", *STANDARD):
                    (when_used if is_late else at_once).add(root)
        modules = ", ".join(f"`{name}`" for name in names if name in present)
        now, later = (", ".join(sorted(group)) or "–" for group in (at_once, when_used - at_once))
        rows.append((str(number + 1), modules, WHAT[number], now, later))
    return rows


def games_import() -> set[str]:
    """Return the modules of gamekit that the games import."""
    import games

    found = set()
    for path in Path(games.__file__).parent.rglob("*.py"):
        found |= {module for module, _ in _imports_of(path) if module.split(".")[0] == "gamekit"}
    return found


def _imports(name: str) -> Iterator[tuple[str, bool]]:
    path = PACKAGE / f"{name}.py"
    for file in [path] if path.exists() else sorted((PACKAGE / name).rglob("*.py")):
        yield from _imports_of(file)


def _imports_of(file: Path) -> Iterator[tuple[str, bool]]:
    """Yield each module imported when the program runs, and whether that is inside a function."""
    tree = ast.parse(file.read_text())
    stack: list[tuple[ast.AST, bool]] = [(tree, False)]
    while stack:
        node, is_late = stack.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from ((alias.name, is_late) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            if node.module == "gamekit":
                yield from ((f"gamekit.{alias.name}", is_late) for alias in node.names)
            else:
                yield node.module, is_late
        inside = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        stack += [(child, is_late or inside) for child in ast.iter_child_nodes(node)]


def _standard() -> frozenset[str]:
    import sys

    return frozenset(sys.stdlib_module_names)


STANDARD = _standard()
