"""`ClosedSet`: positions in which a player can stay for ever, and never gets less than some payoff.

If play without end pays enough, a player needs no win, only a set of positions that the other player cannot leave for a
worse end. The set is the largest with that property (a greatest fixpoint; Grädel, Thomas & Wilke, "Automata, Logics,
and Infinite Games", 2002, chapter 2, on safety games). Only the part that one strategy needs is looked at: a single
reply is tried at each position, and the next reply only once that one is known to be lost.

A position is lost if an end that pays too little can be forced there. That rests on finite play, so it is true whatever
was played before. If no position remains to be looked at, the positions that the replies lead to form a closed set.
"""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.solvers.proof.search import Search

BYTES_A_POSITION: Final = 800
"""The approximate number of bytes that the search for a closed set stores for a position."""

Node = tuple[Any, bool]
"""A position, and whether the player is to move there; in the mover's view, its code does not show that."""


@attrs.define
class ClosedSet:
    """The search for one closed set.

    Attributes:
        search: the search whose rules are used.
        player: the player who stays in the set.
        at_least: the least payoff that this player gets at every end.
        looked: the number of positions that were looked at.
    """

    search: Search
    player: int
    at_least: int
    _lost: set[Node] = attrs.field(factory=set, init=False)
    _untried: dict[Node, list[Node]] = attrs.field(factory=dict, init=False)
    _next: dict[Node, list[Node]] = attrs.field(factory=dict, init=False)
    _parents: dict[Node, list[Node]] = attrs.field(factory=dict, init=False)
    _waiting: list[Node] = attrs.field(factory=list, init=False)
    looked: int = attrs.field(default=0, init=False)

    def holds(self, position: Any, who: int, most: int) -> bool | None:
        """Return whether a position is in a closed set; None if more than `most` positions must be looked at to tell.

        The result is the same whether it is found by one call or by several with ever larger limits.

        Every call must be for the same position.
        """
        root = position, who == self.player
        if root not in self._parents:
            self._parents[root] = []
            self._waiting.append(root)
        while self._waiting and root not in self._lost:
            if self.looked >= most:
                return None
            node = self._waiting.pop()
            if node not in self._next and node not in self._lost:
                self._expand(node)
        return root not in self._lost

    def positions(self, position: Any, who: int) -> list[Any]:
        """Return the positions that prove that the player can stay: the kinds of positions that `Extraction` keeps."""
        root = position, who == self.player
        seen, waiting = {root}, [root]
        members = set() if root[1] else {root}
        while waiting:
            node = waiting.pop()
            for child in self._next[node]:
                if node[1] or not child[1]:
                    members.add(child)
                if child not in seen:
                    seen.add(child)
                    waiting.append(child)
        return [member for member, _ in members]

    def _expand(self, node: Node) -> None:
        search, (position, is_players) = self.search, node
        limits = search.limits
        if self.looked % limits.tuning.proof_check == 0 or limits.left(search.nodes) == 0:
            limits.check(search.nodes)
        self.looked += 1
        limits.aside += 1
        sign = 1 if self.player == 0 else -1
        ends, rest = [], []
        for child, other, payoff in search.children(position, self.player if is_players else 1 - self.player):
            if payoff is None:
                rest.append((child, other == self.player))
            else:
                ends.append(sign * payoff >= self.at_least)
        self._next[node] = []
        if is_players:
            if any(ends):
                return
            # replies that are known already cost nothing to try
            self._untried[node] = sorted(rest, key=lambda child: child in self._next)
            if not self._try_next(node):
                self._lose(node)
        elif not all(ends) or any(child in self._lost for child in rest):
            self._lose(node)
        else:
            self._follow(node, rest)

    def _try_next(self, node: Node) -> bool:
        """Choose the next reply that is not lost; return whether there is such a reply."""
        untried = self._untried[node]
        while untried:
            reply = untried.pop()
            if reply not in self._lost:
                self._follow(node, [reply])
                return True
        return False

    def _follow(self, node: Node, children: list[Node]) -> None:
        self._next[node] = children
        for child in children:
            if child not in self._parents:
                self._parents[child] = []
            if child not in self._next:
                self._waiting.append(child)
            self._parents[child].append(node)

    def _lose(self, node: Node) -> None:
        """Record that a position is lost, and update the positions that depend on it."""
        falling = [node]
        while falling:
            lost = falling.pop()
            if lost in self._lost:
                continue
            self._lost.add(lost)
            self._next.pop(lost, None)
            for parent in self._parents[lost]:
                if parent in self._lost or lost not in self._next[parent]:
                    continue
                if not parent[1] or not self._try_next(parent):
                    falling.append(parent)


@attrs.define
class ClosedSets:
    """The searches for closed sets that contain one position.

    Attributes:
        search: the search whose rules are used.
        most: the largest number of positions that the search for each set may look at.
    """

    search: Search
    most: int
    _sets: dict[tuple[int, int], ClosedSet] = attrs.field(factory=dict, init=False)

    @property
    def looked(self) -> int:
        """The number of positions that were looked at, for all sets."""
        return sum(closed_set.looked for closed_set in self._sets.values())

    @property
    def is_full(self) -> bool:
        """Whether the search for some set was given up because it may not look at more positions."""
        return any(closed_set.looked >= self.most for closed_set in self._sets.values())

    def holds(self, position: Any, who: int, player: int, at_least: int, most: int) -> bool | None:
        """Return whether a player can stay in a closed set, as `ClosedSet.holds` does."""
        closed_set = self._sets.setdefault((player, at_least), ClosedSet(self.search, player, at_least))
        return closed_set.holds(position, who, min(most, self.most))

    def positions(self, position: Any, who: int, player: int, at_least: int) -> list[Any]:
        """Return the positions of a closed set that was found."""
        self.holds(position, who, player, at_least, self.most)  # another process may have found it
        return self._sets[player, at_least].positions(position, who)
