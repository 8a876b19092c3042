"""`Ruleset`: rules in Conway's sense, a position and its options. Every kind of value reads this and nothing else."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar, cast

from gamekit.errors import InputError
from gamekit.game import python_notation
from gamekit.game.notation import Notation

if TYPE_CHECKING:
    from gamekit.cgt.pair_moves import PairMoves
    from gamekit.game.gesture import Gesture, Place
    from gamekit.game.protocol import Game

Position = TypeVar("Position", bound=Hashable)

Player = Literal[0, 1]

LEFT: Final = 0
RIGHT: Final = 1

PLAYERS: Final = ("Left", "Right")
"""The names of the players."""

LAST: Final = "{last}"
"""The sign for the name of the player who made the last move, in what `Ruleset.ending` returns."""


class CompiledOptions(Protocol):
    """The options of positions by compiled rules."""

    def options(self, position: Any, player: Player) -> list[Any] | None:
        """Return the different options of a player, as representatives; None if plain rules are to list them."""

    def followers(self, position: Any, most: int) -> Followers | None:
        """Return all followers of a position; None if plain rules are to list them: there are too many, or loops."""


class Followers(NamedTuple):
    """All followers of a position, after their options, and the position last."""

    positions: Callable[[], list[Any]]  # returns the representatives, some of which may be equal
    values: Callable[..., list[Any]]  # returns values, given `of_options` and `stops` of a walker


class Ruleset(ABC, Generic[Position]):
    """The rules of a combinatorial game. Subclass `ImpartialRuleset` or `PartizanRuleset`.

    A position has no turn: it says what either player could do. Whoever cannot move loses, or in misère play wins.
    Positions are any hashable values. A subclass is best an `attrs.frozen` class whose fields are the parameters;
    they are then read from JSON, as those of a `gamekit.Game`.
    """

    is_impartial: ClassVar[bool]
    """Whether both players have the same options in every position."""

    is_entailing: ClassVar[bool] = False
    """Whether some moves have to be answered in the same part of a sum; see `is_entailed`."""

    player_colours: ClassVar[tuple[str, ...]] = ()
    """The colours of Left and Right, as looks name them; by default blue and red."""

    example: ClassVar[Mapping[str, Any]] = {}
    """The parameters of a small instance, as JSON would give them."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Instances to choose from on the page: their parameters, as JSON would give them, by names such as "Large"."""

    first_preset: ClassVar[str] = ""
    """The name of the preset that the page opens where none is asked for; by default, it opens the example."""

    aim: ClassVar[str] = ""
    """What a move does, in a sentence for the page; by default, the first paragraph of the docstring."""

    last_move: ClassVar[str] = ""
    """What the last move does, such as "makes three in a row", if a page says that whoever does it wins or loses."""

    prompts: ClassVar[Sequence[str]] = ()
    """What the page asks for before each click of a move, a sentence each; where there is none, its own words."""

    title: ClassVar[str] = ""
    """The name of the rules for people, where the parameters say more than the name under which they are registered."""

    made_of: ClassVar[Sequence[Ruleset[Any]]] = ()
    """The rulesets whose moves these rules refer to, so that a page tells their rules, too."""

    notations: ClassVar[Sequence[Notation]] = ()
    """The notations in which people write positions of the ruleset elsewhere; they give parameters."""

    @abstractmethod
    def start(self) -> Position:
        """Return the position in which play begins."""

    @abstractmethod
    def options_of(self, position: Position, player: Player) -> Iterable[Position]:
        """Return the options of a player, LEFT or RIGHT, whatever kind of ruleset this is."""

    def prompts_in(self, position: Position) -> Sequence[str]:
        """Return the `prompts` of a position, where they are not those of all positions."""
        return self.prompts

    # --- optional: what makes values quicker -------------------------------------------------------------------

    def parts(self, position: Position) -> Iterable[Position]:
        """Return positions whose sum is `position`: a move is a move in one of them. By default, nothing is divided.

        A part that cannot be divided has itself as its only part. A position in which nobody can move may have none.
        """
        return (position,)

    def canonical_position(self, position: Position) -> Position:
        """Return the representative of `position` and of those with the same options up to symmetry."""
        return position

    def negative(self, position: Position) -> Position | None:
        """Return `position` with the players exchanged, so that each has the other's moves; None if there is none.

        If a position is its own negative up to symmetry, half of its followers then give the values of the others.
        """
        return None

    def is_entailed(self, position: Position) -> bool:
        """Return whether the next player has to move in this position, whatever it is added to; by default nowhere.

        Of the positions after an *entailing* move, in rulesets with `is_entailing`, `options` lists the answers alone.
        Whoever has none loses the sum. If there is one, the same player moves again: a *complimenting* move.
        """
        return False

    def taking(self) -> Iterable[int] | None:
        """Return the numbers of counters that a move may take from a heap, whatever its size; None for all other rules.

        This is for games of heaps in which a move does nothing else; if players take different numbers, for all of them
        together. Periods of their values can be proved.
        """
        return None

    # --- optional: compiled rules ----------------------------------------------------------------------------------

    @classmethod
    def board_game(cls) -> type[Game[Any, Any]] | None:
        """Return a class of games that state the same rules with a turn, for compilation; None if there is none.

        Such a `gamekit.BoardGame` has the parameters of the ruleset, and `first` and `play`. It takes the ruleset's
        place wherever this is played in turn under its registered name: `gamekit solve`, `prove`, `play`. The text of
        a state is that of a position and "Left to move", or "first to move" if the ruleset is impartial, and `gamekit
        check` compares its moves with the options here.
        """
        return None

    def compiled_options(self) -> CompiledOptions | None:
        """Return the options of positions by compiled rules; None if there are none.

        Walks over many positions use them. Proofs of values are checked with `options_of` alone. A
        `gamekit.layout.BoardRuleset` has both.
        """
        return None

    def pair_moves(self, player: Player) -> PairMoves | None:
        """Return a player's moves as data, for a compiled search for Grundy values; None if they have no such form.

        This is for boards of signs, written as rows joined by `|`, on which a move changes two squares that share a
        side, depending on their signs. The parts of a position then are its groups of joined squares on which somebody
        can move, and `canonical_position` gives all images of a board under the symmetries of the moves as one.
        """
        return None

    # --- optional: texts and boards ------------------------------------------------------------------------------

    @property
    def called(self) -> str:
        """The name of the rules in messages."""
        return type(self).__name__

    @property
    def in_words(self) -> str:
        """The name of the rules in words, such as "Toads and frogs" for ToadsAndFrogs."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", self.called).capitalize()

    def format_position(self, position: Position) -> str:
        """Return `position` on one line, in a form that `parse_position` reads.

        By default, a string is shown as it is, an empty string and all else as Python does, and frozensets as {1, 2}.
        """
        return str(position) if self._are_texts(position) and position else python_notation.shown(position)

    def position_in_words(self, position: Position) -> str:
        """Return `position` in words, for people who do not see its drawing; by default as `format_position` does."""
        return self.format_position(position)

    def parse_position(self, text: str) -> Position:
        """Return the position that `format_position` shows as `text`; raises `InputError` if there is none."""
        if self._are_texts(self.start()):
            return cast(Position, "" if text == repr("") else text)
        try:
            return cast(Position, python_notation.read(text))
        except ValueError:
            raise InputError(python_notation.refusal(text, self.start())) from None

    def _are_texts(self, position: Any) -> bool:
        return isinstance(position, str) and isinstance(self.start(), str)

    def format_option(self, position: Position, option: Position, player: Player) -> str:
        """Return the name of a player's move from `position` to `option`, on one line; by default that of `option`.

        The options of a position have different names.
        """
        return self.format_position(option)

    def parse_option(self, position: Position, text: str, player: Player) -> Position:
        """Return the option that `format_option` calls `text`, or else the one that `format_position` writes so.

        An arrow may be typed as `->`, and a cross as `x`. A ruleset that names an option by one of several moves that
        lead to it may accept the others here. Raises `InputError` if there is no such option.
        """
        options, typed = list(self.options_of(position, player)), _as_typed(text)
        for name in (partial(self.format_option, position, player=player), self.format_position):
            for option in options:
                if _as_typed(name(option)) == typed:
                    return option
        for option in options:
            if typed in map(_as_typed, self.other_names(position, option, player)):
                return option
        raise InputError(f"{text!r} is not a move in {self.format_position(position)}")

    def other_names(self, position: Position, option: Position, player: Player) -> Iterable[str]:
        """Return further names by which `parse_option` knows a move, such as shorter ones; by default none."""
        return ()

    def render(self, position: Position) -> str:
        """Return the board as plain text, on as many lines as it needs."""
        return self.format_position(position)

    def ending(self, position: Position) -> str | None:
        """Return how play has ended in a position without moves; by default None, as somebody cannot move.

        `LAST` in it stands for the name of the player who made the last move.
        """
        return None

    def deciding_places(self, position: Position) -> Iterable[Place]:
        """Return the places on the drawing of a position without moves that decided play, such as three in a row."""
        return ()

    def beginning_in(self, position: Position) -> Ruleset[Position]:
        """Return these rules with another position to begin in, where drawings leave room for what that has."""
        return self

    def svg(self, position: Position) -> str | None:
        """Return the board as an SVG document, or None if the ruleset draws none."""
        return None

    def gesture(self, position: Position, option: Position, player: Player) -> Gesture | None:
        """Return the gesture of a player's move to `option` on the drawing of `position`; None if there is none."""
        return None


def _as_typed(text: str) -> str:
    return text.replace("→", "->").replace("×", "x")


class ImpartialRuleset(Ruleset[Position]):
    """Rules in which both players have the same options, as in nim.

    >>> class Kayles(ImpartialRuleset[int]):
    ...     def start(self): return 5
    ...     def options(self, row): return [row - 1, row - 2][:row]
    >>> Kayles().options(1)
    [0]
    """

    is_impartial = True

    @abstractmethod
    def options(self, position: Position) -> Iterable[Position]:
        """Return the positions to which one move leads; none if there is no move."""

    def options_of(self, position: Position, player: Player) -> Iterable[Position]:
        return self.options(position)


class PartizanRuleset(Ruleset[Position]):
    """Rules in which the players, Left and Right, have options of their own.

    >>> class Cutcake(PartizanRuleset[tuple[int, int]]):
    ...     def start(self): return (2, 3)
    ...     def options(self, cake, player): return []
    >>> Cutcake().is_impartial
    False
    """

    is_impartial = False

    @abstractmethod
    def options(self, position: Position, player: Player) -> Iterable[Position]:
        """Return the positions to which one move of `player`, LEFT or RIGHT, leads."""

    def options_of(self, position: Position, player: Player) -> Iterable[Position]:
        return self.options(position, player)
