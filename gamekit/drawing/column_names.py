"""The names of a board's columns: one or more letters each."""

from __future__ import annotations

from string import ascii_lowercase


def column_name(column: int) -> str:
    """Return the name of a column, counted from 0: a to z, and from there on aa, ab and so on, as in spreadsheets.

    >>> column_name(2), column_name(25), column_name(26), column_name(26 + 26 * 26)
    ('c', 'z', 'aa', 'aaa')
    """
    name = ""
    while column >= 0:
        column, letter = divmod(column, len(ascii_lowercase))
        name = ascii_lowercase[letter] + name
        column -= 1
    return name
