"""One browser for all tests of the session, with no network and an empty profile."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage --hide-scrollbars"
)


class Browser:
    """Chromium showing a page of ours from a file."""

    def __init__(self, driver, folder: Path) -> None:
        self.driver = driver
        self.folder = folder

    def show(self, html: str, *, width: int = 1200, scheme: str = "light", media: str = "") -> None:
        """Open a page at a width in pixels, for a reader who prefers light or dark."""
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        wish = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": wish, "media": media}
        )
        path = self.folder / "report.html"
        path.write_text(html, encoding="utf-8")
        self.driver.get_log("browser")  # forget what earlier pages said
        self.driver.get(path.as_uri())

    def run(self, script: str):
        """What a piece of JavaScript returns."""
        return self.driver.execute_script(script)

    def complaints(self) -> list[str]:
        """Whatever the console says."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="session")
def browser(tmp_path_factory) -> Iterator[Browser]:
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    chromedriver = shutil.which("chromedriver")
    if not chromium or not chromedriver:
        pytest.skip("no Chromium with chromedriver here: install both to test reports in a browser")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    for flag in [*FLAGS.split(), f"--user-data-dir={tmp_path_factory.mktemp('profile')}"]:
        options.add_argument(flag)
    service = webdriver.ChromeService(chromedriver)
    driver = webdriver.Chrome(options=options, service=service)
    yield Browser(driver, tmp_path_factory.mktemp("pages"))
    driver.quit()
