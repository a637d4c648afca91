"""The package as its users call it."""

import concurrent.futures
import copy
import inspect
import json
import multiprocessing
import os
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
        (satranj.route(5, 5, "a1", "e5", at_most=9), "route 5x5 a1 e5 --at-most 9"),
        (
            satranj.place(5, 5, army={"queen": 2, "knight": 3}, given=[("knight", "a1"), ("queen", (0, 1))]),
            "place 5x5 --army queen=2,knight=3 --given knight@a1,queen@b5",
        ),
        (satranj.place(5, 5, army=["white:queen", "black:queen"]), "place 5x5 --army white:queen,black:queen"),
        (satranj.place(6, 6, army=["leaper:1,2", "king"], count=3), "place 6x6 --army leaper:1,2;king --count 3"),
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
    # The page would play one of them only.
    assert several._repr_html_() is None
    # Boards too large for a page have a picture.
    large = satranj.solve("tour 220x220", method="native:rotations")
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


def test_errors_of_files_are_those_of_python(tmp_path):
    for call in (
        lambda: satranj.solve("hamilton nowhere.dot"),
        lambda: satranj.hamilton("nowhere.dot"),
        lambda: satranj.solve("tour @nowhere.dot"),
        lambda: satranj.count("--from nowhere.dot"),
        lambda: next(satranj.solutions("clique nowhere.dot")),
        lambda: satranj.export("meet nowhere.dot", "dimacs"),
    ):
        with pytest.raises(FileNotFoundError) as error:
            call()
        wrong = error.value
        assert isinstance(wrong, satranj.MissingFileError) and isinstance(wrong, satranj.InputError)
        assert (wrong.filename, wrong.errno, str(wrong)) == ("nowhere.dot", 2, "nowhere.dot: No such file or directory (os error 2)")
        assert str(pickled(wrong)) == str(wrong) and pickled(wrong).filename == "nowhere.dot"
    empty = tmp_path / "empty.dot"
    empty.write_text("")
    for file in (tmp_path, empty):
        with pytest.raises(satranj.InputError) as error:
            satranj.solve(["hamilton", file])
        assert not isinstance(error.value, OSError)
    failure = satranj._commands.failure(1, "a: b.dot: Permission denied (os error 13)")
    assert isinstance(failure, PermissionError) and isinstance(failure, satranj.ForbiddenFileError) and failure.filename == "b.dot"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no users")
def test_a_file_that_may_not_be_read_is_a_permission_error(tmp_path):
    file = tmp_path / "closed.dot"
    file.write_text("graph {}")
    file.chmod(0)
    user = os.geteuid()
    # Root may read everything.
    os.seteuid(user or 65534)
    try:
        with pytest.raises(PermissionError, match="closed.dot: Permission denied"):
            satranj.solve(["hamilton", file])
    finally:
        os.seteuid(user)


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
    compared = satranj.compare("tour 6x6 --closed", ["sat:cuts", "native:rotations"], runs=2, warmup=0)
    assert {row["method"] for row in compared} == {"sat:cuts", "native:rotations"}
    assert compared.agreement and compared.fastest in {"sat:cuts", "native:rotations"}
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


def test_every_field_of_a_statement_has_a_keyword():
    """Of every kind of puzzle that documents hold, so that none is left out."""
    ran = subprocess.run([sys.executable, "-m", "satranj", "list", "schemas", "--json"], capture_output=True)
    statements = json.loads(ran.stdout)["satranj.solution/1"]["$defs"]["Statement"]["oneOf"]
    keywords = {"board": "rows", "from": "from_", "closed": {"hamilton": "path"}}
    grounds = {"mapf": {"board": "ground", "graph": "ground"}}
    assert len(statements) >= 14
    for statement in statements:
        fields = set(statement["properties"])
        kind = statement["properties"]["kind"]["const"]
        offered = set(inspect.signature(getattr(satranj, kind.replace("-", "_"))).parameters)
        for field in fields - {"kind"}:
            name = grounds.get(kind, {}).get(field) or keywords.get(field, field)
            name = name.get(kind, field) if isinstance(name, dict) else name
            assert name in offered, f"{kind} has no {name}"


def test_armies_have_their_pieces():
    answer = satranj.place(5, 5, army={"white:queen": 2, "black:queen": 3}, given=[("white:queen", "a1")]).solve()
    stands = dict(zip(answer.squares, answer.pieces))
    assert stands["a1"] == "white:queen" and answer.verified
    assert sorted(stands.values()) == ["black:queen"] * 3 + ["white:queen"] * 2
    assert satranj.queens(4).solve().pieces is None
    with pytest.raises(satranj.SatranjError, match="leave out"):
        satranj.place(5, 5, "queen", army=["knight"]).solve()
    with pytest.raises(satranj.SatranjError, match="no piece"):
        satranj.place(5, 5).solve()


def test_routes_have_weights():
    rows = ["111", "991", "111"]
    answer = satranj.route(3, 3, "a1", "c3", piece="king", weights=rows).solve()
    assert answer.objective == 3 and answer.path == ["a1", "b1", "c2", "c3"]
    assert satranj.route(3, 3, "a1", "c3", piece="king", weights=[map(int, row) for row in rows]).solve().objective == 3
    with pytest.raises(satranj.UsageError, match="weights: 12 is not a weight"):
        satranj.route(1, 2, "a1", "b1", weights=[[12, 1]])


def pickled(value):
    return pickle.loads(pickle.dumps(value))


def test_everything_that_is_handed_out_can_be_pickled_and_copied():
    puzzle = satranj.hamilton([((0, 1), "b"), ("b", 3), (3, (0, 1))])
    counted = satranj.count("queens 6", up_to_symmetry=True)
    answer = puzzle.solve()
    limited = None
    try:
        satranj.count("queens 20", method="native:dfs", node_limit=1000)
    except satranj.Undecided as undecided:
        limited = undecided
    for again in (pickled, copy.copy, copy.deepcopy):
        one = again(counted)
        assert one == 4 and type(one) is satranj.Count and one.document == counted.document
        assert one.up_to_symmetry == 1 and one.puzzle == counted.puzzle
        assert again(answer).path == answer.path and again(answer).document == answer.document
        assert again(puzzle) == puzzle and again(puzzle).nodes == puzzle.nodes
        assert again(satranj.verify(answer)).valid and again(answer.statistics) == answer.statistics
        undecided = again(limited)
        assert type(undecided) is satranj.Undecided and str(undecided) == str(limited)
        assert undecided.answer.document == limited.answer.document
        formula = satranj.encode("queens 4")
        assert again(formula).clauses == formula.clauses and again(formula).names == formula.names
    compared = satranj.compare("queens 6", ["native:dfs"], runs=1, warmup=0)
    assert pickled(compared).document == compared.document


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no forks")
def test_a_fork_answers_although_it_has_none_of_the_threads_that_wait():
    def forked():
        sys.exit(0 if satranj.solve("queens 6").verified and satranj.count("queens 6") == 4 else 1)

    for _ in range(5):
        assert satranj.solve("queens 5")
        child = multiprocessing.get_context("fork").Process(target=forked)
        child.start()
        child.join(60)
        child.kill()
        assert child.exitcode == 0


def test_a_process_pool_counts():
    puzzles = [satranj.queens(n) for n in range(4, 9)]
    # Threads of the counts before do not hinder a process that is forked.
    assert satranj.count("queens 11", threads=2) == 2680
    with concurrent.futures.ProcessPoolExecutor(2) as pool:
        counts = list(pool.map(satranj.count, puzzles))
        assert counts == [2, 10, 4, 40, 92] and all(isinstance(count, satranj.Count) for count in counts)
        assert [answer.verified for answer in pool.map(satranj.solve, puzzles)] == [True] * 5
        with pytest.raises(satranj.UsageError, match="did you mean"):
            pool.submit(satranj.methods, "tuor").result()


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip("numpy")
    six, two = numpy.int64(6), numpy.uint8(2)
    pairs = [
        (satranj.tour(six, six, closed=numpy.bool_(True), blocked=[(numpy.int32(5), numpy.int32(0)), "a6"]), "tour 6x6 --closed --block a1,a6"),
        (satranj.tour(six, 6, start=numpy.array([0, 0])), "tour 6x6 --start a6"),
        (satranj.queens(six), "queens 6"),
        (satranj.place(six, six, "knight", count=two), "place 6x6 --piece knight --count 2"),
        (satranj.place(six, six, army={"queen": two}), "place 6x6 --army queen=2"),
        (satranj.dominate(six, six, "rook", count=six), "dominate 6x6 --piece rook --count 6"),
        (satranj.route(six, six, "a1", "f6", at_most=six), "route 6x6 a1 f6 --at-most 6"),
        (satranj.meet(numpy.int64(4), 4, {"a1": two, "d4": 1}, at_most=numpy.int8(3)), MEETING),
    ]
    for puzzle, words in pairs:
        assert puzzle.solve().document["instance"] == satranj.solve(words).document["instance"], words
    assert satranj.solve({"kind": "queens", "n": six}, number=two, all=numpy.bool_(False), time_limit=numpy.float64(9))
    assert satranj.count(["queens", six]) == 4
    arcs = list(numpy.array([[0, 1], [1, 2], [2, 0]]))
    assert satranj.hamilton(arcs, start=numpy.int64(1)).solve().path[0] == 1
    weights = {0: numpy.int64(5)}
    assert satranj.independent_set([(0, 1), (1, 2)], weights=weights, count=None).solve().objective == 6
    assert satranj.colouring(arcs, colours=numpy.int64(3), given={0: two}).solve().colours[0] == 2


# Each once ended in an error of Python's, of JSON or of the bridge.
WRONG = [
    (lambda: satranj.tour(6.5, 6), "rows: 6.5 is not a whole number"),
    (lambda: satranj.tour("6", 6), "rows: '6' is not a whole number"),
    (lambda: satranj.tour(6, 6, start=5), "5 is not a square"),
    (lambda: satranj.tour(6, 6, start=(1, 2, 3)), "is not a square"),
    (lambda: satranj.tour(6, 6, blocked=[(1.5, 2)]), "is not a square"),
    (lambda: satranj.tour(6, 6, blocked=5), "blocked: 5 is not a list"),
    (lambda: satranj.tour(6, 6, given=[("a1",)]), "is not a move"),
    (lambda: satranj.queens("6"), "n: '6' is not a whole number"),
    (lambda: satranj.place(5, 5, army="queen=4"), "army: 'queen=4' is a text"),
    (lambda: satranj.place(5, 5, army={"queen": 1.5}), "army: queen: 1.5 is not a whole number"),
    (lambda: satranj.meet(4, 4, ["a1"]), "riders: .* is not a dict"),
    (lambda: satranj.exchange(5), "start: 5 is not a list"),
    (lambda: satranj.solve([(1, 2), (2, 3)]), "a list states no puzzle: .*satranj.hamilton.graph"),
    (lambda: satranj.solve({1: [2], 2: [1]}), "a dict states no puzzle"),
    (lambda: satranj.solve(None), "a NoneType states no puzzle"),
    (lambda: satranj.count(5), "a int states no puzzle"),
    (lambda: satranj.solve({"kind": "queens", "n": object()}), "cannot be written as JSON: .*object"),
    (lambda: satranj.solve("tour '8x8"), "No closing quotation"),
    (lambda: satranj.solve("tour 8x8 --help"), "prints no document"),
    (lambda: satranj.solve("tour 8x8", output=os.devnull), "prints no document"),
    (lambda: satranj.solve("queens 6", seeds="1..3"), "satranj.seeds/1"),
    (lambda: satranj.solve("queens 6", json_stream=True), None),
    (lambda: satranj.solve("tour 8x8", svg="-"), None),
    (lambda: satranj.compare("queens 4", 5), "methods: 5 is not a list"),
    (lambda: satranj.methods("nonsense"), "unknown puzzle `nonsense` .expected one of tour, "),
    (lambda: satranj.methods("quens"), "unknown puzzle `quens` .did you mean queens"),
    (lambda: satranj.verify(5), "a int is not a document"),
    (lambda: satranj.encode("queens 4").decode(5), "a int is not a model"),
    (lambda: satranj.encode("queens 4").decode(["a"]), "a literal: 'a' is not a whole number"),
    (lambda: satranj.hamilton(5), "5 is not a graph"),
    (lambda: satranj.hamilton("petersn"), "did you mean petersen"),
    (lambda: satranj.hamilton([([1], [2])]), "a node cannot be a key"),
    (lambda: satranj.hamilton([(1, 2)], start=[1]), "is not a vertex"),
    (lambda: satranj.hamilton([(1, 2)], given=[1]), "is not an edge"),
    (lambda: satranj.clique([(1, 2)], weights=[1, 2]), "is not a dict"),
    (lambda: satranj.clique([(1, 2)], weights={1: 1.5}), "weights: 1: 1.5 is not a whole number"),
    (lambda: satranj.clique([(1, 2)], given=1), "given: 1 is not a list"),
    (lambda: satranj.colouring([(1, 2)], given=[1]), "is not a dict"),
]


@pytest.mark.parametrize("call, words", WRONG, ids=[str(number) for number in range(len(WRONG))])
def test_what_is_wrong_is_an_error_of_satranj(call, words):
    with pytest.raises(satranj.SatranjError, match=words) as error:
        call()
    assert isinstance(error.value, ValueError) and error.value.__cause__ is None


def test_several_cases_and_foreign_graphs_say_what_to_ask(tmp_path):
    networkx = pytest.importorskip("networkx")
    with pytest.raises(satranj.UsageError, match="a Graph states no puzzle"):
        satranj.solve(networkx.petersen_graph())
    cases = tmp_path / "knights.txt"
    cases.write_text("2\n\n2 3\n1..\n..1\n\n3 3\n1..\n...\n..2\n")
    with pytest.raises(satranj.UsageError, match="case=1"):
        satranj.solve(f"meet {cases}")
    assert satranj.solve(f"meet {cases}", case=2).verified


def test_an_answer_states_its_puzzle():
    answer = satranj.solve("queens 6")
    assert satranj.count(answer) == 4 and satranj.solve(answer).document["instance"] == answer.document["instance"]
    assert satranj.methods(satranj.queens(6)) == satranj.methods("queens") != []
    assert set(satranj.methods("path")) < set(satranj.methods())


def test_a_no_that_nothing_checked_says_so():
    no = satranj.solve("tour 5x5 --closed", precheck="off", method="native:dfs", check="none")
    assert no.status == "unsatisfiable" and not no.verified and "not verified" in repr(no)
    checked = satranj.solve("tour 5x5 --closed", precheck="off", method="native:dfs")
    assert checked.verified and checked.certificate["kind"] == "drat"
    wrong = {"puzzle": satranj.queens(60).statement, "status": "unsatisfiable"}
    with pytest.raises(satranj.CheckError):
        satranj.verify(wrong)
    unchecked = satranj.Verdict({"valid": None, "problem": None, "checked": False})
    assert not unchecked and unchecked.valid is None and repr(unchecked) == "<satranj.Verdict not checked>"


def test_what_is_no_puzzle_is_told():
    for wrong in ["", "chess", "{}", '{"kind":"tour"}']:
        with pytest.raises(ValueError):
            satranj.solve(wrong)


def test_solutions_come_while_the_search_goes_on():
    first = [answer.squares for answer, _ in zip(satranj.solutions("queens 20 --method native:dfs"), range(3))]
    assert len(first) == 3 and len(set(map(tuple, first))) == 3
    # More than one document may hold.
    found = {tuple(answer.squares) for answer in satranj.queens(12).solutions()}
    assert len(found) == 14200
    assert sum(1 for _ in satranj.queens(8).solutions(number=5)) == 5
    assert list(satranj.queens(3).solutions()) == []
    nodes = next(satranj.hamilton([((0, 1), "b"), ("b", 3), (3, (0, 1))]).solutions()).path
    assert set(nodes) == {(0, 1), "b", 3}
    assert "<svg" in next(satranj.solutions("queens 6")).svg()
    with pytest.raises(satranj.UsageError, match="sat:cutz"):
        next(satranj.solutions("queens 8", method="sat:cutz"))
    with pytest.raises(satranj.Undecided, match="time limit"):
        list(satranj.solutions("tour 40x40 --closed --method native:dfs", time_limit=0.2))


def test_an_event_stops_a_search_and_progress_is_reported():
    stop, seen = threading.Event(), []

    def progress(now):
        seen.append(now)
        if len(seen) == 5:
            stop.set()

    with pytest.raises(satranj.Undecided, match="interrupted") as error:
        satranj.tour(40, 40, closed=True).solve(method="native:dfs", stop=stop, progress=progress)
    assert error.value.answer.reason == "interrupted" and seen[-1].nodes > 0
    with pytest.raises(satranj.Undecided):
        satranj.count("queens 20", stop=stop)

    def fails(now):
        raise LookupError(now)

    with pytest.raises(LookupError):
        satranj.solve("tour 40x40 --closed --method native:dfs", progress=fails)
    with pytest.raises(satranj.UsageError, match="stop: a int is not an event"):
        satranj.solve("queens 6", stop=7)
