"""What the page shows and says of answers: no more than was checked, and nothing that its own figures contradict."""

import re

from playwright.sync_api import expect

from opened import PATIENCE, ready, told, watched


def shows_the_end(page, base):
    """All 60 queens at once; Play puts them on the board one after the other."""
    page.goto(base + "#puzzle=queens&board=60x60")
    ready(page)
    page.locator("#solve").click()
    told(page, "solved, verified")
    assert page.locator("#board .man").count() == 60
    assert page.locator("#at").inner_text() == "60 of 60"
    page.locator("#play").click()
    assert page.locator("#play").inner_text() == "Pause" and page.locator("#board .man").count() < 60
    expect(page.locator("#at")).to_have_text("60 of 60", timeout=PATIENCE)
    expect(page.locator("#play")).to_have_text("Play")


def says_what_is_not_verified(page, base):
    """A "no" without a certificate, a best one without a certificate, and what a second check finds of both."""
    page.goto(base + "#puzzle=queens&board=6x6&given=a1")
    ready(page)
    page.locator("#solve").click()
    told(page, "no solution, not verified, by sat:lines")
    expect(page.locator("#reason")).to_contain_text("there is no certificate to check")
    page.locator("#verify").click()
    expect(page.locator("#checked")).to_contain_text("an exhaustive search finds no solution", timeout=PATIENCE)
    page.goto(base + "#puzzle=queens&board=40x40&given=a1+b2")
    ready(page)
    page.locator("#solve").click()
    told(page, "no solution, verified")
    page.goto(base + "#puzzle=dominate&board=12x12&piece=camel")
    ready(page)
    page.locator("#solve").click()
    told(page, "optimum 28, solution verified, optimality not verified")
    page.locator("#verify").click()
    expect(page.locator("#checked")).to_contain_text("the solution is right; optimality is not shown", timeout=PATIENCE)
    page.goto(base + "#puzzle=place&board=8x8&piece=knight")
    ready(page)
    page.locator("#solve").click()
    told(page, "optimum 32, verified, by")


# Of two methods the quicker one is heard last, and the other one says that it took nine seconds.
LATE = """
const Plain = Worker;
window.Worker = class extends Plain {
  set onmessage(heard) {
    super.onmessage = (event) => {
      const document = event.data.value?.document;
      if (document?.method === "sat:vertex-elimination") document.timing.total_seconds = 9;
      setTimeout(() => heard(event), document?.method === "sat:cuts" ? 500 : 0);
    };
  }
};
"""


def places_the_race(context, base):
    """By the measured times, whichever answer comes in first; and the winner's answer is shown."""
    context.add_init_script(LATE)
    page, wrong = watched(context, base, "#puzzle=tour&board=6x6&piece=knight&closed=yes")
    page.locator("#race").click()
    expect(page.locator("#first option[value='native:frontier']")).to_have_count(1, timeout=PATIENCE)
    page.locator("#first").select_option("sat:vertex-elimination")
    page.locator("#second").select_option("sat:cuts")
    page.locator("#start-race").click()
    result = re.compile(r"^1\. sat:cuts: [\d.]+ m?s; 2\. sat:vertex-elimination: 9\.00 s$")
    expect(page.locator("#race-told")).to_have_text(result, timeout=PATIENCE)
    told(page, "solved, verified, by sat:cuts")
    judges_races(page)
    return wrong


def judges_races(page):
    """A method without an answer has no place, equal times have one place, contradictions are told."""

    def result(*lanes):
        return page.evaluate("(lanes) => import('./race.js').then(({ resultOf }) => resultOf(lanes))", lanes)

    def lane(method, status, seconds, objective=None):
        timing = {"total_seconds": seconds}
        return {"method": method, "value": {"document": {"status": status, "objective": objective, "timing": timing}}}

    undecided = result(lane("a", "unknown", 0.1), lane("b", "satisfied", 2))
    assert undecided["words"] == ["1. b: 2.00 s", "a: undecided after 100 ms"], undecided
    assert undecided["shown"]["document"]["status"] == "satisfied" and undecided.get("contradiction") is None
    equal = result(lane("a", "satisfied", 0.50001), lane("b", "satisfied", 0.5))
    assert equal["words"] == ["1. b: 500 ms", "1. a: 500 ms"], equal
    failed = result({"method": "a", "failure": {"message": "stopped"}}, {"method": "b"})
    assert failed["words"] == ["a: stopped", "b: stopped"] and failed.get("shown") is None
    for one, other in [
        (lane("a", "satisfied", 1), lane("b", "unsatisfiable", 2)),
        (lane("a", "optimal", 1, 5), lane("b", "optimal", 2, 6)),
    ]:
        assert "contradict" in result(one, other)["contradiction"]
