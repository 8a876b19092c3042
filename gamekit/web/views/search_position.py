"""`search_position` and `search_header`: a game whose values are searched for at each move, as a page shows it."""

from __future__ import annotations

from typing import Any, Final

from gamekit.analysis.play.search_play import SearchPlay
from gamekit.game.sentences import with_titles
from gamekit.web.views.header import about_game, facts
from gamekit.web.views.position import drawn

TOO_LARGE: Final = "too large to be solved whole"
MISSING: Final = "so there are no reasons, neighbours, puzzles and statistics"


def search_header(play: SearchPlay, name: str) -> dict[str, Any]:
    """Return the description of a game, as `header` describes a solved one, but with no number of states or edges."""
    game = play.game
    return {
        **about_game(game, name),
        "headline": play.headline,
        "start": game.format_state(play.start),
        "is_initial": play.start == game.initial_state(),
        "states": None,
        "edges": None,
        "size": TOO_LARGE,
        "checked": "",
        "facts": facts(game, MISSING),
        "verified": None,
        "is_verified": False,
    }


def search_position(play: SearchPlay) -> dict[str, Any]:
    """Return the state that a play has reached, in the form of `position` for a solved game.

    What was not found in time has the value `"unsolved"` and no payoff. A payoff is 1, 0 or -1 whatever the end pays,
    and a remoteness is null if it was not counted. `"choice"` is null if the value is not known.

    >>> from games.connect_four import ConnectFour
    >>> from gamekit.solvers.proof.position_search import PositionSearch
    >>> search = PositionSearch(ConnectFour(width=4, height=3))
    >>> view = search_position(SearchPlay(search, search.game.initial_state()))
    >>> view["headline"], [move["outlook"] for move in view["moves"]]
    ('a tie', ['ties', 'ties', 'ties', 'ties'])
    """
    verdict, best, choice = play.verdict, play.best, play.choice
    moves = [reply[0] for _, reply in play.moves]
    results = [
        {
            "value": play.value_after(reply).value,
            "payoff": reply[2].payoff,
            "remoteness": reply[2].plies_before,
            "outlook": play.outlook(reply),
            "best": reply in best,
        }
        for _, reply in play.moves
    ]
    return {
        **drawn(play, None, results),
        "value": verdict.value.value,
        "payoff": verdict.payoff,
        "remoteness": verdict.remoteness,
        "winner": verdict.winner,
        "headline": with_titles(play.game, play.headline),
        "choice": moves.index(choice) if best else None,
        "hint": with_titles(play.game, play.hint()) if best else None,
    }
