"""The compiler: from rules over a layout to a module of functions over codes, source to source."""
