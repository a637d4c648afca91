//! A count of placements by its prefixes, of which other processes may do some: the first so many
//! pieces of the search are placed, and each way to do that is a unit.

use satranj_encodings::independent_set::IndependentSet;

use super::search::{PlacementHalt, PlacementSearch, Visitor};
use crate::{
    checkpoint::DonePart,
    limits::Reason,
    methods::{Context, WorkPart},
    run::Run,
};

/// The rule, with its version: another order of the search, or another bound, is another one.
pub const SPLIT: &str = "first-pieces/1";

/// The whole count in one part, for `--checkpoint`.
pub const ALL: WorkPart = WorkPart { part: 0, parts: 1, depth: 2 };

/// Whether a node of the search is a unit of this depth; what is full before that, or has but one
/// piece to go, is one too.
fn is_unit(search: &PlacementSearch<'_>, depth: u32) -> bool {
    search.depth() == depth as usize || search.is_full() || search.last_choices().is_some()
}

/// How many units there are of so many pieces, each with the factor 1. O(units) nodes.
///
/// # Errors
/// The reason to stop.
pub fn units(set: &IndependentSet, depth: u32, run: &Run) -> Result<Vec<u32>, Reason> {
    struct UnitNumber<'r> {
        depth: u32,
        units: usize,
        run: &'r Run,
    }
    impl Visitor for UnitNumber<'_> {
        fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, PlacementHalt> {
            let ends = is_unit(search, self.depth);
            self.units += usize::from(ends);
            if self.units.is_multiple_of(1 << 16) {
                self.run.reserve(8 * self.units as u64)?;
            }
            Ok(!ends)
        }
    }
    let mut number = UnitNumber { depth, units: 0, run };
    // The nodes of the split are none of the count.
    let aside = run.aside();
    match PlacementSearch::new(set, &aside, true)?.visit(&mut number) {
        Ok(()) | Err(PlacementHalt::Enough) => Ok(vec![1; number.units]),
        Err(PlacementHalt::Stopped(reason)) => Err(reason),
    }
}

/// Counts the sets of fixed counts in the units of a part, and keeps each that is done.
///
/// # Errors
/// The reason to stop.
pub fn count(set: &IndependentSet, part: WorkPart, context: &Context) -> Result<u128, Reason> {
    let all = units(set, part.depth, context)?.len() as u64;
    context.parts.all.set((0..all).filter(|&unit| part.has(unit)).count() as u64);
    let mut counting = PrefixCount { part, context, next: 0, open: None, total: 0 };
    match PlacementSearch::new(set, context, true)?.visit(&mut counting) {
        Ok(()) | Err(PlacementHalt::Enough) => {
            counting.end();
            Ok(counting.total)
        }
        Err(PlacementHalt::Stopped(reason)) => {
            let open = counting.open.map_or(0, |open| open.count);
            context
                .counted
                .set(u64::try_from(counting.total + u128::from(open)).unwrap_or(u64::MAX));
            Err(reason)
        }
    }
}

/// Goes over the units in order and into those of a part.
struct PrefixCount<'a> {
    part: WorkPart,
    context: &'a Context,
    /// The number of the next unit.
    next: u64,
    /// The one that is being counted.
    open: Option<OpenUnit>,
    total: u128,
}

struct OpenUnit {
    unit: u64,
    depth: usize,
    count: u64,
    nodes: u64,
}

impl PrefixCount<'_> {
    /// Keeps the unit that is counted, if there is one.
    fn end(&mut self) {
        let Some(OpenUnit { unit, count, nodes, .. }) = self.open.take() else { return };
        self.total += u128::from(count);
        self.context.parts.done.add(1);
        if let Some(checkpoint) = self.context.checkpoint.as_deref() {
            checkpoint.keep(&DonePart { part: unit, count: count.into(), nodes });
        }
    }

    /// Begins the next unit: whether it is to be counted.
    fn begin(&mut self, depth: usize) -> bool {
        let unit = self.next;
        self.next += 1;
        if !self.part.has(unit) {
            return false;
        }
        let known = self.context.checkpoint.as_deref();
        let done = known.and_then(|checkpoint| checkpoint.done().get(&unit));
        // What is more than we count is none of ours, and counted anew.
        let done = done.and_then(|done| Some((u64::try_from(&done.count).ok()?, done.nodes)));
        if let Some((count, nodes)) = done {
            self.total += u128::from(count);
            self.context.counters.nodes.add(nodes);
            self.context.parts.known.add(1);
            self.context.parts.done.add(1);
            return false;
        }
        self.open = Some(OpenUnit { unit, depth, count: 0, nodes: 0 });
        true
    }
}

impl Visitor for PrefixCount<'_> {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, PlacementHalt> {
        let depth = search.depth();
        if self.open.as_ref().is_some_and(|open| depth <= open.depth) {
            self.end();
        }
        let choices = search.last_choices();
        if self.open.is_none() {
            if !is_unit(search, self.part.depth) {
                return Ok(true);
            }
            if !self.begin(depth) {
                return Ok(false);
            }
        }
        let is_full = search.is_full();
        if let Some(open) = &mut self.open {
            open.nodes += 1;
            open.count += if is_full { 1 } else { choices.unwrap_or(0).into() };
        }
        Ok(!is_full && choices.is_none())
    }
}
