"""Text from outside, in whatever encoding and with whatever line ends it comes."""

from __future__ import annotations

import codecs

from gamekit.errors import InputError


def decode(data: bytes, place: str) -> str:
    """Return bytes as text with `\\n` between lines; `place` names their source in messages.

    Text is in UTF-8, or in UTF-16 if it begins with a byte order mark; all else is taken for Latin-1.

    Raises:
        InputError: the bytes are not text, because there is a zero among them.

    >>> decode(b"caf\\xe9\\r\\nbar", "menu.txt")
    'café\\nbar'
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    if (zero := text.find("\0")) >= 0:
        raise InputError(f"{place} is not text: character {zero + 1:,} is NUL")
    return text.replace("\r\n", "\n").replace("\r", "\n")
