//! The arguments of the puzzles whose answers are sequences of moves: meetings, routes, exchanges.

use std::{
    ffi::OsString,
    io::BufReader,
    path::{Path, PathBuf},
    sync::Arc,
};

use clap::Args;

use super::{
    boards::{BLOCK_FOR_ONE, BoardArguments},
    question::OtherQuestion,
    size_range::SizeWord,
    stated::StatedCases,
    values::square,
};
use crate::{
    board::{map::read_file, piece::Piece, square::Square},
    cli::CliError,
    file_name::name_of,
    puzzles::{
        BoardStatement, StatedPuzzle, Statement, StatementError,
        exchange::{self, ExchangeStatement},
        fields::Field,
        meet::{self, MeetStatement},
        route::RouteStatement,
    },
    sources,
};

/// Meetings.
#[derive(Debug, Clone, Args)]
pub struct MeetArguments {
    /// A file of cases, or - for standard input: the number of cases; for each a blank line, a line
    /// `ROWS COLUMNS`, and the board: `.` free, `#` blocked, a digit a knight that makes up to this
    /// many jumps a turn
    pub file: PathBuf,
    /// Set the piece: a name, leaper:A,B, rider:A,B, betza:WfF, or a sum (queen+knight)
    #[arg(long, default_value = "knight", value_parser = Piece::lower_case)]
    pub piece: String,
    /// Take only this case of the file, numbered from 1
    #[arg(long, value_name = "I", value_parser = clap::value_parser!(u64).range(1..))]
    pub case: Option<u64>,
    /// Ask for any meeting in at most this many turns, instead of the fewest turns
    #[arg(long, value_name = "TURNS")]
    pub at_most: Option<u64>,
}

/// A route.
#[derive(Debug, Clone, Args)]
#[command(
    mut_arg("board", |board| board.help(
        "ROWSxCOLUMNS, hex:SIDE, or @FILE with lines of `.` (free), `#` (blocked, stops sliders), or 1 to 9 \
         (the cost to enter the square; `.` costs 1)"
    )),
    mut_arg("block", |block| block.help(BLOCK_FOR_ONE)),
)]
pub struct RouteArguments {
    /// The first and the last square, instead of --from and --to
    #[arg(index = 2, num_args = 2, value_names = ["FROM", "TO"], conflicts_with_all = ["from", "to"])]
    pub ends: Vec<String>,
    /// Start on this square (a1 is the lower left, or row,column from the top left, from 0)
    #[arg(
        long,
        value_name = "SQUARE",
        allow_hyphen_values = true,
        required_unless_present = "ends"
    )]
    pub from: Option<String>,
    /// End on this square
    #[arg(
        long,
        value_name = "SQUARE",
        allow_hyphen_values = true,
        required_unless_present = "ends"
    )]
    pub to: Option<String>,
    /// Set the piece: a name, leaper:A,B, rider:A,B, betza:WfF, or a sum (queen+knight)
    #[arg(long, default_value = "knight", value_parser = Piece::lower_case)]
    pub piece: String,
    #[command(flatten)]
    pub board: BoardArguments,
    /// Ask for any route of at most this cost (without weights: this many moves), instead of the
    /// lowest cost
    #[arg(long, value_name = "COST")]
    pub at_most: Option<u64>,
}

/// An exchange.
#[derive(Debug, Clone, Args)]
pub struct ExchangeArguments {
    /// A map, or - for standard input: `.` free, `#` blocked, K Q R B N a white piece, k q r b n a
    /// black one; then, if the goal is not that the colours trade places, a blank line and a map of
    /// the goal
    pub file: PathBuf,
    /// Let several pieces move in one step if their moves work in any order, and ask for the fewest
    /// steps
    #[arg(long)]
    pub parallel: bool,
    /// Ask for any plan of at most this many moves (with --parallel: steps), instead of the fewest
    #[arg(long, value_name = "MOVES")]
    pub at_most: Option<u64>,
}

impl OtherQuestion for MeetArguments {
    fn file(&self) -> Option<&Path> {
        Some(&self.file)
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let piece: Piece = self.piece.parse().map_err(StatementError::from)?;
        let name = name_of(&self.file);
        let opened = sources::open(&self.file).map_err(CliError::of(&name))?;
        let cases = meet::file::read(BufReader::new(opened), &name);
        let cases = cases.map_err(CliError::Input)?;
        let meeting = |case: meet::file::Case| -> Result<Arc<dyn StatedPuzzle>, String> {
            let (board, riders) = case?;
            let (board, piece) = (BoardStatement::from(&board), piece.to_string());
            let meet = MeetStatement { board, piece, riders, at_most: self.at_most };
            let meet = Statement::Meet(meet).into_puzzle();
            Ok(Arc::from(meet.map_err(|error| error.to_string())?))
        };
        StatedCases::several(cases.into_iter().map(meeting)).only(self.case, &self.file)
    }
}

impl OtherQuestion for RouteArguments {
    fn file(&self) -> Option<&Path> {
        self.board.file()
    }

    fn size(&mut self) -> Option<(&mut OsString, SizeWord)> {
        Some((&mut self.board.board, SizeWord::Board))
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let (board, weights) = self.board.weighted()?;
        let free = |text: &str| Square::parse(text, &board);
        let mut ends = self.ends.iter().chain(&self.from).chain(&self.to).map(String::as_str);
        let mut end = |field| square(field, ends.next().expect("both ends are requested"), free);
        let (from, to) = (end(Field::From)?, end(Field::To)?);
        StatedCases::one(RouteStatement {
            weights: weights.map(|weights| board.rows_of_weights(&weights)),
            board: BoardStatement::from(&board),
            piece: self.piece.clone(),
            from,
            to,
            at_most: self.at_most,
        })
    }
}

impl OtherQuestion for ExchangeArguments {
    fn file(&self) -> Option<&Path> {
        Some(&self.file)
    }

    fn cases(&self) -> Result<StatedCases, CliError> {
        let (parallel, at_most) = (self.parallel, self.at_most);
        let (name, bytes) = read_file(&self.file, 2).map_err(StatementError::from)?;
        let maps = exchange::map::read(&bytes, &name)?;
        StatedCases::one(ExchangeStatement { parallel, at_most, ..maps })
    }
}
