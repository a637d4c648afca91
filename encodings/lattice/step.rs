//! The steps of a lattice.

/// A step from a cell: this many rows down and columns right (not both 0), taken once or repeated.
///
/// ```
/// use satranj_encodings::lattice::Step;
///
/// assert!(Step::ride(0, 1).repeats() && Step { reach: 4, ..Step::ride(0, 1) }.repeats());
/// assert!(!Step::leap(1, 2).repeats());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Rows, counted downward.
    pub rows: i32,
    /// Columns, counted rightward.
    pub columns: i32,
    /// The most times that it is taken in one move, until a blocked cell or the border: 1 for a leap,
    /// [`Step::UNLIMITED`] for a ride to any distance.
    pub reach: u32,
}

impl Step {
    /// The reach of a ride to any distance.
    pub const UNLIMITED: u32 = u32::MAX;

    /// A step taken once, or repeated to any distance.
    #[must_use]
    pub fn new(rows: i32, columns: i32, repeats: bool) -> Self {
        if repeats { Self::ride(rows, columns) } else { Self::leap(rows, columns) }
    }

    /// A step taken once.
    #[must_use]
    pub fn leap(rows: i32, columns: i32) -> Self {
        Self { rows, columns, reach: 1 }
    }

    /// A step repeated to any distance.
    #[must_use]
    pub fn ride(rows: i32, columns: i32) -> Self {
        Self { rows, columns, reach: Self::UNLIMITED }
    }

    /// The same in the opposite direction.
    #[must_use]
    pub fn opposite(&self) -> Self {
        Self { rows: -self.rows, columns: -self.columns, ..*self }
    }

    /// The step with its rotations and reflections; where some are equal, each occurs as often.
    pub fn around(self) -> impl Iterator<Item = Self> {
        let Self { rows, columns, .. } = self;
        [(rows, columns), (columns, rows)].into_iter().flat_map(move |(rows, columns)| {
            [(1, 1), (1, -1), (-1, 1), (-1, -1)].map(|(down, right)| Self {
                rows: down * rows,
                columns: right * columns,
                ..self
            })
        })
    }

    /// Whether it may be repeated.
    #[must_use]
    pub fn repeats(&self) -> bool {
        self.reach > 1
    }

    /// Whether every move by it leads to a cell of the other colour of the chessboard.
    #[must_use]
    pub fn changes_colour(&self) -> bool {
        self.reach == 1 && (self.rows + self.columns) % 2 != 0
    }

    /// The rook's distance (in squares) to the nearest cell by it: 3 for a knight.
    #[must_use]
    pub fn squares_away(&self) -> u32 {
        self.rows.unsigned_abs().saturating_add(self.columns.unsigned_abs())
    }
}
