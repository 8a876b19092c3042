"""Sentences about any game: nouns and verbs that agree with numbers and players, and how a game has ended."""

from __future__ import annotations

import re
from typing import Any, Final

from gamekit.game.protocol import Game, has_conversions

_IRREGULAR: Final = {"has": "have", "is": "are"}

_VERBS: Final = "can|cannot|gets?|has|have|is|are|loses?|plays?|threatens?|wins?"
"""The verbs of which a player is the subject in sentences about any game."""


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun, whose plural ends in s if none is given.

    >>> counted(1, "table"), counted(2000, "state"), counted(0, "ply", "plies")
    ('1 table', '2,000 states', '0 plies')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def in_moves(game: Game[Any, Any], plies: int) -> str:
    """Return a number of plies, after the number of moves if people of the game call several plies one move.

    >>> from games.chess_ending import ChessEnding
    >>> from games.nim import Nim
    >>> in_moves(Nim(heaps=(1, 2)), 3), in_moves(ChessEnding("KQK"), 3)
    ('3 plies', '2 moves (3 plies)')
    """
    plies_in_words, each = counted(plies, "ply", "plies"), game.plies_per_move
    return plies_in_words if each == 1 else f"{counted(-(-plies // each), 'move')} ({plies_in_words})"


def remoteness_in_words(game: Game[Any, Any], plies: int) -> str:
    """Return a remoteness as people of the game count it, and to what if not to the end; by default, the number alone.

    >>> from games.chess_ending import ChessEnding
    >>> from games.nim import Nim
    >>> remoteness_in_words(Nim(heaps=(1, 2)), 3), remoteness_in_words(ChessEnding("KQK", metric="dtz"), 3)
    ('3', '2 moves (3 plies) to zeroing')
    """
    if not counts_in_words(game):
        return str(plies)
    return in_moves(game, plies) + (f" to {game.conversion}" if has_conversions(game) else "")


def counts_in_words(game: Game[Any, Any]) -> bool:
    """Return whether a remoteness of a game takes more words than its number of plies.

    >>> from games.chess_ending import ChessEnding
    >>> from games.nim import Nim
    >>> counts_in_words(Nim(heaps=(1, 2))), counts_in_words(ChessEnding("KQK"))
    (False, True)
    """
    return game.plies_per_move > 1 or has_conversions(game)


def goal_of_plies(game: Game[Any, Any]) -> str:
    """Return what the plies of a game are counted to.

    >>> from games.chess_ending import ChessEnding
    >>> goal_of_plies(ChessEnding("KQK")), goal_of_plies(ChessEnding("KQK", metric="dtz"))
    ('the end', 'zeroing or the end')
    """
    return f"{game.conversion} or the end" if has_conversions(game) else "the end"


def all_of(number: int, one: str) -> str:
    """Return a phrase for all things of a kind, whose number is given.

    >>> all_of(2000, "state"), all_of(1, "state")
    ('all 2,000 states', 'the only state')
    """
    return f"the only {one}" if number == 1 else f"all {number:,} {one}s"


def conjugated(game: Game[Any, Any], player: str | None, verb: str) -> str:
    """Return a player with a verb in the singular, as in "cat wins" and "hounds win"; "nobody" for None.

    >>> from games.hare_and_hounds import HareAndHounds
    >>> game = HareAndHounds()
    >>> conjugated(game, "hounds", "wins"), conjugated(game, "hare", "has"), conjugated(game, None, "wins")
    ('hounds win', 'hare has', 'nobody wins')
    """
    return f"{player or 'nobody'} {agreeing(game, player, verb)}"


def titled(name: str) -> str:
    """Return a name or a sentence with a capital.

    >>> titled("first")
    'First'
    """
    return name[:1].upper() + name[1:]


def with_titles(game: Game[Any, Any], text: str) -> str:
    """Return a sentence in which names of players are titled: at its beginning, as subjects and as owners.

    A name after an article is an ordinary word.

    >>> from games.nim import Nim
    >>> with_titles(Nim(heaps=(1, 2)), "second has won: first cannot move, by the first rule")
    'Second has won: First cannot move, by the first rule'
    """
    names = "|".join(map(re.escape, game.players))
    follows = rf"(?='s | (?:{_VERBS})\b)"
    return re.sub(
        rf"(?:^|(?<=: ))(?:{names})(?= )|(?<![\w-])(?<!the )(?:{names}){follows}",
        lambda match: titled(match[0]),
        text,
    )


def agreeing(game: Game[Any, Any], player: str | None, verb: str) -> str:
    """Return a verb, given in the singular, as it agrees with a player; None stands for nobody.

    >>> from games.hare_and_hounds import HareAndHounds
    >>> agreeing(HareAndHounds(), "hounds", "wins"), agreeing(HareAndHounds(), "hare", "wins")
    ('win', 'wins')
    """
    is_plural = player is not None and player in game.plural_players
    return _IRREGULAR.get(verb, verb.removesuffix("s")) if is_plural else verb


def winner_at(game: Game[Any, Any], payoff: int) -> str | None:
    """Return the name of the player who wins with a payoff to the first player; None for ties and lost puzzles.

    >>> from games.nim import Nim
    >>> winner_at(Nim(heaps=(1, 2)), -1)
    'second'
    """
    if payoff > 0:
        return game.players[0]
    return game.players[1] if payoff < 0 and len(game.players) == 2 else None


def no_progress(name: str, state: str, before: int, child: str, after: int) -> str:
    """Return the message that a move from `state` to `child` breaks the promise that progress rises."""
    return (
        f"{name}.progress must rise with every move; from {state} to {child} it goes from {before} to {after}"
    )


def it_is_over(game: Game[Any, Any], payoff: int, how: str | None = None, *, is_titled: bool = False) -> str:
    """Return the sentence that a game is over, with the winner and `how` it ended, but without a full stop.

    With `is_titled`, a title says already that the game is over, and the sentence does not.

    >>> from games.nim import Nim
    >>> it_is_over(Nim(heaps=(1, 2)), 3, "the heaps are gone")
    'the game is over, and first has won, by 3: the heaps are gone'
    >>> it_is_over(Nim(heaps=(1, 2)), 0, "the heaps are gone", is_titled=True)
    'a tie: the heaps are gone'
    """
    winner = winner_at(game, payoff)
    if is_titled and winner is None and len(game.players) > 1:
        return "a tie" + (f": {how}" if how else "")
    won = f"{conjugated(game, winner, 'has')} won{margin(payoff) if winner else ''}"
    return ("" if is_titled else "the game is over, and ") + won + (f": {how}" if how else "")


def margin(payoff: int) -> str:
    """Return the margin of a win, as the end of a sentence; an empty string if there are no scores.

    >>> margin(-3)
    ', by 3'
    """
    return f", by {abs(payoff)}" if abs(payoff) > 1 else ""
