"""The package as its users call it."""

import json
import pickle
import subprocess
import sys
import threading
import time

import pytest

import satranj

MEETING = {
    "kind": "meet",
    "board": {"rows": 4, "columns": 4},
    "riders": [{"square": "a1", "jumps_per_turn": 2}, {"square": "d4", "jumps_per_turn": 1}],
    "at_most": 3,
}


def test_a_tour_by_words_and_by_keywords_is_the_same_puzzle():
    by_words = satranj.solve("tour 6x6 --closed --block a1,a6")
    by_keywords = satranj.tour(6, 6, closed=True, blocked=["a1", (0, 0)]).solve()
    assert by_words.document["instance"] == by_keywords.document["instance"]
    assert by_words.path == by_keywords.path and len(by_words.path) == 34
    assert by_words.verified and by_words and by_words.status == "satisfied"


def test_every_kind_of_puzzle_has_a_keyword_form():
    puzzles = [
        (satranj.tour(5, 5, start="a1", end="e5"), "tour 5x5 --start a1 --end e5"),
        (satranj.tour(6, 6, given=[("a1", "b3")], piece="knight"), "tour 6x6 --given a1-b3"),
        (satranj.queens(6, given=["b6"], blocked=[(5, 5)]), "queens 6 --given b6 --block f1"),
        (satranj.place(5, 5, "bishop", count=3), "place 5x5 --piece bishop --count 3"),
        (satranj.dominate(5, 5, "queen", total=True), "dominate 5x5 --piece queen --total"),
        (satranj.exchange("nnn ... NNN", at_most=20), {"kind": "exchange", "start": ["nnn", "...", "NNN"], "at_most": 20}),
        (satranj.meet(4, 4, {"a1": 2, (0, 3): 1}, at_most=3), MEETING),
        (satranj.route(5, 5, "a1", (0, 4), piece="king"), "route 5x5 a1 e5 --piece king"),
    ]
    for puzzle, words in puzzles:
        assert puzzle.solve().document["instance"] == satranj.solve(words).document["instance"], words


def test_a_no_has_its_certificate_and_a_picture():
    answer = satranj.solve("tour 5x5 --closed")
    assert not answer and answer.status == "unsatisfiable" and answer.path is None
    assert answer.certificate["kind"] == "colour_parity" and answer.verified
    assert "<svg" in answer._repr_svg_() and "colour" in answer.text()


def test_answers_are_drawn():
    answer = satranj.solve("tour 6x6 --closed")
    assert answer.svg().startswith("<svg") and "<svg" in answer._repr_svg_()
    assert answer._repr_html_().startswith("<iframe") and "<script" in answer.html()
    assert len(str(answer).splitlines()) > 6
    several = satranj.solve("queens 6", all=True)
    assert len(several.solutions) == 4 and several._repr_svg_().count("<svg") > 1
    assert several._repr_html_().startswith("<iframe")
    # Boards too large for a page have a picture.
    large = satranj.solve("tour 220x220", method="native:divide")
    assert large._repr_html_() is None and "<svg" in large._repr_svg_()


def test_errors_have_the_words_of_the_command_line():
    said = subprocess.run([sys.executable, "-m", "satranj", "solve", "tour", "3x"], capture_output=True, text=True)
    with pytest.raises(ValueError) as error:
        satranj.solve("tour 3x")
    assert said.returncode == 2 and said.stderr.strip() == "satranj: " + str(error.value)
    with pytest.raises(satranj.UsageError, match="unexpected argument '--close' found\ntip: .*'--closed'"):
        satranj.solve("tour 8x8 --close")
    with pytest.raises(satranj.UsageError, match="unknown method `sat:cutz` .did you mean sat:cuts"):
        satranj.solve("tour 8x8", method="sat:cutz")
    with pytest.raises(satranj.InputError, match="nowhere.dot"):
        satranj.solve("hamilton nowhere.dot")
    with pytest.raises(ValueError, match="-1x8|-1"):
        satranj.tour(-1, 8).solve()


def test_limits_are_time_outs_and_keep_what_is_known():
    with pytest.raises(TimeoutError, match="^the time limit was reached$") as error:
        satranj.solve("tour 40x40 --closed --method native:dfs", time_limit=0.1)
    assert isinstance(error.value, satranj.Undecided) and error.value.answer.reason == "time_limit"
    with pytest.raises(satranj.Undecided) as error:
        satranj.count("queens 20", method="native:dfs", time_limit="0.2s")
    assert error.value.answer >= 0 and error.value.answer.document["count"] is None
    with pytest.raises(satranj.Undecided, match="incomplete"):
        satranj.solve("tour 5x5 --closed --method native:rotations", restarts=1, precheck="off")


def test_documents_are_verified_wherever_they_come_from():
    answer = satranj.solve("queens 8")
    assert satranj.verify(answer) and satranj.verify(answer.document) and satranj.verify(answer.json())
    broken = json.loads(answer.json())
    broken["solution"]["squares"][0] = "h1"
    with pytest.raises(satranj.CheckError, match="queen|attack|instance|same"):
        satranj.verify(broken)
    no = satranj.verify(satranj.solve("queens 3"))
    assert no.valid and no.completeness_checked


def test_counts_are_numbers():
    assert satranj.count("queens 8") == 92
    assert satranj.queens(8).count() + 0 == 92
    assert satranj.count("tour 6x6 --closed") == 9862
    sizes = satranj.count("place 3x3 --piece knight", counts_by_k=True)
    assert sizes.by_size[:3] == [1, 9, 28]


def test_the_interpreter_goes_on_while_a_search_works():
    ticks = []

    def work():
        with pytest.raises(TimeoutError):
            satranj.solve("tour 40x40 --closed --method native:dfs", time_limit=0.6)

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        ticks.append(time.monotonic())
        time.sleep(0.005)
    thread.join()
    assert len(ticks) > 10


def test_searches_go_on_side_by_side():
    found = []
    threads = [
        threading.Thread(target=lambda n=n: found.append((n, satranj.count(f"queens {n}")))) for n in range(4, 10)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [(4, 2), (5, 10), (6, 4), (7, 40), (8, 92), (9, 352)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_a_search_and_not_the_interpreter():
    program = (
        "import os, signal, satranj, threading, time\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "started = time.monotonic()\n"
        "try:\n"
        "    satranj.solve('tour 40x40 --closed --method native:dfs')\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', time.monotonic() - started < 20)\n"
        "print(satranj.count('queens 6'))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (ran.stdout, ran.returncode) == ("interrupted True\n4\n", 0), ran.stderr


def test_the_command_line_comes_along():
    def program(*words, **more):
        return subprocess.run([sys.executable, "-m", "satranj", *words], capture_output=True, text=True, **more)

    assert program("count", "queens", "6").stdout.find('"count":"4"') > 0
    assert program("--version").stdout.startswith("satranj ")
    assert program("solve", "tour", "3x").returncode == 2
    assert program("verify", "-", input=satranj.solve("queens 6").json()).returncode == 0
    compared = program("compare", "queens", "6", "--methods", "native:dfs,sat:lines", "--runs", "1", "--json")
    assert json.loads(compared.stdout)["agreement"] is True, compared.stderr


def test_methods_are_compared_each_in_a_process():
    compared = satranj.compare("tour 6x6 --closed", ["sat:cuts", "native:divide"], runs=2, warmup=0)
    assert {row["method"] for row in compared} == {"sat:cuts", "native:divide"}
    assert compared.agreement and compared.fastest in {"sat:cuts", "native:divide"}
    assert "<table>" in compared._repr_html_()
    pandas = pytest.importorskip("pandas")
    frame = compared.frame()
    assert isinstance(frame, pandas.DataFrame) and frame.loc["sat:cuts", "status"] == "satisfied"
    assert len(compared.times()) == 4


def test_exports_are_texts():
    assert satranj.export("tour 6x6 --closed", "dimacs").startswith("c satranj")
    assert satranj.tour(3, 4).export("graph6").strip() == satranj.export("tour 3x4", "graph6").strip()
    with pytest.raises(satranj.UsageError, match="unknown format"):
        satranj.export("tour 3x4", "dimax")
    header = satranj.export("queens 4", "dimacs", seed=7).splitlines()[1]
    assert header.startswith("c command satranj export queens 4 --format=dimacs")


def test_samples_and_cases():
    drawn = satranj.solve("tour 5x5", sample=3, seed=5)
    assert len(drawn.paths) == 3 and all(len(path) == 25 for path in drawn.paths)


def test_what_is_no_puzzle_is_told():
    for wrong in ["", "chess", "{}", '{"kind":"tour"}']:
        with pytest.raises(ValueError):
            satranj.solve(wrong)
