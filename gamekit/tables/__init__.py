"""Tables: solutions in folders on disk, written once and read on demand. Importing this package loads no Numba."""
