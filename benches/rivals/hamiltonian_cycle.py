"""A Hamiltonian cycle by OR-tools CP-SAT (AddCircuit, one worker), LKH (elkai) or clingo.

Usage: hamiltonian_cycle.py cp-sat|lkh|clingo ROWSxCOLUMNS|FILE.hcp SECONDS [--tour]
The graph is that of a knight's moves on a board, or of a TSPLIB file of edges.
Prints the processor seconds of building and solving (imports are not counted) and
`tour`, `none` or `unknown`; the tour is checked. With --tour it prints the tour itself in TSPLIB's
format, or a verdict, as `satranj compare --program` reads them.
"""

import sys
import time

# The usual encoding of a Hamiltonian cycle (Gebser, Kaminski, Kaufmann, Schaub, "Answer Set
# Solving in Practice", 2012): one arc out, one in, and every vertex is reached.
CLINGO = """
{ next(X,Y) : edge(X,Y) } = 1 :- node(X).
{ next(X,Y) : edge(X,Y) } = 1 :- node(Y).
reached(Y) :- next(0,Y).
reached(Y) :- reached(X), next(X,Y).
:- node(X), not reached(X).
#show next/2.
"""


def knights(rows, columns):
    steps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    for row in range(rows):
        for column in range(columns):
            for down, right in steps:
                if 0 <= row + down < rows and 0 <= column + right < columns:
                    yield row * columns + column, (row + down) * columns + column + right


def read(name):
    """The number of vertices and the arcs, both ways."""
    if not name.endswith(".hcp"):
        rows, columns = map(int, name.split("x"))
        return rows * columns, list(knights(rows, columns))
    size, arcs, in_edges = 0, [], False
    for line in open(name):
        words = line.replace(":", " ").split()
        if words and words[0] == "DIMENSION":
            size = int(words[1])
        elif words and words[0] == "EDGE_DATA_SECTION":
            in_edges = True
        elif in_edges and len(words) == 2:
            a, b = int(words[0]) - 1, int(words[1]) - 1
            arcs += [(a, b), (b, a)]
        elif in_edges:
            break
    return size, arcs


def walked(follow, size):
    tour = [0]
    while len(tour) < size:
        tour.append(follow[tour[-1]])
    return tour


def cp_sat(size, graph, seconds):
    from ortools.sat.python import cp_model

    begin = time.process_time()
    model = cp_model.CpModel()
    arcs = [(a, b, model.new_bool_var("")) for a, b in graph]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return time.process_time() - begin, None, True
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return time.process_time() - begin, None, False
    tour = walked({a: b for a, b, used in arcs if solver.value(used)}, size)
    return time.process_time() - begin, tour, False


def lkh(size, graph, _seconds):
    import elkai

    begin = time.process_time()
    distances = [[1] * size for _ in range(size)]
    for a, b in graph:
        distances[a][b] = 0
    tour = elkai.DistanceMatrix(distances).solve_tsp(runs=1)[:-1]
    return time.process_time() - begin, tour, False


def clingo(size, graph, seconds):
    import clingo

    begin = time.process_time()
    facts = [f"node(0..{size - 1})."] + [f"edge({a},{b})." for a, b in graph]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], CLINGO + "".join(facts))
    control.ground([("base", [])])
    follow = {}

    def keep(model):
        for symbol in model.symbols(shown=True):
            follow[symbol.arguments[0].number] = symbol.arguments[1].number

    with control.solve(on_model=keep, async_=True) as handle:
        done = handle.wait(seconds)
        handle.cancel()
        none = done and bool(handle.get().unsatisfiable)
    spent = time.process_time() - begin
    return spent, walked(follow, size) if follow else None, none


WAYS = {"cp-sat": cp_sat, "lkh": lkh, "clingo": clingo}


def is_tour(tour, size, graph):
    moves = set(graph)
    return sorted(tour) == list(range(size)) and all(
        move in moves for move in zip(tour, tour[1:] + tour[:1])
    )


def main():
    method, seconds = sys.argv[1], float(sys.argv[3])
    size, graph = read(sys.argv[2])
    spent, tour, none = WAYS[method](size, graph, seconds)
    word = "none" if none else "unknown"
    if tour is not None:
        word = "tour" if is_tour(tour, size, graph) else "unknown"
    if "--tour" not in sys.argv[4:]:
        print(f"{spent:.6f} {word}")
    elif word == "tour":
        print(f"TYPE : TOUR\nDIMENSION : {size}\nTOUR_SECTION")
        print("\n".join(str(vertex + 1) for vertex in tour) + "\n-1\nEOF")
    else:
        print("s UNSATISFIABLE" if none else "s UNKNOWN")


if __name__ == "__main__":
    main()
