//! The edges encoding of an independent set: a clause a pair of conflicting vertices.

use super::lines::{bound_with, encode_rest, greedy};
use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Encoded, Encoding, Options, Reads, Size, check_numbering},
    model::Model,
    vertex_set::{chosen, numbered},
};

/// Independent set by edges, as textbooks have it.
///
/// # Variables
///
/// As of [`Lines`](super::lines::Lines): one a vertex, then the auxiliary ones of the counts.
///
/// # Clauses
///
/// For each edge uv of the conflict graph, u < v, in rising order, not both; then the given
/// vertices and the counts as of [`Lines`](super::lines::Lines).
///
/// # Size
///
/// As of [`Lines`](super::lines::Lines), with one clause an edge in place of the clauses and
/// variables of cliques and bicliques. n queens: n² variables, n(n-1)(5n-1)/3 + 2n clauses.
///
/// # Source and use
///
/// Source: folklore; the at-most-ones of all lines are the pairwise ones, each pair once.
/// Prefer it for pieces that leap, where lines are pairs anyway; with riders the number of
/// edges grows with the third power of the side of the board.
pub struct Edges;

impl Encoding for Edges {
    fn name(&self) -> &'static str {
        "edges"
    }

    fn summary(&self) -> &'static str {
        "independent set: a clause a pair of squares in conflict; O(squares · side) clauses"
    }

    fn complete(&self) -> bool {
        true
    }

    fn supports(&self, model: &Model) -> bool {
        model.unweighted().is_independent_set()
    }

    fn bytes(&self, model: &Model) -> u64 {
        model.unweighted().as_independent_set().map_or(0, super::IndependentSet::graph_bytes)
    }

    fn true_first(&self, model: &Model) -> u32 {
        model.unweighted().as_independent_set().map_or(0, greedy)
    }

    fn bound(&self, model: &Model, _options: Options) -> Size {
        let Some(set) = model.unweighted().as_independent_set() else { return Size::default() };
        let edges = Size { variables: 0, clauses: u64::from(set.graph().edges()) };
        bound_with(set, model.as_weighted_set(), edges)
    }

    fn write<'m>(
        &self,
        model: &'m Model,
        _options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(set) = model.unweighted().as_independent_set() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        let variables = numbered(check_numbering(self.name(), set.vertices().into())?);
        for (a, b) in set.graph().edge_list() {
            sink.add_clause(&[!chosen(a), !chosen(b)])?;
        }
        encode_rest(set, model.as_weighted_set(), variables, sink)
    }

    fn reads(&self) -> Reads {
        Reads::NONE
    }
}
