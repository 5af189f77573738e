"""Numbers, names and sums as SQL writes them."""


def total(parts: list[str]) -> str:
    """A sum as a balanced tree of brackets."""
    if len(parts) == 1:
        return parts[0]
    half = len(parts) // 2
    return f"({total(parts[:half])} + {total(parts[half:])})"


def named(expressions: list[str], names: list[str], source: str = "") -> str:
    """A query of these expressions under these names, itself named after the first."""
    pairs = (f"{e} AS {n}" for e, n in zip(expressions, names, strict=True))
    return f"(SELECT {', '.join(pairs)}{source}) AS {names[0]}_"


def highest(names: list[str], values: list[str]) -> str:
    """The value of the largest name, the first of equal ones: each must beat only later ones."""
    cases = []
    for k, value in enumerate(values[:-1]):
        wins = " AND ".join(f"{names[k]} >= {later}" for later in names[k + 1 :])
        cases.append(f"WHEN {wins} THEN {value}")
    return f"CASE {' '.join(cases)} ELSE {values[-1]} END"


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
