//! `satranj decode`: a foreign solver's model back to a verified solution.

use std::{path::PathBuf, time::Instant};

use clap::Args;
use rustsat::types::Lit;
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::{Assignment, ClauseSink, Interrupted},
    encoding::{self, Options, Reading},
};
use sha2::{Digest, Sha256};

use super::{
    CliError,
    arguments::OutputArguments,
    puzzle::{describe, read_text},
};
use crate::{
    answer::Outcome,
    documents::{
        finish_sha256, instance,
        map::{MapDocument, SCHEMA},
        solution::{SolutionDocument, Solutions},
        text,
    },
    exports::dimacs::write_clause,
    limits::Reason,
    puzzles::{Puzzle, Statement},
    solvers::model_file::{self, SolverOutput},
};

/// Arguments of `decode`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The map that `export --format dimacs -o FILE` wrote beside the formula
    map: PathBuf,
    /// The solver's output or model, or - for standard input
    #[arg(default_value = "-")]
    model: PathBuf,
    #[command(flatten)]
    output: OutputArguments,
}

/// Runs the command.
///
/// # Errors
/// [`CliError`]: 1 for files that cannot be read or do not fit, 4 for a model that breaks
/// a clause or a rule.
pub fn run(arguments: &Arguments) -> Result<i32, CliError> {
    let (map_name, text) = read_text(&arguments.map)?;
    let map: MapDocument = serde_json::from_str(&text)
        .map_err(|error| CliError::Input(format!("{map_name}:{}", describe(&error))))?;
    let in_map = |problem: String| CliError::Input(format!("{map_name}: {problem}"));
    if map.schema != SCHEMA {
        return Err(in_map(format!("the schema is `{}`, not `{SCHEMA}`", map.schema)));
    }
    let puzzle = map.puzzle.puzzle().map_err(|error| in_map(error.to_string()))?;
    if map.instance != instance(&map.puzzle) {
        return Err(in_map("the instance is not that of the puzzle".into()));
    }
    let (model_name, text) = read_text(&arguments.model)?;
    let output = model_file::parse(&text, map.variables)
        .map_err(|error| CliError::Input(format!("{model_name}:{error}")))?;
    let started = Instant::now();
    let method = format!("sat:{}", map.encoding);
    let mut document = SolutionDocument::new(map.puzzle.clone(), &method, Some("external"), 0);
    document.options.amo = Some(map.amo.clone());
    document.statistics.variables = map.variables;
    document.statistics.clauses = map.clauses;
    let outcome = match output {
        SolverOutput::Unsatisfiable => Outcome::Unsatisfiable(None),
        SolverOutput::Unknown => Outcome::Unknown(Reason::IncompleteMethod),
        SolverOutput::Satisfiable(assignment) => {
            let solution = decode(&map, puzzle.as_ref(), &assignment, &map_name, &model_name)?;
            document.solutions = Solutions::One { solution: Some(solution) };
            Outcome::Satisfied
        }
    };
    let undecided = matches!(outcome, Outcome::Unknown(_));
    let mut document = document.with_outcome(&outcome);
    // The solver's time is not known here; what is measured is checking and reading.
    document.timing.verify_seconds = started.elapsed().as_secs_f64();
    document.timing.total_seconds = document.timing.verify_seconds;
    let tour = match &map.puzzle {
        Statement::Tour(tour) => tour.tour().ok(),
    };
    arguments.output.print(&document, |layout| text::solution(&document, tour.as_ref(), layout))?;
    Ok(if undecided { 3 } else { 0 })
}

/// Checks the model clause by clause, reads it and verifies the solution.
fn decode(
    map: &MapDocument,
    puzzle: &dyn Puzzle,
    assignment: &Assignment,
    map_name: &str,
    model_name: &str,
) -> Result<crate::puzzles::Solution, CliError> {
    let in_map = |problem: String| CliError::Input(format!("{map_name}: {problem}"));
    let encoding = encoding::by_name(&map.encoding)
        .ok_or_else(|| in_map(format!("unknown encoding `{}`", map.encoding)))?;
    let at_most_one = AtMostOne::from_name(&map.amo)
        .ok_or_else(|| in_map(format!("unknown at-most-one encoding `{}`", map.amo)))?;
    let model = puzzle.model();
    let options = Options { at_most_one };
    if !encoding.supports(&model) {
        return Err(in_map(format!("the encoding `{}` does not state this puzzle", map.encoding)));
    }
    let size = encoding.size(&model, options);
    if (size.variables, size.clauses) != (map.variables, map.clauses) {
        return Err(in_map(format!(
            "it speaks of {} variables and {} clauses, the formula has {} and {}",
            map.variables, map.clauses, size.variables, size.clauses
        )));
    }
    let mut check =
        Check { assignment, digest: Sha256::new(), clauses: 0, broken: None, line: Vec::new() };
    let encoded =
        encoding.encode(&model, options, &mut check).map_err(|error| in_map(error.to_string()))?;
    if finish_sha256(check.digest) != map.formula {
        let by = &map.version;
        return Err(in_map(format!("the formula was made otherwise (by satranj {by})")));
    }
    let wrong = |problem: String| CliError::Check(format!("{model_name}: {problem}"));
    if let Some((number, clause)) = check.broken {
        let label = |vertex| puzzle.label(vertex);
        let named: Vec<String> = clause
            .iter()
            .take(12)
            .map(|literal| {
                let name = encoded
                    .variable_name(literal.vidx32(), &label)
                    .unwrap_or_else(|| format!("x{}", literal.vidx() + 1));
                if literal.is_pos() { name } else { format!("¬{name}") }
            })
            .collect();
        let more = if clause.len() > 12 { " ∨ …" } else { "" };
        return Err(wrong(format!(
            "the model breaks clause {number} of {}: {}{more}",
            map.clauses,
            named.join(" ∨ ")
        )));
    }
    let witness = match encoded.read(assignment).map_err(|error| wrong(error.to_string()))? {
        Reading::Witness(witness) => witness,
        Reading::Cuts(cuts) => {
            return Err(wrong(format!(
                "the model is several cycles, not one tour; the relaxation lacks {} cuts, the first: {}",
                cuts.len(),
                String::from_utf8_lossy(&{
                    let mut line = Vec::new();
                    write_clause(&cuts[0], &mut line);
                    line
                })
                .trim_end()
            )));
        }
    };
    let solution = puzzle.interpret(&witness);
    puzzle.verify(&solution).map_err(|violation| wrong(violation.to_string()))?;
    Ok(solution)
}

/// Checks each clause against the assignment as it is made, and hashes it.
struct Check<'a> {
    assignment: &'a Assignment,
    digest: Sha256,
    clauses: u64,
    /// Number and literals of the first clause that is not satisfied.
    broken: Option<(u64, Vec<Lit>)>,
    line: Vec<u8>,
}

impl ClauseSink for Check<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        self.line.clear();
        write_clause(clause, &mut self.line);
        self.digest.update(&self.line);
        let satisfied = clause.iter().any(|&literal| self.assignment.satisfies(literal));
        if !satisfied && self.broken.is_none() {
            self.broken = Some((self.clauses, clause.to_vec()));
        }
        Ok(())
    }
}
