"""How the states of a layout are drawn, and how moves are made on the drawing."""
