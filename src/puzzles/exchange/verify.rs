//! Checks plans by playing them, square by square, and finds all plans of a small exchange by
//! trying all moves.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::ExchangePuzzle;
use crate::{
    board::square::Square,
    puzzles::{
        Certificate, Optimality, PuzzleRules, Ruling, Solution, Violation, ensure,
        exhaustive::{Exhausted, Found, Routes, Scope, SearchHalt, StepBudget},
        moves::Moves,
    },
};

/// The piece on each occupied square.
type Standing = BTreeMap<Square, char>;

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
            "`steps` must be given exactly if several pieces may move in one step"
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
            ensure!(false, "at the end {letter} is not on {square}");
        }
        if let Some(most) = self.model.at_most {
            ensure!(
                steps.len() as u64 <= most,
                "the plan has {} steps, but at most {most} are allowed",
                steps.len()
            );
        }
        Ok(())
    }

    fn verify_certificate(&self, certificate: &Certificate, best: Option<u64>) -> Ruling {
        ensure!(best.is_none(), "the certificate excludes every plan, but a plan is given");
        let Certificate::Confined { piece: letter, squares } = certificate else {
            let kind = certificate.kind();
            return Err(Violation(format!("the certificate `{kind}` does not apply to exchanges")));
        };
        let kind = letter.parse().ok();
        let Some((kind, moves)) = kind.and_then(|kind| Some((kind, self.moves(kind)?))) else {
            return Err(Violation(format!("`{letter}` is not one of the pieces")));
        };
        let part = moves.check_closed(squares)?;
        let [start, goal] = self.standing().map(|standing| {
            part.iter().filter(|square| standing.get(square) == Some(&kind)).count()
        });
        ensure!(start != goal, "the start and the goal both have {start} pieces {letter}");
        Ok(())
    }

    fn certificate_steps(&self, certificate: &Certificate) -> u64 {
        let Certificate::Confined { piece: letter, squares } = certificate else { return 0 };
        let moves = letter.parse().ok().and_then(|letter| self.moves(letter));
        moves.map_or(0, |moves| moves.steps_of(squares.len() as u64))
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

    /// Finds every plan: the shortest ones, or all up to a number of steps that repeat no
    /// arrangement.
    fn exhaust(&self, scope: Scope, budget: &mut StepBudget, found: &mut Found<'_>) -> Exhausted {
        let Some(most) = scope.most(self.model.at_most)? else { return Ok(()) };
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
    /// The moves of a kind.
    fn moves(&self, letter: char) -> Option<Moves<'_>> {
        let (_, piece) = self.kinds.iter().find(|(kind, _)| *kind == letter)?;
        Some(Moves { board: &self.start.board, piece })
    }

    /// The arrangements at the start and at the end.
    fn standing(&self) -> [Standing; 2] {
        [&self.start, &self.goal].map(|map| {
            let placed = map.board.squares().zip(&map.letters);
            placed.filter_map(|(square, letter)| Some((square, (*letter)?))).collect()
        })
    }

    /// Plays one step.
    fn play(&self, step: &[[Square; 2]], standing: &mut Standing) -> Ruling {
        // The squares of a move must be empty, and no other move of the step may enter them.
        let mut entered = HashSet::new();
        let mut crossed = Vec::new();
        for &[from, to] in step {
            let Some(&letter) = standing.get(&from) else {
                return Err(Violation(format!("{from}-{to}: {from} is empty")));
            };
            let Some(moves) = self.moves(letter) else {
                return Err(Violation(format!("{letter} is not a piece")));
            };
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
                    ensure!(false, "{from}-{to}: {other} is on {square}");
                }
            }
            ensure!(entered.insert(to), "two moves of one step end on {to}");
            crossed.extend(way);
        }
        if let Some(square) = crossed.iter().find(|square| entered.contains(square)) {
            ensure!(false, "a move ends on {square}, which another move of the same step crosses");
        }
        let mut sources = HashSet::new();
        for [from, _] in step {
            ensure!(sources.insert(*from), "two moves of one step begin on {from}");
        }
        *standing = after(standing, step);
        Ok(())
    }
}

/// Search steps charged for a piece of an arrangement: it takes memory.
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
    /// How many steps lead to the last of them.
    made: u64,
}

impl ExchangePuzzle {
    /// All arrangements on plans up to a number of steps, by breadth-first search; for the shortest
    /// plans the search ends at the goal.
    fn arrangements(
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
        let mut all = Vec::with_capacity(standing.len());
        for (&from, &letter) in standing {
            let mut own = Vec::new();
            let Some(moves) = self.moves(letter) else { continue };
            for way in moves.directions(from) {
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
fn after(standing: &Standing, step: &[[Square; 2]]) -> Standing {
    let mut after = standing.clone();
    let lifted: Vec<Option<char>> = step.iter().map(|[from, _]| after.remove(from)).collect();
    for (letter, [_, to]) in lifted.into_iter().zip(step) {
        after.extend(letter.map(|letter| (*to, letter)));
    }
    after
}

/// All non-empty choices of at most one move per piece that are possible together.
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
