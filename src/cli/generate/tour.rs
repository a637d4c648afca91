//! `satranj generate tour`: a board with blocked squares, or a tour with given moves.

use std::{
    ffi::OsString,
    io::Write,
    path::{Path, PathBuf},
};

use clap::Args;

use super::{InstanceSource, WriteError, option, write_statements};
use crate::{
    board::{Board, piece::Piece},
    cli::{CliError, puzzle::lower_case},
    puzzles::{
        Statement, StatementError,
        chance::{Amount, MOST_CASES},
        tour::random::{MOST_SQUARES, TourDistribution},
    },
    random::Generator,
};

/// How the tour is distributed.
#[derive(Debug, Args)]
pub struct GenerateTourArguments {
    /// ROWSxCOLUMNS, or @FILE with lines of `.` (free) and `#` (blocked)
    board: OsString,
    /// The piece: a name, leaper:A,B, rider:A,B, or a sum such as queen+knight
    #[arg(long, default_value = "knight", value_parser = lower_case)]
    piece: String,
    /// How many free squares are blocked: a number, or a share such as 5%. Every other square
    /// keeps two moves, and the colours stay balanced where every move changes them
    #[arg(long, default_value = "0", value_name = "AMOUNT", allow_hyphen_values = true)]
    blocked: Amount,
    /// How many moves are given: a number, or a share of the free squares. They form paths
    #[arg(long, value_name = "AMOUNT", allow_hyphen_values = true)]
    given: Option<Amount>,
    /// The tour is to return to its start
    #[arg(long)]
    closed: bool,
    /// How many tours; several go into one document, each with its board, piece and what is asked
    #[arg(long, default_value_t = 1, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_CASES)))]
    cases: u32,
}

/// A tour that can be drawn.
struct DrawnTour {
    distribution: TourDistribution,
    /// How many.
    cases: u32,
    /// Whether it is written as a document, and not as a map.
    is_document: bool,
}

impl GenerateTourArguments {
    /// The file that the board is read from, if it is.
    pub fn file(&self) -> Option<PathBuf> {
        Board::file(&self.board).map(Path::to_path_buf)
    }

    /// Whether a map says all: no moves are given, and there is one.
    pub fn fits_map(&self) -> bool {
        self.given.is_none() && self.cases == 1
    }

    /// The tour, if it is possible as far as can be told; as a map or as a document.
    ///
    /// # Errors
    /// [`CliError`], which names the offending value.
    pub fn instances(&self, is_document: bool) -> Result<Box<dyn InstanceSource>, CliError> {
        let board = Board::parse(&self.board).map_err(StatementError::from)?;
        if board.free_squares() == 0 {
            return Err(StatementError::from(crate::board::BoardError::NoSquare).into());
        }
        let piece: Piece = self.piece.parse().map_err(StatementError::from)?;
        let given = self.given.unwrap_or(Amount::Number(0));
        let (closed, blocked) = (self.closed, self.blocked);
        let distribution = TourDistribution { board, piece, closed, blocked, given };
        distribution.check().map_err(|error| CliError::Usage(error.told(&option)))?;
        let (cases, size) = (self.cases, distribution.board.size() as u64);
        let squares = u64::from(cases) * size;
        if squares > u64::from(MOST_SQUARES) {
            let board = &distribution.board;
            return Err(CliError::Usage(format!(
                "--cases {cases}: {cases} boards of {board} have {squares} squares; {MOST_SQUARES} \
                 are the most"
            )));
        }
        Ok(Box::new(DrawnTour { distribution, cases, is_document }))
    }
}

impl InstanceSource for DrawnTour {
    fn write(&self, generator: &mut Generator, out: &mut dyn Write) -> Result<(), WriteError> {
        if self.is_document {
            let mut tours = Vec::new();
            for _ in 0..self.cases {
                tours.push(Statement::Tour(self.distribution.draw(generator)?));
            }
            return write_statements(&tours, out);
        }
        let board = self.distribution.draw_board(generator)?;
        let character = |square| if board.is_free(square) { '.' } else { '#' };
        for line in board.by_rows::<char, String>(character) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
