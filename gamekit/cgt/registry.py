"""Rulesets by name: those that come with gamekit, and those that installed packages register as entry points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from gamekit.cgt.ruleset import Ruleset
from gamekit.game import bundled
from gamekit.game.parameters import unstructure
from gamekit.game.registry import (
    GAMES,
    PluginGroup,
    classes_called,
    game_class,
    is_elsewhere,
    load_class,
    load_game,
    make,
    name_of_class,
    parameters_given,
    registered,
)
from gamekit.game.rules_files import placed_class

RULESETS: Final = PluginGroup(
    "gamekit.rulesets", "ruleset", cast(type[Any], Ruleset), bundled.RULESETS, home="gamekit.cgt"
)


def ruleset_class(name: str) -> type[Ruleset[Any]]:
    """Return the class of a registered ruleset."""
    return cast(type[Ruleset[Any]], load_class(RULESETS, name))


def parameters_class(name: str) -> type[Any]:
    """Return the class whose parameters `load_ruleset` takes: that of a ruleset, or else of a game."""
    return game_class(name) if _is_only_a_game(name) else ruleset_class(name)


def parameters_of(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """Return the parameters from which `load_ruleset` makes a ruleset again.

    >>> parameters_of(load_ruleset("nim", [3, 4]))
    {'heaps': [3, 4]}
    """
    from gamekit.cgt.game_ruleset import GameRuleset

    return unstructure(ruleset.game if isinstance(ruleset, GameRuleset) else ruleset)


def name_of(ruleset: Ruleset[Any]) -> str:
    """Return the name by which `load_ruleset` finds the class of a ruleset again.

    >>> name_of(load_ruleset("nim", [3, 4]))
    'nim'
    """
    from gamekit.cgt.game_ruleset import GameRuleset

    if isinstance(ruleset, GameRuleset):
        return name_of_class(GAMES, type(ruleset.game))
    return name_of_class(RULESETS, type(ruleset))


def _is_only_a_game(name: Any) -> bool:
    if not isinstance(name, str) or name in registered(RULESETS):
        return False
    if name in registered(GAMES) or is_elsewhere(GAMES, name):
        return True
    if placed_class(name) is None:
        return False
    return not classes_called(RULESETS, name) and bool(classes_called(GAMES, name))


def load_ruleset(name: str, parameters: Mapping[str, Any] | list[Any] | str | None = None) -> Ruleset[Any]:
    """Return a registered ruleset with these parameters, checked as strictly as untrusted JSON.

    If only a game has this name, the game is read as a ruleset (`as_ruleset`).

    Args:
        name: the name of the ruleset or game.
        parameters: the parameters by name; a list, the value of the first one; or a text in one of the ruleset's
            notations. By default, the ruleset's example.

    Raises:
        UnknownNameError: no ruleset has this name, and no game either.
        UnsupportedError: only a game has this name, and its moves depend on more than the position.
        LimitError: only a game has this name, and it has too many positions to read it as a ruleset.
        PluginError: the ruleset or game cannot be loaded.
        InputError: a parameter breaks a rule; the message says which, with value and place.

    >>> load_ruleset("nim", {"heaps": [3, 4]})
    Nim(heaps=(3, 4))
    """
    if _is_only_a_game(name):
        from gamekit.cgt.game_ruleset import as_ruleset

        return as_ruleset(load_game(name, parameters))
    cls = ruleset_class(name)
    return make(RULESETS, cls, parameters_given(cls, name, parameters), name)
