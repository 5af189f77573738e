"""Measurements: ``python -m benchmarks`` for speed, ``benchmarks.table_errors`` for errors."""
