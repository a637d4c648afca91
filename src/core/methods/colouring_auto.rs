//! `auto` for colourings: local search from above, covers from below, then all in turns.

use crate::methods::constraints;
use std::ops::ControlFlow;

use satranj_encodings::{
    colouring::{Colouring, direct, order::COLOUR_ORDER},
    model::{Count, Model, Witness},
};

use super::{
    Context, Description, Ending, Finder, Found, Goal, Method, MethodError, MethodOption,
    native::colouring::{CLASSES, DSATUR, TABU},
    portfolio::{Member, by_turns, search},
    sat::{self, encoded},
};
use crate::limits::Reason;

/// The default for one colouring.
///
/// `native:tabu` looks for few colours; SAT and `native:dsatur` briefly check whether fewer suffice;
/// both once more for longer; then, unless more than half as many colours again as a clique has vertices
/// are known, `native:classes` goes up from the size of the clique, as long as its covers are small;
/// then SAT, `native:dsatur`, `native:tabu` and, under the same condition, `native:classes` try one
/// colour fewer than the best in turns, each within a budget of work that grows fourfold from round
/// to round, until one refutes it; in larger graphs `native:tabu` is the first, with more work. SAT is `sat:order` if there are more colours than the clique has
/// vertices, otherwise `sat:full-cliques`. With an external solver, or for a proof, it is
/// `sat:full-cliques`.
pub const AUTO: Method = Method::finding(
    Description {
        scope: Some("one colouring"),
        options: &[MethodOption::Seed, MethodOption::Solver, MethodOption::AtMostOne],
        ..Description::sat("auto", "local search, cover by colour classes, SAT and DSATUR in turn")
            .minding(constraints::COLOURINGS)
    },
    Model::is_colouring,
    |model, goal| {
        let colouring = model.as_colouring()?;

        (goal == Goal::First)
            .then(|| Finder::fallible(move |context, found| solve(colouring, context, found)))
    },
);

/// Budgets of the first turns: some milliseconds.
const FIRST: u64 = 1 << 12;

/// The budget of the first local search, and of a cover from below.
const ABOVE: u64 = 1 << 18;
const BELOW: u64 = 1 << 21;

/// The budget of a first local search, and the greatest of SAT and DSATUR before covers are tried:
/// some hundredths of a second.
const BRIEF: u64 = 1 << 14;
const SHORT: u64 = 1 << 14;

/// The budgets of the first turns after that.
const LONGER: u64 = 1 << 16;

/// Units of work of DSATUR per microsecond, roughly.
const RATE: u64 = 8;

/// The same of the local search, and its work in all, about a second, until which it has this rate:
/// it often finds a colouring where the others would search for hours.
const TABU_RATE: u64 = 16;
const EARLY: u64 = 1 << 22;

/// The local search has as many times more work as the graph has this many vertices, up to four, and
/// the first turn of a round in a larger graph: the others seldom refute colours there.
const LARGE: u32 = 48;

/// The same of covers, which have a quarter of the time: they had turns before.
const LATE_RATE: u64 = 1;

/// The encoding for few colours, and for more.
const FULL_CLIQUES: Method = encoded::by(&direct::FULL_CLIQUES);
const ORDER: Method = encoded::by(&COLOUR_ORDER);

/// SAT and DSATUR, which can refute a number of colours. With more colours than the clique has
/// vertices no clique has every colour, and `sat:order` refutes Mycielski graphs three times faster
/// than `sat:direct`.
fn deciding(model: &Model) -> impl Iterator<Item = Member<'_>> {
    let has_spare = |colouring: &Colouring| colouring.palette() as usize > colouring.clique().len();
    let is_spare = model.as_colouring().is_some_and(has_spare);
    let sat = if is_spare { &ORDER } else { &FULL_CLIQUES };
    [sat::auto::member(sat, 1, model), Member::searching(&DSATUR, RATE, model)].into_iter()
}

/// The same for a brief check.
fn brief_members(model: &Model) -> Vec<Member<'_>> {
    deciding(model).map(|member| member.up_to(SHORT)).collect()
}

/// Whether this many colours are not many more than the clique has vertices: then few sets cover the
/// graph.
fn has_large_classes(colouring: &Colouring, colours: u32) -> bool {
    let least = colouring.clique().len() as u32;
    colours <= least + least / 2
}

/// All of them.
fn members(model: &Model) -> Vec<Member<'_>> {
    let size = model.as_colouring().map_or(1, |one| u64::from(one.vertices() / LARGE).clamp(1, 4));
    let mut turns = 0;
    let tabu = Member::new(&TABU, move |share, context, found| {
        let work = share.saturating_mul(TABU_RATE).min(share.max(EARLY)).saturating_mul(size);
        let mut context = context.within(work);
        // A turn does not repeat the last one.
        context.run.seed = context.seed.wrapping_add(turns);
        turns += 1;
        search(&TABU, model, &context, found)
    });
    let has_large = |colouring: &Colouring| has_large_classes(colouring, colouring.palette());
    let classes = model.as_colouring().is_some_and(has_large);
    let classes = classes.then(|| Member::searching(&CLASSES, LATE_RATE, model));
    let (early, late) = if size > 1 { (Some(tabu), None) } else { (None, Some(tabu)) };
    early.into_iter().chain(deciding(model)).chain(late).chain(classes).collect()
}

fn solve(
    colouring: &Colouring,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let model = Model::Colouring(colouring.clone());
    if context.keeps_formulas() || !context.options.solver.measures_effort() {
        return FULL_CLIQUES.solve(&model, Goal::First, context, found);
    }
    if colouring.colours != Count::Optimum {
        return by_turns(members(&model), FIRST, context, found);
    }
    let mut best = BestColours { value: None, is_enough: false, found };
    let mut least = colouring.clique().len() as u32;
    context.lower_bound.raise(least.into());
    let mut asked = None;
    for share in [BRIEF, ABOVE] {
        let tabu = Member::searching(&TABU, 1, &model);
        match one_turn(tabu, share, context, &mut best)? {
            // Without any colouring, a limit was reached before the first one.
            Ending::Stopped(Reason::IncompleteMethod | Reason::MemoryLimit)
                if best.value.is_some() => {}
            ending => return Ok(ending),
        }
        if best.value == asked {
            continue;
        }
        asked = best.value;
        match fewer(colouring, least, brief_members, FIRST, context, &mut best)? {
            Ending::Stopped(Reason::IncompleteMethod | Reason::MemoryLimit) => {}
            ending => return Ok(ending),
        }
    }
    if colouring.given().is_empty()
        && best.value.is_some_and(|value| has_large_classes(colouring, value))
    {
        while best.is_above(least) {
            let model = Model::Colouring(colouring.with_colours(least));
            let classes = Member::searching(&CLASSES, 1, &model);
            match one_turn(classes, BELOW, context, &mut best)? {
                Ending::Exhausted | Ending::Proved(_) => {
                    least += 1;
                    context.lower_bound.raise(least.into());
                }
                _ if best.is_enough => return Ok(Ending::Enough),
                Ending::Enough => {}
                Ending::Stopped(Reason::IncompleteMethod | Reason::MemoryLimit) => break,
                ending @ Ending::Stopped(_) => return Ok(ending),
            }
        }
    }
    fewer(colouring, least, members, LONGER, context, &mut best)
}

/// Asks these members in turns for fewer and fewer colours, until one refutes or none answers.
fn fewer(
    colouring: &Colouring,
    least: u32,
    members: fn(&Model) -> Vec<Member<'_>>,
    first: u64,
    context: &Context,
    best: &mut BestColours<'_, '_>,
) -> Result<Ending, MethodError> {
    while let Some(value) = best.value.filter(|_| best.is_above(least)) {
        let model = Model::Colouring(colouring.with_colours(value - 1));
        let ending = by_turns(members(&model), first, context, &mut |witness| {
            let _ = best.take(witness);
            ControlFlow::Break(())
        })?;
        match ending {
            Ending::Exhausted | Ending::Proved(_) => return Ok(Ending::Exhausted),
            Ending::Enough if !best.is_enough && best.value < Some(value) => {}
            ending => return Ok(ending),
        }
    }
    Ok(Ending::Exhausted)
}

/// A single turn.
fn one_turn(
    member: Member<'_>,
    share: u64,
    context: &Context,
    best: &mut BestColours<'_, '_>,
) -> Result<Ending, MethodError> {
    by_turns(vec![member.up_to(share)], share, context, &mut |witness| best.take(witness))
}

/// The best colouring so far: a filter that passes only better ones on.
struct BestColours<'a, 'f> {
    value: Option<u32>,
    /// Whether the caller wants no better one.
    is_enough: bool,
    found: &'a mut Found<'f>,
}

impl BestColours<'_, '_> {
    fn take(&mut self, witness: Witness) -> ControlFlow<()> {
        let value = Colouring::value(witness.numbers());
        if self.value.is_none_or(|best| value < best) {
            self.value = Some(value);
            self.is_enough = (self.found)(witness).is_break();
        }
        if self.is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether fewer colours than the best, but no fewer than this, are possible.
    fn is_above(&self, least: u32) -> bool {
        self.value.is_some_and(|value| value > least)
    }
}
