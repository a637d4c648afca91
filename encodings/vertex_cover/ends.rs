//! The ends encoding of a vertex cover: of each edge at least one end.

use rustsat::instances::ManageVars;

use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Encoded, Encoding, Objective, Options, Reads, Size, check_numbering},
    model::{Count, Model, Sense},
    totalizer,
    vertex_set::{VertexSet, blocked_clauses, chosen, given_clauses, numbered},
    weighted_set::clauses,
};

/// Vertex cover by a clause an edge.
///
/// # Variables
///
/// One for each vertex v, "v is in the set", in the order of the vertices; behind them those of the
/// totalizer.
///
/// # Clauses
///
/// In this order: for each edge uv, u < v, in rising order, u or v; a unit for each given vertex;
/// a unit against each blocked one; for a fixed count k, "exactly k vertices" by the
/// [totalizer](crate::totalizer::exactly). For a free one, the vertices are what is to be
/// minimised; of vertices with weights their weight, or the clauses of a
/// [bound](crate::weighted_set::bound::WeightBound) on it where a weight is enough.
///
/// # Size
///
/// With n vertices, m edges, g given and b blocked ones, and T the size of the totalizer, which is
/// 0 for a free count:
///
/// - variables: n + T
/// - clauses: m + g + b + T
///
/// Where a weight is enough, T is the size of the bound.
///
/// # Source
///
/// Folklore: a cover hits all edges. The totalizer is that of Bailleux and Boufkhad (2003).
pub struct EdgeEnds;

impl Encoding for EdgeEnds {
    fn name(&self) -> &'static str {
        "ends"
    }

    fn summary(&self) -> &'static str {
        "vertex cover: of each edge at least one end; m clauses for m edges"
    }

    fn complete(&self) -> bool {
        true
    }

    fn supports(&self, model: &Model) -> bool {
        model.unweighted().as_vertex_cover().is_some()
    }

    fn bound(&self, model: &Model, _options: Options) -> Size {
        let Some(cover) = model.unweighted().as_vertex_cover() else { return Size::default() };
        let n = u64::from(cover.vertices());
        let units = (cover.given().len() + cover.blocked().len()) as u64;
        let mut size = Size { variables: n, clauses: u64::from(cover.graph().edges()) + units };
        if let Count::Exactly(count) = cover.count {
            size += totalizer::bound(n, count.into());
        }
        size += model.as_weighted_set().map_or_else(Size::default, clauses::size);
        size
    }

    fn write<'m>(
        &self,
        model: &'m Model,
        _options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(cover) = model.unweighted().as_vertex_cover() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        let vertices = cover.vertices();
        let mut variables = numbered(check_numbering(self.name(), vertices.into())?);
        for (a, b) in cover.graph().edge_list() {
            sink.add_clause(&[chosen(a), chosen(b)])?;
        }
        given_clauses(cover.given(), vertices, sink)?;
        blocked_clauses(cover.blocked(), vertices, sink)?;
        if let Some(weighted) = model.as_weighted_set() {
            return clauses::encode(weighted, variables, sink);
        }
        let literals: Vec<_> = (0..vertices).map(chosen).collect();
        let objective = match cover.count {
            Count::Exactly(count) => {
                totalizer::exactly(&literals, count, &mut variables, sink)?;
                None
            }
            Count::Optimum => Some(Objective::new(literals, Sense::Minimise)),
        };
        let variables = variables.n_used();
        let of_one_size = objective.is_none();
        Ok(Box::new(VertexSet { vertices, variables, objective, of_one_size, army: None }))
    }

    fn reads(&self) -> Reads {
        Reads::NONE
    }
}
