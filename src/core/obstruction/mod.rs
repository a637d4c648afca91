//! Short reasons why a model has no witness, or none better than a bound, before any search.

#[cfg(feature = "weights")]
mod weights;

use satranj_encodings::{
    agent_paths::{AgentObstruction, AgentPaths},
    colouring::Colouring,
    dominating_set::{
        DominatingSet,
        crossing_lines::{LineGrid, crossing_lines},
        packing::packing,
    },
    hamiltonian,
    independent_set::{self, IndependentSet, obstruction::IndependentSetObstruction},
    model::{Count, Model, Obstruction},
};

use crate::{limits::Reason, run::Run};

/// Looks for a reason why there is no witness; with `thoroughly`, longer than a native method takes
/// for a path through a large graph.
///
/// # Errors
/// The reason to stop, if a limit has no room for the graph.
pub fn find(model: &Model, thoroughly: bool, run: &Run) -> Result<Option<Obstruction>, Reason> {
    // Weights only say which of the sets is best.
    let model = model.unweighted();
    if let Some(model) = model.as_hamiltonian() {
        if hamiltonian::obstruction::needs_graph(model) {
            run.building(model.graph_bytes(), || model.graph())?;
        }
        // If memory is too small for the thorough check, the brief one may fit.
        let thoroughly = thoroughly && run.reserve(hamiltonian::obstruction::bytes(model)).is_ok();
        let find = if thoroughly {
            hamiltonian::obstruction::find
        } else {
            hamiltonian::obstruction::find_in_linear_time
        };
        return Ok(find(model).map(Obstruction::Hamiltonian));
    }
    if let Some(cover) = model.as_vertex_cover() {
        let Some(set) = cover.independent_set() else { return Ok(None) };
        let reason = of_independent_set(set, run)?;
        return Ok(reason.map(|reason| Obstruction::VertexCover(cover.obstruction(&reason))));
    }
    if let Model::IndependentSet(model) = model {
        return Ok(of_independent_set(model, run)?.map(Obstruction::IndependentSet));
    }
    if let Model::Queens(queens) = model {
        return Ok(queens.given_conflict().map(Obstruction::Queens));
    }
    if let Model::DominatingSet(model) = model {
        run.poll()?;
        if let Count::Exactly(count) = model.count
            && let Some((least, grids)) = crossing(model, run)
            && count < least
        {
            return Ok(Some(Obstruction::CrossingLines(grids)));
        }
        let given_may_attack = model.independent && model.given().len() > 1;
        let of_graph = !model.pieces().is_on_lattice();
        if !model.total && !given_may_attack && !of_graph {
            return Ok(None);
        }
        run.reserve(model.graph_bytes())?;
        let given = model.pieces().given_conflict().filter(|_| model.independent);
        if let Some((a, b)) = given {
            let reason = IndependentSetObstruction::Given(a, b);
            return Ok(Some(Obstruction::IndependentSet(reason)));
        }
        let alone = run.encoding(|| model.undominated());
        if !alone.is_empty() {
            return Ok(Some(Obstruction::Undominated(alone)));
        }
        let Count::Exactly(count) = model.count else { return Ok(None) };
        let packed = of_graph.then(|| run.encoding(|| packing(model)));
        let packed = packed.filter(|packed| packed.len() > count as usize);
        return Ok(packed.map(Obstruction::Packing));
    }
    if let Model::Colouring(colouring) = model {
        run.poll()?;
        return Ok(run.encoding(|| of_colouring(colouring)));
    }
    // Other kinds are checked without their graphs.
    run.poll()?;
    Ok(run.encoding(|| match model {
        Model::Meeting(model) => model.obstruction().map(Obstruction::Meeting),
        Model::Route(model) => model.obstruction().map(Obstruction::Path),
        Model::ShortestPath(model) => model.obstruction().map(Obstruction::Path),
        Model::Exchange(model) => model.obstruction().map(Obstruction::Exchange),
        Model::AgentPaths(model) => of_agents(model).map(Obstruction::Agents),
        _ => None,
    }))
}

/// Looks for a reason why there is no plan, or none within the bound on its cost.
#[must_use]
pub fn of_agents(model: &AgentPaths) -> Option<AgentObstruction> {
    model.obstruction().or_else(|| {
        let most = model.at_most?;
        (model.least_cost()? > most).then_some(AgentObstruction::Distances)
    })
}

/// Looks for a reason why there is no such independent set.
fn of_independent_set(
    model: &IndependentSet,
    run: &Run,
) -> Result<Option<IndependentSetObstruction>, Reason> {
    run.poll()?;
    if model.is_optimum() && model.given.len() < 2 {
        return Ok(None);
    }
    // Without memory for the reason the method may still succeed.
    if run.reserve(independent_set::obstruction::bound_bytes(model)).is_err() {
        return Ok(None);
    }
    Ok(run.encoding(|| independent_set::obstruction::find(model)))
}

/// Checks only the given parts: pieces that attack one another, edges that cannot all be used. Also
/// `None` if memory is too small.
#[must_use]
pub fn of_given(model: &Model, run: &Run) -> Option<Obstruction> {
    let conflict = |set: &IndependentSet| {
        let is_given = set.given.len() > 1;
        if !is_given || run.reserve(independent_set::obstruction::bound_bytes(set)).is_err() {
            return None;
        }
        let (a, b) = set.given_conflict()?;
        Some(IndependentSetObstruction::Given(a, b))
    };
    match model.unweighted() {
        Model::Hamiltonian(model) => {
            hamiltonian::obstruction::of_given(model).map(Obstruction::Hamiltonian)
        }
        Model::Queens(queens) => queens.given_conflict().map(Obstruction::Queens),
        Model::IndependentSet(set) => conflict(set).map(Obstruction::IndependentSet),
        Model::DominatingSet(set) if set.independent => {
            conflict(set.pieces()).map(Obstruction::IndependentSet)
        }
        Model::Colouring(colouring) => same_colour(colouring),
        Model::VertexCover(cover) => {
            let reason = conflict(cover.independent_set()?)?;
            Some(Obstruction::VertexCover(cover.obstruction(&reason)))
        }
        _ => None,
    }
}

/// A bound on the value of witnesses, with its reason; `None` if no short reason is known.
///
/// # Errors
/// The reason to stop, if a limit has no room for the graph.
pub fn bound(model: &Model, run: &Run) -> Result<Option<(u64, Obstruction)>, Reason> {
    if model.sense().is_none() {
        return Ok(None);
    }
    run.poll()?;
    let set = match model {
        #[cfg(feature = "weights")]
        Model::WeightedSet(set) => return weights::bound(set, run),
        Model::IndependentSet(set) => set,
        Model::VertexCover(cover) => {
            let Some(set) = cover.independent_set() else { return Ok(None) };
            let bound = bound_of_sets(set, run);
            return Ok(bound.map(|(most, reason)| {
                let reason = Obstruction::VertexCover(cover.obstruction(&reason));
                ((cover.vertices() - most).into(), reason)
            }));
        }
        Model::Colouring(colouring) => {
            if colouring.given_conflict().is_some() {
                return Ok(None);
            }
            let (needed, reason) = run.encoding(|| colours_needed(colouring));
            return Ok(Some((needed.into(), reason)));
        }
        Model::DominatingSet(set) if set.pieces().is_on_lattice() => {
            let stated =
                |(least, grids): (u32, _)| (least.into(), Obstruction::CrossingLines(grids));
            return Ok(crossing(set, run).map(stated));
        }
        Model::DominatingSet(set) if !set.minimal => {
            run.reserve(set.graph_bytes())?;
            let packed = run.encoding(|| packing(set));
            return Ok(Some((packed.len() as u64, Obstruction::Packing(packed))));
        }
        Model::AgentPaths(model) => {
            run.reserve(16 * u64::from(model.graph().vertices()))?;
            let least = run.encoding(|| model.least_cost());
            return Ok(least.map(|least| (least, Obstruction::Agents(AgentObstruction::Distances))));
        }
        _ => return Ok(None),
    };
    let bound = bound_of_sets(set, run);
    Ok(bound.map(|(value, reason)| (value.into(), Obstruction::IndependentSet(reason))))
}

/// A lower bound on the number of colours of a graph, with its reason.
fn colours_needed(colouring: &Colouring) -> (u32, Obstruction) {
    let clique = colouring.clique();
    if clique.len() < 3
        && let Some(cycle) = colouring.odd_cycle()
    {
        return (3, Obstruction::OddCycle(cycle));
    }
    (clique.len() as u32, Obstruction::Clique(clique.to_vec()))
}

/// The obstruction of given colours that contradict one another.
fn same_colour(colouring: &Colouring) -> Option<Obstruction> {
    colouring.given_conflict().map(|(one, other)| Obstruction::SameColour(one, other))
}

/// Looks for a reason why there is no such colouring.
fn of_colouring(colouring: &Colouring) -> Option<Obstruction> {
    same_colour(colouring).or_else(|| {
        let Count::Exactly(colours) = colouring.colours else { return None };
        let (needed, reason) = colours_needed(colouring);
        (needed > colours).then_some(reason)
    })
}

/// A lower bound on the number of dominating pieces, with its reason.
fn crossing(set: &DominatingSet, run: &Run) -> Option<(u32, Vec<LineGrid>)> {
    // Without memory for the reason the method may still succeed.
    run.reserve(LINE_BYTES * u64::from(set.vertices())).ok()?;
    run.encoding(|| crossing_lines(set))
}

/// Bytes per vertex of grids of lines, and of a document that names their vertices.
const LINE_BYTES: u64 = 48;

/// An upper bound on the size of independent sets, with its reason.
fn bound_of_sets(set: &IndependentSet, run: &Run) -> Option<(u32, IndependentSetObstruction)> {
    // Without memory for the reason the method may still succeed.
    run.reserve(independent_set::obstruction::bound_bytes(set)).ok()?;
    run.encoding(|| independent_set::obstruction::bound(set))
}
