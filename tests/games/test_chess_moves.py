"""The moves of chess endings and of racing kings, against those of python-chess; mates, against Gaviota's tables."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from pathlib import Path
from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit import Value
from games.chess_ending import ChessEnding
from games.chess_variant import ChessVariant
from games.notations.fen import Fen
from games.notations.variant_fen import VariantFen

chess = pytest.importorskip("chess", reason="python-chess is an extra of the tests")

FEN, VARIANT_FEN = Fen(), VariantFen()
GAVIOTA = os.environ.get("GAVIOTA_TABLES")
"""A folder with tables of Gaviota, such as `data/gaviota` in the source package of python-chess."""


def materials(men: int) -> Iterator[str]:
    """Yield every material of at most so many men."""
    for others in range(1, men - 1):
        for white in range(others + 1):
            for one in combinations_with_replacement("QRBNP", white):
                for other in combinations_with_replacement("QRBNP", others - white):
                    yield f"K{''.join(one)}K{''.join(other)}"


def positions(material: str, draw: random.Random) -> Iterator[Any]:
    """Yield random positions, some after a few moves, in which pawns go two squares where they can."""
    black = material.index("K", 1)
    while True:
        board = chess.Board(None)
        for i, (sign, square) in enumerate(zip(material, draw.sample(range(64), len(material)), strict=True)):
            board.set_piece_at(square, chess.Piece.from_symbol(sign if i < black else sign.lower()))
        board.turn = draw.random() < 0.5
        if not board.is_valid():
            continue
        for _ in range(draw.randrange(3)):
            moves = list(board.legal_moves)
            far = [
                move
                for move in moves
                if board.piece_type_at(move.from_square) == chess.PAWN
                and abs(move.from_square - move.to_square) == 16
            ]
            if moves:
                board.push(draw.choice(far or moves))
        yield board


def passed_pawns(draw: random.Random) -> Iterator[Any]:
    """Yield positions in which a pawn has just passed another."""
    for board in positions("KPKP", draw):
        column, white = draw.randrange(7), board.turn
        own, other = (column, column + 1) if draw.random() < 0.5 else (column + 1, column)
        for square in board.pieces(chess.PAWN, True) | board.pieces(chess.PAWN, False):
            board.remove_piece_at(square)
        rows = (1, 3) if white else (6, 4)
        for file, row, colour in ((own, rows[0], white), (other, rows[1], not white)):
            if board.piece_at(chess.square(file, row)) is None:
                board.set_piece_at(chess.square(file, row), chess.Piece(chess.PAWN, colour))
        move = chess.Move(chess.square(own, rows[0]), chess.square(own, rows[1]))
        only_pawns = board.occupied == board.kings | board.pawns and len(board.piece_map()) == 4
        if only_pawns and board.is_valid() and move in board.legal_moves:
            board.push(move)
            if board.ep_square is not None:
                yield board


def compare(game: ChessEnding, board: Any) -> None:
    """Compare the moves of a position and the positions after them."""
    state = FEN.state(game, board.fen(en_passant="fen"))
    expected = {}
    for move in board.legal_moves:
        name = board.san(move)
        board.push(move)
        expected[name] = board.fen().split()[:2]
        board.pop()
    after = {
        game.format_move(state, move): FEN.write(game, game.apply(state, move)).split()[:2]
        for move in game.moves(state)
    }
    assert after == expected, board.fen()
    if game.outcome(state) is not None and not game.is_dead[game.tier_of(state)]:
        assert (game.ending(state) == "checkmate") == board.is_checkmate()
        assert (game.ending(state) == "stalemate") == board.is_stalemate()


@pytest.mark.parametrize(
    ("men", "number"),  # 15 to 285 endings
    cases(quick=[(3, 1)], slow=[(4, 4)], release=[(5, 8)]),
)
def test_moves_of_random_positions(men: int, number: int) -> None:
    draw = random.Random(men)
    for material in materials(men):
        game = ChessEnding(material)
        for board in islice(positions(material, draw), number):
            compare(game, board)


@pytest.mark.parametrize("number", cases(quick=[5], slow=[100], release=[300]))
def test_pawns_are_taken_in_passing(number: int) -> None:
    game = ChessEnding("KPKP")
    taken = 0
    for board in islice(passed_pawns(random.Random(7)), number):
        compare(game, board)
        taken += board.has_legal_en_passant()
    assert taken > number // 2


def races(material: str, draw: random.Random) -> Iterator[Any]:
    """Yield random positions of racing kings, in which nobody is in check and Black's king has not arrived."""
    from chess.variant import RacingKingsBoard

    black = material.index("K", 1)
    while True:
        board = RacingKingsBoard(None)
        for i, (sign, square) in enumerate(zip(material, draw.sample(range(64), len(material)), strict=True)):
            board.set_piece_at(square, chess.Piece.from_symbol(sign if i < black else sign.lower()))
        board.turn = draw.random() < 0.5
        if (
            chess.square_rank(board.king(chess.BLACK)) < 7
            and not board.is_check()
            and not board.was_into_check()
        ):
            yield board


@pytest.mark.parametrize(
    ("material", "number"), cases(quick=[("KRK", 5)], slow=[("KQKR", 300), ("KBNKR", 300)])
)
def test_moves_of_racing_kings(material: str, number: int) -> None:
    game = ChessVariant(material, men="", race=8)
    for board in islice(races(material, random.Random(number)), number):
        if not board.is_variant_end():
            state = VARIANT_FEN.state(game, board.fen())
            assert sorted(game.uci(state, move) for move in game.moves(state)) == sorted(
                move.uci() for move in board.legal_moves
            ), board.fen()


@pytest.mark.parametrize("material", cases(release=["KRK", "KQK"]))
def test_values_of_racing_kings_follow_from_the_rules_of_python_chess(material: str) -> None:
    game = ChessVariant(material, men="", race=8)
    solution = gamekit.solve(game)

    def worth(board: Any) -> int:
        value = solution[VARIANT_FEN.state(game, board.fen())].value
        return {Value.WIN: 1, Value.LOSS: -1}.get(value, 0)

    for board in islice(races(material, random.Random(1)), 2000):
        if board.is_variant_end():
            expected = board.is_variant_win() - board.is_variant_loss()
        else:
            after = []
            for move in board.legal_moves:
                board.push(move)
                after.append(-worth(board))
                board.pop()
            expected = max(after, default=0)
        assert worth(board) == expected, board.fen()


@pytest.mark.skipif(GAVIOTA is None, reason="GAVIOTA_TABLES names no folder")
@pytest.mark.parametrize("material", cases(slow=["KRK"], release=["KQK", "KPK", "KKR"]))
def test_mates_are_those_of_gaviota(material: str) -> None:
    from chess import gaviota

    solution = gamekit.solve(ChessEnding(material), backend="compiled")
    signs = {Value.WIN: 1, Value.LOSS: -1}
    with gaviota.open_tablebase(str(Path(GAVIOTA or ""))) as tables:
        for verdict in solution:
            board = chess.Board(FEN.write(solution.game, verdict.state))
            if len(board.piece_map()) == 2 or board.is_checkmate():  # its tables say 0 of both
                continue
            assert tables.probe_dtm(board) == signs.get(verdict.value, 0) * (verdict.remoteness or 0)
