//! Edges that every cycle of the model has: given ones, and the only two of a vertex.

use satranj_encodings::hamiltonian::Hamiltonian;

use super::adjacency::Adjacency;

/// The forced edges at each vertex, at most two.
pub struct ForcedPartners {
    /// Empty where there is none at all.
    partners: Vec<[u32; 2]>,
}

/// No partner.
pub const NONE: u32 = u32::MAX;

impl ForcedPartners {
    /// The given edges and those of the vertex between the ends; with `only`, also both edges
    /// of each vertex that has no third. `None` if three meet at a vertex: there is no cycle.
    #[must_use]
    pub fn new(model: &Hamiltonian, adjacency: &Adjacency<'_>, only: bool) -> Option<Self> {
        let mut forced = Self { partners: Vec::new() };
        let n = adjacency.all_vertices();
        for &(a, b) in &model.given {
            forced.add(n, a, b)?;
        }
        for &end in &adjacency.ends {
            forced.add(n, n - 1, end)?;
        }
        let mut list = Vec::new();
        for vertex in (0..adjacency.vertices()).filter(|_| only) {
            adjacency.all_neighbours(vertex, &mut list);
            if let [one, other] = list[..] {
                forced.add(n, vertex, one)?;
                forced.add(n, vertex, other)?;
            }
        }
        Some(forced)
    }

    /// Forces an edge among n vertices.
    fn add(&mut self, n: u32, a: u32, b: u32) -> Option<()> {
        if self.partners.is_empty() {
            self.partners = vec![[NONE; 2]; n as usize];
        }
        for (vertex, other) in [(a, b), (b, a)] {
            let partners = &mut self.partners[vertex as usize];
            if !partners.contains(&other) {
                *partners.iter_mut().find(|slot| **slot == NONE)? = other;
            }
        }
        Some(())
    }

    /// The other vertices of the forced edges at one.
    #[must_use]
    pub fn partners(&self, vertex: u32) -> [u32; 2] {
        self.partners.get(vertex as usize).copied().unwrap_or([NONE; 2])
    }

    /// Whether an edge is forced.
    #[must_use]
    pub fn is_forced(&self, a: u32, b: u32) -> bool {
        !self.partners.is_empty() && self.partners[a as usize].contains(&b)
    }

    /// Whether both edges of a vertex are forced.
    #[must_use]
    pub fn is_passed(&self, vertex: u32) -> bool {
        self.partners(vertex)[1] != NONE
    }
}
