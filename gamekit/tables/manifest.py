"""`Manifest`: the description of a table in `manifest.json`."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final, Literal

import attrs

from gamekit.engine.codes.key_hash import MULTIPLIERS
from gamekit.game.values import Value
from gamekit.tables.files import BLOCK, REMOTENESSES, VALUES, blocks_of
from gamekit.tables.path_kinds import BEGINNING

TIER: Final = "tier"
"""The entry of the statistics of a tier's table that has its number."""

LEADS_TO: Final = "leads to"
"""The entry of the statistics of a tier's table that has the checksums of the tables of the tiers that it leads to."""

FORMAT: Final = "gamekit table"
VERSION: Final = 1

RESULTS: Final = ("value", "remoteness")
NUMBERS: Final = "result"
"""The names of the columns of results, and of the one that tables with pairs have in their place."""

FENCES: Final = "fences.npy"
SUMS: Final = ".crc32.npy"
OFFSETS: Final = ".offsets.npy"
"""The files with a row per block, or the ends of their names. Their checksums are in the manifest."""

OF_STORE: Final = ("places", "states", "edges", "payoffs")
OF_INFO: Final = ("solver", "backend", "method", "unsound", "states_from", "edges_from")
"""The fields of the manifest that a `Store`, or its `Info`, has under the same names."""

CONVENTIONS: Final = {
    "value": "what a state pays, to the player that payoffs_to names; play without end pays infinite_play; "
    "no_state marks a place without a state, unsolved a state whose value was not found",
    "remoteness": "plies until the end, where the winner hurries and the loser delays; 0 where the game is over; "
    "never marks play without end. The turn limit max_plies is not counted in",
    "result": "the index in pairs of the value and the remoteness; a table has either this or these two",
    "order": "ascending: keys as numbers, states as bytes; in a dense table the place is the code",
    "checksums": f"CRC-32 of every block of {BLOCK} rows, or of its frame in a compressed file: in the file ending in "
    ".crc32.npy, or in crc32 here, eight hexadecimal digits each; that of this file is of its bytes with its own "
    "digits replaced by zeros",
}


@attrs.frozen
class File:
    """A file of a table.

    Attributes:
        dtype: the type of a row, in NumPy's notation; of a compressed file, that of its content.
        rows: the number of rows.
        bytes: the size of the file.
        crc32: the checksums of the blocks, eight hexadecimal digits each; None if another file has them.
    """

    dtype: str
    rows: int
    bytes: int
    crc32: str | None

    @property
    def blocks(self) -> int:
        """The number of blocks."""
        return blocks_of(self.rows)


@attrs.frozen
class Root:
    """The state from which play starts, as text, and its place."""

    state: str
    place: int


@attrs.frozen
class Mixing:
    """The hash from codes to keys: the number of bits of a code, and the multipliers."""

    bits: int
    multipliers: tuple[int, ...] = MULTIPLIERS


def _by_value(counts: Mapping[Any, int]) -> dict[Value, int]:
    return {Value(name): number for name, number in counts.items()}


@attrs.frozen
class Manifest:
    """The description of a table; docs/reference/table-format.md documents every field."""

    game: str
    parameters: dict[str, Any]
    fingerprint: str
    index: Literal["dense", "keys", "states"]
    mixing: Mixing | None
    compressed: bool
    places: int
    states: int
    edges: int
    root: Root
    players: tuple[str, ...]
    payoffs_to: Literal["first player", "mover"]
    payoffs: tuple[int, ...]
    infinite_play: int
    max_plies: int | None
    no_state: int
    unsolved: int
    never: int
    counts: dict[Value, int] = attrs.field(converter=_by_value)
    longest: int
    longest_by_value: dict[Value, int] = attrs.field(converter=_by_value)
    solver: str
    backend: str
    method: str | None
    unsound: str | None
    states_from: Literal["states", "exploration"]
    edges_from: Literal["predecessors", "moves"]
    statistics: dict[str, Any]
    seconds: dict[str, float]
    made_by: str
    made_at: str
    files: dict[str, File]
    ranges: tuple[tuple[int, int], ...] | None = None
    pairs: tuple[tuple[int, int], ...] | None = None
    conventions: dict[str, str] = attrs.field(factory=lambda: dict(CONVENTIONS))
    rows_in_a_block: int = BLOCK

    kind: ClassVar[str] = FORMAT
    version: ClassVar[int] = VERSION

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns with a row for each place, the sorted one first."""
        results = RESULTS if self.pairs is None else (NUMBERS,)
        return results if self.index == "dense" else (self.index, *results)

    @property
    def result_dtypes(self) -> tuple[str, str]:
        """The types of values and of remotenesses, of which the marks are bounds."""
        marks = self.no_state, self.unsolved
        return (
            next(dtype for dtype in VALUES if bounds_of(dtype) == marks),
            next(dtype for dtype in REMOTENESSES if bounds_of(dtype)[1] == self.never),
        )

    def column(self, name: str) -> File:
        """Return the file of a column."""
        return self.files[name + self.suffix]

    @property
    def suffix(self) -> str:
        """The end of the names of the columns' files."""
        return ".zst" if self.compressed else ".npy"


def attributes(instance: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return some attributes of an object by name.

    >>> attributes(1 + 2j, ["real", "imag"])
    {'real': 1.0, 'imag': 2.0}
    """
    return {name: getattr(instance, name) for name in names}


def as_bytes(manifest: Any) -> bytes:
    """Return the content of `manifest.json`, of a table or of a certificate."""
    fields = {
        "checksum": "0" * 8,
        "format": manifest.kind,
        "version": manifest.version,
        **attrs.asdict(manifest),
    }
    data = json.dumps(fields, indent=1, ensure_ascii=False, default=str).encode() + b"\n"
    return BEGINNING + digits_of(data) + data[len(BEGINNING) + 8 :]


def digits_of(data: bytes) -> bytes:
    """Return the checksum of a manifest, in hexadecimal digits."""
    rest = memoryview(data)[len(BEGINNING) + 8 :]
    return b"%08x" % zlib.crc32(rest, zlib.crc32(BEGINNING + b"0" * 8))


def width_of(dtype: str) -> int:
    """Return the number of bytes of a row of this type."""
    return int(dtype[2:])


def bounds_of(dtype: str) -> tuple[int, int]:
    """Return the least and the greatest number of this type."""
    bits = 8 * width_of(dtype)
    return (0, (1 << bits) - 1) if dtype[1] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
