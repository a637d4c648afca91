//! The common parts of encodings of vertex sets: a variable per vertex, given vertices, and
//! decoding.

use std::ops::Range;

use rustsat::types::Lit;

use crate::{
    clause::{Assignment, Interrupted},
    encoding::{EncodeError, Encoded, Objective, ReadError, Reading, Written},
    formula::Formula,
    independent_set::IndependentSet,
    model::{Model, WeightedSet, Witness},
    objective::{Count, Sense},
    value_bound::ValueBound,
};

/// The literal "this vertex is in the set".
#[must_use]
pub fn chosen(vertex: u32) -> Lit {
    Lit::positive(vertex)
}

/// The question that a model of vertex sets asks, for any kind of set.
pub struct SetQuestion<'m> {
    /// Number of vertices.
    pub vertices: u32,
    /// Vertices that are in the set.
    pub given: &'m [u32],
    /// Vertices that are not in the set.
    pub blocked: &'m [u32],
    /// The vertices of each kind, and how many of them are wanted.
    pub kinds: Vec<(Range<u32>, Count)>,
    /// Whether the most or the fewest are requested where a count is free.
    pub sense: Sense,
}

impl Model {
    /// What it asks of sets of vertices, if it asks for one, whether vertices have weights or not.
    #[must_use]
    pub fn set_question(&self) -> Option<SetQuestion<'_>> {
        let of = |vertices, given, blocked, count, sense| {
            let kinds = vec![(0..vertices, count)];
            SetQuestion { vertices, given, blocked, kinds, sense }
        };
        match self.unweighted() {
            Self::DominatingSet(set) => {
                Some(of(set.vertices(), set.given(), set.blocked(), set.count, set.sense()))
            }
            Self::VertexCover(cover) => {
                let (given, blocked) = (cover.given(), cover.blocked());
                Some(of(cover.vertices(), given, blocked, cover.count, Sense::Minimise))
            }
            sets => sets.as_independent_set().map(|set| {
                let kinds = set.kinds().iter().enumerate();
                let kinds = kinds.map(|(kind, asked)| (set.vertices_of(kind), asked.count));
                let (kinds, sense) = (kinds.collect(), Sense::Maximise);
                SetQuestion {
                    vertices: set.vertices(),
                    given: &set.given,
                    blocked: &[],
                    kinds,
                    sense,
                }
            }),
        }
    }
}

/// Writes the formula of a model of sets: a variable for each vertex, then what `rules` writes; a
/// unit for each given vertex, or the empty clause if there is no such vertex; a unit against each
/// vertex that must not be in the set; then the bound on the weights, if vertices have some,
/// otherwise what `count` writes, which is given what `rules` returned.
///
/// # Errors
/// [`EncodeError`] if the model is of no sets, if the sink interrupts, or if a weight is enough but
/// [no bound](WeightedSet::has_bound) can state it.
pub(crate) fn write<'m, T>(
    model: &'m Model,
    formula: &mut Formula<'_>,
    rules: impl FnOnce(&mut Formula<'_>) -> Result<T, Interrupted>,
    count: impl FnOnce(T, &mut Formula<'_>) -> Result<Option<Objective>, Interrupted>,
) -> Written<'m> {
    let SetQuestion { vertices, given, blocked, .. } = formula.stated(model.set_question())?;
    formula.numbered(vertices)?;
    let ruled = rules(formula)?;
    for &vertex in given {
        let unit = [chosen(vertex.min(vertices))];
        formula.add_clause(if vertex < vertices { &unit } else { &[] })?;
    }
    for &vertex in blocked.iter().filter(|&&vertex| vertex < vertices) {
        formula.add_clause(&[!chosen(vertex)])?;
    }
    let weighted = model.as_weighted_set();
    let objective = match weighted {
        Some(weighted) => weigh(weighted, formula)?,
        None => count(ruled, formula)?,
    };
    Ok(Box::new(VertexSet {
        vertices,
        variables: formula.variables(),
        of_one_size: weighted.is_none() && objective.is_none(),
        objective,
        army: model.as_independent_set(),
    }))
}

/// Writes nothing if the best is requested: the weighted vertices are the objective. If some weight
/// is enough, writes the [bound](crate::weighted_set::bound::WeightBound) for it: better than the
/// next worse weight.
fn weigh(set: &WeightedSet, formula: &mut Formula<'_>) -> Result<Option<Objective>, EncodeError> {
    let objective = set.objective();
    let Some(enough) = set.enough() else { return Ok(Some(objective)) };
    if !set.has_bound() {
        return Err(EncodeError::Unsupported("weights"));
    }
    let worse = match objective.sense {
        // No weight is below 0.
        Sense::Maximise if enough == 0 => return Ok(None),
        Sense::Maximise => enough - 1,
        Sense::Minimise => enough.saturating_add(1),
    };
    let mut bound = ValueBound::new(&objective);
    formula.add(|variables, sink| bound.tighten(worse, variables, sink))?;
    Ok(None)
}

/// Adds that exactly `count` of these are true; if the best number is requested, it is the
/// objective.
pub(crate) fn counted(
    literals: Vec<Lit>,
    (count, sense): (Count, Sense),
    formula: &mut Formula<'_>,
) -> Result<Option<Objective>, Interrupted> {
    match count {
        Count::Exactly(count) => {
            formula.exactly(&literals, count)?;
            Ok(None)
        }
        Count::Optimum => Ok(Some(Objective::new(literals, sense))),
    }
}

/// An encoded set of vertices.
struct VertexSet<'m> {
    /// Number of vertices, whose variables come first.
    vertices: u32,
    /// Number of all variables.
    variables: u32,
    /// The objective.
    objective: Option<Objective>,
    /// Whether all sets have the same number of vertices, so that none contains another.
    of_one_size: bool,
    /// The model, if it has kinds whose counts are to be made equal.
    army: Option<&'m IndependentSet>,
}

impl VertexSet<'_> {
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
