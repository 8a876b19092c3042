"""Values are looked for only as long as is allowed, whatever finds them."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call

from gamekit.cgt import (
    ShortGame,
    UnfinishedSequenceError,
    check_quotient,
    grundy_sequence,
    heap_quotient,
    load_ruleset,
    parse_game,
    position_of,
    prove_canonical_form,
    short_game,
    thermograph,
    valuation,
)
from gamekit.cgt.impartial.grundy_proof import GrundyProof
from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.kinds import canonical, grundy
from gamekit.cgt.misere import search
from gamekit.cgt.octal import sequence_proof
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan import order, short_games
from gamekit.cgt.partizan.comparison import FormComparison
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.cgt.sums.play import analyse_sum
from gamekit.cgt.time_limit import TimeLimitError, require_time, time_limit
from gamekit.cgt.valuation import valuate
from gamekit.errors import LimitError

AMAZONS = "...ox...|........|o......x|........|........|o......x|........|...ox..."
"""Each player has some two thousand options here, and as many replies to each."""

CRAM = "|".join(["......."] * 7)


@pytest.mark.parametrize(
    ("name", "text", "how", "advice"),
    [
        ("amazons", AMAZONS, {}, "gamekit prove"),
        ("amazons", AMAZONS, {"by": "walk"}, "--kind outcome --by search"),
        ("amazons", AMAZONS, {"kind": "outcome", "by": "search"}, "gamekit prove"),
        ("cram", CRAM, {}, "gamekit prove"),
        ("cram", CRAM, {"kind": "genus"}, "gamekit prove --play misere"),
        ("kayles", "60", {"kind": "quotient"}, "gamekit prove --play misere"),
    ],
)
def test_a_value_that_takes_too_long_is_refused(name: str, text: str, how: Any, advice: str) -> None:
    ruleset: Any = load_ruleset(name)
    said = (
        rf"^no value of .* was found in 0\.1 seconds, the limit that was set; raise --seconds .*{advice}\)$"
    )
    with pytest.raises(LimitError, match=said):
        valuate(ruleset, CheckedRuleset(ruleset).parse(text), seconds=0.1, **how)


LONG = "{17|{11|-19}}"

DOMINERING = prove_canonical_form(load_ruleset("domineering", {"board": "....|...."}))


@pytest.mark.parametrize(
    "computed",
    [
        lambda game, others: at_most(others, game),
        lambda game, others: game + others,
        lambda game, others: short_game([game, others], [game]),
        lambda game, _: str(game),
        lambda game, _: thermograph(game),
        lambda *_: heap_quotient("0.07", 26),
        lambda *_: FormComparison(DOMINERING.forms).at_most((0,), (len(DOMINERING.forms) - 1,)),
    ],
    ids=["comparison", "sum", "form", "text", "thermograph", "quotient", "comparison of sums"],
)
def test_whatever_computes_with_values_stops(computed: Callable[[ShortGame, ShortGame], Any]) -> None:
    """None of these looks at options of positions."""
    game, others = parse_game(LONG), parse_game("{{23|13}|{7|-5}}")
    for forgotten in (order._compared, short_games._added, short_games._made):
        forgotten.clear()
    with time_limit(0):
        time.sleep(0.001)
        with pytest.raises(TimeLimitError):
            computed(game, others)


def test_the_check_of_a_quotient_stops() -> None:
    found = heap_quotient("0.123", 24)
    with time_limit(0):
        time.sleep(0.001)
        with pytest.raises(TimeLimitError):
            check_quotient(found)


def test_a_value_is_shown_although_its_proof_takes_too_long_to_check(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(_: GrundyProof) -> Any:
        while True:
            require_time()

    monkeypatch.setattr(grundy, "check_grundy_proof", endless)
    found = call("value", "nim", "--seconds", "0.1", "--json")
    assert found.status == 3
    assert json.loads(found.out)["value"] == 2
    assert json.loads(found.out)["verified"] is None
    assert (
        "the proof was not checked within 0.1 seconds, the limit that was set; raise --seconds" in found.err
    )


def late(*_: Any, **__: Any) -> Any:
    raise TimeLimitError("time is over")


def test_a_canonical_form_is_shown_although_its_thermograph_takes_too_long(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(canonical, "thermographs", late)
    found = call("value", "domineering", "...|...")
    assert found.status == 0
    assert "canonical form {2|-1/2}" in found.out
    assert "out of time    before the thermograph" in found.out
    assert "Left wins by   b2-b1\nRight wins by  a2-b2; b2-c2; a1-b1; b1-c1\n" in found.out
    pytest.importorskip("matplotlib")
    monkeypatch.setattr("gamekit.analysis.plots.thermograph", late)
    refused = call("thermograph", "domineering", "...|...", "--output", str(tmp_path / "t.svg"))
    assert refused.status == 3
    assert (
        "only the canonical form, {2|-1/2}, of ...|... of Domineering was found in 60 seconds" in refused.err
    )


@pytest.mark.slow
def test_a_sequence_that_takes_too_long_is_shown_as_far_as_it_came() -> None:
    some = call("sequence", "0.007", "--to", "10000000", "--seconds", "0.2", "--json")
    assert some.status == 3
    said = re.search(
        "only heaps of 1 to ([0-9,]+) have values after 0.2 seconds, the limit that was set", some.err
    )
    assert said is not None
    to = int(said[1].replace(",", ""))
    shown = json.loads(some.out)
    assert shown["to"] == to
    assert shown["verified"] in (True, None)  # the check has no more time
    assert shown["values"] == grundy_sequence("0.007", to)[1:].tolist()
    with pytest.raises(UnfinishedSequenceError, match="or lower --to") as unfinished:
        grundy_sequence("0.77", 1000, seconds=0)
    assert unfinished.value.values.tolist() == grundy_sequence("0.77", 64).tolist()


def test_a_long_misere_quotient_that_is_not_found_says_so() -> None:
    none = call("sequence", "0.07", "--misere", "--seconds", "1e-9")
    assert (none.status, none.out) == (3, "")
    assert "the misère quotient of 0.07 was not found in 1e-09 seconds, the limit that was set" in none.err


def test_a_quotient_of_fewer_heaps_is_shown_where_time_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(found: Any, options: Any) -> int:
        if len(found.elements) == 2:
            time.sleep(0.6)
        return element_set(found, options)

    element_set = search._element_set
    monkeypatch.setattr(search, "_element_set", slow)
    some = call("sequence", "0.77", "--to", "9", "--misere", "--seconds", "0.5", "--json")
    assert some.status == 3
    shown = json.loads(some.out)
    heaps = shown["to"]
    assert 1 <= heaps < 9
    assert (shown["values"], shown["verified"]) == (["a", "b", "ab", "a"][:heaps], True)
    assert (
        f"with a heap of {heaps + 1}, the misère quotient of 0.77 was not found in 0.5 seconds, the limit"
        in some.err
    )


def test_the_check_of_a_claim_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = str(tmp_path / "claim.json")
    assert call("sequence", "0.77", "--to", "200", "--save", file).status == 0
    assert call("verify", file, "--seconds", "60").status == 0
    monkeypatch.setattr(sequence_proof, "first_wrong", late)
    refused = call("verify", file, "--seconds", "60")
    assert refused.status == 3
    assert (
        "the claim was not checked within 60 seconds, the limit that was set; raise --seconds" in refused.err
    )
    unsure = call("sequence", "0.77", "--to", "200", "--json")
    assert unsure.status == 3
    assert (json.loads(unsure.out)["period"], json.loads(unsure.out)["verified"]) == (12, None)
    assert "the proof was not checked within 60 seconds" in unsure.err
    assert_refused(call("verify", str(tmp_path), "--seconds", "60"))


def test_a_sum_that_takes_too_long_is_refused() -> None:
    sums = [position_of(load_ruleset("amazons"), AMAZONS), position_of(load_ruleset("cram"), CRAM)]
    for part in sums:
        with pytest.raises(
            LimitError, match=r"^neither the value of the sum nor .* in 0\.1 seconds, .*gamekit prove sum"
        ):
            analyse_sum(part + position_of(load_ruleset("nim"), "3 4"), seconds=0.1)


def test_a_result_is_not_lost_where_time_ends_among_the_moves() -> None:
    clobber: Any = load_ruleset("clobber")
    at = CheckedRuleset(clobber).parse("xoxo|oxox")
    search: Any = SumSearch(clobber)
    assert search.outcome(at) == OutcomeClass.NEXT
    cram: Any = load_ruleset("cram")
    squares = CheckedRuleset(cram).parse("...|...|...")
    grundy: Any = GrundySearch(cram)
    assert grundy.value(squares) == 0
    with time_limit(0):
        time.sleep(0.001)
        for player in (LEFT, RIGHT):
            winning, undecided = search.winning_options(at, player)
            assert len(winning) + undecided > 0
        assert grundy.winning_options(squares) == ([], 0)
    assert all(search.winning_options(at, player)[1] == 0 for player in (LEFT, RIGHT))


def test_an_inner_limit_is_no_longer_than_an_outer_one() -> None:
    with time_limit(0), time_limit(60):
        time.sleep(0.001)
        with pytest.raises(TimeLimitError):
            require_time()
    with time_limit(60):
        with time_limit(0):
            time.sleep(0.001)
            with pytest.raises(TimeLimitError):
                require_time()
        require_time()
    require_time()


def test_the_command_line_has_limits_of_time(tmp_path: Path) -> None:
    for verb in (
        ("value", "amazons", AMAZONS),
        ("sum", f"amazons:{AMAZONS}", "nim:3 4"),
        ("thermograph", "amazons", AMAZONS, "--output", str(tmp_path / "t.svg")),
    ):
        if verb[0] == "thermograph":
            pytest.importorskip("matplotlib")
        refused = call(*verb, "--seconds", "0.1")
        assert refused.status == 3
        assert "in 0.1 seconds, the limit that was set" in refused.err
    assert_refused(call("value", "nim", "--seconds", "0"))


def test_a_claim_is_not_blamed_for_the_end_of_time(tmp_path: Path) -> None:
    claim = str(tmp_path / "claim.json")
    assert call("sum", "nim:3 4 5", "kayles:3", "--save", claim).status == 0
    late = call("verify", claim, "--seconds", "0.000001")
    said = "the claim was not checked within 1e-06 seconds, the limit that was set; raise --seconds (seconds in Python)"
    assert_refused(late, said, status=3)


def test_a_sum_whose_moves_take_too_long_keeps_its_value(monkeypatch: pytest.MonkeyPatch) -> None:
    board = load_ruleset("domineering", {"board": "...|..."})
    total = position_of(board, None) + position_of(load_ruleset("clobber"), "xo")
    whole = analyse_sum(total)
    moves = sum(
        len(CheckedRuleset(one).own_options(at, player))
        for one, at in total.summands
        for player in (LEFT, RIGHT)
    )
    monkeypatch.setattr("gamekit.cgt.sums.play.at_most", late)
    monkeypatch.setattr("gamekit.cgt.sums.play.thermographs", late)
    some = analyse_sum(total, seconds=60)
    assert (some.value, some.outcome, some.moves, some.undecided) == (whole.value, whole.outcome, (), moves)
    assert some.reason.endswith(f"Whether {moves} other moves win was not found out within the limits.")
    assert some.check().ok


def test_a_limit_of_time_is_a_number() -> None:
    assert_refused(call("value", "nim", "3", "--seconds", "nan"))


def test_a_search_for_the_winner_follows_a_walk_over_few_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    domineering = load_ruleset("domineering", {"board": "....|....|...."})
    assert valuate(domineering, domineering.start(), "outcome").by == "walk"
    monkeypatch.setattr(valuation, "FEW_POSITIONS", 5)
    assert valuate(domineering, domineering.start(), "outcome").by == "search"
    assert valuate(domineering, domineering.start()).kind == "canonical"
    loopy = load_ruleset("partizan-digraph")
    assert valuate(loopy, loopy.start(), "outcome").by == "walk"
    with pytest.raises(LimitError, match="more than 6 followers"):
        valuate(domineering, domineering.start(), "outcome", max_positions=6)
