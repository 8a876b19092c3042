"""Jobs and the library: progress, cancelling, limits, and what is kept."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import countdown_with, plugins
from support.web_client import ANY_MEMORY, Page, page, wait_until

import gamekit
from gamekit.engine.runtime.memory_budget import held
from gamekit.solvers.options import SolveOptions
from gamekit.web.server import library as libraries
from gamekit.web.server.faults import OUT_OF_MEMORY, RequestError
from gamekit.web.server.jobs import Job, Jobs
from gamekit.web.server.library import Limits


class Gate:
    """Where work waits until it is let on, reporting its progress."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.open = threading.Event()

    def __call__(self, progress: Any) -> str:
        progress("waiting at the gate", 1, 2)
        self.reached.set()
        assert self.open.wait(30)
        progress("through the gate", 2, 2)
        return "done"


# --- jobs -----------------------------------------------------------------------------------------------------


def test_a_job_is_done() -> None:
    gate, jobs = Gate(), Jobs()
    job = Job(gate)
    assert job.status == "waiting"
    jobs.submit(job)
    assert gate.reached.wait(30)
    assert (job.status, job.phase, job.done, job.total) == ("running", "waiting at the gate", 1, 2)
    gate.open.set()
    wait_until(lambda: not job.is_open)
    assert (job.status, job.result, job.fault) == ("done", "done", None)


def test_a_job_that_is_cancelled_makes_room() -> None:
    gate, jobs, after = Gate(), Jobs(1), Job(lambda _: "after")
    job = Job(gate)
    jobs.submit(job)
    jobs.submit(after)
    assert gate.reached.wait(30)
    assert after.status == "waiting"
    job.cancel()
    gate.open.set()
    wait_until(lambda: after.status == "done")
    assert (job.status, job.result, job.phase) == ("cancelled", None, "waiting at the gate")


def test_no_more_jobs_wait_than_may() -> None:
    gate, jobs = Gate(), Jobs(1, most_waiting=1)
    jobs.submit(Job(gate))
    assert gate.reached.wait(30)
    waiting = Job(Gate())
    jobs.submit(waiting)
    with pytest.raises(RequestError, match="1 other games wait for their turn") as caught:
        jobs.submit(Job(Gate()))
    assert caught.value.fault.status == 429
    waiting.cancel()
    jobs.submit(last := Job(lambda _: "last"))
    gate.open.set()
    wait_until(lambda: last.result == "last")


def test_a_waiting_job_is_cancelled() -> None:
    job = Job(Gate())
    job.cancel()
    job.run()
    assert job.status == "cancelled"


def test_no_more_than_two_jobs_run_at_a_time() -> None:
    gates, jobs = [Gate() for _ in range(3)], Jobs()
    made = [Job(gate) for gate in gates]
    for job in made:
        jobs.submit(job)
    assert gates[0].reached.wait(30)
    assert gates[1].reached.wait(30)
    assert (made[2].status, made[2].phase) == ("waiting", "waiting for other work to be done")
    gates[0].open.set()
    assert gates[2].reached.wait(30)
    for gate in gates:
        gate.open.set()


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (gamekit.LimitError("too many"), "too many"),
        (MemoryError(), OUT_OF_MEMORY),
        (
            OSError("/home/me"),
            "gamekit is at fault; the terminal that it was started from shows what happened",
        ),
    ],
)
def test_a_job_that_fails(error: Exception, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    def work(_progress: Any) -> None:
        raise error

    job = Job(work)
    job.run()
    assert job.status == "failed"
    assert job.fault
    assert job.fault.error == message
    assert ("Traceback" in capsys.readouterr().err) == ("fault" in message)


# --- the library --------------------------------------------------------------------------------------------


def endless_game(gate: threading.Event) -> Any:
    """Return a game that has no end of states, and says when it is being explored."""

    def moves(*_arguments: Any) -> list[int]:
        gate.set()
        return [1]

    def onwards(_game: Any, state: int, _move: int) -> int:
        return state + 1

    return countdown_with(moves=moves, apply=onwards, to_move=lambda _, state: state % 2)


def test_solving_is_cancelled_when_nobody_waits_any_more() -> None:
    begun = threading.Event()
    with plugins(games={"endless": endless_game(begun)}):
        there = page(SolveOptions(max_states=1_000_000_000))
        first = there.post("solutions", {"game": "endless"}).json()
        second = there.post("solutions", {"game": "endless"}).json()
    id = first["solution"]
    assert second["solution"] == id
    assert second["ticket"] != first["ticket"]
    assert begun.wait(30)
    wait_until(lambda: there.get(f"solutions/{id}").json()["phase"] == "exploring")
    assert there.post(f"solutions/{id}/walk", {"moves": [], "from": 0}).status_code == 409
    assert there.client.request("DELETE", f"/api/solutions/{id}").status_code == 400

    def give_up(ticket: str) -> str:
        answer = there.client.request("DELETE", f"/api/solutions/{id}?ticket={ticket}")
        assert answer.status_code == 200
        return str(answer.json()["status"])

    assert give_up("somebody else's") == "solving"
    assert give_up(first["ticket"]) == "solving"
    assert give_up(first["ticket"]) == "solving"
    assert give_up(second["ticket"]) == "cancelled"
    gates = [Gate(), Gate()]
    for gate in gates:
        there.library.jobs.submit(Job(gate))
    assert all(gate.reached.wait(30) for gate in gates), "both threads are free again"
    for gate in gates:
        gate.open.set()


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def endless_page(clock: Clock) -> Page:
    """Return a page of a server on which only a clock of our own passes."""
    there = page(SolveOptions(max_states=1_000_000_000))
    there.library._clock = clock
    return there


def test_who_says_nothing_any_more_does_not_count_when_somebody_gives_up() -> None:
    clock, begun = Clock(), threading.Event()
    with plugins(games={"endless": endless_game(begun)}):
        there = endless_page(clock)
        reloaded, second, third = (there.post("solutions", {"game": "endless"}).json() for _ in range(3))
    id = reloaded["solution"]
    clock.now = libraries.SILENT + 1
    for waiting in (second, third):
        assert there.get(f"solutions/{id}?ticket={waiting['ticket']}").json()["status"] == "solving"
    statuses = [
        there.client.request("DELETE", f"/api/solutions/{id}?ticket={waiting['ticket']}").json()["status"]
        for waiting in (second, third)
    ]
    assert statuses == ["solving", "cancelled"]


def test_what_nobody_asks_after_is_given_up() -> None:
    clock, begun = Clock(), threading.Event()
    with plugins(games={"endless": endless_game(begun)}):
        there = endless_page(clock)
        opened = there.post("solutions", {"game": "endless"}).json()
    id, asked = opened["solution"], f"solutions/{opened['solution']}?ticket={opened['ticket']}"
    clock.now = libraries.ABANDONED
    assert there.get(asked).json()["status"] == "solving"
    clock.now = 2 * libraries.ABANDONED
    assert there.get(asked).json()["status"] == "solving"
    clock.now = 3 * libraries.ABANDONED + 1
    assert there.followed(id)["status"] == "cancelled"


def test_a_game_that_hangs_is_given_up_when_another_is_opened() -> None:
    clock, begun, end = Clock(), threading.Event(), threading.Event()

    def moves(*_arguments: Any) -> list[int]:
        begun.set()
        end.wait(30)
        return [1]

    with plugins(games={"hanging": countdown_with(moves=moves)}):
        there = endless_page(clock)
        id = there.post("solutions", {"game": "hanging"}).json()["solution"]
    assert begun.wait(30)
    clock.now = libraries.ABANDONED + 1
    assert there.open("nim", [1])["status"] == "ready"
    assert there.get(f"solutions/{id}").json()["status"] == "cancelled"
    end.set()


def test_solving_does_not_wait_for_what_is_verified_or_compared() -> None:
    there, gates = page(), [Gate() for _ in range(3)]
    for gate in gates:
        there.library.checks.submit(Job(gate))
    header = there.open("nim", [1, 2])["header"]
    assert header["verified"] is None
    for gate in gates:
        gate.open.set()


def test_a_comparison_is_cancelled_and_begun_anew() -> None:
    there, gate = page(), Gate()
    there.library.checks.submit(Job(gate))
    assert gate.reached.wait(30)
    comparison = f"solutions/{there.open('nim', [1, 2])['header']['id']}/comparison"
    assert there.client.request("DELETE", f"/api/{comparison}").status_code == 404
    assert there.post(comparison).json()["status"] == "comparing"
    assert there.client.request("DELETE", f"/api/{comparison}").json()["status"] == "cancelled"
    assert there.get(comparison).json()["status"] == "cancelled"
    gate.open.set()
    assert there.post(comparison).json()["status"] in ("comparing", "ready")
    wait_until(lambda: there.get(comparison).json()["status"] == "ready")


def test_too_many_games_at_once() -> None:
    there = page()
    there.library.jobs = Jobs(most_waiting=0)
    answer = there.post("solutions", {"game": "nim"})
    assert answer.status_code == 429
    assert "wait for their turn" in answer.json()["error"]


def test_a_game_with_too_many_states_fails_in_a_sentence() -> None:
    there = page(SolveOptions(max_states=50))
    report = there.open("nim")
    assert report["status"] == "failed"
    assert report["error"].startswith("Nim has more than 50 states, the limit that was set")
    there.library.options = attrs.evolve(there.library.options, max_states=None)
    assert there.open("nim")["status"] == "ready"  # what failed is tried again


def test_the_limit_is_said_alike_in_both_backends() -> None:
    options = [SolveOptions(backend="python", max_states=5), SolveOptions(backend="compiled", max_states=5)]
    said = {page(given).open("cat-mouse")["error"] for given in options}
    assert said == {
        "CatMouse has more than 5 states, the limit that was set; "
        "if memory allows, raise --max-states (max_states in Python); "
        "gamekit plan estimates what all states take; gamekit prove may decide one of them"
    }


def test_rules_that_break_a_promise_fail_in_a_sentence() -> None:
    with plugins(games={"bent": countdown_with(outcome=lambda *_: "won")}):
        report = page().open("bent")
    assert report["status"] == "failed"
    assert report["error"].startswith("Bent.outcome(3) returned 'won'")


def test_what_is_solved_is_verified_afterwards() -> None:
    there = page()
    id = there.open("nim", {"heaps": [1, 2]})["header"]["id"]
    wait_until(lambda: there.get(f"solutions/{id}").json()["header"]["verified"] is not None)
    assert there.get(f"solutions/{id}").json()["header"]["verified"].startswith("all 7 states")
    assert there.get(f"solutions/{id}").json()["header"]["is_verified"]
    few = page(limits=Limits(verified_states=5))
    header = few.open("nim", {"heaps": [2, 1]})["header"]
    assert header["verified"] == "not verified: 7 states are too many to check at once"
    assert not header["is_verified"]


@pytest.mark.slow
def test_solutions_are_forgotten_but_not_those_in_work(tmp_path: Path) -> None:
    table = tmp_path / "nim.table"
    gamekit.save_table(gamekit.solve(gamekit.load_game("nim")), table)
    begun = threading.Event()
    with plugins(games={"endless": endless_game(begun)}):
        there = page(SolveOptions(max_states=1_000_000_000), limits=attrs.evolve(ANY_MEMORY, solutions=2))
        working = there.post("solutions", {"game": "endless"}).json()
        kept = there.library.add_table(table, None, None).id
        ids = [there.open("nim", [heap])["header"]["id"] for heap in (1, 2, 3)]
    known = [there.get(f"solutions/{id}").status_code for id in (working["solution"], kept, *ids)]
    assert known == [200, 200, 200, 200, 200]  # two are kept when a third comes
    there.open("nim", [4])
    known = [there.get(f"solutions/{id}").status_code for id in (working["solution"], kept, *ids)]
    assert known == [200, 200, 404, 200, 200]
    there.library.close()
    wait_until(lambda: there.get(f"solutions/{working['solution']}").json()["status"] == "cancelled")


def test_large_solutions_are_forgotten() -> None:
    there = page(limits=Limits(memory=5 * held() // 2))  # of these games, each weighs as much as this process
    headers = [there.open("nim", heaps)["header"] for heaps in ([1, 2], [2, 2], [1, 3], [1, 1])]
    known = [there.get(f"solutions/{header['id']}").status_code for header in headers]
    assert known == [404, 200, 200, 200]


def test_the_limit_is_that_of_plain_rules_alone() -> None:
    few = Limits(plain_states=50)
    assert page(limits=few).open("nim")["status"] == "failed"
    assert page(SolveOptions(backend="compiled"), limits=few).open("cat-mouse")["status"] == "ready"


def test_settings_say_how_games_are_solved() -> None:
    with plugins(games={"plain": countdown_with()}):
        report = page(SolveOptions(backend="compiled")).open("plain")
    assert report["error"].endswith(" gives no compiled rules")
