"""Each sentence of an explanation is read again, and what it asserts is found out from the game by brute force."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.graph_game import GraphGame
from support.naive import naive_results

import gamekit
from gamekit import Explanation, Solution, UnsupportedError
from gamekit.analysis.explanation import Reply, Step, departure

PAYOFFS = [(-1, 1), (-1, 0, 1), (-3, -2, -1, 0, 1, 2, 3), (1, 2, 5), (-5, -2, -1), (0,), (-2, 0, 2)]
ENDLESS = [0, 0, 0, -1, 1, -2, 2, -4, 4, 9, -9]


@st.composite
def games(draw: st.DrawFn, limited: bool) -> GraphGame:
    size, players = draw(st.integers(1, 7)), draw(st.integers(1, 2))
    payoffs = draw(st.sampled_from(PAYOFFS))
    row = st.lists(st.integers(0, size - 1), max_size=3, unique=True).map(tuple)
    return GraphGame(
        edges=tuple(draw(row) for _ in range(size)),
        mover=tuple(draw(st.integers(0, players - 1)) for _ in range(size)),
        payoff=tuple(draw(st.sampled_from(payoffs)) for _ in range(size)),
        worth_of_infinity=draw(st.sampled_from(ENDLESS)),
        number_of_players=players,
        turn_limit=draw(st.integers(0, 6)) if limited else None,
    )


@attrs.frozen
class Facts:
    """What is true of a state with some plies left."""

    game: GraphGame
    state: int
    left: int | None
    payoff: int
    plies: int | None

    @property
    def player(self) -> int:
        return self.game.mover[self.state]

    @property
    def is_alone(self) -> bool:
        return self.game.number_of_players == 1

    @property
    def children(self) -> list[Facts]:
        left = None if self.left is None else self.left - 1
        return [facts_of(self.game, child, left) for child in self.game.edges[self.state]]

    def gain(self, payoff: int, player: int | None = None) -> int:
        """Return a payoff as a player sees it: the one to move by default."""
        return -payoff if (self.player if player is None else player) else payoff

    def forces(self, player: int, good: Callable[[int], bool]) -> bool:
        """Return whether a player can force an end with a good payoff in time."""
        edges, states = self.game.edges, range(len(self.game.edges))
        won = {i for i in states if not edges[i] and good(self.gain(self.game.payoff[i], player))}
        for _ in states if self.left is None else range(self.left):
            some = {True: any, False: all}
            won |= {
                i
                for i in states
                if edges[i] and some[self.game.mover[i] == player](child in won for child in edges[i])
            }
        return self.state in won

    def ends_after(self, plies: int) -> set[int]:
        """Return the payoffs of the ends that lie at this distance, as the lone player can reach them."""
        here = {self.state}
        for _ in range(plies):
            here = {child for state in here for child in self.game.edges[state]}
        return {self.game.payoff[state] for state in here if not self.game.edges[state]}


def facts_of(game: GraphGame, state: int, left: int | None) -> Facts:
    arena = gamekit.explore(attrs.evolve(game, turn_limit=None), start=state)
    payoff, plies = naive_results(arena)[arena.root]
    if plies is not None and left is not None and plies > left:
        payoff, plies = game.worth_of_infinity, None
    return Facts(game, state, left, payoff, plies)


# --- what each sentence asserts ---------------------------------------------------------------------------------


def wins(facts: Facts, name: str, plies: str, _: str, points: str | None) -> bool:
    is_first = name == "Ann"
    return (facts.payoff, facts.plies) == ((1 if is_first else -1) * int(points or 1), int(plies))


def wins_without_end(facts: Facts, name: str, _: str, points: str | None) -> bool:
    return (facts.payoff, facts.plies) == ((1 if name == "Ann" else -1) * int(points or 1), None)


def solvable(facts: Facts, plies: str, _: str) -> bool:
    return facts.is_alone and (facts.payoff, facts.plies) == (1, int(plies))


def unsolvable(facts: Facts) -> bool:
    return facts.is_alone and not facts.forces(0, lambda payoff: payoff > 0) and facts.payoff < 0


HEADS: dict[str, Callable[..., bool]] = {
    r"(\w+) wins in (\d+) pl(?:y|ies)(, by (\d+))?": wins,
    r"(\w+) wins by endless play(, by (\d+))?": wins_without_end,
    r"solvable in (\d+) (move|moves)": solvable,
    r"unsolvable": unsolvable,
    r"a draw by endless play": lambda facts: (facts.payoff, facts.plies) == (0, None),
    r"a tie in (\d+) pl(?:y|ies)": lambda facts, plies: (facts.payoff, facts.plies) == (0, int(plies)),
}


def is_in_time(facts: Facts, in_time: str | None) -> bool:
    return (in_time is not None) == (facts.left is not None)


def neither_forces(facts: Facts, in_time: str | None) -> bool:
    """Neither prefers endless play to any end that it can force: an end that pays as much is better than none."""
    can = [facts.forces(player, lambda gain: gain >= 0) for player in (0, 1)]
    return is_in_time(facts, in_time) and not facts.is_alone and not any(can)


def awarded(facts: Facts, name: str) -> bool:
    infinity = facts.game.worth_of_infinity
    return facts.payoff == infinity and (infinity > 0) == (name == "Ann") and infinity != 0


def awarded_and_not_forced(facts: Facts, name: str, in_time: str | None) -> bool:
    def is_better(player: int) -> bool:
        worth = facts.gain(facts.game.worth_of_infinity, player)
        return facts.forces(player, lambda gain: gain > worth or gain == worth > 0)

    is_so = awarded(facts, name) and is_in_time(facts, in_time) and not facts.is_alone
    return is_so and not is_better(0) and not is_better(1)


def no_end_as_good(facts: Facts, _: str | None, name: str | None, in_time: str | None) -> bool:
    worth = facts.game.worth_of_infinity
    is_so = is_in_time(facts, in_time) and facts.is_alone and (worth == 0 or awarded(facts, name or ""))
    return is_so and (name is None) == (worth == 0) and not facts.forces(0, lambda payoff: payoff >= worth)


def no_way_to_the_goal(facts: Facts, in_time: str | None) -> bool:
    return (
        facts.is_alone
        and is_in_time(facts, in_time)
        and facts.payoff < 0
        and not facts.forces(0, lambda payoff: payoff > 0)
    )


def no_line(facts: Facts, shorter: str) -> bool:
    assert facts.plies is not None
    longest = facts.plies + 2 * len(facts.game.edges)
    others = range(facts.plies) if shorter == "shorter" else range(facts.plies + 1, longest)
    found = [facts.ends_after(plies) for plies in others]
    return facts.is_alone and not any(payoff >= facts.payoff for ends in found for payoff in ends)


def wins_against_every_reply(facts: Facts) -> bool:
    if facts.gain(facts.game.worth_of_infinity) > 0:  # then endless play is a win, too
        return not facts.is_alone and not facts.forces(1 - facts.player, lambda gain: gain >= 0)
    return not facts.is_alone and facts.forces(facts.player, lambda gain: gain > 0)


def every_move_loses(facts: Facts, name: str, merit: str) -> bool:
    assert facts.plies is not None
    results = [(facts.gain(child.payoff), child.plies) for child in facts.children]
    is_so = not facts.is_alone and name == facts.game.players[facts.player] and max(results)[0] < 0
    worth = facts.gain(facts.payoff)
    best = [plies for gain, plies in results if gain >= worth]
    every = [plies for _, plies in results]
    if merit == "does better":
        return is_so and all(plies is None or plies + 1 >= facts.plies for plies in best)
    considered = best if merit.startswith("that loses as little") else every
    return is_so and all(plies is not None and plies + 1 <= facts.plies for plies in considered)


IN_TIME = "( within the turn limit)?"
REASONS: dict[str, Callable[..., bool]] = {
    f"neither side can force an end that it likes better{IN_TIME}; whoever leaves the line below gains nothing": (
        neither_forces
    ),
    f"the rules award it to (\\w+), and nobody can force an end that they like better{IN_TIME}": awarded_and_not_forced,
    f"(the rules award it to (\\w+), and )?no end as good can be reached{IN_TIME}": no_end_as_good,
    f"no move leads to the goal{IN_TIME}": no_way_to_the_goal,
    "neither side can do better than an end that nobody wins": lambda facts: (
        not facts.is_alone and not facts.payoff
    ),
    "no line does better": lambda facts: facts.is_alone and facts.payoff == 0,
    "no (shorter|longer) line does as well": no_line,
    "some move wins against every reply": wins_against_every_reply,
    "every move of (\\w+) loses, and none (does better|takes longer|that loses as little takes longer)": (
        every_move_loses
    ),
}


def only(facts: Facts, after: Facts, sooner: str, *_: Any) -> bool:
    """Return whether a move gets less, or as much later ("only"); or as much, sooner than need be ("already")."""
    gain, least = facts.gain(facts.payoff), facts.gain(after.payoff)
    if sooner == "only" and least < gain:
        return True
    assert facts.plies is not None
    later = after.plies is None or after.plies + 1 > facts.plies
    return least == gain and later == (sooner == "only")


def outlook_is(word: str) -> Callable[..., bool]:
    def holds(
        facts: Facts,
        after: Facts,
        sooner: str | None,
        how: str | None = None,
        _: Any = None,
        points: Any = None,
    ) -> bool:
        gain = facts.gain(after.payoff)
        sign = {"win": 1, "lose": -1, "tie": 0, "draw": 0}[word]
        plies = None if how is None or "endless" in how else int(how.split()[-1]) - 1
        is_so = (
            (gain > 0) - (gain < 0) == sign and after.plies == plies and abs(gain) == int(points or abs(sign))
        )
        return is_so and (sooner is None or only(facts, after, sooner))

    return holds


def opponent(facts: Facts, after: Facts, name: str, threat: str, how: str, _: Any, points: Any) -> bool:
    is_over = not facts.game.edges[after.state]
    is_bad = facts.gain(facts.payoff) >= 0 and name != facts.game.players[facts.player]
    return is_bad and is_over == (threat == "wins") and outlook_is("lose")(facts, after, None, how, _, points)


HOW = r"( by endless play| in \d+)"
SCORE = "(, by (\\d+))?"
DEPARTURES: dict[str, Callable[..., bool]] = {
    f"(only|already) wins{HOW}{SCORE}": outlook_is("win"),
    f"(only|already) ties{HOW}": outlook_is("tie"),
    "(only|already) draws": outlook_is("draw"),
    f"()loses{HOW}{SCORE}": lambda facts, after, _, *found: outlook_is("lose")(facts, after, None, *found),
    "leads nowhere": lambda facts, after: after.plies is None and after.payoff < 0 and facts.is_alone,
    "is lost in (\\d+)": lambda facts, after, plies: (
        facts.is_alone and after.payoff < 0 and after.plies == int(plies) - 1
    ),
    "is as good": lambda facts, after: (
        after.payoff == facts.payoff and after.plies == (None if facts.plies is None else facts.plies - 1)
    ),
}
AGAINST = f"(\\w+) (wins|threatens to win){HOW}{SCORE}"


def holds(patterns: dict[str, Callable[..., bool]], text: str, *about: Any) -> bool:
    for pattern, asserted in patterns.items():
        if match := re.fullmatch(pattern, text):
            return asserted(*about, *match.groups())
    raise AssertionError(f"nobody knows what this asserts: {text}")


def check_summary(facts: Facts, summary: str) -> None:
    head, _, reason = summary.removesuffix(".").partition(": ")
    assert holds(HEADS, head, facts), summary
    assert holds(REASONS, reason, facts), summary


def check_departure(facts: Facts, after: Facts, step: Step, reply: Reply) -> None:
    text = departure(step, reply)
    if text.startswith("not "):
        assert holds({AGAINST: opponent}, text.split(": ")[1], facts, after), text
    else:
        assert holds(DEPARTURES, text.partition(": ")[0].partition(" ")[2], facts, after), text


def check_explanation(solution: Solution[Any, Any], state: int) -> None:
    game = solution.game
    explanation: Explanation = gamekit.explain(solution, state)
    facts = facts_of(game, state, game.turn_limit)
    if not game.edges[state]:
        assert explanation.summary.startswith("The game is over, and ")
        return
    if game.turn_limit != 0:
        check_summary(facts, explanation.summary)
    for number, step in enumerate(explanation.steps):
        left = None if game.turn_limit is None else game.turn_limit - number
        here = facts_of(game, int(step.state), left)
        for reply in step.replies[1:]:
            after = facts_of(game, int(reply.state), None if left is None else left - 1)
            assert here.gain(after.payoff) <= here.gain(here.payoff)  # who leaves the line gains nothing
            check_departure(here, after, step, reply)


@given(games(limited=False))
def test_what_explanations_assert_is_true(game: GraphGame) -> None:
    solution = gamekit.solve(game)
    for state in solution.states:
        check_explanation(solution, state)


@pytest.mark.slow
@settings(max_examples=25)
@given(games(limited=True))
def test_what_explanations_assert_is_true_within_a_turn_limit(game: GraphGame) -> None:
    try:
        solution = gamekit.solve(game)
    except UnsupportedError:
        assume(False)
        return
    for state in solution.states:
        check_explanation(solution, state)


@pytest.mark.release
@settings(max_examples=200)
@given(st.booleans().flatmap(lambda limited: games(limited)))
def test_what_many_explanations_assert_is_true(game: GraphGame) -> None:
    try:
        solution = gamekit.solve(game)
    except UnsupportedError:
        return
    for state in solution.states:
        check_explanation(solution, state)
