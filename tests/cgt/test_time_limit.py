"""Values are looked for only as long as is allowed, whatever finds them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call

from gamekit.cgt import load_ruleset, position_of
from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.kinds import valuate
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.cgt.sums.play import analyse_sum
from gamekit.cgt.time_limit import TimeLimitError, require_time, time_limit
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
    ],
)
def test_a_value_that_takes_too_long_is_refused(name: str, text: str, how: Any, advice: str) -> None:
    ruleset: Any = load_ruleset(name)
    said = (
        rf"^no value of .* was found in 0\.1 seconds, the limit that was set; raise --seconds .*{advice}\)$"
    )
    with pytest.raises(LimitError, match=said):
        valuate(ruleset, Rules(ruleset).parse(text), seconds=0.1, **how)


def test_a_sum_that_takes_too_long_is_refused() -> None:
    sums = [position_of(load_ruleset("amazons"), AMAZONS), position_of(load_ruleset("cram"), CRAM)]
    for part in sums:
        with pytest.raises(
            LimitError, match=r"^nothing was found of the sum in 0\.1 seconds, .*gamekit prove sum"
        ):
            analyse_sum(part + position_of(load_ruleset("nim"), "3 4"), seconds=0.1)


def test_a_result_is_not_lost_where_time_ends_among_the_moves() -> None:
    clobber: Any = load_ruleset("clobber")
    at = Rules(clobber).parse("xoxo|oxox")
    search: Any = SumSearch(clobber)
    assert search.outcome(at) == OutcomeClass.NEXT
    cram: Any = load_ruleset("cram")
    squares = Rules(cram).parse("...|...|...")
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
