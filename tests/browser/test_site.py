"""The site as MkDocs has built it, in the folder GAMEKIT_SITE: its links, its headings, and what axe finds on it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from support.axe import violations
from support.marks import cases

SITE = "GAMEKIT_SITE"
ADDRESS = "https://gamekit.invalid/"

PAGES = (
    "",
    "tutorial/",
    "how-to/write-a-board-game/",
    "reference/",
    "reference/cli-solve/",
    "reference/api/solutions/",
    "gallery/",
    "gallery/tic-tac-toe/",
    "gallery/klotski/",
    "gallery/hare-and-hounds/",
    "explanation/benchmarks/",
    "explanation/glossary/",
)
"""A page of each kind, three of them with a game to play."""

SCREENS = ("dark", 400), ("light", 1280)
"""Themes and widths."""

COPY = ".md-code__nav"
"""The buttons that copy code: the theme makes a landmark without a name of each."""

HEADING = "page-has-heading-one"
"""What axe asks of pages, and also of boards in frames, whose heading is that of the page around them."""


@pytest.fixture(scope="module")
def site() -> Path:
    """Return the folder of the site."""
    if SITE not in os.environ:
        pytest.skip(f"{SITE} does not say where MkDocs has built the site")
    return Path(os.environ[SITE])


# --- links and headings ------------------------------------------------------------------------------------------


class Outline(HTMLParser):
    """What links, places to link to and headings a page has.

    Attributes:
        links: the targets of all links, as written; also those of images, scripts and frames.
        ids: the places that links can go to.
        levels: of the headings, in their order.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids = {"", "top"}
        self.levels: list[int] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take down what an element is."""
        given = dict(attrs)
        self.links |= {given[name] or "" for name in ("href", "src") if name in given}
        self.ids |= {given["id"] or ""} if "id" in given else set()
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.levels.append(int(tag[1]))


@pytest.fixture(scope="module")
def outlines(site: Path) -> dict[str, Outline]:
    """Return the outline of each page, by its path."""
    pages = sorted(site.rglob("*.html"))
    return {page.relative_to(site).as_posix(): Outline(page.read_text(encoding="utf-8")) for page in pages}


def test_every_link_within_the_site_leads_somewhere(site: Path, outlines: dict[str, Outline]) -> None:
    dead = []
    for path, outline in outlines.items():
        for link in sorted(outline.links) if path != "404.html" else ():
            target = urlsplit(urljoin(ADDRESS + path, link))
            if f"{target.scheme}://{target.netloc}/" != ADDRESS:
                continue
            there = unquote(target.path).lstrip("/")
            there += "index.html" if there == "" or there.endswith("/") else ""
            known = outlines[there].ids if there in outlines else {""}
            if not (site / there).is_file() or unquote(target.fragment) not in known:
                dead.append(f"{path}: {link}")
    assert len(outlines) > 100
    assert dead == []


def test_headings_begin_with_one_of_the_first_level_and_leave_none_out(outlines: dict[str, Outline]) -> None:
    wrong = {}
    for path, outline in outlines.items():
        levels = outline.levels
        if path != "404.html" and not path.startswith("gallery/play/"):  # those are pages of gamekit
            steps = pairwise(levels)
            if levels[:1] != [1] or 1 in levels[1:] or any(then > level + 1 for level, then in steps):
                wrong[path] = levels
    assert wrong == {}


# --- axe ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def address(site: Path, servers: set[str]) -> Iterator[str]:
    """Return where a server shows the site."""

    class Silent(SimpleHTTPRequestHandler):
        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}"
        servers.add(url)
        yield f"{url}/"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "theme", "width"),
    cases(
        quick=[(path, *SCREENS[i % 2]) for i, path in enumerate(PAGES)],
        release=[(path, *SCREENS[1 - i % 2]) for i, path in enumerate(PAGES)],
    ),
)
def test_axe_finds_nothing(path: str, theme: str, width: int, new_page: Any, address: str) -> None:
    page = new_page(viewport={"width": width, "height": 850}, color_scheme=theme)
    page.goto(address + path)
    scheme = page.locator("body").get_attribute("data-md-color-scheme")
    assert scheme == {"dark": "slate", "light": "default"}[theme]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if frames := page.frames[1:]:
        page.locator("iframe.played").scroll_into_view_if_needed()
        frames[0].locator(".status").wait_for()
    for frame in page.frames:
        found = violations(frame, exclude=COPY)
        faults = [(fault["id"], fault["nodes"][0]["html"]) for fault in found]
        assert [fault for fault in faults if frame not in frames or fault[0] != HEADING] == []
    assert len(frames) == (path == "" or (path.startswith("gallery/") and path != "gallery/"))
    for frame in frames:  # the button changes the boards with the page, and nothing in a frame scrolls
        assert frame.evaluate("document.documentElement.scrollHeight <= innerHeight")
        page.locator("label[for^=__palette]:not([hidden])").click()
        frame.locator(f":root[data-theme={ {'dark': 'light', 'light': 'dark'}[theme] }]").wait_for()


# --- the search --------------------------------------------------------------------------------------------------


def test_the_index_of_the_search_is_small(site: Path) -> None:
    assert (site / "search" / "search_index.json").stat().st_size < 400_000


@pytest.mark.parametrize(
    ("words", "first"),
    cases(
        quick=[("rush hour", "gallery/rush-hour/")],
        release=[
            ("Grundy", "reference/api/grundy-values/"),
            ("tier", "how-to/solve-by-tiers/"),
            ("solve_many", "reference/api/?h=solve_many#gamekit.solve_many"),
        ],
    ),
)
def test_the_search_finds_the_right_page_first(words: str, first: str, new_page: Any, address: str) -> None:
    page = new_page()
    page.goto(address)
    page.locator("input.md-search__input").click()
    page.keyboard.type(words)
    page.locator(f"li:first-child > a.md-search-result__link[href*='{first}']").first.wait_for()
