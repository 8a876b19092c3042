"""What the subset of Python for compiled rules refuses: rules that get something wrong, and tables of the messages.

`python docs/support/refusals.py` writes the tables into the page. A test holds the page against them, so they cannot
differ from what authors meet, and another one holds the messages of the compiler against the page.
"""

from __future__ import annotations

import importlib.util
import inspect
import linecache
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import Any, Final

from gamekit.errors import RulesError
from gamekit.layout import LOSS, BoardGame, Grid, Layout
from gamekit.layout.compiler.build import build_and_try

PAGE = Path(__file__).parents[1] / "reference" / "rules-subset.md"

IMPORTS: Final = """
import numpy as np

from gamekit.layout import AGAIN, LOSS, BoardGame, Counter, Grid, Layout, count_bits, members

WEIGHTS = [1, 2, 3]
LARGE = list(range(200_000))
FEW_BITS = np.array([1, 2, 3], dtype=np.int8)
"""


class Fill(BoardGame):
    """X and O fill a row of four squares in turn; a player who cannot loses. The others get it wrong."""

    stuck = LOSS
    PAIRS = [[0, 1], [2, 3]]
    MORE = [[4, 5], [6, 7]]
    UNEVEN = [[0, 1], [2]]
    DEEP = [[[0, 1], [2, 3]]]
    name = "row"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"))

    def options(self, s: Any) -> Any:
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


FIELDS: Final = """
def layout(self):
    return Layout(board=Grid(1, 4, ".XO"), left=Counter(2), gone=Counter(0, count=70),
                  men=Counter(0, count=64))

def over(self, s):
"""
ALIKE: Final = """
def layout(self):
    return Layout(board=Grid(1, 4, ".XO"), alike=True)
"""
BACK: Final = """
def back(self, s):
    yield from s.board.where(1 + s.turn)
"""
UNPLAY: Final = """
def unplay(self, s, move):
    s.board[move] = 0
"""
AGAIN_FROM_PLAY: Final = """
def play(self, s, move):
    s.board[move] = 1 + s.turn
    return AGAIN
"""

OWNED: Final = "\n\ndef owned(self, s, player):\n    return s.board[0] == player"

REFUSED: Final[dict[str, tuple[str, ...]]] = {
    "values": (
        "return -1 if s.board.count(0) / 2 > 1 else None",
        "return -1 if s.board.count(0) > 1.5 else None",
        'return -1 if s.board[0] == "X" else None',
        'return -1 if f"{s.board[0]}" else None',
        "best = None\nreturn -1 if best == 0 else None",
        "return -1 if s.board[0] is s.board[1] else None",
        "return -1 if 0 < s.board[0] in s.board else None",
        "squares = [0, 1]",
        "squares = [i for i in range(4) if s.board[i] == 0]",
        "squares = (i for i in range(4))",
        "return -1 if s.board[0] in {1, 2} else None",
        "signs = {1, 2}",
        "signs = {s.board[i] for i in range(4)}",
        "owner = {1: 0, 2: 1}",
        "owner = {i: s.board[i] for i in range(4)}",
        "return -1 if s.board[:2] else None",
        "return -1 if self.name else None",
        "return -1 if self.rows else None",
        "return -1 if rows else None",
        "return -1 if (free := s.board.count(0)) == 1 else None",
        "return s.board.count(0) == 0",
        "return -1 if s.board[0] < 0xFFFFFFFFFFFFFFFF else None",
        "return -1 if s.board[0] < 2**64 else None",
        "return -1 if s.board[0] >> -1 else None",
        "return -1 if s.board[0] ** (1 - 2) == 1 else None",
        "return -1 if s.board[0] % 0 else None",
        "for i in range(0, 4, 0):\n    return -1",
    ),
    "state": (
        "return -1 if s.bord[0] else None",
        "return -1 if s else None",
        "return -1 if s.board == 3 else None",
        FIELDS + "    return -1 if s.left[0] else None\n",
        "return -1 if s.board[-1] else None",
        "return -1 if s.board.where(0) else None",
        "return -1 if s.board.find(0) else None",
        "for square in s.board.where():\n    return -1",
        FIELDS + "    return -1 if s.gone.count(1) else None\n",
        FIELDS + "    return -1 if s.men.bits(1) else None\n",
        "return -1 if len(s.turn) else None",
        "s.board[0] = 0",
        "return -1 if self.marks(s) else None\n\ndef marks(self, s):\n    s.board[0] = 1\n    return 1",
        "\ndef play(self, s, move):\n    s.board[self.marked(s, move)] += 1\n\n"
        "def marked(self, s, move):\n    s.board[move] = 0\n    return move\n",
        "s.turn = 1 - s.turn",
        "self.best = 1",
        AGAIN_FROM_PLAY.replace("AGAIN", "1 - s.turn"),
        ALIKE + AGAIN_FROM_PLAY,
        BACK + UNPLAY + AGAIN_FROM_PLAY,
        BACK + UNPLAY + "    return AGAIN\n",
    ),
    "tables": (
        "for a, b in self.UNEVEN:\n    if a == b:\n        return -1",
        "a, b, c = self.PAIRS[0]",
        "for a, (b, c) in self.DEEP:\n    return -1",
        "return -1 if self.PAIRS == 0 else None",
        "row = self.PAIRS[0]\nreturn -1 if row == 0 else None",
        "row = self.PAIRS[0]\nrow = 1",
        "row = self.PAIRS[0]\nrow = self.MORE[0]",
        "return -1 if LARGE[s.board[0]] else None",
        "return -1 if FEW_BITS[s.board[0]] * 100 == 200 else None",
    ),
    "several": (
        "a, b = s.board[0]",
        "a = ()",
        "a = (0, 1)\na = 2\nreturn a",
        "return -1 if (0, 1) + 2 else None",
        "a = (0, 1) if s.board[0] else 2",
        "return -1 if self.owned(s, 1, 2) else None" + OWNED,
    ),
    "loops": (
        "for sign in self.name:\n    return -1",
        "\ndef options(self, s):\n    return sorted(WEIGHTS)\n",
        "\ndef options(self, s):\n    return self.PAIRS[0] if s.turn else self.MORE[0]\n",
        "\ndef options(self, s):\n    return [i for i in WEIGHTS if s.board[i] == 0]\n",
        "\ndef options(self, s):\n    return self.UNEVEN\n",
        "for i in enumerate(s.board):\n    return -1",
        "for i, square in enumerate(s.board.where(0)):\n    return -1",
        "for i, square in enumerate((0, 2)):\n    return -1",
        "for i in members(1, 2):\n    return -1",
        "return -1 if count_bits(1, 2) else None",
        "for i in s.board:\n    pass\nelse:\n    return -1",
        "i = 0\nwhile i < 4:\n    i += 1\nelse:\n    return -1",
        "return -1 if any(s.board) else None",
    ),
    "functions": (
        "\ndef play(self, s, move):\n    raise ValueError(move)\n",
        "\ndef play(self, s, move):\n    assert move < 4\n    s.board[move] = 1 + s.turn\n",
        "\ndef play(self, s, move):\n    a, (b, c) = 0, (1, 2)\n",
        "try:\n    return None\nexcept ValueError:\n    return -1",
        "with self.lock:\n    return -1",
        "import math",
        "global WEIGHTS",
        "del s.board[0]",
        "match s.board[0]:\n    case 1:\n        return -1",
        "s.board[0]",
        "least = lambda a: a + 1",
        "def is_empty(i):\n    return s.board[i] == 0\nreturn -1 if is_empty(0) else None",
        "class Best:\n    pass",
        "yield 1",
        "\ndef options(self, s):\n    yield\n",
        "\ndef options(self, s):\n    square = yield 0\n",
        "\ndef options(self, s):\n    yield 0\n    return WEIGHTS\n",
        "\ndef options(self, s):\n    if s.board[0] == 0:\n        return WEIGHTS\n",
        "\nover = lambda self, s: None\n",
        "return -1 if max(*WEIGHTS) else None",
        "return -1 if self.owned(s, player=1) else None" + OWNED,
        "return -1 if self.owned(1, s) else None\n\ndef owned(self, player, s):\n    return s.board[0] == player",
        "return -1 if self.owned(s) else None\n\ndef owned(self, s, player=1):\n    return s.board[0] == player",
        "return -1 if self.is_set(s) + self.is_set(1) else None\n\ndef is_set(self, what):\n    return what == 0",
        "return -1 if self.hides(s) else None\n\ndef hides(self, s):\n    pass",
        "return -1 if sorted(WEIGHTS) else None",
        "return -1 if self.depth(s, 3) else None\n\n"
        "def depth(self, s, n):\n    return 0 if n == 0 else self.depth(s, n - 1)",
        "return -1 if self.first(s) == 3 else None\n\n"
        "def first(self, s):\n    for square in s.board.where(1):\n        return square",
        "def made(limit):\n    def over(self, s):\n        return -1 if s.board[0] == limit else None\n"
        "    return over\n\nover = made(2)\n",
    ),
    "checked": (
        "return -1 if s.board[4] else None",
        "\ndef options(self, s):\n    for square in range(4):\n"
        "        if s.board[square - 1] == 0:\n            yield square\n",
        "\ndef play(self, s, move):\n    s.board[move] = 3 + s.turn\n",
        "return -1 if s.board.index(2) == 5 else None",
        "return -1 if 1 << 60 + s.board.count(0) else None",
        "return -1 if 5 >> 3 - s.board.count(0) else None",
        "return -1 if 5 % (s.board.count(0) - 4) else None",
        "\ndef back(self, s):\n    yield from range(s.board.count(1 + s.turn) - 1)\n" + UNPLAY,
    ),
}
"""By table of the page: what is refused. A text that begins with a line break has whole methods, any other one is the
body of `over`, perhaps with methods that it calls."""

MESSAGE = re.compile(r"^\S+, line (?P<line>\d+), in \S+: (?P<why>.*)$")


def refused(group: str) -> str:
    """Return a table of the refusals of a group: what is written, and what gamekit says of it.

    Raises:
        AssertionError: something here is not refused.
    """
    lines = ["| the line | the message |", "| --- | --- |"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rules.py"
        for game in _games(group, path):
            try:
                build_and_try(game)
            except RulesError as error:
                line, why = MESSAGE.match(str(error)).group("line", "why")  # type: ignore[union-attr]
                lines.append(f"| `{linecache.getline(str(path), int(line)).strip()}` | `{why}` |")
            else:
                raise AssertionError(f"compiled: {REFUSED[group][len(lines) - 2]}")
    return "\n".join(lines)


def _games(group: str, path: Path) -> Iterator[Any]:
    """Write the games of a group into a module, and yield them; the compiler reads their source."""
    texts = ["from __future__ import annotations", "from typing import Any", IMPORTS, inspect.getsource(Fill)]
    for number, text in enumerate(REFUSED[group]):
        methods = text
        if not text.startswith(("\n", "def made")):
            body, *called = text.split("\n\n")
            methods = "\n\n".join([f"def over(self, s):\n{indent(body, '    ')}\n    return None", *called])
        texts.append(f"class Rules{number}(Fill):\n{indent(methods, '    ')}\n")
    path.write_text("\n\n".join(texts), encoding="utf-8")
    linecache.checkcache(str(path))
    spec = importlib.util.spec_from_file_location("rules", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return (getattr(module, f"Rules{number}")() for number in range(len(REFUSED[group])))


def with_tables(page: str) -> str:
    """Return the text of the page with its tables as they are now, each below a comment that names its group."""
    return re.sub(
        r"^(<!-- refused: (\w+) -->\n\n)(?:\|.*\n)*",
        lambda found: f"{found[1]}{refused(found[2])}\n",
        page,
        flags=re.MULTILINE,
    )


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text()))
