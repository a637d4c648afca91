//! `satranj generate` for puzzles on boards: the arguments of each; tours and meetings as text.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{Instances, option, write_statements};
use crate::{
    board::{Board, BoardError, piece::Piece},
    cli::{
        CliError,
        puzzle::{count, lower_case},
    },
    puzzles::{
        Statement, StatementError,
        chance::{Amount, MOST_CASES, NumberRange},
        dominate::{DominateCount, random::DominateDistribution},
        exchange::random::ExchangeDistribution,
        fields::Field,
        meet::random::{Content, MeetDistribution},
        place::{PlaceCount, random::PlaceDistribution},
        queens::random::QueensDistribution,
        random::Distribution,
        route::random::RouteDistribution,
        tour::random::{MOST_SQUARES, TourDistribution},
    },
};

/// Arguments for random boards.
#[derive(Debug, Args)]
struct BlockedBoards {
    /// Set the number of rows
    #[arg(long, value_name = "R")]
    rows: u32,
    /// Set the number of columns
    #[arg(long, value_name = "C")]
    columns: u32,
    /// Block this many squares: a number, or a share such as 5%; squares that the puzzle needs stay
    /// free
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// Generate this many instances; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

/// Arguments for random queens puzzles.
#[derive(Debug, Args)]
pub struct GenerateQueensArguments {
    /// Number of queens, rows and columns
    #[arg(long, value_name = "N")]
    n: u32,
    /// Give this many queens: a number, or a share such as 30%. No two attack each other
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Amount,
    /// Take the given queens of a solution, and block none of its squares
    #[arg(long)]
    planted: bool,
    /// Block this many squares without a given queen: a number, or a share such as 5%
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// Generate this many instances; several go into one document
    #[arg(long, default_value_t = 1, value_name = "T")]
    cases: u32,
}

impl GenerateQueensArguments {
    pub(super) fn distribution(&self) -> Distribution {
        let Self { n, given, planted, blocked, cases } = *self;
        Distribution::Queens(QueensDistribution { cases, n, given, planted, blocked })
    }
}

/// Arguments for random placements.
#[derive(Debug, Args)]
pub struct GeneratePlaceArguments {
    #[command(flatten)]
    boards: BlockedBoards,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[arg(long, value_parser = lower_case)]
    piece: String,
    /// Give this many pieces: a number, or a share of the free squares. No two attack each other
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Amount,
    /// Ask for this many pieces, or for `max`
    #[arg(long, value_name = "K|max", default_value = "max", allow_hyphen_values = true)]
    count: String,
}

impl GeneratePlaceArguments {
    pub(super) fn distribution(&self) -> Result<Distribution, CliError> {
        let BlockedBoards { rows, columns, blocked, cases } = self.boards;
        let count = count(Field::Count, &self.count, "max", "pieces")?;
        let count = count.map_or_else(PlaceCount::default, PlaceCount::Exactly);
        let (piece, given) = (self.piece.clone(), self.given);
        let place = PlaceDistribution { cases, rows, columns, piece, blocked, given, count };
        Ok(Distribution::Place(place))
    }
}

/// Arguments for random dominations.
#[derive(Debug, Args)]
pub struct GenerateDominateArguments {
    #[command(flatten)]
    boards: BlockedBoards,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[arg(long, value_parser = lower_case)]
    piece: String,
    /// Ask that no piece attacks another
    #[arg(long)]
    independent: bool,
    /// Ask that occupied squares are also attacked
    #[arg(long)]
    total: bool,
    /// Ask for this many pieces, or for `min`
    #[arg(long, value_name = "K|min", default_value = "min", allow_hyphen_values = true)]
    count: String,
}

impl GenerateDominateArguments {
    pub(super) fn distribution(&self) -> Result<Distribution, CliError> {
        let BlockedBoards { rows, columns, blocked, cases } = self.boards;
        let count = count(Field::Count, &self.count, "min", "pieces")?;
        let count = count.map_or_else(DominateCount::default, DominateCount::Exactly);
        let Self { independent, total, .. } = *self;
        let piece = self.piece.clone();
        Ok(Distribution::Dominate(DominateDistribution {
            cases,
            rows,
            columns,
            piece,
            blocked,
            independent,
            total,
            count,
        }))
    }
}

/// Arguments for random routes.
#[derive(Debug, Args)]
pub struct GenerateRouteArguments {
    #[command(flatten)]
    boards: BlockedBoards,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[arg(long, default_value = "knight", value_parser = lower_case)]
    piece: String,
    /// Give every square a weight, 1 to 9
    #[arg(long)]
    weighted: bool,
}

impl GenerateRouteArguments {
    pub(super) fn distribution(&self) -> Distribution {
        let BlockedBoards { rows, columns, blocked, cases } = self.boards;
        let (piece, weighted) = (self.piece.clone(), self.weighted);
        let route = RouteDistribution { cases, rows, columns, piece, blocked, weighted };
        Distribution::Route(route)
    }
}

/// Arguments for random exchanges.
#[derive(Debug, Args)]
pub struct GenerateExchangeArguments {
    #[command(flatten)]
    boards: BlockedBoards,
    /// Set the piece: king, queen, rook, bishop or knight
    #[arg(long, default_value = "knight", value_parser = lower_case)]
    piece: String,
    /// Give each colour this many pieces
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    count: u32,
    /// Let several pieces move in one step
    #[arg(long)]
    parallel: bool,
}

impl GenerateExchangeArguments {
    pub(super) fn distribution(&self) -> Distribution {
        let BlockedBoards { rows, columns, blocked, cases } = self.boards;
        let (piece, count, parallel) = (self.piece.clone(), self.count, self.parallel);
        let exchange =
            ExchangeDistribution { cases, rows, columns, piece, count, blocked, parallel };
        Distribution::Exchange(exchange)
    }
}

/// Arguments for random tours.
#[derive(Debug, Args)]
pub struct GenerateTourArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked)
    board: OsString,
    /// Set the piece: a name, leaper:A,B, rider:A,B, or a sum (queen+knight)
    #[arg(long, default_value = "knight", value_parser = lower_case)]
    piece: String,
    /// Block this many free squares: a number, or a share such as 5%. Every other square keeps two
    /// moves, and the colours stay balanced if every move changes them
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// Give this many moves: a number, or a share of the free squares. They form paths
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Option<Amount>,
    /// Ask for a closed tour
    #[arg(long)]
    closed: bool,
    /// Generate this many tours; several go into one document, each with its board, piece and
    /// demands
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CASES)))]
    cases: u32,
}

impl GenerateTourArguments {
    /// The file of the board, if it is read from one.
    pub fn file(&self) -> Option<PathBuf> {
        Board::file(&self.board).map(Path::to_path_buf)
    }

    /// Whether a board says it all, so that a map can hold the instance.
    pub fn fits_map(&self) -> bool {
        self.given.is_none() && self.cases == 1
    }

    /// The tours, as a document, or a board as a map.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub(super) fn instances(&self, is_document: bool) -> Result<Instances, CliError> {
        let board = Board::parse(&self.board).map_err(StatementError::from)?;
        if board.free_squares() == 0 {
            return Err(StatementError::from(BoardError::NoSquare).into());
        }
        let piece: Piece = self.piece.parse().map_err(StatementError::from)?;
        let given = self.given.unwrap_or(Amount::Number(0));
        let (closed, blocked, cases) = (self.closed, self.blocked, self.cases);
        let distribution = TourDistribution { board, piece, closed, blocked, given };
        distribution.check().map_err(|error| CliError::Usage(error.told(&option)))?;
        let squares = u64::from(cases) * distribution.board.size() as u64;
        if squares > u64::from(MOST_SQUARES) {
            let board = &distribution.board;
            usage!(
                "--cases {cases}: {cases} boards of {board} have {squares} squares; {MOST_SQUARES} \
                 are the most"
            );
        }
        Ok(Box::new(move |generator, out| {
            if is_document {
                let tours = (0..cases).map(|_| distribution.draw(generator).map(Statement::Tour));
                return write_statements(&tours.collect::<Result<Vec<_>, _>>()?, out);
            }
            let board = distribution.draw_board(generator)?;
            let character = |square| if board.is_free(square) { '.' } else { '#' };
            for line in board.by_rows::<char, String>(character) {
                writeln!(out, "{line}")?;
            }
            Ok(())
        }))
    }
}

/// Arguments for random meetings; the defaults are the published ones.
#[derive(Debug, Args)]
pub struct GenerateMeetArguments {
    /// Generate this many, 1 to 1,000,000
    #[arg(long, default_value_t = 10, value_name = "T")]
    cases: u32,
    /// Set the number of rows, uniform in a range A..B with both ends, or a number
    #[arg(long, default_value = "1..10", value_name = "RANGE", allow_hyphen_values = true)]
    rows: NumberRange,
    /// Set the number of columns, as --rows
    #[arg(long, default_value = "1..10", value_name = "RANGE", allow_hyphen_values = true)]
    columns: NumberRange,
    /// Set the probability that a free square holds a knight
    #[arg(long, default_value_t = 0.1, value_name = "PROBABILITY", allow_negative_numbers = true)]
    density: f64,
    /// Set a knight's jumps per turn, uniform in a range within 1 to 9
    #[arg(long, default_value = "1..9", value_name = "RANGE", allow_hyphen_values = true)]
    k: NumberRange,
    /// Set the probability that a square is blocked; one square of each board stays free
    #[arg(long, default_value_t = 0.0, value_name = "PROBABILITY", allow_negative_numbers = true)]
    blocked: f64,
}

impl GenerateMeetArguments {
    /// The meetings, as a file of cases or as a document.
    ///
    /// # Errors
    /// [`CliError::Usage`], which names the offending value.
    pub(super) fn instances(&self, is_document: bool) -> Result<Instances, CliError> {
        let Self { cases, rows, columns, density, k, blocked } = *self;
        let distribution = MeetDistribution { cases, rows, columns, density, k, blocked };
        distribution.check().map_err(|error| CliError::Usage(error.told(&option)))?;
        if is_document {
            return super::statements(Distribution::Meet(distribution));
        }
        Ok(Box::new(move |generator, out| {
            writeln!(out, "{cases}")?;
            for _ in 0..cases {
                let (rows, columns) = distribution.draw_size(generator);
                writeln!(out, "\n{rows} {columns}")?;
                let mut squares = distribution.draw_squares((rows, columns), generator);
                for _ in 0..rows {
                    let mut line: Vec<u8> =
                        squares.by_ref().take(columns as usize).map(character).collect();
                    line.push(b'\n');
                    out.write_all(&line)?;
                }
            }
            Ok(())
        }))
    }
}

/// The character of a square in the file.
fn character(content: Content) -> u8 {
    match content {
        Content::Free => b'.',
        Content::Blocked => b'#',
        // From 1 to 9, as the distribution's check requires.
        Content::Rider(jumps) => b'0' + (jumps % 10) as u8,
    }
}
