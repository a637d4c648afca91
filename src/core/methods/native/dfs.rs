//! `native:dfs`: plain depth-first search in a chosen order of moves.

use crate::methods::constraints;
use satranj_encodings::{hamiltonian::Hamiltonian, model::Model};

use super::{
    candidates::{ListedNeighbours, Lists, NeighbourRows},
    engine::{SearchPlan, search},
    order::{Heuristic, MoveOrder},
};
use crate::{
    methods::{Description, Ending, Finder, Found, Method, MethodError, MethodOption},
    run::Run,
};

/// Depth-first search, the baseline of the published reports: it prunes only by given times, which
/// leave each vertex the times that its distances from their vertices allow.
///
/// O(n + m) memory, and n² bits if times are given; exponential time. It is complete: without a limit it ends with a path or with a
/// proof by exhaustion.
pub const DEPTH_FIRST: Method = Method::finding(
    Description {
        precheck: false,
        options: &[MethodOption::Seed, MethodOption::Order],
        ..Description::native(
            "native:dfs",
            "plain depth-first search in the order of --order (listed by default)",
        )
        .minding(constraints::UNDIRECTED_TIMED_TOURS)
    },
    Model::is_hamiltonian,
    |model, goal| {
        let model = model.as_hamiltonian()?;

        Some(Finder::fallible(move |context, found| {
            let order = context.options.order.clone().unwrap_or_default();
            depth_first(model, &order, SearchPlan { goal, keep_closable: false }, context, found)
        }))
    },
);

/// Searches a model depth first in an order.
///
/// # Errors
/// [`MethodError::Order`] if the order does not fit the model.
pub fn depth_first(
    model: &Hamiltonian,
    order: &MoveOrder,
    plan: SearchPlan,
    run: &Run,
    found: &mut Found<'_>,
) -> Result<Ending, MethodError> {
    run.reserve(model.graph_bytes())?;
    let listed = ListedNeighbours::new(model, order, run)?;
    let fixed = matches!(order.heuristic, Heuristic::Listed | Heuristic::Random);
    if fixed && let Some(mut rows) = NeighbourRows::new(&listed) {
        return Ok(search(&mut rows, model, plan, run, found));
    }
    let mut lists = Lists::new(&listed, model, order, run)?;
    Ok(search(&mut lists, model, plan, run, found))
}
