"""What a manifest must be like: each rule alone is told, and what lies just within its bounds is accepted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

import gamekit
from gamekit.errors import TableError
from gamekit.tables.certificate import CertificateManifest, CertificateSide
from gamekit.tables.files import BLOCK, HEADER_BYTES, File, width_of
from gamekit.tables.leaves import LeafTable
from gamekit.tables.manifest import Manifest, Mixing, Root, digits_of
from gamekit.tables.path_kinds import BEGINNING
from games.nim import Nim

PLACES = 2 * BLOCK + 1


def with_files(manifest: Any, dtypes: dict[str, str]) -> Any:
    """Return a manifest with the files that it must have, of which some columns have other types."""
    given = {"states": "|S7", "value": "|i1", "remoteness": "|u1", "rank": "|u1", "result": "|u1"} | dtypes
    files = {
        f"{name}{manifest.kept.suffix}": file(given.get(name, "<i8"), 0, None) for name in manifest.columns
    }
    manifest = attrs.evolve(manifest, files=files)
    found = {}
    for name, (rows, allowed, rows_in_a_block) in manifest.layout().items():
        column = name.removesuffix(manifest.kept.suffix)
        is_kept_here = column not in manifest.columns
        dtype = (*allowed, "|S7")[0] if is_kept_here else files[name].dtype
        crc32 = "0" * 8 * (-(-rows // BLOCK)) if is_kept_here else None
        found[name] = attrs.evolve(file(dtype, rows, crc32), rows_in_a_block=rows_in_a_block)
    return attrs.evolve(manifest, files=found)


def file(dtype: str, rows: int, crc32: str | None) -> File:
    return File(dtype, rows, HEADER_BYTES + rows * width_of(dtype), crc32)


def table(**other: Any) -> Manifest:
    """Return the manifest of a table of keys, unless it is of something else."""
    fields: dict[str, Any] = {field.name: None for field in attrs.fields(Manifest)}
    fields |= {
        "index": "keys",
        "mixing": Mixing(10),
        "storage": "npy",
        "places": PLACES,
        "states": PLACES,
        "root": Root("x", 0),
        "players": ("Ann", "Bob"),
        "no_state": -128,
        "unsolved": 127,
        "never": 255,
        "counts": {},
        "longest_by_value": {},
        "files": {},
    }
    dtypes = other.pop("dtypes", {})
    made: Manifest = with_files(Manifest(**(fields | other)), dtypes)
    return made


def proof(**other: Any) -> CertificateManifest:
    """Return the manifest of a certificate of states, unless it is of something else."""
    fields: dict[str, Any] = {field.name: None for field in attrs.fields(CertificateManifest)}
    fields |= {
        "index": "states",
        "claims": (CertificateSide(0, 1, "reach", PLACES - 1), CertificateSide(1, 0, "safe", 1)),
        "places": PLACES,
        "leaves": (LeafTable("t", 1, "0" * 64),),
        "storage": "zstd",
        "files": {},
    }
    dtypes = other.pop("dtypes", {})
    made: CertificateManifest = with_files(CertificateManifest(**(fields | other)), dtypes)
    return made


def changed(manifest: Any, name: str, **other: Any) -> Any:
    """Return a manifest with one file changed."""
    return attrs.evolve(manifest, files={**manifest.files, name: attrs.evolve(manifest.files[name], **other)})


def broken(manifest: Any) -> str:
    """Return the first rule that a manifest breaks, or ""."""
    return next((rule for holds, rule in manifest.checks() if not holds), "")


DENSE: dict[str, Any] = {"index": "dense", "mixing": None}
PAIRED: dict[str, Any] = {"storage": "zstd", "pairs": ((-128, 0), (1, 3), (127, 255))}


@pytest.mark.parametrize(
    "manifest",
    [
        table(),
        table(states=1),
        table(root=Root("x", PLACES - 1)),
        table(mixing=Mixing(1)),
        table(mixing=Mixing(62)),
        table(players=("Ann",)),
        table(**DENSE),
        table(**DENSE, ranges=((0, PLACES),)),
        table(**DENSE, ranges=((0, 3), (3, 5), (7, PLACES + 2))),
        table(index="states", mixing=None),
        table(
            index="states", mixing=None, dtypes={"value": "<i2"}, no_state=-(1 << 15), unsolved=(1 << 15) - 1
        ),
        table(dtypes={"remoteness": "<u2"}, never=65535),
        table(dtypes={"remoteness": "<u4"}, never=(1 << 32) - 1),
        table(storage="zstd"),
        changed(table(storage="zstd"), "keys.zst", bytes=7),
        table(**PAIRED),
        table(**PAIRED | {"pairs": ((1, 3),)}),
        table(**PAIRED | {"pairs": tuple((value, plies) for value in (0, 1) for plies in range(128))}),
        proof(),
        proof(claims=(CertificateSide(1, 1, "reach", PLACES),)),
        proof(leaves=()),
        proof(index="keys", bits=1),
        proof(index="keys", bits=62),
        proof(dtypes={"rank": "<u4"}),
        proof(
            claims=(CertificateSide(0, 1, "rise", 0), CertificateSide(0, 1, "safe", 0)),
            places=0,
            storage="npy",
        ),
    ],
)
def test_a_manifest_within_all_bounds_breaks_no_rule(manifest: Any) -> None:
    assert broken(manifest) == ""


@pytest.mark.parametrize(
    ("manifest", "rule"),
    [
        (attrs.evolve(table(), files={}), "files must be"),
        (attrs.evolve(table(), storage="zstd"), "files must be"),
        (
            changed(table(), "value.npy", rows_in_a_block=BLOCK + 1),
            "value.npy must have 256 rows in a block; it has 257",
        ),
        (
            changed(table(), "fences.npy", rows_in_a_block=0),
            "fences.npy must have 256 rows in a block; it has 0",
        ),
        (
            changed(table(storage="zstd"), "keys.zst", rows_in_a_block=4096),
            "keys.zst must have 256 rows in a block",
        ),
        (
            changed(table(storage="zstd"), "value.zst", rows_in_a_block=BLOCK),
            "value.zst must have 4,096 rows",
        ),
        (
            changed(table(**PAIRED), "result.crc32.npy", rows_in_a_block=4096),
            "result.crc32.npy must have 256 rows",
        ),
        (table(root=Root("x", PLACES)), "root and states"),
        (table(root=Root("x", -1)), "root and states"),
        (table(states=0), "root and states"),
        (table(states=PLACES + 1), "root and states"),
        (table(mixing=None), "mixing must be null unless index is keys"),
        (table(index="dense"), "mixing must be null unless index is keys"),
        (table(mixing=Mixing(0)), "mixing must be"),
        (table(mixing=Mixing(63)), "mixing must be"),
        (table(mixing=Mixing(10, (1, 2))), "mixing must be"),
        (table(ranges=((0, PLACES),)), "ranges"),
        (table(**DENSE, ranges=()), "ranges"),
        (table(**DENSE, ranges=((0, PLACES - 1),)), "ranges"),
        (table(**DENSE, ranges=((-1, PLACES - 1),)), "ranges"),
        (table(**DENSE, ranges=((0, 0), (0, PLACES))), "ranges"),
        (table(**DENSE, ranges=((0, 4), (3, PLACES - 1))), "ranges"),
        (table(**DENSE, ranges=((5, 9), (0, PLACES - 4))), "ranges"),
        (table(players=()), "one or two players"),
        (table(players=("A", "B", "C")), "one or two players"),
        (changed(table(), "value.npy", rows=PLACES + 1), "value.npy must have 513 rows"),
        (changed(table(), "value.npy", bytes=PLACES), " bytes; it has "),
        (changed(table(), "fences.npy", bytes=1), " bytes; it has "),
        (table(dtypes={"value": "<i2"}, no_state=-(1 << 15), unsolved=(1 << 15) - 1), " rows of "),
        (table(dtypes={"keys": "<i4"}), " rows of "),
        (table(dtypes={"remoteness": "<i8"}), " rows of "),
        (table(index="states", mixing=None, dtypes={"states": "|S0"}), " rows of "),
        (table(index="states", mixing=None, dtypes={"states": "|O8"}), " rows of "),
        (changed(table(), "value.npy", crc32="0" * 24), "needs a checksum"),
        (changed(table(), "fences.npy", crc32=None), "needs a checksum"),
        (changed(table(), "value.crc32.npy", crc32=None), "needs a checksum"),
        (changed(table(storage="zstd"), "value.offsets.npy", crc32=None), "needs a checksum"),
        (changed(table(), "value.crc32.npy", crc32="0" * 16), "needs a checksum"),
        (changed(table(), "value.crc32.npy", crc32="G" * 8), "needs a checksum"),
        (table(no_state=-127), "no_state and unsolved"),
        (table(unsolved=126), "no_state and unsolved"),
        (table(never=254), "never must be"),
        (table(never=65535), "never must be"),
        (table(pairs=((0, 0),)), "pairs"),
        (table(**PAIRED | {"pairs": ()}), "pairs"),
        (table(**PAIRED | {"pairs": ((1, 3), (1, 3))}), "pairs"),
        (table(**PAIRED | {"pairs": ((1, 3), (1, 2))}), "pairs"),
        (table(**PAIRED | {"pairs": ((1, 3), (128, 0))}), "pairs"),
        (table(**PAIRED | {"pairs": ((-129, 3), (1, 0))}), "pairs"),
        (table(**PAIRED | {"pairs": ((1, 3), (1, 256))}), "pairs"),
        (table(**PAIRED | {"pairs": ((1, -1), (1, 3))}), "pairs"),
        (table(**PAIRED | {"pairs": (*((0, plies) for plies in range(255)), (1, 0), (1, 1))}), "pairs"),
        (attrs.evolve(proof(), files={}), "files must be"),
        (
            changed(proof(), "rank.zst", rows_in_a_block=BLOCK),
            "rank.zst must have 4,096 rows in a block; it has 256",
        ),
        (proof(claims=(), places=0, storage="npy"), "one or two claims"),
        (
            proof(claims=tuple(CertificateSide(0, 1, "reach", each) for each in (PLACES, 0, 0))),
            "one or two claims",
        ),
        (proof(claims=(CertificateSide(2, 1, "reach", PLACES),)), "a player, 0 or 1"),
        (proof(claims=(CertificateSide(-1, 1, "reach", PLACES),)), "a player, 0 or 1"),
        (
            proof(claims=(CertificateSide(0, 1, "reach", PLACES + 1), CertificateSide(0, 1, "reach", -1))),
            "a player, 0 or 1",
        ),
        (proof(claims=(CertificateSide(0, 1, "reach", PLACES - 1),)), "places must be"),
        (proof(bits=5), "bits must be a number if index is keys"),
        (proof(index="keys"), "bits must be a number if index is keys"),
        (proof(index="keys", bits=0), "bits must be"),
        (proof(index="keys", bits=63), "bits must be"),
        (proof(leaves=(LeafTable("t", 1, "0" * 64), LeafTable("u", 1, "0" * 63))), "digest"),
        (proof(storage="npy"), "compressed unless it is empty"),
        (proof(claims=(CertificateSide(0, 1, "safe", 0),), places=0), "compressed unless it is empty"),
        (proof(dtypes={"rank": "<i8"}), " rows of "),
    ],
)
def test_each_rule_is_told_that_is_broken(manifest: Any, rule: str) -> None:
    assert rule in broken(manifest)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"states": 91,', '"states": 90, "states": 91,', "the key 'states' occurs twice"),
        ('"states": 91,', '"states": NaN,', "NaN is not valid JSON"),
        ('"states": 91,', '"states": 91', "is not JSON: Expecting ',' delimiter"),
        ('"states": 91,', f'"states": {"[" * 100_000}', "nests lists and objects too deeply"),
    ],
)
def test_a_manifest_is_read_as_strictly_as_parameters(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    gamekit.save_table(gamekit.solve(Nim(heaps=(3, 4, 5)), backend="python"), tmp_path / "table")
    path = tmp_path / "table" / "manifest.json"
    text = path.read_text()
    assert text.count(old) == 1
    data = text.replace(old, new).encode()
    path.write_bytes(data[: len(BEGINNING)] + digits_of(data) + data[len(BEGINNING) + 8 :])
    with pytest.raises(TableError, match=message):
        gamekit.open_table(tmp_path / "table")
