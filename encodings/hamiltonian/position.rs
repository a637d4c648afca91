//! The position encoding: which vertex is visited at which time.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::{
    Hamiltonian,
    arcs::Arcs,
    successors::{SUCCESSORS, moves},
    windows::Windows,
};
use crate::{
    clause::{Assignment, ClauseSink},
    encoding::{
        EncodeError, Encoded, Encoding, Options, ReadError, Reading, Reduced, Written,
        check_numbering,
    },
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
/// most; beyond that `cuts` is far ahead.
pub static POSITION: Encoding = Encoding {
    name: "position",
    summary: "Hamiltonian: at(vertex, time), with distance and parity reductions; O(n²) variables",
    bytes,
    write,
    ..SUCCESSORS
};

fn bytes(model: &Model) -> u64 {
    // The vertex-time pairs are listed.
    let n = model.as_hamiltonian().map_or(0, |model| u64::from(model.vertices()));
    let pairs = n.saturating_mul(n).saturating_mul(size_of::<(u32, u32)>() as u64);
    model.bytes().saturating_add(pairs)
}

fn write<'m>(model: &'m Model, options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let hamiltonian = POSITION.stated(model.as_hamiltonian())?;
    let windows = Windows::new(hamiltonian, options.reductions);
    check_numbering(POSITION.name, windows.pairs())?;
    let mut variables = BasicVarManager::default();
    if hamiltonian.is_too_small() {
        sink.add_clause(&[])?;
        let grid = TimeGrid::new(Windows::empty(), &mut variables);
        let (closed, turns, reduced) = (hamiltonian.closed, false, Reduced::default());
        return Ok(Box::new(EncodedPositions { grid, closed, turns, reduced, variables: 0 }));
    }
    let turns = turns(hamiltonian, options);
    let (parity, by_distance) = (windows.ruled_out.1, windows.ruled_out.0);
    let grid = TimeGrid::new(windows, &mut variables);
    let forced = grid.clauses(hamiltonian, options, &mut variables, sink)?;
    let last = grid.windows.vertices.checked_sub(1).filter(|_| turns);
    let direction = last.map_or(0, |last| grid.at_time(last).count() as u64);
    let reduced = Reduced { parity, windows: by_distance, forced, direction };
    let (closed, variables) = (hamiltonian.closed, variables.n_used());
    Ok(Box::new(EncodedPositions { grid, closed, turns, reduced, variables }))
}

/// Whether one direction of a cycle is kept.
fn turns(model: &Hamiltonian, options: Options) -> bool {
    model.closed && !model.is_directed() && options.reductions.direction
}

/// The numbered variables.
struct TimeGrid {
    windows: Windows,
    /// The allowed pairs (time, vertex) in the order of their variables.
    pairs: Vec<(u32, u32)>,
    /// Index into `pairs` where each time begins, with one more entry at the end.
    time_begins: Vec<usize>,
}

impl TimeGrid {
    fn new(windows: Windows, variables: &mut BasicVarManager) -> Self {
        let mut pairs = Vec::new();
        let mut time_begins = Vec::new();
        for time in 0..windows.vertices {
            time_begins.push(pairs.len());
            pairs.extend(
                (0..windows.vertices)
                    .filter(|&vertex| windows.allows(vertex, time))
                    .map(|vertex| (time, vertex)),
            );
        }
        time_begins.push(pairs.len());
        variables.increase_next_free(Var::new(pairs.len() as u32));
        Self { windows, pairs, time_begins }
    }

    fn at(&self, vertex: u32, time: u32) -> Option<Lit> {
        let begin = self.time_begins[time as usize];
        let pairs = &self.pairs[begin..self.time_begins[time as usize + 1]];
        let index = pairs.binary_search(&(time, vertex)).ok()?;
        Some(Var::new((begin + index) as u32).pos_lit())
    }

    fn at_time(&self, time: u32) -> impl Iterator<Item = (u32, Lit)> + '_ {
        let begin = self.time_begins[time as usize];
        let end = self.time_begins[time as usize + 1];
        self.pairs[begin..end]
            .iter()
            .enumerate()
            .map(move |(index, &(_, vertex))| (vertex, Var::new((begin + index) as u32).pos_lit()))
    }

    fn clauses(
        &self,
        model: &Hamiltonian,
        options: Options,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<u64, EncodeError> {
        let n = self.windows.vertices;
        let mut literals = Vec::new();
        for vertex in 0..n {
            literals.clear();
            literals.extend(self.windows.times(vertex).filter_map(|time| self.at(vertex, time)));
            sink.add_clause(&literals)?;
            options.at_most_one.encode(&literals, variables, sink)?;
        }
        for time in 0..n {
            literals.clear();
            literals.extend(self.at_time(time).map(|(_, literal)| literal));
            sink.add_clause(&literals)?;
            options.at_most_one.encode(&literals, variables, sink)?;
        }
        let (arcs, forced): (Arcs, u64) = moves(model, options.reductions);
        let before = |time: u32| time.checked_sub(1).or(model.closed.then_some(n - 1));
        let after = |time: u32| {
            if time + 1 < n { Some(time + 1) } else { model.closed.then_some(0) }
        };
        for time in 0..n {
            if let Some(before) = before(time) {
                for (vertex, literal) in self.at_time(time) {
                    literals.clear();
                    literals.push(!literal);
                    let from = arcs.predecessors(vertex);
                    literals.extend(from.filter_map(|other| self.at(other, before)));
                    sink.add_clause(&literals)?;
                }
            }
            if let Some(after) = after(time) {
                for (vertex, literal) in self.at_time(time) {
                    literals.clear();
                    literals.push(!literal);
                    let to = arcs.successors(vertex).iter();
                    literals.extend(to.filter_map(|&other| self.at(other, after)));
                    sink.add_clause(&literals)?;
                }
            }
        }
        for &(u, v) in &model.given {
            for (vertex, partner) in [(u, v), (v, u)] {
                for time in self.windows.times(vertex) {
                    literals.clear();
                    literals.extend(self.at(vertex, time).map(|literal| !literal));
                    let mut beside = [before(time), after(time)];
                    if model.is_directed() {
                        beside[usize::from(vertex != u)] = None;
                    }
                    let beside = beside.into_iter().flatten();
                    literals.extend(beside.filter_map(|time| self.at(partner, time)));
                    sink.add_clause(&literals)?;
                }
            }
        }
        if turns(model, options) {
            for (last, literal) in self.at_time(n - 1) {
                literals.clear();
                literals.push(!literal);
                let second = self.at_time(1).filter(|&(second, _)| second < last);
                literals.extend(second.map(|(_, literal)| literal));
                sink.add_clause(&literals)?;
            }
        }
        Ok(forced)
    }
}

/// The encoded model.
struct EncodedPositions {
    grid: TimeGrid,
    closed: bool,
    /// Whether one direction is kept.
    turns: bool,
    reduced: Reduced,
    variables: u32,
}

impl Encoded for EncodedPositions {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let &(time, vertex) = self.grid.pairs.get(variable as usize)?;
        Some(format!("at({},{time})", label(vertex)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let mut path = Vec::with_capacity(self.grid.windows.vertices as usize);
        for time in 0..self.grid.windows.vertices {
            let mut standing =
                self.grid.at_time(time).filter(|&(_, literal)| assignment.satisfies(literal));
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
        Some(self.grid.pairs.len() as u32)
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let path = witness.numbers();
        let n = path.len();
        let offset = match self.grid.windows.first {
            Some(first) if self.closed => {
                path.iter().position(|&vertex| vertex == first).unwrap_or(0)
            }
            _ => 0,
        };
        let turned = |time: usize| path[(time + offset) % n];
        let backward = self.turns && n > 1 && turned(1) > turned(n - 1);
        let literals = (0..n).filter_map(|time| {
            let vertex = if backward { turned((n - time) % n) } else { turned(time) };
            self.grid.at(vertex, time as u32)
        });
        literals.map(|literal| !literal).collect()
    }
}
