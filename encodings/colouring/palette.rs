//! The clauses of a colouring for any code of its colours, the fewest colours as an objective, and
//! decoding.

use rustsat::types::Lit;

use super::Colouring;
use crate::{
    clause::{Assignment, Interrupted},
    encoding::{EncodeError, Encoded, Objective, ReadError, Reading},
    formula::Formula,
    model::{Count, Model, Sense, Witness},
    variables::Window,
};

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
