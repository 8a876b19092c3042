"""`python -m gamekit` is the same as `gamekit`."""

from gamekit.cli import main

main()
