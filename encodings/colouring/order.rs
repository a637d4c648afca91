//! The order encoding of a colouring: the colour of each vertex as a number in unary.

use rustsat::{instances::ManageVars, types::Lit};

use super::palette::{EncodedColours, literal, objective};
use crate::{
    clause::ClauseSink,
    encoding::{Encoding, Options, Written, check_numbering},
    model::Model,
    vertex_set::numbered,
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
/// (LATIN 2018), with partial orders. Prefer it where there are many colours, and for "no".
pub static COLOUR_ORDER: Encoding = Encoding {
    name: "order",
    summary: "colouring: the place of each vertex's colour in their order, in unary",
    supports: |model| model.as_colouring().is_some(),
    write,
    ..Encoding::BASE
};

/// A vertex has this colour: neither an earlier nor a later one.
fn has_colour(vertex: u32, colour: u32, of_vertex: u32) -> Vec<Lit> {
    let after_earlier = colour.checked_sub(1).map(|before| literal(vertex, before, of_vertex));
    let not_later = (colour < of_vertex).then(|| !literal(vertex, colour, of_vertex));
    after_earlier.into_iter().chain(not_later).collect()
}

fn write<'m>(model: &'m Model, _options: Options, sink: &mut dyn ClauseSink) -> Written<'m> {
    let colouring = COLOUR_ORDER.stated(model.as_colouring())?;
    let (n, k) = (colouring.vertices(), colouring.palette());
    let of_vertex = k.saturating_sub(1);
    let mut variables =
        numbered(check_numbering(COLOUR_ORDER.name, u64::from(n) * u64::from(of_vertex))?);
    if k == 0 && n > 0 {
        sink.add_clause(&[])?;
    }
    for vertex in 0..n {
        for number in 1..of_vertex {
            let (this, before) =
                (literal(vertex, number, of_vertex), literal(vertex, number - 1, of_vertex));
            sink.add_clause(&[!this, before])?;
        }
    }
    let mut clause = Vec::with_capacity(4);
    for (a, b) in colouring.graph().edge_list() {
        for colour in 0..k {
            clause.clear();
            for vertex in [a, b] {
                let literals = has_colour(vertex, colour, of_vertex);
                clause.extend(literals.into_iter().map(|literal| !literal));
            }
            sink.add_clause(&clause)?;
        }
    }
    for (vertex, colour) in colouring.fixed() {
        if colour >= k {
            sink.add_clause(&[])?;
            continue;
        }
        for literal in has_colour(vertex, colour, of_vertex) {
            sink.add_clause(&[literal])?;
        }
    }
    let objective = objective(colouring, k, &mut variables, sink, &mut |colour, used, sink| {
        let later = |vertex| literal(vertex, colour - 1, of_vertex);
        (0..n).try_for_each(|vertex| sink.add_clause(&[!later(vertex), used]))
    })?;
    Ok(Box::new(EncodedColours {
        colouring,
        variables: variables.n_used(),
        of_vertex,
        objective,
        word: "after",
        literals: has_colour,
        palette: k,
    }))
}
