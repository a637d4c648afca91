//! The puzzle on the command line: its arguments, or a document that states it.

mod cases;
mod hamilton;
mod planning;

use std::{
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
};

use clap::{Args, Subcommand};

use crate::{
    board::{
        Board,
        square::{Square, SquareError, split_list},
    },
    puzzles::{
        BoardStatement, StatementError,
        dominate::{self, Dominate, DominateStatement},
        place::{
            self, Place, PlaceStatement,
            army::{parse_army, split_pieces},
        },
        queens::Queens,
        tour::Tour,
    },
};
pub use cases::{Case, Stated, document};

impl PuzzleArguments {
    /// The files that are read.
    pub fn files(&self) -> Vec<PathBuf> {
        let board = |board: &OsStr| Board::file(board).map(Path::to_path_buf);
        let file = match &self.puzzle {
            None | Some(PuzzleCommand::Queens(_)) => None,
            Some(PuzzleCommand::Tour(arguments)) => board(&arguments.board),
            Some(PuzzleCommand::Place(arguments)) => board(&arguments.board),
            Some(PuzzleCommand::Dominate(arguments)) => board(&arguments.board),
            Some(PuzzleCommand::Route(arguments)) => board(&arguments.board),
            Some(PuzzleCommand::Hamilton(arguments)) => Some(arguments.graph.clone()),
            Some(PuzzleCommand::Meet(arguments)) => Some(arguments.file.clone()),
            Some(PuzzleCommand::Exchange(arguments)) => Some(arguments.file.clone()),
        };
        self.from.iter().cloned().chain(file).collect()
    }
}

/// A puzzle, stated by arguments or taken from a document.
#[derive(Debug, Clone, Args)]
#[command(subcommand_negates_reqs = true)]
pub struct PuzzleArguments {
    /// Take the puzzle from a document that satranj printed, or from standard input (-)
    #[arg(long, value_name = "DOCUMENT")]
    pub from: Option<PathBuf>,
    /// Only this case of a document with several, from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    pub case: Option<u64>,
    #[command(subcommand)]
    pub puzzle: Option<PuzzleCommand>,
}

/// The puzzles.
#[derive(Debug, Clone, Subcommand)]
pub enum PuzzleCommand {
    /// Visit every square once
    Tour(TourArguments),
    /// Visit every vertex of any graph once: a Hamiltonian path or cycle
    Hamilton(hamilton::HamiltonArguments),
    /// Place N queens on an N by N board, no two in a row, column or diagonal
    Queens(QueensArguments),
    /// Place pieces so that none attacks another
    Place(PlaceArguments),
    /// Place pieces so that every square is attacked or occupied
    Dominate(DominateArguments),
    /// Let knights that make several jumps a turn meet in the fewest turns
    Meet(planning::MeetArguments),
    /// Find a shortest route of a piece between two squares
    Route(planning::RouteArguments),
    /// Let pieces trade places in the fewest moves (Guarini's puzzle)
    Exchange(planning::ExchangeArguments),
}

/// The n-queens problem.
#[derive(Debug, Clone, Args)]
pub struct QueensArguments {
    /// Number of queens, rows and columns
    #[arg(allow_hyphen_values = true)]
    pub n: String,
    /// Squares where queens must stand: a1,c2 or, as row,column, 0,0;1,2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Squares where none may stand; they do not shield others from attack
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

/// A placement.
#[derive(Debug, Clone, Args)]
pub struct PlaceArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked, stops sliders)
    pub board: OsString,
    /// The piece: a name, leaper:A,B, rider:A,B, or a sum such as queen+knight
    #[arg(long, conflicts_with = "army")]
    pub piece: Option<String>,
    /// Several kinds: queen=4,knight=2; with sides, which attack only each other:
    /// white:queen,black:queen; where there is no number, --count is that of each kind
    #[arg(long)]
    pub army: Option<String>,
    /// How many pieces, or `max`; of an army as many of each kind that has no number
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    pub count: String,
    /// Squares where pieces must stand: a1,c2; of several kinds queen@a1,knight@c2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Blocked squares, which stop sliders; pieces do not shield one another
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

/// A domination.
#[derive(Debug, Clone, Args)]
pub struct DominateArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked, stops sliders)
    pub board: OsString,
    /// The piece: a name, leaper:A,B, rider:A,B, or a sum such as queen+knight
    #[arg(long)]
    pub piece: String,
    /// How many pieces, or `min`
    #[arg(long, value_name = "K|min", default_value = "min", allow_hyphen_values = true)]
    pub count: String,
    /// Ask that no piece attacks another
    #[arg(long)]
    pub independent: bool,
    /// Ask that occupied squares are attacked too
    #[arg(long)]
    pub total: bool,
    /// Squares where pieces must stand
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Blocked squares, which stop sliders; pieces do not shield one another
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

/// A tour.
#[derive(Debug, Clone, Args)]
pub struct TourArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked)
    pub board: OsString,
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

/// The board of an argument with the squares of `--block` blocked.
fn board(text: &OsStr, block: &[String]) -> Result<Board, StatementError> {
    let mut board = Board::parse(text)?;
    for text in block.iter().flat_map(|list| split_list(list)) {
        let blocked = Square::parse_any(text, &board)
            .map_err(|error| StatementError::Square { what: "--block", error })?;
        board.block(blocked);
    }
    Ok(board)
}

/// A number of pieces, or the word for the best (`None`).
///
/// # Errors
/// [`StatementError::Form`] for anything else.
pub fn count(text: &str, best: &str) -> Result<Option<u32>, StatementError> {
    if text == best {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| {
        StatementError::Form(format!("--count {text}: write a number of pieces or `{best}`"))
    })
}

/// The squares of lists.
fn squares(
    what: &'static str,
    lists: &[String],
    parse: impl Fn(&str) -> Result<Square, SquareError>,
) -> Result<Vec<Square>, StatementError> {
    let texts = lists.iter().flat_map(|list| split_list(list));
    texts.map(|text| parse(text).map_err(|error| StatementError::Square { what, error })).collect()
}

impl TourArguments {
    fn tour(&self) -> Result<Tour, StatementError> {
        let board = board(&self.board, &self.block)?;
        let square = |what, text: &str| {
            Square::parse(text, &board).map_err(|error| StatementError::Square { what, error })
        };
        let start = self.start.as_deref().map(|text| square("--start", text)).transpose()?;
        let end = self.end.as_deref().map(|text| square("--end", text)).transpose()?;
        let given: Vec<&str> = self.given.iter().flat_map(|list| split_list(list)).collect();
        let given = Tour::parse_given(&given, &board)?;
        Tour::new(board, self.piece.parse()?, self.closed, start, end, given)
    }
}

impl QueensArguments {
    fn queens(&self) -> Result<Queens, StatementError> {
        let wrong = || StatementError::Queens(self.n.clone());
        let n = self.n.parse().map_err(|_| wrong())?;
        let parse = |text: &str| Square::parse_within(text, n, n);
        let given = squares("--given", &self.given, parse)?;
        let blocked = squares("--block", &self.block, parse)?;
        Queens::new(n, given, blocked)
    }
}

impl PlaceArguments {
    fn place(&self) -> Result<Place, StatementError> {
        let board = board(&self.board, &self.block)?;
        let given = self.given.iter().flat_map(|list| {
            // PIECE@SQUARE, with commas in the names of some pieces.
            if list.contains('@') { split_pieces(list) } else { split_list(list) }
        });
        PlaceStatement {
            board: BoardStatement::of(&board),
            piece: self.piece.clone(),
            army: self.army.as_deref().map(parse_army).transpose()?.unwrap_or_default(),
            count: match count(&self.count, "max")? {
                Some(count) => place::CountStatement::Exactly(count),
                None => place::CountStatement::default(),
            },
            given: given.map(Into::into).collect(),
        }
        .place()
    }
}

impl DominateArguments {
    fn dominate(&self) -> Result<Dominate, StatementError> {
        let board = board(&self.board, &self.block)?;
        DominateStatement {
            board: BoardStatement::of(&board),
            piece: self.piece.clone(),
            count: match count(&self.count, "min")? {
                Some(count) => dominate::CountStatement::Exactly(count),
                None => dominate::CountStatement::default(),
            },
            independent: self.independent,
            total: self.total,
            given: squares("--given", &self.given, |text| Square::parse(text, &board))?,
        }
        .dominate()
    }
}
