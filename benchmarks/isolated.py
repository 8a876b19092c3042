"""A measurement in a process of its own, for a clean figure of memory and within a time limit.

python isolated.py MODULE:FUNCTION ARGUMENTS runs a function and prints what it returns, both as JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gamekit.engine.runtime.memory_budget import most_held

HERE = Path(__file__).parent
MARK = "result: "


class FailedError(Exception):
    """A measurement came to nothing: the message says why."""


def call(
    function: str,
    arguments: dict[str, Any],
    *,
    limit: float = 1800,
    tree: Path | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, Any]:
    """Return what `module:function` returns for these arguments, with `peak`, the peak memory of its process.

    Args:
        function: in a module of this folder.
        arguments: of the function.
        limit: the time limit in seconds.
        tree: a source tree of gamekit that the process uses in place of this one.
        environment: variables of the process, besides those of this one.

    Raises:
        FailedError: it raised an error, or took longer than so many seconds.
    """
    command = [sys.executable, str(HERE / "isolated.py"), function, json.dumps(arguments)]
    variables = os.environ | environment | ({"PYTHONPATH": str(tree.absolute())} if tree else {})
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=limit, check=False, env=variables
        )
    except subprocess.TimeoutExpired:
        raise FailedError(f"not within {limit:.0f} s") from None
    found = [line for line in done.stdout.splitlines() if line.startswith(MARK)]
    if done.returncode or not found:
        said = done.stderr.strip().splitlines()
        raise FailedError(said[-1][:200] if said else f"ended with {done.returncode}")
    result: dict[str, Any] = json.loads(found[-1].removeprefix(MARK))
    return result


def main() -> None:
    """Run what the command line says."""
    module, _, name = sys.argv[1].partition(":")
    result = getattr(import_module(module), name)(**json.loads(sys.argv[2]))
    print(f"\n{MARK}{json.dumps(result | {'peak': most_held()})}")


if __name__ == "__main__":
    main()
