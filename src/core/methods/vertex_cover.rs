//! Independent sets, and vertex covers by their complements: every method for the former also finds
//! and counts the latter.

use num_bigint::BigUint;
use satranj_encodings::{
    graph::Graph,
    independent_set::IndependentSet,
    model::{Model, Witness},
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};

use super::{Counted, Counting, Ending, Finder, Goal, WitnessCounter};

/// Finds independent sets.
type FindsSets = fn(&IndependentSet, Goal) -> Option<Finder<'_>>;

/// Finds independent sets of vertices with weights.
type FindsHeaviest = for<'m> fn(&'m WeightedSet, &'m IndependentSet, Goal) -> Option<Finder<'m>>;

/// Counts independent sets.
type CountsSets = fn(&IndependentSet, Counting) -> Option<WitnessCounter<'_>>;

/// Whether the question is about independent sets, or about covers.
pub fn takes(model: &Model) -> bool {
    matches!(model, Model::IndependentSet(_) | Model::VertexCover(_))
}

/// Whether the question is about the heaviest independent sets, or the lightest covers.
pub fn takes_weighted(model: &Model) -> bool {
    model.as_weighted_set().is_some_and(|set| set.sets().as_dominating_set().is_none())
}

/// The graph whose independent sets or covers are requested, with weights or without; `None` if it is
/// not there yet.
pub fn graph(model: &Model) -> Option<&Graph> {
    let sets = model.as_weighted_set().map_or(model, WeightedSet::sets);
    match sets {
        Model::IndependentSet(set) => {
            let is_there =
                !set.is_on_lattice() && set.complement().is_none() && set.graph_bytes() == 0;
            is_there.then(|| set.graph())
        }
        Model::VertexCover(cover) => Some(cover.graph()),
        _ => None,
    }
}

/// The search for independent sets, or for covers by their complements.
pub fn finder(find: FindsSets, model: &Model, goal: Goal) -> Option<Finder<'_>> {
    let cover = match model {
        Model::IndependentSet(set) => return find(set, goal),
        model => model.as_vertex_cover()?,
    };
    let Some(set) = cover.independent_set() else {
        // More vertices are requested than the graph has.
        return Some(Finder::new(|_, _| Ok(Ending::Exhausted)));
    };
    Some(around(cover, find(set, goal)?))
}

/// The search for the heaviest independent sets, or for the lightest covers by their complements.
pub fn lightest(find: FindsHeaviest, model: &Model, goal: Goal) -> Option<Finder<'_>> {
    let weighted = model.as_weighted_set()?;
    if let Some(set) = weighted.sets().as_independent_set() {
        return find(weighted, set, goal);
    }
    let (cover, left_out) = (weighted.sets().as_vertex_cover()?, weighted.left_out()?);
    Some(around(cover, find(left_out, left_out.sets().as_independent_set()?, goal)?))
}

/// The complements of what a search finds.
fn around<'m>(cover: &'m VertexCover, finder: Finder<'m>) -> Finder<'m> {
    Finder::fallible(move |context, found| {
        let mut around =
            |witness: Witness| found(Witness::Vertices(cover.around(witness.numbers())));
        Ok(match finder.find(context, &mut around)? {
            Ending::Proved(reason) => Ending::Proved(cover.explained(reason)),
            other => other,
        })
    })
}

/// The count of independent sets, or of covers by their complements.
pub fn counter(count: CountsSets, model: &Model, counting: Counting) -> Option<WitnessCounter<'_>> {
    let cover = match model {
        Model::IndependentSet(set) => return count(set, counting),
        model => model.as_vertex_cover()?,
    };
    let Some(set) = cover.independent_set() else {
        return (!counting.by_size).then(|| WitnessCounter::new(|_| Ok(Counted::default())));
    };
    let counter = count(set, counting)?;
    let (all, vertices) = (u64::from(cover.vertices()), cover.vertices() as usize);
    Some(WitnessCounter::new(move |context| {
        let mut counted = counter.count(context)?;
        counted.objective = counted.objective.map(|left_out| all - left_out);
        if !counted.by_size.is_empty() {
            // The complement of a cover of k vertices has all others.
            counted.by_size.resize(vertices + 1, BigUint::ZERO);
            counted.by_size.reverse();
            let most = counted.by_size.iter().rposition(|count| *count > BigUint::ZERO);
            counted.by_size.truncate(most.map_or(0, |most| most + 1));
        }
        Ok(counted)
    }))
}
