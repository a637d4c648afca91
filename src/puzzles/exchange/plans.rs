//! Every plan of a small exchange, by playing all there is to play.

use std::collections::{BTreeMap, HashMap};

use super::{ExchangePuzzle, verify::Standing};
use crate::{
    board::square::Square,
    puzzles::{
        Solution,
        exhaustive::{Bounded, Found, Scope, SearchHalt, StepBudget},
        moves::Moves,
    },
};

/// Steps of the search that a piece of an arrangement costs: it takes room.
const STEPS_A_PIECE: usize = 512;

/// The moves of one step, in rising order.
type Step = Vec<[Square; 2]>;

/// A move that a step may have, with the squares between its ends.
struct PlanMove {
    ends: [Square; 2],
    crossed: Vec<Square>,
}

/// The arrangements that can be reached, and the steps between them.
struct Arrangements {
    numbers: HashMap<Standing, usize>,
    /// The steps from each, and where they lead.
    steps: Vec<Vec<(Step, usize)>>,
}

impl ExchangePuzzle {
    /// Finds every plan: the shortest, or all of at most this many steps in which no arrangement
    /// comes twice.
    pub(super) fn plan_all(
        &self,
        scope: Scope,
        budget: &mut StepBudget,
        found: &mut Found<'_>,
    ) -> Result<(), SearchHalt> {
        let most = match (self.model.at_most, scope) {
            (_, Scope::AnyNumber) => return Err(SearchHalt::TooLarge),
            (Some(most), _) => most,
            (None, Scope::All) => u64::MAX,
            (None, Scope::AsGood(value)) => value,
            (None, Scope::Better(value)) => match value.checked_sub(1) {
                Some(most) => most,
                None => return Ok(()),
            },
        };
        let [start, goal] = self.standing();
        let all = self.arrangements(&start, &goal, most, budget)?;
        let Some(&end) = all.numbers.get(&goal) else { return Ok(()) };
        let costs = |steps: &Vec<(Step, usize)>| steps.iter().map(|&(_, to)| (to, 1)).collect();
        let plans = Bounded::new(all.steps.iter().map(costs).collect(), (0, end), budget)?;
        // Of the shortest there are none that are longer.
        let most = match (self.model.at_most, plans.least()) {
            (Some(most), _) => most,
            (None, Some(least)) => least.min(most),
            (None, None) => return Ok(()),
        };
        plans.search(most, budget, &mut |taken| {
            let (mut at, mut moves, mut steps) = (0, Vec::new(), Vec::new());
            for &number in taken {
                let (step, next) = &all.steps[at][number];
                moves.extend_from_slice(step);
                steps.push(step.len() as u32);
                at = *next;
            }
            let steps = Some(steps).filter(|_| self.model.parallel);
            found(Solution::Moves { moves, steps })
        })
    }

    /// All arrangements on plans of at most this many steps, by a breadth-first search; where the
    /// shortest are asked for it ends with the goal.
    fn arrangements(
        &self,
        start: &Standing,
        goal: &Standing,
        most: u64,
        budget: &mut StepBudget,
    ) -> Result<Arrangements, SearchHalt> {
        let numbers = HashMap::from([(start.clone(), 0)]);
        let mut all = Arrangements { numbers, steps: vec![Vec::new()] };
        let mut layer = vec![start.clone()];
        let mut made = 0;
        let is_done =
            |all: &Arrangements| self.model.at_most.is_none() && all.numbers.contains_key(goal);
        while made < most && !layer.is_empty() && !is_done(&all) {
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
            made += 1;
        }
        Ok(all)
    }

    /// Every step from an arrangement: one move, or where several may be made at once, any.
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

/// What stands where after a step.
fn after(standing: &Standing, step: &[[Square; 2]]) -> Standing {
    let mut after = standing.clone();
    let lifted: Vec<Option<char>> = step.iter().map(|[from, _]| after.remove(from)).collect();
    for (letter, [_, to]) in lifted.into_iter().zip(step) {
        after.extend(letter.map(|letter| (*to, letter)));
    }
    after
}

/// All choices of at most one move of each piece that do not hinder one another, at least one in
/// all.
fn choose<'c>(
    pieces: &'c [Vec<PlanMove>],
    chosen: &mut Vec<&'c PlanMove>,
    steps: &mut Vec<Step>,
    budget: &mut StepBudget,
) -> Result<(), SearchHalt> {
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
