"""Positions with the players exchanged: worth the negative, and half of a walk where a position is its own."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

from gamekit.cgt import LEFT, RIGHT, canonical_form, check_canonical_proof, load_ruleset, prove_canonical_form
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.rules import CheckedRuleset

STARTS = [
    ("amazons", "x.|.."),
    ("clobber", "xox|o.x"),
    ("col", "..|.r|.."),
    ("cutcake", "3x2 5x2"),
    ("domineering", "...|.#.|..."),
    ("eatcake", "3x2 5x2"),
    ("fission", "....|.xx.|.#.x"),
    ("konane", "xo.o.|.xo.."),
    ("cannibal-clobber", "xox|o.x"),
    ("elephants-and-rhinos", "tt.tf..f"),
    ("nogo", "x..|..."),
    ("toppling-dominoes", "lre#el"),
    ("snort", "..|.r|.."),
    ("toads-and-frogs", "tt.tf.f"),
]

OWN_NEGATIVES = [
    ("clobber", "xoxo"),
    ("domineering", "...|...|..."),
    ("toads-and-frogs", "tt..ff"),
    ("snort", "..|.."),
]


def followers(rules: CheckedRuleset[Any], position: Any) -> list[Any]:
    """Return a position and what random play makes of it."""
    chosen, found = random.Random(7), [position]
    for i in range(12):
        if options := rules.options(found[-1], (LEFT, RIGHT)[i % 2]):
            found.append(chosen.choice(options))
    return found


@pytest.mark.parametrize(("name", "text"), STARTS)
def test_a_negative_has_the_others_options_and_the_negative_value(name: str, text: str) -> None:
    ruleset = load_ruleset(name)
    rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    for position in followers(rules, rules.parse(text)):
        negative = rules.negative(position)
        assert rules.negative(negative) == rules.canonical(position)
        for player in (LEFT, RIGHT):
            others = {rules.negative(option) for option in rules.options(position, player)}
            assert set(rules.options(negative, 1 - player)) == others  # type: ignore[arg-type]
        assert canonical_form(ruleset, negative) is -canonical_form(ruleset, position)


@pytest.mark.parametrize(("name", "text"), OWN_NEGATIVES)
def test_a_position_that_is_its_own_negative_is_walked_by_half(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = load_ruleset(name)
    position = CheckedRuleset(ruleset).parse(text)
    halved, whole = CanonicalWalker(ruleset), CanonicalWalker(ruleset)
    evaluated: list[Any] = []
    monkeypatch.setattr(
        halved, "_evaluated", lambda at: (evaluated.append(at), type(halved)._evaluated(halved, at))[1]
    )
    form = halved.value(position)
    monkeypatch.setattr(whole.rules, "negative", lambda _: None)
    assert (form, form) == (whole.value(position), -form)
    assert halved.values.items() == whole.values.items()
    assert len(evaluated) < 0.75 * len(whole.values)
    assert check_canonical_proof(prove_canonical_form(ruleset, position)).ok


def test_a_wrong_negative_is_found_by_the_checker() -> None:
    from games.rulesets.domineering import Domineering

    @attrs.frozen
    class Careless(Domineering):
        def negative(self, position: tuple[int, int]) -> tuple[int, int]:
            return position if position == self.start() else (position[0], position[1] & position[1] - 1)

    assert not check_canonical_proof(prove_canonical_form(Careless(board="...|...|..."))).ok
