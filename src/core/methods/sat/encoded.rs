//! The SAT methods that solve an encoding unchanged: one for each in the registry of encodings, and
//! variants.

use satranj_encodings::{
    dominating_set::line_cover,
    encoding::{Encoding, UsedOptions},
    hamiltonian::{alternating_cuts, cuts},
    registry,
};

use super::Sat;
use crate::methods::{Description, Method, MethodOption};

/// Options of a method whose encoding has no options.
const PLAIN: &[MethodOption] = &[MethodOption::Seed, MethodOption::Solver];

/// Options of a method whose encoding uses at-most-ones.
pub(super) const AT_MOST_ONE: &[MethodOption] =
    &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne];

/// Options of a method for tours whose encoding needs no at-most-one.
const REDUCED: &[MethodOption] =
    &[MethodOption::Seed, MethodOption::Solver, MethodOption::Reductions];

/// Options of a method for tours.
pub const HAMILTONIAN: &[MethodOption] =
    &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne, MethodOption::Reductions];

/// Options of a portfolio for tours.
pub const PORTFOLIO: &[MethodOption] = &[
    MethodOption::Seed,
    MethodOption::Solver,
    MethodOption::AtMostOne,
    MethodOption::Reductions,
    MethodOption::Threads,
];

/// The methods `sat:NAME` of all encodings that a solver decides unchanged.
pub const METHODS: [Method; COUNT] = {
    let mut methods = [CUTS_ONLY; COUNT];
    let (mut at, mut next) = (0, 0);
    while at < COUNT {
        let encoding = registry::encodings()[next];
        if encoding.solved_unchanged() {
            methods[at] = by(encoding);
            at += 1;
        }
        next += 1;
    }
    methods
};

/// How many they are.
const COUNT: usize = {
    let (mut count, mut next) = (0, 0);
    while next < registry::encodings().len() {
        count += registry::encodings()[next].solved_unchanged() as usize;
        next += 1;
    }
    count
};

/// The method `sat:NAME` that solves the encoding NAME unchanged.
#[must_use]
pub const fn by(encoding: &'static Encoding) -> Method {
    of(encoding.method(), encoding.way(), Sat::of(encoding))
}

/// A method that solves an encoding unchanged.
const fn of(name: &'static str, summary: &'static str, sat: Sat) -> Method {
    let options = match sat.encoding().uses() {
        UsedOptions { at_most_one: true, reductions: true } => HAMILTONIAN,
        UsedOptions { at_most_one: true, .. } => AT_MOST_ONE,
        UsedOptions { reductions: true, .. } => REDUCED,
        UsedOptions { .. } => PLAIN,
    };
    Method::encoded(Description { options, ..Description::sat(name, summary) }, sat)
}

/// `sat:cuts-only`.
pub const CUTS_ONLY: Method = of(
    "sat:cuts-only",
    "as sat:cuts, but only cuts cycles and joins none",
    Sat { merges: false, ..Sat::of(&cuts::CUTS) },
);

/// `sat:warm-cuts`.
pub const WARM_CUTS: Method = of(
    "sat:warm-cuts",
    "as sat:cuts, but first tries the edges of a 2-factor found by matching",
    Sat { warm: true, ..Sat::of(&cuts::CUTS) },
);

/// `sat:alternating-cuts`.
pub const ALTERNATING_CUTS: Method = Method::encoded(
    Description {
        scope: Some("closed tours with an even number of vertices"),
        options: REDUCED,
        ..Description::sat(
            "sat:alternating-cuts",
            "as sat:cuts, but the cycle's edges alternate between two colours; for cubic graphs",
        )
    },
    Sat::of(&alternating_cuts::ALTERNATING_CUTS),
)
.taking(|model| model.as_hamiltonian().is_some());

/// `sat:line-cover`.
pub const LINE_COVER: Method = Method::encoded(
    Description {
        // The order of literals seldom matters to it.
        draws: false,
        ..Description::sat(
            "sat:line-cover",
            "one variable per square and per line; every square lies on a used line; for riders",
        )
    },
    Sat::of(&line_cover::LINE_COVER),
);
