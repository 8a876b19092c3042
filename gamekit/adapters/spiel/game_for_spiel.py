"""`as_open_spiel`: a game of gamekit as a game of OpenSpiel's in Python."""

from __future__ import annotations

import graphlib
import hashlib
import json
import re
from collections.abc import Hashable, Mapping, Sequence
from typing import Any, Final

import attrs

from gamekit.adapters.spiel.names import GAMEKITS
from gamekit.errors import UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.fingerprint import name_of, parameters_of
from gamekit.game.limits import DEFAULT_MAX_STATES, too_many_states
from gamekit.game.optional import importing
from gamekit.game.protocol import Game
from gamekit.game.values import endless_payoff, turn_limit

with importing("pyspiel", "games of OpenSpiel need", "open_spiel"):
    import pyspiel

_registered: Final = dict[str, int]()
"""How many states each game has that was registered, by name: OpenSpiel takes each name once."""


def as_open_spiel(
    game: Game[Any, Any], *, max_length: int | None = None, max_states: int = DEFAULT_MAX_STATES
) -> Any:
    """Return a game as a `pyspiel.Game`, registered with OpenSpiel under `gamekit_` and its name.

    Actions are the texts of the game's moves, numbered in alphabetical order. OpenSpiel needs to know all of them, so
    this lists the states that play reaches.

    Args:
        game: the rules.
        max_length: the number of moves after which play ends as infinite play does; by default, the turn limit of the
            rules, or the length of the longest play. A game that can repeat needs it.
        max_states: the largest number of states to list.

    Raises:
        UnsupportedError: play may go on for ever, and no `max_length` is given; or OpenSpiel is not installed.
        LimitError: there are more than `max_states` states.
        RulesError: the game breaks a promise.

    ```python
    import pyspiel
    from games.nim import Nim

    nim = gamekit.adapters.as_open_spiel(Nim(heaps=(1, 2)))
    state = nim.new_initial_state()
    print(state.legal_actions(), nim.get_type().short_name)
    ```
    """
    most_plies = max_length if max_length is not None else turn_limit(game)
    name = _name_of(game, most_plies)
    if name not in _registered:
        facts = _facts(game, most_plies, max_states)
        _register(facts, name)
        _registered[name] = facts.states
    elif _registered[name] > max_states:
        raise too_many_states(name_of(game), max_states)
    return pyspiel.load_game(name)


@attrs.frozen(eq=False)
class Facts:
    """What OpenSpiel needs to know of a game beforehand.

    Attributes:
        rules: the rules, checked.
        states: how many states play reaches.
        texts: the texts of all moves, in the order of their numbers as actions.
        numbers: the number of each text.
        payoffs: the least and the largest payoff.
        length: the number of moves after which play has ended.
    """

    rules: Rules[Any, Any]
    states: int
    texts: Sequence[str]
    numbers: Mapping[str, int]
    payoffs: tuple[int, int]
    length: int

    def __deepcopy__(self, _memo: object) -> Facts:
        return self  # OpenSpiel copies states with all that they have


@attrs.frozen
class Here:
    """The state of gamekit's at which a state of OpenSpiel's is; it never changes, so copies share it."""

    state: Hashable

    def __deepcopy__(self, _memo: object) -> Here:
        return self


def _facts(game: Game[Any, Any], max_length: int | None, max_states: int) -> Facts:
    rules = Rules(game)
    start = rules.initial_state_as_given()
    texts, payoffs, before = set[str](), {endless_payoff(game)}, dict[Any, list[Any]]()
    left, met = [start], {start}
    for state in left:
        payoff = rules.outcome(state)
        if payoff is not None:
            payoffs.add(payoff)
            continue
        for move in rules.moves(state):
            texts.add(str(game.format_move(state, move)))
            child = rules.child(state, move)
            before.setdefault(child, []).append(state)
            if child not in met:
                met.add(child)
                left.append(child)
        if len(met) > max_states:
            raise too_many_states(rules.name, max_states)
    ordered = sorted(texts)
    length = _longest(before, rules) if max_length is None else max_length
    numbers = {text: i for i, text in enumerate(ordered)}
    return Facts(rules, len(met), ordered, numbers, (min(payoffs), max(payoffs)), length)


def _longest(before: dict[Any, list[Any]], rules: Rules[Any, Any]) -> int:
    """Return the length of the longest play, where `before` has the states before each state."""
    try:
        ordered = [*graphlib.TopologicalSorter(before).static_order()]
    except graphlib.CycleError as error:
        raise UnsupportedError(
            f"in OpenSpiel, every play must end, and {rules.name} can go on for ever, as from "
            f"{rules.in_brief(error.args[1][0])}; max_length says after how many moves it ends"
        ) from error
    plies: dict[Any, int] = {}
    for state in ordered:
        plies[state] = 1 + max((plies[parent] for parent in before.get(state, ())), default=-1)
    return max(plies.values(), default=0)


def _name_of(game: Game[Any, Any], max_length: int | None) -> str:
    identity = json.dumps([name_of(game), parameters_of(game), max_length], sort_keys=True)
    short = re.sub(r"\W+", "_", name_of(game).rpartition(":")[2])
    return f"{GAMEKITS}{short}_{hashlib.sha256(identity.encode()).hexdigest()[:8]}"


def _register(facts: Facts, name: str) -> None:
    """Register a class of games with OpenSpiel under a name."""
    game = facts.rules.game
    players = len(game.players)
    kind = pyspiel.GameType(
        short_name=name,
        long_name=f"{name_of(game)} of gamekit",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if players == 2 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    least, most = facts.payoffs
    largest = max(abs(least), abs(most))
    info = pyspiel.GameInfo(
        num_distinct_actions=max(len(facts.texts), 1),
        max_chance_outcomes=0,
        num_players=players,
        min_utility=float(-largest if players == 2 else least),
        max_utility=float(largest if players == 2 else most),
        utility_sum=0.0 if players == 2 else None,
        max_game_length=max(facts.length, 1),
    )

    class GamekitGame(pyspiel.Game):  # type: ignore[misc]
        """A game of gamekit's in OpenSpiel."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> GamekitState:
            return GamekitState(self, facts)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TextObserver:
            return TextObserver()

    pyspiel.register_game(kind, GamekitGame)


class GamekitState(pyspiel.State):  # type: ignore[misc]
    """A state of a game of gamekit's in OpenSpiel."""

    def __init__(self, game: Any, facts: Facts) -> None:
        """Begin at the game's initial state."""
        super().__init__(game)
        self._facts = facts
        self._here = Here(facts.rules.initial_state_as_given())
        self._made = 0

    @property
    def rules(self) -> Rules[Any, Any]:
        """The rules of the game, checked."""
        return self._facts.rules

    @property
    def gamekit_state(self) -> Any:
        """The state in gamekit, as its rules give it."""
        return self._here.state

    def action_of(self, move: Any) -> int:
        """Return the number of a move of gamekit's that is made here."""
        return self._facts.numbers[str(self._facts.rules.game.format_move(self.gamekit_state, move))]

    def current_player(self) -> int:
        """Return the index of the player to move, or OpenSpiel's mark of an end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self._facts.rules.mover(self.gamekit_state)

    def is_terminal(self) -> bool:
        """Return whether the game is over, or has come to its greatest length."""
        return self._payoff() is not None

    def returns(self) -> list[float]:
        """Return the payoff to each player; 0 before the end."""
        payoff = float(self._payoff() or 0)
        return [payoff, -payoff][: len(self._facts.rules.game.players)]

    def _payoff(self) -> int | None:
        payoff = self._facts.rules.outcome(self.gamekit_state)
        if payoff is None and self._made >= self._facts.length:
            return endless_payoff(self._facts.rules.game)
        return payoff

    def _legal_actions(self, _player: int) -> list[int]:
        return sorted(self.action_of(move) for move in self._facts.rules.moves(self.gamekit_state))

    def _apply_action(self, action: int) -> None:
        rules, state = self._facts.rules, self.gamekit_state
        move = next(move for move in rules.moves(state) if self.action_of(move) == action)
        self._here = Here(rules.child(state, move))
        self._made += 1

    def _action_to_string(self, _player: int, action: int) -> str:
        return self._facts.texts[action]

    def __str__(self) -> str:
        return str(self._facts.rules.game.format_state(self.gamekit_state))


class TextObserver:
    """An observer of OpenSpiel's that gives the text of a state; there are no tensors."""

    def __init__(self) -> None:
        """Make an observer without a tensor."""
        import numpy as np

        self.tensor = np.zeros(0, np.float32)
        self.dict: dict[str, Any] = {}

    def set_from(self, state: Any, player: int) -> None:
        """Do nothing, because there is no tensor to fill."""

    def string_from(self, state: Any, player: int) -> str:
        """Return the text of a state, which both players see."""
        return str(state)
