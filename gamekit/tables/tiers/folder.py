"""`TierFolder`: a folder in which a game is solved tier by tier, begun or resumed."""

from __future__ import annotations

import json
import shutil
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.array_files import write_whole
from gamekit.engine.runtime.locked_folder import SETTINGS, Snapshot, check_settings, explained, locked
from gamekit.engine.tiers.order import Exploration, TierGraph
from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity
from gamekit.game.sentences import counted
from gamekit.game.whole_files import left_aside, remove_abandoned
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store
from gamekit.tables.manifest import LEADS_TO, TIER
from gamekit.tables.path_kinds import KEPT, NAME, TIERS
from gamekit.tables.saving import checked_text, save_table
from gamekit.tables.table_store import open_store
from gamekit.tables.tiers.files import check_none_gone, checksum_of, folder_of, read_tiers, write_tiers

EXPLORATION_FILE: Final = "explored.npz"
"""The name of the exploration's file, which lies beside the states of the tiers."""

ABOUT: Final = "about"
"""The array that describes the tiers that were explored; every other array holds the seeds of a tier."""


@attrs.define
class ExplorationFile(Snapshot):
    """The checkpoint of an exploration, from which a killed solve continues."""

    def last(self) -> tuple[Exploration, dict[int, list[Any]]] | None:
        """Return the exploration, with seeds as arrays, and the records of tiers; None if it is missing or damaged."""
        arrays = self.read()
        if arrays is None:
            return None
        try:
            about = json.loads(arrays.pop(ABOUT).tobytes())
            graph = TierGraph({int(tier): set(children) for tier, children in about["tiers"].items()})
            sizes = {int(tier): int(size) for tier, size in about["states"].items()}
            kept = {int(tier): list(known) for tier, known in about["found"].items()}
            seeds = {int(tier): array for tier, array in arrays.items()}
            return Exploration(graph, sizes, seeds, about["unfinished"]), kept
        except (KeyError, ValueError, TypeError, AttributeError):
            return None

    def offer(
        self, exploration: Exploration, kept: dict[int, list[Any]], array_of: Callable[[Any], NDArray[Any]]
    ) -> bool:
        """Record an exploration, unless that was done a short time ago; return whether it was done now.

        Args:
            exploration: the exploration so far.
            kept: the checksums and numbers of edges of the tiers that were explored.
            array_of: a function that returns the seeds of a tier as an array.

        Raises:
            LimitError: the disk is full.
        """
        if not self.is_due():
            return False
        about = {
            "tiers": {tier: sorted(children) for tier, children in exploration.graph.children.items()},
            "states": exploration.sizes,
            "unfinished": exploration.unfinished,
            "entered": sorted(exploration.seeds),
            "found": kept,
        }
        seeds = {str(tier): array_of(seeds) for tier, seeds in exploration.seeds.items()}
        self.write({ABOUT: np.frombuffer(json.dumps(about).encode(), dtype=np.uint8), **seeds})
        return True


@attrs.define
class TierFolder(ABC):
    """A folder in which a game is solved tier by tier; subclasses define how states are stored.

    Attributes:
        identity: the identity of the game of the tables.
        compress: the compression of the tables, as `save_table` takes it.
        children: the tiers that each tier leads to, once all tiers are known.
        kept: the checksum of the states of each tier that is not solved, and the number of their edges if it is known.
        exploration: the exploration so far; at first, the one that was recorded.
        explored: the file in which the exploration is recorded now and then, until all tiers are known.
        recorded: the files of states that the last record of the exploration names.
    """

    suffix: ClassVar[str]
    """The end of the names of the files of states."""

    path: Path
    game: Any
    identity: Identity
    compress: bool | str
    children: dict[int, list[int]] | None = None
    kept: dict[int, list[Any]] = attrs.Factory(dict)
    exploration: Exploration = attrs.field(factory=Exploration, kw_only=True)
    explored: ExplorationFile = attrs.field(kw_only=True)
    recorded: set[Path] = attrs.field(factory=set, init=False)

    @explored.default
    def _no_record(self) -> ExplorationFile:
        return ExplorationFile(self.path / KEPT / EXPLORATION_FILE)

    @classmethod
    @contextmanager
    def open(
        cls,
        path: Path,
        game: Any,
        settings: dict[str, Any],
        identity: Identity,
        *,
        compress: bool | str = False,
        **more: Any,
    ) -> Iterator[Self]:
        """Begin a solve in a folder, or continue it; the folder is locked until the `with` statement ends.

        Args:
            path: the folder.
            game: the rules.
            settings: the settings that must be the same for a solve to be resumed.
            identity: the identity of the game of the tables.
            compress: the compression of the tables, as `save_table` takes it.
            more: the attributes that a subclass adds.

        Raises:
            InputError: the folder holds something else, is in use, or is damaged.
            TableError: the list of tiers is damaged, or the table of a solved tier is missing.
            LimitError: the disk is full.
        """
        path = path.absolute()
        _check_folder(path)
        with locked(path):
            check_settings(path, settings)
            folder = cls(path, game, identity, compress, **more)
            if (path / TIERS).exists():
                folder.children, folder.kept = read_tiers(path)
                check_none_gone(path, folder.children)
                folder.explored.remove()
            elif not folder._go_on_exploring():
                shutil.rmtree(path / KEPT, ignore_errors=True)
            remove_abandoned(path, "tier-*")
            with explained(path, "cannot work in"):
                (path / KEPT).mkdir(exist_ok=True)
                for part in (*left_aside(path, "*.json"), *left_aside(path / KEPT, "*")):
                    part.unlink(missing_ok=True)
            folder._remove_replaced()
            try:
                yield folder
            finally:
                folder.settle()

    def settle(self) -> None:
        """Wait until all tables are written.

        Raises:
            GamekitError: one could not be written.
        """
        return  # without a body, it would have to be abstract

    @abstractmethod
    def array_of(self, seeds: Any) -> NDArray[Any]:
        """Return the seeds of a tier as an array."""

    @abstractmethod
    def seeds_of(self, array: NDArray[Any]) -> Any:
        """Return the seeds of a tier that an array stands for."""

    def is_due(self) -> bool:
        """Return whether it is time to record the exploration."""
        return self.explored.is_due()

    def offer(self) -> None:
        """Record the exploration, if it is time to.

        Raises:
            LimitError: the disk is full.
        """
        if self.explored.offer(self.exploration, self.kept, self.array_of):
            self.recorded = self._current()
            self._remove_replaced()

    def _go_on_exploring(self) -> bool:
        """Continue the exploration that was recorded; return False if there is none, or if its files are damaged."""
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
        self.recorded = self._current()
        return True

    def explored_graph(self) -> TierGraph | None:
        """Return the graph of the tiers; None if not all tiers are known."""
        if self.children is None:
            return None
        return TierGraph({tier: set(children) for tier, children in self.children.items()})

    def note(self, graph: TierGraph) -> None:
        """Record the tiers, whose states are all stored, and the tiers that each leads to."""
        self.children = {tier: sorted(graph.children[tier]) for tier in sorted(graph.children)}
        write_tiers(self.path, self.children, self.kept)
        self.explored.remove()
        self.recorded = set()
        self._remove_replaced()

    def keep_content(self, tier: int, content: Any, edges: int | None) -> None:
        """Keep the file of the states of a tier until it is solved.

        The new file replaces an earlier one, which remains as long as the record of the exploration names it.
        """
        before = self._kept(tier) if tier in self.kept else None
        self.kept[tier] = [zlib.crc32(content), edges]
        write_whole(self._kept(tier), content)
        if before is not None and before != self._kept(tier) and before not in self.recorded:
            self._delete(before)

    def content(self, tier: int) -> bytearray:
        """Return the content of the file of states of a tier that is not solved.

        Raises:
            InputError: the file is damaged.
        """
        path = self._kept(tier)
        with explained(path, "cannot read"), path.open("rb") as file:
            content = bytearray(path.stat().st_size)
            file.readinto(content)
        if zlib.crc32(content) != self.kept[tier][0]:
            raise InputError(f"{path} is damaged; delete {self.path} to start anew")
        return content

    def _kept(self, tier: int) -> Path:
        if tier not in self.kept:
            raise TableError(f"{self.path} is invalid: it holds no states of tier {tier}, which it lists")
        return self.path / KEPT / f"{tier}.{self.kept[tier][0]:08x}.{self.suffix}"

    def _current(self) -> set[Path]:
        return {self._kept(tier) for tier in self.kept}

    def _remove_replaced(self) -> None:
        """Delete the files of states that were replaced, unless the record names them."""
        files = set((self.path / KEPT).glob(f"*.{self.suffix}"))
        self._delete(*(files - self._current() - self.recorded))

    def _delete(self, *files: Path) -> None:
        with explained(self.path, "cannot work in"):
            for file in files:
                file.unlink(missing_ok=True)

    def is_known(self, tier: int) -> bool:
        """Return whether the states of a tier were stored, even if the tier is solved."""
        return tier in self.kept

    def is_finished(self, tier: int) -> bool:
        """Return whether a tier is solved."""
        return (folder_of(self.path, tier) / NAME).exists()

    def save(self, tier: int, solution: Solution[Any, Any], children: frozenset[int]) -> None:
        """Write the table of a tier that leads to `children`."""
        leads_to = {str(child): checksum_of(folder_of(self.path, child)) for child in sorted(children)}
        statistics = {**solution.statistics, TIER: tier, LEADS_TO: leads_to}
        # the best play out of a tier may be longer than it has states
        info = attrs.evolve(solution.store.info, statistics=statistics, is_part=True)
        solution = Solution(attrs.evolve(solution.store, info=info), solution.start)
        folder = folder_of(self.path, tier)
        try:
            save_table(solution, folder, compress=self.compress, identity=self.identity)
        except InputError:
            if not (folder / NAME).exists():  # else a worker taken for lost has just written the same
                raise

    def drop(self, tier: int) -> None:
        """Delete the files of a tier that are only needed until it is solved."""
        self._delete(self._kept(tier))


@attrs.define
class TextTierFolder(TierFolder):
    """A folder of tiers that stores the states of a tier as texts, as `format_state` returns them."""

    suffix = "json"

    def keep(self, tier: int, states: Iterable[Any]) -> None:
        """Store the states of a tier until it is solved.

        Raises:
            InputError: the game does not parse the text of a state back.
        """
        self.keep_content(tier, self._content_of(states), None)

    def states(self, tier: int) -> list[Any]:
        """Return the states of a tier that is not solved; none if no states were stored."""
        return self._states_in(self.content(tier)) if tier in self.kept else []

    def array_of(self, seeds: dict[Any, None]) -> NDArray[np.uint8]:
        return np.frombuffer(self._content_of(seeds), dtype=np.uint8)

    def seeds_of(self, array: NDArray[np.uint8]) -> dict[Any, None]:
        return dict.fromkeys(self._states_in(array.tobytes()))

    def _content_of(self, states: Iterable[Any]) -> bytes:
        return json.dumps([checked_text(self.game, state) for state in states]).encode()

    def _states_in(self, content: bytes | bytearray) -> list[Any]:
        return [self.game.parse_state(text) for text in json.loads(content)]

    def store_of(self, tier: int) -> Store:
        """Return the table of a finished tier."""
        return open_store(folder_of(self.path, tier), self.game, self.identity)


def check_all_found(folder: Path) -> None:
    """Refuse a folder of tiers whose exploration is not completed.

    Raises:
        InputError: not all tiers of the folder are found.
    """
    arrays = ExplorationFile(folder / KEPT / EXPLORATION_FILE).read(lambda name: name == ABOUT)
    if not arrays:
        return
    about = json.loads(arrays[ABOUT].tobytes())
    sizes, unfinished, entered = about["states"], about["unfinished"], {*map(str, about["entered"])}
    in_part = "" if unfinished is None else f" (tier {unfinished} in part)"
    raise InputError(
        f"{folder} is not finished: {counted(len(sizes), 'tier')}{in_part} with "
        f"{counted(sum(sizes.values()), 'state')} are explored, from which play enters "
        f"{len(entered - sizes.keys()):,} more so far; run gamekit solve --tiers {folder} again to resume"
    )


def _check_folder(path: Path) -> None:
    if not path.is_dir():
        return
    with explained(path, "cannot work in"):
        names = {entry.name for entry in path.iterdir()}
        names -= {"lock", *(part.name for part in left_aside(path, "*.json"))}
    if names and not {SETTINGS, KEPT} <= names and names != {SETTINGS}:
        raise InputError(
            f"{path} must be a folder of tiers or empty, but it holds {min(names)}; name another folder"
        )
