//! The direct encodings of a colouring: a variable for each vertex and colour.

use rustsat::types::Lit;

use super::{
    Colouring,
    palette::{ColourCode, EncodedColours, literal},
};
use crate::{
    clause::Interrupted,
    constraints::COLOURINGS,
    encoding::{Encoding, UsedOptions},
    formula::Formula,
    model::Count,
};

/// Colouring by a variable for each vertex and colour.
///
/// # Variables
///
/// With k colours, for each vertex v in order, for each colour c in order, "v has c"; then the
/// auxiliary variables of the at-most-ones. To find the fewest colours, k is that of a greedy
/// colouring, and for each colour there is "this or a later one is used".
///
/// # Clauses
///
/// In this order: for each vertex some colour, and at most one; for each edge uv, u < v, in rising
/// order, for each colour, not both; a unit for each given colour (the empty clause if there is no
/// such colour), or, if no colour is given, units that give the vertices of a greedily found clique
/// the colours in order. To find the fewest colours, the first colour is used, and for each other
/// c, "v has c" implies that c is used, for each v; then each implies the one before.
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
pub static DIRECT: Encoding = Encoding {
    name: "direct",
    summary: "colouring: a variable a vertex and colour; a clause an edge and colour",
    write: |model, formula| Ok(Box::new(EncodedColours::write(&CODE, model, formula)?)),
    ..DIRECT_BASE
};

/// Colouring as in [`DIRECT`], with clauses implied by cliques.
///
/// # Variables
///
/// Those of the direct encoding.
///
/// # Clauses
///
/// Those of the direct encoding; then for each of [`Colouring::largest_cliques`], if it has k
/// vertices, for each colour c, one of them has c. To find the fewest colours, for each of these
/// cliques, of q vertices, and each of the first q colours: one of them has it, or the colour after
/// the first q is used.
///
/// # Size
///
/// With r cliques of q vertices each:
///
/// - variables: as [`DIRECT`]
/// - clauses: as [`DIRECT`], and rq if q is k or the fewest are asked for
///
/// # Source and use
///
/// The clauses are implied: q distinct colours on q vertices are a bijection, as in the rows and
/// columns of a Latin square (Gomes and Shmoys, "Completing quasigroups or Latin squares: a
/// structured graph coloring problem", 2002). Prefer it if about as many colours are allowed as the
/// largest clique has vertices: varisat refutes 8 colours for the queens of 8x8 in milliseconds
/// with it, and in 12 seconds with the direct encoding.
pub static FULL_CLIQUES: Encoding = Encoding {
    name: "full-cliques",
    summary: "colouring: as direct, and each colour in every clique of as many vertices",
    write: |model, formula| {
        let encoded = EncodedColours::write(&CODE, model, formula)?;
        full_cliques(&encoded, formula)?;
        Ok(Box::new(encoded))
    },
    ..DIRECT_BASE
};

/// What both encodings share.
const DIRECT_BASE: Encoding = Encoding {
    uses: UsedOptions::AT_MOST_ONE,
    takes: |model| model.as_colouring().is_some(),

    minds: COLOURINGS,
    ..Encoding::BASE
};

/// A variable for each colour.
const CODE: ColourCode = ColourCode {
    word: "colour",
    of_vertex: |palette| palette,
    literals: |vertex, colour, of_vertex| [Some(literal(vertex, colour, of_vertex)), None],
    of_one: |colours, formula| formula.one_of(colours),
};

/// Adds that every colour occurs in each clique that has as many vertices as there are colours.
fn full_cliques(
    encoded: &EncodedColours<'_>,
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    let (colouring, k) = (encoded.colouring, encoded.palette);
    let used: &[Lit] = encoded.objective.as_ref().map_or(&[], |objective| &objective.literals);
    let mut clause = Vec::new();
    for clique in cliques_of(colouring) {
        let later = used.get(clique.len());
        for colour in 0..k.min(clique.len() as u32) {
            clause.clear();
            clause.extend(clique.iter().map(|&vertex| literal(vertex, colour, k)));
            clause.extend(later);
            formula.add_clause(&clause)?;
        }
    }
    Ok(())
}

/// The cliques for which clauses are written, and how many colours each contains.
fn cliques_of(colouring: &Colouring) -> &[Vec<u32>] {
    let size = colouring.clique().len() as u32;
    match colouring.colours {
        Count::Exactly(colours) if colours != size => &[],
        _ => colouring.largest_cliques(),
    }
}
