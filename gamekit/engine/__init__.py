"""The engine of the fast gear: compiled rules solved in rounds over shards. Importing it loads Numba."""
