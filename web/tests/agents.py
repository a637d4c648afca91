"""Agents on a board: stated by clicks, solved, played, opened from a document, and refused where they cannot pass."""

import json

from playwright.sync_api import expect

from opened import PATIENCE, anew, square, told


def plans_agents(page, base, folder):
    anew(page, base + "#puzzle=route&board=4x4&piece=knight&from=a1&to=d4")
    page.locator("#kind").select_option("mapf")
    # The usual agents go from corner to corner.
    expect(page.locator("#title")).to_have_text("plan for 4 agents on 4x4, least sum of costs", timeout=PATIENCE)
    expect(square(page, "a1")).to_have_attribute("aria-label", "a1, start of agent 1, goal of agent 2")
    page.locator("#solve").click()
    told(page, "optimum 24, verified")
    expect(page.locator("#board circle.agent")).to_have_count(8)
    page.screenshot(path=folder / "agents.png", full_page=True)
    page.locator("#objective").select_option("makespan")
    page.locator("#solve").click()
    told(page, "optimum 6, verified")
    expect(page.locator("#at")).to_have_text("6 of 6", timeout=PATIENCE)
    # Two clicks add an agent, one on its start removes it.
    expect(page.locator("[value=agent]")).to_be_checked()
    square(page, "b2").click()
    told(page, "an agent from b2 to …")
    square(page, "c3").click()
    expect(page.locator("#title")).to_contain_text("plan for 5 agents")
    square(page, "b2").click()
    expect(page.locator("#title")).to_contain_text("plan for 4 agents")
    assert "agents=a1-d4+d4-a1+a4-d1+d1-a4" in page.evaluate("location.hash")
    page.locator("#anonymous").check()
    page.locator("#solve").click()
    told(page, "optimum 0, verified")
    anew(page, base + "#puzzle=mapf&board=1x4&piece=wazir&agents=a1-d1+d1-a1")
    page.locator("#solve").click()
    told(page, "no solution, verified")
    expect(page.locator("#reason")).to_contain_text("cannot pass each other")
    expect(page.locator("#board .mark")).to_have_count(4)
    opens_a_plan(page)


def opens_a_plan(page):
    puzzle = {
        "kind": "mapf", "board": {"rows": 2, "columns": 3}, "objective": "makespan",
        "agents": [{"from": "a1", "to": "c1"}, {"from": "c1", "to": "a1"}],
    }
    paths = [["a1", "b1", "c1"], ["c1", "b1", "a1"]]
    document = {"puzzle": puzzle, "status": "satisfied", "solution": {"paths": paths}, "objective": 2}
    opened = lambda: page.locator("#file").set_input_files(
        {"name": "plan.json", "mimeType": "text/plain", "buffer": json.dumps(document).encode()}
    )
    opened()
    expect(page.locator("#checked")).to_contain_text("agents 1 and 2 are both at b1 at time 1", timeout=PATIENCE)
    paths[1] = ["c1", "c2", "b2", "a2", "a1"]
    paths[0] += ["c1", "c1"]
    document["objective"] = 4
    opened()
    told(page, "opened plan.json")
    expect(page.locator("#at")).to_have_text("4 of 4", timeout=PATIENCE)
