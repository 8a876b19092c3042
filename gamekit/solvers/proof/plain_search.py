"""`PlainSearch`: bounds on the values of positions, by plain rules; the algorithms are those of the kernels."""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import LimitError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import names_order, states_progress
from gamekit.solvers.proof.limits import DEEPEST, Limits, LoopError
from gamekit.tables.saving import checked_text

BYTES: Final = 600
"""What a position takes in the table, roughly."""


LEAST, MOST = -(1 << 40), 1 << 40
"""The bounds of a position of which nothing is known."""

UNKNOWN: Final = LEAST, MOST, None
"""What the table would hold of it: the bounds, and the best successor."""

Position = Hashable


class _Frame:
    """A position on the path: its mover, the payoff wanted, the successors to be searched, and the best bound."""

    __slots__ = ("at", "best", "children", "position", "progress", "want", "who")

    def __init__(self, position: Any, who: int, want: int) -> None:
        self.position, self.who, self.want = position, who, want
        self.children: list[tuple[Any, int]] | None = None
        self.at, self.best, self.progress = 0, LEAST, 0


class PlainSearch:
    """A search by plain rules; positions are representatives of states. The methods are those of `CompiledSearch`."""

    name = "plain"
    nodes_per_look = 1

    def __init__(self, rules: Rules[Any, Any], memory: int, limits: Limits) -> None:
        self.rules, self.limits = rules, limits
        self._has_order, self._has_progress = names_order(rules.game), states_progress(rules.game)
        self.most = max(memory // BYTES, 1)
        self.nodes = self.largest = 0
        self.bounds: dict[Any, tuple[int, int, Any]] = {}
        self._plies: dict[tuple[int, int], dict[tuple[Any, bool], tuple[int, int]]] = {}
        self._path: list[_Frame] = []
        self._result: int | None = None
        self._checked = self._every = 0

    def mover(self, position: Any) -> int:
        return self.rules.mover(position)

    def outcome(self, position: Any) -> int | None:
        return self.rules.outcome(position)

    def children(self, position: Any, who: int) -> list[tuple[Any, int, int | None]]:
        """Return the successors of a position: each with its mover, and with its payoff to player 0 if it is an end."""
        found: list[tuple[Any, int, int | None]] = []
        for child in self.rules.successors(position):
            payoff = self.rules.outcome(child)
            if payoff is not None:
                self.largest = max(self.largest, abs(payoff))
            found.append((child, who if payoff is not None else self.rules.mover(child), payoff))
        return found

    def _progress(self, position: Any) -> int:
        """Return the progress of a position; sooner than `Rules` does, which look at each call."""
        try:
            found = self.rules.game.progress_of(position)
        except Exception:
            found = None
        return found if type(found) is int else self.rules.progress(position)  # which says what is wrong

    def _check(self, path: list[_Frame], result: int | None) -> None:
        """Look at the limits, between two steps of a search."""
        self._checked = self.nodes
        self._path, self._result = path, result
        self.limits.check(self.nodes)
        self._every = min(self.limits.tuning.proof_check, self.limits.left(self.nodes))
        if len(self.bounds) + sum(map(len, self._plies.values())) > self.most:
            raise LimitError(f"{self.most:,} positions, for which there is memory, were kept")

    def bound(self, position: Any, who: int, want: int, *, resume: bool = False) -> int:
        bounds, path = self.bounds, self._path if resume else [_Frame(position, who, want)]
        on_path = {frame.position for frame in path if frame.children is not None}
        result = self._result if resume else None
        while path:
            if self.nodes - self._checked >= self._every:
                self._check(path, result)
            frame = path[-1]
            if result is not None:
                best_child, player = frame.children[frame.at]  # type: ignore[index]
                bound = result if player == frame.who else -result
                if bound > frame.best:
                    frame.best = bound
                frame.at += 1
                is_cut = bound >= frame.want
            else:
                lower, upper, best_child = bounds.get(frame.position, UNKNOWN)
                if lower >= frame.want or upper < frame.want:
                    result = lower if lower >= frame.want else upper
                    path.pop()
                    continue
                if self._has_progress:
                    frame.progress = self._progress(frame.position)
                    if len(path) > 1 and frame.progress <= path[-2].progress:
                        self.rules.check_progress(path[-2].position, frame.position)
                elif frame.position in on_path or len(path) > DEEPEST:
                    raise LoopError
                is_cut, best_child = self._open(frame, best_child)
                on_path.add(frame.position)
            if is_cut or frame.at == len(frame.children):  # type: ignore[arg-type]
                result = frame.best
                lower, upper, known = bounds.get(frame.position, UNKNOWN)
                if is_cut:
                    bounds[frame.position] = max(lower, result), upper, best_child
                else:
                    bounds[frame.position] = lower, min(upper, result), known
                on_path.discard(frame.position)
                path.pop()
                continue
            child, player = frame.children[frame.at]  # type: ignore[index]
            path.append(_Frame(child, player, frame.want if player == frame.who else 1 - frame.want))
            result = None
        assert result is not None
        return result

    def _open(self, frame: _Frame, hint: Any) -> tuple[bool, Any]:
        """Find the successors of a position that are to be searched; return whether one decides, and that or `hint`.

        Of a position in the table, `outcome` is not called again.
        """
        frame.children = children = []
        self.nodes += 1
        rules, bounds, who, want = self.rules, self.bounds, frame.who, frame.want
        best, rest = frame.best, []
        for child in rules.successors(frame.position):
            known = bounds.get(child)
            payoff = rules.outcome(child) if known is None else None
            if payoff is None:
                rest.append((child, known))
                continue
            if abs(payoff) > self.largest:
                self.largest = abs(payoff)
            bound = payoff if who == 0 else -payoff
            if bound > best:
                frame.best = best = bound
                if bound >= want:
                    return True, child
        for child, known in rest:
            player = rules.mover(child)
            if known is not None:
                lower, upper = (known[0], known[1]) if player == who else (-known[1], -known[0])
                if lower >= want:
                    frame.best = max(best, lower)
                    return True, child
                if upper < want:
                    best = max(best, upper)
                    continue
            children.append((child, player))
        frame.best = best
        if len(children) > 1:
            self._sort(children, who, hint)
        return False, hint

    def _sort(self, children: list[tuple[Any, int]], who: int, hint: Any) -> None:
        """Put the successor that was best before first, and the others by the rules' `order`, if they have one."""
        if self._has_order:
            order = self.rules.order
            children.sort(key=lambda pair: -order(pair[0]) if pair[1] == who else order(pair[0]))
        if hint is not None:
            children.sort(key=lambda pair: pair[0] != hint)

    def within(
        self, position: Any, who: int, player: int, at_least: int, plies: int, *, resume: bool = False
    ) -> bool:
        known = self._plies.setdefault((player, at_least), {})
        path = self._path if resume else [_Frame(position, who, plies)]
        result = self._result if resume else None
        while path:
            if self.nodes - self._checked >= self._every:
                self._check(path, result)
            frame = path[-1]
            forces = frame.who == player
            if result is not None:
                frame.at += 1
                is_cut = result == forces
            else:
                suffice, least = known.get((frame.position, forces), (MOST, 0))
                if suffice <= frame.want or least > frame.want:
                    result = suffice <= frame.want
                    path.pop()
                    continue
                if frame.want == 0:
                    result = False
                    path.pop()
                    continue
                is_cut = self._open_within(frame, player, at_least)
            assert frame.children is not None
            if is_cut or frame.at == len(frame.children):
                result = forces if is_cut else not forces
                suffice, least = known.get((frame.position, forces), (MOST, 0))
                if result:
                    suffice = min(suffice, frame.want)
                else:
                    least = max(least, frame.want + 1)
                known[frame.position, forces] = suffice, least
                path.pop()
                continue
            child, other = frame.children[frame.at]
            path.append(_Frame(child, other, frame.want - 1))
            result = None
        assert result is not None
        return bool(result)

    def forget(self) -> None:
        """Discard everything found so far."""
        self.bounds.clear()
        self._plies.clear()

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all that what is found next depends on, as one array: bytes of JSON in which states are texts."""

        def text(position: Any) -> str | None:
            return None if position is None else checked_text(self.rules.game, position)

        path = [
            (
                text(frame.position),
                frame.who,
                frame.want,
                frame.at,
                frame.best,
                None if frame.children is None else [(text(child), who) for child, who in frame.children],
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
            "result": self._result,
            "checked": self._checked,
        }
        return {"plain": np.frombuffer(json.dumps(content).encode(), np.uint8)}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go on from a state.

        Raises:
            KeyError: it is none.
            ValueError: it is none.
        """
        content = json.loads(state["plain"].tobytes())

        def position(text: str | None) -> Any:
            return None if text is None else self.rules.game.parse_state(text)

        self.bounds = {position(p): (lower, upper, position(q)) for p, lower, upper, q in content["bounds"]}
        self._plies = {
            tuple(claim): {(position(p), forces): tuple(pair) for p, forces, *pair in known}
            for claim, known in content["plies"]
        }
        self._path = []
        for text, who, want, at, best, children in content["path"]:
            frame = _Frame(position(text), who, want)
            frame.at, frame.best = at, best
            if self._has_progress:
                frame.progress = self._progress(frame.position)
            if children is not None:
                frame.children = [(position(child), other) for child, other in children]
            self._path.append(frame)
        self._result, self._checked = content["result"], content["checked"]

    def _open_within(self, frame: _Frame, player: int, at_least: int) -> bool:
        """Find the successors of a position that are to be searched; return whether one decides."""
        frame.children = []
        forces, left = frame.who == player, frame.want - 1
        known = self._plies[player, at_least]
        open_children: list[tuple[int, int, tuple[Any, int]]] = []
        self.nodes += 1
        for child, other, payoff in self.children(frame.position, frame.who):
            if payoff is not None:
                if ((payoff if player == 0 else -payoff) >= at_least) == forces:
                    return True
                continue
            suffice, least = known.get((child, other == player), (MOST, 0))
            if (suffice <= left and forces) or (least > left and not forces):
                return True
            if suffice > left and least <= left:
                open_children.append((least if forces else -least, len(open_children), (child, other)))
        frame.children = [child for *_, child in sorted(open_children)]
        return False
