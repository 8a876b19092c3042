"""Pages rendered by several processes, ahead of MkDocs, which renders one after the other.

Nearly all the time of a build goes into the examples and commands of the pages. So each page is rendered in one of as
many processes as there are cores, copies of MkDocs' own (`fork`), and MkDocs is given what came out. Pages with
directives of mkdocstrings stay with MkDocs, because rendering them also registers what other pages refer to.
"""

from __future__ import annotations

import ctypes
import logging
import multiprocessing
import os
import re
import signal
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Any

import attrs
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

DIRECTIVE = re.compile(r"^:::", re.MULTILINE)
FOLLOWED = re.compile(r"^follow: true$", re.MULTILINE)
PR_SET_PDEATHSIG = 1  # linux/prctl.h
LAST = "gallery/index.md"  # has the cards that the other pages of the gallery make

SITE: list[Any] = []
"""The configuration of MkDocs, all files, and what is done after a page; processes that render begin with a copy."""


@attrs.frozen
class Rendered:
    """What MkDocs' `Page.render` leaves in a page, in a form that goes from one process to another."""

    markdown: str
    content: str
    toc: Any
    title: str | None
    anchors: set[str]
    links: Mapping[str, dict[str, str]] | None
    records: list[tuple[str, int, str]]  # name of the logger, level and text

    def put_into(self, page: Page, files: Files) -> None:
        """Have a page hold what has been rendered, and say what there was to warn of."""
        page.content, page.toc, page._title_from_render = self.content, self.toc, self.title
        page.present_anchor_ids = self.anchors
        if self.links is not None:
            page.links_to_anchors = {_file(files, uri): links for uri, links in self.links.items()}
        for name, level, text in self.records:
            logging.getLogger(name).log(level, "%s", text)


class Ahead:
    """Processes that render the pages of a build."""

    def __init__(self, config: Any, files: Files, also: Callable[[str], object]) -> None:
        """Begin to render the pages.

        Args:
            config: the configuration of MkDocs.
            files: all files, in order.
            also: what the process that has rendered a page does next, with its path.
        """
        SITE[:] = [config, files, also]
        self._pool = ProcessPoolExecutor(
            os.cpu_count(), multiprocessing.get_context("fork"), _end_with_parent
        )
        self._waiting: dict[str, Future[Rendered]] = {
            file.src_uri: self._pool.submit(_rendered, file.src_uri)
            for file in files.documentation_pages()
            if not DIRECTIVE.search(file.content_string)
        }

    def take(self, page: Page) -> str | None:
        """Return a page's Markdown, and have the page hold what was rendered from it when MkDocs renders it.

        Raises:
            Exception: what rendering has raised.
        """
        waiting = self._waiting.pop(page.file.src_uri, None)
        if waiting is None:
            return None
        done = waiting.result()
        page.render = lambda _, files: done.put_into(page, files)  # type: ignore[assignment, method-assign]
        return done.markdown

    def close(self) -> None:
        """End the processes."""
        self._pool.shutdown(cancel_futures=True)


def in_order(files: Files) -> Files:
    """Return the files in the order in which pages are rendered."""
    return Files(sorted(files, key=_place))


def _place(file: File) -> tuple[bool, bool, bool]:
    """Return when a page is rendered.

    Those that MkDocs renders itself come first, so that it need not wait. Then come the followed ones, which take
    longest.
    """
    text = file.content_string if file.is_documentation_page() else ""
    return file.src_uri == LAST, not DIRECTIVE.search(text), not FOLLOWED.search(text)


def _file(files: Files, uri: str) -> File:
    file = files.get_file_from_path(uri)
    assert file is not None, uri
    return file


# --- in a process that renders --------------------------------------------------------------------------------


class _Records(logging.Handler):
    """Keeps what is logged, to be logged where warnings are counted."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append((record.name, record.levelno, record.getMessage()))


def _end_with_parent() -> None:
    """Have the system end this process if the one that began it is ended."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _rendered(uri: str) -> Rendered:
    config, files, also = SITE
    page = _file(files, uri).page
    assert page is not None
    records = _Records()
    logging.getLogger("mkdocs").handlers[:] = [records]
    page.read_source(config)
    assert page.markdown is not None
    page.markdown = config.plugins.on_page_markdown(page.markdown, page=page, config=config, files=files)
    page.render(config, files)
    also(uri)
    links = page.links_to_anchors
    return Rendered(
        markdown=page.markdown,
        content=page.content or "",
        toc=page.toc,
        title=page._title_from_render,
        anchors=page.present_anchor_ids or set(),
        links=None if links is None else {file.src_uri: of for file, of in links.items()},
        records=records.kept,
    )
