"""`RulesSource`: the text of the rules of a board game and of kernels, from which a device's code is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.engine.codes.batch import SLACK, Batch
from gamekit.engine.codes.key_hash import INVERSES, MULTIPLIERS
from gamekit.errors import UnsupportedError
from gamekit.layout.compiler.module import ModuleWriter

BYTES_OF_A_CODE: Final = 8

NOT_GIVEN: Final = {
    "k_is_state": "def k_is_state(code, parameters):\n    return 1\n",
    "k_tier": "def k_tier(code, parameters):\n    return 0\n",
    "k_predecessors": "def k_predecessors(code, parameters, out):\n    return 0\n",
}
"""What takes the place of functions that the rules of a game do not have."""


@attrs.frozen(eq=False)
class RulesSource:
    """The rules of one instance of a board game, with kernels, in the rules' subset of Python.

    Attributes:
        rules: the text of the rules, in which functions are marked.
        kernels: the text of the kernels, whose names begin with `g_`. They call functions of the rules whose names
            begin with `k_`.
        constants: names for numbers that depend on the instance, for the kernels.
    """

    rules: str
    kernels: str
    constants: dict[str, int]

    @classmethod
    def of(cls, batch: Batch, *files: str) -> RulesSource:
        """Return the rules of a game with the kernels in some files of this folder.

        Raises:
            UnsupportedError: the rules were written by hand, so nothing but their machine code is known.
        """
        game: Any = batch.game
        check_rules(game)
        built = ModuleWriter(game, game.board, game.coding, is_portable=True).write()
        parts = [(Path(__file__).parent / file).read_text(encoding="utf-8") for file in files]
        mover = "code & 1" if batch.rules.mover is not None else "0"
        parts.append(f"def g_mover(code):\n    return {mover}\n")
        parts += [text for name, text in NOT_GIVEN.items() if f"\ndef {name}(" not in built.text]
        kernels = "\n\n".join(part.replace("from __future__ import annotations", "") for part in parts)
        rules = batch.rules
        constants = {
            "IS_KEYED": int(rules.is_state is None),
            "IS_SHARED": int(built.recipe is not None),
            "K_MOST_SUCCESSORS": rules.max_successors,
            "K_MOST_PREDECESSORS": rules.max_predecessors,
            "K_BYTES_OF_SUCCESSORS": BYTES_OF_A_CODE * (rules.max_successors + SLACK),
            "K_BYTES_OF_PREDECESSORS": BYTES_OF_A_CODE * (rules.max_predecessors + SLACK),
            "K_FIRST_FACTOR": MULTIPLIERS[0],
            "K_SECOND_FACTOR": MULTIPLIERS[1],
            "K_FIRST_INVERSE": INVERSES[0],
            "K_SECOND_INVERSE": INVERSES[1],
        }
        return cls(built.text, kernels, constants)


def check_rules(game: Any) -> None:
    """Refuse a game whose rules cannot be translated for a device.

    Raises:
        UnsupportedError: the rules are not those of a board game on a layout.
    """
    if getattr(game, "board", None) is None or getattr(game, "coding", None) is None:
        raise UnsupportedError(
            f"a device solves games on a layout (BoardGame); the rules of {type(game).__name__} were written otherwise"
        )
