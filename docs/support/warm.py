"""Programs on the pages, without the time that a process takes to start.

Importing everything takes a process several seconds, and the pages start hundreds. `Warm` imports everything once,
here, so that processes that begin as copies (`fork`) need not, and starts a copy that waits. In its folder are the
programs `gamekit` and `python`: each asks that process for a copy of itself, in which the command runs with the
caller's streams, folder, environment and arguments. What it prints, and how it ends, is what the program itself would
have printed.
"""

from __future__ import annotations

import ast
import gc
import io
import os
import select
import shlex
import shutil
import signal
import socket
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from contextlib import chdir, redirect_stderr, redirect_stdout, suppress
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

SOCKET = "socket"
MESSAGE = 1 << 20  # the most that a caller's arguments and environment come to, in bytes

CLIENT = """\
#!{python} -IS
import _socket, os, sys  # the modules json and socket take as long to import as the rest of this
program = os.path.basename(__file__)
arguments = sys.argv[1:]
if program == "python" and not (arguments and arguments[0].endswith(".py")):
    os.execv({real!r}, [{real!r}, *arguments])
caller = _socket.socket(_socket.AF_UNIX, _socket.SOCK_SEQPACKET)
caller.setsockopt(_socket.SOL_SOCKET, _socket.SO_SNDBUF, {message})
caller.connect({socket!r})
argv = [program, *arguments] if program == "python" else [__file__, *arguments]
asked = {{"argv": argv, "cwd": os.getcwd(), "environ": dict(os.environ), "packages": {packages!r}}}
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
caller.sendmsg([repr(asked).encode()], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
sys.exit(int(caller.recv(16) or b"1"))
"""

FIRST = """\
solve connect-four --backend compiled --save four.table
verify four.table
solve connect-four --tiers four.tiers
solve connect-four --work work --memory 2GiB
solve cat-mouse --backend compiled
solve cat-mouse --backend python --json
prove connect-four --backend compiled --save four.proof
check hexapawn --max-states 50 --examples 5
compose hexapawn --plies 3..5 --count 1
compare cat-mouse
explain four.table
export nim --output nim.html
judge nim -p heaps=[1,2] --claim "s.heaps[0] != s.heaps[1]"
value cram "..|.."
value domineering "..|.."
sequence 0.77 --to 9
plot histogram nim --output plot.svg
"""
"""The commands that run before any other, so that what they import, and the machine code that they load, is there."""


class Warm:
    """A process that has imported everything, and a folder with the programs that ask it."""

    def __init__(self) -> None:
        _warm_up()
        self.folder = Path(tempfile.mkdtemp(prefix="gamekit-warm-"))
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._listener.bind(str(self.folder / SOCKET))
        self._listener.listen(64)
        self.programs(self.folder, sys.executable)
        wait, self._alive = os.pipe()  # its end is the end of the server
        sys.stdout.flush()  # or a copy prints again what waits here
        self._server = os.fork()
        if self._server == 0:
            os.close(self._alive)
            serve(self._listener, wait)
        os.close(wait)
        # not before: a copy that ends would remove it
        self._remove = weakref.finalize(self, shutil.rmtree, self.folder)

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
        os.close(self._alive)
        os.waitpid(self._server, 0)
        self._listener.close()
        self._remove()


def _warm_up() -> None:
    """Import what commands may need, and load the kernels that they use."""
    from gamekit.cli.main import cli
    from gamekit.game.registry import GAMES, game_class, registered
    from gamekit.solvers.backend_choice import history

    for name in registered(GAMES):
        game_class(name)
    said = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, chdir(folder), redirect_stdout(said), redirect_stderr(said):
        for command in FIRST.splitlines():
            cli.main(shlex.split(command), "gamekit", standalone_mode=False)
    history.warm.clear()  # a command decides by its own work whether to load compiled rules
    history.solved.clear()
    gc.freeze()  # or each copy looks for cycles among all of that


# --- in the process that is asked -----------------------------------------------------------------------------


def serve(listener: socket.socket, end: int) -> NoReturn:
    """Answer callers until a pipe ends."""
    while True:
        ready, _, _ = select.select([listener, end], [], [])
        if end in ready:
            os._exit(0)
        caller, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            os.close(end)
            _keep(caller)
        caller.close()
        with suppress(ChildProcessError):
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass


def _keep(caller: socket.socket) -> NoReturn:
    """Run what a caller asks for in one more copy, and tell how it ended."""
    text, streams, _, _ = socket.recv_fds(caller, MESSAGE, 3)
    asked = ast.literal_eval(text.decode())
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


def _become(asked: Mapping[str, Any], streams: Sequence[int]) -> NoReturn:
    """Be the process that the caller would have started."""
    import atexit
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
    sys.modules["__main__"] = ModuleType("__main__")  # which processes that this one starts do not run again
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
