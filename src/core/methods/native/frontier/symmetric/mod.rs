//! Classes of tours under the symmetries of a board, from the tours that each symmetry keeps.

pub(in crate::methods::native) mod orbits;
#[cfg(test)]
mod tests;

use num_bigint::BigUint;
use satranj_encodings::{
    hamiltonian::Hamiltonian,
    lattice::{Lattice, LatticeSymmetry},
};

use self::orbits::{ByParity, OrbitQuestion, TurnLabels, VertexOrbits};
use super::{
    boundary::Frontier,
    counts::{StateCounts, Widest},
    halves::ExchangedCount,
    order::{self, Order},
    rules::Rules,
    state::PathsWord,
};
use crate::{
    limits::Reason,
    methods::{
        ByDirection, Context, Counted, Counting, KeptWitnesses, cycle::CycleQuestion,
        native::amount::Addend as _,
    },
    run::Run,
};

/// Whether the frontier programs can count the classes of a model: they know only the symmetries of
/// boards.
#[must_use]
pub fn tells_classes(model: &Hamiltonian, counting: Counting) -> bool {
    !counting.by_size && (!counting.classes || model.lattice().is_some())
}

/// Adds the classes to a number of witnesses, by Burnside's lemma: their number is the average
/// number that a symmetry keeps.
///
/// A symmetry that keeps a cycle either shifts it along itself or reverses it. In the first case
/// the cycle corresponds to a walk that visits each orbit of vertices once, and ends at its first
/// vertex moved by a generator of the places of an orbit. In the second case it corresponds to a
/// path through the orbits between two fixed vertices or reversed edges. An open path can only be
/// reversed, and is then a different one, unless direction is ignored. These cycles and paths of
/// the orbits, on a half or a quarter of the vertices, are counted along a frontier with the parity
/// of the moves.
///
/// # Errors
/// The reason to stop, or that a frontier is too wide.
pub fn with_classes(
    counted: Counted,
    model: &Hamiltonian,
    context: &Context,
) -> Result<Counted, Reason> {
    let lattice = model.lattice().ok_or(Reason::IncompleteMethod)?;
    let symmetries = of_model(model, lattice);
    // Whether an open path and its reverse are two witnesses.
    let is_reversible =
        !model.closed && model.start.is_none() && model.end.is_none() && model.vertices() > 1;
    let undirected = if is_reversible { &counted.count / 2_u8 } else { counted.count.clone() };
    let is_zero = counted.count == BigUint::ZERO;
    let mut all: Vec<KeptTours> = Vec::with_capacity(symmetries.len());
    for (index, symmetry) in symmetries.iter().enumerate() {
        context.poll()?;
        let alike = |(other, _): &(usize, &KeptTours)| are_alike(*other, index, &symmetries);
        let is_still = (0..).zip(&symmetry.images).all(|(vertex, image)| vertex == *image);
        let kept = match all.iter().enumerate().find(alike) {
            _ if is_zero => KeptTours::default(),
            _ if is_still => KeptTours { along: undirected.clone(), round: BigUint::ZERO },
            Some((_, kept)) => kept.clone(),
            None => KeptTours::by(model, lattice, symmetry, context)?,
        };
        all.push(kept);
    }
    let average = |sum: BigUint| sum / symmetries.len();
    // A directed tour is kept by symmetries that shift it along itself; its reverse is kept too.
    let directed: BigUint = all.iter().map(|kept| &kept.along).sum();
    let both: BigUint = &directed + all.iter().map(|kept| &kept.round).sum::<BigUint>();
    let has_reverse = model.closed || is_reversible;
    let by_direction = ByDirection {
        directed: average(if has_reverse { directed * 2_u8 } else { directed }),
        undirected: average(both),
    };
    let classes = if model.closed { &by_direction.undirected } else { &by_direction.directed };
    let kept = symmetries.iter().zip(&all).map(|(symmetry, kept)| KeptWitnesses {
        symmetry: symmetry.name,
        count: match (model.closed, is_reversible) {
            (true, _) => &kept.along + &kept.round,
            (false, true) => &kept.along * 2_u8,
            (false, false) => kept.along.clone(),
        },
    });
    let (classes, kept) = (Some(classes.clone()), kept.collect());
    Ok(Counted { classes, kept, classes_by_direction: Some(by_direction), ..counted })
}

/// The number of undirected tours that a symmetry of the board maps onto themselves.
///
/// # Errors
/// As [`with_classes`].
pub fn kept_by(
    model: &Hamiltonian,
    symmetry: &LatticeSymmetry,
    context: &Context,
) -> Result<BigUint, Reason> {
    let lattice = model.lattice().ok_or(Reason::IncompleteMethod)?;
    let kept = KeptTours::by(model, lattice, symmetry, context)?;
    Ok(kept.along + kept.round)
}

/// The symmetries of the board that keep the ends and the given edges.
fn of_model(model: &Hamiltonian, lattice: &Lattice) -> Vec<LatticeSymmetry> {
    let pair = |(a, b): (u32, u32)| (a.min(b), a.max(b));
    let mut given: Vec<(u32, u32)> = model.given.iter().copied().map(pair).collect();
    given.sort_unstable();
    let mut symmetries = lattice.symmetries();
    symmetries.retain(|symmetry| {
        let image = |vertex: u32| symmetry.images[vertex as usize];
        model.start.iter().chain(&model.end).all(|&end| image(end) == end)
            && given.iter().all(|&(a, b)| given.binary_search(&pair((image(a), image(b)))).is_ok())
    });
    symmetries
}

/// Whether one symmetry, or its inverse, is conjugate to the other: both keep equally many.
fn are_alike(one: usize, other: usize, symmetries: &[LatticeSymmetry]) -> bool {
    let (one, other) = (&symmetries[one].images, &symmetries[other].images);
    symmetries.iter().any(|from| {
        let from = &from.images;
        let n = from.len();
        let at = |images: &[u32], vertex: usize| images[vertex] as usize;
        (0..n).all(|vertex| at(other, at(from, vertex)) == at(from, at(one, vertex)))
            || (0..n).all(|vertex| at(one, at(from, at(other, vertex))) == at(from, vertex))
    })
}

/// How many undirected tours a symmetry maps to themselves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct KeptTours {
    /// In the same direction.
    along: BigUint,
    /// Reversed.
    round: BigUint,
}

impl KeptTours {
    /// The tours kept by a symmetry that moves some vertex.
    fn by(
        model: &Hamiltonian,
        lattice: &Lattice,
        symmetry: &LatticeSymmetry,
        context: &Context,
    ) -> Result<Self, Reason> {
        let sweeps = [true, false].map(|along_shorter| {
            VertexOrbits::new(model, &symmetry.images, lattice.sweep(along_shorter))
        });
        let reversed: Vec<OrbitQuestion> =
            sweeps.iter().filter_map(VertexOrbits::reversed).collect();
        let along = match sweeps[0].plainly_turned() {
            _ if !model.closed => BigUint::ZERO,
            Some(number) => number.into(),
            None => {
                let turned: Vec<OrbitQuestion> =
                    sweeps.iter().filter_map(VertexOrbits::turned).collect();
                // Halves of the board do not distinguish the two ways in which a cycle is kept.
                let halves = match CycleQuestion::new(model) {
                    Some(question) if reversed.is_empty() && !turned.is_empty() => {
                        ExchangedCount::plan(&question, lattice, &symmetry.images, context)?
                    }
                    _ => None,
                };
                along(&turned, halves, context)?
            }
        };
        let round = match OrbitProgram::plan(&reversed, context)? {
            Some(program) => program.cycles(context)?,
            None => ByParity::default(),
        };
        Ok(Self { along, round: round.even + round.odd })
    }
}

/// The cycles shifted along themselves: by orbits, or by exchanged halves if these have fewer
/// states.
fn along(
    turned: &[OrbitQuestion],
    halves: Option<ExchangedCount>,
    context: &Context,
) -> Result<BigUint, Reason> {
    let orbits = OrbitProgram::plan(turned, context);
    let bound = match &orbits {
        Ok(Some(program)) => program.order.estimate.states,
        Ok(None) => return Ok(BigUint::ZERO),
        Err(_) => f64::INFINITY,
    };
    match halves.filter(|halves| halves.bound() < bound) {
        Some(halves) => halves.count(context),
        None => orbits?.map_or(Ok(BigUint::ZERO), |program| Ok(program.cycles(context)?.odd)),
    }
}

/// A planned count of the cycles of orbits along a frontier.
struct OrbitProgram<'o> {
    order: Order,
    orbits: &'o OrbitQuestion,
    question: CycleQuestion<'o>,
}

impl<'o> OrbitProgram<'o> {
    /// The question expected to be the fastest, among questions that differ only in the numbers of
    /// their vertices; `None` if no question has a cycle.
    fn plan(questions: &'o [OrbitQuestion], context: &Context) -> Result<Option<Self>, Reason> {
        let mut best: Option<Self> = None;
        let mut is_asked = false;
        for orbits in questions {
            let Some(question) = CycleQuestion::new(&orbits.model) else { continue };
            is_asked = true;
            let Some(order) = order::best(&question, &orbits.model, context)? else { continue };
            let states = order.estimate.states;
            if best.as_ref().is_none_or(|best| states < best.order.estimate.states) {
                best = Some(Self { order, orbits, question });
            }
        }
        if is_asked && best.is_none() { Err(Reason::IncompleteMethod) } else { Ok(best) }
    }

    /// The number of cycles by the parity of their labels.
    fn cycles(self, context: &Context) -> Result<ByParity<BigUint>, Reason> {
        let Self { mut order, orbits, question } = self;
        let frontier = Frontier::of(&question);
        order::improve(&mut order, &frontier, orbits.model.vertices(), context)?;
        let run: &Run = context;
        context.side_by_side(|| {
            if order.estimate.width <= u64::SLOTS {
                through::<u64>(frontier, &order, orbits, run)
            } else {
                through::<u128>(frontier, &order, orbits, run)
            }
        })?
    }
}

/// Counts along a frontier.
fn through<W: PathsWord + Send + Sync>(
    frontier: Frontier<'_>,
    order: &Order,
    orbits: &OrbitQuestion,
    run: &Run,
) -> Result<Widest<ByParity<u64>>, Reason> {
    let mut counts = StateCounts::<W, ByParity<u64>>::first(u64::MAX, run)?;
    let mut cycles = ByParity::<BigUint>::default();
    for (turn, &vertex) in order.turns(frontier).zip(&order.vertices) {
        let labels = TurnLabels::new(&turn, |other| {
            let pair = (vertex.min(other), vertex.max(other));
            orbits.labels.get(&pair).cloned().unwrap_or_default()
        });
        let closed = counts.advance(&Rules::new(&turn), &labels, run)?;
        // Cannot overflow.
        let _ = cycles.raise(&closed);
        if counts.len() == 0 {
            break;
        }
    }
    Ok(cycles)
}
