//! What encodings of vertex sets share: a variable per vertex, given vertices, and decoding.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::{Lit, Var},
};

use crate::{
    clause::{Assignment, ClauseSink, Interrupted},
    count::Count,
    encoding::{Encoded, Objective, ReadError, Reading},
    independent_set::IndependentSet,
    model::Witness,
    objective::Sense,
    totalizer,
};

/// The literal "this vertex is in the set".
#[must_use]
pub fn chosen(vertex: u32) -> Lit {
    Var::new(vertex).pos_lit()
}

/// A variable manager whose first variables are those of this many vertices.
pub(crate) fn numbered(vertices: u32) -> BasicVarManager {
    BasicVarManager::from_next_free(Var::new(vertices))
}

/// Adds a unit for each given vertex, or the empty clause if there is no such vertex.
pub(crate) fn given_clauses(
    given: &[u32],
    vertices: u32,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    given.iter().try_for_each(|&vertex| {
        let unit = [chosen(vertex.min(vertices))];
        sink.add_clause(if vertex < vertices { &unit } else { &[] })
    })
}

/// Adds a unit against each vertex that must not be in the set.
pub(crate) fn blocked_clauses(
    blocked: &[u32],
    vertices: u32,
    sink: &mut dyn ClauseSink,
) -> Result<(), Interrupted> {
    let blocked = blocked.iter().filter(|&&vertex| vertex < vertices);
    blocked.into_iter().try_for_each(|&vertex| sink.add_clause(&[!chosen(vertex)]))
}

/// Adds that exactly `count` of these are true; if the fewest are asked for, their number is the
/// objective.
pub(crate) fn counted(
    literals: Vec<Lit>,
    count: Count,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Option<Objective>, Interrupted> {
    match count {
        Count::Exactly(count) => {
            totalizer::exactly(&literals, count, variables, sink)?;
            Ok(None)
        }
        Count::Optimum => Ok(Some(Objective::new(literals, Sense::Minimise))),
    }
}

/// An encoded set of vertices.
pub(crate) struct VertexSet<'m> {
    /// Number of vertices, whose variables come first.
    pub(crate) vertices: u32,
    /// Number of all variables.
    pub(crate) variables: u32,
    /// The objective.
    pub(crate) objective: Option<Objective>,
    /// Whether all sets have the same number of vertices, so that none contains another.
    pub(crate) of_one_size: bool,
    /// The model, if it has kinds whose counts are to be made equal.
    pub(crate) army: Option<&'m IndependentSet>,
}

impl<'m> VertexSet<'m> {
    /// A set of vertices; without an objective all sets have the same size.
    pub(crate) fn written(
        vertices: u32,
        variables: &BasicVarManager,
        objective: Option<Objective>,
        army: Option<&'m IndependentSet>,
    ) -> Box<dyn Encoded + 'm> {
        let (variables, of_one_size) = (variables.n_used(), objective.is_none());
        Box::new(Self { vertices, variables, objective, of_one_size, army })
    }

    /// Drops vertices that are not given until all kinds with a free count have equally many.
    fn level(&self, vertices: &mut Vec<u32>) {
        let Some(army) = self.army else { return };
        let least = army.value(vertices) as usize;
        for kind in army.free_kinds() {
            let range = army.vertices_of(kind);
            let inside = vertices.iter().filter(|vertex| range.contains(vertex)).count();
            let mut surplus = inside - least;
            vertices.retain(|vertex| {
                let dropped = surplus > 0 && range.contains(vertex) && !army.given.contains(vertex);
                surplus -= usize::from(dropped);
                !dropped
            });
        }
    }
}

impl Encoded for VertexSet<'_> {
    fn variables(&self) -> u32 {
        self.variables
    }

    fn variable_name(&self, variable: u32, label: &dyn Fn(u32) -> String) -> Option<String> {
        (variable < self.vertices).then(|| label(variable))
    }

    fn read(&self, assignment: &Assignment) -> Result<Reading, ReadError> {
        let mut vertices: Vec<u32> =
            (0..self.vertices).filter(|&vertex| assignment.satisfies(chosen(vertex))).collect();
        self.level(&mut vertices);
        Ok(Reading::Witness(Witness::Vertices(vertices)))
    }

    fn objective(&self) -> Option<Objective> {
        self.objective.clone()
    }

    fn projection(&self) -> Option<u32> {
        // When optimising, several assignments are levelled to one set.
        let is_levelled = self.army.is_some_and(IndependentSet::is_optimum);
        (!is_levelled && self.objective.is_none()).then_some(self.vertices)
    }

    fn exclude(&self, witness: &Witness) -> Vec<Lit> {
        let vertices = witness.numbers();
        if self.of_one_size {
            return vertices.iter().map(|&vertex| !chosen(vertex)).collect();
        }
        let inside = |vertex: u32| vertices.binary_search(&vertex).is_ok();
        (0..self.vertices)
            .map(|vertex| if inside(vertex) { !chosen(vertex) } else { chosen(vertex) })
            .collect()
    }
}
