//! `satranj solve --seeds A..B`: how often a method succeeds, and in how many steps.

use std::{fmt::Write as _, ops::ControlFlow, str::FromStr, sync::atomic::Ordering, time::Instant};

use super::{
    CliError,
    arguments::{OutputArguments, RunArguments},
    session::stop_on_signals,
};
use crate::{
    answer::{Outcome, Question, Wanted, answer},
    documents::{
        seeds::{SeedsDocument, Spread},
        text::{grouped, seconds},
    },
    limits::{Limits, Reason},
    methods::{Method, Run},
    puzzles::Puzzle,
};

/// The most seeds; the steps of each run are kept for the median.
const MOST: u64 = 10_000_000;

/// A range of seeds, both ends in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seeds {
    first: u64,
    last: u64,
}

impl FromStr for Seeds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no range of seeds; write for example 1..100");
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.trim().parse::<u64>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            return Err(wrong());
        }
        if last - first >= MOST {
            return Err(format!("`{text}` are more than {MOST} seeds"));
        }
        Ok(Self { first, last })
    }
}

/// Runs a method once for each seed and prints the statistics.
///
/// # Errors
/// [`CliError`], if the method is wrong or cannot work.
pub fn run(
    seeds: Seeds,
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    precheck: bool,
    arguments: &RunArguments,
    output: &OutputArguments,
) -> Result<i32, CliError> {
    let statement = puzzle.statement();
    let ends = (seeds.first, seeds.last);
    let solver = method.solver(&arguments.options());
    let mut document = SeedsDocument::new(statement, method.name(), solver.as_deref(), ends);
    document.options = arguments.choices();
    let question = Question { wanted: Wanted::First, precheck, up_to_symmetry: false };
    let watched = arguments.run();
    let signal = stop_on_signals(&watched)?;
    let started = Instant::now();
    let (mut solved, mut unsolved) = (Vec::new(), Vec::new());
    for seed in seeds.first..=seeds.last {
        let mut base = arguments.run();
        // The time limit is for all runs together.
        let left = base.limits.time.map(|limit| limit.saturating_sub(started.elapsed()));
        base.limits = Limits { time: left, ..base.limits };
        let mut run = Run::new(base.limits, seed, base.options);
        run.stop = watched.stop.clone();
        let mut found = |_| ControlFlow::Continue(());
        let answer = answer(puzzle, method, question, &run, &mut found)?;
        let steps = run.counters.nodes.get();
        match answer.outcome {
            // A budget of nodes is a run's own: what is not solved within it is not solved.
            Outcome::Unknown(reason)
                if ![Reason::IncompleteMethod, Reason::NodeLimit].contains(&reason) =>
            {
                document.reason = Some(reason);
                break;
            }
            Outcome::Unsatisfiable(_) => document.refuted += 1,
            // What is only the best so far may not be the best.
            Outcome::Unknown(_) => unsolved.push(steps),
            _ => solved.push(steps),
        }
    }
    document.runs = (solved.len() + unsolved.len()) as u64 + document.refuted;
    document.solved = solved.len() as u64;
    document.share = (document.runs > 0).then(|| document.solved as f64 / document.runs as f64);
    document.steps_solved = Spread::of(solved);
    document.steps_unsolved = Spread::of(unsolved);
    document.total_seconds = started.elapsed().as_secs_f64();
    output.print(&document, |_| text(&document, &puzzle.title()))?;
    let signal = signal.load(Ordering::Relaxed);
    Ok(match (signal, document.reason) {
        (0, None) => 0,
        (0, Some(_)) => 3,
        (signal, _) => 128 + signal as i32,
    })
}

fn text(document: &SeedsDocument, title: &str) -> String {
    let mut text = format!(
        "{title}, by {}, seeds {} to {}\n",
        document.method, document.first_seed, document.last_seed
    );
    let share = document.share.unwrap_or_default() * 100.0;
    let _ = writeln!(
        text,
        "{} of {} runs solved and verified: {share:.2} %",
        grouped(document.solved),
        grouped(document.runs)
    );
    if document.refuted > 0 {
        let _ = writeln!(text, "{} runs showed that there is none", grouped(document.refuted));
    }
    let spreads = [("solved", document.steps_solved), ("not solved", document.steps_unsolved)];
    for (which, spread) in spreads {
        if let Some(spread) = spread {
            let _ = writeln!(
                text,
                "steps where {which}: median {}, mean {:.1}, {} … {}",
                spread.median,
                spread.mean,
                grouped(spread.minimum),
                grouped(spread.maximum)
            );
        }
    }
    let _ = write!(text, "in {}", seconds(document.total_seconds));
    if let Some(reason) = document.reason {
        let _ = write!(text, ": {}", reason.describe());
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges() {
        assert_eq!("1..100".parse(), Ok(Seeds { first: 1, last: 100 }));
        assert_eq!("7".parse(), Ok(Seeds { first: 7, last: 7 }));
        for text in ["", "..", "5..1", "a..b", "1..", "0..99999999999", "-1..2"] {
            assert!(text.parse::<Seeds>().unwrap_err().contains(text), "{text}");
        }
    }
}
