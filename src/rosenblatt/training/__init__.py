"""From X and y to the core and back: rows, labels, lanes, streams."""
