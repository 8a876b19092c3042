"""The names by which a work folder is recognised. Importing this module loads nothing heavy."""

from __future__ import annotations

from typing import Final

SETTINGS: Final = "work.json"
"""The name of the file with the settings of the work, which every work folder and every folder of tiers has."""

LOCK: Final = "lock"
"""The name of the file that the process at work locks."""
