//! `native:halves`: counts Hamiltonian cycles and paths of boards by a meeting in the middle.

mod join;
mod pairings;
mod reading;
mod split;

use num_bigint::BigUint;
use satranj_encodings::hamiltonian::Hamiltonian;

use self::{
    join::join,
    reading::{HalfReading, Orbits, Part},
    split::{Half, Second, Split},
};
use super::{
    SMALL, count_by,
    counts::{Layer, StateCounts},
    question,
    state::PathsWord,
    tells_classes,
};
use crate::{
    limits::Reason,
    methods::{
        Context, Counted, Counting, Description, Method, MethodOption, Tallies, Tally,
        cycle::CycleQuestion, native::amount::WordAmount,
    },
    run::Run,
};

/// The meeting in the middle: the edges of a board are shared out between its two halves, each
/// half is counted by a dynamic programme along a frontier, and states of the two halves join
/// where the degrees of the shared vertices make two and the pairings of the loose ends close
/// into one cycle (so counts `McKay`, "Knight's tours of an 8x8 chessboard", technical report
/// TR-CS-97-03 of the Australian National University, 1997). Where a reflection or rotation
/// exchanges the halves, one is counted for both.
///
/// Paths are counted as cycles through a virtual vertex. Time and memory grow with the states of
/// a half: for a knight on r rows there are 2r shared squares, of which up to 17 are allowed.
pub const HALVES: Method = Method::counting(
    Description {
        scope: Some("counting on boards that two halves of few common squares make"),
        options: &[MethodOption::Seed, MethodOption::Threads],
        ..Description::native(
            "native:halves",
            "counts tours by a meeting in the middle: two halves of a board, joined",
        )
    },
    Tallies::Undirected(|model, counting| {
        (model.lattice().is_some() && tells_classes(model, counting))
            .then(|| Tally::new(move |context| count(model, counting, context)))
    }),
);

/// A bound on the states that the method makes; `None` where it gives up.
///
/// # Errors
/// The reason to stop.
pub fn estimate(model: &Hamiltonian, run: &Run) -> Result<Option<f64>, Reason> {
    let Some(lattice) = model.lattice().filter(|lattice| lattice.vertices() <= SMALL) else {
        return Ok(None);
    };
    let Some(question) = question(model, run)? else { return Ok(Some(0.0)) };
    Ok(split::best(&question, lattice, run)?.map(|split| split.states()))
}

/// The number of witnesses; with their classes, if these are asked for.
///
/// # Errors
/// The reason to stop; that the board is not made for halves.
pub fn count(
    model: &Hamiltonian,
    counting: Counting,
    context: &Context,
) -> Result<Counted, Reason> {
    count_by(model, counting, context, cycles)
}

/// The Hamiltonian cycles of a question.
fn cycles(
    question: &CycleQuestion<'_>,
    model: &Hamiltonian,
    context: &Context,
) -> Result<BigUint, Reason> {
    let lattice = model.lattice().filter(|lattice| lattice.vertices() <= SMALL);
    let lattice = lattice.ok_or(Reason::IncompleteMethod)?;
    let split = split::best(question, lattice, context)?;
    let mut split = split.ok_or(Reason::IncompleteMethod)?;
    split.first.improve(context)?;
    if let Second::Other(half) = &mut split.second {
        half.improve(context)?;
    }
    let width = |half: &Half| half.estimate().width;
    let widest = match &split.second {
        Second::Image(_) => width(&split.first),
        Second::Other(half) => width(&split.first).max(width(half)),
    };
    let run: &Run = context;
    context.side_by_side(|| {
        if widest <= u64::SLOTS { meet::<u64>(&split, run) } else { meet::<u128>(&split, run) }
    })?
}

/// Counts the halves in words that have slots enough, and joins them.
fn meet<W: PathsWord + Send + Sync>(split: &Split, run: &Run) -> Result<BigUint, Reason> {
    match &split.second {
        Second::Image(image) => {
            let orbits = Orbits::new(image, split.reflection.as_deref());
            let (counts, reading) = through::<W>(&split.first, Part::Both(image, &orbits), run)?;
            match counts {
                StateCounts::Words(layer) => mirrored(&layer, &reading, &orbits, run),
                StateCounts::Doubles(layer) => mirrored(&layer, &reading, &orbits, run),
                StateCounts::Big(layer) => mirrored(&layer, &reading, &orbits, run),
            }
        }
        Second::Other(half) => {
            let (first, reading) = through::<W>(&split.first, Part::First, run)?;
            let (second, other) = through::<W>(half, Part::Second, run)?;
            let readings = [&reading, &other];
            match (first, second) {
                (StateCounts::Words(first), StateCounts::Words(second)) => {
                    joined([first, second], readings, run)
                }
                (first, second) => joined([first.big(run)?, second.big(run)?], readings, run),
            }
        }
    }
}

/// The last states of a half, and how to read them.
fn through<'r, 'i, W: PathsWord + Send + Sync>(
    half: &Half,
    part: Part<'i>,
    run: &'r Run,
) -> Result<(StateCounts<'r, W>, HalfReading<'i>), Reason> {
    let (mut turns, slots) = half.turns();
    let (counts, _, left) = StateCounts::through(turns.iter().cloned(), run)?;
    let left = turns.split_off(turns.len() - left);
    Ok((counts, HalfReading { slots, left, part }))
}

/// A half joined with its own image.
fn mirrored<W: PathsWord + Send + Sync, C: WordAmount>(
    layer: &Layer<'_, W, C>,
    reading: &HalfReading<'_>,
    orbits: &Orbits,
    run: &Run,
) -> Result<BigUint, Reason> {
    let passes = reading.passes(layer.len());
    let mut cycles = BigUint::ZERO;
    for pass in 0..passes {
        let [first, second] = reading.sorted(layer, (pass, passes), run)?;
        cycles += join([&first, &second], orbits, run)?;
    }
    Ok(cycles)
}

/// Two halves joined.
fn joined<W: PathsWord + Send + Sync, C: WordAmount>(
    [first, second]: [Layer<'_, W, C>; 2],
    [reading, other]: [&HalfReading<'_>; 2],
    run: &Run,
) -> Result<BigUint, Reason> {
    let [states, _] = reading.sorted(&first, (0, 1), run)?;
    drop(first);
    let [_, others] = other.sorted(&second, (0, 1), run)?;
    join([&states, &others], &Orbits::default(), run)
}
