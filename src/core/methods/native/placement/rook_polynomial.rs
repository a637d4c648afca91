//! `native:rook-polynomial`: placements of rooks on a board without blocked squares, by formula.

use num_bigint::BigUint;
use satranj_encodings::independent_set::{IndependentSet, PieceKind};

use super::polynomial;
use crate::{
    limits::Reason,
    methods::{Counting, Description, Method, Tallies, Tally},
    run::Run,
};

/// Counts placements of k rooks on m x n squares as C(m, k) · C(n, k) · k!: k rows, k
/// columns, and which goes with which (Kaplansky, Riordan 1946; OEIS A144084).
///
/// Given rooks take a row and a column each away. A blocked square shields what is behind
/// it, which the formula does not know; there `native:rows` counts. O(min(m, n))
/// multiplications by small numbers; memory for the numbers only.
pub const ROOK_POLYNOMIAL: Method = Method::counting(
    Description {
        scope: Some("only counts, rooks on a free board"),
        ..Description::native(
            "native:rook-polynomial",
            "counts placements of rooks on a free board by formula",
        )
    },
    Tallies::IndependentSet(tally),
);

/// The count by the formula, where that applies.
pub(super) fn tally(set: &IndependentSet, counting: Counting) -> Option<Tally<'_>> {
    let kind = free_rook(set)?;
    (!counting.classes).then(|| {
        Tally::new(move |context| {
            let greatest = polynomial::greatest(kind.count, counting.by_size);
            let by_size = by_size(set, kind, greatest, context)?;
            Ok(polynomial::counted(by_size, kind.count, counting.by_size))
        })
    })
}

/// The kind, if it is a rook on a free board.
fn free_rook(set: &IndependentSet) -> Option<&PieceKind> {
    let kind = set.single()?;
    let lattice = &kind.lattice;
    let is_rook = lattice.steps().len() == 4
        && lattice
            .steps()
            .iter()
            .all(|step| step.repeats && (step.rows.abs() + step.columns.abs()) == 1);
    (is_rook && lattice.is_free()).then_some(kind)
}

/// The number of sets of each size, up to the greatest that matters.
fn by_size(
    set: &IndependentSet,
    kind: &PieceKind,
    greatest: Option<u32>,
    run: &Run,
) -> Result<Vec<BigUint>, Reason> {
    run.poll()?;
    let lattice = &kind.lattice;
    let given = set.distinct_given();
    if given.iter().any(|&vertex| vertex >= set.vertices()) {
        return Ok(Vec::new());
    }
    let distinct = |mut lines: Vec<u32>| {
        lines.sort_unstable();
        lines.dedup();
        lines.len() == given.len()
    };
    let positions = || given.iter().map(|&vertex| lattice.position(vertex));
    if !distinct(positions().map(|(row, _)| row).collect())
        || !distinct(positions().map(|(_, column)| column).collect())
    {
        return Ok(Vec::new());
    }
    let given = given.len() as u32;
    let (rows, columns) = (lattice.rows() - given, lattice.columns() - given);
    let mut sizes = vec![BigUint::default(); given as usize];
    let mut number = BigUint::from(1u32);
    for k in 0..=rows.min(columns) {
        if greatest.is_some_and(|greatest| given + k > greatest) {
            break;
        }
        run.poll()?;
        // From k rooks to k + 1: one of the free squares for one more; each order once.
        let next = (&number * (rows - k) * (columns - k)) / (k + 1);
        let number = std::mem::replace(&mut number, next);
        sizes.push(number);
    }
    Ok(sizes)
}
