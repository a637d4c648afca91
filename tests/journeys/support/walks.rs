//! Random boards, and the moves over them by brute force: nothing of the program is used, so
//! that nothing is shared with it.

use serde_json::{Value, json};

use super::placements::Attacks;

/// A random number generator (Marsaglia's xorshift, 2003), so that every run is the same.
pub struct Dice(pub u64);

impl Dice {
    /// A number below another.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    /// Whether one chance of so many comes true.
    pub fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

/// A board whose squares are numbered row by row from the top left.
#[derive(Debug, Clone)]
pub struct Squares {
    pub rows: usize,
    pub columns: usize,
    /// Whether each square is free.
    pub free: Vec<bool>,
}

impl Squares {
    /// A board of so many rows and columns at most, of whose squares one in `blocked` is.
    pub fn random(dice: &mut Dice, side: usize, blocked: Option<usize>) -> Self {
        let (rows, columns) = (1 + dice.below(side), 1 + dice.below(side));
        let free = (0..rows * columns).map(|_| !blocked.is_some_and(|one| dice.one_in(one)));
        let free = free.collect();
        Self { rows, columns, free }
    }

    /// The algebraic name of a square.
    pub fn name(&self, cell: usize) -> String {
        let (row, column) = (cell / self.columns, cell % self.columns);
        format!("{}{}", char::from(b'a' + column as u8), self.rows - row)
    }

    /// The square of an algebraic name of one letter.
    pub fn cell(&self, name: &str) -> usize {
        let column = usize::from(name.as_bytes()[0] - b'a');
        (self.rows - name[1..].parse::<usize>().unwrap()) * self.columns + column
    }

    /// The board as documents hold it.
    pub fn json(&self) -> Value {
        let blocked = (0..self.free.len()).filter(|&cell| !self.free[cell]);
        let blocked: Vec<String> = blocked.map(|cell| self.name(cell)).collect();
        json!({"rows": self.rows, "columns": self.columns, "blocked": blocked})
    }

    /// For each square those that a piece on it can move to.
    pub fn moves(&self, piece: &Attacks) -> Vec<Vec<usize>> {
        let mut moves = vec![Vec::new(); self.free.len()];
        for (from, list) in moves.iter_mut().enumerate().filter(|(from, _)| self.free[*from]) {
            let start = ((from / self.columns) as i32, (from % self.columns) as i32);
            for (leaps, far) in [(piece.leaps, 1), (piece.rides, i32::MAX)] {
                for &(a, b) in leaps {
                    let ways =
                        [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)];
                    for (down, right) in ways {
                        let steps = (1..=far).map(|times| {
                            let (row, column) = (start.0 + down * times, start.1 + right * times);
                            let inside = (0..self.rows as i32).contains(&row)
                                && (0..self.columns as i32).contains(&column);
                            let cell =
                                inside.then(|| row as usize * self.columns + column as usize);
                            cell.filter(|&cell| self.free[cell])
                        });
                        list.extend(steps.map_while(|cell| cell));
                    }
                }
            }
            list.sort_unstable();
            list.dedup();
        }
        moves
    }
}

/// What the cheapest way from a square to each other costs, where to enter a square costs what
/// `cost` says: what can be improved is improved until nothing can.
pub fn distances(moves: &[Vec<usize>], from: usize, cost: &[u64]) -> Vec<Option<u64>> {
    let mut least = vec![None; moves.len()];
    least[from] = Some(0);
    loop {
        let before = least.clone();
        for (at, list) in moves.iter().enumerate() {
            for &to in list {
                let by_way_of = least[at].map(|least| least + cost[to]);
                if by_way_of.is_some_and(|new| least[to].is_none_or(|old| new < old)) {
                    least[to] = by_way_of;
                }
            }
        }
        if before == least {
            return least;
        }
    }
}
