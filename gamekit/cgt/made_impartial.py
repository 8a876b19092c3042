"""Impartial: a ruleset in which either player may make the moves of both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from gamekit.cgt.pair_moves import PairMoves
from gamekit.cgt.registry import load_ruleset
from gamekit.cgt.ruleset import LEFT, PLAYERS, RIGHT, ImpartialRuleset, Player, Ruleset
from gamekit.errors import blamed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import refusal


@attrs.frozen
class MadeImpartial(ImpartialRuleset[Any]):
    """Another ruleset made impartial, as Cram is Domineering: either player may make the moves of Left and of Right.

    >>> clobber = MadeImpartial("clobber", {"board": "xoxo"})
    >>> [clobber.format_position(option) for option in clobber.options(clobber.start())]
    ['.xxo', 'xo.x', 'xx.o', 'x.oo', 'o.xo', 'xoo.']
    """

    name: str = attrs.field(default="clobber", alias="ruleset", metadata={"help": "the name of the ruleset"})
    parameters: Any = attrs.field(
        default=None, metadata={"help": "its parameters; by default those of its example"}
    )
    of: Ruleset[Any] = attrs.field(init=False, eq=False, repr=False)

    example = {"ruleset": "clobber", "parameters": {"board": "xoxo"}}
    presets = {
        "Clobber, 4×2": {"ruleset": "clobber", "parameters": {"board": "xoxo|oxox"}},
        "Clobber, 8×1": {"ruleset": "clobber", "parameters": {"board": "xoxoxoxo"}},
        "Toads": {"ruleset": "toads-and-frogs", "parameters": {"row": "ttt..fff"}},
        "Col": {"ruleset": "col", "parameters": {"board": "...|..."}},
    }
    first_preset = "Clobber, 4×2"

    def __attrs_post_init__(self) -> None:
        if self.name in ("impartial", "sum"):
            rule = "must be the name of a ruleset other than 'impartial' and 'sum'"
            raise refusal("ruleset", f"{rule}; it is {self.name!r}")
        with blamed("parameters"):
            of = load_ruleset(self.name, self.parameters)
        if of.is_entailing:
            raise refusal(
                "ruleset", f"must be one without entailing moves; it is {self.name!r}, impartial already"
            )
        object.__setattr__(self, "of", of)

    @property
    def aim(self) -> str:  # type: ignore[override]
        """The aim of the other ruleset, and first that both players have all its moves."""
        told = self.of.aim or f"Moves are those of {self.of.in_words}."
        return told if self.of.is_impartial else f"Move as Left or as Right, whichever you like. {told}"

    @property
    def title(self) -> str:  # type: ignore[override]
        return f"Impartial {self.of.title or self.of.in_words}"

    @property
    def made_of(self) -> tuple[Ruleset[Any]]:  # type: ignore[override]
        return (self.of,)

    def start(self) -> Any:
        return self.of.start()

    def options(self, position: Any) -> Iterator[Any]:
        yield from self.of.options_of(position, LEFT)
        if not self.of.is_impartial:
            yield from self.of.options_of(position, RIGHT)

    def parts(self, position: Any) -> Iterable[Any]:
        return self.of.parts(position)

    def canonical_position(self, position: Any) -> Any:
        """Return one representative of a position and its negative, whose options are alike."""
        canonical = self.of.canonical_position(position)
        negative = None if self.of.is_impartial else self.of.negative(position)
        if negative is None:
            return canonical
        return min(canonical, self.of.canonical_position(negative), key=self.of.format_position)

    def pair_moves(self, player: Player) -> PairMoves | None:
        left, right = self.of.pair_moves(LEFT), self.of.pair_moves(RIGHT)
        return left | right if left and right else None

    def format_position(self, position: Any) -> str:
        return self.of.format_position(position)

    def position_in_words(self, position: Any) -> str:
        return self.of.position_in_words(position)

    def parse_position(self, text: str) -> Any:
        return self.of.parse_position(text)

    def format_option(self, position: Any, option: Any, player: Player) -> str:
        """Return the name of the move, with the player if the other one has a move of the same name: a1 as Left."""
        mover = self._mover(position, option)
        name = self.of.format_option(position, option, mover)
        if self.of.is_impartial:
            return name
        other: Player = RIGHT if mover == LEFT else LEFT
        names = (
            self.of.format_option(position, theirs, other)
            for theirs in self.of.options_of(position, other)
            if theirs != option
        )
        return f"{name} as {PLAYERS[mover]}" if name in names else name

    def parse_option(self, position: Any, text: str, player: Player) -> Any:
        name, _, mover = text.rpartition(" as ")
        if mover in PLAYERS and not self.of.is_impartial:
            return self.of.parse_option(position, name, LEFT if mover == PLAYERS[LEFT] else RIGHT)
        return super().parse_option(position, text, player)

    def gesture(self, position: Any, option: Any, player: Player) -> Gesture | None:
        return self.of.gesture(position, option, self._mover(position, option))

    def _mover(self, position: Any, option: Any) -> Player:
        """Return the player whose move leads to an option in the other ruleset; LEFT if both have such a move."""
        return LEFT if option in self.of.options_of(position, LEFT) else RIGHT

    def render(self, position: Any) -> str:
        return self.of.render(position)

    def svg(self, position: Any) -> str | None:
        return self.of.svg(position)
