"""One browser for all tests of the session, without network and with an empty profile."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import NO_CHROMIUM, has_chromium, programs

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage --hide-scrollbars"
)


class Browser:
    """Chromium, which shows our pages from files."""

    def __init__(self, driver, folder: Path) -> None:
        self.driver = driver
        self.folder = folder

    def show(self, html: str, *, width: int = 1200, scheme: str = "light", media: str = "") -> None:
        """Open a page at a width in pixels, for a reader who prefers light or dark."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        preference = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": preference, "media": media}
        )
        path = self.folder / "report.html"
        path.write_text(html, encoding="utf-8")
        self.driver.get_log("browser")  # discard messages of earlier pages
        self.driver.get(path.as_uri())

    def run(self, script: str):
        """The result of some JavaScript."""
        return self.driver.execute_script(script)

    def messages(self) -> list[str]:
        """The messages on the console."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="session")
def browser(tmp_path_factory) -> Iterator[Browser]:
    if not has_chromium():
        pytest.skip(NO_CHROMIUM)
    from selenium import webdriver

    chromium, chromedriver = programs()
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in [*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"]:
        options.add_argument(flag)
    service = webdriver.ChromeService(chromedriver)
    driver = webdriver.Chrome(options=options, service=service)
    yield Browser(driver, tmp_path_factory.mktemp("pages"))
    driver.quit()
