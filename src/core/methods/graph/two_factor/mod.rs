//! `graph:two-factor`: a 2-factor by matching, and its cycles joined by alternating trails.

mod closed;
mod factor;
mod gadget;
#[cfg(test)]
mod tests;

use crate::methods::constraints;
use rand::{RngExt, seq::SliceRandom};
use satranj_encodings::{
    hamiltonian::{
        Hamiltonian,
        cycle_cover::{CycleCover, LONGEST},
        obstruction,
    },
    model::{Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method, MethodOption, meter::Meter,
    },
    random::{self, Generator},
    run::Run,
};
use closed::{Closed, Closing};

/// A 2-factor, two edges at every vertex, is found in polynomial time; then its cycles are joined.
///
/// Bipartite graphs (such as boards of leapers that change colour) have a 2-factor if a b-matching
/// is perfect; in others it is a perfect matching of Tutte's gadget. Which 2-factor is found
/// depends on the order of the vertices, drawn by `--seed`. Its cycles are joined by replacing an
/// edge of one and an edge of another by two edges between them, then by longer alternating trails,
/// up to the length at which about 2,000 trails can be tried from a vertex: three edges on a
/// knight's board, twelve in a cubic graph. If no trail joins anything, a random one that keeps the
/// number of cycles is taken; after a while another 2-factor is tried, at most `--restarts` times
/// (by default 1,000).
///
/// For a directed graph the bipartite double cover is used: a copy of each vertex for entering arcs
/// and one for leaving arcs, joined by an edge that stays. Its 2-factors are the cycle covers by
/// arcs, and a join exchanges at least two arcs.
///
/// A path is a cycle through one more vertex, or two, between its ends. Given edges stay. A join is
/// a node, a 2-factor an attempt. A "no" comes only with its certificate, the vertices whose
/// neighbours have too few places: it is incomplete. An attempt takes O(√n · m) time for bipartite
/// graphs, otherwise O(n · m), plus the time of the joins. It takes about 100 bytes per vertex and
/// 60 per edge, and 200 more per edge if the graph is not bipartite.
pub const TWO_FACTOR: Method = Method::finding(
    Description {
        scope: Some("one tour"),
        complete: false,
        draws: true,
        options: &[MethodOption::Seed, MethodOption::Restarts],
        ..Description::graph(
            "graph:two-factor",
            "finds a 2-factor by matching, joins its cycles by alternating trails; proves some \
             \"no\"s",
        )
        .minding(constraints::DIRECTED_TOURS)
    },
    |model| model.as_hamiltonian().is_some(),
    |model, goal| {
        let model = model.as_hamiltonian().filter(|_| goal == Goal::First)?;
        Some(Finder::new(move |context, found| solve(model, context, found)))
    },
);

/// Further 2-factors tried by default.
const RESTARTS: u64 = 1000;

/// Edges examined for a trail from one vertex.
const STEPS: u64 = 4096;

/// Random exchanges for a 2-factor: this many, plus this many for each cycle left.
const SHIFTS: u64 = 64;
const SHIFTS_A_CYCLE: u64 = 16;

fn solve(model: &Hamiltonian, context: &Context, found: &mut Found<'_>) -> Result<Ending, Reason> {
    Ok(match search(model, context)? {
        TwoFactorEnd::Found(path) => Ending::of_only(Witness::Path(path), found),
        TwoFactorEnd::GaveUp => Reason::IncompleteMethod.into(),
        // Obstructions are for cycles of at least three vertices.
        TwoFactorEnd::NoTwoFactor if model.vertices() < 3 => Reason::IncompleteMethod.into(),
        TwoFactorEnd::NoTwoFactor => obstruction::find_in_linear_time(model)
            .or_else(|| obstruction::two_factor(model, model.graph()))
            .or_else(|| if model.is_directed() { obstruction::cycle_cover(model) } else { None })
            .map_or(Reason::IncompleteMethod.into(), |obstruction| {
                Ending::Proved(Obstruction::Hamiltonian(obstruction))
            }),
    })
}

/// The edges of a random 2-factor with its cycles joined as far as possible; for a path those of a
/// cover by cycles and one path. `None` without a 2-factor.
///
/// Time and memory of one attempt of [`TwoFactor`].
///
/// # Errors
/// The reason to stop.
pub(in crate::methods) fn edges(
    model: &Hamiltonian,
    run: &Run,
) -> Result<Option<Vec<u32>>, Reason> {
    if model.is_directed() || model.vertices() < 3 || !has_given_edges(model) {
        return Ok(None);
    }
    let Some(closing) = Closing::new(model) else { return Ok(None) };
    let mut generator = random::generator(run.seed);
    let Some((closed, neighbours)) = drawn(&closing, run, &mut generator)? else {
        return Ok(None);
    };
    let (mut cover, _) = CycleCover::new(&closed.graph, &closed.kept, neighbours);
    reduce(&mut cover, pairs(&closed), run, &mut Meter::new(run)?, &mut generator)?;
    Ok(Some(closed.edges(model, cover.neighbours())))
}

/// Whether the given pairs are edges of the graph.
fn has_given_edges(model: &Hamiltonian) -> bool {
    let leads = |(a, b)| model.successors(a).any(|(other, _)| other == b);
    model.given.iter().all(|&arc| leads(arc))
}

/// A closed graph with its vertices in random order, and the neighbours of each in a 2-factor.
type DrawnFactor = (Closed, Vec<[u32; 2]>);

/// Draws an order of the vertices and finds a 2-factor; `None` without one.
fn drawn(
    closing: &Closing<'_>,
    run: &Run,
    generator: &mut Generator,
) -> Result<Option<DrawnFactor>, Reason> {
    let closed = run.building(0, || closing.shuffled(generator))?;
    let factor = factor::two_factor(&closed, || run.poll())?;
    run.poll()?;
    Ok(factor.map(|neighbours| (closed, neighbours)))
}

/// How a search ended.
enum TwoFactorEnd {
    /// With the vertices of a witness.
    Found(Vec<u32>),
    /// There is no 2-factor.
    NoTwoFactor,
    /// Without an answer.
    GaveUp,
}

/// Tries one 2-factor after another.
fn search(model: &Hamiltonian, context: &Context) -> Result<TwoFactorEnd, Reason> {
    let n = model.vertices();
    let mut meter = Meter::new(context)?;
    if n < if model.is_directed() { 2 } else { 3 } {
        return Ok(smallest(model));
    }
    context.building(model.graph_bytes(), || model.graph())?;
    if !has_given_edges(model) {
        return Ok(TwoFactorEnd::GaveUp);
    }
    let Some(closing) = Closing::new(model) else { return Ok(TwoFactorEnd::NoTwoFactor) };
    let mut generator = random::generator(context.seed);
    for _ in 0..=context.options.restarts.unwrap_or(RESTARTS) {
        context.counters.attempts.add(1);
        let Some((closed, neighbours)) = drawn(&closing, context, &mut generator)? else {
            return Ok(TwoFactorEnd::NoTwoFactor);
        };
        let (cover, merges) = CycleCover::new(&closed.graph, &closed.kept, neighbours);
        context.counters.merges.add(merges.into());
        if let Some(cycle) = join(cover, &closed, context, &mut meter, &mut generator)? {
            return Ok(TwoFactorEnd::Found(closed.witness(model, &cycle)));
        }
    }
    Ok(TwoFactorEnd::GaveUp)
}

/// A path of one or two vertices.
fn smallest(model: &Hamiltonian) -> TwoFactorEnd {
    let n = model.vertices();
    let joined = n == 1 || n == 2 && model.graph().edge_between(0, 1).is_some();
    if model.closed || !joined {
        return TwoFactorEnd::GaveUp;
    }
    let both = model.start.is_some() && model.start == model.end;
    let mut path: Vec<u32> = (0..n).collect();
    if path.first().is_some_and(|&first| !model.may_start(first))
        || path.last().is_some_and(|&last| !model.may_end(last))
    {
        path.reverse();
    }
    if n == 2 && both { TwoFactorEnd::GaveUp } else { TwoFactorEnd::Found(path) }
}

/// Joins the cycles of a cover; returns all vertices in order if one cycle is left.
fn join(
    mut cover: CycleCover<'_>,
    closed: &Closed,
    run: &Run,
    meter: &mut Meter<'_>,
    generator: &mut Generator,
) -> Result<Option<Vec<u32>>, Reason> {
    let pairs = pairs(closed);
    let mut shifts = SHIFTS + SHIFTS_A_CYCLE * cover.count() as u64;
    loop {
        reduce(&mut cover, pairs, run, meter, generator)?;
        if cover.count() == 1 {
            return Ok(Some(cover.into_cycle()));
        }
        // A random other cover with equally many cycles.
        let others = cover.off_the_longest();
        loop {
            let Some(left) = shifts.checked_sub(1) else { return Ok(None) };
            shifts = left;
            let vertex = others[generator.random_range(0..others.len())];
            let mut steps = STEPS;
            let pairs = generator.random_range(2..=pairs.max(2));
            if let Some(trail) = cover.trail(vertex, pairs, true, &mut steps) {
                meter.node()?;
                cover.exchange(&trail);
                meter.work(cover.length_at(vertex) as u64)?;
                break;
            }
            meter.work(STEPS - steps)?;
        }
    }
}

/// Joins the cycles of a cover until no trail of at most this many leaving edges joins any.
fn reduce(
    cover: &mut CycleCover<'_>,
    pairs: usize,
    run: &Run,
    meter: &mut Meter<'_>,
    generator: &mut Generator,
) -> Result<(), Reason> {
    let mut joined = true;
    while joined && cover.count() > 1 {
        joined = false;
        let mut others = cover.off_the_longest();
        others.shuffle(generator);
        for vertex in others {
            let mut steps = STEPS;
            // A vertex whose cycle has become the longest need not be examined again.
            while let Some(trail) = cover.trail(vertex, pairs, false, &mut steps) {
                meter.node()?;
                let (before, after) = cover.exchange(&trail);
                run.counters.merges.add((before - after) as u64);
                meter.work(cover.length_at(vertex) as u64)?;
                joined = true;
                steps = STEPS;
                if cover.count() == 1 {
                    return Ok(());
                }
            }
            meter.work(STEPS - steps)?;
        }
    }
    Ok(())
}

/// The most edges that may leave in one exchange, so that about [`STEPS`] edges are examined from a
/// vertex.
fn pairs(closed: &Closed) -> usize {
    let (n, m) = (f64::from(closed.graph.vertices()), f64::from(closed.graph.edges()));
    // Two of a vertex's edges are in the cover; after each other one, two edges may leave, or one
    // if copies stay together.
    let leaving = if closed.is_double { 1.0 } else { 2.0 };
    let branches = (leaving * (2.0 * m / n - 2.0)).max(1.5);
    ((STEPS as f64 / 2.0).ln() / branches.ln() + 1.0).clamp(2.0, LONGEST as f64) as usize
}
