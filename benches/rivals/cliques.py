"""The largest clique of a DIMACS graph by igraph, networkx, PySAT's RC2 or OR-tools CP-SAT.

Usage: cliques.py igraph|networkx|rc2|cp-sat SECONDS FILE.col...
Prints for each file the processor seconds of building and solving (imports and reading are not
counted) and the size, or `-` if there was none in so many seconds. One thread each.
"""

import signal
import sys
import time


class Late(Exception):
    """The time is over."""


def read(name):
    """The number of vertices and the edges, from 0."""
    size, edges = 0, []
    for line in open(name):
        words = line.split()
        if words and words[0] == "p":
            size = int(words[2])
        elif words and words[0] == "e":
            edges.append((int(words[1]) - 1, int(words[2]) - 1))
    return size, edges


def missing(size, edges):
    """The pairs that no edge joins."""
    joined = {(min(edge), max(edge)) for edge in edges}
    for b in range(size):
        for a in range(b):
            if (a, b) not in joined:
                yield a, b


def by_igraph(size, edges, _seconds):
    import igraph

    return lambda: igraph.Graph(size, edges).clique_number()


def by_networkx(size, edges, _seconds):
    import networkx

    def solve():
        graph = networkx.Graph(edges)
        graph.add_nodes_from(range(size))
        return len(networkx.max_weight_clique(graph, weight=None)[0])

    return solve


def by_rc2(size, edges, _seconds):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    def solve():
        formula = WCNF()
        for a, b in missing(size, edges):
            formula.append([-a - 1, -b - 1])
        for vertex in range(size):
            formula.append([vertex + 1], weight=1)
        with RC2(formula) as solver:
            solver.compute()
            return size - solver.cost

    return solve


def by_cp_sat(size, edges, seconds):
    from ortools.sat.python import cp_model

    def solve():
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in range(size)]
        for a, b in missing(size, edges):
            model.add_bool_or(~chosen[a], ~chosen[b])
        model.maximize(sum(chosen))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = seconds
        if solver.solve(model) != cp_model.OPTIMAL:
            raise Late
        return int(solver.objective_value)

    return solve


WAYS = {"igraph": by_igraph, "networkx": by_networkx, "rc2": by_rc2, "cp-sat": by_cp_sat}


def late(_signal, _frame):
    raise Late


def main():
    way, seconds, names = WAYS[sys.argv[1]], float(sys.argv[2]), sys.argv[3:]
    signal.signal(signal.SIGVTALRM, late)
    for name in names:
        solve = way(*read(name), seconds)
        began = time.process_time()
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            answer = solve()
        except Late:
            answer = "-"
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        print(f"{name} {answer} {time.process_time() - began:.2f}", flush=True)


if __name__ == "__main__":
    main()
