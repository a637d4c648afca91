//! The symmetries of a rectangle, eight for a square and four otherwise, of surfaces, which have shifts
//! too, and of hexagons, which have sixths of a turn.

use satranj_encodings::lattice::{Step, Surface};

use super::{Board, hexagons, piece::Piece, square::Square, steps::Sides};

/// One symmetry of a board: rows and columns are reversed, or turned by sixths, then exchanged, then
/// shifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    sides: Sides,
    transpose: bool,
    turn_rows: bool,
    turn_columns: bool,
    /// Sixths of a turn around the centre, on hexagons.
    sixths: u32,
    up: u32,
    right: u32,
}

/// The most symmetries of a board.
pub const MOST_SYMMETRIES: u64 = 1 << 14;

impl Symmetry {
    /// All symmetries of a rectangle on a surface, the identity first; none if there are more than
    /// 16,384. Each is listed equally often if some move no square.
    ///
    /// Shifts by less than the number of columns or rows are all: a Moebius strip shifted once around
    /// is reflected. Its rows cannot be shifted, and those of a Klein bottle only by half.
    #[must_use]
    pub fn of_surface(rows: u32, columns: u32, surface: Surface) -> Vec<Self> {
        let [(rights, by_columns), (ups, by_rows)] = surface.shifts(rows, columns);
        let [left_right, top_bottom] = surface.joins();
        let turns_over = left_right == top_bottom && rows == columns;
        if 8 * u64::from(rights) * u64::from(ups) > MOST_SYMMETRIES {
            return Vec::new();
        }
        let identity = Self {
            sides: Sides { rows, columns, surface },
            transpose: false,
            turn_rows: false,
            turn_columns: false,
            sixths: 0,
            up: 0,
            right: 0,
        };
        let mut symmetries = Vec::new();
        if surface == Surface::Hexagonal {
            // A rectangle has a hexagon's centre only if it is a square with a middle cell.
            let turns = if turns_over && rows % 2 == 1 { 6 } else { 2 };
            for number in 0..if turns_over { 2 * turns } else { turns } {
                let (transpose, sixths) = (number >= turns, number % turns * (6 / turns));
                symmetries.push(Self { transpose, sixths, ..identity });
            }
            return symmetries;
        }
        for (up, right) in (0..ups).flat_map(|up| (0..rights).map(move |right| (up, right))) {
            let (up, right) = (up * by_rows, right * by_columns);
            for bits in 0..if turns_over { 8 } else { 4 } {
                let [transpose, turn_rows, turn_columns] = [4, 2, 1].map(|bit| bits & bit != 0);
                symmetries.push(Self { transpose, turn_rows, turn_columns, up, right, ..identity });
            }
        }
        symmetries
    }

    /// The symmetries of a board that keep its blocked squares; none if its surface has more than
    /// 16,384.
    #[must_use]
    pub fn of_board(board: &Board) -> Vec<Self> {
        let mut symmetries = Self::of_surface(board.rows(), board.columns(), board.surface());
        symmetries.retain(|symmetry| {
            // A corner may be turned out of the rectangle, but no free square.
            let stays = |at| symmetry.image(at).is_some_and(|image| board.is_free(image));
            match symmetry.sixths {
                0 => board.blocked_squares().all(|at| !board.is_free(symmetry.apply(at))),
                _ => board.squares().all(stays),
            }
        });
        symmetries
    }

    /// The image of a square of the rectangle; the square itself if it would leave the rectangle.
    #[must_use]
    pub fn apply(&self, square: Square) -> Square {
        self.image(square).unwrap_or(square)
    }

    fn image(&self, square: Square) -> Option<Square> {
        let Square { mut column, mut rank } = self.turned(square)?;
        if self.turn_rows {
            rank = self.sides.rows - 1 - rank;
        }
        if self.turn_columns {
            column = self.sides.columns - 1 - column;
        }
        if self.transpose {
            (column, rank) = (rank, column);
        }
        // Beyond no border of the plane, where nothing is shifted.
        self.sides.folded((rank + self.up).into(), (column + self.right).into())
    }

    /// The square after the sixths of a turn; `None` outside the rectangle.
    fn turned(&self, square: Square) -> Option<Square> {
        if self.sixths == 0 {
            return Some(square);
        }
        let last = [self.sides.columns - 1, self.sides.rows - 1].map(i64::from);
        // From the centre, in halves of a cell.
        let from = (2 * i64::from(square.column) - last[0], 2 * i64::from(square.rank) - last[1]);
        let (right, up) = (0..self.sixths).fold(from, |at, _| hexagons::turned(at));
        self.sides.folded(up.midpoint(last[1]), right.midpoint(last[0]))
    }

    /// Whether it maps the steps of a piece to steps. A shift over borders that are joined in reverse
    /// order reflects the steps of some squares, but not of all.
    #[must_use]
    pub fn keeps_steps(&self, piece: &Piece) -> bool {
        let image = |&Step { rows, columns, reach }: &Step| {
            let rows = if self.turn_rows { -rows } else { rows };
            let columns = if self.turn_columns { -columns } else { columns };
            let by = (0..self.sixths)
                .fold((columns.into(), (-rows).into()), |by, _| hexagons::turned(by));
            let (rows, columns) = (-by.1 as i32, by.0 as i32);
            // Steps count rows downward, ranks upward.
            let turned = if self.transpose { (-columns, -rows) } else { (rows, columns) };
            Step { rows: turned.0, columns: turned.1, reach }
        };
        let has = |step: &Step| piece.steps().contains(step);
        let [left_right, top_bottom] = self.sides.surface.joins();
        let turns_rows = left_right.reflects(1) && self.right > 0;
        let turns_columns = top_bottom.reflects(1) && self.up > 0;
        piece.steps().iter().all(|step| {
            has(&image(step))
                && (!turns_rows || has(&Step { rows: -step.rows, ..*step }))
                && (!turns_columns || has(&Step { columns: -step.columns, ..*step }))
        })
    }

    /// Whether it exchanges rows and columns.
    #[must_use]
    pub fn transposes(&self) -> bool {
        self.transpose
    }

    /// Whether it maps a set of squares onto itself.
    #[must_use]
    pub fn keeps(&self, squares: &[Square]) -> bool {
        squares.iter().all(|&square| squares.contains(&self.apply(square)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn squares_have_eight_and_rectangles_four() {
        for (rows, columns, count) in [(3, 3, 8), (2, 3, 4), (1, 1, 8)] {
            let board = Board::new(rows, columns).unwrap();
            let symmetries = Symmetry::of_board(&board);
            assert_eq!(symmetries.len(), count);
            let images: HashSet<Vec<Square>> = symmetries
                .iter()
                .map(|symmetry| board.squares().map(|square| symmetry.apply(square)).collect())
                .collect();
            assert_eq!(images.len(), if rows == 1 { 1 } else { count });
            for symmetry in &symmetries {
                assert!(board.squares().all(|square| board.contains(symmetry.apply(square))));
            }
        }
    }

    #[test]
    fn symmetries_of_surfaces_are_a_group_and_keep_the_moves() {
        let counted = [
            (Surface::Cylinder, 3, 4, 16),
            (Surface::Torus, 3, 4, 48),
            (Surface::Torus, 4, 4, 128),
            (Surface::Moebius, 4, 4, 16),
            (Surface::Moebius, 3, 5, 20),
            (Surface::Klein, 4, 4, 32),
            (Surface::Klein, 5, 4, 16),
            (Surface::Torus, 5, 5, 200),
            (Surface::Hexagonal, 3, 5, 2),
            (Surface::Hexagonal, 4, 4, 4),
        ];
        let sizes = [(3, 4), (3, 5), (4, 4), (5, 4), (5, 5)];
        let of_size = |(rows, columns)| Surface::ALL.map(|surface| (surface, rows, columns));
        for (surface, rows, columns) in sizes.into_iter().flat_map(of_size) {
            let board = Board::new(rows, columns).unwrap().on(surface);
            let squares: Vec<Square> = board.squares().collect();
            let symmetries = Symmetry::of_board(&board);
            let image = |symmetry: &Symmetry| -> Vec<Square> {
                squares.iter().map(|&square| symmetry.apply(square)).collect()
            };
            let images: HashSet<Vec<Square>> = symmetries.iter().map(image).collect();
            assert_eq!(symmetries.len(), images.len(), "{surface:?}");
            for &(other, its_rows, its_columns, count) in &counted {
                if (other, its_rows, its_columns) == (surface, rows, columns) {
                    assert_eq!(symmetries.len(), count, "{surface:?}");
                }
            }
            for one in &symmetries {
                for other in &symmetries {
                    let both = squares.iter().map(|&square| other.apply(one.apply(square)));
                    assert!(images.contains(&both.collect::<Vec<_>>()), "{surface:?}");
                }
            }
            let king = if board.is_hexagonal() { "hex-king" } else { "king" };
            let king = board.piece(king).unwrap();
            let leads = |from, to| king.steps().iter().any(|&step| board.leads(from, step, to));
            for symmetry in &symmetries {
                for &from in &squares {
                    for &to in &squares {
                        let (one, other) = (symmetry.apply(from), symmetry.apply(to));
                        assert_eq!(leads(from, to), leads(one, other), "{surface:?} {from} {to}");
                    }
                }
            }
        }
        for side in 2..5 {
            let board = Board::hexagon(side).unwrap();
            let of = |name| {
                let piece = board.piece(name).unwrap();
                Symmetry::of_board(&board).into_iter().filter(|one| one.keeps_steps(&piece)).count()
            };
            assert_eq!(["hex-rook", "hex-knight", "betza:K", "betza:fW"].map(of), [12, 12, 4, 2]);
        }
        let large = Board::new(100, 100).unwrap().on(Surface::Torus);
        assert!(Symmetry::of_board(&large).is_empty());
    }

    #[test]
    fn blocked_squares_break_symmetry() {
        let mut board = Board::new(4, 4).unwrap();
        board.block("a1".parse().unwrap());
        assert_eq!(Symmetry::of_board(&board).len(), 2);
        board.block("d4".parse().unwrap());
        assert_eq!(Symmetry::of_board(&board).len(), 4);
    }
}
