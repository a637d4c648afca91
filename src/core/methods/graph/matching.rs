//! `graph:matching`: largest independent sets of bipartite conflict graphs.

use crate::methods::constraints;
use satranj_encodings::{
    independent_set::{
        IndependentSet,
        matching::{Matching, has_two_colours},
        obstruction::{IndependentSetObstruction, bound_bytes, free_vertices},
    },
    lattice::Lattice,
    model::{Count, Obstruction, Witness},
};

use crate::{
    limits,
    methods::{Description, Ending, Finder, Found, Goal, Method, vertex_cover},
    run::Run,
};

/// König's theorem (1931): in a bipartite graph, a maximum matching yields a largest independent
/// set, and proves that there is no larger one.
///
/// Time and memory of [`Matching::maximum`]; no search.
pub const KONIG: Method = Method::finding(
    Description {
        scope: Some("one solution, one kind of piece, bipartite graphs of attacks"),
        // The matching itself is the reason that a pre-check would look for.
        precheck: false,
        ..Description::graph("graph:matching", "maximum matching, for bipartite graphs (König)")
            .minding(constraints::SETS_OF_ONE_KIND)
    },
    vertex_cover::takes,
    |model, goal| {
        vertex_cover::finder(
            |set, goal| {
                let has_colours = |lattice: &Lattice| {
                    if !lattice.is_of_graph() {
                        return has_two_colours(lattice);
                    }
                    set.graph_bytes() == 0 && set.graph().two_colouring().is_some()
                };
                let fits = goal == Goal::First
                    && set.is_shielded()
                    && matches!(set.kinds(), [kind] if kind.side.is_none() && has_colours(&kind.lattice));
                fits.then(|| Finder::new(move |context, found| solve(set, context, found)))
            },
            model,
            goal,
        )
    },
);

fn solve(
    model: &IndependentSet,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, limits::Reason> {
    run.permit(bound_bytes(model))?;
    let proved = |reason| Ok(Ending::Proved(Obstruction::IndependentSet(reason)));
    if let Some(ending) = Ending::of_given(model) {
        return Ok(ending);
    }
    let graph = run.encoding(|| model.graph());
    run.poll()?;
    let Some(dark) = graph.two_colouring() else {
        // `supports` guarantees that there is one.
        return Ok(Ending::Stopped(limits::Reason::IncompleteMethod));
    };
    run.node()?;
    let (_, free) = free_vertices(model);
    let matching = Matching::maximum(graph, &dark, &free);
    run.poll()?;
    let given = model.distinct_given();
    let mut rest = matching.independent_set(graph, &dark, &free);
    let largest = (given.len() + rest.len()) as u32;
    let asked = match model.kinds().first().map(|kind| kind.count) {
        Some(Count::Exactly(count)) => count,
        _ => largest,
    };
    if asked > largest {
        return proved(IndependentSetObstruction::Matching(matching.pairs()));
    }
    if (asked as usize) < given.len() {
        return Ok(Ending::Exhausted);
    }
    rest.truncate(asked as usize - given.len());
    rest.extend(given);
    if found(Witness::of_vertices(rest)).is_break() || !model.is_optimum() {
        return Ok(Ending::Enough);
    }
    proved(IndependentSetObstruction::Matching(matching.pairs()))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use proptest::prelude::*;

    use satranj_encodings::model::Model;

    use super::*;
    use crate::methods::{
        Context, MethodOptions,
        boards::{PIECES, lattice, sets},
    };

    fn run(model: &IndependentSet) -> (Ending, Vec<Vec<u32>>) {
        let mut found = Vec::new();
        let run = Context::new(limits::Limits::default(), 0, MethodOptions::default());
        let ending = KONIG
            .solve(&Model::IndependentSet(model.clone()), Goal::First, &run, &mut |witness| {
                found.push(witness.numbers().to_vec());
                ControlFlow::Continue(())
            })
            .unwrap();
        (ending, found)
    }

    #[test]
    fn a_hundred_knights_square() {
        let model = IndependentSet::on_lattice(lattice("knight", 100, 100, &[]), Count::Optimum);
        let (ending, found) = run(&model);
        assert!(matches!(ending, Ending::Proved(_)));
        assert_eq!(found[0].len(), 5000);
    }

    #[test]
    fn other_questions_are_not_for_this_method() {
        let supports = |piece, goal| {
            let model = IndependentSet::on_lattice(lattice(piece, 5, 5, &[]), Count::Optimum);
            KONIG.supports(&Model::IndependentSet(model), goal)
        };
        assert!(supports("knight", Goal::First));
        assert!(!supports("knight", Goal::All));
        assert!(!supports("king", Goal::First));
        assert!(!supports("queen", Goal::First));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..Default::default() })]

        #[test]
        fn every_count_agrees_with_plain_enumeration(
            piece in proptest::sample::select(PIECES.to_vec()),
            board in sets::boards(4, 3),
        ) {
            let lattice = board.lattice(piece);
            let mut model = IndependentSet::on_lattice(lattice, Count::Optimum);
            model.given.clone_from(&board.given);
            if has_two_colours(&model.kinds()[0].lattice) {
                let all = sets::army(&model).sets();
                let most = all.iter().map(Vec::len).max();
                let (ending, found) = run(&model);
                prop_assert!(matches!(ending, Ending::Proved(_)));
                prop_assert_eq!(found.last().map(Vec::len), most);
                for count in 0..=most.unwrap_or(0) as u32 + 1 {
                    let (ending, found) = run(&model.with_value(count));
                    let exists = all.iter().any(|set| set.len() == count as usize);
                    prop_assert_eq!(found.len(), usize::from(exists));
                    prop_assert_eq!(ending == Ending::Enough, exists);
                    prop_assert!(found.iter().all(|set| all.contains(set)));
                }
            }
        }
    }
}
