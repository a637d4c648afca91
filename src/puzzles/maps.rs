//! Maps of the kinds of the benchmarks of path finding, drawn by seed.

use std::{fmt, str::FromStr};

use fixedbitset::FixedBitSet;
use petgraph::unionfind::UnionFind;
use rand::{
    RngExt,
    seq::{SliceRandom, index},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    StatementError,
    chance::{Amount, happens, saturating_number},
};
use crate::{
    board::{Board, MAXIMUM_SIDE, piece::Piece, square::Square},
    random::Generator,
};

/// The kinds, each with its numbers, and the least and the greatest last one.
const KINDS: [(&str, &str, u32, u32); 6] = [
    ("empty", "ROWS-COLUMNS", 1, MAXIMUM_SIDE),
    ("random", "ROWS-COLUMNS-PERCENT", 1, 99),
    ("room", "ROWS-COLUMNS-SIZE", 2, MAXIMUM_SIDE),
    ("maze", "ROWS-COLUMNS-WIDTH", 1, MAXIMUM_SIDE),
    ("den", "ROWS-COLUMNS", 1, MAXIMUM_SIDE),
    (WAREHOUSE, "ACROSS-DOWN-LENGTH-WIDTH-AISLE", 1, MAXIMUM_SIDE),
];

/// The kind whose numbers are not those of rows and columns.
const WAREHOUSE: &str = "warehouse";

/// The probability that a square of a `den` is blocked at first, and the rounds that smooth it.
const DEN: (f64, u32) = (0.45, 5);

/// A kind of map with its numbers, named as in the benchmarks (Stern et al., "Multi-agent pathfinding:
/// definitions, variants, and benchmarks", 2019); a map with one number for its sides is a square.
///
/// - `empty-R-C`: R rows and C columns without blocked squares.
/// - `random-R-C-P`: P percent of the squares are blocked.
/// - `room-R-C-S`: every S-th row and column is a wall, and each wall between two rooms has one free
///   square.
/// - `maze-R-C-W`: corridors of width W between walls of width 1, along a random spanning tree
///   (Kruskal's algorithm).
/// - `den-R-C`: a cave. A square is blocked with a probability of 45 %; then, five times, those squares
///   are blocked that have at least 5 blocked ones among the 9 squares around and at them. Outside
///   counts as blocked. Only the largest connected part stays free.
/// - `warehouse-A-D-L-W-I`: A shelves across and D down, of L columns and W rows each, with aisles of
///   width I between and around them, A·L/4 free columns left and right, and a blocked border. Nothing
///   is random: `warehouse-10-20-10-2-1` is the map of the benchmarks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
pub struct BenchmarkMap {
    kind: String,
    numbers: Vec<u32>,
}

impl FromStr for BenchmarkMap {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split('-');
        let name = words.next().unwrap_or_default();
        let Some((kind, form, least, most)) = KINDS.into_iter().find(|known| known.0 == name)
        else {
            let forms = KINDS.map(|(kind, form, ..)| format!("{kind}-{form}")).join(", ");
            return Err(format!("found `{text}`, expected one of {forms}"));
        };
        let numbers: Option<Vec<u32>> = words.map(saturating_number).collect();
        let mut numbers = numbers.unwrap_or_default();
        let wanted = form.split('-').count();
        if kind != WAREHOUSE && !numbers.is_empty() && numbers.len() + 1 == wanted {
            numbers.insert(1, numbers[0]);
        }
        let is_side = |number: &u32| (1..=MAXIMUM_SIDE).contains(number);
        let is_own = |number: &u32| (least..=most).contains(number);
        let fits = numbers.iter().all(is_side) && numbers.last().is_some_and(is_own);
        if numbers.len() != wanted || !fits {
            let own = form.rsplit('-').next().unwrap_or(form);
            return Err(format!(
                "found `{text}`, expected {kind}-{form}, {own} of {least} to {most} and the others \
                 of 1 to {MAXIMUM_SIDE}"
            ));
        }
        Ok(Self { kind: kind.into(), numbers })
    }
}

impl TryFrom<String> for BenchmarkMap {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<BenchmarkMap> for String {
    fn from(map: BenchmarkMap) -> Self {
        map.to_string()
    }
}

impl fmt::Display for BenchmarkMap {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.kind)?;
        self.numbers.iter().try_for_each(|number| write!(formatter, "-{number}"))
    }
}

impl BenchmarkMap {
    /// The numbers of rows and columns, which may be more than a board has.
    #[must_use]
    pub fn sides(&self) -> (u32, u32) {
        match self.numbers[..] {
            [across, down, length, width, aisle] => (
                down * (width + aisle) + aisle + 2,
                across * (length + aisle) - aisle + across * length / 4 * 2 + 2,
            ),
            [rows, columns, ..] => (rows, columns),
            _ => (0, 0),
        }
    }

    /// The next map of this kind. O(squares) time and space.
    ///
    /// # Errors
    /// [`StatementError`] for sides that no board has.
    pub fn draw(&self, generator: &mut Generator) -> Result<Board, StatementError> {
        let (rows, columns) = self.sides();
        let size = Board::new(rows, columns)?.size();
        let blocked = match (self.kind.as_str(), &self.numbers[..]) {
            ("random", &[.., percent]) => {
                let count = Amount::Percent(percent.into()).of(size as u32) as usize;
                index::sample(generator, size, count).into_iter().collect()
            }
            ("room", &[.., size]) => divided((rows, columns), size, false, generator),
            ("maze", &[.., width]) => divided((rows, columns), width + 1, true, generator),
            ("den", _) => {
                let mut blocked: FixedBitSet =
                    (0..size).filter(|_| happens(generator, DEN.0)).collect();
                for _ in 0..DEN.1 {
                    let before = blocked;
                    blocked = cells((rows, columns), |row, column| {
                        let around = (0..9).map(|at| (row + at / 3, column + at % 3));
                        let walls = around.filter(|&(row, column)| {
                            let is_inside =
                                (1..=rows).contains(&row) && (1..=columns).contains(&column);
                            let cell = || ((row - 1) * columns + column - 1) as usize;
                            !is_inside || before.contains(cell())
                        });
                        walls.count() >= 5
                    });
                }
                let board = Board::with_blocked((rows, columns), blocked)?;
                let mut others = FixedBitSet::with_capacity(size);
                others.insert_range(..);
                for square in largest_part(&board, &"wazir".parse()?) {
                    others.remove(board.cell(square));
                }
                others
            }
            (_, &[across, _, length, width, aisle]) => {
                let (above, left) = (1 + aisle, 1 + across * length / 4);
                cells((rows, columns), |row, column| {
                    let is_border =
                        row == 0 || column == 0 || row + 1 == rows || column + 1 == columns;
                    let is_shelf = row >= above
                        && (row - above) % (width + aisle) < width
                        && (left..columns - left).contains(&column)
                        && (column - left) % (length + aisle) < length;
                    is_border || is_shelf
                })
            }
            _ => FixedBitSet::new(),
        };
        Ok(Board::with_blocked((rows, columns), blocked)?)
    }
}

/// The cells, in reading order, for which something holds.
fn cells((rows, columns): (u32, u32), holds: impl Fn(u32, u32) -> bool) -> FixedBitSet {
    let cells = (0..rows * columns).filter(|cell| holds(cell / columns, cell % columns));
    cells.map(|cell| cell as usize).collect()
}

/// The walls on every `period`-th row and column, with openings: a whole wall between two rooms where
/// it joins parts that were not connected, in random order (Kruskal's algorithm), or else one square
/// of each.
fn divided(
    (rows, columns): (u32, u32),
    period: u32,
    is_maze: bool,
    generator: &mut Generator,
) -> FixedBitSet {
    let is_wall = |place: u32| place % period == period - 1;
    let mut blocked = cells((rows, columns), |row, column| is_wall(row) || is_wall(column));
    let (down, across) = (rows.div_ceil(period), columns.div_ceil(period));
    // Each room with the wall to the room below or to the right of it.
    let rooms = (0..down * across).flat_map(|room| [(room, true), (room, false)]);
    let mut walls: Vec<(u32, bool)> = rooms
        .filter(
            |&(room, is_below)| {
                if is_below { room / across + 1 < down } else { room % across + 1 < across }
            },
        )
        .collect();
    walls.shuffle(generator);
    let mut joined = UnionFind::<u32>::new((down * across) as usize);
    for (room, is_below) in walls {
        let (row, column) = (room / across * period, room % across * period);
        let (other, from, side) =
            if is_below { (room + across, column, columns) } else { (room + 1, row, rows) };
        let to = (from + period - 1).min(side);
        let opened = match (is_maze, joined.union(room, other)) {
            (true, true) => from..to,
            (true, false) => continue,
            (false, _) => {
                let door = generator.random_range(from..to);
                door..door + 1
            }
        };
        for place in opened {
            let (row, column) =
                if is_below { (row + period - 1, place) } else { (place, column + period - 1) };
            blocked.remove((row * columns + column) as usize);
        }
    }
    blocked
}

/// The free squares, in reading order, of the largest part of a board that a piece does not leave; the
/// first of several.
#[must_use]
pub fn largest_part(board: &Board, piece: &Piece) -> Vec<Square> {
    let lattice = board.lattice(piece);
    let mut reached = FixedBitSet::with_capacity(lattice.vertices() as usize);
    let mut largest = Vec::new();
    for vertex in 0..lattice.vertices() {
        if !reached.contains(vertex as usize) {
            let part = lattice.reach_more(vertex, &mut reached, |_| true);
            if part.len() > largest.len() {
                largest = part;
            }
        }
    }
    largest.sort_unstable();
    largest.into_iter().map(|vertex| board.square_of(&lattice, vertex)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::generator;

    fn map(text: &str) -> BenchmarkMap {
        text.parse().expect(text)
    }

    fn drawn(text: &str, seed: u64) -> Board {
        map(text).draw(&mut generator(seed)).expect(text)
    }

    /// Whether a wazir reaches every free square from every other one.
    fn is_connected(board: &Board) -> bool {
        largest_part(board, &"wazir".parse().unwrap()).len() == board.free_squares() as usize
    }

    #[test]
    fn maps_are_named_as_in_the_benchmarks() {
        for (short, long) in [
            ("empty-16", "empty-16-16"),
            ("random-32-10", "random-32-32-10"),
            ("room-32-20-4", "room-32-20-4"),
            ("maze-5-1", "maze-5-5-1"),
            ("den-7", "den-7-7"),
            ("warehouse-10-20-10-2-1", "warehouse-10-20-10-2-1"),
        ] {
            assert_eq!(map(short).to_string(), long);
            assert_eq!(map(short), map(long));
        }
        for (wrong, expected) in [
            ("cave-8", "found `cave-8`, expected one of empty-ROWS-COLUMNS, random-ROWS"),
            ("room", "found `room`, expected room-ROWS-COLUMNS-SIZE, SIZE of 2 to 10000"),
            ("room-8-1", "found `room-8-1`, expected room-"),
            ("maze-8-8-x", "found `maze-8-8-x`, expected maze-"),
            ("random-8-100", "PERCENT of 1 to 99 and the others of 1 to 10000"),
            ("empty-0", "found `empty-0`, expected"),
            ("den-8-8-8", "found `den-8-8-8`, expected den-ROWS-COLUMNS, COLUMNS of 1 to 10000"),
            ("warehouse-1-2-3-4", "found `warehouse-1-2-3-4`, expected warehouse-ACROSS-DOWN"),
            ("empty-99999999999", "found `empty-99999999999`, expected"),
        ] {
            let error = wrong.parse::<BenchmarkMap>().unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
        assert_eq!(map("warehouse-10000-10000-10000-10000-10000").sides().0, 200_010_002);
    }

    #[test]
    fn each_kind_is_what_its_numbers_say() {
        for seed in 0..20 {
            assert_eq!(drawn("empty-3-4", seed), Board::new(3, 4).unwrap());
            assert_eq!(drawn("random-10-25", seed).free_squares(), 75);
            // 4 x 4 rooms of 2 x 2 squares, and a door in each of the 24 walls between them.
            let rooms = drawn("room-11-3", seed);
            assert_eq!((rooms.free_squares(), is_connected(&rooms)), (64 + 24, true));
            // 4 x 3 places of 2 x 2 squares, joined by 11 openings of 2 squares.
            let maze = drawn("maze-11-8-2", seed);
            assert_eq!((maze.free_squares(), is_connected(&maze)), (48 + 22, true));
            let den = drawn("den-24-20", seed);
            assert!(is_connected(&den) && den.free_squares() > 0, "{seed}");
            assert_eq!(den, drawn("den-24-20", seed));
        }
        // The last rooms are smaller, or there is only their wall.
        assert_eq!(drawn("room-5-4-3", 1).free_squares(), 12 + 4);
        assert_eq!(drawn("maze-3-1", 1).free_squares(), 4 + 3);
        assert_eq!(drawn("room-1-2", 1).free_squares(), 1);
        assert_eq!(drawn("maze-2-2-1", 1).free_squares(), 1);
        assert!(drawn("room-32-4", 1) != drawn("room-32-4", 2));
    }

    #[test]
    fn the_warehouses_of_the_benchmarks() {
        for (name, rows, columns, free) in [
            ("warehouse-10-20-10-2-1", 63, 161, 5699),
            ("warehouse-10-20-10-2-2", 84, 170, 9776),
            ("warehouse-20-40-10-2-1", 123, 321, 22_599),
            ("warehouse-20-40-10-2-2", 164, 340, 38_756),
        ] {
            let board = drawn(name, 1);
            assert_eq!(
                (board.rows(), board.columns(), board.free_squares()),
                (rows, columns, free)
            );
        }
        let small = drawn("warehouse-2-1-4-1-1", 1);
        let rows = small.by_rows(|square| if small.is_free(square) { '.' } else { '@' });
        assert_eq!(
            rows.collect::<Vec<String>>(),
            [
                "@@@@@@@@@@@@@@@",
                "@.............@",
                "@..@@@@.@@@@..@",
                "@.............@",
                "@@@@@@@@@@@@@@@"
            ]
        );
    }
}
