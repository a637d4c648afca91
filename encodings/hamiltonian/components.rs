//! The connected components of chosen edges: paths and cycles.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

/// No neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// The chosen edges, component by component.
pub(super) struct Components {
    /// The neighbours of each vertex; a successor alone will do.
    pub chosen: Vec<[u32; 2]>,
    /// The component of each vertex.
    pub marks: Vec<u32>,
    /// The vertices, component after component, each in the order of a walk along it.
    pub order: Vec<u32>,
    /// Where each component begins in the order.
    begins: Vec<usize>,
}

impl Components {
    /// The components of these neighbours, that of `first` first.
    pub fn of(chosen: Vec<[u32; 2]>, first: Option<u32>) -> Self {
        let mut seen = FixedBitSet::with_capacity(chosen.len());
        let mut marks = vec![NONE; chosen.len()];
        let mut order: Vec<u32> = Vec::with_capacity(chosen.len());
        let mut begins = Vec::new();
        for root in first.into_iter().chain(0..chosen.len() as u32) {
            if seen.contains(root as usize) {
                continue;
            }
            let mark = begins.len() as u32;
            begins.push(order.len());
            let mut next = Some(root);
            while let Some(vertex) = next {
                seen.insert(vertex as usize);
                marks[vertex as usize] = mark;
                order.push(vertex);
                let unseen = |other: &u32| *other != NONE && !seen.contains(*other as usize);
                next = chosen[vertex as usize].into_iter().find(unseen);
            }
        }
        Self { chosen, marks, order, begins }
    }

    /// Number of components.
    pub fn count(&self) -> usize {
        self.begins.len()
    }

    /// The vertices of each component, in the order of a walk along it.
    pub fn parts(&self) -> impl Iterator<Item = &[u32]> {
        let ends = self.begins.iter().skip(1).copied().chain([self.order.len()]);
        self.begins.iter().zip(ends).map(|(&begin, end)| &self.order[begin..end])
    }

    /// The component of a vertex, in the order of a walk from there along a cycle.
    pub fn around(&self, vertex: u32) -> Vec<u32> {
        let mut cycle = self.parts().find(|part| part.contains(&vertex)).unwrap_or(&[]).to_vec();
        let at = cycle.iter().position(|&other| other == vertex).unwrap_or(0);
        cycle.rotate_left(at);
        cycle
    }

    /// The first of several components.
    pub fn sides(&self, most: usize) -> Vec<Vec<u32>> {
        let several = if self.count() > 1 { most } else { 0 };
        self.parts().take(several).map(<[u32]>::to_vec).collect()
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
        (0..).zip(self.parts()).take(most).map(cut).collect()
    }
}
