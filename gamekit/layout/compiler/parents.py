"""Predecessors in the generated module, from the author's `back` and `unplay`."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.layout.coding.codes import Coding
from gamekit.layout.compiler.names import Function
from gamekit.layout.compiler.parameters import MOST_BACK, Recipe, entry
from gamekit.layout.layout import Layout

LISTED: Final = '''

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
        game: whose rules they are.
        layout: of its states.
        coding: how they become codes.
        turn: what `s.turn` is in the other rules.
        recipe: what rules that all instances share read at run time.
        look: lines that look at a parent, in a checked build.
    """

    game: Any
    layout: Layout
    coding: Coding
    turn: str
    recipe: Recipe | None = None
    look: str = ""
    ranks_least: bool = False

    def _given(self, *arguments: str) -> str:
        return ", ".join([*(["k_p"] if self.recipe else []), *arguments])

    @property
    def _turn_before(self) -> str:
        return "1" if self.layout.from_movers_view else self.turn

    @property
    def _passes(self) -> bool:
        return bool(self.game.stuck == "pass")

    def _variant(self, name: str) -> str:
        """Return the name of a function of the rules where it reads the turn of the player who has just moved."""
        return name if self._turn_before == self.turn else f"{name}_before"

    def functions(self) -> list[Function]:
        """Return the author's functions that take moves back."""
        if not self.game.takes_back:
            return []
        turn = self._turn_before
        functions = [
            Function("f_unplay", self.game.unplay, "unplay", turn),
            Function("f_back", self.game.back, "back", turn),
        ]
        if self._passes:
            functions += [
                Function(self._variant("f_over"), self.game.over, "over", turn),
                Function(self._variant("f_any_option"), self.game.options, "any", turn),
            ]
        return functions

    def write(self) -> str:
        """Return the function `predecessors` and what it needs besides the author's functions."""
        if not self.game.takes_back:
            return ""
        most = entry(MOST_BACK) if self.recipe else "K_MOST_BACK"
        given = opened = distinct = passed = turned = ranked = ""
        if self.coding.has_turn:
            turn = self.layout.cells
            put = self._given("s", str(turn), f"1 - k_load(s, {turn})")
            turned = f"    k_put({put})\n"
        if self.recipe:
            given = "    k_p = k_data(parameters)\n"
            distinct = f"    if n <= parameters[{MOST_BACK}]:\n        n = k_different(out, n)\n"
        if self.coding.ranking:
            given = "    k_p = k_data(parameters)\n"
            opened = "    code = k_unrank(k_p, code)\n"
        if self.coding.ranking and not self.ranks_least:
            ranked = f"    if n <= {most}:\n        n = k_listed(k_p, out, n)\n"
        numbered = ["k_p"] if self.ranks_least else []
        counted = ""
        of_s, of_t = "k_least(s)", "    code = k_least(t)\n"
        if self.ranks_least:
            of_s = "k_rank_least(k_p, k_load64(s, K_CODES))"
            counted = "if out[n] >= 0:\n            "
            of_t = "    code = k_rank_least(k_p, k_load64(t, K_CODES))\n    if code < 0:\n        return n\n"
        if self._passes:
            over, option = self._variant("f_over"), self._variant("f_any_option")
            s = self._given("s")
            passed = f"""    if n < {most} and {over}({s}) == NOT_OVER and not {option}({s}):
        out[n] = {of_s}
        {counted}n += 1
"""
        seen = [] if self.recipe else ["seen"]
        room = most if self.recipe else f"{most}, seen, K_SLOTS_BACK"
        return f"""
{"" if self.recipe else self._limits()}

@k_inline
def k_parent({self._given(*numbered, "s", "move", "out", "n", *seen)}):
    t = k_block(K_SIZE)
    k_copy(t, s, K_SIZE)
    f_unplay({self._given("t", "move")})
{self.look}{of_t}    return k_add(code, out, n, {room})
{LISTED if ranked else ""}


@k_entry
def k_predecessors(code, parameters, out):
    s = k_block(K_SIZE)
{given}{opened}    k_open({self._given("code", "s")})
{turned}    n = f_back({self._given(*numbered, "s", "out")})
{passed}{ranked}    return n


def predecessors(code, parameters, out):
    n = k_predecessors(code, parameters, out)
{distinct}    return n
"""

    def _limits(self) -> str:
        most = self.game.most_back
        return f"""
K_MOST_BACK = {most}
K_SLOTS_BACK = {1 << (2 * most).bit_length()}
K_SEEN_BACK = 2 * K_SLOTS_BACK
"""
