//! From arguments or a document to the stated puzzle, or to the several cases of a batch.

use std::{path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::Deserialize;

use super::{PuzzleArguments, PuzzleCommand};
use crate::{
    cli::{CliError, input::read_text},
    documents::batch::{self, StatedError},
    json::{JsonError, Part},
    puzzles::{Puzzle, Statement},
};

/// One puzzle, or one of several.
pub struct Case {
    /// Its number, from 1, where it comes from a file of cases.
    pub number: Option<usize>,
    /// The puzzle, or what is wrong with its statement.
    pub puzzle: Result<Arc<dyn Puzzle>, String>,
}

/// What is stated.
pub struct Stated {
    /// The puzzles; at least one.
    pub cases: Vec<Case>,
}

impl Stated {
    fn one(puzzle: impl Puzzle + 'static) -> Self {
        Self { cases: vec![Case { number: None, puzzle: Ok(Arc::new(puzzle)) }] }
    }

    /// Several cases with their numbers.
    pub fn several(puzzles: impl IntoIterator<Item = Result<Arc<dyn Puzzle>, String>>) -> Self {
        let cases = (1..).zip(puzzles);
        let cases = cases.map(|(number, puzzle)| Case { number: Some(number), puzzle });
        Self { cases: cases.collect() }
    }

    /// Whether there are several cases.
    pub fn is_batch(&self) -> bool {
        self.cases.len() > 1
    }

    /// The only puzzle.
    ///
    /// # Errors
    /// [`CliError::Usage`] if there are several, [`CliError::Input`] if it is wrong.
    pub fn single(self) -> Result<Arc<dyn Puzzle>, CliError> {
        let count = self.cases.len();
        let mut cases = self.cases.into_iter();
        match (cases.next(), count) {
            (Some(case), 1) => case.puzzle.map_err(CliError::Input),
            _ => Err(CliError::Usage(format!(
                "the file has {count} cases, and this is for one: choose it with --case I"
            ))),
        }
    }
}

impl PuzzleArguments {
    /// The puzzle that is stated, where there may be only one.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn puzzle(&self) -> Result<Arc<dyn Puzzle>, CliError> {
        self.stated()?.single()
    }

    /// The puzzle or puzzles that are stated.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn stated(&self) -> Result<Stated, CliError> {
        let Some(puzzle) = &self.puzzle else {
            return match &self.from {
                Some(path) => read_document(path),
                None => Err(CliError::Usage(
                    "no puzzle is stated; for example: satranj solve tour 8x8 --closed".into(),
                )),
            };
        };
        if self.from.is_some() {
            return Err(CliError::Usage(
                "state the puzzle by arguments or by --from, not by both".into(),
            ));
        }
        Ok(match puzzle {
            PuzzleCommand::Tour(arguments) => Stated::one(arguments.tour()?),
            PuzzleCommand::Hamilton(arguments) => Stated::one(arguments.hamilton()?),
            PuzzleCommand::Queens(arguments) => Stated::one(arguments.queens()?),
            PuzzleCommand::Place(arguments) => Stated::one(arguments.place()?),
            PuzzleCommand::Dominate(arguments) => Stated::one(arguments.dominate()?),
            PuzzleCommand::Meet(arguments) => arguments.meetings()?,
            PuzzleCommand::Route(arguments) => Stated::one(arguments.route()?),
            PuzzleCommand::Exchange(arguments) => Stated::one(arguments.exchange()?),
        })
    }
}

/// The puzzle or puzzles of a document, or a bare statement.
///
/// # Errors
/// [`CliError::Input`] with the place.
pub fn read_document(path: &Path) -> Result<Stated, CliError> {
    let (name, text) = read_text(path)?;
    if let Some(cases) = batch::stated_cases(&text) {
        let puzzle = |statement: Result<Statement, StatedError>| {
            let statement = statement.map_err(|error| match error {
                StatedError::Here(error) => format!("{name}:{error}"),
                StatedError::Before(error) => error,
            });
            let puzzle = statement?.puzzle().map_err(|error| format!("{name}: {error}"))?;
            Ok(Arc::from(puzzle))
        };
        let stated = Stated::several(cases.into_iter().map(puzzle));
        if stated.cases.is_empty() {
            return Err(CliError::Input(format!("{name}: there is no case in `cases`")));
        }
        return Ok(stated);
    }
    let statement = stated(&text).map_err(|error| CliError::Input(format!("{name}:{error}")))?;
    let puzzle = statement.puzzle();
    let puzzle = puzzle.map_err(|error| CliError::Input(format!("{name}: {error}")))?;
    Ok(Stated { cases: vec![Case { number: None, puzzle: Ok(Arc::from(puzzle)) }] })
}

/// The statement in a document, of which nothing else is read, or the bare statement itself: what
/// names its kind is meant as one.
fn stated(text: &str) -> Result<Statement, JsonError> {
    #[derive(Deserialize, JsonSchema)]
    struct Document {
        puzzle: Statement,
    }
    let whole = Part::whole(text);
    if whole.field("kind").is_some() && whole.field("puzzle").is_none() {
        return whole.read("a puzzle");
    }
    Ok(whole.read::<Document>("a document")?.puzzle)
}
