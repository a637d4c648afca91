//! `graph:flow`: heaviest independent sets and lightest vertex covers of bipartite graphs.

use crate::methods::constraints::Constraint;
use satranj_encodings::{
    independent_set::{IndependentSet, obstruction::free_vertices},
    model::{Obstruction, Witness},
    weighted_set::{WeightedSet, clique_cover},
};

use crate::{
    limits::Reason,
    methods::{Description, Ending, Finder, Found, Goal, Method, vertex_cover},
    run::Run,
};

/// The complement of a minimum cut between the two colours is a heaviest independent set, as the
/// maximum flow proves: Kőnig's theorem with weights.
///
/// Time and memory of [`clique_cover::cut`]; no search.
pub const FLOW: Method = Method::finding(
    Description {
        scope: Some("one solution, bipartite graphs with weights"),
        // The flow itself is the reason that a pre-check would look for.
        precheck: false,
        ..Description::graph("graph:flow", "maximum flow, for bipartite graphs with weights")
            .minding(&[
                Constraint::Graph,
                Constraint::Given,
                Constraint::Blocked,
                Constraint::Weights,
                Constraint::AtMost,
            ])
    },
    vertex_cover::takes_weighted,
    |model, goal| {
        vertex_cover::lightest(
            |weighted, set, goal| {
                let has_two_colours =
                    set.graph_bytes() == 0 && set.graph().two_colouring().is_some();
                (goal == Goal::First && has_two_colours).then(|| {
                    Finder::new(move |context, found| solve(weighted, set, context, found))
                })
            },
            model,
            goal,
        )
    },
);

fn solve(
    weighted: &WeightedSet,
    set: &IndependentSet,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, Reason> {
    run.poll()?;
    let graph = set.graph();
    run.reserve(clique_cover::cut_bytes(graph.vertices().into(), graph.edges().into()))?;
    if let Some(ending) = Ending::of_given(set) {
        return Ok(ending);
    }
    let Some(dark) = graph.two_colouring() else {
        // `supports` guarantees that there is one.
        return Ok(Ending::Stopped(Reason::IncompleteMethod));
    };
    run.node()?;
    let (_, free) = free_vertices(set);
    let cut = clique_cover::cut(graph, &dark, weighted.weights(), &free, || run.poll())?;
    let heaviest = Witness::of_vertices(cut.heaviest.into_iter().chain(set.distinct_given()));
    let weight = weighted.value(heaviest.numbers());
    if weighted.enough().is_some_and(|enough| weight < enough) {
        return Ok(Ending::Exhausted);
    }
    if found(heaviest).is_break() || weighted.enough().is_some() {
        return Ok(Ending::Enough);
    }
    Ok(Ending::Proved(Obstruction::WeightedCliques(cut.cover, 1)))
}
