"""The picture of the README: the beginning of the report that ``make demo`` writes.

    make demo && python -m benchmarks.report_picture

It needs selenium, Chromium and chromedriver, as the tests of the report do. Times are in the
picture, so take it on a machine that does nothing else.
"""

import base64
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[1]
WIDTH, HEIGHT = 1100, 1330


def main() -> None:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for flag in ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(flag)
    service = webdriver.ChromeService(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    size = {"width": WIDTH, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get((ROOT / "out" / "report.html").as_uri())
    part = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": 1}
    shot = driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"clip": part, "captureBeyondViewport": True}
    )
    (ROOT / "docs" / "report.png").write_bytes(base64.b64decode(shot["data"]))
    driver.quit()


if __name__ == "__main__":
    main()
