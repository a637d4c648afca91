//! The puzzle on the command line: stated by arguments, or by a document.

mod boards;
mod cases;
pub mod graph;
mod graph_paths;
mod graph_sets;
mod planning;
mod visits;

use std::{
    path::{Path, PathBuf},
    str::FromStr,
};

use clap::{Args, Subcommand};

use super::CliError;
use crate::{
    board::{
        piece::Piece,
        square::{Square, SquareError, split_list},
    },
    puzzles::{
        self, BoardStatement, Stated, StatementError,
        dominate::DominateStatement,
        fields::Field,
        place::{
            PlaceStatement,
            army::{parse_army, split_pieces},
        },
        queens::{self, QueensStatement},
    },
};
use boards::BoardArguments;
pub use cases::{PuzzleCase, StatedCases, document};
use graph::{GraphArguments, GraphQuestion, OfGraph};
pub use visits::hamilton_of_file;

impl PuzzleArguments {
    /// The input files.
    pub fn files(&self) -> Vec<PathBuf> {
        let file = self.puzzle.as_ref().and_then(|puzzle| match puzzle.question() {
            PuzzleQuestion::OfGraph(file, _) => Some(file.graph.as_path()),
            PuzzleQuestion::Other(question) => question.file(),
        });
        self.from.iter().cloned().chain(file.map(Path::to_path_buf)).collect()
    }
}

/// A puzzle stated by arguments or taken from a document.
#[derive(Debug, Clone, Args)]
#[command(subcommand_negates_reqs = true)]
pub struct PuzzleArguments {
    /// Take the puzzle from a document, or from standard input (-)
    #[arg(long, value_name = "DOCUMENT")]
    pub from: Option<PathBuf>,
    /// Take only this case of several, from 1
    #[arg(hide_short_help = true, long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    pub case: Option<u64>,
    #[command(subcommand)]
    pub puzzle: Option<PuzzleCommand>,
}

/// The arguments of a puzzle: of one of a graph, those that its statement brings.
macro_rules! arguments {
    (Tour $module:ident $statement:ident) => { visits::TourArguments };
    (Queens $module:ident $statement:ident) => { QueensArguments };
    (Place $module:ident $statement:ident) => { PlaceArguments };
    (Dominate $module:ident $statement:ident) => { DominateArguments };
    (Meet $module:ident $statement:ident) => { planning::MeetArguments };
    (Route $module:ident $statement:ident) => { planning::RouteArguments };
    (Exchange $module:ident $statement:ident) => { planning::ExchangeArguments };
    ($kind:ident $module:ident $statement:ident) => { OfGraph<puzzles::$module::$statement> };
}

/// Declares the subcommand of each puzzle.
macro_rules! declare_commands {
    ($($(#[$doc:meta])* $kind:ident: $module:ident::$statement:ident $(of $graph:ident)?,)*) => {
        /// The puzzles; what each asks is in [`crate::puzzles::kinds::LIST`].
        #[derive(Debug, Clone, Subcommand)]
        #[command(defer = true)]
        pub enum PuzzleCommand {
            $(
                #[command(aliases = <puzzles::$module::$statement as Stated>::KIND.american())]
                $kind(arguments!($kind $module $statement)),
            )*
        }

        impl PuzzleCommand {
            fn question(&self) -> PuzzleQuestion<'_> {
                match self {
                    $(Self::$kind(arguments) => arguments.question(),)*
                }
            }
        }
    };
}
puzzles::each_kind!(declare_commands);

/// What the arguments of a puzzle ask.
pub enum PuzzleQuestion<'a> {
    /// A question about the graph of a file.
    OfGraph(&'a GraphArguments, &'a dyn GraphQuestion),
    /// Any other.
    Other(&'a dyn OtherQuestion),
}

/// The arguments of a puzzle that is not about a graph.
pub trait OtherQuestion {
    /// The file that is read, if there is one.
    fn file(&self) -> Option<&Path>;

    /// The puzzle, or the cases of the file.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    fn cases(&self) -> Result<StatedCases, CliError>;

    /// What they ask.
    fn question(&self) -> PuzzleQuestion<'_>
    where
        Self: Sized,
    {
        PuzzleQuestion::Other(self)
    }
}

impl PuzzleCommand {
    /// The question about a graph, if it is one.
    pub fn graph_question(&self) -> Option<&dyn GraphQuestion> {
        match self.question() {
            PuzzleQuestion::OfGraph(_, question) => Some(question),
            PuzzleQuestion::Other(_) => None,
        }
    }
}

/// The n-queens problem.
#[derive(Debug, Clone, Args)]
pub struct QueensArguments {
    /// Number of queens, rows and columns
    #[arg(allow_hyphen_values = true)]
    pub n: String,
    /// Put queens on these squares: a1,c2 or, as row,column, 0,0;1,2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// Keep queens off these squares, which do not stop attacks
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub block: Vec<String>,
}

/// A placement.
#[derive(Debug, Clone, Args)]
pub struct PlaceArguments {
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[arg(long, conflicts_with = "army", value_parser = Piece::lower_case)]
    pub piece: Option<String>,
    /// Place several kinds: queen=4,knight=2; with sides, which attack only each other:
    /// white:queen,black:queen; --count is for each kind without a number
    #[arg(long, value_parser = Piece::lower_case)]
    pub army: Option<String>,
    /// Place this many pieces, or `max`; in an army of each kind without a number
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    pub count: String,
    /// Put pieces on these squares: a1,c2; for several kinds queen@a1,knight@c2
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    #[command(flatten)]
    pub board: BoardArguments,
}

/// A domination.
#[derive(Debug, Clone, Args)]
pub struct DominateArguments {
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[arg(long, value_parser = Piece::lower_case)]
    pub piece: String,
    /// Place this many pieces, or `min`
    #[arg(long, value_name = "K|min", default_value = "min", allow_hyphen_values = true)]
    pub count: String,
    /// Ask that no piece attacks another
    #[arg(long)]
    pub independent: bool,
    /// Ask that occupied squares are also attacked
    #[arg(long)]
    pub total: bool,
    /// Put pieces on these squares
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    pub given: Vec<String>,
    #[command(flatten)]
    pub board: BoardArguments,
}

/// A number of pieces, vertices or colours, or the word for the best.
///
/// # Errors
/// [`StatementError`] for anything else.
pub fn count<C: FromStr<Err = String>>(field: Field, text: &str) -> Result<C, StatementError> {
    text.parse().map_err(|problem: String| StatementError::of(field, &text, problem))
}

/// A square for a field.
fn square(
    field: Field,
    text: &str,
    parse: impl Fn(&str) -> Result<Square, SquareError>,
) -> Result<Square, StatementError> {
    parse(text).map_err(|error| StatementError::at(field, error))
}

/// The squares in lists.
fn squares(
    field: Field,
    lists: &[String],
    parse: impl Fn(&str) -> Result<Square, SquareError>,
) -> Result<Vec<Square>, StatementError> {
    let texts = lists.iter().flat_map(|list| split_list(list));
    texts.map(|text| square(field, text, &parse)).collect()
}

impl OtherQuestion for QueensArguments {
    fn file(&self) -> Option<&Path> {
        None
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let number = |text: &str| text.parse().ok();
        // 8x8 means 8 queens.
        let n = match self.n.split_once(['x', 'X', '*', '×']) {
            Some((rows, columns)) => number(rows).filter(|_| rows == columns),
            None => number(&self.n),
        };
        let n = n.ok_or_else(|| queens::wrong_number(&self.n))?;
        let parse = |text: &str| Square::parse_within(text, n, n);
        let given = squares(Field::Given, &self.given, parse)?;
        let blocked = squares(Field::Blocked, &self.block, parse)?;
        StatedCases::one(QueensStatement { n, given, blocked })
    }
}

impl OtherQuestion for PlaceArguments {
    fn file(&self) -> Option<&Path> {
        self.board.file()
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let board = self.board.board()?;
        let given = self.given.iter().flat_map(|list| {
            // PIECE@SQUARE; names of some pieces contain commas.
            if list.contains('@') { split_pieces(list) } else { split_list(list) }
        });
        StatedCases::one(PlaceStatement {
            board: BoardStatement::from(&board),
            piece: self.piece.clone(),
            army: self.army.as_deref().map(parse_army).transpose()?.unwrap_or_default(),
            count: count(Field::Count, &self.count)?,
            given: given.map(Into::into).collect(),
        })
    }
}

impl OtherQuestion for DominateArguments {
    fn file(&self) -> Option<&Path> {
        self.board.file()
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let board = self.board.board()?;
        StatedCases::one(DominateStatement {
            board: BoardStatement::from(&board),
            piece: self.piece.clone(),
            count: count(Field::Count, &self.count)?,
            independent: self.independent,
            total: self.total,
            given: squares(Field::Given, &self.given, |text| Square::parse(text, &board))?,
        })
    }
}
