//! The vertex elimination encoding: successors, and ways through eliminated vertices.

use rustsat::types::Lit;

use super::{
    Hamiltonian,
    elimination::{Eliminated, Elimination},
    numbered::Numbered,
    successors::{SUCCESSORS, Successors},
};
use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::{EncodeError, Encoding, Options, Reduced, Written},
    model::Model,
    variables::Window,
};

/// Successor variables that close no cycle without the root, by vertex elimination.
///
/// The model is a cycle through a root, as in [`UNARY_ORDER`](super::unary_order::UNARY_ORDER).
/// If every vertex has one successor and one predecessor, they form one cycle if and only if they
/// are acyclic without the root.
///
/// The vertices but the root are eliminated one by one, always one with the fewest clauses: the
/// least number of arcs into it times arcs out of it, and of these the first. For each arc uv to it
/// and arc vw from it, an arc uw is added, a *way*: "w follows u through eliminated vertices"; a
/// way from u back to u is forbidden. A way replaces an arc of the model between the same vertices,
/// which implies it.
///
/// # Variables
///
/// The successor variables: one for each arc, in the order of tail, then head. Then way(u,w), in
/// the order in which they are first needed. Then the auxiliary variables of the at-most-ones.
///
/// # Clauses
///
/// In this order: when v is eliminated, for each arc uv by rising u, for each arc vw by rising w:
/// if u is w, not both; otherwise both imply way(u,w), and before this, if a new way replaces an
/// arc of the model, that the arc implies the way. Then those of the successors.
///
/// The reductions (see [`Reductions`](super::reductions::Reductions)): `forced` and `direction` are
/// those of the successors; there are no times, so `parity` and `windows` do nothing.
///
/// # Size
///
/// With the size of the successors, p(v) and q(v) the arcs into and out of v when it is eliminated,
/// f ways, of which g replace an arc:
///
/// - variables: those of the successors + f
/// - clauses: those of the successors + Σ p(v)·q(v) + g
///
/// With the width w of the order, the largest p(v) or q(v), at most 2nw ways and nw² + m clauses; n
/// x n knights' boards have widths of about 4n. Counting them means eliminating the vertices, in
/// O(nw² + nw log n) time. Beyond [`MOST_STEPS`] (one per clause, 16 per way) it fails with
/// [`EncodeError::TooManyClauses`].
///
/// # Source and use
///
/// Source: Rankooh and Rintanen, "Propositional encodings of acyclicity and reachability by using
/// vertex elimination" (AAAI 2022). There every arc has a second variable in the elimination graph;
/// here only those arcs that a way runs along.
///
/// Of all complete encodings, prefer this one: 20x20 takes a fraction of a second. On dense graphs
/// its n³ clauses are too many.
pub static VERTEX_ELIMINATION: Encoding = Encoding {
    name: "vertex-elimination",
    summary: "Hamiltonian: successors, acyclic without the root by vertex elimination; for small width",
    bytes,
    write,
    ..SUCCESSORS
};

/// Limit on the steps of counting (one per clause, 16 per way) before a formula is too large.
pub const MOST_STEPS: u64 = 1 << 25;

/// Extra steps per vertex in [`takes_at_most`].
const STEPS_A_VERTEX: u64 = 64;

/// Whether the formula of a model takes at most `most` steps: one per clause, 16 per way and 64 per
/// vertex; `false` as soon as `is_stopped`. Takes time proportional to the steps.
#[must_use]
pub fn takes_at_most(
    model: &Hamiltonian,
    options: Options,
    steps: u64,
    is_stopped: &dyn Fn() -> bool,
) -> bool {
    if u64::from(model.vertices()) > steps / STEPS_A_VERTEX {
        return false;
    }
    let mut clauses = 0u64;
    let mut look = |_: &[Lit]| {
        clauses += 1;
        if clauses.is_multiple_of(1024) && is_stopped() { Err(Interrupted) } else { Ok(()) }
    };
    let mut elimination = eliminated(&Successors::new(model, options));
    elimination.run(steps, &mut look) == Ok(Eliminated::All)
}

fn bytes(model: &Model) -> u64 {
    let n = model.as_hamiltonian().map_or(0, |model| u64::from(model.vertices()));
    // A way is stored at both its ends and as a pair; vectors grow by doubling.
    let ways = n.saturating_mul(n).min(MOST_STEPS / 16);
    Successors::bytes(model).saturating_add(ways * 40).saturating_add(n * 80)
}

fn write<'m>(model: &'m Model, options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let model = VERTEX_ELIMINATION.stated(model.as_hamiltonian())?;
    let successors = Successors::new(model, options);
    let mut variables = successors.variables(VERTEX_ELIMINATION.name)?;
    let mut elimination = eliminated(&successors);
    if !model.is_too_small()
        && elimination.run(MOST_STEPS, &mut |clause| sink.add_clause(clause))? == Eliminated::Part
    {
        let encoding = VERTEX_ELIMINATION.name;
        return Err(EncodeError::TooManyClauses { encoding, most: MOST_STEPS });
    }
    let pairs = elimination.ways;
    let ways = variables.group(vec![Window::below(pairs.len() as u64)])?;
    let mut variables = variables.auxiliary();
    successors.clauses(&mut variables, sink)?;
    let reduced = Reduced { parity: 0, windows: 0, ..successors.reduced() };
    Ok(Numbered::written(successors, &variables, reduced, move |variable, label| {
        let (_, way) = ways.named(variable)?;
        let (tail, head) = pairs[way as usize];
        Some(format!("way({},{})", label(tail), label(head)))
    }))
}

/// The graph without its root.
fn eliminated(successors: &Successors<'_>) -> Elimination {
    let root = successors.root;
    let arcs = (0..).zip(successors.arcs.iter());
    let beside = arcs.filter(|&(_, (tail, head))| tail != root && head != root);
    Elimination::new(successors.vertices(), beside, successors.arcs.len())
}
