"""Processor time a call, of small jobs, beside networkx, PySAT and OR-tools: ``calls.py [quick]``.

The least of several runs, with all that a call does: the graph or the formula built, solved, and read back.
"""

import sys
import time

import networkx
from ortools.sat.python import cp_model
from pysat.card import CardEnc
from pysat.formula import IDPool
from pysat.solvers import Cadical153

import satranj

CUBIC = networkx.random_regular_graph(3, 50, seed=4)


def cycle_by_satranj():
    return satranj.hamilton(CUBIC).solve().path


def cycle_by_ortools():
    model = cp_model.CpModel()
    arcs = []
    for a, b in CUBIC.edges:
        arcs += [(a, b, model.new_bool_var("")), (b, a, model.new_bool_var(""))]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    return [arc for arc in arcs if solver.value(arc[2])]


def cycle_by_pysat():
    formula = satranj.hamilton(CUBIC).encode()
    with Cadical153(bootstrap_with=formula) as solver:
        assert solver.solve()
        return formula.decode(solver.get_model()).path


def queens_by_satranj():
    return satranj.queens(20).solve().squares


def queens_by_ortools():
    model = cp_model.CpModel()
    columns = [model.new_int_var(0, 19, "") for _ in range(20)]
    model.add_all_different(columns)
    model.add_all_different([column + row for row, column in enumerate(columns)])
    model.add_all_different([column - row for row, column in enumerate(columns)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return [solver.value(column) for column in columns]


def queens_by_pysat():
    pool = IDPool()
    queen = [[pool.id((row, column)) for column in range(20)] for row in range(20)]
    lines = {}
    with Cadical153() as solver:
        for row in range(20):
            solver.add_clause(queen[row])
            for column in range(20):
                for line in [("row", row), ("column", column), ("up", row + column), ("down", row - column)]:
                    lines.setdefault(line, []).append(queen[row][column])
        for line in lines.values():
            for clause in CardEnc.atmost(line, 1, vpool=pool):
                solver.add_clause(clause)
        assert solver.solve()
        model = solver.get_model()
        return [literal for row in queen for literal in row if model[literal - 1] > 0]


def knight_graph(rows, columns):
    graph = networkx.Graph()
    squares = [(row, column) for row in range(rows) for column in range(columns)]
    graph.add_nodes_from(squares)
    for row, column in squares:
        for down, right in ((1, 2), (2, 1), (1, -2), (2, -1)):
            if (row + down, column + right) in graph:
                graph.add_edge((row, column), (row + down, column + right))
    return graph


def route_by_satranj():
    return satranj.route(20, 20, "a1", "t20").solve().path


def route_by_networkx():
    return networkx.shortest_path(knight_graph(20, 20), (0, 0), (19, 19))


def knights_by_satranj():
    return satranj.place(10, 10, "knight").solve().objective


def knights_by_networkx():
    # The complement of a maximum matching: the graph is bipartite.
    graph = knight_graph(10, 10)
    top = {node for node in graph if sum(node) % 2}
    return 100 - len(networkx.bipartite.hopcroft_karp_matching(graph, top)) // 2


JOBS = {
    "Hamiltonian cycle, cubic, 50 vertices": {
        "satranj": cycle_by_satranj,
        "OR-tools AddCircuit": cycle_by_ortools,
        "satranj.encode, PySAT, decode": cycle_by_pysat,
    },
    "20 queens": {
        "satranj": queens_by_satranj,
        "OR-tools AllDifferent": queens_by_ortools,
        "PySAT, its at-most-one": queens_by_pysat,
    },
    "a knight's route on 20x20": {"satranj": route_by_satranj, "networkx": route_by_networkx},
    "most knights on 10x10": {"satranj": knights_by_satranj, "networkx": knights_by_networkx},
}


def least(call, runs):
    times = []
    for _ in range(runs):
        began = time.process_time()
        call()
        times.append(time.process_time() - began)
    return min(times)


def main():
    runs = 3 if "quick" in sys.argv else 30
    for job, calls in JOBS.items():
        times = {name: least(call, runs) for name, call in calls.items()}
        own = times["satranj"]
        for name, seconds in times.items():
            print(f"{job:40} {name:32} {seconds * 1000:8.2f} ms   {seconds / own:6.1f}")


if __name__ == "__main__":
    main()
