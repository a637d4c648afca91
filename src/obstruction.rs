//! Short reasons why a model has no witness, or none better than a bound, before any search.

use satranj_encodings::{
    hamiltonian,
    independent_set::{self, IndependentSet},
    model::{Model, Obstruction, Sense},
};

use crate::{limits::Reason, run::Run};

/// Looks for a reason why there is no witness; `thoroughly`: for longer than a native method
/// takes for a path through a large graph.
///
/// # Errors
/// The reason to stop, where a limit has no room for the graph that is looked at.
pub fn find(model: &Model, thoroughly: bool, run: &Run) -> Result<Option<Obstruction>, Reason> {
    if let Some(model) = model.as_hamiltonian() {
        if hamiltonian::obstruction::needs_graph(model) {
            run.poll().and_then(|()| run.reserve(model.graph_bytes()))?;
            run.encoding(|| {
                let _ = model.graph();
            });
        }
        // Without room for the longer look the shorter one may do.
        let thoroughly = thoroughly && run.reserve(hamiltonian::obstruction::bytes(model)).is_ok();
        let find = if thoroughly {
            hamiltonian::obstruction::find
        } else {
            hamiltonian::obstruction::find_in_linear_time
        };
        return Ok(find(model).map(Obstruction::Hamiltonian));
    }
    if let Model::IndependentSet(model) = model {
        run.poll()?;
        if model.is_optimum() && model.given.len() < 2 {
            return Ok(None);
        }
        // Without room for the reason the method may still find its way.
        if run.reserve(independent_set::obstruction::bound_bytes(model)).is_err() {
            return Ok(None);
        }
        let reason = run.encoding(|| independent_set::obstruction::find(model));
        return Ok(reason.map(Obstruction::IndependentSet));
    }
    if let Model::Queens(queens) = model {
        return Ok(queens.given_conflict().map(Obstruction::Queens));
    }
    if let Model::DominatingSet(model) = model {
        run.poll()?;
        let given_may_attack = model.independent && model.given().len() > 1;
        if !model.total && !given_may_attack {
            return Ok(None);
        }
        run.reserve(model.graph_bytes())?;
        let given = model.pieces().given_conflict().filter(|_| model.independent);
        if let Some((a, b)) = given {
            let reason = independent_set::obstruction::IndependentSetObstruction::Given(a, b);
            return Ok(Some(Obstruction::IndependentSet(reason)));
        }
        let alone = run.encoding(|| model.undominated());
        return Ok((!alone.is_empty()).then_some(Obstruction::Undominated(alone)));
    }
    // All but the kinds above are looked at without their graphs.
    run.poll()?;
    Ok(run.encoding(|| match model {
        Model::Gathering(model) => model.obstruction().map(Obstruction::Gathering),
        Model::Route(model) => model.obstruction().map(Obstruction::Route),
        Model::Exchange(model) => model.obstruction().map(Obstruction::Exchange),
        _ => None,
    }))
}

/// Looks for what is given alone: pieces that attack one another, edges that cannot all be used.
/// `None` too where the memory has no room for the look.
#[must_use]
pub fn of_given(model: &Model, run: &Run) -> Option<Obstruction> {
    let conflict = |set: &IndependentSet| {
        let is_given = set.given.len() > 1;
        if !is_given || run.reserve(independent_set::obstruction::bound_bytes(set)).is_err() {
            return None;
        }
        let (a, b) = set.given_conflict()?;
        Some(Obstruction::IndependentSet(
            independent_set::obstruction::IndependentSetObstruction::Given(a, b),
        ))
    };
    match model {
        Model::Hamiltonian(model) => {
            hamiltonian::obstruction::of_given(model).map(Obstruction::Hamiltonian)
        }
        Model::Queens(queens) => queens.given_conflict().map(Obstruction::Queens),
        Model::IndependentSet(set) => conflict(set),
        Model::DominatingSet(set) if set.independent => conflict(set.pieces()),
        _ => None,
    }
}

/// The value that no witness can better, and why; `None` where no short reason is known.
///
/// # Errors
/// The reason to stop, where a limit has no room for the graph that is looked at.
pub fn bound(model: &Model, run: &Run) -> Result<Option<(u64, Obstruction)>, Reason> {
    let Model::IndependentSet(set) = model else { return Ok(None) };
    if model.sense() != Some(Sense::Maximise) {
        return Ok(None);
    }
    run.poll()?;
    if run.reserve(independent_set::obstruction::bound_bytes(set)).is_err() {
        return Ok(None);
    }
    let bound = run.encoding(|| independent_set::obstruction::bound(set));
    Ok(bound.map(|(value, reason)| (value.into(), Obstruction::IndependentSet(reason))))
}
