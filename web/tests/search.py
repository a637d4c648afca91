"""The search of a puzzle step by step: what it decides, what follows, conflicts, learned clauses; and why it is missing."""

from playwright.sync_api import expect

from opened import PATIENCE, ready, square, told


def shows_the_search(page, base, folder):
    page.goto(base + "#puzzle=queens&board=4x4")
    ready(page)
    page.locator("#trace").click()
    told(page, "the search of sat:lines, step by step")
    happens, counted, at = page.locator("#happens"), page.locator("#counted"), page.locator("#at")
    expect(at).to_have_text("0 of 21")
    expect(happens).to_have_text("nothing is decided")
    page.locator("#next").click()
    expect(happens).to_have_text("level 1: decide a4")
    expect(page.locator("#board circle")).to_have_count(1)
    page.locator("#next").click()
    expect(happens).to_have_text("level 1: as a4: not b4, c4, d4, a3, a2, a1, b3, c2, d1")
    expect(page.locator("#board text", has_text="×")).to_have_count(9)
    page.locator("#step").fill("5")
    expect(happens).to_have_text("level 2: conflict: none of d4, d3, d2, d1 is left")
    page.locator("#next").click()
    expect(happens).to_have_text("level 2: learn: not c3 or d4 or d1; back to level 1")
    expect(counted).to_have_text("decisions: 2, conflicts: 1")
    page.screenshot(path=folder / "search.png")
    page.locator("#step").press("End")
    expect(counted).to_have_text("decisions: 3, conflicts: 2; a solution, verified")
    expect(page.locator("#board circle")).to_have_count(4)
    page.locator("#back").click()
    expect(at).to_have_text("20 of 21")
    # A click on the board states another puzzle, and the search is gone.
    square(page, "a4").click()
    expect(happens).to_be_hidden()
    expect(page.locator("#board circle")).to_have_count(0)
    searches_otherwise(page, base)


def searches_otherwise(page, base):
    page.goto(base + "#puzzle=tour&board=3x4&piece=knight")
    ready(page)
    page.locator("#searched").select_option("native:dfs")
    page.locator("#trace").click()
    told(page, "the search of native:dfs, step by step")
    page.locator("#next").click()
    page.locator("#next").click()
    expect(page.locator("#board line")).to_have_count(1)
    expect(page.locator("#counted")).to_have_text("nodes: 2, backtracks: 0")
    page.locator("#play").click()
    expect(page.locator("#counted")).to_have_text("nodes: 4, backtracks: 0", timeout=PATIENCE)
    page.locator("#step").press("End")
    expect(page.locator("#counted")).to_contain_text("; a solution, verified")
    page.goto(base + "#puzzle=hamilton&closed=yes&edges=a-b+b-c+c-d+d-a+a-c")
    ready(page)
    page.locator("#trace").click()
    told(page, "the search of native:dfs")
    page.locator("#next").click()
    expect(page.locator("#board .vertex.chosen")).to_have_count(1)
    # What cannot be shown says why.
    page.locator("#searched").select_option("")
    page.goto(base + "#puzzle=queens&board=50x50")
    ready(page)
    page.locator("#trace").click()
    told(page, "the formula has 2500 variables, but at most 2000 can be shown: choose a smaller puzzle")
    page.goto(base + "#puzzle=place&board=4x4&piece=knight")
    ready(page)
    page.locator("#trace").click()
    told(page, "a search for an optimum cannot be shown")
