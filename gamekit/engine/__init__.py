"""The engine of the compiled backend: compiled rules solved in rounds over shards."""
