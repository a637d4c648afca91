//! `native:dfs` for placements: depth-first search over the squares in reading order, in parts too.

use crate::methods::constraints;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use satranj_encodings::{independent_set::IndependentSet, model::Count};

use super::{
    polynomial,
    search::{PlacementSearch, Visitor},
};
use crate::{
    checkpoint::DonePart,
    limits::{Halted, Reason},
    methods::{
        Context, Counted, Description, Ending, Finder, Found, Goal, Method, WitnessCounter,
        WorkPart, vertex_cover,
    },
    run::Run,
};

/// Takes or skips each square in reading order, kind by kind: the baseline of the published
/// reports, with a bound.
///
/// The bound of a branch is the number of cliques with an available square, in a cover by cliques
/// of conflicting squares (blocks for kings, pairs for knights, lines for others). O(n + m) memory,
/// O(2ⁿ) time. It is complete for all pieces, several kinds, and counts.
pub const DEPTH_FIRST: Method = Method::finding(
    Description::native(
        "native:dfs",
        "takes or leaves one vertex after another, with bounds from clique covers",
    )
    .minding(constraints::PLACEMENTS),
    vertex_cover::takes,
    |model, goal| {
        vertex_cover::finder(
            |set, goal| {
                Some(Finder::new(move |context, found| {
                    let ending = if set.is_optimum() {
                        best(set, context, found)
                    } else {
                        fixed(set, goal, context, found)
                    };
                    match ending {
                        Ok(()) => Ok(Ending::Exhausted),
                        Err(Halted::Early(())) => Ok(Ending::Enough),
                        Err(Halted::Stopped(reason)) => Err(reason),
                    }
                }))
            },
            model,
            goal,
        )
    },
)
.with_counts(|model, counting| {
    vertex_cover::counter(
        |set, counting| match set.kinds() {
            _ if counting.classes => None,
            [kind] if counting.by_size => {
                Some(WitnessCounter::new(move |context| by_size(set, kind.count, context)))
            }
            _ if counting.by_size => None,
            _ if set.is_optimum() => Some(WitnessCounter::new(move |context| count(set, context))),
            _ => Some(
                WitnessCounter::new(move |context| match context.part {
                    Some(part) => in_part(set, part, context),
                    None if context.checkpoint.is_some() => in_part(set, ALL_PARTS, context),
                    None => count(set, context),
                })
                .in_parts(SPLIT)
                .with_units(|depth, run| units(set, depth, run)),
            ),
        },
        model,
        counting,
    )
});

/// Finds sets of fixed counts.
fn fixed(set: &IndependentSet, goal: Goal, run: &Run, found: &mut Found<'_>) -> Result<(), Halted> {
    let mut search = PlacementSearch::new(set, run, true)?;
    search.visit(&mut Report { goal, found })
}

/// Finds better and better sets.
fn best(set: &IndependentSet, run: &Run, found: &mut Found<'_>) -> Result<(), Halted> {
    if set.kinds().len() == 1 {
        // Skipped sets cannot be better: the search continues with a greater bound.
        let mut search = PlacementSearch::new(set, run, true)?;
        return search.visit(&mut Improve { found });
    }
    // Beyond the given ones, a set with one piece less of each free kind is a set too: so the first
    // value without a set is the end. The number of given ones is the least value.
    let mut value = set.most_given();
    loop {
        let mut reached = false;
        let mut asked = ControlFlow::Continue(());
        let ending = fixed(&set.with_value(value), Goal::First, run, &mut |witness| {
            reached = true;
            asked = found(witness);
            ControlFlow::Break(())
        });
        match ending {
            Ok(()) => return Ok(()),
            Err(Halted::Early(())) if reached && asked.is_continue() => value += 1,
            Err(halt) => return Err(halt),
        }
    }
}

/// Counts the sets of fixed counts, or the best ones.
///
/// # Errors
/// The reason to stop.
pub fn count(set: &IndependentSet, run: &Run) -> Result<Counted, Reason> {
    let mut counter = Fixed { count: 0 };
    let mut best_value = None;
    let outcome = if set.is_optimum() {
        best(set, run, &mut |witness| {
            best_value = Some(set.value(witness.numbers()));
            ControlFlow::Continue(())
        })
    } else {
        best_value = Some(0);
        Ok(())
    };
    let outcome = outcome.and_then(|()| {
        let Some(value) = best_value else { return Ok(()) };
        let set = set.with_value(value);
        PlacementSearch::new(&set, run, true)?.visit(&mut counter)
    });
    match outcome {
        Ok(()) | Err(Halted::Early(())) => {
            let objective = best_value.filter(|_| set.is_optimum()).map(u64::from);
            Ok(Counted { count: BigUint::from(counter.count), objective, ..Counted::default() })
        }
        Err(Halted::Stopped(reason)) => {
            run.counted.set(u64::try_from(counter.count).unwrap_or(u64::MAX));
            Err(reason)
        }
    }
}

/// Counts the sets of fixed counts in one part.
fn in_part(set: &IndependentSet, part: WorkPart, context: &Context) -> Result<Counted, Reason> {
    let count = BigUint::from(count_units(set, part, context)?);
    Ok(Counted { count, ..Counted::default() })
}

/// Counts the sets of every size.
///
/// # Errors
/// The reason to stop.
pub fn by_size(set: &IndependentSet, asked: Count, run: &Run) -> Result<Counted, Reason> {
    let mut counter = BySize { counts: Vec::new() };
    match PlacementSearch::new(set, run, false)?.visit(&mut counter) {
        Ok(()) | Err(Halted::Early(())) => {}
        Err(Halted::Stopped(reason)) => {
            if let Count::Exactly(number) = asked {
                run.counted.set(counter.counts.get(number as usize).copied().unwrap_or(0));
            }
            return Err(reason);
        }
    }
    let counts = counter.counts.into_iter().map(BigUint::from).collect();
    Ok(polynomial::counted(counts, asked, true))
}

/// Passes each set of the fixed counts on.
struct Report<'a, 'f> {
    goal: Goal,
    found: &'a mut Found<'f>,
}

impl Visitor for Report<'_, '_> {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, Halted> {
        if !search.is_full() {
            return Ok(true);
        }
        let asked = (self.found)(search.witness());
        if asked.is_break() || self.goal == Goal::First {
            Err(Halted::Early(()))
        } else {
            Ok(false)
        }
    }
}

/// Passes sets of one kind on, each larger than the one before.
struct Improve<'a, 'f> {
    found: &'a mut Found<'f>,
}

impl Visitor for Improve<'_, '_> {
    fn node(&mut self, _search: &mut PlacementSearch<'_>) -> Result<bool, Halted> {
        Ok(true)
    }

    fn leaf(&mut self, search: &mut PlacementSearch<'_>) -> Result<(), Halted> {
        // The bound has excluded all sets that are not larger.
        let taken = search.taken(0);
        search.ask(0, taken + 1);
        let asked = (self.found)(search.witness());
        if asked.is_break() { Err(Halted::Early(())) } else { Ok(()) }
    }
}

/// Counts the sets of the fixed counts; the last vertex of each is not tried but counted.
struct Fixed {
    count: u128,
}

impl Visitor for Fixed {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, Halted> {
        if search.is_full() {
            self.count += 1;
            return Ok(false);
        }
        let choices = search.last_choices();
        // Below 2^64 nodes, each with fewer than 2^32 choices.
        self.count += u128::from(choices.unwrap_or(0));
        Ok(choices.is_none())
    }
}

/// Counts the sets of each size, one per node.
struct BySize {
    counts: Vec<u64>,
}

impl Visitor for BySize {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, Halted> {
        let size = search.taken(0) as usize;
        if self.counts.len() <= size {
            self.counts.resize(size + 1, 0);
        }
        self.counts[size] += 1;
        Ok(true)
    }
}

/// The splitting rule with its version: another search order or another bound needs another one.
const SPLIT: &str = "first-pieces/1";

/// The whole count in one part, for `--checkpoint`.
const ALL_PARTS: WorkPart = WorkPart { part: 0, parts: 1, depth: 2 };

/// Whether a node of the search is a unit of this depth; nodes that are full, or one piece short,
/// before that depth are units too.
fn is_unit(search: &PlacementSearch<'_>, depth: u32) -> bool {
    search.depth() == depth as usize || search.is_full() || search.last_choices().is_some()
}

/// The number of units with this many pieces, each with the factor 1. O(units) nodes.
///
/// # Errors
/// The reason to stop.
fn units(set: &IndependentSet, depth: u32, run: &Run) -> Result<Vec<u32>, Reason> {
    struct UnitNumber {
        depth: u32,
        units: usize,
    }
    impl Visitor for UnitNumber {
        fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, Halted> {
            let ends = is_unit(search, self.depth);
            self.units += usize::from(ends);
            Ok(!ends)
        }
    }
    let mut number = UnitNumber { depth, units: 0 };
    // The nodes of the split do not belong to the count.
    let aside = run.aside();
    match PlacementSearch::new(set, &aside, true)?.visit(&mut number) {
        Ok(()) | Err(Halted::Early(())) => Ok(vec![1; number.units]),
        Err(Halted::Stopped(reason)) => Err(reason),
    }
}

/// Counts the sets of fixed counts in the units of a part, and keeps each finished unit.
///
/// # Errors
/// The reason to stop.
fn count_units(set: &IndependentSet, part: WorkPart, context: &Context) -> Result<u128, Reason> {
    let all = units(set, part.depth, context)?.len() as u64;
    context.parts.all.set((0..all).filter(|&unit| part.has(unit)).count() as u64);
    let mut counting = PrefixCount { part, context, next: 0, open: None, total: 0 };
    match PlacementSearch::new(set, context, true)?.visit(&mut counting) {
        Ok(()) | Err(Halted::Early(())) => {
            counting.end();
            Ok(counting.total)
        }
        Err(Halted::Stopped(reason)) => {
            let open = counting.open.map_or(0, |open| open.count);
            context
                .counted
                .set(u64::try_from(counting.total + u128::from(open)).unwrap_or(u64::MAX));
            Err(reason)
        }
    }
}

/// Iterates over the units in order, and enters those of a part.
struct PrefixCount<'a> {
    part: WorkPart,
    context: &'a Context,
    /// The number of the next unit.
    next: u64,
    /// The unit being counted.
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
    /// Keeps the unit being counted, if there is one.
    fn end(&mut self) {
        let Some(OpenUnit { unit, count, nodes, .. }) = self.open.take() else { return };
        self.total += u128::from(count);
        self.context.parts.done.add(1);
        if let Some(checkpoint) = self.context.checkpoint.as_deref() {
            checkpoint.keep(&DonePart { part: unit, count: count.into(), nodes });
        }
    }

    /// Begins the next unit; returns whether it is to be counted.
    fn begin(&mut self, depth: usize) -> bool {
        let unit = self.next;
        self.next += 1;
        if !self.part.has(unit) {
            return false;
        }
        let known = self.context.checkpoint.as_deref();
        let done = known.and_then(|checkpoint| checkpoint.done().get(&unit));
        // A kept number out of our range is not from this count, so the unit is counted anew.
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
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, Halted> {
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
