//! `satranj decode`: a foreign solver's model back to a verified solution.

use std::{path::PathBuf, time::Instant};

use clap::Args;
use rustsat::types::Lit;
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::{Assignment, ClauseSink, Interrupted},
    encoding::{self, Encoded, Encoding, Options, Reading},
    model::Model,
};
use sha2::{Digest, Sha256};

use super::{
    CliError,
    arguments::{OutputArguments, default_memory_limit},
    input::{describe, read_text},
};
use crate::{
    answer::Outcome,
    documents::{
        finish_sha256, instance,
        map::{self, MapDocument},
        solution::{SCHEMA, SolutionDocument, Solutions},
        text,
    },
    exports::formula::write_clause,
    limits::{Limits, Reason},
    methods::{self, Run},
    puzzles::{Puzzle, Solution},
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
    // The map first: its numbers say how large a model may be.
    let formula = Formula::of(&map).map_err(in_map)?;
    let (model_name, text) = read_text(&arguments.model)?;
    let output = model_file::parse(&text, map.variables)
        .map_err(|error| CliError::Input(format!("{model_name}:{error}")))?;
    let started = Instant::now();
    let method = format!("sat:{}", map.encoding);
    let mut document = SolutionDocument::new(
        SCHEMA,
        map.puzzle.clone(),
        &method,
        Some("external"),
        0,
        Solutions::One { solution: None },
    );
    document.options.amo = Some(map.amo.clone());
    document.statistics.variables = map.variables;
    document.statistics.clauses = map.clauses;
    let assignment = match &output {
        SolverOutput::Satisfiable(assignment) => Some(assignment),
        SolverOutput::Unsatisfiable | SolverOutput::Unknown => None,
    };
    let mut check = Check::new(assignment);
    let encoded = formula
        .encoding
        .encode(&formula.model, formula.options, &mut check)
        .map_err(|error| in_map(error.to_string()))?;
    if finish_sha256(std::mem::take(&mut check.digest)) != map.formula {
        let by = &map.version;
        return Err(in_map(format!("the formula was made otherwise (by satranj {by})")));
    }
    let outcome = match &output {
        SolverOutput::Unsatisfiable => Outcome::Unsatisfiable(None),
        SolverOutput::Unknown => Outcome::Unknown(Reason::IncompleteMethod),
        SolverOutput::Satisfiable(assignment) => {
            let solution = formula
                .solution(encoded.as_ref(), assignment, &check)
                .map_err(|problem| CliError::Check(format!("{model_name}: {problem}")))?;
            document.content = Solutions::One { solution: Some(solution) };
            Outcome::Satisfied
        }
    };
    let undecided = matches!(outcome, Outcome::Unknown(_));
    let found = !document.found().is_empty();
    let mut document = document.with_outcome(&outcome, found);
    // The solver's time is not known here; what is measured is checking and reading.
    document.timing.verify_seconds = started.elapsed().as_secs_f64();
    document.timing.total_seconds = document.timing.verify_seconds;
    let puzzle = formula.puzzle.as_ref();
    arguments.output.print(&document, |layout| text::solution(&document, puzzle, layout))?;
    Ok(if undecided { 3 } else { 0 })
}

/// The formula that a map speaks of.
struct Formula {
    puzzle: Box<dyn Puzzle>,
    model: Model,
    encoding: &'static dyn Encoding,
    options: Options,
}

impl Formula {
    /// Checks all of a map but the digest of its clauses.
    fn of(map: &MapDocument) -> Result<Self, String> {
        if map.schema != map::SCHEMA {
            return Err(format!("the schema is `{}`, not `{}`", map.schema, map::SCHEMA));
        }
        let puzzle = map.puzzle.puzzle().map_err(|error| error.to_string())?;
        if map.instance != instance(&map.puzzle) {
            return Err("the instance is not that of the puzzle".into());
        }
        let encoding = encoding::by_name(&map.encoding)
            .ok_or_else(|| format!("unknown encoding `{}`", map.encoding))?;
        let at_most_one = AtMostOne::from_name(&map.amo)
            .ok_or_else(|| format!("unknown at-most-one encoding `{}`", map.amo))?;
        let options = Options { at_most_one };
        let model = puzzle.model();
        if !encoding.supports(&model) {
            return Err(format!("the encoding `{}` does not state this puzzle", map.encoding));
        }
        let limits = Limits { memory: Some(default_memory_limit()), ..Limits::default() };
        let run = Run::new(limits, 0, methods::Options::default());
        let too_large = |reason: Reason| format!("the formula is too large: {}", reason.describe());
        run.reserve(model.bytes()).map_err(too_large)?;
        let size = encoding.size(&model, options);
        if (size.variables, size.clauses) != (map.variables, map.clauses) {
            return Err(format!(
                "it speaks of {} variables and {} clauses, the formula has {} and {}",
                map.variables, map.clauses, size.variables, size.clauses
            ));
        }
        run.reserve(size.variables.saturating_mul(BYTES_A_VARIABLE)).map_err(too_large)?;
        Ok(Self { puzzle, model, encoding, options })
    }

    /// Reads a model and verifies the solution.
    fn solution(
        &self,
        encoded: &dyn Encoded,
        assignment: &Assignment,
        check: &Check<'_>,
    ) -> Result<Solution, String> {
        if let Some((number, clause)) = &check.broken {
            let clause = self.in_words(encoded, clause);
            let count = check.clauses;
            return Err(format!("the model breaks clause {number} of {count}: {clause}"));
        }
        let witness = match encoded.read(assignment).map_err(|error| error.to_string())? {
            Reading::Witness(witness) => witness,
            Reading::Cuts(cuts) => {
                let count = cuts.len();
                let plural = if count == 1 { "" } else { "s" };
                let first =
                    cuts.first().map_or_else(String::new, |cut| self.in_words(encoded, cut));
                return Err(format!(
                    "the model is several cycles, not one tour; the relaxation lacks {count} \
                     cut{plural}, the first: {first}"
                ));
            }
        };
        let solution = self.puzzle.interpret(&witness);
        self.puzzle.verify(&solution).map_err(|violation| violation.to_string())?;
        Ok(solution)
    }

    /// The first literals of a clause with the names of their variables.
    fn in_words(&self, encoded: &dyn Encoded, clause: &[Lit]) -> String {
        const MOST: usize = 12;
        let label = |vertex| self.puzzle.term(vertex);
        let mut words: Vec<String> = clause
            .iter()
            .take(MOST)
            .map(|literal| {
                let name = encoded
                    .variable_name(literal.vidx32(), &label)
                    .unwrap_or_else(|| format!("x{}", literal.vidx() + 1));
                if literal.is_pos() { name } else { format!("¬{name}") }
            })
            .collect();
        if clause.len() > MOST {
            words.push("…".into());
        }
        words.join(" ∨ ")
    }
}

/// Memory that a variable takes while its formula is made and a model of it is read.
const BYTES_A_VARIABLE: u64 = 16;

/// Checks each clause against the assignment as it is made, and hashes it.
struct Check<'a> {
    /// Without one nothing is checked.
    assignment: Option<&'a Assignment>,
    digest: Sha256,
    clauses: u64,
    /// Number and literals of the first clause that is not satisfied.
    broken: Option<(u64, Vec<Lit>)>,
    line: Vec<u8>,
}

impl<'a> Check<'a> {
    fn new(assignment: Option<&'a Assignment>) -> Self {
        Self { assignment, digest: Sha256::new(), clauses: 0, broken: None, line: Vec::new() }
    }
}

impl ClauseSink for Check<'_> {
    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Interrupted> {
        self.clauses += 1;
        self.line.clear();
        write_clause(clause, &mut self.line);
        self.digest.update(&self.line);
        if let Some(assignment) = self.assignment
            && self.broken.is_none()
            && !clause.iter().any(|&literal| assignment.satisfies(literal))
        {
            self.broken = Some((self.clauses, clause.to_vec()));
        }
        Ok(())
    }
}
