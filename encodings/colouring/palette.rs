//! What the encodings of colourings share: the fewest colours as an objective, and decoding.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::Colouring;
use crate::{
    clause::{Assignment, ClauseSink, Interrupted},
    encoding::{Encoded, Objective, ReadError, Reading},
    model::{Count, Sense, Witness},
};

/// Adds that every vertex with a colour (numbered from 1) makes a literal true.
pub(super) type EachUser<'a> =
    dyn FnMut(u32, Lit, &mut dyn ClauseSink) -> Result<(), Interrupted> + 'a;

/// Adds a variable for each colour, "this colour or a later one is used", and returns the
/// objective; nothing if the number of colours is fixed. The first colour is always used.
pub(super) fn objective(
    colouring: &Colouring,
    palette: u32,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
    each_user: &mut EachUser<'_>,
) -> Result<Option<Objective>, Interrupted> {
    if colouring.colours != Count::Optimum {
        return Ok(None);
    }
    let used: Vec<Lit> = (0..palette).map(|_| variables.new_lit()).collect();
    for (colour, &literal) in (0..).zip(&used) {
        if colour == 0 {
            sink.add_clause(&[literal])?;
        } else {
            each_user(colour, literal, sink)?;
        }
    }
    for pair in used.windows(2) {
        sink.add_clause(&[!pair[1], pair[0]])?;
    }
    Ok(Some(Objective::new(used, Sense::Minimise)))
}

/// An encoded colouring: one or several literals per vertex and colour say that the vertex has the
/// colour.
pub(super) struct EncodedColours<'m> {
    pub(super) colouring: &'m Colouring,
    pub(super) variables: u32,
    /// Variables of each vertex; all of them come before any other.
    pub(super) of_vertex: u32,
    pub(super) objective: Option<Objective>,
    /// Prefix of the variables' names.
    pub(super) word: &'static str,
    /// The literals that are true if and only if a vertex has a colour.
    pub(super) literals: fn(vertex: u32, colour: u32, of_vertex: u32) -> Vec<Lit>,
    /// Number of colours.
    pub(super) palette: u32,
}

impl Encoded for EncodedColours<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        let vertex = variable.checked_div(self.of_vertex)?;
        let number = variable % self.of_vertex + 1;
        (vertex < self.colouring.vertices())
            .then(|| format!("{}({},{number})", self.word, label(vertex)))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let has = |vertex: u32, colour: u32| {
            let literals = (self.literals)(vertex, colour, self.of_vertex);
            literals.into_iter().all(|literal| assignment.satisfies(literal))
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
        let literals =
            colours.flat_map(|(vertex, &colour)| (self.literals)(vertex, colour, self.of_vertex));
        literals.map(|literal| !literal).collect()
    }
}

/// The literal of a variable of a vertex.
pub(super) fn literal(vertex: u32, number: u32, of_vertex: u32) -> Lit {
    Var::new(vertex * of_vertex + number).pos_lit()
}
