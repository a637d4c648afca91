//! Decodes an external solver's model of an exported formula into a verified solution.

mod formula;
#[cfg(feature = "cli")]
pub mod named;
#[cfg(feature = "cli")]
mod proved;
#[cfg(feature = "cli")]
mod variable_names;

use satranj_encodings::{hamiltonian::Hamiltonian, model::Witness};
use thiserror::Error;
use web_time::Instant;

use crate::{
    answer::Outcome,
    documents::{
        map::MapDocument,
        solution::{EXTERNAL, ObjectiveBound, SCHEMA, SolutionDocument, Solutions, Status},
    },
    limits::{Limits, Reason},
    puzzles::{PuzzleSolution, StatedPuzzle, exhaustive},
    run::Run,
    solvers::model_file::{self, SolverOutput},
};
use formula::{ModelForm, ModelMeaning};

pub use formula::MappedFormula;

/// What a solver's answer says about the puzzle.
#[non_exhaustive]
pub struct Decoded {
    /// The verified solution, or the solver's other answer.
    pub document: SolutionDocument,
    /// The puzzle.
    pub puzzle: Box<dyn StatedPuzzle>,
}

/// Why a solver's answer is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The map is invalid, or belongs to a formula that this version does not write.
    #[error("the map: {0}")]
    Map(String),
    /// The text is not a solver's output; with line and column.
    #[error("the output: {0}")]
    Output(String),
    /// The solver is wrong.
    #[error("{0}")]
    Wrong(String),
}

/// Reads what a solver printed for a formula written by [`export`](crate::export): checks its model
/// against every clause and returns the verified solution.
///
/// # Errors
/// [`DecodeError`].
///
/// # Example
///
/// ```
/// use satranj::prelude::*;
///
/// let puzzle = r#"{"kind":"queens","n":4}"#.parse::<Statement>()?.into_puzzle()?;
/// let mut formula = Vec::new();
/// let map = export(puzzle.as_ref(), "dimacs", &mut formula)?.ok_or("a formula has a map")?;
/// let mut solver = varisat::Solver::new();
/// solver.add_dimacs_cnf(formula.as_slice())?;
/// assert!(solver.solve()?);
/// let literals = solver.model().unwrap_or_default();
/// let literals: Vec<_> = literals.iter().map(|literal| literal.to_dimacs().to_string()).collect();
/// let printed = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
/// assert_eq!(decode(&map, &printed)?.document.status, Status::Satisfied);
/// assert!(decode(&map, "s UNSATISFIABLE\n").is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn decode(map: &MapDocument, output: &str) -> Result<Decoded, DecodeError> {
    MappedFormula::of(map, Run::new(Limits::default(), 0))?.decode(map, output)
}

impl MappedFormula {
    /// Reads what a solver printed.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn decode(self, map: &MapDocument, output: &str) -> Result<Decoded, DecodeError> {
        // A formula without variables is written with one, because constraints need one.
        let least = u64::from(map.format == "opb");
        let answer = model_file::parse(output, map.variables.max(least))
            .map_err(|error| DecodeError::Output(error.to_string()))?;
        let output = answer.output;
        let started = Instant::now();
        let family = if map.format == "opb" { "pb" } else { "sat" };
        let method = format!("{family}:{}", map.encoding);
        let mut document = SolutionDocument::new(
            SCHEMA,
            map.puzzle.clone(),
            &method,
            Some(EXTERNAL),
            0,
            Solutions::One { solution: None },
        );
        document.options.amo =
            matches!(self.form, ModelForm::Clauses { .. }).then(|| map.amo.clone());
        document.statistics.variables = map.variables;
        document.statistics.clauses = map.clauses;
        let assignment = match &output {
            SolverOutput::Satisfiable(assignment) | SolverOutput::Optimum(assignment) => {
                Some(assignment)
            }
            SolverOutput::Unsatisfiable | SolverOutput::Unknown => None,
        };
        let read = self.read_model(assignment, map).map_err(DecodeError::Map)?;
        let mut outcome = match &output {
            SolverOutput::Unsatisfiable => Outcome::Unsatisfiable(None),
            SolverOutput::Unknown => Outcome::Unknown(Reason::SolverUnknown),
            SolverOutput::Optimum(_) | SolverOutput::Satisfiable(_) => Outcome::Satisfied,
        };
        if output == SolverOutput::Unsatisfiable
            && let Some(solution) = exhaustive::against_no(self.puzzle.as_ref())
        {
            let found = solution.in_words();
            return Err(DecodeError::Wrong(format!(
                "the solver is wrong: it says UNSATISFIABLE, but there is a solution: {found}"
            )));
        }
        if let Some(read) = read {
            let ModelMeaning { witness, solution, cost } = read.map_err(DecodeError::Wrong)?;
            if let Some(value) = answer.value.filter(|&value| value != cost) {
                return Err(DecodeError::Wrong(format!(
                    "the last `o` line says {value}, but the model has the value {cost}"
                )));
            }
            // Without an objective every solution is optimal.
            if let Some(sense) = self.model.sense() {
                let value = self.model.value(&witness);
                document.objective = Some(value);
                if matches!(output, SolverOutput::Optimum(_)) {
                    match self.shown_best(&solution, value).map_err(DecodeError::Wrong)? {
                        Some(shown) => outcome = shown,
                        None => document.claimed = Some(Status::Optimal),
                    }
                }
                if outcome == Outcome::Satisfied {
                    document.bound = Some(ObjectiveBound::from(sense));
                }
            }
            document.content = Solutions::One { solution: Some(solution) };
        }
        let found = !document.found().is_empty();
        let mut document = document.with_outcome(&outcome, found);
        if output == SolverOutput::Unsatisfiable {
            document.unchecked_because = Some(match map.format.as_str() {
                "dimacs" => "the solver's proof was not given".into(),
                format => format!("proofs are read for dimacs, not for {format}"),
            });
        }
        // The solver's time is unknown here; checking and reading are measured.
        document.timing.verify_seconds = started.elapsed().as_secs_f64();
        document.timing.total_seconds = document.timing.verify_seconds;
        Ok(Decoded { document, puzzle: self.puzzle })
    }
}

/// The first literals of a clause in words.
fn clause_in_words<L>(clause: &[L], word: impl FnMut(&L) -> String) -> String {
    const MOST: usize = 12;
    let mut words: Vec<String> = clause.iter().take(MOST).map(word).collect();
    if clause.len() > MOST {
        words.push("…".into());
    }
    words.join(" ∨ ")
}

/// The method in the document of a tour.
const METHOD: &str = "graph:tour";

/// Reads the vertices of a TSPLIB tour, numbered from 0 as by `graphs::tour_file`, as a solution of a tour of
/// a board or a Hamiltonian path or cycle. The tour of a path may visit one more vertex, the last, which
/// joins its ends, as `solve --tour` and `export --format hcp` write it.
///
/// # Errors
/// [`DecodeError::Map`] if the puzzle does not ask for a tour, [`DecodeError::Wrong`] if this is not a tour.
pub fn decode_tour(puzzle: Box<dyn StatedPuzzle>, tour: &[u32]) -> Result<Decoded, DecodeError> {
    let started = Instant::now();
    let model = puzzle.model();
    let Some(model) = model.as_hamiltonian() else {
        let kind = puzzle.statement().kind();
        return Err(DecodeError::Map(format!(
            "`{kind}` is not solved by a tour; a TSPLIB tour answers `tour` and `hamilton`"
        )));
    };
    let path = path(model, tour)?;
    let solution = puzzle.checked(&Witness::Path(path));
    let solution = solution.map_err(|violation| DecodeError::Wrong(violation.to_string()))?;
    let content = Solutions::One { solution: Some(solution) };
    let statement = puzzle.statement();
    let document = SolutionDocument::new(SCHEMA, statement, METHOD, Some(EXTERNAL), 0, content);
    let mut document = document.with_outcome(&Outcome::Satisfied, true);
    document.timing.verify_seconds = started.elapsed().as_secs_f64();
    document.timing.total_seconds = document.timing.verify_seconds;
    Ok(Decoded { document, puzzle })
}

/// The path or cycle of a model for a tour.
fn path(model: &Hamiltonian, tour: &[u32]) -> Result<Vec<u32>, DecodeError> {
    let vertices = model.vertices();
    let (found, more) = (tour.len() as u64, u64::from(vertices) + 1);
    let joined = tour.iter().position(|&vertex| vertex == vertices);
    let mut path = match joined {
        _ if found == u64::from(vertices) && joined.is_none() => tour.to_vec(),
        Some(joined) if !model.closed && found == more => {
            [&tour[joined + 1..], &tour[..joined]].concat()
        }
        _ => {
            let or = if model.closed { String::new() } else { format!(", or {more}") };
            let problem =
                format!("the tour visits {found} vertices; the puzzle has {vertices}{or}");
            return Err(DecodeError::Wrong(problem));
        }
    };
    // A tour has no direction.
    let is_at = |end: Option<&u32>, stated: Option<u32>| stated.is_some() && end.copied() == stated;
    let begins_at_end = is_at(path.first(), model.end) || is_at(path.last(), model.start);
    if !model.closed && begins_at_end && !model.is_directed() {
        path.reverse();
    }
    Ok(path)
}
