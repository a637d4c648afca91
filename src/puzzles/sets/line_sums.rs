//! The check of a bound on queens on a torus, by the sums of the numbers of their lines.

use satranj_encodings::lattice::{Step, Surface};

use crate::{
    board::{Board, piece::Piece},
    puzzles::{Ruling, ensure},
};

/// The bound as a reason.
pub fn because(at_most: u32) -> String {
    format!(
        "because with more than {at_most} queens the sums of the row, column and diagonal numbers, or \
         of their squares, contradict one another"
    )
}

/// Checks that no more of these pieces fit on a torus without blocked squares, if there are at most
/// two fewer than rows.
///
/// A queen in row r and column c is on the diagonals r + c and r - c, modulo n. All n queens occupy
/// each line once; n - 1 leave out one line of each kind.
pub fn check(board: &Board, piece: &Piece, at_most: u32) -> Ruling {
    let n = board.rows();
    let is_torus = board.surface() == Surface::Torus && board.columns() == n;
    ensure!(is_torus, "{board} is not a torus with equal sides");
    for (rows, columns) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        let is_ride = piece.steps().contains(&Step::ride(rows, columns));
        ensure!(is_ride, "the {piece} does not move as a queen");
    }
    let excluded = n.saturating_sub(at_most);
    ensure!((1..=2).contains(&excluded), "sums exclude {n} queens, or one fewer");
    for left_out in 0..excluded {
        ensure!(!sums_agree(n.into(), left_out), "the sums allow {} queens", n - left_out);
    }
    Ok(())
}

/// Whether the sums of the numbers of occupied lines are possible, if none or one of each kind is left
/// out. O(n^2).
fn sums_agree(n: i64, left_out: u32) -> bool {
    // Numbers that are equal modulo n have squares that are equal modulo n, or 2n if n is even.
    let of_squares = if n % 2 == 0 { 2 * n } else { n };
    let sum: i64 = (0..n).sum();
    let squares: i64 = (0..n).map(|line| line * line).sum();
    if left_out == 0 {
        // The sum of all r + c, and of all (r + c)^2 + (r - c)^2 = 2 r^2 + 2 c^2.
        return sum % n == 0 && 2 * squares % of_squares == 0;
    }
    // The sums tell which diagonals are left out with row a and column b.
    let agree = |a: i64, b: i64| {
        let (rising, falling) = ((a + b - sum).rem_euclid(n), (a - b + sum).rem_euclid(n));
        let of_diagonals = 2 * squares - rising * rising - falling * falling;
        (of_diagonals - 2 * (2 * squares - a * a - b * b)) % of_squares == 0
    };
    (0..n).any(|a| (0..n).any(|b| agree(a, b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Monsky's theorem, and the most queens by a plain search for small sides.
    #[test]
    fn sums_exclude_as_many_queens_as_the_theorem_says() {
        for n in 1..=60 {
            let all = n % 2 != 0 && n % 3 != 0;
            assert_eq!(sums_agree(n, 0), all, "{n}");
            assert_eq!(sums_agree(n, 1), n % 3 != 0 && n % 4 != 0, "{n}");
        }
    }

    #[test]
    fn other_boards_and_pieces_have_no_such_bound() {
        let check = |rows, columns, surface, piece: &str, at_most| {
            let board = Board::new(rows, columns).expect("a board").on(surface);
            check(&board, &piece.parse().expect("a piece"), at_most)
        };
        assert_eq!(check(12, 12, Surface::Torus, "queen", 10), Ok(()));
        assert_eq!(check(12, 12, Surface::Torus, "queen+knight", 10), Ok(()));
        assert_eq!(check(14, 14, Surface::Torus, "queen", 13), Ok(()));
        for (rows, columns, surface, piece, at_most) in [
            (12, 12, Surface::Plane, "queen", 10),
            (12, 12, Surface::Klein, "queen", 10),
            (12, 10, Surface::Torus, "queen", 10),
            (12, 12, Surface::Torus, "rook", 10),
            (12, 12, Surface::Torus, "betza:B4R", 10),
            (12, 12, Surface::Torus, "queen", 9),
            (12, 12, Surface::Torus, "queen", 12),
            (12, 12, Surface::Torus, "queen", u32::MAX),
            (14, 14, Surface::Torus, "queen", 12),
            (13, 13, Surface::Torus, "queen", 12),
        ] {
            let ruling = check(rows, columns, surface, piece, at_most);
            assert!(ruling.is_err(), "{rows} {columns} {piece} {at_most}");
        }
    }
}
