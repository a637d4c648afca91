//! The ends encoding of a vertex cover: at least one end of each edge.

use crate::{
    constraints::WEIGHTED_COVERS,
    encoding::{Encoding, Written},
    formula::Formula,
    model::Model,
    objective::Sense,
    vertex_set::{chosen, counted, write as write_set},
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
/// # Source and use
///
/// Folklore: a cover hits all edges. The totalizer is that of Bailleux and Boufkhad (2003).
///
/// Prefer it for vertex covers: besides the totalizer's variables it needs only one per vertex.
pub static ENDS: Encoding = Encoding {
    method: "sat:ends",
    summary: "vertex cover: one variable per vertex, one clause per edge (one of its ends is chosen)",
    source: "folklore; totalizer: Bailleux and Boufkhad (CP 2003)",
    takes: |model| model.unweighted().as_vertex_cover().is_some(),

    minds: WEIGHTED_COVERS,
    write,
    ..Encoding::BASE
};

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let cover = formula.stated(model.unweighted().as_vertex_cover())?;
    let ends = |formula: &mut Formula<'_>| {
        let mut edges = cover.graph().edge_list();
        edges.try_for_each(|(a, b)| formula.add_clause(&[chosen(a), chosen(b)]))
    };
    write_set(model, formula, ends, |(), formula| {
        let literals = (0..cover.vertices()).map(chosen).collect();
        counted(literals, (cover.count, Sense::Minimise), formula)
    })
}
