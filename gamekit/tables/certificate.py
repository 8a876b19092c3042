"""`Certificate`: a proof of how much a player gets in one state, for a checker that uses the rules alone.

A claim says that a player gets a payoff of at least v in a state. It is proved by positions in which the player gets
that payoff: if the other player is to move, each move leads to an end that pays v or more, to another of these
positions, or to a state from which the player can move to such an end or position. If play without end pays v or more,
too, that is all (a claim of the kind "safe"). If it pays less, play must reach an end. Either each position has a rank,
which falls with every step from one position to the next ("reach"), or the rules show that play ends: each step raises
progress ("progress"), leads to a higher tier ("rise"), or leads to a lower tier ("fall").
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity, game_of
from gamekit.game.protocol import Game
from gamekit.game.sentences import counted
from gamekit.game.values import endless_payoff
from gamekit.game.version import __version__
from gamekit.solution.argument_checks import folders_of
from gamekit.tables.blocks import Column
from gamekit.tables.files import REMOTENESSES, File, Folder
from gamekit.tables.leaves import LeafTable, Leaves
from gamekit.tables.manifest import Description, bounds_of, read_manifest
from gamekit.tables.path_kinds import CERTIFICATE
from gamekit.tables.saving import checked_text
from gamekit.tables.storages import COMPRESSED, USUAL_STORAGE
from gamekit.tables.table_files import open_columns
from gamekit.tables.writing import check_target, write_table

MOST_TABLES_NAMED: Final = 3
"""The most tables that an error names."""

Kind = Literal["reach", "progress", "rise", "fall", "safe"]

CONVENTIONS: Final = {
    "claims": "the player, an index into players, gets at_least or more in the state, whoever moves how",
    "keys": "the number of the claim times 2 to the power of bits, plus the code of a position; ascending",
    "states": "the number of the claim, then the text of a position; ascending as bytes",
    "kind": "reach: each step from one position of the claim to the next lowers the rank; progress: it raises "
    "the progress that the rules state; rise, fall: it leads to a higher or a lower tier; safe: play without end pays "
    "enough",
    "rank": "where the kind is reach; else 0, and left out where that holds for all claims",
    "leaves": "tables of the same game, whose states count as ends that pay what the tables say",
}


@attrs.frozen
class CertificateSide:
    """A claim of a certificate: a player gets at least a certain payoff.

    Attributes:
        player: the index of the player.
        at_least: the least payoff, as this player counts it.
        kind: the argument behind the claim: "safe" if play without end pays enough; otherwise the reason why play ends:
            "reach" by ranks, "progress" by the progress of the rules, "rise" or "fall" by tiers.
        positions: the number of positions that prove the claim.
    """

    player: int
    at_least: int
    kind: Kind
    positions: int


def no_ranks(count: int) -> NDArray[np.int64]:
    """Return zeros in place of ranks that no claim needs; they take no memory."""
    return np.broadcast_to(np.int64(0), count)


def claim_kind(game: Game[Any, Any], player: int, at_least: int) -> Literal["reach", "safe"]:
    """Return the kind of a claim without progress or tiers: "safe" if play without end pays enough, else "reach"."""
    endless = endless_payoff(game)
    return "safe" if at_least <= (endless if player == 0 else -endless) else "reach"


@attrs.frozen
class CertificateManifest(Description):
    """The description of a certificate; docs/reference/certificate-format.md documents every field."""

    game: str
    parameters: dict[str, Any]
    fingerprint: str
    index: Literal["keys", "states"]
    bits: int | None
    state: str
    players: tuple[str, ...]
    infinite_play: int
    claims: tuple[CertificateSide, ...]
    places: int
    statistics: dict[str, Any]
    made_by: str
    made_at: str
    storage: str
    files: dict[str, File]
    leaves: tuple[LeafTable, ...] = ()
    conventions: dict[str, str] = attrs.field(factory=lambda: dict(CONVENTIONS))

    kind: ClassVar[str] = CERTIFICATE
    version: ClassVar[int] = 2

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns with a row for each position; ranks are left out if no claim needs them."""
        return (self.index, "rank") if any(claim.kind == "reach" for claim in self.claims) else (self.index,)

    def checks(self) -> Iterator[tuple[bool, str]]:
        yield from self.checks_of_names()
        claims = self.claims
        yield 0 < len(claims) <= 2, "there must be one or two claims"
        yield (
            all(claim.player in (0, 1) and claim.positions >= 0 for claim in claims),
            "each claim must have a player, 0 or 1, and no negative number of positions",
        )
        total = sum(claim.positions for claim in claims)
        yield self.places == total, "places must be the number of positions of all claims"
        bits = self.bits
        yield (
            (bits is None) == (self.index == "states"),
            "bits must be a number if index is keys, and null otherwise",
        )
        yield bits is None or 0 < bits <= 62, "bits must be from 1 to 62"
        are_digests = all(re.fullmatch("[0-9a-f]{64}", table.sha256) for table in self.leaves)
        yield are_digests, "each leaf must have a SHA-256 digest"
        yield self.storage == _storage(total), "a certificate must be compressed unless it is empty"
        yield from self.checks_of_files()


@attrs.frozen(eq=False)
class Certificate:
    """Claims about one state, with the positions that prove them.

    Attributes:
        game: the rules.
        state: the state that the claims are about.
        claims: one claim, or one for each player.
        positions: for each claim, the codes of its positions, ascending, or their states.
        ranks: for each claim, int64, the rank of each position; zeros if the claim needs no ranks.
        bits: the number of bits of a code; None if positions are states.
        statistics: the statistics of the search that found the certificate.
        leaves: the tables whose states count as ends; None if there are none.
    """

    game: Game[Any, Any]
    state: Any
    claims: tuple[CertificateSide, ...]
    positions: tuple[Any, ...]
    ranks: tuple[NDArray[np.int64], ...]
    bits: int | None
    statistics: Mapping[str, Any] = attrs.field(factory=dict)
    leaves: Leaves | None = None

    def __len__(self) -> int:
        return sum(claim.positions for claim in self.claims)

    def save(self, folder: str | os.PathLike[str]) -> None:
        """Write the certificate to a folder, which must not exist yet or be empty.

        Raises:
            InputError: the folder exists already or cannot be written, or the game does not parse the texts of its own
                states.
            LimitError: the disk is too small.
        """
        target = Path(folder)
        check_target(target)
        index: Literal["keys", "states"] = "states" if self.bits is None else "keys"
        chunks = list(self._keys() if self.bits is not None else self._texts())
        most = max(int(ranks.max(initial=0)) for _, ranks in chunks)
        dtypes: dict[str, str] = {index: chunks[0][0].dtype.str}
        if any(claim.kind == "reach" for claim in self.claims):
            dtypes["rank"] = next(d for d in REMOTENESSES if most <= bounds_of(d)[1])
        rows = (dict(zip(dtypes, chunk, strict=False)) for chunk in chunks)
        manifest = partial(self._manifest, index)
        write_table(target, rows, dtypes, len(self), manifest, _storage(len(self)))

    def _keys(self) -> Iterator[tuple[NDArray[Any], NDArray[np.int64]]]:
        assert self.bits is not None
        for i, codes in enumerate(self.positions):
            yield codes + (i << self.bits) if i else codes, self.ranks[i]

    def _texts(self) -> Iterator[tuple[NDArray[Any], NDArray[np.int64]]]:
        ranks = np.concatenate(self.ranks)
        texts = [
            f"{i}{checked_text(self.game, state)}".encode()
            for i, states in enumerate(self.positions)
            for state in states
        ]
        column = np.array(texts, dtype=f"|S{max(map(len, texts), default=1)}")
        order = np.argsort(column, kind="stable")
        yield column[order], ranks[order]

    def _manifest(self, index: Literal["keys", "states"], files: dict[str, File]) -> CertificateManifest:
        identity = Identity.of(self.game, with_codes=self.bits is not None)
        return CertificateManifest(
            game=identity.name,
            parameters=identity.parameters,
            fingerprint=identity.fingerprint,
            index=index,
            bits=self.bits,
            state=checked_text(self.game, self.state),
            players=tuple(self.game.players),
            infinite_play=endless_payoff(self.game),
            claims=self.claims,
            places=len(self),
            statistics=dict(self.statistics),
            leaves=() if self.leaves is None else self.leaves.tables,
            made_by=f"gamekit {__version__}",
            made_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            files=files,
            storage=_storage(len(self)),
        )


def _storage(positions: int) -> str:
    """Return the storage of a certificate: uncompressed if it is empty, because an empty file cannot be mapped."""
    return COMPRESSED if positions else USUAL_STORAGE


def open_certificate(
    folder: str | os.PathLike[str],
    *,
    game: Game[Any, Any] | None = None,
    leaves: Iterable[str | os.PathLike[str]] = (),
) -> tuple[Certificate, list[Column]]:
    """Return a certificate that was saved, and all columns of its files; each block is compared with its checksum.

    Args:
        folder: the folder in which the certificate was saved.
        game: the game of the certificate; needed only if it is neither registered nor imported.
        leaves: the folders of the tables that the certificate rests on; others may be among them.

    Raises:
        InputError: the folder is not a certificate, or belongs to another game, to other rules, or to a newer format;
            or the certificate rests on other tables.
        TableError: the certificate is damaged.
    """
    path, leaves = Path(folder), folders_of("leaves", leaves)
    with Folder(path) as opened:
        manifest = read_manifest(opened, CertificateManifest)
        columns, short = open_columns(opened, manifest)
    with_codes = manifest.index == "keys"
    rules = game_of(manifest.identity, f"{path} is a certificate", with_codes=with_codes, game=game)
    for name, claimed, actual in (
        ("players", manifest.players, tuple(rules.players)),
        ("infinite_play", manifest.infinite_play, endless_payoff(rules)),
    ):
        if claimed != actual:
            raise TableError(f"{path} is wrong: it says that {name} is {claimed}, but it is {actual}")
    try:
        state = rules.parse_state(manifest.state)
    except Exception as error:
        raise TableError(f"{path} is wrong: its state is not a state of the game ({error})") from error
    for column in short.values():
        _rows(column)  # whoever reads a part of the others needs these
    rows = _rows(columns[manifest.index])
    ranks = _rows(columns["rank"]).astype(np.int64) if "rank" in columns else no_ranks(len(rows))
    if (rows[1:] <= rows[:-1]).any():
        raise TableError(f"{path} is wrong: its positions do not ascend")
    positions = tuple(_positions(path, manifest, rules, rows))
    ends = np.cumsum([claim.positions for claim in manifest.claims])[:-1]
    parts = tuple(np.split(ranks, ends))
    certificate = Certificate(
        rules,
        state,
        manifest.claims,
        positions,
        parts,
        manifest.bits,
        manifest.statistics,
        _leaves(path, manifest, rules, leaves),
    )
    return certificate, [*short.values(), *columns.values()]


def _leaves(path: Path, manifest: CertificateManifest, game: Any, folders: list[Any]) -> Leaves | None:
    """Return the tables that a certificate rests on, which must be among those in the folders."""
    tables = manifest.leaves
    if not tables:
        if folders:
            raise InputError(f"{path} depends on no tables; omit --leaves")
        return None
    if not folders:
        more = f" and {len(tables) - MOST_TABLES_NAMED} more" if len(tables) > MOST_TABLES_NAMED else ""
        raise InputError(
            f"{path} rests on {counted(len(tables), 'table')}, and needs them as leaves: "
            f"{', '.join(map(str, tables[:MOST_TABLES_NAMED]))}{more}"
        )
    return Leaves.open(folders, game, tables)


def _rows(column: Column) -> NDArray[Any]:
    return column.all_rows() if len(column) else np.empty(0, dtype=column.file.dtype)


def _positions(path: Path, manifest: CertificateManifest, game: Any, rows: NDArray[Any]) -> Iterator[Any]:
    begin = 0
    for i, claim in enumerate(manifest.claims):
        part = rows[begin : begin + claim.positions]
        begin += claim.positions
        if manifest.bits is not None:
            if len(part) and not part[0] >> manifest.bits == part[-1] >> manifest.bits == i:
                raise TableError(
                    f"{path} is invalid: the positions of claim {i} include some of another claim"
                )
            yield part - (i << manifest.bits)
            continue
        try:
            texts = [row.decode() for row in part.tolist()]
            if any(not text.startswith(str(i)) for text in texts):
                raise InputError(f"the positions of claim {i} include some of another claim")
            yield [game.parse_state(text.removeprefix(str(i))) for text in texts]
        except Exception as error:
            raise TableError(f"{path} is invalid: a position cannot be read ({error})") from error
