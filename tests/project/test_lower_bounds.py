"""The lower bounds of pyproject.toml are the versions that CI proves."""

from __future__ import annotations

import re
import tomllib

from support.paths import ROOT


def test_the_oldest_versions_are_those_that_are_allowed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["test"]]
    allowed = dict(requirement.split(">=") for requirement in wanted)
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / ".ci" / "oldest.txt").read_text(), re.MULTILINE))
    assert {name: version.removesuffix(".0") for name, version in pinned.items()} == allowed
