//! Disjoint cliques that contain all vertices of a kind: counting few groups instead of many
//! vertices.

use fixedbitset::FixedBitSet;

use super::{IndependentSet, clique_cover, conflicts::Sets};

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
    let add_neighbours = |cell: u32, list: &mut Vec<u32>| {
        if model.is_on_lattice() {
            kind.lattice.neighbours(cell, list);
        } else {
            list.extend_from_slice(model.graph().neighbours(cell));
        }
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
        let steps = both.map(|(rows, columns)| Step { rows, columns, repeats: false }).collect();
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
