//! A path or cycle that a short search finds, where no reason against one needs to be sought.

use crate::{graph::Graph, hamiltonian::Hamiltonian};

/// The work of all rotations, for each vertex: vertices moved, and neighbours of ends.
const MOVES: usize = 64;

/// A Hamiltonian path between the ends of a model, or a cycle, that need not obey its other constraints; `None` proves
/// nothing.
///
/// Each step goes to the free neighbour with the fewest free neighbours (Warnsdorff 1823); without one, a rotation gives
/// the path another end (Pósa 1976). O(n + m) time.
pub(super) fn traced(model: &Hamiltonian, graph: &Graph) -> Option<Vec<u32>> {
    let n = graph.vertices() as usize;
    let [first, last] = match (model.closed, model.start) {
        (true, _) => [None, None],
        (false, None) => [model.end, None],
        (false, start) => [start, model.end],
    };
    let mut free: Vec<usize> = (0..n as u32).map(|vertex| graph.neighbours(vertex).len()).collect();
    let first = first.or_else(|| (0..n as u32).min_by_key(|&vertex| free[vertex as usize]))?;
    // Where a path may end.
    let mut ends = vec![!model.closed && last.is_none(); n];
    if let Some(last) = last {
        ends[last as usize] = true;
    }
    if model.closed {
        for &other in graph.neighbours(first) {
            ends[other as usize] = n > 2;
        }
    }
    let mut next = Some(first);
    let mut path: Vec<u32> = Vec::with_capacity(n);
    let mut place = vec![None; n];
    let mut left = MOVES * n;
    loop {
        if let Some(vertex) = next {
            place[vertex as usize] = Some(path.len());
            path.push(vertex);
            for &other in graph.neighbours(vertex) {
                free[other as usize] -= 1;
            }
        }
        let around = graph.neighbours(*path.last()?);
        let is_last = path.len() + 1 == n;
        let steps = around.iter().copied().filter(|&other| place[other as usize].is_none());
        let steps = steps.filter(|&other| is_last || last != Some(other));
        next = steps.min_by_key(|&other| free[other as usize]);
        if next.is_some() {
            continue;
        }
        let is_whole = path.len() == n;
        if is_whole && ends[*path.last()? as usize] {
            return Some(path);
        }
        let after = |&other: &u32| place[other as usize].map_or(path.len(), |at| at + 1);
        let goes_on = |at: &usize| {
            let end = path.get(*at).filter(|_| at + 1 < path.len());
            end.is_some_and(
                |&end| if is_whole { ends[end as usize] } else { free[end as usize] > 0 },
            )
        };
        // Otherwise a scattered one, since the same rotations in turn come back to the same path.
        let scattered = left.wrapping_mul(0x9e37_79b1) >> 8;
        let any = around.get(scattered % around.len().max(1))?;
        let at = around.iter().map(after).find(goes_on).unwrap_or_else(|| after(any));
        left = left.checked_sub(path.len() - at + around.len())?;
        path[at..].reverse();
        for (at, &vertex) in path.iter().enumerate().skip(at) {
            place[vertex as usize] = Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn is_trace(model: &Hamiltonian, path: &[u32]) -> bool {
        let graph = model.graph();
        let mut sorted = path.to_vec();
        sorted.sort_unstable();
        let steps = path.windows(2).map(|step| (step[0], step[1]));
        let back = model.closed.then(|| (path[path.len() - 1], path[0]));
        let ends = [path[0], path[path.len() - 1]];
        let fixed = [model.start, model.end].into_iter().filter(|_| !model.closed).flatten();
        sorted.iter().copied().eq(0..model.vertices())
            && (!model.closed || path.len() > 2)
            && steps.chain(back).all(|(a, b)| graph.neighbours(a).contains(&b))
            && fixed.into_iter().all(|end| ends.contains(&end))
    }

    proptest! {
        #[test]
        fn what_is_found_is_a_path_between_the_ends_or_a_cycle(
            n in 1_u32..9,
            pairs in prop::collection::vec((0_u32..8, 1_u32..8), 0..24),
            (closed, start, end) in (any::<bool>(), prop::option::of(0_u32..8), prop::option::of(0_u32..8)),
        ) {
            let edges: Vec<(u32, u32)> =
                pairs.iter().map(|&(a, step)| (a % n, (a + step) % n)).filter(|(a, b)| a != b).collect();
            let model = Hamiltonian::on_graph(Graph::from_edges(n, &edges), closed);
            let end = end.filter(|_| !closed).map(|end| end % n);
            let model = model.with_ends(start.map(|start| start % n), end);
            if let Some(path) = traced(&model, model.graph()) {
                prop_assert!(is_trace(&model, &path), "{path:?}");
            }
        }
    }

    #[test]
    fn a_ladder_is_traced_and_a_star_is_not() {
        // Of a round ladder.
        let rungs = (0..50).map(|at| (2 * at, 2 * at + 1));
        let rails = (0..100).map(|at| (at, (at + 2) % 100));
        let ladder = Graph::from_edges(100, &rungs.chain(rails).collect::<Vec<_>>());
        for closed in [false, true] {
            let model = Hamiltonian::on_graph(ladder.clone(), closed);
            let path = traced(&model, model.graph());
            assert!(path.is_some_and(|path| is_trace(&model, &path)));
        }
        let star = Hamiltonian::on_graph(Graph::from_edges(4, &[(0, 1), (0, 2), (0, 3)]), false);
        assert_eq!(traced(&star, star.graph()), None);
    }
}
