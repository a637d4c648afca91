//! Queens: the graph of their moves; and N queens as a Hamiltonian cycle, Satranj's own reduction,
//! by gadgets: a cycle passes exactly one of a gadget's two sides.

use super::{EdgeList, FamilyList::Edges, GraphFamily, again, form, none, size, unless, yes};

/// A ring of choices: at each choice, a Hamiltonian cycle takes exactly one of several paths.
///
/// A square is empty or not; a row or column chooses one of its squares, a diagonal of at least two
/// squares one of its squares or none. "Empty" passes a gadget for every line of the square, whose
/// other side is the line's choice of the square: so the line chooses it if and only if it is not
/// empty. Each placement of N queens is one Hamiltonian cycle.
///
/// A gadget has the sides a0 a1 a2 a3 and b0 b1 b2 b3 and a path of two edges between each ai and
/// bi. The middle of this path has no other edges, so a cycle passes it: a path that enters at a0
/// goes b0 b1 a1 a2 b2 b3 a3 and leaves there, or it would close too early. The same holds for b.
/// (Source of the gadget: Papadimitriou and Steiglitz, Combinatorial Optimization, 1982.)
pub const QUEENS_REDUCTION: GraphFamily = GraphFamily {
    name: "queens-reduction",
    summary: "one Hamiltonian cycle for each placement of N non-attacking queens",
    parameters: &[size("N", "queens", 2, 1000)],
    named: &[],
    vertices: form("49N^2 + 6N - 54", |size| 49 * squared(size) + 6 * u64::from(size[0]) - 54),
    edges: form("70N^2 + 4N - 74", |size| 70 * squared(size) + 4 * u64::from(size[0]) - 74),
    hamiltonian: unless("unless N is 2 or 3, because N queens can be placed", |size| size[0] > 3),
    source: "Satranj",
    problem: none,
    list: Edges(|size| reduced(size[0])),
};

/// The squares of a board, row by row, joined if a queen moves from one to the other: colours of it
/// are placements of queens that do not attack one another. DIMACS has `queen5_5` and others.
pub const QUEENS: GraphFamily = GraphFamily {
    name: "queens",
    summary: "squares of N rows and M columns, joined by the moves of a queen",
    parameters: &[size("N", "rows", 2, 1000), again("M", "columns, at least N", 2, 1000)],
    named: &[],
    vertices: form("NM", |size| u64::from(size[0]) * u64::from(size[1])),
    edges: form("N C(M,2) + M C(N,2) + N(N-1)(3M-N-1) / 3", |size| {
        let (n, m) = (u64::from(size[0]), u64::from(size[1]));
        n * (m * (m - 1) / 2) + m * (n * (n - 1) / 2) + n * (n - 1) * (3 * m - n - 1) / 3
    }),
    hamiltonian: yes("always, because rook moves are enough"),
    source: "Johnson and Trick (eds.), Cliques, Coloring, and Satisfiability, DIMACS 26 (1996)",
    problem: |size| (size[0] > size[1]).then_some("M must be at least N"),
    list: Edges(|size| moves(size[0], size[1])),
};

/// The moves to the right and down.
fn moves(rows: u32, columns: u32) -> EdgeList {
    let mut edges = Vec::new();
    for square in 0..rows * columns {
        let (row, column) = (square / columns, square % columns);
        let (below, right) = (rows - 1 - row, columns - 1 - column);
        edges.extend((1..=right).map(|far| (square, square + far)));
        edges.extend((1..=below).map(|far| (square, square + far * columns)));
        edges.extend((1..=below.min(right)).map(|far| (square, square + far * (columns + 1))));
        edges.extend((1..=below.min(column)).map(|far| (square, square + far * (columns - 1))));
    }
    edges
}

fn squared(size: &[u32]) -> u64 {
    u64::from(size[0]) * u64::from(size[0])
}

/// A ring of choices under construction: choice c lies between the vertices c and c + 1.
struct ChoiceRing {
    edges: EdgeList,
    /// Number of vertices, those between choices first.
    vertices: u32,
    /// Number of choices in the end.
    count: u32,
}

impl ChoiceRing {
    /// A way through a choice, along sides of gadgets by their ends.
    fn way(&mut self, choice: u32, sides: &[(u32, u32)]) {
        let mut at = choice;
        for &(begin, end) in sides {
            self.edges.push((at, begin));
            at = end;
        }
        self.edges.push((at, (choice + 1) % self.count));
    }

    /// A gadget: the ends of its two sides.
    fn gadget(&mut self) -> [(u32, u32); 2] {
        let first = self.vertices;
        self.vertices += 12;
        let [a, middle, b] = [first, first + 4, first + 8];
        for i in 0..4 {
            self.edges.extend([(a + i, middle + i), (middle + i, b + i)]);
        }
        for i in 1..4 {
            self.edges.extend([(a + i - 1, a + i), (b + i - 1, b + i)]);
        }
        [(a, a + 3), (b, b + 3)]
    }
}

fn reduced(n: u32) -> EdgeList {
    // The squares of each line: rows, columns, diagonals. Only the last may stay empty.
    let diagonals = 2 * n - 3;
    let mut lines = vec![Vec::new(); (2 * n + 2 * diagonals) as usize];
    for square in 0..n * n {
        let (row, column) = (square / n, square % n);
        lines[row as usize].push(square);
        lines[(n + column) as usize].push(square);
        // Diagonals are counted from 0; the first and the last have one square.
        for (first, diagonal) in [(2 * n, row + n - 1 - column), (2 * n + diagonals, row + column)]
        {
            if (1..=diagonals).contains(&diagonal) {
                lines[(first + diagonal - 1) as usize].push(square);
            }
        }
    }

    let squares = n * n;
    let count = squares + lines.len() as u32;
    let mut choices = ChoiceRing { edges: Vec::new(), vertices: count, count };
    let mut empty = vec![Vec::new(); squares as usize];
    for (index, line) in (0..).zip(&lines) {
        let choice = squares + index;
        for &square in line {
            let [one, other] = choices.gadget();
            empty[square as usize].push(one);
            choices.way(choice, &[other]);
        }
        if index >= 2 * n {
            choices.way(choice, &[]);
        }
    }
    for (square, sides) in (0..).zip(&empty) {
        choices.way(square, sides);
        choices.way(square, &[]);
    }
    choices.edges
}
