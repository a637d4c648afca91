//! The colouring model: every vertex has a colour, and no edge joins two of the same.

mod cliques;
pub mod direct;
pub mod order;
pub mod perfect;

use std::sync::{Arc, OnceLock};

use crate::{graph::Graph, greedy_colouring::colour_around, objective::Count};

/// The question of a proper colouring of a graph.
///
/// ```
/// use satranj_encodings::{colouring::Colouring, graph::Graph, model::Count};
///
/// let cycle = Graph::from_edges(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
/// let colouring = Colouring::new(cycle, Count::Optimum, vec![(0, 1)]);
/// let colours = colouring.greedy().expect("one given colour contradicts nothing");
/// assert_eq!((colours[0], Colouring::value(colours)), (1, 3));
/// assert_eq!(colouring.odd_cycle().map(|cycle| cycle.len()), Some(5));
/// ```
#[derive(Debug, Clone)]
pub struct Colouring {
    graph: Arc<Graph>,
    /// The number of colours available, numbered from 0; to find the fewest, the greatest colour
    /// used is minimised.
    pub colours: Count,
    /// Vertices with the colour that they must have, in rising order.
    given: Vec<(u32, u32)>,
    is_anchored: bool,
    known: Arc<OnceLock<KnownColours>>,
}

/// What is known about the colourings of a graph without a search.
#[derive(Debug)]
struct KnownColours {
    /// Pairwise adjacent vertices.
    clique: Vec<u32>,
    /// Cliques of that size.
    largest_cliques: OnceLock<Vec<Vec<u32>>>,
    /// A colouring that extends the given colours, unless they contradict one another.
    colouring: Option<Vec<u32>>,
}

impl Colouring {
    /// A colouring with these given colours. Without given colours, colours are interchangeable,
    /// and formulas fix those of a clique (see [`Colouring::unanchored`]).
    #[must_use]
    pub fn new(graph: Graph, colours: Count, mut given: Vec<(u32, u32)>) -> Self {
        given.sort_unstable();
        given.dedup();
        let is_anchored = given.is_empty();
        Self { graph: Arc::new(graph), colours, given, is_anchored, known: Arc::default() }
    }

    /// The same model with all colourings, not only those in which a clique has the first colours
    /// in order.
    #[must_use]
    pub fn unanchored(&self) -> Self {
        Self { is_anchored: false, ..self.clone() }
    }

    /// Whether formulas fix the colours of [`Colouring::clique`].
    #[must_use]
    pub fn is_anchored(&self) -> bool {
        self.is_anchored
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.graph.vertices()
    }

    /// Vertices with the colour that they must have, in rising order.
    #[must_use]
    pub fn given(&self) -> &[(u32, u32)] {
        &self.given
    }

    /// The same model with this many colours.
    #[must_use]
    pub fn with_colours(&self, colours: u32) -> Self {
        Self { colours: Count::Exactly(colours), ..self.clone() }
    }

    fn known(&self) -> &KnownColours {
        self.known.get_or_init(|| {
            let mut clique = cliques::largest(&self.graph);
            let mut colouring = colour_around(&self.graph, &self.given);
            let is_best = |colours: &Vec<u32>| Self::value(colours) as usize <= clique.len();
            if !colouring.as_ref().is_some_and(is_best)
                && let Some((largest, fewest)) = perfect::find(&self.graph)
            {
                clique = largest;
                if self.given.is_empty() {
                    colouring = Some(fewest);
                }
            }
            KnownColours { clique, largest_cliques: OnceLock::new(), colouring }
        })
    }

    /// Pairwise adjacent vertices, found greedily: each needs its own colour. As many as possible if
    /// the graph is chordal, or, up to 512 vertices, a comparability graph, or the complement of
    /// one of these.
    #[must_use]
    pub fn clique(&self) -> &[u32] {
        &self.known().clique
    }

    /// Cliques as large as [`Colouring::clique`], found greedily so that they cover edges: if there
    /// are only that many colours, each clique has every colour.
    #[must_use]
    pub fn largest_cliques(&self) -> &[Vec<u32>] {
        let known = self.known();
        let size = known.clique.len() as u32;
        known.largest_cliques.get_or_init(|| cliques::of_size(&self.graph, size))
    }

    /// A greedy colouring, with as many colours as it needs; `None` if the given colours contradict
    /// one another. Without given colours it has the fewest if [`Colouring::clique`] is known to be a
    /// largest one.
    #[must_use]
    pub fn greedy(&self) -> Option<&[u32]> {
        self.known().colouring.as_deref()
    }

    /// Two adjacent vertices with the same given colour, or one vertex with two given colours.
    #[must_use]
    pub fn given_conflict(&self) -> Option<(u32, u32)> {
        let mut given = self.given.iter().enumerate();
        given.find_map(|(at, &(one, colour))| {
            let mut later = self.given[at + 1..].iter();
            let clash = later.find(|&&(other, its)| {
                one == other || its == colour && self.graph.edge_between(one, other).is_some()
            });
            clash.map(|&(other, _)| (one, other))
        })
    }

    /// A cycle of odd length, if there is one. O(n + m).
    #[must_use]
    pub fn odd_cycle(&self) -> Option<Vec<u32>> {
        const NONE: u32 = u32::MAX;
        let n = self.vertices() as usize;
        let (mut parent, mut depth) = (vec![NONE; n], vec![NONE; n]);
        for root in 0..n as u32 {
            if depth[root as usize] != NONE {
                continue;
            }
            depth[root as usize] = 0;
            let mut queue = std::collections::VecDeque::from([root]);
            while let Some(vertex) = queue.pop_front() {
                for &other in self.graph.neighbours(vertex) {
                    if depth[other as usize] == NONE {
                        depth[other as usize] = depth[vertex as usize] + 1;
                        parent[other as usize] = vertex;
                        queue.push_back(other);
                    } else if depth[other as usize] == depth[vertex as usize] {
                        // Up both branches until they meet.
                        let (mut left, mut right) = (vec![vertex], vec![other]);
                        while left.last() != right.last() {
                            for branch in [&mut left, &mut right] {
                                let last = branch[branch.len() - 1];
                                branch.push(parent[last as usize]);
                            }
                        }
                        right.pop();
                        right.reverse();
                        left.extend(right);
                        return Some(left);
                    }
                }
            }
        }
        None
    }

    /// How many colours a formula has: the number requested, or that of the greedy colouring.
    #[must_use]
    pub fn palette(&self) -> u32 {
        match self.colours {
            Count::Exactly(colours) => colours,
            Count::Optimum => {
                let greedy = self.greedy().and_then(|colours| colours.iter().max().copied());
                let given = self.given.iter().map(|&(_, colour)| colour).max();
                greedy.max(given).map_or(0, |most| most.saturating_add(1))
            }
        }
    }

    /// The value of a colouring: the greatest number of its colours, counted from 1.
    #[must_use]
    pub fn value(colours: &[u32]) -> u32 {
        colours.iter().max().map_or(0, |most| most + 1)
    }

    /// The vertices whose colours formulas fix, with those colours.
    #[must_use]
    pub fn fixed(&self) -> Vec<(u32, u32)> {
        if self.is_anchored {
            self.clique().iter().copied().zip(0..).collect()
        } else {
            self.given.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(n: u32) -> Graph {
        let edges: Vec<(u32, u32)> = (0..n).map(|vertex| (vertex, (vertex + 1) % n)).collect();
        Graph::from_edges(n, &edges)
    }

    #[test]
    fn odd_cycles_are_found() {
        let colouring = Colouring::new(cycle(7), Count::Optimum, Vec::new());
        let found = colouring.odd_cycle().expect("it is one");
        assert_eq!(found.len(), 7);
        for (at, &vertex) in found.iter().enumerate() {
            let next = found[(at + 1) % found.len()];
            assert!(colouring.graph().edge_between(vertex, next).is_some());
        }
        assert!(Colouring::new(cycle(8), Count::Optimum, Vec::new()).odd_cycle().is_none());
        assert_eq!((colouring.palette(), colouring.clique().len()), (3, 2));
    }

    #[test]
    fn given_colours_are_kept_and_may_clash() {
        let colouring = Colouring::new(cycle(6), Count::Optimum, vec![(0, 0), (3, 0)]);
        assert!(colouring.given_conflict().is_none() && !colouring.is_anchored());
        let greedy = colouring.greedy().expect("there is one");
        assert_eq!((greedy[0], greedy[3]), (0, 0));
        let clash = Colouring::new(cycle(6), Count::Optimum, vec![(0, 4), (1, 4)]);
        assert_eq!(clash.given_conflict(), Some((0, 1)));
        assert!(clash.greedy().is_none());
        assert_eq!(clash.palette(), 5);
        let twice = Colouring::new(cycle(6), Count::Optimum, vec![(2, 0), (2, 1)]);
        assert_eq!(twice.given_conflict(), Some((2, 2)));
    }
}
