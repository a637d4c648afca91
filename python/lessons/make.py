"""Writes the lessons as notebooks: ``python make.py``. Their outputs are left to who runs them."""

import json
import pathlib

LESSON = [
    """# SAT against search

A knight visits every square of a board once and comes home. Two programs look for the way: one *searches*, move by
move, and turns back where it is stuck; the other writes the puzzle as a formula and asks a SAT solver. Which is
better, and when? You need `satranj`, and for the last part `pandas` and `python-sat`.""",
    ">import satranj\n\nsatranj.solve(\"tour 8x8 --closed\")",
    """Press *Play*. Every answer was checked by code that shares nothing with what found it.

## Search

`native:dfs` tries moves in a fixed order and goes back one step when there is none. How much work is that? A *node* is one
square that was entered.""",
    """>for size in [5, 6]:
    answer = satranj.solve(f"tour {size}x{size} --start a1 --method native:dfs")
    print(f"{size}x{size}: {answer.statistics['nodes']:>10,} nodes, {answer.seconds:.4f} s")
answer""",
    """Six by six costs more than five by five. On 8x8 the search has no closed tour after a billion nodes, so we set a limit, which is
an exception of Python like any other:""",
    """>try:
    satranj.solve("tour 8x8 --closed --method native:dfs", time_limit=2)
except TimeoutError as undecided:
    print(undecided, "-", f"{undecided.answer.statistics['nodes']:,} nodes")""",
    """## A better order

Warnsdorff (1823): go where the fewest moves lead on from. The same search, with another order:""",
    """>answer = satranj.solve("tour 8x8 --method native:dfs --order warnsdorff")
print(f"{answer.statistics['nodes']:,} nodes, {answer.statistics['backtracks']:,} times back")
answer""",
    """## A formula

For each move and direction there is a variable, which is true where the tour makes this move. Each square is entered once
and left once, and further clauses exclude several short cycles: that is a formula. Let us see it, and have a solver that
knows nothing of chess answer it.""",
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

There is no closed tour of 5x5. Why not? Search could only say that it has tried everything; here is a reason that
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
    """Now tours. Each method runs in a process of its own, several times.""",
    """>compared = satranj.compare("tour 20x20 --closed", ["sat:cuts", "sat:vertex-elimination", "native:rotations"], runs=3, time_limit=10)
compared""",
    """>compared.frame()[["status", "median_seconds", "peak_memory_bytes"]]""",
    """`native:rotations` never goes back: it turns parts of a path round until its ends meet, and cannot show that there is no
tour. SAT can, and does not mind blocked squares:""",
    """>satranj.tour(8, 8, closed=True, blocked=["d4", "d5"]).solve()""",
    """## All of them

A search that never misses anything counts. How many closed tours has the 6x6 board, and how many placings 8 queens?""",
    """>print(f"{satranj.count('tour 6x6 --closed'):,} tours,", satranj.count("queens 8"), "placings of eight queens")
satranj.solve("queens 8", all=True, up_to_symmetry=True)""",
    """## Your turn

1. From which size on does `native:dfs --order warnsdorff` beat `sat:cuts`, or the other way round?
2. Block one more square of the board above. Is there a tour? What does `certificate` say?
3. A graph is a board without a board: `satranj.hamilton(graph)` takes one of networkx. Has the Petersen graph a
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
