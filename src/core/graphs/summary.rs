//! What a graph is: degrees, components, classes, and bounds that need no search.

use std::collections::VecDeque;

use petgraph::algo::connected_components;
use satranj_encodings::{
    colouring::perfect::chordal_order,
    graph::Graph,
    greedy_colouring::{colour_by_smallest_last, smallest_last},
};

/// The most steps for the girth.
const MOST_GIRTH_STEPS: u64 = 20_000_000;

/// The starts of greedy cliques.
const STARTS: usize = 32;

/// A number between two bounds, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Between {
    /// The lower bound.
    pub least: u32,
    /// The upper bound.
    pub most: u32,
}

impl Between {
    /// Whether the number is known.
    #[must_use]
    pub fn is_known(self) -> bool {
        self.least == self.most
    }
}

/// The length of a shortest cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Girth {
    /// It has this length.
    Length(u32),
    /// There is no cycle.
    NoCycle,
    /// It takes too many steps.
    Skipped,
}

/// Properties of a simple undirected graph with at least one vertex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphSummary {
    /// The least and the greatest degree.
    pub degrees: Between,
    /// The number of components.
    pub components: u32,
    /// Whether two colours are enough.
    pub is_bipartite: bool,
    /// Whether every cycle of four or more vertices has a chord.
    pub is_chordal: bool,
    /// The length of a shortest cycle.
    pub girth: Girth,
    /// The size of a largest clique.
    pub clique: Between,
    /// The fewest colours.
    pub colours: Between,
    /// The size of a largest independent set.
    pub independent_set: Between,
}

impl GraphSummary {
    /// The properties of a graph. O(n + m log n), and up to 20,000,000 steps for the girth.
    #[must_use]
    pub fn of(graph: &Graph) -> Self {
        let degree = |vertex: u32| graph.neighbours(vertex).len() as u32;
        let degrees = (0..graph.vertices()).map(degree);
        let least = degrees.clone().min().unwrap_or(0);
        let degrees = Between { least, most: degrees.max().unwrap_or(0) };
        let is_bipartite = graph.two_colouring().is_some();
        let chordal = chordal_order(graph);
        let order = smallest_last(graph);
        let found = clique(graph, &order);
        let coloured = colour_by_smallest_last(graph);
        let coloured = coloured.into_iter().max().map_or(0, |colour| colour + 1);
        let apart = apart(graph, chordal.as_deref().unwrap_or(&order));
        let (mut clique, mut colours) =
            (Between { least: found, most: coloured }, Between { least: found, most: coloured });
        let mut independent_set = Between { least: apart, most: cover_bound(graph) };
        if chordal.is_some() {
            // The greedy colouring and the greedy set are best along this order, because the
            // degeneracy of a chordal graph is one less than its largest clique.
            (clique.least, colours.least) = (coloured, coloured);
            independent_set.most = apart;
        }
        if is_bipartite {
            let most = if graph.edges() > 0 { 2 } else { 1 };
            (clique, colours) = (Between { least: most, most }, Between { least: most, most });
        } else {
            colours.least = colours.least.max(3);
        }
        let girth = girth(graph);
        match girth {
            Girth::Length(3) => clique.least = clique.least.max(3),
            Girth::Length(_) if !is_bipartite => clique = Between { least: 2, most: 2 },
            _ => {}
        }
        Self {
            degrees,
            components: connected_components(graph.petgraph()) as u32,
            is_bipartite,
            is_chordal: chordal.is_some(),
            girth,
            clique,
            colours,
            independent_set,
        }
    }

    /// The memory that it takes, in bytes.
    #[must_use]
    pub fn bytes(vertices: u64, edges: u64) -> u64 {
        // The graph, and lists with an entry for a vertex or an edge.
        64 * vertices + 64 * edges
    }
}

/// The size of the largest of some greedy cliques: each starts with one of the first vertices of an
/// order, and takes the neighbours of that vertex in this order. O(m log n).
fn clique(graph: &Graph, order: &[u32]) -> u32 {
    let mut place = vec![0_u32; order.len()];
    (0..).zip(order).for_each(|(at, &vertex)| place[vertex as usize] = at);
    let from = |&start: &u32| {
        let mut near = graph.neighbours(start).to_vec();
        near.sort_unstable_by_key(|&other| place[other as usize]);
        let mut clique = vec![start];
        for vertex in near {
            let beside = graph.neighbours(vertex);
            if clique.iter().all(|other| beside.binary_search(other).is_ok()) {
                clique.push(vertex);
            }
        }
        clique.len() as u32
    };
    order.iter().take(STARTS).map(from).max().unwrap_or(0)
}

/// The size of a greedy independent set: from the end of an order, each vertex without a chosen
/// neighbour. O(n + m).
fn apart(graph: &Graph, order: &[u32]) -> u32 {
    let mut is_out = vec![false; order.len()];
    let mut count = 0;
    for &vertex in order.iter().rev() {
        if !is_out[vertex as usize] {
            count += 1;
            graph.neighbours(vertex).iter().for_each(|&other| is_out[other as usize] = true);
        }
    }
    count
}

/// At most one end of each edge of a greedy matching is in an independent set. O(n + m).
fn cover_bound(graph: &Graph) -> u32 {
    let mut is_matched = vec![false; graph.vertices() as usize];
    let mut pairs = 0;
    for (a, b) in graph.edge_list() {
        if !is_matched[a as usize] && !is_matched[b as usize] {
            (is_matched[a as usize], is_matched[b as usize]) = (true, true);
            pairs += 1;
        }
    }
    graph.vertices() - pairs
}

/// The girth by a search from every vertex, each until no shorter cycle is possible: an edge
/// between two vertices at distances d and e from the start shows a closed walk of d + e + 1 edges
/// that contains a cycle, and a search from a vertex of a shortest cycle finds it. O(nm).
fn girth(graph: &Graph) -> Girth {
    const NONE: u32 = u32::MAX;
    let n = graph.vertices();
    let mut distance = vec![NONE; n as usize];
    let (mut best, mut steps) = (NONE, 0_u64);
    let (mut queue, mut touched) = (VecDeque::new(), Vec::new());
    for start in 0..n {
        distance[start as usize] = 0;
        queue.push_back((start, NONE));
        touched.push(start);
        while let Some((vertex, parent)) = queue.pop_front() {
            let own = distance[vertex as usize];
            if 2 * own + 1 >= best {
                break;
            }
            for &other in graph.neighbours(vertex) {
                steps += 1;
                if other == parent {
                    continue;
                }
                match distance[other as usize] {
                    NONE => {
                        distance[other as usize] = own + 1;
                        touched.push(other);
                        queue.push_back((other, vertex));
                    }
                    its => best = best.min(own + its + 1),
                }
            }
        }
        queue.clear();
        touched.drain(..).for_each(|vertex| distance[vertex as usize] = NONE);
        if best == 3 {
            break;
        }
        if steps > MOST_GIRTH_STEPS {
            return Girth::Skipped;
        }
    }
    if best == NONE { Girth::NoCycle } else { Girth::Length(best) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graphs::GraphWord;

    fn of(word: &str) -> GraphSummary {
        let graph = GraphWord::parse(word).unwrap().unwrap().graph(1, &|_| Ok(())).unwrap();
        GraphSummary::of(&graph.graph())
    }

    fn between(least: u32, most: u32) -> Between {
        Between { least, most }
    }

    #[test]
    fn known_graphs() {
        let petersen = of("petersen");
        assert_eq!((petersen.degrees, petersen.components), (between(3, 3), 1));
        assert_eq!(petersen.girth, Girth::Length(5));
        assert!(!petersen.is_bipartite && !petersen.is_chordal);
        assert_eq!(of("complete:9").clique, between(9, 9));
        assert!(of("complete:9").is_chordal && of("path:9").is_chordal);
        assert_eq!(
            (of("path:9").girth, of("path:9").independent_set),
            (Girth::NoCycle, between(5, 5))
        );
        assert_eq!((of("cube").girth, of("cube").colours), (Girth::Length(4), between(2, 2)));
        assert_eq!(of("gnp:5,0").components, 5);
        assert_eq!(of("gnp:5,0").clique, between(1, 1));
        assert_eq!(of("cycle:7").girth, Girth::Length(7));
    }

    /// All numbers by trying all sets of vertices, for graphs of 7 vertices.
    #[test]
    fn random_graphs_agree_with_plain_enumeration() {
        for seed in 1..=300 {
            let word = format!("gnm:7,{}@{seed}", seed % 22);
            let graph = GraphWord::parse(&word).unwrap().unwrap().graph(1, &|_| Ok(())).unwrap();
            let joined = |a: u32, b: u32| graph.edges.contains(&(a.min(b), a.max(b)));
            let pairs = |set: u32| {
                (0..7)
                    .flat_map(move |b| (0..b).map(move |a| (a, b)))
                    .filter(move |&(a, b)| set >> a & 1 == 1 && set >> b & 1 == 1)
            };
            let size = |set: u32| set.count_ones();
            let sets = 0_u32..128;
            let clique = sets.clone().filter(|&set| pairs(set).all(|(a, b)| joined(a, b)));
            let apart: Vec<u32> =
                sets.clone().filter(|&set| !pairs(set).any(|(a, b)| joined(a, b))).collect();
            let clique = clique.map(size).max().unwrap();
            let mut colours = [u32::MAX; 128];
            colours[0] = 0;
            for set in 1..128_u32 {
                for &class in apart.iter().filter(|&&class| class != 0 && class & !set == 0) {
                    let rest = colours[(set & !class) as usize] + 1;
                    colours[set as usize] = colours[set as usize].min(rest);
                }
            }
            let largest = apart.iter().copied().map(size).max().unwrap();
            // A set in which every vertex has two neighbours, and no smaller one does, is a cycle.
            let near = |set: u32, v: u32| {
                (0..7).filter(|&o| set >> o & 1 == 1 && o != v && joined(v, o)).count()
            };
            let ring = |set: &u32| {
                *set != 0 && (0..7).filter(|v| set >> v & 1 == 1).all(|v| near(*set, v) >= 2)
            };
            let girth = sets.clone().filter(ring).map(size).min();
            let holes = sets
                .filter(|set| ring(set) && size(*set) > 3)
                .filter(|set| (0..7).filter(|v| set >> v & 1 == 1).all(|v| near(*set, v) == 2))
                .filter(|&set| {
                    // Connected: a hole, and not two triangles.
                    let mut reached = set & set.wrapping_neg();
                    loop {
                        let more = (0..7)
                            .filter(|&v| set >> v & 1 == 1)
                            .filter(|&v| {
                                (0..7).any(|o| reached >> o & 1 == 1 && o != v && joined(v, o))
                            })
                            .fold(reached, |all, v| all | 1 << v);
                        if more == reached {
                            break reached == set;
                        }
                        reached = more;
                    }
                });
            let found = GraphSummary::of(&graph.graph());
            let holds = |bounds: Between, value: u32| bounds.least <= value && value <= bounds.most;
            assert!(holds(found.clique, clique), "{word}: {found:?}, {clique}");
            assert!(holds(found.colours, colours[127]), "{word}: {found:?}, {}", colours[127]);
            assert!(holds(found.independent_set, largest), "{word}: {found:?}, {largest}");
            assert_eq!(found.is_bipartite, colours[127] <= 2, "{word}");
            assert_eq!(found.is_chordal, holes.count() == 0, "{word}");
            assert_eq!(found.girth, girth.map_or(Girth::NoCycle, Girth::Length), "{word}");
            if found.is_chordal {
                assert!(found.clique.is_known() && found.colours.is_known(), "{word}");
                assert!(found.independent_set.is_known(), "{word}");
            }
        }
    }
}
