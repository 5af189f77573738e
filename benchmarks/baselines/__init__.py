"""Random coordinate descent as one would write it first, to measure ours against."""
