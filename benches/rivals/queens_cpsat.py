"""A solution of n queens by OR-tools CP-SAT: columns and both diagonals all different, one worker.

Usage: queens_cpsat.py N SECONDS
Prints the processor seconds of building and solving (imports are not counted) and
`solution`, `none` or `unknown`; the solution is checked.
"""

import sys
import time

from ortools.sat.python import cp_model


def main():
    n, seconds = int(sys.argv[1]), float(sys.argv[2])
    begin = time.process_time()
    model = cp_model.CpModel()
    columns = [model.new_int_var(0, n - 1, "") for _ in range(n)]
    model.add_all_different(columns)
    model.add_all_different([column + row for row, column in enumerate(columns)])
    model.add_all_different([column - row for row, column in enumerate(columns)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    spent = time.process_time() - begin
    word = "none" if status == cp_model.INFEASIBLE else "unknown"
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        queens = [solver.value(column) for column in columns]
        lines = [
            {column for column in queens},
            {column + row for row, column in enumerate(queens)},
            {column - row for row, column in enumerate(queens)},
        ]
        right = all(len(line) == n for line in lines) and lines[0] == set(range(n))
        word = "solution" if right else "unknown"
    print(f"{spent:.6f} {word}")


main()
