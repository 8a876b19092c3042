"""The documentation, as far as it can be tested without building the site, which runs every example on it."""

from __future__ import annotations

import ast
import doctest
import itertools
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from support.documentation import support
from support.paths import ROOT

import gamekit
import gamekit.cgt
from gamekit import UnsupportedError, load_game
from gamekit.cli.verbs import VERBS
from gamekit.game.registry import GAMES, registered
from gamekit.solvers.registry import SOLVERS

DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
PROSE = [*PAGES, *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md"))]
CODE = [*(ROOT / "gamekit").rglob("*.py"), *(ROOT / "games").rglob("*.py")]

PICTURES = "".join(
    path.read_text() for path in (ROOT / "tests" / "browser").glob("test_*.py")
)  # take docs/images

FOLLOWED = [page for page in PAGES if page.read_text().startswith("---\nfollow: true\n")]
OPTIONS = doctest.ELLIPSIS


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


# --- examples -----------------------------------------------------------------------------------------------


def modules() -> Iterator[str]:
    """Yield the modules of gamekit, the games among them as `gamekit.game.bundled`."""
    yield "gamekit"
    yield from (found.name for found in pkgutil.walk_packages(gamekit.__path__, "gamekit."))


@pytest.mark.slow
@pytest.mark.parametrize("module", [name for name in modules() if not name.endswith("__main__")])
def test_docstrings_say_what_happens(module: str) -> None:
    try:
        loaded = import_module(module)
    except UnsupportedError as error:  # of the adapters, which need another program
        pytest.skip(str(error))
    results = doctest.testmod(loaded, optionflags=OPTIONS)
    assert results.failed == 0


def test_the_readme_says_what_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=OPTIONS)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.slow
@pytest.mark.parametrize("page", FOLLOWED, ids=name_of)
def test_a_page_can_be_followed_word_for_word(page: Path) -> None:
    following = support("following")
    try:
        text = following.follow(page.read_text())
    except following.FollowingError as error:
        if any(sign in str(error) for sign in following.NO_NETWORK):
            pytest.skip("pip cannot reach the package index, from which it takes what builds a package")
        raise
    assert "$ " in text


def test_the_tutorial_is_followed() -> None:
    assert DOCS / "tutorial.md" in FOLLOWED


@pytest.mark.release
def test_the_page_says_what_rules_are_refused() -> None:
    """If this fails, run `python docs/support/refusals.py`."""
    refusals = support("refusals")
    page = refusals.PAGE.read_text()
    assert refusals.with_tables(page) == page
    assert set(re.findall(r"^<!-- refused: (\w+) -->\n\n\|", page, re.MULTILINE)) == set(refusals.REFUSED)


# --- what is said twice -------------------------------------------------------------------------------------


def code_blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def test_the_readme_sets_everything_up_with_two_commands() -> None:
    run, test, *_ = code_blocks(ROOT / "README.md", "sh")
    assert run.count("\n") == test.count("\n") == 1
    assert "gamekit solve cat-mouse --input examples/cat-mouse-17.json" in run
    assert test.endswith(".venv/bin/pytest -n auto\n")
    assert (ROOT / "examples" / "cat-mouse-17.json").exists()


@pytest.mark.parametrize("page", ["index.md", "tutorial.md"])
def test_the_site_sets_up_as_the_readme_does(page: str) -> None:
    run, *_ = code_blocks(ROOT / "README.md", "sh")
    setup, *_ = run.partition(" && .venv/bin/gamekit")
    assert any(block.startswith(f"{setup}\n") for block in code_blocks(DOCS / page, "sh"))


@pytest.mark.parametrize("name", registered(GAMES))
def test_every_game_is_in_the_gallery(name: str) -> None:
    if not registered(GAMES)[name].value.startswith("gamekit."):
        pytest.skip("a plugin, which comes with its own documentation")
    page = DOCS / "gallery" / f"{name}.md"
    assert f'gallery.show("{name}"' in page.read_text()
    assert f"gallery/{name}.md" in (ROOT / "mkdocs.yml").read_text()
    assert f"| `{name}` |" in (ROOT / "README.md").read_text()
    assert (ROOT / "examples" / f"{name}.json").exists()


@pytest.mark.parametrize("name", registered(SOLVERS))
def test_every_solver_is_in_the_reference(name: str) -> None:
    module, _, cls = registered(SOLVERS)[name].value.partition(":")
    if not module.startswith("gamekit."):
        pytest.skip("a plugin, which comes with its own documentation")
    assert f"::: {module}.{cls}\n" in (DOCS / "reference" / "solvers.md").read_text()
    assert f"`{name}`" in (DOCS / "reference" / "solvers.md").read_text()


def test_every_public_name_is_in_the_reference() -> None:
    text = "".join(page.read_text() for page in (DOCS / "reference").rglob("*.md"))
    named = set(re.findall(r"^::: (\S+)$", text, re.MULTILINE))
    homes = {
        name: getattr(getattr(gamekit, name), "__module__", "gamekit.game.values") for name in gamekit.__all__
    }
    assert [name for name, home in homes.items() if not {f"gamekit.{name}", home} & named] == ["Outcome"]


def test_a_page_that_makes_a_package_does_not_see_one_that_is_installed(tmp_path: Path) -> None:
    packages = tmp_path / "packages"
    for name in ("pong_hau_ki", "pong_hau_ki-0.1.dist-info", "other"):
        (packages / name).mkdir(parents=True)
    (packages / "_editable_impl_pong_hau_ki.pth").touch()
    following = support("following")
    assert following.MADE.findall((DOCS / "tutorial.md").read_text()) == ["pong-hau-ki"]
    seen = following._without(["pong-hau-ki"], str(packages), tmp_path / "seen")
    assert [entry.name for entry in Path(seen).iterdir()] == ["other"]


@pytest.mark.parametrize("module", [gamekit, gamekit.cgt], ids=lambda module: module.__name__)
def test_dir_lists_the_public_names_alone_which_are_those_of_the_stub(module: ModuleType) -> None:
    assert dir(module) == module.__all__
    stub = ast.parse(Path(str(module.__file__)).with_suffix(".pyi").read_text())
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(stub.body)
    for node, (alias,) in ((node, node.names) for node in imports):
        assert alias.name == alias.asname
        assert getattr(module, alias.name) is getattr(import_module(str(node.module)), alias.name)
    assert module.__all__ == sorted(node.names[0].name for node in imports)


def test_every_verb_is_in_the_reference_once() -> None:
    text = "".join(page.read_text() for page in (DOCS / "reference").glob("cli*.md"))
    listed = [re.findall('"([^"]+)"', names) for names in re.findall(r"commands\.reference\(([^)]*)\)", text)]
    assert sorted(itertools.chain(*listed)) == sorted(VERBS)


# --- pages --------------------------------------------------------------------------------------------------


def test_every_page_is_in_the_navigation() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    assert [page for page in PAGES if f" {page.relative_to(DOCS).as_posix()}\n" not in navigation] == []


def leads_somewhere(page: Path, target: str) -> bool:
    if "/images/" in target:
        return f'"{Path(target).name}"' in PICTURES
    place = ROOT / "examples" / Path(target).name if "examples/" in target else page.parent / target
    return place.exists()


def test_links_lead_somewhere() -> None:
    links = [
        (name_of(page), target)
        for page in PROSE
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", without_code(page))
        if not leads_somewhere(page, target)
    ]
    assert links == []


def without_code(page: Path) -> str:
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def test_nobody_is_sent_to_another_project() -> None:
    # "gamekit" on the package index is not this project
    other = re.compile(r"pip install (-\S+ )*[\"']?gamekit(?!-solver)\b")
    assert [page for page in (*PROSE, *CODE) if other.search(page.read_text())] == []


def test_the_search_finds_words_and_no_letters_of_boards() -> None:
    search = pytest.importorskip("material.plugins.search.plugin")
    drawing = load_game("hexapawn").svg(load_game("hexapawn").initial_state())
    board = f"<figure class='board'>{drawing}<figcaption>The start.</figcaption></figure>"
    filters = '<form class="card-filters"><fieldset><legend>Players</legend></fieldset></form>'
    page = f'<h1 id="pawns">Pawns</h1><p>Before.</p>{filters}{board}<p>After.</p>'
    parser = search.Parser()
    parser.feed(support("hooks").on_page_content(page))
    parser.close()
    assert "".join("".join(section.text) for section in parser.data) == "<p>Before.</p><p>After.</p>"


SHOWN_ONLY = ("text", "sh", "toml", "py", "js", "cpp", "java", "go")
"""The languages of what no page runs: the programs need what building does without."""


def test_no_output_is_pasted() -> None:
    pasted = [
        (name_of(page), f"```{language}{info}")
        for page in PAGES
        if page not in FOLLOWED
        for language, info in re.findall(r"^```(\w+)([^\n]*)$", page.read_text(), re.MULTILINE)
        if language not in SHOWN_ONLY and "exec=" not in info
    ]
    assert pasted == []


# --- claims that take long to check -------------------------------------------------------------------------


def claims() -> Iterator[Any]:
    page = (DOCS / "explanation" / "two-n-turns.md").read_text()
    for row in re.findall(r"^\| (\d) \|(.*)\|$", page, re.MULTILINE):
        if int(row[0]) == 6:  # seven nodes take minutes
            yield pytest.param(int(row[0]), *(int(cell.replace(",", "")) for cell in row[1].split("|")))


@pytest.mark.release
@pytest.mark.parametrize(("nodes", "graphs", "draws", "mouse", "cat", "longest", "two_n"), list(claims()))
def test_what_is_said_of_every_graph(
    nodes: int, graphs: int, draws: int, mouse: int, cat: int, longest: int, two_n: int
) -> None:
    answers, remotenesses = support("graphs").tally(nodes)
    assert (sum(answers.values()), answers[0], answers[1], answers[2]) == (graphs, draws, mouse, cat)
    assert max(remotenesses) == longest <= two_n == 2 * nodes


# --- programs that are started warm -------------------------------------------------------------------------


@pytest.mark.release
@pytest.mark.skipif(sys.platform != "linux", reason="the site is built with ordinary processes elsewhere")
def test_warm_programs_behave_as_ordinary_ones(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("STATUS = 4\n")
    (tmp_path / "ask.py").write_text(
        "import sys\nfrom pathlib import Path\nfrom other import STATUS\n"
        "print(sys.argv, Path.cwd(), sys.stdin.read())\nsys.exit(STATUS)\n"
    )
    commands = [
        "gamekit solve nim --brief",
        "gamekit solve nim --max-states 3",
        "gamekit slove",
        "echo stop | gamekit play nim --as both | tail -2",
        "python -c 'import gamekit; print(gamekit.__file__)'",
        "echo text | python ask.py a 'b c'",
        "cd / && gamekit solve cat-mouse --input nothing.json",
    ]
    ordinary = {**os.environ, "NO_COLOR": "1", "COLUMNS": "96"}
    ordinary["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    running = support("warm").Warm()
    try:
        warm = {**ordinary, "PATH": os.pathsep.join([str(running.folder), ordinary["PATH"]])}
        for command in commands:
            said = [
                subprocess.run(
                    ["sh", "-c", command],
                    cwd=tmp_path,
                    env=environ,
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=300,
                )
                for environ in (ordinary, warm)
            ]
            one, other = [(done.returncode, done.stdout, done.stderr) for done in said]
            assert one == other, command
    finally:
        running.close()
    assert not running.folder.exists()
