//! Checks of plans by playing them, square by square.

use std::collections::{BTreeMap, HashSet};

use super::{ExchangePuzzle, map::name};
use crate::{
    board::{piece::Piece, square::Square},
    puzzles::{Certificate, Solution, Violation, ensure, moves::Moves},
};

/// What stands where.
pub(super) type Standing = BTreeMap<Square, char>;

impl ExchangePuzzle {
    /// What stands where at the start and in the end.
    pub(super) fn standing(&self) -> [Standing; 2] {
        [&self.start, &self.goal].map(|map| {
            let placed = map.board.squares().zip(&map.letters);
            placed.filter_map(|(square, letter)| Some((square, (*letter)?))).collect()
        })
    }

    pub(super) fn verify_plan(&self, solution: &Solution) -> Result<(), Violation> {
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

    /// Plays one step.
    fn play(&self, step: &[[Square; 2]], standing: &mut Standing) -> Result<(), Violation> {
        // A move needs these squares empty, and no other of the step may enter them.
        let mut entered = HashSet::new();
        let mut crossed = Vec::new();
        for &[from, to] in step {
            let Some(&letter) = standing.get(&from) else {
                return Err(Violation(format!("{from}-{to}: nothing stands on {from}")));
            };
            let named: Option<Piece> = name(letter).and_then(|name| name.parse().ok());
            let Some(piece) = named else {
                return Err(Violation(format!("{letter} is no piece")));
            };
            let moves = Moves { board: &self.start.board, piece: &piece };
            let way = moves.directions(from).find_map(|mut way| {
                let end = way.iter().position(|&square| square == to)?;
                way.truncate(end);
                Some(way)
            });
            let Some(way) = way else {
                return Err(Violation(format!("{from}-{to} is no move of {letter}")));
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
        let lifted: Vec<Option<char>> =
            step.iter().map(|[from, _]| standing.remove(from)).collect();
        for (letter, [_, to]) in lifted.into_iter().flatten().zip(step) {
            standing.insert(*to, letter);
        }
        Ok(())
    }

    pub(super) fn steps_of_no(&self, certificate: &Certificate) -> u64 {
        let Certificate::Confined { piece: letter, squares } = certificate else { return 0 };
        let found = self.kinds.iter().find(|(kind, _)| kind.to_string() == *letter);
        let moves = found.map(|(_, piece)| Moves { board: &self.start.board, piece });
        moves.map_or(0, |moves| moves.steps_of(squares.len() as u64))
    }

    pub(super) fn verify_no(
        &self,
        certificate: &Certificate,
        best: Option<&Solution>,
    ) -> Result<(), Violation> {
        ensure!(best.is_none(), "it says that there is no plan, and there is");
        let Certificate::Confined { piece: letter, squares } = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("`{kind}` says nothing about exchanges")));
        };
        let found = self.kinds.iter().find(|(kind, _)| kind.to_string() == *letter);
        let Some((kind, piece)) = found else {
            return Err(Violation(format!("`{letter}` is not one of the pieces")));
        };
        let part = Moves { board: &self.start.board, piece }.check_closed(squares)?;
        let [start, goal] = self.standing().map(|standing| {
            part.iter().filter(|square| standing.get(square) == Some(kind)).count()
        });
        ensure!(start != goal, "{start} of {letter} stand there at the start and in the end");
        Ok(())
    }
}
