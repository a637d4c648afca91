//! Plans for agents that walk through a graph without collisions.

mod joint_key;
pub mod joint_search;
#[cfg(test)]
mod tests;

use satranj_encodings::{
    agent_paths::AgentPaths,
    model::{Obstruction, Witness},
};

use crate::{
    limits::Reason,
    methods::{Ending, Found},
    run::Run,
};

/// The paths without the steps in which an agent already rests for good.
fn rested(mut paths: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
    for path in &mut paths {
        while path.len() > 1 && path[path.len() - 2] == path[path.len() - 1] {
            path.pop();
        }
    }
    paths
}

/// Ends a search before it begins, if a short reason shows that no plan exists.
///
/// # Errors
/// The reason to stop.
fn decided_at_once(model: &AgentPaths, run: &Run) -> Result<Option<Ending>, Reason> {
    // Lists of starts, goals and vertices.
    run.permit(64 * u64::from(model.graph().vertices()))?;
    let obstruction = run.encoding(|| model.obstruction());
    run.poll()?;
    Ok(obstruction.map(|obstruction| Ending::Proved(Obstruction::Agents(obstruction))))
}

/// Passes on the best plan, or any plan if its cost is bounded.
fn best(paths: Vec<Vec<u32>>, found: &mut Found<'_>) -> Ending {
    let asked = found(Witness::Paths(rested(paths)));
    if asked.is_break() { Ending::Enough } else { Ending::Exhausted }
}
