"""Tame, restive, restless and wild games: how far the theory of nim goes in misère play.

Sources: J. Conway, "On Numbers and Games", chapter 12; E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapter 13.
"""

from __future__ import annotations

from typing import Final, Literal

from gamekit.cgt.misere.forms import MisereForm, followers
from gamekit.cgt.misere.genus import Genus, genus_of_options

SMALL_HEAPS: Final = {Genus(0, (1, 2, 0)), Genus(1, (0, 3, 1))}
"""The genera of no heap and of a heap of one."""

TWO_EQUAL_HEAPS: Final = {Genus(0, (0, 2)), Genus(1, (1, 3))}
"""The genera of two equal nim heaps of two or more, and of these beside a heap of one."""

Tameness = Literal["tame", "restive", "restless", "wild"]


def tameness(form: MisereForm) -> Tameness:
    """Return how a game behaves in sums in misère play.

    A game is tame if it may be replaced by a sum of nim heaps with its genus, beside other such games. That is so if
    its genus is one of nim, its tame options alone give it this genus, and each other option is reversible: it has a
    tame option with the same genus or, if this is 0^02 or 1^13, tame options with the genera 0^120 and 1^031. If a game
    is not tame, but its options are, it is restive if its Grundy value is 0 or 1, and restless if its misère Grundy
    value is. All other games are wild.

    >>> from gamekit.cgt import load_ruleset, misere_canonical_form
    >>> kayles = load_ruleset("kayles")
    >>> [tameness(misere_canonical_form(kayles, (heap,))) for heap in (4, 5, 7, 9)]
    ['tame', 'restless', 'tame', 'wild']
    """
    genera: dict[MisereForm, Genus] = {}
    tame: set[MisereForm] = set()
    for follower in followers(form):
        options = follower.options
        genera[follower] = genus = genus_of_options([genera[option] for option in options])
        of_tame = genus_of_options([genera[option] for option in options & tame])
        enough = SMALL_HEAPS if genus in TWO_EQUAL_HEAPS else {genus}
        replies = ({genera[reply] for reply in option.options & tame} for option in options - tame)
        if (
            is_of_nim(genus)
            and genus == of_tame
            and all(genus in reached or enough <= reached for reached in replies)
        ):
            tame.add(follower)
    if form in tame:
        return "tame"
    if not form.options <= tame:
        return "wild"
    return "restive" if genera[form].grundy < 2 else "restless"


def is_of_nim(genus: Genus) -> bool:
    """Return whether a sum of nim heaps has a genus.

    >>> is_of_nim(Genus(0, (0, 2))), is_of_nim(Genus(0, (1, 2, 0))), is_of_nim(Genus(4, (1, 4, 6)))
    (True, True, False)
    """
    alone = {0: (1, 2, 0), 1: (0, 3, 1)}.get(genus.grundy)  # of heaps that are all smaller than 2
    return genus.misere in ((genus.grundy, genus.grundy ^ 2), alone)
