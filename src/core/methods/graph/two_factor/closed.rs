//! Turns a model into a graph in which a cycle is sought, with its vertices in random order.

use rand::seq::SliceRandom;
use satranj_encodings::{
    graph::Graph,
    hamiltonian::{Hamiltonian, obstruction::needs_graph, two_edge_cuts},
};

use crate::random::Generator;

/// The joint between the two ends of a path: a vertex, or two vertices and the edge between them.
///
/// A bipartite graph stays bipartite: with equally many vertices of both colours the ends have
/// different colours, and there are two vertices; otherwise one.
pub struct Closing<'m> {
    model: &'m Hamiltonian,
    /// The double cover of a directed model.
    double: Option<Graph>,
    /// The vertices that each joint is joined to; empty for a cycle.
    joints: Vec<Vec<u32>>,
    /// Edges that a cycle must use.
    kept: Vec<(u32, u32)>,
    /// The colour of each vertex and joint, if the graph is bipartite.
    colours: Option<Vec<bool>>,
}

impl<'m> Closing<'m> {
    /// Closes the graph of a model of at least three vertices, or the double cover of a directed
    /// one of at least two; `None` if the colours or the ends exclude a witness.
    ///
    /// O(n + m) time, 9 bytes per vertex; if directed O(m log m), 16 bytes per arc.
    pub fn new(model: &'m Hamiltonian) -> Option<Self> {
        if model.is_directed() {
            let (graph, mut kept) = double_cover(model)?;
            kept.sort_unstable();
            kept.dedup();
            let colours = (0..graph.vertices()).map(|copy| copy % 2 == 1).collect();
            let (double, colours) = (Some(graph), Some(colours));
            return Some(Self { model, double, joints: Vec::new(), kept, colours });
        }
        let n = model.vertices();
        if !model.closed && model.start.is_some() && model.start == model.end {
            return None;
        }
        let mut kept: Vec<(u32, u32)> =
            model.given.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        if model.closed && needs_graph(model) {
            let cuts = two_edge_cuts::classes(model.graph()).concat();
            kept.extend(cuts.into_iter().map(|[a, b]| (a.min(b), a.max(b))));
        }
        let mut colours = model.graph().two_colouring();
        let mut joints = Vec::new();
        if !model.closed {
            let stated: Vec<u32> = model.start.into_iter().chain(model.end).collect();
            let ends = |of: &dyn Fn(u32) -> bool| -> Vec<u32> {
                let mut of_class = stated.iter().copied().filter(|&end| of(end)).peekable();
                // Both ends are fixed, or the one of this class.
                if stated.len() == 2 || colours.is_some() && of_class.peek().is_some() {
                    return of_class.collect();
                }
                (0..n).filter(|&vertex| of(vertex)).collect()
            };
            let light = colours
                .as_ref()
                .map(|colours| colours.iter().filter(|&&colour| colour).count() as i64);
            match light.map(|light| i64::from(n) - 2 * light) {
                None => joints.push(ends(&|_| true)),
                Some(0) => {
                    let of = |colour: bool| {
                        let colours = colours.as_ref();
                        ends(&move |vertex| {
                            colours.is_some_and(|colours| colours[vertex as usize] == colour)
                        })
                    };
                    // Ends of one colour leave a joint without neighbours.
                    joints.extend([of(false), of(true)]);
                    if stated.len() == 2 && joints.iter().any(|ends| ends.len() != 1) {
                        return None;
                    }
                    kept.push((n, n + 1));
                }
                Some(more @ (1 | -1)) => {
                    let colour = more < 0;
                    let is_end = |vertex: u32| {
                        colours.as_ref().is_some_and(|colours| colours[vertex as usize] == colour)
                    };
                    if !stated.iter().all(|&end| is_end(end)) {
                        return None;
                    }
                    joints.push(match stated.len() {
                        2 => stated.clone(),
                        _ => (0..n).filter(|&vertex| is_end(vertex)).collect(),
                    });
                }
                Some(_) => return None,
            }
            let joint_of = |joints: &[Vec<u32>], end: u32| {
                (n..).zip(joints).find(|(_, ends)| ends.contains(&end)).map(|(joint, _)| joint)
            };
            for &end in &stated {
                kept.push((end, joint_of(&joints, end)?));
            }
            if let Some(colours) = &mut colours {
                for ends in &joints {
                    let other = ends.first().is_some_and(|&end| !colours[end as usize]);
                    colours.push(other);
                }
            }
        }
        kept.sort_unstable();
        kept.dedup();
        Some(Self { model, double: None, joints, kept, colours })
    }

    /// The closed graph with its vertices in random order.
    ///
    /// O(m log degree) time; 24 bytes a vertex and 40 an edge while it is built.
    pub fn shuffled(&self, generator: &mut Generator) -> Closed {
        let own = self.double.as_ref().unwrap_or_else(|| self.model.graph());
        let n = own.vertices();
        let all = n + self.joints.len() as u32;
        let mut order: Vec<u32> = (0..all).collect();
        order.shuffle(generator);
        let mut label = vec![0; order.len()];
        for (place, &vertex) in (0..).zip(&order) {
            label[vertex as usize] = place;
        }
        // The joints of a vertex that may be an end.
        let mut joint_of = vec![u32::MAX; n as usize];
        let mut second_joint = Vec::new();
        for (joint, ends) in (n..).zip(&self.joints) {
            for &end in ends {
                joint_of[end as usize] = joint;
            }
        }
        if let [first, second] = &self.joints[..] {
            second_joint.extend([(n, n + 1), (n + 1, n)]);
            debug_assert!(first.iter().all(|end| !second.contains(end)));
        }
        let neighbours = |vertex: u32, list: &mut Vec<u32>| {
            if vertex < n {
                list.extend(own.neighbours(vertex).iter().map(|&other| label[other as usize]));
                let joint = joint_of[vertex as usize];
                list.extend(label.get(joint as usize));
            } else {
                let ends = &self.joints[(vertex - n) as usize];
                list.extend(ends.iter().map(|&other| label[other as usize]));
                let others = second_joint.iter().filter(|&&(joint, _)| joint == vertex);
                list.extend(others.map(|&(_, other)| label[other as usize]));
            }
            list.sort_unstable();
        };
        let graph = Graph::from_neighbours(all, |place, list| {
            neighbours(order[place as usize], list);
        });
        let mut kept: Vec<(u32, u32)> = self
            .kept
            .iter()
            .map(|&(a, b)| (label[a as usize], label[b as usize]))
            .map(|(a, b)| (a.min(b), a.max(b)))
            .collect();
        kept.sort_unstable();
        let colours = self.colours.as_ref();
        let colours = colours.map(|colours| {
            order.iter().map(|&vertex| colours[vertex as usize]).collect::<Vec<bool>>()
        });
        let is_double = self.double.is_some();
        Closed { graph, kept, colours, is_double, order, vertices: n }
    }
}

/// A graph in which a cycle through all vertices is sought.
pub struct Closed {
    /// The graph.
    pub graph: Graph,
    /// Edges that the cycle must use, the smaller vertex first, in rising order.
    pub kept: Vec<(u32, u32)>,
    /// The colour of each vertex, if there are two.
    pub colours: Option<Vec<bool>>,
    /// Whether it is the double cover of a directed model.
    pub is_double: bool,
    /// The vertex of the model, or joint, behind each vertex.
    order: Vec<u32>,
    /// Vertices of the model, or of its double cover.
    vertices: u32,
}

impl Closed {
    /// The edges of an undirected model in a cycle cover, given the neighbours of each vertex.
    pub fn edges(&self, model: &Hamiltonian, neighbours: &[[u32; 2]]) -> Vec<u32> {
        let mut edges = Vec::with_capacity(neighbours.len());
        for (&vertex, others) in self.order.iter().zip(neighbours) {
            for &other in others {
                let other = self.order[other as usize];
                if vertex < other && other < self.vertices {
                    edges.extend(model.graph().edge_between(vertex, other));
                }
            }
        }
        edges
    }

    /// A cycle as a witness of the model: without joints, from the start to the end.
    pub fn witness(&self, model: &Hamiltonian, cycle: &[u32]) -> Vec<u32> {
        let mut path: Vec<u32> = cycle.iter().map(|&vertex| self.order[vertex as usize]).collect();
        if self.is_double {
            return double_cover_witness(model, &path);
        }
        let is_joint = |vertex: &u32| *vertex >= self.vertices;
        // Two joints are neighbours, so the path begins after one that is not followed by another.
        let begin = (0..path.len())
            .find(|&place| is_joint(&path[place]) && !is_joint(&path[(place + 1) % path.len()]));
        let begin = begin.or_else(|| path.iter().position(|&v| Some(v) == model.start));
        path.rotate_left(begin.unwrap_or(0));
        path.retain(|vertex| !is_joint(vertex));
        let (first, last) = (path.first().copied(), path.last().copied());
        if !model.closed
            && (model.start.is_some_and(|start| Some(start) != first)
                || model.end.is_some_and(|end| Some(end) != last))
        {
            path.reverse();
        }
        path
    }
}

/// The copy of a vertex that arcs enter.
fn entered(vertex: u32) -> u32 {
    2 * vertex
}

/// The copy of a vertex that arcs leave.
fn left(vertex: u32) -> u32 {
    2 * vertex + 1
}

/// The double cover of a directed model, and the edges that a cycle through it must use, the
/// smaller vertex first; `None` if the ends exclude a witness.
///
/// A path is closed by one more vertex, with an arc to each start and one from each end. O(m log
/// m).
fn double_cover(model: &Hamiltonian) -> Option<(Graph, Vec<(u32, u32)>)> {
    let n = model.vertices();
    let mut arcs: Vec<(u32, u32)> = model.arcs().collect();
    let mut given = model.given.clone();
    let mut all = n;
    if !model.closed {
        if model.start.is_some() && model.start == model.end {
            return None;
        }
        all += 1;
        arcs.extend((0..n).filter(|&vertex| model.may_start(vertex)).map(|start| (n, start)));
        arcs.extend((0..n).filter(|&vertex| model.may_end(vertex)).map(|end| (end, n)));
        given.extend(model.start.map(|start| (n, start)));
        given.extend(model.end.map(|end| (end, n)));
    }
    let edge = |(tail, head): (u32, u32)| {
        let (tail, head) = (left(tail), entered(head));
        (tail.min(head), tail.max(head))
    };
    let own = (0..all).map(|vertex| (entered(vertex), left(vertex)));
    let edges: Vec<(u32, u32)> = arcs.into_iter().map(edge).chain(own.clone()).collect();
    let kept = given.into_iter().map(edge).chain(own).collect();
    Some((Graph::from_edges(2 * all, &edges), kept))
}

/// The vertices of a cycle through the double cover of a model, from the start to the end.
fn double_cover_witness(model: &Hamiltonian, cycle: &[u32]) -> Vec<u32> {
    let n = model.vertices();
    let mut path: Vec<u32> =
        cycle.iter().filter(|&&copy| copy == entered(copy / 2)).map(|&copy| copy / 2).collect();
    // Along the arcs, each vertex is entered before it is left.
    let is_forward = match cycle {
        [first, second, ..] if first / 2 == second / 2 => first < second,
        [first, ..] => *first == left(first / 2),
        [] => true,
    };
    if !is_forward {
        path.reverse();
    }
    let first = if model.closed { model.start } else { Some(n) };
    if let Some(place) = path.iter().position(|&vertex| Some(vertex) == first) {
        path.rotate_left(place);
    }
    path.retain(|&vertex| vertex < n);
    path
}
