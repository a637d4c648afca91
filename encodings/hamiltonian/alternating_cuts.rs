//! The alternating-cuts encoding: the cuts encoding with the edges of the cycle coloured
//! alternately.

use rustsat::types::Lit;

use super::{
    cuts::{self, CUTS},
    degrees::{NamedGroup, used},
};
use crate::{
    constraints::Constraint,
    encoding::{Encoding, UsedOptions, Written},
    formula::{Formula, VariableGroup},
    model::Model,
};

/// [`CUTS`], with the edges of a cycle of even length coloured first, second, first, second …
///
/// For cycles through an even number of vertices of an undirected graph. A 2-factor with an odd
/// cycle has no such colouring, and in a cubic graph the two colours and the unused edges are a
/// 3-edge-colouring: a snark has none, so its formula is unsatisfiable without a cut.
///
/// # Variables
///
/// Those of [`CUTS`]. Then first(e) for each edge e, in the order of the graph's edge numbers: it
/// is used and has the first colour; and in the same order second(e).
///
/// # Clauses
///
/// Those of [`CUTS`]. Then for each edge: first(e) only if e is used, second(e) only if it is used,
/// not both, one of both if it is used; for each vertex: some edge first, some edge second. The two
/// edges at a vertex then have different colours. Of the two at vertex 0 the one with the smaller
/// number is first: a clause for each of its edges.
///
/// # Size
///
/// With m edges, n vertices and d(0) edges at vertex 0, beyond that of [`CUTS`]:
///
/// - variables: 2m
/// - clauses: 4m + 2n + d(0)
///
/// # Source and use
///
/// Source: Tait, "Remarks on the colouring of maps" (1880): a Hamiltonian cycle of a cubic graph
/// gives a colouring of its edges. Prefer it for cubic graphs that may have no cycle; on bipartite
/// graphs, where no cycle is odd, it adds nothing to [`CUTS`].
pub static ALTERNATING_CUTS: Encoding = Encoding {
    method: "sat:alternating-cuts",
    summary: "Hamiltonian: as cuts, but the edges of an even cycle alternate between two colours",
    solved_unchanged: false,
    source: "Tait (1880); Soh and others (JELIA 2014)",
    complete: false,
    uses: UsedOptions::REDUCTIONS,
    takes: |model| {
        model
            .as_undirected()
            .is_some_and(|model| model.closed && model.vertices().is_multiple_of(2))
    },
    minds: &[Constraint::Graph, Constraint::Surface, Constraint::Closed, Constraint::Given],
    decision_order: |model, options| CUTS.decision_order(model, options),
    bytes: |model| CUTS.bytes(model),
    write,
};

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let model = formula.stated(model.as_undirected())?;
    let graph = model.graph();
    let mut degrees = cuts::degrees(model, formula)?;
    let (first, second) = (formula.numbered(graph.edges())?, formula.numbered(graph.edges())?);
    degrees.variables = second.end();
    let colour_of = |group: &VariableGroup, edge: u32| Lit::positive(group.begin(0) + edge);
    for edge in 0..graph.edges() {
        let (used, first, second) = (used(edge), colour_of(&first, edge), colour_of(&second, edge));
        formula.add_clause(&[!first, used])?;
        formula.add_clause(&[!second, used])?;
        formula.add_clause(&[!first, !second])?;
        formula.add_clause(&[!used, first, second])?;
    }
    let mut clause = Vec::new();
    for vertex in 0..graph.vertices() {
        for colour in [&first, &second] {
            clause.clear();
            let edges = graph.edge_numbers(vertex).iter();
            clause.extend(edges.map(|&edge| colour_of(colour, edge)));
            formula.add_clause(&clause)?;
        }
    }
    if graph.vertices() > 0 {
        clause.clear();
        for &edge in graph.edge_numbers(0) {
            let used = used(edge);
            clause.extend([!used, colour_of(&first, edge)]);
            formula.add_clause(&clause)?;
            // The edges before it are not used.
            clause.truncate(clause.len() - 2);
            clause.push(used);
        }
    }
    for (name, variables) in [("first", first), ("second", second)] {
        degrees.groups.push(NamedGroup { name, is_of_edges: true, variables });
    }
    Ok(Box::new(degrees))
}
