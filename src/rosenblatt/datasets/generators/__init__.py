"""Artificial data: functions that draw ``X, y`` by a seed, like scikit-learn's ``make_...``."""
