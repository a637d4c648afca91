//! The unary order encoding: successors, and the time of each vertex in unary ("then or later").

use rustsat::types::Lit;

use super::{
    numbered::Numbered,
    successors::{SUCCESSORS, Successors},
    windows::OrderNumbers,
};
use crate::{
    constraints::TIMED_TOURS,
    encoding::{DecisionOrder, EncodeError, Encoding, Options, Written},
    formula::{Formula, VariableGroup, Window},
    model::Model,
};

/// Successor variables, and an order number per vertex in unary (the order encoding).
///
/// The model is a cycle through a root (see `successors.rs`): for a path one more vertex, number n;
/// for a cycle its start, or the first of its vertices of least degree. The root has order number
/// 0, each vertex one more than its predecessor.
///
/// # Variables
///
/// The successor variables: one for each arc, in the order of tail, then head. Then from(v,t), "v
/// is visited at t or later", for each vertex v but the root and each t in its S(v) but the least,
/// rising. S(v) is the set of possible order numbers of v: the times t at which the position
/// encoding (see [`POSITION`](super::position::POSITION)) allows v (with given times also those
/// between its first and its last); for a path, t + 1. Then the auxiliary variables of the
/// at-most-ones.
///
/// # Clauses
///
/// In this order: those of the successors; for each vertex, each from(v,t) implies the one before
/// it, or the empty clause if S(v) is empty; for each arc uv
///
/// - to the root: move(u,v) implies that u has the last number, unless S(u) has no other;
/// - otherwise, let T be the numbers t in S(u) for which t + 1 is in S(v). If T is empty: a unit
///   against move(u,v). If not, move(u,v) implies that u has a number of T, by a clause for each
///   side on which S(u) has more, and the same for v and the numbers t + 1; and for each t in T but
///   the least, two clauses: move(u,v) implies that from(u,t) and from(v,t+1) are equal.
///
/// The reductions (see [`Reductions`](super::reductions::Reductions)): `windows` and `parity`
/// narrow S(v), of which parity keeps every other number; `forced` and `direction` are those of the
/// successors.
///
/// # Size
///
/// With the size of the successors (A arcs, N vertices with a path's root; see `successors.rs`: A +
/// Σ V(o(v)) + Σ V(i(v)) variables), s(v) = |S(v)|, e(v,T) the number of sides, 0 to 2, on which
/// S(v) has numbers beyond T, b the arcs uv to the root with s(u) > 1, z the number of arcs that
/// cannot be used and of empty S(v):
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
/// Prefer it to `binary-order` from 12x12 on (16x16 in seconds), and to `position` everywhere; on
/// sparse graphs `vertex-elimination` is faster.
pub static UNARY_ORDER: Encoding = Encoding {
    method: "sat:unary-order",
    summary: "Hamiltonian: one variable per arc, and the time of each visit in unary; O(n²) \
              variables",
    source: "Tamura and others (Constraints 14, 2009); Velev and Gao (SARA 2009)",
    decision_order,
    write,
    minds: TIMED_TOURS,
    ..SUCCESSORS
};

/// Arcs first: on closed knight's tours of 10x10 to 12x14 varisat then takes a tenth to two thirds
/// of its time, on 16x16 half, but on 14x14 ten times as much.
fn decision_order(model: &Model, options: Options) -> DecisionOrder {
    let successors = |model| Successors::new(model, options);
    let true_first = model.as_hamiltonian().map_or(0, |model| successors(model).arcs.len());
    DecisionOrder { true_first, others_last: false }
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let successors = Successors::of(model, formula)?;
    let numbers = successors.order_numbers();
    let but_least = |vertex| {
        let window = numbers.of(vertex);
        Window { first: window.first + window.by, ..window }
    };
    let chains = formula.group((0..numbers.len()).map(but_least).collect())?;
    successors.clauses(formula)?;
    let times = Times { numbers, chains };
    times.clauses(&successors, formula)?;
    let reduced = successors.reduced_with_times();
    Ok(Numbered::written(successors, formula, reduced, move |variable, label| {
        let (vertex, time) = times.chains.named(variable)?;
        Some(format!("from({},{time})", label(vertex)))
    }))
}

/// The numbered variables.
struct Times {
    numbers: OrderNumbers,
    /// The numbers of each vertex but its least.
    chains: VariableGroup,
}

/// The value of a "then or later" literal, if known.
enum Known {
    Always,
    Never,
    If(Lit),
}

impl Times {
    /// Whether a vertex is visited at a time or later.
    fn from(&self, vertex: u32, time: u64) -> Known {
        let Window { first, by, .. } = self.numbers.of(vertex);
        if time <= first && self.numbers.of(vertex).len() > 0 {
            return Known::Always;
        }
        self.chains.at(vertex, time.max(first + by)).map_or(Known::Never, Known::If)
    }

    fn clauses(
        &self,
        successors: &Successors<'_>,
        formula: &mut Formula<'_>,
    ) -> Result<(), EncodeError> {
        for vertex in 0..self.numbers.len() {
            if self.numbers.of(vertex).len() == 0 {
                formula.add_clause(&[])?;
            }
            formula.chain(self.chains.of(vertex))?;
        }
        // A clause: if all premises hold, then "then or later".
        let mut imply = |premises: &[Lit], known: Known| {
            let mut clause: Vec<Lit> = premises.iter().map(|&literal| !literal).collect();
            match known {
                Known::Always => return Ok(()),
                Known::Never => {}
                Known::If(literal) => clause.push(literal),
            }
            formula.add_clause(&clause)
        };
        let not = |known: Known| match known {
            Known::Always => Known::Never,
            Known::Never => Known::Always,
            Known::If(literal) => Known::If(!literal),
        };
        for (arc, (tail, head)) in (0..).zip(successors.arcs.iter()) {
            let arc = Successors::literal(arc);
            let numbers = self.numbers.step(tail, head);
            if numbers.len() == 0 {
                imply(&[arc], Known::Never)?;
                continue;
            }
            imply(&[arc], self.from(tail, numbers.first))?;
            imply(&[arc], not(self.from(tail, numbers.end)))?;
            if head == successors.root {
                continue;
            }
            imply(&[arc], self.from(head, numbers.first + 1))?;
            imply(&[arc], not(self.from(head, numbers.end + 1)))?;
            for time in numbers.numbers().skip(1) {
                let Known::If(here) = self.from(tail, time) else { continue };
                let Known::If(there) = self.from(head, time + 1) else { continue };
                imply(&[arc, here], Known::If(there))?;
                imply(&[arc, there], Known::If(here))?;
            }
        }
        Ok(())
    }
}
