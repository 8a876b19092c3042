"""What the theorem behind a claim needs of the rules is asked of the rules, whatever the claim and the ruleset say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from support.command import assert_refused, call
from support.rulesets import AnyPartizan, partizan_rulesets

from gamekit import RulesError
from gamekit.cgt import (
    ImpartialRuleset,
    PartizanRuleset,
    Ruleset,
    canonical_form,
    check_grundy_proof,
    load_ruleset,
    nimber,
    outcome_class,
)
from gamekit.cgt.claims import check_claim, claim_of
from gamekit.cgt.impartial.grundy_proof import GrundyProof
from gamekit.cgt.misere.proof import ElementProof
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Player
from gamekit.cgt.tried_rules import TriedRules
from gamekit.cgt.valuation import valuate

IMPARTIAL = [("grundy", "walk"), ("grundy", "search"), ("loopy", None), ("genus", None), ("quotient", None)]
"""The kinds of value that only impartial games have, and how they are found."""


@attrs.frozen
class BothMoveAsLeft(ImpartialRuleset[Any]):
    """The game in which either player makes Left's moves of a ruleset."""

    of: Ruleset[Any]

    def start(self) -> Any:
        return self.of.start()

    def options(self, position: Any) -> Any:
        return self.of.options_of(position, LEFT)

    def parts(self, position: Any) -> Any:
        return self.of.parts(position)

    def canonical_position(self, position: Any) -> Any:
        return self.of.canonical_position(position)


@attrs.frozen
class SaidToBeImpartial(Ruleset[int]):
    """A listed game, partizan or not, that says of itself that it is impartial."""

    of: AnyPartizan

    is_impartial = True

    def start(self) -> int:
        return self.of.start()

    def options_of(self, position: int, player: Player) -> tuple[int, ...]:
        return self.of.options(position, player)


def of_ruleset(proof: Any, ruleset: Ruleset[Any]) -> Any:
    """Return a proof as one about another ruleset."""
    if isinstance(proof, ElementProof):
        return attrs.evolve(proof, quotient=attrs.evolve(proof.quotient, source=ruleset))
    return attrs.evolve(proof, ruleset=ruleset)


def as_saved(proof: Any, name: str) -> dict[str, Any]:
    """Return a claim as it is read from a file."""
    found: dict[str, Any] = json.loads(json.dumps(claim_of(proof, name)))
    return found


# --- impartial ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "parameters", "refused"),
    [
        ("domineering", {"board": ".|."}, "Domineering is partizan"),
        ("domineering", {"board": "...|..."}, "Domineering is partizan"),
        ("sum", {"summands": ["nim:1", "domineering:.|."]}, "NamedSum is partizan"),
        ("hexapawn", {"rows": 3, "columns": 3}, "Hexapawn is partizan"),
    ],
    ids=["one move", "three columns", "sum", "game"],
)
@pytest.mark.parametrize(("kind", "by"), IMPARTIAL)
def test_a_claim_of_a_partizan_ruleset_is_refused(
    kind: str, by: Any, name: str, parameters: Any, refused: str
) -> None:
    """The proof holds if both players move as Left does; the file says that it is about the ruleset itself."""
    ruleset = load_ruleset(name, parameters)
    alike = BothMoveAsLeft(ruleset)
    found = valuate(alike, alike.start(), kind, by=by)
    assert found.check().ok
    report = check_claim(as_saved(of_ruleset(found.proof, ruleset), name)).report
    assert f"{refused}: Left's options of" in str(report)


@given(partizan_rulesets(5))
@pytest.mark.parametrize(("kind", "by"), IMPARTIAL)
def test_what_is_said_to_be_impartial_is_compared(kind: str, by: Any, game: AnyPartizan) -> None:
    """Whatever is verified is true of the options that the players have."""
    found = valuate(SaidToBeImpartial(game), game.start(), kind, by=by)
    if found.check().ok and kind in ("grundy", "loopy"):
        assert canonical_form(game) == nimber(int(found.value))
    elif found.check().ok:
        assert found.outcome == outcome_class(game, play="misere")
    else:
        assert "is partizan: Left's options of" in str(found.check())


def test_replies_are_those_of_either_player() -> None:
    """Both may move from 2 to 1, but only Left from there to 0, so 2 is {1|1}, and not 0."""
    game = AnyPartizan((((), ()), ((0,), ()), ((1,), (1,))))
    for ruleset in (game, SaidToBeImpartial(game)):
        report = check_grundy_proof(GrundyProof(ruleset, 2, 0, {0: 0, 2: 0}))
        assert "is partizan: Left's options of 1 are not Right's" in str(report)


def test_what_players_share_is_impartial_whatever_it_is_called() -> None:
    game = AnyPartizan((((), ()), ((0,), (0,))))
    assert check_grundy_proof(GrundyProof(game, 1, 1, {0: 0, 1: 1})).ok


# --- symmetry -----------------------------------------------------------------------------------------------------


class WrongSymmetry(ImpartialRuleset[tuple[int, ...]]):
    """Two heaps of nim in any order, of which 1 and 2 are taken for 1 and 1."""

    def start(self) -> tuple[int, ...]:
        return (1, 3)

    def options(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        first, second = position
        yield from ((less, second) for less in range(first))
        yield from ((first, less) for less in range(second))

    def canonical_position(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return (1, 1) if sorted(position) == [1, 2] else tuple(sorted(position))


class WrongSymmetryOfTwo(PartizanRuleset[tuple[int, ...]]):
    """The same for Left, who alone may move."""

    def start(self) -> tuple[int, ...]:
        return (1, 3)

    def options(self, position: tuple[int, ...], player: Player) -> Any:
        return () if player else WrongSymmetry().options(position)

    def canonical_position(self, position: tuple[int, ...]) -> tuple[int, ...]:
        return WrongSymmetry().canonical_position(position)


@pytest.mark.parametrize(
    ("ruleset", "kind", "by"),
    [
        *((WrongSymmetry(), kind, by) for kind, by in IMPARTIAL),
        (WrongSymmetry(), "outcome", "walk"),
        (WrongSymmetryOfTwo(), "canonical", None),
        (WrongSymmetryOfTwo(), "outcome", "search"),
        (WrongSymmetryOfTwo(), "misere", None),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_values_by_a_wrong_symmetry_are_not_verified(ruleset: Ruleset[Any], kind: str, by: Any) -> None:
    """They fit together, so a checker has to compare positions with what represents them."""
    found = valuate(ruleset, ruleset.start(), kind, by=by)
    with pytest.raises(RulesError, match=r"canonical_position\(.*\) returned .*, but only one of the two"):
        found.check()


@pytest.mark.parametrize(("position", "representative"), [(1, 0), (0, 1), (2, 0), (0, 2)])
def test_options_of_either_player_on_either_side_are_compared(position: int, representative: int) -> None:
    """From 1 only Left can move, from 2 only Right, and from 0 nobody."""
    rules = TriedRules(AnyPartizan((((), ()), ((0,), ()), ((), (0,)))))
    with pytest.raises(RulesError, match=rf"canonical_position\({position}\) returned {representative}"):
        rules.compare(position, representative)


def test_the_position_itself_is_compared_with_its_representative() -> None:
    with pytest.raises(RulesError, match=r"canonical_position\(\(2, 1\)\) returned \(1, 1\)"):
        valuate(WrongSymmetry(), (2, 1))


WRONG_SYMMETRY = """
from gamekit.cgt import ImpartialRuleset

class Row(ImpartialRuleset):
    def start(self):
        return 3

    def options(self, row):
        return [row - 1] if row else []

    def canonical_position(self, row):
        return 1 if row == 2 else row
"""


def test_the_position_of_a_claim_is_compared_with_its_representative(tmp_path: Path) -> None:
    file, saved = tmp_path / "row.py", tmp_path / "row.json"
    file.write_text(WRONG_SYMMETRY)
    assert call("--rules", f"{file}:Row", "value", f"{file}:Row", "1", "--save", str(saved)).status == 0
    saved.write_text(saved.read_text().replace('"position": "1"', '"position": "2"'))
    assert '"position": "2"' in saved.read_text()
    result = call("--rules", f"{file}:Row", "verify", str(saved))
    assert_refused(result)
    assert "canonical_position(2) returned 1" in result.err


# --- without loops ------------------------------------------------------------------------------------------------


def about(name: str, kind: str, **fields: Any) -> dict[str, Any]:
    """Return a claim about the positions a and b of a graph in which both players step to and fro."""
    graph: Any = {"graph": [[1], [0]], "tokens": [0]}
    if name == "partizan-digraph":
        graph = {"left": [[1], [0]], "right": [[1], [0]], "tokens": [0]}
    return {
        "gamekit_claim": kind,
        "ruleset": name,
        "parameters": graph,
        "position": "0",
        **fields,
    }


FORMS = [[[], []], [[0], [0]]]
PRODUCTS = {"products": [[0, 1], [1, 0]], "portion": [1], "names": ["1", "a"], "order": 2}


@pytest.mark.parametrize(
    ("claim", "problem"),
    [
        (about("digraph", "grundy", value=1, table=[["1", 0], ["0", 1]]), "among the entries before it"),
        (
            about("digraph", "genus", value="0^120", table=[["1", 0, [1, 2, 0]], ["0", 0, [1, 2, 0]]]),
            "among the entries before it",
        ),
        (
            about("partizan-digraph", "canonical", value="*", forms=FORMS, table=[["1", 0], ["0", 1]]),
            "among the entries before it",
        ),
        (
            about(
                "partizan-digraph",
                "search",
                value="N",
                forms=[[[], []]],
                table=[],
                sums=[[["0"], 0, 0, True], [["0"], 0, 1, True], [["1"], 0, 0, False], [["1"], 0, 1, False]],
            ),
            "no option is known to be lost",
        ),
        (
            about(
                "digraph",
                "element",
                value="a",
                outcome="P",
                **PRODUCTS,
                generators=[["a", "0"]],
                table=[["0", 1], ["1", 0]],
            ),
            "which does not come before it",
        ),
    ],
    ids=lambda value: value["gamekit_claim"] if isinstance(value, dict) else "",
)
def test_values_of_games_without_loops_are_refused_where_play_comes_back(
    claim: dict[str, Any], problem: str
) -> None:
    assert problem in str(check_claim(claim).report)


# --- normal and misère play ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("play", "other"), [("normal", "misere"), ("misere", "normal")])
def test_an_outcome_in_one_kind_of_play_is_none_in_the_other(play: str, other: str) -> None:
    ruleset = load_ruleset("nim", [1, 1])
    claim = as_saved(valuate(ruleset, (1, 1), "outcome" if play == "normal" else "misere").proof, "nim")
    assert check_claim(claim).report.ok
    assert "is not what its options make it" in str(check_claim({**claim, "play": other}).report)


# --- all small, and codes with an end -----------------------------------------------------------------------------


def test_only_what_is_all_small_has_an_atomic_weight() -> None:
    ruleset = load_ruleset("domineering", {"board": ".|."})
    claim = as_saved(valuate(ruleset, CheckedRuleset(ruleset).start()).proof, "domineering")
    assert check_claim(claim).report.ok
    for weight in range(len(claim["forms"])):
        forged = {**claim, "facts": {**claim["facts"], "atomic_weight": weight}}
        assert "is not all small" in str(check_claim(forged).report)


@pytest.mark.parametrize(
    "claim",
    [
        {
            "gamekit_claim": "period",
            "code": "0.3...",
            "period": 1,
            "last_exception": 30,
            "exceptions": [[heap, heap] for heap in range(1, 31)],
            "values": list(range(100)),
        },
        {
            "gamekit_claim": "quotient",
            "code": "0.3...",
            "period": [1, 1],
            **PRODUCTS,
            "generators": [["a", 1]],
            "table": [[heap, 1] for heap in range(1, 31)],
        },
    ],
    ids=lambda claim: claim["gamekit_claim"],
)
def test_a_period_is_of_a_code_with_finitely_many_digits(claim: dict[str, Any]) -> None:
    problem = "the periodicity theorem is for codes with finitely many digits, and 0.3... goes on"
    assert problem in str(check_claim(claim).report)


# --- rulesets that contradict themselves ----------------------------------------------------------------------------


class _SaysImpartial(PartizanRuleset[int]):
    is_impartial = True

    def start(self) -> int:
        return 0

    def options(self, position: int, player: Player) -> list[int]:
        return [] if position else [1 + player]


class _FalseImages(ImpartialRuleset[int]):
    def start(self) -> int:
        return 0

    def options(self, position: int) -> list[int]:
        return [[1, 2], [], [0]][position]

    def canonical_position(self, position: int) -> int:
        return [2, 1, 2][position]


def test_an_option_that_was_not_listed_is_named() -> None:
    for ruleset, kind in (
        (_SaysImpartial(), "outcome"),
        (_SaysImpartial(), "misere"),
        (_FalseImages(), "loopy"),
    ):
        with pytest.raises(
            RulesError, match=r"contradicts itself: \d is an option now, but was not among the followers"
        ):
            valuate(ruleset, 0, kind)
