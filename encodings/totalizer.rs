//! Counts of literals by rustsat's totalizer: exactly so many, at least so many, bounds that
//! are tightened step by step.

use rustsat::{
    OutOfMemory,
    encodings::card::{
        BoundBoth, BoundLower, BoundLowerIncremental, BoundUpper, BoundUpperIncremental, Totalizer,
    },
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use crate::{
    clause::{ClauseCounter, ClauseSink, Interrupted},
    encoding::Size,
    model::Sense,
    rustsat_collector::Collector,
};

/// Adds "exactly `count` of `literals` are true".
///
/// The empty clause if there are not so many; a unit a literal if it is none or all; else
/// the totalizer of Bailleux and Boufkhad (2003), of which only the outputs that decide are
/// written, and two units.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn exactly(
    literals: &[Lit],
    count: u32,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let count = count as usize;
    if count > literals.len() {
        return sink.add_clause(&[]);
    }
    if count == 0 || count == literals.len() {
        let all = count > 0;
        return literals
            .iter()
            .try_for_each(|&literal| sink.add_clause(&[if all { literal } else { !literal }]));
    }
    let mut totalizer = literals.iter().copied().collect::<Totalizer>();
    collect(sink, |collector| totalizer.encode_both(count..=count, collector, variables))?;
    let upper = totalizer.enforce_ub(count).unwrap_or_default();
    let lower = totalizer.enforce_lb(count).unwrap_or_default();
    upper.into_iter().chain(lower).try_for_each(|unit| sink.add_clause(&[unit]))
}

/// Auxiliary variables and clauses of [`exactly`] over `length` literals, found by encoding.
#[must_use]
pub fn exactly_size(length: usize, count: u32) -> Size {
    measure(length, |literals, variables, sink| exactly(literals, count, variables, sink))
}

/// Adds a totalizer over `literals` and returns a literal for each i from 1 to `most` (and no
/// more than there are): it implies that at least i are true.
///
/// # Errors
/// [`Interrupted`] when the sink says so.
pub fn at_least_each(
    literals: &[Lit],
    most: usize,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Vec<Lit>, Interrupted> {
    let most = most.min(literals.len());
    let mut totalizer = literals.iter().copied().collect::<Totalizer>();
    collect(sink, |collector| totalizer.encode_lb(1..=most, collector, variables))?;
    Ok((1..=most).flat_map(|least| totalizer.enforce_lb(least).unwrap_or_default()).collect())
}

/// Auxiliary variables and clauses of [`at_least_each`] over `length` literals, found by
/// encoding.
#[must_use]
pub fn at_least_each_size(length: usize, most: usize) -> Size {
    measure(length, |literals, variables, sink| {
        at_least_each(literals, most, variables, sink).map(|_| ())
    })
}

/// A bound on the number of true literals that is tightened step by step.
///
/// The totalizer behind it is incremental (Martins, Joshi, Manquinho and Lynce 2014): each
/// step writes only what the steps before have not.
pub struct Bound {
    totalizer: Totalizer,
    literals: u32,
    sense: Sense,
}

impl Bound {
    /// A bound on how many of these are true, which says nothing yet.
    #[must_use]
    pub fn new(literals: &[Lit], sense: Sense) -> Self {
        Self {
            totalizer: literals.iter().copied().collect::<Totalizer>(),
            literals: literals.len() as u32,
            sense,
        }
    }

    /// Adds that the number must be better than `value`.
    ///
    /// # Errors
    /// [`Interrupted`] when the sink says so.
    pub fn tighten(
        &mut self,
        value: u32,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), Interrupted> {
        let totalizer = &mut self.totalizer;
        let units = match self.sense {
            Sense::Maximise if value >= self.literals => return sink.add_clause(&[]),
            Sense::Maximise => {
                let least = value as usize + 1;
                collect(sink, |collector| {
                    totalizer.encode_lb_change(least..=least, collector, variables)
                })?;
                totalizer.enforce_lb(least).unwrap_or_default()
            }
            Sense::Minimise if value == 0 => return sink.add_clause(&[]),
            Sense::Minimise => {
                let most = value as usize - 1;
                collect(sink, |collector| {
                    totalizer.encode_ub_change(most..=most, collector, variables)
                })?;
                totalizer.enforce_ub(most).unwrap_or_default()
            }
        };
        units.into_iter().try_for_each(|unit| sink.add_clause(&[unit]))
    }
}

/// Runs a rustsat encoding; the collector's lack of memory is nothing but an interruption.
fn collect(
    sink: &mut dyn ClauseSink,
    encode: impl FnOnce(&mut Collector) -> Result<(), OutOfMemory>,
) -> Result<(), Interrupted> {
    let mut collector = Collector::new(sink);
    let encoded = encode(&mut collector);
    collector.finish()?;
    encoded.map_err(|_| Interrupted)
}

/// The size of what `encode` writes for so many literals.
fn measure(
    length: usize,
    encode: impl FnOnce(&[Lit], &mut BasicVarManager, &mut dyn ClauseSink) -> Result<(), Interrupted>,
) -> Size {
    let literals: Vec<Lit> = (0..length as u32).map(|index| Var::new(index).pos_lit()).collect();
    let mut variables = BasicVarManager::from_next_free(Var::new(length as u32));
    let mut counter = ClauseCounter::default();
    let counted = encode(&literals, &mut variables, &mut counter);
    debug_assert!(counted.is_ok(), "a counter never interrupts");
    Size { variables: u64::from(variables.n_used()) - length as u64, clauses: counter.clauses }
}
