//! Decodes an external solver's answer to an exported formula or program into a verified solution.

mod formula;
#[cfg(feature = "cli")]
pub mod named;
mod program;
#[cfg(feature = "cli")]
mod proved;
#[cfg(test)]
mod tests;
mod tour;
#[cfg(feature = "cli")]
mod variable_names;

use satranj_encodings::model::Sense;
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
    solvers::model_file::{self, SolverOutput, StatusWord},
};
use formula::{ModelForm, ModelMeaning};

pub use formula::MappedFormula;
pub use tour::decode_tour;

/// What a solver's answer says about the puzzle.
#[non_exhaustive]
pub struct Decoded {
    /// The verified solution, or the solver's other answer.
    pub document: SolutionDocument,
    /// The puzzle.
    pub puzzle: Box<dyn StatedPuzzle>,
    /// Whether the solver says that there is no model.
    pub(crate) is_no: bool,
}

/// The reason if a "no" has no proof although one can be read.
pub(crate) const PROOF_NOT_GIVEN: &str = "the solver's proof was not given";

/// Why a solver's answer is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The map is invalid, or belongs to a formula or program that this version does not write.
    #[error("the map: {0}")]
    Map(String),
    /// The text is not a solver's output; with line and column.
    #[error("the output: {0}")]
    Output(String),
    /// The solver is wrong.
    #[error("{0}")]
    Wrong(String),
}

/// Reads what a solver printed for a formula or a program written by [`export`](crate::export):
/// checks a model against every clause and returns the verified solution.
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

/// What a solver's answer means.
struct ForeignAnswer {
    verdict: StatusWord,
    /// The solutions, verified; with an objective only the best.
    meanings: Vec<ModelMeaning>,
    /// Whether the solver says that there is no other solution.
    is_complete: bool,
}

impl MappedFormula {
    /// Reads what a solver printed.
    ///
    /// # Errors
    /// [`DecodeError`].
    pub fn decode(self, map: &MapDocument, output: &str) -> Result<Decoded, DecodeError> {
        let started = Instant::now();
        let answer = match self.form {
            ModelForm::Program(programs) => self.read_program(programs, map, output),
            ModelForm::Clauses { .. } | ModelForm::Linear => self.read_formula(map, output),
        }?;
        if answer.verdict == StatusWord::Unsatisfiable
            && let Some(solution) = exhaustive::against_no(self.puzzle.as_ref())
        {
            let found = solution.in_words();
            return Err(DecodeError::Wrong(format!(
                "the solver is wrong: it says UNSATISFIABLE, but there is a solution: {found}"
            )));
        }
        let is_no = match answer.verdict {
            StatusWord::Unsatisfiable => true,
            // No model beats the known solution.
            StatusWord::Optimum => self.best.is_some(),
            _ => false,
        };
        let mut document = self.document(map, answer)?;
        // The solver's time is unknown here; checking and reading are measured.
        document.timing.verify_seconds = started.elapsed().as_secs_f64();
        document.timing.total_seconds = document.timing.verify_seconds;
        Ok(Decoded { document, puzzle: self.puzzle, is_no })
    }

    /// Reads the output of a SAT, `MaxSAT` or pseudo-Boolean solver.
    fn read_formula(&self, map: &MapDocument, output: &str) -> Result<ForeignAnswer, DecodeError> {
        // A formula without variables is written with one, because constraints need one.
        let least = u64::from(map.format == "opb");
        let answer = model_file::parse(output, map.variables.max(least))
            .map_err(|error| DecodeError::Output(error.to_string()))?;
        let (verdict, assignment) = match &answer.output {
            SolverOutput::Satisfiable(assignment) => (StatusWord::Satisfiable, Some(assignment)),
            SolverOutput::Optimum(assignment) => (StatusWord::Optimum, Some(assignment)),
            SolverOutput::Unsatisfiable => (StatusWord::Unsatisfiable, None),
            SolverOutput::Unknown => (StatusWord::Unknown, None),
        };
        let read = self.read_model(assignment, map).map_err(DecodeError::Map)?;
        let meaning = read.transpose().map_err(DecodeError::Wrong)?;
        if let (Some(value), Some(ModelMeaning { cost, .. })) = (answer.value, &meaning)
            && value != *cost
        {
            return Err(DecodeError::Wrong(format!(
                "the last `o` line says {value}, but the model has the value {cost}"
            )));
        }
        let (verdict, meaning) = self.beyond_best(verdict, meaning)?;
        let meanings = meaning.into_iter().collect();
        Ok(ForeignAnswer { verdict, meanings, is_complete: false })
    }

    /// The same answer, if a model of the formula beats a known solution: without a model that
    /// solution is the best.
    fn beyond_best(
        &self,
        verdict: StatusWord,
        meaning: Option<ModelMeaning>,
    ) -> Result<(StatusWord, Option<ModelMeaning>), DecodeError> {
        let Some((solution, value)) = &self.best else { return Ok((verdict, meaning)) };
        match (verdict, meaning) {
            (StatusWord::Unsatisfiable, _) => {
                let (value, solution) = (*value, solution.clone());
                Ok((StatusWord::Optimum, Some(ModelMeaning { value, solution, cost: 0 })))
            }
            // The formula states a decision, so no model is an optimum.
            (_, Some(found)) => {
                let is_better = match self.model.sense() {
                    Some(Sense::Maximise) => found.value > *value,
                    Some(Sense::Minimise) => found.value < *value,
                    None => false,
                };
                let problem =
                    format!("the solution has the value {}, not better than", found.value);
                let wrong = || DecodeError::Wrong(format!("{problem} {value}"));
                let answer = (StatusWord::Satisfiable, Some(found));
                is_better.then_some(answer).ok_or_else(wrong)
            }
            (verdict, None) => Ok((verdict, None)),
        }
    }

    /// The document of an answer; the times are not in it.
    fn document(
        &self,
        map: &MapDocument,
        answer: ForeignAnswer,
    ) -> Result<SolutionDocument, DecodeError> {
        let ForeignAnswer { verdict, mut meanings, is_complete } = answer;
        let family = match map.format.as_str() {
            "opb" => "pb",
            "asp" => "asp",
            "minizinc" => "minizinc",
            _ => "sat",
        };
        let method = format!("{family}:{}", map.encoding);
        let none = Solutions::One { solution: None };
        let statement = map.puzzle.clone();
        let mut document =
            SolutionDocument::new(SCHEMA, statement, &method, Some(EXTERNAL), 0, none);
        document.options.amo =
            matches!(self.form, ModelForm::Clauses { .. }).then(|| map.amo.clone());
        if !matches!(self.form, ModelForm::Program(_)) {
            document.statistics.variables = map.variables;
            document.statistics.clauses = map.clauses;
        }
        let mut outcome = match verdict {
            StatusWord::Unsatisfiable => Outcome::Unsatisfiable(None),
            StatusWord::Unknown => Outcome::Unknown(Reason::SolverUnknown),
            StatusWord::Optimum | StatusWord::Satisfiable => Outcome::Satisfied,
        };
        // Without an objective every solution is optimal.
        if let (Some(sense), Some(&ModelMeaning { ref solution, value, .. })) =
            (self.model.sense(), meanings.first())
        {
            document.objective = Some(value);
            if verdict == StatusWord::Optimum {
                match self.shown_best(solution, value).map_err(DecodeError::Wrong)? {
                    Some(shown) => outcome = shown,
                    None => document.claimed = Some(Status::Optimal),
                }
            }
            if outcome == Outcome::Satisfied {
                document.bound = Some(ObjectiveBound::from(sense));
            }
        }
        document.content = if meanings.len() < 2 {
            Solutions::One { solution: meanings.pop().map(|meaning| meaning.solution) }
        } else {
            if is_complete {
                outcome = Outcome::AllSolutions;
            }
            let solutions = meanings.into_iter().map(|meaning| meaning.solution).collect();
            Solutions::Many { solutions, orbit_sizes: Vec::new() }
        };
        let found = !document.found().is_empty();
        let mut document = document.with_outcome(&outcome, found);
        let is_open = document.claimed.is_some() && self.best.is_some();
        if is_open || matches!(outcome, Outcome::Unsatisfiable(_) | Outcome::AllSolutions) {
            document.unchecked_because = Some(match map.format.as_str() {
                "dimacs" => PROOF_NOT_GIVEN.into(),
                format => format!("proofs are read for dimacs, not for {format}"),
            });
        }
        Ok(document)
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
