//! The position encoding: which vertex is visited at which time.

use rustsat::types::Lit;

use super::{
    Hamiltonian,
    successors::{SUCCESSORS, moves},
    windows::Windows,
};
use crate::{
    clause::Assignment,
    constraints::TIMED_TOURS,
    encoding::{EncodeError, Encoded, Encoding, Options, ReadError, Reading, Reduced, Written},
    flat_lists::FlatLists,
    formula::Formula,
    model::{Model, Witness},
};

/// Position (time) encoding of a Hamiltonian path or cycle.
///
/// # Variables
///
/// at(v,t), "vertex v is visited at time t", 0 ≤ t < n, for each *allowed* pair, in the order of t,
/// then v; then the auxiliary variables of the at-most-ones.
///
/// A pair is allowed unless one of these rules excludes it, where d is the distance in the graph
/// (infinite without a path) and s the first vertex: the model's start; for a cycle without one,
/// the first of the vertices of least degree; otherwise unknown.
///
/// - s has time 0 only; any other v only t ≥ d(s,v), and on a cycle t ≤ n - d(s,v).
/// - The end e of a path has time n-1 only; any other v only t ≤ n-1 - d(e,v).
/// - On a bipartite graph the vertices of one colour have even times only, the others odd ones: s
///   even ones; without s, e those of the parity of n-1; without either, for odd n, the larger
///   class even ones. (The least vertices of all components count as one colour. For even n without
///   s and e nothing is known.)
/// - A vertex with a given time has this time only. Any other v has, between a vertex a with a given
///   time i and the vertex b with the next one j, only the times t with i + d(a,v) ≤ t ≤ j - d(v,b),
///   where the ways lead past all vertices with given times; s and e count as such vertices.
///
/// # Clauses
///
/// In this order: for each vertex, some time, at most one; for each time, some vertex, at most one;
/// for each time, at(v,t) implies some neighbour at t-1 for all v, then some neighbour at t+1
/// (around the end for a cycle); for each given edge uv, at(u,t) implies at(v,t-1) or at(v,t+1) for
/// all t, and the same with u and v exchanged (in a directed model v comes after u); for a cycle of
/// undirected edges, at(v,n-1) implies a lesser vertex at time 1, which keeps one of its two
/// directions.
///
/// The reductions (see [`Reductions`](super::reductions::Reductions)): without `windows` the
/// distances only fix the first and the last vertex; without `parity` the colours are ignored; with
/// `forced` neighbours over an edge that cannot be used are left out of the clauses; without
/// `direction` the last group of clauses is left out.
///
/// # Size
///
/// With A the number of allowed pairs, a(v) and a(t) those of a vertex and of a time, V(k) and C(k)
/// the variables and clauses of the at-most-one over k literals (see
/// [`AtMostOne`](crate::at_most_one::AtMostOne)), sums over all vertices, all times and all given
/// edges uv:
///
/// - variables: A + Σ V(a(v)) + Σ V(a(t))
/// - clauses of a cycle: 2n + Σ C(a(v)) + Σ C(a(t)) + 2A + Σ (a(u) + a(v)) + a(n-1), the last
///   only where one direction is kept
/// - clauses of a path: 2n + Σ C(a(v)) + Σ C(a(t)) + 2A - a(0) - a(n-1) + Σ (a(u) + a(v))
///
/// At most n² variables and O(n³) clauses with pairwise at-most-ones; for n = 0 and for a cycle of
/// fewer than three vertices (two if directed) just the empty clause.
///
/// # Source and use
///
/// Source: the direct encoding as in Hertel, Hertel and Urquhart, "Formalizing dangerous
/// SAT encodings" (SAT 2007); distance reductions as in Zhou, "In pursuit of an efficient
/// SAT encoding for the Hamiltonian cycle problem" (CP 2020).
///
/// Prefer it for exports (it is complete without refinement) and for a few hundred vertices at
/// most; for larger graphs `cuts` is much faster.
pub static POSITION: Encoding = Encoding {
    method: "sat:position",
    summary: "Hamiltonian: at(vertex, time), with distance and parity reductions; O(n²) variables",
    source: "Hertel, Hertel and Urquhart (SAT 2007); Zhou (CP 2020)",
    bytes,
    write,
    minds: TIMED_TOURS,
    ..SUCCESSORS
};

fn bytes(model: &Model) -> u64 {
    // The vertices at each time are listed; vectors grow by doubling.
    let n = model.as_hamiltonian().map_or(0, |model| u64::from(model.vertices()));
    let pairs = n.saturating_mul(n).saturating_mul(2 * size_of::<u32>() as u64);
    model.bytes().saturating_add(pairs)
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let model = formula.stated(model.as_hamiltonian())?;
    let options = formula.options;
    let windows = Windows::new(model, options.reductions);
    let pairs = formula.check(windows.pairs())?;
    if model.is_too_small() {
        formula.add_clause(&[])?;
        return Ok(Box::new(TimeGrid::new(model, options, Windows::default())));
    }
    // Each pair implies one an instant before and one after; at the ends of a path one is missing.
    formula.expect(2 * u64::from(pairs))?;
    let mut grid = TimeGrid::new(model, options, windows);
    formula.numbered(pairs)?;
    let forced = grid.clauses(formula)?;
    grid.variables = formula.variables();
    let direction = grid.turned().count() as u64;
    grid.reduced = Reduced { forced, direction, ..grid.windows.reduced };
    Ok(Box::new(grid))
}

/// The encoded model.
struct TimeGrid<'m> {
    model: &'m Hamiltonian,
    options: Options,
    windows: Windows,
    /// The vertices allowed at each time, in the order of their variables.
    allowed: FlatLists<u32>,
    reduced: Reduced,
    variables: u32,
}

impl<'m> TimeGrid<'m> {
    fn new(model: &'m Hamiltonian, options: Options, windows: Windows) -> Self {
        let mut allowed = FlatLists::default();
        let vertices = 0..windows.vertices();
        for time in vertices.clone() {
            let is_allowed = |&vertex: &u32| windows.allows(vertex, time);
            allowed.push(vertices.clone().filter(is_allowed));
        }
        Self { model, options, windows, allowed, reduced: Reduced::default(), variables: 0 }
    }

    fn at(&self, vertex: u32, time: u32) -> Option<Lit> {
        let index = self.allowed.get(time as usize).binary_search(&vertex).ok()?;
        Some(Lit::positive((self.allowed.range(time as usize).start + index) as u32))
    }

    fn at_time(&self, time: u32) -> impl Iterator<Item = (u32, Lit)> + '_ {
        let begin = self.allowed.range(time as usize).start as u32;
        let vertices = self.allowed.get(time as usize).iter().copied();
        vertices.zip((begin..).map(Lit::positive))
    }

    /// The times of a vertex.
    fn times(&self, vertex: u32) -> impl Iterator<Item = u32> + '_ {
        self.windows.times(vertex)
    }

    /// The vertices at the last time, if one direction is kept.
    fn turned(&self) -> impl Iterator<Item = (u32, Lit)> + '_ {
        let last = self.windows.vertices().checked_sub(1);
        let last = last.filter(|_| self.model.keeps_direction(self.options.reductions));
        last.into_iter().flat_map(|last| self.at_time(last))
    }

    /// Writes the clauses; returns how many edges are decided.
    fn clauses(&self, formula: &mut Formula<'_>) -> Result<u64, EncodeError> {
        let Self { model, options, .. } = self;
        let n = self.windows.vertices();
        let mut literals = Vec::new();
        for vertex in 0..n {
            literals.clear();
            literals.extend(self.times(vertex).filter_map(|time| self.at(vertex, time)));
            formula.one_of(&literals)?;
        }
        for time in 0..n {
            literals.clear();
            literals.extend(self.at_time(time).map(|(_, literal)| literal));
            formula.one_of(&literals)?;
        }
        let (arcs, forced) = moves(model, options.reductions);
        let before = |time: u32| time.checked_sub(1).or(model.closed.then_some(n - 1));
        let after = |time: u32| {
            if time + 1 < n { Some(time + 1) } else { model.closed.then_some(0) }
        };
        for time in 0..n {
            for (beside, is_before) in [(before(time), true), (after(time), false)] {
                let Some(beside) = beside else { continue };
                for (vertex, literal) in self.at_time(time) {
                    literals.clear();
                    literals.push(!literal);
                    let add = |other| literals.extend(self.at(other, beside));
                    if is_before {
                        arcs.predecessors(vertex).for_each(add);
                    } else {
                        arcs.successors(vertex).iter().copied().for_each(add);
                    }
                    formula.add_clause(&literals)?;
                }
            }
        }
        for &(u, v) in &model.given {
            for (vertex, partner) in [(u, v), (v, u)] {
                for time in self.times(vertex) {
                    literals.clear();
                    literals.extend(self.at(vertex, time).map(|literal| !literal));
                    let mut beside = [before(time), after(time)];
                    if model.is_directed() {
                        beside[usize::from(vertex != u)] = None;
                    }
                    let beside = beside.into_iter().flatten();
                    literals.extend(beside.filter_map(|time| self.at(partner, time)));
                    formula.add_clause(&literals)?;
                }
            }
        }
        for (last, literal) in self.turned() {
            literals.clear();
            literals.push(!literal);
            let second = self.at_time(1).filter(|&(second, _)| second < last);
            literals.extend(second.map(|(_, literal)| literal));
            formula.add_clause(&literals)?;
        }
        Ok(forced)
    }
}

impl Encoded for TimeGrid<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let &vertex = self.allowed.items().get(variable as usize)?;
        let time = self.allowed.list_of(variable as usize);
        Some(format!("at({},{time})", label(vertex)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let mut path = Vec::with_capacity(self.windows.vertices() as usize);
        for time in 0..self.windows.vertices() {
            let mut standing =
                self.at_time(time).filter(|&(_, literal)| assignment.satisfies(literal));
            let (vertex, _) = standing.next().ok_or(ReadError::EmptyTime(time))?;
            if standing.next().is_some() {
                return Err(ReadError::SharedTime(time));
            }
            path.push(vertex);
        }
        Ok(Reading::Witness(Witness::Path(path)))
    }

    fn reduced(&self) -> Reduced {
        self.reduced
    }

    fn projection(&self) -> Option<u32> {
        Some(self.allowed.items().len() as u32)
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let first = self.windows.first.unwrap_or(0);
        let path = self.model.written_from(first, witness.numbers(), self.options.reductions);
        let literals = (0..).zip(path).filter_map(|(time, vertex)| self.at(vertex, time));
        literals.map(|literal| !literal).collect()
    }
}
