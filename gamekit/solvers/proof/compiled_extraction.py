"""Certificates from a search with compiled rules, a layer of positions at a time."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Codes
from gamekit.engine.runtime.array_files import explained
from gamekit.solution.store import ranges
from gamekit.solvers.proof.compiled_search import CompiledSearch
from gamekit.solvers.proof.extraction_kernels import MISSING, CodeSet, choose, rank_all
from gamekit.solvers.proof.frames import MOVERS_VIEW
from gamekit.solvers.proof.search import CirclesError, RepetitionError
from gamekit.tables.certificate import Kind, no_ranks

LEAST_ROOM: Final = 1 << 12
"""The least number of codes that are merged at once."""


@attrs.define
class Layers:
    """Arrays of ascending codes; no code is in two of them.

    Attributes:
        room: the number of bytes that may be held in memory; the other arrays are in files, which the system removes.
        folder: the folder of these files; None for the system's folder of temporary files.
    """

    room: int
    folder: Path | None = None
    _arrays: list[Codes] = attrs.field(factory=list, init=False)
    _held: int = attrs.field(default=0, init=False)

    def add(self, codes: Codes) -> None:
        """Add an array."""
        if codes.nbytes + self._held > self.room:
            target = self._file(len(codes))
            target[:] = codes
            codes = target
        else:
            self._held += codes.nbytes
        self._arrays.append(codes)

    def merged(self) -> Codes:
        """Return all codes, ascending, and free the arrays."""
        arrays = [codes for codes in self._arrays if len(codes)]
        self._arrays = []
        total = sum(map(len, arrays))
        if 8 * total <= self.room or not arrays:
            merged: Codes = np.concatenate([*arrays, np.empty(0, dtype=np.int64)])
            merged.sort()
            return merged
        target, done = self._file(total), 0
        for begin, end in pairwise(_bounds(arrays, max(LEAST_ROOM, self.room // 32))):
            parts = [codes[slice(*np.searchsorted(codes, (begin, end)))] for codes in arrays]
            part = np.sort(np.concatenate(parts))
            target[done : done + len(part)] = part
            done += len(part)
        return target

    def _file(self, length: int) -> Codes:
        """Return an array in a file of its own, which is removed once the array is no longer used."""
        where = Path(tempfile.gettempdir()) if self.folder is None else self.folder
        with explained(where, "cannot write"), tempfile.TemporaryFile(dir=where) as file:
            # the disk's room is taken now: a mapped file that finds none later ends the process
            for begin in range(0, 8 * length, 1 << 24):
                file.write(bytes(min(1 << 24, 8 * length - begin)))
            file.flush()
            return np.memmap(file, dtype=np.int64, mode="r+", shape=(length,))


def _bounds(arrays: list[Codes], most: int) -> list[int]:
    """Return ascending limits that divide the range of all codes into intervals of about `most` codes at most."""
    step = max(1, most // (2 * len(arrays)))
    samples = np.sort(np.concatenate([codes[::step] for codes in arrays]))
    every = max(1, most // (2 * step))
    last = max(int(codes[-1]) for codes in arrays)
    return [*np.unique(samples[::every]).tolist(), last + 1]


NO_CODES: Final = np.empty(0, dtype=np.int64)

REPLIES_PER_LOOK: Final = 1 << 14
"""The number of replies that are searched for between two checks of the limits."""

MOST_STALE: Final = 16
"""The ratio of the number of places of a set to the number that it needs above which the set is rebuilt."""


class _TiersError(Exception):
    """Tiers do not show that play ends."""


@attrs.define
class _Waiting:
    """The positions of one progress or tier that were met and not yet processed, in arrays of codes.

    Attributes:
        kept: the positions of the certificate.
        forced: the positions in which the other player is to move.
        undecided: the positions in which the player of the claim is to move and needs a reply.
    """

    kept: list[Codes] = attrs.field(factory=list)
    forced: list[Codes] = attrs.field(factory=list)
    undecided: list[Codes] = attrs.field(factory=list)


def extract_compiled(
    search: CompiledSearch,
    root: int,
    who: int,
    player: int,
    at_least: int,
    kind: Kind,
    folder: Path | None = None,
) -> tuple[Codes, Codes, Kind]:
    """Return the codes of the positions of a certificate, ascending, their ranks, and its kind.

    If progress rises, or each move leads to a higher tier, or each to a lower one, play ends. Then no ranks are needed,
    and no position needs to be compared with earlier ones.

    If tiers show that play ends and memory runs out, files are written to `folder`, or to the system's temporary
    folder.
    """
    start = np.array([root], dtype=np.int64)
    undecided, forced = (start, NO_CODES) if who == player else (NO_CODES, start)
    if search.batch.rules.progress is not None or search.batch.rules.tier is not None:
        with suppress(_TiersError):
            layers = Layers(search.memory // search.limits.tuning.proof_share, folder)
            way = _in_order(search, undecided, forced, player, at_least, layers)
            members = layers.merged()
            return members, no_ranks(len(members)), way
    members, plies = _by_sets(search, undecided, forced, player, at_least)
    if kind == "safe":
        return members, no_ranks(len(members)), kind
    return members, _ranks(search, members, np.concatenate([*plies[::-1], NO_CODES]), player, at_least), kind


def _by_sets(
    search: CompiledSearch, undecided: Codes, forced: Codes, player: int, at_least: int
) -> tuple[Codes, list[Codes]]:
    """Return all positions of a certificate, ascending, and for each ply those in which the other player moves."""
    chosen = CodeSet()
    chosen.add(forced)
    members, seen = (
        forced,
        NO_CODES,
    )  # positions of the certificate, and those in which a reply was looked for
    layers: list[Codes] = []
    while len(forced) or len(undecided):
        layers.append(forced)
        seen = _union(seen, undecided)
        mine, theirs, replies = _next_ply(search, undecided, forced, player, at_least, chosen)
        replies, theirs = _without(replies, members), _without(theirs, members)
        members = _union(members, replies, theirs)
        forced, again = _by_turn(search, replies, player)
        forced, undecided = _union(theirs, forced), _without(_union(mine, again), seen)
    return members, layers


def _in_order(
    search: CompiledSearch, undecided: Codes, forced: Codes, player: int, at_least: int, layers: Layers
) -> Kind:
    """Add the positions to layers in the order of progress or tiers, and return the kind of the claim.

    After all positions of a progress or tier are processed, none is met again, because moves lead on to others.

    Raises:
        _TiersError: a move leads to the same tier, or not all of them lead the same way.
        RulesError: progress does not rise.
    """
    has_progress = search.batch.rules.progress is not None
    measure = search.batch.progress if has_progress else search.batch.tiers
    is_up: bool | None = True if has_progress else None
    start = np.concatenate([undecided, forced])
    chosen = CodeSet()
    waiting = {int(measure(start)[0]): _Waiting([forced], [forced], [undecided])}
    while waiting:
        here = (max if is_up is False else min)(waiting)
        now = waiting.pop(here)
        layers.add(_union(*now.kept))
        undecided, forced = _union(*now.undecided), _union(*now.forced)
        known = [codes for other in waiting.values() for codes in other.kept]
        if len(chosen.codes) > MOST_STALE * max(REPLIES_PER_LOOK, sum(map(len, known))):
            chosen = CodeSet()  # most were dealt with, and no move leads there any more
            chosen.add(_union(*known))
        mine, theirs, replies = _next_ply(search, undecided, forced, player, at_least, chosen)
        passed, again = _by_turn(search, replies, player)
        for codes, names in (
            (mine, ("undecided",)),
            (theirs, ("kept", "forced")),
            (passed, ("kept", "forced")),
            (again, ("kept", "undecided")),
        ):
            for there, part in _by_measure(measure, codes):
                if is_up is None:
                    is_up = there > here
                if there == here or (there > here) != is_up:
                    if has_progress:
                        _refuse(search, np.concatenate([undecided, forced]), part)
                    raise _TiersError
                entry = waiting.setdefault(there, _Waiting())
                for name in names:
                    getattr(entry, name).append(part)
    return "progress" if has_progress else "rise" if is_up else "fall"


def _by_measure(measure: Callable[[Codes], Codes], codes: Codes) -> Iterator[tuple[int, Codes]]:
    if not len(codes):
        return
    numbers = np.concatenate([measure(codes[part]) for part in ranges(len(codes), REPLIES_PER_LOOK)])
    for number in np.unique(numbers).tolist():
        yield number, codes[numbers == number]


def _refuse(search: CompiledSearch, codes: Codes, children: Codes) -> None:
    """Raise the error that progress does not rise with a move from one of `codes` to one of `children`."""
    child = int(children[0])
    for code in codes.tolist():
        if child in search.batch.expand(np.array([code], dtype=np.int64)).children:
            search.batch.refuse_progress(code, child)


def _next_ply(
    search: CompiledSearch, undecided: Codes, forced: Codes, player: int, at_least: int, chosen: CodeSet
) -> tuple[Codes, Codes, Codes]:
    """Return the positions of the next ply, each array ascending: the player's, the other's, and replies.

    The player needs one reply in each undecided position; in forced positions, the other player may make any move.
    Replies in `chosen`, which are known to be needed, are preferred; those of the next ply are added to it.
    """
    children, movers = _forced(search, forced, player)
    mine, theirs = children[movers == player], children[movers != player]
    chosen.add(theirs)
    replies = _replies(search, undecided, player, at_least, chosen)
    return mine, theirs, _union(replies[replies >= 0])


def _by_turn(search: CompiledSearch, replies: Codes, player: int) -> tuple[Codes, Codes]:
    """Return the replies after which the other player is to move, and those after which `player` is to move again."""
    if search.rules.turns == MOVERS_VIEW:
        return replies, NO_CODES
    again = search.batch.movers(replies) == player
    return replies[~again], replies[again]


def _union(*parts: Codes) -> Codes:
    """Return the different codes of some arrays, ascending; `np.unique` hashes, which takes longer."""
    parts = tuple(part for part in parts if len(part)) or (NO_CODES,)
    codes: Codes = np.concatenate(parts) if len(parts) > 1 else parts[0].copy()
    codes.sort()
    is_new = np.ones(len(codes), dtype=np.bool_)
    np.not_equal(codes[1:], codes[:-1], out=is_new[1:])
    return codes[is_new]


def _without(codes: Codes, others: Codes) -> Codes:
    """Return the codes that are not in `others`; both arrays are ascending."""
    if not len(others):
        return codes
    places = np.minimum(np.searchsorted(others, codes), len(others) - 1)
    remaining: Codes = codes[others[places] != codes]
    return remaining


def _forced(search: CompiledSearch, codes: Codes, player: int) -> tuple[Codes, NDArray[np.int8]]:
    """Return the successors, except ends, of positions in which the other player moves, and the successors' movers."""
    batch, tuning = search.batch, search.limits.tuning
    # an expansion holds up to this many successors of 8 bytes, and they are sorted and expanded in turn
    at_once = max(tuning.proof_task, search.memory // tuning.proof_share // (32 * batch.rules.max_successors))
    forced, waiting = NO_CODES, [NO_CODES]
    for part in ranges(len(codes), at_once):
        children = _union(batch.expand(codes[part]).children)
        parts = (children[some] for some in ranges(len(children), at_once))
        waiting += [few[batch.expand(few).counts > 0] for few in parts]
        if sum(map(len, waiting)) > len(forced):
            forced, waiting = _union(forced, *waiting), []
    forced = _union(forced, *waiting)
    if search.rules.turns == MOVERS_VIEW:
        return forced, np.full(len(forced), player, dtype=np.int8)
    return forced, batch.movers(forced)


def _replies(search: CompiledSearch, codes: Codes, player: int, at_least: int, chosen: CodeSet) -> Codes:
    """Return the code of a reply to each position in which the player is to move; `ENDS` if a move ends the game."""
    replies: Codes = np.empty(len(codes), dtype=np.int64)
    for part in ranges(len(codes), REPLIES_PER_LOOK):
        chosen.make_room(part.stop - part.start)
        table = search.table.for_kernels  # which grows where positions are searched again
        choose(search.rules, table, player, at_least, codes[part], chosen.codes, replies[part])
        search.limits.check(search.nodes)
        for i in (part.start + np.flatnonzero(replies[part] == MISSING)).tolist():
            replies[i] = _searched(search, codes[i : i + 1], player, at_least, chosen)
            chosen.add(replies[i : i + 1])
    return replies


def _searched(search: CompiledSearch, code: Codes, player: int, at_least: int, chosen: CodeSet) -> int:
    try:
        search.bound(int(code[0]), player, at_least)
        reply: Codes = np.empty(1, dtype=np.int64)
        choose(search.rules, search.table.for_kernels, player, at_least, code, chosen.codes, reply)
        if reply[0] != MISSING:
            return int(reply[0])
        for child, other, payoff in search.children(int(code[0]), player):  # the table is tiny
            if payoff is not None:
                continue
            if other == player and search.bound(child, other, at_least) >= at_least:
                return child
            if other != player and search.bound(child, other, 1 - at_least) <= -at_least:
                return child
    except RepetitionError:
        pass
    raise CirclesError


def _ranks(search: CompiledSearch, members: Codes, order: Codes, player: int, at_least: int) -> Codes:
    """Return the rank of each position in `members`; `order` has the positions of the last ply first, ranked first."""
    ranks: Codes = np.full(len(members), -1, dtype=np.int64)
    places = np.concatenate([np.searchsorted(members, order), np.arange(len(members))])
    while len(places):
        rank_all(search.rules, player, at_least, members, places, ranks)
        search.limits.check(search.nodes)
        left = places[ranks[places] < 0]
        if len(left) == len(places):
            raise CirclesError
        places = left
    return ranks
