//! Linear programs over sets of vertices: bounds on independent sets, and reasons for bounds.

mod reasons;
#[cfg(all(test, feature = "weights"))]
mod tests;

use fixedbitset::FixedBitSet;
use satranj_encodings::{
    graph::Graph, independent_set::clique_cover, model::Obstruction, weighted_set::WeightedClique,
};

use super::{
    bits::{all, members},
    packing::{CoverState, PackingTableau, ROUNDING},
};
use crate::{limits::Reason, run::Run};

pub use reasons::reason;

/// The most entries of a tableau: 64 MB.
pub const MOST_ENTRIES: usize = 1 << 23;

/// The most work of one program that only gives a bound: about 0.2 s.
const MOST_WORK: u64 = 1 << 20;

/// The denominators that are tried, in this order.
const DENOMINATORS: [u64; 14] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 60, 840, 1 << 20];

/// The denominators with which sums up to this total are small enough.
fn fitting(total: u64) -> impl Iterator<Item = u64> {
    DENOMINATORS.into_iter().filter(move |by| by.saturating_mul(total) < 1 << 50)
}

/// The linear program of an independent set: each vertex has a share of the set, and those of a clique
/// sum to at most 1. Its dual gives weights to the cliques (Nemhauser and Trotter, "Vertex packings:
/// structural properties and algorithms", Mathematical Programming 8, 1975, for edges).
pub struct CliqueProgram {
    /// The vertices of the program, in rising order.
    pub vertices: Vec<u32>,
    /// The weight of each.
    pub weights: Vec<u64>,
    /// Maximal cliques of them that cover all edges, by their numbers in the program.
    pub cliques: Vec<Vec<u32>>,
    /// The weight that counts as 1 in the tableau.
    pub unit: f64,
}

impl CliqueProgram {
    /// The program of some vertices of a graph; `None` if it is too large.
    #[must_use]
    pub fn new(graph: &Graph, free: &FixedBitSet, weights: Option<&[u32]>) -> Option<Self> {
        let vertices: Vec<u32> = free.ones().map(|vertex| vertex as u32).collect();
        let most = MOST_ENTRIES / vertices.len().max(1);
        let mut cliques = clique_cover::of_edges(graph, free, most)?;
        for vertex in cliques.iter_mut().flatten() {
            *vertex = vertices.binary_search(vertex).ok()? as u32;
        }
        let weight = |&vertex: &u32| weights.map_or(1, |weights| weights[vertex as usize].into());
        let weights: Vec<u64> = vertices.iter().map(weight).collect();
        let unit = weights.iter().copied().max().unwrap_or(1).max(1) as f64;
        Some(Self { vertices, weights, cliques, unit })
    }

    /// Its tableau.
    #[must_use]
    pub fn tableau(&self) -> PackingTableau {
        let worth = self.weights.iter().map(|&weight| weight as f64 / self.unit).collect();
        PackingTableau::new(self.cliques.iter().map(|clique| (&clique[..], 1.0)), worth)
    }

    /// All vertices and cliques.
    #[must_use]
    pub fn state(&self) -> CoverState {
        CoverState { open: all(self.vertices.len()), allowed: all(self.cliques.len()) }
    }

    /// Bytes of the tableau.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        PackingTableau::bytes(self.cliques.len(), self.vertices.len())
    }

    /// The weights of the cliques in a tableau, times the denominator, and what those of each vertex weigh
    /// together.
    fn weighted(&self, packing: &PackingTableau, denominator: u64) -> (Vec<u64>, Vec<u64>) {
        let mut cover = vec![0; self.cliques.len()];
        let mut covered = vec![0_u64; self.vertices.len()];
        for (clique, share) in packing.shares() {
            cover[clique] = self.rounded_up(share, denominator);
            for &one in &self.cliques[clique] {
                covered[one as usize] = covered[one as usize].saturating_add(cover[clique]);
            }
        }
        (cover, covered)
    }

    /// The cliques with weights that bound an independent set of the vertices, times the denominator,
    /// and their sum; `None` if that is too large.
    fn cover(&self, packing: &PackingTableau, denominator: u64) -> Option<(Vec<u64>, u64)> {
        let (mut cover, mut covered) = self.weighted(packing, denominator);
        // What rounding has left open is paid by a first clique.
        for (clique, paid) in self.cliques.iter().zip(&mut cover) {
            let missing = clique.iter().map(|&one| {
                let one = one as usize;
                (self.weights[one] * denominator).saturating_sub(covered[one])
            });
            let missing = missing.max().unwrap_or(0);
            for &one in clique {
                covered[one as usize] = covered[one as usize].saturating_add(missing);
            }
            *paid += missing;
        }
        let sum = cover.iter().try_fold(0_u64, |sum, &weight| sum.checked_add(weight))?;
        Some((cover, sum))
    }

    /// The bound that a tableau gives on the weight of an independent set of the open vertices, times a
    /// unit, with how much less each vertex allows; and the unit.
    #[must_use]
    pub fn spare(&self, packing: &PackingTableau, state: &CoverState) -> (SpareWeight, u64) {
        let unit = self.fine();
        let (cover, mut covered) = self.weighted(packing, unit);
        let mut bound = cover.into_iter().fold(0, u64::saturating_add);
        for vertex in members(&state.open) {
            let needed = self.weights[vertex] * unit;
            bound = bound.saturating_add(needed.saturating_sub(covered[vertex]));
            covered[vertex] = covered[vertex].saturating_sub(needed);
        }
        (SpareWeight { bound, of_vertex: covered }, unit)
    }

    /// The weight of a clique, times a denominator, rounded up. No clique needs more weight than the
    /// heaviest vertex.
    fn rounded_up(&self, share: f64, denominator: u64) -> u64 {
        (share.clamp(0.0, 1.0) * self.unit * denominator as f64 - ROUNDING).ceil() as u64
    }

    /// The finest denominator that leaves room for sums.
    fn fine(&self) -> u64 {
        fitting(self.weights.iter().sum()).last().unwrap_or(1)
    }

    /// Weighted cliques, and their denominator, that show that no set of the vertices weighs more than
    /// `best`; `None` if the tableau does not.
    #[must_use]
    pub fn reason(&self, packing: &PackingTableau, best: u64) -> Option<Obstruction> {
        fitting(self.weights.iter().sum()).find_map(|denominator| {
            let (cover, sum) = self.cover(packing, denominator)?;
            (sum / denominator <= best).then(|| {
                let named = |clique: &Vec<u32>| -> Vec<u32> {
                    clique.iter().map(|&one| self.vertices[one as usize]).collect()
                };
                let paid = self.cliques.iter().zip(cover).filter(|&(_, weight)| weight > 0);
                let cliques: Vec<WeightedClique> =
                    paid.map(|(clique, weight)| (named(clique), weight)).collect();
                Obstruction::WeightedCliques(cliques, denominator)
            })
        })
    }
}

/// An upper bound on the size of the independent sets of a graph, by a program of limited work; `None`
/// if it is too large.
///
/// # Errors
/// That of `work`, or that memory is too small.
pub fn independence_bound(
    graph: &Graph,
    run: &Run,
    mut work: impl FnMut(u64) -> Result<(), Reason>,
) -> Result<Option<u32>, Reason> {
    let all: FixedBitSet = (0..graph.vertices() as usize).collect();
    let Some(program) = CliqueProgram::new(graph, &all, None) else { return Ok(None) };
    run.permit(program.bytes())?;
    let (mut packing, state) = (program.tableau(), program.state());
    improve(&mut packing, &state, MOST_WORK, &mut work)?;
    let (spare, unit) = program.spare(&packing, &state);
    Ok(u32::try_from(spare.bound / unit).ok())
}

/// Solves a program; if that takes more than `most` work, its tableau is not the best.
fn improve(
    packing: &mut PackingTableau,
    state: &CoverState,
    most: u64,
    work: &mut dyn FnMut(u64) -> Result<(), Reason>,
) -> Result<(), Reason> {
    let (mut spent, mut stopped) = (0, None);
    let _ = packing.improve(state, f64::INFINITY, |units| {
        work(units).inspect_err(|&reason| stopped = Some(reason))?;
        spent += units;
        if spent > most { Err(Reason::TooLarge) } else { Ok(()) }
    });
    stopped.map_or(Ok(()), Err)
}

/// A bound on the weight of independent sets, in units of a program.
pub struct SpareWeight {
    /// The bound.
    pub bound: u64,
    /// By how much it is lower for sets with each open vertex.
    pub of_vertex: Vec<u64>,
}
