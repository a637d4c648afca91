//! Placements and dominations by brute force: nothing of the program is used, so that
//! nothing is shared with it.

use std::collections::BTreeSet;

/// A piece by its leaps and rides, each up to reflection and exchange of rows and columns.
pub struct Attacks {
    pub name: &'static str,
    pub leaps: &'static [(i32, i32)],
    pub rides: &'static [(i32, i32)],
}

const fn attacks(
    name: &'static str,
    leaps: &'static [(i32, i32)],
    rides: &'static [(i32, i32)],
) -> Attacks {
    Attacks { name, leaps, rides }
}

/// Every named piece, by the books on fairy chess.
pub const PIECES: [Attacks; 22] = [
    attacks("knight", &[(1, 2)], &[]),
    attacks("king", &[(0, 1), (1, 1)], &[]),
    attacks("queen", &[], &[(0, 1), (1, 1)]),
    attacks("rook", &[], &[(0, 1)]),
    attacks("bishop", &[], &[(1, 1)]),
    attacks("wazir", &[(0, 1)], &[]),
    attacks("ferz", &[(1, 1)], &[]),
    attacks("dabbaba", &[(0, 2)], &[]),
    attacks("alfil", &[(2, 2)], &[]),
    attacks("threeleaper", &[(0, 3)], &[]),
    attacks("camel", &[(1, 3)], &[]),
    attacks("zebra", &[(2, 3)], &[]),
    attacks("tripper", &[(3, 3)], &[]),
    attacks("fourleaper", &[(0, 4)], &[]),
    attacks("giraffe", &[(1, 4)], &[]),
    attacks("stag", &[(2, 4)], &[]),
    attacks("antelope", &[(3, 4)], &[]),
    attacks("commuter", &[(4, 4)], &[]),
    attacks("nightrider", &[], &[(1, 2)]),
    attacks("amazon", &[(1, 2)], &[(0, 1), (1, 1)]),
    attacks("chancellor", &[(1, 2)], &[(0, 1)]),
    attacks("archbishop", &[(1, 2)], &[(1, 1)]),
];

/// A board of at most 32 squares, some blocked; squares are numbered row by row from the top
/// left, blocked ones too.
pub struct Grid {
    pub rows: usize,
    pub columns: usize,
    pub blocked: BTreeSet<usize>,
}

impl Grid {
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

    pub fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.rows * self.columns).filter(|cell| !self.blocked.contains(cell))
    }

    /// For each square the set of the squares that a piece on it attacks, as bits.
    pub fn attacked(&self, piece: &Attacks) -> Vec<u32> {
        let mut sets = vec![0u32; self.rows * self.columns];
        for from in self.free() {
            let (row, column) = ((from / self.columns) as i32, (from % self.columns) as i32);
            for (list, rides) in [(piece.leaps, false), (piece.rides, true)] {
                for &(a, b) in list {
                    for (down, right) in
                        [(a, b), (a, -b), (-a, b), (-a, -b), (b, a), (b, -a), (-b, a), (-b, -a)]
                    {
                        let (mut at_row, mut at_column) = (row + down, column + right);
                        while (0..self.rows as i32).contains(&at_row)
                            && (0..self.columns as i32).contains(&at_column)
                        {
                            let cell = at_row as usize * self.columns + at_column as usize;
                            if self.blocked.contains(&cell) {
                                break;
                            }
                            sets[from] |= 1 << cell;
                            if !rides {
                                break;
                            }
                            (at_row, at_column) = (at_row + down, at_column + right);
                        }
                    }
                }
            }
        }
        sets
    }
}

/// The number of independent sets of each size among some vertices (bits), from 0: of a
/// vertex with most neighbours either it is in or out.
pub fn independent_by_size(neighbours: &[u32], open: u32) -> Vec<u64> {
    let degree = |vertex: usize| (neighbours[vertex] & open).count_ones();
    let members = (0..neighbours.len()).filter(|vertex| open >> vertex & 1 == 1);
    let Some(vertex) = members.max_by_key(|&vertex| degree(vertex)) else { return vec![1] };
    if degree(vertex) == 0 {
        // All that are left are free to choose.
        let mut row = vec![1u64];
        for _ in 0..open.count_ones() {
            let shifted = std::iter::once(&0).chain(&row);
            let sums: Vec<u64> = row.iter().chain([&0]).zip(shifted).map(|(a, b)| a + b).collect();
            row = sums;
        }
        return row;
    }
    let without = open & !(1 << vertex);
    let mut sizes = independent_by_size(neighbours, without);
    let with = independent_by_size(neighbours, without & !neighbours[vertex]);
    for (size, count) in with.into_iter().enumerate() {
        if sizes.len() <= size + 1 {
            sizes.resize(size + 2, 0);
        }
        sizes[size + 1] += count;
    }
    sizes
}

/// All independent sets of a size among some vertices.
pub fn independent_sets(neighbours: &[u32], open: u32, size: u32) -> Vec<u32> {
    if size == 0 {
        return vec![0];
    }
    let mut sets = Vec::new();
    let mut rest = open;
    while rest.count_ones() >= size {
        let vertex = rest.trailing_zeros();
        rest &= !(1 << vertex);
        for set in independent_sets(neighbours, rest & !neighbours[vertex as usize], size - 1) {
            sets.push(set | 1 << vertex);
        }
    }
    sets
}

/// What a domination asks for besides the number of pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    Plain,
    Independent,
    Total,
}

/// All dominating sets of a size among some vertices, by trying all sets.
pub fn dominating_sets(neighbours: &[u32], open: u32, size: u32, rule: Rule) -> Vec<u32> {
    let members: Vec<u32> = (0..32).filter(|vertex| open >> vertex & 1 == 1).collect();
    let mut found = Vec::new();
    choose(&members, size, 0, &mut |set| {
        let inside = (0..32).filter(|vertex| set >> vertex & 1 == 1);
        let reached = inside.fold(0, |reached, vertex| reached | neighbours[vertex]);
        let dominated = if rule == Rule::Total { reached } else { reached | set };
        if open & !dominated == 0 && (rule != Rule::Independent || reached & set == 0) {
            found.push(set);
        }
    });
    found
}

fn choose(members: &[u32], size: u32, set: u32, each: &mut dyn FnMut(u32)) {
    if size == 0 {
        each(set);
        return;
    }
    for (index, vertex) in members.iter().enumerate() {
        if members.len() - index >= size as usize {
            choose(&members[index + 1..], size - 1, set | 1 << vertex, each);
        }
    }
}

/// All ways to place n queens, one a row, by columns; `given` and `blocked` are cells.
pub fn queens(n: usize, given: &BTreeSet<usize>, blocked: &BTreeSet<usize>) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut |columns: &[usize]| {
        let cells: BTreeSet<usize> =
            columns.iter().enumerate().map(|(row, column)| row * n + column).collect();
        if given.is_subset(&cells) && blocked.is_disjoint(&cells) {
            found.push(columns.to_vec());
        }
    });
    found
}

fn extend(n: usize, columns: &mut Vec<usize>, each: &mut dyn FnMut(&[usize])) {
    if columns.len() == n {
        each(columns);
        return;
    }
    for column in 0..n {
        let row = columns.len();
        let fits = columns.iter().enumerate().all(|(other_row, &other)| {
            other != column && other.abs_diff(column) != row - other_row
        });
        if fits {
            columns.push(column);
            extend(n, columns, each);
            columns.pop();
        }
    }
}

/// The least size of a dominating set: some dominator of the first square that has none is
/// in it. `None` if there is none of any size.
pub fn least_domination(neighbours: &[u32], open: u32, rule: Rule) -> Option<u32> {
    (0..=open.count_ones()).find(|&size| dominates(neighbours, open, 0, size, rule))
}

fn dominates(neighbours: &[u32], open: u32, set: u32, left: u32, rule: Rule) -> bool {
    let inside = (0..32).filter(|vertex| set >> vertex & 1 == 1);
    let reached = inside.fold(0, |reached, vertex| reached | neighbours[vertex]);
    let dominated = if rule == Rule::Total { reached } else { reached | set };
    let missing = open & !dominated;
    if missing == 0 {
        return true;
    }
    if left == 0 {
        return false;
    }
    let first = missing.trailing_zeros();
    let own = if rule == Rule::Total { 0 } else { 1 << first };
    let mut choices = (neighbours[first as usize] | own) & open;
    if rule == Rule::Independent {
        choices &= !reached;
    }
    while choices != 0 {
        let choice = choices.trailing_zeros();
        choices &= choices - 1;
        if dominates(neighbours, open, set | 1 << choice, left - 1, rule) {
            return true;
        }
    }
    false
}
