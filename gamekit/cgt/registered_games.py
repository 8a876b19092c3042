"""A class of games for each registered ruleset, so that every verb takes a ruleset by its name."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, cast, get_args, get_type_hints

import attrs

from gamekit.cgt.outcomes import Play
from gamekit.cgt.registry import RULESETS
from gamekit.cgt.ruleset import Ruleset
from gamekit.cgt.ruleset_game import FIRST, First, PlayedInTurn
from gamekit.errors import PluginError
from gamekit.game.parameters import check_choice, parameter_fields, parameter_name, unstructure
from gamekit.game.protocol import Game
from gamekit.game.registry import GAMES, classes_called, make, name_of_class, registered

SUFFIX: Final = "-ruleset"
"""The suffix of the name of a ruleset if a game has the same name."""

DOT_IN_PICKLES: Final = "%2E"
"""The replacement of a dot in a name such as FILE.py:CLASS in pickles, in which dots separate attributes."""


def names() -> list[str]:
    """Return the names of registered rulesets as games: their own names, unless a game has the same name."""
    games = registered(GAMES)
    return [name + SUFFIX * (name in games) for name in registered(RULESETS)]


def classes(name: str) -> list[type[Game[Any, Any]]]:
    """Return the classes of games of the rulesets that a name may stand for.

    Their parameters are those of the ruleset, with `first` and `play`. They play the ruleset itself, unless the
    ruleset names a board game that states the same rules.

    Raises:
        PluginError: the ruleset cannot be loaded, has a parameter called `first` or `play` itself, or names a board
            game with other parameters.

    >>> classes("no-such-ruleset")
    []
    >>> from gamekit import load_game, solve
    >>> print(solve(load_game("kayles", {"heaps": [3], "play": "misere"})).root)
    WIN in 2 for first
    """
    own = name.removesuffix(SUFFIX)
    called = own if own != name and own in registered(GAMES) else name
    rulesets = classes_called(RULESETS, called)
    names = [name_of_class(RULESETS, cls) for cls in rulesets]
    if called in registered(RULESETS):
        names[:1] = [name]
    return list(map(_class_of, names, rulesets))


@cache
def _class_of(name: str, cls: type[Ruleset[Any]]) -> type[Game[Any, Any]]:
    if taken := {"first", "play"} & set(map(parameter_name, parameter_fields(cls))):
        raise PluginError(
            f"the ruleset {name!r} must not have parameters called first or play, which say how it is played in turn; "
            f"rename its parameter {min(taken)!r}"
        )
    board_game = cls.board_game()
    namespace = {
        "__module__": __name__,
        "__qualname__": name.replace(".", DOT_IN_PICKLES),
        "__doc__": cls.__doc__ or cls.__name__,
        "example": {**cls.example},
        "presets": cls.presets,
        "first_preset": cls.first_preset,
        "notations": cls.notations,
        "registered_as": name,
        "stated_by": cls,
    }
    if board_game is not None:
        return _on_board(name, cls, board_game, namespace)
    return _in_turn(name, cls, namespace)


def _on_board(
    name: str, cls: type[Ruleset[Any]], board_game: type[Game[Any, Any]], namespace: dict[str, Any]
) -> type[Game[Any, Any]]:
    wanted = {*map(parameter_name, parameter_fields(cls)), "first", "play"}
    own_names = set(map(parameter_name, parameter_fields(board_game)))
    if own_names != wanted:
        raise PluginError(
            f"the board game {board_game.__name__} of the ruleset {name!r} must have the parameters "
            f"{', '.join(sorted(wanted))}; it has {', '.join(sorted(own_names))}"
        )

    def ruleset(self: Any) -> Ruleset[Any]:
        own = unstructure(self)
        return make(RULESETS, cls, {key: own[key] for key in own if key not in ("first", "play")}, name)

    namespace |= {"ruleset": property(ruleset), "aim": property(lambda self: self.ruleset.aim)}
    return cast(type[Game[Any, Any]], type(name, (board_game,), namespace))


def _in_turn(name: str, cls: type[Ruleset[Any]], namespace: dict[str, Any]) -> type[PlayedInTurn]:
    """Return a subclass of `PlayedInTurn` with the parameters of a ruleset.

    Attributes have names that no method of a game has; the parameters, which are their aliases, may have any.
    """
    fields = parameter_fields(cls)
    hints = get_type_hints(cls) if fields else {}
    attribute: Any = attrs.field  # whose types need not be classes
    attributes = {
        f"ruleset_{field.name}": attribute(
            default=field.default,
            alias=parameter_name(field),
            metadata=field.metadata,
            type=hints[field.name],
        )
        for field in fields
    }
    help_of_first = {"help": "who moves first, in a partizan ruleset"}
    help_of_play = {"help": "whether whoever cannot move loses (normal) or wins"}
    attributes |= {
        "first": attribute(default="left", metadata=help_of_first, type=First),
        "play": attribute(default="normal", metadata=help_of_play, type=Play),
        "ruleset": attribute(init=False, eq=False, repr=False, type=Any),
        "begins": attribute(init=False, eq=False, repr=False, type=Any),
    }

    def begin(self: Any) -> None:
        check_choice("first", self.first, FIRST)
        check_choice("play", self.play, get_args(Play))
        ruleset = cls(**{parameter_name(field): getattr(self, f"ruleset_{field.name}") for field in fields})
        for field in fields:  # as the ruleset converts them
            object.__setattr__(self, f"ruleset_{field.name}", getattr(ruleset, field.name))
        object.__setattr__(self, "ruleset", ruleset)
        object.__setattr__(self, "begins", ruleset.start())

    first_player = property(lambda self: FIRST.index(self.first))
    body = {**namespace, "__attrs_post_init__": begin, "first_player": first_player}
    game_class: Any = attrs.make_class(  # older attrs compiles the name
        "OfARuleset", attributes, (PlayedInTurn,), body, frozen=True, slots=True, order=False
    )
    game_class.__name__, game_class.__qualname__ = name, name.replace(".", DOT_IN_PICKLES)
    return cast(type[PlayedInTurn], game_class)


def __getattr__(name: str) -> Any:
    """Return the class of games of a registered ruleset, so that its games can be pickled."""
    candidates = [] if name.startswith("_") else classes(name.replace(DOT_IN_PICKLES, "."))
    if not candidates:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return candidates[0]
