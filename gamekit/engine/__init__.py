"""The engine of the fast backend: compiled rules solved in rounds over shards. Importing it loads Numba."""
