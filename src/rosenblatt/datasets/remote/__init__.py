"""Data sets from OpenML: download, check, keep in a cache."""
