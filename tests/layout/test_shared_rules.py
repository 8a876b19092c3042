"""Rules that are compiled once for all instances of a class: one module, and the right solutions of each instance."""

from __future__ import annotations

import random
from functools import cached_property
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.marks import cases

import gamekit
from gamekit.errors import RulesError
from gamekit.layout import LOSS, PASS, BoardGame, Cell, Counter, Grid, Layout, Points
from gamekit.layout.coding.codes import coding_of
from gamekit.layout.compiler import build as compiler
from gamekit.layout.compiler.build import SHARED, build, build_and_try, interpreted_build
from gamekit.layout.compiler.interpreted import InterpretedBatch, interpreted
from gamekit.layout.compiler.load import kept
from gamekit.layout.compiler.parameters import divisions
from gamekit.layout.linear_codes import PositionalCode
from gamekit.testing import check_rules


def _graph(nodes: int, seed: int) -> list[list[int]]:
    """Return a connected graph: a ring with some chords."""
    source = random.Random(seed)
    edges = {frozenset((i, (i + 1) % nodes)) for i in range(nodes)}
    edges |= {frozenset(source.sample(range(nodes), 2)) for _ in range(nodes // 3)}
    return [sorted(b for edge in edges if node in edge for b in edge if b != node) for node in range(nodes)]


@attrs.frozen
class Hunt(BoardGame):
    """A hunter runs after a hare on a graph; neither may enter the other's nest."""

    graph: list[list[int]] = attrs.field(eq=str, hash=False)
    nests: tuple[int, int] = (0, 1)
    bonus: int = 0

    players = ("hare", "hunter")
    compiled_once = True

    def layout(self) -> Layout:
        return Layout(hare=Cell(Points(self.graph)), hunter=Cell(Points(self.graph)), dense="all")

    def start(self) -> Any:
        return {"hare": 2, "hunter": len(self.graph) - 1}

    @property
    def most_moves(self) -> int:  # type: ignore[override]
        return 1 + max(map(len, self.graph))

    @cached_property
    def ways(self) -> list[list[list[int]]]:
        """Where the hare, and where the hunter may go from each node."""
        return [
            [[b for b in [a, *self.graph[a]] if b != nest] for a in range(len(self.graph))]
            for nest in self.nests
        ]

    def is_state(self, s: Any) -> Any:
        return s.hare != self.nests[0] and s.hunter != self.nests[1]

    def options(self, s: Any) -> Any:
        yield from self.ways[s.turn][s.hunter if s.turn else s.hare]

    def play(self, s: Any, node: Any) -> Any:
        if s.turn:
            s.hunter = node
        else:
            s.hare = node

    back, unplay = options, play  # moves go both ways

    def over(self, s: Any) -> Any:
        hare, hunter = self.nests[0], self.nests[1]
        if s.hare == s.hunter:
            return 2 * s.turn - 1
        if s.hare == hunter:
            return (1 - 2 * s.turn) * (2 + self.bonus)
        return 2 * s.turn - 1 if s.hunter == hare else None


def assert_backends_agree(game: BoardGame) -> gamekit.Solution[Any, Any]:
    plain, compiled = (gamekit.solve(game, backend=backend) for backend in ("python", "compiled"))
    assert len(plain) == len(compiled)
    for state in plain.store.arena.states:
        assert plain[state] == compiled[state]
    assert gamekit.verify(compiled).ok
    return compiled


@pytest.mark.slow
def test_two_instances_have_one_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    SHARED.clear()
    games = [Hunt(_graph(nodes, nodes), (nest, 1), nest) for nodes, nest in ((5, 0), (9, 3), (300, 7))]
    codes = [build(game).rules.size for game in games]
    assert codes == [2 * 5**2, 2 * 9**2, 2 * 300**2]
    assert len(list(kept())) == 1
    assert len({game.kernels_of for game in games}) == 1


def test_a_number_beyond_63_bits_is_refused_in_the_first_instance_and_in_others() -> None:
    SHARED.clear()
    game = Hunt(_graph(5, 5), bonus=1 << 63)
    with pytest.raises(RulesError, match=r"a number of rules may have at most 63 bits: self\.bonus"):
        interpreted_build(game)
    interpreted_build(Hunt(game.graph))
    with pytest.raises(
        RulesError, match=r"^Hunt: in compiled rules, numbers must be from -2.63 to 2.63 - 1; one in .*bonus"
    ):
        interpreted_build(game)


@pytest.mark.slow
def test_both_backends_solve_every_instance_alike() -> None:
    check_rules(Hunt(_graph(9, 9)))
    for nodes in (4, 5, 9, 16, 23):
        assert_backends_agree(Hunt(_graph(nodes, nodes), (0, 1 + nodes % 2), nodes % 3))


@pytest.mark.slow
def test_the_checked_build_tries_every_instance() -> None:
    assert_backends_agree(Hunt(_graph(6, 6)))
    graph = _graph(7, 7)
    graph[3].append(70)
    with pytest.raises(
        RulesError, match=r"test_shared_rules.py, line \d+, in Hunt.play: .* is 70, .* from 0 to 6"
    ):
        gamekit.solve(Hunt(graph), backend="compiled")


@pytest.fixture
def first_trial(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No rules have been tried yet, in this process or in another."""
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    SHARED.clear()
    compiler.TRIAL_SECONDS.clear()
    compiler.UNTRIED.clear()


def breaks_found() -> list[str]:
    """Return what is said of instances that break what others keep: an index, a number and a payoff are too large."""
    graph = _graph(7, 7)
    graph[3].append(70)
    said = []
    for game in (Hunt(graph), Hunt(_graph(6, 6), bonus=(1 << 63) - 1), Hunt(_graph(6, 6), bonus=1 << 20)):
        with pytest.raises(RulesError) as error:
            build_and_try(game)
        said.append(str(error.value))
    return said


@pytest.mark.release
@pytest.mark.usefixtures("first_trial")
def test_compiled_trials_find_what_plain_ones_find(monkeypatch: pytest.MonkeyPatch) -> None:
    def runs_as_python(*_: Any) -> None:
        raise AssertionError("this trial need not run as plain Python")

    build_and_try(Hunt(_graph(6, 6)))
    plain = breaks_found()
    assert all(
        what in text for what, text in zip(("is 70,", "beyond 63 bits", "a payoff"), plain, strict=True)
    )
    monkeypatch.setattr(compiler, "COMPILING", 0.0)
    monkeypatch.setattr(InterpretedBatch, "expand", runs_as_python)
    assert breaks_found() == plain
    assert_backends_agree(Hunt(_graph(8, 8)))

    # another process finds the compiled build in the cache, and uses it for the first instance
    SHARED.clear()
    compiler.TRIAL_SECONDS.clear()
    build_and_try(Hunt(_graph(9, 9)))


@pytest.mark.usefixtures("first_trial")
def test_another_process_tries_no_instance_that_was_the_first_to_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = []
    monkeypatch.setattr(compiler, "_try", lambda game: tried.append(game))
    monkeypatch.setattr(compiler, "_compile", interpreted)
    for nodes in (6, 6, 7):
        SHARED.clear()
        compiler.UNTRIED.clear()
        build_and_try(Hunt(_graph(nodes, nodes)))
    assert tried == [Hunt(_graph(6, 6)), Hunt(_graph(7, 7))]


@pytest.mark.slow
@pytest.mark.usefixtures("first_trial")
def test_a_second_instance_has_what_the_trial_of_the_first_makes() -> None:
    moves, none = Tokens(7, ((1, 1), (2, 2))), Tokens(7, ())
    for _ in range(2):  # in the second process, the first instance has passed already
        for known in (SHARED, compiler.TRIAL_SECONDS, compiler.UNTRIED):
            known.clear()
        build_and_try(moves)
        build_and_try(none)


@pytest.mark.slow
@pytest.mark.usefixtures("first_trial")
def test_rules_whose_checked_build_cannot_be_compiled_are_tried_as_plain_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(compiler, "COMPILING", 0.0)
    build_and_try(Truthful(_graph(6, 6)))
    build_and_try(Truthful(_graph(7, 7)))
    with pytest.raises(RulesError, match="this must return a payoff or None; it returns True at "):
        build_and_try(Truthful(_graph(6, 6), is_over=True))


@attrs.frozen
class Truthful(Hunt):
    """A hunt that is over in the first state of some instances, with True as the payoff."""

    is_over: bool = False

    def says(self, s: Any) -> Any:
        found = s.hare >= 0
        return found  # noqa: RET504 (a comparison would be refused where it stands)

    def over(self, s: Any) -> Any:
        if self.is_over:
            return self.says(s)
        return -1 if s.hare == s.hunter else None


@attrs.frozen
class Tokens(BoardGame):
    """Players move tokens on from place to place by given steps; who lands on a mark wins; who cannot move passes."""

    places: int
    steps: tuple[tuple[int, int], ...] = ((1, 1),)
    marks: tuple[int, ...] = ()
    tokens: int = 2
    nested: Any = ()

    stuck = PASS
    compiled_once = True
    LIMITS = (3, 4)

    def layout(self) -> Layout:
        return Layout(tokens=Cell(self.places, self.tokens), clock=Counter(5))

    def start(self) -> Any:
        return {"tokens": [0] * self.tokens}

    def options(self, s: Any) -> Any:
        for i, token in enumerate(s.tokens):
            for k, (step, least) in enumerate(self.steps):
                if token >= least * self.LIMITS[0] - 3 and token + step < self.places and len(self.steps) > k:
                    yield i, step

    def play(self, s: Any, move: Any) -> Any:
        i, step = move
        s.tokens[i] += step
        s.clock = min(s.clock + 1, 5)

    def over(self, s: Any) -> Any:
        if any(token in self.marks for token in s.tokens):
            return -1
        return 0 if s.clock == 5 or self.places - 1 in s.tokens else None


@pytest.mark.release
def test_tables_of_pairs_lists_of_cells_and_passes() -> None:
    games = [
        Tokens(9, ((1, 0), (2, 1)), (4, 7)),
        Tokens(40, ((3, 1), (2, 0), (3, 0)), ()),
        Tokens(7, (), (3,)),
        Tokens(1_000_000, ((7, 0), (300_000, 1)), (600_000, 14)),
    ]
    for game in games:
        assert_backends_agree(game)
    assert len({game.kernels_of for game in games}) == 1


@pytest.mark.slow
def test_other_numbers_of_cells_have_another_module() -> None:
    assert Tokens(9).kernels_of != Tokens(9, tokens=3).kernels_of
    assert_backends_agree(Tokens(9, ((1, 0), (4, 0)), (4,), tokens=3))


@pytest.mark.slow
def test_tables_that_are_nested_otherwise_have_another_module() -> None:
    assert_backends_agree(Tokens(9, ((1, 0), (2, 1)), (4, 7)))
    with pytest.raises(RulesError, match="cannot be taken apart into 2"):
        build(Tokens(9, ((1, 0, 5), (2, 1, 5)), (4, 7)))  # type: ignore[arg-type]


class Tossing(BoardGame):
    """Rules that instances cannot share, because of the layout."""

    compiled_once = True
    arguments: Any = {}

    def layout(self) -> Layout:
        return Layout(board=Grid(2, 2), **self.arguments)

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        yield from range(4)

    def play(self, s: Any, place: Any) -> Any:
        s.board[place] = 1

    def over(self, s: Any) -> Any:
        return 0 if 1 in s.board else None


@pytest.mark.parametrize(
    ("arguments", "name"), [({"symmetry": "mirror"}, "symmetry"), ({"alike": True}, "alike")]
)
def test_what_shared_rules_do_without(arguments: Any, name: str) -> None:
    game = type("Refused", (Tossing,), {"arguments": arguments})()
    with pytest.raises(RulesError, match=f"with compiled_once, a layout must not have {name}"):
        build(game)


@pytest.mark.parametrize(
    "nodes", [1, 2, 3, 1000, 1023, 1024, 1025, 26_754, 26_755, 46_340, 46_341, 1_000_003]
)
def test_codes_are_divided_exactly(nodes: int) -> None:
    linear = coding_of(Layout(hare=Cell(nodes), hunter=Cell(nodes), dense="all"), players=2).linear
    assert isinstance(linear, PositionalCode)
    _, (values, unit, factor, shift), _ = divisions(linear)
    assert (values, unit) == (nodes, 2)
    assert shift >= 0 or nodes > 26_754
    for hare in {0, 1 % nodes, nodes // 3, nodes - 1}:
        for hunter in {0, 1 % nodes, nodes // 7, nodes - 1}:
            pair = nodes * hare + hunter
            if shift >= 0:
                assert pair * factor < 1 << 63
                assert pair * factor >> shift == hare


@attrs.frozen
class Arrows(BoardGame):
    """A token moves along arrows; whoever cannot move loses. Its instances have no hash."""

    arrows: list[list[int]]

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(token=Cell(len(self.arrows)))

    def options(self, s: Any) -> Any:
        return self.arrows[s.token]

    def play(self, s: Any, goes: int) -> None:
        s.token = goes


class ArrowsForAll(Arrows):
    compiled_once = True


@pytest.mark.parametrize("kind", cases(quick=[ArrowsForAll], slow=[Arrows]))
def test_parameters_may_be_lists(kind: type[Arrows]) -> None:
    game = kind([[1, 2], [2], []])
    for backend in ("python", "compiled", "auto"):
        solution = gamekit.solve(game, backend=backend)
        assert str(solution.root).startswith("WIN in 1")
        assert gamekit.verify(solution).ok
