//! The connected components of chosen edges: paths and cycles.

use fixedbitset::FixedBitSet;

/// No neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// The chosen edges, component by component.
pub(super) struct Components {
    /// The neighbours of each vertex.
    pub chosen: Vec<[u32; 2]>,
    /// The component of each vertex.
    pub marks: Vec<u32>,
    /// The vertices, component after component, each in the order of a walk along it.
    pub order: Vec<u32>,
    /// Where each component begins in the order.
    pub begins: Vec<usize>,
}

impl Components {
    /// The components of these neighbours, that of `first` first.
    pub fn of(chosen: Vec<[u32; 2]>, first: Option<u32>) -> Self {
        let mut marks = vec![NONE; chosen.len()];
        let (order, begins) = walk(&chosen, first);
        for (mark, &begin) in (0..).zip(&begins) {
            let finish = begins.get(mark as usize + 1).copied().unwrap_or(order.len());
            order[begin..finish].iter().for_each(|&vertex| marks[vertex as usize] = mark);
        }
        Self { chosen, marks, order, begins }
    }
}

/// Walks along all components, that of `first` first; returns the vertices in their order and
/// where each component begins.
pub(super) fn walk(neighbours: &[[u32; 2]], first: Option<u32>) -> (Vec<u32>, Vec<usize>) {
    let mut seen = FixedBitSet::with_capacity(neighbours.len());
    let mut order: Vec<u32> = Vec::with_capacity(neighbours.len());
    let mut begins = Vec::new();
    for root in first.into_iter().chain(0..neighbours.len() as u32) {
        if seen.contains(root as usize) {
            continue;
        }
        begins.push(order.len());
        let mut next = Some(root);
        while let Some(vertex) = next {
            seen.insert(vertex as usize);
            order.push(vertex);
            let unseen = |other: &u32| *other != NONE && !seen.contains(*other as usize);
            next = neighbours[vertex as usize].into_iter().find(unseen);
        }
    }
    (order, begins)
}
