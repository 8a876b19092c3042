"""`gamekit new`: create a package for a new game, with working rules to replace."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

import click

from gamekit.errors import InputError, explained

_TEMPLATES = {  # by the file that is made of each; {kind} is that of the rules, "board" or "plain"
    "pyproject.toml": "plugin/pyproject.toml.txt",
    "README.md": "plugin/README.md.txt",
    "{module}/__init__.py": "plugin/init.py.txt",
    "{module}/rules.py": "{kind}/rules.py.txt",
    "example.json": "{kind}/example.json.txt",
    "tests/test_{module}.py": "plugin/test_rules.py.txt",
}
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAKEN = (  # names that the templates use
    "Any",
    "BoardGame",
    "Game",
    "Grid",
    "InputError",
    "Iterable",
    "Iterator",
    "Layout",
    "Move",
    "Path",
    "State",
)


@click.command()
@click.argument("name")
@click.option("--plain", is_flag=True, help="Make a plain Game, over any states, instead of a board game.")
def new(name: str, plain: bool) -> None:
    """Create a plugin package for a new game called NAME.

    The package is a folder of that name, with the rules of a small board game, which are compiled, and tests. Replace
    the rules with your own.
    """
    for path in new_plugin(name, Path(), plain=plain):
        click.echo(path)
    click.echo(
        "\nNext, in the environment where gamekit is installed (activate it if the shell does not find `gamekit`):"
        f"\n  cd {name}\n  pip install -e '.[test]'\n  gamekit check {name}\n  gamekit solve {name}\n  pytest",
        err=True,
    )


def new_plugin(name: str, folder: Path, *, plain: bool = False) -> list[Path]:
    """Create a package for a game called `name` in a folder of that name, and return the new files.

    The package holds the rules of a small game, tests, an example input, and the entry point that makes it a plugin of
    gamekit once it is installed.

    Args:
        name: the name to register the game under: words of small letters and digits, joined by hyphens.
        folder: the parent of the new folder.
        plain: whether the rules are a `Game` with states of any kind; otherwise they are a `BoardGame`.

    Raises:
        InputError: the name is malformed or taken, or the folder exists already.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = new_plugin("fox-and-geese", Path(folder))
    >>> [path.name for path in made]
    ['pyproject.toml', 'README.md', '__init__.py', 'rules.py', 'example.json', 'test_fox_and_geese.py']
    """
    home = folder / name
    if not _NAME.fullmatch(name):
        rule = (
            "a game's name must be words of small letters and digits, joined by hyphens, like fox-and-geese"
        )
        raise InputError(f"{rule}; it is {name!r}")
    words = name.split("-")
    module = "_".join(words)
    _check_is_free(name, module, home)

    class_name = "".join(map(str.capitalize, words))
    if class_name in _TAKEN or keyword.iskeyword(class_name):
        class_name += "Game"
    terms = {"name": name, "title": " ".join(words).capitalize(), "module": module, "class_name": class_name}
    from importlib.resources import files
    from string import Template

    templates = files("gamekit.cli") / "templates"
    kind = "plain" if plain else "board"
    made = []
    for target, template in _TEMPLATES.items():
        path = home / target.format(module=module)
        source = (templates / template.format(kind=kind)).read_text(encoding="utf-8")
        with explained(f"cannot write {path}"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(Template(source).substitute(terms), encoding="utf-8")
        made.append(path)
    return made


def _check_is_free(name: str, module: str, home: Path) -> None:
    from gamekit.game.registry import GAMES, registered

    if name in registered(GAMES):
        raise InputError(f"a game's name must be a new one; {name!r} is registered already")
    if home.exists():
        raise InputError(f"the folder for the game must be a new one; {home} exists already")
    found = find_spec(module)
    if keyword.iskeyword(module) or (found and found.origin):  # a folder without code does not take the name
        raise InputError(f"a game's name must not be that of a Python module or keyword; {module!r} is one")
