//! Checks of placements and of bounds on them, by arithmetic on squares alone.

use std::collections::{HashMap, HashSet};

use fixedbitset::FixedBitSet;
use satranj_encodings::{lattice::Step, model::Count};

use super::{Place, army::ArmyPart};
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{
            Exhausted, Found, NumberedSquares, Pieces, PlaceSets, Scope, SearchHalt, StepBudget,
        },
        moves::Moves,
    },
};

impl PuzzleRules for Place {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let placed = self.parts_of(solution)?;
        let mut standing: HashMap<Square, usize> = HashMap::with_capacity(placed.len());
        let mut counts = vec![0u32; self.parts.len()];
        for &(square, part) in &placed {
            ensure!(
                self.board.contains(square),
                "square {square} is outside the {} board",
                self.board
            );
            ensure!(self.board.is_free(square), "square {square} is blocked");
            ensure!(standing.insert(square, part).is_none(), "square {square} is taken twice");
            counts[part] += 1;
        }
        let mut equal: Option<u32> = None;
        for (part, &count) in self.parts.iter().zip(&counts) {
            let name = &part.name;
            match part.count {
                Count::Exactly(asked) => {
                    ensure!(
                        count == asked,
                        "{count} pieces {name} stand on the board, not {asked}"
                    );
                }
                Count::Optimum => {
                    let first = *equal.get_or_insert(count);
                    ensure!(count == first, "{count} pieces {name}, but {first} of another kind");
                }
            }
        }
        for &(part, square) in &self.given {
            ensure!(
                standing.get(&square) == Some(&part),
                "no {} stands on {square}, which is given",
                self.parts[part].name
            );
        }
        for &(square, part) in &placed {
            let side = self.parts[part].side;
            for other in self.moves(part).reach(square) {
                let Some(&attacked) = standing.get(&other) else { continue };
                let peaceful = side.is_some() && self.parts[attacked].side == side;
                ensure!(
                    peaceful,
                    "the {} on {square} attacks the {} on {other}",
                    self.parts[part].name,
                    self.parts[attacked].name
                );
            }
        }
        Ok(())
    }

    /// Checks that no placement has more pieces than a certificate says: none as many as asked, or
    /// none more than `best`.
    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        for square in certificate.squares() {
            ensure!(self.board.is_free(square), "{square} is not a free square of the board");
        }
        if let Certificate::GivenPieces { squares } = certificate {
            ensure!(best.is_none(), "given pieces say nothing about the best");
            return self.verify_given(squares);
        }
        ensure!(
            self.parts.len() == 1 && self.parts[0].side.is_none(),
            "`{}` says nothing about several kinds of pieces",
            certificate.kind()
        );
        let given: HashSet<Square> = self.given.iter().map(|&(_, square)| square).collect();
        let mut closed: HashSet<Square> = given.clone();
        for &square in &given {
            closed.extend(self.moves(0).reach(square));
        }
        let open = |square: &Square| !closed.contains(square);
        let bound = match certificate {
            Certificate::CliqueCover { groups } => {
                self.verify_groups(groups)?;
                let covered: HashSet<&Square> = groups.iter().flatten().collect();
                let missing = self.board.squares().find(|s| open(s) && !covered.contains(s));
                if let Some(missing) = missing {
                    ensure!(false, "{missing} is in none of the groups");
                }
                groups.len()
            }
            Certificate::Matching { pairs } => {
                let mut used = HashSet::new();
                for pair in pairs {
                    let [a, b] = *pair;
                    ensure!(
                        self.moves(0).is_move(a, b) || self.moves(0).is_move(b, a),
                        "a piece on {a} does not attack {b}"
                    );
                    for square in pair {
                        ensure!(open(square), "{square} is taken or attacked by a given piece");
                        ensure!(used.insert(*square), "{square} is in two pairs");
                    }
                }
                self.board.squares().filter(open).count() - pairs.len()
            }
            other => {
                return Err(Violation(format!("`{}` says nothing about placements", other.kind())));
            }
        };
        let bound = bound + given.len();
        match (best, self.parts[0].count) {
            (None, Count::Exactly(asked)) => {
                ensure!(asked as usize > bound, "it allows {bound} pieces, and {asked} are asked");
            }
            (Some(best), Count::Optimum) => {
                ensure!(best >= bound as u64, "it allows {bound} pieces, and only {best} stand");
            }
            (None, Count::Optimum) => {
                return Err(Violation(
                    "as many as possible are asked for, so none is an answer".into(),
                ));
            }
            (Some(_), Count::Exactly(asked)) => {
                return Err(Violation(format!("{asked} pieces are asked, not the most")));
            }
        }
        Ok(())
    }

    /// The moves of the given pieces and of the pieces in groups that are not lines, and a look at
    /// each square.
    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        let steps = self.parts[0].piece.steps().len() as u64;
        let longest = u64::from(self.board.longest_side());
        let of_pair = 4 * steps + longest;
        let pairs = match certificate {
            Certificate::CliqueCover { groups } => groups.iter().fold(0u64, |pairs, group| {
                let mut sorted = group.clone();
                sorted.sort_unstable();
                let size = if self.is_line(&sorted) { 0 } else { group.len() as u64 };
                pairs.saturating_add(size.saturating_mul(size))
            }),
            Certificate::Matching { pairs } => 2 * pairs.len() as u64,
            _ => return 0,
        };
        let given = self.moves(0).steps_of(self.given.len() as u64);
        let squares = 32 * self.board.size() as u64;
        given.saturating_add(squares).saturating_add(pairs.saturating_mul(of_pair))
    }

    /// The given pieces alone, if any number or zero is asked for.
    fn obvious(&self) -> Option<Solution> {
        Some(self.stand(self.given.iter().map(|&(part, square)| (square, part)).collect()))
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let free: Vec<&ArmyPart> =
            self.parts.iter().filter(|part| part.count == Count::Optimum).collect();
        let first = free.first()?;
        let Solution::Squares { squares, pieces } = solution else { return None };
        Some(match pieces {
            Some(pieces) => pieces.iter().filter(|name| **name == first.name).count() as u64,
            None => squares.len() as u64,
        })
    }

    /// Whether one more piece fits beside those of a claimed maximum.
    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let [part] = self.parts.as_slice() else { return Optimality::Open };
        if part.side.is_some() || part.count != Count::Optimum {
            return Optimality::Open;
        }
        let cell = |square: Square| self.board.cell(square);
        let mut taken = FixedBitSet::with_capacity(self.board.size());
        for &square in solution.squares() {
            taken.insert(cell(square));
            taken.extend(self.moves(0).reach(square).into_iter().map(cell));
        }
        match self.board.squares().find(|&square| !taken.contains(cell(square))) {
            Some(free) => Optimality::Better(format!("one more can stand on {free}")),
            None => Optimality::Open,
        }
    }

    /// Finds every requested placement.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        if scope == Scope::AnyNumber && self.parts.len() > 1 {
            return Err(SearchHalt::TooLarge);
        }
        let squares = NumberedSquares::of(&self.board, budget)?;
        let pieces = self.parts.iter().map(|part| {
            let sizes = scope.sizes(part.count, true, usize::MAX);
            let (least, most) =
                sizes.map_or((usize::MAX, usize::MAX), |sizes| (*sizes.start(), *sizes.end()));
            let equal = part.count == Count::Optimum || scope == Scope::AnyNumber;
            Pieces { least, most, equal }
        });
        let mut placements = PlaceSets::new(squares.count(), pieces.collect(), false, budget)?;
        for (index, part) in self.parts.iter().enumerate() {
            let reached = squares.reached(self.moves(index), budget)?;
            for (other, enemy) in self.parts.iter().enumerate() {
                if part.side.is_some() && part.side == enemy.side {
                    continue;
                }
                for (square, reached) in reached.iter().enumerate() {
                    budget.spend(reached.len())?;
                    for &to in reached {
                        placements.forbid((index, square), (other, to));
                    }
                }
            }
        }
        let given = self.given.iter().map(|&(part, square)| Ok((squares.number(square)?, part)));
        let given = given.collect::<Result<Vec<_>, SearchHalt>>()?;
        placements.search(&given, &[], budget, &mut |placed| {
            let placed = placed.iter().map(|&(square, part)| (squares.square(square), part));
            found(self.stand(placed.collect()))
        })
    }
}

impl Place {
    fn moves(&self, part: usize) -> Moves<'_> {
        Moves { board: &self.board, piece: &self.parts[part].piece }
    }

    /// The kind of each piece of a solution.
    fn parts_of(&self, solution: &Solution) -> Result<Vec<(Square, usize)>, Violation> {
        let Solution::Squares { squares, pieces } = solution else {
            return Err(Violation("a placement has squares".into()));
        };
        let Some(pieces) = pieces else {
            ensure!(self.parts.len() == 1, "which piece stands on each square is not said");
            return Ok(squares.iter().map(|&square| (square, 0)).collect());
        };
        ensure!(self.is_army, "which piece stands on each square is said, of one kind");
        ensure!(
            pieces.len() == squares.len(),
            "{} pieces are named for {} squares",
            pieces.len(),
            squares.len()
        );
        let part_of = |name: &String| {
            let part = self.parts.iter().position(|part| part.name == *name);
            part.ok_or_else(|| Violation(format!("`{name}` is not one of the pieces")))
        };
        squares.iter().zip(pieces).map(|(&square, name)| Ok((square, part_of(name)?))).collect()
    }

    /// Checks that in each group every piece would attack every other: O(length) for the squares of
    /// a line, and a look at each pair otherwise.
    fn verify_groups(&self, groups: &[Vec<Square>]) -> Ruling {
        for group in groups {
            let mut group = group.clone();
            group.sort_unstable();
            if let Some([twice, _]) = group.array_windows().find(|[a, b]| a == b) {
                ensure!(false, "{twice} stands in a group twice");
            }
            if self.is_line(&group) {
                continue;
            }
            for (index, &square) in group.iter().enumerate() {
                let attacks = |other: &Square| self.moves(0).is_move(square, *other);
                if let Some(safe) = group[index + 1..].iter().find(|other| !attacks(other)) {
                    ensure!(false, "{square} and {safe} of one group do not attack one another");
                }
            }
        }
        Ok(())
    }

    /// Whether squares in rising order lie on one line of a repeated step, with all squares between
    /// the first and the last free: then each attacks every other.
    fn is_line(&self, group: &[Square]) -> bool {
        let [first, .., last] = *group else { return true };
        let place = |square: Square| (i64::from(square.column), i64::from(square.rank));
        // How many times a step leads from the first square to another.
        let times = |step: &Step, to: Square| {
            let ((column, rank), (to_column, to_rank)) = (place(first), place(to));
            let (right, down) = (to_column - column, rank - to_rank);
            let (step_right, step_down) = (i64::from(step.columns), i64::from(step.rows));
            let times = if step_right != 0 { right / step_right } else { down / step_down };
            (times > 0 && (times * step_right, times * step_down) == (right, down)).then_some(times)
        };
        self.parts[0].piece.steps().iter().filter(|step| step.repeats).any(|step| {
            let Some(length) = times(step, last) else { return false };
            let free = |time: i64| {
                let column = i64::from(first.column) + time * i64::from(step.columns);
                let rank = i64::from(first.rank) - time * i64::from(step.rows);
                self.board.is_free(Square { column: column as u32, rank: rank as u32 })
            };
            group[1..].iter().all(|&square| times(step, square).is_some()) && (0..length).all(free)
        })
    }

    fn verify_given(&self, squares: &[Square]) -> Ruling {
        let [a, b] = *squares else {
            return Err(Violation("two given pieces are needed".into()));
        };
        let parts = |square: Square| {
            self.given.iter().filter(move |given| given.1 == square).map(|given| given.0)
        };
        for square in [a, b] {
            ensure!(parts(square).next().is_some(), "{square} is not given");
        }
        let attack = parts(a).any(|first| {
            parts(b).any(|second| {
                let side = self.parts[first].side;
                let peaceful = side.is_some() && side == self.parts[second].side;
                let attacks = self.moves(first).is_move(a, b) || self.moves(second).is_move(b, a);
                (a == b && first != second) || (attacks && !peaceful)
            })
        });
        ensure!(attack, "the pieces on {a} and {b} do not attack one another");
        Ok(())
    }
}
