"""Files that are opened: documents, statements, graphs, boards, by the button and by dropping; and what is wrong with others."""

import json

from playwright.sync_api import expect

from opened import anew, ready, square, told

DROP = """([name, text]) => {
  const given = new DataTransfer();
  given.items.add(new File([text], name));
  document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
}"""
COUNTED = """document.getElementById("file").addEventListener("click", () => {
  document.body.dataset.asked = Number(document.body.dataset.asked ?? 0) + 1;
})"""
BAD = [
    ("bad.txt", "...\n.x.\n...\n", "bad.txt:2:2: "),
    ("bad.gml", "graph [\n  node [ id 1 ]\n  edge [ source 1 target 2 ]\n]\n", "bad.gml:3:"),
    ("bad.json", '{"schema": "satranj.solution/1",\n "puzzle": ', "bad.json:2:"),
    ("roads.csv", "source,target,km\na,b,2\nb,c,3\n", "could be weights; name two columns source and target in the first line, and leave the others out"),
    ("what.bin", "\x00\x01", "what.bin: it is neither a board nor a document"),
    ("two.txt", "1 2 5\n2 3 7\n", "the format is ambiguous: edge-list or adjacency-list"),
    ("list.json", '{"cases": [{"puzzle": {"kind": "queens", "n": 4}}]}', "list.json: a list of puzzles; this page opens one"),
    ("none.json", '{"kind": "queens", "n": 0}', "n"),
    ("lots.json", '{"kind": "place", "board": {"rows": 8, "columns": 8}, "piece": "queen", "count": 3}', "cannot state all of it"),
    ("large.json", '{"kind": "tour", "board": {"rows": 200, "columns": 200}, "piece": "knight"}', "this page shows 100x100 at most"),
]


def opens(page, base, folder):
    anew(page, base + "#puzzle=tour&board=8x8&piece=knight")
    asks_once(page)
    chosen(page, "holes.txt", "....\n.#..\n....\n....\n....\n")
    told(page, "opened holes.txt")
    expect(page.locator("#title")).to_contain_text("tour of 5x4")
    expect(square(page, "b4")).to_have_attribute("aria-label", "b4, blocked")
    page.keyboard.press("Control+z")
    expect(page.locator("#title")).to_contain_text("tour of 8x8")
    chosen(page, "guarini.txt", "n.n\n...\nN.N\n")
    told(page, "opened guarini.txt")
    page.locator("#solve").click()
    told(page, "optimum 16")
    chosen(page, "riders.txt", "1\n\n3 4\n1...\n..#.\n...3\n")
    told(page, "opened riders.txt")
    expect(square(page, "d1")).to_have_attribute("aria-label", "d1, a knight with 3 jumps per turn")
    graphs(page)
    documents(page, folder)
    kept = page.evaluate("location.hash")
    for name, text, problem in BAD:
        page.evaluate(DROP, [name, text])
        told(page, problem)
        assert page.evaluate("location.hash") == kept, name


def asks_once(page):
    """For a file, however many statements there were before."""
    page.locator("#rows").fill("7")
    page.locator("#rows").press("Tab")
    expect(page.locator("#title")).to_contain_text("7x8")
    page.evaluate(COUNTED)
    with page.expect_file_chooser():
        page.locator("#open").click()
    assert page.evaluate("document.body.dataset.asked") == "1"
    page.keyboard.press("Control+z")


def graphs(page):
    page.evaluate(DROP, ["triangle.dot", 'graph { "the first" -- b -- c -- "the first"; d [pos="1,2"] }'])
    told(page, "opened triangle.dot")
    expect(page.locator("#edges")).to_have_value("the_first-b the_first-c b-c d")
    page.locator("#kind").select_option("clique")
    page.evaluate(DROP, ["petersen.g6", "IsP@OkWHG\n"])
    told(page, "opened petersen.g6")
    expect(page.locator("#kind")).to_have_value("clique")
    expect(page.locator("#title")).to_contain_text("10 vertices and 15 edges")
    page.evaluate(DROP, ["plain", "a b\nb c\n"])
    told(page, "opened plain")
    expect(page.locator("#edges")).to_have_value("a-b b-c")
    page.evaluate(DROP, ["arcs.dot", "digraph { a -> b [weight=3]; b -> a; b -> c }"])
    told(page, "opened arcs.dot")
    expect(page.locator("#edges")).to_have_value("a-b b-c")
    expect(page.locator("#checked")).to_contain_text("without the directions and weights in the file")


def documents(page, folder):
    """What the page saved it opens again, with its answer; what is wrong in it is not shown."""
    for link, shown in [
        ("#puzzle=queens&board=6x6&block=a1", "#board .man"),
        ("#puzzle=tour&board=5x6&piece=knight&start=a1&moves=a1-b3&method=sat:cuts", "#board polyline.way"),
        ("#puzzle=colouring&edges=a-b+a-c+b-c+c-d", "#board [class*=colour]"),
        ("#puzzle=tour&board=4x6&piece=knight&closed=yes", "#board .mark"),
        ("#puzzle=meet&board=5x5&piece=knight&block=c3&riders=a5-1+e2-2", "#board .man"),
        ("#puzzle=exchange&board=3x3&men=a3-n+c3-n+a1-N+c1-N", "#board .man"),
        ("#puzzle=route&board=8x8&piece=knight&from=a1&to=h7", "#board polyline.way"),
    ]:
        page.evaluate("(link) => { location.hash = link; }", link)
        expect(page.locator("#told")).to_have_text("")
        ready(page)
        page.locator("#solve").click()
        expect(page.locator("#json")).to_be_enabled()
        with page.expect_download() as saved:
            page.locator("#json").click()
        saved.value.save_as(folder / "opened.json")
        stated, count = page.evaluate("location.hash"), page.locator(shown).count()
        assert count, link
        page.evaluate("() => { location.hash = '#puzzle=place&board=3x3&piece=king'; }")
        expect(page.locator("#title")).to_contain_text("3x3")
        page.locator("#file").set_input_files(folder / "opened.json")
        told(page, "opened opened.json")
        expect(page.locator(shown)).to_have_count(count)
        expect(page.locator("#checked")).not_to_have_text("")
        assert page.evaluate("location.hash").split("&method")[0] == stated.split("&method")[0], link
        page.locator("#verify").click()
        expect(page.locator("#verify")).to_be_enabled()
    document = json.loads((folder / "opened.json").read_text())
    document["solution"]["path"][1] = "h8"
    page.evaluate(DROP, ["wrong.json", json.dumps(document)])
    told(page, "opened wrong.json")
    expect(page.locator("#checked.wrong")).to_contain_text("h8")
    expect(page.locator("#board polyline.way")).to_have_count(0)
    expect(page.locator("#json")).to_be_disabled()


def chosen(page, name, text):
    page.locator("#file").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})
