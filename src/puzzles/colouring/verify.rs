//! Checks of colourings, and of reasons why none exists, by the edges as they are stated.

use satranj_encodings::model::Count;

use super::{ColouringCertificate, GraphColouring};
use crate::puzzles::{
    Certificate, PuzzleRules, Ruling, Solution, Violation, ensure,
    exhaustive::{Exhausted, Found, MOST_PLACES, Scope, SearchHalt, StepBudget, go_on},
    places::{ModelPlaces, PuzzlePlaces},
};

impl PuzzleRules for GraphColouring {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Classes { classes } = solution else {
            return Err(Violation("expected a colouring with `classes`".into()));
        };
        let mut colours: Vec<Option<usize>> = vec![None; self.graph.names.len()];
        for (colour, class) in classes.iter().enumerate() {
            for name in class {
                let vertex = self.graph.number(name)?;
                let before = colours[vertex as usize].replace(colour);
                ensure!(before.is_none(), "vertex {name} has a colour twice");
            }
        }
        if let Some(plain) = colours.iter().position(Option::is_none) {
            ensure!(false, "{} has no colour", self.graph.names[plain]);
        }
        let used = classes.iter().rposition(|class| !class.is_empty()).map_or(0, |last| last + 1);
        if let Count::Exactly(most) = self.colours {
            ensure!(
                used <= most as usize,
                "{used} colours are used, but at most {most} are allowed"
            );
        }
        for &(vertex, colour) in &self.given {
            ensure!(
                colours[vertex as usize] == Some(colour as usize),
                "{} must have the colour {}",
                self.graph.name(vertex),
                colour + 1
            );
        }
        for &(a, b) in self.graph.edges.iter() {
            ensure!(
                colours[a as usize] != colours[b as usize],
                "{} and {} are adjacent and have the same colour",
                self.graph.name(a),
                self.graph.name(b)
            );
        }
        Ok(())
    }

    /// Checks a reason: that there is no colouring, or, given the value of one, none with fewer colours.
    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        let Certificate::Colouring(certificate) = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!(
                "the certificate `{kind}` does not apply to colourings"
            )));
        };
        let mut vertices = Vec::new();
        for name in certificate.vertices() {
            let vertex = self.graph.number(name)?;
            ensure!(!vertices.contains(&vertex), "vertex {name} is named twice");
            vertices.push(vertex);
        }
        let near = self.graph.neighbours();
        let joined = |a: u32, b: u32| near[a as usize].binary_search(&b).is_ok();
        let name = |vertex: u32| &self.graph.names[vertex as usize];
        let needed = match certificate {
            ColouringCertificate::Clique { .. } => {
                for (at, &one) in vertices.iter().enumerate() {
                    let apart = vertices[at + 1..].iter().find(|&&other| !joined(one, other));
                    if let Some(&other) = apart {
                        ensure!(false, "{} and {} are not adjacent", name(one), name(other));
                    }
                }
                vertices.len() as u64
            }
            ColouringCertificate::OddCycle { .. } => {
                let length = vertices.len();
                ensure!(length > 2 && length % 2 == 1, "{length} vertices are not an odd cycle");
                for (at, &one) in vertices.iter().enumerate() {
                    let next = vertices[(at + 1) % length];
                    ensure!(joined(one, next), "{} and {} are not adjacent", name(one), name(next));
                }
                3
            }
            ColouringCertificate::GivenColours { .. } => {
                ensure!(
                    best.is_none(),
                    "conflicting given colours prove nothing about the fewest colours"
                );
                return self.verify_given(&vertices, &joined);
            }
        };
        match (best, self.colours) {
            (None, Count::Exactly(asked)) => {
                ensure!(
                    u64::from(asked) < needed,
                    "at least {needed} colours are needed, which does not exclude {asked}"
                );
            }
            (Some(best), Count::Optimum) => {
                ensure!(
                    best <= needed,
                    "at least {needed} colours are needed, but {best} are used"
                );
            }
            (None, Count::Optimum) => {
                return Err(Violation("the puzzle allows any number of colours".into()));
            }
            (Some(_), Count::Exactly(asked)) => {
                return Err(Violation(format!(
                    "the puzzle asks for {asked} colours, not for the fewest"
                )));
            }
        }
        Ok(())
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        match certificate {
            Certificate::Colouring(ColouringCertificate::Clique { vertices }) => {
                let count = vertices.len() as u64;
                count.saturating_mul(count).saturating_mul(4)
            }
            _ => 0,
        }
    }

    /// Every vertex in its own colour, if there are enough colours.
    fn obvious(&self) -> Option<Solution> {
        let colours: Vec<u32> = (0..self.graph.vertices()).collect();
        let enough = match self.colours {
            Count::Exactly(asked) => asked as usize >= colours.len(),
            Count::Optimum => true,
        };
        (enough && self.given.is_empty()).then(|| self.solution(&colours))
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let Solution::Classes { classes } = solution else { return None };
        let last = classes.iter().rposition(|class| !class.is_empty());
        (self.colours == Count::Optimum).then(|| last.map_or(0, |last| last as u64 + 1))
    }

    /// Finds every requested colouring: vertex after vertex, each colour in turn. If the fewest
    /// colours are requested, the scope says from which number on.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let all = self.graph.names.len();
        if all > MOST_PLACES || scope == Scope::AnyNumber {
            return Err(SearchHalt::TooLarge);
        }
        // With this number of colours every vertex that is not given may have its own.
        let given = self.given.iter().map(|&(_, colour)| colour + 1).max().unwrap_or(0);
        let enough = given.max(all as u32);
        let Some(sizes) = scope.sizes(self.colours, false, enough.into()) else { return Ok(()) };
        let most = *sizes.end() as u32;
        budget.spend(16 * (all + self.graph.edges.len()))?;
        let near = self.graph.neighbours();
        let mut wanted: Vec<Option<u32>> = vec![None; all];
        for &(vertex, colour) in &self.given {
            if wanted[vertex as usize].replace(colour).is_some() {
                return Ok(());
            }
        }
        // The next colour to try for each vertex so far.
        let mut way: Vec<u32> = vec![0];
        let mut colours: Vec<u32> = Vec::new();
        while let Some(next) = way.last_mut() {
            budget.spend(8)?;
            let mut colour = None;
            if let Some(wanted) = wanted.get(colours.len()) {
                let near = near[colours.len()].iter().map(|&other| other as usize);
                let earlier = near.take_while(|&other| other < colours.len());
                let earlier: Vec<u32> = earlier.map(|other| colours[other]).collect();
                budget.spend(earlier.len())?;
                let (least, most) =
                    wanted.map_or((0, most), |wanted| (wanted, most.min(wanted + 1)));
                colour = (least.max(*next)..most).find(|colour| !earlier.contains(colour));
            } else {
                budget.spend_on_solution(enough as usize)?;
                go_on(found(self.solution(&colours)))?;
            }
            if let Some(colour) = colour {
                *next = colour + 1;
                colours.push(colour);
                way.push(0);
            } else {
                way.pop();
                colours.pop();
            }
        }
        Ok(())
    }
}

impl GraphColouring {
    fn verify_given(&self, vertices: &[u32], joined: &dyn Fn(u32, u32) -> bool) -> Ruling {
        let colours = |vertex: u32| -> Vec<u32> {
            let own = self.given.iter().filter(|given| given.0 == vertex);
            own.map(|&(_, colour)| colour).collect()
        };
        match *vertices {
            [one] => {
                let count = colours(one).len();
                ensure!(count > 1, "{} is given {count} colours", self.graph.name(one));
            }
            [one, other] => {
                let names = self.graph.names(&[one, other]);
                ensure!(joined(one, other), "{} and {} are not adjacent", names[0], names[1]);
                let others = colours(other);
                let is_shared = colours(one).iter().any(|colour| others.contains(colour));
                ensure!(is_shared, "{} and {} are not given one colour", names[0], names[1]);
            }
            _ => return Err(Violation("expected one vertex or two".into())),
        }
        Ok(())
    }

    /// The solution with this colour of each vertex.
    pub(super) fn solution(&self, colours: &[u32]) -> Solution {
        let count = colours.iter().max().map_or(0, |&most| most as usize + 1);
        let mut classes = vec![Vec::new(); count];
        for (name, &colour) in self.graph.names.iter().zip(colours) {
            classes[colour as usize].push(name.clone());
        }
        Solution::Classes { classes }
    }
}
