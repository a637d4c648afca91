//! Documents that are read back, to check them or to state their puzzle again.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{
    counts::{Diversity, KeptCount, Sampling},
    cubes::CubeProofs,
    solution::{COUNT_SCHEMA, ObjectiveBound, Proof, Status},
};
use crate::{
    json::{JsonError, JsonPart},
    limits::Reason,
    pictures::Picture,
    puzzles::{Certificate, Solution, StatedPuzzle, Statement, drawing},
};

/// The fields of any solution document that are needed to check it or to state its puzzle again.
#[derive(Debug, Deserialize, JsonSchema)]
#[non_exhaustive]
pub struct StoredDocument {
    /// Its schema.
    #[serde(default)]
    pub schema: Option<String>,
    /// The kind of line, if it comes from a stream.
    #[serde(default, rename = "type")]
    pub line: Option<String>,
    /// The puzzle.
    pub puzzle: Statement,
    /// What it claims.
    #[serde(default)]
    pub status: Option<Status>,
    /// Why it claims nothing.
    #[serde(default)]
    pub reason: Option<Reason>,
    /// The solver that it names.
    #[serde(default)]
    pub solver: Option<String>,
    /// Its digest of the puzzle.
    #[serde(default)]
    pub instance: Option<String>,
    /// Whether it says that it was checked.
    #[serde(default)]
    pub verified: bool,
    /// Its value.
    #[serde(default)]
    pub objective: Option<u64>,
    /// How the value bounds the best.
    #[serde(default)]
    pub bound: Option<ObjectiveBound>,
    /// A lower bound on the value of every solution.
    #[serde(default)]
    pub lower_bound: Option<u64>,
    /// What an external solver also claims.
    #[serde(default)]
    pub claimed: Option<Status>,
    /// Its solution, read according to the kind of the puzzle.
    #[serde(skip)]
    pub solution: Option<Solution>,
    /// Its solutions, read in the same way.
    #[serde(skip)]
    pub solutions: Option<Vec<Solution>>,
    /// How many solutions each class has.
    #[serde(default)]
    pub orbit_sizes: Option<Vec<u32>>,
    /// At the end of a stream: how many solutions came before.
    #[serde(default)]
    pub solutions_found: Option<u64>,
    /// How many solutions are optimal.
    #[serde(default)]
    pub optimal_solutions: Option<String>,
    /// How many solutions there are.
    #[serde(default)]
    pub count: Option<String>,
    /// How many tours, if a tour and its reverse are two.
    #[serde(default)]
    pub directed: Option<String>,
    /// How many tours, if a tour and its reverse are one.
    #[serde(default)]
    pub undirected: Option<String>,
    /// How many solutions each symmetry keeps.
    #[serde(default)]
    pub kept_by_symmetry: Option<Vec<KeptCount>>,
    /// How the solutions were drawn.
    #[serde(default)]
    pub sampling: Option<Sampling>,
    /// How much its solutions share.
    #[serde(default)]
    pub diversity: Option<Diversity>,
    /// A lower bound on their number, if a limit came before the count.
    #[serde(default)]
    pub at_least: Option<String>,
    /// How many, up to symmetry.
    #[serde(default)]
    pub up_to_symmetry: Option<String>,
    /// How many up to symmetry, if a tour and its reverse are two.
    #[serde(default)]
    pub directed_up_to_symmetry: Option<String>,
    /// How many up to symmetry, if a tour and its reverse are one.
    #[serde(default)]
    pub undirected_up_to_symmetry: Option<String>,
    /// A lower bound on their number up to symmetry, if a limit came before.
    #[serde(default)]
    pub up_to_symmetry_at_least: Option<String>,
    /// How many placements of 0, 1, 2, … pieces there are.
    #[serde(default)]
    pub counts_by_k: Option<Vec<String>>,
    /// Its certificate, read according to the kind of the puzzle.
    #[serde(skip)]
    pub certificate: Option<Certificate>,
    /// Its proof that there is no other solution.
    #[cfg(feature = "cli")]
    #[serde(default)]
    pub no_other: Option<super::listed_all::NoOther>,
    /// The method that it names for a second count.
    #[cfg(feature = "cli")]
    #[serde(default)]
    pub counted_again_by: Option<String>,
    /// The method.
    #[cfg(feature = "cli")]
    #[serde(default)]
    pub method: Option<String>,
    /// Its proof.
    #[serde(default)]
    pub proof: Option<Proof>,
    /// The proofs of its parts.
    #[serde(default)]
    pub cube_proofs: Option<CubeProofs>,
}

impl StoredDocument {
    /// The solutions in it.
    ///
    /// ```
    /// use satranj::prelude::*;
    ///
    /// let text = r#"{"puzzle":{"kind":"queens","n":1},"solution":{"squares":["a1"]}}"#;
    /// let document: StoredDocument = text.parse()?;
    /// assert!(document.found().all(|solution| solution.squares() == ["a1".parse().unwrap()]));
    /// let puzzle = document.puzzle.puzzle()?;
    /// assert_eq!(document.pictures(&*puzzle)[0].text(80).as_deref(), Some("1  Q\n   a\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn found(&self) -> impl Iterator<Item = &Solution> {
        self.solution.iter().chain(self.solutions.iter().flatten())
    }

    /// The pictures of its solutions, or of the reason for "no solution"; none if too large.
    #[must_use]
    pub fn pictures<'a>(&'a self, puzzle: &'a dyn StatedPuzzle) -> Vec<Picture<'a>> {
        drawing::pictures(puzzle, self.found(), self.certificate.as_ref(), false)
    }
}

/// What the checks need.
#[doc(hidden)]
impl StoredDocument {
    /// Reads a document.
    ///
    /// # Errors
    /// The problem, with its place.
    pub fn read(part: &JsonPart<'_>) -> Result<Self, JsonError> {
        let mut document: Self = part.read("a document")?;
        let names = ["solution", "solutions", "certificate"];
        let [solution, solutions, certificate] = part.named(names)?;
        let puzzle = &document.puzzle;
        let of_kind = |part: &JsonPart<'_>| puzzle.read_solution(part);
        document.solution = solution.as_ref().map(of_kind).transpose()?;
        let listed = solutions.map(|list| list.values()?.iter().map(of_kind).collect());
        document.solutions = listed.transpose()?;
        let of_kind = |part: &JsonPart<'_>| puzzle.read_certificate(part);
        document.certificate = certificate.as_ref().map(of_kind).transpose()?;
        Ok(document)
    }

    /// Whether it names proofs in files.
    #[must_use]
    pub fn has_proofs(&self) -> bool {
        self.proof.is_some() || self.cube_proofs.is_some()
    }

    /// Whether it is a document of `count`.
    #[must_use]
    pub fn is_count(&self) -> bool {
        self.schema.as_deref() == Some(COUNT_SCHEMA)
    }

    /// Whether it is the last line of a stream.
    #[must_use]
    pub fn ends_stream(&self) -> bool {
        self.line.as_deref() == Some("status")
    }

    /// Whether its solutions are elsewhere: a count has none, and in a stream they came before the
    /// status.
    #[must_use]
    pub fn is_without_solutions(&self) -> bool {
        self.is_count() || self.ends_stream()
    }
}

/// Reads a document with its solutions.
impl FromStr for StoredDocument {
    type Err = JsonError;

    fn from_str(text: &str) -> Result<Self, JsonError> {
        Self::read(&JsonPart::whole(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(puzzle: &str, answer: &str) -> Result<StoredDocument, String> {
        let text = format!("{{\"puzzle\":{puzzle},\n{answer}}}");
        StoredDocument::read(&JsonPart::whole(&text)).map_err(|error| error.to_string())
    }

    const TOUR: &str = r#"{"kind":"tour","board":{"rows":3,"columns":4}}"#;
    const GRAPH: &str = r#"{"kind":"hamilton","graph":{"vertices":["a1","b2"],"edges":[[0,1]]}}"#;

    #[test]
    fn the_kind_of_the_puzzle_says_what_an_answer_is() {
        let answer = r#""solution":{"path":["a1","b2"]}"#;
        let names = ["a1", "b2"].map(String::from).to_vec();
        let squares = names.iter().map(|name| name.parse().unwrap()).collect();
        let of_graph = read(GRAPH, answer).unwrap().solution;
        assert_eq!(of_graph, Some(Solution::VertexPath { path: names }));
        let of_board = read(TOUR, answer).unwrap().solution;
        assert_eq!(of_board, Some(Solution::Path { path: squares }));
        let vertices = r#""certificate":{"kind":"low_degree","vertices":["a1"]}"#;
        let of_graph = read(GRAPH, vertices).unwrap().certificate;
        assert!(matches!(of_graph, Some(Certificate::Graph(_))));
        let none = read(TOUR, r#""solution":null,"solutions":null,"certificate":null"#).unwrap();
        assert_eq!((none.solution, none.solutions, none.certificate), (None, None, None));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        for (puzzle, answer, expected) in [
            (
                TOUR,
                r#""solution":{"path":["a1","Ann"]}"#,
                "2:26: solution.path[1]: `Ann` is not a square: write it as in chess",
            ),
            (
                TOUR,
                r#""solutions":[{"path":[]},{"path":[7]}]"#,
                "2:35: solutions[1].path[0]: found `7`, expected a string",
            ),
            (TOUR, r#""solution":{"squares":["a1"]}"#, "2:12: solution: it needs `path`"),
            (GRAPH, r#""solution":{"path":"a1"}"#, "2:20: solution.path: found `\"a1\"`"),
            (TOUR, r#""solutions":7"#, "2:13: found `7`, expected a list"),
            (TOUR, r#""solution":null,"solution":{"path":[]}"#, "2:28: solution: it occurs twice"),
            (
                TOUR,
                r#""certificate":{"kind":"low_degree","vertices":["a1"]}"#,
                "2:15: certificate: `low_degree` needs `squares`",
            ),
            (
                GRAPH,
                r#""certificate":{"kind":"low_degree","squares":["a1"]}"#,
                "2:15: certificate: `low_degree` needs `vertices`",
            ),
            (TOUR, r#""certificate":{"kind":"magic"}"#, "2:23: certificate.kind: unknown kind"),
        ] {
            let error = read(puzzle, answer).unwrap_err();
            assert!(error.starts_with(expected), "{answer}: {error}");
        }
    }
}
