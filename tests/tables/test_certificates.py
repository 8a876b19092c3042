"""Certificates on disk: they are read as they were written, and forged ones are refused."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest
from support.command import assert_refused, call
from support.damage import rewrite
from support.marks import cases
from support.naive_certificates import follows

import gamekit
from gamekit.analysis.verification import certificate_check
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.engine.codes.batch import Batch
from gamekit.errors import InputError, TableError
from gamekit.game.checked_rules import Rules
from gamekit.layout import BoardGame
from gamekit.tables.certificate import Certificate, _positions, open_certificate
from games.connect_four import ConnectFour
from games.nim import Nim
from games.tic_tac_toe import TicTacToe


class Untiered(ConnectFour):
    """Connect four whose rules name no tiers and state no progress."""

    tier = BoardGame.tier
    progress = BoardGame.progress


KINDS: dict[str, tuple[Any, str]] = {
    "codes of no tiers": (Untiered(width=4, height=4, length=3), "compiled"),
    "states of no tiers": (Untiered(width=4, height=3, length=3), "python"),
    "states": (ConnectFour(width=4, height=3, length=3), "python"),
    "states, safe": (TicTacToe(), "python"),
    "codes": (ConnectFour(width=4, height=4, length=3), "compiled"),
    "codes, a tie": (ConnectFour(width=4, height=4), "compiled"),
}

each_kind = pytest.mark.parametrize(
    "kind", cases(quick=["states", "states, safe"], slow=["codes"], release=["codes, a tie"])
)


@cache
def certificate(kind: str) -> Certificate:
    game, backend = KINDS[kind]
    return gamekit.prove(game, backend=backend).certificate()


@each_kind
def test_it_is_read_as_it_was_written(kind: str, tmp_path: Path) -> None:
    made = certificate(kind)
    made.save(tmp_path / "proof")
    read, _ = open_certificate(tmp_path / "proof")
    assert (read.game, read.state, read.claims, read.bits) == (made.game, made.state, made.claims, made.bits)
    for ours, theirs in ((made.positions, read.positions), (made.ranks, read.ranks)):
        for one, other in zip(ours, theirs, strict=True):
            assert sorted(one) == sorted(other)
    assert check_certificate(tmp_path / "proof").ok


def forged(made: Certificate, number: int, keep: Any, extra: Any = (), ranks: Any = None) -> Certificate:
    """Return a certificate whose positions of one claim are others."""
    pairs = dict(zip(made.positions[number], made.ranks[number] if ranks is None else ranks, strict=True))
    pairs = {position: pairs.get(position, 0) for position in [*keep, *extra]}
    found = sorted(pairs)
    positions = np.array(found, dtype=np.int64) if made.bits else found
    claim = attrs.evolve(made.claims[number], positions=len(found))

    def put(values: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
        return (*values[:number], value, *values[number + 1 :])

    return attrs.evolve(
        made,
        claims=put(made.claims, claim),
        positions=put(made.positions, positions),
        ranks=put(made.ranks, np.array([pairs[position] for position in found], dtype=np.int64)),
    )


@each_kind
@pytest.mark.parametrize("times", cases(quick=[1], slow=[10], release=[100]))
def test_forged_positions_are_refused(kind: str, times: int) -> None:
    """A position that is dropped is missed by another; one of those that are added does not follow."""
    made, rng = certificate(kind), random.Random(times)
    number = len(made.claims) - 1
    positions = list(made.positions[number])
    needed = sorted(needed_positions(made, number))
    assert len(needed) > len(positions) // 2
    for _ in range(times):
        dropped = rng.choice(needed)
        kept = [position for position in positions if position != dropped]
        assert not check_certificate(forged(made, number, kept)).ok
        stray = lost_position(made, number, rng)
        assert not check_certificate(forged(made, number, positions, [stray])).ok
        assert not check_certificate(forged(made, number, kept, [stray])).ok


def needed_positions(made: Certificate, number: int) -> set[Any]:
    """Return the positions without which another one, or the state of the claim, is not covered."""
    game, claim, rules = made.game, made.claims[number], Rules(made.game)
    name: Any = game.encode if made.bits else rules.canonical  # type: ignore[attr-defined]
    listed = set(map(int, made.positions[number])) if made.bits else set(made.positions[number])
    states = [game.decode(p) if made.bits else p for p in listed]  # type: ignore[attr-defined]
    sign = 1 if claim.player == 0 else -1

    def covers(state: Any) -> set[Any]:
        """Return the positions of which one would do for a state to be covered; none if no position is needed."""
        if rules.outcome(state) is not None:
            return set()
        found = {name(state)} & listed
        if rules.mover(state) == claim.player:
            children = list(rules.successors(state))
            if any(
                (payoff := rules.outcome(child)) is not None and sign * payoff >= claim.at_least
                for child in children
            ):
                return set()
            found |= {name(child) for child in children} & listed
        return found

    covered = [made.state, *(child for state in states for child in rules.successors(state))]
    return {next(iter(found)) for found in map(covers, covered) if len(found) == 1}


def lost_position(made: Certificate, number: int, rng: random.Random) -> Any:
    """Return a position in which the player of a claim gets less than that, with the other player to move."""
    game, claim = made.game, made.claims[number]
    known = set(map(int, made.positions[number])) if made.bits else set(made.positions[number])
    solution = solved(game)
    while True:
        state = rng.choice(solution.states)
        payoff = solution[state].payoff
        position = game.encode(state) if made.bits else state
        is_theirs = game.to_move(state) != claim.player and game.outcome(state) is None
        if (
            is_theirs
            and position not in known
            and (payoff if claim.player == 0 else -payoff) < claim.at_least
        ):
            return position


@cache
def solved(game: Any) -> gamekit.Solution[Any, Any]:
    return gamekit.solve(game)


@pytest.mark.parametrize(
    ("kind", "times"),
    cases(
        quick=[("states of no tiers", 20)],
        slow=[("codes of no tiers", 50)],
        release=[("states of no tiers", 200), ("codes of no tiers", 200)],
    ),
)
def test_wrong_ranks_are_refused(kind: str, times: int) -> None:
    """A rank is the least that those below it allow, so no lower one will do, nor one as high as those above."""
    made, rng = certificate(kind), random.Random(times)
    ranks = made.ranks[0]
    places = np.flatnonzero(ranks).tolist()
    assert places
    for _ in range(times):
        lowered, i = ranks.copy(), rng.choice(places)
        lowered[i] = rng.randrange(ranks[i])
        assert not check_certificate(forged(made, 0, made.positions[0], ranks=lowered)).ok
    refused = 0
    while refused < times:
        raised = ranks.copy()
        raised[rng.randrange(len(ranks))] += rng.choice([1, 2, rng.randrange(1, 1 << 40)])
        made_worse = forged(made, 0, made.positions[0], ranks=raised)
        holds = check_certificate(made_worse).ok
        assert holds == follows(made_worse)
        refused += not holds


@each_kind
def test_wrong_claims_are_refused(kind: str) -> None:
    made = certificate(kind)
    for claim in made.claims:
        more = attrs.evolve(claim, at_least=claim.at_least + 1, kind="reach")
        assert not check_certificate(attrs.evolve(made, claims=(more, *made.claims[1:]))).ok
        other = attrs.evolve(claim, player=1 - claim.player)
        assert (
            claim.at_least <= 0
            or not check_certificate(attrs.evolve(made, claims=(other, *made.claims[1:]))).ok
        )
        for hidden in {"safe", "reach", "progress", "rise", "fall"} - {claim.kind}:
            changed = attrs.evolve(made, claims=(attrs.evolve(claim, kind=hidden),))
            known = hidden == "rise"  # by progress and by tiers alike
            known = known or (hidden == "safe" and claim.at_least <= 0)
            assert claim.kind == "safe" or known or not check_certificate(changed).ok


def other_payoff(made: Certificate, rng: random.Random) -> Certificate:
    at_least = rng.choice([-2, -1, 0, 1, 2, rng.randrange(-1000, 1000)])
    return attrs.evolve(made, claims=tuple(attrs.evolve(claim, at_least=at_least) for claim in made.claims))


def other_player(made: Certificate, rng: random.Random) -> Certificate:
    changed = other_payoff(made, rng)
    claims = tuple(attrs.evolve(claim, player=1 - claim.player) for claim in changed.claims)
    return attrs.evolve(changed, claims=claims)


def other_state(made: Certificate, rng: random.Random) -> Certificate:
    return attrs.evolve(made, state=rng.choice(solved(made.game).states))


def other_instance(made: Certificate, rng: random.Random) -> Certificate:
    """Return a certificate that says it is of an instance with other parameters."""
    names = [name for name in ("width", "height", "rows", "columns", "length") if hasattr(made.game, name)]
    while True:
        with suppress(InputError):  # no line of that length fits on the board
            game = attrs.evolve(made.game, **{name: rng.randrange(2, 6) for name in names})
            if game != made.game:
                return attrs.evolve(made, game=game)


def changes(times: int, kinds: set[str]) -> list[Any]:
    """Return what is changed in which kinds of certificates; other instances take long, so for one kind."""
    of_a_claim = [other_payoff, other_player, other_state]
    return [
        (kind, times // 5 if change is other_instance else times, change)
        for kind in sorted(kinds)
        for change in of_a_claim + [other_instance] * (kind == "states")
    ]


@pytest.mark.parametrize(
    ("kind", "times", "change"),
    cases(
        quick=changes(5, {"states"}),
        slow=changes(25, {"states", "states, safe", "states of no tiers", "codes"}),
        release=changes(100, set(KINDS)),
    ),
)
def test_changed_claims_are_refused_unless_they_follow(kind: str, times: int, change: Any) -> None:
    """A claim of less follows from the same positions, and so may one about another state or board."""
    made, rng = certificate(kind), random.Random(times)
    refused = 0
    while refused < times:
        changed = change(made, rng)
        holds = check_certificate(changed).ok
        assert holds == follows(changed), changed.claims
        refused += not holds


@each_kind
@pytest.mark.parametrize("at_least", [10**30, -(10**30), 2**63, 2**62])
def test_a_claim_of_no_payoff_is_refused(kind: str, at_least: int, tmp_path: Path) -> None:
    made, folder = certificate(kind), tmp_path / "proof"
    claims = (attrs.evolve(made.claims[0], at_least=at_least), *made.claims[1:])
    assert "of no payoff" in str(check_certificate(attrs.evolve(made, claims=claims)))
    made.save(folder)

    def forge(manifest: dict[str, Any]) -> None:
        manifest["claims"][0]["at_least"] = at_least

    rewrite(folder, forge)
    result = call("verify", str(folder))
    assert result.status == 1
    assert f"a claim of {at_least} is of no payoff" in result.out


@pytest.mark.parametrize(("field", "value"), [("players", ["O", "X"]), ("infinite_play", 1)])
def test_what_a_certificate_says_of_the_game_is_compared(field: str, value: Any, tmp_path: Path) -> None:
    certificate("states").save(tmp_path / "proof")
    rewrite(tmp_path / "proof", lambda manifest: manifest.update({field: value}))
    assert f"it says that {field} is" in str(check_certificate(tmp_path / "proof"))


@pytest.mark.parametrize("backend", cases(quick=["python"], slow=["compiled"]))
def test_rules_without_tiers_show_no_end_by_tiers(backend: str) -> None:
    made = gamekit.prove(Untiered(width=4, height=3, length=3), backend=backend).certificate()
    assert {claim.kind for claim in made.claims} == {"reach"}
    for kind, what in (("rise", "tier"), ("progress", "progress")):
        claims = tuple(attrs.evolve(claim, kind=kind) for claim in made.claims)
        assert what in str(check_certificate(attrs.evolve(made, claims=claims)))


@pytest.mark.slow
def test_progress_takes_the_place_of_ranks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = certificate("codes")
    assert [claim.kind for claim in made.claims] == ["progress"]
    made.save(tmp_path / "proof")
    assert not (tmp_path / "proof" / "rank.zst").exists()
    assert check_certificate(tmp_path / "proof").ok
    monkeypatch.setattr(Batch, "progress", lambda _, codes: np.full(len(codes), -(2**62)))
    assert "must lie between" in str(check_certificate(made))


@pytest.mark.slow
@pytest.mark.parametrize("rank", [0, (1 << 62) - 1, 1 << 62, (1 << 63) - 1])
def test_no_rank_makes_a_circle_a_way_to_the_end(rank: int) -> None:
    made = gamekit.prove(gamekit.load_game("cat-mouse"), backend="compiled").certificate()
    (number,) = (i for i, claim in enumerate(made.claims) if (claim.player, claim.kind) == (0, "safe"))
    lie = attrs.evolve(made.claims[number], at_least=1, kind="reach")
    positions = made.positions[number]
    ranks = np.full(len(positions), rank, dtype=np.int64)
    assert not check_certificate(attrs.evolve(made, claims=(lie,), positions=(positions,), ranks=(ranks,))).ok


@each_kind
def test_the_rules_of_another_instance_are_refused(kind: str, tmp_path: Path) -> None:
    made = certificate(kind)
    made.save(tmp_path / "proof")
    with pytest.raises(InputError, match="not of nim"):
        check_certificate(tmp_path / "proof", game=Nim(heaps=(1, 2)))
    other = attrs.evolve(made, game=ConnectFour(width=4, height=5, length=4))
    assert not check_certificate(other).ok
    for seed in range(20):
        game = other_instance(made, random.Random(seed)).game
        with pytest.raises(InputError, match="of other parameters: "):
            check_certificate(tmp_path / "proof", game=game)


def test_a_certificate_may_be_empty(tmp_path: Path) -> None:
    """Who can end the game at once needs no position."""
    proof = gamekit.prove(Nim(heaps=(0, 2)))
    assert len(proof.certificate()) == 0
    proof.save(tmp_path / "proof")
    report = check_certificate(tmp_path / "proof")
    assert (report.ok, str(report)) == (
        True,
        "verified: no position is needed; a sample of 1 state met no state that another one represents",
    )


@pytest.mark.parametrize(
    ("rows", "wrong"),
    [
        ([3, 5, 19], None),
        ([3, 19, 21], 0),
        ([19, 21, 22], 0),
        ([3, 5, 7], 1),
        ([3, 5, 35], 1),
        ([b"0a", b"0b", b"1c"], None),
        ([b"0a", b"1b", b"1c"], 0),
        ([b"0a", b"0b", b"0c"], 1),
    ],
)
def test_the_positions_of_a_claim_are_told_from_those_of_the_other(rows: Any, wrong: int | None) -> None:
    game = SimpleNamespace(parse_state=str)
    bits = None if isinstance(rows[0], bytes) else 4
    claims = [SimpleNamespace(positions=2), SimpleNamespace(positions=1)]
    found = _positions(Path("proof"), SimpleNamespace(bits=bits, claims=claims), game, np.array(rows))  # type: ignore[arg-type]
    if wrong is None:
        assert [[*part] for part in found] == ([["a", "b"], ["c"]] if bits is None else [[3, 5], [3]])
    else:
        with pytest.raises(TableError, match=f"claim {wrong} include some of another claim"):
            list(found)


def test_damage_is_noticed(tmp_path: Path) -> None:
    certificate("states").save(tmp_path / "proof")
    for file in sorted((tmp_path / "proof").iterdir()):
        whole = file.read_bytes()
        for place in (0, len(whole) - 1):
            file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
            result = call("verify", str(tmp_path / "proof"))
            assert result.status in (1, 2), (file.name, place)
            assert file.name in result.out + result.err
        file.write_bytes(whole)
    assert call("verify", str(tmp_path / "proof")).status == 0


def test_a_manifest_that_says_something_else_is_refused(tmp_path: Path) -> None:
    certificate("states").save(tmp_path / "proof")

    def change(manifest: dict[str, Any]) -> None:
        manifest["claims"][0]["positions"] -= 1

    rewrite(tmp_path / "proof", change)
    result = call("verify", str(tmp_path / "proof"))
    assert result.status == 1
    assert "places must be the number of positions of all claims" in result.out


def test_a_position_that_stands_there_twice_is_refused(tmp_path: Path) -> None:
    made = certificate("states")
    (positions, *others), (ranks, *other_ranks) = made.positions, made.ranks
    twice = attrs.evolve(
        made,
        claims=(attrs.evolve(made.claims[0], positions=len(ranks) + 1), *made.claims[1:]),
        positions=([positions[0], *positions], *others),
        ranks=(np.append(ranks[:1], ranks), *other_ranks),
    )
    twice.save(tmp_path / "proof")
    with pytest.raises(TableError, match="its positions do not ascend"):
        open_certificate(tmp_path / "proof")


def test_the_positions_are_counted_while_they_are_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certificate_check, "POSITIONS_A_TASK", 2)
    made, told = certificate("codes of no tiers"), list[tuple[str, int, Any]]()
    check_certificate(made, progress=lambda *what: told.append(what))
    number = len(made.positions[-1])
    assert [done for phase, done, whole in told if (phase, whole) == ("verifying", number)] == [
        min(done, number) for done in range(2, number + 2, 2)
    ]


def test_readers_of_tables_name_a_certificate(tmp_path: Path) -> None:
    certificate("states").save(tmp_path / "proof")
    for verb in ("probe", "info"):
        result = call(verb, str(tmp_path / "proof"))
        assert_refused(result)
        assert "is a certificate, not a table" in result.err
    gamekit.save_table(gamekit.solve(Nim(heaps=(1, 2))), tmp_path / "table")
    with pytest.raises(InputError, match="is not a certificate of gamekit's"):
        open_certificate(tmp_path / "table")


def test_what_is_wrong_with_both_claims_is_said_once() -> None:
    made = certificate("states, safe")
    assert len(made.claims) == 2
    nothing = [np.zeros(0, dtype=np.int64)] * 2
    report = check_certificate(attrs.evolve(made, positions=([], []), ranks=tuple(nothing)))
    assert [problem.split(":")[0] for problem in report.problems] == ["the claim does not follow"]


@pytest.mark.slow
def test_other_codes_are_said_to_be_so_once() -> None:
    made = certificate("codes, a tie")
    assert made.bits is not None
    assert len(made.claims) == 2
    report = check_certificate(attrs.evolve(made, bits=made.bits + 1))
    assert report.problems == (f"codes have {made.bits} bits, not {made.bits + 1}",)


@pytest.mark.parametrize(("most", "counted"), [(999, 999), (1000, 1000), (None, 1000)])
def test_the_state_of_the_claims_is_compared_but_is_no_position(
    most: int | None, counted: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise a sample of as many as there are positions may leave one out."""
    asked: list[int] = []
    monkeypatch.setattr("gamekit.engine.codes.batch.batch_of", lambda _: None)
    monkeypatch.setattr(certificate_check, "differences", lambda _, codes: asked.extend(codes) or [])
    game = SimpleNamespace(encode=lambda state: state)
    made: Any = SimpleNamespace(game=game, state=7777, positions=(np.arange(600), np.arange(600, 1000)))
    assert certificate_check.compare_positions(made, most) == (counted, [])
    assert 7777 in asked
    assert len({*asked} - {7777}) == counted
