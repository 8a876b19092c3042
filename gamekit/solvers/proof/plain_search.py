"""`PlainSearch`: bounds on the values of positions, with plain rules; the algorithms are those of the kernels."""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np

from gamekit.errors import LimitError
from gamekit.game.checked_rules import Rules
from gamekit.game.checked_values import PAYOFF_LIMIT
from gamekit.game.protocol import states_progress
from gamekit.game.sentences import counted
from gamekit.solvers.proof.search import DEEPEST_PATH, RepetitionError, Search, SearchLimits, SearchState
from gamekit.tables.saving import checked_text

BYTES_A_POSITION: Final = 600
"""The approximate number of bytes of a position in the table."""


LEAST, MOST = -PAYOFF_LIMIT - 1, PAYOFF_LIMIT + 1
"""The bounds of a position of which nothing is known."""

NO_BOUNDS: Final[tuple[int, int, Any]] = LEAST, MOST, None
"""The entry of a position of which nothing is known: the bounds, and the best successor."""


class _Frame:
    """A position on the path: its mover, the payoff wanted or the plies left, and the best bound so far.

    Attributes:
        children: the successors that are still to be searched, the next one last; none until the position is expanded.
        known: the table's entry of the position when it was expanded.
    """

    __slots__ = ("best", "children", "known", "position", "progress", "want", "who")

    def __init__(self, position: Any, who: int, want: int) -> None:
        self.position, self.who, self.want = position, who, want
        self.children: list[Any] = []
        self.best, self.known, self.progress = LEAST, NO_BOUNDS, 0


class PlainSearch(Search):
    """A search with plain rules; positions are representatives of states."""

    name = "plain"
    nodes_per_look = 1

    def __init__(self, rules: Rules[Any, Any], memory: int, limits: SearchLimits) -> None:
        self.rules, self.limits = rules, limits
        self._has_order, self._has_progress = rules.game.has_order, states_progress(rules.game)
        # without symmetry, moves seldom lead to the same position
        self._expand = rules.successors if rules.has_symmetry else rules.children_as_given
        self.most = max(memory // BYTES_A_POSITION, 1)
        self.nodes = self.largest = 0
        self.bounds: dict[Any, tuple[int, int, Any]] = {}
        self._plies: dict[tuple[int, int], dict[tuple[Any, bool], tuple[int, int]]] = {}
        self._path: list[_Frame] = []
        self._next_check = 0

    def children(self, position: Any, who: int) -> list[tuple[Any, int, int | None]]:
        children: list[tuple[Any, int, int | None]] = []
        for child in self.rules.successors(position):
            payoff = self.rules.outcome(child)
            if payoff is not None:
                self.largest = max(self.largest, abs(payoff))
            children.append((child, who if payoff is not None else self.rules.mover(child), payoff))
        return children

    def _check(self, path: list[_Frame]) -> None:
        """Check the limits, before the last position of a path is expanded."""
        self._path = path
        self.limits.check(self.nodes)
        self._next_check = self.nodes + min(self.limits.tuning.proof_check, self.limits.left(self.nodes))
        if len(self.bounds) + sum(map(len, self._plies.values())) > self.most:
            raise LimitError(f"the memory for {counted(self.most, 'position')} is used up")

    def bound(self, position: Any, who: int, want: int, *, resume: bool = False) -> int:
        bounds, has_progress, mover = self.bounds, self._has_progress, self.rules.mover
        path = self._path if resume else [_Frame(position, who, want)]
        on_path = {frame.position for frame in path[:-1]}
        self._next_check = self.nodes
        while True:
            frame = path[-1]
            lower, upper, _ = frame.known = bounds.get(frame.position, NO_BOUNDS)
            if lower >= frame.want or upper < frame.want:
                result: int | None = lower if lower >= frame.want else upper
            else:
                if self.nodes >= self._next_check:
                    self._check(path)
                if has_progress:
                    frame.progress = self.rules.progress(frame.position)
                    if len(path) > 1 and frame.progress <= path[-2].progress:
                        self.rules.check_progress(path[-2].position, frame.position)
                elif frame.position in on_path or len(path) > DEEPEST_PATH:
                    raise RepetitionError
                else:
                    on_path.add(frame.position)
                result = self._open(frame)
            while result is not None:
                path.pop()
                if not has_progress:
                    on_path.discard(frame.position)
                if not path:
                    return result
                above, child = path[-1], path[-1].children.pop()
                bound = result if frame.who == above.who else -result
                if bound > above.best:
                    above.best = bound
                is_decided = bound >= above.want or not above.children
                result = self._keep(above, above.best, child) if is_decided else None
                frame = above
            child = frame.children[-1]
            player = mover(child)
            path.append(_Frame(child, player, frame.want if player == frame.who else 1 - frame.want))

    def _open(self, frame: _Frame) -> int | None:
        """Find the successors of a position that are to be searched; return its bound if no search is needed.

        For a position in the table, `outcome` is not called again.
        """
        self.nodes += 1
        rules, bounds, who, want = self.rules, self.bounds, frame.who, frame.want
        best, children, held = LEAST, [], []
        for child in self._expand(frame.position):
            try:
                known = bounds.get(child)
            except Exception:
                rules.hashable(child)
                raise
            if known is not None:
                held.append((child, known))
            elif (payoff := rules.outcome(child)) is not None:
                if abs(payoff) > self.largest:
                    self.largest = abs(payoff)
                bound = payoff if who == 0 else -payoff
                if bound > best:
                    best = bound
                    if bound >= want:
                        return self._keep(frame, bound, child)
                continue
            children.append(child)
        for child, (lower, upper, _) in held:
            if rules.mover(child) != who:
                lower, upper = -upper, -lower
            if lower >= want:
                return self._keep(frame, lower, child)
            if upper < want:
                best = max(best, upper)
                children.remove(child)
        if not children:
            return self._keep(frame, best)
        frame.best = best
        if len(children) > 1:
            self._sort(children, who, frame.known[2])
        children.reverse()
        frame.children = children
        return None

    def _keep(self, frame: _Frame, bound: int, child: Any = None) -> int:
        """Store a bound of a position in the table: a lower one, with the successor that gives it, or an upper one."""
        lower, upper, hint = frame.known
        self.bounds[frame.position] = (bound, upper, child) if bound >= frame.want else (lower, bound, hint)
        return bound

    def _sort(self, children: list[Any], who: int, hint: Any) -> None:
        """Order successors: first the one that was best before, then the others by the rules' `order`, if defined."""
        if self._has_order:
            order, mover = self.rules.order, self.rules.mover
            children.sort(key=lambda child: -order(child) if mover(child) == who else order(child))
        if hint is not None:
            children.sort(key=lambda child: child != hint)

    def within(
        self, position: Any, who: int, player: int, at_least: int, plies: int, *, resume: bool = False
    ) -> bool:
        known = self._plies.setdefault((player, at_least), {})
        path = self._path if resume else [_Frame(position, who, plies)]
        self._next_check = self.nodes
        while True:
            frame = path[-1]
            suffice, least = known.get((frame.position, frame.who == player), (MOST, 0))
            if suffice <= frame.want or least > frame.want or frame.want == 0:
                result: bool | None = suffice <= frame.want
            else:
                if self.nodes >= self._next_check:
                    self._check(path)
                result = self._open_within(frame, player, at_least)
            while result is not None:
                path.pop()
                if not path:
                    return result
                frame = path[-1]
                frame.children.pop()
                is_decided = result == (frame.who == player) or not frame.children
                result = self._keep_plies(known, frame, player, result) if is_decided else None
            child = frame.children[-1]
            path.append(_Frame(child, self.rules.mover(child), frame.want - 1))

    def _open_within(self, frame: _Frame, player: int, at_least: int) -> bool | None:
        """Find the successors of a position that are to be searched; return the result if no search is needed."""
        forces, left = frame.who == player, frame.want - 1
        known = self._plies[player, at_least]
        open_children: list[tuple[int, int, Any]] = []
        self.nodes += 1
        for child, other, payoff in self.children(frame.position, frame.who):
            if payoff is not None:
                if ((payoff if player == 0 else -payoff) >= at_least) == forces:
                    return self._keep_plies(known, frame, player, forces)
                continue
            suffice, least = known.get((child, other == player), (MOST, 0))
            if (suffice <= left and forces) or (least > left and not forces):
                return self._keep_plies(known, frame, player, forces)
            if suffice > left and least <= left:
                open_children.append((least if forces else -least, len(open_children), child))
        if not open_children:
            return self._keep_plies(known, frame, player, not forces)
        frame.children = [child for *_, child in sorted(open_children, reverse=True)]
        return None

    def _keep_plies(self, known: dict[Any, tuple[int, int]], frame: _Frame, player: int, can: bool) -> bool:
        key = frame.position, frame.who == player
        suffice, least = known.get(key, (MOST, 0))
        known[key] = (min(suffice, frame.want), least) if can else (suffice, max(least, frame.want + 1))
        return can

    def forget(self) -> None:
        self.bounds.clear()
        self._plies.clear()

    def state(self) -> SearchState:
        """Return one array: bytes of JSON in which states are texts."""

        def text(position: Any) -> str | None:
            return None if position is None else checked_text(self.rules.game, position)

        path = [
            (
                text(frame.position),
                frame.who,
                frame.want,
                frame.best,
                [text(child) for child in frame.children],
            )
            for frame in self._path
        ]
        content = {
            "bounds": [(text(p), lower, upper, text(q)) for p, (lower, upper, q) in self.bounds.items()],
            "plies": [
                (claim, [(text(p), forces, *pair) for (p, forces), pair in known.items()])
                for claim, known in self._plies.items()
            ],
            "path": path,
        }
        return {"plain": np.frombuffer(json.dumps(content).encode(), np.uint8)}

    def restore(self, state: SearchState) -> None:
        content = json.loads(state["plain"].tobytes())

        def position(text: str | None) -> Any:
            return None if text is None else self.rules.game.parse_state(text)

        bounds = {position(p): (lower, upper, position(q)) for p, lower, upper, q in content["bounds"]}
        plies = {
            tuple(claim): {(position(p), forces): tuple(pair) for p, forces, *pair in known}
            for claim, known in content["plies"]
        }
        path = []
        for text, who, want, best, children in content["path"]:
            frame = _Frame(position(text), who, want)
            frame.best, frame.children = best, [position(child) for child in children]
            frame.known = bounds.get(frame.position, NO_BOUNDS)
            if self._has_progress:
                frame.progress = self.rules.progress(frame.position)
            path.append(frame)
        self.bounds, self._plies, self._path = bounds, plies, path
