//! Counts of each kind: the clauses that both encodings of independent sets share.

use rustsat::{
    instances::{BasicVarManager, ManageVars},
    types::Lit,
};

use super::{
    IndependentSet,
    conflicts::{Family, Sets},
    partition::partition,
};
use crate::{
    clause::{ClauseSink, Interrupted},
    encoding::Objective,
    model::{Count, Sense},
    totalizer,
    vertex_set::chosen,
};

/// The most levels that several free kinds, which share their cells, can reach.
fn levels(model: &IndependentSet, partitions: &[Sets]) -> usize {
    let least = partitions.iter().map(Sets::len).min().unwrap_or(0);
    least.min(model.cells() as usize / partitions.len().max(1))
}

/// Adds the counts and returns the objective, if a count is free.
pub(crate) fn count_clauses(
    model: &IndependentSet,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Option<Objective>, Interrupted> {
    let mut literals = Vec::new();
    for (number, kind) in model.kinds().iter().enumerate() {
        let Count::Exactly(count) = kind.count else { continue };
        let families = model.conflicts().families.iter().filter(|family| family.kind == number);
        let lines = |family: &&Family| family.cliques.len();
        if families.clone().any(|family| lines(&family) < count as usize) {
            sink.add_clause(&[])?;
            continue;
        }
        if !families.clone().any(|family| lines(&family) == count as usize) {
            let groups = group_clauses(&partition(model, number), variables, sink)?;
            totalizer::exactly(&groups, count, variables, sink)?;
        }
        // Where there are as many lines as vertices are wanted, each line has one.
        let full = families.filter(|family| lines(family) == count as usize);
        for clique in full.flat_map(|family| family.cliques.clone()) {
            literals.clear();
            let members = model.conflicts().cliques.get(clique);
            literals.extend(members.iter().map(|&vertex| chosen(vertex)));
            sink.add_clause(&literals)?;
        }
    }
    let partitions: Vec<Sets> = model.free_kinds().map(|kind| partition(model, kind)).collect();
    let literals = match partitions.as_slice() {
        [] => return Ok(None),
        [groups] => group_clauses(groups, variables, sink)?,
        _ => {
            let most = levels(model, &partitions);
            let levels: Vec<Lit> = (0..most).map(|_| variables.new_lit()).collect();
            for groups in &partitions {
                let groups = group_clauses(groups, variables, sink)?;
                let outputs = totalizer::at_least_each(&groups, most, variables, sink)?;
                for (&level, &output) in levels.iter().zip(&outputs) {
                    sink.add_clause(&[!level, output])?;
                }
            }
            for pair in levels.windows(2) {
                sink.add_clause(&[!pair[1], pair[0]])?;
            }
            if let Some(last) = model.most_given().checked_sub(1) {
                // The level of a kind is at least its given vertices.
                let unit = levels.get(last as usize).copied();
                sink.add_clause(unit.as_slice())?;
            }
            levels
        }
    };
    Ok(Some(Objective::new(literals, Sense::Maximise)))
}

/// Adds a variable for each group of several vertices, "one of these is chosen", and returns one
/// literal per group.
pub(crate) fn group_clauses(
    groups: &Sets,
    variables: &mut BasicVarManager,
    sink: &mut dyn ClauseSink,
) -> Result<Vec<Lit>, Interrupted> {
    let mut literals = Vec::with_capacity(groups.len());
    let mut clause = Vec::new();
    for group in groups.iter() {
        if let &[vertex] = group {
            literals.push(chosen(vertex));
            continue;
        }
        let used = variables.new_lit();
        for &vertex in group {
            sink.add_clause(&[!chosen(vertex), used])?;
        }
        clause.clear();
        clause.push(!used);
        clause.extend(group.iter().map(|&vertex| chosen(vertex)));
        sink.add_clause(&clause)?;
        literals.push(used);
    }
    Ok(literals)
}
