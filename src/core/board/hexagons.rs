//! Boards of hexagons. Each row begins half a cell further to the left than the one above it, so that
//! a cell touches those beside it in its row and its column, the one up to the right and the one down
//! to the left.

use fixedbitset::FixedBitSet;
use satranj_encodings::lattice::Surface;

use super::{Board, BoardError, MAXIMUM_SIDE, piece::Piece, piece::PieceError, square::Square};

/// The most cells along a side of a hexagon.
const LONGEST_SIDE: u32 = MAXIMUM_SIDE.div_ceil(2);

impl Board {
    /// A hexagon with this many cells along each side, 1 to 5,000, and 3n(n - 1) + 1 cells in all
    /// (OEIS A003215). Its longest row, column and diagonal have 2n - 1.
    ///
    /// # Errors
    /// [`BoardError::Hexagon`] for another number.
    pub fn hexagon(side: u32) -> Result<Self, BoardError> {
        if !(1..=LONGEST_SIDE).contains(&side) {
            return Err(BoardError::Hexagon(side.to_string()));
        }
        let sides = 2 * side - 1;
        let at = |row: u32, column: u32| (row * sides + column) as usize;
        let mut blocked = FixedBitSet::with_capacity(at(sides, 0));
        for outside in 1..side {
            // The longest row is in the middle; above it the left is cut off, below it the right.
            let (above, below) = (side - 1 - outside, side - 1 + outside);
            blocked.insert_range(at(above, 0)..at(above, outside));
            blocked.insert_range(at(below, sides - outside)..at(below, sides));
        }
        Ok(Self::with_blocked((sides, sides), blocked)?.on(Surface::Hexagonal))
    }

    /// Reads the number after `hex:`.
    pub(super) fn of_hexagon(side: &str) -> Result<Self, BoardError> {
        let number = side.bytes().all(|byte| byte.is_ascii_digit()).then(|| side.parse().ok());
        Self::hexagon(number.flatten().unwrap_or(0)).map_err(|_| BoardError::Hexagon(side.into()))
    }
}

/// What the rest of the program needs.
#[doc(hidden)]
impl Board {
    /// The cells along each side, if the board is a hexagon, even with blocked cells in it.
    pub(super) fn hexagon_side(&self) -> Option<u32> {
        let side = self.rows() / 2 + 1;
        let is_outside = |square: &Square| square.column.abs_diff(square.rank) >= side;
        let is_one = self.is_hexagonal()
            && (self.rows(), self.columns()) == (2 * side - 1, 2 * side - 1)
            && self.blocked_squares().filter(is_outside).count() as u32 == side * (side - 1);
        is_one.then_some(side)
    }

    /// The number of blocked squares; of a hexagon, of those in it.
    #[must_use]
    pub fn holes(&self) -> usize {
        let outside = self.hexagon_side().map_or(0, |side| side * (side - 1));
        self.size() - (self.free_squares() + outside) as usize
    }

    /// Whether its cells are hexagons.
    #[must_use]
    pub fn is_hexagonal(&self) -> bool {
        self.surface() == Surface::Hexagonal
    }

    /// How far to the right a cell lies in a drawing, in half cells.
    #[must_use]
    pub fn lean(square: Square) -> i64 {
        2 * i64::from(square.column) - i64::from(square.rank)
    }

    /// The least [`Board::lean`] of a free cell, and the half cells from there to the right end; `None`
    /// for squares.
    #[must_use]
    pub fn leans(&self) -> Option<(i64, i64)> {
        let leans = self.is_hexagonal().then(|| self.squares().map(Self::lean))?;
        let (least, greatest) = leans.fold(None, |span: Option<(i64, i64)>, lean| {
            Some(span.map_or((lean, lean), |(least, most)| (least.min(lean), most.max(lean))))
        })?;
        Some((least, greatest - least + 2))
    }

    /// The piece of a name.
    ///
    /// # Errors
    /// As [`Piece::on_surface`].
    pub fn piece(&self, name: &str) -> Result<Piece, PieceError> {
        Piece::on_surface(name, self.surface())
    }
}

/// The names of the pieces of hexagons, without `hex-`.
const ON_HEXAGONS: [&str; 6] = ["knight", "king", "queen", "rook", "bishop", "wazir"];

impl Piece {
    /// The piece of a name, on boards of a surface.
    ///
    /// # Errors
    /// [`PieceError`]: pieces whose names begin with `hex-` move on hexagons, others on squares, and
    /// those in Betza notation on both. On hexagons `knight` is short for `hex-knight`, and so are the
    /// names of the others.
    pub fn on_surface(name: &str, surface: Surface) -> Result<Self, PieceError> {
        let is_hexagonal = surface == Surface::Hexagonal;
        let is_short = |term: &str| is_hexagonal && ON_HEXAGONS.contains(&term);
        let whole = |term| if is_short(term) { format!("hex-{term}") } else { term.into() };
        let name = name.split('+').map(whole).collect::<Vec<String>>().join("+");
        let piece: Self = name.parse()?;
        let mut terms = name.split('+').filter(|term| !term.starts_with("betza:"));
        match terms.find(|term| term.starts_with("hex-") != is_hexagonal) {
            Some(term) if is_hexagonal => Err(PieceError::OfSquares(term.into())),
            Some(term) => Err(PieceError::OfHexagons(term.into())),
            None => Ok(piece),
        }
    }
}

/// A step by columns to the right and ranks up, a sixth of a turn to the left.
pub(super) fn turned((right, up): (i64, i64)) -> (i64, i64) {
    (right - up, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexagons_have_their_cells() {
        for (side, cells) in [(1, 1), (2, 7), (3, 19), (6, 91), (11, 331)] {
            let board = Board::hexagon(side).unwrap();
            assert_eq!((board.free_squares(), board.rows()), (cells, 2 * side - 1));
            let named = format!("hex:{side}");
            assert_eq!((board.to_string(), Board::parse(&named).unwrap()), (named, board));
        }
        for text in ["hex:0", "hex:", "hex:5001", "hex:-1", "hex:3x3", "hex:+3", "hex:99999999999"]
        {
            let error = Board::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(&format!("board `{text}` ")), "{error}");
        }
    }

    #[test]
    fn pieces_turn_by_sixths() {
        let board = Board::hexagon(4).unwrap();
        for (name, directions) in [
            ("hex-wazir", 6),
            ("hex-king", 12),
            ("hex-knight", 12),
            ("hex-rook", 6),
            ("hex-bishop", 6),
            ("hex-queen", 12),
        ] {
            let piece = board.piece(name).unwrap();
            assert_eq!(piece.steps().len(), directions, "{name}");
            for step in piece.steps() {
                let (right, up) = turned((step.columns.into(), (-step.rows).into()));
                let is_next = |other: &&satranj_encodings::lattice::Step| {
                    (i64::from(other.columns), i64::from(-other.rows)) == (right, up)
                };
                let next = piece.steps().iter().find(is_next).unwrap();
                assert_eq!(next.reach, step.reach);
            }
        }
        assert_eq!(board.piece("rook+betza:fN").unwrap().name(), "hex-rook+betza:fN");
        let error = board.piece("hex-rook+camel").unwrap_err().to_string();
        assert!(error.starts_with("`camel` moves on squares"), "{error}");
        assert!(board.piece("betza:fN+hex-rook").is_ok());
        let error = Board::new(3, 3).unwrap().piece("hex-rook").unwrap_err().to_string();
        assert!(error.starts_with("`hex-rook` moves on hexagons"), "{error}");
    }
}
