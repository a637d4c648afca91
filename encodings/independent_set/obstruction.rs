//! Why an independent set cannot have the size requested: short reasons before any search.

use fixedbitset::FixedBitSet;

use super::{
    IndependentSet, PieceKind, clique_cover,
    matching::{Matching, has_two_colours},
};
use crate::{
    greedy_colouring::colour_by_smallest_last,
    lattice::{Step, Surface},
};

/// A reason why there is no independent set, or only smaller ones than a bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IndependentSetObstruction {
    /// Two given vertices conflict (or both are the same number out of range).
    Given(u32, u32),
    /// Cliques that cover all vertices but the given ones and those in conflict with them: at most
    /// one vertex of each can be taken.
    CliqueCover(Vec<Vec<u32>>),
    /// Disjoint pairs of conflicting vertices, none given or in conflict with a given one: at most
    /// one vertex of each can be taken (König: in a bipartite graph, a maximum matching gives
    /// exactly the maximum).
    Matching(Vec<(u32, u32)>),
    /// Queens on a torus whose sides are equal: with more than this many, the numbers of the rows,
    /// columns and diagonals that they occupy have sums that contradict one another.
    LineSums(u32),
}

impl IndependentSetObstruction {
    /// The same with other names of the vertices.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(u32) -> u32) -> Self {
        match self {
            &Self::Given(a, b) => Self::Given(name(a), name(b)),
            Self::CliqueCover(cliques) => {
                let renamed = |clique: &Vec<u32>| clique.iter().map(|&one| name(one)).collect();
                Self::CliqueCover(cliques.iter().map(renamed).collect())
            }
            Self::Matching(pairs) => {
                Self::Matching(pairs.iter().map(|&(a, b)| (name(a), name(b))).collect())
            }
            &Self::LineSums(most) => Self::LineSums(most),
        }
    }
}

/// The upper bound from a short reason, with the reason; `None` if none is known.
///
/// Only for one kind without a side, or vertices of a graph, without conflicts among the given
/// vertices: a maximum matching if the conflicts are bipartite, otherwise the
/// [smallest](clique_cover::smallest) clique cover found; for cliques a colouring of the original
/// graph; for queens on a torus the sums of their lines, where they allow fewer.
/// [`Matching::maximum`] and the cover document their costs.
#[must_use]
pub fn bound(model: &IndependentSet) -> Option<(u32, IndependentSetObstruction)> {
    let is_one = matches!(model.kinds(), [kind] if kind.side.is_none());
    if !is_one || model.given_conflict().is_some() {
        return None;
    }
    let by_sums = most_queens_on_torus(model);
    let by_sums = by_sums.map(|most| (most, IndependentSetObstruction::LineSums(most)));
    let by_groups = if model.is_shielded() { bound_by_groups(model) } else { None };
    by_sums.into_iter().chain(by_groups).min_by_key(|(bound, _)| *bound)
}

/// The most queens on a torus of n x n, where it is below n: n - 2 if 3 or 4 divides n, otherwise
/// n - 1 if n is even (Pólya 1918; Monsky, *Problem E3162*, American Mathematical Monthly 96, 1989).
fn most_queens_on_torus(model: &IndependentSet) -> Option<u32> {
    let [PieceKind { lattice, .. }] = model.kinds() else { return None };
    let n = lattice.rows();
    let is_free = !model.is_shielded() || lattice.vertices() == n * n;
    let is_torus = lattice.surface() == Surface::Torus && lattice.columns() == n;
    let rides = |(rows, columns)| lattice.steps().contains(&Step::ride(rows, columns));
    if !is_torus || !is_free || ![(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().all(rides) {
        return None;
    }
    match (n.is_multiple_of(3) || n.is_multiple_of(4), n.is_multiple_of(2)) {
        (true, _) => Some(n - 2),
        (false, true) => Some(n - 1),
        (false, false) => None,
    }
}

/// The bound from pairs or larger cliques, of which a set has at most one vertex each.
fn bound_by_groups(model: &IndependentSet) -> Option<(u32, IndependentSetObstruction)> {
    let kind = model.single();
    let (given, free) = free_vertices(model);
    let may_have_two_colours =
        kind.map_or(model.graph_bytes() == 0, |kind| has_two_colours(&kind.lattice));
    if let Some(dark) = may_have_two_colours.then(|| model.graph().two_colouring()).flatten() {
        let pairs = Matching::maximum(model.graph(), &dark, &free).pairs();
        let bound = given + free.count_ones(..) as u32 - pairs.len() as u32;
        return Some((bound, IndependentSetObstruction::Matching(pairs)));
    }
    let cover = match model.complement() {
        Some(graph) => classes(&colour_by_smallest_last(graph), &free),
        None if model.is_on_lattice() => clique_cover::smallest(model, &free)?,
        None => clique_cover::of_graph(model.graph(), &free),
    };
    Some((given + cover.len() as u32, IndependentSetObstruction::CliqueCover(cover)))
}

/// The vertices of each colour within a set, without empty colours.
pub(crate) fn classes(colours: &[u32], inside: &FixedBitSet) -> Vec<Vec<u32>> {
    let mut classes: Vec<Vec<u32>> = Vec::new();
    for vertex in inside.ones() {
        let colour = colours[vertex] as usize;
        if classes.len() <= colour {
            classes.resize(colour + 1, Vec::new());
        }
        classes[colour].push(vertex as u32);
    }
    classes.retain(|class| !class.is_empty());
    classes
}

/// Bytes that [`bound`] takes at its peak.
#[must_use]
pub fn bound_bytes(model: &IndependentSet) -> u64 {
    if let Some(graph) = model.complement() {
        return 64 * u64::from(graph.vertices());
    }
    if !model.is_on_lattice() {
        let to_build = model.graph_bytes();
        let edges = match to_build {
            0 => model.graph().edges().into(),
            _ => model.kinds().iter().map(|kind| kind.lattice.arcs_bound()).sum(),
        };
        return to_build.saturating_add(Matching::bytes(model.vertices().into(), edges));
    }
    let Some(kind) = model.single() else { return model.conflicts_bytes() };
    let n = u64::from(kind.lattice.vertices());
    if has_two_colours(&kind.lattice) {
        let edges = kind.lattice.arcs_bound() / 2;
        return model.graph_bytes().saturating_add(Matching::bytes(n, edges));
    }
    let steps = kind.lattice.steps().len() as u64;
    model.conflicts_bytes().saturating_add(n.saturating_mul(64 + 16 * steps))
}

/// The number of given vertices of one kind, and the vertices that are neither given nor in
/// conflict with a given one; the given vertices must be in range. O(cells + given · steps).
#[must_use]
pub fn free_vertices(model: &IndependentSet) -> (u32, FixedBitSet) {
    let mut free = FixedBitSet::with_capacity(model.vertices() as usize);
    free.insert_range(..);
    let given = model.distinct_given();
    let mut conflicting = given.clone();
    if let Some(graph) = model.complement() {
        for &vertex in &given {
            let mut near = FixedBitSet::with_capacity(model.vertices() as usize);
            near.extend(graph.neighbours(vertex).iter().map(|&other| other as usize));
            free.intersect_with(&near);
        }
    } else if !model.is_on_lattice() {
        for &vertex in &given {
            conflicting.extend_from_slice(model.graph().neighbours(vertex));
        }
    } else if let Some(kind) = model.single() {
        for &vertex in &given {
            kind.lattice.neighbours(vertex, &mut conflicting);
        }
    }
    for vertex in conflicting {
        free.remove(vertex as usize);
    }
    (given.len() as u32, free)
}

/// Looks for a reason why there is no witness: given vertices that conflict, or a count above
/// [`bound`].
#[must_use]
pub fn find(model: &IndependentSet) -> Option<IndependentSetObstruction> {
    if let Some((a, b)) = model.given_conflict() {
        return Some(IndependentSetObstruction::Given(a, b));
    }
    let total = model.total()?;
    bound(model).filter(|(bound, _)| total > *bound).map(|(_, reason)| reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{lattice::Lattice, objective::Count};

    #[test]
    fn queens_on_a_torus_are_bounded_by_their_lines() {
        let most = |n, blocked: &[usize]| {
            let steps = Step::ride(0, 1).around().chain(Step::ride(1, 1).around()).collect();
            let mut cells = FixedBitSet::with_capacity((n * n) as usize);
            cells.extend(blocked.iter().copied());
            let lattice = Lattice::new(n, n, Some(&cells), steps).on(Surface::Torus);
            let set = IndependentSet::on_lattice(lattice, Count::Optimum);
            (most_queens_on_torus(&set), most_queens_on_torus(&set.unshielded()))
        };
        assert_eq!(
            [1, 2, 3, 4, 5].map(|n| most(n, &[]).0),
            [None, Some(1), Some(1), Some(2), None]
        );
        assert_eq!([12, 14].map(|n| most(n, &[]).0), [Some(10), Some(13)]);
        assert_eq!(most(6, &[7]), (None, Some(4)));
    }
}
