//! Rectangles of squares, some of them blocked, and the moves over them.

use std::collections::BTreeSet;

use crate::{PlainGraph, dice::Dice, pieces::PlainStep};

/// A board. Its squares are cells, numbered row by row from the top left, blocked ones too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainBoard {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The cells that no piece can occupy or slide over.
    pub blocked: BTreeSet<u32>,
}

impl PlainBoard {
    /// A board without blocked squares.
    #[must_use]
    pub fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns, blocked: BTreeSet::new() }
    }

    /// A board of at most `side` rows and columns, on which one square in `blocked` is blocked.
    pub fn random(dice: &mut Dice, side: u32, blocked: Option<u32>) -> Self {
        let mut board = Self::new(1 + dice.below(side), 1 + dice.below(side));
        let cells = 0..board.cells();
        board.blocked = cells.filter(|_| blocked.is_some_and(|one| dice.one_in(one))).collect();
        board
    }

    /// The number of squares, blocked ones too.
    #[must_use]
    pub fn cells(&self) -> u32 {
        self.rows * self.columns
    }

    /// The cells that are not blocked, in rising order.
    #[must_use]
    pub fn free(&self) -> Vec<u32> {
        (0..self.cells()).filter(|cell| !self.blocked.contains(cell)).collect()
    }

    /// A cell in algebraic notation.
    #[must_use]
    pub fn name(&self, cell: u32) -> String {
        let (mut column, mut letters) = (cell % self.columns + 1, String::new());
        while column > 0 {
            letters.insert(0, char::from(b'a' + ((column - 1) % 26) as u8));
            column = (column - 1) / 26;
        }
        format!("{letters}{}", self.rows - cell / self.columns)
    }

    /// The cell of a square in algebraic notation.
    ///
    /// # Panics
    ///
    /// If the board has no such square.
    #[must_use]
    pub fn cell(&self, name: &str) -> u32 {
        let digits = name.find(|letter: char| letter.is_ascii_digit()).expect("a rank");
        let (letters, rank) = name.split_at(digits);
        let column =
            letters.bytes().fold(0, |column, letter| column * 26 + u32::from(letter - b'a') + 1);
        let rank: u32 = rank.parse().expect("a rank is a number");
        assert!((1..=self.rows).contains(&rank) && column <= self.columns, "{name}");
        (self.rows - rank) * self.columns + column - 1
    }

    /// The cells along each step from a cell, in order; `over`: whether a repeated step goes on
    /// after blocked cells. Blocked cells are never included.
    fn rays_from(&self, from: u32, steps: &[PlainStep], over: bool) -> Vec<Vec<u32>> {
        let mut rays = Vec::new();
        for &(down, right, repeats) in steps {
            let (mut row, mut column) =
                ((from / self.columns) as i32, (from % self.columns) as i32);
            let mut ray = Vec::new();
            loop {
                (row, column) = (row + down, column + right);
                let inside = (0..self.rows as i32).contains(&row)
                    && (0..self.columns as i32).contains(&column);
                if !inside {
                    break;
                }
                let cell = row as u32 * self.columns + column as u32;
                let is_blocked = self.blocked.contains(&cell);
                if is_blocked && !over {
                    break;
                }
                if !is_blocked {
                    ray.push(cell);
                }
                if !repeats {
                    break;
                }
            }
            rays.push(ray);
        }
        rays
    }

    /// The cells one move away from each cell, in rising order.
    #[must_use]
    pub fn moves(&self, steps: &[PlainStep]) -> PlainGraph {
        let moves = |cell: u32| {
            if self.blocked.contains(&cell) {
                return Vec::new();
            }
            sorted(self.rays_from(cell, steps, false).concat())
        };
        (0..self.cells()).map(moves).collect()
    }

    /// [`PlainBoard::rays_from`] for each free cell, with only these numbered.
    fn rays_of_free(&self, steps: &[PlainStep], over: bool) -> Vec<Vec<Vec<u32>>> {
        let free = self.free();
        let number = |cell: u32| free.binary_search(&cell).expect("rays are free") as u32;
        let numbers = |ray: Vec<u32>| ray.into_iter().map(number).collect();
        let rays =
            |&cell: &u32| self.rays_from(cell, steps, over).into_iter().map(numbers).collect();
        free.iter().map(rays).collect()
    }

    /// For each free square the squares along each step, up to the edge or a blocked one. Only free
    /// squares are numbered, in rising order.
    #[must_use]
    pub fn rays(&self, steps: &[PlainStep]) -> Vec<Vec<Vec<u32>>> {
        self.rays_of_free(steps, false)
    }

    /// The graph of the moves. Its vertices are the free squares in rising order.
    #[must_use]
    pub fn graph(&self, steps: &[PlainStep]) -> PlainGraph {
        self.rays(steps).into_iter().map(|rays| sorted(rays.concat())).collect()
    }

    /// As [`PlainBoard::graph`], but repeated steps go on after blocked squares.
    #[must_use]
    pub fn graph_over_blocked(&self, steps: &[PlainStep]) -> PlainGraph {
        let rays = self.rays_of_free(steps, true);
        rays.into_iter().map(|rays| sorted(rays.concat())).collect()
    }
}

fn sorted(mut list: Vec<u32>) -> Vec<u32> {
    list.sort_unstable();
    list.dedup();
    list
}
