"""Where the project's files are, as tests read them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
TESTS: Final = ROOT / "tests"
DATA: Final = TESTS / "data"
EXAMPLES: Final = ROOT / "examples"
