"""A symmetry that is none is found wherever play comes, and a verdict says in how many states it was tried."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest

import gamekit
from gamekit import NOT_OVER, CompiledGame, CompiledRules, Game
from gamekit.analysis.verification import rules_comparison, symmetry_check, verify
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.analysis.verification.symmetry_check import SymmetryTrial, rules_with_symmetry, try_symmetry
from gamekit.analysis.verification.table_check import check_table
from gamekit.game.progress import silent
from gamekit.game.sentences import counted
from games.teeko import Teeko

CORRIDOR = 70
"""So many forced moves come first: more than a solve makes to try a symmetry."""

MANY = 260
"""With so many, a verification looks at a sample."""


@attrs.frozen
class Letters(Game[str, str]):
    """A corridor, and then states that are letters, of which some stand for others."""

    edges: Mapping[str, str]
    payoffs: Mapping[str, int]
    represented: Mapping[str, str]
    second: str = ""
    corridor: int = CORRIDOR

    players = ("Ann", "Bob")

    def initial_state(self) -> str:
        return "0" if self.corridor else "A"

    def to_move(self, state: str) -> int:
        return int(state) % 2 if state.isdigit() else int(state in self.second)

    def moves(self, state: str) -> list[str]:
        if state.isdigit():
            return [str(int(state) + 1) if int(state) < self.corridor else "A"]
        return [*self.edges[state]]

    def apply(self, state: str, move: str) -> str:
        return move

    def outcome(self, state: str) -> int | None:
        return self.payoffs.get(state)

    def canonical_state(self, state: str) -> str:
        return self.represented.get(state, state)

    def encode(self, state: str) -> int:
        return 100 + ord(self.canonical_state(state)) if state.isalpha() else int(state)

    def decode(self, code: int) -> str:
        return chr(code - 100) if code > 100 else str(code)


class TieredLetters(Letters):
    """The corridor is one tier, and the letters are another."""

    def tier(self, state: str) -> int:
        return int(state.isdigit())


class ExchangedLetters(Letters):
    """Capital letters are small ones in which the players are exchanged."""

    def movers_view(self, state: str) -> str:
        return self.represented.get(state, state)


ENDS = {"w": 1, "l": -1}

FALSE = {
    # Ann goes by c to the win; b, which stands for c, leads to the loss
    "a move": Letters({"A": "bc", "b": "l", "c": "w"}, ENDS, {"c": "b"}),
    # b and c are alike as far as one move shows, but E, where c leads, is not like e
    "after two moves": Letters(
        {"A": "bc", "b": "e", "c": "E", "e": "l", "E": "w"}, ENDS, {"c": "b", "E": "e"}
    ),
    "the outcome after a reply": Letters({"A": "c", "c": "W"}, {"w": 1, "W": -1}, {"W": "w"}, second="A"),
    "the outcome": Letters({"A": "lw"}, ENDS, {"w": "l"}),
    "the player to move": Letters({"A": "bc", "b": "wl", "c": "wl"}, ENDS, {"c": "b"}, second="b"),
    # a move too many, of the state or of the representative
    "more moves": Letters({"A": "bc", "b": "l", "c": "lw"}, ENDS, {"c": "b"}),
    "fewer moves": Letters({"A": "bc", "b": "lw", "c": "l"}, ENDS, {"c": "b"}),
}

EXCHANGED = {
    "movers_view('V') returned 'u', where outcome is 1; it must be -1": ExchangedLetters(
        {"A": "b", "b": "V"}, {"u": 1, "V": 1}, {"V": "u"}, second="AV"
    ),
    "apply('A') leads to 'b', where the same player is to move": ExchangedLetters(
        {"A": "b", "b": "l"}, ENDS, {}, second="Ab"
    ),
}

TRUE = Letters(
    {"A": "bcd", "b": "wl", "c": "Wl", "d": "lW"}, {**ENDS, "W": 1}, {"c": "b", "d": "b", "W": "w"}
)


@pytest.mark.parametrize("name", FALSE)
def test_a_false_symmetry_is_found_if_all_states_are_looked_at(name: str) -> None:
    report = gamekit.verify(gamekit.solve(FALSE[name]), all_states=True)
    assert not report.ok
    assert "Letters.canonical_state(" in report.problems[0]


def test_a_representative_that_another_state_represents() -> None:
    """What looks b up finds d, which is not in the solution."""
    game = Letters({"A": "cw", "b": "l", "c": "l", "d": "l"}, ENDS, {"c": "b", "b": "d"})
    report = gamekit.verify(gamekit.solve(game), all_states=True)
    assert report.problems == ("'b' represents others, but another state represents it",)


@pytest.mark.parametrize("where", ["table", "tiers"])
def test_it_is_found_in_a_folder_too(where: str, tmp_path: Path) -> None:
    fields = attrs.asdict(FALSE["after two moves"])
    game = TieredLetters(**fields)
    if where == "tiers":
        solution = gamekit.solve(game, tiers=tmp_path / where)
    else:
        gamekit.save_table(gamekit.solve(game), tmp_path / where)
        solution = gamekit.open_table(tmp_path / where, game=game)
    report = check_table(tmp_path / where, game=game, all_states=True)
    assert not report.ok
    assert "canonical_state('E') returned 'e'" in str(report)
    assert gamekit.verify(solution, all_states=True).problems == report.problems


class Capitals(Letters):
    """Capital letters are a tier."""

    def tier(self, state: str) -> int:
        return 2 if state.isdigit() else int(state.isupper())


def test_one_tier_is_verified_with_what_play_reaches_from_it(tmp_path: Path) -> None:
    """From A it comes to c, which b stands for, and on to f; play in the tier below begins at b, and misses both."""
    game = Capitals({"A": "bc", "b": "e", "c": "f", "e": "l", "f": "w"}, ENDS, {"c": "b", "f": "e"})
    gamekit.solve(game, tiers=tmp_path / "tiers")
    reports = [check_table(tmp_path / "tiers", game=game, tiers=[n], all_states=True) for n in (0, 1)]
    assert reports[0].ok
    assert "canonical_state('f') returned 'e'" in str(reports[1])


class SplitLetters(Letters):
    """Small letters are in a tier of their own."""

    def tier(self, state: str) -> int:
        return 2 if state.isdigit() else int(state.isupper())


def test_the_tier() -> None:
    game = SplitLetters({"A": "Lw"}, {**ENDS, "L": -1}, {"L": "l"})
    report = gamekit.verify(gamekit.solve(game), all_states=True)
    assert "'l', where tier is 0; it must be 1" in report.problems[0]


@pytest.mark.parametrize("name", EXCHANGED)
def test_players_that_are_not_alike_are_found(name: str) -> None:
    solution = gamekit.solve(EXCHANGED[name])
    assert solution.arena.perspective == "mover"
    report = gamekit.verify(solution, all_states=True)
    assert not report.ok
    assert name in report.problems[0]


def test_players_that_are_alike() -> None:
    solution = gamekit.solve(
        ExchangedLetters({"A": "bu", "b": "V"}, {"u": 1, "V": -1}, {"V": "u"}, second="AV")
    )
    assert solution.arena.perspective == "mover"
    assert gamekit.verify(solution, all_states=True).symmetry == SymmetryTrial(
        states=1, moves=0, is_whole=True
    )


@pytest.mark.parametrize("name", FALSE)
def test_it_is_found_in_a_certificate_too(name: str) -> None:
    report = check_certificate(gamekit.prove(FALSE[name]).certificate(), all_states=True)
    assert not report.ok
    assert "Letters.canonical_state(" in report.problems[0]


def test_play_that_a_certificate_says_nothing_of_is_not_followed() -> None:
    """Ann goes by b to the win, so that nobody asks where Z leads, which z stands for."""
    game = Letters(
        {"A": "bX", "b": "w", "X": "Z", "Z": "E", "z": "e", "E": "l", "e": "w"}, ENDS, {"Z": "z", "E": "e"}
    )
    report = check_certificate(gamekit.prove(game).certificate(), all_states=True)
    assert report.ok
    assert report.symmetry == SymmetryTrial(states=1, moves=1, is_whole=True)  # which is Z


def test_the_root_of_a_certificate_without_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.solvers.proof.prove.check_representatives", lambda *_: None)
    game = Letters({"A": "W"}, {"w": 1, "W": -1}, {"W": "w"}, corridor=0)
    made = gamekit.prove(game).certificate()
    assert len(made) == 0
    assert not check_certificate(made, all_states=True).ok


def test_what_a_certificate_says() -> None:
    made = gamekit.prove(TRUE).certificate()
    report = check_certificate(made, all_states=True)
    assert report.symmetry == SymmetryTrial(states=3, moves=4, is_whole=True)
    assert str(report).endswith("; the symmetry holds in all 3 other states that play reaches")
    assert "; the symmetry was tried in " in str(check_certificate(made))


def tried_by_codes(game: Letters, codes: list[int]) -> tuple[SymmetryTrial | None, list[str]]:
    rules = rules_with_symmetry(game, "first", by_codes=True)
    assert rules is not None
    start = game.initial_state()
    return try_symmetry(rules, start, codes, game.decode, silent, all_states=True)


@pytest.mark.parametrize("name", FALSE)
def test_codes_that_join_states_are_found_too(name: str) -> None:
    """In a solution of codes, the values rest on `encode`."""
    game = FALSE[name]
    _, problems = tried_by_codes(game, sorted({game.encode(state) for state in gamekit.explore(game).states}))
    assert "Letters.canonical_state(" in problems[0]


class Joined(Letters):
    """Codes join what no symmetry does."""

    def canonical_state(self, state: str) -> str:
        return "b" if state == "c" else state

    def encode(self, state: str) -> int:
        return 100 + ord(self.represented.get(state, state)) if state.isalpha() else int(state)


class Unsymmetric(Joined):
    canonical_state = Game.canonical_state


JOINED = [*range(CORRIDOR + 1), *(100 + ord(letter) for letter in "Ablw")]


def test_codes_that_join_more_than_the_symmetry_are_blamed_themselves() -> None:
    game = Joined({"A": "bcd", "b": "l", "c": "l", "d": "w"}, ENDS, {"c": "b", "d": "b"})
    trial, problems = tried_by_codes(game, JOINED)
    assert len(problems) == 1
    assert "Joined.encode('d') returned the code of 'b'" in problems[0]
    assert trial == SymmetryTrial(states=1, moves=1, is_whole=True)  # which is c


class Turned(Letters):
    """A code is decoded to another state than the one that the rules name."""

    def decode(self, code: int) -> str:
        return super().decode(code).replace("b", "c")


def test_a_false_symmetry_is_blamed_whichever_state_a_code_is_decoded_to() -> None:
    game = Turned({"A": "bc", "b": "l", "c": "w"}, ENDS, {"c": "b"})
    _, problems = tried_by_codes(game, JOINED)
    assert "Turned.canonical_state('b') returned the same as for 'c'" in problems[0]


@pytest.mark.parametrize(("of_c", "states"), [("w", 0), ("l", 1)])
def test_codes_may_join_alike_states_without_a_symmetry(of_c: str, states: int) -> None:
    """That is allowed, and said where it occurs."""
    game = Unsymmetric({"A": "bc", "b": "l", "c": of_c}, ENDS, {"c": "b"})
    trial, problems = tried_by_codes(game, JOINED)
    assert trial == (SymmetryTrial(states=1, moves=1, is_whole=True) if states else None)
    assert [problem.partition(",")[0] for problem in problems] == (
        [] if states else ["Unsymmetric.encode('c') returned the code of 'b'"]
    )


def test_the_start() -> None:
    """The start may be represented by another state; then it is compared in any case, and counted once."""
    true = Letters({"A": "Aw", "b": "bw"}, ENDS, {"A": "b"}, corridor=0)
    report = gamekit.verify(gamekit.solve(true), all_states=True)
    assert report.ok
    assert report.symmetry == SymmetryTrial(states=1, moves=2, is_whole=True)
    false = Letters({"A": "w", "b": "l"}, ENDS, {"A": "b"}, corridor=0)
    for all_states in (False, True):
        report = gamekit.verify(gamekit.solve(false), all_states=all_states)
        assert "canonical_state('A') returned 'b'" in report.problems[0]


def test_a_true_symmetry_is_tried_in_every_state_that_play_reaches() -> None:
    solution = gamekit.solve(TRUE)
    states = len(solution)
    report = gamekit.verify(solution, all_states=True)
    assert report.symmetry == SymmetryTrial(states=3, moves=4, is_whole=True)  # c, d and W
    assert (
        str(report)
        == f"verified: all {states} states; the symmetry holds in all 3 other states that play reaches"
    )


def test_a_sample_says_that_it_is_one() -> None:
    report = gamekit.verify(gamekit.solve(attrs.evolve(TRUE, corridor=MANY)))
    assert report.symmetry is not None
    assert not report.symmetry.is_whole
    states, moves = report.symmetry.states, report.symmetry.moves
    assert 0 < states <= 3
    assert f"; the symmetry was tried in {counted(states, 'state')} and {moves} moves" in str(report)


def test_a_sample_that_met_nothing_says_how_large_it_was() -> None:
    game = Letters({"A": "b", "b": "l"}, ENDS, {"z": "c"}, corridor=MANY)
    report = gamekit.verify(gamekit.solve(game))
    assert report.symmetry is not None
    assert 0 < report.symmetry.sampled <= MANY
    assert f"; a sample of {report.symmetry.sampled} states met no state" in str(report)


def test_a_small_sample_of_many_places_is_no_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes that are drawn from a sparse numbering may meet few states, of which play has many more."""
    solution = gamekit.solve(Teeko(size=3, men=2), backend="compiled")
    few = [solution.store.expander().codes(np.array([0]))]
    monkeypatch.setattr(rules_comparison, "codes_to_compare", lambda *_, **__: few)
    monkeypatch.setattr(verify, "MOST_HELD_FOR_FEW", symmetry_check.MOST_HELD)
    sample, whole = gamekit.verify(solution).symmetry, gamekit.verify(solution, all_states=True).symmetry
    assert sample is not None
    assert whole is not None
    assert not sample.is_whole
    assert sample.states < whole.states


def test_of_few_states_all_are_looked_at() -> None:
    """Without being asked for: here is no state in which a sample must begin to meet the lie."""
    for seed in range(20):
        chance = random.Random(seed)
        others = "".join(chance.sample("bcdefghij", 9))
        edges = dict(pairwise("A" + others)) | {
            others[-1]: "w",
            "z": "l",
        }
        assert not gamekit.verify(gamekit.solve(Letters(edges, ENDS, {others[-1]: "z"}))).ok


class JoinedCodes(CompiledGame[int, int]):
    """Three states in a row, of which the first two share a code; compiled rules leave out the one between."""

    players = ("Ann", "Bob")

    def initial_state(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return (1, 0, 1)[state]

    def moves(self, state: int) -> list[int]:
        return [state + 1]

    def apply(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return -1 if state == 2 else None

    def encode(self, state: int) -> int:
        return (0, 0, 2)[state]

    def decode(self, code: int) -> int:
        return code

    def compiled_rules(self) -> CompiledRules:
        return CompiledRules(
            size=3,
            parameters=np.zeros(0, np.int64),
            outcome=_outcome,
            successors=_successors,
            max_successors=1,
        )


def _outcome(code: int, _: Any) -> int:
    return 1 if code == 2 else NOT_OVER


def _successors(code: int, _: Any, out: Any) -> int:
    out[0] = 2
    return 1 if code == 0 else 0


def test_codes_that_join_states_of_a_small_game_are_found() -> None:
    game = JoinedCodes()
    assert gamekit.solve(game).root.payoff == -1
    report = gamekit.verify(gamekit.solve(game, backend="compiled"))
    assert not report.ok, str(report)


def test_a_sample_counts_no_state_twice() -> None:
    edges = {"A": "defgh", **dict.fromkeys("defgh", "c"), "b": "l", "c": "l"}
    game = Letters(edges, ENDS, {"c": "b"}, corridor=MANY)
    assert gamekit.verify(gamekit.solve(game)).symmetry == SymmetryTrial(states=1, moves=1, is_whole=False)


def test_more_states_than_can_be_held_are_said_to_be_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(symmetry_check, "MOST_HELD", 2)  # of which one is the start
    report = gamekit.verify(gamekit.solve(TRUE), all_states=True)
    assert report.ok
    assert report.symmetry is not None
    assert not report.symmetry.is_whole
    assert report.symmetry.states == 1  # those that are not held may be compared many times
    monkeypatch.setattr(symmetry_check, "MOST_HELD", 1)
    for name in FALSE.keys() - {"after two moves"}:  # what one move reaches is compared in any case
        assert not gamekit.verify(gamekit.solve(FALSE[name]), all_states=True).ok, name


def test_a_symmetry_that_joins_nothing() -> None:
    game = Letters({"A": "wl"}, ENDS, {}, corridor=0)
    assert (
        str(gamekit.verify(gamekit.solve(game), all_states=True))
        == "verified: all 3 states; play reaches no state that another one represents"
    )


def test_a_game_without_symmetry_is_not_spoken_of() -> None:
    report = gamekit.verify(gamekit.solve(gamekit.load_game("cat-mouse")), all_states=True)
    assert (report.symmetry, str(report)) == (None, "verified: all 60 states")
