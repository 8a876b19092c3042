"""Tame, restive, restless and wild games: how far the theory of nim goes in misère play.

Sources: J. Conway, "On Numbers and Games", chapter 12; E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapter 13.
"""

from __future__ import annotations

from typing import Literal

from gamekit.cgt.misere.forms import MisereForm
from gamekit.cgt.misere.genus import Genus, genus_of_options

Tameness = Literal["tame", "restive", "restless", "wild"]


def tameness(form: MisereForm) -> Tameness:
    """Return how a game behaves in sums in misère play.

    A game is tame if it may be replaced by a sum of nim heaps with its genus, beside other such games. That is so if
    its genus is one of nim, its tame options alone give it this genus, and each other option is reversible: it has a
    tame option with the same genus. If a game is not tame, but its options are, it is restive if its Grundy value is 0
    or 1, and restless if its misère Grundy value is. All other games are wild.

    >>> from gamekit.cgt import load_ruleset, misere_canonical_form
    >>> kayles = load_ruleset("kayles")
    >>> [tameness(misere_canonical_form(kayles, (heap,))) for heap in (4, 5, 7, 9)]
    ['tame', 'restless', 'tame', 'wild']
    """
    genera: dict[MisereForm, Genus] = {}
    tame: set[MisereForm] = set()
    waiting = [form]
    while waiting:
        top = waiting[-1]
        if missing := [option for option in top.options if option not in genera]:
            waiting += missing
            continue
        genera[top] = found = genus_of_options([genera[option] for option in top.options])
        same = {option for option in tame if genera[option] == found}
        are_reversible = all(option in tame or option.options & same for option in top.options)
        of_tame = genus_of_options([genera[option] for option in top.options & tame])
        if is_of_nim(found) and found == of_tame and are_reversible:
            tame.add(top)
        waiting.pop()
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
