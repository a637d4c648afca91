"""Puzzles of graphs from networkx, igraph or scipy; the answers contain their nodes."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, List, Mapping, Optional, Tuple, Union

from . import _commands, graphs
from .errors import UsageError
from .puzzles import Puzzle, longest_of, number_of, stated, times_of


class _Named:
    """A graph with a name for each node."""

    def __init__(
        self,
        graph: Any,
        vertices: Optional[Iterable[Hashable]],
        directed: Optional[bool],
        weights: graphs.Weights = None,
    ) -> None:
        self.graph = graphs.read(graph, vertices, directed, weights)
        self._names = dict(zip(self.graph.nodes, self.graph.names))

    def name(self, node: Hashable) -> str:
        try:
            return self._names[node]
        except (KeyError, TypeError):
            raise UsageError(f"{node!r} is not a vertex of the graph") from None

    def names(self, what: str, nodes: Iterable[Hashable]) -> Optional[List[str]]:
        if not isinstance(nodes, Iterable):
            raise UsageError(f"{what}: {nodes!r} is not a list of vertices")
        return [self.name(node) for node in nodes] or None

    def edges(self, edges: Iterable[Tuple[Hashable, Hashable]]) -> Optional[List[List[str]]]:
        named = []
        for edge in edges:
            try:
                a, b = edge
            except (TypeError, ValueError):
                raise UsageError(f"given: {edge!r} is not an edge: write (a, b)") from None
            named.append([self.name(a), self.name(b)])
        return named or None

    def weights(self, weights: Mapping[Hashable, int]) -> List[int]:
        if not isinstance(weights, Mapping):
            raise UsageError(f"weights: {weights!r} is not a dict of vertices and weights")
        of_nodes = {self.name(node): _commands.whole(f"weights: {node!r}", weight) for node, weight in weights.items()}
        return [of_nodes.get(name, 1) for name in self.graph.names]

    def puzzle(self, kind: str, **fields: Any) -> Puzzle:
        puzzle = stated(kind, graph=self.graph.statement(), **fields)
        puzzle.nodes = dict(zip(self.graph.names, self.graph.nodes))
        return puzzle


def hamilton(
    graph: Any,
    *,
    path: bool = False,
    start: Optional[Hashable] = None,
    end: Optional[Hashable] = None,
    given: Iterable[Tuple[Hashable, Hashable]] = (),
    times: Optional[Mapping[Hashable, int]] = None,
    longest: Union[bool, Mapping[str, Any]] = False,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Visit every vertex of a graph once, in a cycle, or in a path; ``times`` are those of vertices, from 1.
    ``longest`` asks for a longest one instead, as in :func:`tour`.

    ``graph`` is a graph of networkx, igraph, scipy or numpy, a dict of neighbours or a list of edges;
    answers contain its nodes.

    >>> hamilton([(1, 2), (2, 3), (3, 1)], start=2).solve().path
    [2, 1, 3]
    """
    named = _Named(graph, vertices, directed)
    return named.puzzle(
        "hamilton",
        closed=not path,
        start=None if start is None else named.name(start),
        end=None if end is None else named.name(end),
        given=named.edges(given),
        times=times_of(times, named.name),
        longest=longest_of(longest),
    )


def path(
    graph: Any,
    from_: Hashable,
    to: Hashable,
    *,
    weights: graphs.Weights = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Find a shortest path between two vertices of a graph: by the number of edges, or by weight.

    ``weights`` is an attribute of the edges in networkx or igraph, a dict from edges to weights (missing
    edges weigh 1), or ``True`` for the weights in the graph: the attribute ``weight``, the entries
    of a matrix, the values of a dict of dicts, the third items of edges. Weights are whole numbers from
    1. ``graph`` is like in :func:`hamilton`.

    >>> roads = [("a", "b", 7), ("a", "c", 2), ("c", "b", 3)]
    >>> path(roads, "a", "b").solve().path
    ['a', 'b']
    >>> answer = path(roads, "a", "b", weights=True).solve()
    >>> answer.path, answer.objective
    (['a', 'c', 'b'], 5)
    """
    named = _Named(graph, vertices, directed, weights)
    return named.puzzle("path", weights=named.graph.weights, **{"from": named.name(from_), "to": named.name(to)})


def _set(
    kind: str,
    graph: Any,
    count: Union[None, int, str],
    given: Iterable[Hashable],
    blocked: Iterable[Hashable],
    weights: Optional[Mapping[Hashable, int]],
    vertices: Optional[Iterable[Hashable]],
    directed: Optional[bool],
    **fields: Any,
) -> Puzzle:
    named = _Named(graph, vertices, directed)
    return named.puzzle(
        kind,
        count=number_of("count", count),
        given=named.names("given", given),
        blocked=named.names("blocked", blocked),
        weights=None if weights is None else named.weights(weights),
        **fields,
    )


def independent_set(
    graph: Any,
    *,
    count: Union[None, int, str] = None,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as many as possible, no two of them adjacent.

    ``graph`` is like in :func:`hamilton`. ``given`` vertices must be chosen, ``blocked`` vertices must not. Edges
    have no direction here: for a directed graph, pass ``directed=False``. ``weights`` maps nodes to whole numbers
    from 1 and asks for the heaviest set; missing nodes weigh 1.

    >>> answer = independent_set([("a", "b"), ("b", "c")]).solve()
    >>> answer.vertices, answer.status
    (['a', 'c'], 'optimal')
    >>> independent_set([("a", "b"), ("b", "c")], weights={"b": 5}).solve().objective
    5
    """
    return _set("independent-set", graph, count, given, blocked, weights, vertices, directed)


def clique(
    graph: Any,
    *,
    count: Union[None, int, str] = None,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as many as possible, every two of them adjacent.

    Everything else is like in :func:`independent_set`.

    >>> clique({1: [2, 3], 2: [3], 3: [4]}).solve().vertices
    [1, 2, 3]
    """
    return _set("clique", graph, count, given, blocked, weights, vertices, directed)


def vertex_cover(
    graph: Any,
    *,
    count: Union[None, int, str] = None,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as few as possible, so that every edge has a chosen end.

    Everything else is like in :func:`independent_set`, but ``weights`` ask for the lightest cover.

    >>> vertex_cover([("hub", "a"), ("hub", "b"), ("hub", "c")]).solve().vertices
    ['hub']
    """
    return _set("vertex-cover", graph, count, given, blocked, weights, vertices, directed)


def dominating_set(
    graph: Any,
    *,
    count: Union[None, int, str] = None,
    independent: bool = False,
    total: bool = False,
    perfect: bool = False,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as few as possible, so that every other vertex has a chosen neighbour.

    With ``independent`` no two chosen vertices are adjacent; with ``total`` each chosen vertex also has a chosen
    neighbour; with ``perfect`` no other vertex has two chosen neighbours. A ``count`` of ``"max"`` asks for the largest
    set of which no vertex can be spared. Everything else is like in :func:`independent_set`, but ``weights`` ask for the lightest set.

    >>> dominating_set([(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]).solve().vertices
    [2, 5]
    """
    return _set(
        "dominating-set",
        graph,
        count,
        given,
        blocked,
        weights,
        vertices,
        directed,
        independent=bool(independent),
        total=bool(total),
        perfect=bool(perfect) or None,
    )


def colouring(
    graph: Any,
    *,
    colours: Union[None, int, str] = None,
    given: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Colour the vertices of a graph so that adjacent ones differ, with ``colours`` colours or the fewest.

    ``given`` fixes the colours of some vertices, counted from 1. ``graph`` is like in
    :func:`independent_set`.

    >>> answer = colouring([(1, 2), (2, 3), (3, 1), (3, 4)], given={4: 1}).solve()
    >>> answer.objective, answer.colours[4], answer.colours[3] == answer.colours[1]
    (3, 1, False)
    """
    named = _Named(graph, vertices, directed)
    fixed = {} if given is None else given
    if not isinstance(fixed, Mapping):
        raise UsageError(f"given: {given!r} is not a dict of vertices and colours")
    coloured = [[named.name(node), _commands.whole(f"given: {node!r}", colour)] for node, colour in fixed.items()]
    return named.puzzle("colouring", colours=number_of("colours", colours), given=coloured or None)
