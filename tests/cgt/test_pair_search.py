"""Moves on pairs of squares as data, and Grundy values by the compiled search that reads them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import attrs
import pytest
from support.marks import cases
from support.rulesets import mcgs_cases_of

from gamekit import InputError, LimitError, RulesError, UnsupportedError
from gamekit.cgt import (
    LEFT,
    RIGHT,
    ImpartialRuleset,
    PairMoves,
    check_grundy_proof,
    grundy_value,
    load_ruleset,
)
from gamekit.cgt.impartial.grundy_proof import GrundyProof
from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.impartial.pair_search import PairSearch, search_grundy_value
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.time_limit import TimeLimitError, time_limit
from gamekit.cgt.valuation import valuate
from games.rulesets.cram import Cram

Rows = tuple[str, ...]


@attrs.frozen
class AnyPairs(ImpartialRuleset[Rows]):
    """Any moves on pairs of squares; parts and representatives are found naively."""

    board: Rows
    moves: PairMoves

    def start(self) -> Rows:
        return self.board

    def pair_moves(self, player: Any) -> PairMoves:
        return self.moves

    def options(self, position: Rows) -> Iterator[Rows]:
        return (tuple(rows) for rows in self.moves.options(list(position)))

    def parts(self, position: Rows) -> Iterator[Rows]:
        """Yield the groups of squares in play that have a move, each on the smallest board."""
        left = {(r, c) for r, row in enumerate(position) for c, sign in enumerate(row) if sign != "#"}
        while left:
            group, found = set(), [left.pop()]
            while found:
                r, c = found.pop()
                group.add((r, c))
                new = {(r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)} & left
                left -= new
                found += new
            rows, columns = ([place[axis] for place in group] for axis in (0, 1))
            part = tuple(
                "".join(
                    position[r][c] if (r, c) in group else "#" for c in range(min(columns), max(columns) + 1)
                )
                for r in range(min(rows), max(rows) + 1)
            )
            if any(True for _ in self.moves.options(list(part))):
                yield part

    def canonical_position(self, position: Rows) -> Rows:
        images = {position}
        for holds, image_of in self.symmetries:
            if holds:
                images |= {image_of(image) for image in images}
        return min(images | {image[::-1] for image in images} if self.moves.is_flipped else images)

    @cached_property
    def symmetries(self) -> list[Any]:
        exchanged = str.maketrans("ab", "ba")
        return [
            (self.moves.is_exchanged, lambda rows: tuple(row.translate(exchanged) for row in rows)),
            (self.moves.is_turned, lambda rows: tuple(map("".join, zip(*rows, strict=True)))),
            (self.moves.is_mirrored, lambda rows: tuple(row[::-1] for row in rows)),
        ]

    def format_position(self, position: Rows) -> str:
        return "|".join(position)

    def parse_position(self, text: str) -> Rows:
        return tuple(text.split("|"))


def any_pairs(seed: int) -> AnyPairs:
    """Return random moves, some of which have symmetries, on a random board."""
    chance = random.Random(seed)
    signs = "#abc"[: chance.randint(2, 4)]

    def patterns() -> set[tuple[str, str]]:
        found = set()
        for _ in range(chance.randint(1, 3)):
            before = "".join(chance.choices(signs[1:], k=2))
            found.add((before, chance.choice(["##", "#" + chance.choice(signs), chance.choice(signs) + "#"])))
        return found

    across = patterns()
    down = set(across) if chance.random() < 0.5 else patterns()
    for chosen in (across, down):
        if chance.random() < 0.5:
            chosen |= {(before[::-1], after[::-1]) for before, after in chosen}
        if len(signs) > 2 and chance.random() < 0.5:
            exchanged = str.maketrans("ab", "ba")
            chosen |= {(before.translate(exchanged), after.translate(exchanged)) for before, after in chosen}
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    board = tuple("".join(chance.choices(signs, k=columns)) for _ in range(rows))
    return AnyPairs(board, PairMoves(signs, across, down))


def test_the_moves_of_rulesets_as_data_are_their_options() -> None:
    made = load_ruleset("impartial", {"ruleset": "clobber", "parameters": {"board": "xoxo|oxox|xo.o"}})
    cannibal = load_ruleset("cannibal-clobber")
    for ruleset in (
        load_ruleset("cram", {"board": "....|.#..|...."}),
        made,
        load_ruleset("clobber"),
        cannibal,
    ):
        rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
        for player in (LEFT,) if ruleset.is_impartial else (LEFT, RIGHT):
            moves = ruleset.pair_moves(player)
            assert moves is not None
            for start in (rules.start(), *rules.options(rules.start(), LEFT)):
                stated = moves.options(ruleset.format_position(start).split("|"))
                assert {rules.read("|".join(rows)) for rows in stated} == {*rules.options(start, player)}


def test_moves_of_one_player_have_fewer_symmetries() -> None:
    clobber = load_ruleset("clobber")
    left, right = clobber.pair_moves(LEFT), clobber.pair_moves(RIGHT)
    assert left is not None
    assert right is not None
    assert (left.is_turned, left.is_exchanged, (left | right).is_exchanged) == (True, False, True)
    assert (left | right) == load_ruleset("impartial", {"ruleset": "clobber"}).pair_moves(LEFT)
    assert not PairMoves("#ab", across=[("ab", "##")], down=[]).is_mirrored
    assert load_ruleset("impartial", {"ruleset": "amazons"}).pair_moves(LEFT) is None


@pytest.mark.parametrize(
    ("signs", "before", "after", "message"),
    [
        ("#.", "..", "..", "and put one or both out of play"),
        ("#.", ".#", "##", "a move must change two squares in play"),
        ("#.", "..", "#x", "two squares with the signs #."),
        ("#.", "...", "###", "a move must change two squares"),
        ("##", "..", "##", "from two to four different signs"),
        ("#abcd", "ab", "##", "from two to four different signs"),
    ],
)
def test_what_are_no_moves_on_pairs(signs: str, before: str, after: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PairMoves(signs, across=[(before, after)], down=[])


def test_moves_on_different_boards_are_not_joined() -> None:
    with pytest.raises(InputError, match="only if their signs are the same"):
        PairMoves("#.", across=[], down=[]) | PairMoves("#x", across=[], down=[])


# --- the search ---------------------------------------------------------------------------------------------------


@pytest.mark.release
def test_values_of_any_moves_on_random_boards_are_those_of_the_walk_and_proved() -> None:
    values = set()
    for seed in range(100):
        ruleset = any_pairs(seed)
        search = PairSearch(ruleset)
        for position in (ruleset.board, *ruleset.options(ruleset.board)):
            found = search.value(position)
            assert found == grundy_value(ruleset, position), seed
            assert [value for value in range(20) if search.is_worth(position, value)] == [found]
            proof = GrundyProof(ruleset, position, found, search.table(position))
            assert check_grundy_proof(proof).ok, seed
            values.add(found)
    assert len(values) > 3


@pytest.mark.parametrize("name", cases(slow=["cram"], release=["clobber"]))
def test_values_of_random_boards_are_those_of_the_plain_search_and_proved(name: str) -> None:
    ruleset: Any = load_ruleset(name if name == "cram" else "impartial")
    chance, plain, search = random.Random(name), GrundySearch(ruleset), PairSearch(ruleset)
    for _ in range(25):
        signs = "...#" if name == "cram" else "xoxo."
        columns = chance.randint(1, 5)
        board = "|".join("".join(chance.choices(signs, k=columns)) for _ in range(chance.randint(1, 4)))
        position = search.rules.read(board)
        assert search.value(position) == plain.value(position), board
        assert search.winning_options(position) == plain.winning_options(position), board
    table = search.table(position)
    assert check_grundy_proof(GrundyProof(ruleset, position, search.value(position), table)).ok


@pytest.mark.slow
def test_a_long_search_goes_on_compiled() -> None:
    ruleset: Any = load_ruleset("cram")
    position = ruleset.parse_position("....|....|....|....|....")
    short = search_grundy_value(ruleset, position)
    long = search_grundy_value(ruleset, position, compiled_from=100)
    assert (type(short), type(long)) == (GrundySearch, PairSearch)
    assert short.value(position) == long.value(position) == 2
    assert short.winning_options(position) == long.winning_options(position)
    with pytest.raises(LimitError, match="more than 100 positions of Cram"):
        search_grundy_value(ruleset, position, max_positions=100, compiled_from=100)
    with pytest.raises(LimitError, match="more than 300 positions of Cram"):
        search_grundy_value(ruleset, position, max_positions=300, compiled_from=100)
    wide = ruleset.parse_position("." * 57)
    assert type(search_grundy_value(ruleset, wide, compiled_from=100)) is GrundySearch


@pytest.mark.release
def test_a_compiled_search_that_was_stopped_goes_on() -> None:
    ruleset: Any = load_ruleset("cram")
    position = ruleset.parse_position("......|......|......|......|......")
    search: Any = PairSearch(ruleset, max_positions=1_000)
    with pytest.raises(LimitError):
        search.value(position)
    search.max_positions = 1_000_000
    with time_limit(0), pytest.raises(TimeLimitError):
        search.value(position)
    assert search.value(position) == 2
    assert search.positions > 100_000  # so its arrays have grown


@pytest.mark.release
def test_a_table_of_the_compiled_search_is_checked_entry_by_entry() -> None:
    ruleset: Any = load_ruleset(
        "impartial", {"ruleset": "clobber", "parameters": {"board": "xoxo|oxox|xoxo"}}
    )
    search = PairSearch(ruleset)
    found = search.value(ruleset.start())
    assert found == grundy_value(ruleset)
    proof = GrundyProof(ruleset, ruleset.start(), found, search.table(ruleset.start()))
    assert check_grundy_proof(proof).ok
    for position in [*proof.table][::7]:
        table = {**proof.table, position: proof.table[position] + 1}
        assert not check_grundy_proof(attrs.evolve(proof, table=table)).ok
    claimed = valuate(ruleset, ruleset.start(), by="search")
    assert (claimed.value, claimed.check().ok) == (found, True)


class Lying(Cram):
    """Cram with other moves on columns."""

    def pair_moves(self, player: Any) -> PairMoves:
        return PairMoves("#.", across=[("..", "##")], down=[])


class Undivided(Cram):
    """Cram whose positions are not divided."""

    def parts(self, position: Any) -> list[Any]:
        return [position]


class Unwritten(Cram):
    """Cram whose positions are written with other signs than its moves."""

    def pair_moves(self, player: Any) -> PairMoves:
        return PairMoves("#o", across=[("oo", "##")], down=[("oo", "##")])


class Mistaken(Cram):
    """Cram whose moves are no data."""

    def pair_moves(self, player: Any) -> Any:
        return "dominoes"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ruleset", "message"),
    [
        (
            Lying(),
            r"Lying\.pair_moves must give the same options as the ruleset; it gives other options for \.\.",
        ),
        (
            Undivided(board="...|...|..."),
            r"with Undivided\.pair_moves, the parts of a position must be its groups",
        ),
        (
            Unwritten(),
            r"with Unwritten\.pair_moves, positions must be rows of the signs #o, joined by \|; one is \.\.",
        ),
        (Mistaken(), r"Mistaken\.pair_moves must return PairMoves or None; it returned 'dominoes'"),
    ],
)
def test_moves_that_are_not_those_of_the_ruleset_are_refused(ruleset: Any, message: str) -> None:
    with pytest.raises(RulesError, match=message):
        PairSearch(ruleset).value(ruleset.start())


@pytest.mark.slow
def test_what_is_not_searched_compiled() -> None:
    with pytest.raises(UnsupportedError, match="Clobber is partizan"):
        PairSearch(load_ruleset("clobber"))
    cram: Any = load_ruleset("cram")
    with pytest.raises(
        UnsupportedError, match="at most 56 squares can be searched by compiled rules; this one has 57"
    ):
        PairSearch(cram).value(cram.parse_position("." * 57))
    with pytest.raises(UnsupportedError, match="Nim does not define pair_moves"):
        PairSearch(load_ruleset("nim"))


CRAM, CLOBBER = "impartial domineering", "impartial clobber"


@pytest.mark.parametrize(
    ("name", "game", "rows", "columns"),
    cases(
        slow=[
            ("cram", CRAM, 11, 3),
            ("clobber", CLOBBER, 11, 2),
        ],
        release=[
            ("clobber", CLOBBER, 5, 4),
            ("cram", CRAM, 6, 5),
            ("cram", CRAM, 8, 4),
            ("cram", CRAM, 13, 3),
            ("cram", CRAM, 9, 4),
            ("cram", CRAM, 7, 5),
            ("cram", CRAM, 6, 6),
            ("clobber", CLOBBER, 8, 3),
            ("clobber", CLOBBER, 6, 4),
            ("clobber", CLOBBER, 5, 5),
        ],
    ),
)
def test_cases_of_mcgs(name: str, game: str, rows: int, columns: int) -> None:
    """Whole boards, too large for the plain search. Their proofs would take minutes to check."""
    ruleset = load_ruleset(name if name == "cram" else "impartial")
    search = PairSearch(ruleset, max_positions=100_000_000)
    checked = 0
    for text, results in mcgs_cases_of(game, 60):
        lines = text.split("|")
        if (len(lines), len(lines[0])) == (rows, columns) and not set(text) & set("#") and "|" in text:
            position = search.rules.read(text.lower())
            assert results == {"N": str(search.value(position))}
            checked += 1
    assert checked == 1
