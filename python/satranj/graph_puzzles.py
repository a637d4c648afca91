"""Puzzles of graphs: nodes of networkx, igraph or scipy go in, and stand in the answers."""

from __future__ import annotations

from typing import Any, Dict, Hashable, Iterable, List, Mapping, Optional, Tuple

from . import graphs
from .puzzles import Puzzle, stated


class _Named:
    """A graph whose nodes are called by their names."""

    def __init__(self, graph: Any, vertices: Optional[Iterable[Hashable]], directed: Optional[bool]) -> None:
        self.graph = graphs.read(graph, vertices, directed)
        self._names = dict(zip(self.graph.nodes, self.graph.names))

    def name(self, node: Hashable) -> str:
        if node not in self._names:
            raise ValueError(f"{node!r} is no vertex of the graph")
        return self._names[node]

    def names(self, nodes: Iterable[Hashable]) -> Optional[List[str]]:
        return [self.name(node) for node in nodes] or None

    def weights(self, weights: Mapping[Hashable, int]) -> List[int]:
        for node in weights:
            self.name(node)
        return [weights.get(node, 1) for node in self.graph.nodes]

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
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Visit every vertex of a graph once, in a cycle, or in a path.

    ``graph`` is one of networkx, igraph, scipy or numpy, a dict of neighbours or a list of edges;
    answers hold its nodes.

    >>> hamilton([(1, 2), (2, 3), (3, 1)], start=2).solve().path
    [2, 1, 3]
    """
    named = _Named(graph, vertices, directed)
    return named.puzzle(
        "hamilton",
        closed=not path,
        start=None if start is None else named.name(start),
        end=None if end is None else named.name(end),
        given=[[named.name(a), named.name(b)] for a, b in given] or None,
    )


def _set(
    kind: str,
    graph: Any,
    count: Optional[int],
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
        count=count,
        given=named.names(given),
        blocked=named.names(blocked),
        weights=None if weights is None else named.weights(weights),
        **fields,
    )


def independent_set(
    graph: Any,
    *,
    count: Optional[int] = None,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as many as possible, no two of them adjacent.

    ``graph`` is as in :func:`hamilton`. ``given`` must be among them, ``blocked`` must not. Edges
    have no directions here: of a directed graph ``directed=False`` asks for that. With ``weights``,
    whole numbers from 1 on by node, the heaviest set is asked for; nodes that are not named weigh 1.

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
    count: Optional[int] = None,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as many as possible, every two of them adjacent.

    Everything else is as in :func:`independent_set`.

    >>> clique({1: [2, 3], 2: [3], 3: [4]}).solve().vertices
    [1, 2, 3]
    """
    return _set("clique", graph, count, given, blocked, weights, vertices, directed)


def vertex_cover(
    graph: Any,
    *,
    count: Optional[int] = None,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as few as possible, so that every edge has one of them.

    Everything else is as in :func:`independent_set`; with ``weights`` the lightest is asked for.

    >>> vertex_cover([("hub", "a"), ("hub", "b"), ("hub", "c")]).solve().vertices
    ['hub']
    """
    return _set("vertex-cover", graph, count, given, blocked, weights, vertices, directed)


def dominating_set(
    graph: Any,
    *,
    count: Optional[int] = None,
    independent: bool = False,
    total: bool = False,
    given: Iterable[Hashable] = (),
    blocked: Iterable[Hashable] = (),
    weights: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Choose ``count`` vertices of a graph, or as few as possible, so that every other one is next to one.

    ``independent`` asks that no two of them are adjacent, ``total`` that each of them is next to
    one of them too. Everything else is as in :func:`independent_set`; with ``weights`` the lightest
    is asked for.

    >>> dominating_set([(1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]).solve().vertices
    [2, 5]
    """
    return _set(
        "dominating-set", graph, count, given, blocked, weights, vertices, directed, independent=independent, total=total
    )


def colouring(
    graph: Any,
    *,
    colours: Optional[int] = None,
    given: Optional[Mapping[Hashable, int]] = None,
    vertices: Optional[Iterable[Hashable]] = None,
    directed: Optional[bool] = None,
) -> Puzzle:
    """Give every vertex of a graph one of ``colours`` colours, or of the fewest, adjacent ones different ones.

    ``given`` says which colours some must have, counted from 1. ``graph`` is as in
    :func:`independent_set`.

    >>> answer = colouring([(1, 2), (2, 3), (3, 1), (3, 4)], given={4: 1}).solve()
    >>> answer.objective, answer.colours[4], answer.colours[3] == answer.colours[1]
    (3, 1, False)
    """
    named = _Named(graph, vertices, directed)
    fixed: Dict[Hashable, int] = dict(given or {})
    return named.puzzle(
        "colouring", colours=colours, given=[[named.name(node), colour] for node, colour in fixed.items()] or None
    )
