"""The choice of a device: this processor, or a graphics card where one is found."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from gamekit.errors import DeviceError, InputError, LimitError, UnsupportedError
from gamekit.game.foreign_errors import safe_repr

if TYPE_CHECKING:
    from gamekit.device.device import Device

DeviceName = Literal["auto", "cpu", "cuda"]

T = TypeVar("T")

NAMES: Final = ("auto", "cpu", "cuda")

LARGE: Final = 10_000_000
"""The number of states, or of dense codes, from which "auto" takes a card. This is a guess: two cores solve smaller
games within seconds, and a card takes time to be opened and to translate the rules."""

CANNOT: Final = (DeviceError, LimitError, UnsupportedError)
"""The errors of a device that cannot do what this processor may still do, if the device was not asked for."""


def card(memory: int | None = None) -> Device:
    """Return the graphics card of this machine, of which `memory` bytes may be used, or all that are free.

    Raises:
        UnsupportedError: there is no card, no driver, or the extra is not installed.
    """
    from gamekit.device.cuda import Cuda

    return Cuda.open(memory)


def found_card(memory: int | None = None) -> Device | None:
    """Return the graphics card of this machine; None if there is none, or if the extra is not installed.

    This is never an error, and a process looks once for a card that is not there.
    """
    if _is_found():
        with suppress(
            Exception
        ):  # the process may be a copy of one that has the card, which a driver refuses
            return card(memory)
    return None


@cache
def _is_found() -> bool:
    with suppress(Exception):  # whatever is wrong with a card, `card` says it where somebody asks for one
        return find_spec("cuda.bindings") is not None and card() is not None
    return False


def device_named(name: DeviceName | Device, memory: int | None = None) -> Device | None:
    """Return the device of a name; None stands for this processor.

    Args:
        name: "cpu"; "cuda" for the graphics card; "auto" for the card if there is one; or a device, which is returned.
        memory: the number of bytes of the card's memory that may be used; None for all that are free.

    Raises:
        UnsupportedError: a card is asked for, and there is none.

    >>> device_named("cpu") is None
    True
    """
    if isinstance(name, str):
        return None if name == "cpu" else {"auto": found_card, "cuda": card}[name](memory)
    return name


def device_for(
    game: Any, name: DeviceName | Device, states: int | None, memory: int | None = None
) -> Device | None:
    """Return the device that solves or verifies a game; None stands for this processor.

    Args:
        game: the rules.
        name: the device that is asked for; "auto" takes a card if the game is large and a device takes its rules.
        states: the number of states or of dense codes; None if it is not known, which "auto" takes for few.
        memory: the number of bytes of a card's memory that may be used; None for all that are free.

    Raises:
        UnsupportedError: a device is asked for, and there is none, or it does not take the rules of the game.
    """
    if name == "cpu" or (name == "auto" and (states or 0) < LARGE):
        return None
    from gamekit.device.rules_source import check_rules

    try:
        check_rules(game)
    except UnsupportedError:
        if name == "auto":
            return None
        raise
    return device_named(name, memory)


def is_asked_for(name: DeviceName | Device) -> bool:
    """Return whether a device other than this processor is asked for, so that it is an error if it cannot be had."""
    return name not in ("auto", "cpu")


def unless_asked(name: DeviceName | Device, work: Callable[[], T]) -> T | None:
    """Return what a device finds; None if it cannot, and was not asked for, so that this processor does it."""
    try:
        return work()
    except CANNOT:
        if is_asked_for(name):
            raise
        return None


def check_device(given: Any) -> None:
    """Refuse what is neither the name of a device nor a device.

    Raises:
        InputError: it is something else.
    """
    if isinstance(given, str):
        is_device = given in NAMES
    else:
        is_device = all(hasattr(given, name) for name in ("kernels", "run", "name"))
    if not is_device:
        raise InputError(f"device must be auto, cpu or cuda; it is {safe_repr(given, longest=60)}")
