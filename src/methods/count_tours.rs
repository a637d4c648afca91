//! Which programme counts the Hamiltonian paths and cycles of a model, before it works.

use satranj_encodings::hamiltonian::Hamiltonian;

use super::{
    Context, Counted, Counting, Method, Tally,
    native::frontier::{self, FRONTIER, halves},
    portfolio::{PortfolioTurn, TurnEnd},
};
use crate::limits::Reason;

/// So few paths or cycles are expected that they are found and verified one by one.
const FEW: f64 = 1e4;

/// Vertices up to which the expected number is asked for.
const SMALL: u32 = 256;

/// Up to so many states by the bound a programme is begun: there are far fewer, mostly.
const MOST_STATES: f64 = 1e13;

/// States that a programme makes in a microsecond.
const RATE: f64 = 8.0;

/// How a programme counts.
type Programme = fn(&Hamiltonian, Counting, &Context) -> Result<Counted, Reason>;

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

/// The count by whichever of the programmes has fewer states by estimate.
pub fn tally(model: &Hamiltonian, counting: Counting) -> Option<Tally<'_>> {
    let tally = Tally::new(move |context| count(model, counting, context));
    frontier::tells_classes(model, counting).then_some(tally)
}

fn count(model: &Hamiltonian, counting: Counting, context: &Context) -> Result<Counted, Reason> {
    let whole = frontier::estimate(model, context)?.map(|whole| whole.states);
    let joined = halves::estimate(model, context)?;
    let programmes: [(Method, Programme, _); 2] =
        [(FRONTIER, frontier::count, whole), (halves::HALVES, halves::count, joined)];
    let best = programmes
        .into_iter()
        .filter_map(|(method, count, states)| {
            Some((method, count, states.filter(|&it| it < MOST_STATES)?))
        })
        .min_by(|one, other| one.2.total_cmp(&other.2));
    let Some((method, programme, states)) = best else { return Err(Reason::IncompleteMethod) };
    let counted = programme(model, counting, context);
    context.turns.push(PortfolioTurn {
        method: method.name(),
        share: (states / RATE) as u64,
        ended: if counted.is_ok() { TurnEnd::Answered } else { TurnEnd::Stopped },
        asks_solver: false,
    });
    counted
}
