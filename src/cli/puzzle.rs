//! The puzzle on the command line: its arguments, or a document that states it.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};

use super::CliError;
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

/// A JSON error as `line:column: problem`; where serde knows no place, ` problem` alone.
pub fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let problem = text.split(" at line ").next().unwrap_or_default();
    if error.line() == 0 {
        return format!(" {problem}");
    }
    format!("{}:{}: {problem}", error.line(), error.column().max(1))
}

/// The largest document that is read: a path of 10⁸ squares takes less.
const LARGEST_DOCUMENT: u64 = 2 << 30;

/// Reads a file, or standard input for `-`, as text; returns its name for messages too.
///
/// # Errors
/// [`CliError::Input`] if it cannot be read, is too large or no UTF-8.
pub fn read_text(path: &Path) -> Result<(String, String), CliError> {
    let (name, bytes) = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        CliError::Input(format!("{name}:{line}: not UTF-8 text"))
    })?;
    Ok((name, text))
}

/// Reads a file, or standard input for `-`.
///
/// # Errors
/// [`CliError::Input`] if it cannot be read or is too large.
pub fn read_bytes(path: &Path) -> Result<(String, Vec<u8>), CliError> {
    let mut bytes = Vec::new();
    let name =
        if path == Path::new("-") { "standard input".into() } else { path.display().to_string() };
    let in_file = |error: std::io::Error| CliError::Input(format!("{name}: {error}"));
    if path == Path::new("-") {
        std::io::stdin()
            .lock()
            .take(LARGEST_DOCUMENT + 1)
            .read_to_end(&mut bytes)
            .map_err(in_file)?;
    } else {
        let file = std::fs::File::open(path).map_err(in_file)?;
        file.take(LARGEST_DOCUMENT + 1).read_to_end(&mut bytes).map_err(in_file)?;
    }
    if bytes.len() as u64 > LARGEST_DOCUMENT {
        return Err(CliError::Input(format!("{name}: larger than {LARGEST_DOCUMENT} bytes")));
    }
    Ok((name, bytes))
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
