//! The methods that the page begins with: those of tours, queens, placements and routes that need the least code.

use satranj::{
    StatedPuzzle, Statement,
    methods::{
        Method, Registry,
        graph::{matching::KONIG, route::BFS},
        native::{dfs, divide::DIVIDE, queens},
        sat::{auto, encoded},
    },
};
use wasm_bindgen::prelude::*;

/// The default of each puzzle first.
const METHODS: [Method; 11] = [
    auto::AUTO,
    encoded::CUTS,
    encoded::WARM_CUTS,
    encoded::VERTEX_ELIMINATION,
    encoded::LINES,
    KONIG,
    BFS,
    DIVIDE,
    dfs::DEPTH_FIRST,
    queens::dfs::DEPTH_FIRST,
    queens::min_conflicts::MIN_CONFLICTS,
];

/// The same without what counts.
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

/// The puzzle, of a statement that the page makes; where it is no statement, that is told in fewer words
/// than by the whole module.
pub fn puzzle(statement: &str) -> Result<Box<dyn StatedPuzzle>, JsError> {
    Ok(serde_json::from_str::<Statement>(statement)?.into_puzzle()?)
}
