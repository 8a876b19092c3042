"""`Questions`: questions about all states of a solution at once, answered from arrays and not state by state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, overload

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import InputError
from gamekit.game.optional import importing
from gamekit.game.parameters import show, suggestion
from gamekit.game.protocol import Move, State
from gamekit.game.values import Value
from gamekit.solution.statistics import VALUES, Rows, all_rows
from gamekit.solution.store import longest_of
from gamekit.solution.verdict import FEW, Verdict

if TYPE_CHECKING:
    import networkx as nx

ANYBODY: Final = "anybody"
"""The default of `winner`, which selects states with any winner; None stands for nobody."""

ValueName = Value | str


@attrs.frozen(eq=False, repr=False)
class Selection(Sequence[Verdict[State]], Generic[State]):
    """Some states of a solution, as verdicts in the order of their places. Verdicts are made when they are accessed.

    Attributes:
        solution: the solution to which the states belong.
        places: int64, the places of the states, ascending.
    """

    solution: Any
    places: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, index: int) -> Verdict[State]: ...
    @overload
    def __getitem__(self, index: slice) -> Selection[State]: ...
    def __getitem__(self, index: int | slice) -> Verdict[State] | Selection[State]:
        if isinstance(index, slice):
            return Selection(self.solution, self.places[index])
        verdict: Verdict[State] = self.solution.verdict(int(self.places[index]))
        return verdict

    def __iter__(self) -> Iterator[Verdict[State]]:
        return map(self.solution.verdict, self.places.tolist())

    def __repr__(self) -> str:
        return f"<{len(self):,} of {len(self.solution):,} states of {self.solution.game!r}>"

    def _repr_html_(self) -> str:
        from gamekit.drawing.board import Board
        from gamekit.drawing.html import figure, paragraph, row

        game, few = self.solution.game, self[:FEW]
        boards = [
            figure(
                Board(game, each.state).svg,
                f"{game.format_state(each.state)}: {each}",
                game.board_in_words(each.state),
            )
            for each in few
        ]
        shown = f"; the first {len(few)} are shown" if len(few) < len(self) else ""
        return paragraph(f"{len(self):,} of {len(self.solution):,} states{shown}") + row(boards)

    @property
    def states(self) -> list[State]:
        """The states of the selection."""
        return [self.solution.store.state_at(place) for place in self.places.tolist()]


class Questions(Generic[State, Move]):
    """The questions about a `Solution` as a whole."""

    def counts(self: Any) -> dict[Value, int]:
        """Return the number of states with each value, with all plies of the rules' turn limit left."""
        return dict((self.store.info.counted or self.tally()).counts)

    @property
    def unsolved(self: Any) -> int:
        """The number of UNSOLVED states."""
        return int(self.counts().get(Value.UNSOLVED, 0))

    @property
    def longest(self: Any) -> int:
        """The largest remoteness of any state, regardless of the rules' turn limit."""
        counted = self.store.info.counted
        return int(counted.longest if counted else longest_of(self.store))

    def longest_by_value(self: Any) -> dict[Value, int]:
        """Return the largest remoteness for each value with which play ends, with all plies of the turn limit left."""
        return dict((self.store.info.counted or self.tally()).longest_by_value)

    def counts_by_player(self: Any) -> dict[str, dict[Value, int]]:
        """Return the number of states with each value, for each player to move.

        Codes from the mover's view, some of which stand for one player only, are first loaded as states, once.

        Raises:
            UnsupportedError: there are too many states to load.

        >>> import gamekit
        >>> from games.nim import Nim
        >>> counts = gamekit.solve(Nim(heaps=(1, 2))).counts_by_player()
        >>> {player: {str(value): number for value, number in of.items()} for player, of in counts.items()}
        {'first': {'win': 2, 'loss': 1}, 'second': {'win': 2, 'loss': 2}}
        """
        if self._is_of_either:
            return {player: self.counts() for player in self.game.players}
        solution = self._both_sides
        players = solution.game.players
        counts = np.zeros((len(players), len(VALUES)), dtype=np.int64)
        for rows in all_rows(solution.store):
            np.add.at(counts, (rows.mover, rows.value), 1)
        return {
            player: {value: int(number) for value, number in zip(VALUES, row, strict=True) if number}
            for player, row in zip(players, counts, strict=True)
        }

    def counts_by_winner(self: Any) -> dict[str | None, int]:
        """Return the number of states that each player wins under best play; None stands for nobody.

        Unsolved states are not counted.

        Codes from the mover's view, some of which stand for one player only, are first loaded as states, once.

        Raises:
            UnsupportedError: there are too many states to load.
        """
        if self._is_of_either:
            of_mover = self.counts()
            won, nobodys = (
                sum(of_mover.get(value, 0) for value in values)
                for values in ((Value.WIN, Value.LOSS), (Value.TIE, Value.DRAW))
            )
            return {**dict.fromkeys(self.game.players, won), None: 2 * nobodys}
        solution = self._both_sides
        players: tuple[str, ...] = solution.game.players
        counts: dict[str | None, int] = dict.fromkeys((*players, None), 0)
        for rows in all_rows(solution.store):
            for index, player in [*enumerate(players), (None, None)]:
                counts[player] += int(np.count_nonzero(_won_by(rows, index, len(players))))
        return counts

    def where(
        self: Any,
        *,
        value: ValueName | Iterable[ValueName] | None = None,
        mover: str | None = None,
        winner: str | None = ANYBODY,
        payoff: int | None = None,
        remoteness: int | range | None = None,
    ) -> Selection[State]:
        """Return the states that fit a description.

        Args:
            value: the value of the states for the player to move, as a `Value` or its name, or several values.
            mover: the name of the player to move.
            winner: the name of the player who wins under best play; None for nobody. By default, anybody may win.
            payoff: the payoff to the first player, infinite play included.
            remoteness: the plies until the end; 0 gives the terminal states.

        Raises:
            InputError: there is no such value or player, or an argument has another type.
            UnsupportedError: `mover`, `winner` or `payoff` is given, but states are from the mover's view, so that each
                stands for one state of either player, and they are too many to load.

        >>> import gamekit
        >>> from games.nim import Nim
        >>> lost = gamekit.solve(Nim(heaps=(1, 2))).where(value="loss", mover="first")
        >>> [(verdict.state, verdict.remoteness) for verdict in lost]
        [((0, 0, 0), 0)]
        """
        wanted = None if value is None else [VALUES.index(one) for one in _values(value)]
        plies = _range(remoteness)
        solution, player, victor = self, None, None
        if mover is not None or winner != ANYBODY or payoff is not None:
            solution = self._both_sides
            player = None if mover is None else _player(solution, mover, "mover")
            victor = None if winner in (None, ANYBODY) else _player(solution, winner, "winner")
        if payoff is not None and type(payoff) is not int:
            raise InputError(f"payoff must be an integer; it is {show(payoff)}")
        places = []
        for rows in all_rows(solution.store):
            fits = np.ones(len(rows.offsets), dtype=np.bool_)
            if wanted is not None:
                fits &= np.isin(rows.value, wanted)
            if player is not None:
                fits &= rows.mover == player
            if winner != ANYBODY:
                fits &= _won_by(rows, victor, len(solution.game.players))
            if payoff is not None:
                fits &= ~rows.unsolved & (rows.payoff == payoff)
            if plies is not None:
                fits &= rows.ended & (rows.remoteness >= plies.start) & (rows.remoteness < plies.stop)
                fits &= (rows.remoteness - plies.start) % plies.step == 0
            places.append(rows.places[fits])
        return Selection(solution, np.concatenate(places))

    def farthest(self: Any, value: ValueName | None = None, *, mover: str | None = None) -> Selection[State]:
        """Return the states that are farthest from the end, among those with this value and player to move if given.

        The selection is empty if play ends from none of these states.

        Raises:
            InputError: there is no such value or player.
            UnsupportedError: `mover` is given, but states are from the mover's view, and they are too many to load.

        >>> import gamekit
        >>> from games.nim import Nim
        >>> [str(verdict) for verdict in gamekit.solve(Nim(heaps=(1, 2))).farthest()]
        ['WIN in 3 for first']
        """
        wanted = None if value is None else VALUES.index(value_called(value))
        solution = self if mover is None else self._both_sides
        player = None if mover is None else _player(solution, mover, "mover")
        most, places = -1, [np.empty(0, dtype=np.int64)]
        for rows in all_rows(solution.store):
            fits = rows.ended if wanted is None else rows.ended & (rows.value == wanted)
            if player is not None:
                fits = fits & (rows.mover == player)
            here = int(rows.remoteness[fits].max(initial=-1))
            if here > most:
                most, places = here, []
            if here == most and here >= 0:
                places.append(rows.places[fits & (rows.remoteness == most)])
        return Selection(solution, np.concatenate(places))

    def to_dataframe(self: Any, library: Literal["pandas", "polars"] = "pandas") -> Any:
        """Return a row for each state as a data frame of pandas or polars, made from arrays.

        The columns are `code` or `state` (text), `value` (to the player to move), `payoff` (to the first player),
        `remoteness` and `to_move`. A payoff or remoteness that does not exist is missing. In codes from the mover's
        view, a row stands for two states: the payoff is to the mover, and `to_move` is missing.

        Raises:
            InputError: `library` is neither pandas nor polars.
            UnsupportedError: the library is not installed.
        """
        makers = {"pandas": _pandas, "polars": _polars}
        if library not in makers:
            raise InputError(f"library must be pandas or polars; it is {show(library)}")
        with importing(library, f"a data frame of {library} needs"):
            module = __import__(library)
        store, parts = self.store, list(all_rows(self.store))

        def joined(name: str) -> NDArray[Any]:
            return np.concatenate([getattr(rows, name) for rows in parts])

        labels = np.concatenate([store.labels(rows.part)[rows.offsets] for rows in parts])
        hidden = np.full(len(labels), store.perspective == "mover")
        columns = {
            "value": (joined("value"), None, [str(value) for value in VALUES]),
            "payoff": (joined("payoff").astype(np.int64), joined("unsolved"), None),
            "remoteness": (joined("remoteness").astype(np.uint32), ~joined("ended"), None),
            "to_move": (joined("mover"), hidden, list(store.game.players)),
        }
        return makers[library](module, store.label, labels, columns)

    def to_networkx(self: Any, *, states: bool = False) -> nx.DiGraph[Any]:
        """Return the arena as a graph of networkx, whose nodes have `value` and, if known, `payoff` and `remoteness`.

        Args:
            states: whether the nodes are the states; the edges then have `moves`, a list of the moves that lead there.
                Otherwise nodes are indices, and edges have no attributes.

        Raises:
            UnsupportedError: there are too many states to hold with their edges.

        >>> import gamekit
        >>> from games.nim import Nim
        >>> graph = gamekit.solve(Nim(heaps=(1,))).to_networkx(states=True)
        >>> list(graph.edges(data="moves"))
        [((1, 0), (0, 1), [(1, 1)])]
        """
        import networkx as nx

        loaded = self.loaded()
        arena = loaded.arena
        graph = arena.to_networkx()
        for i, verdict in enumerate(loaded):
            result = {"payoff": verdict.payoff, "remoteness": verdict.remoteness}
            known = {name: number for name, number in result.items() if number is not None}
            graph.nodes[i].update(value=verdict.value.value, **known)
        if not states:
            return graph
        game, root = loaded.game, arena.root
        graph = nx.relabel_nodes(graph, dict(enumerate(arena.states)))
        graph.graph["root"] = arena.states[root]
        for i, state in enumerate(arena.states):
            if arena.terminal[i]:
                continue
            for move in game.moves(state):
                child = arena.states[arena.index_of(game.apply(state, move))]
                if graph.has_edge(state, child):  # a neighbourhood lacks some at its rim
                    graph.edges[state, child].setdefault("moves", []).append(move)
        return graph


def _won_by(rows: Rows, player: int | None, players: int) -> NDArray[np.bool_]:
    if player is None:
        nobody: NDArray[np.bool_] = ~rows.unsolved & ~(rows.payoff > 0)
        return nobody & (rows.payoff >= 0) if players > 1 else nobody
    wins: NDArray[np.bool_] = rows.payoff > 0 if player == 0 else rows.payoff < 0
    return wins


def _values(values: ValueName | Iterable[ValueName]) -> list[Value]:
    if isinstance(values, Value | str):
        return [value_called(values)]
    if not isinstance(values, Iterable):
        raise InputError(f"value must be a Value, its name, or several of these; it is {show(values)}")
    return [value_called(one) for one in values]


def value_called(name: Any) -> Value:
    """Return a value that is given, or named.

    Raises:
        InputError: there is no such value.
    """
    names = {value.value: value for value in VALUES}
    if isinstance(name, Value):
        return name
    if not isinstance(name, str) or name.lower() not in names:
        raise InputError(f"there is no value {show(name)}; {suggestion(str(name), names)}")
    return names[name.lower()]


def _player(solution: Any, name: Any, what: str) -> int:
    players: tuple[str, ...] = solution.game.players
    if name not in players:
        raise InputError(f"{what}: no player is called {show(name)}; {suggestion(str(name), players)}")
    return players.index(name)


def _range(value: Any) -> range | None:
    if value is None or (isinstance(value, range) and value.step > 0):
        return value
    if type(value) is not int or value < 0:
        raise InputError(f"remoteness must be a number of plies or a range of them; it is {show(value)}")
    return range(value, value + 1)


def _pandas(pd: Any, label: str, labels: NDArray[Any], columns: dict[str, Any]) -> Any:
    series_by_name: dict[str, Any] = {label: labels if label == "code" else pd.array(labels, dtype="string")}
    for name, (numbers, missing, names) in columns.items():
        if names is None:
            series_by_name[name] = pd.arrays.IntegerArray(numbers, missing)
        else:
            codes = numbers if missing is None else np.where(missing, -1, numbers)
            series_by_name[name] = pd.Categorical.from_codes(codes, categories=names)
    return pd.DataFrame(series_by_name)


def _polars(pl: Any, label: str, labels: NDArray[Any], columns: dict[str, Any]) -> Any:
    all_series = [pl.Series(label, labels, dtype=pl.Int64 if label == "code" else pl.String)]
    for name, (numbers, missing, names) in columns.items():
        if names:
            series = pl.Series(name, names, dtype=pl.Enum(names)).gather(numbers.astype(np.int64))
        else:
            series = pl.Series(name, numbers)
        if missing is not None and missing.any():
            series = series.set(pl.Series(missing), None)
        all_series.append(series)
    return pl.DataFrame(all_series)
