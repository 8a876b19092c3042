"""Watched states, with which wrong rules run once more: a wrong change raises an error with the author's line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from gamekit.layout.fields.field import Field
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.mistakes import mistake_here
from gamekit.layout.plain.misfits import misfit
from gamekit.layout.plain.places import CHANGES, ONLY_PLAY, Places

NO_TURN: Final = "the turn passes by itself; return AGAIN from play to move again"


class WatchedState:
    """A state as the rules see it, which watches every change.

    >>> from gamekit.layout import Counter
    >>> state = WatchedState(Layout(left=Counter(5)), (3, 0), may_change=True, shown="3, Ann to move")
    >>> state.left -= 1
    >>> state.left
    2
    """

    def __init__(self, layout: Layout, cells: Cells, *, may_change: bool, shown: str) -> None:
        own: dict[str, Any] = self.__dict__
        own |= {"_fields": layout.fields, "_may_change": may_change, "_shown": shown, "_options": None}
        own["turn"] = cells[layout.cells]
        for name, first, end in layout.slices:
            own[name] = cells[first] if end is None else WatchedPlaces(self, name, cells[first:end])

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "_options":
            self.__dict__[name] = value
            return
        if name == "turn":
            raise mistake_here(NO_TURN)
        fields: Mapping[str, Field] = self.__dict__["_fields"]
        if name not in fields:
            raise mistake_here(f"the state has no {name}; it has {', '.join([*fields, 'turn'])}")
        self._check(name, [value] if fields[name].is_single else value)
        self.__dict__[name] = value if fields[name].is_single else WatchedPlaces(self, name, value)

    def _check(self, name: str, numbers: Any) -> None:
        if not self.__dict__["_may_change"]:
            raise mistake_here(ONLY_PLAY)
        if why := misfit(self.__dict__["_fields"][name], numbers):
            raise mistake_here(f"{name} {why}, at {self.__dict__['_shown']}")


class WatchedPlaces(Places):
    """The numbers of a field of a watched state."""

    def __init__(self, state: WatchedState, name: str, numbers: Any) -> None:
        super().__init__(numbers)
        self._state, self._name = state, name


def _watching(change: Callable[..., Any]) -> Callable[..., Any]:
    def changed(self: WatchedPlaces, *arguments: Any, **options: Any) -> Any:
        result = change(self, *arguments, **options)
        self._state._check(self._name, self)
        return result

    return changed


for _name in CHANGES:
    setattr(WatchedPlaces, _name, _watching(getattr(list, _name)))
