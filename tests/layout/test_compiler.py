"""The compiler: what it writes is kept, is found again, and is not needed where the source cannot be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit.errors import UnsupportedError
from gamekit.layout import (
    AGAIN,
    LOSS,
    PASS,
    TIE,
    BoardGame,
    Cell,
    Counter,
    Grid,
    Layout,
    Permutation,
    count_bits,
)
from gamekit.layout.compiler import module
from gamekit.layout.compiler.build import _source, build
from gamekit.layout.compiler.load import kept, load
from gamekit.layout.compiler.tables import Table, depth_of


class Take(BoardGame):
    """Take one or two of a heap; who cannot has lost."""

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(heap=Counter(300), alike=True)

    def start(self) -> Any:
        return {"heap": 300}

    def options(self, s: Any) -> Any:
        return range(1, min(2, s.heap) + 1)

    def play(self, s: Any, number: Any) -> Any:
        s.heap -= number


def assert_backends_agree(game: BoardGame) -> gamekit.Solution[Any, Any]:
    plain, compiled = (gamekit.solve(game, backend=backend) for backend in ("python", "compiled"))
    for state in plain.store.arena.states:
        assert plain[state].value == compiled[state].value
        assert plain[state].remoteness == compiled[state].remoteness
    assert gamekit.verify(compiled).ok
    return compiled


@pytest.mark.slow
def test_numbers_of_more_than_a_byte() -> None:
    solution = assert_backends_agree(Take())
    assert str(solution.root) == "LOSS in 200 for first"


class TakePairs(BoardGame):
    """Take from a heap numbers that are returned in all ways that there are for moves."""

    stuck = LOSS
    PAIRS = [[], [], [], [], [(1, 0)], [(1, 0), (1, 1)]]

    def layout(self) -> Layout:
        return Layout(heap=Counter(9))

    def start(self) -> Any:
        return {"heap": 9}

    def options(self, s: Any) -> Any:
        if s.heap == 0:
            return ()
        if s.heap == 1:
            return []
        if s.heap == 2:
            return range(0)
        while True:
            if s.heap > 5:
                break
            return self.PAIRS[s.heap]
        for _ in ():
            return self.PAIRS[0]
        return self.PAIRS[5]

    def play(self, s: Any, move: Any) -> Any:
        first, second = move
        s.heap -= first + second


class TakeListed(Take):
    def layout(self) -> Layout:
        return Layout(heap=Counter(9))

    def start(self) -> Any:
        return {"heap": 9}

    def options(self, s: Any) -> Any:
        if s.heap > 1:
            return [1, 2]
        if s.heap == 1:
            return (1,)
        return ()


@pytest.mark.parametrize("kind", cases(quick=[TakeListed], slow=[TakePairs]))
def test_moves_are_returned(kind: type[BoardGame]) -> None:
    assert_backends_agree(kind())


class TakeSecond(Take):
    def start(self) -> Any:
        return {"heap": 5, "turn": 1}


def test_the_second_player_starts_where_the_players_are_alike() -> None:
    solution = assert_backends_agree(TakeSecond())
    assert str(solution.root) == "WIN in 3 for second"


class TakeAlone(Take):
    players = ("you",)
    stuck = PASS  # type: ignore[assignment]

    def layout(self) -> Layout:
        return Layout(heap=Counter(300), dense="all")


def test_a_single_player_passes_to_nobody() -> None:
    game = TakeAlone()
    assert game.apply((0, 0), PASS) == (0, 0)
    assert str(gamekit.solve(game, backend="python").root) == "LOSS for you"  # who never ends has not won


class Again(BoardGame):
    """Roll a token round; who lands on a mark moves again; scores count."""

    players = ("left", "right")
    MARKS = (2, 5)

    def layout(self) -> Layout:
        return Layout(token=Cell(7), scores=Counter(5, 2), clock=Counter(6))

    def start(self) -> Any:
        return {"token": 0, "scores": (0, 0), "clock": 6}

    def options(self, s: Any) -> Any:
        yield from range(1, 4)

    def play(self, s: Any, steps: Any) -> Any:
        s.token = (s.token + steps) % 7
        s.clock -= 1
        if s.token in self.MARKS:
            s.scores[s.turn] = min(s.scores[s.turn] + steps, 5)
            return AGAIN

    def over(self, s: Any) -> Any:
        return None if s.clock else s.scores[s.turn] - s.scores[1 - s.turn]


@pytest.mark.slow
def test_extra_moves_and_scores() -> None:
    solution = assert_backends_agree(Again())
    assert solution.root.payoff == 4


class Passing(BoardGame):
    """Each fills the places of their own; who has none left passes; the last place decides."""

    stuck = PASS
    SIDES = ((0, 1, 2), (3, 4))

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"))

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        for place in self.SIDES[s.turn]:
            if s.board[place] == 0:
                yield place

    def play(self, s: Any, place: Any) -> Any:
        s.board[place] = 1 + s.turn

    def over(self, s: Any) -> Any:
        return None if 0 in s.board else 1


@pytest.mark.slow
def test_a_player_who_is_stuck_passes() -> None:
    solution = assert_backends_agree(Passing())
    assert [str(move) for move in solution.line().moves].count("pass") == 0
    game = Passing()
    state = game.parse_state("..XOO, second to move")
    assert list(game.moves(state)) == ["pass"]
    assert game.format_state(game.apply(state, "pass")) == "..XOO, first to move"


class Sorting(BoardGame):
    """One player swaps neighbours until all is in order."""

    players = ("sorter",)

    def layout(self) -> Layout:
        return Layout(order=Permutation(4))

    def start(self) -> Any:
        return {"order": (3, 2, 1, 0)}

    def options(self, s: Any) -> Any:
        return range(3)

    def play(self, s: Any, left: Any) -> Any:
        s.order[left], s.order[left + 1] = s.order[left + 1], s.order[left]

    def over(self, s: Any) -> Any:
        return 1 if all(s.order[i] < s.order[i + 1] for i in range(3)) else None


@pytest.mark.slow
def test_a_puzzle_for_one() -> None:
    solution = assert_backends_agree(Sorting())
    assert len(solution) == 24
    assert solution.root.remoteness == 6


class Tied(Take):
    stuck = TIE


@pytest.mark.slow
def test_what_it_means_to_be_stuck() -> None:
    assert gamekit.solve(Tied(), backend="compiled").root.value is gamekit.Value.TIE


class Beside(BoardGame):
    """Whoever has two men side by side wins."""

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"))

    def options(self, s: Any) -> Any:
        yield from s.board.where(0)

    def play(self, s: Any, square: Any) -> Any:
        s.board[square] = 1 + s.turn

    def over(self, s: Any) -> Any:
        men = s.board.bits(2 - s.turn)
        if count_bits(men & men >> 1):
            return -1
        return TIE if count_bits(~s.board.bits(0)) == 64 else None


@pytest.mark.slow
def test_the_bits_of_a_set_and_of_a_complement_are_counted() -> None:
    assert assert_backends_agree(Beside()).root.value is gamekit.Value.WIN


def test_modules_are_kept_and_found_by_their_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    built = build(Take()).built
    name = "Kept"
    module = load(built, name)
    assert [path.name for path in kept()] == [Path(str(module.__file__)).name]
    assert load(built, name) is module
    text = Path(str(module.__file__)).read_text(encoding="utf-8")
    assert text == built.text
    assert all("heap" in place.source or place.source for place in built.origins.values())


def test_code_of_another_compiler_is_not_taken_from_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [_source(gamekit.load_game("dao"), is_checked=False).text for _ in range(2)]
    monkeypatch.setattr(module, "hash_of_compiler", lambda: "0123456789ab")
    texts.append(_source(gamekit.load_game("dao"), is_checked=False).text)
    assert texts[0] == texts[1] != texts[2]


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path / "file" / "folder"))
    assert load(build(Take()).built, "Elsewhere").outcome is not None


@pytest.mark.slow
def test_rules_without_source_run_by_plain_rules(tmp_path: Path) -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    rules = source[source.index("class Take") : source.index("def assert_backends_agree")]
    program = f"""
from typing import Any
import gamekit
from gamekit.layout import *
exec({rules!r})
print(gamekit.solve(Take()).root)
gamekit.solve(Take(), backend="compiled")
"""
    path = tmp_path / "program.py"
    path.write_text(program)
    ended = subprocess.run([sys.executable, path], capture_output=True, text=True)
    assert ended.stdout == "LOSS in 200 for first\n"
    assert "UnsupportedError: the source of Take.play cannot be read" in ended.stderr


@pytest.mark.slow
def test_a_state_that_symmetry_moves_is_answered_as_it_was_asked() -> None:
    game = Again()
    with pytest.raises(UnsupportedError, match="alike"):
        type("Odd", (Take,), {"infinite_play": 1})().compiled_rules()
    assert gamekit.solve(game, backend="compiled").root.state == game.initial_state()


@pytest.mark.parametrize(
    ("value", "depth"),
    [
        (3, None),
        ([], 1),
        ([1], 1),
        ([[], [1]], 2),
        (((1, 2), (3,)), 2),
        ([1, [2]], None),
        ([1.5], None),
        (range(3), 1),
    ],
)
def test_what_is_a_table(value: Any, depth: int | None) -> None:
    assert depth_of(value) == depth


def test_tables_hold_every_entry() -> None:
    value = [[[1, 2], []], [[3]], [], [[4, 5, 6], [7]]]
    table = Table("T", value)
    names: dict[str, Any] = {}
    import numpy as np

    from gamekit.layout.compiler.tables import table as k_table

    names |= {"np": np, "k_table": k_table, "k_item": lambda array, i: int(array[i])}
    for line in table.definitions():
        exec(line, names)

    def entries(level: int, place: int) -> Any:
        start, end = (eval(bound(level, "p"), names | {"p": place}) for bound in (table.start, table.end))
        if level == table.depth - 1:
            return [int(names["T"][i]) for i in range(start, end)]
        return [entries(level + 1, i) for i in range(start, end)]

    assert entries(0, 0) == value
