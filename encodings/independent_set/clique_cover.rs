//! Covers of vertices by few cliques of conflicts: at most one vertex per clique can be taken.

use std::cell::Cell;

use fixedbitset::FixedBitSet;

use super::{IndependentSet, conflicts::Conflicts};
use crate::graph::Graph;

/// The smallest of several clique covers of the vertices in `free`, for one kind without a side:
///
/// - the lines of one direction, with one-vertex lines joined along other lines (so that bishops on
///   n x n have 2n - 2, which is the maximum);
/// - lines of all directions, the one with most vertices first (Johnson: "Approximation
///   algorithms for combinatorial problems", JCSS 9, 1974);
/// - for leapers, cliques grown in reading order and in reverse (2x2 blocks for kings).
///
/// O(cells · steps), for leapers O(cells · steps²).
#[must_use]
pub fn smallest(model: &IndependentSet, free: &FixedBitSet) -> Option<Vec<Vec<u32>>> {
    let lattice = &model.single()?.lattice;
    if !model.is_shielded() {
        return None;
    }
    if !lattice.rides() {
        let neighbours = |vertex, list: &mut Vec<u32>| lattice.neighbours(vertex, list);
        let forward = grown(neighbours, free, free.ones().map(|vertex| vertex as u32));
        let backward = grown(neighbours, free, free.ones().rev().map(|vertex| vertex as u32));
        return [forward, backward].into_iter().min_by_key(Vec::len);
    }
    let conflicts = model.conflicts();
    let families = 0..conflicts.families.len();
    families
        .map(|number| one_direction(conflicts, number, free))
        .chain([longest_first(conflicts, free)])
        .min_by_key(Vec::len)
}

/// A greedy clique cover of some vertices of any graph: each vertex, those with fewest neighbours
/// first, joins the first clique that consists of its neighbours. O(n + m).
#[must_use]
pub fn of_graph(graph: &Graph, free: &FixedBitSet) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = free.ones().map(|vertex| vertex as u32).collect();
    order.sort_by_key(|&vertex| graph.neighbours(vertex).len());
    let mut cliques: Vec<Vec<u32>> = Vec::new();
    let mut clique_of = vec![u32::MAX; graph.vertices() as usize];
    // How many members of each clique the current vertex is adjacent to.
    let mut near: Vec<u32> = Vec::new();
    for vertex in order {
        let beside = || graph.neighbours(vertex).iter().map(|&other| clique_of[other as usize]);
        let beside = || beside().filter(|&clique| clique != u32::MAX).map(|clique| clique as usize);
        beside().for_each(|clique| near[clique] += 1);
        let fits = |&clique: &usize| near[clique] as usize == cliques[clique].len();
        let home = beside().filter(fits).min().unwrap_or(cliques.len());
        beside().for_each(|clique| near[clique] = 0);
        if home == cliques.len() {
            cliques.push(Vec::new());
            near.push(0);
        }
        cliques[home].push(vertex);
        clique_of[vertex as usize] = home as u32;
    }
    cliques
}

/// The most neighbours that [`of_edges`] looks at to grow cliques: some hundredths of a second.
const MOST_STEPS: usize = 1 << 24;

/// Maximal cliques of some vertices of a graph that cover every edge among them, and each vertex
/// without one alone; `None` if there are more than `most`. Each grows from an edge that is not covered
/// yet, always by the vertex with most neighbours among those that are left. Once that has taken much
/// work, the edges that are left stay as they are. O(d²) for each clique, with the largest degree d.
#[must_use]
pub fn of_edges(graph: &Graph, free: &FixedBitSet, most: usize) -> Option<Vec<Vec<u32>>> {
    let steps = Cell::new(0);
    let common = |list: &[u32], vertex: u32| -> Vec<u32> {
        steps.set(steps.get() + 1 + list.len());
        let near = graph.neighbours(vertex);
        list.iter().copied().filter(|one| near.binary_search(one).is_ok()).collect()
    };
    let edge = |a, b| graph.edge_between(a, b).map(|edge| edge as usize);
    let mut is_covered = FixedBitSet::with_capacity(graph.edges() as usize);
    let mut cover = Vec::new();
    for vertex in free.ones().map(|vertex| vertex as u32) {
        let near: Vec<u32> = within(graph.neighbours(vertex), free).collect();
        if near.is_empty() {
            cover.push(vec![vertex]);
        }
        for &other in &near {
            if edge(vertex, other).is_some_and(|edge| is_covered.contains(edge)) {
                continue;
            }
            let mut clique = vec![vertex, other];
            let grows = steps.get() <= MOST_STEPS;
            let mut left = if grows { common(&near, other) } else { Vec::new() };
            while let Some(best) =
                left.iter().copied().max_by_key(|&one| (common(&left, one).len(), u32::MAX - one))
            {
                clique.push(best);
                left = common(&left, best);
            }
            for (at, &one) in clique.iter().enumerate() {
                is_covered.extend(clique[at + 1..].iter().filter_map(|&other| edge(one, other)));
            }
            clique.sort_unstable();
            cover.push(clique);
            if cover.len() > most {
                return None;
            }
        }
    }
    (cover.len() <= most).then_some(cover)
}

/// The members of a clique that are in a set.
fn within<'s>(clique: &'s [u32], set: &'s FixedBitSet) -> impl Iterator<Item = u32> + 's {
    clique.iter().copied().filter(|&vertex| set.contains(vertex as usize))
}

/// The lines of one direction; one-vertex lines are joined along lines of other directions.
fn one_direction(conflicts: &Conflicts, number: usize, free: &FixedBitSet) -> Vec<Vec<u32>> {
    let mut cover = Vec::new();
    let mut alone = FixedBitSet::with_capacity(free.len());
    for number in conflicts.families[number].cliques.clone() {
        let line: Vec<u32> = within(conflicts.cliques.get(number), free).collect();
        match line.as_slice() {
            [] => {}
            &[vertex] => alone.insert(vertex as usize),
            _ => cover.push(line),
        }
    }
    cover.extend(longest_first(conflicts, &alone));
    cover
}

/// Cliques of all directions, always one with most uncovered vertices.
fn longest_first(conflicts: &Conflicts, free: &FixedBitSet) -> Vec<Vec<u32>> {
    let cliques = &conflicts.cliques;
    let mut left = free.clone();
    let mut cover = Vec::new();
    // Cliques by the number of members left; it only decreases, and is recounted when a clique is
    // popped.
    let longest = cliques.iter().map(<[u32]>::len).max().unwrap_or(0);
    let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); longest + 1];
    for number in (0..cliques.len()).rev() {
        waiting[within(cliques.get(number), &left).count()].push(number);
    }
    for count in (2..=longest).rev() {
        while let Some(number) = waiting[count].pop() {
            let members: Vec<u32> = within(cliques.get(number), &left).collect();
            if members.len() < count {
                waiting[members.len()].push(number);
                continue;
            }
            for &vertex in &members {
                left.remove(vertex as usize);
            }
            cover.push(members);
        }
    }
    cover.extend(left.ones().map(|vertex| vec![vertex as u32]));
    cover
}

/// Cliques of some vertices: each starts with the first of `order` that is left and takes every
/// neighbour, in rising order, that is adjacent to all it has. `neighbours` adds those of a vertex
/// in rising order.
pub(super) fn grown(
    neighbours: impl Fn(u32, &mut Vec<u32>),
    free: &FixedBitSet,
    order: impl Iterator<Item = u32>,
) -> Vec<Vec<u32>> {
    let mut left = free.clone();
    let (mut candidates, mut near) = (Vec::new(), Vec::new());
    let mut cover = Vec::new();
    for vertex in order {
        if !left.contains(vertex as usize) {
            continue;
        }
        candidates.clear();
        neighbours(vertex, &mut candidates);
        candidates.retain(|&other| left.contains(other as usize));
        let mut clique = Vec::new();
        let mut next = Some(vertex);
        while let Some(member) = next {
            clique.push(member);
            left.remove(member as usize);
            near.clear();
            neighbours(member, &mut near);
            candidates.retain(|other| near.binary_search(other).is_ok());
            next = candidates.first().copied();
        }
        cover.push(clique);
    }
    cover
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

        #[test]
        fn every_edge_is_in_a_maximal_clique(
            edges in prop::collection::vec((0..10_u32, 0..10_u32), 0..40),
            inside in prop::collection::vec(any::<bool>(), 10),
        ) {
            let graph = Graph::from_edges(10, &edges);
            let free: FixedBitSet = (0..10).filter(|&vertex| inside[vertex]).collect();
            let are_joined = |a: u32, b: u32| graph.edge_between(a, b).is_some();
            let cover = of_edges(&graph, &free, 100).unwrap();
            for clique in &cover {
                let is_beside = |one: u32| clique.iter().all(|&other| are_joined(one, other));
                for (at, &one) in clique.iter().enumerate() {
                    prop_assert!(clique[at + 1..].iter().all(|&other| are_joined(one, other)));
                }
                prop_assert!(!free.ones().any(|one| is_beside(one as u32)), "{clique:?}");
            }
            let covers = |pair: &[u32]| {
                cover.iter().any(|clique| pair.iter().all(|one| clique.contains(one)))
            };
            for vertex in free.ones().map(|vertex| vertex as u32) {
                prop_assert!(covers(&[vertex]));
                for other in within(graph.neighbours(vertex), &free) {
                    prop_assert!(covers(&[vertex, other]));
                }
            }
            prop_assert!(of_edges(&graph, &free, cover.len()).is_some());
            prop_assert!(cover.is_empty() || of_edges(&graph, &free, cover.len() - 1).is_none());
        }
    }
}
