"""One file per language a model can be written in."""
