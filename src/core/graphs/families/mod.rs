//! Families of graphs known by name: one file per group of related ones, one line each in
//! [`FAMILIES`].
//!
//! A family is data: its sizes, its numbers of vertices and edges in closed form, whether its
//! graphs have a Hamiltonian cycle and who showed it. The tests check all of that against the
//! graphs themselves.

mod cayley;
mod codes;
mod elementary;
mod lattices;
mod member;
mod mycielski;
mod petersen;
mod queens;
pub mod satisfiability;
#[cfg(test)]
mod tests;
mod unique;

pub use member::FamilyMember;

use crate::random::Generator;

/// A list of edges, each once, in any order, its ends in any order.
type EdgeList = Vec<(u32, u32)>;

/// Graphs of one construction, with a few numbers as parameters.
#[derive(Debug)]
pub struct GraphFamily {
    /// The name on the command line.
    pub name: &'static str,
    /// A one-line description of its graphs.
    pub summary: &'static str,
    /// The parameters of its graphs.
    pub parameters: &'static [FamilyParameter],
    /// Its graphs with a separate name, and their sizes.
    pub named: &'static [(&'static str, &'static [u32])],
    /// Number of vertices.
    pub vertices: ClosedForm,
    /// Number of edges.
    pub edges: ClosedForm,
    /// Which of its graphs have a Hamiltonian cycle.
    pub hamiltonian: Hamiltonicity,
    /// Where it was published.
    pub source: &'static str,
    /// What is wrong with sizes that are each in range.
    problem: fn(&[u32]) -> Option<&'static str>,
    /// The edges of the graph of valid sizes.
    list: FamilyList,
}

impl GraphFamily {
    /// Whether its graphs are those of a directed graph, and may be left directed.
    #[must_use]
    pub fn has_arcs(&self) -> bool {
        matches!(self.list, FamilyList::Arcs(_))
    }
}

/// How the edges of a family's graphs are listed.
#[derive(Debug)]
enum FamilyList {
    /// The sizes decide them.
    Edges(fn(&[u32]) -> EdgeList),
    /// The arcs of a directed graph; the numbers of vertices and edges are those of the
    /// undirected graph that has a row of three vertices for each of its vertices.
    Arcs(fn(&[u32], &mut Generator) -> EdgeList),
}

/// A parameter of a family.
#[derive(Debug)]
pub struct FamilyParameter {
    /// A letter.
    pub name: &'static str,
    /// What it counts.
    pub summary: &'static str,
    /// The least possible value.
    pub least: u32,
    /// The greatest possible value; the size of the graph may allow less.
    pub most: u32,
    /// Whether a word may leave it out: then it equals the parameter before.
    pub repeats: bool,
}

/// A number computed from the sizes.
#[derive(Debug)]
pub struct ClosedForm {
    /// As it is written.
    pub text: &'static str,
    /// Its value; saturates.
    pub value: fn(&[u32]) -> u64,
}

/// Which graphs of a family have a Hamiltonian cycle.
#[derive(Debug)]
pub struct Hamiltonicity {
    /// In words, and who showed it.
    pub text: &'static str,
    /// Whether the graph of these sizes has one; `None` if that depends on chance.
    holds: Option<fn(&[u32]) -> bool>,
}

/// All families.
pub const FAMILIES: &[&GraphFamily] = &[
    &petersen::GENERALISED_PETERSEN,
    &petersen::FHCP_PETERSEN,
    &petersen::FLOWER_SNARK,
    &petersen::FHCP_SNARK,
    &petersen::PETERSEN_PRODUCT,
    &lattices::HEXAGONAL_TORUS,
    &lattices::HYPERCUBE,
    &codes::MIDDLE_LEVELS,
    &codes::KNESER,
    &unique::SHEEHAN,
    &unique::ALDRED_THOMASSEN,
    &unique::FLEISCHNER,
    &queens::QUEENS_REDUCTION,
    &satisfiability::SAT_REDUCTION,
    &cayley::SIGMA_TAU,
    &cayley::DIRECTED_TORUS,
    &queens::QUEENS,
    &codes::HAMMING,
    &codes::JOHNSON,
    &codes::KELLER,
    &mycielski::MYCIELSKI,
    &elementary::PATH,
    &elementary::CYCLE,
    &elementary::COMPLETE,
    &elementary::COMPLETE_BIPARTITE,
    &elementary::GRID,
];

/// The family of that name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static GraphFamily> {
    FAMILIES.iter().copied().find(|family| family.name == name)
}

/// The family and the sizes of a graph with a separate name.
#[must_use]
pub fn named(name: &str) -> Option<(&'static GraphFamily, &'static [u32])> {
    let all = FAMILIES.iter().flat_map(|&family| family.named.iter().map(move |one| (family, one)));
    all.into_iter().find_map(|(family, &(its, size))| (its == name).then_some((family, size)))
}

impl GraphFamily {
    /// The names of its sizes as they are written, such as `N,K`.
    #[must_use]
    pub fn sizes(&self) -> String {
        let names: Vec<&str> = self.parameters.iter().map(|parameter| parameter.name).collect();
        names.join(",")
    }
}

/// A parameter: a letter, what it counts, its least and its greatest value.
const fn size(name: &'static str, summary: &'static str, least: u32, most: u32) -> FamilyParameter {
    FamilyParameter { name, summary, least, most, repeats: false }
}

/// A parameter that equals the one before if a word leaves it out.
const fn again(
    name: &'static str,
    summary: &'static str,
    least: u32,
    most: u32,
) -> FamilyParameter {
    FamilyParameter { repeats: true, ..size(name, summary, least, most) }
}

/// A closed form.
const fn form(text: &'static str, value: fn(&[u32]) -> u64) -> ClosedForm {
    ClosedForm { text, value }
}

/// All graphs of the family are Hamiltonian.
const fn yes(text: &'static str) -> Hamiltonicity {
    unless(text, |_| true)
}

/// No graph of the family is Hamiltonian.
const fn no(text: &'static str) -> Hamiltonicity {
    unless(text, |_| false)
}

/// Some graphs of the family are Hamiltonian.
const fn unless(text: &'static str, holds: fn(&[u32]) -> bool) -> Hamiltonicity {
    Hamiltonicity { text, holds: Some(holds) }
}

/// Every size in its range is valid.
fn none(_: &[u32]) -> Option<&'static str> {
    None
}
