//! Searches that are split into parts: each process derives the formula and its cubes from the
//! puzzle.

use std::sync::Arc;

use satranj_encodings::{
    clause::{Assignment, Cnf},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Reading},
};

use super::{JobError, cover::CutFormula, enough_units, hold_rule, hold_units};
use crate::{
    cubes::{self, Cubes},
    documents::job::{JobDocument, JobFormula, JobSplit},
    limits::Reason,
    methods::{Method, Registry},
    puzzles::{Solution, StatedPuzzle},
    run::Run,
    stated_formula::StatedFormula,
};

/// The rule by which a formula is split, with its version.
const RULE: &str = "look-ahead-cubes/1";

/// The most cubes of a job.
pub const MOST_CUBES: u32 = 1_000_000;

/// A search with its cubes.
pub struct CubeJob {
    /// What all parts share.
    pub document: JobDocument,
    /// The puzzle.
    pub puzzle: Arc<dyn StatedPuzzle>,
    /// The clauses that state it.
    pub formula: Cnf,
    /// The number of its variables.
    pub variables: u32,
    /// The cubes; each is the unit of its number.
    pub cubes: Cubes,
    encoding: &'static Encoding,
    options: Options,
}

/// The encoding by which a method states a puzzle completely; `None` if there is no such encoding.
#[must_use]
pub fn encoding_of(puzzle: &dyn StatedPuzzle, method: &Method) -> Option<&'static Encoding> {
    let encoding = method.encoding()?;
    let model = puzzle.model();
    (encoding.complete() && model.sense().is_none() && encoding.supports(&model))
        .then_some(encoding)
}

impl CubeJob {
    /// The job of a search in a number of parts, with a maximum number of cubes.
    ///
    /// # Errors
    /// [`JobError`].
    pub fn new(
        puzzle: Arc<dyn StatedPuzzle>,
        method: &str,
        (encoding, options): (&'static Encoding, Options),
        (parts, wanted): (u64, u32),
        run: &Run,
    ) -> Result<Self, JobError> {
        let (formula, variables) = stated(puzzle.as_ref(), encoding, options, run)?;
        let cubes = cut(&formula, variables, wanted, run)?;
        let units = cubes.cubes.len() as u64;
        enough_units(parts, units)?;
        let split = JobSplit { rule: RULE.into(), depth: wanted, units };
        let named = JobFormula::of(encoding, options);
        let document = JobDocument::solve(puzzle.statement(), method, named, split, parts);
        Ok(Self { document, puzzle, formula, variables, cubes, encoding, options })
    }

    /// The job of a document; its cubes are derived from its puzzle.
    ///
    /// # Errors
    /// [`JobError`] that names what does not fit.
    pub fn of(
        document: JobDocument,
        puzzle: Arc<dyn StatedPuzzle>,
        registry: &Registry,
        run: &Run,
    ) -> Result<Self, JobError> {
        let wrong = |problem: String| Err(JobError::Document(problem));
        if document.up_to_symmetry {
            return wrong("up_to_symmetry: only counts can have it".into());
        }
        let Some(choices) = document.formula.as_ref().map(JobFormula::choices) else {
            return wrong("formula: missing; a search needs it".into());
        };
        let Some((encoding, options)) = choices else {
            return wrong("formula: unknown encoding or options".into());
        };
        let method = registry.get(&document.method, &puzzle.model());
        let by_method = method.and_then(|method| encoding_of(puzzle.as_ref(), method));
        if by_method.map(Encoding::name) != Some(encoding.name()) {
            let (method, name) = (&document.method, encoding.name());
            return wrong(format!("method: {method} does not encode this puzzle by {name}"));
        }
        let (formula, variables) = stated(puzzle.as_ref(), encoding, options, run)?;
        let cubes = cut_as(&formula, variables, &document.split, run)?;
        hold_units(&document, cubes.cubes.len() as u64)?;
        Ok(Self { document, puzzle, formula, variables, cubes, encoding, options })
    }

    /// The formula, to be split further.
    #[must_use]
    pub fn cut_formula<'a>(&'a self, run: &'a Run) -> CutFormula<'a> {
        CutFormula { formula: &self.formula, variables: self.variables, run }
    }

    /// The encoding.
    #[must_use]
    pub fn encoding(&self) -> &'static Encoding {
        self.encoding
    }

    /// The choices about it.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// The checked solution of a model of the formula.
    ///
    /// # Errors
    /// A sentence with the problem.
    pub fn solution(&self, assignment: &Assignment) -> Result<Solution, String> {
        let model = self.puzzle.model();
        let encoded = self.encoding.encode(&model, self.options, &mut ClauseCounter::default());
        let encoded = encoded.map_err(|error| error.to_string())?;
        let witness = match encoded.read(assignment).map_err(|error| error.to_string())? {
            Reading::Witness(witness) => witness,
            Reading::Cuts(_) => return Err("the model is not a solution".into()),
        };
        self.puzzle.checked(&witness).map_err(|violation| violation.to_string())
    }
}

/// The clauses of a puzzle, and their number of variables.
pub fn stated(
    puzzle: &dyn StatedPuzzle,
    encoding: &'static Encoding,
    options: Options,
    run: &Run,
) -> Result<(Cnf, u32), JobError> {
    let model = puzzle.model();
    run.reserve(model.bytes()).map_err(JobError::Stopped)?;
    let Some(stated) = StatedFormula::model(&model, encoding, options) else {
        return Err(JobError::Document(EncodeError::Unsupported(encoding.name()).to_string()));
    };
    let permit = |bytes| run.permit(bytes);
    let formula = run.encoding(|| stated.formula(run, &permit)).map_err(|error| match error {
        EncodeError::Interrupted(_) => {
            JobError::Stopped(run.stop.reason().unwrap_or(Reason::Interrupted))
        }
        error => JobError::Document(error.to_string()),
    })?;
    Ok((formula.formula, formula.variables))
}

/// The cubes of a formula.
fn cut(formula: &Cnf, variables: u32, wanted: u32, run: &Run) -> Result<Cubes, JobError> {
    cubes::split(formula, variables, wanted as usize, run).map_err(JobError::Stopped)
}

/// The cubes of a formula by a split that a document names.
///
/// # Errors
/// [`JobError`], if the split is a different one.
pub fn cut_as(
    formula: &Cnf,
    variables: u32,
    split: &JobSplit,
    run: &Run,
) -> Result<Cubes, JobError> {
    hold_rule(split, RULE)?;
    if !(1..=MOST_CUBES).contains(&split.depth) {
        let problem = format!("split.depth: found {}, expected 1 to {MOST_CUBES}", split.depth);
        return Err(JobError::Document(problem));
    }
    cut(formula, variables, split.depth, run)
}
