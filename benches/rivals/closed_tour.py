"""A closed knight's tour of n x n by OR-tools CP-SAT (AddCircuit, one worker) or by LKH (elkai).

Usage: closed_tour.py cp-sat|lkh N SECONDS
Prints the processor seconds of building and solving (imports are not counted) and
`tour`, `none` or `unknown`; the tour is checked.
"""

import sys
import time


def graph(n):
    steps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
    for row in range(n):
        for column in range(n):
            for down, right in steps:
                if 0 <= row + down < n and 0 <= column + right < n:
                    yield row * n + column, (row + down) * n + column + right


def cp_sat(n, seconds):
    from ortools.sat.python import cp_model

    begin = time.process_time()
    model = cp_model.CpModel()
    arcs = [(a, b, model.new_bool_var("")) for a, b in graph(n)]
    model.add_circuit(arcs)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return time.process_time() - begin, None, True
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return time.process_time() - begin, None, False
    follow = {a: b for a, b, used in arcs if solver.value(used)}
    tour = [0]
    while len(tour) < n * n:
        tour.append(follow[tour[-1]])
    return time.process_time() - begin, tour, False


def lkh(n, _seconds):
    import elkai

    begin = time.process_time()
    size = n * n
    distances = [[1] * size for _ in range(size)]
    for a, b in graph(n):
        distances[a][b] = 0
    tour = elkai.DistanceMatrix(distances).solve_tsp(runs=1)[:-1]
    return time.process_time() - begin, tour, False


def main():
    method, n, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    spent, tour, none = {"cp-sat": cp_sat, "lkh": lkh}[method](n, seconds)
    word = "none" if none else "unknown"
    if tour is not None:
        moves = set(graph(n))
        right = sorted(tour) == list(range(n * n)) and all(
            (a, b) in moves for a, b in zip(tour, tour[1:] + tour[:1])
        )
        word = "tour" if right else "unknown"
    print(f"{spent:.6f} {word}")


main()
