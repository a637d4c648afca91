//! `satranj generate` for tours, as documents or maps, and for meetings as text.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum};
use satranj_encodings::lattice::Surface;

use super::instances::{Instances, option, write_statements};
use crate::{
    board::{Board, BoardError, piece::Piece},
    cli::CliError,
    puzzles::{
        Statement, StatementError,
        board_statement::{join_borders, surface_words},
        chance::{Amount, MOST_CASES, MOST_SQUARES},
        meet::random::{Content, MeetDistribution},
        tour::{TourStatement, numbers::GivenNumbers, random::TourDistribution},
    },
};

/// Arguments for random tours.
#[derive(Debug, Args)]
pub struct GenerateTourArguments {
    /// ROWSxCOLUMNS, hex:SIDE, or @FILE with lines of `.` (free) and `#` (blocked)
    board: OsString,
    /// Set the piece: a name, leaper:A,B, rider:A,B, betza:WfF, or a sum (queen+knight)
    #[arg(long, default_value = "knight", value_parser = Piece::lower_case)]
    piece: String,
    /// Draw a tour of the puzzle's piece and give the numbers of its visits: a wazir's (numbrix), a
    /// king's (hidato) or a knight's
    #[arg(long, conflicts_with_all = ["piece", "given"])]
    puzzle: Option<NumberPuzzle>,
    /// Leave out numbers, but not the first and the last, while there is only one solution
    #[arg(long, requires = "puzzle")]
    unique: bool,
    /// Block this many free squares: a number, or a share such as 5%. Every other square keeps at
    /// least two moves; if every move changes colour, the two colours stay balanced
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// Demand this many moves of the tour: a number, or a share of the free squares. They form
    /// paths
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Option<Amount>,
    /// Ask for a closed tour
    #[arg(long)]
    closed: bool,
    #[arg(long, help = join_borders(), value_name = "SURFACE", default_value = "plane", value_parser = surface_words())]
    surface: Surface,
    /// Generate this many tours; several go into one document, each with its board, piece and
    /// demands
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CASES)))]
    cases: u32,
}

/// A puzzle of numbers on squares.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum NumberPuzzle {
    Numbrix,
    Hidato,
    Knight,
}

impl GenerateTourArguments {
    /// The file of the board, if it is read from one.
    pub fn file(&self) -> Option<PathBuf> {
        Board::file(&self.board).map(Path::to_path_buf)
    }

    /// Whether the board is the whole instance, so that a map can hold it.
    pub fn fits_map(&self) -> bool {
        // A file, which may be a pipe, is read only once, and has no hexagons.
        let is_hexagon = self.board.as_encoded_bytes().starts_with(b"hex:");
        let is_plane = self.surface == Surface::Plane && !is_hexagon;
        self.given.is_none() && self.cases == 1 && is_plane
    }

    /// The tours, as a document, or a board as a map.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub(super) fn instances(&self, is_document: bool) -> Result<Instances, CliError> {
        let board = Board::parse(&self.board).and_then(|board| board.stated_on(self.surface));
        let board = board.map_err(StatementError::from)?;
        if board.free_squares() == 0 {
            return Err(StatementError::from(BoardError::NoSquare).into());
        }
        let piece = match self.puzzle {
            // The six cells that touch are next to one another.
            Some(NumberPuzzle::Numbrix | NumberPuzzle::Hidato) if board.is_hexagonal() => {
                "hex-wazir"
            }
            Some(NumberPuzzle::Numbrix) => "wazir",
            Some(NumberPuzzle::Hidato) => "king",
            Some(NumberPuzzle::Knight) => "knight",
            None => &self.piece,
        };
        let piece = board.piece(piece).map_err(StatementError::from)?;
        let numbers = match (self.puzzle, self.unique) {
            (None, _) => GivenNumbers::None,
            (Some(_), false) => GivenNumbers::All,
            (Some(_), true) => GivenNumbers::Unique,
        };
        let given = self.given.unwrap_or(Amount::Number(0));
        let (closed, blocked, cases) = (self.closed, self.blocked, self.cases);
        let distribution = TourDistribution { board, piece, closed, blocked, given, numbers };
        distribution.check().map_err(|error| CliError::Usage(error.message(&option)))?;
        let squares = u64::from(cases) * distribution.board.size() as u64;
        if squares > MOST_SQUARES {
            let board = &distribution.board;
            usage!(
                "--cases {cases}: {cases} boards of {board} have {squares} squares, more than the \
                 {MOST_SQUARES} \
                 that are possible"
            );
        }
        Ok(Box::new(move |generator, origin, out| {
            if is_document {
                let tours = (0..cases).map(|_| distribution.draw(generator).map(Statement::Tour));
                return write_statements(tours.collect::<Result<Vec<_>, _>>()?, origin, out);
            }
            if numbers != GivenNumbers::None {
                let tour = distribution.draw(generator)?;
                return Ok(out.write_all(numbered_map(&tour)?.as_bytes())?);
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

/// The board of a tour as a map with numbers.
fn numbered_map(tour: &TourStatement) -> Result<String, StatementError> {
    let board = tour.board.board()?;
    let width = board.free_squares().to_string().len();
    let cell = |square| {
        let number = tour.times.get(&square).map(u32::to_string);
        let free = if board.is_free(square) { "." } else { "#" };
        format!(" {:>width$}", number.as_deref().unwrap_or(free))
    };
    let rows = board.by_rows::<String, String>(cell);
    Ok(rows.map(|row| row.replacen(' ', "", 1) + "\n").collect())
}

/// Random meetings as a file of cases, after checking the distribution.
pub(super) fn meetings(distribution: MeetDistribution) -> Instances {
    Box::new(move |generator, _, out| {
        writeln!(out, "{}", distribution.cases)?;
        for _ in 0..distribution.cases {
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
    })
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
