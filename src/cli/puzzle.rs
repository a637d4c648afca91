//! The puzzle on the command line: its arguments, or a document that states it.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{
    CliError,
    input::{describe, read_text},
};
use crate::{
    board::{
        Board,
        square::{Square, split_list},
    },
    documents::solution::StoredDocument,
    puzzles::{Puzzle, Statement, StatementError, tour::Tour},
};

/// A puzzle, stated by arguments or taken from a document.
#[derive(Debug, Clone, Args)]
#[command(subcommand_negates_reqs = true)]
pub struct PuzzleArguments {
    /// Take the puzzle from a document that satranj printed, or from standard input (-)
    #[arg(long, value_name = "DOCUMENT")]
    pub from: Option<PathBuf>,
    #[command(subcommand)]
    pub puzzle: Option<PuzzleCommand>,
}

/// The puzzles.
#[derive(Debug, Clone, Subcommand)]
pub enum PuzzleCommand {
    /// Visit every square once
    Tour(TourArguments),
}

/// A tour.
#[derive(Debug, Clone, Args)]
pub struct TourArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked)
    pub board: String,
    /// The piece: a name, leaper:A,B, rider:A,B, or a sum such as queen+knight
    #[arg(long, default_value = "knight")]
    pub piece: String,
    /// Ask that the piece can return from the last square to the first
    #[arg(long)]
    pub closed: bool,
    /// First square (a1 is the lower left, or row,column from the top left, from 0)
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    pub start: Option<String>,
    /// Last square of an open tour
    #[arg(long, value_name = "SQUARE", allow_hyphen_values = true)]
    pub end: Option<String>,
    /// Blocked squares: a1,c3 or, as row,column, 0,0;2,2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
    /// Moves that must be made: a1-b3,b3-c5 or, as row,column, 0,0-1,2;1,2-3,3
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub given: Vec<String>,
}

impl PuzzleArguments {
    /// The puzzle that is stated.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn puzzle(&self) -> Result<Box<dyn Puzzle>, CliError> {
        match (&self.puzzle, &self.from) {
            (Some(_), Some(_)) => Err(CliError::Usage(
                "state the puzzle by arguments or by --from, not by both".into(),
            )),
            (Some(PuzzleCommand::Tour(arguments)), None) => Ok(Box::new(arguments.tour()?)),
            (None, Some(path)) => from_document(path),
            (None, None) => Err(CliError::Usage(
                "no puzzle is stated; for example: satranj solve tour 8x8 --closed".into(),
            )),
        }
    }
}

fn from_document(path: &Path) -> Result<Box<dyn Puzzle>, CliError> {
    let (name, text) = read_text(path)?;
    let statement = stated(&text).map_err(|error| CliError::Input(format!("{name}:{error}")))?;
    statement.puzzle().map_err(|error| CliError::Input(format!("{name}: {error}")))
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

impl TourArguments {
    fn tour(&self) -> Result<Tour, StatementError> {
        let mut board = Board::parse(&self.board)?;
        let square = |what, text: &str, board: &Board| {
            Square::parse(text, board).map_err(|error| StatementError::Square { what, error })
        };
        for text in self.block.iter().flat_map(|list| split_list(list)) {
            let blocked = Square::parse_any(text, &board)
                .map_err(|error| StatementError::Square { what: "--block", error })?;
            board.block(blocked);
        }
        let start =
            self.start.as_deref().map(|text| square("--start", text, &board)).transpose()?;
        let end = self.end.as_deref().map(|text| square("--end", text, &board)).transpose()?;
        let given: Vec<&str> = self.given.iter().flat_map(|list| split_list(list)).collect();
        let given = Tour::parse_given(&given, &board)?;
        Tour::new(board, self.piece.parse()?, self.closed, start, end, given)
    }
}
