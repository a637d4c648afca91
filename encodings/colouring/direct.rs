//! The direct encodings of a colouring, a variable for each vertex and colour; and the clauses, the
//! objective and the decoding that any code of colours shares.

use rustsat::types::Lit;

use super::Colouring;
use crate::{
    clause::{Assignment, Interrupted},
    constraints::COLOURINGS,
    encoding::{EncodeError, Encoded, Encoding, Objective, ReadError, Reading, UsedOptions},
    formula::{Formula, Window},
    model::{Count, Model, Sense, Witness},
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
/// propositional satisfiability" (Discrete Applied Mathematics 156, 2008). Prefer it if a colouring
/// exists.
pub static DIRECT: Encoding = Encoding {
    method: "sat:direct",
    summary: "colouring: one variable per vertex and colour, one clause per edge and colour",
    source: "folklore; symmetry: Van Gelder (Discrete Applied Mathematics 156, 2008)",
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
/// - clauses: as [`DIRECT`], and rq if q is k or the fewest are requested
///
/// # Source and use
///
/// The clauses are implied: q distinct colours on q vertices are a bijection, as in the rows and
/// columns of a Latin square (Gomes and Shmoys, "Completing quasigroups or Latin squares: a
/// structured graph coloring problem", 2002). Prefer it if about as many colours are allowed as the
/// largest clique has vertices: varisat refutes 8 colours for the queens of 8x8 in milliseconds
/// with it, and in 12 seconds with the direct encoding.
pub static FULL_CLIQUES: Encoding = Encoding {
    method: "sat:full-cliques",
    summary: "colouring: as direct, and every clique with as many vertices as colours has each \
              colour",
    source: "Satranj, after Gomes and Shmoys (2002)",
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

/// How the colour of a vertex becomes literals.
pub(super) struct ColourCode {
    /// Prefix of the variables' names.
    pub(super) word: &'static str,
    /// Variables of each vertex for this many colours.
    pub(super) of_vertex: fn(palette: u32) -> u32,
    /// The literals that are true if and only if a vertex has a colour, given the number of
    /// variables of each vertex. The first one also follows from every later colour, if there are
    /// two.
    pub(super) literals: fn(vertex: u32, colour: u32, of_vertex: u32) -> [Option<Lit>; 2],
    /// Writes that these variables, those of a vertex, state one colour.
    pub(super) of_one: fn(&[Lit], &mut Formula<'_>) -> Result<(), Interrupted>,
}

/// An encoded colouring: one or several literals per vertex and colour say that the vertex has the
/// colour.
pub(super) struct EncodedColours<'m> {
    pub(super) colouring: &'m Colouring,
    variables: u32,
    /// Variables of each vertex; all of them come before any other.
    of_vertex: u32,
    pub(super) objective: Option<Objective>,
    code: &'static ColourCode,
    /// Number of colours.
    pub(super) palette: u32,
}

impl<'m> EncodedColours<'m> {
    /// Writes the clauses: first those of each vertex.
    pub(super) fn write(
        code: &'static ColourCode,
        model: &'m Model,
        formula: &mut Formula<'_>,
    ) -> Result<Self, EncodeError> {
        let colouring = formula.stated(model.as_colouring())?;
        let (n, palette) = (colouring.vertices(), colouring.palette());
        let of_vertex = (code.of_vertex)(palette);
        formula.group(vec![Window::below(u64::from(n) * u64::from(of_vertex))])?;
        let mut written =
            Self { colouring, variables: 0, of_vertex, objective: None, code, palette };
        for vertex in 0..n {
            let own = (0..of_vertex).map(|number| literal(vertex, number, of_vertex));
            (code.of_one)(&own.collect::<Vec<_>>(), formula)?;
        }
        let mut clause = Vec::with_capacity(4);
        for (a, b) in colouring.graph().edge_list() {
            for colour in 0..palette {
                clause.clear();
                let both = [a, b].into_iter().flat_map(|vertex| written.literals(vertex, colour));
                clause.extend(both.map(|literal| !literal));
                formula.add_clause(&clause)?;
            }
        }
        for (vertex, colour) in colouring.fixed() {
            if colour >= palette {
                formula.add_clause(&[])?;
                continue;
            }
            for literal in written.literals(vertex, colour) {
                formula.add_clause(&[literal])?;
            }
        }
        written.objective = written.objective(formula)?;
        written.variables = formula.variables();
        Ok(written)
    }

    /// Adds a variable for each colour, "this colour or a later one is used", and returns the
    /// objective; nothing if the number of colours is fixed. The first colour is always used.
    fn objective(&self, formula: &mut Formula<'_>) -> Result<Option<Objective>, Interrupted> {
        if self.colouring.colours != Count::Optimum {
            return Ok(None);
        }
        let used: Vec<Lit> = (0..self.palette).map(|_| formula.new_lit()).collect();
        for (colour, &used) in (0..).zip(&used) {
            if colour == 0 {
                formula.add_clause(&[used])?;
                continue;
            }
            for vertex in 0..self.colouring.vertices() {
                let has_it = self.literals(vertex, colour).next().map(|literal| !literal);
                formula.add_clause(&has_it.into_iter().chain([used]).collect::<Vec<_>>())?;
            }
        }
        formula.chain(used.iter().copied())?;
        Ok(Some(Objective::new(used, Sense::Minimise)))
    }

    /// The literals that are true if and only if a vertex has a colour.
    fn literals(&self, vertex: u32, colour: u32) -> impl Iterator<Item = Lit> + use<> {
        (self.code.literals)(vertex, colour, self.of_vertex).into_iter().flatten()
    }
}

impl Encoded for EncodedColours<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let vertex = variable.checked_div(self.of_vertex)?;
        let number = variable % self.of_vertex + 1;
        (vertex < self.colouring.vertices())
            .then(|| format!("{}({},{number})", self.code.word, label(vertex)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let has = |vertex: u32, colour: u32| {
            self.literals(vertex, colour).all(|literal| assignment.satisfies(literal))
        };
        let colour = |vertex: u32| {
            (0..self.palette).find(|&colour| has(vertex, colour)).ok_or(ReadError::NoColour(vertex))
        };
        let colours = (0..self.colouring.vertices()).map(colour).collect::<Result<_, _>>()?;
        Ok(Reading::Witness(Witness::Colours(colours)))
    }

    fn objective(&self) -> Option<Objective> {
        self.objective.clone()
    }

    fn projection(&self) -> Option<u32> {
        let is_all = self.objective.is_none() && !self.colouring.is_anchored();
        is_all.then_some(self.of_vertex * self.colouring.vertices())
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let colours = (0..).zip(witness.numbers());
        let literals = colours.flat_map(|(vertex, &colour)| self.literals(vertex, colour));
        literals.map(|literal| !literal).collect()
    }
}

/// The literal of a variable of a vertex.
pub(super) fn literal(vertex: u32, number: u32, of_vertex: u32) -> Lit {
    Lit::positive(vertex * of_vertex + number)
}
