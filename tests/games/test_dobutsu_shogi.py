from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from gamekit.families.shogi_men import ShogiMen
from games.dobutsu_shogi import DobutsuShogi

State = tuple[int, ...]

LION, KINDS = 5, 5

CHICK = ".l./.../.C./.L., first to move"


def after(text: str, *moves: str) -> str:
    """Return the state that moves lead to, as text."""
    game = DobutsuShogi(text)
    state = game.initial_state()
    for move in moves:
        assert game.outcome(state) is None
        state = game.apply(state, game.parse_move(state, move))
    return game.format_state(state)


def moves(text: str) -> list[str]:
    game = DobutsuShogi(text)
    state = game.initial_state()
    return [ShogiMen.format_move(game, state, move) for move in game.moves(state)]


def positions_by_ply(game: DobutsuShogi, plies: int) -> list[int]:
    """Return how many positions are first met after 0, 1, 2 ... plies, from the mover's view and but for mirrors."""
    seen = {game.encode(game.initial_state())}
    layer, counts = [game.initial_state()], [1]
    for _ in range(plies):
        children = {}
        for state in layer:
            if game.outcome(state) is None:
                after = (game.apply(state, move) for move in game.moves(state))
                children.update({game.encode(child): child for child in after})
        layer = [child for code, child in children.items() if code not in seen]
        seen.update(children)
        counts.append(len(layer))
    return counts


# --- known answers ------------------------------------------------------------------------------------------

# Tetsuro Tanaka, "An Analysis of a Board Game “Doubutsu Shogi”", IPSJ SIG Technical Report 2009-GI-22: 246,803,167
# positions, in 99,485,568 of which the game goes on (56,474,473 won, 40,328,395 lost, 2,682,700 drawn), with 38 moves
# at most; the first player loses. The compiled rules were found to give just these figures, but a test run has no time
# for them. They lead along 938,587,130 edges, mirror images as one. Tanaka's game is lost in 78 plies, and the longest
# win takes 173, as the answer has it here.


def test_the_first_player_has_four_moves() -> None:  # Tanaka
    assert moves("gle/.c./.C./ELG, first to move") == ["Cb2xb3", "Lb1-a2", "Lb1-c2", "Gc1-c2"]


def test_moves_are_named_by_animals_and_read_by_letters_too() -> None:
    game = DobutsuShogi(".l./C../.../.L., C in hand, first to move")
    state = game.initial_state()
    for text, words in (
        ("Ca3-a4+", "chick a3-a4, becomes a hen"),
        ("C*c4", "drop chick on c4"),
        ("Lb1-a2", "lion b1-a2"),
    ):
        assert game.format_move(state, game.parse_move(state, text)) == words
        assert game.parse_move(state, words) == game.parse_move(state, text)
    with pytest.raises(InputError, match="'Ca3xb4' is not a move"):
        game.parse_move(state, "Ca3xb4")


def test_positions_by_ply() -> None:  # found with both backends
    assert positions_by_ply(DobutsuShogi(), plies=5) == [1, 4, 17, 82, 447, 1_960]


@pytest.mark.parametrize(
    ("setup", "positions", "value", "remoteness", "longest"),
    [  # by search
        (CHICK, 1_440, Value.WIN, 5, 19),
        (".l./.../.../GL., first to move", 758, Value.WIN, 5, 14),
        (".l./.../.../EL., first to move", 769, Value.WIN, 5, 14),
        pytest.param("gl./.../.../.LG, first to move", 6_977, Value.DRAW, None, 15, marks=pytest.mark.slow),
    ],
)
def test_endgames(setup: str, positions: int, value: Value, remoteness: int | None, longest: int) -> None:
    game = DobutsuShogi(setup)
    solution = gamekit.solve(game)
    assert (solution.root.value, solution.root.remoteness) == (value, remoteness)
    assert len({game.encode(state) for state in solution.states}) == positions
    assert max(verdict.remoteness or 0 for verdict in solution) == longest


class UntilTaken(DobutsuShogi):
    """The same game, played on until the lion is taken, which goes to no hand."""

    def outcome(self, state: State) -> int | None:
        turn = state[-1]
        if LION not in state[:12] or LION + KINDS not in state[:12]:
            return 1 if turn == 1 else -1
        other_lion = state.index(LION + KINDS * (1 - turn))
        can_take = any(move[1] == other_lion and move[0] < 12 for move in self.moves(state))
        return None if can_take else super().outcome(state)


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param(CHICK, marks=pytest.mark.slow),
        ".l./.../.../GL., first to move",
        pytest.param("e.l/.../.../.L., first to move", marks=pytest.mark.slow),
    ],
)
def test_the_answer_counts_the_taking_of_the_lion(setup: str) -> None:
    game = DobutsuShogi(setup)
    solution, longer = gamekit.solve(game), gamekit.solve(UntilTaken(setup))
    differs = 0
    for verdict in solution:
        truth = longer[verdict.state]
        answer = solution.starting_from(verdict.state).answer
        assert (answer["winner"], answer["plies"]) == (truth.winner, truth.remoteness)
        differs += truth.remoteness != verdict.remoteness
    assert differs
    wins = [longer[verdict.state].remoteness for verdict in solution if verdict.value is Value.WIN]
    assert solution.answer["longest win"] == max(wins)


# --- the rules ----------------------------------------------------------------------------------------------


def test_how_the_pieces_step() -> None:
    assert moves("..l/.../.L./..., first to move") == [
        *("Lb2-a3", "Lb2-b3", "Lb2-c3", "Lb2-a2", "Lb2-c2", "Lb2-a1", "Lb2-b1", "Lb2-c1")
    ]
    pieces = {"G": ["b3", "a2", "c2", "b1"], "E": ["a3", "c3", "a1", "c1"], "C": ["b3"]}
    pieces["H"] = ["a3", "b3", "c3", "a2", "c2", "b1"]
    for piece, ends in pieces.items():
        listed = moves(f"..l/.../.{piece}./L.., first to move")
        assert [move for move in listed if move[0] == piece] == [
            f"{piece}b2-{end}" for end in ends if end != "a1"
        ]
        listed = moves(f"..L/.{piece.lower()}./.../l.., second to move")  # the same from the other side
        turned = [f"{'cba'['abc'.index(end[0])]}{5 - int(end[1])}" for end in reversed(ends)]
        assert [move[-2:] for move in listed if move[0] == piece] == [end for end in turned if end != "a1"]


def test_a_piece_that_is_taken_changes_hands() -> None:
    assert after("gle/.c./.C./ELG, first to move", "Cb2xb3") == "gle/.C./.../ELG, C in hand, second to move"
    assert after("gle/.C./.../ELG, C in hand, second to move", "Ec4xb3") == (
        "gl./.e./.../ELG, Cc in hand, first to move"
    )


def test_a_chick_becomes_a_hen_where_it_moves_to_the_last_row_and_a_chick_again_where_it_is_taken() -> None:
    assert after(".l./C../.../.L., first to move", "Ca3-a4+") == "Hl./.../.../.L., second to move"
    assert after("Hl./.../.../.L., second to move", "Lb4xa4") == "l../.../.../.L., c in hand, first to move"
    assert after(".l./.../c../G.L, second to move", "Ca2xa1+") == ".l./.../.../h.L, g in hand, first to move"


def test_a_chick_that_is_dropped_on_the_last_row_stays_there_as_a_chick() -> None:
    assert after("..l/.../.../.L., C in hand, first to move", "C*a4") == "C.l/.../.../.L., second to move"
    assert not [move for move in moves("C.l/.../.../.L., first to move") if move[0] == "C"]


def test_pieces_are_dropped_on_free_squares() -> None:
    state = "gle/.../.../ELG, CC in hand, first to move"
    assert [move for move in moves(state) if "*" in move] == ["C*a3", "C*b3", "C*c3", "C*a2", "C*b2", "C*c2"]
    assert after(state, "C*b2") == "gle/.../.C./ELG, C in hand, second to move"


@pytest.mark.parametrize(
    ("state", "outcome"),
    [
        (".l./.C./.../.L., first to move", 1),  # the lion can be taken
        (".l./.c./.L./..., first to move", None),
        (".l./.c./.L./..., second to move", -1),
        ("L.l/.../.../..., second to move", 1),  # on the last row, out of reach
        ("Ll./.../.../..., second to move", -1),  # where it can be taken
        ("..L/.../.../l.., first to move", -1),
        ("LGE/CC./..l/..., first to move", -1),  # no move
        ("LGE/CC./..l/..., E in hand, first to move", None),
    ],
)
def test_how_it_ends(state: str, outcome: int | None) -> None:
    game = DobutsuShogi(state)
    assert game.outcome(game.initial_state()) == outcome


def test_mirror_images_are_alike() -> None:
    game = DobutsuShogi()
    for player in ("first", "second"):
        for board in ("elg/.c./.C./GLE", "gle/.c./.C./ELG"):
            state = game.parse_state(f"{board}, {player} to move")
            assert game.format_state(game.canonical_state(state)) == f"elg/.c./.C./GLE, {player} to move"


# --- compiled rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "setup",
    cases(
        slow=[".l./.../.../.L., first to move"],
        release=[CHICK],
    ),
)
def test_the_backends_agree(setup: str) -> None:
    assert_backends_agree(DobutsuShogi(setup))


@pytest.mark.release
def test_the_backends_agree_with_two_pieces() -> None:
    game = DobutsuShogi("gl./.../.../.LE, first to move")
    assert_backends_agree(game, gamekit.explore(game).states[::5])


@pytest.mark.release
def test_the_backends_agree_here_and_there() -> None:
    game, random, states = DobutsuShogi(), Random(0), set()
    for _ in range(8):
        state: State = game.initial_state()
        for _ in range(50):
            children = [game.apply(state, move) for move in game.moves(state)]
            states.update([state, *children[:2]])
            going_on = [child for child in children if game.outcome(child) is None]
            if not going_on:
                break
            state = random.choice(going_on)
    assert len(states) > 500
    assert_backends_agree(game, states)


def test_decoding_gives_the_position_with_the_first_player_to_move() -> None:
    game = DobutsuShogi()
    state = game.parse_state("g.e/lc./.C./ELG, second to move")
    text = game.format_state(game.decode(game.encode(state)))
    assert text in ("gle/.c./.CL/E.G, first to move", "elg/.c./LC./G.E, first to move")


# --- parameters ---------------------------------------------------------------------------------------------

EXAMPLE = "a state reads like '.../.../.../..., C in hand, first to move'; this one is"


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (3, "setup must be a state, as text; it is 3"),
        ("", f"{EXAMPLE} ''"),
        ("gle/.c./.C./ELG", f"{EXAMPLE} 'gle/.c./.C./ELG'"),
        (
            "gle/.c./.C./EL, first to move",
            "a board must be 4 rows of 3 squares, each one of .CEGHLceghl, as in '.../.../.../...'; this is "
            "'gle/.c./.C./EL'",
        ),
        (
            "g.e/.c./.C./ELG, first to move",
            "setup must have one lion of each player on the board; it is 'g.e/.c./.C./ELG, first to move'",
        ),
        (
            "gle/.c./.C./ELG, h in hand, first to move",
            "a hand must have at most 2 of each of CEGceg, or be '-'; this is 'h'",
        ),
        (
            "gle/.c./.C./ELG, C, first to move",
            f"{EXAMPLE} 'gle/.c./.C./ELG, C, first to move'",
        ),
        (
            "gle/.c./.C./ELG, C in hand, first to move",
            "setup must have at most two chicks and hens, two elephants, two giraffes; "
            "it is 'gle/.c./.C./ELG, C in hand, first to move'",
        ),
    ],
)
def test_setups_are_checked(setup: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        DobutsuShogi(setup)
    assert str(error.value) == message


# --- for people ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_notation() -> None:
    check_notation(DobutsuShogi(CHICK))


def test_hands_are_read_in_any_order() -> None:
    game = DobutsuShogi()
    state = game.parse_state(".l./.c./.../.LG,  geEC  in hand, second to move")
    assert game.format_state(state) == ".l./.c./.../.LG, CEeg in hand, second to move"


def test_states_have_the_pieces_of_the_setup() -> None:
    with pytest.raises(InputError) as error:
        DobutsuShogi(CHICK).parse_state(".l./.../.G./.L., first to move")
    assert str(error.value) == (
        "a state must have the same pieces as the setup, '.l./.../.C./.L., first to move', on the board or in hand; "
        "this one is '.l./.../.G./.L., first to move'"
    )


@pytest.mark.release
def test_pictures() -> None:
    game = DobutsuShogi(CHICK)
    check_pictures(game)
    state = game.parse_state(".l./.../.../.L., c in hand, first to move")
    assert game.render(state).splitlines() == [
        "4 . l .",
        "3 . . .",
        "2 . . .",
        "1 . L .",
        "  a b c",
        "in hand: c",
    ]
    drawing = game.svg(state)
    assert (
        drawing.count("<rect") == 12 + 1 + 6
    )  # squares, their frame, and two hands with a place for each kind
    assert drawing.count("<text") == 4 + 3 + 3  # rows, columns, and two lions with a chick in hand


def test_animals_show_how_they_step() -> None:
    looks = DobutsuShogi().looks
    assert (looks["C"], looks["c"]) == ("yellow cube 'chick' ↑", "blue cube 'chick' ↓")
    assert looks["g"] == "blue cube 'giraffe' ↓→←↑"
