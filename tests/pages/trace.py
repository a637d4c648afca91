"""Opens a page that steps through two searches in Chromium as a class would: by its buttons and keys, played, wide and
narrow, light and dark. Nothing may be asked of a network, and no error be logged.
Usage: trace.py PAGE FOLDER; screenshots go into the folder.
"""

import pathlib
import shutil
import sys

from playwright.sync_api import expect, sync_playwright

from report import WIDTHS, watched


def steps(page):
    """Both searches move with one pair of buttons, each with its sentence and its counts."""
    said, counts, where = page.locator(".said"), page.locator(".counts"), page.locator("#where")
    expect(said).to_have_text(["nothing is decided", "nothing is placed"])
    expect(counts).to_have_text(["decisions: 0, conflicts: 0", "nodes: 0, backtracks: 0"])
    page.locator("#next").click()
    expect(said).to_have_text(["level 1: decide a4", "a4"])
    discs = [f"section:nth-child({number}) svg circle" for number in (1, 2)]
    assert [page.locator(disc).count() for disc in discs] == [1, 1]
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text(["level 1: as a4: not b4, c4, d4, a3, a2, a1, b3, c2, d1", "c3"])
    assert [page.locator(disc).count() for disc in discs] == [1, 2]
    assert page.locator("section:nth-child(1) svg g:last-child text").count() == 9
    page.locator("#back").click()
    expect(counts).to_have_text(["decisions: 1, conflicts: 0", "nodes: 1, backtracks: 0"])
    # The shorter search waits at its end.
    page.keyboard.press("End")
    expect(where).to_have_text("21 of 21")
    ends = ["decisions: 3, conflicts: 2; a solution, verified", "nodes: 8, backtracks: 4; a solution, verified"]
    expect(counts).to_have_text(ends)
    assert [page.locator(disc).count() for disc in discs] == [4, 4]
    page.locator("#speed").fill("10")
    page.locator("#play").click()
    expect(page.locator("#play")).to_have_text("Pause")
    expect(where).to_have_text("21 of 21")
    expect(page.locator("#play")).to_have_text("Play")


def is_side_by_side(page, width):
    """Two boards beside each other, or below each other on a phone, where the buttons stay in sight."""
    one, other = [page.locator(".board svg").nth(number).bounding_box() for number in (0, 1)]
    assert (one["y"] == other["y"]) == (width == "wide"), (one, other)
    assert (one["x"] == other["x"]) == (width == "narrow"), (one, other)
    across = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert across[0] <= across[1], across
    buttons = page.locator("#next").bounding_box()
    assert buttons["y"] + buttons["height"] <= page.evaluate("innerHeight"), buttons


def main(path, folder):
    url = pathlib.Path(path).resolve().as_uri()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for theme in ("light", "dark"):
            for width, (across, up) in WIDTHS.items():
                context = browser.new_context(viewport={"width": across, "height": up}, color_scheme=theme)
                page, wrong = watched(context, url)
                steps(page)
                page.locator("#step").fill("6")
                is_side_by_side(page, width)
                page.screenshot(path=folder / f"trace-{theme}-{width}.png")
                assert not wrong, wrong
                context.close()
        browser.close()
    print("1 passed, 0 failed")


if __name__ == "__main__":
    main(*sys.argv[1:])
