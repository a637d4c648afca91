//! The stated puzzle, or the cases of a batch or of a document.

use std::{path::Path, sync::Arc};

use schemars::JsonSchema;
use serde::Deserialize;

use crate::{
    cli::{CliError, input::read_text_within},
    documents::{
        batch::{self, StatedError},
        solution::Status,
    },
    file_name::name_of,
    json::JsonPart,
    puzzles::{StatedPuzzle, Statement, StatementError},
    run::Run,
};

/// One puzzle, or one of several.
pub struct PuzzleCase {
    /// Its number from 1, if it comes from a file of cases.
    pub number: Option<usize>,
    /// The puzzle, or the error in its statement.
    pub puzzle: Result<Arc<dyn StatedPuzzle>, String>,
    /// The status in the document that it comes from.
    pub status: Option<Status>,
}

/// The stated puzzles.
pub struct StatedCases {
    /// The puzzles; at least one.
    pub cases: Vec<PuzzleCase>,
    /// What the puzzle ignores of its file, as a message.
    pub note: Option<String>,
}

impl StatedCases {
    pub(super) fn one(statement: impl Into<Statement>) -> Result<Self, CliError> {
        Ok(Self::of(statement.into())?)
    }

    fn of(statement: Statement) -> Result<Self, StatementError> {
        let puzzle = Arc::from(statement.into_puzzle()?);
        let case = PuzzleCase { number: None, puzzle: Ok(puzzle), status: None };
        Ok(Self { cases: vec![case], note: None })
    }

    /// Several cases with their numbers.
    pub fn several(
        puzzles: impl IntoIterator<Item = Result<Arc<dyn StatedPuzzle>, String>>,
    ) -> Self {
        let cases = (1..).zip(puzzles);
        let case = |(number, puzzle)| PuzzleCase { number: Some(number), puzzle, status: None };
        Self { cases: cases.map(case).collect(), note: None }
    }

    fn with_statuses(mut self, statuses: impl IntoIterator<Item = Option<Status>>) -> Self {
        for (case, status) in self.cases.iter_mut().zip(statuses) {
            case.status = status;
        }
        self
    }

    /// The case of that number, from 1; `file` is the source of the cases.
    ///
    /// # Errors
    /// [`CliError::Usage`] if there are fewer.
    pub fn only(mut self, wanted: Option<u64>, file: &Path) -> Result<Self, CliError> {
        let Some(wanted) = wanted else { return Ok(self) };
        let count = self.cases.len();
        let index = usize::try_from(wanted - 1).ok().filter(|&index| index < count);
        let Some(index) = index else {
            usage!(
                "--case {wanted}: {} has {count} case{}",
                name_of(file),
                if count == 1 { "" } else { "s" }
            );
        };
        self.cases = vec![self.cases.swap_remove(index)];
        Ok(self)
    }

    /// The valid puzzles.
    pub fn puzzles(&self) -> impl Iterator<Item = &dyn StatedPuzzle> + Clone {
        self.cases.iter().flat_map(|case| &case.puzzle).map(AsRef::as_ref)
    }

    /// Whether there are several cases.
    pub fn is_batch(&self) -> bool {
        self.cases.len() > 1
    }

    /// The only puzzle.
    ///
    /// # Errors
    /// [`CliError::Usage`] if there are several, [`CliError::Input`] if it is invalid.
    pub fn single(self) -> Result<Arc<dyn StatedPuzzle>, CliError> {
        let count = self.cases.len();
        let mut cases = self.cases.into_iter();
        match (cases.next(), count) {
            (Some(case), 1) => case.puzzle.map_err(CliError::Input),
            _ => Err(CliError::Usage(format!(
                "the file has {count} cases, but one is expected: choose it with --case I"
            ))),
        }
    }
}

/// The puzzle or puzzles of a document, or a bare statement.
///
/// # Errors
/// [`CliError::Input`] with the place.
pub fn read_document(path: &Path, run: &Run) -> Result<StatedCases, CliError> {
    let (name, text) = read_text_within(path, run)?;
    document(&name, &text)
}

/// The puzzles in the text of a document of this name.
///
/// # Errors
/// As [`read_document`].
pub fn document(name: &str, text: &str) -> Result<StatedCases, CliError> {
    let whole = JsonPart::whole(text);
    let [cases, kind, puzzle, status] = whole.first(["cases", "kind", "puzzle", "status"]);
    if let Some(cases) = cases.and_then(|cases| batch::stated_cases(&cases)) {
        let puzzle = |statement: Result<Statement, StatedError>| {
            let statement = statement.map_err(|error| match error {
                StatedError::Here(error) => format!("{name}:{error}"),
                StatedError::Before(error) => error,
            });
            let puzzle = statement?.into_puzzle();
            Ok(Arc::from(puzzle.map_err(|error| format!("{name}: {error}"))?))
        };
        let (statements, statuses): (Vec<_>, Vec<_>) =
            cases.into_iter().map(|case| (case.puzzle, case.status)).unzip();
        let stated = StatedCases::several(statements.into_iter().map(puzzle));
        let stated = stated.with_statuses(statuses);
        if stated.cases.is_empty() {
            wrong_input!("{name}: `cases` is empty; expected at least one case");
        }
        return Ok(stated);
    }
    // A bare statement is recognised by its `kind`; of a document, the other fields are not read.
    let statement = match (kind, puzzle) {
        (Some(_), None) => whole.read("a puzzle"),
        _ => whole.read("a document").map(|StatementDocument { puzzle }| puzzle),
    };
    let stated = StatedCases::of(statement.map_err(CliError::at(&name))?);
    let status = status.and_then(|status| status.read("a status").ok());
    Ok(stated.map_err(CliError::of(&name))?.with_statuses([status]))
}

/// The statement in a document.
#[derive(Deserialize, JsonSchema)]
struct StatementDocument {
    puzzle: Statement,
}
