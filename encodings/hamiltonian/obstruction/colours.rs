//! Two-coloured graphs with too many vertices of one colour.

use super::reason::HamiltonianObstruction;
use crate::{graph::Graph, hamiltonian::Hamiltonian, lattice::Lattice};

/// The obstruction in the colours of a bipartite graph. O(n + m).
pub(super) fn colours(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    let colours = graph.two_colouring()?;
    let dark = colours.iter().filter(|&&colour| colour).count();
    colours_of(model, colours.len(), dark, |vertex| colours[vertex as usize])
}

/// The obstruction in a proper two-colouring of n vertices, this many of which are dark, if there
/// is one.
fn colours_of(
    model: &Hamiltonian,
    n: usize,
    dark: usize,
    is_dark: impl Fn(u32) -> bool,
) -> Option<HamiltonianObstruction> {
    let class = |colour: bool| -> Vec<u32> {
        (0..n as u32).filter(|&vertex| is_dark(vertex) == colour).collect()
    };
    let larger = dark * 2 > n;
    let difference = dark.abs_diff(n - dark);
    if difference > usize::from(!model.closed) {
        return Some(HamiltonianObstruction::Colours { class: class(larger), ends: Vec::new() });
    }
    if model.closed || n == 1 {
        return None;
    }
    let colour = |vertex: &u32| is_dark(*vertex);
    let chosen: Vec<u32> = model.start.iter().chain(&model.end).copied().collect();
    if difference == 1 {
        let wrong: Vec<u32> = chosen.into_iter().filter(|end| colour(end) != larger).collect();
        if !wrong.is_empty() {
            return Some(HamiltonianObstruction::Colours { class: class(larger), ends: wrong });
        }
    } else if chosen.len() == 2 && colour(&chosen[0]) == colour(&chosen[1]) {
        // Half the places, and neither end: the class has too few places by one.
        return Some(HamiltonianObstruction::Colours {
            class: class(!colour(&chosen[0])),
            ends: chosen,
        });
    }
    None
}

/// The colours of a free lattice whose steps all change the colour of the chessboard.
pub(super) fn chessboard(model: &Hamiltonian, lattice: &Lattice) -> Option<HamiltonianObstruction> {
    if lattice.steps().iter().any(|step| (step.rows + step.columns) % 2 == 0) {
        return None;
    }
    let n = lattice.vertices();
    let is_dark = |vertex| {
        let (row, column) = lattice.position(vertex);
        (row + column) % 2 == 1
    };
    // The first cell is light.
    colours_of(model, n as usize, (n / 2) as usize, is_dark)
}
