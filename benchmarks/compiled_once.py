"""What it costs that instances share compiled rules: each solve with sizes as constants, and with `compiled_once`.

Both forms leave out what shared rules cannot have: symmetry, and players that are alike. Run it by itself; it prints a
table of the least CPU time of some solves, which take turns.
"""

from __future__ import annotations

import time
from typing import Any, Final

import attrs

import gamekit
from gamekit.errors import RulesError
from gamekit.layout import BoardGame, Layout

TIMES: Final = 5
CASES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("klotski", {}),
    ("klotski", {"moves": "finger"}),
    ("rush-hour", {}),
    ("sokoban", {}),
    ("tic-tac-toe", {}),
    ("hex", {"size": 3}),
    ("peg-solitaire", {"side": 5, "corner": 1}),
    ("three-in-a-row", {}),
    ("lights-out", {"rows": 4, "columns": 4}),
    ("sliding-puzzle", {}),
    ("chess-ending", {}),
)


def form(cls: type[Any], is_shared: bool) -> type[Any]:
    """Return a class of the same rules without symmetry, with its own or with shared compiled rules."""

    def layout(self: BoardGame) -> Layout:
        own: Layout = cls.layout(self)
        is_bare = not own.has_symmetry and not own.from_movers_view
        return own if is_bare else Layout(**own.fields)

    attributes = {"layout": layout, "compiled_once": is_shared, "__module__": __name__}
    return attrs.frozen(type(cls.__name__, (cls,), attributes))


def main() -> None:
    print(f"{'game':44} {'states':>7} {'constant':>9} {'shared':>9}  ratio")
    for name, parameters in CASES:
        label = " ".join([name, *(f"{key}={value}" for key, value in parameters.items())])
        cls = type(gamekit.load_game(name, parameters))
        games = [form(cls, is_shared)(**parameters) for is_shared in (False, True)]
        try:
            seconds = [[_seconds(game) for game in games] for _ in range(TIMES + 1)][
                1:
            ]  # the first one compiles
        except RulesError as error:
            print(f"{label:44} {error}")
            continue
        constant, shared = map(min, zip(*seconds, strict=True))
        states = len(gamekit.solve(games[0], backend="compiled"))
        print(
            f"{label:44} {states:7,} {1e3 * constant:6.1f} ms {1e3 * shared:6.1f} ms  {shared / constant:.2f}"
        )


def _seconds(game: Any) -> float:
    began = time.process_time()
    gamekit.solve(game, backend="compiled", threads=1)
    return time.process_time() - began


if __name__ == "__main__":
    main()
