//! The length of a shortest plan of a small exchange, by playing all there is to play.

use std::collections::HashSet;

use super::{ExchangePuzzle, verify::Standing};
use crate::{
    board::square::Square,
    puzzles::{Optimality, Solution, moves::Moves},
};

/// The most pieces in all arrangements together that are looked at.
const MOST_PIECES: usize = 400_000;

impl ExchangePuzzle {
    /// Whether a plan is a shortest one, of single moves; a breadth-first search that gives up
    /// where there are too many arrangements.
    pub(super) fn look_at_all_plans(&self, solution: &Solution) -> Optimality {
        let Solution::Moves { moves, steps: None } = solution else { return Optimality::Open };
        let [start, goal] = self.standing();
        let mut seen = HashSet::from([start.clone()]);
        let mut layer = vec![start];
        for made in 0..moves.len() {
            if layer.contains(&goal) {
                return Optimality::Better(format!("{made} moves are enough"));
            }
            let mut next = Vec::new();
            for standing in &layer {
                for (from, to) in self.moves_in(standing) {
                    let mut after = standing.clone();
                    if let Some(letter) = after.remove(&from) {
                        after.insert(to, letter);
                    }
                    if !seen.contains(&after) {
                        if seen.len() * after.len() > MOST_PIECES {
                            return Optimality::Open;
                        }
                        seen.insert(after.clone());
                        next.push(after);
                    }
                }
            }
            layer = next;
        }
        Optimality::Best
    }

    /// Every move that can be made.
    fn moves_in(&self, standing: &Standing) -> Vec<(Square, Square)> {
        let mut found = Vec::new();
        for (&from, letter) in standing {
            let kind = self.kinds.iter().find(|(kind, _)| kind == letter);
            for way in kind.iter().flat_map(|(_, piece)| {
                Moves { board: &self.start.board, piece }.directions(from).collect::<Vec<_>>()
            }) {
                let free = way.into_iter().take_while(|square| !standing.contains_key(square));
                found.extend(free.map(|to| (from, to)));
            }
        }
        found
    }
}
