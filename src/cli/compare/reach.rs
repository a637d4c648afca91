//! Leaves methods out of a comparison that names no methods, if they are known to take minutes at
//! this size.

use crate::{
    cli::measure::{Entrant, NumberedCase},
    documents::comparison::LeftOut,
    puzzles::Statement,
};

/// The largest number of squares for which a method finds a tour in seconds.
struct TourReach {
    method: &'static str,
    closed: u32,
    open: u32,
}

/// Measured with a knight on square boards; seconds of whole processes on an idle machine:
///
/// | method | closed | open |
/// |:--|:--|:--|
/// | `sat:position` | 14x14 1.4 | 12x12 0.5, 16x16 > 15 |
/// | `sat:unary-order` | 14x14 1.9 | 12x12 1.3, 16x16 > 15 |
/// | `sat:binary-order` | 12x12 2.4 | 10x10 > 15 |
/// | `sat:lfsr` | 10x10 0.05, 12x12 > 15 | 12x12 0.02, 16x16 > 15 |
/// | `sat:chinese-remainder` | 12x12 0.04, 14x14 7.7 | 12x12 0.02, 16x16 > 15 |
/// | `sat:vertex-elimination` | 30x30 1.3, 40x40 > 15 | |
/// | `native:warnsdorff` | 12x12 3.0, 14x14 > 15 | 50x50 0.03 |
/// | `native:dfs` | 7x8 0.3, 8x8 > 15 | 8x8 0.3 |
/// | `native:frontier` | 6x8 0.6, 7x8 > 15 | 6x7 0.5, 6x8 9.7 |
///
/// These methods still run if they are named.
const REACH: [TourReach; 9] = [
    TourReach { method: "sat:position", closed: 200, open: 150 },
    TourReach { method: "sat:unary-order", closed: 200, open: 150 },
    TourReach { method: "sat:binary-order", closed: 150, open: 64 },
    TourReach { method: "sat:lfsr", closed: 100, open: 150 },
    TourReach { method: "sat:chinese-remainder", closed: 150, open: 150 },
    TourReach { method: "sat:vertex-elimination", closed: 1_000, open: 1_000 },
    TourReach { method: "native:warnsdorff", closed: 150, open: u32::MAX },
    TourReach { method: "native:dfs", closed: 60, open: 70 },
    TourReach { method: "native:frontier", closed: 50, open: 42 },
];

/// Removes the methods that are known to take minutes for one of the cases, and reports which and
/// why. For counts no times are known, so no method is removed.
pub fn leave_out(
    methods: &mut Vec<Entrant<'_>>,
    counting: bool,
    cases: &[NumberedCase],
) -> Vec<LeftOut> {
    let tour = |case: &NumberedCase| match case.puzzle.statement() {
        Statement::Tour(tour) => {
            tour.board.board().ok().map(|board| (board.free_squares(), tour.closed))
        }
        _ => None,
    };
    let tours: Vec<(u32, bool)> =
        if counting { Vec::new() } else { cases.iter().filter_map(tour).collect() };
    let mut left_out = Vec::new();
    methods.retain(|entrant| {
        let name = entrant.name();
        let beyond = REACH.iter().find(|reach| reach.method == name).and_then(|reach| {
            let of = |closed| if closed { reach.closed } else { reach.open };
            tours
                .iter()
                .map(|&(squares, closed)| (squares, of(closed)))
                .find(|(most, of)| most > of)
        });
        if let Some((squares, reach)) = beyond {
            left_out.push(LeftOut {
                method: entrant.label.clone(),
                reason: format!(
                    "known to be slow beyond {reach} squares, but the board has {squares}"
                ),
            });
        }
        beyond.is_none()
    });
    left_out
}
