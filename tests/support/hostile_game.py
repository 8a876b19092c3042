"""A game all of whose texts, and its drawings, try to be something else: markup, scripts, a stop to what reads them."""

from __future__ import annotations

import attrs

from gamekit import Game


@attrs.frozen
class Hostile(Game[int, str]):
    """One move, which like the players and the states has a text that is not to be trusted."""

    text: str

    @property
    def players(self) -> tuple[str, ...]:
        return f"one {self.text}", f"two {self.text}"

    def initial_state(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state

    def moves(self, state: int) -> list[str]:
        return [self.text]

    def apply(self, state: int, move: str) -> int:
        return 1

    def outcome(self, state: int) -> int | None:
        return state or None

    def format_state(self, state: int) -> str:
        return f"{state} {self.text}"

    def svg(self, state: int) -> str:
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(1)">'
            f"<!--{self.text}--><script>alert({state})</script>"
            f'<rect x="0" y="0" width="9" height="{9 - state}"/></svg>'
        )
