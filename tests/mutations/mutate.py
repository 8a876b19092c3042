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
import compileall
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tokenize
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from py_compile import PycInvalidationMode
from queue import SimpleQueue
from typing import Any, Final

import attrs

ROOT: Final = Path(__file__).resolve().parents[2]

AREAS: Final = {
    "analysis/verification/certificate_*.py": (
        "tables/test_certificates_by_definition.py tables/test_certificates.py tables/test_forged_claims.py "
        "analysis/test_symmetry_check.py solvers/test_proof_threads.py solvers/test_proofs.py solvers/test_leaves.py "
        "solvers tables analysis"
    ),
    "analysis/verification/rules_comparison.py": (
        "analysis/test_rule_differences.py analysis/test_rules_comparison.py analysis/test_verification.py "
        "analysis testing tables engine"
    ),
    "analysis/verification/symmetry_check.py": "analysis/test_symmetry_check.py analysis testing tables",
    "analysis/verification/sharded.py": "engine/test_work_folder.py engine/test_work_folder_faults.py engine",
    "analysis/verification/table_check.py": (
        "tables/test_table_faults.py analysis/test_some_tiers.py tables engine analysis"
    ),
    "analysis/verification/*.py": (
        "analysis/test_judged_results.py analysis/test_verification.py tables/test_table_faults.py "
        "analysis/test_forged_claims.py analysis/test_symmetry_check.py solvers/test_conversions.py analysis tables "
        "engine"
    ),
    "tables/certificate.py": (
        "tables/test_manifest_rules.py tables/test_certificates.py solvers/test_proofs.py tables cli/test_prove.py "
        "solvers"
    ),
    "tables/manifest*.py tables/table_store.py tables/tiers/reading.py": (
        "tables/test_manifest_rules.py tables/test_key_order.py tables/test_table_faults.py "
        "tables/test_table_format.py tables/test_tables.py tables/test_pairs.py "
        "analysis/test_some_tiers.py tables cli/test_table_cli.py engine"
    ),
    "cgt/impartial/grundy_proof.py": (
        "cgt/test_grundy_proof.py cgt/test_grundy_search.py cgt/test_divisions.py cgt/test_what_claims_need.py "
        "cgt/test_pair_search.py cgt rulesets"
    ),
    "cgt/impartial/loopy.py": "cgt/test_loopy.py cgt/test_what_claims_need.py cgt rulesets",
    "cgt/misere/*proof.py": "cgt/test_misere.py cgt/test_what_claims_need.py cgt rulesets",
    "cgt/octal/*_proof.py cgt/octal/kernel.py cgt/octal/periods.py": (
        "cgt/test_octal.py cgt/test_heap_sums.py cgt/test_what_claims_need.py cgt rulesets"
    ),
    "cgt/partizan/*_proof.py cgt/partizan/comparison.py cgt/partizan/form_facts.py": (
        "cgt/test_claims.py cgt/test_atomic_weight.py cgt/test_reduced.py cgt/test_sum_search.py "
        "cgt/test_form_facts.py cgt/test_what_claims_need.py cgt rulesets"
    ),
    "cgt/outcome_tables.py": "cgt/test_outcomes.py cgt/test_what_claims_need.py cgt rulesets",
    "cgt/divisions.py cgt/tried_rules.py": (
        "cgt/test_divisions.py cgt/test_grundy_proof.py cgt/test_what_claims_need.py cgt rulesets"
    ),
    "cgt/claims.py cgt/kinds/*.py cgt/proof_report.py": (
        "cgt/test_claims.py cgt/test_what_claims_need.py cgt/test_claims_as_printed.py cgt cli/test_value.py rulesets"
    ),
}
"""All files that check something, by patterns of which the first counts, and the tests that run for a change in one of
them: folders and files, the most telling first."""

SEARCHES: Final = re.compile(
    "as_forms|dropped_options|fields_of|extend|extended|find_period|label_csr|label_graph|labelled_followers|loopy_value|"
    "outcome_class|outcome_table|proof_of_search|proof_with_facts|prove_.*|save|search|walk|winning|written|"
    "_analysed|_keys|_manifest|_recurrences|_texts"
)
"""Functions in these files that find and write what others check."""

HARMLESS: Final = {
    "gamekit/analysis/verification/certificate_kernel.py: "
    "slots = np.full(1 << (len(codes) * 3 // 2 + 1).bit_length(), -1, dtype=np.int32) -> "
    "slots = np.full(1 << (len(codes) * 3 * 2 + 1).bit_length(), -1, dtype=np.int32)": "there are more slots",
    "gamekit/cgt/divisions.py: "
    "return self._work < MOST_WORK and (most is None or self.compared < most) -> "
    "return self._work <= MOST_WORK and (most is None or self.compared < most)": "one more is compared at times",
    "gamekit/cgt/kinds/claim.py: "
    "return [list(row) for row in zip(map(self.text, positions), *columns, strict=True)] -> "
    "return [list(row) for row in zip(map(self.text, positions), *columns, strict=False)]": (
        "each column was made of the same table"
    ),
    "gamekit/cgt/misere/genus_proof.py: for twos in range(longest + 2): -> for twos in range(longest + 3):": (
        "what goes on in turn is compared once more"
    ),
    "gamekit/analysis/verification/certificate_kernel.py: "
    "wrong = np.empty(part.stop - part.start, dtype=np.int64) -> "
    "wrong = np.empty(part.stop + part.start, dtype=np.int64)": "there is more room than is needed",
    "gamekit/analysis/verification/kernel.py: def of_levels(expected: int | None) -> int | None: -> "
    "def of_levels(expected: int & None) -> int | None:": "annotations are not evaluated",
    "gamekit/analysis/verification/kernel.py: no_state, unsolved = -LARGEST - 2, -LARGEST - 1 -> "
    "no_state, unsolved = +LARGEST - 2, -LARGEST - 1": "there are never so many levels that one is the mark",
    "gamekit/cgt/kinds/canonical.py: for player, options in zip(PLAYERS, winning, strict=True) -> "
    "for player, options in zip(PLAYERS, winning, strict=False)": "the claim has been read: there are two lists",
    "gamekit/cgt/partizan/weight_proof.py: "
    "ranges[product] = range(min(old.start, ups), max(old.stop, ups + 1)) -> "
    "ranges[product] = range(min(old.start, ups), max(old.stop, ups + 2))": "more sums are solved than are needed",
    "gamekit/cgt/partizan/comparison.py: continue -> pass": (
        "what is known of two sums is found once more, from the same"
    ),
    "gamekit/cgt/octal/sequence_proof.py: "
    "digits = digits_of(code, len(values) - 1) -> "
    "digits = digits_of(code, len(values) + 1)": ("no heap is large enough for the digits that are added"),
    "gamekit/analysis/verification/certificate_kernel.py: "
    "return (spread ^ spread >> 32) & mask -> "
    "return (spread ^ spread >> 33) & mask": (
        "a slot is searched from any beginning; a worse one takes longer"
    ),
    "gamekit/cgt/partizan/form_facts.py: "
    "if any(option not in values for option in (*left, *right)) or max(len(left), len(right)) > 1: -> "
    "if any(option not in values for option in (*left, *right)) or min(len(left), len(right)) > 1:": (
        "of two options that are numbers one is dominated, so that a canonical form has no two"
    ),
    "gamekit/analysis/verification/certificate_kernel.py: "
    "slots = np.full(1 << (len(codes) * 3 // 2 + 1).bit_length(), -1, dtype=np.int32) -> "
    "slots = np.full(1 << (len(codes) + 3 // 2 + 1).bit_length(), -1, dtype=np.int32)": (
        "there are still more slots than codes; fewer take longer"
    ),
    "gamekit/cgt/octal/kernel.py: missing > 0 and 2 * step < heap -> missing > 0 and 3 * step < heap": (
        "pairs are looked at from both ends, so that a quarter of the steps meets them all"
    ),
    "gamekit/tables/manifest.py: "
    'return (0, (1 << bits) - 1) if dtype[1] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1) -> '
    'return (1, (1 << bits) - 1) if dtype[1] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)': (
        "of types without a sign, only the greatest number is asked for"
    ),
    "gamekit/cgt/tried_rules.py: if self._random.random() * self._met < OPTIONS_TRIED: -> "
    "if self._random.random() * self._met <= OPTIONS_TRIED:": "a random number is hardly ever just as large",
    "gamekit/tables/table_store.py: row, step = first, BLOCK // 2 -> row, step = first, BLOCK * 2": (
        "the search by halves begins with steps that lead beyond the block, which are cut off at its end"
    ),
}
"""Why a change changes nothing, by its text as printed."""

SECONDS: Final = 600
"""The time after which tests that have not ended count as having noticed: a loop that should have ended has not."""

EXCHANGED: Final = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "+", "//": "*",
    "%": "//", "&": "|", "|": "&", "<<": ">>", ">>": "<<", "and": "or", "or": "and", "not": "", "in": "not in",
    "is": "is not", "True": "False", "False": "True", "any": "all", "all": "any", "min": "max", "max": "min",
    "break": "pass", "continue": "pass",
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
    """Return where a change decides nothing: types, messages, searches, and what is outside of bodies."""
    spans, bodies = [], []
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign):
            spans.append(_span(node.annotation))
        elif isinstance(node, ast.Raise | ast.JoinedStr | ast.Import | ast.ImportFrom):
            spans.append(_span(node))
        elif isinstance(node, ast.FunctionDef):
            bodies.append((_span(node.body[0])[0], _span(node)[1]))
            if SEARCHES.fullmatch(node.name):
                spans.append(_span(node))
    begin = (0, 0)
    for first, last in sorted(bodies):
        spans.append((begin, first))  # empty for a function inside of another
        begin = max(begin, last)
    return [*spans, (begin, (1 << 30, 0))]


def _span(node: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    return (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)


def drawn(number: int, seed: int, only: str) -> list[tuple[Mutation, list[str]]]:
    """Return so many mutations, each with the tests for it."""
    found: list[tuple[Mutation, list[str]]] = []
    seen: set[Path] = set()
    for patterns, tests in AREAS.items():
        paths = {path for pattern in patterns.split() for path in (ROOT / "gamekit").glob(pattern)}
        for path in sorted(paths - seen):
            found += [(mutation, tests.split()) for mutation in mutations(path) if only in mutation.path]
        seen |= paths
    random.Random(seed).shuffle(found)
    return list(islice((entry for entry in found if entry[0].is_python), number))


def copied(tree: Path) -> Path:
    """Copy this tree, compiled in such a way that Python never takes a changed file for what it was."""
    ignored = shutil.ignore_patterns(".git", "__pycache__", ".venv", "site", ".*_cache", ".hypothesis")
    shutil.copytree(ROOT, tree, ignore=ignored)
    compileall.compile_dir(tree / "gamekit", quiet=1, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
    return tree


def failing(tree: Path, tests: list[str]) -> str:
    """Return the first of some tests that fails in a copy of the tree, or "" if none does."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--no-header"]
    environment = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        done = subprocess.run(
            [*command, *tests],
            cwd=tree / "tests",
            env=environment,
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"not ended after {SECONDS} s"
    if done.returncode < 0:  # in compiled code, a wrong place may be anywhere in memory
        return f"the tests are ended by {signal.Signals(-done.returncode).name}"
    lines = done.stdout.splitlines()
    failed = [line.split(maxsplit=1)[1] for line in lines if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0] if failed else ""


def noticing(tree: Path, mutation: Mutation, tests: list[str], last: str = "") -> str:
    """Return the test that notices a mutation in a copy of the tree, or "" if none does; first that of last time."""
    (tree / mutation.path).write_text(mutation.text)
    try:
        return ("::" in last and failing(tree, [last])) or failing(tree, tests)
    finally:
        shutil.copyfile(ROOT / mutation.path, tree / mutation.path)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="files whose path contains this")
    parser.add_argument(
        "--output", type=Path, help="where to keep the result; what noticed a change is tried first"
    )
    chosen = parser.parse_args()
    results: dict[str, str] = {}
    last: dict[str, str] = {}
    if chosen.output and chosen.output.exists():
        last = json.loads(chosen.output.read_text())["mutations"]
    with tempfile.TemporaryDirectory(prefix="mutations-") as place:
        trees: SimpleQueue[Path] = SimpleQueue()
        for job in range(chosen.jobs):
            trees.put(copied(Path(place) / str(job)))

        def tried(entry: tuple[Mutation, list[str]]) -> None:
            mutation, tests = entry
            text = str(mutation)
            if text in HARMLESS:
                results[text] = f"changes nothing: {HARMLESS[text]}"
            else:
                tree = trees.get()
                results[text] = noticing(tree, mutation, tests, last.get(text, ""))
                trees.put(tree)
            print(f"{text}\n    {results[text] or 'SURVIVED'}", flush=True)

        with ThreadPoolExecutor(chosen.jobs) as pool:
            list(pool.map(tried, drawn(chosen.number, chosen.seed, chosen.only)))
        tests = [test for test in {*results.values()} if "::" in test]
        if wrong := failing(trees.get(), tests):
            raise RuntimeError(f"{wrong} fails without any change, too")
    survived = [*results.values()].count("")
    print(f"{len(results)} mutations, {survived} survived")
    if chosen.output:
        kept = {"seed": chosen.seed, "survived": survived, "mutations": dict(sorted(results.items()))}
        chosen.output.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    return 1 if survived else 0


if __name__ == "__main__":
    sys.exit(main())
