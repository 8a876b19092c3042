"""Programs that are judged: each runs in a process of its own, with limits of time and memory."""

from __future__ import annotations

import json
import os
import resource
import select
import shlex
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import attrs

from gamekit.errors import InputError
from gamekit.game.fingerprint import name_of, parameters_of
from gamekit.game.foreign_errors import on_one_line
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game

STARTING: Final = 60.0
"""The seconds that a program may take until it is ready for its first input."""

LONGEST_LINE: Final = 1 << 20
"""The bytes of the longest line that a program may print."""


class ProgramReply(NamedTuple):
    """The reply to an input: its kind is answer, crash, hang or rubbish; a `value` of the latter three is a text."""

    kind: str
    value: Any

    def __str__(self) -> str:
        return json.dumps(self.value) if self.kind == "answer" else f"{self.kind}: {self.value}"


@attrs.define(eq=False)
class Program:
    """A program that reads a line of JSON, a list of arguments, and prints one; its process is kept running.

    Attributes:
        name: the name of the program for people.
        words: the words of the command.
        seconds: the time limit for each input.
        memory: the limit of its data in MiB; memory that is only reserved does not count.
        is_ours: whether the process is a `runner`, whose lines are replies.
        progress: a function called with the number of inputs so far.
    """

    name: str
    words: list[str]
    seconds: float = 5.0
    memory: int = 1024
    is_ours: bool = False
    progress: ProgressCallback = silent
    _asked: int = attrs.field(default=0, init=False, repr=False)
    _process: subprocess.Popen[bytes] | None = attrs.field(default=None, init=False, repr=False)
    _left: bytes = attrs.field(default=b"", init=False, repr=False)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def ask(self, *arguments: Any) -> ProgramReply:
        """Return the program's reply to the arguments.

        Raises:
            InputError: it cannot be started, or its file has no such function.
        """
        self.progress("judging", self._asked, None)
        self._asked += 1
        seconds = self.seconds
        if self._process is None:
            self._process = self._started()
            if not self.is_ours:
                seconds += STARTING
            elif (started := self._reply(STARTING)).kind != "ready":
                self.stop()
                raise InputError(f"{self.name} cannot be judged: {started.value}")
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(arguments).encode() + b"\n")  # type: ignore[union-attr]
        reply = self._reply(seconds)
        if reply.kind in ("hang", "rubbish") or self._process.poll() is not None:
            self.stop()
        return reply

    def stop(self) -> None:
        """End the process; the next input gets a new one."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.communicate()
            self._process, self._left = None, b""

    def _started(self) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                self.words,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                preexec_fn=partial(_limit, self.memory << 20),
                start_new_session=True,
            )
        except OSError as error:
            raise InputError(f"cannot run {self.words[0]}: {error.strerror}") from error

    def _reply(self, seconds: float) -> ProgramReply:
        process, end = self._process, time.monotonic() + seconds
        assert process is not None
        assert process.stdout is not None
        while b"\n" not in self._left:
            if not select.select([process.stdout], [], [], max(end - time.monotonic(), 0))[0]:
                return ProgramReply("hang", f"no answer within {self.seconds:g} s")
            if not (part := process.stdout.read(1 << 16)):
                return ProgramReply("crash", _ended(process.wait()))
            self._left += part
            if len(self._left) > LONGEST_LINE:
                return ProgramReply("rubbish", f"a line of more than {LONGEST_LINE:,} bytes")
        line, _, self._left = self._left.partition(b"\n")
        try:
            return (
                ProgramReply(*json.loads(line)) if self.is_ours else ProgramReply("answer", json.loads(line))
            )
        except (ValueError, TypeError, RecursionError):
            return ProgramReply("rubbish", f"no JSON: {on_one_line(line.decode(errors='replace'), 60)}")


def program_of(
    program: str | None = None,
    *,
    command: str | None = None,
    claim: str | None = None,
    method: str | None = None,
    game: Game[Any, Any] | None = None,
    **limits: Any,
) -> Program:
    """Return a program by its place: FILE.py, FILE.py:NAME, a command of the shell's, or a Python expression.

    Args:
        program: the file, with the name of a function in it unless that is a method of the class `Solution`.
        command: a command in place of a file.
        claim: an expression of `s`, as `value_of` takes it, in place of a file.
        method: the name of the method of `Solution`.
        game: the game whose states the function takes; without one, it takes any arguments.
        limits: the seconds for an input, the memory in MiB, and `progress`, as a `Program` has them.

    Raises:
        InputError: there is no such file, or the claim is empty.
    """
    if command is not None:
        return Program(command, shlex.split(command), **limits)
    text = program or claim or ""
    file, _, name = text.rpartition(":") if ".py:" in text else (text, "", "")
    task: dict[str, Any] = {"method": method, "file": file, "name": name}
    if not file.endswith(".py"):
        if claim is None:
            raise InputError(
                f"{text} is not a program: name FILE.py or FILE.py:NAME, or use --command for any other"
            )
        if not claim.strip():
            raise InputError(
                f"a claim must be FILE.py:NAME or an expression, such as 's.turn == 0'; it is {claim!r}"
            )
        task = {"expression": claim}
    elif not Path(file).is_file():
        raise InputError(f"cannot read {file}: there is no such file")
    if game is not None:
        task["game"] = {"name": name_of(game), "parameters": parameters_of(game), "moves": claim is None}
    words = [sys.executable, "-m", "gamekit.analysis.judge.runner", json.dumps(task)]
    return Program(text, words, is_ours=True, **limits)


def _limit(memory: int) -> None:
    for limit, most in ((resource.RLIMIT_DATA, memory), (resource.RLIMIT_CORE, 0)):
        resource.setrlimit(limit, (most, most))


def _ended(status: int) -> str:
    how = f"by {signal.Signals(-status).name}" if status < 0 else f"by itself, with status {status}"
    return f"the program ended {how}"
