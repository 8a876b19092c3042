"""The pages of the gallery: a game's rules, parameters, picture and statistics, all from the code.

Every function returns Markdown.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from itertools import zip_longest
from typing import Any

import attrs

import gamekit
from gamekit import Play, Solution, Value
from gamekit.analysis.reasons import headline
from gamekit.game.compiled import is_compiled
from gamekit.game.parameters import parameter_fields, parameter_name
from gamekit.game.registry import GAMES, game_class, registered
from gamekit.web.pages import to_html
from gamekit.web.pages.framing import frame_size
from gamekit.web.views.header import title_of
from support.kept import kept

Parameters = Mapping[str, Any]

FARTHEST = 50  # of the positions that are farthest from the end are looked at

FEW = 3_000  # states are solved with plain rules, more with compiled ones

MANY = 3  # more best moves than that are not listed

PLAYED_AT = "play"  # the folder of the pages to play on, in that of the gallery

SMALL: Mapping[
    str, Parameters
] = {  # to be played, where the example is so large that a page takes long to make
    "breakthrough": {"rows": 4, "columns": 2},
    "chess-ending": {"material": "KQK", "board": 4},
    "connect-four": {"width": 3, "height": 3, "length": 3},
    "dobutsu-shogi": {"setup": ".l./.../.../.L., first to move"},
    "fox-and-geese": {"side": 3, "corner": 0, "geese": 4, "fewest": 4},
    "morris": {"rings": 1, "flying": False, "placing": False},
    "order-and-chaos": {"side": 2, "length": 2},
    "pocket-cube": {"turns": ["U2", "R2", "F2"], "scramble": "U2 F2 R2 U2"},
    "sim": {"dots": 4},
    "teeko": {"size": 3, "men": 2},
    "three-in-a-row": {"variant": "shisima"},
    "tigers-and-goats": {"side": 3, "tigers": 1, "goats": 3, "captured": 1},
    "wild-tic-tac-toe": {"side": 2, "length": 2},
}

LARGE = {"dao", "l-game", "neutreeko", "othello"}  # with compiled rules; no page holds all their states

VALUES = (Value.WIN, Value.LOSS, Value.TIE, Value.DRAW)


def show(name: str, *, state: str | None = None, caption: str, parameters: Parameters | None = None) -> str:
    """Return what every page of the gallery begins with."""
    return "\n\n".join(
        [
            "## Rules",
            rules(name),
            picture(name, state=state, caption=caption, parameters=parameters),
            "## Parameters",
            parameter_table(name),
            facts(name),
            "## Play it",
            frame(name),
            "## The longest way to the end",
            longest(name),
            "## In the terminal",
            commands(name),
        ]
    )


def longest(name: str) -> str:
    """Return a picture of a position from which best play lasts longest, one with few best moves if there are several.

    It is one of the instance that is played on the page.
    """
    solution = solve(name, played(name))
    found = [verdict.state for verdict in list(solution.farthest())[:FARTHEST] if verdict.remoteness]
    if not found:
        return "Nobody wins from any position of this instance."
    state = min(found, key=lambda state: len(solution.best_moves(state)))
    caption = "No position of the game above takes longer."
    return picture(name, state=solution.game.format_state(state), caption=caption, parameters=played(name))


def commands(name: str) -> str:
    """Return what to type to solve, play and explore a game."""
    return f"```sh\ngamekit solve {name}\ngamekit play {name}\ngamekit explore {name}\n```"


def frame(name: str) -> str:
    """Return the board on which a game is played on its page of the gallery, or how to play it without one."""
    if name in LARGE:
        return f"```sh\ngamekit explore {name}\n```\n\nThe game has too many states for a page that holds them all."
    return (
        f"{board(name, f'../{PLAYED_AT}')}\n\n"
        f"Perfection answers: this page holds the solution of `{json.dumps(played(name))}`. "
        "[Export](../../how-to/export/#a-page-to-play-on) shows how to make such a page."
    )


def board(name: str, folder: str) -> str:
    """Return a frame with the board and buttons of the page in `folder` on which a game is played, and a link to it."""
    width, height = frame_size(Play.begin(solve(name, played(name))))
    return (
        f'<iframe class="played" src="{folder}/{name}.html?embed" title="{title_of(name)}, to be played" '
        f'width="{width}" height="{height}" loading="lazy" sandbox="allow-scripts"></iframe>\n\n'
        f'<a href="{folder}/{name}.html">Open this board by itself</a>, with its history and the reasons.'
    )


def playable(name: str) -> str:
    """Return the page, HTML, that holds a small solved instance of a game."""
    return kept(f"{name}.html", lambda: to_html(solve(name, played(name))))


def played_on_pages() -> list[str]:
    """Return the games of which there is a page to play on."""
    return [name for name in registered(GAMES) if name not in LARGE]


def played(name: str) -> Parameters:
    """Return the parameters of the instance that is played on a game's page."""
    parameters: Parameters = SMALL.get(name, game_class(name).example)
    return parameters


def rules(name: str) -> str:
    """Return the rules as the class states them."""
    text, _, _ = inspect.cleandoc(game_class(name).__doc__ or "").partition(">>>")
    return text.strip()


def facts(name: str) -> str:
    """Return what a game says about its players and about endless play."""
    game = gamekit.load_game(name)
    lines = [f"Players: {' and '.join(game.players)}."]
    if len(game.players) == 1:
        lines.append("Play that never ends is a loss.")
    elif game.infinite_play == 0:
        lines.append("Play that never ends, if the rules allow it, is a draw.")
    else:
        winner = game.players[0 if game.infinite_play > 0 else 1]
        lines.append(f"Play that never ends is a win for the {winner}.")
    if game.max_plies is not None:
        lines.append(f"The rules have a turn limit of {game.max_plies} plies.")
    return " ".join(lines)


def picture(name: str, *, state: str | None, caption: str, parameters: Parameters | None = None) -> str:
    """Return a board: as the game draws it, or else as it shows it in the terminal; and what it is worth."""
    solution = solve(name, game_class(name).example if parameters is None else parameters)
    game = solution.game
    shown = game.initial_state() if state is None else game.parse_state(state)
    caption = f"{with_code(caption)} {worth(solution, shown)}".strip()
    drawing = game.svg(shown)
    if drawing is None:
        return f"```text\n{game.render(shown)}\n```\n\n*{caption}*"
    label = escape(game.board_in_words(shown), quote=True)
    labelled = drawing.replace("<svg ", f'<svg aria-label="{label}" ', 1).strip()
    return f'<figure class="board">\n{labelled}\n<figcaption>{caption}</figcaption>\n</figure>'


def with_code(caption: str) -> str:
    """Return a caption as HTML, in which no Markdown is read.

    >>> with_code("The box `a<b`.")
    'The box <code>a&lt;b</code>.'
    """
    return re.sub("`(.*?)`", r"<code>\1</code>", escape(caption, quote=False))


def worth(solution: Solution[Any, Any], state: Any) -> str:
    """Return the verdict on a state in a sentence, with its best moves if they are few."""
    moves = [solution.game.format_move(state, move) for move in solution.best_moves(state)]
    best = f"; best move: {' or '.join(moves)}" if 0 < len(moves) <= MANY else ""
    return f"Computed here: {headline(solution, solution[state])}{best}."


def parameter_table(name: str) -> str:
    """Return the parameters as a table."""
    if not parameter_fields(game_class(name)):
        return "The game has no parameters."
    rows = []
    for field in parameter_fields(game_class(name)):
        aliases = ", ".join(f"`{alias}`" for alias in field.metadata.get("aliases", ()))
        default = "required" if field.default is attrs.NOTHING else f"`{json.dumps(field.default)}`"
        also = f" Also called {aliases}." if aliases else ""
        rows.append((f"`{parameter_name(field)}`", default, f"{field.metadata['help']}.{also}"))
    return table(("parameter", "default", "meaning"), rows)


@cache
def solved(name: str, parameters: str) -> Solution[Any, Any]:
    """Return the solution of an instance, parameters as JSON text; refuse one that is not proved."""
    game = gamekit.load_game(name, json.loads(parameters))
    try:  # plain rules are those that readers of the page read
        solution = gamekit.solve(game, backend="python", max_states=FEW)
    except gamekit.LimitError:
        solution = gamekit.solve(game, backend="compiled" if is_compiled(game) else "python")
    report = gamekit.verify(solution)
    if not report.ok:
        raise AssertionError(f"{name} {parameters}: {report}")
    return solution


def solve(name: str, parameters: Parameters) -> Solution[Any, Any]:
    """Return the solution of an instance, each solved once a build."""
    return solved(name, json.dumps(parameters))


def statistics(name: str, instances: Iterable[Parameters], *, said: Mapping[int, str] | None = None) -> str:
    """Return a table of solved instances; `said` names some of them by their place, where JSON would be long."""
    solutions = [(parameters, solve(name, parameters)) for parameters in instances]
    values = [value for value in VALUES if any(solution.counts().get(value) for _, solution in solutions)]
    rows = []
    for i, (parameters, solution) in enumerate(solutions):
        counts = solution.counts()
        rows.append(
            (
                (said or {}).get(i) or f"`{json.dumps(parameters)}`",
                f"{len(solution):,}",
                f"{solution.edges:,}",
                *(f"{counts.get(value, 0):,}" for value in values),
                verdict(solution),
                f"{solution.longest:,}",
            )
        )
    header = ("instance", "states", "edges", *(value.name for value in values), "from the start", "longest")
    names = " and ".join(", ".join(value.name for value in values).rsplit(", ", 1))
    note = (
        f"{names} count the states by their value to the player to move. *Longest* is the greatest remoteness "
        "of any state, in plies. Every row was solved and verified while this page was built."
    )
    return f"{table(header, rows)}\n\n{note}"


def verdict(solution: Solution[Any, Any]) -> str:
    """Return what the root is worth, in words."""
    root = solution.root
    plies = "" if root.remoteness is None else f" in {root.remoteness}"
    if root.winner is not None:
        score = f" by {abs(root.payoff or 0)}" if abs(root.payoff or 0) > 1 else ""
        endless = " by endless play" if root.remoteness is None else ""
        return f"win for {root.winner}{score}{plies}{endless}"
    if len(solution.game.players) == 1:
        return "cannot be solved"
    return f"{root.value}{plies}"


def known(name: str, rows: Iterable[tuple[str, Parameters, str, Any, str]]) -> str:
    """Return figures from elsewhere beside those computed here; fail where they differ.

    A row is: what it says of the instance, the parameters, what is counted (see `FIGURES`), the figure, and where
    it comes from.
    """
    lines = []
    for instance, parameters, what, published, source in rows:
        computed = FIGURES[what](solve(name, parameters))
        if computed != published:
            raise AssertionError(f"{name} {parameters}: {what} is {computed}, but {source} has {published}")
        lines.append((instance, what, number(published), number(computed), source))
    return table(("instance", "figure", "published", "computed here", "source"), lines)


def _distances(solution: Solution[Any, Any]) -> tuple[int, ...]:
    rows = (row.tolist() for row in solution.tally().histogram.values())
    return tuple(map(sum, zip_longest(*rows, fillvalue=0)))


FIGURES: Mapping[str, Any] = {
    "states": len,
    "terminal states": lambda solution: int(solution.loaded().arena.terminal.sum()),
    "value": lambda solution: solution.root.value.name,
    "winner": lambda solution: solution.root.winner or "nobody",
    "plies": lambda solution: solution.root.remoteness,
    "answer": lambda solution: solution.answer,
    "margin": lambda solution: solution.root.payoff,
    "won, lost, tied or drawn": lambda solution: tuple(
        count
        for count in (
            solution.counts().get(Value.WIN, 0),
            solution.counts().get(Value.LOSS, 0),
            solution.counts().get(Value.TIE, 0) + solution.counts().get(Value.DRAW, 0),
        )
    ),
    "longest": lambda solution: solution.longest,
    "states by distance": _distances,
}


def number(figure: Any) -> str:
    """Return a figure for people."""
    if isinstance(figure, tuple):
        return ", ".join(map(number, figure))
    if isinstance(figure, bool):
        return str(figure).lower()
    return f"{figure:,}" if type(figure) is int else "none" if figure is None else str(figure)


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a Markdown table."""
    head, body = list(header), [list(row) for row in rows]
    rules = ["---:" if all(map(_is_number, column)) else "---" for column in zip(*body, strict=True)]
    lines = [head, rules or ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(map(_escaped, line))} |" for line in lines)


def _escaped(cell: str) -> str:
    """Return a cell with its bars escaped, save those in code, which need not be."""
    parts = cell.split("`")
    parts[::2] = [part.replace("|", "&#124;") for part in parts[::2]]
    return "`".join(parts)


def _is_number(cell: str) -> bool:
    return cell.replace(",", "").isdecimal()
