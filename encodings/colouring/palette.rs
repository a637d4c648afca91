//! The clauses of a colouring for any code of its colours, the fewest colours as an objective, and
//! decoding.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use super::Colouring;
use crate::{
    clause::{Assignment, ClauseSink, Interrupted},
    encoding::{EncodeError, Encoded, Encoding, Objective, ReadError, Reading, check_numbering},
    model::{Count, Model, Sense, Witness},
    vertex_set::numbered,
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
    /// Writes the clauses: first those of each vertex by `each_vertex`, which is given its
    /// variables.
    pub(super) fn write(
        encoding: &Encoding,
        code: &'static ColourCode,
        model: &'m Model,
        sink: &mut dyn ClauseSink,
        mut each_vertex: impl FnMut(
            &[Lit],
            &mut BasicVarManager,
            &mut dyn ClauseSink,
        ) -> Result<(), Interrupted>,
    ) -> Result<Self, EncodeError> {
        let colouring = encoding.stated(model.as_colouring())?;
        let (n, palette) = (colouring.vertices(), colouring.palette());
        let of_vertex = (code.of_vertex)(palette);
        let all = check_numbering(encoding.name, u64::from(n) * u64::from(of_vertex))?;
        let mut variables = numbered(all);
        let mut written =
            Self { colouring, variables: 0, of_vertex, objective: None, code, palette };
        for vertex in 0..n {
            let own = (0..of_vertex).map(|number| literal(vertex, number, of_vertex));
            each_vertex(&own.collect::<Vec<_>>(), &mut variables, sink)?;
        }
        let mut clause = Vec::with_capacity(4);
        for (a, b) in colouring.graph().edge_list() {
            for colour in 0..palette {
                clause.clear();
                let both = [a, b].into_iter().flat_map(|vertex| written.literals(vertex, colour));
                clause.extend(both.map(|literal| !literal));
                sink.add_clause(&clause)?;
            }
        }
        for (vertex, colour) in colouring.fixed() {
            if colour >= palette {
                sink.add_clause(&[])?;
                continue;
            }
            for literal in written.literals(vertex, colour) {
                sink.add_clause(&[literal])?;
            }
        }
        written.objective = written.objective(&mut variables, sink)?;
        written.variables = variables.n_used();
        Ok(written)
    }

    /// Adds a variable for each colour, "this colour or a later one is used", and returns the
    /// objective; nothing if the number of colours is fixed. The first colour is always used.
    fn objective(
        &self,
        variables: &mut BasicVarManager,
        sink: &mut dyn ClauseSink,
    ) -> Result<Option<Objective>, Interrupted> {
        if self.colouring.colours != Count::Optimum {
            return Ok(None);
        }
        let used: Vec<Lit> = (0..self.palette).map(|_| variables.new_lit()).collect();
        for (colour, &used) in (0..).zip(&used) {
            if colour == 0 {
                sink.add_clause(&[used])?;
                continue;
            }
            for vertex in 0..self.colouring.vertices() {
                let has_it = self.literals(vertex, colour).next().map(|literal| !literal);
                sink.add_clause(&has_it.into_iter().chain([used]).collect::<Vec<_>>())?;
            }
        }
        for pair in used.windows(2) {
            sink.add_clause(&[!pair[1], pair[0]])?;
        }
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
    Var::new(vertex * of_vertex + number).pos_lit()
}
