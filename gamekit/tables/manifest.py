"""`Manifest`: what a table says of itself in `manifest.json`, and reading that with mistrust."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable
from typing import Any, Final, Literal

import attrs

from gamekit.errors import InputError
from gamekit.parameters import structure
from gamekit.tables.faults import TableError
from gamekit.tables.files import BLOCK, HEADER_BYTES, REMOTENESSES, VALUES, Folder, blocks_of
from gamekit.tables.mixing import MULTIPLIERS
from gamekit.values import Value

NAME: Final = "manifest.json"
WORK: Final = "work.json"
"""What a work folder has in place of it."""

FORMAT: Final = "gamekit table"
VERSION: Final = 1
MOST_BYTES: Final = 1 << 30

FENCES: Final = "fences.npy"
SUMS: Final = ".crc32.npy"
OFFSETS: Final = ".offsets.npy"
"""The files that have a row for each block, or how their names end. The manifest has the checksums of these."""

BEGINNING: Final = b'{\n "checksum": "'
"""How the file begins, whatever the version; the eight digits of its checksum follow."""

CONVENTIONS: Final = {
    "value": "what a state pays, to the player that payoffs_to names; play without end pays infinite_play; "
    "no_state marks a place that is no state's, unsolved a state whose value was not found",
    "remoteness": "plies until the end, where the winner hurries and the loser delays; 0 where the game is over; "
    "never marks play without end. The turn limit max_plies is not counted in",
    "order": "ascending: keys as numbers, states as bytes; in a dense table the place is the code",
    "checksums": f"CRC-32 of every block of {BLOCK} rows, or of its frame in a compressed file: in the file ending in "
    ".crc32.npy, or in crc32 here, eight hexadecimal digits each; that of this file is of its bytes with its own "
    "digits replaced by zeros",
}


@attrs.frozen
class File:
    """A file of a table.

    Attributes:
        dtype: of a row, in NumPy's notation; of what a compressed file holds once it is decompressed.
        rows: how many there are.
        bytes: the size of the file.
        crc32: of each block, eight hexadecimal digits, one after the other; None if a file of their own has them.
    """

    dtype: str
    rows: int
    bytes: int
    crc32: str | None

    @property
    def blocks(self) -> int:
        """How many blocks there are."""
        return blocks_of(self.rows)


@attrs.frozen
class Root:
    """The state that play starts from: as text, and its place."""

    state: str
    place: int


@attrs.frozen
class Mixing:
    """How codes are mixed to keys: how many bits they have, and what they are multiplied by."""

    bits: int
    multipliers: tuple[int, ...] = MULTIPLIERS


@attrs.frozen
class Manifest:
    """What a table says of itself; docs/reference/table-format.md says what every field means."""

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
    counts: dict[str, int]
    longest: int
    longest_by_value: dict[str, int]
    solver: str
    gear: str
    method: str | None
    unsound: str | None
    states_from: Literal["states", "exploration"]
    edges_from: Literal["predecessors", "moves"]
    statistics: dict[str, Any]
    seconds: dict[str, float]
    made_by: str
    made_at: str
    files: dict[str, File]
    conventions: dict[str, str] = attrs.field(factory=lambda: dict(CONVENTIONS))
    rows_in_a_block: int = BLOCK

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that have a row for each place."""
        return columns_of(self.index)

    def column(self, name: str) -> File:
        """Return the file of a column."""
        return self.files[name + suffix_of(compressed=self.compressed)]


def columns_of(index: str) -> tuple[str, ...]:
    """Return the names of the columns of a table, the one that is sorted first."""
    return ("value", "remoteness") if index == "dense" else (index, "value", "remoteness")


def file_names(index: str, *, compressed: bool) -> set[str]:
    """Return the names of the files that a table has beside its manifest."""
    columns = columns_of(index)
    names = {column + suffix_of(compressed=compressed) for column in columns}
    names |= {column + SUMS for column in columns}
    if compressed:
        names |= {column + OFFSETS for column in columns}
    return names if index == "dense" else names | {FENCES}


def suffix_of(*, compressed: bool) -> str:
    """Return how the names of the large columns' files end."""
    return ".zst" if compressed else ".npy"


def as_bytes(manifest: Manifest) -> bytes:
    """Return the manifest as it is written."""
    fields = {"checksum": "0" * 8, "format": FORMAT, "version": VERSION, **attrs.asdict(manifest)}
    data = json.dumps(fields, indent=1, ensure_ascii=False, default=str).encode() + b"\n"
    return BEGINNING + _digits(data) + data[len(BEGINNING) + 8 :]


def _digits(data: bytes) -> bytes:
    """Return the checksum that belongs into a manifest."""
    rest = memoryview(data)[len(BEGINNING) + 8 :]
    return b"%08x" % zlib.crc32(rest, zlib.crc32(BEGINNING + b"0" * 8))


def read_manifest(folder: Folder) -> Manifest:
    """Return the manifest of a table.

    Raises:
        InputError: the folder is no table, or one of a newer format.
        TableError: the manifest is damaged.
    """
    path = folder.path / NAME
    if not folder.exists(NAME):
        if folder.exists(WORK):
            raise InputError(
                f"{folder.path} is a work folder and no table: give it to gamekit solve --work once more, "
                "with --save TABLE, and ask the table"
            )
        raise InputError(f"{folder.path} is no table: it has no {NAME}")
    data = folder.read(NAME, MOST_BYTES)
    if not data.startswith(BEGINNING + _digits(data)):
        raise TableError(f"{path} is damaged: it is not what its checksum says")
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise TableError(f"{path} is no JSON: {error}") from error
    del fields["checksum"]
    if fields.pop("format", None) != FORMAT:
        raise InputError(f"{folder.path} is no table of gamekit's: its {NAME} does not say so")
    version = fields.pop("version", None)
    if version != VERSION:
        raise InputError(
            f"{folder.path} is a table of format {version!r}, made by {fields.get('made_by')!r}; "
            f"this version of gamekit reads format {VERSION}"
        )
    try:
        manifest = structure(Manifest, fields, NAME)
    except InputError as error:
        raise TableError(f"{path} is not as it should be: {error}") from error
    for problem in _problems(manifest):
        raise TableError(f"{path} is not as it should be: {problem}")
    return manifest


def _problems(manifest: Manifest) -> Iterable[str]:
    """Say what in a manifest contradicts itself, before anything relies on it."""
    names = file_names(manifest.index, compressed=manifest.compressed)
    if manifest.files.keys() != names:
        yield f"files must be {', '.join(sorted(names))}"
        return
    if manifest.rows_in_a_block != BLOCK:
        yield f"rows_in_a_block must be {BLOCK}"
    if not 0 <= manifest.root.place < manifest.places or not 0 < manifest.states <= manifest.places:
        yield "root and states must be within the places"
    if (manifest.index == "keys") != (manifest.mixing is not None):
        yield "mixing belongs to keys"
    if manifest.mixing and (manifest.mixing.multipliers != MULTIPLIERS or not 0 < manifest.mixing.bits <= 62):
        yield f"mixing must be of 1 to 62 bits, by {MULTIPLIERS}"
    if manifest.index == "states" and manifest.payoffs_to != "first player":
        yield "payoffs of states known by texts are to the first player"
    if not {*manifest.counts, *manifest.longest_by_value} <= set(Value):
        yield f"counts are of {', '.join(Value)}"
    if not 0 < len(manifest.players) <= 2:
        yield "there are one or two players"
    for name, file in manifest.files.items():
        rows = _rows(manifest, name)
        if file.rows != rows or rows < 0 or file.dtype not in _dtypes(manifest, name):
            yield f"{name} must have {rows:,} rows of another type"
            return
        if name.endswith(".npy") and file.bytes != HEADER_BYTES + rows * width_of(file.dtype):
            yield f"{name} must have another size"
        if not _has_sums(file, in_the_manifest=name == FENCES or name.endswith((SUMS, OFFSETS))):
            yield f"{name} needs a checksum for each of its {file.blocks:,} blocks, in one place"
    least, most = bounds_of(manifest.column("value").dtype)
    if (manifest.no_state, manifest.unsolved) != (least, most):
        yield f"no_state and unsolved must be {least} and {most}"
    if manifest.never != bounds_of(manifest.column("remoteness").dtype)[1]:
        yield "never must be the largest number that remoteness can hold"


def _has_sums(file: File, *, in_the_manifest: bool) -> bool:
    if file.crc32 is None or not in_the_manifest:
        return file.crc32 is None and not in_the_manifest
    try:
        return len(bytes.fromhex(file.crc32)) == 4 * file.blocks
    except ValueError:
        return False


def _rows(manifest: Manifest, name: str) -> int:
    if name == FENCES or name.endswith(SUMS):
        return blocks_of(manifest.places)
    return blocks_of(manifest.places) + 1 if name.endswith(OFFSETS) else manifest.places


def _dtypes(manifest: Manifest, name: str) -> tuple[str, ...]:
    """Return the types that a file may have."""
    column = name.partition(".")[0]
    if name == FENCES:
        return (manifest.column(manifest.index).dtype,)
    if name.endswith(SUMS):
        return ("<u4",)
    if name.endswith(OFFSETS) or column == "keys":
        return ("<i8",)
    if column == "states":
        width = manifest.column("states").dtype[2:]
        return (f"|S{int(width)}",) if width.isdecimal() and len(width) < 8 and int(width) else ()
    if column == "value":
        return VALUES if manifest.index == "states" else VALUES[:1]  # what compiled rules pay fits
    return REMOTENESSES


def width_of(dtype: str) -> int:
    """Return how many bytes a row of this type takes."""
    return int(dtype[2:])


def bounds_of(dtype: str) -> tuple[int, int]:
    """Return the least and the largest number of this type."""
    bits = 8 * width_of(dtype)
    return (0, (1 << bits) - 1) if dtype[1] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
