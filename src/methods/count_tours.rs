//! Which programme counts the Hamiltonian paths and cycles of a model, before it works.

use num_bigint::BigUint;
use satranj_encodings::hamiltonian::Hamiltonian;

use super::{
    Context, Counted, Counting, Ending, Goal, Method, Tally,
    graph::search::{SEARCH, search},
    native::frontier::{
        FRONTIER,
        counting::{FrontierCount, Trial},
        counting_question,
        halves::{HALVES, HalvesCount},
    },
    portfolio::{PortfolioTurn, TurnEnd},
};
use crate::limits::Reason;

/// How what a programme has come to is kept, for `--checkpoint`: another way to choose it, or other
/// tables, need another version.
const SPLIT: &str = "a-programme-by-trial/1";

/// So few paths or cycles are expected that they are found and verified one by one.
const FEW: f64 = 1e4;

/// Vertices up to which the expected number is asked for.
const SMALL: u32 = 256;

/// Up to so many states by the bound a programme is begun: there are far fewer, mostly.
const MOST_STATES: f64 = 1e13;

/// States that a programme makes in a microsecond.
const RATE: f64 = 8.0;

/// States of a trial of a programme at most, and of how many expected ones the next, longer trial
/// is worth its time: after few layers too few are expected mostly. Measured: closed tours of 6x8
/// take 2.3 million states along the frontier and 0.64 by halves, of which 0.13 and 0.2 are expected
/// after 2^14, and 1.0 and 0.5 after 2^17; open ones of 6x6 take 0.2 and 4.5.
const TRIALS: [(u64, f64); 3] =
    [(1 << 14, 32_000.0), (1 << 17, 2_000_000.0), (1 << 20, f64::INFINITY)];

/// The share of the search for all, in microseconds, and its work in one.
const SEARCHED: u64 = 1000;
const WORK: u64 = 64;

/// The methods that count, the best first: one that finds every path or cycle where few are
/// expected, or where they are to be told apart.
pub fn preferred(
    counting: Counting,
    vertices: u32,
    degree: impl Fn(u32) -> u32,
) -> &'static [&'static str] {
    let finds_all = counting != Counting::default() || are_few(vertices, degree);
    if finds_all { &["graph:search"] } else { &["auto", "graph:search"] }
}

/// Whether about so few Hamiltonian paths or cycles are expected, by the product of all degrees,
/// each divided by Euler's number, that it is best to find each.
///
/// That is the number which random regular graphs have, but for a factor that is polynomial in
/// the number of vertices (Janson, "The numbers of spanning trees, Hamilton cycles and perfect
/// matchings in a random graph", 1994).
fn are_few(vertices: u32, degree: impl Fn(u32) -> u32) -> bool {
    vertices <= SMALL
        && (0..vertices).map(|vertex| f64::from(degree(vertex)).ln() - 1.0).sum::<f64>() < FEW.ln()
}

/// The count by a short search for all, or by whichever programme a trial shows to be shorter.
pub fn tally(model: &Hamiltonian, counting: Counting) -> Option<Tally<'_>> {
    (counting == Counting::default())
        .then(|| Tally::new(move |context| count(model, context)).in_parts(SPLIT))
}

fn count(model: &Hamiltonian, context: &Context) -> Result<Counted, Reason> {
    if let Some(count) = by_search(model, context)? {
        return Ok(Counted { count, ..Counted::default() });
    }
    let count = match counting_question(model, context)? {
        Err(known) => known,
        Ok(question) => {
            let whole = FrontierCount::plan(&question, model, context)?;
            let halves = HalvesCount::plan(&question, model, context)?;
            let planned = [whole.map(PlannedCount::Whole), halves.map(PlannedCount::Halves)];
            let possible = planned.into_iter().flatten().filter(|it| it.bound() < MOST_STATES);
            by_the_best(possible.collect(), context)?
        }
    };
    Ok(Counted { count, ..Counted::default() })
}

/// Notes a turn.
fn took_turn(method: &Method, share: u64, ended: TurnEnd, context: &Context) {
    let method = method.name();
    context.turns.push(PortfolioTurn { method, share, ended, asks_solver: false });
}

/// The number of all that a search finds, if it soon comes to its end.
fn by_search(model: &Hamiltonian, context: &Context) -> Result<Option<BigUint>, Reason> {
    let mut count = 0_u64;
    let ended = search(model, Goal::All, &context.within(SEARCHED * WORK), &mut |_| {
        count += 1;
        std::ops::ControlFlow::Continue(())
    });
    let (ended, counted) = match ended {
        Ok(Ending::Exhausted | Ending::Proved(_)) => (TurnEnd::Answered, Ok(Some(count.into()))),
        Ok(_) | Err(Reason::IncompleteMethod | Reason::MemoryLimit) => (TurnEnd::GaveUp, Ok(None)),
        Err(reason) => (TurnEnd::Stopped, Err(reason)),
    };
    took_turn(&SEARCH, SEARCHED, ended, context);
    counted
}

/// A programme that is planned.
enum PlannedCount<'q, 'm> {
    Whole(FrontierCount<'q, 'm>),
    Halves(HalvesCount<'q, 'm>),
}

impl PlannedCount<'_, '_> {
    fn method(&self) -> &'static Method {
        match self {
            Self::Whole(_) => &FRONTIER,
            Self::Halves(_) => &HALVES,
        }
    }

    /// A bound on its states.
    fn bound(&self) -> f64 {
        match self {
            Self::Whole(planned) => planned.bound(),
            Self::Halves(planned) => planned.bound(),
        }
    }

    fn trial(&self, most: u64, context: &Context) -> Result<Trial, Reason> {
        match self {
            Self::Whole(planned) => planned.trial(most, context),
            Self::Halves(planned) => planned.trial(most, context),
        }
    }

    /// The count, of which so many states are expected.
    fn count(self, states: f64, context: &Context) -> Result<BigUint, Reason> {
        let method = self.method();
        let counted = match self {
            Self::Whole(planned) => planned.count(context),
            Self::Halves(planned) => planned.count(context),
        };
        let ended = if counted.is_ok() { TurnEnd::Answered } else { TurnEnd::Stopped };
        took_turn(method, (states / RATE) as u64, ended, context);
        counted
    }
}

/// The count by the first programme that is short, of which that along the whole frontier has then
/// the answer, or else the one that is expected to have the fewest states after the last trial.
fn by_the_best(
    mut planned: Vec<PlannedCount<'_, '_>>,
    context: &Context,
) -> Result<BigUint, Reason> {
    let mut expected: Vec<f64> = planned.iter().map(PlannedCount::bound).collect();
    let fewest = |expected: &[f64]| {
        (0..expected.len()).min_by(|&one, &other| expected[one].total_cmp(&expected[other]))
    };
    if planned.len() > 1 {
        for (most, enough) in TRIALS {
            for (number, programme) in planned.iter().enumerate() {
                let share = (most as f64 / RATE) as u64;
                match programme.trial(most, context)? {
                    Trial::Counted(count) => {
                        took_turn(programme.method(), share, TurnEnd::Answered, context);
                        return Ok(count);
                    }
                    Trial::Short => {
                        return planned.swap_remove(number).count(most as f64, context);
                    }
                    Trial::Expected(states) => {
                        took_turn(programme.method(), share, TurnEnd::GaveUp, context);
                        expected[number] = states;
                    }
                }
            }
            if fewest(&expected).is_some_and(|best| expected[best] <= enough) {
                break;
            }
        }
    }
    let best = fewest(&expected).ok_or(Reason::IncompleteMethod)?;
    planned.swap_remove(best).count(expected[best], context)
}
