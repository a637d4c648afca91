//! Small boards for the tests of methods, and plain enumeration of what is on them.

use fixedbitset::FixedBitSet;
use satranj_encodings::lattice::{Lattice, Step};

/// Name, whether its steps repeat, and the steps of one octant.
pub type Piece = (&'static str, bool, &'static [(i32, i32)]);

pub const PIECES: [Piece; 8] = [
    ("knight", false, &[(1, 2), (2, 1)]),
    ("king", false, &[(0, 1), (1, 0), (1, 1)]),
    ("wazir", false, &[(0, 1), (1, 0)]),
    ("alfil", false, &[(2, 2)]),
    ("rook", true, &[(0, 1), (1, 0)]),
    ("bishop", true, &[(1, 1)]),
    ("queen", true, &[(0, 1), (1, 0), (1, 1)]),
    ("nightrider", true, &[(1, 2), (2, 1)]),
];

pub fn lattice(piece: &str, rows: u32, columns: u32, blocked: &[u32]) -> Lattice {
    let (_, repeats, octant) = *PIECES.iter().find(|(name, ..)| *name == piece).unwrap();
    let directions = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let mut steps: Vec<Step> = octant
        .iter()
        .flat_map(|&(rows, columns)| {
            directions
                .map(|(down, right)| Step { rows: down * rows, columns: right * columns, repeats })
        })
        .collect();
    steps.sort_unstable();
    steps.dedup();
    let mut cells = FixedBitSet::with_capacity((rows * columns) as usize);
    cells.extend(blocked.iter().map(|&cell| cell as usize));
    Lattice::new(rows, columns, Some(&cells), steps)
}

pub mod sets {
    //! Sets of vertices by plain enumeration.

    use proptest::prelude::*;
    use satranj_encodings::{
        dominating_set::DominatingSet, independent_set::IndependentSet, lattice::Lattice,
    };

    /// A board and vertices given on it.
    #[derive(Debug, Clone)]
    pub struct Board {
        pub rows: u32,
        pub columns: u32,
        pub blocked: Vec<u32>,
        pub given: Vec<u32>,
    }

    impl Board {
        pub fn lattice(&self, piece: &str) -> Lattice {
            super::lattice(piece, self.rows, self.columns, &self.blocked)
        }
    }

    /// Boards of at most so many rows and columns, some cells blocked, some given.
    pub fn boards(rows: u32, columns: u32) -> impl Strategy<Value = Board> {
        let blocked = proptest::collection::vec(any::<prop::sample::Index>(), 0..4);
        let given = proptest::collection::vec(any::<prop::sample::Index>(), 0..4);
        (1..=rows, 1..=columns, blocked, given).prop_map(|(rows, columns, blocked, given)| {
            let cells = (rows * columns) as usize;
            let index = |of: usize| move |at: prop::sample::Index| at.index(of) as u32;
            let mut blocked: Vec<u32> = blocked.into_iter().map(index(cells)).collect();
            blocked.sort_unstable();
            blocked.dedup();
            let free = cells - blocked.len();
            // One given vertex in three boards of four: else most have conflicts.
            let given = given.into_iter().skip(2).filter(|_| free > 0);
            let given = given.map(index(free.max(1))).collect();
            Board { rows, columns, blocked, given }
        })
    }

    /// All sets of so many vertices at most, in rising order each.
    fn all(vertices: u32) -> impl Iterator<Item = Vec<u32>> {
        assert!(vertices <= 16, "too many sets");
        (0_u32..1 << vertices)
            .map(move |set| (0..vertices).filter(|vertex| set >> vertex & 1 == 1).collect())
    }

    fn has_given(given: &[u32], set: &[u32]) -> bool {
        given.iter().all(|vertex| set.contains(vertex))
    }

    /// All independent sets with the given vertices, of every size.
    pub fn independent(model: &IndependentSet) -> Vec<Vec<u32>> {
        let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
        all(model.vertices())
            .filter(|set| has_given(&model.given, set))
            .filter(|set| !edges.iter().any(|(a, b)| set.contains(a) && set.contains(b)))
            .collect()
    }

    /// All dominating sets with the given vertices, of every size.
    pub fn dominating(model: &DominatingSet) -> Vec<Vec<u32>> {
        let near = |a: u32, b: u32| model.graph().edge_between(a, b).is_some();
        all(model.vertices())
            .filter(|set| has_given(model.given(), set))
            .filter(|set| {
                (0..model.vertices()).all(|vertex| {
                    (!model.total && set.contains(&vertex))
                        || set.iter().any(|&piece| near(piece, vertex))
                })
            })
            .filter(|set| {
                !model.independent || !set.iter().any(|&a| set.iter().any(|&b| near(a, b)))
            })
            .collect()
    }
}
