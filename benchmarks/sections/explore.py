"""The local page: how soon its first view is there once a game is solved, and how long a click takes."""

from __future__ import annotations

import http.client
import json
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import Any, Final

from inputs import game_of, label
from section import Column, Row, Section, Target, largest

from gamekit.game.parameters import unstructure

NAME: Final = "cat-mouse"
NODES: Final = (50, 387)
QUICK: Final = (12,)
CLICKS: Final = 200
POLL: Final = 0.02  # seconds between questions whether the game is solved


def measure(quick: bool) -> Iterator[Row]:
    """Give a row for each input, as a browser would have it from a server in another process."""
    for nodes in QUICK if quick else NODES:
        yield {"input": label(NAME, {"nodes": nodes}), **explored(nodes, 20 if quick else CLICKS)}


def explored(nodes: int, clicks: int) -> Row:
    """Return the times for a graph of so many nodes."""
    command = [sys.executable, "-m", "gamekit", "explore", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout
            found = re.search(r":(\d+)/", server.stdout.readline())
            assert found
            return asked(http.client.HTTPConnection("127.0.0.1", int(found[1])), nodes, clicks)
        finally:
            server.terminate()


def asked(connection: http.client.HTTPConnection, nodes: int, clicks: int) -> Row:
    """Have a game solved and play so many moves, few of them good."""
    began = time.perf_counter()
    parameters = unstructure(game_of(NAME, {"nodes": nodes}))
    opened = answer(connection, "", {"game": NAME, "parameters": parameters})
    path = f"/{opened['solution']}"
    while (report := answer(connection, path))["status"] == "solving":
        time.sleep(POLL)
    solved = time.perf_counter()
    view = answer(connection, f"{path}/walk", {"moves": [], "from": 0})["views"][0]
    answer(connection, f"{path}/why", {"moves": []})
    shown = time.perf_counter()
    rng = random.Random(0)
    moves: list[str] = []
    times = []
    for _ in range(clicks):
        going_on = [move["text"] for move in view["moves"] if move["remoteness"] != 1]
        moves = [*moves, rng.choice(going_on)] if going_on else []
        clicked = time.perf_counter()
        view = answer(connection, f"{path}/walk", {"moves": moves, "from": len(moves)})["views"][-1]
        times.append(time.perf_counter() - clicked)
    return {
        "states": report["header"]["states"],
        "solved": solved - began,
        "first": shown - solved,
        "click": median(times),
        "slowest": max(times),
    }


def answer(connection: http.client.HTTPConnection, path: str, body: Any = None) -> Any:
    """Return what the server answers, to a body if there is one."""
    address = f"/api/solutions{path}"
    if body is None:
        connection.request("GET", address)
    else:
        connection.request("POST", address, json.dumps(body), {"content-type": "application/json"})
    response = connection.getresponse()
    content = json.load(response)
    if response.status >= 400:
        raise RuntimeError(content["error"])
    return content


EXPLORE: Final = Section(
    name="explore",
    title="the local page",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("solved", "solved", "seconds"),
        Column("first", "first view", "seconds"),
        Column("click", "a click (median)", "seconds"),
        Column("slowest", "the slowest", "seconds"),
    ),
    targets=(
        Target("the first view is there in 1 s", lambda rows: largest(rows, "first"), 1.0),
        Target("a click is answered in 100 ms (median)", lambda rows: largest(rows, "click"), 0.1),
    ),
)
