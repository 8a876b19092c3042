"""Optional packages, with an error that gives the reason if one cannot be imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gamekit.errors import UnsupportedError
from gamekit.game.foreign_errors import describe_error


@contextmanager
def importing(package: str, needed: str, distribution: str = "") -> Iterator[None]:
    """Raise an error that explains why an optional package cannot be imported.

    Args:
        package: the package that is imported.
        needed: the beginning of the error, such as "plots need".
        distribution: what pip installs, if that has another name than the package.

    Raises:
        UnsupportedError: the package is not installed, or it is, and its own import fails.

    >>> with importing("no_such_package", "magic needs"):
    ...     import no_such_package
    Traceback (most recent call last):
    gamekit.errors.UnsupportedError: magic needs no_such_package, which is not installed: pip install no_such_package
    """
    try:
        yield
    except Exception as error:  # an extension that was built for another NumPy may raise anything
        why = f"is installed, but cannot be imported: {describe_error(error)}"
        if isinstance(error, ModuleNotFoundError) and error.name == package:
            why = f"is not installed: pip install {distribution or package}"
        raise UnsupportedError(f"{needed} {package}, which {why}") from error
