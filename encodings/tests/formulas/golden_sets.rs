//! The formulas of placements in `golden/` are what the encodings write, byte for byte.
//!
//! `SATRANJ_BLESS=1 cargo test -p satranj-encodings golden` rewrites them.

use crate::support::{
    encoding,
    golden::{Golden, check, dimacs, golden},
    placements::board,
    plain, sizes,
};
use satranj_encodings::{
    at_most_one::AtMostOne,
    dominating_set::DominatingSet,
    encoding::{Encoding, Options},
    graph::Graph,
    independent_set::{IndependentSet, PieceKind},
    model::{Count, Model},
    queens::Queens,
    vertex_cover::VertexCover,
};

/// The numbers of kings, rooks and queens in the pieces of the tests.
const KING: usize = 0;
const ROOK: usize = 2;
const QUEEN: usize = 4;

fn all() -> Vec<Golden> {
    let queens = |n| Model::Queens(Queens::new(n, Vec::new(), Vec::new()));
    let given = || Model::Queens(Queens::new(5, vec![(0, 0)], vec![(1, 2)]));
    let pieces = |rows, columns, piece, count| {
        Model::IndependentSet(IndependentSet::on_lattice(board(rows, columns, &[], piece), count))
    };
    let kind = |piece, side, count| PieceKind { lattice: board(3, 3, &[], piece), side, count };
    let army = |kinds, given| {
        let mut set = IndependentSet::army(kinds);
        set.given = given;
        Model::IndependentSet(set)
    };
    let peaceable = || {
        let side = |side| kind(QUEEN, Some(side), Count::Optimum);
        army(vec![side(0), side(1)], vec![0])
    };
    let mixed = || {
        let exactly = |piece, count| kind(piece, None, Count::Exactly(count));
        army(vec![exactly(ROOK, 1), exactly(KING, 1)], Vec::new())
    };
    let dominators = |piece, count, independent| {
        let mut set = DominatingSet::on_lattice(board(3, 4, &[], piece), count);
        set.independent = independent;
        set.total = !independent;
        Model::DominatingSet(set.with_given(vec![5]))
    };
    let cover = || {
        let graph = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0), (0, 2)]);
        Model::VertexCover(VertexCover::new(graph, Count::Optimum, vec![3], vec![1]))
    };
    let mut files = vec![
        golden("fewest", "ends", "fewest of a cycle with a chord", cover()),
        golden(
            "kings-optimum",
            "cover",
            "fewest kings on 3x4, total",
            dominators(KING, Count::Optimum, false),
        ),
        golden(
            "kings-2",
            "cover",
            "2 independent kings on 3x4",
            dominators(KING, Count::Exactly(2), true),
        ),
        golden(
            "queens-optimum",
            "line-cover",
            "fewest queens on 3x4, total",
            dominators(QUEEN, Count::Optimum, false),
        ),
        golden(
            "rooks-3",
            "line-cover",
            "3 independent rooks on 3x4",
            dominators(ROOK, Count::Exactly(3), true),
        ),
    ];
    for encoding in ["lines", "edges"] {
        files.extend([
            golden("queens-8", encoding, "8 queens", queens(8)),
            golden("queens-5-given", encoding, "5 queens, 0,0 given, 1,2 forbidden", given()),
            golden("queens-6", encoding, "6 queens", queens(6)),
            golden(
                "queens-3-of-5x5",
                encoding,
                "3 queens on 5x5",
                pieces(5, 5, QUEEN, Count::Exactly(3)),
            ),
            golden(
                "queens-4-of-3x3",
                encoding,
                "4 queens on 3x3",
                pieces(3, 3, QUEEN, Count::Exactly(4)),
            ),
            golden(
                "kings-optimum",
                encoding,
                "most kings on 3x5",
                pieces(3, 5, KING, Count::Optimum),
            ),
            golden("peaceable", encoding, "most peaceable queens on 3x3, 0,0 given", peaceable()),
            golden("rook-and-king", encoding, "a rook and a king on 3x3", mixed()),
        ]);
    }
    for at_most_one in AtMostOne::ALL {
        let file = format!("queens-4-{}", at_most_one.name());
        let mut golden = golden(&file, "lines", "4 queens", queens(4));
        golden.options = Options { at_most_one, ..Options::default() };
        files.push(golden);
    }
    files
}

#[test]
fn golden_formulas() {
    check(&all());
}

#[test]
fn golden_variables_are_those_of_the_vertices() {
    for golden in all() {
        let text = dimacs(&golden);
        let names: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("c varname ")).collect();
        let vertices = match &golden.model {
            Model::VertexCover(cover) => cover.vertices(),
            Model::DominatingSet(set) => set.vertices(),
            model => model.as_independent_set().unwrap().vertices(),
        };
        assert_eq!(names.len(), vertices as usize, "{}", golden.file);
        for (index, name) in names.iter().enumerate() {
            assert!(name.starts_with(&format!("{} piece", index + 1)), "{name}");
        }
    }
}

/// A formula read by a plain DIMACS reader and solved says what brute force says.
#[test]
fn golden_formulas_are_formulas_of_their_models() {
    for golden in all() {
        let Some(set) = golden.model.as_independent_set() else { continue };
        let mut solver = varisat::Solver::new();
        solver.add_dimacs_cnf(dimacs(&golden).as_bytes()).unwrap();
        let army = plain::army(set);
        let expected = army.sets().iter().any(|vertices| army.value(vertices).is_some());
        assert_eq!(solver.solve().unwrap(), expected, "{}", golden.file);
        if expected && !set.is_optimum() {
            let model = solver.model().unwrap();
            let vertices: Vec<u32> = (0..set.vertices())
                .filter(|&vertex| model[vertex as usize].is_positive())
                .collect();
            assert!(army.value(&vertices).is_some(), "{}: {vertices:?}", golden.file);
        }
    }
}

/// The sizes that the documentation gives, by hand.
#[test]
fn documented_sizes() {
    let queens = |n| Model::Queens(Queens::new(n, Vec::new(), Vec::new()));
    let size = |encoding: &Encoding, model: &Model| {
        let options = Options { at_most_one: AtMostOne::Pairwise, ..Options::default() };
        let size = sizes::size(encoding, model, options);
        (size.variables, size.clauses)
    };
    // (Of one square, all four directions are full.)
    for n in [2, 5, 8, 20] {
        let (k, model) = (u64::from(n), queens(n));
        // Pairwise, each pair of attacking squares once, and a clause a row and a column.
        let expected = (k * k, k * (k - 1) * (5 * k - 1) / 3 + 2 * k);
        assert_eq!(size(encoding("lines"), &model), expected);
        assert_eq!(size(encoding("edges"), &model), expected);
    }
    // 6 groups of kings on 3x5 (2 of four, 3 of two and a lone square), each of g > 1 with a
    // variable and g + 1 clauses; every attack once.
    let kings = IndependentSet::on_lattice(board(3, 5, &[], KING), Count::Optimum);
    let attacks = 3 * 4 + 2 * 5 + 2 * (2 * 4);
    assert_eq!(
        size(encoding("edges"), &Model::IndependentSet(kings)),
        (15 + 2 + 3, attacks + 2 * 5 + 3 * 3)
    );
    // A rook of each of two sides on 3x3: six lines of 3 + 3 squares and nine shared squares,
    // and for each rook exactly one of nine.
    let side = |side| PieceKind {
        lattice: board(3, 3, &[], ROOK),
        side: Some(side),
        count: Count::Exactly(1),
    };
    let rooks = Model::IndependentSet(IndependentSet::army(vec![side(0), side(1)]));
    let one = sizes::exactly(9, 1);
    let expected = (18 + 6 + 2 * one.variables, 6 * 6 + 9 + 2 * one.clauses);
    assert_eq!(size(encoding("lines"), &rooks), expected);
    let expected = (18 + 2 * one.variables, 6 * 6 + 9 + 2 * one.clauses);
    assert_eq!(size(encoding("edges"), &rooks), expected);
}
