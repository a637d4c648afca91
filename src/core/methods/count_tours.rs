//! Chooses the dynamic program that counts the Hamiltonian paths and cycles of a model.

use num_bigint::BigUint;
use satranj_encodings::hamiltonian::Hamiltonian;

use super::{
    Context, Counted, Counting, Method, WitnessCounter,
    native::frontier::{
        FRONTIER, FrontierCount, count_by,
        halves::{HALVES, HalvesCount},
        tells_classes,
    },
    portfolio::{PortfolioTurn, TurnEnd},
};
use crate::limits::Reason;

/// The version of the checkpoints: another way to choose the program, or other tables, need another
/// one.
const SPLIT: &str = "a-programme-by-bound/1";

/// With at most this many expected paths or cycles, each is found and verified.
const FEW: f64 = 1e4;

/// The most vertices for which the expected number is computed.
const SMALL: u32 = 256;

/// A dynamic program is started only if the bound on its states is at most this; usually there are
/// far fewer states.
const MOST_STATES: f64 = 1e13;

/// States of a dynamic program per microsecond.
const RATE: f64 = 8.0;

/// The weight of a bound on the states of halves relative to one on those along the frontier: the
/// bound for halves exceeds the true number by more.
///
/// Closed tours of 6x8 take 2.3 million states along the frontier and 0.64 by halves, with bounds
/// of 35 and 43 million; open ones of 6x7 2.5 and 7.6 million, with bounds of 63 and 4,444. On 25
/// boards from 3x14 to 7x8 this rule picks the faster one, or one as fast.
const WORTH_OF_HALVES: f64 = 0.5;

/// The methods that count, the best first: if few paths or cycles are expected, one that finds each
/// of them.
pub fn preferred(vertices: u32, degree: impl Fn(u32) -> u32) -> &'static [&'static str] {
    if are_few(vertices, degree) { &["graph:search"] } else { &["auto", "graph:search"] }
}

/// Whether it is best to find each Hamiltonian path or cycle, because few are expected: about the
/// product of all degrees, each divided by Euler's number.
///
/// Random regular graphs have that number, up to a factor polynomial in the number of vertices
/// (Janson, "The numbers of spanning trees, Hamilton cycles and perfect matchings in a random
/// graph", 1994).
fn are_few(vertices: u32, degree: impl Fn(u32) -> u32) -> bool {
    vertices <= SMALL
        && (0..vertices).map(|vertex| f64::from(degree(vertex)).ln() - 1.0).sum::<f64>() < FEW.ln()
}

/// The count by the dynamic program with the smaller expected cost.
#[must_use]
pub fn counter(model: &Hamiltonian, counting: Counting) -> Option<WitnessCounter<'_>> {
    let counter =
        WitnessCounter::new(move |context| count(model, counting, context)).in_parts(SPLIT);
    // `auto` finds tours of directed graphs and with given times too, but does not count them so.
    let is_counted = !model.is_directed() && model.times.is_empty();
    (is_counted && tells_classes(model, counting)).then_some(counter)
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
        let best = possible.min_by(|one, other| one.cost().total_cmp(&other.cost()));
        best.ok_or(Reason::IncompleteMethod)?.count(context)
    })
}

/// A planned dynamic program.
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

    /// Its expected cost, in states along a frontier.
    fn cost(&self) -> f64 {
        match self {
            Self::Whole(_) => self.bound(),
            Self::Halves(_) => WORTH_OF_HALVES * self.bound(),
        }
    }

    fn count(self, context: &Context) -> Result<BigUint, Reason> {
        let (method, share) = (self.method().name(), (self.bound() / RATE) as u64);
        let counted = match self {
            Self::Whole(planned) => planned.count(context),
            Self::Halves(planned) => planned.count(context),
        };
        let ended = if counted.is_ok() { TurnEnd::Answered } else { TurnEnd::Stopped };
        context.turns.push(PortfolioTurn { method, share, ended, asks_solver: false });
        counted
    }
}
