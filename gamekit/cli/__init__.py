"""The command line: `gamekit VERB ...`. Answers go to stdout, messages and progress to stderr."""

from gamekit.cli.main import cli, main

__all__ = ["cli", "main"]
