"""What is wrong with a table."""

from __future__ import annotations

from gamekit.errors import GamekitError


class TableError(GamekitError, ValueError):
    """A table is damaged: a file of it is missing, cut short or changed. The message names the file and the block."""
