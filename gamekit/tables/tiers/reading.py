"""Open a folder of tiers as one solution, even if it is not finished."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import attrs

from gamekit.errors import InputError, TableError
from gamekit.game.fingerprint import Identity, game_of
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store
from gamekit.solution.tier_store import TierStore, tier_store
from gamekit.tables.manifest import LEADS_TO, TIER
from gamekit.tables.path_kinds import NAME, TIERS
from gamekit.tables.table_store import open_store
from gamekit.tables.tiers.files import (
    VERIFIED_ON,
    check_none_gone,
    check_not_gone,
    checksum_of,
    folder_of,
    read_settings,
    read_tiers,
    verified_on,
)


def open_tier_folder(path: str | os.PathLike[str], game: Any = None) -> Solution[Any, Any]:
    """Open a folder of tiers as one solution.

    Raises:
        InputError: the folder is not finished, or belongs to another game.
        TableError: the folder is damaged, or the table of a solved tier is missing.
    """
    solution, left = begun_solution(Path(path), game)
    if left:
        check_none_gone(Path(path), read_tiers(Path(path))[0])
        done = len(solution.store.tiers)  # type: ignore[attr-defined]
        raise InputError(
            f"{path} is not finished: {done:,} of {done + left:,} tiers are solved; "
            f"run gamekit solve --tiers {path} again to resume"
        )
    return solution


def begun_solution(path: Path, game: Any = None) -> tuple[Solution[Any, Any], int]:
    """Open the solved tiers of a folder as one solution, and return how many tiers are not solved.

    Raises:
        InputError: no tier is solved, or the tiers belong to another game.
        TableError: the folder is damaged, or the table of a tier to which others lead is missing.
    """
    store, left = solved_tiers(path, game)
    try:
        start = store.game.parse_state(read_settings(path).start)
    except Exception as error:
        raise TableError(f"{path} is wrong: its start is not a state ({error})") from error
    return Solution(store, start), left


def tiers_left(path: Path) -> bool:
    """Return whether some of the tiers of a folder are not solved yet."""
    children, _ = read_tiers(path)
    return any(not (folder_of(path, tier) / NAME).exists() for tier in children)


def solved_tiers(path: Path, game: Any = None) -> tuple[TierStore, int]:
    """Return the store of the solved tiers of a folder, and how many tiers are not solved.

    Raises:
        InputError: no tier is solved, or the tiers belong to another game.
        TableError: the folder is damaged.
    """
    solved = {folder.parent for folder in path.glob(f"tier-*/{NAME}")}  # before what they lead to is read
    (children, _), settings = read_tiers(path), read_settings(path)
    tiers = {
        tier: frozenset(row) for tier, row in sorted(children.items()) if folder_of(path, tier) in solved
    }
    if not tiers:
        raise InputError(
            f"{path} is not finished: 0 of {len(children):,} tiers are solved; "
            f"run gamekit solve --tiers {path} again to resume"
        )
    with_codes = settings.with_codes
    if game is None:
        game = game_of(settings.identity, f"{path} is a folder of tiers", with_codes=with_codes)
    identity = Identity.of(game, with_codes=with_codes)
    stores: dict[int, Store] = {}
    for tier, leads_to in tiers.items():
        store = open_store(folder_of(path, tier), game, identity)
        _check_chain(path, tier, leads_to, store)
        stores[tier] = store
    first = next(iter(stores.values()))
    seconds = _sum([part.info.seconds for part in stores.values()])
    statistics: dict[str, Any] = {"tiers": len(stores)}
    devices = {part.info.statistics["device"] for part in stores.values() if "device" in part.info.statistics}
    if devices:
        statistics["device"] = ", ".join(sorted(devices))
    if device := verified_on(path):
        statistics[VERIFIED_ON] = device
    info = attrs.evolve(first.info, statistics=statistics, seconds=seconds, is_part=False, path=path)
    return tier_store(game, info, stores, tiers), len(children) - len(tiers)


def _sum(seconds: Sequence[Mapping[str, float]]) -> dict[str, float]:
    phases = dict.fromkeys(chain(*seconds))
    return {phase: sum(times.get(phase, 0.0) for times in seconds) for phase in phases}


def _check_chain(path: Path, tier: int, children: frozenset[int], store: Store) -> None:
    """Check that a tier lies in its folder, and was solved with the tables of other tiers that are there."""
    if (recorded := store.info.statistics.get(TIER)) != tier:
        raise TableError(f"{folder_of(path, tier)} is wrong: it has the table of tier {recorded}")
    leads_to = store.info.statistics.get(LEADS_TO)
    if not isinstance(leads_to, dict) or set(leads_to) != set(map(str, children)):
        raise TableError(
            f"{folder_of(path, tier)} is wrong: its manifest and {TIERS} differ about the tiers that it leads to"
        )
    for child, checksum in leads_to.items():
        check_not_gone(path, int(child))
        if checksum_of(folder_of(path, int(child))) != checksum:
            raise TableError(
                f"{folder_of(path, tier)} does not belong here: it was solved with a table of tier {child} that "
                "differs from the one here"
            )
