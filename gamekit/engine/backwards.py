"""Retrograde analysis in rounds: each layer of states tells its parents, which that may resolve.

Layers are those of a breadth-first search from the ends, so that a state's layer is its remoteness; payoffs are taken
in the order of Washburn's sorted sweeps, as in `gamekit.solvers.retrograde`. In a round the states of a layer are dealt
out to tasks, which collect what they tell their parents, shard by shard; every shard then sees which of its states that
resolves.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from itertools import chain
from typing import Final

from gamekit.engine.chunks import chunks_of
from gamekit.engine.columns import UNRESOLVED, Columns
from gamekit.engine.keeping import Done, Keeper, Piece, bundles, joined, parts_of, whole
from gamekit.engine.parents import Parents
from gamekit.engine.regions import Message, Region, Regions
from gamekit.engine.rounds import run_round
from gamekit.engine.shards import Cut
from gamekit.engine.work import Work
from gamekit.values import BOTH, FIRST, SECOND, sweep_order, who_hurries

ROUND: Final = 1 << 23
"""How many states tell their parents in a round at most; a larger layer takes several."""

CHUNK: Final = 1 << 16


def sweeps(payoffs: Iterable[int], infinite_play: int, *, from_movers_view: bool) -> list[list[Message]]:
    """Return the payoffs in the order to take them, those together that are the same end from either side."""
    if not from_movers_view:
        order = sweep_order(payoffs, infinite_play)
        return [[Message(payoff, payoff, who_hurries(payoff, infinite_play))] for payoff in order]
    return [
        # every mover is 0 here: FIRST wants all of it, SECOND none
        [Message(-size, size, FIRST), Message(size, -size, SECOND)] if size else [Message(0, 0, BOTH)]
        for size in sweep_order({abs(payoff) for payoff in payoffs}, infinite_play)
    ]


def solve_backwards(
    work: Work, regions: Regions, parents: Parents, in_turn: list[list[Message]], states: int
) -> int:
    """Give every state its value and remoteness; return how many rounds it took.

    Args:
        work: runs the rounds.
        regions: the states.
        parents: how they get to know their parents.
        in_turn: for each sweep what is told in it.
        states: how many states there are.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: it takes more memory than was planned and is allowed.
    """
    resolved = rounds = 0
    for messages in in_turn:
        layer = {message.worth: _level(work, regions, message.worth) for message in messages}
        plies = 0
        while number := sum(map(len, chain.from_iterable(layer.values()))):
            resolved += number
            plies += 1
            regions.make_room(work, plies)
            found: dict[int, list[Piece]] = {message.worth: [] for message in messages}
            for message in messages:
                for telling in bundles(layer[message.worth], ROUND):
                    work.progress("solving backwards", resolved, states)
                    found[message.for_parents] += _round(work, regions, parents, telling, message, plies)
                    rounds += 1
                    _let_go(work, regions, layer, found)
                    work.budget.watch(f"solving backwards, {resolved:,} states so far")
            layer = found
            _let_go(work, regions, layer)
    return rounds


def _let_go(work: Work, regions: Regions, *layers: dict[int, list[Piece]]) -> None:
    """Let go of what states were told, once they have heard it."""
    pieces = chain.from_iterable(chain.from_iterable(layer.values()) for layer in layers)
    work.keep_only(chain(regions.live(), (piece.kept for piece in pieces)))


def _level(work: Work, regions: Regions, worth: int) -> list[Piece]:
    """Return the places where the game is over with this payoff."""
    asked = ((regions[shard], worth) for shard in range(regions.cut.shards))
    return [whole(done.kept[0], shard) for shard, done in enumerate(work.round(ended, asked)) if done.kept]


def ended(keep: Keeper, region: Region, worth: int) -> Done:
    """Keep the places of a region where the game is over with this payoff, if any."""
    places = region.ended(worth)
    return Done((keep(places),)) if len(places) else Done()


def _round(
    work: Work, regions: Regions, parents: Parents, telling: list[Piece], message: Message, plies: int
) -> list[Piece]:
    """Let states tell their parents; return those that are resolved by it, shard by shard."""
    inboxes: list[list[Piece]] = [[] for _ in range(regions.cut.shards)]
    asked = (
        (parents, regions.cut, [(regions[piece.shard], piece) for piece in bundle])
        for bundle in bundles(telling, work.coarse * CHUNK)
    )
    for done in work.round(tell, asked):
        for inbox, piece in zip(inboxes, parts_of(done.kept[0]), strict=True):
            if len(piece):
                inbox.append(piece)
    listening = [shard for shard, inbox in enumerate(inboxes) if inbox]
    heard = work.round(
        listen, ((parents, regions[shard], message, plies, inboxes[shard]) for shard in listening)
    )
    found = []
    for shard, done in zip(listening, heard, strict=True):
        inboxes[shard].clear()
        regions.resolved(shard, done, message, plies)
        if done.kept and done.kept[0].ends[-1]:
            found.append(whole(done.kept[0], shard))
    return found


def tell(keep: Keeper, parents: Parents, cut: Cut, telling: list[tuple[Region, Piece]]) -> Done:
    """Keep what states tell their parents, by shard."""
    told = parents.told_by((region, piece.read()) for region, piece in telling)
    return Done((keep(*cut.part(told)),))


def listen(
    keep: Keeper, parents: Parents, region: Region, message: Message, plies: int, inbox: list[Piece]
) -> Done:
    """Resolve what can be resolved in a shard; keep the places of those states first of all, if there are any."""
    return region.resolve(keep, parents.places(region, joined(inbox)), message, plies)


def settle(columns: Columns, infinite_play: int, executor: Executor) -> None:
    """Let what is left over be endless play; then nothing has successors without a value any more."""
    parts = ((columns, infinite_play, part) for part in chunks_of(len(columns.value), 1 << 20))
    for _ in run_round(executor, settle_part, parts):
        pass
    columns.left = columns.left[:0].copy()


def settle_part(columns: Columns, infinite_play: int, part: slice) -> None:
    """Let what is left over in a range of places be endless play."""
    endless = columns.value[part] == UNRESOLVED
    columns.value[part][endless] = infinite_play
    columns.remoteness[part][endless] = columns.never
