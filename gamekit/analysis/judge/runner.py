"""The process in which somebody's Python runs: it reads lines of arguments, and writes a reply for each."""

from __future__ import annotations

import inspect
import json
import os
import sys
import threading
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, Any, Final

from gamekit.game.conditions import compiled, value_of
from gamekit.game.foreign_errors import describe_error, safe_repr

OFFERED: Final = (
    *("string", "re", "collections", "heapq", "bisect", "copy", "math", "random", "statistics"),
    *("itertools", "functools", "operator", "sys", "typing", "builtins"),
)
"""The modules whose names the site offers without an import, and that it offers themselves."""

DEEPEST_RECURSION: Final = 20_000
"""The deepest recursion, for which the stack has this many bytes:"""

STACK: Final = 256 << 20


def serve(task: dict[str, Any], requests: IO[str], replies: IO[str]) -> None:
    """Load what a task names, say so, and reply to each line: a kind and a value."""

    def reply(kind: str, value: Any = None) -> None:
        print(json.dumps([kind, value]), file=replies, flush=True)

    try:
        function = _function(task)
    except BaseException as error:
        return reply("unusable", describe_error(error))
    reply("ready")
    for line in requests:
        try:
            value = function(*json.loads(line))
        except BaseException as error:
            reply("crash", describe_error(error))
            continue
        try:
            reply("answer", value)
        except (TypeError, ValueError, RecursionError):
            reply("rubbish", safe_repr(value))


def _function(task: dict[str, Any]) -> Callable[..., Any]:
    space = ModuleType("solution")
    sys.modules["solution"] = space
    for name in OFFERED:
        module = import_module(name)
        vars(space).update({key: value for key, value in vars(module).items() if key[0] != "_"})
        vars(space)[name] = module
    if (function := task.get("expression")) is not None:
        compiled(function)  # which refuses what is none
    else:
        path = Path(task["file"])
        sys.path.insert(0, str(path.resolve().parent))
        space.__file__ = str(path)
        exec(compile(path.read_text(), str(path), "exec"), vars(space))
        name = task["name"]
        function = getattr(space, name, None) if name else _method(space, path.name, task["method"])
        if not callable(function):
            raise LookupError(f"{path.name} has no function {name}")
    return _of_states(function, vars(space), **task["game"]) if "game" in task else function


def _method(space: ModuleType, file: str, name: str | None) -> Callable[..., Any]:
    """Return a method of a new `Solution` each time, as on the site; its name may be written in any case."""
    cls = getattr(space, "Solution", None)
    if not isinstance(cls, type):
        raise LookupError(f"{file} has no class Solution; name a function in it, as {file}:NAME")
    methods = [key for key, value in vars(cls).items() if key[0] != "_" and inspect.isfunction(value)]
    wanted = [key for key in methods if key.lower() == str(name).lower()] or methods
    if len(wanted) != 1:
        raise LookupError(f"Solution must have the method {name}; it has {', '.join(methods)}")
    return lambda *arguments: getattr(cls(), wanted[0])(*arguments)


def _of_states(
    function: Any, names: dict[str, Any], name: str, parameters: dict[str, Any], moves: bool
) -> Callable[[str], Any]:
    """Return a function of texts of states: a claim about them, or a player, whose `moves` the game formats."""
    from gamekit.game.registry import load_game

    game = load_game(name, parameters)

    def claim(text: str) -> Any:
        return value_of(function, game, game.parse_state(text), names)

    def player(text: str) -> Any:
        state = game.parse_state(text)
        value = function(state)
        if isinstance(value, str):
            return value
        texts = (game.format_move(state, move) for move in game.moves(state) if move == value)
        return next(texts, safe_repr(value))  # which is no move

    return player if moves else claim


def main() -> None:
    """Serve on the pipes that stdin and stdout are; what the program prints goes nowhere."""
    requests, replies = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.setrecursionlimit(DEEPEST_RECURSION)
    threading.stack_size(STACK)
    thread = threading.Thread(target=serve, args=(json.loads(sys.argv[1]), requests, replies))
    thread.start()
    thread.join()


if __name__ == "__main__":
    main()
