//! Counts of each kind: disjoint cliques that contain all its vertices, and the clauses that count
//! them.

use fixedbitset::FixedBitSet;
use rustsat::types::Lit;

use super::{
    IndependentSet, clique_cover,
    conflicts::{Family, Sets},
};
use crate::{
    clause::Interrupted,
    encoding::Objective,
    formula::Formula,
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
    formula: &mut Formula<'_>,
) -> Result<Option<Objective>, Interrupted> {
    let mut literals = Vec::new();
    for (number, kind) in model.kinds().iter().enumerate() {
        let Count::Exactly(count) = kind.count else { continue };
        let families = model.conflicts().families.iter().filter(|family| family.kind == number);
        let lines = |family: &&Family| family.cliques.len();
        if families.clone().any(|family| lines(&family) < count as usize) {
            formula.add_clause(&[])?;
            continue;
        }
        if !families.clone().any(|family| lines(&family) == count as usize) {
            let groups = group_clauses(&partition(model, number), formula)?;
            formula.exactly(&groups, count)?;
        }
        // If there are exactly as many lines as wanted vertices, each line has one.
        let full = families.filter(|family| lines(family) == count as usize);
        for clique in full.flat_map(|family| family.cliques.clone()) {
            literals.clear();
            let members = model.conflicts().cliques.get(clique);
            literals.extend(members.iter().map(|&vertex| chosen(vertex)));
            formula.add_clause(&literals)?;
        }
    }
    let partitions: Vec<Sets> = model.free_kinds().map(|kind| partition(model, kind)).collect();
    let literals = match partitions.as_slice() {
        [] => return Ok(None),
        [groups] => group_clauses(groups, formula)?,
        _ => {
            let most = levels(model, &partitions);
            let levels: Vec<Lit> = (0..most).map(|_| formula.new_lit()).collect();
            for groups in &partitions {
                let groups = group_clauses(groups, formula)?;
                let outputs = formula.add(|variables, sink| {
                    totalizer::at_least_each(&groups, most, variables, sink)
                })?;
                for (&level, &output) in levels.iter().zip(&outputs) {
                    formula.add_clause(&[!level, output])?;
                }
            }
            formula.chain(levels.iter().copied())?;
            if let Some(last) = model.most_given().checked_sub(1) {
                // The level of a kind is at least its given vertices.
                let unit = levels.get(last as usize).copied();
                formula.add_clause(unit.as_slice())?;
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
    formula: &mut Formula<'_>,
) -> Result<Vec<Lit>, Interrupted> {
    let mut literals = Vec::with_capacity(groups.len());
    let mut clause = Vec::new();
    for group in groups.iter() {
        if let &[vertex] = group {
            literals.push(chosen(vertex));
            continue;
        }
        let used = formula.new_lit();
        for &vertex in group {
            formula.add_clause(&[!chosen(vertex), used])?;
        }
        clause.clear();
        clause.push(!used);
        clause.extend(group.iter().map(|&vertex| chosen(vertex)));
        formula.add_clause(&clause)?;
        literals.push(used);
    }
    Ok(literals)
}

/// Cliques of the conflict graph that contain each vertex of a kind exactly once; at most one
/// vertex of each is chosen, so counting cliques counts the vertices.
///
/// These are the lines of the direction with the fewest lines; without repeated steps, cliques
/// grown greedily in the order of the vertices; for a kind that does not attack itself, the single
/// vertices.
#[must_use]
pub fn partition(model: &IndependentSet, number: usize) -> Sets {
    let kind = &model.kinds()[number];
    let mut sets = Sets::default();
    if kind.side.is_some() {
        model.vertices_of(number).for_each(|vertex| sets.push([vertex]));
        return sets;
    }
    let families = model.conflicts().families.iter().filter(|family| family.kind == number);
    if let Some(family) = families.min_by_key(|family| family.cliques.len()) {
        for clique in family.cliques.clone() {
            sets.push(model.conflicts().cliques.get(clique).iter().copied());
        }
        return sets;
    }
    let base = model.vertices_of(number).start;
    let directed = kind.lattice.is_directed().then(|| kind.lattice.graph());
    let add_neighbours = |cell: u32, list: &mut Vec<u32>| match &directed {
        Some(graph) => list.extend_from_slice(graph.neighbours(cell)),
        None if kind.lattice.is_of_graph() => {
            list.extend_from_slice(model.graph().neighbours(cell));
        }
        None => kind.lattice.neighbours(cell, list),
    };
    let mut all = FixedBitSet::with_capacity(model.cells() as usize);
    all.insert_range(..);
    for clique in clique_cover::grown(add_neighbours, &all, 0..model.cells()) {
        sets.push(clique.into_iter().map(|member| base + member));
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        independent_set::PieceKind,
        lattice::{Lattice, Step},
        model::Count,
    };

    fn set(rows: u32, columns: u32, leaps: &[(i32, i32)], side: Option<u32>) -> IndependentSet {
        let both = leaps.iter().flat_map(|&(rows, columns)| [(rows, columns), (-rows, -columns)]);
        let steps = both.map(|(rows, columns)| Step::leap(rows, columns)).collect();
        let lattice = Lattice::new(rows, columns, None, steps);
        IndependentSet::army(vec![PieceKind { lattice, side, count: Count::Optimum }])
    }

    #[test]
    fn kings_are_grouped_by_fours_and_all_cliques_are_disjoint() {
        let king = [(0, 1), (1, 0), (1, 1), (1, -1)];
        assert_eq!(partition(&set(6, 8, &king, None), 0).len(), 12);
        assert_eq!(partition(&set(6, 8, &king, Some(0)), 0).len(), 48);
        let knight = set(5, 5, &[(1, 2), (2, 1), (1, -2), (2, -1)], None);
        let groups = partition(&knight, 0);
        let mut members: Vec<u32> = groups.iter().flatten().copied().collect();
        members.sort_unstable();
        assert_eq!(members, (0..25).collect::<Vec<u32>>());
        for group in groups.iter() {
            for pair in group.windows(2) {
                assert!(knight.graph().neighbours(pair[0]).contains(&pair[1]));
            }
        }
    }
}
