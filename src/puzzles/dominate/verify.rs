//! Checks of dominations, by arithmetic on squares alone.

use std::collections::HashMap;

use fixedbitset::FixedBitSet;
use satranj_encodings::model::Count;

use super::Dominate;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{Exhausted, Found, NumberedSquares, PlaceSets, Scope, SearchHalt, StepBudget},
    },
};

/// The most steps of the search for a piece that is not needed.
const MOST_STEPS: u64 = 1 << 29;

impl PuzzleRules for Dominate {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Squares { squares, pieces: None } = solution else {
            return Err(Violation("a solution of a domination has squares".into()));
        };
        let mut occupied = self.no_squares();
        for &square in squares {
            ensure!(
                self.board.contains(square),
                "square {square} is outside the {} board",
                self.board
            );
            ensure!(self.board.is_free(square), "square {square} is blocked");
            ensure!(!occupied.put(self.cell(square)), "square {square} is taken twice");
        }
        if let Count::Exactly(count) = self.count {
            ensure!(
                squares.len() == count as usize,
                "{} pieces stand on the board, not {count}",
                squares.len()
            );
        }
        if let Some(square) =
            self.given.iter().find(|&&square| !occupied.contains(self.cell(square)))
        {
            ensure!(false, "no {} stands on {square}, which is given", self.piece);
        }
        let mut attacked = self.no_squares();
        for &square in squares {
            for other in self.moves().reach(square) {
                ensure!(
                    !self.independent || !occupied.contains(self.cell(other)),
                    "the pieces on {square} and {other} attack one another"
                );
                attacked.insert(self.cell(other));
            }
        }
        let safe = self.board.squares().find(|&square| {
            let taken = !self.total && occupied.contains(self.cell(square));
            !taken && !attacked.contains(self.cell(square))
        });
        if let Some(safe) = safe {
            let also = if self.total { "" } else { " nor occupied" };
            ensure!(false, "{safe} is not attacked{also}");
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "`{}` says nothing about the best", certificate.kind());
        match certificate {
            Certificate::GivenPieces { squares } => {
                ensure!(self.independent, "pieces may attack one another here");
                let [a, b] = squares[..] else {
                    return Err(Violation("two given pieces are needed".into()));
                };
                for square in [a, b] {
                    ensure!(self.given.contains(&square), "{square} is not given");
                }
                ensure!(self.moves().is_move(a, b), "{a} and {b} do not attack one another");
                Ok(())
            }
            Certificate::Unattackable { squares } => {
                ensure!(self.total, "a square that is occupied need not be attacked here");
                ensure!(!squares.is_empty(), "no square is shown");
                for &square in squares {
                    ensure!(self.board.is_free(square), "{square} is not a free square");
                    if let Some(other) = self.moves().reach(square).first() {
                        ensure!(false, "{square} is attacked from {other}");
                    }
                }
                Ok(())
            }
            other => Err(Violation(format!("`{}` says nothing about domination", other.kind()))),
        }
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        match certificate {
            Certificate::Unattackable { squares } => self.moves().steps_of(squares.len() as u64),
            _ => 0,
        }
    }

    /// A piece on every square; if none may attack another, one on each square that the given and
    /// the earlier pieces leave. `None` if that is too much work.
    fn obvious(&self) -> Option<Solution> {
        if self.moves().steps_of_all() > MOST_STEPS {
            return None;
        }
        let mut squares = Vec::new();
        let mut taken = self.no_squares();
        for square in self.given.iter().copied().chain(self.board.squares()) {
            if taken.put(self.cell(square)) {
                continue;
            }
            squares.push(square);
            if self.independent {
                let reach = self.moves().reach(square);
                taken.extend(reach.into_iter().map(|other| self.cell(other)));
            }
        }
        squares.sort_unstable();
        Some(Solution::Squares { squares, pieces: None })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        (self.count == Count::Optimum).then(|| solution.squares().len() as u64)
    }

    /// Whether a piece is not needed.
    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        if self.count != Count::Optimum || self.independent {
            return Optimality::Open;
        }
        // How many pieces dominate each square.
        let squares = solution.squares();
        if self.moves().steps_of(squares.len() as u64) > MOST_STEPS {
            return Optimality::Open;
        }
        let dominated = |square: Square| {
            let own = (!self.total).then_some(square);
            self.moves().reach(square).into_iter().chain(own)
        };
        let mut times: HashMap<Square, u32> = HashMap::new();
        for square in squares.iter().flat_map(|&square| dominated(square)) {
            *times.entry(square).or_default() += 1;
        }
        let needed = |square: &Square| dominated(*square).any(|other| times[&other] == 1);
        match squares.iter().find(|square| !self.given.contains(square) && !needed(square)) {
            Some(free) => Optimality::Better(format!("the {} on {free} is not needed", self.piece)),
            None => Optimality::Open,
        }
    }

    /// Finds every domination by the requested number of pieces.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let squares = NumberedSquares::of(&self.board, budget)?;
        let all = squares.count();
        let Some(pieces) = scope.sizes(self.count, false, all) else { return Ok(()) };
        let reached = squares.reached(self.moves(), budget)?;
        let mut sets = PlaceSets::new(all, vec![pieces.into()], true, budget)?;
        for (square, reached) in reached.iter().enumerate() {
            for &other in reached {
                sets.dominate(square, other);
                if self.independent {
                    sets.forbid((0, square), (0, other));
                }
            }
            if !self.total {
                sets.dominate(square, square);
            }
        }
        let given = self.given.iter().map(|&square| Ok((squares.number(square)?, 0)));
        let given = given.collect::<Result<Vec<_>, SearchHalt>>()?;
        sets.search(&given, &[], budget, &mut |placed| {
            let placed = placed.iter().map(|&(number, _)| squares.square(number));
            let mut squares: Vec<Square> = placed.collect();
            squares.sort_unstable();
            found(Solution::Squares { squares, pieces: None })
        })
    }
}

impl Dominate {
    /// The number of a square in a set.
    fn cell(&self, square: Square) -> usize {
        self.board.cell(square)
    }

    fn no_squares(&self) -> FixedBitSet {
        FixedBitSet::with_capacity(self.board.size())
    }
}
