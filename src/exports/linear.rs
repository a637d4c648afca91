//! Placements and dominations as linear constraints over 0/1 variables.
//!
//! Variable v is vertex v of the model: a piece on a square. After these there is one variable for
//! each large biclique of conflicts. Independent set: at most one of each clique; of a biclique
//! nothing on one side unless its variable is true, nothing on the other unless it is false.
//! Dominating set: at least one of each vertex and its neighbours; if it must be independent, also
//! the constraints above. Vertex cover: at least one end of each edge. Always: each given vertex,
//! and the negation of each blocked one; each count as one equation; free counts of several kinds
//! are equal, and the first of them is the objective, or the weight of the vertices if they have
//! weights.

use std::ops::Range;

use rustsat::{
    instances::fio::opb::FileLine,
    types::{
        Clause, Lit,
        constraints::{CardConstraint, PbConstraint},
    },
};
use satranj_encodings::{
    clause::Assignment,
    encoding::Objective,
    independent_set::{IndependentSet, conflicts::Conflicts},
    model::{Count, Model, Sense},
    vertex_set::chosen,
};

use super::opb;

/// The name in maps, in place of an encoding.
pub const NAME: &str = "linear";

/// A constraint, or the objective.
pub type Line = FileLine<Vec<(Lit, usize)>>;

/// Whether linear constraints can state the model.
#[must_use]
pub fn supports(model: &Model) -> bool {
    let sets = model.unweighted();
    sets.is_independent_set() || matches!(sets, Model::DominatingSet(_) | Model::VertexCover(_))
}

/// Calls `each` with the objective, if any, and then with every constraint. Returns the number of
/// variables, at least one.
///
/// # Errors
/// The first error of `each`.
pub fn each_line<E>(model: &Model, each: &mut dyn FnMut(Line) -> Result<(), E>) -> Result<u32, E> {
    let sets = model.unweighted();
    let (given, blocked, sense) = match sets {
        Model::DominatingSet(set) => (set.given(), set.blocked(), Sense::Minimise),
        Model::VertexCover(cover) => (cover.given(), cover.blocked(), Sense::Minimise),
        _ => match sets.as_independent_set() {
            Some(set) => (&set.given[..], &[][..], Sense::Maximise),
            None => return Ok(1),
        },
    };
    let kinds: Vec<(Range<u32>, Count)> = match sets {
        Model::DominatingSet(set) => vec![(0..set.vertices(), set.count)],
        Model::VertexCover(cover) => vec![(0..cover.vertices(), cover.count)],
        _ => sets.as_independent_set().map_or_else(Vec::new, |set| {
            let kinds = set.kinds().iter().enumerate();
            kinds.map(|(number, kind)| (set.vertices_of(number), kind.count)).collect()
        }),
    };
    let free: Vec<&Range<u32>> = kinds
        .iter()
        .filter(|(_, count)| *count == Count::Optimum)
        .map(|(vertices, _)| vertices)
        .collect();
    if let Some(&vertices) = free.first() {
        let weights = model.weights().unwrap_or_default().to_vec();
        let literals = vertices.clone().map(chosen).collect();
        each(minimised_line(&Objective { weights, ..Objective::new(literals, sense) }))?;
    }
    let vertices = kinds.last().map_or(0, |(vertices, _)| vertices.end);
    let mut variables = vertices;
    match sets {
        Model::DominatingSet(set) => {
            let mut dominators = Vec::new();
            for vertex in 0..vertices {
                dominators.clear();
                set.dominators(vertex, &mut |other| dominators.push(other));
                each(at_least_one(&dominators))?;
            }
            if set.independent {
                variables = conflicts(set.pieces(), each)?;
            }
        }
        Model::VertexCover(cover) => {
            cover.graph().edge_list().try_for_each(|(a, b)| each(at_least_one(&[a, b])))?;
        }
        _ => {
            if let Some(set) = sets.as_independent_set() {
                variables = conflicts(set, each)?;
            }
        }
    }
    for &vertex in given {
        each(if vertex < vertices { at_least_one(&[vertex]) } else { impossible() })?;
    }
    for &vertex in blocked {
        each(FileLine::Clause(std::iter::once(!chosen(vertex)).collect::<Clause>()))?;
    }
    for (vertices, count) in &kinds {
        if let Count::Exactly(count) = count
            && let Some(line) = exactly(vertices.clone(), *count)
        {
            each(line)?;
        }
    }
    for pair in free.windows(2) {
        let terms =
            |at: usize, weight: isize| pair[at].clone().map(move |vertex| (chosen(vertex), weight));
        each(FileLine::Pb(PbConstraint::new_eq(terms(0, 1).chain(terms(1, -1)), 0)))?;
    }
    Ok(variables.max(1))
}

/// The value of the `min:` line under an assignment; 0 without an objective.
#[must_use]
pub fn minimised(model: &Model, assignment: &Assignment) -> i128 {
    let chosen_of = |vertices: Range<u32>| {
        vertices.filter(|&vertex| assignment.satisfies(chosen(vertex))).count() as i128
    };
    match model {
        _ if model.sense().is_none() => 0,
        Model::DominatingSet(set) => chosen_of(0..set.vertices()),
        Model::VertexCover(cover) => chosen_of(0..cover.vertices()),
        Model::WeightedSet(set) => opb::cost(&set.objective(), assignment),
        _ => model.as_independent_set().map_or(0, |set| {
            set.free_kinds().next().map_or(0, |kind| -chosen_of(set.vertices_of(kind)))
        }),
    }
}

/// An unsatisfiable constraint; constraints need a variable.
fn impossible() -> Line {
    FileLine::Card(CardConstraint::new_lb([chosen(0)], 2))
}

fn at_least_one(vertices: &[u32]) -> Line {
    if vertices.is_empty() {
        return impossible();
    }
    let literals: Vec<Lit> = vertices.iter().map(|&vertex| chosen(vertex)).collect();
    FileLine::Card(CardConstraint::new_lb(literals, 1))
}

fn exactly(vertices: Range<u32>, count: u32) -> Option<Line> {
    if vertices.is_empty() {
        return (count > 0).then(impossible);
    }
    Some(FileLine::Card(CardConstraint::new_eq(vertices.map(chosen), count as usize)))
}

/// The objective: to have the most is to leave out the fewest.
#[must_use]
pub fn minimised_line(objective: &Objective) -> Line {
    let terms = objective.minimised().map(|(literal, weight)| (literal, weight as usize));
    FileLine::Objective(terms.collect())
}

/// The conflicts; returns the number of variables.
fn conflicts<E>(
    set: &IndependentSet,
    each: &mut dyn FnMut(Line) -> Result<(), E>,
) -> Result<u32, E> {
    let mut variables = set.vertices();
    let conflicts = set.conflicts();
    for clique in conflicts.cliques.iter().filter(|clique| clique.len() > 1) {
        let literals: Vec<Lit> = clique.iter().map(|&vertex| chosen(vertex)).collect();
        each(FileLine::Card(CardConstraint::new_ub(literals, 1)))?;
    }
    let mut implies =
        |from: Lit, to: Lit| each(FileLine::Clause([!from, to].into_iter().collect::<Clause>()));
    for (left, right) in conflicts.bicliques() {
        if Conflicts::has_variable(left, right) {
            let separator = chosen(variables);
            variables += 1;
            left.iter().try_for_each(|&vertex| implies(chosen(vertex), separator))?;
            right.iter().try_for_each(|&vertex| implies(chosen(vertex), !separator))?;
        } else {
            for &one in left {
                right.iter().try_for_each(|&other| implies(chosen(one), !chosen(other)))?;
            }
        }
    }
    Ok(variables)
}
