"""Rulesets by their names as games: for every verb, in tables, in other processes, and on the page."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import attrs
import pytest
from support.command import assert_refused, call, plugins

import gamekit
from gamekit.cgt import ImpartialRuleset, as_game, load_ruleset
from gamekit.cgt.registry import RULESETS
from gamekit.errors import InputError, PluginError
from gamekit.game.fingerprint import Identity, game_of, name_of
from gamekit.game.registry import GAMES, adapted_names, game_class, load_game, registered, summary


class Own(ImpartialRuleset[int]):
    """Nothing can be done."""

    def start(self) -> int:
        return 0

    def options(self, position: int) -> list[int]:
        return []


def test_every_ruleset_is_a_game() -> None:
    names = adapted_names(GAMES)
    rulesets = registered(RULESETS)
    assert [name.removesuffix("-ruleset") for name in names] == list(rulesets)
    assert "nim-ruleset" in names
    assert not set(names) & set(registered(GAMES))
    for name in ("nim-ruleset", "domineering", "sum", "cram"):
        game = load_game(name)
        players = ("Left", "Right") if name == "domineering" else ("first", "second")
        assert (name_of(game), game.players) == (name, players)
        saved = Identity.of(game, with_codes=False)
        assert game_of(saved, "it is", with_codes=False) == game == pickle.loads(pickle.dumps(game))
        assert summary(type(game)) == summary(type(load_ruleset(name.removesuffix("-ruleset"))))


def test_turn_and_convention_are_parameters() -> None:
    ruleset = load_ruleset("kayles", [4, 1])
    for first in ("left", "right"):
        for play in ("normal", "misere"):
            game = load_game("kayles", {"rows": [4, 1], "first": first, "play": play})
            same = as_game(ruleset, first=first, play=play)  # type: ignore[arg-type]
            assert gamekit.solve(game).root == gamekit.solve(same).root
    with pytest.raises(InputError, match="first must be left or right; it is 'up'"):
        load_game("kayles", {"first": "up"})
    with pytest.raises(InputError, match="play must be normal or misere; it is 3"):
        game_class("kayles")(play=3)
    with pytest.raises(InputError, match="a board has the signs"):
        load_game("clobber", {"board": "?"})


def test_a_finished_game_says_who_cannot_move() -> None:
    game = as_game(load_ruleset("nim", [1]))
    end = game.apply(game.initial_state(), (0,))
    assert game.outcome(end) == 1
    assert game.ending(end) == "second cannot move"


def test_a_ruleset_may_not_have_these_parameters_itself() -> None:
    @attrs.frozen
    class First(Own):
        first: int = 3

    with (
        plugins(rulesets={"first": First}),
        pytest.raises(PluginError, match="rename its parameter 'first'"),
    ):
        game_class("first")


def test_the_verbs_take_rulesets(tmp_path: Path) -> None:
    solved = call("solve", "kayles", "--play", "misere", "--first", "right", "--json").json
    assert solved["parameters"] == {"heaps": [10], "first": "right", "play": "misere"}
    assert solved["verified"]
    folder = str(tmp_path / "table")
    assert call("solve", "clobber", "--save", folder).status == 0
    assert call("verify", folder).status == 0
    assert call("probe", folder, "--json").json["game"] == "clobber"
    assert call("check", "toads-and-frogs").status == 0
    assert call("info", "sum").out.startswith("sum, a ruleset\n")
    assert call("explain", "domineering").status == 0
    assert call("play", "kayles", "--as", "nobody").status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("solve", "nim", "--play", "misere"),
            "--play is for rulesets, and nim is a game with a turn of its own",
        ),
        (("solve", "domneering"), "no game is called 'domneering'; did you mean 'domineering'?"),
    ],
)
def test_refusals(arguments: tuple[str, ...], message: str) -> None:
    assert_refused(call(*arguments), message)


# --- the ruleset of sums ------------------------------------------------------------------------------------------


def test_a_sum_by_names() -> None:
    summands = ["clobber:xo", {"ruleset": "octal", "parameters": {"code": "0.07"}, "position": "6"}]
    source = json.dumps({"summands": summands})
    found = call("value", "sum", "--input", "-", "--json", stdin=source).json
    assert (found["value"], found["parameters"]) == ("*2", {"summands": [summands[0], summands[1]]})
    assert call("sum", "--input", "-", "--json", stdin=source).json["value"] == "*2"
    assert call("solve", "sum", "--input", "-", "--json", stdin=source).json["winner"] == "Left"


@pytest.mark.parametrize(
    ("summands", "message"),
    [
        ([], "summands must name at least one position; there is none"),
        (["nym:3"], "no ruleset is called 'nym'; did you mean 'nim'?"),
        (["sum"], "summands[0]: a summand must not be a sum itself; name the summands of that sum instead"),
        ([3], "summands[0] must be text or an object; it is 3"),
        ([{"rulset": "nim"}], "summands[0] has no parameter 'rulset'; did you mean 'ruleset'?"),
        ([{"ruleset": "nim", "position": 3}], "summands[0].position must be text; it is 3"),
    ],
)
def test_bad_summands(summands: list[object], message: str) -> None:
    assert_refused(call("solve", "sum", "--input", "-", stdin=json.dumps({"summands": summands})), message)
