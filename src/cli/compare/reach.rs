//! Methods that are known to take minutes at a size, left out of a comparison that names none.

use crate::{
    cli::measure::{Entrant, NumberedCase},
    documents::comparison::LeftOut,
    puzzles::Statement,
};

/// The most squares of a tour at which a method is known to answer in seconds, as measured with
/// closed tours of a knight: `position` took 0.8 s on 12x12 and more than 10 s of processor time on
/// 20x20, `unary-order` 0.1 s and more than 10, `binary-order` 2.9 s and 6, `lfsr` more than 10 s
/// on 12x12, `chinese-remainder` 0.05 s and 8.3; the others had no closed tour of 8x8 within 0.3 s of
/// processor time, where the best take milliseconds. They are asked where they are named.
const REACH: [(&str, u32); 7] = [
    ("sat:position", 200),
    ("sat:unary-order", 200),
    ("sat:binary-order", 200),
    ("sat:lfsr", 100),
    ("sat:chinese-remainder", 300),
    ("native:dfs", 40),
    ("native:frontier", 40),
];

/// Takes out of the methods those that are known to take minutes for one of the cases; says which
/// and why. Of counts nothing is known.
pub fn leave_out(
    methods: &mut Vec<Entrant<'_>>,
    counting: bool,
    cases: &[NumberedCase],
) -> Vec<LeftOut> {
    let squares = |case: &NumberedCase| match case.puzzle.statement() {
        Statement::Tour(tour) => tour.board.board().ok().map(|board| board.free_squares()),
        _ => None,
    };
    let most = cases.iter().filter_map(squares).max().filter(|_| !counting);
    let Some(most) = most else { return Vec::new() };
    let mut left_out = Vec::new();
    methods.retain(|entrant| {
        let name = entrant.name();
        let reach = REACH.iter().find(|(method, reach)| *method == name && *reach < most);
        if let Some((_, reach)) = reach {
            left_out.push(LeftOut {
                method: entrant.label.clone(),
                reason: format!("known to take long beyond {reach} squares, and there are {most}"),
            });
        }
        reach.is_none()
    });
    left_out
}
