//! The obstruction of a symmetry that no path or cycle can have.

use super::reason::HamiltonianObstruction;
use crate::hamiltonian::Hamiltonian;

/// A symmetry that cannot shift a cycle along itself, nor turn a path or cycle round.
///
/// A symmetry of order k that shifts a cycle of n vertices has orbits of k vertices, and shifts by an
/// odd multiple of n/k steps for k = 2 and 4. One that turns it round keeps two vertices, or two edges
/// whose ends it exchanges, or one of each; one that turns a path round keeps the vertex or the edge in
/// the middle. In a bipartite graph an odd number of steps exchanges the colours. O(n + m).
pub(super) fn symmetry(model: &Hamiltonian) -> Option<HamiltonianObstruction> {
    let images = &model.symmetry.as_ref()?.images;
    let image = |vertex: u32| images[vertex as usize];
    let n = model.vertices();
    let fixed: Vec<u32> = (0..n).filter(|&vertex| image(vertex) == vertex).collect();
    let is_involution = (0..n).all(|vertex| image(image(vertex)) == vertex);
    let graph = model.graph();
    let swapped = (0..n).filter(|&vertex| {
        let other = image(vertex);
        vertex < other && image(other) == vertex && graph.edge_between(vertex, other).is_some()
    });
    let edges = swapped.count();
    let colours = graph.two_colouring();
    let exchanges = colours.as_ref().and_then(|colours| {
        let mut changes = (0..n).map(|v| colours[v as usize] != colours[image(v) as usize]);
        let first = changes.next()?;
        changes.all(|change| change == first).then_some(first)
    });
    // Whether each way is possible, if it exchanges the colours or not.
    let order: u32 = if is_involution { 2 } else { 4 };
    // Whether each orbit has as many vertices as the order, so that they divide all.
    let has_whole_orbits = (0..n)
        .all(|vertex| image(vertex) != vertex && (is_involution || image(image(vertex)) != vertex));
    let shift = model.closed && has_whole_orbits;
    let (fixed_twice, swapped_twice) = match (model.closed, n.is_multiple_of(2)) {
        (true, true) => (fixed.len() == 2, fixed.is_empty() && edges >= 2),
        (true, false) => (fixed.len() == 1 && edges >= 1, false),
        (false, true) => (false, fixed.is_empty() && edges >= 1),
        (false, false) => (fixed.len() == 1, false),
    };
    let ways = [
        (shift, (n / order) % 2 == 1),
        (is_involution && fixed_twice, false),
        (is_involution && swapped_twice, true),
    ];
    let possible = |(way, exchange): &(bool, bool)| {
        *way && exchanges.is_none_or(|exchanges| exchanges == *exchange)
    };
    if ways.iter().any(possible) {
        return None;
    }
    let shown = match colours {
        Some(colours) if ways.iter().any(|&(way, _)| way) => {
            (0..n).filter(|&vertex| colours[vertex as usize]).collect()
        }
        _ => fixed,
    };
    Some(HamiltonianObstruction::Symmetry(shown))
}
