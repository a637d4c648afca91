//! The encodings of an independent set: at most one vertex per line, or one clause per pair.

use rustsat::types::Lit;

use super::{IndependentSet, conflicts::Conflicts, counts::count_clauses};
use crate::{
    clause::Interrupted,
    constraints::WEIGHTED_PLACEMENTS,
    encoding::{DecisionOrder, Encoding, UsedOptions, Written},
    formula::Formula,
    model::Model,
    vertex_set::{chosen, write as write_set},
};

/// Independent set by cliques: a board's lines instead of its pairs of squares.
///
/// # Variables
///
/// One for each vertex v, "v is in the set", in the order of the vertices; then the auxiliary
/// variables in the order of the clauses that need them.
///
/// # Clauses
///
/// In this order, with the [`Conflicts`] of the model:
///
/// - For each clique of at least two members, at most one of them.
/// - For each biclique of l and r members, if l·r > l + r, with a variable t: a member of the left
///   half implies t, one of the right half not t; otherwise a clause per pair.
/// - A unit for each given vertex, or the empty clause if there is no such vertex.
/// - For each kind of a fixed count k: if a direction has fewer than k lines, the empty clause;
///   otherwise, if directions have exactly k lines, for each of these lines, some member; otherwise
///   "exactly k of its groups are used" by the [totalizer](crate::totalizer::exactly).
/// - If one kind has a free count, only its groups, which are the objective.
/// - If several kinds have a free count, L levels, with variables in rising order: for each of
///   these kinds its groups, a [totalizer](crate::totalizer::at_least_each) over them, and for each
///   level i, it implies "at least i groups"; then each level implies the one before; then, if g >
///   0 is the largest number of given vertices of one of these kinds, the level g (or the empty
///   clause if L < g). The levels are the objective. L is the least number of groups of these
///   kinds, or, if less, the number of cells divided by that of kinds.
/// - If vertices have weights, no counts: their weight is the objective, or, if a weight bound is
///   given, the clauses of a [bound](crate::weighted_set::bound::WeightBound) on it.
///
/// The groups of a kind are disjoint cliques that contain all its vertices (see
/// `partition`). A group of one vertex is counted by that vertex;
/// one of g > 1 vertices by a variable u, with a clause "v implies u" for each member and "u
/// implies some member". As a clique has at most one chosen vertex, this counts vertices: for rooks
/// on n x n it counts n rows and not n² squares.
///
/// # Size
///
/// With V the vertices, V(k) and C(k) the variables and clauses of the at-most-one over k literals
/// (see [`AtMostOne`](crate::at_most_one::AtMostOne)), the sums over cliques with at least two
/// members, bicliques and groups with at least two members, and T the size of the totalizers
/// ([`exactly`](crate::totalizer::exactly), [`at_least_each`](crate::totalizer::at_least_each)):
///
/// - variables: V + Σ V(k) + Σ [l·r > l + r] + Σ 1 + T, and L
/// - clauses: Σ C(k) + Σ min(l·r, l + r) + one per given vertex + one per line of the full
///   directions + Σ (g + 1) + T, and with several free kinds their number · L + L - 1, and 1 if a
///   vertex of them is given; if vertices have weights, the size of the bound, if there is one,
///   replaces everything for counts
///
/// For n queens that is O(n²) with two-product at-most-ones, but [`EDGES`] has n(n-1)(5n-1)/3
/// clauses: 2 million instead of 167 million at n = 464.
///
/// # Source and use
///
/// Source: folklore for the lines; bicliques by a variable each as in Rintanen, "Compact
/// representation of sets of binary constraints" (ECAI 2006). Prefer it wherever pieces ride.
pub static LINES: Encoding = Encoding {
    method: "sat:lines",
    summary: "independent set: one variable per vertex, at most one chosen vertex per clique (a line of \
              attack)",
    source: "lines: folklore; bicliques: Rintanen (ECAI 2006)",
    uses: UsedOptions::AT_MOST_ONE,
    write: |model, formula| write(model, formula, conflict_clauses),
    ..SETS
};

/// Independent set by edges, the textbook encoding.
///
/// # Variables
///
/// As in [`LINES`]: one per vertex, then the auxiliary ones of the counts.
///
/// # Clauses
///
/// For each edge uv of the conflict graph, u < v, in rising order, not both; then the given
/// vertices and the counts as in [`LINES`].
///
/// # Size
///
/// As in [`LINES`], with one clause per edge instead of the clauses and variables of cliques and
/// bicliques. n queens: n² variables, n(n-1)(5n-1)/3 + 2n clauses.
///
/// # Source and use
///
/// Source: folklore; it is the pairwise at-most-one of all lines, with each pair once. Prefer it
/// for leapers, whose lines are pairs anyway; for riders the number of edges grows with the third
/// power of the side of the board.
pub static EDGES: Encoding = Encoding {
    method: "sat:edges",
    summary: "independent set: one variable per vertex, one clause per edge (two squares that attack \
              each other)",
    source: "folklore",
    bytes: |model| model.unweighted().as_independent_set().map_or(0, IndependentSet::graph_bytes),
    write: |model, formula| {
        write(model, formula, |set, formula| {
            let mut edges = set.graph().edge_list();
            edges.try_for_each(|(a, b)| formula.add_clause(&[!chosen(a), !chosen(b)]))
        })
    },
    ..SETS
};

/// What both share. The decision order tries all vertices true first if as many as possible of one
/// kind are requested; several kinds would take one another's cells.
const SETS: Encoding = Encoding {
    takes: |model| model.unweighted().is_independent_set(),

    minds: WEIGHTED_PLACEMENTS,
    decision_order: |model, _| {
        let set = model.unweighted().as_independent_set();
        let greedy = set.filter(|set| set.is_optimum() && set.kinds().len() == 1);
        let true_first = greedy.map_or(0, IndependentSet::vertices);
        DecisionOrder { true_first, others_last: false }
    },
    ..Encoding::BASE
};

fn write<'m>(
    model: &'m Model,
    formula: &mut Formula<'_>,
    conflicts: fn(&IndependentSet, &mut Formula<'_>) -> Result<(), Interrupted>,
) -> Written<'m> {
    let set = formula.stated(model.unweighted().as_independent_set())?;
    let conflicts = |formula: &mut Formula<'_>| conflicts(set, formula);
    write_set(model, formula, conflicts, |(), formula| count_clauses(set, formula))
}

/// Adds that no two conflicting vertices are chosen.
pub(crate) fn conflict_clauses(
    set: &IndependentSet,
    formula: &mut Formula<'_>,
) -> Result<(), Interrupted> {
    let conflicts = set.conflicts();
    let mut literals: Vec<Lit> = Vec::new();
    for clique in conflicts.cliques.iter().filter(|clique| clique.len() > 1) {
        literals.clear();
        literals.extend(clique.iter().map(|&vertex| chosen(vertex)));
        formula.at_most_one(&literals)?;
    }
    for (left, right) in conflicts.bicliques() {
        if Conflicts::has_variable(left, right) {
            let separator = formula.new_lit();
            for (half, implied) in [(left, separator), (right, !separator)] {
                for &vertex in half {
                    formula.add_clause(&[!chosen(vertex), implied])?;
                }
            }
        } else {
            for &one in left {
                for &other in right {
                    formula.add_clause(&[!chosen(one), !chosen(other)])?;
                }
            }
        }
    }
    Ok(())
}
