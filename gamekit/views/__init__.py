"""What a page shows of a game, as plain data for JSON: the same whether a server answers or a file holds it all."""
