//! Methods that are known to take minutes at a size, left out of a comparison that names none.

use crate::{
    cli::measure::{Entrant, NumberedCase},
    documents::comparison::LeftOut,
    puzzles::Statement,
};

/// The most squares of a tour at which a method is known to answer in seconds, as measured with
/// closed tours of a knight, in processor seconds of the whole process: `position` took 1.1 on 12x12,
/// `unary-order` 0.2, `binary-order` 3.9 (9.7 on 14x14), `chinese-remainder` 0.05 (12 on 16x16),
/// `lfsr` 0.05 on 10x10 and more than 12 on 12x12, and all five more than 12 on 20x20; the others had
/// no closed tour of 8x8 within 0.3, where the best take milliseconds. They are asked where they are
/// named.
const REACH: [(&str, u32); 7] = [
    ("sat:position", 150),
    ("sat:unary-order", 200),
    ("sat:binary-order", 120),
    ("sat:lfsr", 100),
    ("sat:chinese-remainder", 200),
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
