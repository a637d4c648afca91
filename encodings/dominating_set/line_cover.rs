//! The line cover encoding of a dominating set: every vertex lies on a line that is used.

use rustsat::types::Lit;

use super::DominatingSet;
use crate::{
    clause::Interrupted,
    constraints::Constraint,
    encoding::{Encoding, Objective, Written},
    formula::Formula,
    independent_set::{
        conflicts::{Conflicts, Sets},
        counts::group_clauses,
        lines::conflict_clauses,
    },
    model::{Count, Model, Sense},
    vertex_set::{chosen, write as write_set},
};

/// Dominating set by the lines of the directions in which a piece rides.
///
/// # Variables
///
/// One for each vertex v, "v is in the set", in the order of the vertices; then for each direction
/// in turn one for each line of two or more vertices, "the line is used"; then the auxiliary
/// variables in the order of the clauses that need them. A line of one vertex is used if that
/// vertex is in the set.
///
/// # Clauses
///
/// In this order, where a line is a maximal one that no blocked cell interrupts:
///
/// - For each direction and line of several vertices: a vertex of the line that is in the set
///   implies that it is used; a used line has some vertex in the set.
/// - For each vertex: some line through it is used, or some vertex one single step away is in the
///   set; for a total set also, some neighbour of it is in the set.
/// - For an independent set the conflicts as in [`LINES`](crate::independent_set::lines::LINES).
/// - A unit for each given vertex, or the empty clause if there is no such vertex.
/// - For a fixed count k, "exactly k are in the set" by the [totalizer](crate::totalizer::exactly),
///   over the vertices, or, as no line of an independent set is used twice, over the lines of the
///   direction that has fewest; and for each (other) direction "at most k lines are used"
///   ([`at_most`](crate::totalizer::at_most)). For a free count, these are the objective and the
///   lists bounded by it.
///
/// # Size
///
/// With n vertices, L(s) for each line of s > 1 vertices, C(V) and C(C) the variables and
/// clauses of the conflicts, g the given vertices, and T the sizes of the totalizers
/// ([`exactly`](crate::totalizer::exactly),
/// [`at_most`](crate::totalizer::at_most)):
///
/// - variables: n + Σ 1 + C(V) + T
/// - clauses: Σ (s + 1) + n (total: 2 n) + C(C) + g + T
///
/// C is 0 unless the set is to be independent; T is 0 for a free count.
///
/// # Source and use
///
/// New here, after the lower bounds for queens domination, whose proofs use the rows, columns and
/// diagonals without a queen (Weakley, "Domination in the queen's graph", 1995). The clause of a
/// vertex has one literal per direction instead of one per attacking square, and every direction is
/// counted: it refutes 5 queens for 12x12 in 1 s, but [`COVER`](super::cover::COVER) takes over a
/// minute. Prefer it wherever pieces ride.
pub static LINE_COVER: Encoding = Encoding {
    method: "sat:line-cover",
    summary: "dominating set of riders: each square lies on a used line",
    solved_unchanged: false,
    source: "Satranj, after Weakley (1995)",
    takes: |model| {
        model.as_dominating_set().is_some_and(|set| {
            let rides = |step: &crate::lattice::Step| step.repeats();
            let kinds = set.pieces().kinds();
            // Only boards' blocked squares block pieces and attacks alike; graphs are not
            // supported.
            kinds.iter().any(|kind| kind.lattice.steps().iter().any(rides))
        })
    },
    minds: &[Constraint::Given, Constraint::Size, Constraint::Total, Constraint::Independent],
    bytes,
    write,
    ..Encoding::BASE
};

/// The lines of each direction in which the piece rides.
fn directions(set: &DominatingSet) -> Vec<Sets> {
    let conflicts = set.pieces().conflicts();
    let lines_of = |family: std::ops::Range<usize>| {
        let mut lines = Sets::default();
        family.for_each(|line| lines.push(conflicts.cliques.get(line).iter().copied()));
        lines
    };
    conflicts.families.iter().map(|family| lines_of(family.cliques.clone())).collect()
}

/// For an independent set, the direction whose lines are counted instead of the vertices.
fn counted(set: &DominatingSet, directions: &[Sets]) -> Option<usize> {
    (0..directions.len())
        .filter(|_| set.independent)
        .min_by_key(|&direction| directions[direction].len())
}

/// What is counted, and the lists bounded by it.
struct LineCounts {
    literals: Vec<Lit>,
    no_more: Vec<Vec<Lit>>,
}

fn bytes(model: &Model) -> u64 {
    model.as_dominating_set().map_or(0, |set| {
        let graph = if set.total { set.graph_bytes() } else { 0 };
        // The lines again, and those of each vertex.
        set.pieces()
            .conflicts_bytes()
            .max(graph)
            .saturating_add(Conflicts::bytes(set.pieces().kinds()))
    })
}

fn write<'m>(model: &'m Model, formula: &mut Formula<'_>) -> Written<'m> {
    let set = formula.stated(model.as_dominating_set())?;
    let cover = |formula: &mut Formula<'_>| cover_clauses(set, formula);
    write_set(model, formula, cover, |LineCounts { literals, no_more }, formula| {
        let Count::Exactly(count) = set.count else {
            let objective = Objective::new(literals, Sense::Minimise);
            return Ok(Some(Objective { bounded_by_it: no_more, ..objective }));
        };
        formula.exactly(&literals, count)?;
        no_more.iter().try_for_each(|lines| formula.at_most(lines, count.into()))?;
        Ok(None)
    })
}

/// Adds that every vertex is dominated, and no two conflict if the set is to be independent.
fn cover_clauses(
    set: &DominatingSet,
    formula: &mut Formula<'_>,
) -> Result<LineCounts, Interrupted> {
    let directions = directions(set);
    let mut through: Vec<Vec<Lit>> = vec![Vec::new(); set.vertices() as usize];
    let mut used: Vec<Vec<Lit>> = Vec::with_capacity(directions.len());
    for lines in &directions {
        let literals = group_clauses(lines, formula)?;
        for (line, &literal) in lines.iter().zip(&literals) {
            for &vertex in line {
                through[vertex as usize].push(literal);
            }
        }
        used.push(literals);
    }
    // Pairs in no direction are joined by a single step.
    let conflicts = set.pieces().conflicts();
    let in_direction = |clique| conflicts.families.iter().any(|one| one.cliques.contains(&clique));
    for (_, pair) in conflicts.cliques.iter().enumerate().filter(|(at, _)| !in_direction(*at)) {
        if let &[one, other] = pair {
            through[one as usize].push(chosen(other));
            through[other as usize].push(chosen(one));
        }
    }
    let mut clause = Vec::new();
    for (vertex, lines) in (0..).zip(&mut through) {
        // A vertex that is alone on several lines represents each of them.
        lines.sort_unstable();
        lines.dedup();
        formula.add_clause(lines)?;
        if set.total {
            clause.clear();
            set.dominators(vertex, &mut |other| clause.push(chosen(other)));
            formula.add_clause(&clause)?;
        }
    }
    if set.independent {
        conflict_clauses(set.pieces(), formula)?;
    }
    let counted = counted(set, &directions).map(|direction| used.remove(direction));
    let literals = counted.unwrap_or_else(|| (0..set.vertices()).map(chosen).collect());
    Ok(LineCounts { literals, no_more: used })
}
