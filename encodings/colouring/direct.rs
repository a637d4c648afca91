//! The direct encoding of a colouring: a variable for each vertex and colour.

use rustsat::{instances::ManageVars, types::Lit};

use super::{
    Colouring,
    palette::{EncodedColours, literal, objective},
};
use crate::{
    clause::ClauseSink,
    encoding::{EncodeError, Encoded, Encoding, Options, Reads, Size, check_numbering},
    model::Model,
    vertex_set::numbered,
};

/// Colouring by a variable for each vertex and colour.
///
/// # Variables
///
/// With k colours, for each vertex v in order, for each colour c in order, "v has c"; behind them the
/// auxiliary ones of the at-most-ones; where the fewest are asked for, k is that of a greedy
/// colouring, and for each colour there is "this or a later one is used".
///
/// # Clauses
///
/// In this order: for each vertex some colour, and at most one; for each edge uv, u < v, in rising
/// order, for each colour, not both; a unit for each given colour, or, where none is given, for the
/// vertices of a clique that is found greedily the colours in their order (the empty clause for a
/// colour that there is not). Where the fewest are asked for, the first colour is used, and for each
/// other c, "v has c" implies that it is, for each v; then each implies the one before.
///
/// # Size
///
/// With n vertices, m edges, f fixed colours, and V(k) and C(k) the variables and clauses of an
/// at-most-one over k literals:
///
/// - variables: nk + n V(k), and k for the fewest
/// - clauses: n + n C(k) + mk + f, and n(k - 1) + k for the fewest
///
/// # Source and use
///
/// Folklore; the clique breaks symmetries as in Van Gelder, "Another look at graph coloring via
/// propositional satisfiability" (Discrete Applied Mathematics 156, 2008). Prefer it where a
/// colouring exists.
pub struct Direct;

fn has_colour(vertex: u32, colour: u32, of_vertex: u32) -> Vec<Lit> {
    vec![literal(vertex, colour, of_vertex)]
}

/// Writes the clauses of the direct encoding for an encoding of this name.
pub(super) fn write_direct<'m>(
    name: &'static str,
    colouring: &'m Colouring,
    options: Options,
    sink: &mut dyn ClauseSink,
) -> Result<EncodedColours<'m>, EncodeError> {
    let (n, k) = (colouring.vertices(), colouring.palette());
    let mut variables = numbered(check_numbering(name, u64::from(n) * u64::from(k))?);
    let mut literals: Vec<Lit> = Vec::with_capacity(k as usize);
    for vertex in 0..n {
        literals.clear();
        literals.extend((0..k).map(|colour| literal(vertex, colour, k)));
        sink.add_clause(&literals)?;
        options.at_most_one.encode(&literals, &mut variables, sink)?;
    }
    for (a, b) in colouring.graph().edge_list() {
        for colour in 0..k {
            sink.add_clause(&[!literal(a, colour, k), !literal(b, colour, k)])?;
        }
    }
    for (vertex, colour) in colouring.fixed() {
        let unit = [literal(vertex, colour.min(k.saturating_sub(1)), k)];
        sink.add_clause(if colour < k { &unit } else { &[] })?;
    }
    let objective = objective(colouring, k, &mut variables, sink, &mut |colour, used, sink| {
        (0..n).try_for_each(|v| sink.add_clause(&[!literal(v, colour, k), used]))
    })?;
    Ok(EncodedColours {
        colouring,
        variables: variables.n_used(),
        of_vertex: k,
        objective,
        word: "colour",
        literals: has_colour,
        palette: k,
    })
}

impl Encoding for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn summary(&self) -> &'static str {
        "colouring: a variable a vertex and colour; a clause an edge and colour"
    }

    fn complete(&self) -> bool {
        true
    }

    fn supports(&self, model: &Model) -> bool {
        model.as_colouring().is_some()
    }

    fn bound(&self, model: &Model, options: Options) -> Size {
        let Some(colouring) = model.as_colouring() else { return Size::default() };
        let (n, m) = (u64::from(colouring.vertices()), u64::from(colouring.graph().edges()));
        let k = u64::from(colouring.palette());
        let one = options.at_most_one.bound(k);
        Size {
            variables: n.saturating_mul(k + one.variables).saturating_add(k),
            clauses: n
                .saturating_mul(1 + one.clauses + k)
                .saturating_add(m.saturating_mul(k))
                .saturating_add(n + k),
        }
    }

    fn write<'m>(
        &self,
        model: &'m Model,
        options: Options,
        sink: &mut dyn ClauseSink,
    ) -> Result<Box<dyn Encoded + 'm>, EncodeError> {
        let Some(colouring) = model.as_colouring() else {
            return Err(EncodeError::Unsupported(self.name()));
        };
        Ok(Box::new(write_direct(self.name(), colouring, options, sink)?))
    }

    fn reads(&self) -> Reads {
        Reads::AT_MOST_ONE
    }
}
