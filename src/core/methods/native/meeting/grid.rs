//! Breadth-first search on a flat array of cells with a wall around it.

use satranj_encodings::lattice::{Lattice, Step};

use crate::{limits::Reason, methods::native::knight_distance::Cell, run::Run};

/// Cells expanded between two checks of the limits.
const POLL_EVERY: u64 = 1024;

/// Cells cleared between two checks of the limits.
const CHUNK: usize = 1 << 20;

/// The distance of an unreached cell.
const UNSEEN: u32 = u32::MAX;

/// The distance of a blocked cell and of those around the board: less than any.
const WALL: u32 = 0;

/// The cells of a lattice row by row, with a wall as thick as the longest jump around them, so
/// that a jump is the addition of an offset and never leaves the array.
pub struct JumpGrid {
    /// Cells per row, including the wall between two rows.
    width: usize,
    /// Rows of wall above.
    above: usize,
    rows: u32,
    columns: u32,
    /// Offset, and whether it repeats.
    jumps: Vec<(isize, bool)>,
    /// Walls and unseen cells.
    clear: Vec<u32>,
    /// 1 + the jumps from the start of the last search; [`UNSEEN`] or [`WALL`].
    distances: Vec<u32>,
    queue: Vec<u32>,
}

impl JumpGrid {
    /// The grid of a lattice. O(cells) time, 12 bytes per cell.
    ///
    /// # Errors
    /// A limit.
    pub fn new(lattice: &Lattice, run: &Run) -> Result<Self, Reason> {
        let (rows, columns) = (lattice.rows(), lattice.columns());
        let fits = |size: u32, by: i32| by.unsigned_abs() < size;
        let moves = |step: &&Step| (step.rows, step.columns) != (0, 0);
        let steps = lattice.steps().iter();
        let steps: Vec<_> = steps
            .filter(moves)
            .filter(|step| fits(rows, step.rows) && fits(columns, step.columns))
            .collect();
        let most = |of: fn(&Step) -> i32| {
            steps.iter().map(|step| of(step).unsigned_abs() as usize).max().unwrap_or(0)
        };
        let (above, aside) = (most(|step| step.rows), most(|step| step.columns));
        let width = columns as usize + aside;
        // One row more: left of the first row and right of the last.
        let cells = width * (rows as usize + 2 * above + 1);
        if u32::try_from(cells).is_err() {
            return Err(Reason::MemoryLimit);
        }
        run.reserve(cells as u64 * 8 + u64::from(lattice.vertices()) * 4)?;
        let jump = |rows: i32, columns: i32| rows as isize * width as isize + columns as isize;
        let mut grid = Self {
            width,
            above,
            rows,
            columns,
            jumps: steps
                .iter()
                .map(|step| (jump(step.rows, step.columns), step.repeats()))
                .collect(),
            clear: vec![WALL; cells],
            distances: Vec::new(),
            queue: Vec::with_capacity(lattice.vertices() as usize),
        };
        for vertex in 0..lattice.vertices() {
            let place = grid.place(lattice.position(vertex));
            grid.clear[place] = UNSEEN;
            if vertex % (1 << 16) == 0 {
                run.poll()?;
            }
        }
        grid.distances = grid.clear.clone();
        Ok(grid)
    }

    /// Number of places, walls included.
    #[must_use]
    pub fn places(&self) -> usize {
        self.clear.len()
    }

    /// The place of a cell.
    #[must_use]
    pub fn place(&self, (row, column): Cell) -> usize {
        // The wall to the left of a row is the one to the right of the row before.
        let aside = self.width - self.columns as usize;
        (row as usize + self.above) * self.width + aside + column as usize
    }

    /// The cell at a place that is not one of the wall.
    #[must_use]
    pub fn cell(&self, place: usize) -> Cell {
        let aside = self.width - self.columns as usize;
        let place = place - aside;
        ((place / self.width - self.above) as u32, (place % self.width) as u32)
    }

    /// Whether a cell is free.
    #[must_use]
    pub fn is_free(&self, cell: Cell) -> bool {
        cell.0 < self.rows && cell.1 < self.columns && self.clear[self.place(cell)] == UNSEEN
    }

    /// The jumps from the start of the last search to a place, if it was reached.
    #[must_use]
    pub fn distance(&self, place: usize) -> Option<u32> {
        let distance = self.distances[place];
        (distance != UNSEEN && distance != WALL).then(|| distance - 1)
    }

    /// Searches from a cell; calls `each` with the places reached and their distance, the nearest
    /// first, until it breaks. O(cells · jumps) and a node each; for sliders at most O(cells ·
    /// lines · cells of a line).
    ///
    /// # Errors
    /// A limit.
    pub fn search(
        &mut self,
        from: Cell,
        run: &Run,
        mut each: impl FnMut(usize, u32) -> bool,
    ) -> Result<(), Reason> {
        for (distances, clear) in self.distances.chunks_mut(CHUNK).zip(self.clear.chunks(CHUNK)) {
            distances.copy_from_slice(clear);
            run.poll()?;
        }
        self.queue.clear();
        let start = self.place(from);
        if self.distances[start] != UNSEEN {
            return Ok(());
        }
        self.distances[start] = WALL + 1;
        self.queue.push(start as u32);
        run.nodes(1)?;
        if !each(start, 0) {
            return Ok(());
        }
        let mut next = 0;
        let mut charged = 1;
        while let Some(&at) = self.queue.get(next) {
            next += 1;
            let distance = self.distances[at as usize];
            for &(offset, repeats) in &self.jumps {
                let mut place = (at as usize).wrapping_add_signed(offset);
                loop {
                    let known = self.distances[place];
                    if known == UNSEEN {
                        self.distances[place] = distance + 1;
                        self.queue.push(place as u32);
                        if !each(place, distance) {
                            return run.nodes(self.queue.len() as u64 - charged);
                        }
                    } else if known <= distance {
                        // A wall, or a cell from which the rest of the line is equally near.
                        break;
                    }
                    if !repeats {
                        break;
                    }
                    place = place.wrapping_add_signed(offset);
                }
            }
            let reached = self.queue.len() as u64;
            if reached - charged >= POLL_EVERY || (next as u64).is_multiple_of(POLL_EVERY) {
                run.nodes(reached - charged)?;
                charged = reached;
            }
        }
        run.nodes(self.queue.len() as u64 - charged)
    }

    /// The places on a shortest path from a cell to the start of the last search, without the cell
    /// itself; empty if it was not reached.
    #[must_use]
    pub fn path(&self, from: Cell) -> Vec<usize> {
        let mut place = self.place(from);
        let mut left = self.distance(place).unwrap_or(0);
        let mut path = Vec::with_capacity(left as usize);
        while left > 0 {
            let Some(next) = self.closer(place) else { break };
            path.push(next);
            place = next;
            left -= 1;
        }
        path
    }

    fn closer(&self, from: usize) -> Option<usize> {
        let wanted = self.distances[from] - 1;
        for &(offset, repeats) in &self.jumps {
            let mut place = from.wrapping_add_signed(offset);
            while self.distances[place] != WALL {
                if self.distances[place] == wanted {
                    return Some(place);
                }
                if !repeats {
                    break;
                }
                place = place.wrapping_add_signed(offset);
            }
        }
        None
    }
}
