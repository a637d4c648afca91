//! Checks of plans by playing them, square by square.

use std::collections::{BTreeMap, HashSet};

use super::{ExchangePuzzle, map::name, plans::after};
use crate::{
    board::{piece::Piece, square::Square},
    puzzles::{
        Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
        moves::Moves,
    },
};

/// The piece on each occupied square.
pub(super) type Standing = BTreeMap<Square, char>;

/// The most steps of the search for a shorter plan.
const MOST_STEPS: u64 = 1 << 30;

impl PuzzleRules for ExchangePuzzle {
    type Solution = Solution;

    fn verify(&self, solution: &Solution) -> Ruling {
        let Solution::Moves { moves, steps } = solution else {
            return Err(Violation("a plan has moves".into()));
        };
        ensure!(
            steps.is_some() == self.model.parallel,
            "the moves of each step are said where a step may have several, and only there"
        );
        let alone = vec![1; moves.len()];
        let steps = steps.as_ref().unwrap_or(&alone);
        let all: u64 = steps.iter().map(|&step| u64::from(step)).sum();
        ensure!(all == moves.len() as u64, "the steps have {all} moves, not {}", moves.len());
        let [mut standing, goal] = self.standing();
        let mut rest = moves.as_slice();
        for &step in steps {
            ensure!(step > 0, "a step has no move");
            let (own, others) = rest.split_at(step as usize);
            self.play(own, &mut standing)?;
            rest = others;
        }
        if let Some((square, letter)) = goal.iter().find(|(at, is)| standing.get(at) != Some(is)) {
            ensure!(false, "in the end {letter} does not stand on {square}");
        }
        if let Some(most) = self.model.at_most {
            ensure!(steps.len() as u64 <= most, "{} are more than {most}", steps.len());
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "it says that there is no plan, and there is");
        let Certificate::Confined { piece: letter, squares } = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("`{kind}` says nothing about exchanges")));
        };
        let Some((kind, moves)) = self.kind(letter) else {
            return Err(Violation(format!("`{letter}` is not one of the pieces")));
        };
        let part = moves.check_closed(squares)?;
        let [start, goal] = self.standing().map(|standing| {
            part.iter().filter(|square| standing.get(square) == Some(&kind)).count()
        });
        ensure!(start != goal, "{start} of {letter} stand there at the start and in the end");
        Ok(())
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        let Certificate::Confined { piece: letter, squares } = certificate else { return 0 };
        self.kind(letter).map_or(0, |(_, moves)| moves.steps_of(squares.len() as u64))
    }

    /// Nothing moves.
    fn obvious(&self) -> Option<Solution> {
        let steps = self.model.parallel.then(Vec::new);
        Some(Solution::Moves { moves: Vec::new(), steps })
    }

    fn value(&self, solution: &Solution) -> Option<u64> {
        let Solution::Moves { moves, steps } = solution else { return None };
        let count = steps.as_ref().map_or(moves.len(), Vec::len) as u64;
        self.model.at_most.is_none().then_some(count)
    }

    /// Looks for a shorter plan among those of single moves, unless there are too many.
    fn optimality(&self, solution: &Solution, _alone: bool) -> Optimality {
        let Solution::Moves { moves, steps: None } = solution else { return Optimality::Open };
        if self.model.at_most.is_some() {
            return Optimality::Open;
        }
        let Some(fewer) = (moves.len() as u64).checked_sub(1) else { return Optimality::Best };
        let [start, goal] = self.standing();
        match self.arrangements(&start, &goal, fewer, &mut StepBudget::of(MOST_STEPS)) {
            Err(_) => Optimality::Open,
            Ok(all) if all.numbers.contains_key(&goal) => {
                Optimality::Better(format!("{} moves are enough", all.made))
            }
            Ok(_) => Optimality::Best,
        }
    }

    /// Finds every plan: the shortest ones, or all of at most this many steps that repeat no
    /// arrangement.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        if scope == Scope::AnyNumber {
            return Err(SearchHalt::TooLarge);
        }
        let Some(most) = scope.most(self.model.at_most) else { return Ok(()) };
        let [start, goal] = self.standing();
        let all = self.arrangements(&start, &goal, most, budget)?;
        let Some(&end) = all.numbers.get(&goal) else { return Ok(()) };
        let next = |at: usize| all.steps[at].iter().map(|&(_, to)| (to, 1)).collect();
        let ends = (0, end);
        let plans = Routes::new(all.steps.len(), ends, self.model.at_most, &next, budget)?;
        plans.search(scope, budget, &mut |taken| {
            let (mut moves, mut steps) = (Vec::new(), Vec::new());
            for &(at, number) in taken {
                let (step, _) = &all.steps[at][number];
                moves.extend_from_slice(step);
                steps.push(step.len() as u32);
            }
            let steps = Some(steps).filter(|_| self.model.parallel);
            found(Solution::Moves { moves, steps })
        })
    }
}

impl ExchangePuzzle {
    /// The kind of a letter, and its moves.
    fn kind(&self, letter: &str) -> Option<(char, Moves<'_>)> {
        let found = self.kinds.iter().find(|(kind, _)| kind.to_string() == letter);
        found.map(|(kind, piece)| (*kind, Moves { board: &self.start.board, piece }))
    }

    /// The arrangements at the start and at the end.
    pub(super) fn standing(&self) -> [Standing; 2] {
        [&self.start, &self.goal].map(|map| {
            let placed = map.board.squares().zip(&map.letters);
            placed.filter_map(|(square, letter)| Some((square, (*letter)?))).collect()
        })
    }

    /// Plays one step.
    fn play(&self, step: &[[Square; 2]], standing: &mut Standing) -> Ruling {
        // A move needs these squares empty, and no other move of the step may enter them.
        let mut entered = HashSet::new();
        let mut crossed = Vec::new();
        for &[from, to] in step {
            let Some(&letter) = standing.get(&from) else {
                return Err(Violation(format!("{from}-{to}: nothing stands on {from}")));
            };
            let named: Option<Piece> = name(letter).and_then(|name| name.parse().ok());
            let Some(piece) = named else {
                return Err(Violation(format!("{letter} is not a piece")));
            };
            let moves = Moves { board: &self.start.board, piece: &piece };
            let way = moves.directions(from).find_map(|mut way| {
                let end = way.iter().position(|&square| square == to)?;
                way.truncate(end);
                Some(way)
            });
            let Some(way) = way else {
                return Err(Violation(format!("{from}-{to} is not a move of {letter}")));
            };
            for &square in way.iter().chain([&to]) {
                if let Some(other) = standing.get(&square) {
                    ensure!(false, "{from}-{to}: {other} stands on {square}");
                }
            }
            ensure!(entered.insert(to), "two moves of one step end on {to}");
            crossed.extend(way);
        }
        if let Some(square) = crossed.iter().find(|square| entered.contains(square)) {
            ensure!(false, "a move of a step ends on {square}, over which another goes");
        }
        let mut sources = HashSet::new();
        for [from, _] in step {
            ensure!(sources.insert(*from), "two moves of one step begin on {from}");
        }
        *standing = after(standing, step);
        Ok(())
    }
}
