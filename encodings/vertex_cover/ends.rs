//! The ends encoding of a vertex cover: at least one end of each edge.

use crate::{
    clause::ClauseSink,
    constraints::WEIGHTED_COVERS,
    encoding::{Encoding, Options, Written, check_numbering},
    model::Model,
    vertex_set::{VertexSet, blocked_clauses, chosen, counted, given_clauses, numbered},
    weighted_set::clauses,
};

/// Vertex cover with one clause per edge.
///
/// # Variables
///
/// One for each vertex v, "v is in the set", in the order of the vertices; then those of the
/// totalizer.
///
/// # Clauses
///
/// In this order: for each edge uv, u < v, in rising order, u or v; a unit for each given vertex; a
/// unit against each blocked one; for a fixed count k, "exactly k vertices" by the
/// [totalizer](crate::totalizer::exactly). For a free count, the number of vertices is minimised;
/// if vertices have weights, their weight is, or, if a weight bound is given, the clauses of a
/// [bound](crate::weighted_set::bound::WeightBound) on it are added.
///
/// # Size
///
/// With n vertices, m edges, g given and b blocked ones, and T the size of the totalizer, which is
/// 0 for a free count:
///
/// - variables: n + T
/// - clauses: m + g + b + T
///
/// If a weight bound is given, T is its size.
///
/// # Source
///
/// Folklore: a cover hits all edges. The totalizer is that of Bailleux and Boufkhad (2003).
pub static ENDS: Encoding = Encoding {
    name: "ends",
    summary: "vertex cover: of each edge at least one end; m clauses for m edges",
    takes: |model| model.unweighted().as_vertex_cover().is_some(),

    minds: WEIGHTED_COVERS,
    write,
    ..Encoding::BASE
};

fn write<'m>(model: &'m Model, _options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let cover = ENDS.stated(model.unweighted().as_vertex_cover())?;
    let vertices = cover.vertices();
    let mut variables = numbered(check_numbering(ENDS.name, vertices.into())?);
    for (a, b) in cover.graph().edge_list() {
        sink.add_clause(&[chosen(a), chosen(b)])?;
    }
    given_clauses(cover.given(), vertices, sink)?;
    blocked_clauses(cover.blocked(), vertices, sink)?;
    if let Some(weighted) = model.as_weighted_set() {
        return clauses::encode(weighted, variables, sink);
    }
    let literals = (0..vertices).map(chosen).collect();
    let objective = counted(literals, cover.count, &mut variables, sink)?;
    Ok(VertexSet::written(vertices, &variables, objective, None))
}
