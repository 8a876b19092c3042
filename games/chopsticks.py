"""Chopsticks: two players tap each other's hands, which gain fingers until they are dead."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

import attrs

from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, BoardGame, Counter, Layout

State = tuple[int, ...]

HANDS = 4  # the first player's, then the second player's
PALM, HIGH, LONG = 92, 52, 40  # pixels: the width and the height of a palm, and how far a finger shows
THUMB, AROUND = 8, 12  # pixels: how far a thumb stands out, and how far outside of a hand its marks lie
MARGIN, GAP = 18, 78  # pixels: above and below the hands, and with these what is not hands
LEAST = 4  # fingers of a hand besides the thumb


@attrs.frozen
class Chopsticks(BoardGame):
    """Each player begins with one finger up on either hand. In turn, a player taps or splits.

    To *tap*, a player touches a hand of the other player with one of their own, both alive. The hand that is touched
    gains as many fingers as the other one shows. A hand with five fingers or more is dead and shows none; with
    `rollover`, only five kill it, and more count from the beginning again: six are one.

    To *split*, a player moves fingers between their own hands, so that they show other numbers than before. A dead hand
    may be revived so, and no hand may have five. Only with `suicide` may a split leave a hand dead that was alive.

    A player whose hands are both dead has lost. Play that never ends is a draw.

    The value depends on these rules: with `suicide` and without `rollover`, the first player loses; otherwise the game
    is a draw.

    >>> game = Chopsticks()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['tap 1 with 1']
    """

    fingers: int = parameter(5, "how many fingers kill a hand", 3, 10)
    rollover: bool = parameter(False, "whether more fingers than that count from the beginning again")
    suicide: bool = parameter(False, "whether a split may leave a hand dead")

    players = ("Ann", "Bob")
    presets = {
        "Small": {"fingers": 3},
        "Classic": {"fingers": 5},
        "Six fingers": {"fingers": 6},
    }
    example = {"fingers": 5}
    prompts = ("Tap one of your hands.", "Now tap the hand that gains its fingers.")
    stuck: ClassVar[int] = LOSS

    @property
    def aim(self) -> str:  # type: ignore[override]
        fewest = in_words(self.fingers) + ("" if self.rollover else " or more")
        gain = (
            "Tap a hand, which gains as many fingers as yours shows, or split: move fingers between your own"
        )
        return f"{gain}. With {fewest}, a hand is dead. Two dead hands lose."

    def layout(self) -> Layout:
        swapped = [{"hands": [1, 0, 2, 3]}, {"hands": [0, 1, 3, 2]}]
        return Layout(
            hands=Counter(self.fingers - 1, count=HANDS), symmetry=swapped, alike={"hands": [2, 3, 0, 1]}
        )

    def start(self) -> dict[str, Any]:
        return {"hands": [1] * HANDS}

    def options(self, s: Any) -> Iterator[tuple[int, int, int]]:
        own, other = 2 * s.turn, 2 - 2 * s.turn
        for i in range(2):
            for j in range(2):
                twice = (i == 1 and s.hands[own] == s.hands[own + 1]) or (
                    j == 1 and s.hands[other] == s.hands[other + 1]
                )
                if s.hands[own + i] > 0 and s.hands[other + j] > 0 and not twice:
                    yield own + i, other + j, 0
        few, many = min(s.hands[own], s.hands[own + 1]), max(s.hands[own], s.hands[own + 1])
        larger = own if s.hands[own] == many else own + 1
        smaller = 2 * own + 1 - larger
        for less in range((few + many) // 2 + 1):
            is_allowed = less > 0 or few == 0 or self.suicide
            if less != few and few + many - less < self.fingers and is_allowed:
                if less > few:
                    yield larger, smaller, less - few
                else:
                    yield smaller, larger, few - less

    def play(self, s: Any, move: tuple[int, int, int]) -> None:
        leaves, goes, given = move
        if given > 0:
            s.hands[leaves] -= given
            s.hands[goes] += given
        else:
            total = s.hands[leaves] + s.hands[goes]
            if total < self.fingers:
                s.hands[goes] = total
            else:
                s.hands[goes] = total - self.fingers if self.rollover else 0

    def prompts_in(self, state: State) -> tuple[str, ...]:
        can_split = any(given for *_, given in self.moves(state))
        return (
            (self.prompts[0], f"{self.prompts[1][:-1]}; your own, to split.") if can_split else self.prompts
        )

    def gesture(self, state: State, move: tuple[int, int, int]) -> Gesture:
        """Return the two hands of a move; of equal hands of one player, either may be tapped."""
        _, *others = product(*(self._equal(state, hand) for hand in move[:2]))
        ways = [hands for hands in others if hands[0] != hands[1]]
        return Gesture(move[:2], ways=dict.fromkeys(ways, self.format_move(state, move)))

    def _equal(self, state: State, hand: int) -> list[int]:
        """Return a hand and, if it shows as many fingers, the other one of its player."""
        return [hand, hand ^ 1] if state[hand] == state[hand ^ 1] else [hand]

    def format_move(self, state: State, move: tuple[int, int, int]) -> str:
        leaves, goes, given = move
        if given == 0:
            return f"tap {state[goes]} with {state[leaves]}"
        less, more = sorted((state[leaves] - given, state[goes] + given))
        return f"split into {less} and {more}"

    def board_in_words(self, state: State) -> str:
        ann, bob = (listed(state[i : i + 2]) for i in (0, 2))
        return f"fingers of Ann: {ann}; fingers of Bob: {bob}"

    def render(self, state: State) -> str:
        hands = [str(hand) for hand in state[:HANDS]]
        return f"Bob {' '.join(hands[2:])}\nAnn {' '.join(hands[:2])}"

    def ending(self, state: State) -> str:
        return f"both of {self.players[state[-1]]}'s hands are dead"

    def svg(self, state: State) -> str:
        from gamekit.drawing.colours import FAINT, LIGHT, RULE, colours_of
        from gamekit.drawing.pieces import as_piece
        from gamekit.drawing.surfaces import data_place
        from gamekit.drawing.svg import document, rectangle, text_at

        width, height = 2 * PALM + 144, 2 * (HIGH + LONG) + GAP
        colours = colours_of(self.players, self.player_colours)
        parts = [rectangle(2, 2, width - 4, height - 4, f'rx="6" fill="{LIGHT}" stroke="{RULE}"')]
        for hand in range(HANDS):
            player, side = divmod(hand, 2)
            x, top = (
                80 + side * (PALM + 2 * (THUMB + AROUND)),
                MARGIN if player else height - MARGIN - HIGH - LONG,
            )
            look = f'rx="16" fill="none"{data_place("", hand)}'
            left, wide, high = x - AROUND - THUMB * side, PALM + THUMB + 2 * AROUND, HIGH + LONG + 2 * AROUND
            parts.append(rectangle(left, top - AROUND, wide, high, look))
            drawn = self.hand(state[hand], x, top, player, side, colours[player])
            parts += as_piece(f"hand of {self.players[player]}", drawn)
        for player, name in enumerate(self.players):
            y = height / 2 + (height / 2 - MARGIN - HIGH / 2) * (1 - 2 * player)
            parts.append(text_at(34, y, name, FAINT, size=16, width=56, is_note=True))
        return document(parts, width, height)

    def hand(self, fingers: int, x: float, top: float, player: int, side: int, colour: str) -> list[str]:
        """Return the SVG elements of a hand: its fingers, of which some are up and others folded, thumb and palm."""
        from gamekit.drawing.colours import COLOURS
        from gamekit.drawing.svg import ink, rectangle, text_at

        paint = colour if fingers else COLOURS["grey"]
        skin = f'fill="{paint}" stroke="{COLOURS["black"]}" stroke-width="1.5"'
        palm, number = top + LONG * (1 - player), max(LEAST, self.fingers - 1)
        step = PALM / number
        parts = [rectangle(x + PALM * (1 - side) - 8, palm + 10, 16, HIGH - 20, f'rx="8" {skin}')]
        for finger in range(number):
            long = LONG + 14 if finger < fingers else 22
            slot = finger if side else number - 1 - finger  # the inner ones are up first
            start = palm + HIGH - 14 if player else palm + 14 - long
            parts.append(
                rectangle(x + slot * step + 1, start, step - 2, long, f'rx="{min(9, step / 2 - 1):g}" {skin}')
            )
        parts.append(rectangle(x, palm, PALM, HIGH, f'rx="16" {skin}'))
        count = text_at(x + PALM / 2, palm + HIGH / 2, str(fingers), ink(paint), size=22, width=40, bold=True)
        return [*parts, count]
