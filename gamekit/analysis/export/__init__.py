"""Solutions as files for other programs: graphs, Parquet."""
