"""`new_plugin`: a package for a game of one's own, with working rules in it to be replaced."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from string import Template

from gamekit.errors import InputError
from gamekit.registry import GAMES, registered

_FILES = {  # what is made, from which template
    "pyproject.toml": "pyproject.toml.txt",
    "README.md": "README.md.txt",
    "{module}.py": "rules.py.txt",
    "example.json": "example.json.txt",
    "tests/test_{module}.py": "test_rules.py.txt",
}
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAKEN = {
    "Game",
    "InputError",
    "Iterable",
    "Move",
    "Path",
    "State",
}  # names that the templates use themselves


def new_plugin(name: str, folder: Path) -> list[Path]:
    """Make a package for a game called `name`, in a folder of that name, and return the files that were made.

    It holds the rules of a tiny game, a test of them, an example of their input, and what makes it a plugin of
    gamekit once it is installed.

    Args:
        name: what the game is to be registered as: words of small letters and digits, joined by hyphens.
        folder: where to make the package's folder.

    Raises:
        InputError: the name is malformed or taken, or there is such a folder already.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     made = new_plugin("fox-and-geese", Path(folder))
    >>> [path.name for path in made]
    ['pyproject.toml', 'README.md', 'fox_and_geese.py', 'example.json', 'test_fox_and_geese.py']
    """
    home = folder / name
    words = _words(name)
    module = "_".join(words)
    _check_is_free(name, module, home)

    class_name = "".join(map(str.capitalize, words))
    if class_name in _TAKEN or keyword.iskeyword(class_name):
        class_name += "Game"
    terms = {"name": name, "title": " ".join(words).capitalize(), "module": module, "class_name": class_name}
    templates = files("gamekit") / "templates" / "plugin"
    made = []
    for target, template in _FILES.items():
        path = home / target.format(module=module)
        text = Template((templates / template).read_text(encoding="utf-8")).substitute(terms)
        _write(path, text)
        made.append(path)
    return made


def _words(name: str) -> list[str]:
    if not _NAME.fullmatch(name):
        rule = (
            "a game's name must be words of small letters and digits, joined by hyphens, like fox-and-geese"
        )
        raise InputError(f"{rule}; it is {name!r}")
    return name.split("-")


def _check_is_free(name: str, module: str, home: Path) -> None:
    if name in registered(GAMES):
        raise InputError(f"a game's name must be a new one; {name!r} is registered already")
    if home.exists():
        raise InputError(f"the folder for the game must be a new one; {home} exists already")
    if keyword.iskeyword(module) or find_spec(module):
        raise InputError(f"a game's name must not be that of a Python module or keyword; {module!r} is one")


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from error
