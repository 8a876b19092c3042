"""A proof on the local page: it plays the side that it is about, and the page says where it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call
from support.damage import rewrite
from support.marks import cases
from support.web_client import Page, page

import gamekit
from gamekit.analysis.play.proof_play import ProofPlay
from gamekit.web.server.library import Entry
from games.connect_four import ConnectFour
from games.hex import Hex
from games.kalah import Kalah
from games.nim import Nim

BELOW = {"least": lambda bound: bound >= 0, "most": lambda bound: bound <= 0, "unknown": lambda _: True}
EXACT = {"win": 1, "loss": -1, "tie": 0, "level": 0}


def opened(here: Page, game: Any, folder: Path) -> tuple[Entry, dict[str, Any]]:
    """Return the entry of a proof of a game, and its header once the certificate is checked."""
    gamekit.prove(game).save(folder / "proof")
    entry = here.library.add_proof(folder / "proof")
    return entry, here.followed(entry.id)["header"]


def test_a_proof_says_what_it_knows(tmp_path: Path) -> None:
    _, header = opened(page(), Nim(heaps=(1, 2)), tmp_path)
    assert header["headline"] == "first wins"
    assert header["claims"] == ["first gets 1 or more in 1 2, first to move"]
    assert (header["proved"], header["people"]) == ([0], [1])
    assert header["verified"].startswith("the only position")
    assert header["edges"] is None


def test_the_page_says_where_the_proof_ends(tmp_path: Path) -> None:
    here = page()
    entry, _ = opened(here, Nim(heaps=(1, 2)), tmp_path)
    (view,) = here.walk(entry.id, [])
    assert [move["best"] for move in view["moves"]] == [False, True, False]
    assert view["moves"][view["choice"]]["outlook"] == "First gets 1 or more"
    kept, lost = (here.walk(entry.id, [view["moves"][i]["text"]])[0] for i in (1, 0))
    assert (kept["value"], kept["left"], kept["choice"]) == (
        "loss",
        False,
        None,
    )  # second is not played by the proof
    assert (lost["value"], lost["left"], lost["headline"]) == ("unknown", True, "the proof says nothing here")
    assert here.walk(entry.id, here.walk_to_the_end(entry.id))[0]["left"] is False


@pytest.mark.parametrize(
    "game",
    cases(quick=[Kalah(pits=2, seeds=1)], slow=[Hex(3), ConnectFour(width=3, height=3, length=3)]),
    ids=str,
)
def test_what_the_page_says_of_moves_is_true(game: Any, tmp_path: Path) -> None:
    here = page()
    entry, _ = opened(here, game, tmp_path)
    solution, play = gamekit.solve(game), ProofPlay.begin(gamekit.prove(game), people=(0, 1))
    while not play.is_over:
        (view,) = here.walk(entry.id, [game.format_move(turn.state, turn.move) for turn in play.turns])
        for move, (_, (_, child, _)) in zip(view["moves"], play.moves, strict=True):
            payoff = solution[child].payoff * (1 if view["mover"] == 0 else -1)
            value = move["value"]
            assert BELOW[value](payoff) if value in BELOW else EXACT[value] == (payoff > 0) - (payoff < 0)
        play = play.played(play.moves[view["choice"] or 0][1][0])


def test_what_a_proof_does_not_know_is_refused(tmp_path: Path) -> None:
    here = page()
    entry, _ = opened(here, Nim(heaps=(1, 2)), tmp_path)
    for answer in (
        here.post(f"solutions/{entry.id}/why", {"moves": []}),
        here.post(f"solutions/{entry.id}/neighbourhood", {"moves": [], "within": 1}),
        here.get(f"solutions/{entry.id}/statistics"),
        here.post(f"solutions/{entry.id}/comparison"),
    ):
        assert answer.status_code == 422
        assert "this needs the values of all states" in answer.json()["error"]


def test_nothing_is_shown_of_a_wrong_certificate(tmp_path: Path) -> None:
    here = page()
    gamekit.prove(Nim(heaps=(1, 2))).save(tmp_path / "proof")
    rewrite(tmp_path / "proof", lambda manifest: manifest["claims"][0].update(at_least=2))
    report = here.followed(here.library.add_proof(tmp_path / "proof").id)
    assert report["status"] == "failed"
    said = "the certificate is wrong: 1 1, second to move does not follow from the other positions"
    assert report["error"] == said
    assert "header" not in report


def test_leaves_are_for_certificates(tmp_path: Path) -> None:
    refused = call("explore", "nim", "--no-browser", "--leaves", str(tmp_path))
    assert_refused(refused)
    assert "--leaves needs a certificate, as DIR" in refused.err
