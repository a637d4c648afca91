//! The cover encoding of a dominating set: each vertex or one of its neighbours is in the set.

use super::DominatingSet;
use crate::{
    constraints::WEIGHTED_DOMINATIONS,
    encoding::{Encoding, Written},
    formula::Formula,
    independent_set::{
        conflicts::Sets,
        counts::{group_clauses, partition},
        lines::conflict_clauses,
    },
    model::Model,
    vertex_set::{chosen, counted, write as write_set},
};

/// Dominating set as a hitting set.
///
/// # Variables
///
/// One for each vertex v, "v is in the set", in the order of the vertices; then the auxiliary
/// variables in the order of the clauses that need them.
///
/// # Clauses
///
/// In this order: for each vertex, it (unless the set is to be total) or some neighbour; for an
/// independent set the conflicts as in [`LINES`](crate::independent_set::lines::LINES); a unit for
/// each given vertex (the empty clause if there is no such vertex), and one against each vertex
/// that must not be in the set. For an independent set the groups are those of
/// [`LINES`](crate::independent_set::lines::LINES), otherwise each vertex is a group. For a fixed
/// count k, "exactly k groups" by the [totalizer](crate::totalizer::exactly); otherwise the number
/// of groups is the objective. If vertices have weights there are no groups: their weight is the
/// objective, or, if a weight bound is given, the clauses of a
/// [bound](crate::weighted_set::bound::WeightBound) on it come last.
///
/// # Size
///
/// With n vertices, b of which must not be in the set, G(V) and G(C) the variables and clauses of
/// the groups, C(V) and C(C) those of the conflicts, g the given vertices and T the size of the
/// totalizer ([`exactly`](crate::totalizer::exactly)):
///
/// - variables: n + C(V) + G(V) + T
/// - clauses: n + C(C) + g + b + G(C) + T
///
/// G and C are 0 unless the set is to be independent; T is 0 for a free count. If vertices have
/// weights, G is 0, and T is the size of the bound, if there is one.
///
/// # Source and use
///
/// Folklore: a dominating set hits all closed neighbourhoods, a total one all open ones. The
/// totalizer is that of Bailleux and Boufkhad (2003).
///
/// Prefer it for leapers and for graphs; for riders [`LINE_COVER`](super::line_cover::LINE_COVER)
/// is faster.
pub static COVER: Encoding = Encoding {
    name: "cover",
    summary: "dominating set: each square or one of its neighbours is in the set",
    source: "folklore; totalizer: Bailleux and Boufkhad (CP 2003)",
    takes: |model| model.unweighted().as_dominating_set().is_some(),

    minds: WEIGHTED_DOMINATIONS,
    write,
    ..Encoding::BASE
};

/// The groups that are counted.
fn groups(model: &DominatingSet) -> Sets {
    if model.independent {
        return partition(model.pieces(), 0);
    }
    let mut sets = Sets::default();
    (0..model.vertices()).for_each(|vertex| sets.push([vertex]));
    sets
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let set = formula.stated(model.unweighted().as_dominating_set())?;
    let cover = |formula: &mut Formula<'_>| {
        let mut clause = Vec::new();
        for vertex in 0..set.vertices() {
            clause.clear();
            set.dominators(vertex, &mut |other| clause.push(chosen(other)));
            formula.add_clause(&clause)?;
        }
        if set.independent { conflict_clauses(set.pieces(), formula) } else { Ok(()) }
    };
    write_set(model, formula, cover, |(), formula| {
        let literals = group_clauses(&groups(set), formula)?;
        counted(literals, set.count, formula)
    })
}
