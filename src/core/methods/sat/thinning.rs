//! Fewer moves to choose from: a stricter question that large boards answer much faster.

use satranj_encodings::{graph::Graph, hamiltonian::Hamiltonian, lattice::Lattice};

/// The moves of a leaper on a free board; those near the border have fewer.
const MOST: usize = 8;

/// The fewest vertices for which it pays.
const FEWEST: u32 = 400;

/// The same question with about half of the moves, for an (A, B) leaper of which A is odd and
/// B is even, as the knight: of moves between squares that have all eight, those along one
/// axis are left out. A "no" to it means nothing.
///
/// With four moves a square its degree takes 8 clauses in place of 64, and the cycles that are
/// found lie side by side and are joined by the moves near the border. Which axis: a move
/// kept should change the colour of rows if there are as many odd as even ones.
///
/// O(n) time; the graph of all moves is not built.
#[must_use]
pub fn thinned(model: &Hamiltonian) -> Option<Hamiltonian> {
    let lattice = model.lattice().filter(|lattice| lattice.vertices() >= FEWEST)?;
    let along_rows = lattice.rows().is_multiple_of(2);
    let is_leap = |step: &satranj_encodings::lattice::Step| {
        step.rows != 0 && step.columns != 0 && step.changes_colour()
    };
    if lattice.steps().len() != MOST || !lattice.steps().iter().all(is_leap) {
        return None;
    }
    let mut list = Vec::with_capacity(MOST);
    let mut degree = |vertex| {
        list.clear();
        lattice.neighbours(vertex, &mut list);
        list.len() == MOST
    };
    let full: Vec<bool> = (0..lattice.vertices()).map(&mut degree).collect();
    let is_given = |a: u32, b: u32| {
        !model.given.is_empty() && (model.given.contains(&(a, b)) || model.given.contains(&(b, a)))
    };
    let is_kept = |a: u32, b: u32| {
        changes_parity(lattice, a, b, along_rows)
            || !full[a as usize]
            || !full[b as usize]
            || is_given(a, b)
    };
    let mut all = Vec::with_capacity(MOST);
    let graph = Graph::from_neighbours(lattice.vertices(), |vertex, list| {
        all.clear();
        lattice.neighbours(vertex, &mut all);
        list.extend(all.iter().filter(|&&other| is_kept(vertex, other)));
    });
    let mut thin = Hamiltonian::on_graph(graph, model.closed);
    (thin.start, thin.end) = (model.start, model.end);
    thin.given.clone_from(&model.given);
    Some(thin)
}

/// Whether the row, or the column, of two vertices differs by an odd number.
fn changes_parity(lattice: &Lattice, a: u32, b: u32, of_rows: bool) -> bool {
    let (one, other) = (lattice.position(a), lattice.position(b));
    let apart = if of_rows { one.0.abs_diff(other.0) } else { one.1.abs_diff(other.1) };
    !apart.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, piece::Piece};

    fn model(board: &str, piece: &str, block: &[(u32, u32)]) -> Hamiltonian {
        let mut board = Board::parse(board).unwrap();
        for &(row, column) in block {
            board.block(board.square(row, column));
        }
        Hamiltonian::on_lattice(board.lattice(&piece.parse::<Piece>().unwrap()), true)
    }

    #[test]
    fn half_of_the_moves_and_all_near_the_border() {
        for (board, block) in [
            ("20x20", &[][..]),
            ("21x20", &[]),
            ("20x21", &[(3, 3)]),
            ("21x21", &[(9, 9), (9, 10)]),
        ] {
            let mut model = model(board, "knight", block);
            let full = model.graph().clone();
            let given = |v: u32| (v, *full.neighbours(v).last().unwrap());
            model.given = vec![given(100), given(155), given(230)];
            let thin = thinned(&model).unwrap();
            assert_eq!((thin.closed, &thin.given), (model.closed, &model.given));
            assert!(thin.graph().edges() * 4 < full.edges() * 3, "{board}");
            for (a, b) in thin.graph().edge_list() {
                assert!(full.edge_between(a, b).is_some());
            }
            for &(a, b) in &model.given {
                assert!(thin.graph().edge_between(a, b).is_some());
            }
            for vertex in 0..full.vertices() {
                let (all, kept) = (full.neighbours(vertex), thin.graph().neighbours(vertex));
                assert!(if all.len() < MOST { kept == all } else { kept.len() >= 4 }, "{vertex}");
            }
        }
    }

    #[test]
    fn only_large_boards_of_leapers_that_change_colour() {
        for (board, piece) in [
            ("19x19", "knight"),
            ("30x30", "king"),
            ("30x30", "camel"),
            ("30x30", "nightrider"),
            ("30x30", "wazir"),
            ("30x30", "knight+wazir"),
        ] {
            assert!(thinned(&model(board, piece, &[])).is_none(), "{board} {piece}");
        }
        assert!(thinned(&model("30x30", "zebra", &[])).is_some());
    }
}
