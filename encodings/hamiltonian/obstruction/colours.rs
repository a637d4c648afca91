//! Two-coloured graphs with too many vertices of one colour.

use super::Obstruction;
use crate::{graph::Graph, hamiltonian::Hamiltonian, lattice::Lattice};

/// The obstruction in the colours of a bipartite graph. O(n + m).
pub(super) fn colours(model: &Hamiltonian, graph: &Graph) -> Option<Obstruction> {
    colours_of(model, &graph.two_colouring()?)
}

/// The obstruction in a proper two-colouring, if there is one.
fn colours_of(model: &Hamiltonian, colours: &[bool]) -> Option<Obstruction> {
    let n = colours.len();
    let class = |colour: bool| -> Vec<u32> {
        (0..n as u32).filter(|&vertex| colours[vertex as usize] == colour).collect()
    };
    let dark = colours.iter().filter(|&&colour| colour).count();
    let larger = dark * 2 > n;
    let difference = dark.abs_diff(n - dark);
    if difference > usize::from(!model.closed) {
        return Some(Obstruction::Colours { class: class(larger), ends: Vec::new() });
    }
    if model.closed || n == 1 {
        return None;
    }
    let colour = |vertex: &u32| colours[*vertex as usize];
    let chosen: Vec<u32> = model.start.iter().chain(&model.end).copied().collect();
    if difference == 1 {
        let wrong: Vec<u32> = chosen.into_iter().filter(|end| colour(end) != larger).collect();
        if !wrong.is_empty() {
            return Some(Obstruction::Colours { class: class(larger), ends: wrong });
        }
    } else if chosen.len() == 2 && colour(&chosen[0]) == colour(&chosen[1]) {
        // Half the places, and neither end: the class has too few places by one.
        return Some(Obstruction::Colours { class: class(!colour(&chosen[0])), ends: chosen });
    }
    None
}

/// The colours of a free lattice whose steps all change the colour of the chessboard.
pub(super) fn chessboard(model: &Hamiltonian, lattice: &Lattice) -> Option<Obstruction> {
    if lattice.steps().iter().any(|step| (step.rows + step.columns) % 2 == 0) {
        return None;
    }
    let colours = (0..lattice.vertices()).map(|vertex| {
        let (row, column) = lattice.position(vertex);
        (row + column) % 2 == 1
    });
    colours_of(model, &colours.collect::<Vec<bool>>())
}
