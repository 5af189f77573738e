"""Cases that once found something; they are run first, and by the tests."""

KEPT: list[tuple[str, int]] = []
