"""A finger on the board and on a graph: it blocks squares after a rest, draws edges at once, and otherwise scrolls the page."""

from playwright.sync_api import expect

from opened import square, watched


class Finger:
    def __init__(self, page):
        self.page, self.driver = page, page.context.new_cdp_session(page)

    def touch(self, kind, *points):
        points = [{"x": x, "y": y} for x, y in points]
        self.driver.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(self, start, end, rest=0):
        """From a point to another, after a rest of milliseconds."""
        self.touch("touchStart", start)
        self.page.wait_for_timeout(rest)
        for step in range(1, 13):
            self.touch("touchMove", [a + (b - a) * step / 12 for a, b in zip(start, end)])
            self.page.wait_for_timeout(10)
        self.touch("touchEnd")


def middle(part):
    box = part.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drags_by_finger(browser, base):
    phone = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
    context = browser.new_context(**phone)
    page, wrong = watched(context, base, "#puzzle=tour&board=6x6&piece=knight")
    finger, blocked = Finger(page), page.locator("#board .blocked")
    at = lambda name: middle(square(page, name))
    finger.drag(at("b2"), at("e2"), rest=500)
    expect(blocked).to_have_count(4)
    # Up and down too, where the page would scroll.
    finger.drag(at("b3"), at("b5"), rest=500)
    expect(blocked).to_have_count(7)
    # What was blocked is freed, also if the finger is lifted beside the board.
    across, down = at("a2")
    finger.drag(at("c2"), (across - 25, down), rest=500)
    expect(blocked).to_have_count(5)
    page.touchscreen.tap(*at("f6"))
    expect(blocked).to_have_count(6)
    assert page.evaluate("scrollY") == 0
    # Without a rest it scrolls.
    finger.drag(at("d2"), at("d5"))
    page.evaluate("async () => { while (scrollY === 0) await new Promise((next) => setTimeout(next, 50)); }")
    expect(blocked).to_have_count(6)
    context.close()
    context = browser.new_context(**phone)
    page, more = watched(context, base, "#puzzle=clique&edges=a-b+c&at=a-100-100+b-300-100+c-200-300")
    at = lambda name: middle(page.locator(f"[data-vertex={name}]"))
    Finger(page).drag(at("a"), at("c"))
    expect(page.locator("#edges")).to_have_value("a-b a-c")
    assert page.evaluate("scrollY") == 0
    across, down = at("b")
    page.touchscreen.tap(across, down + 100)
    expect(page.locator("#edges")).to_have_value("a-b a-c d")
    context.close()
    return wrong + more
