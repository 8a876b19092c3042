"""`Play`: a game played against perfection, with its moves, blunders and hints."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import cached_property
from typing import Any, Final

import attrs

from gamekit.analysis.play.course import Course, Turn
from gamekit.analysis.reasons import headline, hurries, outlook_in_words
from gamekit.drawing.board import Board
from gamekit.drawing.html import details, items, paragraph
from gamekit.errors import InputError, UnsupportedError
from gamekit.game.fingerprint import changed, fingerprint, name_of, parameters_of
from gamekit.game.parameters import show, structure
from gamekit.game.protocol import Game
from gamekit.game.rules_files import placed_class
from gamekit.game.sentences import conjugated, it_is_over
from gamekit.game.values import turn_limit
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.solution import Solution, Verdict

FORMAT: Final = "gamekit play"
VERSION: Final = 1


@attrs.frozen
class Saved:
    """A play in the form that JSON stores.

    Attributes:
        format: `FORMAT`.
        version: the version of the format.
        game: the name under which the game is registered.
        parameters: the parameters of the game.
        state: the state in which play began, as text.
        moves: the moves that were played, as text.
        people: the names of the players who are people; the others play perfectly.
        rules: the fingerprint of the rules.
    """

    format: str
    version: int
    game: str
    parameters: dict[str, Any]
    state: str
    moves: tuple[str, ...]
    people: tuple[str, ...]
    rules: str

    @classmethod
    def read(cls, data: Any, what: str = "a saved play") -> Saved:
        """Return the saved play that JSON from an untrusted source describes.

        Raises:
            InputError: the JSON is not a play, or is a play of a newer format.
        """
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError(f"{what} is not a play that gamekit saved: its format is not {FORMAT!r}")
        if data.get("version") != VERSION:
            raise InputError(
                f"{what} must have version {VERSION}, which this gamekit reads; it has {show(data.get('version'))}"
            )
        return structure(cls, data, what)


Reply = tuple[Any, Any, Verdict[Any]]
"""A move, the state it leads to, and the verdict there."""


@attrs.frozen(eq=False)
class Play(Course):
    """A game being played. It is immutable: every method returns a new play.

    Attributes:
        solution: the solution of the game.
        name: the name under which the game is registered.
        start: the state in which play began.
        people: the indices of the players who are people; the others play perfectly.
        turns: the moves that were played.
        undone: the moves that were taken back, in the order in which they were played.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> play = Play.begin(gamekit.solve(Nim(heaps=(1, 2))), people=[0])
    >>> play = play.played(play.move_called("take 2 from a heap of 2"))
    >>> play.turns[0].is_blunder, play.format_move(play.choice())
    (True, 'take 1 from a heap of 1')
    """

    solution: Solution[Any, Any]
    name: str
    start: Any
    people: frozenset[int]
    turns: tuple[Turn, ...] = ()
    undone: tuple[Turn, ...] = ()

    # --- beginning, saving and resuming -------------------------------------------------------------------

    @classmethod
    def begin(
        cls,
        solution: Solution[Any, Any],
        *,
        people: Iterable[int] = (0,),
        start: Any = None,
        name: str | None = None,
    ) -> Play:
        """Return a play in which nothing has been played.

        Args:
            solution: the solution of the game; it must know the value of every state.
            people: the indices of the players who are people.
            start: the state in which to begin; by default, the root of the solution.
            name: the name under which the game is registered, if its class does not say so.

        Raises:
            UnsupportedError: the solution leaves states unsolved.
            UnknownStateError: `start` is not a state of the solution.
        """
        check_solution(solution, "Play.begin")
        if solution.unsolved:
            left = f"{solution.solver} left {solution.unsolved:,} states unsolved"
            raise UnsupportedError(f"perfect play needs the value of every state; {left}")
        origin = solution.start if start is None else start
        solution.place_of(origin)
        return cls(solution, name or name_of(solution.game), origin, frozenset(people))

    @classmethod
    def resumed(
        cls, solution: Solution[Any, Any], saved: Saved, *, start: Any, people: Iterable[int] | None = None
    ) -> Play:
        """Return a play that was saved, every move of it checked.

        Args:
            solution: the solution of the game.
            saved: the saved play.
            start: the state that the text in the saved play names.
            people: the indices of the players who are people; by default, those of the saved play.

        Raises:
            InputError: the saved play belongs to another game, or some move cannot be made.
        """
        ours = parameters_of(solution.game)
        theirs = parameters_of(structure(type(solution.game), saved.parameters, saved.game))
        if theirs != ours:
            raise InputError(f"the saved play has other parameters: {show(theirs)} instead of {show(ours)}")
        if people is None:
            people = [player_called(solution.game, name) for name in saved.people]
        if saved.rules != fingerprint(solution.game, with_codes=False):
            raise InputError(changed(saved.game, "the saved play is"))
        name = saved.game if placed_class(saved.game) is None else None  # a class may have moved
        play = cls.begin(solution, people=people, start=start, name=name)
        for text in saved.moves:
            try:
                play = play.followed(text)
            except InputError as error:
                raise InputError(f"the saved play's {error}") from error
        return play

    def saved(self) -> dict[str, Any]:
        """Return the play as JSON data."""
        moves = tuple(self.game.format_move(turn.state, turn.move) for turn in self.turns)
        people = tuple(self.game.players[player] for player in sorted(self.people))
        state, parameters = self.solution.describe(self.start), parameters_of(self.game)
        rules = fingerprint(self.game, with_codes=False)
        saved = Saved(FORMAT, VERSION, self.name, parameters, state, moves, people, rules)
        return attrs.asdict(saved, recurse=False)

    # --- where play stands ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of the game."""
        return self.solution.game

    @property
    def plies_left(self) -> int | None:
        """The plies left until the rules' turn limit, or None."""
        limit = turn_limit(self.game)
        return None if limit is None else limit - len(self.turns)

    @cached_property
    def verdict(self) -> Verdict[Any]:
        """The verdict on the state that play has reached, with the plies left until the turn limit."""
        return self.solution.verdict_on(self.state, self.plies_left)

    @cached_property
    def replies(self) -> list[Reply]:
        """The moves, each with the state it leads to and the verdict there, best first; none if play is over."""
        return self.solution.replies(self.state, self.plies_left)

    @property
    def is_circling(self) -> bool:
        """Whether play has returned to an earlier state, and best play will never end it."""
        return self.earlier is not None and self.verdict.remoteness is None and not self.is_over

    # --- perfection ------------------------------------------------------------------------------------------

    def choice(self) -> Any:
        """Return the move that perfection plays: the first of the best moves that are hardest to answer.

        A best move keeps the payoff, and wins soonest or holds out longest. Among several in a lost state, it is one
        that leaves the fewest replies that keep the win; in a drawn state, one that leaves the most replies that throw
        the draw away.

        Raises:
            InputError: play is over.
        """
        return self._chosen[0]

    @cached_property
    def _chosen(self) -> Reply:
        """The reply that `choice` returns, cached because it takes the replies to all best moves."""
        if self.is_over:
            raise InputError("play is over: there is no move to choose")
        if len(self.best) == 1 or self.verdict.winner == self.game.players[self.player]:
            return self.best[0]
        return min(self.best, key=self._ease)

    @property
    def best(self) -> list[Reply]:
        """The moves that keep the payoff and lose no time, in the game's own order."""
        results = [(after.payoff, after.plies_before) for _, _, after in self.replies]
        return [reply for reply, result in zip(self.replies, results, strict=True) if result == results[0]]

    def _ease(self, reply: Reply) -> float:
        """Return a number for comparing moves of equal payoff: the smaller, the harder it is to reply to the move."""
        keeping, others = self._answers(reply)
        return -others if reply[2].winner is None else keeping or math.inf

    def _answers(self, reply: Reply) -> tuple[int, int]:
        """Return how many of the opponent's replies keep the result of a move, and how many do not."""
        move, child, after = reply
        if self.game.to_move(child) == self.player:  # then nothing can go wrong for the other side
            return (0, 0)
        answers = self.played(move).replies
        keeping = sum(verdict.payoff == after.payoff for _, _, verdict in answers)
        return keeping, len(answers) - keeping

    # --- in words ---------------------------------------------------------------------------------------------

    def _repr_html_(self) -> str:
        stands = self.ending() if self.is_over else headline(self.solution, self.verdict)
        history = details(f"moves made: {len(self.turns)}", items(self.history()))
        return Board(self.game, self.state)._repr_html_() + paragraph(stands) + history

    def hint(self) -> str:
        """Return a best move, where play stands, and how the move compares with the others, in short sentences."""
        stands = f"{self.format_move(self._chosen[0])}: {headline(self.solution, self.verdict)}"
        return " ".join(
            f"{sentence}." for sentence in (stands, self._merit(), self._replies_in_words()) if sentence
        )

    def _merit(self) -> str:
        """Return how many moves do what the chosen one does, in words."""
        after, number = self._chosen[2], len(self.replies)
        alike = sum(verdict.payoff == after.payoff for _, _, verdict in self.replies)
        if len(self.game.players) == 1 and (after.payoff or 0) < 0:
            return "No move helps any more"
        if number == 1:
            return "It is the only move"
        has_scores = max(map(abs, self.solution.store.payoffs), default=0) > 1
        one, many = self._deed(after, has_scores=has_scores)
        if alike == 1:
            return "Nothing else is as good" if has_scores else f"Nothing else {one}"
        some = f"Every move {one}" if alike == number else f"{alike} of {number} moves {many}"
        if after.remoteness is None:
            return some
        if hurries(self.game, self.verdict):
            return f"{some}; none is faster than this"
        return f"{some}; this one holds out longest" if one == "loses" else f"{some}, none later"

    def _deed(self, after: Verdict[Any], *, has_scores: bool) -> tuple[str, str]:
        """Return what a move does that leads to a verdict, and what several such moves do, in words."""
        if not after.payoff:
            return ("draws", "draw") if after.remoteness is None else ("ties", "tie")
        if after.winner != self.game.players[self.player]:
            return ("loses", "lose by no more" if has_scores else "lose")
        if len(self.game.players) == 1:
            return ("leads to the goal", "lead to the goal")
        return ("wins", "win by as much" if has_scores else "win")

    def _replies_in_words(self) -> str:
        """Return how many of the opponent's replies win, if the chosen move loses; else nothing."""
        right, wrong = self._answers(self._chosen)
        if self._chosen[2].winner != self._chosen[2].player or not right:
            return ""
        if not wrong:
            return "The only reply wins" if right == 1 else "Every reply wins"
        return f"{'Only 1' if right == 1 else right} of {right + wrong} replies {'wins' if right == 1 else 'win'}"

    def outlook(self, reply: Reply) -> str:
        """Describe the result of a move for the player who makes it, in a few words."""
        return outlook_in_words(self.game, self.game.players[self.player], reply[2])

    def wins(self, reply: Reply) -> bool | None:
        """Return whether a move wins (True) or loses (False) for the player who makes it; None if it does neither."""
        return reply[2].winner == self.game.players[self.player] if reply[2].payoff else None

    def ending(self, *, is_titled: bool = False) -> str:
        """Return a sentence about the end of the game, for a play that is over; `is_titled` is as in `it_is_over`."""
        if self.verdict.remoteness == 0:
            payoff, how = self.verdict.payoff or 0, self.game.ending(self.state)
            return it_is_over(self.game, payoff, how, is_titled=is_titled)
        wins = conjugated(self.game, self.verdict.winner, "wins")
        return f"the turn limit of {self.game.max_plies} plies is reached: {wins}"

    def history(self, *, blunders_only: bool = False) -> list[str]:
        """Return a line for each move: its player, the verdict after it and, if it was a blunder, the one before."""
        turns = enumerate(self.turns, start=1)
        return [
            self._history_line(number, turn) for number, turn in turns if turn.is_blunder or not blunders_only
        ]

    def _history_line(self, number: int, turn: Turn) -> str:
        move = self.game.format_move(turn.state, turn.move)
        before = f" (a blunder: before it, {headline(self.solution, turn.before)})" if turn.is_blunder else ""
        return f"{number}. {turn.before.player} played {move}: {headline(self.solution, turn.after)}{before}"


def player_called(game: Game[Any, Any], name: str) -> int:
    """Return the index of a player.

    Raises:
        InputError: no player has this name.
    """
    if name not in game.players:
        raise InputError(f"a player must be {' or '.join(game.players)}; no player is called {show(name)}")
    return game.players.index(name)
