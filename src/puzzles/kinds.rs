//! The kinds of puzzles, with small examples of each.

use super::{StatedPuzzle, Statement};

/// A kind of puzzle, for `satranj list`.
pub struct PuzzleKind {
    /// The word on the command line.
    pub name: &'static str,
    /// What is asked, in a line.
    pub summary: &'static str,
    /// Small statements of it; a method that solves puzzles of this kind solves one of these.
    pub examples: &'static [&'static str],
}

/// The kinds of puzzles.
pub const LIST: &[PuzzleKind] = &[
    PuzzleKind {
        name: "tour",
        summary: "visit every square of a board once with a knight or any other piece",
        examples: &[
            r#"{"kind":"tour","board":{"rows":6,"columns":6}}"#,
            r#"{"kind":"tour","board":{"rows":6,"columns":6},"closed":true}"#,
        ],
    },
    PuzzleKind {
        name: "hamilton",
        summary: "visit every vertex of any graph once: a Hamiltonian path or cycle",
        examples: &[r#"{"kind":"hamilton","closed":true,"graph":
            {"vertices":["a","b","c","d"],"edges":[[0,1],[1,2],[2,3],[3,0],[0,2]]}}"#],
    },
    PuzzleKind {
        name: "queens",
        summary: "place N queens on an N by N board, no two in a row, column or diagonal",
        examples: &[r#"{"kind":"queens","n":8}"#],
    },
    PuzzleKind {
        name: "place",
        summary: "place pieces so that none attacks another: a given number, or as many as possible",
        examples: &[
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"knight"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"rook"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"bishop"}"#,
            r#"{"kind":"place","board":{"rows":4,"columns":4},"piece":"queen","count":4}"#,
        ],
    },
    PuzzleKind {
        name: "dominate",
        summary: "place pieces so that every square is attacked or occupied: as few as possible",
        examples: &[
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen"}"#,
            r#"{"kind":"dominate","board":{"rows":4,"columns":4},"piece":"queen","count":3}"#,
        ],
    },
    PuzzleKind {
        name: "meet",
        summary: "knights that make several jumps a turn meet on one square in the fewest turns",
        examples: &[r#"{"kind":"meet","board":{"rows":4,"columns":4},
            "riders":[{"square":"a1","jumps_per_turn":2},{"square":"d3","jumps_per_turn":1}]}"#],
    },
    PuzzleKind {
        name: "route",
        summary: "the shortest route of a piece from one square to another, or the cheapest",
        examples: &[
            r#"{"kind":"route","board":{"rows":5,"columns":5},"from":"a1","to":"e4"}"#,
            r#"{"kind":"route","board":{"rows":2,"columns":2},"piece":"king","from":"a1","to":"b2",
                "weights":["12","21"]}"#,
        ],
    },
    PuzzleKind {
        name: "exchange",
        summary: "pieces trade places in the fewest moves, never two on a square",
        examples: &[r#"{"kind":"exchange","start":["n.n","...","N.N"]}"#],
    },
];

impl PuzzleKind {
    /// The puzzles that [`PuzzleKind::examples`] state.
    pub fn puzzles(&self) -> impl Iterator<Item = Box<dyn StatedPuzzle>> {
        let stated = self.examples.iter().filter_map(|text| serde_json::from_str(text).ok());
        stated.filter_map(|statement: Statement| statement.puzzle().ok())
    }
}
