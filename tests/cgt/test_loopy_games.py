"""Loopy partizan games: values of CGSuite's tests, sums compared with retrograde analysis, and forged claims."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.command import assert_refused, call
from support.marks import cases, one_in

from gamekit import InputError, LimitError, UnsupportedError
from gamekit.cgt import (
    LoopyGame,
    LoopyGraph,
    OutcomeClass,
    Stopper,
    format_game,
    load_ruleset,
    loopy_graph,
    outcome_class,
    parse_game,
    parse_loopy_game,
    star,
    up,
)
from gamekit.cgt.claims import check_claim, claim_of
from gamekit.cgt.kinds import sides
from gamekit.cgt.stoppers.components import sides_of
from gamekit.cgt.stoppers.sidling import onside
from gamekit.cgt.stoppers.survival import survived
from gamekit.cgt.valuation import valuate
from games.rulesets.partizan_digraph import PartizanDigraph


def as_digraph(graph: LoopyGraph) -> PartizanDigraph:
    return PartizanDigraph(left=graph.left, right=graph.right, tokens=(0,))


def random_graph(generator: random.Random, most: int = 5) -> LoopyGraph:
    """Return a graph of a few positions, the last of which has no moves, with those that follow position 0."""
    size = generator.randint(2, most)

    def side() -> tuple[tuple[int, ...], ...]:
        counts = [min(size, generator.choice([0, 1, 1, 2, 2, 3])) for _ in range(size - 1)]
        return (*(tuple(generator.sample(range(size), count)) for count in counts), ())

    return LoopyGraph(side(), side()).restricted([0])[0]


# --- published values ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "value"),
    one_in(
        4,
        [
            ("on", "on"),
            ("{pass|pass}", "dud"),
            ("{pass|*}", "^[on]"),
            ("{pass,0|0}", "^[on]*"),
            ("{*|pass}", "v[on]"),
            ("{0|0,pass}", "v[on]*"),
            ("{0||0|0,pass}", "^<on>"),
            ("{0,*||*|pass}", "^<on>*"),
            ("{0,pass|0||0}", "v<on>"),
            ("{pass|*||0,*}", "v<on>*"),
            ("over+5", "5over"),
            ("under + 5", "5under"),
            ("5+{pass|*}", "5^[on]"),
            ("5 + {0|0,pass}", "5v[on]*"),
            ("5+{0||0|0,pass}", "5^<on>"),
            ("{0,*||*|pass} + 5", "5^<on>*"),
            ("{pass|*||0,*}+5", "5v<on>*"),
            ("over+^", "over"),
            ("over-5", "-5over"),
            ("over & v", "over & v"),
            ("x{0|x}", "over"),
            ("x{x|0}", "under"),
            ("x{0||||0|||x|*||*}", "a{0||||0|||a|*||*}"),
            ("a{1||a|0}", "2 & ±1"),
            ("on + off", "dud"),
            ("a{0,a|*}", "^[on]"),
        ],
    ),
)
def test_values_of_cgsuite(text: str, value: str) -> None:
    """From the tests and the manual of CGSuite, which writes +-1 for ±1."""
    assert str(parse_loopy_game(text)) == value
    assert parse_loopy_game(value) == parse_loopy_game(text)


def test_multiples_of_cgsuite() -> None:
    upon = parse_loopy_game("upon")
    assert str(10 * upon) == "{0|{0||||0|||0||0|{0||||0|||0||0|^[on]*}}}"
    assert str(9 * parse_loopy_game("upon & v")) == "{0||||0|||0||0|{0||||0|||0||0|^[on]}} & v9"
    assert -2 * upon == -(upon + upon)


def test_tis_and_tisn() -> None:
    """From *Winning Ways*, chapter 11."""
    assert str(parse_loopy_game("tis")) == "1 & 0"
    assert str(parse_loopy_game("tisn")) == "0 & -1"


@pytest.mark.slow
def test_the_carousel_has_no_sides() -> None:
    """CGSuite, too, prints its sides as games that are no stoppers."""
    with pytest.raises(UnsupportedError, match=r"sidling did not end within 24 rounds.*--kind outcome"):
        parse_loopy_game("a{0,{1|1,{*,{1*|1*,a}|*}}|0}")


@pytest.mark.parametrize(
    ("row", "value"),
    cases(quick=[("tt.f", "on"), ("tt.ff", "*")], release=[("ttt..fff", "{on||0|-1/2} & {1/2|0||off}")]),
)
def test_backsliding_toads_and_frogs(row: str, value: str) -> None:
    """The last value is from CGSuite's tests; the checker and the outcome class confirm all of them."""
    ruleset = load_ruleset("backsliding-toads-and-frogs", {"row": row})
    found = valuate(ruleset, row, "sides")
    assert found.value == value
    assert found.check().ok
    assert found.outcome == outcome_class(ruleset, row)


# --- order and sums -----------------------------------------------------------------------------------------------


def test_the_order() -> None:
    on, over, upon = map(parse_loopy_game, ("on", "over", "upon"))
    assert -1 < -over < 0 < upon < over < parse_game("1/1024") < 1 < on
    assert up < upon
    assert not over <= star - star
    assert over > star
    assert on >= on
    assert not on > on
    assert (on - on).outcome == OutcomeClass.DRAW
    assert 1 - over == -(over - 1)


@pytest.mark.parametrize("count", cases(quick=[15], slow=[40], release=[10_000]))
def test_outcomes_of_sums_follow_from_the_sides(count: int) -> None:
    """Endless play counts for Left in the sum of the onsides, and for Right in that of the offsides."""
    generator = random.Random(count)
    refused = 0
    for _ in range(count):
        first, second = random_graph(generator), random_graph(generator)
        try:
            values = LoopyGame.of_graph(first), LoopyGame.of_graph(second)
        except UnsupportedError:
            refused += 1
            continue
        above, below = (
            outcome_class(as_digraph(one.graph.sum_with(other.graph)), (0,)).winners
            for one, other in (
                (values[0].onside, values[1].onside),
                (values[0].offside, values[1].offside),
            )
        )
        winners = [1 if a == 1 else 0 if b == 0 else None for a, b in zip(above, below, strict=True)]
        total = first.sum_with(second)
        assert list(outcome_class(as_digraph(total), (0,)).winners) == winners, (first, second)
        assert values[0].outcome == outcome_class(as_digraph(first), (0,))
    assert refused <= count / 20


@pytest.mark.parametrize("count", cases(quick=[10], slow=[20], release=[300]))
def test_sums_have_the_sides_of_the_sum_of_the_graphs(count: int) -> None:
    generator = random.Random(count)
    for _ in range(count):
        first, second = random_graph(generator, 4), random_graph(generator, 4)
        try:
            values = LoopyGame.of_graph(first), LoopyGame.of_graph(second)
            total = values[0] + values[1]
        except UnsupportedError:
            continue
        assert total == values[1] + values[0]
        assert -total == -values[0] - values[1]
        assert parse_loopy_game(str(total)) == total
        try:
            assert LoopyGame.of_graph(first.sum_with(second)) == total
        except UnsupportedError:
            continue


@pytest.mark.parametrize("count", cases(quick=[30], slow=[500]))
def test_components_have_the_sides_that_the_whole_graph_has(count: int) -> None:
    generator = random.Random(3)
    for _ in range(count):
        graph = random_graph(generator)
        try:
            above, onsides = onside(graph)
            below, offsides = onside(graph.negative())
        except UnsupportedError:
            continue
        found = sides_of(graph)
        for node in range(len(graph)):
            assert Stopper.of(found.forms, found.onsides[node]) == Stopper.of(above, onsides[node])
            assert Stopper.of(found.forms, found.offsides[node]) == -Stopper.of(below, offsides[node])


def test_survival_is_that_of_the_definition() -> None:
    """Left survives on - on for ever, and over - 1 not at all: Right moves to over, and then to over again."""
    on, over, one = map(loopy_graph, ("on", "over", "1"))
    assert survived(on, on)[0, 0]
    assert not survived(over, one)[0, 0]
    assert survived(one, over)[0, 0]


# --- claims -------------------------------------------------------------------------------------------------------


def claim(graph: LoopyGraph) -> dict[str, Any]:
    return claim_of(valuate(as_digraph(graph), (0,), "sides").proof, "partizan-digraph")


def forged(found: dict[str, Any], generator: random.Random) -> dict[str, Any]:
    """Return a claim with another side of a position, or a form with an option more or less."""
    forms = [[list(side) for side in form] for form in found["forms"]]
    table = [list(row) for row in found["table"]]
    if generator.random() < 0.5:
        row, side = generator.choice(table), generator.choice([1, 2])
        row[side] = generator.choice([form for form in range(-1, len(forms) + 1) if form != row[side]])
    else:
        options = generator.choice(generator.choice(forms))
        option = generator.randrange(len(forms) + 1)
        if option in options:
            options.remove(option)
        else:
            options.append(option)
    return {**found, "forms": forms, "table": table}


@pytest.mark.parametrize("count", cases(quick=[40], slow=[200], release=[10_000]))
def test_forged_claims_are_refused(count: int) -> None:
    """No position has two values, and no value two forms, so whatever differs from a proof that holds is false."""
    generator = random.Random(count)
    tried = 0
    while tried < count:
        try:
            found = claim(random_graph(generator))
        except UnsupportedError:
            continue
        assert check_claim(found).report.ok
        for _ in range(10):
            tried += 1
            other = forged(found, generator)
            try:
                assert not check_claim(other).report.ok, other
            except InputError:  # such as a form that is unused, and whose value cannot be read
                continue


def test_a_claim_says_which_value_it_proves() -> None:
    found = claim(loopy_graph("over"))
    assert str(check_claim(found).report) == "verified: all 2 positions"
    assert "proves over, not on" in str(check_claim({**found, "value": "on"}).report)


@pytest.mark.parametrize(
    ("forms", "problem"),
    [
        ([[[1], [0]], [[], []], [[], []]], "the forms 1 and 2 are equal"),
        ([[[0], [0]], [[], []]], "form 0 is not a stopper"),
        ([[[1, 2], [0]], [[], []], [[1], []]], "option 1 of form 0 is dominated"),
        ([[[1, 1], [0]], [[], []]], "form 0 has an option twice"),
        ([[[1], [3]], [[], []]], "an option of a form is not among the forms"),
        ([[[1], []], [[], []]], "the onside of 0 is not at"),
    ],
)
def test_the_checker_says_what_is_wrong_with_a_form(forms: Any, problem: str) -> None:
    found = claim(loopy_graph("over"))
    assert problem in str(check_claim({**found, "forms": forms}).report)


# --- texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("over +", "is wrong at its end"),
        ("{0|pass", "every brace"),
        ("{0|pass|1}", "one longest bar"),
        ("a{b|0}", "is wrong at 'b'"),
        ("{pass + 1|0}", "is wrong at 'pass"),
        ("on & off & on", "has 3"),
        (7, "reads a text"),
    ],
)
def test_a_wrong_text_is_refused(text: Any, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_loopy_game(text)


def test_large_games_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides, "MOST_POSITIONS", 10)
    for text in ("over + 5000", "over + *9999999999"):
        with pytest.raises(LimitError, match="at most 4,000 positions"):
            loopy_graph(text)
    with pytest.raises(LimitError, match="at most 1,000 digits"):
        loopy_graph("over + " + "9" * 5000)
    toads = load_ruleset("toads-and-frogs", {"row": "t" * 8 + "...." + "f" * 8})
    with pytest.raises(LimitError, match=r"more than 10 followers, the most of which .* \(--kind outcome\)"):
        valuate(toads, toads.start(), "sides")
    ring = tuple(((node + 1) % 4_001,) for node in range(4_001))
    with pytest.raises(LimitError, match="at most 4,000 positions"):
        LoopyGame.of_graph(LoopyGraph(ring, ring))


def test_the_command_line_reads_loopy_games() -> None:
    found = call("value", "--game", "{0|pass} + ^", "--json").json
    assert (found["kind"], found["value"], found["outcome"]) == ("sides", "over", "L")
    for text, words in [("over + 5", "stopper 5over"), ("over - over", "sides over & under")]:
        assert call("value", "--game", text, "--brief").out.startswith(f"{text}: {words} (verified")
        assert call("value", "--game", text).out.startswith(f"position       {text}\n")
    assert_refused(
        call("value", "--game", "on & off"),
        "sides, as in x & y, are a value and not a game with moves; 'on & off' has sides",
    )
    refused = call("value", "backsliding-toads-and-frogs", "--kind", "canonical")
    assert "ask for sides (--kind sides) or outcome classes" in refused.err


def test_a_value_shows_itself_and_its_options() -> None:
    on, over, five = map(parse_loopy_game, ("on", "over", "5over"))
    assert repr([over, over.onside]) == "[<LoopyGame over>, <Stopper over>]"
    assert (on.left_options, on.right_options) == ((on,), ())
    assert (five.left_options, five.right_options) == ((parse_loopy_game("5"),), (five,))
    with pytest.raises(UnsupportedError, match="dud equals no stopper, so it has no canonical options"):
        _ = parse_loopy_game("dud").left_options


@pytest.mark.parametrize(
    ("text", "cgsuite", "latex"),
    [
        ("{5over|2^*}", "{5over|2+^*}", r"$\{5\mathbf{over}\mid 2{\uparrow}{\ast}\}$"),
        ("upon", "^[on]", r"${\uparrow}^{[\mathbf{on}]}$"),
        ("v<on>*", "v<on>*", r"${\downarrow}^{\langle \mathbf{on}\rangle}{\ast}$"),
        ("over & under", "over & under", r"$\mathbf{over} \mathbin{\&} \mathbf{under}$"),
    ],
)
def test_a_value_is_written_in_each_style(text: str, cgsuite: str, latex: str) -> None:
    game = parse_loopy_game(text)
    assert (format_game(game, style="cgsuite"), game._repr_latex_()) == (cgsuite, latex)
