//! The methods that the page begins with: those that need the least code, for most puzzles.

use satranj::{
    StatedPuzzle, Statement,
    methods::{
        Method, Registry,
        graph::{
            dominating_set, independent_set,
            matching::KONIG,
            route::{A_STAR, BFS, DIJKSTRA},
            search::SEARCH,
        },
        native::{
            cliques::CLIQUES, colouring::DSATUR, dfs, divide::DIVIDE, domination::DOMINATION,
            queens, rotations::ROTATIONS,
            warnsdorff::WARNSDORFF,
        },
        sat::{auto, encoded},
    },
};
use wasm_bindgen::prelude::*;

/// The default of each puzzle first.
const METHODS: [Method; 28] = [
    auto::AUTO,
    encoded::CUTS,
    encoded::WARM_CUTS,
    encoded::ALTERNATING_CUTS,
    encoded::POSITION,
    encoded::VERTEX_ELIMINATION,
    encoded::LINES,
    encoded::EDGES,
    encoded::LINE_COVER,
    encoded::COVER,
    encoded::ENDS,
    encoded::DIRECT,
    SEARCH,
    KONIG,
    independent_set::SEARCH,
    dominating_set::SEARCH,
    BFS,
    DIJKSTRA,
    A_STAR,
    DIVIDE,
    ROTATIONS,
    WARNSDORFF,
    dfs::DEPTH_FIRST,
    queens::dfs::DEPTH_FIRST,
    queens::min_conflicts::MIN_CONFLICTS,
    CLIQUES,
    DSATUR,
    DOMINATION,
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
