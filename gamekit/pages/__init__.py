"""Pages that people look at: the files of the page, and one page that holds a whole solved game."""
