"""Reasons why gamekit cannot solve an OpenSpiel game."""

from __future__ import annotations

from typing import Any


def refusal(kind: Any) -> str | None:
    """Return why gamekit cannot solve games of a type, as the end of "... because it"; None if it can.

    Args:
        kind: a `pyspiel.GameType`.
    """
    if kind.dynamics != kind.Dynamics.SEQUENTIAL:
        return "lets the players move at the same time"
    if kind.chance_mode != kind.ChanceMode.DETERMINISTIC:
        return "has chance in it, such as dice or cards"
    if kind.information != kind.Information.PERFECT_INFORMATION:
        return "hides information from a player"
    return None


def refusal_of_payoffs(kind: Any, players: int) -> str | None:
    """Return why gamekit cannot solve a game of a type for a number of players, as `refusal` does."""
    if not 1 <= players <= 2:
        return f"is for {players} players, and gamekit solves games for one or two"
    if players == 2 and kind.utility != kind.Utility.ZERO_SUM:
        return "is not zero-sum: what one player wins, the other need not lose"
    if kind.reward_model != kind.RewardModel.TERMINAL:
        return "gives rewards before the game ends, and gamekit knows a payoff at the end only"
    return None
