"""Tables: solutions on disk, in a folder, written once and asked ever after. Importing this loads no Numba."""
