"""`read_manifest`: read the description of a table, and check everything in it before anything relies on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeVar

from gamekit.engine.codes.key_hash import MULTIPLIERS
from gamekit.engine.codes.result_arrays import MOST_PAIRS
from gamekit.errors import InputError, TableError
from gamekit.game.parameters import structure
from gamekit.tables.files import BLOCK, HEADER_BYTES, REMOTENESSES, VALUES, Folder, blocks_of
from gamekit.tables.manifest import (
    FENCES,
    FORMAT,
    NUMBERS,
    OFFSETS,
    SUMS,
    VERSION,
    File,
    Manifest,
    bounds_of,
    digits_of,
    width_of,
)
from gamekit.tables.path_kinds import BEGINNING, CERTIFICATE, NAME, kind_of

AManifest = TypeVar("AManifest")

MOST_BYTES: Final = 1 << 30


def read_manifest(folder: Folder) -> Manifest:
    """Return the manifest of a table.

    Raises:
        InputError: the folder is not a table, or its format is newer than this version of gamekit.
        TableError: the manifest is damaged.
    """
    fields = read_fields(folder)
    kind = fields.pop("format", None)
    if kind == CERTIFICATE:
        raise InputError(
            f"{folder.path} is a certificate, not a table: it proves the value of one state, "
            "and gamekit verify checks it"
        )
    check_format(folder, fields, kind, FORMAT, VERSION)
    return checked_manifest(folder, Manifest, fields, _checks)


def checked_manifest(
    folder: Folder,
    cls: type[AManifest],
    fields: dict[str, Any],
    checks: Callable[[AManifest], Iterable[tuple[bool, str]]],
) -> AManifest:
    """Return the manifest that the fields of a folder's make.

    Args:
        folder: whose manifest it is.
        cls: the class of such manifests.
        fields: without those of the format.
        checks: yields for each rule of the format whether a manifest keeps it, and the rule.

    Raises:
        TableError: the fields are not those of the class, or break a rule.
    """
    path = folder.path / NAME
    try:
        manifest = structure(cls, fields, NAME)
    except InputError as error:
        raise TableError(f"{path} is invalid: {error}") from error
    for holds, rule in checks(manifest):
        if not holds:
            raise TableError(f"{path} is invalid: {rule}")
    return manifest


def read_fields(folder: Folder) -> dict[str, Any]:
    """Return the fields of the manifest in a folder, whatever its format, without its checksum, which is right.

    Raises:
        InputError: the folder has no manifest.
        TableError: the manifest is damaged.
    """
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
        raise TableError(f"{path} is damaged: it is not what its checksum says")
    try:
        fields: dict[str, Any] = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise TableError(f"{path} is not JSON: {error}") from error
    del fields["checksum"]
    return fields


def check_format(folder: Folder, fields: dict[str, Any], kind: Any, wanted: str, known: int) -> None:
    """Refuse a folder of another format or version; take the version out of `fields`."""
    what = wanted.removeprefix("gamekit ")
    if kind != wanted:
        raise InputError(f"{folder.path} is not a {what} of gamekit's: its {NAME} does not say so")
    version = fields.pop("version", None)
    if type(version) is not int or version != known:
        raise InputError(
            f"{folder.path} is a {what} of format {version!r}, made by {fields.get('made_by')!r}; "
            f"this version of gamekit reads format {known}"
        )


def _checks(manifest: Manifest) -> Iterator[tuple[bool, str]]:
    """Yield for each rule of the format whether a manifest keeps it, and the rule.

    Each check relies on those before it.
    """
    places, mixing = manifest.places, manifest.mixing
    yield has_files(manifest), f"files must be {', '.join(sorted(_layout(manifest)))}"
    yield manifest.rows_in_a_block == BLOCK, f"rows_in_a_block must be {BLOCK}"
    is_within = 0 <= manifest.root.place < places and 0 < manifest.states <= places
    yield is_within, "root and states must be within the places"
    yield (manifest.index == "keys") == (mixing is not None), "mixing belongs to keys"
    is_known = mixing is None or (mixing.multipliers == MULTIPLIERS and 0 < mixing.bits <= 62)
    yield is_known, f"mixing must be of 1 to 62 bits, by {MULTIPLIERS}"
    yield _ranges_hold(manifest), "ranges must ascend, and have a code for each place of dense codes"
    yield 0 < len(manifest.players) <= 2, "there are one or two players"
    yield from checks_of_files(manifest)
    values, remotenesses = _dtypes(manifest, "value"), _dtypes(manifest, "remoteness")
    are_bounds = (manifest.no_state, manifest.unsolved) in map(bounds_of, values)
    yield are_bounds, "no_state and unsolved must be the least and the largest number that value can hold"
    is_bound = manifest.never in (bounds_of(dtype)[1] for dtype in remotenesses)
    yield is_bound, "never must be the largest number that remoteness can hold"
    rule = f"pairs must be of a compressed table, at most {MOST_PAIRS}, at least one, ascending, and within the marks"
    yield _pairs_hold(manifest), rule


def _dtypes(manifest: Manifest, name: str) -> tuple[str, ...]:
    """Return which types a column of results may have; with pairs, it is the marks that tell which it would have."""
    return (manifest.column(name).dtype,) if manifest.pairs is None else _allowed(manifest)[name]


def _pairs_hold(manifest: Manifest) -> bool:
    """Return whether the pairs, if there are any, are all different, and no number in them is beyond the marks."""
    pairs = manifest.pairs
    if pairs is None:
        return True
    fit = all(
        manifest.no_state <= value <= manifest.unsolved and 0 <= plies <= manifest.never
        for value, plies in pairs
    )
    return manifest.compressed and 0 < len(pairs) <= MOST_PAIRS and fit and list(pairs) == sorted(set(pairs))


def has_files(manifest: Any) -> bool:
    """Return whether a manifest, of a table or of a certificate, names the files that it must."""
    found: bool = manifest.files.keys() == _layout(manifest).keys()
    return found


def checks_of_files(manifest: Any) -> Iterator[tuple[bool, str]]:
    """Yield for each rule about files whether a manifest, of a table or of a certificate, keeps it, and the rule."""
    layout = _layout(manifest)
    for name, file in manifest.files.items():
        rows, dtypes = layout[name]
        yield file.rows == rows and file.dtype in dtypes, f"{name} must have {rows:,} rows of another type"
        size = HEADER_BYTES + rows * width_of(file.dtype)
        yield file.bytes == size or name.endswith(".zst"), f"{name} must have another size"
        yield (
            _has_sums(name, file),
            f"{name} needs a checksum for each of its {file.blocks:,} blocks, in one place",
        )


def _ranges_hold(manifest: Manifest) -> bool:
    """Return whether the ranges of codes, if there are any, are as long as the columns."""
    if manifest.ranges is None:
        return True
    ends = [end for pair in manifest.ranges for end in pair]
    ascend = ends == sorted(ends) and all(begin < end for begin, end in manifest.ranges) and ends[:1] >= [0]
    return manifest.index == "dense" and ascend and manifest.places == sum(ends[1::2]) - sum(ends[::2])


def _layout(manifest: Any) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Return the number of rows and the allowed types of every file, by its name."""
    suffix, blocks, dtypes = manifest.suffix, blocks_of(manifest.places), _allowed(manifest)
    files: dict[str, tuple[int, tuple[str, ...]]] = {}
    for name in manifest.columns:
        files[name + suffix] = manifest.places, dtypes[name]
        files[name + SUMS] = blocks, ("<u4",)
        if manifest.compressed:
            files[name + OFFSETS] = blocks + 1, ("<i8",)
    return files if manifest.index == "dense" else {**files, FENCES: (blocks, dtypes[manifest.index])}


def _allowed(manifest: Any) -> dict[str, tuple[str, ...]]:
    """Return the allowed types of every column, by its name."""
    texts = manifest.files.get(f"states{manifest.suffix}")
    return {
        "keys": ("<i8",),
        "states": (texts.dtype,) if texts and re.fullmatch(r"\|S[1-9][0-9]{0,6}", texts.dtype) else (),
        "value": VALUES if manifest.index == "states" else VALUES[:1],  # payoffs of compiled rules fit
        "remoteness": REMOTENESSES,
        "rank": REMOTENESSES,
        NUMBERS: ("|u1",),
    }


def _has_sums(name: str, file: File) -> bool:
    """Return whether the manifest has the checksums of a file if it must, and only then."""
    if file.crc32 is None or not name.endswith((FENCES, SUMS, OFFSETS)):
        return file.crc32 is None and not name.endswith((FENCES, SUMS, OFFSETS))
    return len(file.crc32) == 8 * file.blocks and re.fullmatch("[0-9a-f]*", file.crc32) is not None
