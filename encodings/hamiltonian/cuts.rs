//! The cuts encoding: degree constraints first, subtour cuts on demand.

use std::cell::OnceCell;

use super::{
    Hamiltonian,
    degrees::{Degrees, NamedGroup, used},
    forcing::{self, Forced},
    numbered::Numbered,
    successors::{SUCCESSORS, Successors},
};
use crate::{
    constraints::SYMMETRIC_TOURS,
    encoding::{DecisionOrder, EncodeError, Encoding, Options, Reduced, Written},
    formula::Formula,
    lattice::LatticeSymmetry,
    model::Model,
    totalizer::exactly_two,
};

/// Degree constraints over one variable per edge; connectivity by cuts added while solving.
///
/// This describes undirected models. A directed one has the variables, clauses and size of
/// successor variables (see `successors.rs`), except that at-most-ones over up to four literals are
/// pairwise, and "some arc leaves S" for each component S.
///
/// # Variables
///
/// move(e) for every edge e, in the order of the graph's edge numbers: the edge is used. A solver
/// should try these true first ([`Encoding::decision_order`]): the clauses then lead to a 2-factor
/// almost without conflict (100x100 knight's tour: 0.1 s instead of 4 to 19 s with false first).
/// For a path without a fixed start, start(v) for every vertex; without a fixed end, end(v); then
/// the auxiliary variables of the constraints.
///
/// # Clauses
///
/// In this order: at each vertex v, exactly two of its edges, start(v), end(v), where a fixed
/// start or end counts as one of the two; of the start(v) exactly one; of the end(v) exactly
/// one; for each given edge a unit, or the empty clause if the graph has no such edge. The
/// exactly-two is written as plain clauses up to
/// [`PLAIN_LIMIT`](crate::totalizer::PLAIN_LIMIT) literals.
///
/// For a symmetric tour, for each edge "the edge is unused, or its image is used", or a unit against
/// it if its image is no edge; and that a path starts at v if and only if it ends at the image of v. So the images of an edge all have one value.
///
/// With [`Reductions::forced`](super::reductions::Reductions), then a unit for each edge that is
/// known to be used or unused; at its vertices it is counted, and left out. Last, for each pair of
/// undecided edges that would close two paths of used edges to a cycle without other vertices: not
/// both. Where a directed graph is stated as an undirected one, with a path of three vertices for
/// each of its own, these forbid its cycles of two vertices.
///
/// A disconnected solution is answered by cuts: for each of its components S (only one of them, if
/// there are two) "some edge leaves S", which every path or cycle through all vertices satisfies,
/// whatever its ends.
///
/// # Size
///
/// With m edges of which z are decided, p pairs that close two used paths, g given ones, d(v) the
/// number of undecided edges at v, f the number of free ends (0 for a cycle), w(v) = 2 less the
/// used edges and the fixed ends at v (a cycle has no fixed ends), k(v) = d(v) + f, E(k) and T(k)
/// the variables and clauses of [`exactly_two`] over k literals, V(k) and C(k) those of the
/// at-most-one (see [`AtMostOne`](crate::at_most_one::AtMostOne)):
///
/// - variables: m + f·n + f·V(n) + Σ E(k(v)) over the v with w(v) = 2
/// - clauses (s = m for a symmetric tour, and 2 n more for a path with free ends; otherwise s = 0):
///   s + z + p + g + f·(1 + C(n)) + the sum over all v of T(k(v)) where w(v) = 2, of
///   1 + k(v)(k(v)-1)/2 where w(v) = 1, of k(v) where w(v) = 0, of 1 where w(v) < 0
///
/// For n = 0 just the empty clause.
///
/// # Source and use
///
/// Source: the relaxation of Dantzig, Fulkerson and Johnson (1954); for SAT: Soh, Le Berre,
/// Roussel, Banbara and Tamura, "Incremental SAT-based method with native Boolean cardinality
/// handling for the Hamiltonian cycle problem" (JELIA 2014), whose cuts forbid a cycle's edges; the
/// cuts here require an edge that leaves its vertices, which is stronger.
///
/// Prefer it except where the graph splits into many short cycles and has no tour (7x7 closed
/// without the parity argument never ends).
pub static CUTS: Encoding = Encoding {
    method: "sat:cuts",
    summary: "Hamiltonian: one variable per edge, degree constraints; joins cycles or cuts them until \
              one remains",
    source: "Dantzig, Fulkerson and Johnson (1954); Soh and others (JELIA 2014)",
    complete: false,
    minds: SYMMETRIC_TOURS,
    decision_order,
    bytes,
    write,
    ..SUCCESSORS
};

/// The most literals of a directed model whose at-most-one is pairwise.
const PAIRED: usize = 4;

fn decision_order(model: &Model, _options: Options) -> DecisionOrder {
    let true_first = model.as_undirected().map_or(0, |model| model.graph().edges());
    DecisionOrder { true_first, others_last: false }
}

fn bytes(model: &Model) -> u64 {
    if model.as_undirected().is_some() { model.bytes() } else { Successors::bytes(model) }
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    if let Some(model) = model.as_undirected() {
        return Ok(Box::new(degrees(model, formula)?));
    }
    let successors = Successors::of(model, formula)?;
    successors.clauses_with_pairs(PAIRED, formula)?;
    Ok(Numbered::unordered(successors, formula))
}

/// Writes the clauses of an undirected model.
pub(super) fn degrees<'m>(
    model: &'m Hamiltonian,
    formula: &mut Formula<'_>,
) -> Result<Degrees<'m>, EncodeError> {
    let is_reduced = formula.options.reductions.forced;
    let forced = if is_reduced { forcing::of_edges(model) } else { Forced::default() };
    let graph = model.graph();
    let reduced =
        Reduced { forced: forced.count(|edge| edge < graph.edges()), ..Reduced::default() };
    let mut groups = Vec::new();
    let mut add = |name, is_of_edges, count| {
        let variables = formula.numbered(count)?;
        groups.push(NamedGroup { name, is_of_edges, variables });
        Ok::<(), EncodeError>(())
    };
    add("move", true, graph.edges())?;
    for (name, end) in [("start", model.start), ("end", model.end)] {
        if !model.closed && end.is_none() {
            add(name, false, graph.vertices())?;
        }
    }
    if graph.vertices() == 0 {
        formula.add_clause(&[])?;
        return Ok(Degrees { model, groups, reduced, variables: 0, edges: OnceCell::new() });
    }
    let ends = &groups[1..];
    let mut literals = Vec::new();
    for vertex in 0..graph.vertices() {
        literals.clear();
        let edges = graph.edge_numbers(vertex).iter().copied();
        literals.extend(edges.filter(|&edge| !forced.decides(edge)).map(used));
        literals.extend(ends.iter().filter_map(|group| group.variables.at(0, vertex.into())));
        match wanted(model, &forced, vertex) {
            2 => formula.add(|variables, sink| exactly_two(&literals, variables, sink))?,
            1 => formula.exactly_one(&literals)?,
            0 => literals.iter().try_for_each(|&literal| formula.add_clause(&[!literal]))?,
            _ => formula.add_clause(&[])?,
        }
    }
    for group in ends {
        literals.clear();
        literals.extend(group.variables.of(0));
        formula.one_of(&literals)?;
    }
    for &(a, b) in &model.given {
        match graph.edge_between(a, b) {
            Some(edge) => formula.add_clause(&[used(edge)])?,
            None => formula.add_clause(&[])?,
        }
    }
    if let Some(symmetry) = &model.symmetry {
        symmetric(model, symmetry, ends, formula)?;
    }
    for (edges, is_used) in [(&forced.used, true), (&forced.removed, false)] {
        for edge in edges.ones().map(|edge| edge as u32).take_while(|&edge| edge < graph.edges()) {
            formula.add_clause(&[if is_used { used(edge) } else { !used(edge) }])?;
        }
    }
    for pair in forced.closing_pairs(model) {
        formula.add_clause(&pair.map(|edge| !used(edge)))?;
    }
    let variables = formula.variables();
    Ok(Degrees { model, groups, reduced, variables, edges: OnceCell::new() })
}

/// Writes that the images of used edges are used, and that the ends of a path are images of each
/// other.
fn symmetric(
    model: &Hamiltonian,
    symmetry: &LatticeSymmetry,
    ends: &[NamedGroup],
    formula: &mut Formula<'_>,
) -> Result<(), EncodeError> {
    let (graph, image) = (model.graph(), |vertex: u32| symmetry.images[vertex as usize]);
    for (edge, (a, b)) in (0..).zip(graph.edge_list()) {
        match graph.edge_between(image(a), image(b)) {
            Some(other) => formula.add_clause(&[!used(edge), used(other)])?,
            None => formula.add_clause(&[!used(edge)])?,
        }
    }
    if model.closed {
        return Ok(());
    }
    let at = |name, vertex: u32| {
        let group = ends.iter().find(|group| group.name == name)?;
        group.variables.at(0, vertex.into())
    };
    for vertex in 0..graph.vertices() {
        let (is_start, is_end) = (model.start == Some(vertex), model.end == Some(image(vertex)));
        match (at("start", vertex), at("end", image(vertex))) {
            (Some(start), Some(end)) => {
                formula.add_clause(&[!start, end])?;
                formula.add_clause(&[!end, start])?;
            }
            // The other end is fixed.
            (Some(free), None) if is_end => formula.add_clause(&[free])?,
            (None, Some(free)) if is_start => formula.add_clause(&[free])?,
            (None, None) if is_start != is_end => formula.add_clause(&[])?,
            _ => {}
        }
    }
    Ok(())
}

/// How many more undecided edges and ends a vertex needs; negative if too many are used.
fn wanted(model: &Hamiltonian, forced: &Forced, vertex: u32) -> i64 {
    let edges = model.graph().edge_numbers(vertex).iter();
    let used = edges.filter(|&&edge| forced.used.contains(edge as usize)).count();
    2 - model.ends_at(vertex) as i64 - used as i64
}
