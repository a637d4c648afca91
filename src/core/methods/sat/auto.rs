//! `sat:auto`: the SAT methods for paths and cycles in turns.

use crate::methods::constraints;
use satranj_encodings::{
    encoding::EncodeError,
    hamiltonian::{
        Hamiltonian, alternating_cuts, binary_order, cuts, obstruction, position, unary_order,
        vertex_elimination,
    },
    model::Model,
};

use super::{
    Sat,
    attempt::KnownCuts,
    encoded::{self, PORTFOLIO},
    room,
};
use crate::{
    limits::Reason,
    methods::{
        Context, Description, Ending, Finder, Found, Goal, Method, MethodError,
        portfolio::{Member, Turned, by_turns},
    },
};

/// The SAT methods for paths and cycles in turns: `sat:cuts`, `sat:warm-cuts`, for cubic graphs
/// `sat:alternating-cuts`, then two complete encodings; each within a budget that grows fourfold
/// from round to round.
///
/// Cuts are fastest if a tour exists, or if a few cuts refute it. If no set of cuts refutes it, as
/// on 7x7 closed without the parity argument, they never end; the order in a complete encoding
/// refutes all disconnected solutions at once. A solver whose effort cannot be measured, `cmd:…`,
/// gets only one of the two: a complete one if a short reason for a "no" is seen (and was not
/// sought before), otherwise cuts. The total time is at most a few times that of the best of them.
/// With `--threads` the turns of a round run in parallel.
pub const AUTO: Method = Method::finding(
    Description {
        options: PORTFOLIO,
        ..Description::sat(
            "sat:auto",
            "the SAT methods in turn: cuts, then complete encodings if cuts do not finish",
        )
        .minding(constraints::TIMED_TOURS)
    },
    |model| model.as_hamiltonian().is_some(),
    |model, goal| Some(Finder::fallible(move |context, found| solve(model, goal, context, found))),
);

/// Bytes of proof that a solver writes per microsecond, roughly, on a board and on other graphs,
/// where it learns less from the same work.
const BYTES: [u64; 2] = [16, 4];

/// Clauses written per microsecond, roughly.
const CLAUSES: u64 = 4;

/// Complete encodings with more clauses are left out.
const MOST_CLAUSES: u64 = 50_000_000;

/// The clauses of cuts are counted first in graphs with more edges.
const MANY_EDGES: u32 = 100_000;

/// The complete encodings after cuts: one is short and knows the colours, the other finds tours
/// that are hard to find.
const BINARY_ORDER: Method = encoded::by(&binary_order::BINARY_ORDER);
const POSITION: Method = encoded::by(&position::POSITION);
const UNARY_ORDER: Method = encoded::by(&unary_order::UNARY_ORDER);
const VERTEX_ELIMINATION: Method = encoded::by(&vertex_elimination::VERTEX_ELIMINATION);

/// `sat:cuts`.
pub(in crate::methods) const CUTS: Method = encoded::by(&cuts::CUTS);

/// Budget factor of cuts on a board, whose formula is large and soon solved.
const LATTICE_SHARE: u64 = 4;

/// Budget factor of cuts on graphs of [`forbids_pairs`].
const PAIRS_SHARE: u64 = 16;

/// Budget factor of positions with given times, which exclude most of them: the others are seldom
/// faster.
const TIMED_SHARE: u64 = 64;

/// Boards with at least this many squares count as large.
const FEW_SQUARES: u32 = 1_024;

/// The most moves of a piece that count as few.
const FEW_STEPS: usize = 4;

/// Budget factor of alternating cuts, which alone refute large cubic graphs.
const ALTERNATING_SHARE: u64 = 8;

/// The greatest degree for alternating cuts.
const FEW_NEIGHBOURS: usize = 3;

pub(in crate::methods) fn solve(
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let Some(hamiltonian) = model.as_hamiltonian().filter(|_| goal == Goal::First) else {
        context.without_threads("several solutions are found")?;
        let is_timed = model.as_hamiltonian().is_some_and(|model| !model.times.is_empty());
        let method = if is_timed { POSITION } else { CUTS };
        return method.solve(model, goal, context, found);
    };
    if context.keeps_formulas() {
        context.without_threads("a proof is made")?;
    }
    context.reserve(model.bytes())?;
    if !context.options.solver.measures_effort() {
        context.without_threads("an external solver runs")?;
        // Cuts do not find a short reason for a "no" that was not sought before.
        let refuted = obstruction::find_in_linear_time(hamiltonian).is_some();
        let method = match (hamiltonian.times.is_empty(), refuted) {
            (false, _) => POSITION,
            (true, true) => BINARY_ORDER,
            (true, false) => CUTS,
        };
        return method.solve(model, goal, context, found);
    }
    if !hamiltonian.times.is_empty() {
        return by_turns(timed(model).into(), first_share(hamiltonian), context, found);
    }
    let members = cuts(model, hamiltonian).into_iter().chain(behind_cuts(model)).collect();
    by_turns(members, first_share(hamiltonian), context, found)
}

/// The budget of each in the first round.
pub(in crate::methods) fn first_share(model: &Hamiltonian) -> u64 {
    5_000 + u64::from(model.graph().edges())
}

/// `sat:cuts` and `sat:warm-cuts`, the better one first.
///
/// Plain cuts know the best order for a board without blocked squares; a matching takes account of
/// holes, given moves and other graphs.
pub(in crate::methods) fn cuts<'m>(model: &'m Model, hamiltonian: &Hamiltonian) -> [Member<'m>; 2] {
    let is_board = hamiltonian.lattice().is_some();
    let is_soon_solved = is_soon_solved(hamiltonian);
    let shares = |is_soon_solved| match (is_soon_solved, is_board) {
        (false, _) => 1,
        (true, true) => LATTICE_SHARE,
        (true, false) => PAIRS_SHARE,
    };
    let (cuts, warm) = ((&CUTS, shares(is_soon_solved)), (&encoded::WARM_CUTS, shares(is_board)));
    let ordered = if is_soon_solved { [cuts, warm] } else { [warm, cuts] };
    ordered.map(|(method, shares)| member(method, shares, model))
}

/// Whether plain cuts are known to be fast: on boards without blocked squares that are not large,
/// or whose pieces make few or short leaps; and on graphs of [`forbids_pairs`]. Measured on 100x100:
/// knights 0.03 s, kings over 12, antelopes 0.75.
pub(in crate::methods) fn is_soon_solved(model: &Hamiltonian) -> bool {
    let Some(lattice) = model.lattice() else { return forbids_pairs(model) };
    let steps = lattice.steps();
    let is_known = lattice.vertices() < FEW_SQUARES
        || steps.len() <= FEW_STEPS
        || steps.len() <= 2 * FEW_STEPS && steps.iter().all(|step| step.squares_away() == 3);
    let has_free_end = model.start.is_none() || model.end.is_none();
    is_known && lattice.is_free() && has_free_end && model.given.is_empty()
}

/// Whether a sparse graph has many pairs of edges of which a clause forbids one: arcs to and from the
/// same vertex, or in an undirected graph edges between two forced paths, of which the vertices with
/// two neighbours are a sign. In reductions from other problems these clauses make the choices that
/// are meant, and leave few cuts.
fn forbids_pairs(model: &Hamiltonian) -> bool {
    let (graph, n) = (model.graph(), model.vertices());
    if graph.edges() / 3 > n {
        return false;
    }
    if model.is_directed() {
        let arcs: usize = (0..n).map(|v| model.successors(v).count()).sum();
        let opposite = arcs - graph.edges() as usize;
        return 2 * opposite >= n as usize;
    }
    let few = (0..n).filter(|&v| graph.neighbours(v).len() == 2).count();
    3 * few >= n as usize
}

/// The methods that refute if cuts do not: for cubic graphs `sat:alternating-cuts` and vertex
/// elimination, for others two complete encodings.
pub(in crate::methods) fn behind_cuts(model: &Model) -> [Member<'_>; 2] {
    let alternates = model.as_undirected().is_some_and(|hamiltonian| {
        let graph = hamiltonian.graph();
        alternating_cuts::ALTERNATING_CUTS.supports(model)
            && (0..graph.vertices()).all(|v| graph.neighbours(v).len() <= FEW_NEIGHBOURS)
    });
    let first = if alternates {
        member(&encoded::ALTERNATING_CUTS, ALTERNATING_SHARE, model)
    } else {
        member(&BINARY_ORDER, 1, model)
    };
    [first, member(&VERTEX_ELIMINATION, 1, model)]
}

/// The encodings that read given times.
pub(in crate::methods) fn timed(model: &Model) -> [Member<'_>; 3] {
    let shares = [(&POSITION, TIMED_SHARE), (&UNARY_ORDER, 1), (&BINARY_ORDER, 1)];
    shares.map(|(method, shares)| member(method, shares, model))
}

/// A method that solves an encoding unchanged, with this factor on its budget.
pub(in crate::methods) fn member<'m>(
    method: &'static Method,
    shares: u64,
    model: &'m Model,
) -> Member<'m> {
    let mut comes_first = true;
    let mut known = KnownCuts::default();
    Member::new(method, move |share, context, found| {
        let sat = method.sat().ok_or_else(|| method.unsupported())?;
        // Cuts write few clauses unless a vertex has many edges.
        let may_be_large = || {
            sat.encoding.complete()
                || model.as_undirected().is_some_and(|model| model.graph().edges() > MANY_EDGES)
        };
        if comes_first
            && may_be_large()
            && let Some(turned) = too_large(sat, model, share.saturating_mul(CLAUSES), context)?
        {
            return Ok(turned);
        }
        let is_first = std::mem::take(&mut comes_first);
        let is_board = model.as_hamiltonian().is_some_and(|model| model.lattice().is_some());
        let bytes = BYTES[usize::from(!is_board)];
        let effort = share.saturating_mul(bytes * shares);
        sat.turn(model, (effort, is_first), &mut known, context, found)
    })
}

/// The end of the turn of a complete encoding if it would write more clauses than this, or than fit
/// into memory; cuts may still succeed.
///
/// # Errors
/// The reason to stop.
fn too_large(
    sat: Sat,
    model: &Model,
    most: u64,
    context: &Context,
) -> Result<Option<Turned>, MethodError> {
    let left = Ok(Some(Turned::Left(Reason::MemoryLimit)));
    if context.reserve(sat.encoding.bytes(model)).is_err() {
        return left;
    }
    let options = context.options.encoding;
    match room::count(sat.encoding, model, options, most.min(MOST_CLAUSES), context) {
        Ok(_) => Ok(None),
        Err(MethodError::Encode(EncodeError::TooManyClauses { .. })) if most < MOST_CLAUSES => {
            Ok(Some(Turned::GaveUp))
        }
        Err(MethodError::Stopped(Reason::MemoryLimit) | MethodError::Encode(_)) => left,
        Err(stopped) => Err(stopped),
    }
}
