"""Numbers, names and sums as SQL writes them."""


def total(parts: list[str]) -> str:
    """A sum as a balanced tree of brackets."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return f"({total(parts[:half])} + {total(parts[half:])})"


def number(value: float) -> str:
    written = repr(float(value))
    return written if "e" in written else f"{written}e0"


def literal(label: object) -> str:
    if isinstance(label, bool):
        return str(label).upper()
    return repr(label) if isinstance(label, int | float) else text(str(label))


def text(value: str) -> str:
    return "'" + without_nul(value).replace("'", "''") + "'"


def identifier(name: str) -> str:
    return '"' + without_nul(name).replace('"', '""') + '"'


def without_nul(value: str) -> str:
    if "\0" in value:
        raise ValueError(f"{value!r} has a NUL character, which SQL cannot write; rename it.")
    return value
