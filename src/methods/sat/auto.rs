//! `sat:auto`: the SAT methods for paths and cycles by turns.

use satranj_encodings::{
    encoding::MOST_VARIABLES,
    hamiltonian::{
        Hamiltonian, alternating_cuts::AlternatingCuts, binary_order::BinaryOrder, obstruction,
        vertex_elimination::VertexElimination,
    },
    model::Model,
};

use super::{Sat, encoded::HAMILTONIAN, room};
use crate::methods::{
    Context, Description, Ending, Finder, Finds, Found, Goal, Method, MethodError,
    portfolio::{Member, Turned, by_turns},
};

/// The SAT methods for paths and cycles by turns: `sat:cuts`, `sat:warm-cuts`, for cubic graphs
/// `sat:alternating-cuts`, then two complete encodings; each within an effort that grows fourfold
/// from round to round.
///
/// Cuts are ahead wherever a tour exists, or its absence shows in few cuts. Where it shows in
/// none, as on 7x7 closed without the parity argument, they go on for ever; the order of a
/// complete encoding refutes all ways to fall apart at once. A solver whose effort cannot be
/// measured, `cmd:…`, is asked one of the two: a complete one where a short reason for a "no" is
/// seen (and was not looked for before), else cuts. The total time is at most a few
/// times that of the best of them.
pub const AUTO: Method = Method::finding(
    Description {
        options: HAMILTONIAN,
        ..Description::sat(
            "sat:auto",
            "the SAT methods by turns: cuts, and complete encodings where cuts do not end",
        )
    },
    Finds::Several {
        takes: |model| Sat::CUTS.states(model),
        find: |model, goal| {
            Some(Finder::fallible(move |context, found| solve(model, goal, context, found)))
        },
    },
);

/// Bytes of proof that a solver writes in about a microsecond.
const BYTES: u64 = 16;

/// A complete encoding is left out where it would have more clauses.
const MOST_CLAUSES: u64 = 50_000_000;

/// The complete encodings that cuts fall back on: one is short and knows the colours, the other
/// finds tours where they are hard to find.
const COMPLETE: [(&str, Sat); 2] = [
    ("sat:binary-order", Sat::of(&BinaryOrder)),
    ("sat:vertex-elimination", Sat::of(&VertexElimination)),
];

/// Shares of cuts on a board, where a formula is large and soon solved.
const LATTICE_SHARE: u64 = 4;

/// Shares of alternating cuts, which alone refute a large cubic graph.
const ALTERNATING_SHARE: u64 = 8;

/// The most neighbours of a vertex where alternating cuts are asked.
const FEW_NEIGHBOURS: usize = 3;

pub(in crate::methods) fn solve(
    model: &Model,
    goal: Goal,
    context: &Context,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    let Some(hamiltonian) = model.as_hamiltonian().filter(|_| goal == Goal::First) else {
        return Sat::CUTS.solve(model, goal, context, found);
    };
    if let Err(reason) = context.reserve(model.bytes()) {
        return Ok(reason.into());
    }
    if !context.options.solver.measures_effort() {
        // A short reason for a "no", which no one looked for, is none that cuts find.
        let refuted = obstruction::find_in_linear_time(hamiltonian).is_some();
        let sat = if refuted { COMPLETE[0].1 } else { Sat::CUTS };
        return sat.solve(model, goal, context, found);
    }
    let [first, second] = cuts(model, hamiltonian);
    let mut members = vec![first, second];
    members.extend(behind_cuts(model));
    by_turns(members, first_share(hamiltonian), context, found)
}

/// What each may take in the first round.
pub(in crate::methods) fn first_share(model: &Hamiltonian) -> u64 {
    5_000 + u64::from(model.graph().edges())
}

/// `sat:cuts` and `sat:warm-cuts`, the better one first.
///
/// Plain cuts know the order in which a free board is best walked through, a matching sees holes,
/// given moves and what other graphs have.
pub(in crate::methods) fn cuts<'m>(model: &'m Model, hamiltonian: &Hamiltonian) -> [Member<'m>; 2] {
    let (is_free, on_lattice) = match hamiltonian.lattice() {
        Some(lattice) => {
            let is_open_ended = hamiltonian.start.is_none() || hamiltonian.end.is_none();
            (lattice.is_free() && is_open_ended && hamiltonian.given.is_empty(), true)
        }
        None => (false, false),
    };
    let shares = if on_lattice { LATTICE_SHARE } else { 1 };
    let cuts = lazy("sat:cuts", Sat::CUTS, if is_free { LATTICE_SHARE } else { 1 }, model);
    let warm = lazy("sat:warm-cuts", Sat { warm: true, ..Sat::CUTS }, shares, model);
    if is_free { [cuts, warm] } else { [warm, cuts] }
}

/// What refutes where cuts do not: for cubic graphs `sat:alternating-cuts` and vertex elimination,
/// for others two complete encodings.
pub(in crate::methods) fn behind_cuts(model: &Model) -> Vec<Member<'_>> {
    const SAT: Sat = Sat { merges: true, ..Sat::of(&AlternatingCuts) };
    let is_sparse = model.as_undirected().filter(|_| SAT.states(model)).is_some_and(|model| {
        let graph = model.graph();
        (0..graph.vertices()).all(|vertex| graph.neighbours(vertex).len() <= FEW_NEIGHBOURS)
    });
    if is_sparse {
        return vec![
            lazy("sat:alternating-cuts", SAT, ALTERNATING_SHARE, model),
            complete(COMPLETE[1], model),
        ];
    }
    COMPLETE.into_iter().map(|named| complete(named, model)).collect()
}

/// A complete encoding.
fn complete<'m>((name, sat): (&'static str, Sat), model: &'m Model) -> Member<'m> {
    let mut fits = None;
    Member::new((name, true), move |share, context, found| {
        if !*fits.get_or_insert_with(|| self::fits(sat, model, context)) {
            return Ok(Turned::Left);
        }
        let question = (share.saturating_mul(BYTES), false);
        Ok(sat.turn(model, question, context, found)?.map_or(Turned::GaveUp, Turned::of))
    })
}

/// A lazy encoding, which may take this many shares in a turn.
fn lazy<'m>(name: &'static str, sat: Sat, shares: u64, model: &'m Model) -> Member<'m> {
    let mut is_first = true;
    Member::new((name, true), move |share, context, found| {
        let question = (share.saturating_mul(BYTES * shares), is_first);
        is_first = false;
        Ok(sat.turn(model, question, context, found)?.map_or(Turned::GaveUp, Turned::of))
    })
}

/// Whether a complete encoding can be written, and there is room for it: without, cuts may still
/// find their way.
fn fits(sat: Sat, model: &Model, context: &Context) -> bool {
    if context.reserve(sat.encoding.bytes(model)).is_err() {
        return false;
    }
    let (encoding, options) = (sat.encoding, context.options.encoding);
    let bound = encoding.bound(model, options);
    if bound.clauses <= MOST_CLAUSES && bound.variables <= MOST_VARIABLES.into() {
        return matches!(room::reserve(encoding, model, options, context), Ok(Ok(())));
    }
    matches!(room::count(encoding, model, options, MOST_CLAUSES, context), Ok(Ok(_)))
}
