"""Puzzles stated without typing: the first one, the examples, graphs that are drawn, squares that are dragged over, undo."""

from playwright.sync_api import expect

from opened import PATIENCE, anew, ready, square, told, watched

EXAMPLES = [
    ("a tour of 20x20", "solved, verified"),
    ("Guarini's exchange", "optimum 16"),
    ("twelve queens", "solved, verified"),
    ("Petersen's graph", "optimum 4"),
    ("a map in colours", "optimum 3, verified"),
    ("a “no”, and why", "no solution, verified"),
]
LINE = "document.querySelector('#board polyline.way').getAttribute('points')"
# The board as it looks: without what only a reader or a pointer needs.
BOARD = """() => {
  const svg = document.querySelector("#board svg").cloneNode(true);
  svg.removeAttribute("class");
  for (const part of [svg, ...svg.querySelectorAll("*")]) {
    for (const name of part.getAttributeNames()) if (/^(role|tabindex|style|aria-.*|data-.*)$/.test(name)) part.removeAttribute(name);
  }
  return svg.outerHTML.replace(/>\\s+</g, "><");
}"""
# A point of the picture of a graph, in the page.
POINT = """([x, y]) => {
  const { x: across, y: down } = new DOMPoint(x, y).matrixTransform(document.querySelector("svg.graph").getScreenCTM());
  return [across, down];
}"""


def begins_with_an_answer(context, base):
    """The first puzzle is solved on arrival; what is shown meanwhile is its answer. A link is only stated."""
    page, wrong = watched(context, base)
    told(page, "solved, verified, by sat:auto: sat:cuts")
    found, look = page.evaluate(LINE), page.evaluate(BOARD)
    # The address has the puzzle now.
    page.reload()
    told(page, "solved, verified, by sat:auto: sat:cuts")
    page.close()
    # The module never comes.
    other = context.browser.new_context(service_workers="block").new_page()
    waiting = []
    other.route("**/satranj_bg.wasm", lambda asked: waiting.append(asked))
    other.goto(base)
    expect(other.locator("#at")).to_have_text("64 of 64", timeout=PATIENCE)
    assert other.evaluate(LINE) == found, "first.js has the answer of the module"
    assert other.locator("#told").inner_text() == "", "nothing is said of what is not found yet"
    for asked in waiting:
        asked.abort()
    other.unroute("**/satranj_bg.wasm")
    other.route("**/page.js", lambda asked: asked.abort())
    # Not even the script: the picture comes with the page, on a reload too, but not with a link to another puzzle.
    other.reload()
    expect(other.locator("#title")).to_have_text("Loading…")
    expect(other.locator("#board svg")).to_be_visible()
    still = other.evaluate(BOARD)
    assert still == look, f"index.html has another picture than the page draws: {look}"
    other.goto(base + "#puzzle=queens&board=6x6")
    other.reload()
    expect(other.locator("#board svg")).to_be_hidden()
    other.context.close()
    page, more = watched(context, base, "#puzzle=queens&board=6x6")
    assert page.locator("#told").inner_text() == "" and page.locator("#board .man").count() == 0
    page.close()
    return wrong + more


def shows_examples(page, base, folder):
    anew(page, base)
    for name, said in EXAMPLES:
        page.locator("#examples a", has_text=name).click()
        told(page, said)
        expect(page.locator("#solve")).to_be_enabled()
        page.screenshot(path=folder / f"example-{EXAMPLES.index((name, said)) + 1}.png")
    broken = "() => [...document.images].filter((image) => !image.naturalWidth).map((image) => image.src)"
    assert page.evaluate(broken) == []
    expect(page.locator("#board .mark")).to_have_count(6)


def draws_graphs(page, base):
    anew(page, base + "#puzzle=clique&edges=a-b&at=a-100-100+b-300-100")
    drawn(page, [200, 300])
    expect(page.locator("#edges")).to_have_value("a-b c")
    drawn(page, [200, 300], [100, 100])
    drawn(page, [300, 100], [200, 300])
    expect(page.locator("#edges")).to_have_value("a-b c-a b-c")
    page.locator("#solve").click()
    told(page, "optimum 3, verified")
    # A drag to an empty place makes the vertex too; an edge that is there is not made again.
    drawn(page, [100, 100], [100, 250])
    drawn(page, [300, 100], [100, 100])
    expect(page.locator("#edges")).to_have_value("a-b c-a b-c a-d")
    drawn(page, [200, 100])
    expect(page.locator("#edges")).to_have_value("c-a b-c a-d")
    drawn(page, [100, 100])
    expect(page.locator("#edges")).to_have_value("b-c d")
    expect(page.locator("#title")).to_contain_text("3 vertices and 1 edge")
    # The link has the places.
    link = page.evaluate("location.href")
    circles = lambda: page.evaluate("[...document.querySelectorAll('#board circle')].map((one) => one.cx.baseVal.value)")
    places = circles()
    anew(page, link)
    assert circles() == places
    page.locator("#edges").fill("b-c d x")
    page.keyboard.press("Tab")
    expect(page.locator("#board circle")).to_have_count(4)
    page.locator("#clear").click()
    told(page, "the graph has no vertices")
    drawn(page, [200, 200])
    expect(page.locator("#edges")).to_have_value("a")


def drawn(page, *points):
    """A click on a point of the picture, or a drag from one to another."""
    first, *others = [page.evaluate(POINT, point) for point in points]
    page.mouse.move(*first)
    page.mouse.down()
    for point in others:
        page.mouse.move(*point, steps=4)
    page.mouse.up()


def blocks_by_dragging(page, base):
    anew(page, base + "#puzzle=tour&board=6x6&piece=knight")
    dragged(page, "b2", "e2")
    expect(page.locator("#board .blocked")).to_have_count(4)
    expect(square(page, "e2")).to_have_attribute("aria-label", "e2, blocked")
    # Backwards it frees them; a square on which the drag began and ended is not clicked too.
    dragged(page, "d2", "b2", "d2")
    expect(page.locator("#board .blocked")).to_have_count(1)
    square(page, "e2").click()
    expect(page.locator("#board .blocked")).to_have_count(0)
    # Another tool does not drag.
    page.locator("[value=start]").check()
    dragged(page, "a1", "c1")
    expect(page.locator("#board .blocked")).to_have_count(0)


def dragged(page, *names):
    first, *others = [square(page, name).bounding_box() for name in names]
    middle = lambda box: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle(first))
    page.mouse.down()
    for box in others:
        page.mouse.move(*middle(box), steps=12)
    page.mouse.up()


def undoes(page, base):
    anew(page, base + "#puzzle=queens&board=5x5")
    expect(page.locator("#undo")).to_be_disabled()
    square(page, "a1").click()
    page.locator("#kind").select_option("tour")
    square(page, "b2").click()
    expect(page.locator("#board .blocked")).to_have_count(2)
    page.keyboard.press("Control+z")
    expect(page.locator("#board .blocked")).to_have_count(1)
    page.locator("#undo").click()
    expect(page.locator("#title")).to_contain_text("queens")
    page.keyboard.press("Control+z")
    expect(page.locator("#board .blocked")).to_have_count(0)
    expect(page.locator("#undo")).to_be_disabled()
    page.keyboard.press("Control+Shift+z")
    page.keyboard.press("Control+y")
    page.locator("#redo").click()
    expect(page.locator("#board .blocked")).to_have_count(2)
    expect(page.locator("#redo")).to_be_disabled()
    page.keyboard.press("Control+z")
    square(page, "c3").click()
    expect(page.locator("#redo")).to_be_disabled()


def keeps_the_theme(context, base):
    page, wrong = watched(context, base)
    page.locator("#theme").select_option("dark")
    page.close()
    page, more = watched(context, base)
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.locator("#theme").input_value() == "dark"
    page.locator("#theme").select_option("auto")
    page.reload()
    ready(page)
    assert page.evaluate("document.documentElement.dataset.theme") is None
    page.close()
    return wrong + more
