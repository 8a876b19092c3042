"""`TierFolder`: a folder with a table for each tier of a game, begun, resumed, and read as one solution."""

from __future__ import annotations

import json
import os
import shutil
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, Self

import attrs
from numpy.typing import NDArray

from gamekit.engine.runtime.array_files import left_aside, write_whole
from gamekit.engine.runtime.locked_folder import SETTINGS, check_settings, explained, locked
from gamekit.engine.tiers.exploration import Exploration
from gamekit.engine.tiers.order import TierGraph
from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity, game_of
from gamekit.solution.solution import Solution
from gamekit.solution.store import Info, Store
from gamekit.solution.tier_store import TierStore, tier_store
from gamekit.tables.exploration_file import EXPLORED, ExplorationFile
from gamekit.tables.manifest import KEPT, LEADS_TO, NAME, TIERS
from gamekit.tables.opening import open_store
from gamekit.tables.saving import save_table
from gamekit.tables.writing import remove_abandoned

CODES: Final = "compiled rules"
"""The setting that only folders have whose tiers are solved with compiled rules."""


@attrs.define
class TierFolder:
    """A folder in which a game is solved tier by tier; the subclasses add how states are kept.

    Attributes:
        path: the folder.
        game: the rules.
        identity: which game the tables are of.
        compress: whether they are compressed.
        children: the tiers that each tier leads to, once all tiers are known.
        kept: the checksum of the states of each tier that is not solved, and the number of their edges if it is known.
        exploration: how far it has come; how far it had come before, when the folder is opened.
        explored: records that now and then, until all tiers are known.
    """

    suffix: ClassVar[str]
    """The end of the names of the files of states."""

    path: Path
    game: Any
    identity: Identity
    compress: bool
    children: dict[int, list[int]] | None = None
    kept: dict[int, list[Any]] = attrs.Factory(dict)
    exploration: Exploration = attrs.field(factory=Exploration, kw_only=True)
    explored: ExplorationFile = attrs.field(kw_only=True)

    @explored.default
    def _no_record(self) -> ExplorationFile:
        return ExplorationFile(self.path / KEPT / EXPLORED)

    @classmethod
    @contextmanager
    def open(
        cls,
        path: Path,
        game: Any,
        settings: dict[str, Any],
        identity: Identity,
        *,
        compress: bool = False,
        **more: Any,
    ) -> Iterator[Self]:
        """Begin in a folder, or go on with what was begun there; it is locked until the `with` statement ends.

        Args:
            path: the folder.
            game: the rules.
            settings: what must be the same for a solve to be resumed.
            identity: which game the tables are of.
            compress: whether they are compressed.
            more: the attributes that a subclass adds.

        Raises:
            InputError: the folder holds something else, is in use, or is damaged.
            TableError: a table that was finished is gone.
            LimitError: the disk is full.
        """
        path = path.absolute()
        _check_folder(path)
        with locked(path):
            check_settings(path, settings)
            found = cls(path, game, identity, compress, **more)
            if (path / TIERS).exists():
                found.children, found.kept = _read(path)
                _check_none_gone(path, found.children)
                found.explored.remove()
            elif not found._go_on_exploring():
                shutil.rmtree(path / KEPT, ignore_errors=True)
            remove_abandoned(path, "tier-*")
            with explained(path, "cannot work in"):
                (path / KEPT).mkdir(exist_ok=True)
                for part in (*left_aside(path, "*.json"), *left_aside(path / KEPT, "*")):
                    part.unlink(missing_ok=True)
            found._remove_replaced()
            yield found

    def array_of(self, seeds: Any) -> NDArray[Any]:
        """Return the seeds of a tier as an array."""
        raise NotImplementedError

    def seeds_of(self, array: NDArray[Any]) -> Any:
        """Return the seeds of a tier that an array stands for."""
        raise NotImplementedError

    def is_due(self) -> bool:
        """Return whether it is time to record how far exploration has come."""
        return self.explored.is_due()

    def offer(self) -> None:
        """Record how far exploration has come, if it is time to.

        Raises:
            LimitError: the disk is full.
        """
        if self.explored.offer(self.exploration, self.kept, self.array_of):
            self._remove_replaced()

    def _go_on_exploring(self) -> bool:
        """Take over the exploration that was recorded; return False if none was, or what was kept is damaged."""
        if (last := self.explored.last()) is None:
            return False
        self.exploration, self.kept = last
        try:
            for tier in self.kept:
                self.content(tier)
        except InputError:
            self.exploration, self.kept = Exploration(), {}
            return False
        seeds = self.exploration.seeds
        self.exploration.seeds = {tier: self.seeds_of(array) for tier, array in seeds.items()}
        return True

    def found(self) -> TierGraph | None:
        """Return what the tiers lead to, if all of them were found before."""
        if self.children is None:
            return None
        return TierGraph({tier: set(children) for tier, children in self.children.items()})

    def note(self, graph: TierGraph) -> None:
        """Take note of which tiers there are, all of them kept, and of what they lead to."""
        self.children = {tier: sorted(graph.children[tier]) for tier in sorted(graph.children)}
        settings = _checksum((self.path / SETTINGS).read_text())
        content = {"settings": settings, "tiers": self.children, "found": self.kept}
        text = json.dumps(content, indent=1)
        write_whole(self.path / TIERS, json.dumps({"checksum": _checksum(text), "content": text}).encode())
        self.explored.remove()
        self._remove_replaced()

    def keep_content(self, tier: int, content: Any, edges: int | None) -> None:
        """Keep the file of the states of a tier until it is solved.

        It replaces one that was kept before, which remains as long as the record of the exploration names it.
        """
        self.kept[tier] = [zlib.crc32(content), edges]
        write_whole(self._kept(tier), content)

    def content(self, tier: int) -> bytearray:
        """Return the file of the states of a tier that is not solved.

        Raises:
            InputError: it is damaged.
        """
        path = self._kept(tier)
        with explained(path, "cannot read"), path.open("rb") as file:
            content = bytearray(path.stat().st_size)
            file.readinto(content)
        if zlib.crc32(content) != self.kept[tier][0]:
            raise InputError(f"{path} is damaged; delete {self.path} to start anew")
        return content

    def _kept(self, tier: int) -> Path:
        return self.path / KEPT / f"{tier}.{self.kept[tier][0]:08x}.{self.suffix}"

    def _remove_replaced(self) -> None:
        """Delete what was kept of tiers that have been explored on since."""
        named = {self._kept(tier) for tier in self.kept}
        with explained(self.path, "cannot work in"):
            for path in (self.path / KEPT).glob(f"*.{self.suffix}"):
                if path not in named:
                    path.unlink(missing_ok=True)

    def is_known(self, tier: int) -> bool:
        """Return whether the states of a tier were kept, even if it is solved."""
        return tier in self.kept

    def is_finished(self, tier: int) -> bool:
        """Return whether a tier is solved."""
        return (folder_of(self.path, tier) / NAME).exists()

    def save(self, tier: int, solution: Solution[Any, Any], children: frozenset[int]) -> None:
        """Write the table of a tier, which leads to some others."""
        leads_to = {str(child): checksum_of(folder_of(self.path, child)) for child in sorted(children)}
        statistics = {**solution.statistics, "tier": tier, LEADS_TO: leads_to}
        # the best play out of a tier may be longer than it has states
        info = attrs.evolve(solution.store.info, statistics=statistics, is_part=True)
        solution = Solution(attrs.evolve(solution.store, info=info), solution.start)
        folder = folder_of(self.path, tier)
        try:
            save_table(solution, folder, compress=self.compress, identity=self.identity)
        except InputError:
            if not self.is_finished(
                tier
            ):  # or a worker that was thought to be lost has just written the same
                raise

    def drop(self, tier: int) -> None:
        """Delete what was kept of a tier until it was solved."""
        with explained(self.path, "cannot work in"):
            self._kept(tier).unlink(missing_ok=True)


def folder_of(path: Path, tier: int) -> Path:
    """Return the folder of the table of a tier."""
    return path / f"tier-{tier}"


def has_tiers(path: Path) -> bool:
    """Return whether a folder is one of tiers, which may not be finished."""
    return (path / TIERS).is_file()


def _check_none_gone(path: Path, tiers: Iterable[int]) -> None:
    """Refuse a folder in which tiers have neither a table nor the states that are kept until they are solved."""
    left = {file.name.partition(".")[0] for file in (path / KEPT).glob("*")}
    for tier in tiers:
        if str(tier) not in left:
            _check_not_gone(path, tier)


def _check_not_gone(path: Path, tier: int) -> None:
    """Refuse a folder from which the table of a tier that was solved was deleted."""
    folder = folder_of(path, tier)
    if not (folder / NAME).exists():
        raise TableError(
            f"{folder} is gone, the table of a tier that was solved; restore it, or delete {path} to start anew"
        )


def checksum_of(folder: Path) -> str:
    """Return the checksum of a table's manifest, which depends on everything in the table."""
    with explained(folder / NAME, "cannot read"):
        return f"{zlib.crc32((folder / NAME).read_bytes()):08x}"


def open_tier_folder(path: str | os.PathLike[str], game: Any = None) -> Solution[Any, Any]:
    """Open a folder of tiers as one solution.

    Raises:
        InputError: it is not finished, or not of this game.
        TableError: it is damaged, or the table of a tier is gone.
    """
    solution, left = begun_solution(Path(path), game)
    if left:
        _check_none_gone(Path(path), _read(Path(path))[0])
        done = len(solution.store.tiers)  # type: ignore[attr-defined]
        raise InputError(
            f"{path} is not finished: {done:,} of {done + left:,} tiers are solved; "
            f"give it to gamekit solve --tiers once more to go on"
        )
    return solution


def begun_solution(path: Path, game: Any = None) -> tuple[Solution[Any, Any], int]:
    """Open those tiers of a folder that are solved as one solution, and return how many are left.

    Raises:
        InputError: none is solved, or they are not of this game.
        TableError: they are damaged, or one on which others rest is gone.
    """
    store, left = solved_tiers(path, game)
    try:
        start = store.game.parse_state(_settings(path)["start"])
    except Exception as error:
        raise TableError(f"{path} is wrong: its start is not a state ({error})") from error
    return Solution(store, start), left


def tiers_left(path: Path) -> bool:
    """Return whether some of the tiers of a folder are not solved yet."""
    children, _ = _read(path)
    return any(not (folder_of(path, tier) / NAME).exists() for tier in children)


def described(path: Path) -> tuple[str, dict[str, Any]]:
    """Return the name and the parameters of the game that a folder of tiers is of."""
    settings = _settings(path)
    return settings["game"], settings["parameters"]


def solved_tiers(path: Path, game: Any = None) -> tuple[TierStore, int]:
    """Return the store of those tiers of a folder that are solved, and how many are left.

    Raises:
        InputError: none is solved, or they are not of this game.
        TableError: they are damaged.
    """
    solved = {folder.parent for folder in path.glob(f"tier-*/{NAME}")}  # before what they lead to is read
    (children, _), settings = _read(path), _settings(path)
    tiers = {
        tier: frozenset(row) for tier, row in sorted(children.items()) if folder_of(path, tier) in solved
    }
    if not tiers:
        raise InputError(
            f"{path} is not finished: 0 of {len(children):,} tiers are solved; "
            f"give it to gamekit solve --tiers once more to go on"
        )
    game = game_of(settings["game"], settings["parameters"]) if game is None else game
    identity = Identity.of(game, with_codes=CODES in settings)
    stores: dict[int, Store] = {}
    for tier, leads_to in tiers.items():
        store = open_store(folder_of(path, tier), game, identity)
        _check_chain(path, tier, leads_to, store)
        stores[tier] = store
    first = next(iter(stores.values()))
    info = Info(
        solver=first.info.solver,
        backend=first.info.backend,
        method=first.info.method,
        statistics={"tiers": len(stores)},
        states_from=first.info.states_from,
        edges_from=first.info.edges_from,
        seconds=_sum(part.info.seconds for part in stores.values()),
        path=path,
    )
    return tier_store(game, info, stores, tiers), len(children) - len(tiers)


def _sum(seconds: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the time by phase of all tiers."""
    found: dict[str, float] = {}
    for phases in seconds:
        for phase, time in phases.items():
            found[phase] = found.get(phase, 0.0) + time
    return found


def _check_chain(path: Path, tier: int, children: frozenset[int], store: Store) -> None:
    """Check that a tier was solved with the tables of other tiers that are there."""
    leads_to = store.info.statistics.get(LEADS_TO)
    if not isinstance(leads_to, dict) or set(leads_to) != set(map(str, children)):
        raise TableError(f"{folder_of(path, tier)} is wrong: it leads to other tiers than {TIERS} says")
    for child, checksum in leads_to.items():
        _check_not_gone(path, int(child))
        if checksum_of(folder_of(path, int(child))) != checksum:
            raise TableError(
                f"{folder_of(path, tier)} is wrong: it was solved with another table of tier {child}"
            )


def settings_of(game: Any, identity: Identity, start: Any) -> dict[str, Any]:
    """Return what must be the same for a solve to be resumed, whatever the backend."""
    return {
        "game": identity.name,
        "parameters": identity.parameters,
        "start": game.format_state(start),
        "rules": identity.fingerprint,
    }


def _check_folder(path: Path) -> None:
    """Refuse a folder that is neither empty nor one of tiers."""
    if not path.is_dir():
        return
    with explained(path, "cannot work in"):
        names = {entry.name for entry in path.iterdir()}
    if names - {"lock"} and not {SETTINGS, KEPT} <= names and names - {"lock"} != {SETTINGS}:
        raise InputError(f"{path} is neither a folder of tiers nor empty: {min(names)} is there")


def _read(path: Path) -> tuple[dict[int, list[int]], dict[int, list[Any]]]:
    """Return the tiers that each tier leads to, and what is known of the states of those that are not solved."""
    try:
        outer = json.loads((path / TIERS).read_bytes())
        if outer["checksum"] != _checksum(outer["content"]):
            raise TableError(f"{path / TIERS} is damaged: it is not what its checksum says")
        content = json.loads(outer["content"])
        # folders that were begun by earlier versions say nothing of their settings
        if content.get("settings", settings := _checksum((path / SETTINGS).read_text())) != settings:
            raise TableError(f"{path / SETTINGS} is damaged: it is not what {TIERS} says")
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
