"""`TierFolder`: a folder with a table for each tier of a game, begun, gone on with, and read as one solution."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.rules_digest import digest_of
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.retrograde.columns import NO_STATE
from gamekit.engine.retrograde.solve import Solved
from gamekit.engine.runtime.array_files import write_whole
from gamekit.engine.runtime.locked_folder import SETTINGS, check_settings, explained, locked
from gamekit.engine.tiers.order import TierGraph
from gamekit.engine.tiers.solve import TierStates
from gamekit.engine.tiers.tier_batch import FinishedTier
from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity, game_of
from gamekit.solution.engine_store import compiled_solution
from gamekit.solution.solution import Solution
from gamekit.solution.store import CodeStore, Info
from gamekit.solution.tier_store import tier_store
from gamekit.tables.manifest import LEADS_TO, NAME, TIERS
from gamekit.tables.opening import open_store
from gamekit.tables.saving import save_table
from gamekit.tables.snapshot_file import SnapshotFile

KEPT: Final = "found"
HELD: Final = 1 << 26
"""How many bytes of finished tiers are held that the next tier may need once more."""


@attrs.define
class TierFolder:
    """A folder in which a game is solved tier by tier, as a `TierStorage`.

    Attributes:
        path: the folder.
        batch: the compiled rules.
        identity: which game the tables are of.
        compress: whether they are compressed.
        children: the tiers that each tier leads to, once all tiers are known.
        kept: the checksum and the number of edges of the states of each tier that is not solved.
        open_tiers: the finished tiers that were needed last.
    """

    path: Path
    batch: Batch
    identity: Identity
    compress: bool
    children: dict[int, list[int]] | None = None
    kept: dict[int, list[Any]] = attrs.Factory(dict)
    open_tiers: dict[int, FinishedTier] = attrs.Factory(dict)

    @classmethod
    @contextmanager
    def open(
        cls, path: Path, batch: Batch, settings: dict[str, Any], identity: Identity, *, compress: bool = False
    ) -> Iterator[TierFolder]:
        """Begin in a folder, or go on with what was begun there; it is locked until the `with` statement ends.

        Raises:
            InputError: the folder holds something else, is in use, or is damaged.
            LimitError: the disk is full.
        """
        path = path.absolute()
        _check_folder(path)
        with locked(path):
            check_settings(path, settings)
            found = cls(path, batch, identity, compress)
            if (path / TIERS).exists():
                found.children, found.kept = _read(path)
            else:
                shutil.rmtree(path / KEPT, ignore_errors=True)
            with explained(path, "cannot work in"):
                (path / KEPT).mkdir(exist_ok=True)
                for part in path.glob("*.part"):  # of a table that was not finished
                    shutil.rmtree(part)
            yield found

    def found(self) -> TierGraph | None:
        if self.children is None:
            return None
        return TierGraph({tier: set(children) for tier, children in self.children.items()})

    def keep(self, tier: int, states: TierStates) -> None:
        index = states.index
        rows = index.keys if isinstance(index, SortedIndex) else np.stack([index.begins, index.ends])
        content = np.ascontiguousarray(rows).data.cast("B")
        write_whole(self._kept(tier), content)
        self.kept[tier] = [zlib.crc32(content), states.edges]

    def all_found(self, graph: TierGraph) -> None:
        self.children = {tier: sorted(graph.children[tier]) for tier in sorted(graph.children)}
        self._write()

    def _write(self) -> None:
        content = {"tiers": self.children, "found": self.kept}
        text = json.dumps(content, indent=1)
        write_whole(self.path / TIERS, json.dumps({"checksum": _checksum(text), "content": text}).encode())

    def states(self, tier: int) -> TierStates | None:
        if tier not in self.kept:
            return None
        with explained(self._kept(tier), "cannot read"):
            rows: NDArray[np.int64] = np.fromfile(self._kept(tier), dtype=np.int64)
        checksum, edges = self.kept[tier]
        if zlib.crc32(rows.data.cast("B")) != checksum:
            raise InputError(f"{self._kept(tier)} is damaged; delete {self.path} to start anew")
        if self.batch.rules.is_state is None:
            return TierStates(SortedIndex(rows, self.batch.bits), edges)
        begins, ends = rows.reshape(2, -1)
        return TierStates(RangesIndex(begins, ends), edges)

    def _kept(self, tier: int) -> Path:
        """Return the file of the states of a tier that is not solved: their keys, or the ends of ranges of codes."""
        return self.path / KEPT / f"{tier}.int64"

    def snapshots(self, tier: int) -> SnapshotFile:
        return SnapshotFile(self.path / KEPT / f"{tier}.npz")

    def is_finished(self, tier: int) -> bool:
        return (folder_of(self.path, tier) / NAME).exists()

    def finish(self, tier: int, solved: Solved, children: frozenset[int]) -> None:
        assert self.children is not None
        if sorted(children) != self.children.get(tier):  # a sample did not show all
            self.children[tier] = sorted(children)
            self._write()
        leads_to = {str(child): checksum_of(folder_of(self.path, child)) for child in sorted(children)}
        solved = attrs.evolve(solved, statistics=solved.statistics | {"tier": tier, LEADS_TO: leads_to})
        first = int(np.argmax(solved.state.values(slice(0, solved.state.places)) != NO_STATE))
        code = int(solved.state.codes(slice(first, first + 1))[0])
        solution = compiled_solution(self.batch.game, solved, self.batch.game.decode(code))
        # the best play out of a tier may be longer than it has states
        store = attrs.evolve(solution.store, info=attrs.evolve(solution.store.info, is_part=True))
        folder = folder_of(self.path, tier)
        save_table(Solution(store, solution.start), folder, compress=self.compress, identity=self.identity)
        with explained(self.path, "cannot work in"):
            self._kept(tier).unlink(missing_ok=True)
            self.snapshots(tier).remove()

    def finished(self, tier: int) -> FinishedTier:
        if tier in self.open_tiers:
            self.open_tiers[tier] = self.open_tiers.pop(tier)  # the last that was needed
            return self.open_tiers[tier]
        store = open_store(folder_of(self.path, tier), self.batch.game, self.identity)
        expander: Any = store.expander()
        counted = store.info.counted
        assert counted is not None
        found = FinishedTier(expander.index, *store.results(), counted.longest)
        self.open_tiers[tier] = found
        while sum(held.bytes for held in self.open_tiers.values()) > HELD:
            del self.open_tiers[next(iter(self.open_tiers))]
        return found


def folder_of(path: Path, tier: int) -> Path:
    """Return the folder of the table of a tier."""
    return path / f"tier-{tier}"


def has_tiers(path: Path) -> bool:
    """Return whether a folder is one of tiers, which may not be finished."""
    return (path / TIERS).is_file()


def checksum_of(folder: Path) -> str:
    """Return the checksum of a table's manifest, which depends on everything in the table."""
    with explained(folder / NAME, "cannot read"):
        return f"{zlib.crc32((folder / NAME).read_bytes()):08x}"


def open_tier_folder(path: str | os.PathLike[str], game: Any = None) -> Solution[Any, Any]:
    """Open a folder of tiers as one solution.

    Raises:
        InputError: it is not finished, or not of this game.
        TableError: it is damaged.
    """
    path = Path(path)
    (children, _), settings = _read(path), _settings(path)
    tiers = {tier: frozenset(row) for tier, row in children.items()}
    missing = [tier for tier in tiers if not (folder_of(path, tier) / NAME).exists()]
    if missing:
        done = len(tiers) - len(missing)
        raise InputError(
            f"{path} is not finished: {done:,} of {len(tiers):,} tiers are solved; "
            f"give it to gamekit solve --tiers once more to go on"
        )
    game = game_of(settings["game"], settings["parameters"]) if game is None else game
    identity = Identity.of(game, with_codes=True)
    stores: dict[int, CodeStore] = {}
    for tier in sorted(tiers):
        store: Any = open_store(folder_of(path, tier), game, identity)
        _check_chain(path, tier, tiers[tier], store)
        stores[tier] = store
    first: Any = next(iter(stores.values()))
    info = Info(
        solver=first.info.solver,
        backend="compiled",
        method=first.info.method,
        statistics={"tiers": len(stores)},
        states_from=first.info.states_from,
        edges_from=first.info.edges_from,
        seconds=_sum(part.info.seconds for part in stores.values()),
        path=path,
    )
    try:
        start = game.parse_state(settings["start"])
    except Exception as error:
        raise TableError(f"{path} is wrong: its start is no state ({error})") from error
    return Solution(tier_store(game, info, stores, tiers), start)


def _sum(seconds: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the time by phase of all tiers."""
    found: dict[str, float] = {}
    for phases in seconds:
        for phase, time in phases.items():
            found[phase] = found.get(phase, 0.0) + time
    return found


def _check_chain(path: Path, tier: int, children: frozenset[int], store: Any) -> None:
    """Check that a tier was solved with the tables of other tiers that are there."""
    leads_to = store.info.statistics.get(LEADS_TO)
    if not isinstance(leads_to, dict) or set(leads_to) != set(map(str, children)):
        raise TableError(f"{folder_of(path, tier)} is wrong: it leads to other tiers than {TIERS} says")
    for child, checksum in leads_to.items():
        if checksum_of(folder_of(path, int(child))) != checksum:
            raise TableError(
                f"{folder_of(path, tier)} is wrong: it was solved with another table of tier {child}"
            )


def settings_of(batch: Batch, identity: Identity, code: int, start: Any) -> dict[str, Any]:
    """Return what must be the same for a solve to be gone on with."""
    return {
        "game": identity.name,
        "parameters": identity.parameters,
        "start": batch.game.format_state(start),
        "code": code,
        "rules": identity.fingerprint,
        "compiled rules": digest_of(batch, code),
    }


def _check_folder(path: Path) -> None:
    """Refuse a folder that is neither empty nor one of tiers."""
    if not path.is_dir():
        return
    with explained(path, "cannot work in"):
        names = {entry.name for entry in path.iterdir()}
    if names - {"lock"} and not {SETTINGS, KEPT} <= names and names - {"lock"} != {SETTINGS}:
        raise InputError(f"{path} is no folder of tiers, and not empty: {min(names)} is there")


def _read(path: Path) -> tuple[dict[int, list[int]], dict[int, list[Any]]]:
    """Return the tiers that each tier leads to, and what is known of the states of those that are not solved."""
    try:
        outer = json.loads((path / TIERS).read_bytes())
        if outer["checksum"] != _checksum(outer["content"]):
            raise TableError(f"{path / TIERS} is damaged: it is not what its checksum says")
        content = json.loads(outer["content"])
        children = {int(tier): [int(child) for child in row] for tier, row in content["tiers"].items()}
        kept = {int(tier): [int(about[0]), about[1]] for tier, about in content["found"].items()}
    except OSError as error:
        raise InputError(f"cannot read {path / TIERS}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, IndexError) as error:
        raise TableError(f"{path / TIERS} is damaged: {error}") from error
    return children, kept


def _settings(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((path / SETTINGS).read_bytes())
        found["game"], found["parameters"], found["start"]
    except OSError as error:
        raise InputError(f"cannot read {path / SETTINGS}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise TableError(f"{path / SETTINGS} is damaged: {error}") from error
    return found


def _checksum(text: str) -> str:
    return f"{zlib.crc32(text.encode()):08x}"
