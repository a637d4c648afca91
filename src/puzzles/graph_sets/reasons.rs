//! Checks of reasons why there is no set of vertices, or no better one, by the edges as they are
//! stated.

use std::collections::HashSet;

use satranj_encodings::model::Count;

use super::{GraphSet, SetRule, VertexPrice, WeightedGroup};
use crate::puzzles::{Ruling, Solution, Violation, ensure};

impl GraphSet {
    /// For each vertex, the vertices that dominate it and may be in the set.
    pub(super) fn dominators(&self) -> Vec<Vec<u32>> {
        let total = matches!(self.rule, SetRule::Dominating { total: true, .. });
        let mut near = self.graph.neighbours();
        for (vertex, list) in (0..).zip(&mut near) {
            if !total {
                list.push(vertex);
            }
            list.retain(|by| self.blocked.binary_search(by).is_err());
        }
        near
    }

    /// The bound on the best set, from this bound on an independent set or clique.
    pub(super) fn at_best(&self, most: u64) -> u64 {
        match self.rule {
            SetRule::Cover => self.value_of_all().saturating_sub(most),
            _ => most,
        }
    }

    /// Compares a bound with what is asked, or with the value of the best known set.
    pub(super) fn holds_against(&self, bound: u64, best: Option<u64>) -> Ruling {
        let is_most = matches!(self.rule, SetRule::Independent | SetRule::Clique);
        let is_past = |value: u64| if is_most { value > bound } else { value < bound };
        match (best, self.count) {
            (None, Count::Exactly(asked)) => {
                ensure!(is_past(asked.into()), "the bound is {bound}, and {asked} are asked");
            }
            (Some(best), Count::Optimum) => {
                ensure!(
                    best == bound || is_past(best),
                    "the bound is {bound}, and the best {best}"
                );
            }
            (None, Count::Optimum) => {
                return Err(Violation(
                    "the best is asked for, and a bound is not an answer".into(),
                ));
            }
            (Some(_), Count::Exactly(asked)) => {
                return Err(Violation(format!("{asked} vertices are asked, not the best")));
            }
        }
        Ok(())
    }

    pub(super) fn verify_given(&self, names: &[String]) -> Ruling {
        let vertices = self.listed(names)?;
        let [a, b] = vertices[..] else {
            return Err(Violation("two vertices are needed".into()));
        };
        let apart = !matches!(self.rule, SetRule::Dominating { independent: false, .. });
        ensure!(apart, "any vertices may be in the set together here");
        for vertex in [a, b] {
            let is_given = self.ends().0.binary_search(&vertex).is_ok();
            let word = if self.rule == SetRule::Cover { "blocked" } else { "given" };
            ensure!(is_given, "{} is not {word}", self.graph.name(vertex));
        }
        let names = self.graph.named(&[a, b]);
        let conflict = self.conflict(&self.graph.neighbours(), a, b);
        ensure!(conflict, "{} and {} go together", names[0], names[1]);
        Ok(())
    }

    /// Which vertices may join the required ones in the independent set or clique.
    pub(super) fn open(&self, near: &[Vec<u32>]) -> Vec<bool> {
        let (given, blocked) = self.ends();
        let mut open = vec![true; near.len()];
        for &vertex in given.iter().chain(blocked) {
            open[vertex as usize] = false;
        }
        for &vertex in given {
            for other in (0..near.len() as u32).filter(|&other| self.conflict(near, vertex, other))
            {
                open[other as usize] = false;
            }
        }
        open
    }

    /// The most vertices of an independent set or clique that has at most one of each group.
    pub(super) fn bound_of_groups(&self, groups: &[Vec<String>]) -> Result<u64, Violation> {
        let near = self.graph.neighbours();
        let mut missing = self.open(&near);
        for group in groups {
            for vertex in self.exclusive(&near, group)? {
                missing[vertex as usize] = false;
            }
        }
        if let Some(missing) = missing.iter().position(|&missing| missing) {
            ensure!(false, "{} is in none of the groups", self.graph.name(missing as u32));
        }
        Ok((groups.len() + self.ends().0.len()) as u64)
    }

    /// The vertices of a group, of which an independent set or clique has at most one.
    pub(super) fn exclusive(
        &self,
        near: &[Vec<u32>],
        group: &[String],
    ) -> Result<Vec<u32>, Violation> {
        let group = self.listed(group)?;
        for (at, &one) in group.iter().enumerate() {
            let free = group[at + 1..].iter().find(|&&other| !self.conflict(near, one, other));
            if let Some(&free) = free {
                let names = self.graph.named(&[one, free]);
                ensure!(false, "{} and {} of one group go together", names[0], names[1]);
            }
        }
        Ok(group)
    }

    /// The most vertices of an independent set or clique that has at most one of each pair.
    pub(super) fn bound_of_pairs(&self, pairs: &[[String; 2]]) -> Result<u64, Violation> {
        let near = self.graph.neighbours();
        let open = self.open(&near);
        let mut used = HashSet::new();
        for pair in pairs {
            let vertices = self.listed(pair)?;
            let [a, b] = vertices[..] else { return Err(Violation("a pair has two".into())) };
            let [one, other] = pair;
            ensure!(self.conflict(&near, a, b), "{one} and {other} of one pair go together");
            for (vertex, name) in [(a, one), (b, other)] {
                ensure!(open[vertex as usize], "{name} may not be taken beside the given ones");
                ensure!(used.insert(vertex), "{name} is in two pairs");
            }
        }
        let open = open.iter().filter(|open| **open).count();
        Ok((open - pairs.len() + self.ends().0.len()) as u64)
    }
}

/// The pairs of members of groups of these sizes.
pub(super) fn pairs_within(sizes: impl Iterator<Item = usize>) -> u64 {
    let pairs = sizes.map(|size| (size as u64).saturating_mul(size as u64));
    pairs.fold(0, u64::saturating_add)
}

impl GraphSet {
    /// What a vertex weighs.
    fn weight(&self, vertex: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[vertex as usize].into())
    }

    /// The total weight of vertices; their number if each weighs 1.
    pub(super) fn value_of_vertices(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| self.weight(vertex)).sum()
    }

    /// What all vertices weigh.
    pub(super) fn value_of_all(&self) -> u64 {
        (0..self.graph.vertices()).map(|vertex| self.weight(vertex)).sum()
    }

    /// The weight of a set; an unknown name weighs nothing.
    pub(super) fn value_of(&self, solution: &Solution) -> u64 {
        let Solution::Vertices { vertices } = solution else { return 0 };
        self.graph.known(vertices).map(|vertex| self.weight(vertex)).sum()
    }

    /// The largest weight of an independent set or clique with at most one vertex of each group.
    pub(super) fn weight_of_groups(&self, groups: &[WeightedGroup]) -> Result<u64, Violation> {
        let near = self.graph.neighbours();
        let mut covered = vec![0u64; near.len()];
        let mut most = self.value_of_vertices(self.ends().0);
        for WeightedGroup { vertices, weight } in groups {
            for vertex in self.exclusive(&near, vertices)? {
                let covered = &mut covered[vertex as usize];
                *covered = covered.saturating_add(*weight);
            }
            most = most.saturating_add(*weight);
        }
        let open = self.open(&near);
        let is_heavier =
            |&vertex: &u32| open[vertex as usize] && covered[vertex as usize] < self.weight(vertex);
        if let Some(vertex) = (0..self.graph.vertices()).find(is_heavier) {
            let (weight, covered) = (self.weight(vertex), covered[vertex as usize]);
            let name = self.graph.name(vertex);
            ensure!(false, "{name} weighs {weight}, and the groups that it is in {covered}");
        }
        Ok(most)
    }

    /// The least weight of a dominating set whose vertices pay these prices for those that they
    /// dominate.
    pub(super) fn bound_of_prices(&self, prices: &[VertexPrice]) -> Result<u64, Violation> {
        let names: Vec<String> = prices.iter().map(|price| price.vertex.clone()).collect();
        let vertices = self.listed(&names)?;
        let dominators = self.dominators();
        let mut got = vec![0u64; dominators.len()];
        let mut least = 0u64;
        for (vertex, VertexPrice { price, .. }) in vertices.into_iter().zip(prices) {
            for &by in &dominators[vertex as usize] {
                let got = got[by as usize].saturating_add(*price);
                let (name, weight) = (self.graph.name(by), self.weight(by));
                ensure!(got <= weight, "{name} weighs {weight}, and what it dominates costs {got}");
            }
            for &by in &dominators[vertex as usize] {
                got[by as usize] += price;
            }
            // A vertex that nothing may dominate would be worth any price.
            ensure!(!dominators[vertex as usize].is_empty(), "nothing may dominate a vertex");
            least = least.saturating_add(*price);
        }
        let rest = self.given.iter().map(|&vertex| self.weight(vertex) - got[vertex as usize]);
        Ok(rest.fold(least, u64::saturating_add))
    }
}
