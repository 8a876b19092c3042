"""`gamekit new`: create a package for a new game or ruleset, with working rules to replace."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import click

from gamekit.cli.messages import note
from gamekit.errors import InputError, explained
from gamekit.game.whole_files import whole_folder

Kind = Literal["board", "plain", "ruleset"]

_TEMPLATES = {  # by the file that is made of each; {kind} is that of the rules: board, plain or ruleset
    "pyproject.toml": "plugin/pyproject.toml.txt",
    "README.md": "plugin/README.md.txt",
    "{module}/__init__.py": "plugin/init.py.txt",
    "{module}/rules.py": "{kind}/rules.py.txt",
    "example.json": "{kind}/example.json.txt",
    "tests/test_{module}.py": "plugin/test_rules.py.txt",
}
_OF_RULESETS = {
    "README.md": "ruleset/README.md.txt",
    "tests/test_{module}.py": "ruleset/test_rules.py.txt",
}
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST_NAME = 100
"""The largest number of letters of a game's name; file names, some of which are longer, have at most 255 bytes."""

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
    "PartizanRuleset",
    "Path",
    "Player",
    "Row",
    "Rules",
    "State",
)


@click.command()
@click.argument("name")
@click.option("--plain", is_flag=True, help="Make a plain Game, over any states, instead of a board game.")
@click.option(
    "--ruleset", is_flag=True, help="Make a ruleset, whose positions have no turn, instead of a board game."
)
def new(name: str, plain: bool, ruleset: bool) -> None:
    """Create a plugin package for a new game called NAME.

    The package is a folder of that name, with the rules of a small board game, which are compiled, and tests. Replace
    the rules with your own. With --ruleset, it has a combinatorial game, for `gamekit value` and `gamekit sum`.
    """
    if plain and ruleset:
        raise click.UsageError("--plain and --ruleset exclude each other")
    kind: Kind = "ruleset" if ruleset else "plain" if plain else "board"
    for path in new_plugin(name, Path(), kind):
        click.echo(path)
    verb = "value" if ruleset else "solve"
    note(
        "\nNext, in the environment where gamekit is installed (activate it if the shell does not find `gamekit`):"
        f"\n  cd {name}\n  pip install -e '.[test]'\n  gamekit check {name}\n  gamekit {verb} {name}\n  pytest"
    )


def new_plugin(name: str, folder: Path, kind: Kind = "board") -> list[Path]:
    """Create a package for a game or a ruleset called `name` in a folder of that name, and return the new files.

    The package holds the rules of a small game, tests, an example input, and the entry point that makes it a plugin of
    gamekit once it is installed.

    Args:
        name: the name to register the game under: words of small letters and digits, joined by hyphens.
        folder: the parent of the new folder.
        kind: "board" for a `BoardGame`, "plain" for a `Game` with states of any kind, "ruleset" for a `Ruleset`.

    Raises:
        InputError: the name is malformed or taken, or the folder exists already.
        LimitError: the disk is full. Nothing is left behind.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = new_plugin("cats-and-dogs", Path(folder))
    >>> [path.name for path in made]
    ['pyproject.toml', 'README.md', '__init__.py', 'rules.py', 'example.json', 'test_cats_and_dogs.py']
    """
    home = folder / name
    what = "ruleset" if kind == "ruleset" else "game"
    if not _NAME.fullmatch(name):
        rule = f"a {what}'s name must be words of small letters and digits, joined by hyphens, like cats-and-dogs"
        raise InputError(f"{rule}; it is {name!r}")
    if len(name) > _LONGEST_NAME:
        raise InputError(f"a {what}'s name must have at most {_LONGEST_NAME} letters; it has {len(name)}")
    words = name.split("-")
    module = "_".join(words)
    _check_is_free(what, name, module, home)

    class_name = "".join(map(str.capitalize, words))
    if class_name in _TAKEN or keyword.iskeyword(class_name):
        class_name += what.capitalize()
    title = " ".join(words).capitalize()
    terms = {"name": name, "title": title, "module": module, "class_name": class_name, "kind": what}
    from importlib.resources import files
    from string import Template

    templates = files("gamekit.cli") / "templates"
    paths = []
    chosen = _TEMPLATES | (_OF_RULESETS if kind == "ruleset" else {})
    with explained(f"cannot write {home}"):
        folder.mkdir(parents=True, exist_ok=True)
        with whole_folder(home) as part:
            for target, template in chosen.items():
                path = part / target.format(module=module)
                source = (templates / template.format(kind=kind)).read_text(encoding="utf-8")
                path.parent.mkdir(exist_ok=True)
                path.write_text(Template(source).substitute(terms), encoding="utf-8")
                paths.append(home / path.relative_to(part))
    return paths


def _check_is_free(what: str, name: str, module: str, home: Path) -> None:
    from gamekit.cgt.registry import RULESETS
    from gamekit.game.registry import GAMES, registered

    if name in [*registered(GAMES), *registered(RULESETS)]:
        raise InputError(f"a {what}'s name must be a new one; {name!r} is registered already")
    if home.exists():
        raise InputError(f"the folder for the {what} must be a new one; {home} exists already")
    spec = find_spec(module)
    if keyword.iskeyword(module) or (spec and spec.origin):  # a folder without code does not take the name
        raise InputError(f"a {what}'s name must not be that of a Python module or keyword; {module!r} is one")
