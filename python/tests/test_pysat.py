"""Our formulas solved by PySAT, and its models read back."""

import pytest

import satranj

solvers = pytest.importorskip("pysat.solvers")

PUZZLES = ["tour 6x6 --closed", "tour 5x5 --start a1", "queens 8", "place 6x6 --piece knight --count 9", "dominate 5x5 --piece queen --count 3"]


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", ["cadical153", "glucose4", "minisat22"])
def test_models_of_pysat_are_answers(puzzle, name):
    formula = satranj.encode(puzzle)
    with solvers.Solver(name=name, bootstrap_with=formula.cnf()) as solver:
        assert solver.solve()
        answer = formula.decode(solver.get_model())
    assert answer.verified and answer.status == "satisfied" and satranj.verify(answer)


def test_every_encoding_of_tours_round_trips():
    puzzle = satranj.tour(5, 6, start="a1")
    for encoding in ["position", "vertex-elimination", "unary-order", "binary-order"]:
        formula = puzzle.encode(encoding=encoding)
        with solvers.Cadical153(bootstrap_with=formula.clauses) as solver:
            assert solver.solve(), encoding
            assert formula.decode(solver.get_model()).path[0] == "a1"


def test_a_no_of_pysat_is_a_claim():
    formula = satranj.encode("queens 3")
    with solvers.Cadical153(bootstrap_with=formula) as solver:
        assert not solver.solve()
        answer = formula.decode(solver.get_model())
    assert not answer and answer.status == "unsatisfiable"
    with pytest.raises(satranj.CheckError, match="there is a solution"):
        satranj.encode("queens 4").decode(None)


def test_a_wrong_model_is_told():
    formula = satranj.encode("queens 4")
    with pytest.raises(satranj.CheckError, match="clause"):
        formula.decode([-v for v in range(1, formula.nv + 1)])
    with pytest.raises(satranj.InputError):
        formula.decode("v 1 x 0")


def test_nodes_come_back_through_pysat():
    networkx = pytest.importorskip("networkx")
    graph = networkx.grid_2d_graph(4, 5)
    formula = satranj.hamilton(graph).encode()
    with solvers.Cadical153(bootstrap_with=formula) as solver:
        assert solver.solve()
        path = formula.decode(solver.get_model()).path
    assert all(graph.has_edge(a, b) for a, b in zip(path, path[1:] + path[:1]))


def test_all_models_are_all_solutions():
    formula = satranj.encode("queens 6")
    squares = [variable for variable, name in formula.names.items() if name.startswith("queen(")]
    found = set()
    with solvers.Cadical153(bootstrap_with=formula) as solver:
        while solver.solve():
            model = solver.get_model()
            found.add(frozenset(formula.decode(model).squares))
            solver.add_clause([-literal for literal in model if literal in squares])
    assert len(found) == satranj.count("queens 6")
