//! The variables that the gallery shows, and the puzzles whose formulas it measures.

/// A variable of a formula, as a picture.
pub struct Shown {
    pub encoding: &'static str,
    /// Where the encoding is documented, in `encodings/`.
    pub source: &'static str,
    /// The formula in which the variable is.
    pub puzzle: &'static str,
    pub variable: &'static str,
    pub means: &'static str,
    pub board: &'static str,
    /// Squares that are marked, or on which the piece stands.
    pub squares: &'static [&'static str],
    /// Squares between which there is a line.
    pub pairs: &'static [[&'static str; 2]],
    /// What stands on the squares, if anything does.
    pub piece: Option<&'static str>,
}

/// A Hamiltonian encoding's variable on a board of 6x6.
const fn tour(
    encoding: &'static str,
    source: &'static str,
    variable: &'static str,
    means: &'static str,
    squares: &'static [&'static str],
    pairs: &'static [[&'static str; 2]],
) -> Shown {
    let (puzzle, board) = ("tour 6x6 --closed", "6x6");
    Shown { encoding, source, puzzle, variable, means, board, squares, pairs, piece: None }
}

/// A variable of every encoding.
pub const SHOWN: [Shown; 14] = [
    tour(
        "position",
        "hamiltonian/position.rs",
        "at(d3,4)",
        "the knight stands on d3 after four moves",
        &["d3"],
        &[],
    ),
    tour(
        "cuts",
        "hamiltonian/cuts.rs",
        "move(b4,a2)",
        "the tour uses the move between b4 and a2, in one direction or the other",
        &["b4", "a2"],
        &[["b4", "a2"]],
    ),
    tour(
        "alternating-cuts",
        "hamiltonian/alternating_cuts.rs",
        "first(b4,a2)",
        "the tour uses the move between b4 and a2, and its number is odd",
        &["b4", "a2"],
        &[["b4", "a2"]],
    ),
    tour(
        "unary-order",
        "hamiltonian/unary_order.rs",
        "from(d6,21)",
        "the knight comes to d6 with move 21 or later",
        &["d6"],
        &[],
    ),
    tour(
        "binary-order",
        "hamiltonian/binary_order.rs",
        "bit(c5,4)",
        "bit 4 of the number of the move that leads to c5",
        &["c5"],
        &[],
    ),
    tour(
        "vertex-elimination",
        "hamiltonian/vertex_elimination.rs",
        "way(d3,d1)",
        "d1 comes after d3, through squares that were taken out before",
        &["d3", "d1"],
        &[["d3", "d1"]],
    ),
    tour(
        "lfsr",
        "hamiltonian/lfsr.rs",
        "bit(c5,4)",
        "bit 4 of the state of the shift register when the knight comes to c5",
        &["c5"],
        &[],
    ),
    tour(
        "chinese-remainder",
        "hamiltonian/chinese_remainder.rs",
        "residue(f6,4,3)",
        "the number of the move that leads to f6 leaves 3 when it is divided by 4",
        &["f6"],
        &[],
    ),
    Shown {
        encoding: "lines",
        source: "independent_set/lines.rs",
        puzzle: "queens 6",
        variable: "queen(b6)",
        means: "a queen stands on b6",
        board: "6x6",
        squares: &["b6"],
        pairs: &[],
        piece: Some("queen"),
    },
    Shown {
        encoding: "edges",
        source: "independent_set/edges.rs",
        puzzle: "queens 6",
        variable: "queen(b6)",
        means: "a queen stands on b6",
        board: "6x6",
        squares: &["b6"],
        pairs: &[],
        piece: Some("queen"),
    },
    Shown {
        encoding: "cover",
        source: "dominating_set/cover.rs",
        puzzle: "dominate 5x5 --piece knight --count 5",
        variable: "knight(b4)",
        means: "a knight stands on b4",
        board: "5x5",
        squares: &["b4"],
        pairs: &[],
        piece: Some("knight"),
    },
    Shown {
        encoding: "line-cover",
        source: "dominating_set/line_cover.rs",
        puzzle: "dominate 5x5 --piece queen --count 3",
        variable: "queen(c3)",
        means: "a queen stands on c3; its lines are then used",
        board: "5x5",
        squares: &["c3"],
        pairs: &[["c5", "c1"], ["a3", "e3"], ["a1", "e5"], ["a5", "e1"]],
        piece: None,
    },
    Shown {
        encoding: "assignment",
        source: "gathering/assignment.rs",
        puzzle: "meet meetings.txt --at-most 4",
        variable: "meet(c2)",
        means: "all riders meet on c2",
        board: "3x4",
        squares: &["c2"],
        pairs: &[["a3", "c2"], ["c1", "c2"]],
        piece: None,
    },
    Shown {
        encoding: "planning",
        source: "planning/mod.rs",
        puzzle: "exchange guarini.txt --at-most 16",
        variable: "stands(N@a3,2)",
        means: "a white knight stands on a3 after two moves",
        board: "3x3",
        squares: &["a3"],
        pairs: &[],
        piece: Some("knight"),
    },
];

/// Puzzles of which the exact sizes of all formulas are told.
pub const SIZED: [(&str, &str); 14] = [
    ("closed knight's tour, 6x6", "tour 6x6 --closed"),
    ("closed knight's tour, 8x8", "tour 8x8 --closed"),
    ("closed knight's tour, 12x12", "tour 12x12 --closed"),
    ("open knight's tour, 5x5", "tour 5x5"),
    ("cycle of a flower snark of 20 vertices", "hamilton snark.hcp"),
    ("8 queens", "queens 8"),
    ("16 queens", "queens 16"),
    ("32 queens", "queens 32"),
    ("32 knights, 8x8", "place 8x8 --piece knight --count 32"),
    ("5 queens dominate 8x8", "dominate 8x8 --piece queen --count 5"),
    ("12 knights dominate 8x8", "dominate 8x8 --piece knight --count 12"),
    ("three knights meet in 4 turns, 3x4", "meet meetings.txt --at-most 4"),
    ("route of 4 moves, 8x8", "route 8x8 a1 e5 --at-most 4"),
    ("Guarini's exchange in 16 moves", "exchange guarini.txt --at-most 16"),
];
