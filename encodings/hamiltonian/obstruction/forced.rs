//! Edges that every cycle uses, because they are in cuts of two edges, but that cannot all be used.

use fixedbitset::FixedBitSet;
use petgraph::unionfind::UnionFind;

use super::{reason::HamiltonianObstruction, toughness::RemovedSets};
use crate::{
    graph::Graph,
    hamiltonian::{Hamiltonian, two_edge_cuts},
};

/// Three edges at a vertex that are each in a cut of two edges, or vertices that such cuts join in
/// a circle, beside which there are others.
///
/// A cycle passes each of the parts of a graph without a class of [`two_edge_cuts::classes`] in one path,
/// so for this part the others are an edge between the two vertices that lead to them. If such edges of
/// several classes close a circle within a part that has more vertices, the vertices of the circle leave too
/// many parts. O(n log n + m).
pub(super) fn forced(model: &Hamiltonian, graph: &Graph) -> Option<HamiltonianObstruction> {
    if !model.closed || model.vertices() < 3 {
        return None;
    }
    let classes = two_edge_cuts::classes(graph);
    three_at_one(graph, &classes).or_else(|| circle(model, graph, &classes))
}

/// Each edge of a class with the next one.
fn neighbours(class: &[[u32; 2]]) -> impl Iterator<Item = ([u32; 2], [u32; 2])> {
    class.iter().copied().zip(class.iter().copied().cycle().skip(1))
}

/// Three edges at a vertex, each with one of its class.
fn three_at_one(graph: &Graph, classes: &[Vec<[u32; 2]>]) -> Option<HamiltonianObstruction> {
    let mut at: Vec<Vec<(u32, [u32; 2])>> = vec![Vec::new(); graph.vertices() as usize];
    for ([from, to], cut) in classes.iter().flat_map(|class| neighbours(class)) {
        at[from as usize].push((to, cut));
        at[to as usize].push((from, cut));
    }
    let (vertex, mut three) = (0..).zip(at).find(|(_, edges)| edges.len() > 2)?;
    three.sort_unstable();
    three.truncate(3);
    let (others, cuts): (Vec<u32>, Vec<[u32; 2]>) = three.into_iter().unzip();
    let vertices = [vec![vertex], others].concat();
    Some(HamiltonianObstruction::Forced { vertices, cuts })
}

/// Vertices that cuts join in a circle, and not all of their part.
fn circle(
    model: &Hamiltonian,
    graph: &Graph,
    classes: &[Vec<[u32; 2]>],
) -> Option<HamiltonianObstruction> {
    let n = graph.vertices() as usize;
    let mut in_class: Vec<[u32; 2]> = classes.concat();
    for ends in &mut in_class {
        ends.sort_unstable();
    }
    in_class.sort_unstable();
    let [mut circles, mut parts] = [(); 2].map(|()| UnionFind::<u32>::new(n));
    for (a, b) in graph.edge_list().filter(|&(a, b)| in_class.binary_search(&[a, b]).is_err()) {
        parts.union(a, b);
    }
    let mut closed = Vec::new();
    for ([_, a], [b, _]) in classes.iter().flat_map(|class| neighbours(class)) {
        parts.union(a, b);
        if !circles.union(a, b) && a != b {
            closed.push(a);
        }
    }
    let [in_circle, in_part] = [circles, parts].map(|joint| {
        let (labels, mut sizes) = (joint.into_labeling(), vec![0; n]);
        for &label in &labels {
            sizes[label as usize] += 1;
        }
        (labels, sizes)
    });
    let size =
        |(labels, sizes): &(Vec<u32>, Vec<u32>), at: u32| sizes[labels[at as usize] as usize];
    let short = closed.into_iter().find(|&at| size(&in_circle, at) < size(&in_part, at))?;
    let mut removed = FixedBitSet::with_capacity(n);
    removed.extend((0..n).filter(|&at| in_circle.0[at] == in_circle.0[short as usize]));
    RemovedSets { model, graph }.reduced(&removed).map(HamiltonianObstruction::Toughness)
}
