"""Rulesets by name: those that come with gamekit, and those that installed packages register as entry points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from gamekit.cgt.ruleset import Ruleset
from gamekit.game import bundled
from gamekit.game.registry import PluginGroup, load_class, make

RULESETS: Final = PluginGroup(
    "gamekit.rulesets", "ruleset", cast(type[Any], Ruleset), bundled.RULESETS, home="gamekit.cgt"
)


def ruleset_class(name: str) -> type[Ruleset[Any]]:
    """Return the class of a registered ruleset.

    Raises:
        UnknownNameError: no ruleset has this name.
        PluginError: it has, but cannot be loaded.
    """
    return cast(type[Ruleset[Any]], load_class(RULESETS, name))


def load_ruleset(name: str, parameters: Mapping[str, Any] | list[Any] | None = None) -> Ruleset[Any]:
    """Return a registered ruleset with these parameters, checked as strictly as untrusted JSON.

    Args:
        name: the name it is registered under.
        parameters: by name; a list is the value of the first parameter. The ruleset's own example by default.

    Raises:
        UnknownNameError: no ruleset has this name.
        PluginError: it has, but cannot be loaded.
        InputError: a parameter breaks a rule; the message says which, with value and place.

    >>> load_ruleset("nim", {"heaps": [3, 4]})
    Nim(heaps=(3, 4))
    """
    cls = ruleset_class(name)
    return make(RULESETS, cls, cls.example if parameters is None else parameters, name)
