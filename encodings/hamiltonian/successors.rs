//! Successor variables: which vertex follows which, the base of all order encodings.

use rustsat::types::Lit;

use super::{
    Hamiltonian,
    arcs::Arcs,
    forcing,
    reductions::{Reduced, Reductions},
    times::VisitTimes,
    windows::{OrderNumbers, Windows},
};
use crate::{
    constraints::DIRECTED_TOURS,
    encoding::{EncodeError, Encoding, Options, UsedOptions},
    formula::{Formula, VariableGroup, Window},
    lattice::Lattice,
    model::Model,
};

/// The common fields of all encodings over successors.
pub(super) const SUCCESSORS: Encoding = Encoding {
    uses: UsedOptions::BOTH,
    takes: |model| model.as_hamiltonian().is_some(),

    minds: DIRECTED_TOURS,
    bytes: Successors::bytes,
    ..Encoding::BASE
};

/// A Hamiltonian cycle through a root, as successor variables.
///
/// The root of a cycle model is its start, or the first of the vertices of least degree. A path
/// becomes a cycle through one more vertex, number n, which is the root: the path begins after it
/// and ends before it. An undirected edge is two arcs.
///
/// # Variables
///
/// One for each arc, in the order of tail, then head: move(a,b) means that b follows a. For a path
/// without a start, the arcs from the root are start(v); without an end, those to the root are
/// end(v) (with a fixed start or end there is one). With [`Reductions::forced`], arcs that cannot
/// be used are left out, as are those that no witness can use: into the start and out of the end.
///
/// # Clauses
///
/// In this order: for each vertex some arc leads out, then at most one; for each vertex some arc
/// leads in, then at most one; for each pair of opposite arcs not both, which would be a cycle of
/// two vertices (except at a path's root, and if there are only two); for each given edge one of its
/// arcs; with [`Reductions::direction`], for each arc from a to the root of a cycle of undirected
/// edges, an arc from the root to a lesser vertex than a.
///
/// # Size
///
/// With N vertices (including the root of a path), A arcs, o(v) and i(v) those out of and into a
/// vertex, V(k) and C(k) the variables and clauses of the at-most-one over k literals, p pairs of
/// opposite arcs, g given edges and r arcs into the root:
///
/// - variables: A + Σ V(o(v)) + Σ V(i(v))
/// - clauses: 2N + Σ C(o(v)) + Σ C(i(v)) + p + g + r, p and r only where those clauses are written
///
/// For a cycle of fewer than three vertices (two if directed) just the empty clause.
///
/// Source: for the successor variables Prestwich, "SAT problems with chains of dependent
/// variables" (Discrete Applied Mathematics 130, 2003).
pub(super) struct Successors<'m> {
    pub model: &'m Hamiltonian,
    pub arcs: Arcs,
    /// Where the cycle begins and ends.
    pub root: u32,
    /// When each vertex of the model can be visited, from 0.
    pub windows: Windows,
    pub options: Options,
    forced: u64,
}

impl<'m> Successors<'m> {
    /// The arcs of a model. O(n + m).
    pub fn new(model: &'m Hamiltonian, options: Options) -> Self {
        let n = model.vertices();
        let windows = Windows::new(model, options.reductions);
        if model.is_too_small() {
            let arcs = Arcs::new(0, std::iter::empty());
            return Self { model, arcs, root: 0, windows, options, forced: 0 };
        }
        let root = if model.closed { windows.first.unwrap_or(0) } else { n };
        let mut all = possible(model);
        if !model.closed && !model.times.is_empty() {
            // Counters at half the pace do not tell the colour of the first vertex.
            let may_be = |vertex, time| vertex == n || windows.allows(vertex, time);
            let is_kept = |&(tail, head): &(u32, u32)| match (tail == n, head == n) {
                (true, _) => may_be(head, 0),
                (_, true) => may_be(tail, n - 1),
                _ => true,
            };
            all = Arcs::new(n + 1, all.iter().filter(is_kept).collect::<Vec<_>>().into_iter());
        }
        let (arcs, forced) =
            if options.reductions.forced { reduced(model, &all) } else { (all, 0) };
        Self { model, arcs, root, windows, options, forced }
    }

    /// The arcs of a model, with their variables in its formula; other variables come after them.
    ///
    /// # Errors
    /// [`EncodeError`] if the encoding does not state it, or they cannot be numbered.
    pub fn of(model: &'m Model, formula: &mut Formula<'_>) -> Result<Self, EncodeError> {
        let successors = Self::new(formula.stated(model.as_hamiltonian())?, formula.options);
        formula.numbered(successors.arcs.len())?;
        Ok(successors)
    }

    /// Bytes that the graph of a model and its arcs will take at their peak.
    pub fn bytes(model: &Model) -> u64 {
        let Some(hamiltonian) = model.as_hamiltonian() else { return 0 };
        // Of a graph that is not built yet there is a lattice.
        let lattice = Some(hamiltonian.ground()).filter(|_| hamiltonian.graph_bytes() > 0);
        let edges = || 2 * u64::from(hamiltonian.graph().edges());
        let arcs = lattice.map_or_else(edges, Lattice::arcs_bound);
        // A path has two more per vertex. A list of pairs, all arcs and the remaining ones: 8 and
        // 12 bytes, doubled for growing vectors; plus the arrays by vertex.
        let arcs = arcs.saturating_add(2 * u64::from(hamiltonian.vertices()));
        let times = !hamiltonian.times.is_empty();
        let times = if times { VisitTimes::bytes(hamiltonian.vertices()) } else { 0 };
        model.bytes().saturating_add(arcs.saturating_mul(64)).saturating_add(times)
    }

    /// Number of vertices of the cycle, including the root of a path.
    pub fn vertices(&self) -> u32 {
        self.arcs.vertices()
    }

    /// The order numbers that the windows allow. O(n).
    pub fn order_numbers(&self) -> OrderNumbers {
        OrderNumbers::new(&self.windows, self.vertices(), self.root)
    }

    /// A group of variables `0..count` for each vertex but the root.
    pub fn numbers(
        &self,
        formula: &mut Formula<'_>,
        count: u64,
    ) -> Result<VariableGroup, EncodeError> {
        let of = |vertex| Window::below(if vertex == self.root { 0 } else { count });
        formula.group((0..self.vertices()).map(of).collect())
    }

    /// The literal of an arc.
    pub fn literal(arc: u32) -> Lit {
        Lit::positive(arc)
    }

    /// The arcs into the root, if one direction is kept.
    fn turned(&self) -> &[u32] {
        let keeps = self.model.keeps_direction(self.options.reductions);
        if keeps { self.arcs.incoming(self.root) } else { &[] }
    }

    /// The effect of the reductions that are not about times.
    pub fn reduced(&self) -> Reduced {
        let direction = if self.model.is_too_small() { 0 } else { self.turned().len() as u64 };
        Reduced { forced: self.forced, direction, ..Reduced::default() }
    }

    /// The effect of all reductions.
    pub fn reduced_with_times(&self) -> Reduced {
        let Reduced { parity, windows, .. } = self.windows.reduced;
        Reduced { parity, windows, ..self.reduced() }
    }

    /// Writes the clauses.
    ///
    /// # Errors
    /// [`EncodeError::Interrupted`] when the sink says so.
    pub fn clauses(&self, formula: &mut Formula<'_>) -> Result<(), EncodeError> {
        self.clauses_with_pairs(0, formula)
    }

    /// The same with pairwise at-most-ones over this many literals or fewer.
    ///
    /// # Errors
    /// As [`Successors::clauses`].
    pub fn clauses_with_pairs(
        &self,
        most: usize,
        formula: &mut Formula<'_>,
    ) -> Result<(), EncodeError> {
        if self.model.is_too_small() {
            return Ok(formula.add_clause(&[])?);
        }
        let is_timeless = |vertex| self.windows.of(vertex).len() == 0;
        if !self.model.times.is_empty() && (0..self.windows.vertices()).any(is_timeless) {
            formula.add_clause(&[])?;
        }
        let mut literals: Vec<Lit> = Vec::new();
        let mut exactly_one = |arcs: &mut dyn Iterator<Item = u32>| {
            literals.clear();
            literals.extend(arcs.map(Self::literal));
            if literals.len() <= most {
                formula.exactly_one(&literals)
            } else {
                formula.one_of(&literals)
            }
        };
        for vertex in 0..self.vertices() {
            exactly_one(&mut self.arcs.outgoing(vertex))?;
        }
        for vertex in 0..self.vertices() {
            exactly_one(&mut self.arcs.incoming(vertex).iter().copied())?;
        }
        for (arc, (tail, head)) in (0..).zip(self.arcs.iter()) {
            let is_edge = tail < head && (self.model.closed || head != self.root);
            if is_edge
                && self.vertices() > 2
                && let Some(back) = self.arcs.between(head, tail)
            {
                formula.add_clause(&[!Self::literal(arc), !Self::literal(back)])?;
            }
        }
        for &(a, b) in &self.model.given {
            literals.clear();
            literals.extend(self.arcs.between(a, b).map(Self::literal));
            if !self.model.is_directed() {
                literals.extend(self.arcs.between(b, a).map(Self::literal));
            }
            formula.add_clause(&literals)?;
        }
        for &arc in self.turned() {
            let last = self.arcs.ends(arc).0;
            literals.clear();
            literals.push(!Self::literal(arc));
            let lesser = self.arcs.outgoing(self.root).filter(|&arc| self.arcs.ends(arc).1 < last);
            literals.extend(lesser.map(Self::literal));
            formula.add_clause(&literals)?;
        }
        Ok(())
    }
}

/// The arcs that a witness may use.
fn possible(model: &Hamiltonian) -> Arcs {
    let (n, closed) = (model.vertices(), model.closed);
    // The start of a path with several vertices is not its end.
    let begins = |&v: &u32| !closed && model.may_start(v) && (model.end != Some(v) || n == 1);
    let ends = |v: u32| !closed && model.may_end(v) && (model.start != Some(v) || n == 1);
    let from = |vertex: u32| {
        let is_inner = move |&other: &u32| model.end != Some(vertex) && model.start != Some(other);
        let successors = model.successors(vertex).map(|(other, _)| other);
        let successors = successors.filter(move |other| closed || is_inner(other));
        successors.chain(ends(vertex).then_some(n)).map(move |other| (vertex, other))
    };
    let starts = (0..n).filter(begins).map(|vertex| (n, vertex));
    Arcs::new(n + u32::from(!closed), (0..n).flat_map(from).chain(starts))
}

/// The arcs without those that cannot be used, and how many arcs are decided.
fn reduced(model: &Hamiltonian, all: &Arcs) -> (Arcs, u64) {
    let (root, graph, is_directed) = (model.vertices(), model.graph(), model.is_directed());
    let forced =
        if is_directed { forcing::of_arcs(all, &model.given) } else { forcing::of_edges(model) };
    // What is decided has this number.
    let number = |arc: u32, (tail, head): (u32, u32)| match (tail == root, head == root) {
        _ if is_directed => Some(arc),
        (true, _) => Some(graph.edges() + head),
        (_, true) => Some(graph.edges() + tail),
        _ => graph.edge_between(tail, head),
    };
    let is_kept = |&(arc, ends): &(u32, (u32, u32))| {
        number(arc, ends).is_none_or(|number| !forced.removed.contains(number as usize))
    };
    let is_own = |number: u32| {
        if !is_directed {
            return number < graph.edges();
        }
        let (tail, head) = all.ends(number);
        tail < root && head < root
    };
    let kept = (0..).zip(all.iter()).filter(is_kept).map(|(_, ends)| ends);
    (Arcs::new(all.vertices(), kept), forced.count(is_own))
}

/// The moves of a model without those that cannot be made, and how many are decided. O(n + m).
pub(super) fn moves(model: &Hamiltonian, reductions: Reductions) -> (Arcs, u64) {
    let n = model.vertices();
    if !reductions.forced || model.is_too_small() {
        return (Arcs::new(n, model.arcs()), 0);
    }
    let (arcs, forced) = reduced(model, &possible(model));
    (Arcs::new(n, arcs.iter().filter(|&(tail, head)| tail < n && head < n)), forced)
}
