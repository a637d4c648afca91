"""The most or fewest pieces on n x n by OR-tools CP-SAT, one worker, as one would state it.

Usage: placement_cpsat.py PROBLEM N SECONDS, where PROBLEM is one of `knights`, `kings`, `bishops`
(the most, none attacking another), `queen-domination`, `independent-queen-domination`,
`knight-domination`, `total-knight-domination` (the fewest) and `peaceable-queens`.
Prints the processor seconds of building and solving (imports are not counted), and the optimum
or `unknown`.
"""

import sys
import time

from ortools.sat.python import cp_model

KNIGHT = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]


def lines(n, straight):
    """The diagonals of the board and, if wanted, its rows and columns."""
    kinds = [lambda r, c: ("+", r + c), lambda r, c: ("-", r - c)]
    if straight:
        kinds += [lambda r, c: ("r", r), lambda r, c: ("c", c)]
    found = {}
    for r in range(n):
        for c in range(n):
            for kind in kinds:
                found.setdefault(kind(r, c), []).append((r, c))
    return [line for line in found.values() if len(line) > 1]


def leaps(n, square):
    r, c = square
    return [(r + a, c + b) for a, b in KNIGHT if 0 <= r + a < n and 0 <= c + b < n]


def queen_attacks(n, square):
    r, c = square
    return [
        (x, y)
        for x in range(n)
        for y in range(n)
        if (x, y) != square and (x == r or y == c or x + y == r + c or x - y == r - c)
    ]


def state(problem, n, model):
    squares = [(r, c) for r in range(n) for c in range(n)]
    at = {square: model.new_bool_var("") for square in squares}
    if problem == "peaceable-queens":
        black = {square: model.new_bool_var("") for square in squares}
        for line in lines(n, True):
            # The colour of a line: no queen of the other one stands on it.
            white_line = model.new_bool_var("")
            for square in line:
                model.add_implication(at[square], white_line)
                model.add_implication(black[square], ~white_line)
        for square in squares:
            model.add_at_most_one([at[square], black[square]])
        each = model.new_int_var(0, n * n // 2, "")
        model.add(sum(at.values()) == each)
        model.add(sum(black.values()) == each)
        model.maximize(each)
        return
    if problem == "knights":
        for square in squares:
            for other in leaps(n, square):
                if square < other:
                    model.add_at_most_one([at[square], at[other]])
        model.maximize(sum(at.values()))
    elif problem == "kings":
        for r in range(max(n - 1, 1)):
            for c in range(max(n - 1, 1)):
                block = [(x, y) for x in (r, r + 1) for y in (c, c + 1) if (x, y) in at]
                model.add_at_most_one([at[square] for square in block])
        model.maximize(sum(at.values()))
    elif problem == "bishops":
        for line in lines(n, False):
            model.add_at_most_one([at[square] for square in line])
        model.maximize(sum(at.values()))
    else:
        knight = problem.endswith("knight-domination")
        for square in squares:
            attackers = leaps(n, square) if knight else queen_attacks(n, square)
            own = [] if problem.startswith("total") else [at[square]]
            model.add_bool_or(own + [at[other] for other in attackers])
        if problem.startswith("independent"):
            for line in lines(n, True):
                model.add_at_most_one([at[square] for square in line])
        model.minimize(sum(at.values()))


def main():
    problem, n, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    begin = time.process_time()
    model = cp_model.CpModel()
    state(problem, n, model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    spent = time.process_time() - begin
    best = str(round(solver.objective_value)) if status == cp_model.OPTIMAL else "unknown"
    print(f"{spent:.6f} {best}")


main()
