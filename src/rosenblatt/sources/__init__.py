"""Rows that need not fit into memory: files, folders and arrays, read in chunks again and again."""

from rosenblatt.sources.chunks import Chunk, chunk_order, row_order
from rosenblatt.sources.source import Source, open_source

__all__ = ["Chunk", "Source", "chunk_order", "open_source", "row_order"]
