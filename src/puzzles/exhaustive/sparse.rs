//! A heaviest independent set of a sparse graph, for checks: reductions, then components one by one, then
//! a branch on a vertex of highest degree.

use std::collections::{BTreeMap, BTreeSet};

use super::{Exhausted, SearchHalt, StepBudget};

/// The steps of one look at a vertex, or one change of its neighbours.
const LOOK: usize = 8;

/// The most neighbours of a vertex that may dominate another.
const FEW: usize = 12;

/// The most branches above each other.
const DEEPEST: usize = 256;

/// A graph with weights. Memory: linear in vertices and edges, once for each branch above the current one.
#[derive(Debug, Clone, Default)]
pub struct SparseGraph {
    vertices: BTreeMap<u32, Vertex>,
}

/// A vertex with its neighbours in rising order.
#[derive(Debug, Clone)]
struct Vertex {
    weight: u64,
    near: Vec<u32>,
}

/// A vertex that is in a heaviest set exactly if its first neighbour is not, and the other neighbour, which is in it
/// together with the first.
struct Fold(u32, u32, Option<u32>);

/// A graph that is being reduced.
struct Reducing<'a> {
    graph: SparseGraph,
    budget: &'a mut StepBudget,
    /// The vertices to look at: their neighbours changed.
    changed: BTreeSet<u32>,
    taken: Vec<u32>,
    folds: Vec<Fold>,
    /// The weight that the taken and the folded vertices have in every heaviest set.
    sure: u64,
}

impl SparseGraph {
    /// Adds a vertex.
    pub fn add(&mut self, vertex: u32, weight: u64) {
        self.vertices.insert(vertex, Vertex { weight, near: Vec::new() });
    }

    /// Joins two vertices by an edge, if both are there.
    pub fn join(&mut self, one: u32, other: u32) {
        if one != other && self.has(one) && self.has(other) {
            for (from, to) in [(one, other), (other, one)] {
                if let Some(Vertex { near, .. }) = self.vertices.get_mut(&from)
                    && let Err(at) = near.binary_search(&to)
                {
                    near.insert(at, to);
                }
            }
        }
    }

    /// Whether a vertex is there.
    #[must_use]
    pub fn has(&self, vertex: u32) -> bool {
        self.vertices.contains_key(&vertex)
    }

    /// Removes a vertex; its neighbours.
    pub fn remove(&mut self, vertex: u32) -> Vec<u32> {
        let near = self.vertices.remove(&vertex).map_or_else(Vec::new, |vertex| vertex.near);
        for next in &near {
            if let Some(Vertex { near, .. }) = self.vertices.get_mut(next)
                && let Ok(at) = near.binary_search(&vertex)
            {
                near.remove(at);
            }
        }
        near
    }

    /// An independent set of the greatest weight if that is at least `needed`; the weight and the vertices.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] if the budget does not suffice, or the branches go too deep.
    pub fn heaviest(
        self,
        needed: u64,
        budget: &mut StepBudget,
    ) -> Result<Option<(u64, Vec<u32>)>, SearchHalt> {
        let changed = self.vertices.keys().copied().collect();
        self.search(changed, needed, 0, budget)
    }

    /// The same, where only the neighbours of some vertices changed since it was reduced.
    fn search(
        self,
        changed: BTreeSet<u32>,
        needed: u64,
        depth: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<(u64, Vec<u32>)>, SearchHalt> {
        if depth > DEEPEST {
            return Err(SearchHalt::TooLarge);
        }
        let (taken, folds) = (Vec::new(), Vec::new());
        let mut reducing = Reducing { graph: self, budget, changed, taken, folds, sure: 0 };
        reducing.reduce()?;
        let Reducing { graph, budget, mut taken, folds, sure: mut found, .. } = reducing;
        let mut parts = Vec::new();
        for part in graph.components(budget)? {
            parts.push((part.bound(budget)?, part));
        }
        parts.sort_by_key(|(_, part)| part.vertices.len());
        let mut open: u64 = parts.iter().map(|(bound, _)| bound).sum();
        for (bound, part) in parts {
            open -= bound;
            let least = needed.saturating_sub(found + open);
            if bound < least {
                return Ok(None);
            }
            let Some((weight, set)) = part.branch(least, depth, budget)? else { return Ok(None) };
            found += weight;
            taken.extend(set);
        }
        if found < needed {
            return Ok(None);
        }
        let mut set: BTreeSet<u32> = taken.into_iter().collect();
        for &Fold(vertex, first, other) in folds.iter().rev() {
            let joins = if set.contains(&first) { other } else { Some(vertex) };
            set.extend(joins);
        }
        Ok(Some((found, set.into_iter().collect())))
    }

    /// Takes a vertex of highest degree, then leaves it out.
    fn branch(
        mut self,
        needed: u64,
        depth: usize,
        budget: &mut StepBudget,
    ) -> Result<Option<(u64, Vec<u32>)>, SearchHalt> {
        budget.spend(2 * self.size())?;
        let degree = |(_, vertex): &(&u32, &Vertex)| (vertex.near.len(), vertex.weight);
        let Some((&vertex, &Vertex { weight, .. })) = self.vertices.iter().max_by_key(degree)
        else {
            return Ok(None);
        };
        let near = self.remove(vertex);
        let (mut apart, mut around) = (self.clone(), BTreeSet::new());
        for &next in &near {
            around.extend(apart.remove(next));
        }
        let least = needed.saturating_sub(weight);
        let mut with = apart.search(around, least, depth + 1, budget)?;
        if let Some((total, set)) = &mut with {
            *total += weight;
            set.push(vertex);
        }
        let more = with.as_ref().map_or(needed, |(total, _)| needed.max(total + 1));
        Ok(self.search(near.into_iter().collect(), more, depth + 1, budget)?.or(with))
    }

    fn size(&self) -> usize {
        self.vertices.values().map(|vertex| vertex.near.len() + LOOK).sum()
    }

    /// The connected components.
    fn components(mut self, budget: &mut StepBudget) -> Result<Vec<Self>, SearchHalt> {
        budget.spend(2 * self.size())?;
        let mut parts = Vec::new();
        while let Some(first) = self.vertices.pop_first() {
            let (mut part, mut ahead) = (Self::default(), vec![first]);
            while let Some((name, vertex)) = ahead.pop() {
                for next in &vertex.near {
                    ahead.extend(self.vertices.remove_entry(next));
                }
                part.vertices.insert(name, vertex);
            }
            parts.push(part);
        }
        Ok(parts)
    }

    /// The sum of the greatest weights of cliques that together hold all vertices, found greedily from those with
    /// the fewest neighbours.
    fn bound(&self, budget: &mut StepBudget) -> Result<u64, SearchHalt> {
        let mut left: BTreeSet<u32> = self.vertices.keys().copied().collect();
        let mut bound = 0;
        let mut order: Vec<u32> = left.iter().copied().collect();
        order.sort_by_key(|at| self.vertices[at].near.len());
        for first in order {
            if !left.remove(&first) {
                continue;
            }
            let Vertex { weight: mut most, ref near } = self.vertices[&first];
            budget.spend(LOOK * (near.len() + 1))?;
            let mut fitting: Vec<u32> =
                near.iter().copied().filter(|at| left.contains(at)).collect();
            while let Some(next) = fitting.pop() {
                budget.spend(LOOK * (fitting.len() + 1))?;
                left.remove(&next);
                let Vertex { weight, ref near } = self.vertices[&next];
                most = most.max(weight);
                fitting.retain(|other| near.binary_search(other).is_ok());
            }
            bound += most;
        }
        Ok(bound)
    }
}

impl Reducing<'_> {
    fn reduce(&mut self) -> Exhausted {
        while let Some(name) = self.changed.pop_first() {
            let vertices = &self.graph.vertices;
            let Some(Vertex { weight, near }) = vertices.get(&name) else { continue };
            self.budget.spend(LOOK * (near.len() + 1))?;
            let weights = || near.iter().map(|next| vertices[next].weight);
            let around = weights().try_fold(0_u64, u64::checked_add);
            if around.is_some_and(|around| around <= *weight) {
                self.take(name)?;
            } else if near.len() == 1 {
                self.fold(name)?;
            } else if near.len() <= FEW {
                self.budget.spend(near.len() * near.len())?;
                let goes_with = |other: &&u32| {
                    let Vertex { weight: its, near: beside } = &vertices[*other];
                    let is_beside = |at: &u32| at == *other || beside.binary_search(at).is_ok();
                    its <= weight && near.iter().all(is_beside)
                };
                if let Some(&dominated) = near.iter().find(goes_with) {
                    self.cut(dominated)?;
                } else if near.len() == 2 && weights().all(|its| its <= *weight) {
                    self.fold(name)?;
                }
            }
        }
        Ok(())
    }

    /// Removes a vertex; its neighbours are looked at again.
    fn cut(&mut self, vertex: u32) -> Result<Vec<u32>, SearchHalt> {
        let near = self.graph.remove(vertex);
        self.budget.spend(2 * LOOK * (near.len() + 1))?;
        self.changed.extend(&near);
        Ok(near)
    }

    /// Takes a vertex that weighs at least as much as all its neighbours.
    fn take(&mut self, vertex: u32) -> Exhausted {
        self.sure += self.graph.vertices[&vertex].weight;
        self.taken.push(vertex);
        for next in self.cut(vertex)? {
            self.cut(next)?;
        }
        Ok(())
    }

    /// Folds a vertex into its one neighbour, or its two, which no edge joins, into the first: the rest then
    /// chooses between the vertex and its neighbours (Chen, Kanj, Jia 2001).
    fn fold(&mut self, vertex: u32) -> Exhausted {
        let weight_of = |graph: &SparseGraph, at| graph.vertices[&at].weight;
        let weight = weight_of(&self.graph, vertex);
        let near = self.cut(vertex)?;
        let (first, other) = (near[0], near.get(1).copied());
        let mut together = weight_of(&self.graph, first);
        if let Some(other) = other {
            together += weight_of(&self.graph, other);
            for next in self.cut(other)? {
                self.graph.join(first, next);
            }
        }
        self.sure += weight;
        self.folds.push(Fold(vertex, first, other));
        if let Some(joined) = self.graph.vertices.get_mut(&first) {
            joined.weight = together - weight;
            self.changed.insert(first);
            self.changed.extend(&joined.near);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::random::generator;

    #[test]
    fn the_heaviest_of_all_sets_is_found() {
        let mut chance = generator(7);
        for case in 0..1000 {
            let (all, most) = (chance.random_range(1..13_u32), [1, 2, 5][case % 3]);
            let weights: Vec<u64> = (0..all).map(|_| chance.random_range(1..=most)).collect();
            let edges = chance.random_range(0..=3 * all);
            let mut end = || chance.random_range(0..all);
            let edges: Vec<(u32, u32)> = (0..edges).map(|_| (end(), end())).collect();
            let edges: Vec<_> = edges.into_iter().filter(|(a, b)| a != b).collect();
            let weight = |set: &[u32]| set.iter().map(|&at| weights[at as usize]).sum::<u64>();
            let is_independent =
                |set: &[u32]| edges.iter().all(|(a, b)| !set.contains(a) || !set.contains(b));
            let sets = (0..1_u32 << all)
                .map(|bits| (0..all).filter(|at| bits >> at & 1 == 1).collect::<Vec<u32>>());
            let best =
                sets.filter(|set| is_independent(set)).map(|set| weight(&set)).max().unwrap();
            let mut graph = SparseGraph::default();
            (0..all).for_each(|at| graph.add(at, weights[at as usize]));
            for &(a, b) in &edges {
                graph.join(a, b);
            }
            let searched =
                |needed| graph.clone().heaviest(needed, &mut StepBudget::default()).unwrap();
            for needed in [0, best] {
                let (found, set) = searched(needed).unwrap();
                assert_eq!((found, weight(&set)), (best, best), "{edges:?} {weights:?}");
                assert!(is_independent(&set), "{edges:?} {set:?}");
            }
            assert_eq!(searched(best + 1), None, "{edges:?} {weights:?}");
        }
    }
}
