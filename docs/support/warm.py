"""Programs on the pages, without the time that a process takes to start.

Importing everything takes a process one to two seconds, and the pages start hundreds. `Warm` starts one that imports
everything once and then waits. In its folder are the programs `gamekit` and `python`: each asks that process for a
copy of itself (`fork`), in which the command runs with the caller's streams, folder, environment and arguments. What it
prints, and how it ends, is what the program itself would have printed.
"""

from __future__ import annotations

import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

SOCKET = "socket"
MESSAGE = 1 << 20  # the most that a caller's arguments and environment come to, in bytes

CLIENT = """\
#!{python} -IS
import json, os, socket, sys
program = os.path.basename(__file__)
arguments = sys.argv[1:]
if program == "python" and not (arguments and arguments[0].endswith(".py")):
    os.execv({real!r}, [{real!r}, *arguments])
caller = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
caller.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, {message})
caller.connect({socket!r})
argv = [program, *arguments] if program == "python" else [__file__, *arguments]
asked = {{"argv": argv, "cwd": os.getcwd(), "environ": dict(os.environ), "packages": {packages!r}}}
socket.send_fds(caller, [json.dumps(asked).encode()], [0, 1, 2])
sys.exit(int(caller.recv(16) or b"1"))
"""


class Warm:
    """A process that has imported everything, and a folder with the programs that ask it."""

    def __init__(self) -> None:
        self._place = tempfile.TemporaryDirectory(prefix="gamekit-warm-")
        self.folder = Path(self._place.name)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(self.folder / SOCKET))
        self._listener.listen(64)
        self.programs(self.folder, sys.executable)
        self._server = subprocess.Popen(
            [sys.executable, __file__, str(self._listener.fileno())],
            pass_fds=[self._listener.fileno()],
            stdin=subprocess.PIPE,  # its end is the end of the server
        )

    def programs(self, folder: Path, python: str, packages: Sequence[Path] = ()) -> None:
        """Write the programs to a folder.

        Args:
            folder: where, in place of programs of these names.
            python: the interpreter that runs what is no script.
            packages: folders of packages that commands find, beside those that the running Python finds.
        """
        text = CLIENT.format(
            python=os.path.realpath(sys.executable),
            real=python,
            message=MESSAGE,
            socket=str(self.folder / SOCKET),
            packages=list(map(str, packages)),
        )
        for name in ("gamekit", "python"):
            program = folder / name
            program.unlink(missing_ok=True)
            program.write_text(text)
            program.chmod(0o755)

    def close(self) -> None:
        """End the process and remove the folder."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait()
        self._listener.close()
        self._place.cleanup()


# --- in the process that is asked -----------------------------------------------------------------------------


def serve(listener: socket.socket) -> None:
    """Answer callers until stdin ends."""
    _import_everything()
    while True:
        ready, _, _ = select.select([listener, 0], [], [])
        if 0 in ready:
            return
        caller, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            _keep(caller)
        caller.close()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _keep(caller: socket.socket) -> None:
    """Run what a caller asks for in one more copy, and tell how it ended."""
    import json

    text, streams, _, _ = socket.recv_fds(caller, MESSAGE, 3)
    asked = json.loads(text)
    child = os.fork()
    if child == 0:
        caller.close()
        _become(asked, streams)
    for stream in streams:
        os.close(stream)
    ended = os.pidfd_open(child)
    if ended not in select.select([ended, caller], [], [])[0]:
        os.kill(child, signal.SIGTERM)  # the caller has been ended
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    with suppress(OSError):
        caller.send(str(code if code >= 0 else 128 - code).encode())
    os._exit(0)


def _become(asked: Mapping[str, Any], streams: Sequence[int]) -> None:
    """Be the process that the caller would have started."""
    import atexit
    import io
    import runpy
    import site
    import traceback

    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    for name, number, mode in (("stdin", 0, "r"), ("stdout", 1, "w"), ("stderr", 2, "w")):
        stream = io.TextIOWrapper(
            open(number, f"{mode}b", closefd=False),  # noqa: SIM115
            encoding="utf-8",
            line_buffering=name == "stderr",
        )
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
    os.chdir(asked["cwd"])
    os.environ.clear()
    os.environ.update(asked["environ"])
    for folder in asked["packages"]:
        site.addsitedir(folder)
    sys.argv = list(asked["argv"])
    if sys.argv[0] == "python":
        sys.argv.pop(0)
    sys.path[0] = str(Path(sys.argv[0]).resolve().parent)
    status: Any = None
    try:
        if sys.argv[0].endswith(".py"):
            runpy.run_path(sys.argv[0], run_name="__main__")
        else:
            from gamekit.cli import main

            main()
    except SystemExit as end:
        status = end.code
        if status is not None and not isinstance(status, int):
            sys.stderr.write(f"{status}\n")
            status = 1
    except BaseException:
        traceback.print_exc()
        status = 1
    for flush in (sys.stdout.flush, sys.stderr.flush, atexit._run_exitfuncs):
        try:
            flush()
        except OSError:
            status = status or 1
    os._exit(status or 0)


def _import_everything() -> None:
    """Import what commands may need, and have the kernels of a small solve loaded."""
    import click

    import gamekit
    from gamekit.cli.main import cli
    from gamekit.game.registry import GAMES, game_class, registered
    from gamekit.web.pages import to_html

    with click.Context(cli) as context:
        for verb in cli.list_commands(context):
            cli.get_command(context, verb)
    for name in registered(GAMES):
        game_class(name)
    for backend in ("python", "compiled"):
        solution = gamekit.solve(gamekit.load_game("cat-mouse"), backend=backend)
        gamekit.verify(solution)
    to_html(solution)


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
