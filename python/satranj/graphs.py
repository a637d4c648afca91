"""Graphs of other packages: what their vertices and edges are."""

from __future__ import annotations

from typing import Any, Dict, Hashable, Iterable, List, NamedTuple, Optional, Tuple

Node = Hashable


class NamedGraph(NamedTuple):
    """A graph as statements hold it, and the nodes behind the names."""

    directed: bool
    nodes: List[Node]
    names: List[str]
    edges: List[Tuple[int, int]]

    def statement(self) -> Dict[str, Any]:
        """The graph in a statement."""
        return {"directed": self.directed, "vertices": self.names, "edges": self.edges}


def read(graph: Any, vertices: Optional[Iterable[Node]] = None, directed: Optional[bool] = None) -> NamedGraph:
    """Reads a graph of networkx, igraph, scipy or numpy, a dict of neighbours or a list of edges.

    Nodes are those of networkx, the numbers of igraph's vertices, of rows of a matrix, the keys of
    a dict, or whatever edges are made of; ``vertices`` adds those of a list of edges that have none,
    and is of lists of edges only.

    >>> read([("a", "b"), ("b", "c")], vertices=["d"]).names
    ['d', 'a', 'b', 'c']
    >>> read({1: [2, 3], 2: [3]}).edges
    [(0, 1), (0, 2), (1, 2)]
    """
    is_list = not (isinstance(graph, dict) or any(hasattr(graph, name) for name in ("is_directed", "shape")))
    if vertices is not None and not is_list:
        raise ValueError(f"vertices= is for lists of edges: a {type(graph).__name__} has its own")
    module = type(graph).__module__.partition(".")[0]
    if hasattr(graph, "is_directed") and hasattr(graph, "nodes") and callable(graph.edges):
        found = graph.is_directed()
        return _named(list(graph.nodes), [(edge[0], edge[1]) for edge in graph.edges()], _one(directed, found))
    if module == "igraph":
        found = graph.is_directed()
        return _named(list(range(graph.vcount())), graph.get_edgelist(), _one(directed, found))
    if hasattr(graph, "tocoo"):
        matrix = graph.tocoo()
        return _matrix(matrix.shape, matrix.row.tolist(), matrix.col.tolist(), matrix.data.tolist(), directed)
    if hasattr(graph, "nonzero") and hasattr(graph, "shape"):
        rows, columns = (part.tolist() for part in graph.nonzero())
        return _matrix(graph.shape, rows, columns, None, directed)
    if isinstance(graph, dict):
        pairs = [(a, b) for a, others in graph.items() for b in others]
        return _named(list(graph), pairs, bool(directed))
    try:
        pairs = [(edge[0], edge[1]) for edge in graph]
    except (TypeError, IndexError, KeyError):
        raise ValueError(f"{graph!r} is no graph: give one of networkx, igraph or scipy, or edges") from None
    return _named(list(vertices or ()), pairs, bool(directed))


def _one(asked: Optional[bool], found: bool) -> bool:
    return found if asked is None else asked


def _matrix(
    shape: Tuple[int, ...], rows: List[int], columns: List[int], data: Optional[List[Any]], directed: Optional[bool]
) -> NamedGraph:
    if len(shape) != 2 or shape[0] != shape[1]:
        raise ValueError(f"a matrix of shape {shape} is of no graph: it must be square")
    pairs = [(a, b) for at, (a, b) in enumerate(zip(rows, columns)) if data is None or data[at]]
    if directed is None:
        # A triangle, as scipy writes undirected graphs, or both.
        both = set(pairs)
        directed = any((b, a) not in both for a, b in pairs) and not (
            all(a <= b for a, b in pairs) or all(a >= b for a, b in pairs)
        )
    return _named(list(range(shape[0])), pairs, directed)


def _named(nodes: List[Node], pairs: Iterable[Tuple[Node, Node]], directed: bool) -> NamedGraph:
    numbers: Dict[Node, int] = {}
    for node in nodes:
        numbers.setdefault(node, len(numbers))
    edges = [
        (numbers.setdefault(a, len(numbers)), numbers.setdefault(b, len(numbers))) for a, b in pairs
    ]
    known = list(numbers)
    names = [str(node) for node in known]
    if len(set(names)) < len(names):
        names = [str(number) for number in range(len(known))]
    return NamedGraph(directed, known, names, edges)
