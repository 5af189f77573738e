"""A home-made spreadsheet: everything in it means something to a person."""

import datetime as dt
from pathlib import Path

import numpy as np

ROWS = 400
REMARKS = (
    "called twice, no answer yet",
    "very happy with the delivery",
    "wants the money back soon",
    "asked for a larger box please",
)
HEADER = [
    "Kundennr", "Umsatz", "Preis", "Rabatt", "Gewicht", "Lager", "Newsletter", "Bestellt",
    "Uhrzeit", "Ort", "Notiz", "Land", "Storno-Grund", "Rest", "Alter", "Klasse",
]  # fmt: skip


def german(value: float, decimals: int = 2) -> str:
    """With points between thousands and a decimal comma."""
    return f"{value:,.{decimals}f}".replace(",", " ").replace(".", ",").replace(" ", ".")


def spreadsheet_rows(n_rows: int = ROWS, seed: int = 0) -> list[list[str]]:
    """Rows of cells; the class is "gut" where the turnover is high, with some noise."""
    rng = np.random.default_rng(seed)
    rows = []
    for k in range(n_rows):
        turnover, price = float(rng.gamma(2, 900)), float(rng.gamma(3, 9))
        day = dt.date(2021, 1, 1) + dt.timedelta(days=int(rng.integers(900)))
        good = turnover + 300 * float(rng.normal()) > 1500
        rows.append([
            f"K{10_000 + 7 * k}", german(turnover), f"{german(price)} €",
            f"{int(rng.integers(40))} %", f"{german(float(rng.gamma(2, 3)), 1)} kg",
            f"{int(rng.integers(900_000)):,}".replace(",", "."),
            str(rng.choice(["ja", "Ja", "nein", "NEIN"])), day.strftime("%d.%m.%Y"),
            f"{int(rng.integers(24)):02d}:{int(rng.integers(60)):02d}",
            str(rng.choice(["Ulm", "Bonn", "Kiel"])),
            f"{rng.choice(REMARKS)} {rng.choice(REMARKS)} {k}", "DE",
            "bezahlt" if good else "offen",
            "-" if k % 50 == 3 else german(float(rng.normal()), 3), str(int(rng.integers(18, 91))),
            "gut" if good else "schlecht",
        ])  # fmt: skip
    return rows


def write_spreadsheet(path: Path, rows: list[list[str]]) -> Path:
    """Write rows below the header, separated by semicolons, as spreadsheets of Europe do."""
    lines = [";".join(HEADER), *(";".join(row) for row in rows)]
    path.write_text("\ufeff" + "\r\n".join(lines) + "\r\n", encoding="utf-8")
    return path
