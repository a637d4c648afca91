//! Checks of Hamiltonian paths and cycles, and of reasons why none exists, by the edges as they are
//! stated.

use std::collections::{HashMap, HashSet};

use super::{GraphCertificate, Hamilton};
use crate::puzzles::{
    Certificate, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, MOST_PLACES, Scope, SearchHalt, StepBudget, Walks},
    named_vertices,
    refutation::{self, VisitedGround},
};

impl PuzzleRules for Hamilton {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Some(path) = Self::path(solution) else {
            return Err(Violation("a Hamiltonian path or cycle has a path".into()));
        };
        let mut places: HashMap<u32, usize> = HashMap::with_capacity(path.len());
        let mut visited = Vec::with_capacity(path.len());
        for (index, name) in path.iter().enumerate() {
            let vertex = self.graph.vertex(name);
            let vertex =
                vertex.map_err(|error| Violation(format!("place {}: {error}", index + 1)))?;
            if let Some(earlier) = places.insert(vertex, index + 1) {
                let place = index + 1;
                ensure!(false, "vertex {name} is visited twice, at places {earlier} and {place}");
            }
            visited.push(vertex);
        }
        let count = self.graph.names.len();
        if path.len() != count {
            let missing = (0..count as u32).find(|vertex| !places.contains_key(vertex));
            let missing = missing.map_or_else(String::new, |vertex| self.graph.name(vertex));
            ensure!(false, "{} of {count} vertices are visited; {missing} is missing", path.len());
        }
        let mut steps: Vec<(u32, u32)> =
            visited.windows(2).map(|step| (step[0], step[1])).collect();
        if self.closed {
            let fewest = if self.graph.directed { 2 } else { 3 };
            ensure!(count >= fewest, "a cycle has at least {fewest} vertices");
            steps.push((visited[count - 1], visited[0]));
        }
        let is_missing = |&&(from, to): &&(u32, u32)| self.graph.edge(from, to).is_none();
        if let Some(&(from, to)) = steps.iter().find(is_missing) {
            let (from, to) = (self.graph.name(from), self.graph.name(to));
            ensure!(false, "no edge leads from {from} to {to}");
        }
        let ends = [("starts", self.start, visited[0]), ("ends", self.end, visited[count - 1])];
        for (verb, stated, found) in ends {
            if let Some(stated) = stated {
                let (name, wanted) = (self.graph.name(found), self.graph.name(stated));
                ensure!(found == stated, "the path {verb} at {name}, not at {wanted}");
            }
        }
        let steps: HashSet<(u32, u32)> = steps.into_iter().collect();
        for &(a, b) in &self.given {
            let is_used =
                steps.contains(&(a, b)) || !self.graph.directed && steps.contains(&(b, a));
            let (a, b) = (self.graph.name(a), self.graph.name(b));
            ensure!(is_used, "the given edge {a}-{b} is not used");
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "no path or cycle is better than another");
        let Certificate::Graph(certificate) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("`{kind}` of squares says nothing about graphs")));
        };
        // The reasons hold for undirected graphs, and for cycles of at least three vertices.
        ensure!(
            !self.graph.directed || self.graph.names.len() > 2,
            "the graph is too small for a reason"
        );
        let number = |name: &String| {
            let number = self.graph.numbers.get(name).copied();
            number.ok_or_else(|| format!("`{name}` is not a vertex of the graph"))
        };
        let reason = certificate.obstruction().and_then(|reason| reason.try_map(number));
        let reason = reason.map_err(Violation)?;
        let beside = self.graph.neighbours();
        let mut behind = vec![Vec::new(); if self.graph.directed { beside.len() } else { 0 }];
        for &(a, b) in self.graph.edges.iter().filter(|_| self.graph.directed) {
            behind[a as usize].push(b);
        }
        let behind = if self.graph.directed { &behind } else { &beside };
        let ground = VisitedGround {
            noun: "vertex",
            nouns: "vertices",
            link: "edge",
            limit: beside.len(),
            is_place: &|_| true,
            count: beside.len(),
            next_to: &|place| beside[place as usize].clone(),
            successors: &|place| behind[place as usize].clone(),
            name: &|place| self.graph.name(place),
            start: self.start,
            end: self.end,
            closed: self.closed,
            given: self.given.clone(),
        };
        refutation::check(&ground, &reason)
    }

    /// The vertices in the order of the list.
    fn obvious(&self) -> Option<Solution> {
        Some(Solution::VertexPath { path: self.graph.names.to_vec() })
    }

    /// Finds every path or cycle.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let vertices = self.graph.names.len();
        if scope == Scope::AnyNumber || vertices > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(self.graph.edges.len().saturating_mul(16))?;
        let mut successors = vec![Vec::new(); vertices];
        for &(a, b) in self.graph.edges.iter() {
            successors[a as usize].push(b as usize);
            if !self.graph.directed {
                successors[b as usize].push(a as usize);
            }
        }
        let end = |end: Option<u32>| end.map(|vertex| vertex as usize);
        let ends = (end(self.start), end(self.end));
        let given = self.given.iter().map(|&(a, b)| (a as usize, b as usize)).collect();
        let walks = Walks::new(successors, self.graph.directed, self.closed, ends, given)?;
        walks.search(budget, &mut |path| {
            let path: Vec<u32> = path.iter().map(|&vertex| vertex as u32).collect();
            found(Solution::VertexPath { path: self.graph.named(&path) })
        })
    }
}

impl Hamilton {
    pub(super) fn because_of(&self, certificate: &GraphCertificate) -> String {
        let vertices = certificate.vertices();
        let names = named_vertices(vertices);
        match certificate {
            GraphCertificate::LowDegree { .. } => {
                let lacks = if vertices.len() == 1 { "has" } else { "have" };
                format!("because {names} {lacks} too few edges to be passed through")
            }
            GraphCertificate::Disconnected { .. } => {
                format!("because no edge leads out of {names}")
            }
            GraphCertificate::Articulation { .. } | GraphCertificate::Toughness { .. } => {
                format!(
                    "because without {names} the graph falls into more parts than can be joined"
                )
            }
            GraphCertificate::NoTwoFactor { successors: Some(successors), .. } => format!(
                "because edges lead from {names} to only {} {}",
                successors.len(),
                if successors.len() == 1 { "vertex" } else { "vertices" }
            ),
            GraphCertificate::Carving { .. } => {
                format!("because no paths through {names} can be parts of a cycle")
            }
            GraphCertificate::NoTwoFactor { .. } => format!(
                "because the vertices around {names} have too few places for all their edges"
            ),
            GraphCertificate::ColourParity { ends, .. } => {
                let of = format!(
                    "because no edge joins two of {} of the {} vertices",
                    vertices.len(),
                    self.graph.names.len()
                );
                if ends.is_empty() {
                    return of;
                }
                format!("{of}, so the path cannot have its end at {}", named_vertices(ends))
            }
            GraphCertificate::GivenEdges { .. } => {
                format!("because the given edges through {names} cannot all be used")
            }
        }
    }
}
