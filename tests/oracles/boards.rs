//! Rectangles of squares, some of them blocked, and the moves over them.

use std::collections::BTreeSet;

use crate::{PlainGraph, dice::Dice, pieces::PlainStep};

/// How two opposite borders are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PlainJoin {
    /// They are not.
    #[default]
    No,
    /// As they face each other.
    Straight,
    /// In reverse order.
    Reversed,
}

/// Which borders of a board are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlainSurface {
    /// Left and right.
    pub around: PlainJoin,
    /// Top and bottom.
    pub over: PlainJoin,
    /// Whether the cells are hexagons.
    pub hexagonal: bool,
}

const fn surface(around: PlainJoin, over: PlainJoin) -> PlainSurface {
    PlainSurface { around, over, hexagonal: false }
}

impl PlainSurface {
    /// The surfaces by their names in the program.
    pub const NAMED: &[(&'static str, Self)] = &[
        ("plane", surface(PlainJoin::No, PlainJoin::No)),
        ("cylinder", surface(PlainJoin::Straight, PlainJoin::No)),
        ("torus", surface(PlainJoin::Straight, PlainJoin::Straight)),
        ("moebius", surface(PlainJoin::Reversed, PlainJoin::No)),
        ("klein", surface(PlainJoin::Reversed, PlainJoin::Straight)),
        ("hexagonal", Self { hexagonal: true, ..surface(PlainJoin::No, PlainJoin::No) }),
    ];

    /// Those with joined borders.
    #[must_use]
    pub fn joined() -> Vec<Self> {
        let all = Self::NAMED.iter().map(|known| known.1);
        all.filter(|it| [it.around, it.over] != [PlainJoin::No; 2]).collect()
    }

    /// Whether some borders are joined in reverse order.
    #[must_use]
    pub fn is_mirrored(self) -> bool {
        [self.around, self.over].contains(&PlainJoin::Reversed)
    }

    /// The named surface.
    ///
    /// # Panics
    ///
    /// If no surface has that name.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self::NAMED.iter().find(|known| known.0 == name).expect("a surface").1
    }

    /// The name in the program.
    ///
    /// # Panics
    ///
    /// If it has none.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::NAMED.iter().find(|known| known.1 == self).expect("a surface").0
    }
}

/// A board. Its squares are cells, numbered row by row from the top left, blocked ones too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainBoard {
    /// The number of rows.
    pub rows: u32,
    /// The number of columns.
    pub columns: u32,
    /// The cells that no piece can occupy or slide over.
    pub blocked: BTreeSet<u32>,
    /// Which borders are joined.
    pub surface: PlainSurface,
}

impl PlainBoard {
    /// A board without blocked squares.
    #[must_use]
    pub fn new(rows: u32, columns: u32) -> Self {
        Self { rows, columns, blocked: BTreeSet::new(), surface: PlainSurface::default() }
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

    /// The cell after a step, made square by square, to the side first; `down` and `right` are turned
    /// where rows and columns are joined in reverse order. `None` beyond a border.
    #[must_use]
    pub fn after(&self, from: u32, down: &mut i32, right: &mut i32) -> Option<u32> {
        let (mut row, mut column) = (from / self.columns, from % self.columns);
        for _ in 0..right.abs() {
            let is_last = column == if *right > 0 { self.columns - 1 } else { 0 };
            match self.surface.around {
                PlainJoin::No if is_last => return None,
                PlainJoin::Reversed if is_last => (row, *down) = (self.rows - 1 - row, -*down),
                _ => {}
            }
            column = (column + if *right > 0 { 1 } else { self.columns - 1 }) % self.columns;
        }
        for _ in 0..down.abs() {
            let is_last = row == if *down > 0 { self.rows - 1 } else { 0 };
            match self.surface.over {
                PlainJoin::No if is_last => return None,
                PlainJoin::Reversed if is_last => {
                    (column, *right) = (self.columns - 1 - column, -*right);
                }
                _ => {}
            }
            row = (row + if *down > 0 { 1 } else { self.rows - 1 }) % self.rows;
        }
        Some(row * self.columns + column)
    }

    /// The cells along each step from a cell, in order, until the cell itself; `over`: whether a repeated step goes on
    /// after blocked cells. Blocked cells are never included.
    fn rays_from(&self, from: u32, steps: &[PlainStep], over: bool) -> Vec<Vec<u32>> {
        let mut rays = Vec::new();
        for &(mut down, mut right, most) in steps {
            let mut at = from;
            let (mut ray, mut made) = (Vec::new(), 0);
            while let Some(cell) = self.after(at, &mut down, &mut right) {
                if cell == from {
                    break;
                }
                at = cell;
                let is_blocked = self.blocked.contains(&cell);
                if is_blocked && !over {
                    break;
                }
                if !is_blocked {
                    ray.push(cell);
                }
                made += 1;
                if made == most {
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
