//! All encodings by name. Only code that chooses among encodings needs this file: the rest of the
//! crate does not import it.

use crate::{
    colouring::{
        direct::{DIRECT, FULL_CLIQUES},
        order::COLOUR_ORDER,
    },
    dominating_set::{cover::COVER, line_cover::LINE_COVER},
    encoding::{Encoding, Options},
    hamiltonian::{
        alternating_cuts::ALTERNATING_CUTS,
        binary_order::BINARY_ORDER,
        chinese_remainder::CHINESE_REMAINDER,
        cuts::CUTS,
        lfsr::LFSR,
        position::POSITION,
        unary_order::UNARY_ORDER,
        vertex_elimination::{VERTEX_ELIMINATION, takes_at_most},
    },
    independent_set::lines::{EDGES, LINES},
    longest_path::skipping::SKIPPING,
    meeting::assignment::ASSIGNMENT,
    model::Model,
    planning::PLANNING,
    vertex_cover::ends::ENDS,
};

/// All encodings, in the order in which they are listed to the user.
#[must_use]
pub const fn encodings() -> &'static [&'static Encoding] {
    const ENCODINGS: &[&Encoding] = &[
        &POSITION,
        &CUTS,
        &ALTERNATING_CUTS,
        &UNARY_ORDER,
        &BINARY_ORDER,
        &VERTEX_ELIMINATION,
        &LFSR,
        &CHINESE_REMAINDER,
        &SKIPPING,
        &LINES,
        &EDGES,
        &COVER,
        &LINE_COVER,
        &ENDS,
        &DIRECT,
        &FULL_CLIQUES,
        &COLOUR_ORDER,
        &ASSIGNMENT,
        &PLANNING,
        &crate::planning::agents::MDD,
        &crate::planning::agents::MDD_LAZY,
    ];
    ENCODINGS
}

/// The encoding of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static Encoding> {
    encodings().iter().copied().find(|encoding| encoding.name() == name)
}

/// Limit on the steps (clauses, and 16 per way) up to which vertex elimination is the solvers' best
/// formula. Beyond, smaller formulas are better: cadical decided neither 24x24 nor 30x30 within 16
/// s.
const STEPS_THAT_SOLVERS_LIKE: u64 = 1 << 22;

/// The complete encoding that solvers decide fastest, as measured: for Hamiltonian models vertex
/// elimination, or Chinese remainders if that is too large; for others the first in the list.
/// Closed 16x16 by cadical: 0.08 s and 0.04 s, by positions 3.9 s; 20x20: 0.2 s, over 16 s.
///
/// For a Hamiltonian model O(n + m) up to 65,536 vertices, plus the time of some millions of steps;
/// if `is_stopped`, either of the two.
#[must_use]
pub fn for_solvers(model: &Model, is_stopped: &dyn Fn() -> bool) -> Option<&'static Encoding> {
    if let Some(model) = model.as_hamiltonian().filter(|_| VERTEX_ELIMINATION.supports(model)) {
        let (options, steps) = (Options::default(), STEPS_THAT_SOLVERS_LIKE);
        let is_small = takes_at_most(model, options, steps, is_stopped);
        return Some(if is_small { &VERTEX_ELIMINATION } else { &CHINESE_REMAINDER });
    }
    let mut complete = encodings().iter().filter(|encoding| encoding.complete());
    complete.find(|encoding| encoding.supports(model)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_encodings() {
        for encoding in encodings() {
            let (name, summary) = (encoding.name(), encoding.summary());
            assert_eq!(encoding.method(), format!("sat:{name}"));
            assert!(std::ptr::eq(by_name(name).unwrap(), *encoding), "{name}");
            let (kind, way) = summary.split_once(": ").unwrap();
            assert!(!kind.is_empty() && !way.is_empty(), "{summary}");
            assert_eq!(encoding.way(), way);
        }
        assert!(by_name("").is_none());
    }
}
