//! Vertex covers by the independent sets that they leave: every method for these finds and counts
//! them too.

use num_bigint::BigUint;
use satranj_encodings::{
    model::{Obstruction, Witness},
    vertex_cover::VertexCover,
};

use super::{
    Counted, Counting, Ending, Finder, Goal, Tally,
    method::{FindsSets, TalliesSets},
};

/// The search for covers by the independent sets that they leave.
pub fn finder(find: FindsSets, cover: &VertexCover, goal: Goal) -> Option<Finder<'_>> {
    let Some(set) = cover.independent_set() else {
        // More vertices are asked for than there are.
        return Some(Finder::new(|_, _| Ok(Ending::Exhausted)));
    };
    let finder = find(set, goal)?;
    Some(Finder::fallible(move |context, found| {
        let mut around =
            |witness: Witness| found(Witness::Vertices(cover.around(witness.numbers())));
        Ok(match finder.find(context, &mut around)? {
            Ending::Proved(Obstruction::IndependentSet(reason)) => {
                Ending::Proved(Obstruction::VertexCover(cover.obstruction(&reason)))
            }
            other => other,
        })
    }))
}

/// The count of covers by the independent sets that they leave.
pub fn tally(count: TalliesSets, cover: &VertexCover, counting: Counting) -> Option<Tally<'_>> {
    let Some(set) = cover.independent_set() else {
        return (!counting.by_size).then(|| Tally::new(|_| Ok(Counted::default())));
    };
    let tally = count(set, counting)?;
    let (all, vertices) = (u64::from(cover.vertices()), cover.vertices() as usize);
    Some(Tally::new(move |context| {
        let mut counted = tally.count(context)?;
        counted.objective = counted.objective.map(|left_out| all - left_out);
        if !counted.by_size.is_empty() {
            // A cover of k vertices leaves all others.
            counted.by_size.resize(vertices + 1, BigUint::ZERO);
            counted.by_size.reverse();
            let most = counted.by_size.iter().rposition(|count| *count > BigUint::ZERO);
            counted.by_size.truncate(most.map_or(0, |most| most + 1));
        }
        Ok(counted)
    }))
}
