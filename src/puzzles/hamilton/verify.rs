//! Checks of Hamiltonian paths and cycles, and of reasons why there is none, by the edges as they
//! are stated.

use std::{
    collections::{HashMap, HashSet},
    sync::OnceLock,
};

use super::{GraphCertificate, Hamilton};
use crate::puzzles::{
    Certificate, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, MOST_PLACES, Scope, SearchHalt, StepBudget, Walks},
    named_vertices,
    refutation::{self, VisitedGround},
};

impl PuzzleRules for Hamilton {
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
        let mut steps: HashSet<(u32, u32)> =
            visited.windows(2).map(|step| (step[0], step[1])).collect();
        let back = (visited[count - 1], visited[0]);
        if self.closed {
            let fewest = if self.graph.directed { 2 } else { 3 };
            ensure!(count >= fewest, "a cycle has at least {fewest} vertices");
            steps.insert(back);
        }
        let mut missing = steps.clone();
        for &(a, b) in self.graph.edges.iter() {
            missing.remove(&(a, b));
            if !self.graph.directed {
                missing.remove(&(b, a));
            }
        }
        // Of several the first on the way.
        let first = visited.windows(2).map(|step| (step[0], step[1])).chain([back]);
        if let Some((from, to)) = first.into_iter().find(|step| missing.contains(step)) {
            ensure!(
                false,
                "no edge leads from {} to {}",
                self.graph.name(from),
                self.graph.name(to)
            );
        }
        let ends = [("starts", self.start, visited[0]), ("ends", self.end, visited[count - 1])];
        for (verb, stated, found) in ends {
            if let Some(stated) = stated {
                let (name, wanted) = (self.graph.name(found), self.graph.name(stated));
                ensure!(found == stated, "the path {verb} at {name}, not at {wanted}");
            }
        }
        for &(a, b) in &self.given {
            let is_used =
                steps.contains(&(a, b)) || !self.graph.directed && steps.contains(&(b, a));
            ensure!(
                is_used,
                "the given edge {}-{} is not used",
                self.graph.name(a),
                self.graph.name(b)
            );
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "no path or cycle is better than another");
        let Certificate::Graph(certificate) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("`{kind}` of squares says nothing about graphs")));
        };
        // The reasons are those of edges in no direction, for cycles of at least three.
        ensure!(
            !self.graph.directed || self.graph.names.len() > 2,
            "the graph is too small for a reason"
        );
        let number = |name: &String| {
            let number = self.graph.numbers.get(name).copied();
            number.ok_or_else(|| format!("`{name}` is no vertex of the graph"))
        };
        let reason = certificate.obstruction().and_then(|reason| reason.try_map(number));
        let reason = reason.map_err(Violation)?;
        let ground = StatedGraph { puzzle: self, beside: OnceLock::new(), behind: OnceLock::new() };
        refutation::check(&ground, &reason)
    }

    /// The vertices in the order in which they are listed.
    fn obvious(&self) -> Option<Solution> {
        Some(Solution::Walk { path: self.graph.names.to_vec() })
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
            found(Solution::Walk { path: self.graph.named(&path) })
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

/// The graph as a check sees it: each vertex with those beside it.
struct StatedGraph<'a> {
    puzzle: &'a Hamilton,
    beside: OnceLock<Vec<Vec<u32>>>,
    /// Of a directed graph: to which vertices edges lead from each.
    behind: OnceLock<Vec<Vec<u32>>>,
}

impl VisitedGround for StatedGraph<'_> {
    fn noun(&self) -> &'static str {
        "vertex"
    }

    fn nouns(&self) -> &'static str {
        "vertices"
    }

    fn link(&self) -> &'static str {
        "edge"
    }

    fn limit(&self) -> usize {
        self.puzzle.graph.names.len()
    }

    fn places(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(0..self.puzzle.graph.names.len() as u32)
    }

    fn count(&self) -> usize {
        self.puzzle.graph.names.len()
    }

    fn next_to(&self, place: u32) -> Vec<u32> {
        let beside = self.beside.get_or_init(|| self.puzzle.graph.neighbours());
        beside[place as usize].clone()
    }

    fn successors(&self, place: u32) -> Vec<u32> {
        if !self.puzzle.graph.directed {
            return self.next_to(place);
        }
        let behind = self.behind.get_or_init(|| {
            let mut behind = vec![Vec::new(); self.limit()];
            for &(a, b) in self.puzzle.graph.edges.iter().filter(|(a, b)| a != b) {
                behind[a as usize].push(b);
            }
            behind
        });
        behind[place as usize].clone()
    }

    fn name(&self, place: u32) -> String {
        self.puzzle.graph.name(place)
    }

    fn start(&self) -> Option<u32> {
        self.puzzle.start
    }

    fn end(&self) -> Option<u32> {
        self.puzzle.end
    }

    fn closed(&self) -> bool {
        self.puzzle.closed
    }

    fn given(&self) -> Vec<(u32, u32)> {
        self.puzzle.given.clone()
    }
}
