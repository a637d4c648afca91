//! Every plan of a small exchange, by trying all moves.

use std::collections::{BTreeMap, HashMap};

use super::{ExchangePuzzle, verify::Standing};
use crate::{
    board::square::Square,
    puzzles::{
        exhaustive::{Exhausted, SearchHalt, StepBudget},
        moves::Moves,
    },
};

/// Search steps charged for a piece of an arrangement: it takes memory.
const STEPS_A_PIECE: usize = 512;

/// The moves of one step, in rising order.
pub(super) type Step = Vec<[Square; 2]>;

/// A move that a step may have, with the squares between its ends.
struct PlanMove {
    ends: [Square; 2],
    crossed: Vec<Square>,
}

/// The arrangements that can be reached, and the steps between them.
pub(super) struct Arrangements {
    pub(super) numbers: HashMap<Standing, usize>,
    /// The steps from each, and where they lead.
    pub(super) steps: Vec<Vec<(Step, usize)>>,
    /// How many steps lead to the last of them.
    pub(super) made: u64,
}

impl ExchangePuzzle {
    /// All arrangements on plans of at most this many steps, by breadth-first search; if the
    /// shortest plans are asked for, the search ends at the goal.
    pub(super) fn arrangements(
        &self,
        start: &Standing,
        goal: &Standing,
        most: u64,
        budget: &mut StepBudget,
    ) -> Result<Arrangements, SearchHalt> {
        let numbers = HashMap::from([(start.clone(), 0)]);
        let mut all = Arrangements { numbers, steps: vec![Vec::new()], made: 0 };
        let mut layer = vec![start.clone()];
        let is_done =
            |all: &Arrangements| self.model.at_most.is_none() && all.numbers.contains_key(goal);
        while all.made < most && !layer.is_empty() && !is_done(&all) {
            let mut next = Vec::new();
            for standing in layer {
                let at = all.numbers[&standing];
                // A plan ends where the goal is reached.
                if standing == *goal {
                    continue;
                }
                for step in self.steps_from(&standing, budget)? {
                    let after = after(&standing, &step);
                    budget.spend(STEPS_A_PIECE)?;
                    let new = all.numbers.len();
                    let number = *all.numbers.entry(after).or_insert_with_key(|after| {
                        next.push(after.clone());
                        new
                    });
                    if number == new {
                        budget.spend(STEPS_A_PIECE * standing.len())?;
                        all.steps.push(Vec::new());
                    }
                    all.steps[at].push((step, number));
                }
            }
            layer = next;
            all.made += 1;
        }
        Ok(all)
    }

    /// Every step from an arrangement: one move, or several if the puzzle is parallel.
    fn steps_from(
        &self,
        standing: &Standing,
        budget: &mut StepBudget,
    ) -> Result<Vec<Step>, SearchHalt> {
        let candidates = self.candidates(standing, budget)?;
        if !self.model.parallel {
            return Ok(candidates.into_iter().flatten().map(|one| vec![one.ends]).collect());
        }
        let mut steps = Vec::new();
        choose(&candidates, &mut Vec::new(), &mut steps, budget)?;
        Ok(steps)
    }

    /// The moves of each piece, by its square.
    fn candidates(
        &self,
        standing: &Standing,
        budget: &mut StepBudget,
    ) -> Result<Vec<Vec<PlanMove>>, SearchHalt> {
        let pieces: BTreeMap<char, _> =
            self.kinds.iter().map(|(letter, piece)| (*letter, piece)).collect();
        let mut all = Vec::with_capacity(standing.len());
        for (&from, letter) in standing {
            let mut own = Vec::new();
            let Some(&piece) = pieces.get(letter) else { continue };
            for way in (Moves { board: &self.start.board, piece }).directions(from) {
                budget.spend(16 + way.len())?;
                for (index, &to) in way.iter().enumerate() {
                    if standing.contains_key(&to) {
                        break;
                    }
                    budget.spend(16 + index)?;
                    own.push(PlanMove { ends: [from, to], crossed: way[..index].to_vec() });
                }
            }
            // Two ways may lead to one square.
            own.sort_by_key(|one| one.ends);
            all.push(own);
        }
        Ok(all)
    }
}

/// The arrangement after a step.
pub(super) fn after(standing: &Standing, step: &[[Square; 2]]) -> Standing {
    let mut after = standing.clone();
    let lifted: Vec<Option<char>> = step.iter().map(|[from, _]| after.remove(from)).collect();
    for (letter, [_, to]) in lifted.into_iter().zip(step) {
        after.extend(letter.map(|letter| (*to, letter)));
    }
    after
}

/// All non-empty choices of at most one move per piece that do not hinder one another.
fn choose<'c>(
    pieces: &'c [Vec<PlanMove>],
    chosen: &mut Vec<&'c PlanMove>,
    steps: &mut Vec<Step>,
    budget: &mut StepBudget,
) -> Exhausted {
    budget.spend(8 + 16 * chosen.len())?;
    let Some((first, others)) = pieces.split_first() else {
        if !chosen.is_empty() {
            budget.spend(STEPS_A_PIECE * chosen.len())?;
            steps.push(chosen.iter().map(|one| one.ends).collect());
        }
        return Ok(());
    };
    choose(others, chosen, steps, budget)?;
    for one in first {
        let hinders = |other: &&PlanMove| {
            other.ends[1] == one.ends[1]
                || other.crossed.contains(&one.ends[1])
                || one.crossed.contains(&other.ends[1])
        };
        budget.spend(8 * chosen.len() * (1 + one.crossed.len()))?;
        if !chosen.iter().any(hinders) {
            chosen.push(one);
            choose(others, chosen, steps, budget)?;
            chosen.pop();
        }
    }
    Ok(())
}
