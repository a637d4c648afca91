//! Checks of distances, and every route of at most a cost, by arithmetic on squares alone.

use super::RoutePuzzle;
use crate::{
    board::square::Square,
    puzzles::{
        Solution, Violation, ensure,
        exhaustive::{Bounded, Found, NumberedSquares, SearchHalt, StepBudget},
    },
};

impl RoutePuzzle {
    /// Finds every route of at most that cost that comes to no square twice.
    pub(super) fn every_simple_route(
        &self,
        most: u64,
        budget: &mut StepBudget,
        found: &mut Found<'_>,
    ) -> Result<(), SearchHalt> {
        let squares = NumberedSquares::of(&self.board, budget)?;
        let reached = squares.reached(self.moves(), budget)?;
        let cost = |&to: &usize| (to, self.weight(squares.square(to)));
        let steps: Vec<Vec<(usize, u64)>> =
            reached.iter().map(|reach| reach.iter().map(cost).collect()).collect();
        let ends = (squares.number(self.from)?, squares.number(self.to)?);
        Bounded::new(steps, ends, budget)?.search(most, budget, &mut |taken| {
            let mut path = vec![ends.0];
            for &number in taken {
                path.push(reached[path[path.len() - 1]][number]);
            }
            found(Solution::Path { path: squares.squares(&path) })
        })
    }

    /// Checks that no route is shorter than the distance that is shown.
    pub(super) fn verify_distances(
        &self,
        distances: &[Vec<Option<u64>>],
        best: Option<u64>,
    ) -> Result<(), Violation> {
        let columns = self.board.columns() as usize;
        ensure!(
            distances.len() == self.board.rows() as usize
                && distances.iter().all(|row| row.len() == columns),
            "a distance for every square of {} is needed",
            self.board
        );
        let distance = |at: Square| distances[self.board.row(at) as usize][at.column as usize];
        ensure!(distance(self.from) == Some(0), "the distance of {} is not 0", self.from);
        for square in self.board.squares() {
            let Some(own) = distance(square) else { continue };
            for to in self.moves().directions(square).flatten() {
                let most = own.saturating_add(self.weight(to));
                let its = distance(to);
                ensure!(
                    its.is_some_and(|its| its <= most),
                    "the move {square}-{to} leads to {to} for {most}, not {its:?}"
                );
            }
        }
        let least = distance(self.to);
        match (best, self.at_most) {
            (Some(cost), _) => {
                ensure!(least == Some(cost), "the distance is {least:?}, the route costs {cost}");
            }
            (None, Some(most)) => {
                ensure!(least.is_none_or(|least| least > most), "{most} may be enough");
            }
            (None, None) => ensure!(least.is_none(), "a way may lead to {}", self.to),
        }
        Ok(())
    }
}
