"""`Manifest`: the description of a table in `manifest.json`, all of it checked before anything relies on it."""

from __future__ import annotations

import json
import re
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, TypeVar

import attrs

from gamekit.engine.codes.key_hash import MULTIPLIERS
from gamekit.engine.codes.result_arrays import MOST_PAIRS
from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity
from gamekit.game.parameters import structure
from gamekit.game.strict_json import parse_json
from gamekit.game.values import Value
from gamekit.tables.files import BLOCK, FENCES, REMOTENESSES, SUMS, VALUES, File, Folder, blocks_of, width_of
from gamekit.tables.path_kinds import BEGINNING, CERTIFICATE, NAME, kind_of
from gamekit.tables.storages import STORAGES, USUAL_STORAGE, storage_called
from gamekit.tables.storages.storage import Storage

MOST_BYTES: Final = 1 << 30
"""The largest number of bytes of a manifest."""

TIER: Final = "tier"
"""The name of the entry with the number of the tier, in the statistics of a tier's table."""

LEADS_TO: Final = "leads to"
"""The name of the entry with the checksums of the tables that a tier leads to, in the statistics of its table."""

RESULTS: Final = ("value", "remoteness")
NUMBERS: Final = "result"
"""The names of the columns of results, and of the column that replaces both in tables with pairs."""

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
    "checksums": "CRC-32 of every block of rows_in_a_block rows, or of its frame in a compressed file: in the file "
    "ending in .crc32.npy, or in crc32 here, eight hexadecimal digits each; that of this file is of its bytes with its "
    "own digits replaced by zeros",
}


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


class Description(ABC):
    """The common part of the manifests of a table and of a certificate."""

    kind: ClassVar[str]
    version: ClassVar[int]

    game: str
    parameters: dict[str, Any]
    fingerprint: str
    index: str
    places: int
    storage: str
    files: dict[str, File]
    pairs: tuple[tuple[int, int], ...] | None = None

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The names of the columns with a row for each place, the sorted one first."""

    @abstractmethod
    def checks(self) -> Iterator[tuple[bool, str]]:
        """Yield, for each rule of the format, whether it is kept, and the rule; checks rely on those before them."""

    @property
    def identity(self) -> Identity:
        """The identity of the game."""
        return Identity(self.game, self.parameters, self.fingerprint)

    @property
    def kept(self) -> Storage:
        """The storage: how the rows of the columns lie in their files."""
        return storage_called(self.storage)

    def column(self, name: str) -> File:
        """Return the manifest's entry for the file of a column."""
        return self.files[name + self.kept.suffix]

    def checks_of_names(self) -> Iterator[tuple[bool, str]]:
        """Yield, for each rule about the storage and the names of files, whether it is kept, and the rule."""
        yield self.storage in STORAGES, f"storage must be {' or '.join(STORAGES)}"
        names = self.layout().keys()
        yield self.files.keys() == names, f"files must be {', '.join(sorted(names))}"

    def checks_of_files(self) -> Iterator[tuple[bool, str]]:
        """Yield, for each rule about files, whether it is kept, and the rule."""
        layout = self.layout()
        for name, file in self.files.items():
            rows, dtypes, rows_in_a_block = layout[name]
            rule = f"{name} must have {rows:,} rows of {' or '.join(dtypes) or 'texts'}"
            fits = file.rows == rows and file.dtype in dtypes
            yield fits, f"{rule}; it has {file.rows:,} of {file.dtype}"
            fits = file.rows_in_a_block == rows_in_a_block
            yield (
                fits,
                f"{name} must have {rows_in_a_block:,} rows in a block; it has {file.rows_in_a_block:,}",
            )
            size = self._bytes_of(name, file)
            yield file.bytes == size, f"{name} must have {size:,} bytes; it has {file.bytes:,}"
            rule = f"{name} needs a checksum for each of its {file.blocks:,} blocks, in one place"
            yield self._has_sums(name, file), rule

    def _bytes_of(self, name: str, file: File) -> int:
        """Return the size that a file must have; its actual size if that depends on its rows."""
        storage = storage_called(USUAL_STORAGE) if self._is_short(name) else self.kept
        size = storage.bytes_of(file.dtype, file.rows)
        return file.bytes if size is None else size

    def _is_short(self, name: str) -> bool:
        """Return whether a file has a row per block, and its checksums are in the manifest."""
        return name.endswith((FENCES, SUMS, *self.kept.beside))

    def _has_sums(self, name: str, file: File) -> bool:
        """Return whether the manifest has all checksums of a file if they belong there, and none otherwise."""
        if file.crc32 is None or not self._is_short(name):
            return file.crc32 is None and not self._is_short(name)
        return len(file.crc32) == 8 * file.blocks and re.fullmatch("[0-9a-f]*", file.crc32) is not None

    def layout(self) -> dict[str, tuple[int, tuple[str, ...], int]]:
        """Return the number of rows, the allowed types and the rows in a block of every file, by its name."""
        dtypes = self.allowed()
        files: dict[str, tuple[int, tuple[str, ...], int]] = {}
        for name in self.columns:
            size = self.kept.rows_in_a_block_of(name)
            blocks = blocks_of(self.places, size)
            files[name + self.kept.suffix] = self.places, dtypes[name], size
            files[name + SUMS] = blocks, ("<u4",), BLOCK
            for end, (more, dtype) in self.kept.beside.items():
                files[name + end] = blocks + more, (dtype,), BLOCK
        if self.index != "dense":
            files[FENCES] = blocks_of(self.places), dtypes[self.index], BLOCK
        return files

    def allowed(self) -> dict[str, tuple[str, ...]]:
        """Return the allowed types of every column, by its name."""
        texts = self.files.get(f"states{self.kept.suffix}")
        return {
            "keys": ("<i8",),
            "states": (texts.dtype,) if texts and re.fullmatch(r"\|S[1-9][0-9]{0,6}", texts.dtype) else (),
            "value": VALUES if self.index == "states" else VALUES[:1],  # payoffs of compiled rules fit
            "remoteness": REMOTENESSES,
            "rank": REMOTENESSES,
            NUMBERS: ("|u1",),
        }


@attrs.frozen
class Manifest(Description):
    """The description of a table; docs/reference/table-format.md documents every field."""

    game: str
    parameters: dict[str, Any]
    fingerprint: str
    index: Literal["dense", "keys", "states"]
    mixing: Mixing | None
    storage: str
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

    kind: ClassVar[str] = "gamekit table"
    version: ClassVar[int] = 2

    @property
    def columns(self) -> tuple[str, ...]:
        results = RESULTS if self.pairs is None else (NUMBERS,)
        return results if self.index == "dense" else (self.index, *results)

    @property
    def result_dtypes(self) -> tuple[str, str]:
        """The types of values and of remotenesses, whose bounds are the marks."""
        marks = self.no_state, self.unsolved
        return (
            next(dtype for dtype in VALUES if bounds_of(dtype) == marks),
            next(dtype for dtype in REMOTENESSES if bounds_of(dtype)[1] == self.never),
        )

    def checks(self) -> Iterator[tuple[bool, str]]:
        places, mixing = self.places, self.mixing
        yield from self.checks_of_names()
        is_within = 0 <= self.root.place < places and 0 < self.states <= places
        yield is_within, "root and states must be within the places"
        yield (self.index == "keys") == (mixing is not None), "mixing must be null unless index is keys"
        is_known = mixing is None or (mixing.multipliers == MULTIPLIERS and 0 < mixing.bits <= 62)
        yield is_known, f"mixing must be of 1 to 62 bits, by {MULTIPLIERS}"
        yield self._ranges_hold(), "ranges must ascend, and have a code for each place of dense codes"
        yield 0 < len(self.players) <= 2, "there must be one or two players"
        yield from self.checks_of_files()
        values, remotenesses = self._dtypes("value"), self._dtypes("remoteness")
        are_bounds = (self.no_state, self.unsolved) in map(bounds_of, values)
        yield are_bounds, "no_state and unsolved must be the least and the largest number that value can hold"
        is_bound = self.never in (bounds_of(dtype)[1] for dtype in remotenesses)
        yield is_bound, "never must be the largest number that remoteness can hold"
        rule = f"pairs are for compressed tables: from 1 to {MOST_PAIRS}, ascending, and between the marks"
        yield self._pairs_hold(), rule

    def _dtypes(self, name: str) -> tuple[str, ...]:
        """Return the types that a column of results may have; with pairs, the marks determine its only type."""
        return (self.column(name).dtype,) if self.pairs is None else self.allowed()[name]

    def _pairs_hold(self) -> bool:
        """Return whether the pairs, if there are any, are few, ascend, lie within the marks, and are compressed."""
        if (pairs := self.pairs) is None:
            return True
        fit = all(
            self.no_state <= value <= self.unsolved and 0 <= plies <= self.never for value, plies in pairs
        )
        return (
            self.kept.is_compressed
            and 0 < len(pairs) <= MOST_PAIRS
            and fit
            and list(pairs) == sorted(set(pairs))
        )

    def _ranges_hold(self) -> bool:
        """Return whether the ranges of codes, if there are any, ascend, with as many codes as the columns have rows."""
        if self.ranges is None:
            return True
        ends = [end for pair in self.ranges for end in pair]
        ascend = ends == sorted(ends) and all(begin < end for begin, end in self.ranges) and ends[:1] >= [0]
        return self.index == "dense" and ascend and self.places == sum(ends[1::2]) - sum(ends[::2])


def attributes(instance: Any, names: Iterable[str]) -> dict[str, Any]:
    """Return some attributes of an object, by name.

    >>> attributes(1 + 2j, ["real", "imag"])
    {'real': 1.0, 'imag': 2.0}
    """
    return {name: getattr(instance, name) for name in names}


def as_bytes(manifest: Description) -> bytes:
    """Return the content of `manifest.json`, of a table or of a certificate."""
    fields = {
        "checksum": "0" * 8,
        "format": manifest.kind,
        "version": manifest.version,
        **attrs.asdict(manifest),  # type: ignore[arg-type]
    }
    data = json.dumps(fields, indent=1, ensure_ascii=False, default=str).encode() + b"\n"
    return BEGINNING + digits_of(data) + data[len(BEGINNING) + 8 :]


def digits_of(data: bytes) -> bytes:
    """Return the checksum of a manifest as eight hexadecimal digits."""
    rest = memoryview(data)[len(BEGINNING) + 8 :]
    return b"%08x" % zlib.crc32(rest, zlib.crc32(BEGINNING + b"0" * 8))


def bounds_of(dtype: str) -> tuple[int, int]:
    """Return the least and the greatest number of a type."""
    bits = 8 * width_of(dtype)
    return (0, (1 << bits) - 1) if dtype[1] == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)


AManifest = TypeVar("AManifest", bound=Description)


def read_manifest(folder: Folder, cls: type[AManifest]) -> AManifest:
    """Return the manifest of a table or a certificate.

    Raises:
        InputError: the folder is neither a table nor a certificate, or its format is newer than this version of
            gamekit.
        TableError: the manifest is damaged: the fields are not those of the class, or break a rule.
    """
    path, what = folder.path / NAME, cls.kind.removeprefix("gamekit ")
    fields = _fields(folder)
    kind, version = fields.pop("format", None), fields.pop("version", None)
    if kind == CERTIFICATE != cls.kind:
        raise InputError(
            f"{folder.path} is a certificate, not a table: it proves the value of one state, "
            "and gamekit verify checks it"
        )
    if kind != cls.kind:
        raise InputError(f"{folder.path} is not a {what} of gamekit's: its {NAME} does not say so")
    if type(version) is not int or version != cls.version:
        raise InputError(
            f"{folder.path} is a {what} of format {version!r}, made by {fields.get('made_by')!r}; "
            f"this version of gamekit reads format {cls.version}; use the version that made it, or make it again"
        )
    try:
        manifest = structure(cls, fields, NAME)
    except InputError as error:
        raise TableError(f"{path} is invalid: {error}") from error
    for holds, rule in manifest.checks():
        if not holds:
            raise TableError(f"{path} is invalid: {rule}")
    return manifest


def _fields(folder: Folder) -> dict[str, Any]:
    """Return the fields of the manifest in a folder, whatever its format, after checking and removing its checksum."""
    path = folder.path / NAME
    if not folder.exists(NAME):
        kind = kind_of(folder.path)
        if kind == "exploration":
            raise InputError(
                f"{folder.path} is not finished: not all of its tiers are known; "
                f"run gamekit solve --tiers {folder.path} again to resume"
            )
        if kind == "work folder":
            raise InputError(
                f"{folder.path} is a work folder, not a table: run gamekit solve --work {folder.path} again, "
                "with --save TABLE, and open the table"
            )
        raise InputError(f"{folder.path} is not a table: it has no {NAME}")
    data = folder.read(NAME, MOST_BYTES)
    if not data.startswith(BEGINNING + digits_of(data)):
        raise TableError(f"{path} is damaged: it does not match its checksum")
    try:
        fields: dict[str, Any] = parse_json(data, str(path))
    except InputError as error:
        raise TableError(str(error)) from error
    del fields["checksum"]
    return fields
