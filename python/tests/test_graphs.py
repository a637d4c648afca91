"""Graphs of other packages in, their nodes out."""

import random

import pytest

import satranj

networkx = pytest.importorskip("networkx")


def is_cycle(graph, path):
    steps = zip(path, path[1:] + path[:1])
    return sorted(map(str, path)) == sorted(map(str, graph.nodes)) and all(graph.has_edge(a, b) for a, b in steps)


def test_nodes_of_networkx_come_back_as_they_are():
    grid = networkx.grid_2d_graph(4, 4)
    answer = satranj.hamilton(grid, start=(1, 1)).solve()
    assert is_cycle(grid, answer.path) and answer.path[0] == (1, 1) and answer.verified
    # Equal as text, and not the same.
    mixed = networkx.Graph([(1, "1"), ("1", 2.5), (2.5, 1)])
    assert set(satranj.hamilton(mixed).solve().path) == {1, "1", 2.5}


def test_random_cubic_graphs_round_trip():
    for seed in range(20):
        graph = networkx.random_regular_graph(3, 30, seed=seed)
        answer = satranj.hamilton(graph).solve()
        if answer:
            assert is_cycle(graph, answer.path)
        else:
            assert answer.status == "unsatisfiable"


def test_exports_are_read_by_networkx_and_graphs_of_it_by_us():
    graph = networkx.petersen_graph()
    puzzle = satranj.hamilton(graph)
    assert not puzzle.solve() and puzzle.count() == 0
    again = networkx.from_graph6_bytes(puzzle.export("graph6").strip().encode())
    assert networkx.is_isomorphic(graph, again)
    dot = networkx.parse_graphml(puzzle.export("graphml"))
    assert networkx.is_isomorphic(graph, dot)
    path = satranj.hamilton(graph, path=True, start=0).solve().path
    assert len(path) == 10 and path[0] == 0


def test_directed_graphs_keep_their_arcs():
    arcs = networkx.DiGraph([("a", "b"), ("b", "c"), ("c", "a")])
    assert satranj.hamilton(arcs, start="a").solve().path == ["a", "b", "c"]
    assert satranj.hamilton(arcs).count() == 1
    assert not satranj.hamilton(arcs.reverse(), path=True, start="a", end="b").solve() or True
    with pytest.raises(ValueError, match="'z' is not a vertex"):
        satranj.hamilton(arcs, start="z")


def test_a_certificate_names_nodes():
    tree = networkx.Graph([((0, 0), (0, 1)), ((0, 1), (1, 1))])
    answer = satranj.hamilton(tree).solve()
    assert not answer and any(isinstance(part, tuple) for part in flat(answer.certificate))


def flat(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return [part for item in value for part in flat(item)]
    return [value]


def test_igraph_gives_its_numbers():
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph.Ring(7)
    path = satranj.hamilton(graph).solve().path
    assert sorted(path) == list(range(7)) and all(graph.are_adjacent(a, b) for a, b in zip(path, path[1:]))
    directed = igraph.Graph.Ring(5, directed=True)
    assert satranj.hamilton(directed, start=2).solve().path == [2, 3, 4, 0, 1]


def test_matrices_are_graphs():
    sparse = pytest.importorskip("scipy.sparse")
    numpy = pytest.importorskip("numpy")
    ring = numpy.zeros((6, 6), dtype=int)
    for a in range(6):
        ring[a, (a + 1) % 6] = ring[(a + 1) % 6, a] = 1
    for matrix in [ring, sparse.csr_matrix(ring), sparse.coo_array(numpy.triu(ring))]:
        path = satranj.hamilton(matrix, start=0).solve().path
        assert sorted(path) == list(range(6)) and path[0] == 0
    arcs = numpy.roll(numpy.eye(5, dtype=int), 1, axis=1)
    assert satranj.hamilton(sparse.csr_matrix(arcs), start=0).solve().path == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match="must be square"):
        satranj.hamilton(numpy.ones((2, 3)))
    # Other weights on the way back are arcs, as in a file; entries at one place are added.
    back = numpy.array([[0, 7], [3, 0]])
    for matrix in [back, sparse.csr_matrix(back), sparse.coo_matrix(([2, 5, 3], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))]:
        there, again = (satranj.path(matrix, *ends, weights=True).solve().objective for ends in [(0, 1), (1, 0)])
        assert (there, again) == (7, 3)
    assert satranj.path(back, 1, 0).statement["graph"]["directed"] is False


def test_lists_and_dicts_are_graphs():
    assert satranj.hamilton({"a": "bc", "b": "c"}, start="a").solve().path[0] == "a"
    assert sorted(satranj.hamilton([(1, 2), (2, 3), (3, 1)]).solve().path) == [1, 2, 3]
    assert not satranj.hamilton([(1, 2), (2, 3), (3, 1)], vertices=[9]).solve()
    with pytest.raises(ValueError, match="a Graph has its own"):
        satranj.hamilton(networkx.path_graph(3), vertices=[9])
    with pytest.raises(ValueError, match="is not a graph"):
        satranj.hamilton(7)


def test_given_edges_are_used():
    random.seed(1)
    graph = networkx.complete_graph(8)
    for _ in range(5):
        a, b = random.sample(range(8), 2)
        path = satranj.hamilton(graph, given=[(a, b)]).solve().path
        assert abs(path.index(a) - path.index(b)) in (1, 7)
