//! The cuts encoding: degree constraints now, subtour cuts when they are needed.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::{
    Hamiltonian,
    components::{Components, NONE, walk},
    directed_cuts,
    forcing::{self, Forced},
    merging::TwoFactor,
};
use crate::{
    cardinality::{exactly_two, exactly_two_size},
    clause::{Assignment, ClauseSink},
    encoding::{
        EncodeError, Encoded, Encoding, Options, ReadError, Reading, Reduced, Size, check_numbering,
    },
    model::{Model, Witness},
};

/// Degree constraints over one variable an edge; connectivity by cuts added while solving.
///
/// What follows is for undirected models. A directed one has the variables, clauses and size of
/// successor variables (see `successors.rs`), and "some arc leaves S" for each component S.
///
/// # Variables
///
/// move(e) for every edge e, in the order of the graph's edge numbers: the edge is used. A
/// solver should try these true first ([`Encoding::true_first`]): the clauses then fill up
/// to a 2-factor almost without conflict (100x100 knight's tour: 0.1 s instead of 4 to 19 s
/// with false first). For a path without a start, start(v) for every vertex; without an end,
/// end(v); behind them the auxiliary variables of the constraints.
///
/// # Clauses
///
/// In this order: at each vertex v, exactly two of its edges, start(v), end(v), where a fixed
/// start or end counts as one of the two; of the start(v) exactly one; of the end(v) exactly
/// one; for each given edge a unit, or the empty clause if the graph has no such edge. The
/// exactly-two is written as plain clauses up to
/// [`PLAIN_LIMIT`](crate::cardinality::PLAIN_LIMIT) literals.
///
/// With [`Reductions::forced`](super::reductions::Reductions), behind these a unit for each edge
/// that is known to be used, or not to be; at its vertices it is counted, and left out.
///
/// A solution that is not connected is answered by cuts: for each of its components S (one of
/// them, if there are two) "some edge leaves S", which every path or cycle through all
/// vertices satisfies, whatever its ends.
///
/// # Size
///
/// With m edges of which z are decided, g given ones, d(v) the number of undecided edges at v,
/// f the number of free ends (0 for a cycle), w(v) = 2 less the used edges and the fixed ends at
/// v (for a cycle there are none), k(v) = d(v) + f, E(k) and T(k) the variables and clauses of
/// [`exactly_two`] over k literals, V(k) and C(k) those of the at-most-one (see
/// [`AtMostOne`](crate::at_most_one::AtMostOne)):
///
/// - variables: m + f·n + f·V(n) + Σ E(k(v)) over the v with w(v) = 2
/// - clauses: z + g + f·(1 + C(n)) + the sum over all v of T(k(v)) where w(v) = 2, of
///   1 + k(v)(k(v)-1)/2 where w(v) = 1, of k(v) where w(v) = 0, of 1 where w(v) < 0
///
/// For n = 0 just the empty clause.
///
/// # Source and use
///
/// Source: the relaxation of Dantzig, Fulkerson and Johnson (1954); for SAT: Soh, Le Berre,
/// Roussel, Banbara and Tamura, "Incremental SAT-based method with native Boolean
/// cardinality handling for the Hamiltonian cycle problem" (JELIA 2014), whose cuts forbid
/// a cycle's edges; ours ask for an edge that leaves its vertices, which is stronger.
///
/// Prefer it everywhere but where the graph falls apart into many short cycles and no
/// tour exists (7x7 closed without the parity argument never ends).
pub struct Cuts;

impl Encoding for Cuts {
    fn name(&self) -> &'static str {
        "cuts"
    }

    fn summary(&self) -> &'static str {
        "Hamiltonian: one variable an edge, degree constraints, subtour cuts between solves"
    }

    fn complete(&self) -> bool {
        false
    }

    fn supports(&self, model: &Model) -> bool {
        model.as_hamiltonian().is_some()
    }

    fn true_first(&self, model: &Model) -> u32 {
        let undirected = model.as_hamiltonian().filter(|model| !model.is_directed());
        undirected.map_or(0, |model| model.graph().edges())
    }

    fn size(&self, model: &Model, options: Options) -> Size {
        let Some(model) = model.as_hamiltonian() else {
            return Size::default();
        };
        if model.is_directed() {
            return directed_cuts::size(model, options);
        }
        let forced = decided(model, options);
        size_with(model, &forced, options)
    }

    fn encode<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(model) = model.as_hamiltonian() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        if model.is_directed() {
            check_numbering(self.name(), directed_cuts::size(model, options))?;
            return directed_cuts::encode(model, options, sink);
        }
        let forced = decided(model, options);
        check_numbering(self.name(), size_with(model, &forced, options))?;
        let graph = model.graph();
        let ends = Ends::of(model);
        let reduced =
            Reduced { forced: decided_edges(model, &forced).count() as u64, ..Reduced::default() };
        if graph.vertices() == 0 {
            sink.add_clause(&[])?;
            return Ok(Box::new(Degrees { model, ends, reduced, variables: 0 }));
        }
        let puzzle_variables = graph.edges() + ends.free() as u32 * graph.vertices();
        let mut variables = BasicVarManager::default();
        if let Some(last) = puzzle_variables.checked_sub(1) {
            variables.mark_used(Var::new(last));
        }
        let mut literals = Vec::new();
        for vertex in 0..graph.vertices() {
            literals.clear();
            let edges = graph.edge_numbers(vertex).iter().copied();
            literals.extend(edges.filter(|&edge| !forced.decides(edge)).map(used));
            literals.extend(ends.starts.map(|first| Var::new(first + vertex).pos_lit()));
            literals.extend(ends.ends.map(|first| Var::new(first + vertex).pos_lit()));
            match wanted(model, &forced, vertex) {
                2 => exactly_two(&literals, &mut variables, sink)?,
                1 => {
                    sink.add_clause(&literals)?;
                    for second in 1..literals.len() {
                        for first in 0..second {
                            sink.add_clause(&[!literals[first], !literals[second]])?;
                        }
                    }
                }
                0 => {
                    for &literal in &literals {
                        sink.add_clause(&[!literal])?;
                    }
                }
                _ => sink.add_clause(&[])?,
            }
        }
        for first in [ends.starts, ends.ends].into_iter().flatten() {
            literals.clear();
            literals.extend((0..graph.vertices()).map(|vertex| Var::new(first + vertex).pos_lit()));
            sink.add_clause(&literals)?;
            options.at_most_one.encode(&literals, &mut variables, sink)?;
        }
        for &(a, b) in &model.given {
            match graph.edge_between(a, b) {
                Some(edge) => sink.add_clause(&[used(edge)])?,
                None => sink.add_clause(&[])?,
            }
        }
        for (edge, is_used) in decided_edges(model, &forced) {
            sink.add_clause(&[Var::new(edge).lit(!is_used)])?;
        }
        Ok(Box::new(Degrees { model, ends, reduced, variables: variables.n_used() }))
    }
}

/// The edges that are decided before.
fn decided(model: &Hamiltonian, options: Options) -> Forced {
    if options.reductions.forced { forcing::of_edges(model) } else { Forced::default() }
}

/// The decided edges of the graph, and whether each is used.
fn decided_edges<'f>(
    model: &Hamiltonian,
    forced: &'f Forced,
) -> impl Iterator<Item = (u32, bool)> + use<'f> {
    let edges = model.graph().edges() as usize;
    let used = forced.used.ones().take_while(move |&edge| edge < edges);
    let removed = forced.removed.ones().take_while(move |&edge| edge < edges);
    used.map(|edge| (edge as u32, true)).chain(removed.map(|edge| (edge as u32, false)))
}

/// How many undecided edges and ends there are to be at a vertex; negative where too many are
/// used.
fn wanted(model: &Hamiltonian, forced: &Forced, vertex: u32) -> i64 {
    let edges = model.graph().edge_numbers(vertex).iter();
    let used = edges.filter(|&&edge| forced.used.contains(edge as usize)).count();
    2 - i64::from(fixed_ends(model, vertex)) - used as i64
}

/// The exact size of the formula in which these edges are decided.
fn size_with(model: &Hamiltonian, forced: &Forced, options: Options) -> Size {
    let graph = model.graph();
    let free = Ends::of(model).free();
    let n = graph.vertices();
    if n == 0 {
        return Size { variables: 0, clauses: 1 };
    }
    let mut size = Size {
        variables: u64::from(graph.edges()) + free * u64::from(n),
        clauses: model.given.len() as u64 + decided_edges(model, forced).count() as u64,
    };
    let mut known = std::collections::HashMap::new();
    for vertex in 0..n {
        let edges = graph.edge_numbers(vertex).iter();
        let literals = edges.filter(|&&edge| !forced.decides(edge)).count() as u64 + free;
        match wanted(model, forced, vertex) {
            2 => {
                size +=
                    *known.entry(literals).or_insert_with(|| exactly_two_size(literals as usize));
            }
            1 => size.clauses += 1 + literals * literals.saturating_sub(1) / 2,
            0 => size.clauses += literals,
            _ => size.clauses += 1,
        }
    }
    let one_end = options.at_most_one.size(n as usize);
    for _ in 0..free {
        size += one_end;
        size.clauses += 1;
    }
    size
}

/// The literal that says that an edge is used.
fn used(edge: u32) -> Lit {
    Var::new(edge).pos_lit()
}

/// How many of the two ends of a path are fixed at this vertex.
fn fixed_ends(model: &Hamiltonian, vertex: u32) -> u32 {
    if model.closed {
        return 0;
    }
    u32::from(model.start == Some(vertex)) + u32::from(model.end == Some(vertex))
}

/// The first variables of start(v) and end(v), where those ends are free.
#[derive(Clone, Copy)]
struct Ends {
    starts: Option<u32>,
    ends: Option<u32>,
}

impl Ends {
    fn of(model: &Hamiltonian) -> Self {
        let edges = model.graph().edges();
        let starts = (!model.closed && model.start.is_none()).then_some(edges);
        let behind = edges + if starts.is_some() { model.vertices() } else { 0 };
        let ends = (!model.closed && model.end.is_none()).then_some(behind);
        Self { starts, ends }
    }

    fn free(self) -> u64 {
        u64::from(self.starts.is_some()) + u64::from(self.ends.is_some())
    }
}

/// The components of which cuts are made: all, but of two only the first, for both cuts are
/// the same edges.
fn sides(components: &Components) -> impl Iterator<Item = &[u32]> {
    let Components { order, begins, .. } = components;
    let several = if begins.len() == 2 { 1 } else { begins.len() };
    (0..several).map(move |index| {
        let finish = begins.get(index + 1).copied().unwrap_or(order.len());
        &order[begins[index]..finish]
    })
}

/// The encoded model.
struct Degrees<'m> {
    model: &'m Hamiltonian,
    ends: Ends,
    reduced: Reduced,
    variables: u32,
}

impl Degrees<'_> {
    /// The vertex of a path's end: fixed, or chosen by the assignment.
    fn end(
        &self,
        fixed: Option<u32>,
        first: Option<u32>,
        assignment: &Assignment,
    ) -> Result<Option<u32>, ReadError> {
        let Some(first) = first else { return Ok(fixed) };
        let chosen: Vec<u32> = (0..self.model.vertices())
            .filter(|&vertex| assignment.satisfies(Var::new(first + vertex).pos_lit()))
            .collect();
        match chosen[..] {
            [vertex] => Ok(Some(vertex)),
            _ => Err(ReadError::Ends(chosen.len())),
        }
    }

    /// The at most two used neighbours of every vertex.
    fn chosen(&self, assignment: &Assignment) -> Result<Vec<[u32; 2]>, ReadError> {
        let graph = self.model.graph();
        let mut chosen = vec![[NONE; 2]; graph.vertices() as usize];
        for (edge, (a, b)) in graph.edge_list().enumerate() {
            if !assignment.satisfies(used(edge as u32)) {
                continue;
            }
            for (vertex, other) in [(a, b), (b, a)] {
                let slots = &mut chosen[vertex as usize];
                let Some(slot) = slots.iter_mut().find(|slot| **slot == NONE) else {
                    return Err(ReadError::Degree { vertex, degree: 3 });
                };
                *slot = other;
            }
        }
        Ok(chosen)
    }

    /// The components of the chosen edges: first the path, or the cycle of the start.
    fn components(&self, assignment: &Assignment) -> Result<Components, ReadError> {
        let start = self.end(self.model.start, self.ends.starts, assignment)?;
        let end = self.end(self.model.end, self.ends.ends, assignment)?;
        let chosen = self.chosen(assignment)?;
        let is_end = |vertex: u32| {
            u32::from(!self.model.closed && start == Some(vertex))
                + u32::from(!self.model.closed && end == Some(vertex))
        };
        for (vertex, neighbours) in chosen.iter().enumerate() {
            let degree = neighbours.iter().filter(|&&other| other != NONE).count() as u32
                + is_end(vertex as u32);
            if degree != 2 {
                return Err(ReadError::Degree { vertex: vertex as u32, degree });
            }
        }
        Ok(Components::of(chosen, start))
    }

    /// "Some edge leaves these vertices"; `marks[v] == mark` says that v is one of them.
    fn cut(&self, vertices: &[u32], marks: &[u32], mark: u32) -> Vec<Lit> {
        let graph = self.model.graph();
        let mut clause = Vec::new();
        for &vertex in vertices {
            let neighbours = graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex));
            let leaving = neighbours.filter(|&(&other, _)| marks[other as usize] != mark);
            clause.extend(leaving.map(|(_, &edge)| used(edge)));
        }
        clause
    }
}

impl Encoded for Degrees<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let graph = self.model.graph();
        if variable < graph.edges() {
            let (a, b) = graph.edge_list().nth(variable as usize)?;
            return Some(format!("move({},{})", label(a), label(b)));
        }
        let named = |first: Option<u32>, name: &str| {
            let vertex = variable.checked_sub(first?)?;
            (vertex < graph.vertices()).then(|| format!("{name}({})", label(vertex)))
        };
        named(self.ends.starts, "start").or_else(|| named(self.ends.ends, "end"))
    }

    fn each_name(
        &self,
        label: &dyn Fn(u32) -> String,
        each: &mut dyn FnMut(u32, &str) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        // Looking each edge up by its number would take quadratic time.
        for (edge, (a, b)) in self.model.graph().edge_list().enumerate() {
            each(edge as u32, &format!("move({},{})", label(a), label(b)))?;
        }
        for variable in self.model.graph().edges()..self.variables {
            if let Some(name) = self.variable_name(variable, label) {
                each(variable, &name)?;
            }
        }
        Ok(())
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let components = self.components(assignment)?;
        let Components { marks, begins, .. } = &components;
        if begins.len() <= 1 {
            return Ok(Reading::Witness(Witness::Path(components.order)));
        }
        let cuts = sides(&components).zip(0..).map(|(side, mark)| self.cut(side, marks, mark));
        Ok(Reading::Cuts(cuts.collect()))
    }

    fn sides(&self, assignment: &Assignment) -> Result<Vec<Vec<u32>>, ReadError> {
        let components = self.components(assignment)?;
        let sides = sides(&components).map(<[u32]>::to_vec);
        Ok(if components.begins.len() <= 1 { Vec::new() } else { sides.collect() })
    }

    fn repair(&self, assignment: &Assignment) -> Result<Option<(Witness, u32)>, ReadError> {
        let Components { chosen, marks, order, begins } = self.components(assignment)?;
        if begins.len() <= 1 {
            return Ok(Some((Witness::Path(order), 0)));
        }
        let roots: Vec<u32> = begins.iter().map(|&begin| order[begin]).collect();
        let mut factor = TwoFactor::new(self.model, chosen, &marks, &roots);
        let merges = factor.merge();
        if merges as usize + 1 < begins.len() {
            return Ok(None);
        }
        let (path, _) = walk(&factor.neighbours, order.first().copied());
        Ok(Some((Witness::Path(path), merges)))
    }

    fn reduced(&self) -> Reduced {
        self.reduced
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let path = witness.numbers();
        let graph = self.model.graph();
        let back = (self.model.closed && path.len() > 2).then(|| (path[path.len() - 1], path[0]));
        let steps = path.windows(2).map(|step| (step[0], step[1])).chain(back);
        let mut clause: Vec<Lit> =
            steps.filter_map(|(a, b)| graph.edge_between(a, b)).map(|edge| !used(edge)).collect();
        // The same edges are another path when walked from the other end.
        if let (Some(first), Some(&start)) = (self.ends.starts, path.first()) {
            clause.push(Var::new(first + start).neg_lit());
        }
        clause
    }
}
