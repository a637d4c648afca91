//! `native:dfs` for placements: depth-first search over the squares in reading order.

use std::ops::ControlFlow;

use num_bigint::BigUint;
use satranj_encodings::{independent_set::IndependentSet, model::Count};

use super::{
    polynomial, prefixes,
    search::{PlacementHalt, PlacementSearch, Visitor},
};
use crate::{
    limits::Reason,
    methods::{
        Context, Counted, Description, Ending, Finder, Finds, Found, Goal, Method, Tallies, Tally,
        WorkPart,
    },
    run::Run,
};

/// Takes or leaves each square in reading order, kind after kind: the baseline of the
/// published reports, with a bound.
///
/// The bound of a branch is the number of cliques of a cover of conflicting squares in
/// which some square is left (blocks of kings, pairs of knights, lines of the others).
/// O(n + m) memory, O(2ⁿ) time. It is complete for all pieces, several kinds, and counts.
pub const DEPTH_FIRST: Method = Method {
    description: Description::native(
        "native:dfs",
        "placements: takes or leaves square after square, bounded by cliques of conflicts",
    ),
    finds: Some(Finds::IndependentSet(|set, goal| {
        Some(Finder::new(move |context, found| {
            let ending = if set.is_optimum() {
                best(set, context, found)
            } else {
                fixed(set, goal, context, found)
            };
            match ending {
                Ok(()) => Ok(Ending::Exhausted),
                Err(PlacementHalt::Enough) => Ok(Ending::Enough),
                Err(PlacementHalt::Stopped(reason)) => Err(reason),
            }
        }))
    })),
    tallies: Some(Tallies::IndependentSet(|set, counting| match set.kinds() {
        _ if counting.classes => None,
        [kind] if counting.by_size => {
            Some(Tally::new(move |context| by_size(set, kind.count, context)))
        }
        _ if counting.by_size => None,
        _ if set.is_optimum() => Some(Tally::new(move |context| count(set, context))),
        _ => Some(
            Tally::new(move |context| match context.part {
                Some(part) => in_part(set, part, context),
                None if context.checkpoint.is_some() => in_part(set, prefixes::ALL, context),
                None => count(set, context),
            })
            .in_parts(prefixes::SPLIT)
            .with_units(|depth, run| prefixes::units(set, depth, run)),
        ),
    })),
};

/// Finds sets of fixed counts.
fn fixed(
    set: &IndependentSet,
    goal: Goal,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<(), PlacementHalt> {
    let mut search = PlacementSearch::new(set, run, true)?;
    search.visit(&mut Report { goal, found })
}

/// Finds better and better sets.
fn best(set: &IndependentSet, run: &Run, found: &mut Found<'_>) -> Result<(), PlacementHalt> {
    if set.kinds().len() == 1 {
        // What was left out cannot be better: the search goes on with a greater bound.
        let mut search = PlacementSearch::new(set, run, true)?;
        return search.visit(&mut Improve { found });
    }
    // With the given ones taken, a set with one piece less of each free kind is a set too:
    // the first value without a set is the end. The given ones are the least value.
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
            Err(PlacementHalt::Enough) if reached && asked.is_continue() => value += 1,
            Err(halt) => return Err(halt),
        }
    }
}

/// Counts the sets of fixed counts, or the best ones.
///
/// # Errors
/// The reason to stop.
pub fn count(set: &IndependentSet, run: &Run) -> Result<Counted, Reason> {
    let mut tally = Fixed { count: 0 };
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
        PlacementSearch::new(&set, run, true)?.visit(&mut tally)
    });
    match outcome {
        Ok(()) | Err(PlacementHalt::Enough) => {
            let objective = best_value.filter(|_| set.is_optimum()).map(u64::from);
            Ok(Counted { count: BigUint::from(tally.count), objective, ..Counted::default() })
        }
        Err(PlacementHalt::Stopped(reason)) => {
            run.counted.set(u64::try_from(tally.count).unwrap_or(u64::MAX));
            Err(reason)
        }
    }
}

/// Counts the sets of fixed counts in one part.
fn in_part(set: &IndependentSet, part: WorkPart, context: &Context) -> Result<Counted, Reason> {
    let count = BigUint::from(prefixes::count(set, part, context)?);
    Ok(Counted { count, ..Counted::default() })
}

/// Counts the sets of every size.
///
/// # Errors
/// The reason to stop.
pub fn by_size(set: &IndependentSet, asked: Count, run: &Run) -> Result<Counted, Reason> {
    let mut tally = BySize { counts: Vec::new() };
    match PlacementSearch::new(set, run, false)?.visit(&mut tally) {
        Ok(()) | Err(PlacementHalt::Enough) => {}
        Err(PlacementHalt::Stopped(reason)) => {
            if let Count::Exactly(number) = asked {
                run.counted.set(tally.counts.get(number as usize).copied().unwrap_or(0));
            }
            return Err(reason);
        }
    }
    let counts = tally.counts.into_iter().map(BigUint::from).collect();
    Ok(polynomial::counted(counts, asked, true))
}

/// Hands each set of the fixed counts on.
struct Report<'a, 'f> {
    goal: Goal,
    found: &'a mut Found<'f>,
}

impl Visitor for Report<'_, '_> {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, PlacementHalt> {
        if !search.is_full() {
            return Ok(true);
        }
        let asked = (self.found)(search.witness());
        if asked.is_break() || self.goal == Goal::First {
            Err(PlacementHalt::Enough)
        } else {
            Ok(false)
        }
    }
}

/// Hands sets of one kind on, each larger than the one before.
struct Improve<'a, 'f> {
    found: &'a mut Found<'f>,
}

impl Visitor for Improve<'_, '_> {
    fn node(&mut self, _search: &mut PlacementSearch<'_>) -> Result<bool, PlacementHalt> {
        Ok(true)
    }

    fn leaf(&mut self, search: &mut PlacementSearch<'_>) -> Result<(), PlacementHalt> {
        // The bound has left out all that are not larger.
        let taken = search.taken(0);
        search.ask(0, taken + 1);
        let asked = (self.found)(search.witness());
        if asked.is_break() { Err(PlacementHalt::Enough) } else { Ok(()) }
    }
}

/// Counts the sets of the fixed counts; the last vertex of each is not tried but counted.
struct Fixed {
    count: u128,
}

impl Visitor for Fixed {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, PlacementHalt> {
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

/// Counts the sets of each size, one a node.
struct BySize {
    counts: Vec<u64>,
}

impl Visitor for BySize {
    fn node(&mut self, search: &mut PlacementSearch<'_>) -> Result<bool, PlacementHalt> {
        let size = search.taken(0) as usize;
        if self.counts.len() <= size {
            self.counts.resize(size + 1, 0);
        }
        self.counts[size] += 1;
        Ok(true)
    }
}
