"""Play against a proof: it keeps what it claims against every play of the other side, and says where it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call
from support.damage import rewrite
from support.marks import cases

import gamekit
from gamekit import InputError, ProofPlay, UnsupportedError, open_proof
from gamekit.analysis.verification.certificate_check import sentence
from games.connect_four import ConnectFour
from games.hare_and_hounds import HareAndHounds
from games.hex import Hex
from games.kalah import Kalah
from games.nim import Nim


def against_everything(play: ProofPlay) -> list[int]:
    """Return the payoffs of all plays in which people make every move and the proof answers."""
    todo, payoffs, seen = [play], [], set()
    while todo:
        at = todo.pop()
        if at.state in seen:
            continue
        seen.add(at.state)
        if at.is_over:
            payoff = at.game.outcome(at.state)
            assert payoff is not None
            payoffs.append(payoff)
        elif at.is_persons_turn:
            todo += [at.played(move) for _, (move, _, _) in at.moves]
        else:
            assert at.verdict.lower is not None or at.verdict.upper is not None
            todo.append(at.played(at.choice()))
    return payoffs


@pytest.mark.parametrize(
    "game",
    cases(quick=[Nim(heaps=(1, 2, 4)), ConnectFour(width=4, height=3, length=3)], slow=[Hex(3)]),
    ids=str,
)
def test_the_proof_wins_against_every_play(game: Any, tmp_path: Path) -> None:
    gamekit.prove(game).save(tmp_path / "proof")
    proof = open_proof(tmp_path / "proof")
    assert proof.winner == game.players[0]
    payoffs = against_everything(ProofPlay.begin(proof))
    assert payoffs
    assert min(payoffs) == 1


def test_a_proof_with_two_claims_plays_either_side() -> None:
    proof = gamekit.prove(Kalah(pits=2, seeds=2))
    exact = proof.bounds_of_state.lower
    assert exact == proof.bounds_of_state.upper == gamekit.solve(proof.game).root.payoff
    assert min(against_everything(ProofPlay.begin(proof, people=[1]))) == exact
    assert max(against_everything(ProofPlay.begin(proof, people=[0]))) == exact


def test_an_opened_proof_says_what_the_proof_did(tmp_path: Path) -> None:
    proof = gamekit.prove(Hex(3))
    proof.save(tmp_path / "proof")
    opened = open_proof(tmp_path / "proof")
    assert (str(opened), opened.bounds_of_state) == (str(proof), proof.bounds_of_state)
    assert (opened.nodes, opened.backend) == (proof.nodes, proof.backend)
    assert opened.line() == proof.line()
    assert gamekit.check_certificate(opened.certificate()).ok


@pytest.mark.parametrize("backend", cases(quick=["python"], slow=["compiled"]))
def test_a_certificate_tells_a_tie_where_progress_shows_that_play_ends(backend: str, tmp_path: Path) -> None:
    proof = gamekit.prove(ConnectFour(width=4, height=3), backend=backend)
    assert [claim.kind for claim in proof.certificate().claims] == ["progress", "progress"]
    proof.save(tmp_path / "proof")
    assert str(open_proof(tmp_path / "proof")) == str(proof) == "TIE for red"


def test_whoever_has_no_claim_is_played_by_people() -> None:
    proof = gamekit.prove(Hex(3))
    with pytest.raises(UnsupportedError, match="does not say how blue plays"):
        ProofPlay.begin(proof, people=[0])
    assert ProofPlay.begin(proof).people == {1}
    play = ProofPlay.begin(proof, people=[0, 1])
    assert play.hint().endswith("then red gets 1 or more, whatever the reply.")
    play = play.played(play.choice())
    with pytest.raises(InputError, match="no claim about blue"):
        play.hint()


def test_people_may_leave_the_proof() -> None:
    game = Nim(heaps=(1, 2))
    play = ProofPlay.begin(gamekit.prove(game), people=[0, 1])
    play = play.played(play.move_called("take 2 from a heap of 2"))  # which loses
    assert play.bounds_in_words(play.verdict) == "the proof says nothing here"
    play = play.played(play.move_called("take 1 from a heap of 1"))
    assert play.ending() == "the game is over, and second has won: second has taken the last counter"
    assert "which leaves the proof" in play.history()[0]
    assert len(play.history(blunders_only=True)) == 1
    assert play.undo(2).is_over is False


def test_whoever_leaves_a_claim_of_their_own_is_told_so() -> None:
    """The proof has a claim for each player, so it goes on to speak of the other one."""
    play = ProofPlay.begin(gamekit.prove(ConnectFour(width=4, height=3), backend="python"), people=[0, 1])
    play = play.played(play.choice())
    assert play.history(blunders_only=True) == []
    reply = next(reply for reply in play.replies if not play.keeps(reply))
    play = play.played(reply[0])
    assert play.history(blunders_only=True) == [f"2. {play.history()[1][3:]}"]
    assert play.history()[1].endswith(": red gets 0 or more (which leaves the proof)")
    play = play.played(play.choice())
    assert play.bounds_in_words(play.verdict) == "red gets 0 or more"
    with pytest.raises(InputError, match="in this state, of which it only says that red gets 0 or more"):
        play.hint()


@pytest.mark.release
def test_players_whose_name_is_a_plural_get_a_verb_in_the_plural() -> None:
    proof = gamekit.prove(HareAndHounds(), backend="python")
    play = ProofPlay.begin(proof, people=[0, 1])
    assert play.bounds_in_words(play.verdict) == "hounds get 1 or more"
    certificate = proof.certificate()
    assert sentence(certificate, certificate.claims[0]).startswith("hounds get 1 or more in ")
    result = call("prove", "hare-and-hounds", "--at-least", "1", "--backend", "python", "--no-verify")
    assert result.out.startswith("hare-and-hounds: yes, hounds get 1 or more\n")


def test_the_terminal_plays_against_a_certificate(tmp_path: Path) -> None:
    folder = str(tmp_path / "proof")
    assert call("prove", "nim", "-p", "heaps=[1,2]", "--save", folder).status == 0
    played = call("play", folder, stdin="why\nvalues\n#1\nhistory\nhelp\nhint\nquit\n")
    assert played.status == 0
    assert played.out.startswith(
        "first gets 1 or more in 1 2, first to move\nfirst plays take 1 from a heap of 2\n"
    )
    assert "First gets 1 or more." in played.out
    assert "The game is over, and first has won: first has taken the last counter." in played.out
    assert "save FILE" not in played.out + played.err
    both = call("play", folder, "--as", "both", "--hints", stdin="take 2 from a heap of 2\nwhy\nhint\n")
    assert "hint: take 1 from a heap of 2: then first gets 1 or more, whatever the reply." in both.out
    assert "The proof says nothing here." in both.out


def test_the_terminal_refuses_a_wrong_certificate(tmp_path: Path) -> None:
    folder = tmp_path / "proof"
    gamekit.prove(Nim(heaps=(1, 2))).save(folder)
    rewrite(folder, lambda manifest: manifest["claims"][0].update(at_least=2))
    refused = call("play", str(folder))
    assert_refused(refused)
    assert f"{folder} proves nothing: the certificate is wrong: 1 1, second to move does not" in refused.err
    assert not refused.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("play", "--as", "first"),
            "the proof does not say how second plays: it has no claim about second; play",
        ),
        (("play", "--state", "1"), "is a certificate, whose play begins in its own state: leave out --state"),
        (("play", "--memory", "1GiB"), "is a certificate, not a game; --memory is for games"),
        (
            ("explore", "--state", "1"),
            "is a certificate, whose play begins in its own state: leave out --state",
        ),
        (("explore", "--threads", "1"), "is a certificate, not a game; --threads is for games"),
    ],
)
def test_what_a_certificate_cannot_do_is_refused(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    folder = tmp_path / "proof"
    gamekit.prove(Nim(heaps=(1, 2))).save(folder)
    refused = call(arguments[0], str(folder), *arguments[1:])
    assert_refused(refused)
    assert message in refused.err
