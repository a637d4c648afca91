"""Opens the page of a report in Chromium as a reader would: sorts, filters, chooses two methods and a
theme, by mouse and by keyboard, wide and narrow. Nothing may be asked of a network, and no error be
logged. Usage: report.py PAGE FOLDER; screenshots go into the folder.
"""

import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

WIDTHS = {"wide": (1280, 900), "narrow": (390, 844)}


def watched(context, url):
    """A page, and the list of what must not happen on it."""
    page, wrong = context.new_page(), []
    page.on("console", lambda said: said.type in ("error", "warning") and wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: (wrong.append("a dialog: " + dialog.message), dialog.dismiss()))
    page.on("request", lambda asked: asked.url.split("#")[0] != url and wrong.append(asked.url))
    page.goto(url)
    return page, wrong


def keys(page, column):
    """The keys of the shown rows in a column of the last table."""
    return page.evaluate(
        """(name) => {
          const table = [...document.querySelectorAll("table.sortable")].pop();
          const headings = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
          const column = headings.indexOf(name);
          return [...table.tBodies[0].rows].filter((row) => !row.hidden).map((row) => {
            const cell = row.cells[column];
            return "key" in cell.dataset ? Number(cell.dataset.key) : cell.textContent;
          });
        }""",
        column,
    )


def heading(page, name):
    return page.locator("table.sortable").last.get_by_role("button", name=name, exact=True)


def sorts(page):
    before = keys(page, "median")
    heading(page, "median").click()
    up = [key for key in keys(page, "median") if isinstance(key, (int, float))]
    assert len(up) > 3 and up == sorted(up), up
    words = [isinstance(key, str) for key in keys(page, "median")]
    assert words == sorted(words), "what has no time comes last"
    heading(page, "median").press("Enter")
    down = [key for key in keys(page, "median") if isinstance(key, (int, float))]
    assert down == sorted(up, reverse=True), down
    assert sorted(map(str, keys(page, "median"))) == sorted(map(str, before)), "no row is lost"
    sort = page.locator("table.sortable").last.locator("th[aria-sort]")
    assert sort.count() == 1 and sort.get_attribute("aria-sort") == "descending"
    heading(page, "method").click()
    names = keys(page, "method")
    assert names == sorted(names, key=str.lower), names


def filters(page):
    everything = len(keys(page, "method"))
    box = page.get_by_role("searchbox").last
    method = keys(page, "method")[0]
    box.fill(method)
    assert set(keys(page, "method")) == {method}
    shown = len(keys(page, "method"))
    assert 0 < shown < everything
    assert f"{shown} of {everything} rows" in page.locator("output").last.inner_text()
    box.fill("-" + method)
    assert method not in keys(page, "method") and len(keys(page, "method")) == everything - shown
    box.fill("")
    assert len(keys(page, "method")) == everything


def scatters(page):
    plot = page.locator("#scatter-plot svg")
    assert plot.count() == 1, "the script's plot takes the place of the one that was drawn"
    across, up = page.locator("#scatter-x"), page.locator("#scatter-y")
    count = across.locator("option").count()
    assert count > 1
    seen = set()
    for first in range(count):
        across.select_option(index=first)
        up.select_option(index=(first + 1) % count)
        seen.add(plot.get_attribute("aria-label"))
        told = page.locator("#scatter-told").inner_text()
        assert "instances" in told or "No instance" in told, told
        if "instances" in told:
            assert plot.locator("title").count() == int(told.split()[0]), told
    assert len(seen) == count, seen


def themes(page):
    back = lambda: page.evaluate("getComputedStyle(document.body).backgroundColor")
    chooser, colours = page.locator("#theme"), {}
    for name in ("light", "dark"):
        chooser.select_option(name)
        colours[name] = back()
    assert colours["light"] != colours["dark"], colours
    chooser.select_option("auto")
    for name, colour in colours.items():
        page.emulate_media(color_scheme=name)
        assert back() == colour, "as the system has it"
    page.emulate_media(media="print", color_scheme="dark")
    assert back() == "rgb(255, 255, 255)" and not page.locator("nav").is_visible()
    page.emulate_media(media="screen", color_scheme="light")


def is_legible(page):
    """Nothing but tables scrolls sideways, and all letters of plots are large enough."""
    width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1], width
    least = page.evaluate(
        """() => Math.min(...[...document.querySelectorAll("svg text")]
          .filter((text) => text.checkVisibility())
          .map((text) => parseFloat(getComputedStyle(text).fontSize)
            * text.ownerSVGElement.getBoundingClientRect().width
            / text.ownerSVGElement.viewBox.baseVal.width))"""
    )
    assert least >= 10.5, f"letters of {least} pixels"
    cut = page.evaluate(
        """() => [...document.querySelectorAll("svg[role=img] text")]
          .filter((text) => text.checkVisibility())
          .filter((text) => {
            const [own, all] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
            return own.left < all.left - 2 || own.right > all.right + 2 || own.bottom > all.bottom + 2;
          })
          .map((text) => text.textContent.trim())"""
    )
    assert not cut, f"words beyond their plot: {cut}"
    broad = page.evaluate(
        """() => [...document.querySelectorAll(".wide")]
          .filter((part) => part.scrollWidth > part.clientWidth + 1 && part.tabIndex !== 0).length"""
    )
    assert broad == 0, "what scrolls is reached by the keyboard"


def forbids_network(page, wrong):
    """Even what runs in the page reaches nothing."""
    said = page.evaluate("fetch('http://127.0.0.1:9/').then(() => 'fetched', () => 'refused')")
    assert said == "refused" and any("Content Security Policy" in told for told in wrong), wrong
    assert not any(told.startswith("http") for told in wrong), wrong


def main(path, folder):
    url = pathlib.Path(path).resolve().as_uri()
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for name, (width, height) in WIDTHS.items():
            context = browser.new_context(viewport={"width": width, "height": height})
            page, wrong = watched(context, url)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                picture = folder / f"{pathlib.Path(path).stem}-{name}-{theme}.png"
                page.screenshot(path=picture, full_page=True)
            is_legible(page)
            if page.get_by_role("searchbox").count() > 0:
                sorts(page)
                filters(page)
            if page.locator("#scatter-plot").count() > 0:
                scatters(page)
            themes(page)
            assert not wrong, wrong
            forbids_network(page, wrong)
            context.close()
        # Without the script all is there to read.
        context = browser.new_context(java_script_enabled=False)
        page, wrong = watched(context, url)
        assert page.locator("table").count() > 0 and not page.locator(".tools").first.is_visible()
        assert page.locator("table button").count() == 0 and not wrong, wrong
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
