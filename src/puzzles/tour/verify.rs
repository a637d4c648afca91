//! Checks of tours and of reasons why there is none, by arithmetic on squares alone.

use satranj_encodings::hamiltonian::obstruction::Obstruction as Reason;

use super::Tour;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Violation, ensure,
        moves::Moves,
        refutation::{self, Ground},
    },
};

impl Tour {
    fn moves(&self) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.piece }
    }

    pub(super) fn is_move(&self, from: Square, to: Square) -> bool {
        self.moves().is_move(from, to)
    }

    fn reach(&self, from: Square) -> Vec<Square> {
        self.moves().reach(from)
    }

    pub(super) fn verify_path(&self, path: &[Square]) -> Result<(), Violation> {
        let piece = &self.piece;
        let width = self.board.columns() as usize;
        let mut places = vec![0u32; width * self.board.rows() as usize];
        for (index, &square) in path.iter().enumerate() {
            ensure!(
                self.board.contains(square),
                "place {}: square {square} is outside the {} board",
                index + 1,
                self.board
            );
            ensure!(self.board.is_free(square), "place {}: square {square} is blocked", index + 1);
            let place = &mut places[square.rank as usize * width + square.column as usize];
            ensure!(
                *place == 0,
                "square {square} is visited twice, at places {place} and {}",
                index + 1
            );
            *place = index as u32 + 1;
        }
        for (index, step) in path.windows(2).enumerate() {
            let (from, to) = (step[0], step[1]);
            ensure!(
                self.is_move(from, to),
                "move {}, from {from} to {to}, is no move of the {piece}",
                index + 1
            );
        }
        let place = |square: Square| places[square.rank as usize * width + square.column as usize];
        if path.len() != self.board.free_squares() as usize {
            let missing = self.board.squares().find(|&square| place(square) == 0);
            let missing = missing.map_or_else(String::new, |square| square.to_string());
            ensure!(
                false,
                "{} of {} squares are visited; {missing} is missing",
                path.len(),
                self.board.free_squares()
            );
        }
        let (first, last) = (path[0], path[path.len() - 1]);
        if self.closed {
            ensure!(path.len() > 2, "a closed tour has at least three squares");
            ensure!(
                self.is_move(last, first),
                "the tour is not closed: from {last} to {first} is no move of the {piece}"
            );
        }
        if let Some(start) = self.start {
            ensure!(first == start, "the tour starts at {first}, not at {start}");
        }
        if let Some(end) = self.end {
            ensure!(last == end, "the tour ends at {last}, not at {end}");
        }
        for &(from, to) in &self.given {
            let apart = place(from).abs_diff(place(to)) as usize;
            ensure!(
                apart == 1 || (self.closed && apart == path.len() - 1),
                "the given move {from}-{to} is not made"
            );
        }
        Ok(())
    }

    pub(super) fn verify_no_tour(&self, certificate: &Certificate) -> Result<(), Violation> {
        for square in certificate.squares() {
            ensure!(self.board.is_free(square), "{square} is no free square of the board");
        }
        let number = |&square: &Square| self.number(square);
        let numbers = |squares: &[Square]| -> Vec<u32> { squares.iter().map(number).collect() };
        refutation::distinct(self, &numbers(&certificate.squares()))?;
        let reason = match certificate {
            Certificate::LowDegree { squares } => Reason::LowDegree(numbers(squares)),
            Certificate::Disconnected { squares } => Reason::Disconnected(numbers(squares)),
            Certificate::Articulation { squares } => match squares[..] {
                [square] => Reason::Articulation(self.number(square)),
                _ => return Err(Violation("an articulation is one square".into())),
            },
            // The ends are for the reader; they are counted from the statement.
            Certificate::ColourParity { squares, .. } => {
                Reason::Colours { class: numbers(squares), ends: Vec::new() }
            }
            Certificate::NoTwoFactor { squares } => Reason::NoTwoFactor(numbers(squares)),
            Certificate::Toughness { squares } => Reason::Toughness(numbers(squares)),
            Certificate::GivenMoves { squares } => Reason::Given(numbers(squares)),
            other => return Err(Violation(format!("`{}` says nothing about tours", other.kind()))),
        };
        refutation::check(self, &reason)
    }

    /// The number of a square: row by row from the bottom.
    fn number(&self, square: Square) -> u32 {
        square.rank * self.board.columns() + square.column
    }

    fn numbered(&self, number: u32) -> Square {
        let (rank, column) = (number / self.board.columns(), number % self.board.columns());
        Square { column, rank }
    }
}

impl Ground for Tour {
    fn noun(&self) -> &'static str {
        "square"
    }

    fn nouns(&self) -> &'static str {
        "squares"
    }

    fn link(&self) -> &'static str {
        "move"
    }

    fn limit(&self) -> usize {
        self.board.rows() as usize * self.board.columns() as usize
    }

    fn places(&self) -> Box<dyn Iterator<Item = u32> + '_> {
        Box::new(self.board.squares().map(|square| self.number(square)))
    }

    fn count(&self) -> usize {
        self.board.free_squares() as usize
    }

    fn next_to(&self, place: u32) -> Vec<u32> {
        let reach = self.reach(self.numbered(place));
        let mut numbers: Vec<u32> = reach.into_iter().map(|square| self.number(square)).collect();
        numbers.sort_unstable();
        numbers
    }

    fn name(&self, place: u32) -> String {
        self.numbered(place).to_string()
    }

    fn closed(&self) -> bool {
        self.closed
    }

    fn fixed_ends(&self) -> Vec<u32> {
        self.start.into_iter().chain(self.end).map(|square| self.number(square)).collect()
    }

    fn given(&self) -> Vec<(u32, u32)> {
        let numbers = |&(from, to): &(Square, Square)| (self.number(from), self.number(to));
        self.given.iter().map(numbers).collect()
    }
}
