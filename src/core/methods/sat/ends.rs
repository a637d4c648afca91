//! Which ends to try for an open tour: a free end is hard, a well chosen one is not.

use satranj_encodings::{
    graph::Graph,
    hamiltonian::{Hamiltonian, obstruction},
};

/// Effort for a try, in bytes of proof an edge (and at least 2¹⁴ edges): two passes, and then
/// the ends are left free permanently.
const EFFORTS: [u64; 2] = [64, 512];

/// How many ends are tried in one pass.
const ENDS: usize = 4;

/// A stricter question whose answer, if there is one, is an answer to the open one.
#[derive(Debug, Clone)]
pub enum EndsAttempt {
    /// A cycle, to be cut open.
    Cycle(Hamiltonian),
    /// A path between these ends.
    Path(Hamiltonian),
}

/// What to try first for a path with a free end, each with the effort it is worth; nothing
/// where no end is free. A failure proves nothing.
///
/// Where a cycle is possible as far as colours, degrees and connectivity tell, a cycle is
/// sought: it may be cut open at any start. Where not, as on a board with more squares of
/// one colour, both ends are chosen among the vertices that may be ends.
///
/// Measured on 51x51 to 101x101 from five starts to sixteen ends: corners whose moves come
/// early in the order of decisions end in 2 to 7 rounds, ends late in it often not at all.
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

/// Pairs (start, end) in the order in which they are worth trying.
fn pairs(model: &Hamiltonian) -> Vec<(u32, u32)> {
    let mut ends = candidates(model.graph());
    // The second corner before the first: its moves come last of the first row.
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

/// Vertices of the larger colour, or all; of least degree first, for these are the hardest
/// to pass through.
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

/// Cuts a cycle open so that the path has the ends of the model and keeps the given edges;
/// `None` where every edge at the fixed end is given.
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
