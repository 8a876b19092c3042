"""The settings of one run of `gamekit solve` for each game, and its report, as JSON and for people."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs

from gamekit.cli.reports import row_lines, side_by_side
from gamekit.cli.status import CHECK_FAILED, LIMIT_REACHED
from gamekit.errors import LimitError
from gamekit.game.sentences import in_moves, remoteness_in_words

if TYPE_CHECKING:
    from gamekit.analysis.verification.verify import Verification
    from gamekit.game.progress import ProgressCallback
    from gamekit.game.protocol import Game
    from gamekit.solution.solution import Line, Solution
    from gamekit.solvers.options import SolveOptions

SHORT_LINE = 2
"""The largest number of moves of a line whose boards are all shown."""

MOVES_AT_EACH_END = 50
WORTH_A_RATE = 0.5
"""The least number of seconds of work for which the number of states per second is shown."""

WIDTH = 100
GERUNDS = {"explore": "exploring", "link": "linking", "solve": "solving"}


def check_written(game: Game[Any, Any], notation: str | None) -> None:
    """Refuse a notation that a game does not have, or that is only read."""
    if notation is not None:
        from gamekit.game.fingerprint import name_of
        from gamekit.game.reading import notation_for_writing

        notation_for_writing(type(game), name_of(game), notation)


def written(solution: Solution[Any, Any], state: Any, notation: str | None) -> dict[str, str]:
    """Return the field of reports with the main line or the state in a notation; without a notation, there is none.

    Raises:
        UnknownNameError: the game has no notation of this name.
        UnsupportedError: the notation cannot write them.
    """
    if notation is None:
        return {}
    from gamekit.game.fingerprint import name_of
    from gamekit.game.reading import notation_for_writing

    chosen = notation_for_writing(type(solution.game), name_of(solution.game), notation)
    if chosen.has("write_line"):
        return {"written": chosen.write_line(solution, solution.line(state))}
    return {"written": chosen.write(solution.game, state)}


@attrs.frozen
class Answer:
    """A solution with its verification, its main line and its report.

    Attributes:
        solution: the solution; its statistics name the device that verified it, if there was one.
        verification: the result of the verification; None if the solution was not verified.
        line: the main line from the root of the solution.
        report: the fields of the JSON report.
    """

    solution: Solution[Any, Any]
    verification: Verification | None
    line: Line[Any, Any]
    report: dict[str, Any]

    @property
    def is_wrong(self) -> bool:
        """Whether verification refuted a solution that claims to be sound."""
        return self.verification is not None and self.verification.wrong > 0 and not self.solution.unsound

    @property
    def status(self) -> int:
        """The exit status."""
        if self.is_wrong:
            return CHECK_FAILED
        return LIMIT_REACHED if self.report["payoff"] is None else 0


@attrs.frozen
class SolveRequest:
    """The settings for the solve of each game.

    Attributes:
        game_name: the registered name of the game.
        state_text: the state from which to start; by default, the initial one.
        options: the options of the solve.
        verify: whether to verify the solution.
        all_states: whether verification checks every state.
        loops: whether to analyse loops.
        notation: the notation in which to write the main line or the state as well, if there is one.
    """

    game_name: str
    state_text: str | None
    options: SolveOptions
    verify: bool
    all_states: bool
    loops: bool
    notation: str | None = None

    def answer(self, solution: Solution[Any, Any], progress: ProgressCallback | None = None) -> Answer:
        """Return the answer that a solution gives; the notation is left to `write`."""
        return self.answer_of_verified(solution, self._verified(solution, progress) if self.verify else None)

    def answer_of_verified(self, solution: Solution[Any, Any], verification: Verification | None) -> Answer:
        """Return the answer that a solution gives, with the verification of all its states."""
        if verification is not None and verification.device is not None:
            from gamekit.tables.tiers.files import VERIFIED_ON, note_verified

            if self.options.tiers is not None and verification.ok:
                note_verified(self.options.tiers, verification.device)
            statistics = {**solution.statistics, VERIFIED_ON: verification.device}
            info = attrs.evolve(solution.store.info, statistics=statistics)
            solution = attrs.evolve(solution, store=attrs.evolve(solution.store, info=info))
        line = solution.line()
        report = as_dict(solution, line, self.game_name, verification, self.loops)
        return Answer(solution, verification, line, report)

    def _verified(self, solution: Solution[Any, Any], progress: ProgressCallback | None) -> Verification:
        from gamekit.analysis.verification.verify import verify

        verified = partial(
            verify,
            solution,
            all_states=self.all_states,
            threads=self.options.threads,
            executor=None if self.options.tiers is not None else self.options.executor,
            progress=progress,
        )
        try:
            return verified(device=self.options.verifying_device(solution.game))
        except LimitError:  # a device solves by tiers what it may be too small to verify
            return verified(device="cpu")

    def write(self, answer: Answer) -> None:
        """Add the field with the main line or the state in the notation to the report of an answer.

        Raises:
            UnsupportedError: the notation cannot write it.
        """
        answer.report.update(written(answer.solution, answer.line.states[0], self.notation))


def as_dict(
    solution: Solution[Any, Any],
    line: Line[Any, Any],
    game_name: str,
    verification: Verification | None,
    loops: bool,
) -> dict[str, Any]:
    """Return the report of `solve --json`, with an analysis of loops if `loops` is true."""
    from gamekit.game.parameters import unstructure
    from gamekit.solution.plain_data import line_as_dict, state_as_dict

    game, info = solution.game, solution.store.info
    return {
        "game": game_name,
        "parameters": unstructure(game),
        "solver": solution.solver,
        "backend": solution.backend,
        **state_as_dict(solution, line.states[0]),
        **line_as_dict(solution, line),
        "answer": solution.answer,
        "states": len(solution),
        "edges": solution.edges,
        "states_from": info.states_from,
        "edges_from": info.edges_from,
        "counts": solution.counts(),
        "longest": solution.longest_by_value(),
        "seconds": round(sum(solution.seconds.values()), 6),
        "seconds_by_phase": {phase: round(time, 6) for phase, time in solution.seconds.items()},
        "statistics": dict(solution.statistics),
        "verified": None if verification is None else verification.ok,
        "unsound": solution.unsound,
        **({"loops": _loops_as_dict(solution)} if loops else {}),
        **({"remark": remark} if (remark := game.remark(solution)) else {}),
    }


def _loops_as_dict(solution: Solution[Any, Any]) -> dict[str, Any]:
    from gamekit.analysis.cycles import analyse_loops

    loops = analyse_loops(solution)
    counts = attrs.asdict(loops, filter=attrs.filters.exclude("witness", "searched"))
    return {"summary": str(loops), **counts, "witness": [solution.describe(state) for state in loops.witness]}


def answer_lines(answer: Answer, full_line: bool, example: str | None) -> Iterator[str]:
    """Yield the report for people, a paragraph at a time; `example` is a note on the parameters of the game."""
    import shutil

    from gamekit.analysis.reasons import headline, verdict_in_words
    from gamekit.game.values import Value

    solution, line, report = answer.solution, answer.line, answer.report
    width = shutil.get_terminal_size((WIDTH, 24)).columns
    verdict = solution[line.states[0]]
    yield f"{report['game']}: {headline(solution, verdict)}"
    if solution.unsound:
        yield f"UNSOUND: {solution.unsound}. This proves nothing."
    yield ""
    payoff, own_answer = report["payoff"], report["answer"]
    is_lost_puzzle = len(solution.game.players) == 1 and verdict.value is Value.LOSS
    rows = {
        "input": example,
        "state": report["state"],
        "value": verdict_in_words(solution.game, verdict),
        "goal": solution.game.aim or None if is_lost_puzzle else None,
        "payoff": f"{payoff} to {solution.game.players[0]}" if abs(payoff or 0) > 1 else None,
        "answer": None if own_answer in (None, report["winner"]) else json.dumps(own_answer, default=str),
        "best moves": ", ".join(report["best_moves"]) or "none",
        **_statistics(report, solution.game),
        "note": report.get("remark"),
    }
    if (text := report.get("written")) is not None:
        rows["written"] = text if "\n" not in text else f"\n{text}"
    if loops := report.get("loops"):
        rows["loops"] = loops["summary"]
        rows[""] = f"a shortest circle of endless play: {' -> '.join(loops['witness']) or 'none'}"
    if "table" in report:
        rows["table"] = report["table"] or "not kept, as it is wrong"
    yield from row_lines(rows)
    yield ""
    yield _title(line, solution.game)
    yield ""
    if line.moves and not full_line and len(line.moves) > SHORT_LINE:
        yield textwrap.fill(
            _moves(line, solution.game), width, break_long_words=False, break_on_hyphens=False
        )
        yield ""
    yield side_by_side(list(_boards(answer, full_line)), width)
    yield ""
    yield brief(answer)


def brief(answer: Answer) -> str:
    """Return who wins, and whether that is verified, on one line."""
    from gamekit.analysis.reasons import headline

    solution, root = answer.solution, answer.solution[answer.line.states[0]]
    verified = "not verified" if answer.verification is None else str(answer.verification)
    unsound = f" UNSOUND: {solution.unsound}." if solution.unsound else ""
    return f"{answer.report['game']}: {headline(solution, root)} ({verified}){unsound}"


def states_text(report: dict[str, Any], players: int) -> str:
    """Return the number of states in a report, in all and by value; `players` is the number of players."""
    kinds = ", ".join(f"{number:,} {value}" for value, number in report["counts"].items())
    return f"{report['states']:,} ({kinds}{'; for the player to move' if players > 1 else ''})"


def _statistics(report: dict[str, Any], game: Game[Any, Any]) -> dict[str, str | None]:
    longest = ", ".join(
        f"{value} in {remoteness_in_words(game, plies)}"
        for value, plies in report["longest"].items()
        if plies
    )
    seconds = {phase: seconds for phase, seconds in report["seconds_by_phase"].items() if seconds}
    time = ", ".join(f"{seconds:.3f} s {GERUNDS[phase]}" for phase, seconds in seconds.items())
    is_whole = (
        "rounds done before" not in report["statistics"]
    )  # else the seconds are not those of all states
    if is_whole and report["seconds"] >= WORTH_A_RATE:
        time += f": {report['states'] / max(report['seconds'], 1e-9):,.0f} states a second"
    solver = ", ".join(f"{name} {_number(name, value)}" for name, value in report["statistics"].items())
    return {
        "states": states_text(report, len(game.players)),
        "edges": f"{report['edges']:,}",
        "longest": f"{longest} (maximum over all states)" if longest else None,
        "time": time,
        "solver": f"{report['solver']} ({solver})" if solver else report["solver"],
    }


def _number(name: str, value: Any) -> str:
    from gamekit.engine.runtime.memory_budget import PEAK, PLANNED, format_bytes

    if name in (PEAK, PLANNED):
        return format_bytes(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _title(line: Line[Any, Any], game: Game[Any, Any]) -> str:
    if not line.moves:
        return "There is no main line; the board:"
    if line.cycle_start is None:
        return f"The main line, {in_moves(game, len(line.moves))}:"
    back = f"comes back to board {line.cycle_start} after {in_moves(game, len(line.moves))}, and so on without end"
    return f"The main line {back}:"


def _moves(line: Line[Any, Any], game: Game[Any, Any]) -> str:
    """Return the moves of a line as text, numbered if one move is several plies; a long line is cut in the middle."""
    texts, each = [*line.texts()], game.plies_per_move
    if each > 1:
        first = game.to_move(line.states[0])
        texts = [
            f"{(first + i) // each + 1}. {text}" if (first + i) % each == 0 else text
            for i, text in enumerate(texts)
        ]
        texts[0] = f"1... {texts[0]}" if first else texts[0]
    left_out = len(texts) - 2 * MOVES_AT_EACH_END
    if left_out > 0:
        texts = [*texts[:MOVES_AT_EACH_END], f"... {left_out:,} more ...", *texts[-MOVES_AT_EACH_END:]]
    return (", " if each == 1 else " ").join(texts)


def _boards(answer: Answer, full_line: bool) -> Iterator[str]:
    """Yield the boards to show: all of a short line, else the first, and the last or the one where a circle begins."""
    line = answer.line
    last = len(line.states) - 1
    shown = {0, last} if line.cycle_start is None else {0, line.cycle_start}
    if full_line or last <= SHORT_LINE:
        shown = set(range(last + 1))
    for i in sorted(shown):
        move = f": {answer.report['line'][i - 1]}" if i else ""
        yield f"{i}{move}\n{answer.solution.game.render(line.states[i])}"
