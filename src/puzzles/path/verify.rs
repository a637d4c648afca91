//! Checks of paths, of distances and of separations, by the edges as they are stated.

use super::{GraphPath, PathCertificate};
use crate::puzzles::{
    Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
};

impl PuzzleRules for GraphPath {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::VertexPath { path } = solution else {
            return Err(Violation("a path has a `path`".into()));
        };
        let [from, to] = [self.from, self.to].map(|vertex| self.graph.name(vertex));
        ensure!(path.first() == Some(&from), "the path does not start at {from}");
        ensure!(path.last() == Some(&to), "the path does not end at {to}");
        self.weighed(path).map(drop)
    }

    /// Checks a reason: that there is no path, or, given a weight, none that weighs less.
    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        match certificate {
            Certificate::Path(PathCertificate::Distances { distances }) => {
                self.verify_distances(distances, best)
            }
            Certificate::Path(PathCertificate::Disconnected { vertices }) => {
                ensure!(best.is_none(), "it says that there is no path, and there is");
                self.verify_separation(vertices)
            }
            other => Err(Violation(format!("`{}` says nothing about paths", other.kind()))),
        }
    }

    fn certificate_steps(&self, _certificate: &Certificate) -> u64 {
        4 * (self.graph.names.len() + self.graph.edges.len()) as u64
    }

    /// The path of one vertex.
    fn obvious(&self) -> Option<Solution> {
        let path = vec![self.graph.name(self.from)];
        (self.from == self.to).then_some(Solution::VertexPath { path })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let Solution::VertexPath { path } = solution else { return None };
        self.weighed(path).ok()
    }

    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let Some(weight) = self.value(solution) else { return Optimality::Open };
        let next = self.adjacency();
        let steps = |at: usize| next[at].clone();
        let routes = self.routes(&steps, &mut StepBudget::of(u64::MAX));
        routes.map_or(Optimality::Open, |routes| routes.compared(weight, "of"))
    }

    /// Finds every shortest path.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        if scope == Scope::AnyNumber {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(16 * (self.graph.names.len() + self.graph.edges.len()))?;
        let next = self.adjacency();
        let steps = |at: usize| next[at].clone();
        self.routes(&steps, budget)?.search(scope, budget, &mut |taken| {
            let vertices = taken.iter().map(|&(vertex, _)| vertex as u32).chain([self.to]);
            found(Solution::VertexPath {
                path: vertices.map(|vertex| self.graph.name(vertex)).collect(),
            })
        })
    }
}

impl GraphPath {
    /// The weight of a path, each of whose steps must be an edge.
    ///
    /// # Errors
    /// The first [`Violation`].
    pub(super) fn weighed(&self, path: &[String]) -> Result<u64, Violation> {
        let numbers = path.iter().map(|name| self.graph.vertex(name));
        let numbers = numbers.collect::<Result<Vec<u32>, _>>()?;
        let mut sum = 0_u64;
        for ends in numbers.windows(2) {
            let Some(edge) = self.graph.edge(ends[0], ends[1]) else {
                let [from, to] = [ends[0], ends[1]].map(|vertex| self.graph.name(vertex));
                return Err(Violation(format!("no edge leads from {from} to {to}")));
            };
            sum = sum.saturating_add(self.weight(edge));
        }
        Ok(sum)
    }

    /// Each edge in both directions, or in its only one, with its weight.
    fn steps(&self) -> impl Iterator<Item = (u32, u32, u64)> + '_ {
        let edges = self.graph.edges.iter().enumerate();
        edges.flat_map(|(edge, &(a, b))| {
            let weight = self.weight(edge);
            let back = (!self.graph.directed).then_some((b, a, weight));
            std::iter::once((a, b, weight)).chain(back)
        })
    }

    fn verify_distances(&self, distances: &[Option<u64>], best: Option<u64>) -> Ruling {
        let count = self.graph.names.len();
        ensure!(distances.len() == count, "a distance for each of {count} vertices is needed");
        let distance = |vertex: u32| distances[vertex as usize];
        let name = |vertex: u32| &self.graph.names[vertex as usize];
        ensure!(distance(self.from) == Some(0), "the distance of {} is not 0", name(self.from));
        for (a, b, weight) in self.steps() {
            let Some(own) = distance(a) else { continue };
            let most = own.saturating_add(weight);
            ensure!(
                distance(b).is_some_and(|its| its <= most),
                "the edge from {} leads to {} for {most}, not {:?}",
                name(a),
                name(b),
                distance(b)
            );
        }
        let least = distance(self.to);
        match best {
            Some(weight) => {
                ensure!(least == Some(weight), "the distance is {least:?}, the path has {weight}");
            }
            None => ensure!(least.is_none(), "a path may lead to {}", name(self.to)),
        }
        Ok(())
    }

    fn verify_separation(&self, names: &[String]) -> Ruling {
        let mut is_inside = vec![false; self.graph.names.len()];
        for name in names {
            is_inside[self.graph.vertex(name)? as usize] = true;
        }
        let name = |vertex: u32| &self.graph.names[vertex as usize];
        ensure!(is_inside[self.from as usize], "{} is not among the vertices", name(self.from));
        ensure!(!is_inside[self.to as usize], "{} is among the vertices", name(self.to));
        for (a, b, _) in self.steps() {
            let leads_out = is_inside[a as usize] && !is_inside[b as usize];
            ensure!(!leads_out, "an edge leads from {} to {}", name(a), name(b));
        }
        Ok(())
    }

    fn routes<'a>(
        &self,
        steps: &'a dyn Fn(usize) -> Vec<(usize, u64)>,
        budget: &mut StepBudget,
    ) -> Result<Routes<'a>, SearchHalt> {
        let ends = (self.from as usize, self.to as usize);
        Routes::new(self.graph.names.len(), ends, None, steps, budget)
    }

    /// The steps from each vertex.
    fn adjacency(&self) -> Vec<Vec<(usize, u64)>> {
        let mut next = vec![Vec::new(); self.graph.names.len()];
        for (a, b, weight) in self.steps() {
            next[a as usize].push((b as usize, weight));
        }
        next
    }
}
