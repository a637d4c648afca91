//! Stricter models that cuts solve sooner: fixed instead of free ends, half of a large board's
//! moves.

use satranj_encodings::{
    graph::Graph,
    hamiltonian::{Hamiltonian, obstruction},
    lattice::Lattice,
};

/// Effort of a try, in bytes of proof per edge (and at least 2¹⁴ edges): two passes, and then the
/// ends stay free.
const EFFORTS: [u64; 2] = [64, 512];

/// How many ends are tried in one pass.
const ENDS: usize = 4;

/// A stricter question whose witnesses answer the original one.
#[derive(Debug, Clone)]
pub enum EndsAttempt {
    /// A cycle, to be cut open.
    Cycle(Hamiltonian),
    /// A path between these ends.
    Path(Hamiltonian),
}

/// The stricter models to try first for a path with a free end, each with its effort; empty without
/// a free end. A failure proves nothing.
///
/// If colours, degrees and connectivity allow a cycle, a cycle is sought: it may be cut open at any
/// start. Otherwise, as on a board with more squares of one colour, both ends are chosen among the
/// possible ends.
///
/// Measured on 51x51 to 101x101 from five starts to sixteen ends: corners whose moves come early in
/// the order of decisions end in 2 to 7 rounds, ends late in it often never.
#[must_use]
pub fn attempts(model: &Hamiltonian) -> Vec<(u64, EndsAttempt)> {
    let free = !model.closed && (model.start.is_none() || model.end.is_none());
    if !free || model.vertices() < 3 {
        return Vec::new();
    }
    let mut cycle = model.with_ends(None, None);
    cycle.closed = true;
    let choices: Vec<EndsAttempt> = if obstruction::find_in_linear_time(&cycle).is_none() {
        vec![EndsAttempt::Cycle(cycle)]
    } else {
        let paths = pairs(model).into_iter();
        paths
            .map(|(start, end)| model.with_ends(Some(start), Some(end)))
            .filter(|path| obstruction::find_in_linear_time(path).is_none())
            .take(ENDS)
            .map(EndsAttempt::Path)
            .collect()
    };
    let edges = u64::from(model.graph().edges()).max(1 << 14);
    let pass = |effort| choices.iter().cloned().map(move |choice| (effort * edges, choice));
    EFFORTS.into_iter().flat_map(pass).collect()
}

/// Pairs (start, end), the most promising first.
fn pairs(model: &Hamiltonian) -> Vec<(u32, u32)> {
    let mut ends = candidates(model.graph());
    // The second corner before the first: its moves come last in the first row.
    if ends.len() > 1 {
        ends.swap(0, 1);
    }
    let (fixed, backward) = match (model.start, model.end) {
        (Some(start), _) => (start, false),
        (None, Some(end)) => (end, true),
        (None, None) => match ends.get(1).or(ends.first()) {
            Some(&start) => (start, false),
            None => return Vec::new(),
        },
    };
    let others = ends.into_iter().filter(|&other| other != fixed);
    others.map(|other| if backward { (other, fixed) } else { (fixed, other) }).take(64).collect()
}

/// Vertices of the larger colour, or all; of least degree first, since these are the hardest to
/// pass through.
fn candidates(graph: &Graph) -> Vec<u32> {
    let colours = graph.two_colouring();
    let larger = colours.as_ref().and_then(|colours| {
        let dark = colours.iter().filter(|&&colour| colour).count();
        let light = colours.len() - dark;
        (dark != light).then_some(dark > light)
    });
    let fits = |&vertex: &u32| match (&colours, larger) {
        (Some(colours), Some(larger)) => colours[vertex as usize] == larger,
        _ => true,
    };
    let mut candidates: Vec<u32> = (0..graph.vertices()).filter(fits).collect();
    candidates.sort_by_key(|&vertex| graph.neighbours(vertex).len());
    candidates
}

/// Cuts a cycle open so that the path has the ends of the model and keeps the given edges; `None`
/// if every edge at the fixed end is given.
#[must_use]
pub fn cut_open(model: &Hamiltonian, mut cycle: Vec<u32>) -> Option<Vec<u32>> {
    let n = cycle.len();
    let given = |a: u32, b: u32| model.given.contains(&(a, b)) || model.given.contains(&(b, a));
    let fixed = model.start.or(model.end);
    let begins = (0..n).filter(|&index| fixed.is_none_or(|vertex| cycle[index] == vertex));
    for begin in begins {
        let (before, vertex, after) =
            (cycle[(begin + n - 1) % n], cycle[begin], cycle[(begin + 1) % n]);
        if !given(before, vertex) {
            cycle.rotate_left(begin);
        } else if !given(vertex, after) {
            cycle.rotate_left((begin + 1) % n);
            cycle.reverse();
        } else {
            continue;
        }
        if model.start.is_none() && model.end.is_some() {
            cycle.reverse();
        }
        return Some(cycle);
    }
    None
}

/// The moves of a leaper on a board without blocked squares; squares near the border have fewer.
const MOST: usize = 8;

/// The fewest vertices for which it pays.
const FEWEST: u32 = 400;

/// The same question with about half of the moves, for an (A, B) leaper with odd A and even B, such
/// as the knight: of moves between squares that have all eight, those along one axis are dropped.
/// Its "no" proves nothing.
///
/// With four moves per square its degree takes 8 clauses instead of 64, and the cycles found lie
/// side by side and are joined by the moves near the border. The axis: a kept move should change
/// the colour of rows if there are equally many odd and even ones.
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

/// Whether the rows, or the columns, of two vertices differ by an odd number.
fn changes_parity(lattice: &Lattice, a: u32, b: u32, of_rows: bool) -> bool {
    let (one, other) = (lattice.position(a), lattice.position(b));
    let apart = if of_rows { one.0.abs_diff(other.0) } else { one.1.abs_diff(other.1) };
    !apart.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ring() -> Hamiltonian {
        Hamiltonian::on_graph(
            Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]),
            false,
        )
    }

    #[test]
    fn a_cycle_is_cut_at_its_fixed_end_and_not_at_a_given_edge() {
        let cycle = vec![0, 1, 2, 3, 4];
        let mut model = ring();
        assert_eq!(cut_open(&model, cycle.clone()), Some(vec![0, 1, 2, 3, 4]));
        model.start = Some(2);
        assert_eq!(cut_open(&model, cycle.clone()), Some(vec![2, 3, 4, 0, 1]));
        model.given = vec![(2, 1)];
        assert_eq!(cut_open(&model, cycle.clone()), Some(vec![2, 1, 0, 4, 3]));
        model.given = vec![(2, 1), (2, 3)];
        assert_eq!(cut_open(&model, cycle.clone()), None);
        let mut model = ring();
        model.end = Some(2);
        assert_eq!(cut_open(&model, cycle.clone()), Some(vec![1, 0, 4, 3, 2]));
        let mut model = ring();
        model.given = vec![(0, 4), (0, 1)];
        assert_eq!(cut_open(&model, cycle), Some(vec![1, 0, 4, 3, 2]));
    }
}

#[cfg(test)]
mod thinning_tests {
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
