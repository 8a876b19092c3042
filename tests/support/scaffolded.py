"""Loading the class that `gamekit new` wrote."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any


def load(path: Path, class_name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"scaffolded_{path.stem}", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[module.__name__] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[module.__name__]
    return getattr(module, class_name)
