"""Questions about graphs: Satranj beside igraph, networkx, PySAT's RC2, OR-tools CP-SAT, HiGHS and
clingo, each on the graphs that instances.py makes.

Usage: graphs.py SATRANJ [--seconds S] [--rows clique,hamilton,colouring] [--only TEXT]
Prints a table in Markdown: for each instance the answer and processor seconds of one thread. A run
is a process of its own, and has S seconds (60), a rival of processor time and 6 GiB; `-` is not an answer by then. Of the rivals the
building of the model and the solving count, imports and reading do not; of Satranj there are two columns: all that
the process takes, with its start and reading, and what it says of building, solving and checking alone. igraph and networkx look for
independent sets as cliques of the complement; they have no exact colouring, and igraph no weights. With
weights vertex i of 1 to n weighs i mod 200 + 1, as in the literature. The program ends with 1
where answers differ. `--methods` replaces the rivals by the best method of Satranj and its seconds beside `auto`,
without the check, in one run of `compare`. The packages are in requirements.txt beside it.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import hamiltonian_cycle
import instances

RIVALS = ["igraph", "networkx", "rc2", "cp-sat", "highs", "clingo"]


def read(name):
    """The weight of each vertex and the edges, from 0; no weights for a directed graph."""
    if name.endswith(".json"):
        graph = json.loads(pathlib.Path(name).read_text())
        number = {node["id"]: index for index, node in enumerate(graph["nodes"])}
        return None, [(number[edge["source"]], number[edge["target"]]) for edge in graph["links"]]
    weights, edges = [], []
    with open(name) as file:
        for line in file:
            words = line.split()
            if words and words[0] == "p":
                weights = [1] * int(words[2])
            elif words and words[0] == "n":
                weights[int(words[1]) - 1] = int(words[2])
            elif words and words[0] == "e":
                edges.append((int(words[1]) - 1, int(words[2]) - 1))
    return weights, edges


def missing(size, edges):
    """The pairs that no edge joins."""
    joined = {(min(edge), max(edge)) for edge in edges}
    return [(a, b) for b in range(size) for a in range(b) if (a, b) not in joined]


def clique_by_igraph(weights, edges, _seconds):
    import igraph

    return lambda: igraph.Graph(len(weights), edges).clique_number()


def clique_by_networkx(weights, edges, _seconds):
    import networkx

    def solve():
        graph = networkx.Graph(edges)
        graph.add_nodes_from((vertex, {"weight": weight}) for vertex, weight in enumerate(weights))
        return networkx.max_weight_clique(graph)[1]

    return solve


def set_by_rc2(weights, edges, _seconds):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    def solve():
        formula = WCNF()
        for a, b in edges:
            formula.append([-a - 1, -b - 1])
        for vertex, weight in enumerate(weights):
            formula.append([vertex + 1], weight=weight)
        with RC2(formula) as solver:
            solver.compute()
            return sum(weights) - solver.cost

    return solve


def decided(model, seconds):
    """The best value that CP-SAT proves."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    return round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else "-"


def set_by_cp_sat(weights, edges, seconds):
    from ortools.sat.python import cp_model

    def solve():
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in weights]
        for a, b in edges:
            model.add_bool_or(~chosen[a], ~chosen[b])
        model.maximize(sum(weight * one for weight, one in zip(weights, chosen)))
        return decided(model, seconds)

    return solve


def proved(rows, costs, seconds):
    """The least cost that HiGHS proves: of each row at least one is chosen, or of the negative ones at most one."""
    import highspy

    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("time_limit", seconds)
    solver.setOptionValue("mip_rel_gap", 0.0)
    chosen = [solver.addBinary(obj=cost) for cost in costs]
    for at_least, row in rows:
        total = sum(chosen[vertex] for vertex in row)
        solver.addConstr(total >= 1 if at_least else total <= 1)
    solver.minimize()
    ended = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(solver.getInfo().objective_function_value) if ended else "-"


def set_by_highs(weights, edges, seconds):
    def solve():
        value = proved([(False, edge) for edge in edges], [-weight for weight in weights], seconds)
        return value if value == "-" else -value

    return solve


def domination_by_highs(weights, edges, seconds):
    near = neighbourhoods(len(weights), edges)
    return lambda: proved([(True, row) for row in near], weights, seconds)


def best(program, seconds):
    """The least cost that clingo proves."""
    import clingo

    control = clingo.Control(["--warn=none", "--opt-strategy=usc"])
    control.add("base", [], program)
    control.ground([("base", [])])
    costs = []
    with control.solve(on_model=lambda model: costs.append(model.cost), async_=True) as handle:
        ended = handle.wait(seconds)
        handle.cancel()
    return sum(costs[-1]) if ended and costs else "-"


def facts(weights, edges):
    lines = [f"vertex({v},{weight})." for v, weight in enumerate(weights)]
    return "".join(lines + [f"edge({a},{b})." for a, b in edges])


def set_by_clingo(weights, edges, seconds):
    rules = "{in(V)} :- vertex(V,_). :- edge(A,B), in(A), in(B). #minimize{W,V : vertex(V,W), not in(V)}."

    def solve():
        left_out = best(rules + facts(weights, edges), seconds)
        return left_out if left_out == "-" else sum(weights) - left_out

    return solve


def domination_by_clingo(weights, edges, seconds):
    rules = (
        "{in(V)} :- vertex(V,_). near(A,B) :- edge(A,B). near(B,A) :- edge(A,B)."
        ":- vertex(V,_), not in(V), not in(U) : near(V,U). #minimize{W,V : vertex(V,W), in(V)}."
    )
    return lambda: best(rules + facts(weights, edges), seconds)


def cycle_by(name):
    """One of the ways to a Hamiltonian cycle of the program beside this one."""

    def way(weights, edges, seconds):
        both = edges if weights is None else [*edges, *((b, a) for a, b in edges)]
        size = 1 + max(max(edge) for edge in edges)

        def solve():
            _, tour, none = hamiltonian_cycle.WAYS[name](size, both, seconds)
            if tour is not None and not hamiltonian_cycle.is_tour(tour, size, both):
                sys.exit(f"{name}: not a Hamiltonian cycle")
            return "no" if none else "-" if tour is None else "yes"

        return solve

    return way


def neighbourhoods(size, edges):
    """Each vertex with those next to it."""
    near = [[vertex] for vertex in range(size)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    return near


def domination_by_rc2(weights, edges, _seconds):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    def solve():
        formula = WCNF()
        for near in neighbourhoods(len(weights), edges):
            formula.append([vertex + 1 for vertex in near])
        for vertex, weight in enumerate(weights):
            formula.append([-vertex - 1], weight=weight)
        with RC2(formula) as solver:
            solver.compute()
            return solver.cost

    return solve


def domination_by_cp_sat(weights, edges, seconds):
    from ortools.sat.python import cp_model

    def solve():
        model = cp_model.CpModel()
        chosen = [model.new_bool_var("") for _ in weights]
        for near in neighbourhoods(len(weights), edges):
            model.add_bool_or([chosen[vertex] for vertex in near])
        model.minimize(sum(weight * one for weight, one in zip(weights, chosen)))
        return decided(model, seconds)

    return solve


def greedy(size, edges):
    """A colouring, and a clique: always a vertex beside which most colours are."""
    near = [set() for _ in range(size)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    colours = {}
    for _ in range(size):
        plain = (v for v in range(size) if v not in colours)
        beside = lambda v: {colours[w] for w in near[v] if w in colours}
        vertex = max(plain, key=lambda v: (len(beside(v)), len(near[v])))
        taken = beside(vertex)
        colours[vertex] = next(c for c in range(size) if c not in taken)
    cliques = []
    for first in range(size):
        clique, open_ = [first], near[first]
        while open_:
            best = max(open_, key=lambda v: (len(near[v] & open_), -v))
            clique.append(best)
            open_ = open_ & near[best]
        cliques.append(clique)
    return 1 + max(colours.values(), default=-1), max(cliques, key=len, default=[])


def colours_by_rc2(weights, edges, _seconds):
    from pysat.examples.rc2 import RC2
    from pysat.formula import WCNF

    size = len(weights)

    def solve():
        most, clique = greedy(size, edges)
        has = lambda vertex, colour: vertex * most + colour + 1
        used = lambda colour: size * most + colour + 1
        formula = WCNF()
        for vertex in range(size):
            formula.append([has(vertex, colour) for colour in range(most)])
            for colour in range(most):
                formula.append([-has(vertex, colour), used(colour)])
        for colour in range(most):
            for a, b in edges:
                formula.append([-has(a, colour), -has(b, colour)])
            formula.append([-used(colour)], weight=1)
            if colour:
                formula.append([-used(colour), used(colour - 1)])
        for colour, vertex in enumerate(clique):
            formula.append([has(vertex, colour)])
        with RC2(formula) as solver:
            solver.compute()
            return solver.cost

    return solve


def colours_by_cp_sat(weights, edges, seconds):
    from ortools.sat.python import cp_model

    size = len(weights)

    def solve():
        most, clique = greedy(size, edges)
        model = cp_model.CpModel()
        has = [[model.new_bool_var("") for _ in range(most)] for _ in range(size)]
        used = [model.new_bool_var("") for _ in range(most)]
        for row in has:
            model.add_exactly_one(row)
        for colour in range(most):
            for a, b in edges:
                model.add_bool_or(~has[a][colour], ~has[b][colour])
            for row in has:
                model.add_implication(row[colour], used[colour])
            if colour:
                model.add_implication(used[colour], used[colour - 1])
        for colour, vertex in enumerate(clique):
            model.add(has[vertex][colour] == 1)
        model.minimize(sum(used))
        return decided(model, seconds)

    return solve


def turned(solve):
    """A way for cliques as one for independent sets, and the other way round."""
    return lambda weights, edges, seconds: solve(weights, missing(len(weights), edges), seconds)


WAYS = {
    ("clique", "igraph"): clique_by_igraph,
    ("clique", "networkx"): clique_by_networkx,
    ("clique", "rc2"): turned(set_by_rc2),
    ("clique", "cp-sat"): turned(set_by_cp_sat),
    ("independent-set", "igraph"): turned(clique_by_igraph),
    ("independent-set", "networkx"): turned(clique_by_networkx),
    ("independent-set", "rc2"): set_by_rc2,
    ("independent-set", "cp-sat"): set_by_cp_sat,
    ("weighted-clique", "networkx"): clique_by_networkx,
    ("weighted-clique", "rc2"): turned(set_by_rc2),
    ("weighted-clique", "cp-sat"): turned(set_by_cp_sat),
    ("weighted-independent-set", "networkx"): turned(clique_by_networkx),
    ("weighted-independent-set", "rc2"): set_by_rc2,
    ("weighted-independent-set", "cp-sat"): set_by_cp_sat,
    ("weighted-dominating-set", "rc2"): domination_by_rc2,
    ("weighted-dominating-set", "cp-sat"): domination_by_cp_sat,
    ("dominating-set", "rc2"): domination_by_rc2,
    ("dominating-set", "cp-sat"): domination_by_cp_sat,
    ("dominating-set", "highs"): domination_by_highs,
    ("dominating-set", "clingo"): domination_by_clingo,
    ("clique", "highs"): turned(set_by_highs),
    ("independent-set", "highs"): set_by_highs,
    ("independent-set", "clingo"): set_by_clingo,
    ("hamilton", "cp-sat"): cycle_by("cp-sat"),
    ("hamilton", "clingo"): cycle_by("clingo"),
    ("colouring", "rc2"): colours_by_rc2,
    ("colouring", "cp-sat"): colours_by_cp_sat,
}


# The most memory of a rival, and what it prints where that or Python's stack is not enough.
MOST_BYTES = 6 << 30
TOO_LARGE = ["MemoryError", "bad_alloc", "RecursionError"]


def run(command, seconds):
    """What a program prints; `None` if it does not end within this number of processor seconds, or takes too
    much memory."""

    def limit():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))

    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit)
    if ended.returncode < 0 or any(word in ended.stderr for word in TOO_LARGE):
        return None
    if ended.returncode:
        sys.exit(ended.stderr)
    return ended.stdout


def asked(program, command, puzzle, file, seconds):
    limit = ["--time-limit", f"{seconds}s", "--json", "-q"]
    weighted, plain = ["--weighted"], puzzle.removeprefix("weighted-")
    return [program, command, plain, file, *limit, *(weighted if plain != puzzle else [])]


def by_satranj(program, puzzle, file, seconds):
    command = asked(program, "solve", puzzle, file, seconds)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cost = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    document = json.loads(ended.stdout)
    words = {"satisfied": "yes", "unsatisfiable": "no", "optimal": str(document.get("objective"))}
    value = words.get(document["status"], "-")
    if value == "-" or (puzzle != "hamilton" and document["status"] != "optimal"):
        return ("-", cost), ("-", cost)
    if value != "no" and not document["verified"]:
        sys.exit(f"{puzzle} {file}: not verified")
    return (value, cost), (value, document["timing"]["cpu_seconds"])


def by_methods(program, puzzle, file, seconds):
    """The answer, the seconds of `auto`, and the best other method with its seconds."""
    command = [*asked(program, "compare", puzzle, file, seconds), "--runs", "1", "--warmup", "0"]
    rows = json.loads(subprocess.run(command, capture_output=True, text=True).stdout)["rows"]
    ended = {"optimal", "satisfied", "unsatisfiable"} - ({"satisfied"} if puzzle != "hamilton" else set())
    cost = lambda row: row["runs"][0]["cpu_seconds"] if row["status"] in ended else float("inf")
    default = next(row for row in rows if row["method"] == "auto")
    best = min((row for row in rows if row is not default), key=cost)
    return default["status"], cost(default), best["method"], cost(best)


def by_rival(puzzle, rival, file, seconds):
    if (puzzle, rival) not in WAYS:
        return None
    command = [sys.executable, __file__, "--way", puzzle, rival, str(seconds), file]
    # A few seconds more, for imports and reading.
    said = run(command, seconds + 5)
    if said is None:
        return "-", seconds
    # HiGHS prints its version before.
    answer, cost = said.splitlines()[-1].split()
    return answer, float(cost)


def beside_rivals(arguments, puzzle, file):
    """The answers, and a cell for each program."""
    runs = [*by_satranj(arguments.satranj, puzzle, file, arguments.seconds)]
    runs += [by_rival(puzzle, rival, file, arguments.seconds) for rival in RIVALS]
    cells = ["" if run is None else "-" if run[0] == "-" else f"{run[1]:.2f}" for run in runs]
    return {run[0] for run in runs if run and run[0] != "-"}, cells


def beside_methods(arguments, puzzle, file):
    """The answer of `auto`, its seconds, the best other method, and their ratio."""
    answer, auto, method, best = by_methods(arguments.satranj, puzzle, file, arguments.seconds)
    return {answer}, [f"{auto:.3f}", f"`{method}` {best:.3f}", f"{auto / max(best, 1e-4):.1f}"]


def table(arguments):
    is_right = True
    columns, row = ["satranj", "solving", *RIVALS], beside_rivals
    if arguments.methods:
        columns, row = ["auto", "best other method", "ratio"], beside_methods
    for puzzle in arguments.rows.split(","):
        print(f"| {puzzle} | answer | " + " | ".join(columns) + " |")
        print("|:--|--:" + "|--:" * len(columns) + "|")
        with tempfile.TemporaryDirectory() as folder:
            for name in instances.FAMILIES[puzzle]:
                if arguments.only not in name:
                    continue
                file = instances.made(arguments.satranj, puzzle, name, folder)
                answers, cells = row(arguments, puzzle, file)
                is_right &= len(answers) < 2
                answer = " or ".join(sorted(answers)) or "?"
                print(f"| {name} | {answer} | " + " | ".join(cells) + " |", flush=True)
        print()
    sys.exit(0 if is_right else 1)


def main():
    if sys.argv[1:2] == ["--way"]:
        puzzle, rival, seconds, file = sys.argv[2:]
        solve = WAYS[puzzle, rival](*read(file), float(seconds))
        began = time.process_time()
        answer = solve()
        print(answer, f"{time.process_time() - began:.4f}")
        return
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("satranj", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--rows", default=",".join(instances.FAMILIES))
    parser.add_argument("--only", default="")
    parser.add_argument("--methods", action="store_true")
    table(parser.parse_args())


if __name__ == "__main__":
    main()
