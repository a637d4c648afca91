//! The exchange model: pieces on a graph move one at a time to their goals.

use crate::lattice::Lattice;

/// A kind of pieces: an index of [`Exchange::kinds`].
pub type Kind = u8;

/// The kind of the piece on each vertex.
pub type Arrangement = Vec<Option<Kind>>;

/// A move of the piece on one vertex to another, which is empty.
pub type Move = (u32, u32);

/// The question of a shortest plan from one arrangement of pieces to another.
///
/// Pieces of one kind are interchangeable. A sliding piece stops before other pieces, the border
/// and blocked cells. A step is one move; if the plan is parallel, it is one or more moves that
/// could be made in any order: every vertex that a move enters or slides over is empty before the
/// step, and no other move of the step enters it.
#[derive(Debug, Clone)]
pub struct Exchange {
    /// The cells.
    pub cells: Lattice,
    /// The cells with the steps of each kind of pieces; all share their numbering.
    pub kinds: Vec<Lattice>,
    /// The pieces at the start.
    pub start: Arrangement,
    /// The pieces at the end: as many of each kind.
    pub goal: Arrangement,
    /// Whether several pieces may move in one step.
    pub parallel: bool,
    /// Any plan of at most this many steps is accepted, instead of a shortest one.
    pub at_most: Option<u64>,
}

/// Why there is no plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExchangeObstruction {
    /// No piece of the kind can leave these vertices (in rising order), whatever else moves, and
    /// start and goal have different numbers of the kind on them.
    Confined {
        /// The kind.
        kind: Kind,
        /// The vertices.
        vertices: Vec<u32>,
    },
}

impl Exchange {
    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.start.len() as u32
    }

    /// Calls `each` with every move of the piece of a kind from a vertex in an arrangement.
    pub fn moves_from(
        &self,
        arrangement: &[Option<Kind>],
        kind: Kind,
        from: u32,
        mut each: impl FnMut(u32),
    ) {
        self.kinds[kind as usize].rays(from, |ray| {
            let free = ray.iter().take_while(|&&to| arrangement[to as usize].is_none());
            free.for_each(|&to| each(to));
        });
    }

    /// A short reason why there is no plan: pieces that cannot leave a part of the board.
    /// O(kinds times cells times steps).
    #[must_use]
    pub fn obstruction(&self) -> Option<ExchangeObstruction> {
        for (kind, lattice) in (0..).zip(&self.kinds) {
            let mut seen = fixedbitset::FixedBitSet::with_capacity(self.start.len());
            for vertex in 0..self.vertices() {
                if self.start[vertex as usize] != Some(kind) || seen.contains(vertex as usize) {
                    continue;
                }
                let mut vertices = lattice.reach_more(vertex, &mut seen, |_| true);
                let count = |arrangement: &Arrangement| {
                    let stands = |vertex: &&u32| arrangement[**vertex as usize] == Some(kind);
                    vertices.iter().filter(stands).count()
                };
                if count(&self.start) != count(&self.goal) {
                    vertices.sort_unstable();
                    return Some(ExchangeObstruction::Confined { kind, vertices });
                }
            }
        }
        None
    }
}
