"""The command ``rosenblatt``, with what it compared also written to a file named first."""

import json
import sys
from typing import Any

from rosenblatt.cli import main


def record(path: str) -> None:
    """Let comparisons be written to a file, as plain data."""
    from rosenblatt import compare as package  # loaded after the clock of the command has started

    plain = package.compare

    def recorded(*args: Any, **options: Any) -> Any:
        found = plain(*args, **options)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(found.to_dict(), file)
        return found

    package.compare = recorded


if __name__ == "__main__":
    record(sys.argv.pop(1))
    main()
