"""Board games with random small layouts and random rules, as files of Python, since their source is compiled."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

from support.random_boards import board_rules
from support.random_counts import cell_rules, heap_rules, permutation_rules, pit_rules

KINDS = [board_rules] * 12 + [heap_rules] * 3 + [pit_rules] * 2 + [cell_rules] * 2 + [permutation_rules]


def random_rules(seed: int) -> str:
    """Return the source of a module with a random game, the class `RandomGame`.

    >>> random_rules(1) == random_rules(1)
    True
    """
    rng = random.Random(seed)
    return rng.choice(KINDS)(rng)


def random_rules_with_tiers(seed: int) -> str | None:
    """Return the source of a module with a random game that names tiers; None if its men both come and go."""
    source = random_rules(seed)
    if "board=" not in source or "hand=" in source:
        return None
    return f"{source}\n    def tier(self, s):\n        return s.board.count(0)\n"


def random_board_game(seed: int, folder: Path, source: str | None = None) -> Any:
    """Return a random game, whose source is in a file in the folder."""
    path = folder / f"random_{seed}.py"
    path.write_text(source or random_rules(seed), encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.RandomGame()
