//! `native:rows`: row by row, the number of placements of every size in one run.

use crate::methods::constraints::Constraint;
use num_bigint::BigUint;
use satranj_encodings::{
    independent_set::{IndependentSet, PieceKind},
    lattice::Lattice,
};

use super::{components::by_components, frontier::ProfilePlan, masks::Incidence};
use crate::{
    limits::Reason,
    methods::{Description, Method, WitnessCounter, vertex_cover},
    run::Run,
};

/// Counts placements of one kind square by square along the shorter side; the profile ("broken
/// profile") is the occupation of the last squares, as far as leaps reach back, and of the lines in
/// progress.
///
/// Memory and time grow with the profiles that occur: on a board of width w fewer than 2^(2w + 2)
/// for knights, 2^(w + 2) for kings; profiles with attacking pieces do not occur. Components, such
/// as the two colours of a camel's board, are counted separately. Reproduces OEIS A244081
/// (knights), A193580 (kings) and A144084 (rooks).
pub const ROW_BY_ROW: Method = Method::counting(
    Description {
        scope: Some("only counts; one kind of piece, narrow boards"),
        ..Description::native(
            "native:rows",
            "counts placements of 0, 1, 2, … pieces at once by a dynamic program over rows",
        )
        .minding(&[Constraint::Given, Constraint::Size, Constraint::Unshielded])
    },
    vertex_cover::takes,
    |model, counting| {
        vertex_cover::counter(
            |set, counting| {
                let kind = set.single().filter(|kind| profile_bits(&kind.lattice) <= MOST_BITS)?;
                (!counting.classes).then(|| {
                    WitnessCounter::new(move |context| {
                        by_components(set, counting, context, |squares, greatest| {
                            of_component(set, kind, squares, greatest, context)
                        })
                    })
                })
            },
            model,
            counting,
        )
    },
);

/// The most bits of a profile.
const MOST_BITS: u64 = 64;

/// Whether the board is processed row by row, that is, along the shorter side.
fn is_row_by_row(lattice: &Lattice) -> bool {
    lattice.columns() <= lattice.rows()
}

/// An upper bound on the bits of a profile.
///
/// A decided square counts until the last leap from it, at most the longest leap later. Each line
/// in progress of one direction has a square among the last ones, as many as one step is long.
fn profile_bits(lattice: &Lattice) -> u64 {
    let by_row = is_row_by_row(lattice);
    let (width, height) = if by_row {
        (i64::from(lattice.columns()), i64::from(lattice.rows()))
    } else {
        (i64::from(lattice.rows()), i64::from(lattice.columns()))
    };
    let (mut leap, mut lines) = (0, 0u64);
    for step in lattice.steps() {
        let (down, right) = (i64::from(step.rows), i64::from(step.columns));
        let (down, right) = if by_row { (down, right) } else { (right, down) };
        if (down, right) < (0, 0) || down >= height || right.abs() >= width {
            continue;
        }
        let length = (down * width + right).unsigned_abs();
        if step.repeats() {
            lines = lines.saturating_add(length);
        } else {
            leap = length.max(leap);
        }
    }
    lines.saturating_add(leap + 1)
}

/// The number of sets of a component of each size, up to the greatest that matters.
fn of_component(
    set: &IndependentSet,
    kind: &PieceKind,
    squares: &[u32],
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    let lattice = &kind.lattice;
    let mut order = squares.to_vec();
    if !is_row_by_row(lattice) {
        order.sort_unstable_by_key(|&vertex| {
            let (row, column) = lattice.position(vertex);
            (column, row)
        });
    }
    let plan = run.encoding(|| {
        let incidence = Incidence::new(&set.conflicts().cliques, set.vertices());
        ProfilePlan::new(set, &incidence, &order)
    });
    plan.ok_or(Reason::IncompleteMethod)?.count(greatest, run)
}
