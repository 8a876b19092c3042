"""`write_page`: a small solved game as one page that needs no server: board, values, history and reasons."""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final
from urllib.parse import quote

from gamekit.analysis.play.play import Play
from gamekit.analysis.verification.verify import verify
from gamekit.errors import UnsupportedError
from gamekit.game.progress import ProgressCallback
from gamekit.game.sentences import titled
from gamekit.game.whole_files import write_file
from gamekit.solution.solution import Solution
from gamekit.web.pages.assets import csp_hash, embedded_import_map, styles
from gamekit.web.pages.columns import deflated
from gamekit.web.pages.contents import contents
from gamekit.web.views.header import header
from gamekit.web.views.position import position

_TEMPLATE: Final = Path(__file__).with_name("exported.html")

_UNCHANGED: Final = " <>!$'()*+,/:;=?@[]{}"
"""Characters that need no escape in a data: URL in an attribute: no line ends, no #, no %, no & and no quotes."""


def to_html(
    solution: Solution[Any, Any], start: Any = None, *, progress: ProgressCallback | None = None
) -> str:
    """Return an HTML page on which a solved game is played against perfection without a server.

    The page has every state that play can reach and makes no request. The same game gives the same page.

    Args:
        solution: the solution of the game; it is verified first.
        start: the state from which play starts; by default, the start of the solution.
        progress: a function called with the progress of the work.

    Raises:
        LimitError: play can reach more states than a page holds.
        UnsupportedError: the values are not verified, or depend on the number of plies left.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> to_html(gamekit.solve(Nim(heaps=(1, 2))))[:15]
    '<!doctype html>'
    """
    play = Play.begin(solution, start=start)
    proof = verify(solution)
    if not proof.ok:
        raise UnsupportedError(f"a page can show only a verified solution; this one is {proof}")
    about = header(solution, start=play.start, verified=proof.scope)
    data = contents(play, about, progress=progress)
    plies, headline = data["plies_proved"], escape(titled(about["headline"]))
    # without how long it took: the same game gives the same page
    about["facts"] = [f"{about['edges']:,} moves between them"]
    if plies is not None:
        about["facts"].append(f"turn limit of {about['turn_limit']:,} plies; values hold for {plies:,}")
    return page(
        "gamekit/exported",
        data,
        position(play, hints=False),
        about["title"],
        about["goal"],
        verdict=f'With best play from the start: <strong class="headline">{headline}</strong>',
        facts=[f"verified: {proof.scope}", *about["facts"]],
    )


def write_page(
    solution: Solution[Any, Any],
    path: str | os.PathLike[str],
    start: Any = None,
    *,
    replace: bool = True,
    progress: ProgressCallback | None = None,
) -> None:
    """Write a page as `to_html` returns it.

    Args:
        solution: the solution, as in `to_html`.
        path: the file; it appears as a whole.
        start: the state from which play starts, as in `to_html`.
        replace: whether the file may exist already.
        progress: the callback, as in `to_html`.

    Raises:
        InputError: the file cannot be written.
        LimitError, UnsupportedError: the errors of `to_html`, or the disk is full.
    """
    text = to_html(solution, start, progress=progress)
    write_file(path, text.encode(errors="xmlcharrefreplace"), replace=replace)  # of halves of letters


def page(
    module: str,
    data: Any,
    view: dict[str, Any],
    title: str,
    goal: str,
    *,
    verdict: str = "",
    facts: Sequence[str],
) -> str:
    """Return a page that needs no server. Before its module runs, and where it cannot, it shows a state and facts.

    Args:
        module: the module that lays out the page.
        data: what the module reads, as plain data.
        view: the state, as `position` gives it.
        title: the name of the game.
        goal: what is to be done.
        verdict: who wins, in HTML.
        facts: what was verified, and further facts.
    """
    modules, sheets, boot = embedded_import_map(module), styles("style.css"), f'import "{module}";'
    policy = (
        # a module in a data: URL has no hash of its own; nothing else on the page is taken for a script
        f"default-src 'none'; script-src {csp_hash(modules)} {csp_hash(boot)} data:; style-src {csp_hash(sheets)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    verified, *others = map(escape, facts)
    return Template(_TEMPLATE.read_text("utf-8")).substitute(
        policy=policy,
        title=escape(title),
        styles=sheets,
        modules=modules,
        boot=boot,
        goal=escape(goal),
        verdict=f'<p class="verdict-line">{verdict}</p>' if verdict else "",
        verified=verified,
        facts=" ".join(f"<span>{one}</span>" for one in others),
        board=f"data:image/svg+xml,{quote(view['board'], _UNCHANGED, errors='replace')}",
        alt=escape(view["alt"]),
        game=deflated(data),
    )
