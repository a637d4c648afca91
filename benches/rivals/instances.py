"""The graphs of the benchmark `graphs`: families and random ones that Satranj generates, and families
that networkx or a few lines here make. All are the same in each run.

A name is a kind and its sizes. The kinds are those of OF_NETWORKX, UNDIRECTED and DIRECTED below, with the
sizes that they take, such as `regular 200,3` (vertices, degree), `planted 450,15,17%` (vertices, colours,
density) and `mycielskian 4,3` (levels, times, from an edge: Stiebitz's generalised construction), and
`gnp 100,50%` (vertices, density) and `gnm 300,900` (vertices, edges). Every other kind is a family of
`satranj list families`, with `arcs-` before it the directed graph of one: `arcs-sat-reduction 50,210`
(variables, clauses).
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
        "gnp 200,70%", "gnp 500,30%", "ba 100000,3", "paley 401", "turan 300,40", "blocks 300,10",
        "power-law 20000,8", "intersection 300,60,8", "cograph 9", "sudoku 4", "windmill 200,12",
    ],
    "independent-set": [
        "hamming 6,2", "johnson 8,4,4", "queens 10,10", "mycielski 7", "gnp 100,10%",
        "gnp 150,10%", "gnp 200,30%", "gnp 300,50%", "gnm 10000,12000", "regular 200,3",
        "gnm 300,900", "gnm 500,1000", "gnm 2000,3000", "delaunay 500", "disks 1000", "ba 5000,3",
        "deletion-code 8", "transposition-code 8", "tree 20000", "k-tree 2000,3", "bipartite 2000,2000,0.2%",
        "triangular 20,20", "line-gnm 300,900", "small-world 500,6", "sierpinski 8", "permutation 400",
        "caveman 100,10", "circulant 400,7", "leaper 20,20,1,2",
    ],
    "weighted-clique": [
        "hamming 8,4", "hamming 10,2", "johnson 16,2,4", "keller 4", "queens 10,10", "gnp 100,90%",
        "gnp 200,50%", "gnp 200,70%", "gnp 500,30%", "paley 401", "power-law 20000,8",
    ],
    "weighted-independent-set": [
        "hamming 6,2", "johnson 8,4,4", "queens 10,10", "mycielski 7", "gnp 100,10%", "gnp 150,10%",
        "gnp 200,30%", "tree 20000", "k-tree 2000,3", "small-world 200,6", "line-gnm 300,900",
    ],
    "dominating-set": [
        "queens 8,8", "johnson 8,4,4", "mycielski 6", "gnp 60,10%", "gnp 100,20%", "grid 8,30",
        "grid 12,12", "gnm 100,200", "gnm 300,400", "gnm 300,900", "delaunay 100", "ba 1000,2",
        "tree 5000", "k-tree 500,3", "triangular 10,10", "small-world 100,4", "caveman 60,8",
        "leaper 9,9,1,2", "cactus 400", "hypercube 6", "windmill 50,5", "interval 300",
    ],
    "weighted-dominating-set": [
        "queens 8,8", "johnson 8,4,4", "mycielski 6", "gnp 60,10%", "gnp 80,10%", "gnp 100,20%",
        "tree 5000", "k-tree 500,3", "small-world 100,4",
    ],
    "colouring": [
        *(f"queens {n},{n}" for n in range(5, 13)), "mycielski 4", "mycielski 5", "mycielski 6",
        "mycielskian 2,3", "mycielskian 3,3", "hamming 6,4", "johnson 8,4,4", "gnp 50,50%",
        "gnp 70,50%", "interval 800", "planted 450,15,17%", "delaunay 500", "sudoku 3", "sudoku 4",
        "k-tree 500,8", "circulant 100,20", "latin 10", "line-gnm 60,300", "power-law 2000,8",
        "split 300", "kneser 9,3", "disks 500", "permutation 200", "blocks 200,10",
    ],
    "hamilton": [
        "complete 1000", "multipartite 200,200,200,200,200", "multipartite 498,300,100,80,20",
        "multipartite 500,500", "multipartite 501,499", "paley 1009", "gnp 1000,50%", "clique-tree 40,12",
        "torus 31,47", "torus 61,47", "sigma-tau 6", "grid 40,40", "delaunay 2000", "regular 5000,3",
        "flower-snark 51", "generalised-petersen 500,20", "hypercube 10", "kneser 10,3",
        "queens-reduction 5", "sheehan 64", "petersen-product 20", "middle-levels 4", "hexagonal-torus 20,20",
        "aldred-thomassen 20", "sat-reduction 30,150", "sat-reduction 50,210", "arcs-sat-reduction 50,210",
        "arcs-sat-reduction 50,250", "arcs-sat-reduction 100,380", "arcs-sat-reduction 100,500",
        "fleischner 4", "fhcp-petersen 201", "fhcp-snark 51", "pancake 6", "de-bruijn 10",
        "planted-cycle 1000,1300", "holes 30,30,60", "leaper 20,20,2,3", "leaper 13,13,1,4", "k-tree 300,2",
        "small-world 2000,4", "triangular 30,30", "circulant 1000,2", "power-law 500,4", "cubic-planar 300",
    ],
}


def numbers(sizes):
    return [float(size[:-1]) if "%" in size else int(size) for size in sizes.split(",")]


def delaunay(size):
    """A triangulation of random points."""
    import networkx
    from scipy.spatial import Delaunay

    draw = random.Random(1)
    points = [(draw.random(), draw.random()) for _ in range(size)]
    graph = networkx.Graph()
    for triangle in Delaunay(points).simplices.tolist():
        graph.add_edges_from(itertools.combinations(triangle, 2))
    return graph


def cubic_planar(size):
    """The faces of a triangulation of random points, its outer face a vertex too, joined across edges."""
    import networkx

    embedding = networkx.check_planarity(delaunay(size))[1]
    face, sides = {}, set()
    for number, edge in enumerate(embedding.edges):
        if edge not in sides:
            walk = embedding.traverse_face(*edge, mark_half_edges=sides)
            face.update({side: number for side in zip(walk, walk[1:] + walk[:1])})
    return networkx.Graph((face[a, b], face[b, a]) for a, b in embedding.edges if face[a, b] != face[b, a])


def interval(size):
    import networkx

    draw = random.Random(1)
    starts = [draw.random() for _ in range(size)]
    return networkx.interval_graph({(start, start + draw.random() / 2) for start in starts})


def line_graph(size, edges):
    import networkx

    return networkx.line_graph(networkx.gnm_random_graph(size, edges, seed=1))


# What networkx makes, by its module and the sizes.
OF_NETWORKX = {
    "ba": lambda nx, size, degree: nx.barabasi_albert_graph(size, degree, seed=1),
    "bipartite": lambda nx, left, right, percent: nx.bipartite.random_graph(left, right, percent / 100, seed=1),
    "blocks": lambda nx, size, parts: nx.random_partition_graph([size // parts] * parts, 0.9, 0.2, seed=1),
    "caveman": lambda nx, cliques, size: nx.connected_caveman_graph(cliques, size),
    "circulant": lambda nx, size, most: nx.circulant_graph(size, range(1, most + 1)),
    "cograph": lambda nx, doublings: nx.random_cograph(doublings, seed=1),
    "complete": lambda nx, size: nx.complete_graph(size),
    "cubic-planar": lambda nx, size: cubic_planar(size),
    "delaunay": lambda nx, size: delaunay(size),
    "disks": lambda nx, size: nx.random_geometric_graph(size, (6 / (3.14159 * size)) ** 0.5, seed=1),
    "grid": lambda nx, rows, columns: nx.grid_2d_graph(rows, columns),
    "intersection": lambda nx, size, marks, each: nx.k_random_intersection_graph(size, marks, each, seed=1),
    "interval": lambda nx, size: interval(size),
    "line-gnm": lambda nx, size, edges: line_graph(size, edges),
    "multipartite": lambda nx, *parts: nx.complete_multipartite_graph(*parts),
    "paley": lambda nx, prime: nx.paley_graph(prime).to_undirected(),
    "power-law": lambda nx, size, degree: nx.powerlaw_cluster_graph(size, degree, 0.5, seed=1),
    "regular": lambda nx, size, degree: nx.random_regular_graph(degree, size, seed=1),
    "sierpinski": lambda nx, steps: nx.dorogovtsev_goltsev_mendes_graph(steps),
    "small-world": lambda nx, size, degree: nx.connected_watts_strogatz_graph(size, degree, 0.2, seed=1),
    "sudoku": lambda nx, order: nx.sudoku_graph(order),
    "tree": lambda nx, size: nx.random_labeled_tree(size, seed=1),
    "triangular": lambda nx, rows, columns: nx.triangular_lattice_graph(rows, columns),
    "turan": lambda nx, size, parts: nx.turan_graph(size, parts),
    "windmill": lambda nx, cliques, size: nx.windmill_graph(cliques, size),
}


def of_networkx(kind, sizes):
    """The number of vertices and the edges of a graph of networkx."""
    import networkx

    graph = OF_NETWORKX[kind](networkx, *sizes)
    graph = networkx.convert_node_labels_to_integers(graph, ordering="sorted")
    return graph.number_of_nodes(), sorted((min(edge), max(edge)) for edge in graph.edges if edge[0] != edge[1])


def joined(words, are_joined):
    """The pairs of these words for which the condition holds."""
    words = list(words)
    pairs = itertools.combinations(range(len(words)), 2)
    return len(words), [(a, b) for a, b in pairs if are_joined(words[a], words[b])]


def code(bits, results):
    """Words of this many bits, joined if one change of each gives the same."""
    spheres = [results(word) for word in itertools.product((0, 1), repeat=bits)]
    return joined(spheres, lambda one, other: not one.isdisjoint(other))


def deletion_code(bits):
    """Independent sets are codes that correct one deletion."""
    return code(bits, lambda word: {word[:at] + word[at + 1 :] for at in range(bits)})


def transposition_code(bits):
    """Independent sets are codes that correct one exchange of neighbours."""
    swapped = lambda word, at: word[:at] + (word[at + 1], word[at]) + word[at + 2 :]
    return code(bits, lambda word: {word, *(swapped(word, at) for at in range(bits - 1))})


def k_tree(size, width):
    """Each vertex is joined to a random clique of this size of those before it."""
    draw = random.Random(1)
    edges = list(itertools.combinations(range(width), 2))
    cliques = [tuple(range(width))]
    for vertex in range(width, size):
        clique = draw.choice(cliques)
        edges += [(other, vertex) for other in clique]
        cliques += [(*clique[:at], *clique[at + 1 :], vertex) for at in range(width)]
    return size, edges


def cactus(cycles):
    """Each cycle of 3 to 7 vertices shares one vertex with those before it."""
    draw = random.Random(1)
    size, edges = 1, []
    for _ in range(cycles):
        length = draw.randint(3, 7)
        ring = [draw.randrange(size), *range(size, size + length - 1)]
        edges += zip(ring, ring[1:] + ring[:1])
        size += length - 1
    return size, edges


def split(size):
    """A clique of half of the vertices; each pair with the other half is an edge with probability 1/2."""
    draw = random.Random(1)
    half = size // 2
    edges = list(itertools.combinations(range(half), 2))
    edges += [(a, b) for a in range(half) for b in range(half, size) if draw.random() < 0.5]
    return size, edges


def permutation(size):
    """The inversions of a random order."""
    order = random.Random(1).sample(range(size), size)
    return joined(order, lambda one, other: one > other)


def latin(size):
    """The squares of the table of addition; two are joined in a row, in a column, or by their sum."""
    squares = itertools.product(range(size), repeat=2)
    words = [(row, column, (row + column) % size) for row, column in squares]
    return joined(words, lambda one, other: any(a == b for a, b in zip(one, other)))


def leaps(squares, near, far):
    """The leaps of this many squares in one direction and that many in the other."""
    step = lambda one, other: sorted(abs(a - b) for a, b in zip(one, other))
    return joined(squares, lambda one, other: step(one, other) == [near, far])


def leaper(rows, columns, near, far):
    return leaps(itertools.product(range(rows), range(columns)), near, far)


def holes(rows, columns, missing):
    """A grid without some squares, as many of each colour."""
    draw = random.Random(1)
    squares = list(itertools.product(range(rows), range(columns)))
    for colour in (0, 1):
        for square in draw.sample([s for s in squares if sum(s) % 2 == colour], missing // 2):
            squares.remove(square)
    return leaps(squares, 0, 1)


def pancake(size):
    """Permutations, joined if the reversal of a beginning leads from one to the other."""
    words = list(itertools.permutations(range(size)))
    number = {word: index for index, word in enumerate(words)}
    turns = ((word, word[:end][::-1] + word[end:]) for word in words for end in range(2, size + 1))
    return len(words), sorted({tuple(sorted((number[a], number[b]))) for a, b in turns})


def planted_cycle(size, edges):
    """A random cycle of all vertices, and random edges up to this number."""
    draw = random.Random(1)
    order = draw.sample(range(size), size)
    found = {tuple(sorted(pair)) for pair in zip(order, order[1:] + order[:1])}
    while len(found) < edges:
        found.add(tuple(sorted(draw.sample(range(size), 2))))
    return size, sorted(found)


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


def de_bruijn(bits):
    """Words of bits; an arc drops the first bit and appends one."""
    size = 1 << bits
    arcs = ((word, (2 * word + bit) % size) for word in range(size) for bit in (0, 1))
    return size, [arc for arc in arcs if arc[0] != arc[1]]


UNDIRECTED = {
    "cactus": cactus, "clique-tree": clique_tree, "deletion-code": deletion_code, "holes": holes,
    "k-tree": k_tree, "latin": latin, "leaper": leaper, "mycielskian": mycielskian, "pancake": pancake,
    "permutation": permutation, "planted": planted, "planted-cycle": planted_cycle, "split": split,
    "transposition-code": transposition_code,
}
DIRECTED = {"de-bruijn": de_bruijn, "sigma-tau": sigma_tau, "torus": torus}


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
    if kind in UNDIRECTED:
        graph = UNDIRECTED[kind](*numbers(sizes))
    elif kind in OF_NETWORKX:
        graph = of_networkx(kind, numbers(sizes))
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
