//! A graph of a family, with random extra edges and randomly relabelled vertices.

use rand::seq::SliceRandom;

use super::{EdgeList, GraphFamily};
use crate::{
    graphs::{
        MOST_VERTICES,
        random::{MOST_RANDOM_EDGES, complement, ordered, uniform},
        too_many,
    },
    random::Generator,
};

/// A graph of a family; its parameters are valid.
#[derive(Debug)]
pub struct FamilyMember {
    family: &'static GraphFamily,
    size: Vec<u32>,
    extra_edges: u64,
    is_shuffled: bool,
}

impl FamilyMember {
    /// The graph of these sizes with this many random extra edges, and its vertices in random order
    /// if it `is_shuffled`.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn new(
        family: &'static GraphFamily,
        size: Vec<u32>,
        extra_edges: u64,
        is_shuffled: bool,
    ) -> Result<Self, String> {
        let name = family.name;
        if size.len() != family.parameters.len() {
            let sizes = family.sizes();
            return Err(format!("`{name}` takes sizes {sizes}, but {} are given", size.len()));
        }
        for (parameter, value) in family.parameters.iter().zip(&size) {
            let (least, most) = (parameter.least, parameter.most);
            if !(least..=most).contains(value) {
                let letter = parameter.name;
                return Err(format!(
                    "`{name}` with {letter} = {value}; {least} to {most} are possible"
                ));
            }
        }
        if let Some(problem) = (family.problem)(&size) {
            return Err(format!("`{name}` with {}: {problem}", assigned(family, &size)));
        }
        let (vertices, edges) = ((family.vertices.value)(&size), (family.edges.value)(&size));
        if vertices > u64::from(MOST_VERTICES) {
            return Err(too_many(vertices));
        }
        let free = (vertices * (vertices - 1) / 2).saturating_sub(edges);
        if extra_edges > free {
            return Err(format!(
                "{extra_edges} extra edges of {vertices} vertices and {edges} edges; 0 to {free} \
                 are \
                 possible"
            ));
        }
        let edges = edges.saturating_add(extra_edges);
        if edges > MOST_RANDOM_EDGES {
            return Err(format!("{edges} edges; at most {MOST_RANDOM_EDGES} are possible"));
        }
        Ok(Self { family, size, extra_edges, is_shuffled })
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        (self.family.vertices.value)(&self.size) as u32
    }

    /// Number of edges.
    #[must_use]
    pub fn edges(&self) -> u64 {
        (self.family.edges.value)(&self.size) + self.extra_edges
    }

    /// Whether it has a Hamiltonian cycle; `None` if that depends on the extra edges.
    #[must_use]
    pub fn is_hamiltonian(&self) -> Option<bool> {
        let is_hamiltonian = (self.family.hamiltonian.holds)(&self.size);
        (is_hamiltonian || self.extra_edges == 0).then_some(is_hamiltonian)
    }

    /// A description of the graph.
    #[must_use]
    pub fn title(&self) -> String {
        let sizes: Vec<String> = self.size.iter().map(u32::to_string).collect();
        let title = format!("{} {}", self.family.name, sizes.join(","));
        match self.extra_edges {
            0 => title,
            1 => format!("{title} with an extra edge"),
            more => format!("{title} with {more} extra edges"),
        }
    }

    /// The edges in rising order, the smaller vertex first: O(n + m log m), but O(n²) if extra
    /// edges are more than half of the possible ones.
    #[must_use]
    pub fn draw(&self, generator: &mut Generator) -> Vec<(u32, u32)> {
        let mut edges: EdgeList =
            (self.family.list)(&self.size).into_iter().map(|(a, b)| ordered(a, b)).collect();
        edges.sort_unstable();
        let more = additional(self.vertices(), &edges, self.extra_edges, generator);
        edges.extend(more);
        if self.is_shuffled {
            let mut labels: Vec<u32> = (0..self.vertices()).collect();
            labels.shuffle(generator);
            for (a, b) in &mut edges {
                (*a, *b) = ordered(labels[*a as usize], labels[*b as usize]);
            }
        }
        edges.sort_unstable();
        edges
    }
}

/// Sizes by their names, as in `N = 5, K = 2`.
fn assigned(family: &GraphFamily, size: &[u32]) -> String {
    let named = family.parameters.iter().zip(size);
    named.map(|(of, value)| format!("{} = {value}", of.name)).collect::<Vec<_>>().join(", ")
}

/// This many pairs of vertices that are not among the sorted edges; all choices are equally likely.
fn additional(
    vertices: u32,
    edges: &[(u32, u32)],
    count: u64,
    generator: &mut Generator,
) -> EdgeList {
    let n = u64::from(vertices);
    if 4 * (edges.len() as u64 + count) > n * n.saturating_sub(1) {
        let mut free = complement(vertices, edges.to_vec());
        return free.partial_shuffle(generator, count as usize).0.to_vec();
    }
    uniform(vertices, edges, count, generator)
}
