//! The SAT methods that solve an encoding unchanged.

use satranj_encodings::{
    colouring::{direct, order::COLOUR_ORDER},
    dominating_set::{cover, line_cover},
    encoding::UsedOptions,
    hamiltonian::{
        alternating_cuts, binary_order, chinese_remainder, cuts, lfsr, position, unary_order,
        vertex_elimination,
    },
    independent_set::lines,
    longest_path::skipping,
    vertex_cover::ends,
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

/// `sat:cuts`.
pub const CUTS: Method = of(
    "sat:cuts",
    "one variable per edge, degree constraints; joins cycles or cuts them until one remains",
    Sat::CUTS,
);

/// `sat:cuts-only`.
pub const CUTS_ONLY: Method =
    of("sat:cuts-only", "as sat:cuts, but only cuts cycles and joins none", Sat::of(&cuts::CUTS));

/// `sat:warm-cuts`.
pub const WARM_CUTS: Method = of(
    "sat:warm-cuts",
    "as sat:cuts, but first tries the edges of a 2-factor found by matching",
    Sat::WARM_CUTS,
);

/// `sat:alternating-cuts`.
pub const ALTERNATING_CUTS: Method = Method::finding(
    Description {
        scope: Some("closed tours with an even number of vertices"),
        options: REDUCED,
        ..Description::sat(
            "sat:alternating-cuts",
            "as sat:cuts, but the cycle's edges alternate between two colours; for cubic graphs",
        )
        .minding(alternating_cuts::ALTERNATING_CUTS.minds())
    },
    |model| model.as_hamiltonian().is_some(),
    |model, goal| Sat::ALTERNATING_CUTS.finder(model, goal),
);

/// `sat:position`.
pub const POSITION: Method = of(
    "sat:position",
    "variables at(vertex, time), with distance and parity reductions",
    Sat::of(&position::POSITION),
);

/// `sat:unary-order`.
pub const UNARY_ORDER: Method = of(
    "sat:unary-order",
    "one variable per arc, and the time of each visit in unary",
    Sat::of(&unary_order::UNARY_ORDER),
);

/// `sat:binary-order`.
pub const BINARY_ORDER: Method = of(
    "sat:binary-order",
    "one variable per arc, and the time of each visit in binary",
    Sat::of(&binary_order::BINARY_ORDER),
);

/// `sat:vertex-elimination`.
pub const VERTEX_ELIMINATION: Method = of(
    "sat:vertex-elimination",
    "one variable per arc; excludes subtours by vertex elimination",
    Sat::of(&vertex_elimination::VERTEX_ELIMINATION),
);

/// `sat:lfsr`.
pub const LFSR: Method = of(
    "sat:lfsr",
    "one variable per arc; vertices are numbered by the states of a shift register",
    Sat::of(&lfsr::LFSR),
);

/// `sat:chinese-remainder`.
pub const CHINESE_REMAINDER: Method = of(
    "sat:chinese-remainder",
    "one variable per arc; vertices are numbered modulo small coprime numbers",
    Sat::of(&chinese_remainder::CHINESE_REMAINDER),
);

/// `sat:skipping`.
pub const SKIPPING: Method = of(
    "sat:skipping",
    "one variable per arc, acyclic by vertex elimination; vertices may be left out",
    Sat::of(&skipping::SKIPPING),
);

/// `sat:lines`.
pub const LINES: Method = of(
    "sat:lines",
    "one variable per vertex, at most one chosen vertex per clique (a line of attack)",
    Sat::of(&lines::LINES),
);

/// `sat:edges`.
pub const EDGES: Method = of(
    "sat:edges",
    "one variable per vertex, one clause per edge (two squares that attack each other)",
    Sat::of(&lines::EDGES),
);

/// `sat:cover`.
pub const COVER: Method = of(
    "sat:cover",
    "one variable per vertex, one clause per vertex (one of its dominators is chosen)",
    Sat::of(&cover::COVER),
);

/// `sat:ends`.
pub const ENDS: Method = of(
    "sat:ends",
    "one variable per vertex, one clause per edge (one of its ends is chosen)",
    Sat::of(&ends::ENDS),
);

/// `sat:direct`.
pub const DIRECT: Method = of(
    "sat:direct",
    "one variable per vertex and colour, one clause per edge and colour",
    Sat::of(&direct::DIRECT),
);

/// `sat:full-cliques`.
pub const FULL_CLIQUES: Method = of(
    "sat:full-cliques",
    "as sat:direct, and every clique with as many vertices as colours has each colour",
    Sat::of(&direct::FULL_CLIQUES),
);

/// `sat:order`.
pub const ORDER: Method = of(
    "sat:order",
    "the colour of each vertex in the order encoding (unary)",
    Sat::of(&COLOUR_ORDER),
);

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
