"""The modules that the documentation runs."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType

from support.paths import ROOT


def support(name: str) -> ModuleType:
    """Return a module of docs/support, which is no part of any package."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", ROOT / "docs" / "support" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module
