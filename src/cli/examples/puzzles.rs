//! Examples for each kind of puzzle.

use super::Examples;

/// Examples of puzzles, for `solve` and `compare`, and for `count` but for those of [`OF_COUNTS`].
pub const OF_PUZZLES: Examples = &[
    (
        "tour",
        [
            ("6x6 --closed", "a closed knight's tour"),
            ("5x5 --start a1", "an open one from a1"),
            ("6x6 --closed --block a1,a2", "with two blocked squares"),
        ],
    ),
    (
        "hamilton",
        [
            ("graph.hcp --cycle", "a cycle of a graph"),
            ("graph.hcp --path", "a path"),
            ("graph.hcp --path --start 1", "a path from vertex 1"),
        ],
    ),
    (
        "independent-set",
        [
            ("graph.hcp", "the most vertices"),
            ("graph.hcp --count 5", "five"),
            ("graph.hcp --given 1", "with vertex 1"),
        ],
    ),
    (
        "clique",
        [
            ("graph.hcp", "the most vertices"),
            ("graph.hcp --count 2", "two"),
            ("graph.hcp --given 1", "with vertex 1"),
        ],
    ),
    (
        "vertex-cover",
        [
            ("graph.hcp", "the fewest vertices"),
            ("graph.hcp --count 12", "twelve"),
            ("graph.hcp --block 1", "without vertex 1"),
        ],
    ),
    (
        "dominating-set",
        [
            ("graph.hcp", "the fewest vertices"),
            ("graph.hcp --independent", "none adjacent"),
            ("graph.hcp --total", "total"),
        ],
    ),
    (
        "colouring",
        [
            ("graph.hcp", "the fewest colours"),
            ("graph.hcp --colours 4", "four colours"),
            ("graph.hcp --given 1=1,2=2", "two of them given"),
        ],
    ),
    (
        "path",
        [
            ("graph.hcp --from 1 --to 8", "a shortest path"),
            ("graph.hcp --from 8 --to 1", "the way back"),
            ("graph.hcp --from 1 --to 5 --unweighted", "the fewest edges"),
        ],
    ),
    (
        "queens",
        [
            ("8", "eight queens"),
            ("8 --given a1", "one of them in the corner"),
            ("12 --block a1,b2", "twelve, none on two squares"),
        ],
    ),
    (
        "place",
        [
            ("8x8 --piece knight", "the most knights"),
            ("6x6 --piece bishop --count 5", "five bishops"),
            ("5x5 --army white:queen=4,black:queen", "two armies"),
        ],
    ),
    (
        "dominate",
        [
            ("8x8 --piece queen", "the fewest queens"),
            ("6x6 --piece king --independent", "none attacked"),
            ("6x6 --piece knight --total", "all attacked"),
        ],
    ),
    (
        "meet",
        [
            ("knights.txt", "all boards of a file"),
            ("knights.txt --case 1", "only the first"),
            ("knights.txt --case 1 --at-most 9", "in nine turns at most"),
        ],
    ),
    (
        "route",
        [
            ("8x8 a1 h8", "from corner to corner"),
            ("20x20 a1 t20 --piece camel", "of a camel"),
            ("8x8 a1 h8 --block b3,c2", "where there is none"),
        ],
    ),
    (
        "exchange",
        [
            ("guarini.txt", "the map of a file"),
            ("guarini.txt --parallel", "steps of several moves"),
            ("guarini.txt --at-most 20", "twenty moves at most"),
        ],
    ),
];

/// Examples of `count`, where it takes other puzzles than `solve`.
pub const OF_COUNTS: Examples = &[
    (
        "meet",
        [
            ("knights.txt --case 1", "on the first board of a file"),
            ("knights.txt --case 2", "on its second"),
            ("knights.txt --case 3 --json", "as JSON"),
        ],
    ),
    (
        "exchange",
        [
            ("guarini.txt", "the shortest plans"),
            ("guarini.txt --parallel", "steps of several moves"),
            ("guarini.txt --json", "as JSON"),
        ],
    ),
];

/// Examples of `export`.
pub const OF_EXPORTS: Examples = &[
    (
        "tour",
        [
            ("6x6 --closed -o tour.cnf", "a formula and its map"),
            ("6x6 --closed -o tour.hcp", "the graph"),
            ("6x6 --closed --sizes", "sizes of encodings"),
        ],
    ),
    (
        "hamilton",
        [
            ("graph.hcp --cycle -o cycle.cnf", "a formula and its map"),
            ("graph.hcp --cycle -o graph.dot", "the graph"),
            ("graph.hcp --path --sizes", "sizes of encodings"),
        ],
    ),
    (
        "independent-set",
        [
            ("graph.hcp -o i.wcnf", "for MaxSAT"),
            ("graph.hcp --count 6 -o i.cnf", "for SAT"),
            ("graph.hcp -o i.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "clique",
        [
            ("graph.hcp -o c.wcnf", "for MaxSAT"),
            ("graph.hcp --count 2 -o c.cnf", "for SAT"),
            ("graph.hcp -o c.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "vertex-cover",
        [
            ("graph.hcp -o v.wcnf", "for MaxSAT"),
            ("graph.hcp --count 12 -o v.cnf", "for SAT"),
            ("graph.hcp -o v.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "dominating-set",
        [
            ("graph.hcp -o d.wcnf", "for MaxSAT"),
            ("graph.hcp --count 6 -o d.cnf", "for SAT"),
            ("graph.hcp -o d.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "colouring",
        [
            ("graph.hcp -o c.wcnf", "for MaxSAT"),
            ("graph.hcp --colours 3 -o c.cnf", "for SAT"),
            ("graph.hcp --colours 3 -o c.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "path",
        [
            ("graph.hcp --from 1 --to 8 -o p.dot", "for Graphviz"),
            ("graph.hcp --from 1 --to 8 -o p.graphml", "for Gephi"),
            ("graph.hcp --from 1 --to 8 --format edge", "its edges"),
        ],
    ),
    (
        "queens",
        [
            ("8 -o queens.cnf", "a formula and its map"),
            ("8 -o q.opb", "pseudo-Boolean"),
            ("8 --sizes", "sizes of encodings"),
        ],
    ),
    (
        "place",
        [
            ("8x8 --piece knight -o k.wcnf", "for MaxSAT"),
            ("8x8 --piece knight --count 32 -o k.cnf", "for SAT"),
            ("8x8 --piece knight -o k.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "dominate",
        [
            ("8x8 --piece queen -o queens.wcnf", "for MaxSAT"),
            ("8x8 --piece queen --count 5 -o q.cnf", "for SAT"),
            ("8x8 --piece queen -o q.opb", "pseudo-Boolean"),
        ],
    ),
    (
        "meet",
        [
            ("knights.txt --case 1 --at-most 9 -o m.cnf", "for SAT"),
            ("knights.txt --case 1 --at-most 9 -o m.opb", "pseudo-Boolean"),
            ("knights.txt --case 1 --at-most 9 --sizes", "sizes"),
        ],
    ),
    (
        "route",
        [
            ("8x8 a1 h8 --at-most 6 -o route.cnf", "for SAT"),
            ("8x8 a1 h8 --at-most 6 -o route.opb", "pseudo-Boolean"),
            ("8x8 a1 h8 --at-most 6 --sizes", "sizes of encodings"),
        ],
    ),
    (
        "exchange",
        [
            ("guarini.txt --at-most 16 -o g.cnf", "for SAT"),
            ("guarini.txt --at-most 16 -o g.opb", "pseudo-Boolean"),
            ("guarini.txt --at-most 16 --sizes", "sizes"),
        ],
    ),
];
