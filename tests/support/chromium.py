"""Whether reports can be tested in a browser here."""

import importlib.util
import shutil

NO_CHROMIUM = (
    "Chromium, chromedriver or selenium is not here: install all three to test reports in a browser"
)


def programs() -> tuple[str | None, str | None]:
    """Chromium and its driver."""
    return shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")


def has_chromium() -> bool:
    return all(programs()) and importlib.util.find_spec("selenium") is not None
