//! All encodings by name. Only what chooses among encodings needs this file: nothing else of
//! the crate imports it.

use crate::{
    dominating_set::{cover::Cover, line_cover::LineCover},
    encoding::Encoding,
    gathering::assignment::AssignmentEncoding,
    hamiltonian::{
        alternating_cuts::AlternatingCuts, binary_order::BinaryOrder,
        chinese_remainder::ChineseRemainder, cuts::Cuts, lfsr::Lfsr, position::Position,
        unary_order::UnaryOrder, vertex_elimination::VertexElimination,
    },
    independent_set::{edges::Edges, lines::Lines},
    planning::Planning,
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
        &AssignmentEncoding,
        &Planning,
    ]
}

/// The encoding of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    encodings().iter().copied().find(|encoding| encoding.name() == name)
}
