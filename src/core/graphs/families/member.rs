//! A graph of a family, with random extra edges and randomly relabelled vertices.

use rand::seq::SliceRandom;

use super::{EdgeList, FAMILIES, FamilyList, GraphFamily};
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
    is_directed: bool,
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
            let found: Vec<String> = size.iter().map(u32::to_string).collect();
            let found = found.join(",");
            return Err(format!("`{name}:{found}`: expected the sizes {name}:{sizes}"));
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
        Ok(Self { family, size, extra_edges, is_shuffled, is_directed: false })
    }

    /// The same graph with arcs, without the rows of three vertices that state them.
    ///
    /// # Errors
    /// A message, if the family has no arcs or there are extra edges.
    pub fn with_arcs(self) -> Result<Self, String> {
        if !self.family.has_arcs() {
            let families = FAMILIES.iter().filter(|family| family.has_arcs());
            let names: Vec<&str> = families.map(|family| family.name).collect();
            let (name, others) = (self.family.name, names.join(", "));
            return Err(format!("`{name}` is a family of undirected graphs; directed: {others}"));
        }
        if self.extra_edges > 0 {
            return Err("extra edges are added to undirected graphs only".into());
        }
        Ok(Self { is_directed: true, ..self })
    }

    /// Whether chance decides its edges.
    #[must_use]
    pub fn is_random(&self) -> bool {
        self.family.hamiltonian.holds.is_none() || self.extra_edges > 0 || self.is_shuffled
    }

    /// Whether its edges are arcs.
    #[must_use]
    pub fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        let vertices = (self.family.vertices.value)(&self.size) as u32;
        if self.is_directed { vertices / ROW } else { vertices }
    }

    /// Number of edges.
    #[must_use]
    pub fn edges(&self) -> u64 {
        let edges = (self.family.edges.value)(&self.size) + self.extra_edges;
        let of_rows = if self.is_directed { (ROW - 1) * self.vertices() } else { 0 };
        edges - u64::from(of_rows)
    }

    /// Whether it has a Hamiltonian cycle; `None` if that depends on chance.
    #[must_use]
    pub fn is_hamiltonian(&self) -> Option<bool> {
        let is_hamiltonian = self.family.hamiltonian.holds?(&self.size);
        (is_hamiltonian || self.extra_edges == 0).then_some(is_hamiltonian)
    }

    /// A description of the graph.
    #[must_use]
    pub fn title(&self) -> String {
        let sizes: Vec<String> = self.size.iter().map(u32::to_string).collect();
        let directed = if self.is_directed { "directed " } else { "" };
        let title = format!("{directed}{} {}", self.family.name, sizes.join(","));
        match self.extra_edges {
            0 => title,
            1 => format!("{title} with an extra edge"),
            more => format!("{title} with {more} extra edges"),
        }
    }

    /// The edges in rising order, the smaller vertex first, or the arcs: O(n + m log m), but O(n²)
    /// if extra edges are more than half of the possible ones.
    #[must_use]
    pub fn draw(&self, generator: &mut Generator) -> Vec<(u32, u32)> {
        let is_directed = self.is_directed;
        let written = |a, b| if is_directed { (a, b) } else { ordered(a, b) };
        let list: EdgeList = match self.family.list {
            FamilyList::Edges(list) => list(&self.size),
            FamilyList::Arcs(list) if is_directed => list(&self.size, generator),
            FamilyList::Arcs(list) => in_rows(self.vertices(), &list(&self.size, generator)),
        };
        let mut edges: EdgeList = list.into_iter().map(|(a, b)| written(a, b)).collect();
        edges.sort_unstable();
        let more = additional(self.vertices(), &edges, self.extra_edges, generator);
        edges.extend(more);
        if self.is_shuffled {
            let mut labels: Vec<u32> = (0..self.vertices()).collect();
            labels.shuffle(generator);
            for (a, b) in &mut edges {
                (*a, *b) = written(labels[*a as usize], labels[*b as usize]);
            }
        }
        edges.sort_unstable();
        edges
    }
}

/// Vertices of an undirected graph for each of a directed one.
const ROW: u32 = 3;

/// The undirected graph that states these arcs: a row of three vertices for each vertex, and an edge
/// from the last of one row to the first of another for each arc. A Hamiltonian cycle passes all rows
/// in the same direction.
///
/// Source: Karp, Reducibility among combinatorial problems (1972).
fn in_rows(vertices: u32, arcs: &[(u32, u32)]) -> EdgeList {
    let rows = (0..vertices).step_by(ROW as usize).flat_map(|v| [(v, v + 1), (v + 1, v + 2)]);
    let between = arcs.iter().map(|&(tail, head)| (ROW * tail + 2, ROW * head));
    rows.chain(between).collect()
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
