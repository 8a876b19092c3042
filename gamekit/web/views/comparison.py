"""`comparison_view`: a comparison as a page shows it: the solvers, and the result at each cap."""

from __future__ import annotations

from typing import Any

from gamekit.analysis.comparison.report import Comparison, Row
from gamekit.game.values import Value


def comparison_view(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as plain data.

    ```
    {
      "states", "edges": how many the arena has,
      "explore_seconds": how long it took to explore it,
      "agree": whether the sound solvers contradict each other nowhere,
      "disagreements": [for each solver that differs, where, in a sentence],
      "table": {"head": [...], "rows": [[...]]}, a row for each solver, in words,
      "caps": the same, with a row for each range of caps; no rows if that was not found out,
      "ranges": [
        {
          "first", "last": the caps,
          "minimax", "folklore": the result of each for the root: "right", "fails" or "wrong"
        }
      ],
      "smallest_cap": the smallest cap that suffices; null if there is none,
      "note": a sentence on the smallest cap
    }
    ```

    >>> import gamekit
    >>> from games.nim import Nim
    >>> view = comparison_view(gamekit.compare(Nim(heaps=(1, 2)), ["retrograde"]))
    >>> view["smallest_cap"], [row[:3] for row in view["table"]["rows"]]
    (3, [['retrograde', 'WIN in 3 for first', 'reference']])
    """
    return {
        "states": comparison.states,
        "edges": comparison.edges,
        "explore_seconds": comparison.explore_seconds,
        "agree": comparison.agree,
        "disagreements": [f"{run.solver}: {run.disagreement}" for run in comparison.runs if run.disagreement],
        "table": _table(*comparison.table()),
        "caps": _table(*comparison.caps_table()),
        "ranges": [
            {
                "first": caps.first,
                "last": caps.last,
                "minimax": _judgement(caps.value, caps.suffices),
                "folklore": _judgement(caps.folklore_value, caps.folklore_right),
            }
            for caps in comparison.caps
        ],
        "smallest_cap": comparison.smallest_cap,
        "note": comparison.caps_note,
    }


def _table(head: Row, rows: list[Row]) -> dict[str, Any]:
    return {"head": list(head), "rows": [list(row) for row in rows]}


def _judgement(value: Value, right: bool) -> str:
    return "right" if right else "fails" if value is Value.UNSOLVED else "wrong"
