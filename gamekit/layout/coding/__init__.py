"""How the states of a layout are encoded as integers."""
