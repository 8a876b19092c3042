"""`header`: a solved game as a page shows it: the game, the result, and its verification."""

from __future__ import annotations

import re
from typing import Any, Final

from gamekit.analysis.comparison.report import duration
from gamekit.analysis.reasons import headline
from gamekit.drawing.colours import colours_of
from gamekit.game.fingerprint import name_of, parameters_of
from gamekit.game.protocol import Game, has_conversions
from gamekit.game.registry import GAMES, game_class, make, summary
from gamekit.game.sentences import all_of, conjugated, counted, goal_of_plies, titled
from gamekit.game.values import turn_limit
from gamekit.layout.on_layout import OnLayout
from gamekit.solution.solution import Solution
from gamekit.web.views.rules import rules_of

LONGEST_TITLE: Final = 40
"""The most letters of a game's title."""

VERBS: Final = ("is", "plays", "wins")
"""The verbs of the sentences about players that a page makes itself."""

_END = re.compile("[:(.]")


def header(
    solution: Solution[Any, Any], *, start: Any = None, name: str | None = None, verified: str | None = None
) -> dict[str, Any]:
    """Return the description of a solved game.

    ```
    {
      "title": the name of the game, for people,
      "goal", "rules", "setup": as `rules_of` gives them,
      "game": the registered name of the game,
      "presets": [{"name", "parameters", "current": whether this is the instance that is shown}],
      "players": the names of the players,
      "colours": the colours of the players, `#rrggbb`,
      "pieces": a piece of each player as an SVG document, if each player has pieces of one kind,
      "prompts": what to say before each click of a move, a sentence each; none, or empty, for the page's own words,
      "clauses": for each of `VERBS`, every player with it, as in "Cat is",
      "parameters": the parameters of the game, as JSON gives them,
      "headline": the result in words, with the number of plies,
      "start": the state from which play starts, as text,
      "is_initial": whether that is where the game starts,
      "states", "edges": the numbers of states and edges,
      "size": the number of states with its noun,
      "checked": what a verification covers, in words,
      "facts": further facts, a few words each,
      "verified": the result of the check against the rules; null if there was none,
      "is_verified": whether the check found no error,
      "plies_per_move": the number of plies that people of the game call one move,
      "conversion": what plies are counted to if that may come before the end, such as "zeroing"; else null,
      "counted_to": what plies are counted to, in words: "the end" or, for example, "zeroing or the end",
      "sits_opposite": whether the second player sees the board from the opposite side,
      "turn_limit": the turn limit of the rules, in plies; null if they have none
    }
    ```

    Args:
        solution: the solution of the game.
        start: the state from which play starts; by default, the start of the solution.
        name: the name that the game is registered under, if its class does not determine it.
        verified: the result of a verification, in words; None if there was none yet.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> header(gamekit.solve(Nim(heaps=(1, 2))))["headline"]
    'first wins in 3 plies'
    """
    game = solution.game
    start = solution.start if start is None else start
    verdict = solution[start]
    name = name or name_of(game)
    seconds = sum(solution.seconds.values())
    return {
        **about_game(game, name),
        "headline": headline(solution, verdict),
        "start": game.format_state(start),
        "is_initial": start == game.initial_state(),
        "states": len(solution),
        "edges": solution.edges,
        "size": counted(len(solution), "state"),
        "checked": all_of(len(solution), "state"),
        "facts": facts(game, f"{counted(solution.edges, 'move')} between them", solved=seconds),
        "verified": verified,
        "is_verified": verified is not None,
    }


def about_game(game: Game[Any, Any], name: str) -> dict[str, Any]:
    """Return the part of a header that depends on the game alone, which is registered under `name`."""
    return {
        "title": game.title or title_of(name, type(game)),
        **rules_of(game),
        "game": name,
        "presets": [
            {
                "name": preset,
                "parameters": dict(parameters),
                "current": make(GAMES, type(game), parameters, name) == game,
            }
            for preset, parameters in game.presets.items()
        ],
        "players": list(game.players),
        "colours": colours_of(game.players, game.player_colours),
        "pieces": _pieces(game),
        "prompts": list(game.prompts),
        "clauses": {
            verb: [titled(conjugated(game, player, verb)) for player in game.players] for verb in VERBS
        },
        "parameters": parameters_of(game),
        "plies_per_move": game.plies_per_move,
        "conversion": game.conversion if has_conversions(game) else None,
        "counted_to": goal_of_plies(game),
        "sits_opposite": game.opposite_sides,
        "turn_limit": turn_limit(game),
    }


def _pieces(game: Game[Any, Any]) -> list[str]:
    palette = game.palette if isinstance(game, OnLayout) else None
    brushes = palette.brushes if palette else ()
    signs = zip(game.players, game.player_colours or game.players, strict=True)
    own = [[brush.picture for brush in brushes if {*brush.name.split()} & {*names}] for names in signs]
    return [pictures[0] for pictures in own] if all(len(pictures) == 1 for pictures in own) else []


def facts(game: Game[Any, Any], *known: str, **seconds: float) -> list[str]:
    """Return facts about a solved game: the known ones, the seconds that parts of the work took, and the turn limit."""
    times = [f"{done} in {duration(max(taken, 0.001))}" for done, taken in seconds.items()]
    limit = turn_limit(game)
    limits = [f"the rules stop after {counted(limit, 'ply', 'plies')}"] if limit else []
    return [*known, *times, *limits]


def title_of(name: str, cls: type[Any] | None = None) -> str:
    """Return the name of a game for people: the beginning of its summary, or else its registered name.

    >>> title_of("cat-mouse"), title_of("tic-tac-toe")
    ('Cat and Mouse', 'Tic-tac-toe')
    """
    words = _END.split(summary(cls or game_class(name)), maxsplit=1)[0].strip()
    if not words or len(words) > LONGEST_TITLE:
        words = name.rpartition(":")[2]
    return titled(words)
