"""The cards of the gallery: a picture of each game, what it is, and what filters ask for, as HTML.

The filters are radio buttons that style sheets look at (`:has`), so they work without a script and without a server.
Without styles, too, every card is there to be read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import PurePath
from typing import Any

import attrs
import numpy as np

import gamekit
from gamekit import Solution, Value
from gamekit.arena.components import components
from gamekit.cgt.registry import ruleset_class
from gamekit.game.registry import GAMES, registered
from gamekit.web.views.families import FAMILIES, OTHERS, family_of
from gamekit.web.views.header import title_of
from support import gallery
from support.kept import kept
from support.rulesets import about

RULESETS = ("chomp",)
"""The rulesets that have a card, as their pages are beside those of games."""

LARGEST: Mapping[str, tuple[str, int]] = {
    "connect-four": ("4×7", 135_385_909),
    "dobutsu-shogi": ("the whole game", 246_803_167),
    "fox-and-geese": ("21 points and eight geese", 4_098_755),
    "fox-and-hounds": ("the chessboard", 895_280),
    "kalah": ("four pits with three seeds", 4_646_746),
    "klotski": ("the classic box", 24_635),
    "lights-out": ("5×5 up to symmetry", 1_057_824),
    "morris": ("nine men's, up to six men each", 427_355_943),
    "order-and-chaos": ("4×4", 5_348_554),
    "peg-solitaire": ("the English board", 23_475_688),
    "pocket-cube": ("the cube", 3_674_160),
    "sim": ("six dots up to symmetry", 3_729),
    "sliding-puzzle": ("3×3", 181_440),
    "wild-tic-tac-toe": ("4×4", 5_348_554),
}
"""What has been solved of a game, where that is more than its example: which instance, and how many states it has."""

COUNTED_ON_THE_PAGE = ("klotski", "pocket-cube", "sliding-puzzle")
"""The games whose figures are in tables that are computed when the site is built."""

SIZES = (("up to 1,000", 1_000), ("up to 100,000", 100_000), ("more", None))

PLIES_SHOWN = 5  # of best play, after which a card shows the board, if play lasts that long


@attrs.frozen
class Card:
    """A game as the gallery shows it.

    Attributes:
        name: what the game is registered as.
        facts: the answer to each filter, by the filter's name.
        states: how many states have been solved, and of which instance.
        result: the value of the example, in words.
        picture: the board, SVG.
        text: what the game is, in a sentence.
    """

    name: str
    facts: Mapping[str, str]
    states: str
    result: str
    picture: str
    text: str

    @property
    def html(self) -> str:
        facts = "".join(f' data-{name}="{slug(fact)}"' for name, fact in self.facts.items())
        players, loops = self.facts["players"], self.facts["play"]
        return (
            f'<li{facts}><a href="{self.name}/">'
            f'<span class="card-board" aria-hidden="true">{self.picture}</span>'
            f"<strong>{escape(title_of(self.name))}</strong></a>"
            f"<p>{escape(self.text)}</p>"
            f'<p class="card-facts">{players} · {loops}<br>{self.states}<br>{escape(self.result)}</p></li>'
        )


def slug(text: str) -> str:
    """Return a text as the value of an attribute.

    >>> slug("up to 1,000")
    'up-to-1-000'
    """
    return re.sub(r"\W+", "-", text.lower()).strip("-")


def cards() -> str:
    """Return the gallery: its filters, and a card for each game."""
    shown = [card(name) for name in sorted((*registered(GAMES), *RULESETS), key=title_of)]
    filters = {
        "players": "Players",
        "play": "Play",
        "family": "Family",
        "states": "States solved",
    }
    asked = {name: list(dict.fromkeys(one.facts[name] for one in shown)) for name in filters}
    order = [*FAMILIES, OTHERS, *(size for size, _ in SIZES)]
    ranks = {fact: rank for rank, fact in enumerate(order)}
    fields = [
        _field(name, label, sorted(asked[name], key=lambda fact: (ranks.get(fact, 0), fact)))
        for name, label in filters.items()
    ]
    rules = "\n".join(_hidden(asked))
    items = "\n".join(one.html for one in shown)
    return (
        f'<style>\n{rules}\n</style>\n<form class="card-filters">\n{"".join(fields)}'
        f'<button type="reset">Show all {len(shown)}</button>\n</form>\n<ul class="game-cards">\n{items}\n</ul>'
    )


def _field(name: str, label: str, facts: Iterable[str]) -> str:
    """Return the radio buttons of a filter."""
    buttons = [
        f'<label><input type="radio" name="{name}" value="{slug(fact)}"{" checked" if fact == "all" else ""}>'
        f"<span>{escape(fact)}</span></label>"
        for fact in ("all", *facts)
    ]
    return f"<fieldset><legend>{label}</legend>{''.join(buttons)}</fieldset>\n"


def _hidden(asked: Mapping[str, Iterable[str]]) -> Iterator[str]:
    """Yield the style rules that hide what a filter leaves out."""
    for name, facts in asked.items():
        for fact in map(slug, facts):
            chosen = f'.card-filters:has(input[name="{name}"][value="{fact}"]:checked)'
            yield f'{chosen} ~ .game-cards > li:not([data-{name}="{fact}"]) {{ display: none; }}'


def prepare(page: str) -> None:
    """Make what a game's page has no need of, but others have, where its instances have just been solved."""
    name = PurePath(page).stem
    if page == f"gallery/{name}.md" and name in registered(GAMES):
        card(name)
        if name in gallery.played_on_pages():
            gallery.playable(name)


def card(name: str) -> Card:
    """Return the card of a game."""
    return Card(**json.loads(kept(f"{name}.card", lambda: json.dumps(attrs.asdict(made(name))))))


def made(name: str) -> Card:
    """Return the card of a game, made anew; its example is solved."""
    game: Any = gamekit.load_game(name)
    rules = about(name) if name in RULESETS else gallery.rules(name)
    solution = gallery.solve(name, game_example(name))
    largest = LARGEST.get(name, ("", 0))[1]
    number = max(largest, len(solution))
    what = LARGEST[name][0] if largest > len(solution) else "the example"
    line = solution.line()
    shown = line.states[min(PLIES_SHOWN, max(0, len(line.states) - 2))]
    facts = {
        "players": "one player" if len(game.players) == 1 else "two players",
        "play": "can go round" if goes_round(solution) else "always ends",
        "family": family_of(name),
        "states": next(size for size, most in SIZES if most is None or number <= most),
    }
    first = re.split(r"(?<=[.?!]) ", " ".join(rules.split()))[0].replace("*", "").replace("`", "")
    return Card(
        name=name,
        facts=facts,
        states=f"{number:,} states: {what}",
        result=f"Example: {gallery.verdict(solution)}",
        picture=(game.svg(shown) or "").strip(),
        text=first,
    )


def game_example(name: str) -> Mapping[str, Any]:
    """Return the parameters of a game's example."""
    return (ruleset_class(name) if name in RULESETS else gallery.game_class(name)).example


def goes_round(solution: Solution[Any, Any]) -> bool:
    """Return whether play can come back to a state."""
    if solution.counts().get(Value.DRAW, 0):
        return True
    edges = solution.loaded().arena.successors
    found = components(edges)
    if len(np.unique(found)) < len(found):
        return True
    places = np.repeat(np.arange(len(found)), np.diff(edges.indptr))
    return bool((places == edges.indices).any())
