//! The free squares of a small board as numbers.

use std::collections::HashMap;

use super::{MOST_PLACES, SearchHalt, StepBudget};
use crate::{
    board::{Board, square::Square},
    puzzles::moves::Moves,
};

/// Free squares in reading order.
#[derive(Debug)]
pub struct NumberedSquares {
    squares: Vec<Square>,
    numbers: HashMap<Square, usize>,
}

impl NumberedSquares {
    /// The free squares of a board.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] if these are more than [`MOST_PLACES`].
    pub fn of(board: &Board, budget: &mut StepBudget) -> Result<Self, SearchHalt> {
        if board.free_squares() as usize > MOST_PLACES {
            return Err(SearchHalt::TooLarge);
        }
        budget.spend(board.size())?;
        let squares: Vec<Square> = board.squares().collect();
        let numbers = squares.iter().copied().zip(0..).collect();
        Ok(Self { squares, numbers })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.squares.len()
    }

    /// The square of a number.
    #[must_use]
    pub fn square(&self, number: usize) -> Square {
        self.squares[number]
    }

    /// The squares of numbers.
    #[must_use]
    pub fn squares(&self, numbers: &[usize]) -> Vec<Square> {
        numbers.iter().map(|&number| self.squares[number]).collect()
    }

    /// The number of a free square.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`] for any other; a stated puzzle has none.
    pub fn number(&self, square: Square) -> Result<usize, SearchHalt> {
        self.numbers.get(&square).copied().ok_or(SearchHalt::TooLarge)
    }

    /// Where a piece can go from each square.
    ///
    /// # Errors
    /// [`SearchHalt::TooLarge`].
    pub fn reached(
        &self,
        moves: Moves<'_>,
        budget: &mut StepBudget,
    ) -> Result<Vec<Vec<usize>>, SearchHalt> {
        budget.spend(usize::try_from(moves.bound()).unwrap_or(usize::MAX))?;
        let numbers = |&from| -> Result<Vec<usize>, SearchHalt> {
            moves.reach(from).into_iter().map(|square| self.number(square)).collect()
        };
        self.squares.iter().map(numbers).collect()
    }
}
