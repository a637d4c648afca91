//! Boards and tours as text for a terminal.

use super::{
    Attack, Drawing, PlacedPiece, agents,
    colour::along_256,
    exchange, graph,
    grid::{END, MARKED, START, TextGrid, attacked, style},
    letters::stand,
    meeting, route,
};
use crate::board::{Board, square::Square};

impl Drawing<'_> {
    /// The drawing as text, or `None` if it does not fit into the columns or has more than 100
    /// rows.
    pub(crate) fn text(&self, width: usize, colour: bool) -> Option<String> {
        match self {
            Self::Tour { board, path, given, .. } if path.is_empty() && !given.is_empty() => {
                numbers(board, given, width, colour)
            }
            Self::Tour { board, path, closed, .. } => tour(board, path, *closed, width, colour),
            Self::Pieces { board, pieces: placed, attacks } => {
                pieces(board, placed, attacks, width, colour)
            }
            Self::Marked { board, marks, .. } => marked(board, marks, width, colour),
            Self::Route(route) => route::text(route, width, colour),
            Self::Meeting(meeting) => meeting::text(meeting, width, colour),
            Self::Exchange(exchange) => exchange::text(exchange, width, colour),
            Self::Agents(plan) => agents::text(plan, width, colour),
            Self::Graph(picture) => graph::text(picture, width),
        }
    }
}

/// A tour as the board with the number of each visit, or `None` if that does not fit into this many
/// columns or has more than 100 rows.
///
/// With colour, the squares have the colours of the visits, and the ends are highlighted.
#[must_use]
pub fn tour(
    board: &Board,
    path: &[Square],
    closed: bool,
    width: usize,
    colour: bool,
) -> Option<String> {
    let grid = TextGrid::new(board, path.len().to_string().len(), width)?;
    let style = |step: usize| match step {
        0 => START,
        _ if step + 1 == path.len() && !closed => END,
        _ => style(16, along_256(closed, step, path.len())),
    };
    let visits = path.iter().enumerate();
    let shown = visits.map(|(step, &square)| (square, ((step + 1).to_string(), style(step))));
    Some(grid.draw(colour, &shown.collect()))
}

/// A board with some numbers; `None` in the same cases as [`tour`].
fn numbers(board: &Board, given: &[(Square, u32)], width: usize, colour: bool) -> Option<String> {
    let grid = TextGrid::new(board, board.free_squares().to_string().len(), width)?;
    let shown = given.iter().map(|&(square, number)| (square, (number.to_string(), START)));
    Some(grid.draw(colour, &shown.collect()))
}

/// Pieces as letters: K, Q, R, B and N, for another piece the first free letter of its name; black
/// has lower-case letters. Attacked squares have a `+`. `None` in the same cases as [`tour`].
#[must_use]
pub fn pieces(
    board: &Board,
    pieces: &[PlacedPiece<'_>],
    attacks: &[Attack],
    width: usize,
    colour: bool,
) -> Option<String> {
    let grid = TextGrid::new(board, 1, width)?;
    let attacks = attacks.iter().flat_map(|attack| &attack.squares);
    let mut shown = attacks.map(|&square| (square, ("+".into(), attacked(square)))).collect();
    stand(pieces, &mut shown);
    Some(grid.draw(colour, &shown))
}

/// A board with some squares marked by `x`; `None` in the same cases as [`tour`].
#[must_use]
pub fn marked(board: &Board, marked: &[Square], width: usize, colour: bool) -> Option<String> {
    let grid = TextGrid::new(board, 1, width)?;
    let shown = marked.iter().map(|&square| (square, ("x".into(), MARKED)));
    Some(grid.draw(colour, &shown.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading_order(board: &Board) -> Vec<Square> {
        board.squares().collect()
    }

    /// Without the escape codes.
    fn plain(text: &str) -> String {
        let mut parts = text.split('\x1b');
        let mut plain = parts.next().unwrap_or_default().to_string();
        for part in parts {
            plain.push_str(part.split_once('m').unwrap().1);
        }
        plain.lines().fold(String::new(), |text, line| text + line.trim_end() + "\n")
    }

    #[test]
    fn a_small_board() {
        let board = Board::from_map(b"..#\n...\n", "m").unwrap();
        let path = reading_order(&board);
        let text = tour(&board, &path, false, 80, false).unwrap();
        assert_eq!(text, "2  1  2  #\n1  3  4  5\n   a  b  c\n");
        let narrow = tour(&board, &path, false, 8, false).unwrap();
        assert_eq!(narrow, "2  1 2 #\n1  3 4 5\n   a b c\n");
        assert_eq!(tour(&board, &path, false, 7, false), None);
        let text = tour(&board, &[], true, 80, false).unwrap();
        assert_eq!(text, "2  .  .  #\n1  .  .  .\n   a  b  c\n");
        let text = marked(&board, &path[1..3], 80, false).unwrap();
        assert_eq!(text, "2  .  x  #\n1  x  .  .\n   a  b  c\n");
    }

    #[test]
    fn pieces_are_letters() {
        let board = Board::from_map(b"..#\n...\n", "m").unwrap();
        let square = |column, rank| Square { column, rank };
        let place = |column, piece, black| PlacedPiece { square: square(column, 0), piece, black };
        let army = [place(0, "knight", false), place(1, "knight", true), place(2, "camel", true)];
        let draw = |attacks: &[Attack], width, colour| {
            let drawing =
                Drawing::Pieces { board: &board, pieces: army.to_vec(), attacks: attacks.to_vec() };
            drawing.text(width, colour)
        };
        let text = draw(&[], 80, false).unwrap();
        assert_eq!(text, "2  .  .  #\n1  N  n  c\n   a  b  c\n");
        let attacks = [Attack { from: square(2, 0), squares: vec![square(0, 1), square(7, 7)] }];
        let text = draw(&attacks, 80, false).unwrap();
        assert_eq!(text, "2  +  .  #\n1  N  n  c\n   a  b  c\n");
        assert_eq!(plain(&draw(&attacks, 80, true).unwrap()), text);
        assert_eq!(draw(&attacks, 8, false).unwrap().lines().next(), Some("2  + . #"));
        assert_eq!(draw(&attacks, 7, false), None);
    }

    #[test]
    fn colour_adds_nothing_but_escape_codes() {
        let mut board = Board::parse("9x30").unwrap();
        board.block(Square { column: 3, rank: 3 });
        let path = reading_order(&board);
        for path in [&path[..], &path[..7], &[]] {
            for closed in [false, true] {
                let without = tour(&board, path, closed, 200, false).unwrap();
                assert!(without.is_ascii() && !without.contains('\x1b'));
                let with = tour(&board, path, closed, 200, true).unwrap();
                assert_eq!(plain(&with), without);
                assert!(with.contains('\x1b'));
                let is_end_shown = with.contains(&END.render().to_string());
                assert_eq!(is_end_shown, !closed && path.len() > 1);
            }
        }
    }

    #[test]
    fn all_numbers_and_files_are_there() {
        let board = Board::parse("20x30").unwrap();
        let text = tour(&board, &reading_order(&board), false, 200, false).unwrap();
        assert!(text.lines().all(|line| line.len() <= 200));
        let words: Vec<&str> = text.split_whitespace().collect();
        for number in 1..=600 {
            assert!(words.contains(&number.to_string().as_str()), "{number}");
        }
        assert!(words.contains(&"ad"));
    }

    #[test]
    fn only_boards_that_fit_are_shown() {
        for (board, width, fits) in [
            ("100x1", 6, true),
            ("101x1", 80, false),
            ("1x26", 54, true),
            ("1x26", 53, false),
            ("1x10000", 200, false),
            ("8x8", 0, false),
            ("8x8", 1, false),
        ] {
            let board = Board::parse(board).unwrap();
            assert_eq!(tour(&board, &[], false, width, true).is_some(), fits, "{board}");
            assert_eq!(marked(&board, &[], width, false).is_some(), fits, "{board}");
        }
    }

    #[test]
    fn squares_outside_the_board_are_left_out() {
        let board = Board::parse("2x2").unwrap();
        let outside = [Square { column: 5, rank: 0 }, Square { column: 0, rank: 7 }];
        assert_eq!(marked(&board, &outside, 80, false).unwrap(), "2  .  .\n1  .  .\n   a  b\n");
        assert!(tour(&board, &outside, false, 80, true).is_some());
    }
}
