"""Change one token of a checker at a time, and see whether the quick tests notice.

    python tests/mutations/mutate.py --number 60 --seed 1 --output tests/mutations/last.json

A checker that accepts more than it should looks just like one that is right, as long as nobody hands it something
false. So each change stands for a mistake that somebody could make in one, and a change that no test notices shows
what no test asks for. Changes are drawn at random over all files of `AREAS`, in proportion to their tokens. Each is
made in a copy of the tree, in which the tests named beside its area run until one fails.

A change that survives is either told by a new test or, if it changes nothing that anyone can see, listed in
`HARMLESS` with the reason.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]

AREAS: Final = {
    "gamekit/analysis/verification/certificate_*.py": "tests/tables/test_certificates.py tests/solvers tests/analysis",
    "gamekit/analysis/verification/*.py": "tests/analysis tests/tables tests/engine",
    "gamekit/tables/certificate.py": "tests/tables tests/solvers",
    "gamekit/tables/manifest*.py": "tests/tables tests/cli/test_table_cli.py",
    "gamekit/tables/table_store.py": "tests/tables tests/cli/test_table_cli.py",
    "gamekit/tables/tier_reading.py": "tests/tables tests/engine",
    "gamekit/cgt/*/*_proof.py": "tests/cgt tests/rulesets tests/cli/test_value.py",
    "gamekit/cgt/*proof*.py": "tests/cgt tests/rulesets tests/cli/test_value.py",
    "gamekit/cgt/misere/proof.py": "tests/cgt tests/rulesets",
    "gamekit/cgt/impartial/loopy*.py": "tests/cgt tests/rulesets",
    "gamekit/cgt/octal/periods.py": "tests/cgt tests/rulesets",
    "gamekit/cgt/claim*.py": "tests/cgt tests/rulesets tests/cli/test_value.py",
    "gamekit/cgt/table_faults.py": "tests/cgt",
    "gamekit/cgt/outcome_tables.py": "tests/cgt tests/rulesets",
}
"""The files that check something, with the tests that run for a change in them; the first pattern that fits counts."""

HARMLESS: Final[dict[str, str]] = {}
"""Why a change changes nothing, by its text as printed."""

SECONDS: Final = 600
"""The time after which tests that have not ended count as having noticed: a loop that should have ended has not."""

EXCHANGED: Final = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "//": "*",
    "%": "//", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "and": "or", "or": "and", "not": "", "in": "not in",
    "is": "is not", "True": "False", "False": "True", "any": "all", "all": "any", "min": "max", "max": "min",
    "break": "pass", "continue": "pass", "None": "False",
}  # fmt: skip


@attrs.frozen
class Mutation:
    """One token of a file, and what takes its place."""

    path: str
    line: int
    column: int
    old: str
    new: str

    def __str__(self) -> str:
        source = (ROOT / self.path).read_text().splitlines()[self.line - 1]
        return f"{self.path}: {source.strip()} -> {self._changed(source).strip()}"

    @property
    def text(self) -> str:
        """The whole file, changed."""
        lines = (ROOT / self.path).read_text().splitlines(keepends=True)
        lines[self.line - 1] = self._changed(lines[self.line - 1])
        return "".join(lines)

    @property
    def is_python(self) -> bool:
        """Whether the changed file is one: `for i not in range(n)` is none."""
        try:
            ast.parse(self.text)
        except SyntaxError:
            return False
        return True

    def _changed(self, line: str) -> str:
        return line[: self.column] + self.new + line[self.column + len(self.old) :]


def mutations(path: Path) -> Iterator[Mutation]:
    """Yield what may be changed in a file: tokens that decide something, and small numbers."""
    source = path.read_text()
    passed_over = _passed_over(ast.parse(source))
    name = str(path.relative_to(ROOT))
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        place = token.start
        if any(begin <= place < end for begin, end in passed_over):
            continue
        if token.type in (tokenize.OP, tokenize.NAME) and token.string in EXCHANGED:
            yield Mutation(name, *place, token.string, EXCHANGED[token.string])
        elif token.type == tokenize.NUMBER and token.string.isdigit():
            yield Mutation(name, *place, token.string, str(int(token.string) + 1))


def _passed_over(tree: ast.Module) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the parts of a file in which a change decides nothing: types, messages, and what is outside of bodies."""
    spans = []
    begin = (0, 0)
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            spans.append(_span(node.annotation))
        elif isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
            spans.append(_span(node))
    for first, last in sorted((_span(node.body[0])[0], _span(node)[1]) for node in _functions(tree)):
        spans.append((begin, first))  # empty for a function inside of another
        begin = max(begin, last)
    return [*spans, (begin, (1 << 30, 0))]


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _span(node: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def drawn(number: int, seed: int, only: str) -> list[tuple[Mutation, str]]:
    """Return so many mutations, each with the tests for it."""
    found: list[tuple[Mutation, str]] = []
    seen: set[Path] = set()
    for pattern, tests in AREAS.items():
        for path in sorted(set(ROOT.glob(pattern)) - seen):
            seen.add(path)
            found += [(mutation, tests) for mutation in mutations(path) if only in mutation.path]
    random.Random(seed).shuffle(found)
    return list(islice((entry for entry in found if entry[0].is_python), number))


def survives(tree: Path, mutation: Mutation, tests: str) -> str:
    """Return the test that notices a mutation in a copy of the tree, or "" if none does."""
    (tree / mutation.path).write_text(mutation.text)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header"]
    environment = {**os.environ, "PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [*command, *tests.split()],
            cwd=tree,
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"not ended after {SECONDS} s"
    finally:
        shutil.copyfile(ROOT / mutation.path, tree / mutation.path)
    if done.returncode == 0:
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0] if failed else done.stdout.strip().splitlines()[-1]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument("--output", type=Path, help="where to keep the result, as JSON")
    chosen = parser.parse_args()
    results: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory(prefix="mutations-") as place:
        trees: SimpleQueue[Path] = SimpleQueue()
        for job in range(chosen.jobs):
            tree = Path(place) / str(job)
            ignored = shutil.ignore_patterns(
                ".git", "__pycache__", ".venv", "site", ".*_cache", ".hypothesis"
            )
            shutil.copytree(ROOT, tree, ignore=ignored)
            trees.put(tree)

        def tried(entry: tuple[Mutation, str]) -> None:
            tree = trees.get()
            noticed = survives(tree, *entry)
            trees.put(tree)
            text = str(entry[0])
            results.append({"mutation": text, "noticed by": noticed or HARMLESS.get(text, "")})
            print(
                f"{'noticed ' if noticed else 'harmless' if text in HARMLESS else 'SURVIVED'} {text}",
                flush=True,
            )

        with ThreadPoolExecutor(chosen.jobs) as pool:
            list(pool.map(tried, drawn(chosen.number, chosen.seed, chosen.only)))
    results.sort(key=lambda result: result["mutation"])
    survivors = [result for result in results if not result["noticed by"]]
    print(f"{len(results)} mutations, {len(survivors)} survived")
    if chosen.output:
        chosen.output.write_text(json.dumps(results, indent=1) + "\n")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
