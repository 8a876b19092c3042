"""Follow a page: write the files it shows and run the commands it gives, in a folder and an environment of their own.

A page is Markdown. Of its fenced blocks these are followed, in order:

    ```python title="hares/hares.py"            the file is written with this text (any language)
    ```python title="hares/hares.py" append     the text is added to the end of the file, after a blank line
    ```python title="hares/hares.py" show       the block, which is empty, is filled with the file
    ```console                                  the lines that begin with "$ " are run, each shown with its output
    ```console exit=2                           the last of them must end with this exit code instead of 0

The environment is a virtual one with all that the running Python has installed, except the packages that the page
makes; what the page installs stays there.
"""

from __future__ import annotations

import os
import re
import site
import subprocess
import sys
import sysconfig
import tempfile
import venv
from collections.abc import Collection
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from support.warm import Warm

FENCE = re.compile(r"^```(?P<language>\w+)(?P<info>[^\n`]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r'title="([^"]+)"')
MADE = re.compile(r"^\$ gamekit new (?:--\w+ )*([\w-]+)", re.MULTILINE)
EXIT = re.compile(r"\bexit=(\d+)\b")
WORDS = re.compile(r" *\b(append|show|exit=\d+)\b")

BUILDS = ("hatchling", "editables")  # what wheels and editable installs are built with

SECONDS = 300  # that one command may take

NO_NETWORK = (
    "Failed to establish a new connection",
    "name resolution",
    "Network is unreachable",
    "getaddrinfo failed",
)
"""What pip says when it cannot reach the package index."""


class FollowingError(Exception):
    """A page cannot be followed."""


@attrs.frozen
class Workspace:
    """An empty folder, and an environment to work in it."""

    folder: Path
    environment: Path

    @classmethod
    def make(cls, place: Path, warm: Warm | None = None, hidden: Collection[str] = ()) -> Workspace:
        """Return a workspace inside the folder `place`, whose programs are run by `warm`, if given.

        Packages called one of `hidden` are not found in it. Processes that are warm have seen them already.
        """
        workspace = cls(place / "folder", place / "environment")
        workspace.folder.mkdir()
        venv.create(workspace.environment, with_pip=False)
        home = str(workspace.environment)
        packages = Path(sysconfig.get_path("purelib", "venv", vars={"base": home, "platbase": home}))
        borrowed = [sysconfig.get_path("purelib"), *site.getsitepackages()]
        folders = list(dict.fromkeys(borrowed))
        if hidden:
            folders, warm = (
                [_without(hidden, folder, place / f"borrowed{i}") for i, folder in enumerate(folders)],
                None,
            )
        lines = [f"import site; site.addsitedir({path!r})" for path in folders]
        (packages / "borrowed.pth").write_text("\n".join(lines) + "\n")
        command = workspace.environment / "bin" / "gamekit"
        command.write_text(f"#!{workspace.environment}/bin/python\nfrom gamekit.cli import main\n\nmain()\n")
        command.chmod(0o755)
        if warm is not None:
            warm.programs(command.parent, str(command.with_name("python3")), [packages])
        return workspace

    def run(self, command: str, exit_code: int = 0) -> str:
        """Return what a shell command prints.

        Raises:
            FollowingError: it ends with another exit code.
        """
        environ = {
            name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")
        }
        environ.update(
            PATH=os.pathsep.join([str(self.environment / "bin"), environ.get("PATH", "")]),
            VIRTUAL_ENV=str(self.environment),
            PIP_DISABLE_PIP_VERSION_CHECK="1",
            PIP_NO_INPUT="1",
            # where these are here, pip need not fetch them; it takes the variable for the negation of the option
            **({"PIP_NO_BUILD_ISOLATION": "0"} if all(map(find_spec, BUILDS)) else {}),
            COLUMNS="96",
            NO_COLOR="1",
            TERM="dumb",
        )
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        if done.returncode != exit_code:
            raise FollowingError(f"`{command}` ended with {done.returncode}, not {exit_code}:\n{done.stdout}")
        return done.stdout

    def write(self, name: str, text: str, *, append: bool = False) -> None:
        """Write a file, or add to one that is there."""
        path = self.folder / name
        if append:
            text = f"{path.read_text()}\n{text}"
        if not path.parent.is_dir():
            raise FollowingError(f"there is no folder for {name}")
        path.write_text(text)

    def read(self, name: str) -> str:
        """Return the text of a file."""
        return (self.folder / name).read_text()


def _without(hidden: Collection[str], packages: str, place: Path) -> str:
    """Make a folder of links to all that a folder of packages holds, except packages called one of `hidden`."""
    place.mkdir()
    modules = [name.replace("-", "_") for name in hidden]
    for entry in Path(packages).iterdir() if Path(packages).is_dir() else ():
        if not any(module in entry.name.replace("-", "_") for module in modules):
            (place / entry.name).symlink_to(entry)
    return str(place)


def _is_installed(name: str) -> bool:
    try:
        return bool(distribution(f"gamekit-{name}"))  # as the templates call it
    except PackageNotFoundError:
        return False


def follow(markdown: str, warm: Warm | None = None) -> str:
    """Return the page with what each command prints and what each file comes to hold.

    Args:
        markdown: the page.
        warm: what runs the programs, instead of processes that start anew.

    Raises:
        FollowingError: a command does not end as the page says.
    """
    with tempfile.TemporaryDirectory(prefix="gamekit-docs-") as place:
        hidden = [name for name in MADE.findall(markdown) if _is_installed(name)]
        workspace = Workspace.make(Path(place).resolve(), warm, hidden)
        return FENCE.sub(lambda block: _followed(block, workspace), markdown)


def _followed(block: re.Match[str], workspace: Workspace) -> str:
    language, info, text = block.group("language", "info", "text")
    if title := TITLE.search(info):
        if "show" in WORDS.findall(info):
            text = workspace.read(title[1])
        else:
            workspace.write(title[1], text, append="append" in WORDS.findall(info))
    elif language == "console":
        ends = EXIT.search(info)
        text = _transcript(text, int(ends[1]) if ends else 0, workspace)
    return f"```{language}{WORDS.sub('', info)}\n{text}```"


def _transcript(text: str, exit_code: int, workspace: Workspace) -> str:
    commands = [line for line in text.splitlines() if line.startswith("$ ")]
    parts = []
    for command in commands:
        last = command is commands[-1]
        output = workspace.run(command[2:], exit_code if last else 0)
        parts.append(f"{command}\n{_at_home(output, workspace)}".rstrip("\n") + "\n")
    return "".join(parts)


def _at_home(output: str, workspace: Workspace) -> str:
    """Return the output with the passing names of folders left out."""
    return (
        output.replace(f"{workspace.folder}/", "").replace(str(workspace.folder), ".").replace("\t", "    ")
    )


if __name__ == "__main__":
    sys.stdout.write(follow(Path(sys.argv[1]).read_text()))
