"""What the cards of the gallery say is on the pages of the games, and every game is on one."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from support.paths import ROOT

from gamekit.game.registry import GAMES, adapted_names, registered

DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def cards() -> ModuleType:
    """Return docs/support/cards.py, whose package has the name of that of the tests."""
    import importlib

    names = ("support", "support.gallery", "support.kept", "support.rulesets", "support.cards")
    before = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "support"}
    sys.path.insert(0, str(DOCS))
    try:
        return importlib.import_module("support.cards")
    finally:
        sys.path.remove(str(DOCS))
        for name in names:
            sys.modules.pop(name, None)
        sys.modules.update(before)


def test_figures_on_cards_are_those_of_the_pages(cards: ModuleType) -> None:
    for name, (_, states) in cards.LARGEST.items():
        page = (DOCS / "gallery" / f"{name}.md").read_text()
        assert f"{states:,}" in page or f"{states:_}" in page or name in cards.COUNTED_ON_THE_PAGE, name


def test_nearly_every_game_has_a_family(cards: ModuleType) -> None:
    named = [name for names in cards.FAMILIES.values() for name in names]
    assert sorted(named) == sorted(set(named))
    ours = {name for name, entry in registered(GAMES).items() if entry.value.startswith("gamekit.")}
    rulesets = {
        name for name in adapted_names(GAMES) if ":" not in name
    }  # those of other programs have a prefix
    assert set(named) <= ours | rulesets
    assert len((ours | rulesets) - set(named)) <= 6  # these are among the others


def test_a_card_can_be_read_and_filtered(cards: ModuleType) -> None:
    card = cards.card("umul-gonu")
    assert dict(card.facts) == {
        "players": "two players", "play": "can go round", "family": "blocking", "states": "up to 1,000"
    }  # fmt: skip
    assert "<svg" in card.picture
    assert 'data-play="can-go-round"' in card.html
    assert cards.card("wolf-goat-cabbage").facts["players"] == "one player"
    assert cards.card("nim").facts["play"] == "always ends"


def test_a_ruleset_with_a_page_of_its_own_has_a_card(cards: ModuleType) -> None:
    for name in cards.RULESETS:
        card = cards.card(name)
        assert (DOCS / "gallery" / f"{name}.md").exists()
        assert "<svg" in card.picture
        assert card.facts["play"] == "always ends"


def test_a_game_is_played_on_its_board_alone(cards: ModuleType) -> None:
    shown = cards.gallery.frame("hexapawn")
    width, height = cards.gallery.frame_size(cards.gallery.Play.begin(cards.gallery.solve("hexapawn", {})))
    assert (
        f'src="../play/hexapawn.html?embed" title="Hexapawn, to be played" width="{width}" height="{height}"'
        in shown
    )
    assert '<a href="../play/hexapawn.html">Open this board by itself</a>' in shown


def test_captions_and_names_of_boards_are_words(cards: ModuleType) -> None:
    shown = cards.gallery.picture("hexapawn", state=None, caption="The box `a<b`.")
    _, named, rest = shown.partition('aria-label="')
    assert named
    assert "a1" in rest.partition('"')[0]
    assert (
        "<figcaption>The box <code>a&lt;b</code>. Computed here: black wins in 6 plies; best move: b1-b2."
        in shown
    )
    longest = cards.gallery.longest("hexapawn")
    assert "No position of the game above takes longer." in longest
    assert "`" not in longest
