//! Placements of several kinds of pieces.

use crate::{PlainGraph, boards::PlainBoard, pieces::PlainStep, sets::independent_sets};

/// Pieces of one kind.
#[derive(Debug, Clone)]
pub struct PlainTroop {
    /// The steps by which they move, and so attack.
    pub steps: Vec<PlainStep>,
    /// Pieces of one side do not attack one another.
    pub side: Option<u32>,
    /// How many there are; `None` for as many as possible, the same number of each such kind.
    pub count: Option<u32>,
}

/// A placement in which no piece attacks one that is not of its side. The vertices are the free
/// squares for the first kind, then those for the second, and so on.
#[derive(Debug, Clone)]
pub struct PlainArmy {
    /// The board.
    pub board: PlainBoard,
    /// The kinds, in their order.
    pub kinds: Vec<PlainTroop>,
    /// Whether a blocked square stops those that slide.
    pub shielded: bool,
    /// Vertices that are in.
    pub given: Vec<u32>,
}

impl PlainArmy {
    /// The kind of a vertex.
    fn kind(&self, vertex: u32) -> usize {
        vertex as usize / self.board.free().len()
    }

    /// For each vertex those that exclude it: another kind on its square, or an enemy that attacks
    /// it or that it attacks.
    #[must_use]
    pub fn conflicts(&self) -> PlainGraph {
        let attacks: Vec<PlainGraph> = self.kinds.iter().map(|kind| self.attacks(kind)).collect();
        let free = self.board.free().len();
        let all = free * self.kinds.len();
        let conflict = |a: usize, b: usize| {
            let ((one, here), (two, there)) = ((a / free, a % free), (b / free, b % free));
            let side = self.kinds[one].side;
            let is_near =
                |kind: usize, from: usize, to: usize| attacks[kind][from].contains(&(to as u32));
            let are_friends = side.is_some() && side == self.kinds[two].side;
            if here == there {
                a != b
            } else {
                !are_friends && (is_near(one, here, there) || is_near(two, there, here))
            }
        };
        (0..all).map(|a| (0..all).filter(|&b| conflict(a, b)).map(|b| b as u32).collect()).collect()
    }

    fn attacks(&self, kind: &PlainTroop) -> PlainGraph {
        if self.shielded {
            self.board.graph(&kind.steps)
        } else {
            self.board.graph_over_blocked(&kind.steps)
        }
    }

    /// All sets without a conflict that contain the given vertices, with any counts.
    #[must_use]
    pub fn sets(&self) -> Vec<Vec<u32>> {
        independent_sets(&self.conflicts(), &self.given)
    }

    /// The value of a set: the number of each kind without a fixed count, or of all vertices if
    /// every count is fixed. `None` if its numbers are wrong.
    #[must_use]
    pub fn value(&self, set: &[u32]) -> Option<u32> {
        let mut value = None;
        for (index, kind) in self.kinds.iter().enumerate() {
            let number = set.iter().filter(|&&vertex| self.kind(vertex) == index).count() as u32;
            match kind.count {
                Some(count) if count != number => return None,
                None if value.is_some_and(|value| value != number) => return None,
                None => value = Some(number),
                Some(_) => {}
            }
        }
        Some(value.unwrap_or(set.len() as u32))
    }
}
