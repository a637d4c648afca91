//! Where steps lead on a board, by its own arithmetic of squares.

use satranj_encodings::lattice::{BorderJoin, Lattice, Step, Surface};

use super::{Board, BoardError, piece::Piece, square::Square};

/// The sides of a board, and which of them are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Sides {
    pub rows: u32,
    pub columns: u32,
    pub surface: Surface,
}

impl Sides {
    pub fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns, surface: Surface::Plane }
    }

    /// The square at a rank and a column of the unrolled board: an endless row of copies of a board
    /// whose left and right are joined, endless rows of them if top and bottom are. Every other copy
    /// to the right is upside down if left and right are joined in reverse order, and every other one
    /// above is back to front if top and bottom are.
    pub fn folded(self, rank: i64, column: i64) -> Option<Square> {
        let (ranks, columns) = (i64::from(self.rows), i64::from(self.columns));
        if (0..ranks).contains(&rank) && (0..columns).contains(&column) {
            return Some(Square { column: column as u32, rank: rank as u32 });
        }
        let [left_right, top_bottom] = self.surface.joins();
        let (above, right) = (rank.div_euclid(ranks), column.div_euclid(columns));
        if !top_bottom.opens(above) || !left_right.opens(right) {
            return None;
        }
        let (mut rank, mut column) = (rank - above * ranks, column - right * columns);
        if left_right.reflects(right) {
            rank = ranks - 1 - rank;
        }
        if top_bottom.reflects(above) {
            column = columns - 1 - column;
        }
        Some(Square { column: column as u32, rank: rank as u32 })
    }
}

/// The moves of a leaper by the difference of their squares: for long paths.
#[derive(Debug, Clone)]
pub struct Leaps {
    /// The most ranks and columns of a step.
    reach: (u32, u32),
    /// Whether a difference is a step: by ranks, then columns, both from the most negative.
    table: Vec<bool>,
}

/// The largest table: for steps of up to 31 squares each way.
const LARGEST_TABLE: u32 = 1 << 12;

impl Leaps {
    /// Whether a step leads from one square to another; both must be free.
    #[inline]
    #[must_use]
    pub fn lead(&self, from: Square, to: Square) -> bool {
        let ranks = to.rank.wrapping_sub(from.rank).wrapping_add(self.reach.0);
        let columns = to.column.wrapping_sub(from.column).wrapping_add(self.reach.1);
        ranks <= 2 * self.reach.0
            && columns <= 2 * self.reach.1
            && self.table[(ranks * (2 * self.reach.1 + 1) + columns) as usize]
    }
}

impl Board {
    /// The lattice of a piece's moves.
    #[must_use]
    pub fn lattice(&self, piece: &Piece) -> Lattice {
        let Sides { rows, columns, surface } = self.sides;
        piece.on(&Lattice::new(rows, columns, self.blocked.as_ref(), Vec::new()).on(surface))
    }

    /// The same squares on a surface.
    #[must_use]
    pub fn on(mut self, surface: Surface) -> Self {
        self.sides.surface = surface;
        self
    }

    /// The surface: which borders are joined, or whether the squares are hexagons.
    #[must_use]
    pub fn surface(&self) -> Surface {
        self.sides.surface
    }

    fn is_plane(&self) -> bool {
        self.sides.surface == Surface::Plane
    }
}

impl std::fmt::Display for Board {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sides { rows, columns, surface } = self.sides;
        match (self.hexagon_side(), surface) {
            (Some(side), _) => write!(formatter, "hex:{side}"),
            (None, Surface::Plane) => write!(formatter, "{rows}x{columns}"),
            (None, surface) => write!(formatter, "{rows}x{columns} {}", surface.title()),
        }
    }
}

#[doc(hidden)]
impl Board {
    /// A board as it was read, on a surface that is stated beside it.
    ///
    /// # Errors
    /// [`BoardError::Surface`] if the borders of hexagons would be joined.
    pub fn stated_on(self, surface: Surface) -> Result<Self, BoardError> {
        if !self.is_hexagonal() {
            return Ok(self.on(surface));
        }
        if surface.is_joined() {
            let (board, surface) = (self.to_string(), surface.title());
            return Err(BoardError::Surface { board, surface });
        }
        Ok(self)
    }

    /// The free squares in the direction of a step, the nearest first, up to the border, a blocked
    /// square or the square itself; at most as many as the reach of the step. On a surface whose rows are joined
    /// in reverse order a square may occur twice.
    pub fn ray(&self, from: Square, step: Step) -> impl Iterator<Item = Square> {
        let reach = i64::from(step.reach);
        // Steps count rows downward, ranks upward.
        let (up, right) = (-i64::from(step.rows), i64::from(step.columns));
        let at = move |times: i64| {
            let (rank, column) = (i64::from(from.rank), i64::from(from.column));
            self.sides.folded(rank + times * up, column + times * right)
        };
        (1..=reach).map_while(at).take_while(move |&to| to != from && self.is_free(to))
    }

    /// Squares among which are all from which a move by one of some steps leads to a square.
    pub fn rays_back(&self, to: Square, steps: &[Step]) -> impl Iterator<Item = Square> {
        // Over borders that are joined in reverse order a step comes back reflected; otherwise as its
        // opposite, the last of the four that have its rows and columns.
        let first = if self.sides.surface.is_mirrored() { 0 } else { 3 };
        let back = move |step: &Step| step.around().take(4).skip(first);
        steps.iter().flat_map(back).flat_map(move |step| self.ray(to, step))
    }

    /// Whether every step over a joined border changes the colour if it does so elsewhere.
    #[must_use]
    pub fn keeps_colours(&self) -> bool {
        let Sides { rows, columns, surface } = self.sides;
        // A step around to the right is one of `columns` squares, and an upside down copy moves a
        // square by a number of ranks that is odd if the number of rows is even.
        let keeps = |join: BorderJoin, size: u32, across: u32| {
            let by = size + if join.reflects(1) { across + 1 } else { 0 };
            !join.opens(1) || by.is_multiple_of(2)
        };
        let [left_right, top_bottom] = surface.joins();
        keeps(left_right, columns, rows) && keeps(top_bottom, rows, columns)
    }

    /// Whether a step leads from one free square to another, not over blocked squares.
    #[must_use]
    pub fn leads(&self, from: Square, step: Step, to: Square) -> bool {
        if !self.is_plane() {
            return self.ray(from, step).any(|at| at == to);
        }
        let right = i64::from(to.column) - i64::from(from.column);
        // Steps count rows downward, ranks upward.
        let down = i64::from(from.rank) - i64::from(to.rank);
        let (step_down, step_right) = (i64::from(step.rows), i64::from(step.columns));
        let times = if step_down != 0 { down / step_down } else { right / step_right };
        let reach = i64::from(step.reach);
        (1..=reach).contains(&times)
            && (times * step_down, times * step_right) == (down, right)
            && self.ray(from, step).nth(times as usize - 1) == Some(to)
    }

    /// The shortest straight way between two squares, over joined borders too: the columns to the right
    /// and the ranks up from the first square, then the same as they are at the second one, where up
    /// and down, or right and left, may have changed places.
    #[must_use]
    pub fn shortest_way(&self, from: Square, to: Square) -> [(i64, i64); 2] {
        let Sides { rows, columns, surface } = self.sides;
        let [left_right, top_bottom] = surface.joins();
        let copies = |join: BorderJoin| if join.opens(1) { -1..=1 } else { 0..=0 };
        let (around, over) = (copies(left_right), copies(top_bottom));
        let turned = |turns: bool, length: i64| if turns { -length } else { length };
        let of_copy = |(right, up): (i64, i64)| {
            let (turns_ranks, turns_columns) =
                (left_right.reflects(right), top_bottom.reflects(up));
            let rank = if turns_ranks { rows - 1 - to.rank } else { to.rank };
            let column = if turns_columns { columns - 1 - to.column } else { to.column };
            let across = i64::from(column) + right * i64::from(columns) - i64::from(from.column);
            let away = i64::from(rank) + up * i64::from(rows) - i64::from(from.rank);
            [(across, away), (turned(turns_columns, across), turned(turns_ranks, away))]
        };
        let copies = around.flat_map(|right| over.clone().map(move |up| (right, up)));
        let crossed = |&(right, up): &(i64, i64)| right.abs() + up.abs();
        let length = |[(right, up), _]: &[(i64, i64); 2]| right * right + up * up;
        let ways = copies.map(|copy| (crossed(&copy), of_copy(copy)));
        let shortest = ways.min_by_key(|(crossed, way)| (length(way), *crossed));
        shortest.map_or([(0, 0); 2], |(_, way)| way)
    }

    /// A bound on the squares on one line of a repeated step.
    #[must_use]
    pub fn longest_line(&self) -> u32 {
        if self.is_plane() { self.longest_side() } else { self.size() as u32 }
    }

    /// The moves by the difference of their squares; `None` if the piece slides, leaps too far for a
    /// small table, or may cross a border.
    #[must_use]
    pub fn leaps(&self, piece: &Piece) -> Option<Leaps> {
        let longest = |length: fn(&Step) -> i32| {
            piece.steps().iter().map(|step| length(step).unsigned_abs()).max().unwrap_or(0)
        };
        let reach = (longest(|step| step.rows), longest(|step| step.columns));
        let sides = (2 * reach.0 + 1, 2 * reach.1 + 1);
        if !self.is_plane() || piece.rides() || sides.0.saturating_mul(sides.1) > LARGEST_TABLE {
            return None;
        }
        let mut leaps = Leaps { reach, table: vec![false; (sides.0 * sides.1) as usize] };
        for step in piece.steps() {
            let ranks = reach.0.wrapping_add_signed(-step.rows);
            let columns = reach.1.wrapping_add_signed(step.columns);
            leaps.table[(ranks * sides.1 + columns) as usize] = true;
        }
        Some(leaps)
    }
}
