//! The vertex elimination encoding: successors, and ways through eliminated vertices.

use std::collections::BTreeSet;

use rustsat::types::{Lit, Var};

use super::{
    Hamiltonian,
    numbered::Numbered,
    successors::{SUCCESSORS, Successors},
};
use crate::{
    clause::{ClauseSink, Interrupted},
    counter::ClauseCounter,
    encoding::{EncodeError, Encoding, Options, Written},
    formula::Formula,
    model::Model,
};

/// Successor variables that close no cycle without the root, by vertex elimination.
///
/// The model is a cycle through a root, as in [`UNARY_ORDER`](super::unary_order::UNARY_ORDER).
/// If every vertex has one successor and one predecessor, they form one cycle if and only if they
/// are acyclic without the root.
///
/// The vertices but the root are eliminated one by one, always the first vertex with the fewest
/// clauses, that is, with the least product of its arcs in and its arcs out. For each arc uv to it
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
/// here only the arcs that a way replaces have one.
///
/// Prefer it to all other complete encodings: 20x20 takes a fraction of a second. On dense graphs
/// it has too many clauses (n³).
pub static VERTEX_ELIMINATION: Encoding = Encoding {
    method: "sat:vertex-elimination",
    summary: "Hamiltonian: one variable per arc, acyclic without the root by vertex elimination; \
              for small width",
    source: "Rankooh and Rintanen (AAAI 2022)",
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
    let mut look = |_| if is_stopped() { Err(Interrupted) } else { Ok(()) };
    let mut counter = ClauseCounter::default().with_look(&mut look);
    let mut elimination = eliminated(&Successors::new(model, options));
    elimination.run(steps, &mut |clause| counter.add_clause(clause)) == Ok(true)
}

fn bytes(model: &Model) -> u64 {
    let n = model.as_hamiltonian().map_or(0, |model| u64::from(model.vertices()));
    // A way is stored at both its ends and as a pair; vectors grow by doubling.
    let ways = n.saturating_mul(n).min(MOST_STEPS / 16);
    Successors::bytes(model).saturating_add(ways * 40).saturating_add(n * 80)
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let successors = Successors::of(model, formula)?;
    let mut elimination = eliminated(&successors);
    if !elimination.run(MOST_STEPS, &mut |clause| formula.add_clause(clause))? {
        let encoding = VERTEX_ELIMINATION.name();
        return Err(EncodeError::TooManyClauses { encoding, most: MOST_STEPS });
    }
    let pairs = elimination.ways;
    let ways = formula.numbered(pairs.len() as u32)?;
    successors.clauses(formula)?;
    let reduced = successors.reduced();
    Ok(Numbered::written(successors, formula, reduced, move |variable, label| {
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

/// An arc between remaining vertices: its other end and the literal for its presence.
type Arc = (u32, Lit);

/// A directed graph whose vertices are eliminated.
pub(crate) struct Elimination {
    outgoing: Vec<Vec<Arc>>,
    incoming: Vec<Vec<Arc>>,
    /// Variables below this one are arcs of the original graph.
    own: u32,
    /// The pairs for the variables from `own` on: the second vertex is reachable from the first.
    pub(crate) ways: Vec<(u32, u32)>,
    /// Number of clauses so far.
    clauses: u64,
}

impl Elimination {
    /// A graph of these arcs, in rising order, whose variables are below `own`.
    pub(crate) fn new(
        vertices: u32,
        arcs: impl Iterator<Item = (u32, (u32, u32))>,
        own: u32,
    ) -> Self {
        let mut outgoing = vec![Vec::new(); vertices as usize];
        let mut incoming = vec![Vec::new(); vertices as usize];
        for (arc, (tail, head)) in arcs {
            let literal = Var::new(arc).pos_lit();
            outgoing[tail as usize].push((head, literal));
            incoming[head as usize].push((tail, literal));
        }
        Self { outgoing, incoming, own, ways: Vec::new(), clauses: 0 }
    }

    /// How many clauses eliminating a vertex takes.
    fn cost(&self, vertex: u32) -> u64 {
        let vertex = vertex as usize;
        self.outgoing[vertex].len() as u64 * self.incoming[vertex].len() as u64
    }

    /// Eliminates all vertices, always the one with the fewest clauses, and calls `each` with every
    /// clause.
    ///
    /// `false`, early, if that takes more than `most` steps: one per clause, 16 per way; a single
    /// vertex may exceed it up to 16 times.
    ///
    /// # Errors
    /// [`Interrupted`] when `each` says so.
    pub(crate) fn run(
        &mut self,
        most: u64,
        each: &mut dyn FnMut(&[Lit]) -> Result<(), Interrupted>,
    ) -> Result<bool, Interrupted> {
        let vertices = self.outgoing.len() as u32;
        let mut waiting: BTreeSet<(u64, u32)> =
            (0..vertices).map(|vertex| (self.cost(vertex), vertex)).collect();
        while let Some((_, vertex)) = waiting.pop_first() {
            let outgoing = std::mem::take(&mut self.outgoing[vertex as usize]);
            let incoming = std::mem::take(&mut self.incoming[vertex as usize]);
            let mut beside: Vec<u32> =
                outgoing.iter().chain(&incoming).map(|&(other, _)| other).collect();
            beside.sort_unstable();
            beside.dedup();
            for &other in &beside {
                waiting.remove(&(self.cost(other), other));
            }
            for &other in &beside {
                self.outgoing[other as usize].retain(|&(head, _)| head != vertex);
                self.incoming[other as usize].retain(|&(tail, _)| tail != vertex);
            }
            // Checked before the work: one vertex may need more steps than are left.
            let steps = outgoing.len() as u64 * incoming.len() as u64;
            if self.clauses + steps + 16 * self.ways.len() as u64 > most {
                return Ok(false);
            }
            for &(tail, before) in &incoming {
                for &(head, behind) in &outgoing {
                    if tail == head {
                        self.clauses += 1;
                        each(&[!before, !behind])?;
                    } else {
                        let way = self.way(tail, head, each)?;
                        self.clauses += 1;
                        each(&[!before, !behind, way])?;
                    }
                }
            }
            for &other in &beside {
                waiting.insert((self.cost(other), other));
            }
        }
        Ok(self.clauses + 16 * self.ways.len() as u64 <= most)
    }

    /// The literal for a way from one vertex to another.
    fn way(
        &mut self,
        tail: u32,
        head: u32,
        each: &mut dyn FnMut(&[Lit]) -> Result<(), Interrupted>,
    ) -> Result<Lit, Interrupted> {
        let outgoing = &mut self.outgoing[tail as usize];
        let at = outgoing.binary_search_by_key(&head, |&(head, _)| head);
        if let Ok(index) = at
            && outgoing[index].1.vidx32() >= self.own
        {
            return Ok(outgoing[index].1);
        }
        let way = Var::new(self.own + self.ways.len() as u32).pos_lit();
        self.ways.push((tail, head));
        let incoming = &mut self.incoming[head as usize];
        let back = incoming.binary_search_by_key(&tail, |&(tail, _)| tail);
        match (at, back) {
            (Ok(index), Ok(back)) => {
                let arc = outgoing[index].1;
                outgoing[index].1 = way;
                incoming[back].1 = way;
                self.clauses += 1;
                each(&[!arc, way])?;
            }
            (Ok(index) | Err(index), Ok(back) | Err(back)) => {
                outgoing.insert(index, (head, way));
                incoming.insert(back, (tail, way));
            }
        }
        Ok(way)
    }
}
