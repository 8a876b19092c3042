"""MkDocs hooks: where examples run, and the pages whose commands are followed one after the other."""

from __future__ import annotations

import logging
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

DOCS = Path(__file__).parents[1]
ROOT = DOCS.parent
NEWEST = "<!-- towncrier release notes start -->"  # in CHANGELOG.md; the page's own text comes there
BROWSER = "GAMEKIT_EXPECT_BROWSER"  # set where the browser's tests have run before, as in CI

WARM: list[Any] = []
"""What runs the commands of the pages, where it can."""

AHEAD: list[Any] = []
"""What renders the pages of this build, where processes can be copied."""

PLACE: list[tempfile.TemporaryDirectory[str]] = []
"""Where processes keep what others need, too."""

_NAMED_SECTION = re.compile(
    r'aria-labelledby="(?P<id>__nav_\w+)_label"(?P<rest>[^>]*>\s*<label class="md-nav__title" for="(?P=id)">'
    r'\s*<span class="md-nav__icon md-icon"></span>\s*(?P<name>\S[^<]*?)\s*</label>)'
)
_UNSEARCHED = re.compile(
    r'<(?P<element>(?:figure|svg|pre)\b|form class="card-filters"|span class="filename"|p class="doc doc-class-bases")'
    r"|(?<=</td>\n)<(?P<further>td)\b"
)
_DIRECTIVE = re.compile(r"^(?P<name>::: .+)\n(?P<options>    options:\n)?", re.MULTILINE)
_PICTURE = re.compile(r"^!\[[^\]]*\]\([./]*/images/(?P<name>[\w.-]+)\)$", re.MULTILINE)


def on_startup(**_: Any) -> None:
    """Run every example from the top of the project, with the commands of the running Python, without colour.

    An example that fails is a warning, which --strict counts; but not with --quiet, which keeps warnings from being
    made. So they are made in any case.
    """
    log = logging.getLogger("mkdocs")
    log.setLevel(min(log.level, logging.WARNING))
    os.chdir(ROOT)
    sys.path.insert(0, str(DOCS))  # examples can say `from support import ...`
    os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    os.environ.update(COLUMNS="96", NO_COLOR="1", TERM="dumb")
    from support import kept, signatures

    signatures.take_over()
    if sys.platform == "linux":
        from support.warm import Warm

        WARM.append(warm := Warm())
        os.environ["PATH"] = os.pathsep.join([str(warm.folder), os.environ["PATH"]])
    # after the copy has begun, which would remove it at its end
    PLACE.append(tempfile.TemporaryDirectory(prefix="gamekit-site-"))
    kept.FOLDER[:] = [Path(PLACE[0].name)]


def on_shutdown(**_: Any) -> None:
    """End what has been started; the processes that render hold the pipe whose end is that of the warm one."""
    for started in (AHEAD, WARM):
        while started:
            started.pop().close()
    while PLACE:
        PLACE.pop().cleanup()


def on_files(files: Files, *, config: Any) -> Files:
    """Put on the site what pages link to: the example inputs, and the pages on which games are played."""
    from support.ahead import in_order
    from support.gallery import played_on_pages

    for path in sorted((ROOT / "examples").glob("*.json")):
        files.append(File.generated(config, f"examples/{path.name}", abs_src_path=str(path)))
    for name in played_on_pages():
        files.append(File.generated(config, _played_at(name), content=""))
    return in_order(files)


def on_nav(nav: Any, *, config: Any, files: Files) -> Any:
    """Begin to render the pages by several processes, where processes can be copied."""
    if sys.platform == "linux":
        from support.ahead import Ahead
        from support.cards import prepare

        AHEAD.append(Ahead(config, files, prepare))
    return nav


def on_env(env: Any, *, files: Files, **_: Any) -> Any:
    """Fill the pages on which games are played; by now they have been made, unless MkDocs has rendered all itself."""
    from support.gallery import playable, played_on_pages

    for name in played_on_pages():
        file = files.get_file_from_path(_played_at(name))
        assert file is not None
        file.content_string = playable(name)
    while AHEAD:
        AHEAD.pop().close()
    return env


def _played_at(name: str) -> str:
    from support.gallery import PLAYED_AT

    return f"gallery/{PLAYED_AT}/{name}.html"


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """Do what a page asks for in its front matter: show another file, or have its commands followed."""
    from support.following import FollowingError, follow

    for ahead in AHEAD:
        if (taken := ahead.take(page)) is not None:
            return str(taken)
    markdown = _with_levels(_with_pictures(markdown, page.file.src_uri))
    if name := page.meta.get("include"):
        text = (ROOT / name).read_text().replace("](docs/", "](")
        return str(text.replace(NEWEST, markdown))
    if not page.meta.get("follow"):
        return markdown
    try:
        return str(follow(markdown, *WARM))
    except FollowingError as error:
        raise PluginError(f"{page.file.src_uri}: {error}") from error


def on_page_content(html: str, **_: Any) -> str:
    """Keep boards, filters, code and all but the first column of tables out of the index of the search."""
    return _UNSEARCHED.sub(
        lambda found: f'<{found["element"] or found["further"]} data-search-exclude=""', html
    )


def on_post_build(*, config: Any) -> None:
    """Shorten the index of the search."""
    from support.search import trim

    try:
        trim(Path(config.site_dir, "search", "search_index.json"))
    except ValueError as error:
        raise PluginError(str(error)) from error


def on_post_page(output: str, **_: Any) -> str:
    """Give names to the search, and to the menus of sections with a page of their own, which the theme leaves out."""
    output = _NAMED_SECTION.sub(r'aria-label="\g<name>"\g<rest>', output)
    return output.replace(
        'data-md-component="search" role="dialog"',
        'data-md-component="search" role="dialog" aria-label="Search"',
    )


def _with_pictures(markdown: str, page: str) -> str:
    """Leave out the pictures that no test has taken here; where a browser is expected, all must be there."""

    def shown(picture: re.Match[str]) -> str:
        if (DOCS / "images" / picture["name"]).is_file():
            return picture[0]
        if os.environ.get(BROWSER):
            raise PluginError(f"{page}: there is no picture {picture['name']}; pytest -m browser takes it")
        return ""

    return _PICTURE.sub(shown, markdown)


def _with_levels(markdown: str) -> str:
    """Raise by a level what mkdocstrings describes before the first section of a page, so that no level is left out."""
    first, section, rest = markdown.partition("\n## ")
    raised = _DIRECTIVE.sub("\\g<name>\n    options:\n      heading_level: 2\n", first)
    return raised + section + rest
