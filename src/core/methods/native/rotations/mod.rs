//! `native:rotations`: Hamiltonian paths and cycles by rotations of a path cover.

mod adjacency;
mod cover;
mod cycle;
mod search;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use adjacency::Adjacency;
use rand::RngExt;
use satranj_encodings::{
    hamiltonian::Hamiltonian,
    model::{Model, Witness},
};
use search::CyclicOrder;

use self::adjacency::ForcedPartners;
use super::padded::Padded;
use crate::{
    limits::Reason,
    methods::{Context, Description, Ending, Finder, Goal, Method, MethodOption, meter::Meter},
    random,
};

/// Rotations after Pósa, "Hamiltonian circuits in random graphs" (Discrete Mathematics 14, 1976),
/// applied to several paths at once, as in the "snakes and ladders" heuristic of Baniasadi, Ejov,
/// Filar, Haythorpe and Rossomakhine (2014).
///
/// A path cover by Warnsdorff's rule is laid in a circle, with gaps between the paths. A rotation
/// at a gap a|b adds an edge a-c of the graph and removes the edge c-d of the circle, so that the
/// gap is between b and d. If these are joined, the gap is closed; if c|d was a gap itself, two
/// became one. If no rotation closes a gap, a random one is taken; on a board it is usually the one
/// that brings the two squares nearest to each other. After too many rotations the search restarts,
/// at most `--restarts` times (by default 1,000).
///
/// A path is a cycle through one more vertex that is joined to the ends. Given edges are in all
/// paths from the start and never removed. A board of single steps is first searched without its
/// graph. A rotation is a node and takes O(√n + degree) time; a start is an attempt. Memory beyond
/// the graph: about 30 bytes per vertex. It is incomplete.
pub const ROTATIONS: Method = Method::finding(
    Description {
        scope: Some("one tour"),
        complete: false,
        draws: true,
        options: &[MethodOption::Seed, MethodOption::Restarts],
        ..Description::native(
            "native:rotations",
            "Warnsdorff's rule, then Pósa rotations until all gaps close; cannot prove \"no\"",
        )
        .minding(constraints::TOURS)
    },
    Model::is_hamiltonian,
    |model, goal| {
        let model = model.as_hamiltonian()?;

        (goal == Goal::First).then(|| {
            Finder::new(move |context, found| {
                let path = search(model, context)?.ok_or(Reason::IncompleteMethod)?;
                Ok(Ending::of_only(Witness::Path(path), found))
            })
        })
    },
);

/// Restarts by default.
const RESTARTS: u64 = 1000;

/// Attempts on a board of single steps before its graph is built.
const WITHOUT_GRAPH: u64 = 16;

/// Rotations of an attempt that narrows gaps, which helps soon or not at all.
fn few(vertices: u32) -> u64 {
    500 + u64::from(vertices) / 16
}

/// Rotations of a random attempt, the first being 0. On random cubic graphs about four per vertex
/// suffice.
fn many(vertices: u32, attempt: u64) -> u64 {
    (200 + 8 * u64::from(vertices)).saturating_mul(luby(attempt + 1))
}

/// The sequence 1, 1, 2, 1, 1, 2, 4, … of Luby, Sinclair and Zuckerman, "Optimal speedup of Las
/// Vegas algorithms" (1993); the first term is 1.
fn luby(mut term: u64) -> u64 {
    loop {
        let power = (term + 1).next_power_of_two();
        if power == term + 1 {
            return power / 2;
        }
        term -= power / 2 - 1;
    }
}

/// Restarts until a path or cycle is found; `None` if that fails.
fn search(model: &Hamiltonian, context: &Context) -> Result<Option<Vec<u32>>, Reason> {
    let n = model.vertices();
    let mut meter = Meter::new(context)?;
    if n < 3 && (n == 0 || model.closed) {
        return Ok(None);
    }
    if n == 1 {
        return Ok(Some(vec![0]));
    }
    if !model.closed && model.start.is_some() && model.start == model.end {
        return Ok(None);
    }
    // The cycle, its search, and the padded board.
    context.reserve(32 * u64::from(n))?;
    let mut generator = random::generator(context.seed);
    let mut left = context.options.restarts.unwrap_or(RESTARTS).saturating_add(1);
    if let Some(lattice) = model.lattice()
        && model.given.is_empty()
        && Padded::fits(lattice)
    {
        let adjacency = Adjacency::on_lattice(model, lattice);
        let Some(forced) = ForcedPartners::new(model, &adjacency, false) else { return Ok(None) };
        let mut padded = context.encoding(|| Padded::new(lattice));
        for attempt in 0..WITHOUT_GRAPH.min(left) {
            left -= 1;
            context.counters.attempts.add(1);
            let start = match (attempt, model.closed) {
                (0, true) => {
                    lattice.middle().expect("there are vertices, and one of them is in the middle")
                }
                (0, false) => 0,
                _ => generator.random_range(0..n),
            };
            if attempt > 0 {
                padded.clear();
            }
            let cover = cover::on_board(&mut padded, &adjacency, start, &mut meter)?;
            let mut search = CyclicOrder::new(cover, &adjacency, &forced, &mut generator);
            search.narrowing = Some(lattice);
            if search.close(few(n), &mut meter)? {
                return Ok(Some(path(model, &adjacency, search.into_order())));
            }
        }
    }
    if left == 0 {
        return Ok(None);
    }
    let adjacency = context.building(model.graph_bytes(), || Adjacency::on_graph(model))?;
    if !model.given.iter().all(|&(a, b)| adjacency.joined(a, b)) {
        return Ok(None);
    }
    let Some(forced) = ForcedPartners::new(model, &adjacency, true) else { return Ok(None) };
    for attempt in 0..left {
        context.counters.attempts.add(1);
        let Some(cover) = cover::on_graph(&adjacency, &forced, &mut generator, &mut meter)? else {
            return Ok(None);
        };
        let mut search = CyclicOrder::new(cover, &adjacency, &forced, &mut generator);
        search.narrowing = model.lattice().filter(|_| attempt % 2 == 0);
        let most = match search.narrowing {
            Some(_) => few(n),
            None if model.lattice().is_some() => many(n, attempt / 2),
            None => many(n, attempt),
        };
        if search.close(most, &mut meter)? {
            return Ok(Some(path(model, &adjacency, search.into_order())));
        }
    }
    Ok(None)
}

/// A cycle as a witness of the model: without the vertex between the ends, and from the start
/// to the end.
fn path(model: &Hamiltonian, adjacency: &Adjacency<'_>, mut cycle: Vec<u32>) -> Vec<u32> {
    let Some(joint) = adjacency.joint() else { return cycle };
    let place = cycle.iter().position(|&vertex| vertex == joint);
    let place = place.expect("a Hamiltonian cycle visits the joint");
    cycle.rotate_left(place);
    cycle.swap_remove(0);
    // The last came first: the path begins with the second.
    cycle.rotate_left(1);
    let (first, last) = (cycle.first().copied(), cycle.last().copied());
    if model.start.is_some_and(|start| Some(start) != first)
        || model.end.is_some_and(|end| Some(end) != last)
    {
        cycle.reverse();
    }
    cycle
}
