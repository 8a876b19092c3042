"""Jobs and the library: progress, cancelling, limits, and what is kept."""

from __future__ import annotations

import threading
from typing import Any

import attrs
import pytest
from command import countdown_with, plugins
from web_client import page, wait_until

import gamekit
from gamekit.web import library as libraries
from gamekit.web.jobs import Job, Jobs
from gamekit.web.library import Library, Settings


class Gate:
    """Where work waits until it is let on, telling of its progress."""

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
    job = Job(gate, int)
    assert job.status == "waiting"
    jobs.submit(job)
    assert gate.reached.wait(30)
    assert (job.status, job.phase, job.done, job.total) == ("running", "waiting at the gate", 1, 2)
    gate.open.set()
    wait_until(lambda: not job.is_open)
    assert (job.status, job.result, job.fault) == ("done", "done", None)


def test_a_running_job_is_cancelled_at_its_next_step() -> None:
    gate, jobs, after = Gate(), Jobs(1), Job(lambda _: "after", int)
    job = Job(gate, int)
    jobs.submit(job)
    jobs.submit(after)
    assert gate.reached.wait(30)
    job.cancel()
    assert job.status == "cancelled"
    assert after.status == "waiting"
    gate.open.set()
    wait_until(lambda: after.status == "done")
    assert (job.status, job.result, job.phase) == ("cancelled", None, "waiting at the gate")


def test_a_waiting_job_is_cancelled() -> None:
    job = Job(Gate(), int)
    job.cancel()
    job.run()
    assert job.status == "cancelled"


def test_no_more_than_two_jobs_run_at_a_time() -> None:
    gates, jobs = [Gate() for _ in range(3)], Jobs()
    made = [Job(gate, int) for gate in gates]
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
        (MemoryError(), "the machine's memory ran out; a lower --max-states stops sooner"),
        (
            SystemExit(3),
            "gamekit is at fault: what happened is said in the terminal that it was started from",
        ),
    ],
)
def test_a_job_that_fails(error: BaseException, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    def work(_progress: Any) -> None:
        raise error

    job = Job(work, int)
    job.run()
    assert job.status == "failed"
    assert job.fault
    assert job.fault.error == message
    assert ("Traceback" in capsys.readouterr().err) == isinstance(error, SystemExit)


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
        there = page(Settings(max_states=1_000_000_000))
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
        there.library.jobs.submit(Job(gate, int))
    assert all(gate.reached.wait(30) for gate in gates), "both threads are free again"
    for gate in gates:
        gate.open.set()


def test_a_game_with_too_many_states_fails_in_a_sentence() -> None:
    there = page(Settings(max_states=50))
    report = there.open("nim")
    assert report["status"] == "failed"
    assert report["error"].startswith("Nim has more than 50 states, the limit that was set")
    there.library.settings = attrs.evolve(there.library.settings, max_states=None)
    assert there.open("nim")["status"] == "ready"  # what failed is tried again


def test_rules_that_break_a_promise_fail_in_a_sentence() -> None:
    with plugins(games={"bent": countdown_with(outcome=lambda *_: "won")}):
        report = page().open("bent")
    assert report["status"] == "failed"
    assert report["error"].startswith("Bent.outcome(3) returned 'won'")


def test_what_is_solved_is_verified_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    there = page()
    id = there.open("nim", {"heaps": [1, 2]})["header"]["id"]
    wait_until(lambda: there.get(f"solutions/{id}").json()["header"]["verified"] is not None)
    assert there.get(f"solutions/{id}").json()["header"]["verified"] == "all 7 states"
    monkeypatch.setattr(libraries, "VERIFIED_UP_TO", 5)
    header = there.open("nim", {"heaps": [2, 1]})["header"]
    assert header["verified"] == "not verified: 7 states are too many to check at once"


def test_solutions_are_forgotten_but_not_those_in_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "MOST_SOLUTIONS", 2)
    begun = threading.Event()
    with plugins(games={"endless": endless_game(begun)}):
        there = page(Settings(max_states=1_000_000_000))
        working = there.post("solutions", {"game": "endless"}).json()
        kept = there.library.add(gamekit.solve(gamekit.load_game("nim")), None, "nim", None).id
        ids = [there.open("nim", [heap])["header"]["id"] for heap in (1, 2, 3)]
    known = [there.get(f"solutions/{id}").status_code for id in (working["solution"], kept, *ids)]
    assert known == [200, 200, 200, 200, 200]  # two are kept when a third comes
    there.open("nim", [4])
    known = [there.get(f"solutions/{id}").status_code for id in (working["solution"], kept, *ids)]
    assert known == [200, 200, 404, 200, 200]
    there.library.close()
    wait_until(lambda: there.get(f"solutions/{working['solution']}").json()["status"] == "cancelled")


def test_large_solutions_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "MOST_STATES", 20)  # of which 26 are too many
    there = page()
    headers = [there.open("nim", heaps)["header"] for heaps in ([1, 2], [2, 2], [1, 3], [1, 1])]
    assert [header["states"] for header in headers] == [7, 9, 10, 3]
    known = [there.get(f"solutions/{header['id']}").status_code for header in headers]
    assert known == [404, 200, 200, 200]


def test_solutions_of_the_compiled_gear_weigh_less() -> None:
    library = Library(Settings(gear="compiled"))
    entry, _ = library.open("cat-mouse", [[2], [2], [0, 1]])
    assert entry.weight == 0
    wait_until(lambda: not entry.solving.is_open)
    assert entry.weight == len(entry.solved.solution) // libraries.LIGHTER


def test_the_limit_is_that_of_plain_rules_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "SOLVED_UP_TO", 50)
    assert page().open("nim")["status"] == "failed"
    assert page(Settings(gear="compiled")).open("cat-mouse")["status"] == "ready"


def test_settings_say_how_games_are_solved() -> None:
    library = Library(Settings(gear="compiled"))
    entry, _ = library.open("nim", None)
    wait_until(lambda: not entry.solving.is_open)
    assert entry.solving.fault
    assert entry.solving.fault.error == "Nim gives no compiled rules"
