//! All encodings by name. Only what chooses among encodings needs this file: nothing else of
//! the crate imports it.

use crate::{
    colouring::{direct::Direct, full_cliques::FullCliques, order::ColourOrder},
    dominating_set::{cover::Cover, line_cover::LineCover},
    encoding::{Encoding, Options},
    gathering::assignment::AssignmentEncoding,
    hamiltonian::{
        alternating_cuts::AlternatingCuts, binary_order::BinaryOrder,
        chinese_remainder::ChineseRemainder, cuts::Cuts, lfsr::Lfsr, position::Position,
        unary_order::UnaryOrder, vertex_elimination::VertexElimination,
    },
    independent_set::{edges::Edges, lines::Lines},
    model::Model,
    planning::Planning,
    vertex_cover::ends::EdgeEnds,
};

/// All encodings, in the order in which they are listed to the user.
#[must_use]
pub fn encodings() -> &'static [&'static dyn Encoding] {
    &[
        &Position,
        &Cuts,
        &AlternatingCuts,
        &UnaryOrder,
        &BinaryOrder,
        &VertexElimination,
        &Lfsr,
        &ChineseRemainder,
        &Lines,
        &Edges,
        &Cover,
        &LineCover,
        &EdgeEnds,
        &Direct,
        &FullCliques,
        &ColourOrder,
        &AssignmentEncoding,
        &Planning,
    ]
}

/// The encoding of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    encodings().iter().copied().find(|encoding| encoding.name() == name)
}

/// Up to so many steps (clauses, and 16 for each way) formulas by vertex elimination are those that
/// solvers like best. Beyond, smaller formulas are handier: of 24x24 and 30x30 cadical decided
/// neither within 16 s.
const STEPS_THAT_SOLVERS_LIKE: u64 = 1 << 22;

/// The complete encoding whose formula solvers like best, as measured: of Hamiltonian models vertex
/// elimination, or chinese remainders where that is too large; of others the first in the list.
/// Closed 16x16 by cadical: 0.08 s and 0.04 s, by positions 3.9 s; 20x20: 0.2 s, over 16 s.
///
/// O(n + m) up to 65,536 vertices, and the time of some millions of steps, for a Hamiltonian model;
/// where `is_stopped` says so, it is whichever.
#[must_use]
pub fn for_solvers(model: &Model, is_stopped: &dyn Fn() -> bool) -> Option<&'static dyn Encoding> {
    if let Some(model) = model.as_hamiltonian() {
        let (options, steps) = (Options::default(), STEPS_THAT_SOLVERS_LIKE);
        let is_small = VertexElimination::takes_at_most(model, options, steps, is_stopped);
        return Some(if is_small { &VertexElimination } else { &ChineseRemainder });
    }
    let mut complete = encodings().iter().filter(|encoding| encoding.complete());
    complete.find(|encoding| encoding.supports(model)).copied()
}
