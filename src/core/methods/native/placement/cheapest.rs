//! `native:components`: placements and independent sets, each component by the method with the
//! least expected cost.

use crate::methods::constraints::Constraint;
use std::iter;

use num_bigint::BigUint;
use satranj_encodings::{
    independent_set::{IndependentSet, PieceKind},
    lattice::Step,
    model::{Count, Model},
    queens::Queens,
};

use super::{
    components::by_components,
    dfs,
    frontier::{ProfilePlan, orders},
    halves::{self, RowBoard},
    masks::Incidence,
    polynomial, row_masks,
};
use crate::{
    limits::Reason,
    methods::{
        Context, Counted, Counting, Description, Method, MethodOption, WitnessCounter,
        native::queens::bitmask::BITMASK, vertex_cover,
    },
};

/// Counts the independent sets of each connected component of the conflicts, equal ones once, and
/// multiplies the polynomials.
///
/// Methods for a component: the formula of a Ferrers board if each square is in two lines (rooks,
/// bishops); bit masks of the rows for sliders, if that takes no longer than the frontier; halves
/// for leapers such as knights; and a frontier dynamic program along the order with the fewest
/// expected states, which is fast on every graph of small pathwidth. If few pieces go on many
/// squares, or the frontier is too wide, `native:dfs` counts them. N queens on `NxN` are the
/// n-queens problem, and rooks on a board without blocked squares are counted by their formula.
pub const COMPONENTS: Method = Method::counting(
    Description {
        scope: Some("only counts; one kind of piece"),
        options: &[MethodOption::Threads],
        ..Description::native(
            "native:components",
            "counts placements and sets, each component by the method with the lowest expected \
             cost",
        )
        .minding(&[
            Constraint::Graph,
            Constraint::Surface,
            Constraint::Given,
            Constraint::Blocked,
            Constraint::Size,
            Constraint::Unshielded,
        ])
    },
    vertex_cover::takes,
    |model, counting| {
        vertex_cover::counter(
            |set, counting| {
                let [kind] = set.kinds() else { return None };
                (kind.side.is_none() && !counting.classes).then(|| {
                    WitnessCounter::new(move |context| count(set, kind, counting, context))
                })
            },
            model,
            counting,
        )
    },
);

/// Additions of a frontier program in the time of a search node.
const ADDITIONS_A_NODE: f64 = 4.0;

/// Additions of halves in the time of one of a frontier program.
const ADDITIONS_OF_HALVES: f64 = 4.0;

fn count(
    set: &IndependentSet,
    kind: &PieceKind,
    counting: Counting,
    context: &Context,
) -> Result<Counted, Reason> {
    if let Some(counted) = as_queens(set, counting, context) {
        return counted;
    }
    let greatest = polynomial::greatest(kind.count, counting.by_size);
    if let Some(rows) = set.single().and_then(|kind| rook_rows(set, kind)) {
        let given = set.distinct_given().len();
        let greatest = greatest.map(|greatest| greatest.saturating_sub(given as u32));
        let others = polynomial::of_ferrers_board(&rows, greatest, context)?;
        let by_size = iter::repeat_n(BigUint::ZERO, given).chain(others).collect();
        return Ok(polynomial::counted(by_size, kind.count, counting.by_size));
    }
    let search = || {
        if counting.by_size {
            dfs::by_size(set, kind.count, context)
        } else {
            dfs::count(set, context)
        }
    };
    let enough = match greatest {
        Some(number) => sets_up_to(set.vertices(), number.saturating_sub(1)) * ADDITIONS_A_NODE,
        None => f64::INFINITY,
    };
    if enough < 1e5 {
        return search();
    }
    let mut incidence = None;
    let counted = by_components(set, counting, context, |component, greatest| {
        let cliques = &set.conflicts().cliques;
        let incidence = incidence.get_or_insert_with(|| Incidence::new(cliques, set.vertices()));
        one(set, incidence, component, greatest, enough, context)
    });
    match counted {
        Err(Reason::IncompleteMethod) => search(),
        counted => counted,
    }
}

/// The lengths of the rows that given rooks leave on a board without blocked squares; `None` if
/// these are not rooks, or if a given one is off the board or attacks another.
///
/// Each given rook takes a row and a column, and the rest is a board without blocked squares: k
/// rooks of m x n squares have C(m, k) · C(n, k) · k! placements (Kaplansky, Riordan 1946; OEIS
/// A144084).
fn rook_rows(set: &IndependentSet, kind: &PieceKind) -> Option<Vec<u32>> {
    let lattice = &kind.lattice;
    let is_rook = has_two_lines(kind)
        && lattice.steps().iter().all(|step| step.rows.abs() + step.columns.abs() == 1);
    let given = set.distinct_given();
    let is_there = given.last().is_none_or(|&last| last < set.vertices());
    if !is_rook || !lattice.is_free() || !is_there || set.given_conflict().is_some() {
        return None;
    }
    let given = given.len() as u32;
    Some(vec![lattice.columns() - given; (lattice.rows() - given) as usize])
}

/// Approximate number of subsets up to some size: a bound on what a search visits.
fn sets_up_to(vertices: u32, size: u32) -> f64 {
    (0..size.min(vertices)).map(|k| f64::from(vertices - k) / f64::from(k + 1)).product()
}

/// Whether each square is in two lines, one of each direction.
fn has_two_lines(kind: &PieceKind) -> bool {
    let steps = kind.lattice.steps();
    steps.len() == 4 && steps.iter().all(Step::repeats)
}

/// The numbers of sets of one component; [`Reason::IncompleteMethod`] if they take more additions
/// than allowed.
fn one(
    set: &IndependentSet,
    incidence: &Incidence,
    component: &[u32],
    greatest: Option<u32>,
    enough: f64,
    context: &Context,
) -> Result<Vec<BigUint>, Reason> {
    if set.single().is_some_and(has_two_lines)
        && let Some(rows) = polynomial::of_lines(component, incidence)
    {
        return polynomial::of_ferrers_board(&rows, greatest, context);
    }
    let plans = context.building(set.graph_bytes(), || orders(set, component))?;
    let plans = plans.iter().filter_map(|order| ProfilePlan::new(set, incidence, order));
    let plan = plans.min_by(|one, other| one.additions().total_cmp(&other.additions()));
    context.poll()?;
    let additions = plan.as_ref().map_or(f64::INFINITY, ProfilePlan::additions);
    if let Some(kind) = set.single() {
        if let Some(board) = RowBoard::new(&kind.lattice, component) {
            let by_halves = board.additions() / ADDITIONS_OF_HALVES;
            if by_halves < additions && by_halves < enough {
                return halves::count(&board, greatest, context);
            }
        }
        if kind.lattice.rides() {
            let nodes = (additions.min(enough) / ADDITIONS_A_NODE) as u64;
            match row_masks::count(set, component, greatest, nodes, context) {
                Err(Reason::IncompleteMethod) => {}
                counted => return counted,
            }
        }
    }
    match plan {
        Some(plan) if additions < enough => plan.count(greatest, context),
        _ => Err(Reason::IncompleteMethod),
    }
}

/// Counts N queens on `NxN`, also as a maximum, as the n-queens problem.
fn as_queens(
    set: &IndependentSet,
    counting: Counting,
    context: &Context,
) -> Option<Result<Counted, Reason>> {
    let kind = set.single()?;
    let (lattice, steps) = (&kind.lattice, kind.lattice.steps());
    let queens = lattice.rows();
    let is_queen = steps.len() == 8
        && steps
            .iter()
            .all(|step| step.repeats() && step.rows.abs() <= 1 && step.columns.abs() <= 1);
    let is_square = lattice.is_free() && queens == lattice.columns();
    let are_asked = matches!(kind.count, Count::Exactly(count) if count == queens)
        || kind.count == Count::Optimum;
    if !is_queen || !is_square || !are_asked || counting.by_size || queens > 64 {
        return None;
    }
    let given = set.distinct_given();
    if given.iter().any(|&vertex| vertex >= set.vertices()) {
        return None;
    }
    let given = given.iter().map(|&vertex| lattice.position(vertex)).collect();
    let model = Model::Queens(Queens::new(queens, given, Vec::new()));
    match BITMASK.counter(&model, counting)?.count(context) {
        Ok(counted) if kind.count == Count::Optimum => {
            // This many is the maximum; if it is impossible, other methods count fewer.
            let is_most = counted.count > BigUint::ZERO;
            is_most.then_some(Ok(Counted { objective: Some(queens.into()), ..counted }))
        }
        counted => Some(counted),
    }
}
