"""Proofs of one state: what a search takes, and its certificate; speed of the search; mates compared with tables."""

from __future__ import annotations

import math
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import attrs
from inputs import game_of
from isolated import FailedError, call
from section import Column, Row, Section, Target

import gamekit
from gamekit.game.values import Value
from gamekit.layout import BoardGame
from games.chess_ending import ChessEnding
from games.connect_four import ConnectFour


class Unordered(ConnectFour):
    """Connect four without its `order`."""

    order = BoardGame.order


@attrs.frozen
class Question:
    """What is proved of the state in which a game begins.

    Attributes:
        what: the input and the question, for people.
        game: the name of the game; "unordered" is connect four without its `order`.
        parameters: of the game.
        answer: what the proof says, as published.
        memory: of the table.
        at_least: the payoff that is asked for; None for who wins.
        published: how many positions a solver of this game alone took, as published; 0 if no count was found.
        solver: that solver.
    """

    what: str
    game: str
    parameters: dict[str, Any]
    answer: str
    memory: str = "512MiB"
    at_least: int | None = None
    published: int = 0
    solver: str = ""


def four(width: int, height: int, answer: str, **more: Any) -> Question:
    """Return the question who wins connect four."""
    board = {"width": width, "height": height}
    return Question(f"connect four {width}×{height}", "connect-four", board, answer, **more)


def dominoes(side: int, answer: str) -> Question:
    """Return the question who wins Domineering on a square board."""
    board = "|".join(["." * side] * side)
    return Question(f"Domineering {side}×{side}", "domineering", {"board": board}, answer)


def without_order(question: Question) -> Question:
    """Return a question about connect four without its `order`."""
    return attrs.evolve(question, what=f"{question.what}, without order", game="unordered")


@attrs.frozen
class Speed:
    """How fast one thread searches the usual board of connect four.

    Attributes:
        what: the rules, for people.
        game: as in a question.
        backend: that the rules are for.
        nodes: how many positions are expanded.
        at_least: how many ought to be expanded in a second.
    """

    what: str
    game: str
    backend: str
    nodes: int
    at_least: int


RUST: Final = "connect-four-rust"
SIX: Final = four(6, 5, "TIE for red", published=47_382_760, solver=RUST)
FIVE: Final = Question(
    "5,5,4: does X win?",
    "tic-tac-toe",
    {"rows": 5, "columns": 5, "length": 4},
    "UNKNOWN for X, payoff at most 0",
    at_least=1,
)
SMALL: Final = ConnectFour(4, 4, 3)
QUESTIONS: Final = (
    SIX,
    without_order(SIX),
    four(7, 5, "TIE for red", memory="256MiB"),
    four(6, 6, "LOSS for red", memory="256MiB", published=9_591_023_814, solver=RUST),
    four(7, 6, "WIN for red", memory="2GiB", published=1_479_113_766, solver="Fhourstones"),
    Question("breakthrough 5×5", "breakthrough", {"rows": 5, "columns": 5}, "LOSS for white"),
    dominoes(7, "WIN for Left"),
    FIVE,
)
QUICK: Final = (
    four(4, 4, "TIE for red"),
    without_order(four(4, 4, "TIE for red")),
    dominoes(4, "WIN for Left"),
)
LONGEST: Final = 2400.0
"""Seconds that a row may take."""

SPEEDS: Final = (
    Speed("connect four 7×6, compiled rules", "connect-four", "compiled", 5_000_000, 1_000_000),
    Speed("connect four 7×6, plain rules without order", "unordered", "python", 50_000, 50_000),
    Speed("connect four 7×6, plain rules", "connect-four", "python", 50_000, 50_000),
)
MATES: Final = 100
"""Positions of each chess ending."""


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each question, one for each speed on the usual board, and one for each chess ending."""
    for question in QUICK if quick else QUESTIONS:
        yield row(question.what, "prove", attrs.asdict(question)) | {
            "published": question.published or None,
            "solver": question.solver,
        }
    for one in SPEEDS:
        nodes = one.nodes // 50 if quick else one.nodes
        yield row(one.what, "speed", {"game": one.game, "backend": one.backend, "nodes": nodes})
    for material in ("KQK", "KRK"):
        yield row(f"{material}, mates", "mates", {"material": material, "positions": 3 if quick else MATES})


def row(what: str, function: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return what a function of this module says in a process of its own."""
    try:
        return {"what": what} | call(f"sections.proofs:{function}", arguments, limit=LONGEST)
    except FailedError as error:
        return {"what": what, "note": str(error)}


def prove(
    game: str, parameters: dict[str, Any], answer: str, memory: str, at_least: int | None, **_: Any
) -> dict[str, Any]:
    """Prove a question, save the certificate and check it, with everything compiled and loaded before."""
    instance = _game(game, parameters)
    instance.compiled_rules()
    with tempfile.TemporaryDirectory() as folder:
        _proved(SMALL, None, "1MiB", Path(folder, "small"))  # loads the kernels
        found = _proved(instance, at_least, memory, Path(folder, "proof"))
    return found | {"agree": found["ok"] and found["answer"] == answer}


def _proved(game: Any, at_least: int | None, memory: str, folder: Path) -> dict[str, Any]:
    """Return what the search found, what the certificate is, and how long search, extraction and check took."""
    times, cpu = [time.perf_counter()], time.process_time()
    proof = gamekit.prove(game, at_least=at_least, backend="compiled", memory=memory)
    times.append(time.perf_counter())
    proof.save(folder)
    times.append(time.perf_counter())
    report = gamekit.check_certificate(folder, game=game)
    times.append(time.perf_counter())
    return {
        "answer": str(proof),
        "nodes": proof.nodes,
        "found": times[1] - times[0],
        "extracted": times[2] - times[1],
        "checked": times[3] - times[2],
        "seconds": times[3] - times[0],
        "cpu": time.process_time() - cpu,
        "positions": report.checked,
        "bytes": sum(file.stat().st_size for file in folder.iterdir()),
        "ok": report.ok,
    }


def speed(game: str, backend: str, nodes: int) -> dict[str, Any]:
    """Return how many positions one thread expands in a second of processor time."""
    instance = _game(game, {})
    if backend == "compiled":
        instance.compiled_rules()
    gamekit.prove(SMALL, backend=backend)  # loads the kernels
    began, cpu = time.perf_counter(), time.process_time()
    proof = gamekit.prove(instance, backend=backend, max_nodes=nodes, threads=1, memory="512MiB")
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    return {"nodes": proof.nodes, "found": seconds, "cpu": cpu, "rate": round(proof.nodes / cpu)}


def mates(material: str, positions: int) -> dict[str, Any]:
    """Return in how many random positions in which somebody wins a search counts as many plies as the table."""
    game = ChessEnding(material)
    solution = gamekit.solve(game)
    won = [state for state in solution.states if solution[state].value in (Value.WIN, Value.LOSS)]
    began, cpu, nodes, equal = time.perf_counter(), time.process_time(), 0, 0
    for state in random.Random(0).sample(won, positions):
        proof, verdict = (
            gamekit.prove(game, state, backend="compiled", memory="64MiB", threads=1),
            solution[state],
        )
        nodes += proof.nodes
        equal += (proof.value, proof.remoteness) == (verdict.value, verdict.remoteness)
    return {
        "answer": f"{equal} of {positions} as in the table",
        "nodes": nodes,
        "found": time.perf_counter() - began,
        "cpu": time.process_time() - cpu,
        "equal": equal,
        "agree": equal == positions,
    }


def _game(name: str, parameters: dict[str, Any]) -> Any:
    return Unordered(**parameters) if name == "unordered" else game_of(name, parameters)


def _worst(key: str, *inputs: str) -> Callable[[Sequence[Row]], float | None]:
    """Return what finds the largest figure of some inputs; None unless all of them were measured."""

    def found(rows: Sequence[Row]) -> float | None:
        rows = [row for row in rows if row["what"] in inputs]
        if not all(row.get("agree", True) for row in rows):
            return math.inf  # a wrong answer meets no target
        figures = [row[key] for row in rows if row.get(key) is not None]
        return max(figures) if len(figures) == len(inputs) else None

    return found


def _peak(*inputs: str) -> Callable[[Sequence[Row]], float | None]:
    """Return what finds the largest peak of memory of some inputs, in GiB."""
    peak = _worst("peak", *inputs)
    return lambda rows: None if (found := peak(rows)) is None else found / 2**30


PROOFS: Final = Section(
    name="proofs",
    title="proofs of one state, with certificates",
    measure=measure,
    columns=(
        Column("what", "what", width=46),
        Column("answer", "answer", width=31),
        Column("nodes", "positions expanded", "count"),
        Column("published", "by a solver of this game", "count"),
        Column("solver", "solver", width=16),
        Column("found", "search", "seconds"),
        Column("extracted", "certificate", "seconds"),
        Column("checked", "check", "seconds"),
        Column("seconds", "in all", "seconds"),
        Column("cpu", "CPU time", "seconds"),
        Column("rate", "positions a CPU second", "count"),
        Column("peak", "peak memory", "bytes"),
        Column("positions", "positions of the certificate", "count"),
        Column("bytes", "its bytes", "count"),
        Column("agree", "right", "yes"),
        Column("note", "note"),
    ),
    targets=(
        Target("connect four 6×5 is decided within 10 s", _worst("found", SIX.what), 10),
        Target("and without its order within 30 s", _worst("found", without_order(SIX).what), 30),
        Target("its certificates take a million bytes at most", _worst("bytes", SIX.what), 1_000_000),
        Target("and are checked within 2 s", _worst("checked", SIX.what), 2),
        Target(
            "connect four 7×5 and 6×6 are decided within 2 minutes",
            _worst("found", "connect four 7×5", "connect four 6×6"),
            120,
        ),
        Target(
            "and their certificates extracted and checked, with 512 MiB of memory at most, in GiB",
            _peak("connect four 7×5", "connect four 6×6"),
            0.5,
        ),
        Target(
            "connect four 7×6 is decided, and its certificate extracted and checked, within 15 minutes",
            _worst("seconds", "connect four 7×6"),
            900,
        ),
        Target("and with 3 GiB of memory at most, in GiB", _peak("connect four 7×6"), 3),
        Target("breakthrough 5×5 is decided within 3 minutes", _worst("found", "breakthrough 5×5"), 180),
        Target("Domineering 7×7 is decided within 30 s", _worst("found", "Domineering 7×7"), 30),
        Target("that X does not win the 5,5,4 game is found within 60 s", _worst("found", FIVE.what), 60),
        *(
            Target(
                f"{one.what}: {one.at_least:,} positions a CPU second or more",
                _worst("rate", one.what),
                one.at_least,
                at_most=False,
            )
            for one in SPEEDS
        ),
        Target(
            "mates in KQK and KRK as the tables have them, in all 200 positions",
            lambda rows: sum(row["equal"] for row in rows if row.get("equal") is not None) or None,
            2 * MATES,
            at_most=False,
        ),
    ),
)
