"""Predecessors in the generated module, from the author's `back` and `unplay`."""

from __future__ import annotations

from typing import Final

import attrs

from gamekit.layout.coding.codes import Coding
from gamekit.layout.compiler.names import Function, Names
from gamekit.layout.compiler.parameters import MOST_BACK

LISTED_TEXT: Final = '''

@k_inline
def k_listed(k_p, out, n):
    """Replace codes by their ranks; drop those that have none."""
    listed = 0
    for i in range(n):
        code = k_rank(k_p, out[i])
        if code >= 0:
            out[listed] = code
            listed += 1
    return listed
'''


@attrs.frozen
class Parents:
    """Writes the predecessors of a state; nothing if the rules take no moves back.

    A state lies on the stack as for its successors, but the turn is that of the player who has just moved: in codes
    from the mover's view player 1, because the mover is player 0 there. The codes are those that the state has when
    this player is to move, so they become those of a parent as soon as the move is taken back.

    Attributes:
        names: the tables, functions and calls that all functions of the rules share.
        coding: the way in which states become codes.
    """

    names: Names
    coding: Coding

    @property
    def _turn_before(self) -> str:
        return "1" if self.names.layout.from_movers_view else self.names.turn

    @property
    def _passes(self) -> bool:
        return bool(self.names.game.stuck == "pass")

    def _variant(self, name: str) -> str:
        """Return the name of the variant of a function in which `s.turn` is the player who has just moved."""
        return name if self._turn_before == self.names.turn else f"{name}_before"

    def functions(self) -> list[Function]:
        """Return the author's functions that take moves back."""
        game, turn = self.names.game, self._turn_before
        if not game.takes_back:
            return []
        functions = [
            Function("f_unplay", game.unplay, "unplay", turn),
            Function("f_back", game.back, "back", turn),
        ]
        if self._passes:
            functions += [
                Function(self._variant("f_over"), game.over, "over", turn),
                Function(self._variant("f_any_option"), game.options, "any", turn),
            ]
        return functions

    def write(self) -> str:
        """Return the function `predecessors` and the functions that it needs besides the author's."""
        names = self.names
        if not names.game.takes_back:
            return ""
        look = names.gravity_check(names.game.unplay) if names.is_checked else ""
        most = names.limit("K_MOST_BACK")
        data = opened = distinct = passed = turned = ranked = ""
        if self.coding.has_turn:
            turned = f"    {names.passed('s')}\n"
        if names.recipe:
            data = "    k_p = k_data(parameters)\n"
            distinct = f"    if n <= parameters[{MOST_BACK}]:\n        n = k_different(out, n)\n"
        if self.coding.ranking:
            data = "    k_p = k_data(parameters)\n"
            opened = "    code = k_unrank(k_p, code)\n"
        if self.coding.ranking and not names.ranks_least:
            ranked = f"    if n <= {most}:\n        n = k_listed(k_p, out, n)\n"
        numbered, counted, dropped = names.given_to_collectors, "", ""
        if names.ranks_least:
            counted, dropped = "if out[n] >= 0:\n            ", "    if code < 0:\n        return n\n"
        if self._passes:
            over, option = self._variant("f_over"), self._variant("f_any_option")
            s = names.given("s")
            passed = f"""    if n < {most} and {over}({s}) == NOT_OVER and not {option}({s}):
        out[n] = {names.code_of("s")}
        {counted}n += 1
"""
        seen = [] if names.recipe else ["seen"]
        room = most if names.recipe else f"{most}, seen, K_SLOTS_BACK"
        return f"""
{"" if names.recipe else self._limits()}

@k_inline
def k_parent({names.given(*numbered, "s", "move", "out", "n", *seen)}):
    t = k_block(K_SIZE)
    k_copy(t, s, K_SIZE)
    f_unplay({names.given("t", "move")})
{look}    code = {names.code_of("t")}
{dropped}    return k_add(code, out, n, {room})
{LISTED_TEXT if ranked else ""}


@k_entry
def k_predecessors(code, parameters, out):
    s = k_block(K_SIZE)
{data}{opened}    k_open({names.given("code", "s")})
{turned}    n = f_back({names.given(*numbered, "s", "out")})
{passed}{ranked}    return n


def predecessors(code, parameters, out):
    n = k_predecessors(code, parameters, out)
{distinct}    return n
"""

    def _limits(self) -> str:
        most = self.names.game.most_back
        return f"""
K_MOST_BACK = {most}
K_SLOTS_BACK = {1 << (2 * most).bit_length()}
K_SEEN_BACK = 2 * K_SLOTS_BACK
"""
