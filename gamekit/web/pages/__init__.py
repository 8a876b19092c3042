"""The files of the page, and the export of a solved game as one page."""

from gamekit.web.pages.writing import to_html, write_page

__all__ = ["to_html", "write_page"]
