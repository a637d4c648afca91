//! From arguments or a document to the stated puzzle, or to the several cases of a batch.

use std::{path::Path, sync::Arc};

use super::{PuzzleArguments, PuzzleCommand};
use crate::{
    cli::{
        CliError,
        input::{describe, name_of, read_text_within},
        watch::{LAST_OF_ARGUMENTS, LAST_OF_FILE, reading},
    },
    documents::{batch::StoredBatch, stored::StoredDocument},
    methods::Run,
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

    /// The one of that number, from 1, if any; `file` is where they come from.
    ///
    /// # Errors
    /// [`CliError::Usage`] if there are fewer.
    pub fn only(mut self, wanted: Option<u64>, file: &Path) -> Result<Self, CliError> {
        let Some(wanted) = wanted else { return Ok(self) };
        let count = self.cases.len();
        let index = usize::try_from(wanted - 1).ok().filter(|&index| index < count);
        let Some(index) = index else {
            return Err(CliError::Usage(format!(
                "--case {wanted}: {} has {count} case{}",
                name_of(file),
                if count == 1 { "" } else { "s" }
            )));
        };
        Ok(Self { cases: vec![self.cases.swap_remove(index)] })
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
    pub fn puzzle(&self, run: &Run) -> Result<Arc<dyn Puzzle>, CliError> {
        self.stated(run)?.single()
    }

    /// The puzzle or puzzles that are stated, read within the limits of a run.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn stated(&self, run: &Run) -> Result<Stated, CliError> {
        let arguments = self.clone();
        let last = if self.names_file() { LAST_OF_FILE } else { LAST_OF_ARGUMENTS };
        reading(run, ("reading the puzzle", last), move |run| arguments.read(run))
    }

    /// Whether a file is read.
    fn names_file(&self) -> bool {
        let board = match &self.puzzle {
            Some(PuzzleCommand::Tour(arguments)) => &arguments.board,
            Some(PuzzleCommand::Place(arguments)) => &arguments.board,
            Some(PuzzleCommand::Dominate(arguments)) => &arguments.board,
            Some(PuzzleCommand::Route(arguments)) => &arguments.board,
            Some(PuzzleCommand::Queens(_)) => return false,
            None
            | Some(
                PuzzleCommand::Hamilton(_) | PuzzleCommand::Meet(_) | PuzzleCommand::Exchange(_),
            ) => return true,
        };
        board.starts_with('@')
    }

    fn read(&self, run: &Run) -> Result<Stated, CliError> {
        let Some(puzzle) = &self.puzzle else {
            return match &self.from {
                Some(path) => read_document(path, run)?.only(self.case, path),
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
        if let Some(case) = self.case {
            return Err(CliError::Usage(format!(
                "--case {case}: it is for --from, and for a file of cases behind its name"
            )));
        }
        Ok(match puzzle {
            PuzzleCommand::Tour(arguments) => Stated::one(arguments.tour()?),
            PuzzleCommand::Hamilton(arguments) => Stated::one(arguments.hamilton(run)?),
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
fn read_document(path: &Path, run: &Run) -> Result<Stated, CliError> {
    let (name, text) = read_text_within(path, run)?;
    document(&name, &text)
}

/// The puzzle or puzzles of the text of a document of this name.
///
/// # Errors
/// As [`read_document`].
pub fn document(name: &str, text: &str) -> Result<Stated, CliError> {
    if let Ok(batch) = serde_json::from_str::<StoredBatch>(text) {
        let puzzle = |statement: Result<Statement, String>| {
            let puzzle = statement?.puzzle();
            let puzzle = puzzle.map_err(|error| format!("{name}: {}", error.in_document()))?;
            Ok(Arc::from(puzzle))
        };
        let stated = Stated::several(batch.statements().map(puzzle));
        if stated.cases.is_empty() {
            return Err(CliError::Input(format!("{name}: there is no case in `cases`")));
        }
        return Ok(stated);
    }
    let statement = stated(text).map_err(|error| CliError::Input(format!("{name}:{error}")))?;
    let puzzle = statement.puzzle();
    let puzzle =
        puzzle.map_err(|error| CliError::Input(format!("{name}: {}", error.in_document())))?;
    Ok(Stated { cases: vec![Case { number: None, puzzle: Ok(Arc::from(puzzle)) }] })
}

/// The statement in a document, or the bare statement itself.
fn stated(text: &str) -> Result<Statement, String> {
    let error = match serde_json::from_str::<StoredDocument>(text) {
        Ok(document) => return Ok(document.puzzle),
        Err(error) => error,
    };
    serde_json::from_str::<Statement>(text).map_err(|in_statement| {
        // What names its kind is meant as a statement.
        let bare = serde_json::from_str::<serde_json::Value>(text)
            .is_ok_and(|value| value.get("kind").is_some() && value.get("puzzle").is_none());
        describe(if bare { &in_statement } else { &error })
    })
}
