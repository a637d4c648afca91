//! Colourings of graphs: every choice of colours is tried.

use std::collections::BTreeSet;

/// All colourings of `vertices` vertices with colours from 0 to `colours - 1`, as the colour of each vertex: the
/// ends of an edge differ, and each given vertex has its colour.
#[must_use]
pub fn colourings(
    vertices: u32,
    edges: &[(u32, u32)],
    given: &[(u32, u32)],
    colours: u32,
) -> BTreeSet<Vec<u32>> {
    let codes = 0..colours.pow(vertices);
    let colourings = codes
        .map(|code| (0..vertices).map(|vertex| code / colours.pow(vertex) % colours).collect())
        .filter(|colouring: &Vec<u32>| {
            edges.iter().all(|&(a, b)| colouring[a as usize] != colouring[b as usize])
                && given.iter().all(|&(vertex, colour)| colouring[vertex as usize] == colour)
        });
    colourings.collect()
}
