//! The unary order encoding: successors, and when each vertex is visited, as "then or later".

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::{
    numbered::Numbered,
    order::{ArcStep, Ranges},
    successors::Successors,
};
use crate::{
    clause::ClauseSink,
    encoding::{
        DecisionOrder, EncodeError, Encoded, Encoding, Options, Reads, Size, check_numbering,
    },
    model::Model,
};

/// Successor variables, and an order number a vertex in unary (the order encoding).
///
/// The model is a cycle through a root (see `successors.rs`): a path through one more vertex, of
/// number n, which is the root; a cycle through its start, or the first of its vertices of least
/// degree. The root has order number 0, each vertex one more than the one before it.
///
/// # Variables
///
/// The successor variables: one for each arc, in the order of tail, then head. Then from(v,t),
/// "v is visited at t or later", for each vertex v but the root and each t in its S(v) but the
/// least, rising; S(v) are the order numbers that v may have: the times t at which the position
/// encoding (see [`Position`](super::position::Position)) allows v, of a path t + 1. Behind them
/// the auxiliary variables of the at-most-ones.
///
/// # Clauses
///
/// In this order: those of the successors; for each vertex, each from(v,t) implies the one before
/// it, or the empty clause where S(v) is empty; for each arc uv
///
/// - to the root: move(u,v) implies that u has the last number, unless S(u) has no other;
/// - else, with T the numbers t in S(u) for which t + 1 is in S(v), where T is empty: a unit
///   against move(u,v); else move(u,v) implies that u has a number of T, by a clause for each side
///   on which S(u) has more, and the same of v and the numbers t + 1; and for each t in T but the
///   least, two clauses: move(u,v) implies that from(u,t) and from(v,t+1) are equal.
///
/// The reductions (see [`Reductions`](super::reductions::Reductions)): `windows` and `parity`
/// narrow S(v), of which parity leaves every other number; `forced` and `direction` are those of
/// the successors.
///
/// # Size
///
/// With the size of the successors (A arcs, N vertices with a path's root; see `successors.rs`:
/// A + Σ V(o(v)) + Σ V(i(v)) variables), s(v) = |S(v)|, e(v,T) the number of sides, 0 to 2, on
/// which S(v) has numbers beyond T, b the arcs uv to the root with s(u) > 1, z those that cannot
/// be used and the empty S(v):
///
/// - variables: those of the successors + Σ (s(v) - 1), over the v with s(v) > 0 but the root
/// - clauses: those of the successors + Σ max(s(v) - 2, 0) + b + z + the sum over all other arcs
///   of e(u,T) + e(v,T+1) + 2(|T| - 1)
///
/// At most N² more variables and 2AN more clauses, half of both by parity.
///
/// # Source and use
///
/// Source: Tamura, Taga, Kitagawa and Banbara, "Compiling finite linear CSP into SAT"
/// (Constraints 14, 2009) for the order encoding; for successors with order numbers Prestwich,
/// "SAT problems with chains of dependent variables" (Discrete Applied Mathematics 130, 2003),
/// Velev and Gao, "Efficient SAT techniques for absolute encoding of permutation problems:
/// application to Hamiltonian cycles" (SARA 2009), and Zhou, "In pursuit of an efficient SAT
/// encoding for the Hamiltonian cycle problem" (CP 2020).
///
/// Prefer it to `binary-order` from 12x12 on (16x16 in seconds), and to `position` everywhere;
/// `vertex-elimination` is ahead of it on sparse graphs.
pub struct UnaryOrder;

impl Encoding for UnaryOrder {
    fn name(&self) -> &'static str {
        "unary-order"
    }

    fn summary(&self) -> &'static str {
        "Hamiltonian: successors, and from(vertex, time) where each is visited; O(n²) variables"
    }

    fn complete(&self) -> bool {
        true
    }

    fn supports(&self, model: &Model) -> bool {
        model.as_hamiltonian().is_some()
    }

    /// The arcs: closed knight's tours of 10x10 to 12x14 then take varisat
    /// a tenth to two thirds of its time, 16x16 half, but 14x14 ten times as much.
    fn decision_order(&self, model: &Model, options: Options) -> DecisionOrder {
        let successors = |model| Successors::new(model, options);
        let true_first = model.as_hamiltonian().map_or(0, |model| successors(model).arcs.len());
        DecisionOrder { true_first, others_last: false }
    }

    fn bytes(&self, model: &Model) -> u64 {
        Successors::bytes(model)
    }

    fn bound(&self, model: &Model, options: Options) -> Size {
        let Some(model) = model.as_hamiltonian() else { return Size::default() };
        let n = u64::from(model.vertices());
        let mut size = Successors::bound(model, options);
        size += Size { variables: n * n, clauses: 1 + n * n };
        size += Size { variables: 0, clauses: 4 + 2 * n } * Successors::most_arcs(model);
        size
    }

    fn write<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(model) = model.as_hamiltonian() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        let successors = Successors::new(model, options);
        let mut variables = successors.variables();
        let times = Times::new(&successors, &mut variables)?;
        successors.clauses(&mut variables, sink)?;
        if !model.is_too_small() {
            times.clauses(&successors, sink)?;
        }
        let (variables, reduced) = (variables.n_used(), successors.reduced());
        let name = move |variable, label: &dyn Fn(u32) -> String| times.name(variable, label);
        Ok(Box::new(Numbered { successors, name: Box::new(name), variables, reduced }))
    }

    fn reads(&self) -> Reads {
        Reads::BOTH
    }
}

/// The numbered variables.
struct Times {
    ranges: Ranges,
    /// The first variable of each vertex; one more at the end.
    begins: Vec<u32>,
}

/// What is known of "then or later".
enum Known {
    Always,
    Never,
    If(Lit),
}

impl Times {
    fn new(
        successors: &Successors<'_>,
        variables: &mut BasicVarManager,
    ) -> Result<Self, EncodeError> {
        let ranges = Ranges::new(successors);
        let mut begins = vec![successors.arcs.len()];
        let chains = (0..successors.vertices()).filter_map(|vertex| ranges.of(vertex));
        let chains: u64 = chains.map(|range| range.count() - 1).sum();
        check_numbering(UnaryOrder.name(), u64::from(successors.arcs.len()) + chains)?;
        let mut next = successors.arcs.len();
        for vertex in 0..successors.vertices() {
            next += ranges.of(vertex).map_or(0, |range| range.count() as u32 - 1);
            begins.push(next);
        }
        variables.increase_next_free(Var::new(next));
        Ok(Self { ranges, begins })
    }

    /// Whether a vertex is visited at a time or later.
    fn from(&self, vertex: u32, time: u32) -> Known {
        match self.ranges.of(vertex) {
            Some(range) if time <= range.first => Known::Always,
            Some(range) if time <= range.last => {
                let index = (time - range.first).div_ceil(range.by) - 1;
                Known::If(Var::new(self.begins[vertex as usize] + index).pos_lit())
            }
            _ => Known::Never,
        }
    }

    fn name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let vertex = self.begins.partition_point(|&begin| begin <= variable).checked_sub(1)?;
        if vertex + 1 >= self.begins.len() {
            return None;
        }
        let range = self.ranges.of(vertex as u32)?;
        let time = range.first + (variable - self.begins[vertex] + 1) * range.by;
        Some(format!("from({},{time})", label(vertex as u32)))
    }

    fn clauses(
        &self,
        successors: &Successors<'_>,
        sink: &mut dyn ClauseSink,
    ) -> Result<(), EncodeError> {
        for vertex in 0..successors.vertices() {
            if self.ranges.of(vertex).is_none() {
                sink.add_clause(&[])?;
            }
            let variables = self.begins[vertex as usize]..self.begins[vertex as usize + 1];
            for later in variables.skip(1) {
                sink.add_clause(&[Var::new(later).neg_lit(), Var::new(later - 1).pos_lit()])?;
            }
        }
        // If all of these, then "then or later".
        let mut imply = |premises: &[Lit], known: Known| {
            let mut clause: Vec<Lit> = premises.iter().map(|&literal| !literal).collect();
            match known {
                Known::Always => return Ok(()),
                Known::Never => {}
                Known::If(literal) => clause.push(literal),
            }
            sink.add_clause(&clause)
        };
        let not = |known: Known| match known {
            Known::Always => Known::Never,
            Known::Never => Known::Always,
            Known::If(literal) => Known::If(!literal),
        };
        for (arc, (tail, head)) in (0..).zip(successors.arcs.iter()) {
            let arc = Successors::literal(arc);
            let range = match self.ranges.step(tail, head) {
                ArcStep::Never => {
                    imply(&[arc], Known::Never)?;
                    continue;
                }
                ArcStep::Back => {
                    imply(&[arc], self.from(tail, self.ranges.last()))?;
                    continue;
                }
                ArcStep::On(range) => range,
            };
            imply(&[arc], self.from(tail, range.first))?;
            imply(&[arc], not(self.from(tail, range.last + 1)))?;
            imply(&[arc], self.from(head, range.first + 1))?;
            imply(&[arc], not(self.from(head, range.last + 2)))?;
            for time in (range.first..=range.last).step_by(range.by as usize).skip(1) {
                let Known::If(here) = self.from(tail, time) else { continue };
                let Known::If(there) = self.from(head, time + 1) else { continue };
                imply(&[arc, here], Known::If(there))?;
                imply(&[arc, there], Known::If(here))?;
            }
        }
        Ok(())
    }
}
