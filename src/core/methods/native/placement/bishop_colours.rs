//! `native:bishop-colours`: placements of bishops, the two colours of squares apart.

use num_bigint::BigUint;
use satranj_encodings::independent_set::{IndependentSet, PieceKind};

use super::{components::by_components, ferrers, frontier::ProfilePlan, incidence::Incidence};
use crate::{
    limits::Reason,
    methods::{Description, Method, Tallies, Tally},
    run::Run,
};

/// Counts placements of bishops: no bishop attacks a square of the other colour, so the
/// numbers of both colours are multiplied as polynomials.
///
/// In one colour a bishop is a rook whose rows are the diagonals of one direction and whose
/// columns those of the other. Where the diagonals can be sorted so that the columns of each
/// are among those of the next (as on square boards), the board is a Ferrers board and
/// O(n²) additions suffice (Arshon 1936; Riordan 1958, chapter 8; OEIS A274105). Elsewhere
/// the diagonals are taken one after another, with the diagonals of the other direction in
/// use as profile: fewer than 2^(w + 3) profiles with w the shorter side.
pub const BISHOP_COLOURS: Method = Method::counting(
    Description {
        scope: Some("only counts, bishops"),
        ..Description::native(
            "native:bishop-colours",
            "counts placements of bishops, those of each colour of squares apart",
        )
    },
    Tallies::IndependentSet(|set, counting| {
        let kind = bishop(set)?;
        (!counting.classes).then(|| {
            Tally::new(move |context| {
                by_components(set, counting, context, |squares, greatest| {
                    of_colour(set, kind, squares, greatest, context)
                })
            })
        })
    }),
);

/// The longest shorter side of a board whose profiles have room.
const MOST_WIDTH: u32 = 61;

/// The kind, if it is a bishop on a board that is square or not too wide.
fn bishop(set: &IndependentSet) -> Option<&PieceKind> {
    let kind = set.single()?;
    let lattice = &kind.lattice;
    let is_bishop = lattice.steps().len() == 4
        && lattice
            .steps()
            .iter()
            .all(|step| step.repeats && step.rows.abs() == 1 && step.columns.abs() == 1);
    let (rows, columns) = (lattice.rows(), lattice.columns());
    let is_free_square = rows == columns && lattice.is_free();
    (is_bishop && (is_free_square || rows.min(columns) <= MOST_WIDTH)).then_some(kind)
}

/// The number of sets of one colour of each size, up to the greatest that matters.
fn of_colour(
    set: &IndependentSet,
    kind: &PieceKind,
    squares: &[u32],
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    run.reserve(ProfilePlan::bytes(set))?;
    let incidence = Incidence::new(&set.conflicts().cliques, set.vertices());
    if let Some(rows) = ferrers::of_lines(squares, &incidence) {
        return ferrers::ferrers_polynomial(&rows, greatest, run);
    }
    let mut squares = squares.to_vec();
    squares.sort_unstable_by_key(|&vertex| {
        let (row, column) = kind.lattice.position(vertex);
        (row + column, row)
    });
    let plan = ProfilePlan::new(set, &incidence, &squares).ok_or(Reason::IncompleteMethod)?;
    plan.count(greatest, run)
}
