//! Vertex covers by their complements: every method for independent sets also finds and counts
//! covers.

use num_bigint::BigUint;
use satranj_encodings::{model::Witness, vertex_cover::VertexCover, weighted_set::WeightedSet};

use super::{
    Counted, Counting, Ending, Finder, Goal, WitnessCounter,
    method::{CountsSets, FindsHeaviest, FindsSets},
};

/// The search for covers by their complementary independent sets.
pub fn finder(find: FindsSets, cover: &VertexCover, goal: Goal) -> Option<Finder<'_>> {
    let Some(set) = cover.independent_set() else {
        // More vertices are asked for than the graph has.
        return Some(Finder::new(|_, _| Ok(Ending::Exhausted)));
    };
    Some(around(cover, find(set, goal)?))
}

/// The search for the lightest covers by their complements, the heaviest independent sets.
pub fn lightest(find: FindsHeaviest, weighted: &WeightedSet, goal: Goal) -> Option<Finder<'_>> {
    let (cover, left_out) = (weighted.as_vertex_cover()?, weighted.left_out()?);
    Some(around(cover, find(left_out, left_out.as_independent_set()?, goal)?))
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

/// The count of covers by their complementary independent sets.
pub fn counter(
    count: CountsSets,
    cover: &VertexCover,
    counting: Counting,
) -> Option<WitnessCounter<'_>> {
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
