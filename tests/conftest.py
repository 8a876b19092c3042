"""With GAMEKIT_EXPECT_INSTALLED set, as in CI, refuse to test the source tree in place of what was installed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import gamekit


def pytest_configure(config: pytest.Config) -> None:
    """Say what is being tested, or refuse to."""
    if os.environ.get("GAMEKIT_EXPECT_INSTALLED") and Path(gamekit.__file__).parents[1] == config.rootpath:
        raise pytest.UsageError(f"the tests should run against an installed gamekit, not {gamekit.__file__}")
