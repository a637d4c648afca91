"""The graphs of the benchmark `graphs`: families and random ones that Satranj generates, and families
that networkx or a few lines here make. All are the same in each run.

A name is a kind and its sizes: `gnp 100,50%` (vertices, density), `gnm 300,900` (vertices, edges),
`regular 200,3`, `ba 5000,3` (Barabási and Albert), `delaunay 500`, `disks 1000` (unit disks, average
degree about 6), `interval 800`, `planted 450,15,25%` (vertices, colours, density), `multipartite 2,3`
(the parts), `complete 1000`, `paley 1009`, `grid 8,30`, `mycielskian 4,3` (levels, times, from an
edge: Stiebitz's generalised construction), `clique-tree 40,12` (cliques, their size), directed
`torus 31,47` and `sigma-tau 6`; every other kind is a family of `satranj list families`, with `arcs-` before
it the directed graph of one: `arcs-sat-reduction 50,210` (variables, clauses).
"""

import itertools
import json
import os
import random
import subprocess

FAMILIES = {
    "clique": [
        "hamming 6,4", "hamming 8,4", "hamming 10,2", "johnson 8,4,4", "johnson 16,2,4",
        "keller 3", "keller 4", "queens 10,10", "mycielski 7", "gnp 100,90%", "gnp 200,50%",
        "gnp 200,70%", "gnp 500,30%", "ba 100000,3",
    ],
    "independent-set": [
        "hamming 6,2", "johnson 8,4,4", "queens 10,10", "mycielski 7", "gnp 100,10%",
        "gnp 150,10%", "gnp 200,30%", "gnp 300,50%", "gnm 10000,12000", "regular 200,3",
        "gnm 300,900", "gnm 500,1000", "gnm 2000,3000", "delaunay 500", "disks 1000", "ba 5000,3",
    ],
    "weighted-clique": [
        "hamming 8,4", "hamming 10,2", "johnson 16,2,4", "keller 4", "queens 10,10", "gnp 100,90%",
        "gnp 200,50%", "gnp 200,70%", "gnp 500,30%",
    ],
    "weighted-independent-set": [
        "hamming 6,2", "johnson 8,4,4", "queens 10,10", "mycielski 7", "gnp 100,10%", "gnp 150,10%",
        "gnp 200,30%",
    ],
    "dominating-set": [
        "queens 8,8", "johnson 8,4,4", "mycielski 6", "gnp 60,10%", "gnp 100,20%", "grid 8,30",
        "grid 12,12", "gnm 100,200", "gnm 300,400", "gnm 300,900", "delaunay 100", "ba 1000,2",
    ],
    "weighted-dominating-set": [
        "queens 8,8", "johnson 8,4,4", "mycielski 6", "gnp 60,10%", "gnp 80,10%", "gnp 100,20%",
    ],
    "colouring": [
        *(f"queens {n},{n}" for n in range(5, 13)), "mycielski 4", "mycielski 5", "mycielski 6",
        "mycielskian 2,3", "mycielskian 3,3", "hamming 6,4", "johnson 8,4,4", "gnp 50,50%",
        "gnp 70,50%", "interval 800", "planted 450,15,17%", "delaunay 500",
    ],
    "hamilton": [
        "complete 1000", "multipartite 200,200,200,200,200", "multipartite 498,300,100,80,20",
        "multipartite 500,500", "multipartite 501,499", "paley 1009", "gnp 1000,50%", "clique-tree 40,12",
        "torus 31,47", "torus 61,47", "sigma-tau 6", "grid 40,40", "delaunay 2000", "regular 5000,3",
        "flower-snark 51", "generalised-petersen 500,20", "hypercube 10", "kneser 10,3",
        "queens-reduction 5", "sheehan 64", "petersen-product 20", "middle-levels 4", "hexagonal-torus 20,20",
        "aldred-thomassen 20", "sat-reduction 30,150", "sat-reduction 50,210", "arcs-sat-reduction 50,210",
        "arcs-sat-reduction 50,250", "arcs-sat-reduction 100,380", "arcs-sat-reduction 100,500", "fleischner 4", "fhcp-petersen 201", "fhcp-snark 51",
    ],
}


def numbers(sizes):
    return [int(size.rstrip("%")) for size in sizes.split(",")]


def of_networkx(kind, sizes):
    """The number of vertices and the edges of a graph of networkx."""
    import networkx

    if kind == "ba":
        graph = networkx.barabasi_albert_graph(*sizes, seed=1)
    elif kind == "regular":
        graph = networkx.random_regular_graph(sizes[1], sizes[0], seed=1)
    elif kind == "disks":
        radius = (6 / (3.14159 * sizes[0])) ** 0.5
        graph = networkx.random_geometric_graph(sizes[0], radius, seed=1)
    elif kind == "grid":
        graph = networkx.convert_node_labels_to_integers(networkx.grid_2d_graph(*sizes))
    elif kind == "interval":
        draw = random.Random(1)
        starts = [draw.random() for _ in range(sizes[0])]
        graph = networkx.interval_graph({(start, start + draw.random() / 2) for start in starts})
        graph = networkx.convert_node_labels_to_integers(graph, ordering="sorted")
    elif kind == "delaunay":
        from scipy.spatial import Delaunay

        draw = random.Random(1)
        points = [(draw.random(), draw.random()) for _ in range(sizes[0])]
        graph = networkx.Graph()
        for triangle in Delaunay(points).simplices.tolist():
            graph.add_edges_from(itertools.combinations(triangle, 2))
    elif kind == "multipartite":
        graph = networkx.complete_multipartite_graph(*sizes)
    elif kind == "complete":
        graph = networkx.complete_graph(*sizes)
    elif kind == "paley":
        graph = networkx.paley_graph(*sizes).to_undirected()
    else:
        return None
    return graph.number_of_nodes(), sorted(graph.edges)


def planted(size, colours, percent):
    draw = random.Random(1)
    colour = [vertex % colours for vertex in range(size)]
    pairs = itertools.combinations(range(size), 2)
    edges = [(a, b) for a, b in pairs if colour[a] != colour[b] and draw.random() < percent / 100]
    order = draw.sample(range(size), size)
    return size, [(order[a], order[b]) for a, b in edges]


def mycielskian(levels, times):
    size, edges = 2, [(0, 1)]
    for _ in range(times):
        more = list(edges)
        for level in range(1, levels):
            for a, b in edges:
                more.append(((level - 1) * size + a, level * size + b))
                more.append(((level - 1) * size + b, level * size + a))
        top = levels * size
        more += [((levels - 1) * size + vertex, top) for vertex in range(size)]
        size, edges = top + 1, more
    return size, edges


def clique_tree(cliques, size):
    """Cliques in a random tree; two disjoint edges join each to the one before it."""
    draw = random.Random(1)
    edges = [
        (clique * size + a, clique * size + b)
        for clique in range(cliques)
        for a, b in itertools.combinations(range(size), 2)
    ]
    for clique in range(1, cliques):
        other = draw.randrange(clique)
        ends = zip(draw.sample(range(size), 2), draw.sample(range(size), 2))
        edges += [(clique * size + a, other * size + b) for a, b in ends]
    return cliques * size, edges


def torus(rows, columns):
    """Arcs to the right and down, around."""
    arcs = []
    for row, column in itertools.product(range(rows), range(columns)):
        here = row * columns + column
        arcs.append((here, row * columns + (column + 1) % columns))
        arcs.append((here, (row + 1) % rows * columns + column))
    return rows * columns, arcs


def sigma_tau(size):
    """Permutations: rotate all, or exchange the first two."""
    words = list(itertools.permutations(range(size)))
    number = {word: index for index, word in enumerate(words)}
    arcs = []
    for word in words:
        arcs.append((number[word], number[word[1:] + word[:1]]))
        arcs.append((number[word], number[(word[1], word[0]) + word[2:]]))
    return len(words), arcs


UNDIRECTED = {"planted": planted, "mycielskian": mycielskian, "clique-tree": clique_tree}
DIRECTED = {"torus": torus, "sigma-tau": sigma_tau}


def made(program, puzzle, name, folder):
    """The file of an instance."""
    kind, sizes = name.split()
    file = os.path.join(folder, name.replace(" ", "-").replace("%", "").replace(",", "-") + ".col")
    if kind in DIRECTED:
        size, arcs = DIRECTED[kind](*numbers(sizes))
        file = file.replace(".col", ".json")
        links = [{"source": a, "target": b} for a, b in arcs]
        nodes = [{"id": vertex} for vertex in range(size)]
        with open(file, "w") as out:
            json.dump({"directed": True, "nodes": nodes, "links": links}, out)
        return file
    graph = None
    if kind not in ("gnp", "gnm"):
        graph = of_networkx(kind, numbers(sizes))
        graph = UNDIRECTED[kind](*numbers(sizes)) if kind in UNDIRECTED else graph
    if graph:
        size, edges = graph
        with open(file, "w") as out:
            out.write(f"p edge {size} {len(edges)}\n")
            out.writelines(f"e {a + 1} {b + 1}\n" for a, b in edges)
    else:
        what = ["--family", kind.removeprefix("arcs-"), "--size", sizes]
        if kind.startswith("arcs-"):
            file, what = file.replace(".col", ".json"), [*what, "--directed"]
        if kind in ("gnp", "gnm"):
            vertices, amount = sizes.split(",")
            option = "--density" if kind == "gnp" else "--random"
            what = ["--vertices", vertices, option, amount]
        subprocess.run([program, "generate", "hamilton", *what, "-o", file], check=True)
    if puzzle.startswith("weighted-"):
        with open(file) as text:
            size = next(int(line.split()[2]) for line in text if line.startswith("p "))
        with open(file, "a") as out:
            out.writelines(f"n {vertex} {vertex % 200 + 1}\n" for vertex in range(1, size + 1))
    return file
