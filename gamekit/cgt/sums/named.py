"""Sum: positions of several rulesets side by side; a move is a move in one of them."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.registry import load_ruleset
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import Ruleset
from gamekit.cgt.sums.ruleset import Sum
from gamekit.errors import InputError
from gamekit.game.parameters import refusal
from gamekit.game.rules_files import NAME


@attrs.frozen
class Summand:
    """A summand, given by the name of its ruleset and the text of its position.

    Attributes:
        ruleset: the name of its ruleset, or an octal code.
        parameters: the parameters of the ruleset; by default its example.
        position: the text of the position; by default the one in which play begins.
    """

    ruleset: str
    parameters: Any = None
    position: str | None = None

    @classmethod
    def parse(cls, text: str) -> Summand:
        """Return the summand that a string names, as RULESET:POSITION or RULESET; a ruleset may be FILE.py:CLASS.

        A game in braces stands for a position of `form`.

        >>> Summand.parse("nim:3 4 5"), Summand.parse("{2|-1}").ruleset
        (Summand(ruleset='nim', parameters=None, position='3 4 5'), 'form')
        """
        if text.startswith("{"):
            return cls("form", None, text)
        in_file = NAME.match(text)
        end = in_file.end() if in_file else 0
        rest, colon, position = text[end:].partition(":")
        return cls(text[:end] + rest, None, position if colon else None)

    def load(self) -> Sum:
        """Return the sum of this one summand."""
        if self.ruleset == "sum":
            raise InputError("a summand must not be a sum itself; name the summands of that sum instead")
        if OctalCode.is_meant(self.ruleset) and self.parameters is None:
            ruleset = load_ruleset("octal", {"heaps": [10], "code": self.ruleset})
        else:
            ruleset = load_ruleset(self.ruleset, self.parameters)
        return Sum(((ruleset, CheckedRuleset(ruleset).parse(self.position)),))


@attrs.frozen
class NamedSum(Sum):
    """A player chooses one of the summands and moves there; whoever can move in none has no move.

    A summand is written as RULESET:POSITION, or as an object with `ruleset` and, if needed, `parameters` and
    `position`. The summands may be of any rulesets, impartial or partizan, with loops or without.

    >>> total = NamedSum(summands=("nim:1 2", "kayles:3"))
    >>> total.format_position(total.start())
    '1 2 + 3'
    """

    listed: tuple[str | Summand, ...] = attrs.field(
        default=("nim:1 2", "kayles:3"), alias="summands", metadata={"help": "the summands"}
    )
    summands: tuple[tuple[Ruleset[Any], Any], ...] = attrs.field(init=False, eq=False, repr=False)

    example = {"summands": ["nim:1 2", "kayles:3"]}
    presets = {
        "Nim and Kayles": example,
        "With a switch": {"summands": ["clobber:xox|oxo", "form:{2|-1}"]},
        "Dominoes": {"summands": ["domineering:...|...", "toppling-dominoes:lrre"]},
    }

    def __attrs_post_init__(self) -> None:
        if not self.listed:
            raise refusal("summands", "must name at least one position; there is none")
        pairs: list[tuple[Ruleset[Any], Any]] = []
        for i, named in enumerate(self.listed):
            summand = Summand.parse(named) if isinstance(named, str) else named
            try:
                pairs += summand.load().summands
            except InputError as error:
                raise InputError(f"summands[{i}]: {error}", field="summands") from error
        object.__setattr__(self, "summands", tuple(pairs))
