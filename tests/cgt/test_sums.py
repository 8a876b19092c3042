"""Sums: their value, their winner and their winning moves, beside what solving the sum as a game says."""

from __future__ import annotations

import json
import random
import time
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.marks import cases
from support.rulesets import impartial_rulesets, partizan_rulesets

import gamekit
from gamekit import InputError
from gamekit.cgt import (
    OutcomeClass,
    Sum,
    analyse_sum,
    as_game,
    canonical_form,
    check_canonical_proof,
    check_grundy_proof,
    grundy_value,
    load_ruleset,
    loopy_value,
    outcome_class,
    position_of,
    prove_grundy_value,
)
from gamekit.cgt.partizan.canonical import outcome_of
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.testing import check_game

rulesets = st.one_of(impartial_rulesets(6), partizan_rulesets(6))


def added(games: list[Any]) -> Sum:
    total = position_of(games[0])
    for game in games[1:]:
        total += position_of(game)
    return total


@pytest.mark.slow
@given(st.lists(rulesets, min_size=1, max_size=3))
def test_winner_and_winning_moves_are_what_solving_the_sum_says(games: list[Any]) -> None:
    total = added(games)
    found = analyse_sum(total)
    for first, player, name in (("left", 0, "Left"), ("right", 1, "Right")):
        solution = gamekit.solve(as_game(total, first=first))  # type: ignore[arg-type]
        wins_first = found.outcome in (OutcomeClass.NEXT, OutcomeClass(name[0]))
        name = name if not total.is_impartial else "first"
        assert (solution.root.winner == name) == wins_first
        state = solution.root.state
        won = {
            move
            for move in ([] if solution.game.outcome(state) is not None else solution.game.moves(state))
            if solution[solution.game.apply(state, move)].winner == name
        }
        start = total.start()
        moves = {
            (*start[: move.summand], (move.summand, move.option), *start[move.summand + 1 :])
            for move in found.moves
            if move.player in (None, player)
        }
        assert moves == won


@pytest.mark.slow
@given(st.lists(impartial_rulesets(), min_size=1, max_size=4))
def test_the_value_is_the_nim_sum_and_is_proved(games: list[Any]) -> None:
    total = added(games)
    found = analyse_sum(total)
    assert found.values == tuple(map(grundy_value, games))
    assert found.value == reduce(xor, found.values) == grundy_value(total)
    assert check_grundy_proof(prove_grundy_value(total)).ok
    assert bool(found.moves) == (found.value > 0)


@pytest.mark.parametrize("play", cases(quick=["normal"], slow=["misere"]))
@given(st.lists(rulesets, min_size=1, max_size=3))
def test_outcome_classes_of_sums(play: Any, games: list[Any]) -> None:
    total = added(games)
    found = outcome_class(total, play=play)
    for first, left_wins in (("left", found.left_wins_first), ("right", found.left_wins_second)):
        game = as_game(total, first=first, play=play)  # type: ignore[arg-type]
        left = game.players[first == "right"] if total.is_impartial else "Left"
        assert (gamekit.solve(game).root.winner == left) == left_wins


@pytest.mark.parametrize("sums", cases(quick=[5], slow=[30], release=[300]))
def test_solving_a_sum_agrees_with_the_theory_of_loopy_values(sums: int) -> None:
    """Tokens on digraphs, with loops in most of them, beside heaps of nim and kayles."""
    chosen = random.Random(3)
    for _ in range(sums):
        nodes = range(chosen.randint(2, 5))
        graph = [[b for b in nodes if chosen.random() < 0.4] for _ in nodes]
        tokens = [chosen.choice(nodes) for _ in range(chosen.randint(1, 2))]
        total = added(
            [
                load_ruleset("digraph", {"graph": graph, "tokens": tokens}),
                load_ruleset(chosen.choice(["nim", "kayles"]), [chosen.randint(0, 4)]),
            ]
        )
        expected = {"N": "first", "P": "second", "D": None}[str(loopy_value(total).outcome)]
        assert gamekit.solve(as_game(total)).root.winner == expected, (graph, tokens)


@pytest.mark.parametrize("sums", cases(quick=[3], slow=[20], release=[300]))
def test_solving_a_sum_agrees_with_the_theory_of_canonical_forms(sums: int) -> None:
    """Small boards of partizan rulesets, beside each other or heaps of nim, with either player first."""
    chosen = random.Random(5)
    signs = {"domineering": "..#", "clobber": "xo", "col": "...#", "snort": "...#"}
    for _ in range(sums):
        names = chosen.choices([*signs, "nim"], k=2)
        parts = [
            load_ruleset(name, [chosen.randint(0, 3)])
            if name == "nim"
            else load_ruleset(name, {"board": "".join(chosen.choices(signs[name], k=chosen.randint(2, 5)))})
            for name in names
        ]
        total, first = added(parts), chosen.choice(("left", "right"))
        outcome = outcome_of(sum(map(canonical_form, parts[1:]), canonical_form(parts[0])))
        wins = outcome.left_wins_first if first == "left" else not outcome.left_wins_second
        solution = gamekit.solve(as_game(total, first=first))  # type: ignore[arg-type]
        assert (str(solution.root.value) == "win") == wins, parts


@pytest.mark.slow
def test_bundled_rulesets_of_all_kinds_are_added() -> None:
    total = added(
        [load_ruleset("nim", [2, 1]), load_ruleset("kayles", [3]), load_ruleset("cram", {"board": "..|.."})]
    )
    assert total.format_position(total.start()) == "1 2 + 3 + ..|.."
    check_game(as_game(total), examples=20)
    assert analyse_sum(total).reason == (
        "The nim-sum is 3 ⊕ 3 ⊕ 0 = 0, and every move makes it another number, so the next player loses."
    )


def test_explanations_name_the_move() -> None:
    found = analyse_sum(position_of(load_ruleset("nim"), "7") + position_of(load_ruleset("kayles"), "3"))
    assert found.reason == "The nim-sum is 7 ⊕ 3 = 4, so the next player wins by making it 0."
    assert [move.reason for move in found.moves] == [
        "Move 7 to 3 (take 4 from a heap of 7): it is then worth 3, and the nim-sum becomes 3 ⊕ 3 = 0."
    ]
    assert (found.moves[0].player, found.moves[0].summand, found.moves[0].option) == (None, 0, (3,))


@pytest.mark.parametrize("heaps", cases(quick=[10], slow=[40]))
def test_a_sum_takes_no_more_than_its_parts(heaps: int) -> None:
    """As a game, ten rows of kayles would have far more states than any machine can list."""
    rows = [load_ruleset("kayles", [size]) for size in range(20, 20 + heaps)]
    began = time.process_time()
    found = analyse_sum(added(rows))
    assert found.value == reduce(xor, map(grundy_value, rows))
    assert time.process_time() - began < 20


def test_positions_are_read_as_they_are_written() -> None:
    total = added([load_ruleset("nim", [2, 1]), load_ruleset("wythoff", [3, 1])])
    for position in [total.start(), *total.options_of(total.start(), 0)]:
        again = total.parse_position(total.format_position(position))
        assert total.canonical_position(again) == total.canonical_position(position)
    assert total.render(total.start()) == "1 o\n2 oo\n+\n3 1"
    with pytest.raises(InputError, match=r"a position of this sum reads like '1 2 \+ 3 1'; this one is '3'"):
        total.parse_position("3")


def test_partizan_sums_are_decided_by_canonical_forms() -> None:
    total = added([load_ruleset("domineering", {"board": board}) for board in ("...|...", "..|..")])
    found = analyse_sum(total)
    assert list(map(str, (found.value, *found.values))) == ["{3|1||1/2|-3/2}", "{2|-1/2}", "±1"]
    assert found.outcome == OutcomeClass.LEFT == outcome_class(total)
    assert found.reason == (
        "The sum is ({2|-1/2}) + (±1) = {3|1||1/2|-3/2}: Left wins, whoever moves first. "
        "Summand 1 is the hottest: 5/4 against 1."
    )
    assert [move.reason for move in found.moves] == [
        "Left moves ...|... to #..|#.. (a2-a1): the sum becomes 0, and Right, who is to move, loses.",
        "Left moves ...|... to .#.|.#. (b2-b1): the sum becomes {3|1}, and Right, who is to move, loses.",
        "Left moves ...|... to ..#|..# (c2-c1): the sum becomes 0, and Right, who is to move, loses.",
        "Left moves ..|.. to #.|#. (a2-a1): the sum becomes {3|1/2}, and Right, who is to move, loses.",
        "Left moves ..|.. to .#|.# (b2-b1): the sum becomes {3|1/2}, and Right, who is to move, loses.",
    ]


@pytest.mark.parametrize("number", cases(quick=[1], slow=[2, 5], release=[20]))
def test_a_sum_of_many_partizan_positions_is_more_than_search_could_visit(number: int) -> None:
    stalks = [load_ruleset("hackenbush", {"trees": "lrlrlrl e lllrr"}) for _ in range(number)]
    found = analyse_sum(added([*stalks, load_ruleset("domineering", {"board": "...|..."})]))
    assert found.outcome == OutcomeClass.LEFT
    assert len(found.moves) == 8 * number + 3
    assert found.check(seconds=60).ok


def test_only_sums_are_added() -> None:
    nim: Any = position_of(load_ruleset("nim"))
    with pytest.raises(TypeError):
        nim + 3


@given(st.lists(impartial_rulesets(5), min_size=3, max_size=3))
def test_the_order_of_summands_does_not_matter(games: list[Any]) -> None:
    a, b, c = map(position_of, games)
    assert grundy_value((a + b) + c) == grundy_value(a + (b + c)) == grundy_value(c + b + a)
    assert grundy_value(a + a) == 0
    assert all(outcome_class(x + y) == outcome_class(y + x) for x, y in product((a, b), repeat=2))


# --- the command line ---------------------------------------------------------------------------------------------


def test_the_command_names_winner_moves_and_reason() -> None:
    result = call("sum", "nim:3 4 5", "kayles:3")
    assert result.status == 0
    assert result.out.splitlines() == [
        "N: whoever moves first wins",
        "The nim-sum is 2 ⊕ 3 = 1, so the next player wins by making it 0.",
        "  Move 3 4 5 to 2 4 5 (take 1 from a heap of 3): it is then worth 3, and the nim-sum becomes 3 ⊕ 3 = 0.",
        "  Move 3 4 5 to 3 4 4 (take 1 from a heap of 5): it is then worth 3, and the nim-sum becomes 3 ⊕ 3 = 0.",
        "  Move 3 to 2 (take 1, at an end): it is then worth 2, and the nim-sum becomes 2 ⊕ 2 = 0.",
        "verified: all 25 positions; of positions that fall into parts, 200 were compared with the sum; "
        "the symmetry was tried in 301 positions",
    ]


def test_the_command_reads_a_file() -> None:
    summands = [
        {"ruleset": "octal", "parameters": {"code": "0.07"}, "position": "6"},
        {"ruleset": "nim", "position": "3"},
    ]
    found = call("sum", "--input", "-", "--json", stdin=json.dumps(summands)).json
    assert found == {
        "summands": ["6", "3"],
        "values": [3, 3],
        "value": 0,
        "outcome": "P",
        "reason": "The nim-sum is 3 ⊕ 3 = 0, and every move makes it another number, so the next player loses.",
        "moves": [],
        "undecided": 0,
        "verified": True,
    }


@pytest.mark.parametrize(
    ("arguments", "stdin", "message"),
    [
        (
            (),
            "",
            "the summands must be named either on the command line or by --input (see gamekit sum --help)",
        ),
        (("nym:3",), "", "no ruleset is called 'nym'; did you mean 'nim'?"),
        (("--input", "-"), "[]", "summands must name at least one position; there is none"),
        (("--input", "-"), "[3]", "summands[0] must be text or an object; it is 3"),
        (
            ("--input", "-"),
            '[{"ruleset": "nim", "heaps": 3}]',
            "summands[0] has no parameter 'heaps'; known: parameters, position, ruleset",
        ),
        (
            ("--input", "-"),
            '[{"ruleset": "nim", "position": 3}]',
            "summands[0].position must be text; it is 3",
        ),
    ],
)
def test_bad_summands_get_a_sentence(arguments: tuple[str, ...], stdin: str, message: str) -> None:
    assert_refused(call("sum", *arguments, stdin=stdin), message)


@pytest.mark.parametrize("sums", cases(quick=[10], slow=[60], release=[300]))
def test_winning_moves_of_sums_in_which_play_can_go_on_for_ever(sums: int) -> None:
    chosen = random.Random(sums)
    for _ in range(sums):
        nodes = range(chosen.randint(2, 5))
        graph = [[b for b in nodes if chosen.random() < 0.4] for _ in nodes]
        total = added(
            [
                load_ruleset(
                    "digraph", {"graph": graph, "tokens": [chosen.choice(nodes), chosen.choice(nodes)]}
                ),
                load_ruleset("kayles", [chosen.randint(0, 4)]),
            ]
        )
        found = analyse_sum(total)
        played: Any = as_game(total)
        solution = gamekit.solve(played)
        assert solution.root.winner == {"N": "first", "P": "second", "D": None}[str(found.outcome)]
        state, start = solution.root.state, total.start()
        won = {
            move
            for move in ([] if played.outcome(state) is not None else played.moves(state))
            if solution[played.apply(state, move)].winner == "first"
        }
        moves = {
            (*start[: move.summand], (move.summand, move.option), *start[move.summand + 1 :])
            for move in found.moves
        }
        assert set(map(total.canonical_position, moves)) == set(map(total.canonical_position, won)), graph


def test_the_command_adds_values_of_loopy_games() -> None:
    found = call("sum", "digraph:1", "nim:0", "--json").json
    assert (found["value"], found["values"], found["outcome"]) == ("∞(0)", ["∞(0)", "0"], "N")
    assert found["moves"][0]["reason"] == "Move 1 to 0 (1 → 0): it is then worth 0, and the sum becomes 0."
    assert call("sum", "digraph:1", "nim:2").out == (
        "D: neither player can force a win\n"
        "The sum is worth ∞(0) + 2 = ∞(2): no move makes it 0, and play can be kept going for ever, so nobody wins.\n"
        "verified: all 6 positions\n"
    )


def test_a_sum_with_loops_and_a_partizan_summand_has_an_outcome_class(tmp_path: Path) -> None:
    claim = tmp_path / "claim.json"
    found = call("sum", "partizan-digraph:1", "nim:1", "--save", str(claim))
    assert found.out == (
        "L: Left wins, whoever moves first\n"
        "A summand is partizan, and play can return to a position, so the sum has no canonical form but an outcome "
        "class: Left wins, whoever moves first.\n"
        "  Left moves 1 to 0 (take 1 from a heap of 1): Right, who is to move, loses.\n"
        "verified: all 4 positions\n"
    )
    assert call("verify", str(claim)).out.endswith("has the outcome class L: verified: all 4 positions\n")
    found = call("sum", "partizan-digraph:1", "nim:1", "--json").json
    assert (found["outcome"], found["value"], found["values"]) == ("L", None, [None, None])
    limited = call("sum", "partizan-digraph:1", "nim:1", "--max-positions", "2")
    assert_refused(limited, status=3)
    assert "--max-positions" in limited.err


@pytest.mark.parametrize("sums", cases(quick=[10], slow=[60], release=[300]))
def test_solving_a_sum_agrees_with_outcome_classes_of_partizan_loops(sums: int) -> None:
    chosen = random.Random(5)
    for _ in range(sums):
        nodes = range(chosen.randint(2, 4))
        graphs = [[[b for b in nodes if chosen.random() < 0.4] for _ in nodes] for _ in range(2)]
        parameters = {"left": graphs[0], "right": graphs[1], "tokens": [chosen.choice(nodes)]}
        total = added(
            [load_ruleset("partizan-digraph", parameters), load_ruleset("domineering", {"board": "..|.."})]
        )
        report = analyse_sum(total)
        start = total.start()
        for first, player, name in (("left", LEFT, "Left"), ("right", RIGHT, "Right")):
            solution = gamekit.solve(as_game(total, first=first))  # type: ignore[arg-type]
            winner = report.outcome.winners[player]
            assert solution.root.winner == (None if winner is None else ("Left", "Right")[winner])
            won = {
                option
                for option in total.options_of(start, player)
                if solution[option, 1 - player].winner == name
            }
            named = {
                (*start[: move.summand], (move.summand, move.option), *start[move.summand + 1 :])
                for move in report.moves
                if move.player in (None, player)
            }
            assert named == won


def test_a_move_in_a_sum_is_read_by_each_name_that_its_summand_gives_it() -> None:
    sum_ = load_ruleset(
        "sum",
        {
            "summands": [
                {"ruleset": "hackenbush", "position": "l(r)(r) lr"},
                {"ruleset": "nim", "position": "2"},
            ]
        },
    )
    start = sum_.start()
    for player in (LEFT, RIGHT):
        for option in sum_.options_of(start, player):
            assert sum_.parse_option(start, sum_.format_option(start, option, player), player) == option
    branches = [sum_.parse_option(start, f"1: {number}", RIGHT) for number in (2, 3)]
    assert branches[0] != branches[1]
    assert sum_.canonical_position(branches[0]) == sum_.canonical_position(branches[1])
    for name in ("1: 9", "3: 1", "2", ""):
        with pytest.raises(InputError):
            sum_.parse_option(start, name, RIGHT)


@pytest.mark.slow
def test_the_claim_of_a_partizan_sum_says_what_was_printed_and_a_changed_one_is_refused(
    tmp_path: Path,
) -> None:
    file = tmp_path / "claim.json"
    shown = call("sum", "domineering:...|...", "domineering:..|..", "nim:1", "--save", str(file)).out
    assert "Left wins, whoever moves first. Summand 1 is the hottest: 5/4 against 1." in shown
    assert ": the sum becomes {3|1||1/2|-3/2}, and Right, who is to move, loses." in shown
    said = call("verify", str(file)).out
    for fact in (
        "and outcome class L",
        "mean 3/4 and temperature 5/4 of 0: ...|...",
        "mean 0 and temperature 1 of 1: ..|..",
        "mean 0 and temperature 0 of 2: 1",
        "Left wins by 3 options named",
    ):
        assert fact in said
    claim = json.loads(file.read_text())
    number, mean, heat = claim["facts"]["heats"][-1]
    lost = "..|.. + ..|.. + 1"
    for changed in (
        {"facts": {**claim["facts"], "outcome": "N"}},
        {"facts": {**claim["facts"], "heats": [*claim["facts"]["heats"][:-1], [number, mean, heat + "1"]]}},
        {"facts": {**claim["facts"], "heats": claim["facts"]["heats"][:-1]}},
        {"heated": claim["heated"][:-2]},
        {"winning": [[*claim["winning"][0], lost], claim["winning"][1]]},
        {"winning": claim["winning"][::-1]},
        {"table": claim["table"][1:]},
    ):
        file.write_text(json.dumps({**claim, **changed}))
        refused = call("verify", str(file))
        assert refused.status == 1, changed
        assert "NOT VERIFIED" in refused.out


@pytest.mark.slow
@given(st.lists(partizan_rulesets(5), min_size=1, max_size=3))
def test_winning_moves_of_partizan_sums_are_proved_and_no_others(games: list[Any]) -> None:
    total = added(games)
    found = analyse_sum(total)
    assert found.check().ok
    if total.is_impartial:
        return
    for player in (LEFT, RIGHT):
        assert len(found.proof.winning[player]) == sum(move.player == player for move in found.moves)
        for option in CheckedRuleset(total).options(total.start(), player):
            claimed: list[tuple[Any, ...]] = [(), ()]
            claimed[player] = (option,)
            proof = attrs.evolve(found.proof, winning=tuple(claimed))
            assert check_canonical_proof(proof).ok == (option in found.proof.winning[player])
