"""Pages that people look at: the files of the page, and one page that holds a whole solved game."""

from gamekit.pages.writing import to_html, write_page

__all__ = ["to_html", "write_page"]
