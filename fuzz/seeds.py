"""Cases that once found something; they are run first, and by the tests."""

KEPT: list[tuple[str, int]] = [
    ("learner", 130),  # whole numbers whose sparse form the learner's scaling refuses
    ("learner", 345),
    ("learner", 1306),  # whitened rows, whose sums the library of linear algebra orders
    ("learner", 1382),
]
