//! The cover encoding of a dominating set: each vertex or one of its neighbours is in the set.

use rustsat::types::Lit;

use super::DominatingSet;
use crate::{
    clause::Interrupted,
    constraints::EVERY_DOMINATION,
    encoding::{Encoding, Written},
    formula::Formula,
    independent_set::{
        conflicts::Sets,
        counts::{group_clauses, partition},
        lines::conflict_clauses,
    },
    model::Model,
    vertex_set::{chosen, counted, write as write_set},
};

/// Dominating set as a hitting set.
///
/// # Variables
///
/// One for each vertex v, "v is in the set", in the order of the vertices; then the auxiliary
/// variables in the order of the clauses that need them.
///
/// # Clauses
///
/// In this order: for each vertex, it (unless the set is to be total) or some neighbour; for an
/// independent set the conflicts as in [`LINES`](crate::independent_set::lines::LINES); for a perfect
/// set, for each vertex, "it is in the set (unless the set is to be total), or at most one neighbour
/// is"; for a minimal set, for each vertex v, "if u(v), at most one vertex that dominates v is in the
/// set", with a new variable u(v), then for each vertex in the set, "u(v) for some v that it
/// dominates"; a unit for
/// each given vertex (the empty clause if there is no such vertex), and one against each vertex
/// that must not be in the set. For an independent set the groups are those of
/// [`LINES`](crate::independent_set::lines::LINES), otherwise each vertex is a group. For a fixed
/// count k, "exactly k groups" by the [totalizer](crate::totalizer::exactly); otherwise the number
/// of groups is the objective. If vertices have weights there are no groups: their weight is the
/// objective, or, if a weight bound is given, the clauses of a
/// [bound](crate::weighted_set::bound::WeightBound) on it come last.
///
/// # Size
///
/// With n vertices, b of which must not be in the set, G(V) and G(C) the variables and clauses of
/// the groups, C(V) and C(C) those of the conflicts, g the given vertices and T the size of the
/// totalizer ([`exactly`](crate::totalizer::exactly)):
///
/// - variables: n + C(V) + G(V) + T
/// - clauses: n + C(C) + g + b + G(C) + T
///
/// A condition on d > 1 vertices, "at most one is in the set", has a sequential counter (Sinz, CP
/// 2005) of d - 1 variables and 3 d - 4 clauses, and nothing for d < 2. So with d(v) neighbours of v, and
/// one more if the set is not total, a minimal set has 2 n + Σ (3 d(v) - 4) clauses more.
///
/// G and C are 0 unless the set is to be independent; T is 0 for a free count. If vertices have
/// weights, G is 0, and T is the size of the bound, if there is one.
///
/// # Source and use
///
/// Folklore: a dominating set hits all closed neighbourhoods, a total one all open ones. The
/// totalizer is that of Bailleux and Boufkhad (2003).
///
/// Prefer it for leapers and for graphs; for riders [`LINE_COVER`](super::line_cover::LINE_COVER)
/// is faster.
pub static COVER: Encoding = Encoding {
    method: "sat:cover",
    summary: "dominating set: one variable per vertex, one clause per vertex (one of its dominators is \
              chosen)",
    source: "folklore; totalizer: Bailleux and Boufkhad (CP 2003)",
    takes: |model| model.unweighted().as_dominating_set().is_some(),

    minds: EVERY_DOMINATION,
    write,
    ..Encoding::BASE
};

/// The groups that are counted.
fn groups(model: &DominatingSet) -> Sets {
    if model.independent {
        return partition(model.pieces(), 0);
    }
    let mut sets = Sets::default();
    (0..model.vertices()).for_each(|vertex| sets.push([vertex]));
    sets
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let set = formula.stated(model.unweighted().as_dominating_set())?;
    let cover = |formula: &mut Formula<'_>| {
        let mut clause = Vec::new();
        for vertex in 0..set.vertices() {
            clause.clear();
            set.dominators(vertex, &mut |other| clause.push(chosen(other)));
            formula.add_clause(&clause)?;
        }
        if set.independent {
            conflict_clauses(set.pieces(), formula)?;
        }
        if set.perfect {
            single_neighbours(set, formula)?;
        }
        if set.minimal { private_neighbours(set, formula) } else { Ok(()) }
    };
    write_set(model, formula, cover, |(), formula| {
        let literals = group_clauses(&groups(set), formula)?;
        counted(literals, (set.count, set.sense()), formula)
    })
}

/// For each vertex that is not in the set, or for each vertex if the set is total, at most one
/// neighbour is in the set.
fn single_neighbours(set: &DominatingSet, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
    let mut neighbours = Vec::new();
    for vertex in 0..set.vertices() {
        neighbours.clear();
        set.attackers(vertex, &mut |other| neighbours.push(chosen(other)));
        at_most_one_unless((!set.total).then(|| chosen(vertex)), &neighbours, formula)?;
    }
    Ok(())
}

/// Each vertex of the set dominates some vertex that no other one dominates.
fn private_neighbours(set: &DominatingSet, formula: &mut Formula<'_>) -> Result<(), Interrupted> {
    let once: Vec<Lit> = (0..set.vertices()).map(|_| formula.new_lit()).collect();
    let mut literals = Vec::new();
    for (vertex, &once) in (0..).zip(&once) {
        literals.clear();
        set.dominators(vertex, &mut |other| literals.push(chosen(other)));
        at_most_one_unless(Some(!once), &literals, formula)?;
    }
    for vertex in 0..set.vertices() {
        literals.clear();
        literals.push(!chosen(vertex));
        set.dominated(vertex, &mut |other| literals.push(once[other as usize]));
        formula.add_clause(&literals)?;
    }
    Ok(())
}

/// At most one of the literals, unless a condition is true.
fn at_most_one_unless(
    condition: Option<Lit>,
    literals: &[Lit],
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    // "One of the literals so far."
    let mut before: Option<Lit> = None;
    for (at, &literal) in literals.iter().enumerate() {
        if let Some(before) = before {
            let forbidden = [!before, !literal];
            formula.add_clause(&[&forbidden[..], condition.as_slice()].concat())?;
        }
        if at + 1 < literals.len() {
            let so_far = formula.new_lit();
            formula.add_clause(&[!literal, so_far])?;
            if let Some(before) = before {
                formula.add_clause(&[!before, so_far])?;
            }
            before = Some(so_far);
        }
    }
    Ok(())
}
