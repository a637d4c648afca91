"""Graphs of other packages: their vertices, edges and weights."""

from __future__ import annotations

import json
import os
from typing import Any, Dict, Hashable, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Union

from . import _commands
from .errors import UsageError

Node = Hashable

Weights = Union[None, bool, str, Mapping[Tuple[Node, Node], int]]
"""The weights of edges: a dict from edges to weights (missing edges weigh 1); an attribute of edges in networkx or
igraph; or with ``True`` the attribute ``weight``, the entries of a matrix, the values of a dict of dicts, the third
items of edges."""

MOST_WEIGHT = 2**32 - 1


class NamedGraph(NamedTuple):
    """A graph in the form of statements, and the nodes of the names."""

    directed: bool
    nodes: List[Node]
    names: List[str]
    edges: List[Tuple[int, int]]
    weights: Optional[List[int]] = None
    word: Optional[str] = None

    def statement(self) -> Union[str, Dict[str, Any]]:
        """The graph in a statement."""
        return self.word or {"directed": self.directed, "vertices": self.names, "edges": self.edges}


def read(
    graph: Any, vertices: Optional[Iterable[Node]] = None, directed: Optional[bool] = None, weights: Weights = None
) -> NamedGraph:
    """Reads a graph of networkx, igraph, scipy or numpy, a dict of neighbours or a list of edges, a word or a file.

    A name such as ``"petersen"`` or ``"gnp:100,0.5@7"`` is one of ``satranj list families``, and its nodes are texts.
    Nodes are networkx's nodes, the numbers of igraph's vertices or of the rows of a matrix, the keys of
    a dict, or the items of edges. For a list of edges, ``vertices`` adds vertices without edges.

    >>> read([("a", "b"), ("b", "c")], vertices=["d"]).names
    ['d', 'a', 'b', 'c']
    >>> read({1: [2, 3], 2: [3]}).edges
    [(0, 1), (0, 2), (1, 2)]
    >>> read({1: {2: 7}}, weights=True).weights
    [7]
    >>> read("cycle:3").edges
    [(0, 1), (0, 2), (1, 2)]
    """
    kind = type(graph).__name__
    if isinstance(graph, (str, os.PathLike)):
        return _by_word(os.fspath(graph), vertices, directed, weights)
    is_list = not (isinstance(graph, dict) or any(hasattr(graph, name) for name in ("is_directed", "shape")))
    if vertices is not None and not is_list:
        raise UsageError(f"vertices= is for lists of edges: a {kind} has its own")
    directions, nodes, edges = _parts(graph, vertices, directed, weights)
    by_edge = weights if isinstance(weights, Mapping) else None
    return _named(nodes, edges, directions, weights is not None and weights is not False, by_edge)


def _by_word(
    word: Any, vertices: Optional[Iterable[Node]], directed: Optional[bool], weights: Weights
) -> NamedGraph:
    """The graph of a word or a file, with the names of its vertices as nodes."""
    if vertices is not None or directed is not None or weights:
        raise UsageError(f"{word!r} names a whole graph: leave out vertices, directed and weights")
    read = json.loads(_commands.printed(["export", "hamilton", str(word), "--format", "node-link", "--quiet"]))
    names = [str(node.get("label", node["id"])) for node in read["nodes"]]
    numbers = {node["id"]: number for number, node in enumerate(read["nodes"])}
    edges = [(numbers[edge["source"]], numbers[edge["target"]]) for edge in read.get("links", read.get("edges", ()))]
    return NamedGraph(read["directed"], list(names), names, edges, None, None if os.path.exists(word) else str(word))


Edge = Tuple[Node, Node, Any]
"""An edge and its weight in the graph."""


def _parts(
    graph: Any, vertices: Optional[Iterable[Node]], directed: Optional[bool], weights: Weights
) -> Tuple[bool, List[Node], List[Edge]]:
    """Whether a graph is directed, its nodes, and its edges."""
    own = isinstance(weights, str) or weights is True
    attribute = weights if isinstance(weights, str) else "weight"
    if hasattr(graph, "is_directed") and hasattr(graph, "nodes") and callable(graph.edges):
        edges = list(graph.edges(data=attribute)) if own else [(edge[0], edge[1], None) for edge in graph.edges()]
        if own and edges and all(weight is None for _, _, weight in edges):
            raise UsageError(f"weights: no edge has the attribute {attribute!r}")
        edges = [(a, b, 1 if weight is None else weight) for a, b, weight in edges]
        return _one(directed, graph.is_directed()), list(graph.nodes), edges
    if type(graph).__module__.partition(".")[0] == "igraph":
        if own and attribute not in graph.es.attributes():
            raise UsageError(f"weights: no edge has the attribute {attribute!r}")
        found = graph.es[attribute] if own else [1] * graph.ecount()
        edges = [(a, b, weight) for (a, b), weight in zip(graph.get_edgelist(), found)]
        return _one(directed, graph.is_directed()), list(range(graph.vcount())), edges
    if isinstance(weights, str):
        raise UsageError(f"weights: a {type(graph).__name__} has no attributes such as {weights!r}")
    if hasattr(graph, "nonzero") and hasattr(graph, "shape"):
        return _matrix(graph, directed, own)
    try:
        if isinstance(graph, dict):
            edges = [(a, b, others[b] if own else 1) for a, others in graph.items() for b in others]
            return bool(directed), list(graph), edges
        edges = [(edge[0], edge[1], edge[2] if own else 1) for edge in graph]
    except (TypeError, IndexError, KeyError, ValueError):
        given = "one with weights" if own else "one"
        shown = f"{graph!r}"
        shown = shown if len(shown) <= 60 else f"a {type(graph).__name__}"
        raise UsageError(f"{shown} is not a graph: give {given} of networkx, igraph or scipy, or edges") from None
    return bool(directed), _iterated("vertices", vertices), edges


def _iterated(name: str, values: Optional[Iterable[Any]]) -> List[Any]:
    try:
        return [] if values is None else list(values)
    except TypeError:
        raise UsageError(f"{name}: {values!r} is not a list") from None


def _one(asked: Optional[bool], found: bool) -> bool:
    return found if asked is None else bool(asked)


def _matrix(graph: Any, directed: Optional[bool], has_weights: bool) -> Tuple[bool, List[Node], List[Edge]]:
    shape = graph.shape
    if len(shape) != 2 or shape[0] != shape[1]:
        raise UsageError(f"a matrix of shape {shape} is of no graph: it must be square")
    if hasattr(graph, "tocoo"):
        matrix = graph.tocoo(copy=True)
        # In scipy entries at one place are added.
        matrix.sum_duplicates()
        entries = list(zip(matrix.row.tolist(), matrix.col.tolist(), matrix.data.tolist()))
    else:
        rows, columns = (part.tolist() for part in graph.nonzero())
        entries = [(a, b, graph[a, b]) for a, b in zip(rows, columns)]
    entries = [(a, b, entry) for a, b, entry in entries if entry]
    if directed is None:
        # A triangle, as scipy writes undirected graphs, or both, with the same weights.
        both = {(a, b): entry if has_weights else None for a, b, entry in entries}
        directed = any(both.get((b, a), 0) != entry for (a, b), entry in both.items()) and not (
            all(a <= b for a, b in both) or all(a >= b for a, b in both)
        )
    return directed, list(range(shape[0])), list(entries)


def _named(
    nodes: List[Node],
    found: List[Edge],
    directed: bool,
    has_weights: bool,
    by_edge: Optional[Mapping[Tuple[Node, Node], int]],
) -> NamedGraph:
    numbers: Dict[Node, int] = {}
    try:
        for node in nodes:
            numbers.setdefault(node, len(numbers))
        edges = [(numbers.setdefault(a, len(numbers)), numbers.setdefault(b, len(numbers))) for a, b, _ in found]
    except TypeError as error:
        raise UsageError(f"a node cannot be a key of a dict: {error}") from None
    known = list(numbers)
    names = [str(node) for node in known]
    if len(set(names)) < len(names):
        names = [str(number) for number in range(len(known))]
    weights = None
    if by_edge is not None:
        weights = _by_edge(by_edge, numbers, edges, directed)
    elif has_weights:
        weights = [_weight(a, b, weight) for a, b, weight in found]
    return NamedGraph(directed, known, names, edges, weights)


def _by_edge(
    given: Mapping[Tuple[Node, Node], int], numbers: Mapping[Node, int], edges: List[Tuple[int, int]], directed: bool
) -> List[int]:
    """The weights of edges, of which some are given; an edge that has no direction is given by either."""

    def key(pair: Tuple[int, int]) -> Tuple[int, int]:
        return pair if directed else (min(pair), max(pair))

    of_edges = {key(edge): 1 for edge in edges}
    named = set()
    for pair, weight in given.items():
        try:
            a, b = pair
            at = key((numbers[a], numbers[b]))
        except (TypeError, ValueError, KeyError):
            raise UsageError(f"weights: {pair!r} is not an edge of the graph") from None
        if at not in of_edges:
            raise UsageError(f"weights: {pair!r} is not an edge of the graph")
        if at in named and of_edges[at] != weight:
            raise UsageError(f"weights: {pair!r} weighs {weight!r} and, the other way, {of_edges[at]}")
        of_edges[at] = _weight(a, b, weight)
        named.add(at)
    return [of_edges[key(edge)] for edge in edges]


def _weight(a: Node, b: Node, weight: Any) -> int:
    # Of graphs as dicts of dicts, and of edges with a dict.
    number = weight.get("weight", 1) if isinstance(weight, Mapping) else weight
    is_whole = hasattr(number, "is_integer") and number.is_integer()
    try:
        whole = int(number) if is_whole else _commands.whole("a weight", number)
    except UsageError:
        whole = 0
    if not 1 <= whole <= MOST_WEIGHT:
        raise UsageError(f"weights: ({a!r}, {b!r}) weighs {number!r}, and weights are whole numbers from 1 to {MOST_WEIGHT}")
    return whole
