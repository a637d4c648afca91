"""Tours or independent sets of a graph, counted by Graphillion (zero-suppressed decision diagrams).

Usage: counting_graphillion.py cycles|paths|independent-sets bfs|as-is FILE.hcp SECONDS
The graph is that of a TSPLIB file of edges, taken breadth first or by the numbers of vertices. Cycles and paths are Hamiltonian and have no
direction: paths are the cycles through one more vertex that is joined to every other.
Prints the processor seconds of building and counting (imports are not counted) and the number.
It knows no limit of time; the caller has one.
"""

import sys
import time

from graphillion import GraphSet, VertexSetSet


def read(name):
    """The number of vertices and the edges."""
    size, edges, in_edges = 0, [], False
    for line in open(name):
        words = line.replace(":", " ").split()
        if words and words[0] == "DIMENSION":
            size = int(words[1])
        elif words and words[0] == "EDGE_DATA_SECTION":
            in_edges = True
        elif in_edges and len(words) == 2:
            edges.append((int(words[0]), int(words[1])))
        elif in_edges:
            break
    return size, edges


def main():
    kind, order, (size, edges) = sys.argv[1], sys.argv[2], read(sys.argv[3])
    begin = time.process_time()
    if kind == "independent-sets":
        VertexSetSet.set_universe(list(range(1, size + 1)))
        number = VertexSetSet.independent_sets(edges).len()
    else:
        if kind == "paths":
            edges += [(vertex, size + 1) for vertex in range(1, size + 1)]
        GraphSet.set_universe(sorted(edges), traversal=order)
        number = GraphSet.cycles(is_hamilton=True).len()
    print(f"{time.process_time() - begin:.6f} {number}")


main()
