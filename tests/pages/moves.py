"""Opens two pages that play moves in Chromium: of an exchange, whose pieces have two colours, and of a tour on hexagons.
Nothing may be asked of a network, and no error be logged. Usage: moves.py PAGE FOLDER, PAGE being of the one or the other;
a screenshot goes into the folder.
"""

import pathlib
import shutil
import sys

from playwright.sync_api import expect, sync_playwright

from report import watched


def exchange(page):
    """The caption has the colour of the piece, and where it comes from."""
    for _ in range(4):
        page.locator("#next").click()
    expect(page.locator("#said")).to_have_text("Step 4: n c3 – b1")
    page.locator("#back").click()
    expect(page.locator("#said")).to_have_text("Step 3: N b3 – c1")


def hexagons(page):
    """Each cell is a hexagon, and where the frame is cut off there is nothing."""
    assert page.locator(".board svg polygon").count() == 37
    assert page.locator(".board svg rect").count() == 0


def main(path, folder):
    name = pathlib.Path(path).stem
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 900, "height": 900})
        page, wrong = watched(context, pathlib.Path(path).resolve().as_uri())
        {"exchange": exchange, "hexagons": hexagons}[name](page)
        page.screenshot(path=folder / f"{name}.png")
        assert not wrong, wrong
        browser.close()
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main(*sys.argv[1:])
