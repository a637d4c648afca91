//! Checks of meetings by arithmetic on squares alone.

use std::collections::VecDeque;

use super::{Meet, in_reading_order};
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{Exhausted, Found, Scope, StepBudget, go_on},
        moves::Moves,
    },
};

/// The most moves, of all riders from all squares, of a meeting that is searched for a better
/// square.
const MOST_MOVES: u64 = 100_000_000;

impl PuzzleRules for Meet {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Meeting { square, turns, riders } = solution else {
            return Err(Violation("a meeting has a square".into()));
        };
        let moves @ Moves { board, piece } = self.places.moves();
        ensure!(board.contains(*square), "{square} is outside the {board} board");
        ensure!(!self.riders.is_empty(), "the puzzle has no rider");
        ensure!(
            riders.len() == self.riders.len(),
            "{} riders are given, but the puzzle has {}",
            riders.len(),
            self.riders.len()
        );
        let mut total = 0;
        // The riders may be listed in any order.
        let mut riders: Vec<_> = riders.iter().collect();
        riders.sort_by_key(|ride| in_reading_order(ride.from, ride.jumps_per_turn));
        for (stated, ride) in self.riders.iter().zip(riders) {
            let from = ride.from;
            ensure!(from == stated.square, "a rider starts on {}, not on {from}", stated.square);
            let most = stated.jumps_per_turn;
            ensure!(
                ride.jumps_per_turn == most,
                "the rider from {from} makes {most} jumps a turn, not {}",
                ride.jumps_per_turn
            );
            let made = ride.path.len() as u64;
            ensure!(ride.turns == made, "the rider from {from} makes {made} turns");
            let mut at = from;
            for turn in &ride.path {
                ensure!(!turn.is_empty(), "the rider from {from} makes a turn without a jump");
                ensure!(
                    turn.len() as u64 <= u64::from(most),
                    "the rider from {from} makes {} jumps in a turn, but may make at most {most}",
                    turn.len()
                );
                for &to in turn {
                    ensure!(moves.is_move(at, to), "{at}-{to} is not a {piece} move");
                    at = to;
                }
            }
            ensure!(at == *square, "the rider from {from} ends on {at}, not on {square}");
            total += made;
        }
        ensure!(*turns == total, "the riders make {total} turns in all, not {turns}");
        if let Some(most) = self.at_most {
            ensure!(total <= most, "the riders make {total} turns, but at most {most} are allowed");
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "the certificate excludes every meeting, but a meeting is given");
        match certificate {
            Certificate::NoPieces {} => {
                ensure!(self.riders.is_empty(), "the puzzle has riders");
                Ok(())
            }
            Certificate::Disconnected { squares } => {
                let part = self.places.moves().check_closed(squares)?;
                // Without moves back, riders outside could come in.
                if !self.places.piece.is_even() {
                    let comes_in = |&square: &Square| {
                        let before = self.places.moves().before(square).into_iter();
                        before.into_iter().find(|from| !part.contains(from))
                    };
                    let way = squares.iter().find_map(|to| Some((comes_in(to)?, to)));
                    if let Some((from, to)) = way {
                        ensure!(false, "a move leads in from {from} to {to}");
                    }
                }
                let inside = self.riders.iter().filter(|rider| part.contains(&rider.square));
                let inside = inside.count();
                ensure!(inside > 0, "no rider starts within these squares");
                ensure!(inside < self.riders.len(), "every rider starts within these squares");
                Ok(())
            }
            other => Err(Violation(format!(
                "the certificate `{}` does not apply to meetings",
                other.kind()
            ))),
        }
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        match certificate {
            Certificate::Disconnected { squares } => {
                self.places.moves().steps_of(squares.len() as u64)
            }
            _ => 0,
        }
    }

    /// Staying on the square where all riders start.
    fn obvious(&self) -> Option<Solution> {
        let square = self.riders.first()?.square;
        let riders = self.riders.iter().map(|rider| rider.way(&[])).collect();
        Some(Solution::Meeting { square, turns: 0, riders })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        match solution {
            Solution::Meeting { turns, .. } if self.at_most.is_none() => Some(*turns),
            _ => None,
        }
    }

    /// Looks at every square of a small board for one that takes fewer turns or, if the solution is
    /// shown alone, as many turns but comes earlier.
    fn optimality(&self, solution: &Solution, alone: bool) -> Optimality {
        let Solution::Meeting { square, turns, .. } = solution else { return Optimality::Open };
        let moves = self.places.moves().bound().saturating_mul(self.riders.len() as u64);
        if self.at_most.is_some() || moves > MOST_MOVES {
            return Optimality::Open;
        }
        let cell = |at: Square| self.places.board.cell(at);
        let mut sums = vec![Some(0u64); self.places.board.size()];
        for rider in &self.riders {
            for (sum, way) in sums.iter_mut().zip(self.ways(rider.square)) {
                let needs = way.map(|(jumps, _)| jumps.div_ceil(rider.jumps_per_turn.into()));
                *sum = sum.zip(needs).map(|(sum, needs)| sum + needs);
            }
        }
        let at = |cell: usize| self.places.board.square_of_cell(cell);
        let sums = sums.iter().enumerate().filter_map(|(at, sum)| Some(((*sum)?, at)));
        match sums.min() {
            Some((best, place)) if best < *turns => {
                Optimality::Better(format!("meeting on {} takes only {best} turns", at(place)))
            }
            Some((_, place)) if alone && place < cell(*square) => {
                let before = at(place);
                Optimality::Better(format!(
                    "{before} comes earlier and takes the same number of turns"
                ))
            }
            _ => Optimality::Best,
        }
    }

    /// Finds a meeting on every possible square.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let Some(most) = scope.most(self.at_most)?.filter(|_| !self.riders.is_empty()) else {
            return Ok(());
        };
        let places = self.places.board.size();
        let bound = self.places.moves().bound().saturating_mul(16);
        let steps = (64 * places as u64).saturating_add(bound);
        let steps = steps.saturating_mul(self.riders.len() as u64);
        budget.spend(usize::try_from(steps).unwrap_or(usize::MAX))?;
        let cell = |at: Square| self.places.board.cell(at);
        let ways: Vec<_> = self.riders.iter().map(|rider| self.ways(rider.square)).collect();
        for square in self.places.board.squares() {
            let needed = self.riders.iter().zip(&ways).map(|(rider, way)| {
                way[cell(square)].map(|(jumps, _)| jumps.div_ceil(rider.jumps_per_turn.into()))
            });
            let Some(turns) = needed.sum::<Option<u64>>().filter(|&turns| turns <= most) else {
                continue;
            };
            let mut riders = Vec::with_capacity(ways.len());
            for (rider, way) in self.riders.iter().zip(&ways) {
                let (mut at, mut jumps) = (square, Vec::new());
                while let Some((1.., before)) = way[cell(at)] {
                    jumps.push(at);
                    at = before;
                }
                budget.spend_on_solution(jumps.len())?;
                jumps.reverse();
                riders.push(rider.way(&jumps));
            }
            go_on(found(Solution::Meeting { square, turns, riders }))?;
        }
        Ok(())
    }
}

impl Meet {
    /// How many jumps each cell takes from a square, and the predecessor of each; `None` for
    /// unreachable cells.
    fn ways(&self, from: Square) -> Vec<Option<(u64, Square)>> {
        let moves @ Moves { board, .. } = self.places.moves();
        let mut way = vec![None; board.size()];
        way[board.cell(from)] = Some((0, from));
        let mut waiting = VecDeque::from([(from, 0)]);
        while let Some((at, jumps)) = waiting.pop_front() {
            for to in moves.directions(at).flatten() {
                let place = &mut way[board.cell(to)];
                if place.is_none() {
                    *place = Some((jumps + 1, at));
                    waiting.push_back((to, jumps + 1));
                }
            }
        }
        way
    }
}
