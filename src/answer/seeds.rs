//! A method run once with each seed of a range: how often it succeeds, and in how many steps.

use std::{fmt, ops::ControlFlow, str::FromStr};

use super::{AnswerFailure, Outcome, Question, Wanted, answer};
use crate::{
    limits::{Limits, Reason},
    methods::{Context, Method},
    puzzles::StatedPuzzle,
    statistics::Statistics,
};

/// The most runs; the steps of each are kept for the median.
pub const MOST_RUNS: u64 = 10_000_000;

/// A range of seeds, both ends included, written `1..100`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seeds {
    first: u64,
    last: u64,
}

impl Seeds {
    /// The first seed.
    #[must_use]
    pub fn first(self) -> u64 {
        self.first
    }

    /// The last seed.
    #[must_use]
    pub fn last(self) -> u64 {
        self.last
    }

    /// Checks that a number of cases can be run with each seed.
    ///
    /// # Errors
    /// A message that names the range, if there are more than [`MOST_RUNS`] runs.
    pub fn check(self, cases: usize) -> Result<(), String> {
        // At most MOST_RUNS seeds: their number does not overflow.
        let runs = (self.last - self.first + 1).saturating_mul(cases as u64);
        if runs > MOST_RUNS {
            return Err(format!(
                "`{self}` with {cases} cases makes more than {MOST_RUNS} runs, which is the limit"
            ));
        }
        Ok(())
    }
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("found `{text}`, expected a range of seeds, for example 1..100");
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(wrong());
        }
        if last - first >= MOST_RUNS {
            return Err(format!("`{text}` has more than {MOST_RUNS} seeds, which is the limit"));
        }
        Ok(Self { first, last })
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}..{}", self.first, self.last)
    }
}

/// A puzzle and the method to run.
pub struct SeededPuzzle<'a> {
    /// The puzzle.
    pub puzzle: &'a dyn StatedPuzzle,
    /// The method.
    pub method: &'a Method,
    /// Whether to look for short reasons first.
    pub precheck: bool,
}

/// The results of the runs that ended by themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeedRuns {
    /// Nodes (steps of a local search) of each run that ended in a verified solution.
    pub solved: Vec<u64>,
    /// Nodes of each run that found no solution and proved nothing.
    pub unsolved: Vec<u64>,
    /// Number of runs that showed that there is no solution.
    pub refuted: u64,
    /// Why there are no more runs.
    pub reason: Option<Reason>,
    /// The sum of the counters of all runs.
    pub statistics: Statistics,
    /// The cases in their order.
    pub cases: Vec<CaseRuns>,
}

/// The results of the runs of one case.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CaseRuns {
    /// Number of runs that ended by themselves.
    pub runs: u64,
    /// Number of them that ended in a verified solution.
    pub solved: u64,
    /// Number of them that showed that there is no solution.
    pub refuted: u64,
    /// The best value, if the puzzle asks for the best.
    pub optimum: Option<u64>,
    /// The best value found without proof that none is better.
    pub found: Option<u64>,
}

/// Runs each case once with each seed, seed by seed; the time limit of `base` is for all runs
/// together, its node limit for each. Every solution is verified as by [`answer`].
///
/// # Errors
/// [`AnswerFailure`], if a method is wrong, contradicts itself or cannot work.
pub fn over_seeds(
    cases: &[SeededPuzzle<'_>],
    seeds: Seeds,
    base: &Context,
) -> Result<SeedRuns, AnswerFailure> {
    let mut all = SeedRuns { cases: vec![CaseRuns::default(); cases.len()], ..SeedRuns::default() };
    'all: for seed in seeds.first..=seeds.last {
        for (asked, case) in cases.iter().zip(&mut all.cases) {
            // A run may be too short to check the time itself.
            if let Err(reason) = base.poll() {
                all.reason = Some(reason);
                break 'all;
            }
            let left = base.limits.time.map(|limit| limit.saturating_sub(base.elapsed()));
            let limits = Limits { time: left, ..base.limits };
            let mut context = Context::new(limits, seed, base.options.clone());
            context.run.stop = base.stop.clone();
            let precheck = asked.precheck;
            let question = Question { wanted: Wanted::First, precheck, up_to_symmetry: false };
            let mut found = |_| ControlFlow::Continue(());
            let answer = answer(asked.puzzle, asked.method, question, &context, &mut found)?;
            let counters = context.counters.read();
            all.statistics = all.statistics.sum(counters);
            match answer.outcome {
                // A node limit is per run: a run that reaches it is unsolved.
                Outcome::Unknown(reason) if !reason.is_own_end() && reason != Reason::NodeLimit => {
                    all.reason = Some(reason);
                    break 'all;
                }
                Outcome::Unsatisfiable(_) => {
                    all.refuted += 1;
                    case.refuted += 1;
                }
                // The best so far may not be the best.
                Outcome::Unknown(_) => {
                    all.unsolved.push(counters.nodes);
                    case.add_found(asked, answer.objective);
                }
                _ => {
                    all.solved.push(counters.nodes);
                    case.solved += 1;
                    case.add_optimum(asked, answer.objective)?;
                }
            }
            case.runs += 1;
            case.check(asked)?;
        }
    }
    Ok(all)
}

impl CaseRuns {
    /// Keeps a value that is not proved to be the best.
    fn add_found(&mut self, asked: &SeededPuzzle<'_>, value: Option<u64>) {
        let Some(value) = value else { return };
        let is_better =
            |than| asked.puzzle.model().sense().is_some_and(|sense| sense.is_better(value, than));
        if self.found.is_none_or(is_better) {
            self.found = Some(value);
        }
    }

    /// Keeps a value that is claimed to be the best.
    fn add_optimum(
        &mut self,
        asked: &SeededPuzzle<'_>,
        value: Option<u64>,
    ) -> Result<(), AnswerFailure> {
        match (self.optimum, value) {
            (Some(one), Some(other)) if one != other => Err(contradiction(
                asked,
                format!("the proved best values differ: {one} and {other}"),
            )),
            _ => {
                self.optimum = value;
                Ok(())
            }
        }
    }

    /// Whether the answers with different seeds agree.
    fn check(&self, asked: &SeededPuzzle<'_>) -> Result<(), AnswerFailure> {
        if self.refuted > 0 && (self.solved > 0 || self.found.is_some()) {
            let problem = "one seed finds a solution, another proves that none exists";
            return Err(contradiction(asked, problem.into()));
        }
        if let (Some(optimum), Some(found)) = (self.optimum, self.found)
            && asked.puzzle.model().sense().is_some_and(|sense| sense.is_better(found, optimum))
        {
            return Err(contradiction(
                asked,
                format!("found {found}, which is better than the proved optimum {optimum}"),
            ));
        }
        Ok(())
    }
}

fn contradiction(asked: &SeededPuzzle<'_>, problem: String) -> AnswerFailure {
    AnswerFailure::Contradiction { method: asked.method.name(), problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        methods::{Description, Ending, Finder, native::queens::dfs::DEPTH_FIRST},
        puzzles::queens::{QueensPuzzle, QueensStatement},
    };

    /// Answers "no" with every seed except the first.
    const MOODY: Method = Method::finding(
        Description::native("native:moody", "depends on the seed"),
        |_| true,
        |model, goal| {
            let finder = DEPTH_FIRST.finder(model, goal)?;
            Some(Finder::fallible(|context, found| match context.seed {
                1 => finder.find(context, found),
                _ => Ok(Ending::Exhausted),
            }))
        },
    );

    fn queens(n: u32) -> QueensPuzzle {
        let statement = QueensStatement::new(n);
        QueensPuzzle::try_from(statement).expect("queens")
    }

    #[test]
    fn ranges() {
        assert_eq!("1..100".parse(), Ok(Seeds { first: 1, last: 100 }));
        assert_eq!("7".parse(), Ok(Seeds { first: 7, last: 7 }));
        for text in ["", "..", "5..1", "a..b", "1..", "0..99999999999", "-1..2"] {
            assert!(text.parse::<Seeds>().unwrap_err().contains(text), "{text}");
        }
        let seeds: Seeds = "1..5000000".parse().unwrap();
        assert_eq!((seeds.check(2), seeds.to_string()), (Ok(()), "1..5000000".into()));
        assert!(seeds.check(3).unwrap_err().contains("1..5000000"));
    }

    #[test]
    fn cases_are_told_apart() {
        let (some, none) = (queens(6), queens(3));
        let asked = |puzzle| SeededPuzzle { puzzle, method: &DEPTH_FIRST, precheck: false };
        let base = Context::new(Limits::default(), 1, crate::methods::MethodOptions::default());
        let runs = over_seeds(&[asked(&some), asked(&none)], "4..6".parse().unwrap(), &base);
        let runs = runs.unwrap();
        let tallies: Vec<_> =
            runs.cases.iter().map(|case| (case.runs, case.solved, case.refuted)).collect();
        assert_eq!(tallies, [(3, 3, 0), (3, 0, 3)]);
        assert_eq!((runs.solved.len(), runs.unsolved.len(), runs.refuted), (3, 0, 3));
        assert!(runs.solved.iter().all(|&steps| steps == runs.solved[0] && steps > 0));
        assert!(runs.statistics.nodes >= runs.solved.iter().sum::<u64>());
    }

    #[test]
    fn a_method_that_contradicts_itself_is_wrong() {
        let puzzle = queens(6);
        let asked = [SeededPuzzle { puzzle: &puzzle, method: &MOODY, precheck: false }];
        let base = Context::new(Limits::default(), 1, crate::methods::MethodOptions::default());
        assert_eq!(over_seeds(&asked, "1".parse().unwrap(), &base).unwrap().solved.len(), 1);
        assert_eq!(over_seeds(&asked, "2..3".parse().unwrap(), &base).unwrap().refuted, 2);
        let failure = over_seeds(&asked, "1..2".parse().unwrap(), &base).unwrap_err();
        assert!(matches!(failure, AnswerFailure::Contradiction { .. }), "{failure}");
    }

    #[test]
    fn a_limit_is_for_all_runs_together() {
        let puzzle = queens(4);
        let asked = [SeededPuzzle { puzzle: &puzzle, method: &DEPTH_FIRST, precheck: false }];
        let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
        let base = Context::new(limits, 1, crate::methods::MethodOptions::default());
        let runs = over_seeds(&asked, "1..100".parse().unwrap(), &base).unwrap();
        assert_eq!((runs.reason, runs.solved.len()), (Some(Reason::TimeLimit), 0));
    }
}
