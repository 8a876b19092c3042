"""The `Game` protocol: everything that gamekit requires of a set of rules. A solver reads nothing else."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from inspect import getattr_static
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from gamekit.errors import GamekitError, InputError, NotSuppliedError
from gamekit.game import python_notation
from gamekit.game.gesture import Gesture, Place
from gamekit.game.notation import Notation
from gamekit.game.values import Outcome, Value

if TYPE_CHECKING:
    from random import Random

State = TypeVar("State", bound=Hashable)
Move = TypeVar("Move")


class SolvedRoot(Protocol):
    """The verdict on the state that play starts from, as `Game.answer` reads it."""

    @property
    def player(self) -> str:
        """The name of the player to move."""

    @property
    def value(self) -> Value:
        """The value of the state for the player to move."""

    @property
    def payoff(self) -> int | None:
        """The payoff to the first player; None if the state is unsolved."""

    @property
    def remoteness(self) -> int | None:
        """The number of plies until the end; None if play never ends or the state is unsolved."""

    @property
    def winner(self) -> str | None:
        """The name of the winner, if there is one."""


class SolvedGame(Protocol):
    """The part of a solution, such as a `gamekit.solution.solution.Solution`, that `Game.answer` may use."""

    @property
    def root(self) -> SolvedRoot:
        """The verdict on the state that play starts from."""

    @property
    def unsolved(self) -> int:
        """The number of states without a value."""

    def longest_by_value(self) -> dict[Value, int]:
        """Return the largest remoteness among the states of each value."""


class Game(Protocol[State, Move]):
    """A finite game of perfect information for one or two players. Subclass it.

    States are any hashable values. A subclass is best an `attrs.frozen` class whose fields are the parameters
    of the game; they are then read from JSON, shown by `gamekit info` and compared by value. A field may carry
    `metadata={"help": "...", "aliases": ("other name",), "editor": "graph"}`; the editor of `gamekit explore` draws a
    "graph", places a "node" on it, paints a "grid" with `"signs": "XO."`, and has a form for everything else.

    >>> class Countdown(Game[tuple[int, int], int]):
    ...     players = ("Ann", "Bob")
    ...     def initial_state(self): return (5, 0)
    ...     def to_move(self, state): return state[1]
    ...     def moves(self, state): return [take for take in (1, 2) if take <= state[0]]
    ...     def apply(self, state, move): return (state[0] - move, 1 - state[1])
    ...     def outcome(self, state): return None if state[0] else (1 if state[1] else -1)
    >>> Countdown().moves((1, 0))
    [1]
    """

    # --- required -----------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def players(self) -> tuple[str, ...]:
        """The names of the one or two players; a plain class attribute will do."""

    @abstractmethod
    def initial_state(self) -> State:
        """Return the state in which the game begins."""

    @abstractmethod
    def to_move(self, state: State) -> int:
        """Return the index into `players` of the player to move."""

    @abstractmethod
    def moves(self, state: State) -> Iterable[Move]:
        """Return the moves of the player to move; never called in a terminal state."""

    @abstractmethod
    def apply(self, state: State, move: Move) -> State:
        """Return the state that `move` leads to; leave `state` unchanged."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """Return the payoff to the first player if the game is over in `state`, else None.

        It is an integer between -2^62 and 2^62.
        """

    # --- optional: how play ends ----------------------------------------------------------------------------

    @property
    def infinite_play(self) -> int:
        """The payoff to the first player of a play that never ends: 0, a draw; for one player -1, a loss."""
        return 0 if len(self.players) == 2 else -1

    @property
    def max_plies(self) -> int | None:
        """A turn limit that belongs to the rules; reaching it counts as infinite play."""
        return None

    # --- optional: shortcuts ----------------------------------------------------------------------------------

    def states(self) -> Iterable[State]:
        """Return every state that can occur, once each; with `predecessors`, this replaces the exploration."""
        raise NotSuppliedError(f"{type(self).__name__} does not supply states(); explore() derives them")

    def check_size(self, max_states: int) -> None:
        """Raise `LimitError` if the game knows, without a search, that it has more than `max_states` states."""
        return

    def predecessors(self, state: State) -> Iterable[State]:
        """Return the states from which one move leads to `state`, once each; terminal states may be among them."""
        raise NotSuppliedError(f"{type(self).__name__} does not supply predecessors(); an arena derives them")

    def numbered_predecessors(
        self, states: Sequence[State], index: Mapping[State, int]
    ) -> tuple[list[int], list[int]]:
        """Return the predecessors of many states as `index` numbers them.

        A game with `states` and `predecessors` may know a quicker way than this one, as a `BoardGame` does. It is
        not used in a subclass that replaces `predecessors` alone.

        Args:
            states: some of those that `states()` lists.
            index: the numbers of all of them.

        Returns:
            The number of predecessors of each state, and the numbers of these predecessors, state after state.

        Raises:
            KeyError: a predecessor that can occur is not in `index`.
        """
        found = [list(self.predecessors(state)) for state in states]
        return [*map(len, found)], [index[parent] for parents in found for parent in parents]

    def children(self, state: State) -> list[State]:
        """Return the state that each of the moves leads to; a game may know a quicker way than move by move."""
        return [self.apply(state, move) for move in self.moves(state)]

    @property
    def not_supplied(self) -> Collection[str]:
        """The optional methods that the class has, but this instance does without."""
        return ()

    def canonical_state(self, state: State) -> State:
        """Return the representative of `state` under the game's symmetry."""
        return state

    def movers_view(self, state: State) -> State:
        """Return the representative of `state` under symmetry and exchange of the players, if both have the same rules.

        Then every move passes the turn, and endless play is a draw. Half the states are explored and solved.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not supply movers_view()")

    def tier(self, state: State) -> int:
        """Return the tier of `state`, which numbers the part of the game that it is in: at least 0 and below 2^62.

        No move may lead back to a tier that play has left, as in a game whose men are taken and never come back. Such a
        game can be solved tier by tier, with only one tier in memory at a time. States that are alike are in one tier.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define tier(state)")

    def tier_of(self, state: State) -> int:
        """Return the result of `tier`. Games whose methods take something other than states override this."""
        return self.tier(state)

    def converts(self, tier: int, after: int) -> bool:
        """Return whether a move from one tier to another is a conversion; asked of two different tiers.

        A game that defines this counts remoteness to the next conversion, or to the end if that comes first, and is
        solved by tiers. Its payoffs are those of the whole game.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define converts(tier, after)")

    def progress(self, state: State, /) -> int:
        """Return a number that rises with every move, such as how many stones are on the board, so that play must end.

        `gamekit.prove` relies on it, and checks it at every state that it expands. Certificates then need no ranks.
        The number lies between -2^62 and 2^62. States that are alike have the same number. The method is not called
        where the game is over.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define progress(state)")

    def progress_of(self, state: State) -> int:
        """Return the result of `progress`. Games whose methods take something other than states override this."""
        return self.progress(state)

    def order(self, state: State) -> int:
        """Return a guess of how good `state` looks for the player to move: the larger, the better.

        `gamekit.prove` then tries good moves first. It is a guess, which cannot change what is proved, only how long
        that takes.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define order(state)")

    def order_of(self, state: State) -> int:
        """Return the result of `order`. Games whose methods take something other than states override this."""
        return self.order(state)

    # --- optional: instances ------------------------------------------------------------------------------------------

    @classmethod
    def draw_instance(cls, random: Random, size: int) -> Mapping[str, Any]:
        """Return the parameters, as JSON has them, of an instance of at most this size, drawn at random.

        Parameters that are left out keep their defaults. A game without this method is drawn by the kinds of its
        parameters.
        """
        raise NotSuppliedError(f"{cls.__name__} does not define draw_instance(random, size)")

    def change_instance(self, random: Random) -> Mapping[str, Any]:
        """Return the parameters, as JSON has them, that differ in an instance much like this one, drawn at random."""
        raise NotSuppliedError(f"{type(self).__name__} does not define change_instance(random)")

    def instance_from(self, state: State) -> Mapping[str, Any]:
        """Return the parameters, as JSON has them, that differ in the instance that starts in `state`."""
        raise NotSuppliedError(f"{type(self).__name__} does not define instance_from(state)")

    # --- optional: texts and boards -----------------------------------------------------------------------------------

    @property
    def player_colours(self) -> Sequence[str]:
        """The colours of the players, as looks name them, for pieces, charts and words; a class attribute will do.

        By default, players have the colours that they are named after, or blue and yellow.
        """
        return ()

    plural_players: ClassVar[Collection[str]] = ()
    """The players whose names are plurals, so that sentences say "hounds win"."""

    opposite_sides: ClassVar[bool] = False
    """Whether the players sit on opposite sides of the board, so that the page turns it for the second one."""

    start_parameter: ClassVar[str] = ""
    """The parameter that says where play begins, and nothing else, if the game lists all of its states (`states`)."""

    notations: ClassVar[Sequence[Notation]] = ()
    """The notations in which people write the game elsewhere: the command line, the page and Python read them."""

    plies_per_move: ClassVar[int] = 1
    """The number of plies that people of the game call one move: 2 if both players make one, as in chess."""

    conversion: ClassVar[str] = "conversion"
    """What people of the game call a conversion, if the game has any (`converts`), such as zeroing in chess."""

    aim: ClassVar[str] = ""
    """What the players want, in a sentence for the page; by default, the first paragraph of the docstring."""

    prompts: ClassVar[Sequence[str]] = ()
    """What the page asks for before each click of a move, a sentence each; where there is none, its own words."""

    title: ClassVar[str] = ""
    """The name of the instance for people; by default, the beginning of what the registry says of the game."""

    example: ClassVar[Mapping[str, Any]] = {}
    """The parameters of a small instance, as JSON would give them: for `info`, `check` and trying out."""

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    """Instances to choose from on the page: their parameters, as JSON would give them, by names such as "Classic"."""

    first_preset: ClassVar[str] = ""
    """The name of the preset that the page opens where none is asked for; by default, it opens the example."""

    registered_as: ClassVar[str | None] = None
    """The name of the ruleset that the class was made of; None if it was written as a game."""

    stated_by: ClassVar[type[Any] | None] = None
    """The class of the ruleset that the class was made of; None if it was written as a game."""

    ruleset: Any = None
    """The ruleset that the game plays in turn; None if it plays none."""

    def state_view(self, state: State) -> Any:
        """Return `state` as the conditions of `compose --where` and the claims of `judge --claim` see it."""
        return state

    def format_state(self, state: State) -> str:
        """Return `state` on one line, in a form that `parse_state` reads."""
        return python_notation.shown(state)

    def parse_state(self, text: str) -> State:
        """Return the state that `format_state` shows as `text`, or that one of `notations` names by it.

        Raises:
            InputError: there is none.
        """
        try:
            return cast(State, python_notation.read(text))
        except ValueError:
            refused = InputError(f"{text!r} is not a state of {type(self).__name__}")
        return self.parse_by_notation(text, refused)

    def parse_by_notation(self, text: str, refused: GamekitError) -> State:
        """Return the state that `text` names in one of `notations`, or raise `refused` if none of them reads it.

        A game with a `parse_state` of its own ends it with this call.
        """
        from gamekit.game.reading import parse_by_notation

        return cast(State, parse_by_notation(self, text, refused))

    def format_move(self, state: State, move: Move) -> str:
        """Return `move`, made in `state`, on one line, in a form that `parse_move` reads."""
        return str(move)

    def parse_move(self, state: State, text: str) -> Move:
        """Return the move of `state` that `format_move` shows as `text`; raises `InputError` if there is none."""
        for move in self.moves(state):
            if self.format_move(state, move) == text:
                return move
        raise InputError(f"{text!r} is not a move in {self.format_state(state)}")

    def render(self, state: State) -> str:
        """Return the board as plain text, on as many lines as it needs."""
        return self.format_state(state)

    def svg(self, state: State) -> str | None:
        """Return the board as an SVG document, or None if the game draws none."""
        return None

    def gesture(self, state: State, move: Move) -> Gesture | None:
        """Return the gesture of `move` on the drawing of `state`; None if only a comparison of drawings can show it.

        Places are those that elements of the drawing name in an attribute `data-place`.
        """
        return None

    def prompts_in(self, state: State) -> Sequence[str]:
        """Return the `prompts` of a state, where they are not those of all states."""
        return self.prompts

    def deciding_places(self, state: State) -> Iterable[Place]:
        """Return the places on the drawing of a finished game that decided it, such as three in a row."""
        return ()

    def contents(self, state: State) -> Mapping[str, str]:
        """Return the contents of the places of the board in words, by the names of the places, for screen readers.

        Empty places are left out.
        """
        return {}

    def board_in_words(self, state: State) -> str:
        """Return the board in words, such as "X: a1; O: b2; seven empty", for people who do not see its drawing.

        By default, what `contents` says, or else the state as text.
        """
        from gamekit.game.board_words import EMPTY_BOARD, contents_in_words

        contents, text = self.contents(state), self.format_state(state)
        if contents:
            return contents_in_words(contents)
        return text if set(text.partition(",")[0]) - set("./|") else EMPTY_BOARD

    def _repr_html_(self) -> str:
        board = import_module("gamekit.drawing.board").Board  # on a floor above; only notebooks ask for it
        return str(board(self, self.initial_state())._repr_html_())

    def ending(self, state: State) -> str | None:
        """Return the way in which a finished game ended, such as "three in a row"; None if that is obvious."""
        return None

    def facts(self, solution: Any, state: State) -> Mapping[str, Any]:
        """Return more fields for JSON reports about a state, ready for JSON, under the names that players know."""
        return {}

    def remark(self, solution: Any) -> str | None:
        """Return a sentence or two about a solution as a whole, which reports show; by default None."""
        return None

    def win_in_words(self, plies: int) -> str | None:
        """Return the words after the winner's name for a win in so many plies, such as "mates in 2 moves (3 plies)".

        By default None, for "wins in 3 plies".
        """
        return None

    def includes(self, other: Game[Any, Any]) -> bool:
        """Return whether the states of another instance are states of this one, with the same texts, moves and ends.

        Then the tables of the other instance serve `gamekit.prove` as leaves.
        """
        return False

    def stated_in(self, method: str) -> str | None:
        """Return the place where the author states the result of a derived method; None if the method is not derived.

        The place completes a sentence of an error: "... returned ..., which does not fit layout (x.py, line 5)".
        """
        return None

    @property
    def has_order(self) -> bool:
        """Whether the game guesses how good a state looks."""
        return supplies(self, "order")

    def answer(self, solution: SolvedGame) -> Any:
        """Return the answer in the game's own form, ready for JSON, such as 0, 1 or 2; by default the winner's name."""
        return solution.root.winner


def supplies(game: Game[Any, Any], method: str) -> bool:
    """Return whether a game overrides an optional method or attribute of the protocol.

    >>> from games.nim import Nim
    >>> supplies(Nim(heaps=(1, 2)), "predecessors")
    False
    """
    kind = type(game)
    if getattr(kind, method) is getattr(Game, method) or method in game.not_supplied:
        return False
    return method != "numbered_predecessors" or _fits_predecessors(kind)


@lru_cache
def _fits_predecessors(kind: type[Game[Any, Any]]) -> bool:
    """Return whether no subclass has replaced `predecessors` below the class that numbers them."""
    for base in kind.__mro__:
        if "numbered_predecessors" in vars(base):
            return True
        if "predecessors" in vars(base):
            break
    return False


def is_defined(kind: type[Game[Any, Any]], method: str) -> bool:
    """Return whether a class of games overrides an optional method of the protocol, which may be a class method."""
    return getattr_static(kind, method) is not getattr_static(Game, method)


def names_tiers(game: Game[Any, Any]) -> bool:
    """Return whether a game says to which tier a state belongs."""
    return supplies(game, "tier")


def has_conversions(game: Game[Any, Any]) -> bool:
    """Return whether a game counts remoteness to the next conversion, or to the end if that comes first."""
    is_game = Game in type(game).__mro__  # this is asked first, of whatever is to be solved
    return is_game and supplies(game, "converts")


def states_progress(game: Game[Any, Any]) -> bool:
    """Return whether a game defines a progress."""
    return supplies(game, "progress")
