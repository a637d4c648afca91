//! Which programme counts the Hamiltonian paths and cycles of a model, before it works.

use num_bigint::BigUint;
use satranj_encodings::hamiltonian::Hamiltonian;

use super::{
    Context, Counted, Counting, Method, Tally,
    native::frontier::{
        FRONTIER, count_by,
        counting::{FrontierCount, Trial},
        halves::{HALVES, HalvesCount},
        tells_classes,
    },
    portfolio::{PortfolioTurn, TurnEnd},
};
use crate::limits::Reason;

/// How what a programme has come to is kept, for `--checkpoint`: another way to choose it, or other
/// tables, need another version.
const SPLIT: &str = "a-programme-by-trial/2";

/// So few paths or cycles are expected that they are found and verified one by one.
const FEW: f64 = 1e4;

/// Vertices up to which the expected number is asked for.
const SMALL: u32 = 256;

/// Up to so many states by the bound a programme is begun: there are far fewer, mostly.
const MOST_STATES: f64 = 1e13;

/// States that a programme makes in a microsecond.
const RATE: f64 = 8.0;

/// Up to so many states by the lowest bound no trial is made: the count is sooner done.
const SOON: f64 = 8_388_608.0;

/// From so many states by the lowest bound none is made either: it sees too little of such tables.
/// For closed tours of 8x8 the longest expects 16 million along the frontier, which are over 500
/// million; the bounds, 48 and 40 thousand million, say what is better.
const LATE: f64 = 1_073_741_824.0;

/// The trials, each longer than the one before: how many states a programme may make in it, and up
/// to how many expected states of the better programme it was the last.
///
/// A short trial sees narrow layers alone, and expects too few states. Closed tours of 8x6 take 2.3
/// million states along the frontier and 0.64 by halves: after 2^14 states 0.13 and 0.2 are expected,
/// the wrong way round, after 2^17 1.0 and 0.5.
const TRIALS: [(u64, f64); 3] =
    [(1 << 14, 32_000.0), (1 << 17, 2_000_000.0), (1 << 20, f64::INFINITY)];

/// The methods that count, the best first: one that finds every path or cycle where few are
/// expected.
pub fn preferred(vertices: u32, degree: impl Fn(u32) -> u32) -> &'static [&'static str] {
    if are_few(vertices, degree) { &["graph:search"] } else { &["auto", "graph:search"] }
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

/// The count by whichever of the programmes a trial shows to be shorter.
pub fn tally(model: &Hamiltonian, counting: Counting) -> Option<Tally<'_>> {
    let tally = Tally::new(move |context| count(model, counting, context)).in_parts(SPLIT);
    tells_classes(model, counting).then_some(tally)
}

fn count(model: &Hamiltonian, counting: Counting, context: &Context) -> Result<Counted, Reason> {
    count_by(model, counting, context, |question| {
        let whole = FrontierCount::plan(question, model, context)?;
        let halves = HalvesCount::plan(question, model, context)?;
        let planned = [
            whole.map(PlannedCount::Whole),
            halves.map(|halves| PlannedCount::Halves(Box::new(halves))),
        ];
        let possible = planned.into_iter().flatten().filter(|it| it.bound() < MOST_STATES);
        by_the_best(possible.collect(), context)
    })
}

/// Notes a turn.
fn took_turn(method: &Method, share: u64, ended: TurnEnd, context: &Context) {
    let method = method.name();
    context.turns.push(PortfolioTurn { method, share, ended, asks_solver: false });
}

/// A programme that is planned.
enum PlannedCount<'q, 'm> {
    Whole(FrontierCount<'q, 'm>),
    Halves(Box<HalvesCount<'q, 'm>>),
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

/// The count by the programme that is expected to have the fewest states, by its bound, or by trials
/// where the lowest bound is neither low nor very high; by the first that comes to its end in one.
fn by_the_best(
    mut planned: Vec<PlannedCount<'_, '_>>,
    context: &Context,
) -> Result<BigUint, Reason> {
    let mut expected: Vec<f64> = planned.iter().map(PlannedCount::bound).collect();
    let fewest = |expected: &[f64]| {
        (0..expected.len()).min_by(|&one, &other| expected[one].total_cmp(&expected[other]))
    };
    let lowest = expected.iter().copied().fold(f64::INFINITY, f64::min);
    if planned.len() > 1 && (SOON..LATE).contains(&lowest) {
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
