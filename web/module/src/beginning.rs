//! The module that the page starts with: tours, queens, placements and routes, and their methods
//! with the least code.

use satranj::{
    PlaceStatement, QueensStatement, RouteStatement, StatedPuzzle, TourStatement,
    encodings::{
        hamiltonian::{cuts::CUTS, vertex_elimination::VERTEX_ELIMINATION},
        independent_set::lines::LINES,
    },
    methods::{
        Method, Registry,
        graph::{matching::KONIG, route::BFS},
        native::{dfs, queens, rotations::ROTATIONS},
        sat::{auto, encoded},
    },
    puzzles::Stated,
};
use serde::Deserialize;
use wasm_bindgen::prelude::*;

/// The default of each puzzle first.
const METHODS: [Method; 11] = [
    auto::AUTO,
    encoded::by(&CUTS),
    encoded::WARM_CUTS,
    encoded::by(&VERTEX_ELIMINATION),
    encoded::by(&LINES),
    KONIG,
    BFS,
    ROTATIONS,
    dfs::DEPTH_FIRST,
    queens::dfs::DEPTH_FIRST,
    queens::min_conflicts::MIN_CONFLICTS,
];

/// The same without counting.
const SEARCHES: [Method; METHODS.len()] = {
    let mut methods = METHODS;
    let mut at = 0;
    while at < methods.len() {
        methods[at] = methods[at].without_counting();
        at += 1;
    }
    methods
};

/// All of them.
pub fn registry() -> Registry {
    Registry::new(SEARCHES.to_vec())
}

/// The statements of these puzzles; `statement.js` has the same list.
#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum Beginning {
    Tour(TourStatement),
    Queens(QueensStatement),
    Place(PlaceStatement),
    Route(RouteStatement),
}

/// The puzzle of a statement made by the page; errors have fewer words than those of the whole module.
pub fn puzzle(statement: &str) -> Result<Box<dyn StatedPuzzle>, JsError> {
    match serde_json::from_str(statement)? {
        Beginning::Tour(tour) => made(tour),
        Beginning::Queens(queens) => made(queens),
        Beginning::Place(place) => made(place),
        Beginning::Route(route) => made(route),
    }
}

fn made<S: Stated>(statement: S) -> Result<Box<dyn StatedPuzzle>, JsError> {
    Ok(Box::new(S::Puzzle::try_from(statement)?))
}
