"""Sets of vertices and colourings: nodes in, nodes out, against networkx."""

import itertools
import random

import pytest

import satranj

networkx = pytest.importorskip("networkx")

GRAPHS = [networkx.gnp_random_graph(11, p, seed=seed) for p in (0.25, 0.5, 0.75) for seed in range(4)]
GRAPHS += [networkx.petersen_graph(), networkx.grid_2d_graph(3, 4), networkx.relabel_nodes(networkx.cycle_graph(7), str)]


def is_set(graph, kind, nodes):
    """Whether nodes are a set of a kind."""
    inside = graph.subgraph(nodes)
    if kind == "independent":
        return inside.number_of_edges() == 0
    if kind == "clique":
        return inside.number_of_edges() == len(nodes) * (len(nodes) - 1) // 2
    if kind == "cover":
        return all(a in nodes or b in nodes for a, b in graph.edges)
    return all(node in nodes or set(graph[node]) & set(nodes) for node in graph)


def best(graph, kind, largest):
    """How many nodes the best set of a kind has, by trying them all."""
    sizes = range(len(graph) + 1)
    for size in reversed(sizes) if largest else sizes:
        if any(is_set(graph, kind, nodes) for nodes in itertools.combinations(graph, size)):
            return size
    raise AssertionError("no set of no size")


def colourings(graph, most):
    """The number of colourings of a graph with at most `most` colours: each node takes a used or a new colour."""
    nodes, colour = list(graph), {}

    def ways(at, used):
        if at == len(nodes):
            return 1
        taken = {colour.get(neighbour) for neighbour in graph[nodes[at]]}
        total = 0
        for one in range(min(used + 1, most)):
            if one not in taken:
                colour[nodes[at]] = one
                total += ways(at + 1, max(used, one + 1)) * (most - used if one == used else 1)
        colour.pop(nodes[at], None)
        return total

    return ways(0, 0)


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_the_best_sets_are_those_of_brute_force(graph):
    asked = [
        ("independent", satranj.independent_set, True),
        ("clique", satranj.clique, True),
        ("cover", satranj.vertex_cover, False),
        ("dominating", satranj.dominating_set, False),
    ]
    for kind, puzzle, largest in asked:
        answer = puzzle(graph).solve()
        assert answer.status == "optimal" and answer.verified, kind
        assert set(answer.vertices) <= set(graph.nodes) and is_set(graph, kind, answer.vertices), kind
        assert len(answer.vertices) == answer.objective == best(graph, kind, largest), kind
        assert satranj.verify(answer), kind


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_colourings_are_proper_and_as_few_as_networkx_counts(graph):
    answer = satranj.colouring(graph).solve()
    colours = answer.colours
    assert set(colours) == set(graph.nodes) and all(colours[a] != colours[b] for a, b in graph.edges)
    assert answer.objective == max(colours.values()) == len(answer.classes)
    count = colourings(graph, answer.objective)
    assert count > 0 == colourings(graph, answer.objective - 1)
    assert satranj.colouring(graph, colours=answer.objective).count() == count


def test_given_and_blocked_nodes_are_heeded():
    ring = networkx.cycle_graph(6)
    answer = satranj.independent_set(ring, given=[1], blocked=[3]).solve()
    assert 1 in answer.vertices and 3 not in answer.vertices and answer.objective == 2
    assert satranj.dominating_set(ring, total=True).solve().objective == 4
    assert satranj.dominating_set(ring, independent=True, given=[0]).solve().vertices == [0, 3]
    coloured = satranj.colouring(ring, colours=3, given={0: 3, 1: 1}).solve().colours
    assert coloured[0] == 3 and coloured[1] == 1
    with pytest.raises(ValueError, match="99 is not a vertex"):
        satranj.colouring(ring, given={99: 1})
    with pytest.raises(ValueError, match="99 is not a vertex"):
        satranj.clique(ring, blocked=[99])


def test_a_no_names_nodes():
    answer = satranj.colouring(networkx.complete_graph(["x", ("a", 1), 7]), colours=2).solve()
    assert not answer and answer.classes is None and answer.colours is None
    assert set(answer.certificate["vertices"]) == {"x", ("a", 1), 7}
    no = satranj.independent_set(networkx.complete_graph(4), count=2).solve()
    assert not no and sorted(sum(no.certificate["groups"], [])) == [0, 1, 2, 3]


def test_directions_are_left_out_where_that_is_said():
    arcs = networkx.DiGraph([(1, 2), (2, 1), (2, 3), (3, 1)])
    with pytest.raises(satranj.InputError, match="the graph is directed"):
        satranj.clique(arcs).solve()
    assert satranj.clique(arcs, directed=False).solve().vertices == [1, 2, 3]


def test_graphs_of_igraph_and_matrices():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Famous("Petersen")
    chosen = satranj.independent_set(graph).solve().vertices
    assert len(chosen) == graph.independence_number() == 4
    assert graph.subgraph(chosen).ecount() == 0
    classes = satranj.colouring(graph).solve().classes
    assert sorted(sum(classes, [])) == list(range(10)) and len(classes) == 3
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix(networkx.to_numpy_array(networkx.petersen_graph()))
    assert satranj.clique(matrix).solve().objective == 2


def test_counts_and_all_sets():
    path = networkx.path_graph(5)
    assert satranj.vertex_cover(path).count() == 1 and satranj.dominating_set(path).count() == 3
    every = satranj.independent_set(path, count=2).solve(all=True)
    found = {frozenset(solution["vertices"]) for solution in every.solutions}
    assert len(found) == satranj.independent_set(path, count=2).count() == 6


def test_methods_are_compared_on_graphs():
    graph = networkx.gnp_random_graph(20, 0.3, seed=2)
    compared = satranj.clique(graph).compare(methods=["native:cliques", "sat:lines"], runs=1, warmup=0)
    pandas = pytest.importorskip("pandas")
    frame = compared.frame()
    assert isinstance(frame, pandas.DataFrame) and set(frame.status) == {"optimal"} and frame.verified.all()


def test_answers_print_their_nodes():
    edges = [("a", "b"), ("b", "c")]
    assert str(satranj.independent_set(edges).solve()) == "a c"
    assert str(satranj.colouring(edges, given={"b": 2}).solve()) == "a c\nb"


def test_pysat_finds_sets_and_colourings():
    solvers = pytest.importorskip("pysat.solvers")
    graph = networkx.gnp_random_graph(14, 0.4, seed=3)
    puzzles = [
        satranj.independent_set(graph, count=4),
        satranj.clique(graph, count=3),
        satranj.vertex_cover(graph, count=9),
        satranj.dominating_set(graph, count=5),
        satranj.colouring(graph, colours=5),
    ]
    for puzzle in puzzles:
        formula = puzzle.encode()
        with solvers.Cadical153(bootstrap_with=formula) as solver:
            assert solver.solve(), puzzle
            answer = formula.decode(solver.get_model())
        nodes = answer.vertices or answer.colours
        assert answer.verified and nodes and set(nodes) <= set(graph.nodes)


def test_rc2_finds_the_best():
    examples = pytest.importorskip("pysat.examples.rc2")
    graph = networkx.gnp_random_graph(14, 0.4, seed=5)
    for puzzle in [satranj.independent_set(graph), satranj.vertex_cover(graph), satranj.dominating_set(graph)]:
        formula = puzzle.encode(maxsat=True)
        with examples.RC2(formula.wcnf()) as solver:
            answer = formula.decode(solver.compute())
            assert solver.cost >= 0
        assert answer.verified and len(answer.vertices) == puzzle.solve().objective
    with pytest.raises(satranj.SatranjError, match="asks for an optimum"):
        satranj.clique(graph).encode()


@pytest.mark.parametrize("graph", GRAPHS, ids=str)
def test_the_best_weights_are_those_of_brute_force(graph):
    weights = {node: 1 + at * 7 % 11 for at, node in enumerate(graph) if at % 3}
    weigh = lambda nodes: sum(weights.get(node, 1) for node in nodes)
    sets = list(itertools.chain.from_iterable(itertools.combinations(graph, size) for size in range(len(graph) + 1)))
    for kind, ask, best_of in [
        ("independent", satranj.independent_set, max),
        ("clique", satranj.clique, max),
        ("cover", satranj.vertex_cover, min),
        ("dominating", satranj.dominating_set, min),
    ]:
        answer = ask(graph, weights=weights).solve()
        assert answer.verified and is_set(graph, kind, answer.vertices)
        assert answer.objective == weigh(answer.vertices) == best_of(weigh(nodes) for nodes in sets if is_set(graph, kind, nodes))


def test_weights_of_what_is_no_node_are_refused():
    with pytest.raises(ValueError, match="'z' is not a vertex"):
        satranj.clique([("a", "b")], weights={"z": 3})


def test_shortest_paths_are_those_of_networkx():
    chance = random.Random(3)
    for seed, kind in enumerate([networkx.gnp_random_graph(14, 0.3, seed=s, directed=s % 2 == 1) for s in range(12)]):
        graph = networkx.relabel_nodes(kind, {node: (node, "n") for node in kind})
        for a, b in graph.edges:
            if chance.random() < 0.8:
                graph[a][b]["weight"] = chance.randint(1, 9)
        nodes = list(graph)
        for weights, name in [(None, None), ("weight", "weight"), (True, "weight")]:
            puzzle = satranj.path(graph, nodes[0], nodes[-1], weights=weights)
            answer = puzzle.solve()
            if not networkx.has_path(graph, nodes[0], nodes[-1]):
                assert not answer and answer.status == "unsatisfiable"
                continue
            steps = list(zip(answer.path, answer.path[1:]))
            assert answer.path[0] == nodes[0] and answer.path[-1] == nodes[-1] and all(graph.has_edge(*step) for step in steps)
            length = networkx.shortest_path_length(graph, nodes[0], nodes[-1], weight=name)
            assert answer.objective == length == sum(graph[a][b].get(name, 1) for a, b in steps), seed
            assert answer.verified and satranj.verify(answer)


def test_weights_of_edges_are_the_same_in_every_form():
    edges = [("a", "b", 7), ("a", "c", 2), ("c", "b", 3)]
    graph = networkx.Graph()
    graph.add_weighted_edges_from(edges, weight="km")
    forms = [
        satranj.path(edges, "a", "b", weights=True),
        satranj.path(graph, "a", "b", weights="km"),
        satranj.path({"a": {"b": 7, "c": 2}, "c": {"b": 3}}, "a", "b", weights=True),
        satranj.path([edge[:2] for edge in edges], "a", "b", weights={("b", "a"): 7, ("a", "c"): 2, ("c", "b"): 3}),
        satranj.path(networkx.to_dict_of_dicts(networkx.Graph([(a, b, {"weight": w}) for a, b, w in edges])), "a", "b", weights=True),
    ]
    for puzzle in forms:
        answer = puzzle.solve()
        assert (answer.path, answer.objective) == (["a", "c", "b"], 5)
    matrix = networkx.to_numpy_array(graph, nodelist=["a", "b", "c"], weight="km")
    sparse = pytest.importorskip("scipy.sparse")
    for entries in (matrix, matrix.astype("float32"), sparse.csr_matrix(matrix), sparse.csr_array(matrix.astype(int))):
        assert satranj.path(entries, 0, 1, weights=True).solve().path == [0, 2, 1]
        assert satranj.path(entries, 0, 1).solve().path == [0, 1]
    igraph = pytest.importorskip("igraph")
    own = igraph.Graph.TupleList(edges, edge_attrs=["km"])
    assert satranj.path(own, 0, 1, weights="km").solve().objective == 5
    several = networkx.MultiGraph()
    several.add_weighted_edges_from([("a", "b", 9), ("a", "b", 4)])
    assert satranj.path(several, "a", "b", weights="weight").solve().objective == 4


def test_weights_of_edges_that_are_wrong_are_refused():
    edges, graph = [("a", "b"), ("b", "c")], networkx.path_graph(3)
    for weights, words in [
        ({("a", "c"): 3}, "is not an edge of the graph"),
        ({("a", "z"): 3}, "is not an edge of the graph"),
        ({"a": 3}, "is not an edge of the graph"),
        ({("a", "b"): 0}, "'a', 'b'. weighs 0"),
        ({("a", "b"): 1.5}, "weighs 1.5"),
        ({("a", "b"): 2, ("b", "a"): 3}, "the other way"),
        (True, "is not a graph: give one with weights"),
        ("km", "has no attributes"),
    ]:
        with pytest.raises(satranj.UsageError, match=words):
            satranj.path(edges, "a", "c", weights=weights)
    with pytest.raises(satranj.UsageError, match="no edge has the attribute 'weight'"):
        satranj.path(graph, 0, 2, weights=True)
    with pytest.raises(satranj.UsageError, match="99 is not a vertex"):
        satranj.path(graph, 0, 99)
