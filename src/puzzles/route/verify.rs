//! Checks of distances, and every route of at most a cost, by arithmetic on squares alone.

use super::RoutePuzzle;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
    },
};

/// The most moves on a board that is searched for a shorter route.
const MOST_MOVES: u64 = 100_000_000;

impl PuzzleRules for RoutePuzzle {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Path { path } = solution else {
            return Err(Violation("a route has a path".into()));
        };
        ensure!(path.first() == Some(&self.from), "the route does not start on {}", self.from);
        ensure!(path.last() == Some(&self.to), "the route does not end on {}", self.to);
        for ends in path.windows(2) {
            let [from, to] = [ends[0], ends[1]];
            ensure!(self.moves().is_move(from, to), "{from}-{to} is not a {} move", self.piece);
        }
        if let Some(most) = self.at_most {
            let cost = self.cost(path);
            ensure!(cost <= most, "the route costs {cost}, which is more than {most}");
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        match certificate {
            Certificate::Distances { distances } => self.verify_distances(distances, best),
            Certificate::Disconnected { squares } => {
                ensure!(best.is_none(), "it says that there is no route, and there is");
                let part = self.moves().check_closed(squares)?;
                ensure!(part.contains(&self.from), "{} is not among the squares", self.from);
                ensure!(!part.contains(&self.to), "{} is among the squares", self.to);
                Ok(())
            }
            other => Err(Violation(format!("`{}` says nothing about routes", other.kind()))),
        }
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        match certificate {
            Certificate::Distances { .. } => self.moves().steps_of_all(),
            Certificate::Disconnected { squares } => self.moves().steps_of(squares.len() as u64),
            _ => 0,
        }
    }

    /// The route of one square.
    fn obvious(&self) -> Option<Solution> {
        (self.from == self.to).then(|| Solution::Path { path: vec![self.from] })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        self.at_most.is_none().then(|| self.cost(solution.squares()))
    }

    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        if self.at_most.is_some() || self.moves().bound() > MOST_MOVES {
            return Optimality::Open;
        }
        let cost = self.cost(solution.squares());
        let steps = |cell| self.steps(cell);
        let routes = self.routes(&steps, &mut StepBudget::of(u64::MAX));
        routes.map_or(Optimality::Open, |routes| routes.compared(cost, "that costs"))
    }

    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        if scope == Scope::AnyNumber {
            return Err(SearchHalt::TooLarge);
        }
        let steps = |cell| self.steps(cell);
        self.routes(&steps, budget)?.search(scope, budget, &mut |taken| {
            let cells = taken.iter().map(|&(cell, _)| self.board.square_of_cell(cell));
            found(Solution::Path { path: cells.chain([self.to]).collect() })
        })
    }
}

impl RoutePuzzle {
    /// The cells that a move leads to, with the cost to enter each.
    fn steps(&self, cell: usize) -> Vec<(usize, u64)> {
        let reached = self.moves().reach(self.board.square_of_cell(cell)).into_iter();
        reached.map(|to| (self.board.cell(to), self.weight(to))).collect()
    }

    fn routes<'a>(
        &self,
        steps: &'a dyn Fn(usize) -> Vec<(usize, u64)>,
        budget: &mut StepBudget,
    ) -> Result<Routes<'a>, SearchHalt> {
        let ends = (self.board.cell(self.from), self.board.cell(self.to));
        Routes::new(self.board.size(), ends, self.at_most, steps, budget)
    }

    /// Checks that no route is shorter than the shown distance.
    pub(super) fn verify_distances(
        &self,
        distances: &[Vec<Option<u64>>],
        best: Option<u64>,
    ) -> Ruling {
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
