//! Tours by brute force: nothing of the program is used, so that nothing is shared with it.

use std::{collections::BTreeSet, ops::ControlFlow};

use serde_json::{Value, json};

/// A piece by its leaps and rides, each up to reflection and exchange of rows and columns.
#[derive(Debug, Clone, Copy)]
pub struct Moves {
    pub name: &'static str,
    pub leaps: &'static [(i32, i32)],
    pub rides: &'static [(i32, i32)],
}

pub const KNIGHT: Moves = Moves { name: "knight", leaps: &[(1, 2)], rides: &[] };
pub const KING: Moves = Moves { name: "king", leaps: &[(0, 1), (1, 1)], rides: &[] };
pub const WAZIR: Moves = Moves { name: "wazir", leaps: &[(0, 1)], rides: &[] };
pub const ROOK: Moves = Moves { name: "rook", leaps: &[], rides: &[(0, 1)] };
pub const QUEEN: Moves = Moves { name: "queen", leaps: &[], rides: &[(0, 1), (1, 1)] };
pub const CAMEL: Moves = Moves { name: "camel", leaps: &[(1, 3)], rides: &[] };
pub const ZEBRA: Moves = Moves { name: "zebra", leaps: &[(2, 3)], rides: &[] };
pub const NIGHTRIDER: Moves = Moves { name: "rider:1,2", leaps: &[], rides: &[(1, 2)] };
pub const WAZIR_ZEBRA: Moves = Moves { name: "wazir+zebra", leaps: &[(0, 1), (2, 3)], rides: &[] };

/// A tour to be looked for. Squares are cells, `row * columns + column` from the top left.
#[derive(Debug, Clone)]
pub struct Case {
    pub rows: usize,
    pub columns: usize,
    pub blocked: BTreeSet<usize>,
    pub moves: Moves,
    pub closed: bool,
    pub start: Option<usize>,
    pub end: Option<usize>,
    pub given: Vec<(usize, usize)>,
}

impl Case {
    /// An open tour of a free board from anywhere to anywhere.
    pub fn new(rows: usize, columns: usize, moves: Moves) -> Self {
        Self {
            rows,
            columns,
            blocked: BTreeSet::new(),
            moves,
            closed: false,
            start: None,
            end: None,
            given: Vec::new(),
        }
    }

    pub fn closed(self) -> Self {
        Self { closed: true, ..self }
    }

    pub fn from(self, start: &str) -> Self {
        Self { start: Some(self.cell(start)), ..self }
    }

    pub fn to(self, end: &str) -> Self {
        Self { end: Some(self.cell(end)), ..self }
    }

    pub fn without(mut self, squares: &[&str]) -> Self {
        self.blocked = squares.iter().map(|square| self.cell(square)).collect();
        self
    }

    pub fn given(mut self, moves: &[(&str, &str)]) -> Self {
        self.given = moves.iter().map(|(from, to)| (self.cell(from), self.cell(to))).collect();
        self
    }

    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rows * self.columns).filter(|cell| !self.blocked.contains(cell))
    }

    /// The cell of a square in algebraic notation.
    pub fn cell(&self, square: &str) -> usize {
        let digits = square.find(|c: char| c.is_ascii_digit()).unwrap();
        let column = square[..digits]
            .bytes()
            .fold(0, |column, letter| column * 26 + usize::from(letter - b'a') + 1);
        let rank: usize = square[digits..].parse().unwrap();
        assert!((1..=self.rows).contains(&rank) && column <= self.columns, "{square}");
        (self.rows - rank) * self.columns + column - 1
    }

    /// A cell in algebraic notation.
    pub fn square(&self, cell: usize) -> String {
        let (mut column, mut letters) = (cell % self.columns + 1, String::new());
        while column > 0 {
            letters.insert(0, char::from(b'a' + ((column - 1) % 26) as u8));
            column = (column - 1) / 26;
        }
        format!("{letters}{}", self.rows - cell / self.columns)
    }

    /// The statement that documents hold.
    pub fn statement(&self) -> Value {
        let name = |cell: &usize| self.square(*cell);
        let mut statement = json!({
            "kind": "tour",
            "board": {
                "rows": self.rows,
                "columns": self.columns,
                "blocked": self.blocked.iter().map(name).collect::<Vec<_>>(),
            },
            "piece": self.moves.name,
            "closed": self.closed,
            "given": self.given.iter().map(|(a, b)| [name(a), name(b)]).collect::<Vec<_>>(),
        });
        for (key, cell) in [("start", &self.start), ("end", &self.end)] {
            if let Some(cell) = cell {
                statement[key] = name(cell).into();
            }
        }
        statement
    }

    /// All cells one move away.
    pub fn neighbours(&self, cell: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let lists = [(self.moves.leaps, 1), (self.moves.rides, i32::MAX)];
        for (list, most) in lists {
            for &(a, b) in list {
                for (down, right) in [(a, b), (b, a)] {
                    for (sign, other) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                        let mut at = Some(cell);
                        let mut made = 0;
                        while made < most {
                            at = at.and_then(|at| self.shifted(at, sign * down, other * right));
                            let Some(reached) = at else { break };
                            found.insert(reached);
                            made += 1;
                        }
                    }
                }
            }
        }
        found
    }

    fn shifted(&self, cell: usize, down: i32, right: i32) -> Option<usize> {
        let row = (cell / self.columns) as i32 + down;
        let column = (cell % self.columns) as i32 + right;
        let on_board =
            row >= 0 && column >= 0 && row < self.rows as i32 && column < self.columns as i32;
        let reached = on_board.then(|| row as usize * self.columns + column as usize)?;
        (!self.blocked.contains(&reached)).then_some(reached)
    }

    /// Whether a path is a tour as it is asked for.
    pub fn is_tour(&self, path: &[usize]) -> bool {
        let (Some(first), Some(last)) = (path.first(), path.last()) else { return false };
        let visited: BTreeSet<usize> = path.iter().copied().collect();
        let made = |&(a, b): &(usize, usize)| {
            let closing = self.closed && (*last, *first) == (a, b);
            path.windows(2).any(|step| step == [a, b]) || closing
        };
        path.len() == visited.len()
            && visited == self.free().collect()
            && path.windows(2).all(|step| self.neighbours(step[0]).contains(&step[1]))
            && (!self.closed || path.len() > 2 && self.neighbours(*last).contains(first))
            && self.start.is_none_or(|start| start == *first)
            && self.end.is_none_or(|end| end == *last)
            && self.given.iter().all(|&(a, b)| made(&(a, b)) || made(&(b, a)))
    }

    /// Whether the squares of a document are a tour as it is asked for.
    pub fn is_tour_of_squares(&self, path: &[String]) -> bool {
        self.is_tour(&path.iter().map(|square| self.cell(square)).collect::<Vec<_>>())
    }

    /// A path in the form that all forms of the same tour share: a closed tour begins with
    /// its least cell and goes on to the lesser of that cell's two neighbours.
    pub fn canonical(&self, mut path: Vec<usize>) -> Vec<usize> {
        if self.closed {
            let least = (0..path.len()).min_by_key(|&index| path[index]).unwrap();
            path.rotate_left(least);
            if path[1] > path[path.len() - 1] {
                path[1..].reverse();
            }
        }
        path
    }

    /// All different tours, in canonical form.
    pub fn tours(&self) -> BTreeSet<Vec<usize>> {
        let mut tours = BTreeSet::new();
        self.search(&mut |path| {
            tours.insert(self.canonical(path.to_vec()));
            ControlFlow::Continue(())
        });
        tours
    }

    /// Whether there is a tour.
    pub fn has_tour(&self) -> bool {
        let mut found = false;
        self.search(&mut |_| {
            found = true;
            ControlFlow::Break(())
        });
        found
    }

    fn search(&self, found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>) {
        let rows: Vec<Vec<usize>> = (0..self.rows * self.columns)
            .map(|cell| self.neighbours(cell).into_iter().collect())
            .collect();
        let all = self.free().fold(0_u64, |cells, cell| cells | 1 << cell);
        // A closed tour passes everywhere: one beginning finds them all.
        let firsts = self.free().take(if self.closed { 1 } else { usize::MAX });
        for first in firsts {
            let mut path = vec![first];
            if self.extend(&rows, all & !(1 << first), &mut path, found).is_break() {
                return;
            }
        }
    }

    fn extend(
        &self,
        rows: &[Vec<usize>],
        left: u64,
        path: &mut Vec<usize>,
        found: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if left == 0 {
            let mut tour = path.clone();
            if self.closed
                && let Some(start) = self.start
            {
                let at = tour.iter().position(|&cell| cell == start).unwrap();
                tour.rotate_left(at);
            }
            return if self.is_tour(&tour) { found(&tour) } else { ControlFlow::Continue(()) };
        }
        if !self.closed && self.start.is_some_and(|start| start != path[0]) {
            return ControlFlow::Continue(());
        }
        for &next in &rows[path[path.len() - 1]] {
            if left & 1 << next != 0 {
                path.push(next);
                self.extend(rows, left & !(1 << next), path, found)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
