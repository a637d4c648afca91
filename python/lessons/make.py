"""Writes the lessons as notebooks: ``python make.py``. The notebooks have no outputs until somebody runs them."""

import json
import pathlib

LESSON = [
    """# SAT against search

A knight visits every square of a board once and returns to its start. Two programs look for the tour: one *searches*,
move by move, and goes back when it is stuck; the other writes the puzzle as a formula and asks a SAT solver. Which is
better, and when? You need `satranj`, and for the last part `pandas` and `python-sat`.""",
    ">import satranj\n\nsatranj.solve(\"tour 8x8 --closed\")",
    """Press *Play*. Independent code has checked every answer.

## Search

`native:dfs` tries moves in a fixed order, and goes back one step when no move is left. How much work is that? A *node* is
one visited square of the search.""",
    """>for size in [5, 6]:
    answer = satranj.solve(f"tour {size}x{size} --start a1 --method native:dfs")
    print(f"{size}x{size}: {answer.statistics['nodes']:>10,} nodes, {answer.seconds:.4f} s")
answer""",
    """Six by six costs more than five by five. On 8x8 the search finds no closed tour in a billion nodes, so we set a limit. In
Python a reached limit is an exception:""",
    """>try:
    satranj.solve("tour 8x8 --closed --method native:dfs", time_limit=2)
except TimeoutError as undecided:
    print(undecided, "-", f"{undecided.answer.statistics['nodes']:,} nodes")""",
    """## A better order

Warnsdorff (1823): move to the square with the fewest onward moves. The same search, with this order:""",
    """>answer = satranj.solve("tour 8x8 --method native:dfs --order warnsdorff")
print(f"{answer.statistics['nodes']:,} nodes, {answer.statistics['backtracks']:,} backtracks")
answer""",
    """## A formula

For each move and direction there is a variable, which is true if the tour makes this move. Each square is entered once
and left once, and further clauses exclude several short cycles. This is the formula. Let us look at it, and give it to a solver that
knows nothing about chess.""",
    """>formula = satranj.encode("tour 6x6 --closed")
print(formula)
for variable in list(formula.names)[:4]:
    print(variable, "means", formula.names[variable])
print("the first clauses:", formula.clauses[:4])""",
    """>from pysat.solvers import Cadical153

with Cadical153(bootstrap_with=formula) as solver:
    print("PySAT says:", solver.solve())
    answer = formula.decode(solver.get_model())
answer""",
    """## No

There is no closed tour of 5x5. Why not? A search can only report that it tried everything; here is a reason that
a child can check. Count the marked squares.""",
    """>no = satranj.solve("tour 5x5 --closed")
print(no.status, "-", no.certificate["kind"])
no""",
    """## Which is faster?

Queens first, row by row, the columns in order. The search is faster on small boards, and the solver on large ones: with 34
queens the search would take 2,294,605,284 nodes.""",
    """>for size in [8, 16, 20, 22]:
    search = satranj.solve(f"queens {size} --method native:dfs")
    sat = satranj.solve(f"queens {size} --method sat:lines")
    print(f"{size} queens: {search.statistics['nodes']:>9,} nodes, {search.seconds:.5f} s; SAT {sat.seconds:.5f} s")""",
    """Now tours. Each method runs several times, in its own process.""",
    """>compared = satranj.compare("tour 20x20 --closed", ["sat:cuts", "sat:vertex-elimination", "native:rotations"], runs=3, time_limit=10)
compared""",
    """>compared.frame()[["status", "median_seconds", "peak_memory_bytes"]]""",
    """`native:rotations` never goes back: it reverses parts of a path until the ends meet, and cannot prove that there is no
tour. SAT can, also with blocked squares:""",
    """>satranj.tour(8, 8, closed=True, blocked=["d4", "d5"]).solve()""",
    """## All of them

A complete search can count. How many closed tours does the 6x6 board have, and how many placements 8 queens?""",
    """>print(f"{satranj.count('tour 6x6 --closed'):,} tours,", satranj.count("queens 8"), "placements of eight queens")
satranj.solve("queens 8", all=True, up_to_symmetry=True)""",
    """## Your turn

1. From which size on does `native:dfs --order warnsdorff` beat `sat:cuts`, or the other way round?
2. Block one more square of the board above. Is there a tour? What does `certificate` say?
3. `satranj.hamilton(graph)` takes any graph, for example one from networkx. Does the Petersen graph have a
   Hamiltonian path?""",
    """>petersen = {0: [1, 4, 5], 1: [2, 6], 2: [3, 7], 3: [4, 8], 4: [9], 5: [7, 8], 6: [8, 9], 7: [9]}
print(satranj.hamilton(petersen).solve().status)
print(satranj.hamilton(petersen, path=True).solve().path)""",
]


def cell(number: int, text: str) -> dict:
    name = f"cell-{number}"
    if text.startswith(">"):
        source = text[1:]
        return {
            "cell_type": "code", "execution_count": None, "id": name, "metadata": {}, "outputs": [], "source": source,
        }
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text}


NOTEBOOK = {
    "cells": [cell(number, text) for number, text in enumerate(LESSON, 1)],
    "metadata": {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    },
    "nbformat": 4,
    "nbformat_minor": 5,
}

if __name__ == "__main__":
    place = pathlib.Path(__file__).with_name("sat-against-search.ipynb")
    place.write_text(json.dumps(NOTEBOOK, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
