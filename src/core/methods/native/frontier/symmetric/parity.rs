//! Sets of paths counted apart by the parity of what their edges are labelled with.

use super::super::{
    boundary::BoundaryTurn,
    counts::ChoiceWeights,
    rules::{BITS, NONE},
};
use crate::methods::native::amount::Addend;

/// How many sets have labels of an even sum, and of an odd one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ByParity<N> {
    /// Of an even sum.
    pub even: N,
    /// Of an odd one.
    pub odd: N,
}

impl<N: Addend> Addend for ByParity<N> {
    type Wider = ByParity<N::Wider>;
    const BEYOND: u64 = 2 * N::BEYOND;

    fn one() -> Self {
        Self { even: N::one(), odd: N::default() }
    }

    fn raise(&mut self, by: &Self) -> bool {
        self.even.raise(&by.even) && self.odd.raise(&by.odd)
    }

    fn widen(&self) -> Self::Wider {
        ByParity { even: self.even.widen(), odd: self.odd.widen() }
    }
}

/// How many edges that are one in a graph have an even label, and an odd one.
pub type EdgeLabels = ByParity<u8>;

/// The labels of the edges that are decided in a turn.
pub struct TurnLabels {
    /// Partner by partner.
    labels: Vec<EdgeLabels>,
}

impl TurnLabels {
    /// Of a turn; `labels`: those of the edge to a vertex.
    pub fn new(turn: &BoundaryTurn, labels: impl Fn(u32) -> EdgeLabels) -> Self {
        Self { labels: turn.partners.iter().map(|partner| labels(partner.vertex)).collect() }
    }

    /// The labels of the edges of a choice together.
    fn of(&self, choice: u16) -> EdgeLabels {
        let chosen = [choice >> BITS, choice & NONE].into_iter();
        let chosen = chosen.filter_map(|number| self.labels.get(usize::from(number)));
        chosen.fold(EdgeLabels { even: 1, odd: 0 }, |all, edge| EdgeLabels {
            even: all.even * edge.even + all.odd * edge.odd,
            odd: all.even * edge.odd + all.odd * edge.even,
        })
    }
}

impl<N: Addend> ChoiceWeights<ByParity<N>> for TurnLabels {
    fn raise(&self, sum: &mut ByParity<N>, amount: &ByParity<N>, choice: u16) -> bool {
        let labels = self.of(choice);
        (0..labels.even).all(|_| sum.raise(amount))
            && (0..labels.odd).all(|_| sum.even.raise(&amount.odd) && sum.odd.raise(&amount.even))
    }
}
