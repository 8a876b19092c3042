"""`to_dataframe`: a solution as a data frame of pandas or polars, column by column."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import InputError
from gamekit.game.optional import importing
from gamekit.game.parameters import show
from gamekit.solution.statistics import VALUES, all_rows
from gamekit.solution.store import Store

Array = NDArray[Any]


def to_dataframe(store: Store, library: str) -> Any:
    """Return a row for each state; see `Solution.to_dataframe`."""
    makers = {"pandas": _pandas, "polars": _polars}
    if library not in makers:
        raise InputError(f"library must be pandas or polars; it is {show(library)}")
    with importing(library, f"a data frame of {library} takes"):
        module = __import__(library)
    parts = list(all_rows(store))

    def joined(name: str) -> Array:
        return np.concatenate([getattr(rows, name) for rows in parts])

    labels = np.concatenate([store.labels(rows.part)[rows.kept] for rows in parts])
    hidden = np.full(len(labels), store.perspective == "mover")
    columns = {
        "value": (joined("value"), None, [str(value) for value in VALUES]),
        "payoff": (joined("payoff").astype(np.int64), joined("unsolved"), None),
        "remoteness": (joined("remoteness").astype(np.uint32), ~joined("ended"), None),
        "to_move": (joined("mover"), hidden, list(store.game.players)),
    }
    return makers[library](module, store.label, labels, columns)


def _pandas(pd: Any, label: str, labels: Array, columns: dict[str, Any]) -> Any:
    made: dict[str, Any] = {label: labels if label == "code" else pd.array(labels, dtype="string")}
    for name, (numbers, missing, names) in columns.items():
        if names is None:
            made[name] = pd.arrays.IntegerArray(numbers, missing)
        else:
            codes = numbers if missing is None else np.where(missing, -1, numbers)
            made[name] = pd.Categorical.from_codes(codes, categories=names)
    return pd.DataFrame(made)


def _polars(pl: Any, label: str, labels: Array, columns: dict[str, Any]) -> Any:
    made = [pl.Series(label, labels, dtype=pl.Int64 if label == "code" else pl.String)]
    for name, (numbers, missing, names) in columns.items():
        if names:
            series = pl.Series(name, names, dtype=pl.Enum(names)).gather(numbers.astype(np.int64))
        else:
            series = pl.Series(name, numbers)
        if missing is not None and missing.any():
            series = series.set(pl.Series(missing), None)
        made.append(series)
    return pl.DataFrame(made)
