"""Plans for agents: Satranj beside w9-pathfinding, cbs-mapf, OR-tools CP-SAT and clingo, on random boards by seed.

Usage: agents.py SATRANJ [--seconds S] [--seeds N] [--boards 8x8,16x16,32x32] [--agents 4,8]
                 [--objectives sum-of-costs,makespan] [--solvers cbs,clingo]
Prints a table in Markdown for each objective: the instances solved of N (5), and in seconds the mean processor time and
in brackets the mean wall time; an instance that is not solved counts S (10) seconds of each. Every run is a process
of one thread with at most S seconds of processor time, without a proof beside its search. Building and solving count,
imports, reading and the start of a process do not. A solver that solved none gets no more agents on that board. The
last column says how many times more processor time than Satranj's best method the best rival takes.

All have the same rules: in a step each agent stays or goes to a neighbour, never two are in one place, never two
exchange their places, and an agent stays at its goal. Every plan is checked here, and the program ends with 1 where
costs differ. Only cbs-mapf has other rules: agents are discs, go diagonally too, may exchange places, and the plan
need not be the cheapest; its plans are counted, not compared. w9-pathfinding has the sum of costs only. CP-SAT and
clingo get the time-expanded model with a variable for each place that an agent can be in, and a horizon that grows.
The packages are in requirements.txt beside this file.
"""

import argparse
import json
import pathlib
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

# Rows and columns, blocked squares in per cent, and the numbers of agents.
BOARDS = {
    "8x8": (8, 0, [4, 8, 12, 16, 20]),
    "16x16": (16, 0, [10, 20, 30, 40]),
    "32x32": (32, 10, [10, 25, 50, 75, 100]),
}

METHODS = {"cbs": "native:cbs", "mdd": "sat:mdd", "lazy": "sat:lazy", "auto": "auto"}

# As in Gómez, Hernández and Baier, "Solving sum-of-costs multi-agent pathfinding with answer-set programming" (2020).
CLINGO = """
at(A,V,0) :- start(A,V).
{ go(A,U,V,T) : edge(U,V), can(A,V,T) } = 1 :- at(A,U,T-1), can(A,_,T).
at(A,V,T) :- go(A,_,V,T).
at(A,V,T) :- goal(A,V), last(A,L), T = L+1..end.
:- vertex(V), T = 0..end, { at(A,V,T) } > 1.
:- edge(U,V), U < V, T = 1..end, go(A,U,V,T), go(B,V,U,T), A != B.
rests(A,L) :- last(A,L).
rests(A,T) :- rests(A,T+1), goal(A,V), at(A,V,T), T >= 0.
#show go/4.
"""


class Board:
    """A square board, the vertices row by row from the top left."""

    def __init__(self, side, blocked):
        self.side, self.blocked = side, set(blocked)

    def near(self, vertex):
        """The vertex and its neighbours."""
        row, column = divmod(vertex, self.side)
        steps = [(row, column), (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        inside = [r * self.side + c for r, c in steps if 0 <= r < self.side and 0 <= c < self.side]
        return [one for one in inside if one not in self.blocked]

    def distances(self, start):
        known, row = {start: 0}, [start]
        while row:
            row = sorted({new for one in row for new in self.near(one) if new not in known})
            known |= dict.fromkeys(row, max(known.values()) + 1)
        return known

    def name(self, vertex):
        row, column = divmod(vertex, self.side)
        letter = lambda one: chr(ord("a") + one)
        letters = letter(column) if column < 26 else letter(column // 26 - 1) + letter(column % 26)
        return f"{letters}{self.side - row}"


def drawn(side, percent, agents, seed):
    """A board, starts and goals in its largest part; with more agents the first ones are the same."""
    draw = random.Random(f"{side} {percent} {seed}")
    squares = range(side * side)
    board = Board(side, draw.sample(squares, side * side * percent // 100))
    parts = [board.distances(one) for one in squares if one not in board.blocked]
    largest = sorted(max(parts, key=len))
    starts, goals = (draw.sample(largest, len(largest)) for _ in range(2))
    return board, starts[:agents], goals[:agents]


def cost_of(board, starts, goals, paths, objective):
    """The cost of a plan; the program ends if it is none."""
    length = max(map(len, paths))
    ends = [len(path) for path in paths]
    for agent, path in enumerate(paths):
        while ends[agent] > 1 and path[ends[agent] - 2] == path[-1]:
            ends[agent] -= 1
    paths = [path + path[-1:] * (length - len(path)) for path in paths]
    is_plan = [path[0] for path in paths] == starts and [path[-1] for path in paths] == goals
    is_plan &= all(b in board.near(a) for path in paths for a, b in zip(path, path[1:]))
    for time in range(length):
        now = [path[time] for path in paths]
        is_plan &= len(set(now)) == len(now)
        moves = {(path[time - 1], path[time]) for path in paths} if time else set()
        is_plan &= not any(a != b and (b, a) in moves for a, b in moves)
    if not is_plan:
        sys.exit(f"not a plan: {paths}")
    return sum(ends) - len(ends) if objective == "sum-of-costs" else max(ends) - 1


def by_w9(name):
    def way(board, starts, goals, _objective, seconds):
        from w9_pathfinding import envs, mapf

        def solve():
            is_free = [vertex not in board.blocked for vertex in range(board.side**2)]
            weights = [1.0 if free else -1.0 for free in is_free]
            rows = [weights[row * board.side :][: board.side] for row in range(board.side)]
            grid = envs.Grid(rows, edge_collision=True)
            place = lambda vertex: (vertex % board.side, vertex // board.side)
            ends = [list(map(place, vertices)) for vertices in (starts, goals)]
            paths = getattr(mapf, name)(grid).mapf(*ends, max_length=10 * board.side, max_time=seconds)
            return [[y * board.side + x for x, y in path] for path in paths]

        return solve

    return way


def by_cbs_mapf(board, starts, goals, _objective, _seconds):
    from cbs_mapf.agent import Agent
    from cbs_mapf.planner import Planner

    def solve():
        # A square has a side of 4 and a robot nearly half of it as its radius; obstacles lie around the board.
        last = 4 * board.side
        place = lambda vertex: (4 * (vertex % board.side) + 2, 4 * (vertex // board.side) + 2)
        walls = [(0, 0), (0, last), (last, 0), (last, last), *map(place, board.blocked)]
        own = lambda starts, goals: [Agent(*both) for both in zip(starts, goals)]
        planner = Planner(4, 1, walls)
        paths = planner.plan(list(map(place, starts)), list(map(place, goals)), own, 10**6, 10**6, 1)
        return None if len(paths) else []

    return solve


def growing(board, starts, goals, objective, solve):
    """A cheapest plan by plans within a horizon of each agent, which grows.

    A plan outside horizons of d + more, with the distance d of each agent, costs more than all d and `more` together.
    """
    there = [board.distances(start) for start in starts]
    back = [board.distances(goal) for goal in goals]
    alone = [back[agent][start] for agent, start in enumerate(starts)]
    is_sum, more = objective == "sum-of-costs", 0
    while True:
        ends = [d + more if is_sum else max(alone) + more for d in alone]
        can = []
        for agent, end in enumerate(ends):
            way = lambda v, t: there[agent].get(v, end) <= t and back[agent].get(v, end + 1) <= end - t
            can.append([[v for v in there[agent] if way(v, t)] for t in range(end + 1)])
        paths = solve(ends, can)
        if paths is None:
            more += 1
            continue
        above = cost_of(board, starts, goals, paths, objective) - (sum(alone) if is_sum else max(alone))
        if above <= more + 1:
            return paths
        more = above - 1


def by_cp_sat(board, starts, goals, objective, seconds):
    from ortools.sat.python import cp_model

    until = time.process_time() + seconds

    def within(ends, can):
        model, last = cp_model.CpModel(), max(ends)
        places, edges, steps, costs = {}, {}, [], []
        for agent, goal in enumerate(goals):
            end = ends[agent]
            at = [{v: model.new_bool_var("") for v in row} for row in can[agent]]
            step = [{} for _ in at]
            for t in range(end):
                into = {v: [] for v in at[t + 1]}
                for u, here in at[t].items():
                    out = {v: model.new_bool_var("") for v in board.near(u) if v in at[t + 1]}
                    model.add_exactly_one([*out.values(), ~here])
                    for v, arc in out.items():
                        into[v].append(arc)
                        step[t][u, v] = arc
                        if u != v:
                            edges.setdefault((t, min(u, v), max(u, v)), []).append(arc)
                for v, arcs in into.items():
                    model.add_exactly_one([*arcs, ~at[t + 1][v]])
            model.add(at[0][starts[agent]] == 1)
            model.add(at[end][goal] == 1)
            for t in range(last + 1):
                for v, here in (at[t] if t <= end else {goal: 1}).items():
                    places.setdefault((t, v), []).append(here)
            if objective == "sum-of-costs":
                rests = [model.new_bool_var("") for _ in range(end)]
                for t, rest in enumerate(rests):
                    costs.append(~rest)
                    model.add_implication(rest, rests[t + 1]) if t + 1 < end else None
                    model.add_implication(rest, at[t][goal]) if goal in at[t] else model.add(rest == 0)
            steps.append(step)
        for group in [*places.values(), *edges.values()]:
            if len(group) > 1:
                model.add_at_most_one(group)
        if costs:
            model.minimize(sum(costs))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = max(until - time.process_time(), 0.01)
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return None
        if status != cp_model.OPTIMAL:
            raise TimeoutError
        paths = [[start] for start in starts]
        for agent, path in enumerate(paths):
            for row in steps[agent][: ends[agent]]:
                path += [v for (u, v), arc in row.items() if u == path[-1] and solver.boolean_value(arc)]
        return paths

    return lambda: growing(board, starts, goals, objective, within)


def by_clingo(board, starts, goals, objective, _seconds):
    import clingo

    vertices = [one for one in range(board.side**2) if one not in board.blocked]
    ground = "".join(f"vertex({u})." + "".join(f"edge({u},{v})." for v in board.near(u)) for u in vertices)

    def within(ends, can):
        control = clingo.Control(["-t1"])
        facts = [ground, f"#const end={max(ends)}."]
        for agent, rows in enumerate(can):
            facts.append(f"start({agent},{starts[agent]}). goal({agent},{goals[agent]}). last({agent},{ends[agent]}).")
            facts += [f"can({agent},{v},{t})." for t, row in enumerate(rows) for v in row]
        if objective == "sum-of-costs":
            facts.append("#minimize{1,A,T : last(A,L), T = 0..L-1, not rests(A,T)}.")
        control.add("base", [], CLINGO + "\n".join(facts))
        control.ground([("base", [])])
        paths = None
        with control.solve(yield_=True) as models:
            for model in models:
                steps = {}
                for atom in model.symbols(shown=True):
                    agent, _, v, t = (one.number for one in atom.arguments)
                    steps[agent, t] = v
                way = lambda agent: [steps[agent, t] for t in range(1, ends[agent] + 1)]
                paths = [[start, *way(agent)] for agent, start in enumerate(starts)]
        return paths

    return lambda: growing(board, starts, goals, objective, within)


WAYS = {
    "w9-cbs": by_w9("CBS"),
    "w9-icts": by_w9("ICTS"),
    "w9-astar": by_w9("MultiAgentAStar"),
    "cbs-mapf": by_cbs_mapf,
    "cp-sat": by_cp_sat,
    "clingo": by_clingo,
}


def by_satranj(arguments, method, instance, objective, folder):
    board, starts, goals = instance
    rows = [[".#"[r * board.side + c in board.blocked] for c in range(board.side)] for r in range(board.side)]
    file = pathlib.Path(folder) / "board.txt"
    file.write_text("".join("".join(row) + "\n" for row in rows))
    agents = ",".join(f"{board.name(a)}:{board.name(b)}" for a, b in zip(starts, goals))
    options = ["--objective", objective, "--method", method, "--check", "none", "--json", "-q"]
    ended = run([arguments.satranj, "solve", "mapf", f"@{file}", "--agents", agents, *options], arguments.seconds)
    if ended is None:
        return None
    number = {board.name(vertex): vertex for vertex in range(board.side**2)}
    document = json.loads(ended)
    if document["status"] != "optimal":
        return None
    paths = [[number[name] for name in path] for path in document["solution"]["paths"]]
    cost = cost_of(*instance, paths, objective)
    if cost != document["objective"]:
        sys.exit(f"{method}: the plan costs {cost}, not {document['objective']}")
    return cost, document["timing"]["cpu_seconds"], document["timing"]["total_seconds"]


def used():
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in both)


def run(command, seconds, **options):
    """What a program prints; `None` if it does not end within this processor time."""
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=limit, **options)
    # Satranj ends by itself when the time is over.
    if ended.returncode > 0 and ended.returncode != 128 + signal.SIGXCPU:
        sys.exit(f"{command[0]} ended with {ended.returncode}: {ended.stderr}")
    return ended.stdout if ended.returncode == 0 else None


def by_rival(arguments, rival, instance, objective):
    board, starts, goals = instance
    told = json.dumps([board.side, sorted(board.blocked), starts, goals, objective])
    # A few seconds more, for imports and reading.
    ended = run([sys.executable, __file__, "--way", rival, str(arguments.seconds)], arguments.seconds + 5, input=told)
    said = json.loads(ended.splitlines()[-1]) if ended else []
    if not said or said[1] > arguments.seconds:
        return None
    paths, cpu, wall = said
    return paths and cost_of(*instance, paths, objective), cpu, wall


def way(rival, seconds):
    side, blocked, starts, goals, objective = json.load(sys.stdin)
    solve = WAYS[rival](Board(side, blocked), starts, goals, objective, float(seconds))
    before, began = used(), time.monotonic()
    try:
        paths = solve()
    # Its own kinds of errors say that the time is over.
    except (TimeoutError, RuntimeError):
        return
    if paths != []:
        print(json.dumps([paths, used() - before, time.monotonic() - began]))


def row(arguments, solvers, board, agents, objective):
    """For each solver its runs, each with cost, processor time and wall time, or `None`."""
    side, percent, _ = BOARDS[board]
    runs = {solver: [] for solver in solvers}
    for seed in range(1, arguments.seeds + 1):
        instance = drawn(side, percent, agents, seed)
        for solver in solvers:
            if solver in METHODS:
                with tempfile.TemporaryDirectory() as folder:
                    ran = by_satranj(arguments, METHODS[solver], instance, objective, folder)
            else:
                ran = by_rival(arguments, solver, instance, objective)
            runs[solver].append(ran)
        costs = {solver: runs[solver][-1][0] for solver in solvers if runs[solver][-1]}
        if len({cost for cost in costs.values() if cost is not None}) > 1:
            sys.exit(f"{board}, {agents} agents, seed {seed}: {objective} differs: {costs}")
    return runs


def table(arguments):
    for objective in arguments.objectives.split(","):
        has = lambda one: objective == "sum-of-costs" or one in [*METHODS, "cp-sat", "clingo"]
        solvers = list(filter(has, arguments.solvers.split(",")))
        print(f"| {objective} | " + " | ".join(METHODS.get(one, one) for one in solvers) + " | ratio |")
        print("|:--" + "|--:" * (len(solvers) + 1) + "|")
        for board in arguments.boards.split(","):
            left = list(solvers)
            for agents in arguments.agents or BOARDS[board][2]:
                runs = row(arguments, left, board, agents, objective)
                cells, times = [], {}
                for solver in solvers:
                    solved = [one for one in runs.get(solver, []) if one]
                    unsolved = arguments.seconds * (arguments.seeds - len(solved))
                    cpu, wall = ((sum(one[at] for one in solved) + unsolved) / arguments.seeds for at in (1, 2))
                    cells.append(f"{len(solved)}: {cpu:.4f} ({wall:.4f})" if solved else "0" if solver in runs else "")
                    if solved and solver != "cbs-mapf":
                        times[solver] = cpu
                left = [one for one in left if any(runs[one])]
                own, other = ([cpu for one, cpu in times.items() if (one in METHODS) == ours] for ours in (True, False))
                ratio = f"{min(other) / min(own):.1f}" if own and other else ""
                print(f"| {board}, {agents} | " + " | ".join(cells) + f" | {ratio} |", flush=True)
        print()


def main():
    if sys.argv[1:2] == ["--way"]:
        way(*sys.argv[2:])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("satranj", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--boards", default=",".join(BOARDS))
    parser.add_argument("--agents", type=lambda text: list(map(int, text.split(","))))
    parser.add_argument("--objectives", default="sum-of-costs,makespan")
    parser.add_argument("--solvers", default=",".join([*METHODS, *WAYS]))
    table(parser.parse_args())


if __name__ == "__main__":
    main()
