"""The order of forms and of their sums, as checkers of partizan values compare them: by the definition.

This shares no code with the arithmetic of canonical forms. G ≤ H if no Left option of G is at least H, and no Right
option of H at most G; G = H if each is at most the other, which is that G - H is won by the second player.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain

from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.cgt.time_limit import require_time

Forms = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Left's and Right's options of each form, as numbers of earlier ones."""

Games = tuple[int, ...]
"""A sum: the numbers of its forms and other games, in any order; the empty sum is 0."""


class FormComparison:
    """Compares sums of forms by the definition, each pair once.

    Attributes:
        forms: the forms.
        options: Left's and Right's options of each form and of each game that was added, as sums.
        is_form: a function that returns whether the game with given Left and Right options equals a given form.
    """

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.options: list[tuple[tuple[Games, ...], tuple[Games, ...]]] = []
        for left, right in forms:
            self.add(((option,) for option in left), ((option,) for option in right))
        self._known: dict[tuple[Games, Games], bool] = {}
        self.is_form: Callable[[frozenset[int], frozenset[int], int], bool] = cache(self._is_form)

    def add(self, left: Iterable[Games], right: Iterable[Games]) -> int:
        """Add a game whose options are sums, and return its number."""
        self.options.append((tuple(left), tuple(right)))
        return len(self.options) - 1

    def at_most(self, first: Games, second: Games) -> bool:
        """Return whether the first sum is at most the second. There is no recursion, so games may be of any depth."""
        start = _cancelled(first, second)
        opened: dict[tuple[Games, Games], Iterator[tuple[Games, Games]]] = {}
        stack = [start]
        while stack:
            require_time()
            pair = stack[-1]
            if pair in self._known:
                stack.pop()
                continue
            refutations = opened.setdefault(pair, self._refutations(*pair))
            refuted = False
            for refutation in refutations:
                if refutation not in self._known:
                    # it is looked at again once it is known
                    opened[pair] = chain([refutation], refutations)
                    stack.append(refutation)
                    break
                if self._known[refutation]:
                    refuted = True
                    break
            else:
                self._known[pair] = True
                opened.pop(pair)
            if refuted:
                self._known[pair] = False
                opened.pop(pair)
        return self._known[start]

    def are_equal(self, first: Games, second: Games) -> bool:
        """Return whether neither player wins the difference of two sums by moving first."""
        return self.at_most(first, second) and self.at_most(second, first)

    def _is_form(self, left: frozenset[int], right: frozenset[int], form: int) -> bool:
        """Return whether the game with these forms as options equals another form.

        An option of the game is refuted by an option of the form that is as good, or by a reply that is no better than
        the form; and so are the form's options.
        """
        if (left, right) == tuple(map(frozenset, self.forms[form])):
            return True
        game = self.add(((option,) for option in left), ((option,) for option in right))
        return self.are_equal((game,), (form,))

    def fault_of_form(self, number: int, near: Games = ()) -> str | None:
        """Return the reason why a form is not canonical: a repeated, dominated or reversible option; else None.

        Args:
            number: the number of the form.
            near: a sum; a game that is worse than another by at most this sum counts as good enough.
        """
        for side, options in enumerate(self.forms[number]):
            if len(set(options)) < len(options):
                return "it names an option twice"
            for option in options:
                for other in options:
                    if other != option and self.is_at_least_as_good(other, option, side, near):
                        return f"its option {other} dominates {option}"
                for reply in self.forms[option][1 - side]:
                    if self.is_at_least_as_good(number, reply, side, near):
                        return f"its option {option} is reversible through {reply}"
        return None

    def is_at_least_as_good(self, form: int, other: int, player: int, near: Games = ()) -> bool:
        """Return whether a player likes a form at least as much as another one, or is worse off by `near` at most."""
        worse, better = ((other,), (form,)) if player == LEFT else ((form,), (other,))
        return self.at_most(worse, (*better, *near))

    def _refutations(self, first: Games, second: Games) -> Iterator[tuple[Games, Games]]:
        """Yield the pairs (H, G') and (H', G) for Left's moves in G and Right's in H; G ≤ H if none is in order."""
        for option in self._options(first, LEFT):
            yield _cancelled(second, option)
        for option in self._options(second, RIGHT):
            yield _cancelled(option, first)

    def _options(self, games: Games, player: int) -> Iterator[Games]:
        for i, game in enumerate(games):
            if game not in games[:i]:
                for option in self.options[game][player]:
                    yield *games[:i], *option, *games[i + 1 :]


def _cancelled(first: Games, second: Games) -> tuple[Games, Games]:
    """Return two sums without the summands that they have in common."""
    left, right = [], list(second)
    for game in first:
        if game in right:
            right.remove(game)
        else:
            left.append(game)
    return tuple(sorted(left)), tuple(sorted(right))
