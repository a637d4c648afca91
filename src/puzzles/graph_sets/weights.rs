//! What sets of vertices weigh, and checks of reasons why none weighs more, or less.

use super::{GraphSet, VertexPrice, WeightedGroup};
use crate::puzzles::{Solution, Violation, ensure};

impl GraphSet {
    /// What a vertex weighs.
    fn weight(&self, vertex: u32) -> u64 {
        self.weights.as_ref().map_or(1, |weights| weights[vertex as usize].into())
    }

    /// What vertices weigh together; how many they are, where each weighs 1.
    pub(super) fn value_of_vertices(&self, vertices: &[u32]) -> u64 {
        vertices.iter().map(|&vertex| self.weight(vertex)).sum()
    }

    /// What all vertices weigh.
    pub(super) fn value_of_all(&self) -> u64 {
        (0..self.graph.vertices()).map(|vertex| self.weight(vertex)).sum()
    }

    /// What a set weighs; a name of no vertex weighs nothing.
    pub(super) fn value_of(&self, solution: &Solution) -> u64 {
        let Solution::Vertices { vertices } = solution else { return 0 };
        self.graph.known(vertices).map(|vertex| self.weight(vertex)).sum()
    }

    /// The most that an independent set or clique weighs which has at most one of each group.
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

    /// The least that a dominating set weighs whose vertices get these prices from those that they
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
            // What nothing may dominate would be worth any price.
            ensure!(!dominators[vertex as usize].is_empty(), "nothing may dominate a vertex");
            least = least.saturating_add(*price);
        }
        let rest = self.given.iter().map(|&vertex| self.weight(vertex) - got[vertex as usize]);
        Ok(rest.fold(least, u64::saturating_add))
    }
}
