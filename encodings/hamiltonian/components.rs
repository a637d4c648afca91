//! The connected components of chosen edges: paths and cycles.

use std::iter;

use rustsat::types::Lit;

use crate::flat_lists::FlatLists;

/// No neighbour, or no component.
pub(super) const NONE: u32 = u32::MAX;

/// The chosen edges, component by component.
pub(super) struct Components {
    /// The neighbours of each vertex; a successor alone will do.
    pub chosen: Vec<[u32; 2]>,
    /// The component of each vertex.
    pub marks: Vec<u32>,
    /// The vertices of each component, in the order of a walk along it.
    pub walks: FlatLists<u32>,
}

/// A walk from a vertex along those of no component yet, which become one of this number.
pub(super) fn walk<'a>(
    neighbours: &'a [[u32; 2]],
    marks: &'a mut [u32],
    (root, mark): (u32, u32),
) -> impl Iterator<Item = u32> + 'a {
    let mut next = Some(root);
    iter::from_fn(move || {
        let vertex = next?;
        marks[vertex as usize] = mark;
        let is_open = |other: &u32| *other != NONE && marks[*other as usize] == NONE;
        next = neighbours[vertex as usize].into_iter().find(is_open);
        Some(vertex)
    })
}

impl Components {
    /// The components of these neighbours, that of `first` first.
    pub fn of(chosen: Vec<[u32; 2]>, first: Option<u32>) -> Self {
        let mut marks = vec![NONE; chosen.len()];
        let mut walks = FlatLists::default();
        for root in first.into_iter().chain(0..chosen.len() as u32) {
            if marks[root as usize] == NONE {
                let mark = walks.len() as u32;
                walks.push(walk(&chosen, &mut marks, (root, mark)));
            }
        }
        Self { chosen, marks, walks }
    }

    /// Number of components.
    pub fn count(&self) -> usize {
        self.walks.len()
    }

    /// The vertices, component after component.
    pub fn into_order(self) -> Vec<u32> {
        self.walks.into_items()
    }

    /// The component of a vertex, in the order of a walk from there along a cycle.
    pub fn around(&self, vertex: u32) -> Vec<u32> {
        let mut cycle =
            self.walks.iter().find(|walk| walk.contains(&vertex)).unwrap_or(&[]).to_vec();
        let at = cycle.iter().position(|&other| other == vertex).unwrap_or(0);
        cycle.rotate_left(at);
        cycle
    }

    /// The first of several components.
    pub fn sides(&self, most: usize) -> Vec<Vec<u32>> {
        let several = if self.count() > 1 { most } else { 0 };
        self.walks.iter().take(several).map(<[u32]>::to_vec).collect()
    }

    /// "Some edge leaves it" for each of the first components; `edges` lists the other ends of the
    /// edges at a vertex, with their literals.
    pub fn cuts<I>(&self, most: usize, edges: impl Fn(u32) -> I) -> Vec<Vec<Lit>>
    where
        I: Iterator<Item = (u32, Lit)>,
    {
        let cut = |(mark, part): (u32, &[u32])| {
            let edges = part.iter().flat_map(|&vertex| edges(vertex));
            let leaving = edges.filter(|&(other, _)| self.marks[other as usize] != mark);
            leaving.map(|(_, literal)| literal).collect()
        };
        (0..).zip(self.walks.iter()).take(most).map(cut).collect()
    }
}
