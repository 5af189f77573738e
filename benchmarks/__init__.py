"""Measurements: ``python -m benchmarks`` for speed, ``benchmarks.defaults`` for the defaults."""
