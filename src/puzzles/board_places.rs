//! The free squares of a board as places, linked by the moves of a piece.

use satranj_encodings::lattice::Lattice;

use super::{
    StatementError, Violation,
    fields::Field,
    moves::Moves,
    places::{LinkCheck, ModelPlaces, PuzzlePlaces},
};
use crate::{
    board::{Board, piece::Piece, square::Square, symmetry::Symmetry},
    pictures::Drawing,
};

/// The free squares of a board, linked by the moves of a piece; numbered in reading order.
#[derive(Debug, Clone)]
pub struct BoardPlaces {
    /// The board.
    pub board: Board,
    /// The piece.
    pub piece: Piece,
    /// The squares and moves of the model.
    pub lattice: Lattice,
}

impl BoardPlaces {
    /// The squares of a board, with these moves.
    #[must_use]
    pub fn new(board: Board, piece: Piece) -> Self {
        let lattice = board.lattice(&piece);
        Self { board, piece, lattice }
    }

    /// The squares of a board, with the moves of the piece of this name.
    ///
    /// # Errors
    /// [`StatementError`], which names the piece.
    pub fn stated(board: Board, piece: &str) -> Result<Self, StatementError> {
        let piece = board.piece(piece)?;
        Ok(Self::new(board, piece))
    }

    /// The places one move away, in the order of their names.
    #[must_use]
    pub fn reach(&self, place: u32) -> Vec<u32> {
        let reached = self.moves().reach(self.name(place)).into_iter();
        reached.map(|square| self.board.cell(square) as u32).collect()
    }

    /// The places from which a move leads to one.
    #[must_use]
    pub fn before(&self, place: u32) -> Vec<u32> {
        let before = self.moves().before(self.name(place)).into_iter();
        before.map(|square| self.board.cell(square) as u32).collect()
    }

    /// The moves.
    #[must_use]
    pub fn moves(&self) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.piece }
    }
}

impl PuzzlePlaces for BoardPlaces {
    type Name = Square;

    fn limit(&self) -> usize {
        self.board.size()
    }

    fn count(&self) -> usize {
        self.board.free_squares() as usize
    }

    fn is_place(&self, place: u32) -> bool {
        self.board.is_free(self.name(place))
    }

    fn name(&self, place: u32) -> Square {
        self.board.square_of_cell(place as usize)
    }

    fn number(&self, &square: &Square) -> Result<u32, Violation> {
        if self.board.is_free(square) {
            return Ok(self.board.cell(square) as u32);
        }
        Err(Violation(if self.board.contains(square) {
            format!("square {square} is blocked")
        } else {
            format!("square {square} is outside the {} board", self.board)
        }))
    }

    fn order(&self, square: &Square) -> u64 {
        u64::from(square.column) << 32 | u64::from(square.rank)
    }

    fn is_directed(&self) -> bool {
        self.lattice.is_directed()
    }

    fn successors(&self, place: u32) -> Vec<u32> {
        let mut reached = self.reach(place);
        reached.sort_unstable();
        reached
    }

    fn next_to(&self, place: u32) -> Vec<u32> {
        let mut next = self.successors(place);
        if self.is_directed() {
            next.extend(self.before(place));
            next.sort_unstable();
            next.dedup();
        }
        next
    }

    fn links(&self) -> LinkCheck<'_, Square> {
        let moves = self.moves();
        match self.board.leaps(&self.piece) {
            Some(leaps) => Box::new(move |&from, &to| leaps.lead(from, to)),
            None => Box::new(move |&from, &to| moves.is_move(from, to)),
        }
    }

    fn unlinked(&self, from: &Square, to: &Square) -> String {
        format!("{from}-{to} is not a move of the {}", self.piece)
    }

    fn steps_of(&self, places: Option<usize>) -> u64 {
        self.moves().steps_of(places.unwrap_or(self.board.size()) as u64)
    }
}

impl ModelPlaces for BoardPlaces {
    fn stated(&self, field: Field, square: &Square) -> Result<u32, StatementError> {
        square.free_on(&self.board).map_err(|error| StatementError::at(field, error))?;
        Ok(self.vertex(square).expect("free squares have a vertex"))
    }

    fn vertex(&self, square: &Square) -> Option<u32> {
        self.board.vertex(&self.lattice, *square)
    }

    fn place_of(&self, vertex: u32) -> u32 {
        self.board.cell(self.board.square_of(&self.lattice, vertex)) as u32
    }

    /// Faster for many.
    fn names(&self, vertices: &[u32]) -> Vec<Square> {
        let positions = self.lattice.positions(vertices);
        positions.map(|(row, column)| self.board.square(row, column)).collect()
    }

    fn board(&self) -> Option<&Board> {
        Some(&self.board)
    }

    fn keeps_moves(&self, symmetry: &Symmetry) -> bool {
        !self.lattice.is_uneven() || symmetry.keeps_steps(&self.piece)
    }

    fn marked(&self, squares: &[Square], parts: Vec<Vec<Square>>) -> Option<Drawing<'_>> {
        let (board, marks, pairs) = (&self.board, squares.to_vec(), Vec::new());
        (!marks.is_empty()).then_some(Drawing::Marked { board, marks, pairs, parts })
    }
}
