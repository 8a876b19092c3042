"""The reference of the rulesets: what each says of itself, its parameters, and the value of its example."""

from __future__ import annotations

import inspect
import json

import attrs

from gamekit.cgt.registry import RULESETS, load_ruleset, ruleset_class
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.valuation import valuate
from gamekit.game.parameters import parameter_fields
from gamekit.game.registry import registered, summary
from support.gallery import table


def sections() -> str:
    """Return a section on each bundled ruleset, as Markdown."""
    names = [name for name, entry in registered(RULESETS).items() if entry.value.startswith("gamekit.")]
    return "\n\n".join(map(_section, names))


def _section(name: str) -> str:
    cls = ruleset_class(name)
    ruleset = load_ruleset(name)
    found = valuate(ruleset, CheckedRuleset(ruleset).start())
    example = f"The example, `{json.dumps(cls.example)}`: {found.sentence}, and {found.outcome.in_words}."
    return "\n\n".join([f"## {name} {{: #{name} }}", about(name), example])


def about(name: str) -> str:
    """Return what a ruleset says of itself, and its parameters, as Markdown."""
    cls = ruleset_class(name)
    rules, _, _ = inspect.cleandoc(cls.__doc__ or "").partition(">>>")
    rows = [
        (
            f"`{field.alias or field.name}`",
            "required" if field.default is attrs.NOTHING else f"`{json.dumps(field.default)}`",
            field.metadata["help"],
        )
        for field in parameter_fields(cls)
    ]
    players = "Impartial." if load_ruleset(name).is_impartial else "Partizan."
    parameters = table(("parameter", "default", "meaning"), rows)
    return "\n\n".join([f"{summary(cls)}. {players}", rules.strip(), parameters])
