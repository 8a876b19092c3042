"""What the verbs share that find claims: their options, the check in time, and the file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from gamekit.cli.options import MORE_THAN_ZERO
from gamekit.errors import LimitError

T = TypeVar("T")
Command = TypeVar("Command", bound=Callable[..., Any])


def claim_options(what: str, stops: str = "") -> Callable[[Command], Command]:
    """Return a decorator that adds --seconds, --save and --no-verify.

    Args:
        what: what is found, saved and verified.
        stops: what else the limit of time does, after a semicolon.
    """

    def add(command: Command) -> Command:
        for option in (
            click.option(
                "--no-verify", is_flag=True, help=f"Do not check {what} with the independent checker."
            ),
            click.option(
                "--save",
                "target",
                metavar="FILE",
                help=f"Save {what} with its proof; `gamekit verify FILE` checks it again.",
            ),
            click.option(
                "--seconds",
                type=MORE_THAN_ZERO,
                default=60,
                help=f"Stop with exit status 3 after this many seconds{stops}. The check of the proof has as many "
                "again.",
            ),
        ):
            command = option(command)
        return command

    return add


def in_time(check: Callable[[], T]) -> tuple[T, None] | tuple[None, LimitError]:
    """Return what a check says, or the limit that ended it: to be raised once what was found is printed."""
    try:
        return check(), None
    except LimitError as limit:
        return None, limit


def save_claim(proof: Any, name: str, target: str) -> None:
    """Write a claim and its proof to a file.

    Raises:
        InputError: the file cannot be written.
        LimitError: the claim is too large.
    """
    import json
    from pathlib import Path

    from gamekit.cgt.claims import claim_of
    from gamekit.errors import explained

    text = json.dumps(claim_of(proof, name), ensure_ascii=False)
    with explained(f"cannot write {target}"):
        Path(target).write_text(text + "\n", encoding="utf-8")
