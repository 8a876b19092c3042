"""`CheckedRuleset`: a ruleset with checks of its results, in which exceptions are blamed on the author's method."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from typing import Any, ClassVar, Final, Generic, NoReturn

from gamekit.cgt.pair_moves import PairMoves
from gamekit.cgt.ruleset import LEFT, RIGHT, ImpartialRuleset, Player, Position, Ruleset
from gamekit.cgt.time_limit import TimeLimitError, require_time
from gamekit.errors import CallError, GamekitError, InputError, LimitError, RulesError, UnsupportedError
from gamekit.game.foreign_errors import describe_error, on_one_line, safe_repr
from gamekit.game.protocol import Game

MOST_OPTIONS: Final = 1_000_000
"""The most options of a position; if a ruleset lists more, or lists without end, no value is looked for."""

MOST_PARTS: Final = 10_000
"""The most indivisible parts of a position; more are taken for a division without end."""


class CheckedRuleset(Generic[Position]):
    """The checked methods of a ruleset.

    Positions are representatives under the symmetry of the ruleset, except for those that people name and see.

    Attributes:
        ruleset: the ruleset itself.
        name: the name of the ruleset in messages.
        is_blind_to_player: whether the options cannot depend on the player, because the method that lists them does not
            get the player.
        tried: the number of positions that were compared with their representatives; 0 except in `TriedRules`.
    """

    tried = 0

    adds_entailed: ClassVar[bool] = False
    """Whether values of the kind that is looked for add up even if moves are entailing; if not, nothing is divided."""

    def __init__(self, ruleset: Ruleset[Position]) -> None:
        if not isinstance(ruleset, Ruleset):
            rule = "a ruleset must be an instance of a subclass of gamekit.cgt.Ruleset"
            hint = "; gamekit.cgt.as_ruleset reads a game as one" if Game in type(ruleset).__mro__ else ""
            hint = "; gamekit.cgt.load_ruleset finds one by its name" if isinstance(ruleset, str) else hint
            raise InputError(f"{rule}; this is {safe_repr(ruleset)}{hint}")
        self.ruleset = ruleset
        self.name = ruleset.called
        is_sum = self.adds_entailed or not ruleset.is_entailing
        self.has_parts = is_sum and type(ruleset).parts is not Ruleset.parts
        self.has_symmetry = type(ruleset).canonical_position is not Ruleset.canonical_position
        self._canonical_position = ruleset.canonical_position
        self._options_of = ruleset.options_of
        listed_by = getattr(self._options_of, "__func__", None)
        self.is_blind_to_player = listed_by is ImpartialRuleset.options_of
        self._parts = ruleset.parts
        self._indivisible: set[Position] = set()  # parts that are known to be indivisible

    def require_impartial(self, called: str) -> None:
        """Refuse a partizan ruleset; `called` names the values that only impartial rulesets have."""
        if not self.ruleset.is_impartial:
            raise UnsupportedError(
                f"{called} are for impartial rulesets, and {self.name} is partizan; ask for outcome classes or misère "
                "outcome classes, or for canonical forms if play always ends"
            )
        self.require_adding(called)

    def require_adding(self, called: str) -> None:
        """Refuse entailing moves if values, which `called` names, do not say what these do to sums."""
        if self.ruleset.is_entailing and not self.adds_entailed:
            raise UnsupportedError(
                f"{called} do not say which moves have to be answered, and some of {self.name} have to; ask for "
                "entailing values or outcome classes (gamekit value, --kind entailing or outcome)"
            )

    def start(self) -> Position:
        """Return the representative of the position in which play begins."""
        return self.canonical(self.own_start())

    def own_start(self) -> Position:
        """Return the position in which play begins, as the ruleset gives it."""
        start: Position = self._call("start")
        return start

    def root(self, position: Position | None) -> Position:
        """Return the representative of a position; None stands for the one in which play begins.

        Raises:
            InputError: it is a text, or the ruleset fails at it, although positions of the ruleset are of another type.
        """
        if position is None:
            return self.start()
        if isinstance(position, str) and not isinstance(start := self.own_start(), str):
            raise self._no_position(
                start, f"the text {safe_repr(position, 100)}, which parse_position of the ruleset reads"
            )
        try:
            root = self.canonical(position)
            self.listed_options(root, LEFT)
        except RulesError:
            if isinstance(position, type(start := self.own_start())):
                raise
            raise self._no_position(start, safe_repr(position, 100)) from None
        return root

    def _no_position(self, start: Position, given: str) -> InputError:
        must = f"a position of {self.name} must be a {type(start).__name__}, such as {safe_repr(start, 100)}"
        return InputError(f"{must}; this is {given}")

    def canonical(self, position: Position) -> Position:
        """Return the representative of a position, which must be hashable."""
        representative: Position = (
            self._call("canonical_position", position) if self.has_symmetry else position
        )
        try:
            hash(representative)
        except TypeError:
            shown = f"a {type(representative).__name__}: {safe_repr(representative)}"
            raise RulesError(f"a position of {self.name} must be hashable; this one is {shown}") from None
        return representative

    def options(self, position: Position, player: Player) -> list[Position]:
        """Return the different options of a player, as representatives; raise an error if the time limit is over."""
        listed = self.listed_options(position, player)
        try:
            return list(dict.fromkeys(map(self._canonical_position, listed) if self.has_symmetry else listed))
        except Exception:
            return list(dict.fromkeys(map(self.canonical, listed)))

    def listed_options(self, position: Position, player: Player) -> list[Position]:
        """Return the options of a player as the ruleset lists them, which need not be representatives.

        Raises:
            TimeLimitError: the time that `time_limit` allows is over.
        """
        require_time()
        try:
            options = list(islice(self._options_of(position, player), MOST_OPTIONS + 1))
        except Exception:
            return self._listed("options_of", position, player)
        return options if len(options) <= MOST_OPTIONS else self._listed("options_of", position, player)

    def own_options(self, position: Position, player: Player) -> list[Position]:
        """Return the different options of a player as the ruleset lists them, for people to see on their own board."""
        return list(dict.fromkeys(self.listed_options(position, player)))

    def parts(self, position: Position) -> list[Position]:
        """Return the parts of a position, some of which may be equal."""
        if not self.has_parts:
            return [position]
        try:
            raw_parts = list(islice(self._parts(position), MOST_OPTIONS + 1))
            parts = list(map(self._canonical_position, raw_parts)) if self.has_symmetry else raw_parts
            hash(tuple(parts))
            if len(raw_parts) <= MOST_OPTIONS:
                return parts
        except Exception:
            pass  # the same is raised again below, and blamed on a method
        return list(map(self.canonical, self._listed("parts", position)))

    def indivisible_parts(self, position: Position) -> list[Position]:
        """Divide a position into parts, and these further, until none can be divided; return the indivisible parts.

        Raises:
            RulesError: there are more than MOST_PARTS parts, perhaps because `parts` divides without end.
        """
        with suppress(TypeError):  # what cannot be hashed is refused below
            if position in self._indivisible:
                return [position]
        indivisible: list[Position] = []
        divisible = self.parts(position) if self.has_parts else [self.canonical(position)]
        while divisible:
            top = divisible.pop()
            if top in self._indivisible:
                indivisible.append(top)
            elif (parts := self.parts(top)) == [top]:
                self._indivisible.add(top)
                indivisible.append(top)
            else:
                divisible += parts
            if len(indivisible) + len(divisible) > MOST_PARTS:
                most = f"{MOST_PARTS:,} parts, the most that a position may have"
                raise CallError(self._named("parts", top), f"divides the position into more than {most}")
        return indivisible

    def negative(self, position: Position) -> Position | None:
        """Return the representative of a position with the players exchanged; None if the ruleset knows none."""
        inverse: Position | None = self._call("negative", position)
        return None if inverse is None else self.canonical(inverse)

    def is_entailed(self, position: Position) -> bool:
        """Return whether the next player has to move in this position, whatever it is added to."""
        return self.ruleset.is_entailing and bool(self._call("is_entailed", position))

    def pair_moves(self) -> PairMoves | None:
        """Return Left's moves as data; None if the ruleset does not state them as data."""
        moves = self._call("pair_moves", LEFT)
        if moves is not None and not isinstance(moves, PairMoves):
            raise RulesError(
                f"{self.name}.pair_moves must return PairMoves or None; it returned {safe_repr(moves)}"
            )
        return moves

    def parse(self, text: str | None) -> Position:
        """Return the position that a string names, before any symmetry, after checking that its options can be listed.

        None stands for the position in which play begins.

        Raises:
            InputError: the string names no position.
        """
        if text is None:
            return self.own_start()
        position = self.as_named(text)
        try:
            for player in (LEFT, RIGHT):
                self.options(position, player)
        except LimitError:
            raise
        except Exception as error:
            if isinstance(position, type(start := self.own_start())):
                raise self._misread(text, error) from error
            raise self._no_position(start, safe_repr(position, 100)) from error
        return position

    def _misread(self, text: str, error: Exception) -> InputError:
        """Return the error about a string that names no position; the string is shortened in the reason, too."""
        why = str(error) if isinstance(error, GamekitError) else describe_error(error)
        shown = safe_repr(text, longest=100)
        why = why.replace(repr(text), shown)
        subject = "the text" if shown in why else shown
        return InputError(f"{subject} is not a position of {self.name}: {why}")

    def unlisted(self, position: Position) -> RulesError:
        """Return the error about an option that was not found when all followers were listed."""
        return RulesError(
            f"{self.name} contradicts itself: {self.describe(position)} is an option now, but was not among the "
            "followers when all were listed; is_impartial, options or canonical_position breaks its promise"
        )

    def text(self, position: Position) -> str:
        """Return the text of a position, from which `read` makes it again.

        Raises:
            RulesError: `parse_position` does not return the position for its text.
        """
        written = str(self._call("format_position", position))
        if self.read(written) != position:
            raise RulesError(
                f"{self.name}.parse_position({written!r}) must return the position that format_position shows as this "
                "text; it returned another one"
            )
        return written

    def read(self, text: str) -> Position:
        """Return the representative of the position that a string names; its options are not checked."""
        return self.canonical(self.as_named(text))

    def as_named(self, text: str) -> Position:
        """Return the position that a string names, before any symmetry; its options are not checked.

        Raises:
            InputError: the string names no position.
        """
        if not isinstance(text, str):
            raise InputError(f"a position of {self.name} must be text; it is {safe_repr(text)}")
        try:
            position = self.ruleset.parse_position(text)
            self.canonical(position)  # which refuses what has no representative
        except TimeLimitError:
            raise
        except Exception as error:
            raise self._misread(text, error) from error
        return position

    def describe(self, position: Any) -> str:
        """Return a position as text for a message, even where the ruleset cannot format it."""
        try:
            return on_one_line(str(self.ruleset.format_position(position)))
        except Exception:
            return safe_repr(position)

    def move_name(self, position: Position, option: Position, player: Player) -> str:
        """Return the name of a player's move that leads to one of the position's own options."""
        return on_one_line(str(self._call("format_option", position, option, player)))

    def _listed(self, method: str, position: Position, *arguments: Any) -> list[Position]:
        result: Any = self._call(method, position, *arguments)
        try:
            listed = list(islice(result, MOST_OPTIONS + 1))
        except Exception as error:
            if isinstance(result, Iterable):
                self._blame(method, position, error)
            what = f"returned {safe_repr(result)}; it must return a list, or yield"
            raise CallError(self._named(method, position), what) from error
        if len(listed) > MOST_OPTIONS:
            raise LimitError(
                f"{self._named(method, position)} lists more than {MOST_OPTIONS:,} options, the limit, so no kind of "
                "value can be found for this position"
            )
        return listed

    def _call(self, method: str, *arguments: Any) -> Any:
        try:
            return getattr(self.ruleset, method)(*arguments)
        except Exception as error:
            self._blame(method, arguments[0] if arguments else None, error)

    def _blame(self, method: str, position: Any, error: Exception) -> NoReturn:
        if isinstance(error, GamekitError | MemoryError):
            raise error
        raise CallError(self._named(method, position), f"raised {describe_error(error)}") from error

    def _named(self, method: str, position: Any) -> str:
        shown = "" if position is None else self.describe(position)
        return f"{self.name}.{method.removesuffix('_of')}({shown})"
