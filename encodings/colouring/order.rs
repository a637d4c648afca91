//! The order encoding of a colouring: the colour of each vertex as a number in unary.

use super::direct::{ColourCode, EncodedColours, literal};
use crate::{
    constraints::COLOURINGS,
    encoding::{Encoding, Written},
    formula::Formula,
    model::Model,
};

/// Colouring by the order encoding of each vertex's colour.
///
/// # Variables
///
/// With k colours, for each vertex v in order, for each c from 1 to k - 1, "the colour of v comes
/// after the first c". To find the fewest colours, k is that of a greedy colouring, and then for
/// each colour there is "this or a later one is used".
///
/// # Clauses
///
/// In this order: for each vertex, each of its variables implies the one before; for each edge uv,
/// u < v, in rising order, for each colour, one of the (up to four) literals that say that u or v
/// comes before it or after it; for each vertex with a fixed colour (as in
/// [`DIRECT`](super::direct::DIRECT)) a unit for each of the (up to two) literals that say so, or
/// the empty clause. To find the fewest colours, the first colour is used, and for each other
/// colour, a vertex with it or a later one implies that it is used, for each vertex; then each
/// implies the one before. If there is a vertex but no colour, the formula is the empty clause.
///
/// # Size
///
/// With n vertices, m edges, k > 0 colours and u units of fixed colours:
///
/// - variables: n(k - 1), and k for the fewest
/// - clauses: n max(k - 2, 0) + mk + u, and n(k - 1) + k for the fewest
///
/// # Source and use
///
/// Tamura and others, "Compiling finite linear CSP into SAT" (Constraints 14, 2009); for colourings
/// Jabrayilov and Mutzel, "New integer linear programming models for the vertex coloring problem"
/// (LATIN 2018), with partial orders. Prefer it for many colours, and to prove that there is no
/// colouring.
pub static COLOUR_ORDER: Encoding = Encoding {
    method: "sat:order",
    summary: "colouring: the number of each vertex's colour, in unary",
    source: "Tamura and others (Constraints 14, 2009); Jabrayilov and Mutzel (2018)",
    takes: |model| model.as_colouring().is_some(),

    minds: COLOURINGS,
    write,
    ..Encoding::BASE
};

/// A variable for each colour but the last: the colour comes after it. A vertex has a colour if it
/// comes after the one before, and not after this one.
const CODE: ColourCode = ColourCode {
    word: "after",
    of_vertex: |palette| palette.saturating_sub(1),
    literals: |vertex, colour, of_vertex| {
        let after = |colour| literal(vertex, colour, of_vertex);
        [colour.checked_sub(1).map(after), (colour < of_vertex).then(|| !after(colour))]
    },
    of_one: |after, formula| formula.chain(after.iter().copied()),
};

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let colouring = formula.stated(model.as_colouring())?;
    if colouring.palette() == 0 && colouring.vertices() > 0 {
        formula.add_clause(&[])?;
    }
    Ok(Box::new(EncodedColours::write(&CODE, model, formula)?))
}
