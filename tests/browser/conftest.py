"""A real browser, a real `gamekit explore`, and pages that must neither complain nor ask anybody else for anything."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn
from urllib.parse import urlsplit

import attrs
import pytest
from support.command import start
from support.paths import ROOT

EXPECTED = "GAMEKIT_EXPECT_BROWSER"  # set where a missing browser is a failure, as in CI
# the quickest first
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
WIDTH, HEIGHT = 1280, 900
ALONE = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"  # quicker than to look at each request on its way
PATIENCE = 20_000  # milliseconds for anything to appear; the machine may be busy

SHOWN = """
try { localStorage["gamekit.values"] ??= "shown"; } catch { /* a page from a file may not keep anything */ }
"""

Explore = Callable[..., str]

_ADDRESS = re.compile(r"http://\S+?/(?=\s|$)")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in this folder as one that takes a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker("browser")


def _absent(what: str) -> NoReturn:
    if os.environ.get(EXPECTED):
        pytest.fail(f"{EXPECTED} is set, and {what}")
    pytest.skip(what)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Return a browser. One a module, for while Playwright runs, no other test in this process can use asyncio."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _absent("playwright is not installed")
    path = os.environ.get("GAMEKIT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        _absent("there is no Chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[ALONE])
        yield browser
        browser.close()


@attrs.frozen
class Watch:
    """What a page said and asked for that it should not have; `tolerated` are parts of what it may say."""

    allowed: set[str]
    tolerated: list[str] = attrs.field(factory=list)
    complaints: list[str] = attrs.field(factory=list)
    strangers: list[str] = attrs.field(factory=list)

    def console(self, message: Any) -> None:
        """Take down warnings and errors, but for the browser's own note that the server refused something."""
        path = urlsplit(message.location.get("url", "")).path
        refused = re.search(r"server responded with a status of 4\d\d", message.text) and path.startswith(
            "/api/"
        )
        if any(text in message.text for text in self.tolerated):
            return
        if message.type in ("error", "warning") and not refused:
            self.complaints.append(f"{message.type}: {message.text} ({message.location.get('url')})")

    def request(self, request: Any) -> None:
        """Take down what goes to no server of ours; the browser finds no other machine."""
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob", "file") and f"{url.scheme}://{url.netloc}" not in self.allowed:
            self.strangers.append(request.url)


@pytest.fixture
def new_page(chromium: Any, servers: set[str]) -> Iterator[Callable[..., Any]]:
    """Return a function that opens an empty page in a context of its own, where values are shown at once if `values`.

    What the page says on its console with the text `tolerated` is no complaint. `options` are the context's.
    """
    watch = Watch(servers)
    with contextlib.ExitStack() as open_contexts:

        def opened(*, values: bool = True, tolerated: str | None = None, **options: Any) -> Any:
            if tolerated is not None:
                watch.tolerated.append(tolerated)
            settings = {"viewport": {"width": WIDTH, "height": HEIGHT}, "reduced_motion": "reduce", **options}
            context = open_contexts.enter_context(contextlib.closing(chromium.new_context(**settings)))
            context.set_default_timeout(PATIENCE)
            if values:
                context.add_init_script(SHOWN)
            context.on("request", lambda request: watch.request(request))
            page = context.new_page()
            page.on("console", lambda message: watch.console(message))
            page.on("pageerror", lambda error: watch.complaints.append(f"uncaught: {error}"))
            return page

        yield opened
    assert watch.complaints == []
    assert watch.strangers == []


@pytest.fixture
def page(new_page: Callable[..., Any]) -> Any:
    """Return an empty page, 1280 pixels wide, that does not move things about."""
    return new_page()


@pytest.fixture
def expect(chromium: Any) -> Any:  # noqa: ARG001 (without a browser the test is skipped)
    """Return Playwright's assertions, which wait for what they assert."""
    from playwright.sync_api import expect

    expect.set_options(timeout=PATIENCE)
    return expect


@pytest.fixture(scope="module")
def servers() -> set[str]:
    """Return the addresses that pages may ask: those of the servers that `explore` started."""
    return set()


@pytest.fixture(scope="session")
def of_all_games() -> Iterator[str]:
    """Return the URL of a `gamekit explore` of all games: one for all modules, since each takes seconds."""
    with _server([], None) as url:
        yield url


@pytest.fixture(scope="module")
def explore(
    servers: set[str], of_all_games: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Explore]:
    """Return a function that starts `gamekit explore` and returns its URL; one a module for the same arguments.

    Its arguments are the game or table, its parameters, further options, and `environment`.
    """
    started = {json.dumps([None, None, (), None]): of_all_games}
    servers.add(of_all_games.rstrip("/"))
    with contextlib.ExitStack() as running:

        def explored(
            game: str | None = None,
            parameters: Any = None,
            *options: str,
            environment: dict[str, str] | None = None,
        ) -> str:
            key = json.dumps([game, parameters, options, environment])
            if key not in started:
                arguments = [*([game] if game else []), *options]
                if parameters is not None:
                    file = tmp_path_factory.mktemp("input") / "input.json"
                    file.write_text(json.dumps(parameters))
                    arguments += ["--input", str(file)]
                started[key] = running.enter_context(_server(arguments, environment))
                servers.add(started[key].rstrip("/"))
            return started[key]

        yield explored


@contextlib.contextmanager
def _server(arguments: list[str], environment: dict[str, str] | None) -> Iterator[str]:
    process = start(
        "explore",
        *arguments,
        "--no-browser",
        "--port",
        "0",
        environment={"PYTHONUNBUFFERED": "1", **(environment or {})},
        stderr=subprocess.STDOUT,
    )
    with process:
        try:
            assert process.stdout
            said = []
            for line in process.stdout:
                said.append(line.decode())
                if found := _ADDRESS.search(said[-1]):
                    yield found[0]
                    return
            pytest.fail(f"gamekit explore ended without an address: {''.join(said)}")
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Return the folder of the pictures that the documentation shows."""
    folder = ROOT / "docs" / "images"
    folder.mkdir(exist_ok=True)
    return folder
