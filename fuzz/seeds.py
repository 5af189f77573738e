"""Cases that once found something; they are run first, and by the tests."""

KEPT: list[tuple[str, int]] = [
    ("learner", 130),  # whole numbers whose sparse form the learner's scaling refuses
    ("learner", 345),
    ("learner", 1306),  # whitened rows, whose sums the library of linear algebra orders
    ("learner", 1382),
    ("learner", 100129),  # voted classes: summed scores of copies and of weights
    ("learner", 201277),  # columns of sizes so far apart that steps of a solver overflowed
    ("learner", 701405),  # a class without weight, of which a round of boosting drew rows
    ("learner", 701430),  # margins of exactly 1, which rounding put on either side of it
    ("learner", 713542),  # scores of two classes that are equal but for rounding
    ("learner", 704716),  # distances of held-out rows beyond the largest number
    ("learner", 905201),  # steps of a length that rounded the weights of whole numbers
]
