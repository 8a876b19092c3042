"""`conjugated`: verbs that agree with the players they are said of."""

from __future__ import annotations

from typing import Any, Final

from gamekit.game.protocol import Game

_IRREGULAR: Final = {"has": "have", "is": "are"}


def conjugated(game: Game[Any, Any], player: str | None, verb: str) -> str:
    """Return a player with a verb, as in "cat wins" and "hounds win"; "nobody" for None.

    Args:
        game: the rules, which say which names are plurals.
        player: the name of a player, or None.
        verb: in the singular.

    >>> from games.hare_and_hounds import HareAndHounds
    >>> game = HareAndHounds()
    >>> conjugated(game, "hounds", "wins"), conjugated(game, "hare", "has"), conjugated(game, None, "wins")
    ('hounds win', 'hare has', 'nobody wins')
    """
    if player is not None and player in game.plural_players:
        verb = _IRREGULAR.get(verb, verb.removesuffix("s"))
    return f"{player or 'nobody'} {verb}"
