//! Graphs and lattices against their definitions.

use std::panic::catch_unwind;

use crate::support::{cases, steps};
use fixedbitset::FixedBitSet;
use petgraph::visit::EdgeRef;
use proptest::{collection::vec, prelude::*};
use satranj_encodings::{
    graph::Graph,
    hamiltonian::Hamiltonian,
    lattice::{Lattice, Step},
};

/// A random lattice and which of its cells are blocked.
fn lattices() -> impl Strategy<Value = (Lattice, Vec<bool>)> {
    let leaper = (0..4i32, 1..4i32, any::<bool>());
    (1..=6u32, 1..=6u32, vec(leaper, 1..=3), 0.0..=0.7).prop_flat_map(
        |(rows, columns, leapers, density)| {
            let cells = (rows * columns) as usize;
            let mut all: Vec<Step> =
                leapers.iter().flat_map(|&(a, b, repeats)| steps(a, b, repeats)).collect();
            all.sort_unstable();
            all.dedup();
            let some = vec(prop::bool::weighted(density), cells);
            prop_oneof![some, Just(vec![false; cells])].prop_map(move |blocked| {
                let set: FixedBitSet = (0..cells).filter(|&cell| blocked[cell]).collect();
                (Lattice::new(rows, columns, Some(&set), all.clone()), blocked)
            })
        },
    )
}

/// Whether a step leads from one cell to another, by trying all its repetitions.
fn leads(lattice: &Lattice, blocked: &[bool], from: (u32, u32), to: (u32, u32)) -> bool {
    let (rows, columns) = (lattice.rows() as i32, lattice.columns() as i32);
    lattice.steps().iter().any(|step| {
        let most = if step.repeats() { 10 } else { 1 };
        (1..=most)
            .map(|times| (from.0 as i32 + times * step.rows, from.1 as i32 + times * step.columns))
            .take_while(|&(row, column)| {
                (0..rows).contains(&row)
                    && (0..columns).contains(&column)
                    && !blocked[(row * columns + column) as usize]
            })
            .any(|(row, column)| (row, column) == (to.0 as i32, to.1 as i32))
    })
}

/// A random symmetric relation without loops, as a matrix.
fn relations() -> impl Strategy<Value = Vec<Vec<bool>>> {
    (0..=8usize, 0.0..=1.0).prop_flat_map(|(n, density)| {
        vec(vec(prop::bool::weighted(density), n), n).prop_map(move |upper| {
            let related = |a: usize, b: usize| a != b && upper[a.min(b)][a.max(b)];
            (0..n).map(|a| (0..n).map(|b| related(a, b)).collect()).collect()
        })
    })
}

fn from_matrix(matrix: &[Vec<bool>]) -> Graph {
    Graph::from_neighbours(matrix.len() as u32, |vertex, list| {
        let row = &matrix[vertex as usize];
        list.extend((0..row.len() as u32).filter(|&other| row[other as usize]));
    })
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn lattices_number_their_free_cells((lattice, blocked) in lattices()) {
        let columns = lattice.columns();
        let free: Vec<(u32, u32)> = (0..blocked.len() as u32)
            .filter(|&cell| !blocked[cell as usize])
            .map(|cell| (cell / columns, cell % columns))
            .collect();
        prop_assert_eq!(lattice.vertices() as usize, free.len());
        for (vertex, &(row, column)) in free.iter().enumerate() {
            prop_assert_eq!(lattice.position(vertex as u32), (row, column));
            prop_assert_eq!(lattice.vertex(row, column), Some(vertex as u32));
        }
        for row in 0..lattice.rows() + 2 {
            for column in 0..columns + 2 {
                let is_free = free.contains(&(row, column));
                prop_assert_eq!(lattice.vertex(row, column).is_some(), is_free);
            }
        }
    }

    #[test]
    fn lattices_lead_where_their_steps_do((lattice, blocked) in lattices()) {
        let n = lattice.vertices();
        let graph = lattice.graph();
        prop_assert_eq!(graph.vertices(), n);
        let mut arcs = 0;
        for a in 0..n {
            let expected: Vec<u32> = (0..n)
                .filter(|&b| leads(&lattice, &blocked, lattice.position(a), lattice.position(b)))
                .collect();
            prop_assert_eq!(graph.neighbours(a), &expected);
            // What was in the list stays, and is not taken for a neighbour.
            let mut list = vec![7, 7];
            lattice.neighbours(a, &mut list);
            prop_assert_eq!(&list[..2], [7, 7]);
            prop_assert_eq!(&list[2..], &expected);
            for b in expected {
                prop_assert!(graph.neighbours(b).contains(&a));
                arcs += 1;
            }
        }
        prop_assert_eq!(u64::from(graph.edges()) * 2, arcs);
        prop_assert!(lattice.arcs_bound() >= arcs);
        let single = lattice.steps().iter().all(|step| !step.repeats());
        if single && !blocked.contains(&true) {
            prop_assert_eq!(lattice.arcs_bound(), arcs);
        }
    }

    #[test]
    fn graphs_are_their_relation(matrix in relations(), order in any::<u64>()) {
        let graph = from_matrix(&matrix);
        let n = matrix.len() as u32;
        let mut edges = Vec::new();
        for a in 0..n {
            for b in 0..n {
                let between = graph.edge_between(a, b);
                prop_assert_eq!(between.is_some(), matrix[a as usize][b as usize]);
                prop_assert_eq!(between, graph.edge_between(b, a));
                if a < b && between.is_some() {
                    prop_assert_eq!(between, Some(edges.len() as u32));
                    edges.push((a, b));
                }
            }
            let numbers: Vec<u32> =
                graph.neighbours(a).iter().filter_map(|&b| graph.edge_between(a, b)).collect();
            prop_assert_eq!(graph.edge_numbers(a), &numbers);
        }
        prop_assert_eq!(graph.vertices(), n);
        prop_assert_eq!(graph.edges() as usize, edges.len());
        prop_assert_eq!(graph.edge_list().collect::<Vec<_>>(), &edges[..]);
        for vertex in 0..n {
            let arcs: Vec<(u32, u32)> =
                graph.petgraph().edges(vertex).map(|arc| (arc.target(), *arc.weight())).collect();
            let expected = graph.neighbours(vertex).iter().zip(graph.edge_numbers(vertex));
            prop_assert_eq!(arcs, expected.map(|(&to, &number)| (to, number)).collect::<Vec<_>>());
        }
        // The same from a list with everything twice, turned, out of order, with loops.
        let mut listed: Vec<(u32, u32)> =
            edges.iter().flat_map(|&(a, b)| [(b, a), (a, b)]).chain((0..n).map(|v| (v, v))).collect();
        listed.sort_by_key(|&(a, b)| order.rotate_left(a * 8 + b).wrapping_mul(0x9E37_79B9));
        let again = Graph::from_edges(n, &listed);
        prop_assert_eq!(again.vertices(), n);
        prop_assert_eq!(again.edge_list().collect::<Vec<_>>(), edges);
    }

    #[test]
    fn distances_are_shortest(matrix in relations()) {
        let graph = from_matrix(&matrix);
        let n = matrix.len();
        // Floyd and Warshall.
        let mut shortest = vec![vec![u32::MAX; n]; n];
        for a in 0..n {
            for b in 0..n {
                if a == b {
                    shortest[a][b] = 0;
                } else if matrix[a][b] {
                    shortest[a][b] = 1;
                }
            }
        }
        for by in 0..n {
            for a in 0..n {
                for b in 0..n {
                    let detour = shortest[a][by].saturating_add(shortest[by][b]);
                    shortest[a][b] = shortest[a][b].min(detour);
                }
            }
        }
        for (from, expected) in shortest.iter().enumerate() {
            prop_assert_eq!(&graph.distances(from as u32), expected);
        }
    }

    #[test]
    fn colourings_are_proper_or_none_exists(matrix in relations()) {
        let graph = from_matrix(&matrix);
        let n = matrix.len();
        let proper = |colour: &dyn Fn(u32) -> bool| {
            graph.edge_list().all(|(a, b)| colour(a) != colour(b))
        };
        match graph.two_colouring() {
            Some(colours) => {
                prop_assert_eq!(colours.len(), n);
                prop_assert!(proper(&|vertex| colours[vertex as usize]));
                // The least vertex of each component is false.
                for vertex in 0..n {
                    let distances = graph.distances(vertex as u32);
                    if distances[..vertex].iter().all(|&distance| distance == u32::MAX) {
                        prop_assert!(!colours[vertex]);
                    }
                }
            }
            None => prop_assert!(!(0..1u32 << n).any(|bits| proper(&|v| bits >> v & 1 == 1))),
        }
    }
}

/// Whether a graph can be built from these lists.
fn builds(lists: &[&[u32]]) -> bool {
    catch_unwind(|| {
        Graph::from_neighbours(lists.len() as u32, |vertex, list| {
            list.extend_from_slice(lists[vertex as usize]);
        })
    })
    .is_ok()
}

#[test]
fn arcs_without_opposite_are_refused() {
    assert!(builds(&[&[1], &[0]]));
    assert!(!builds(&[&[1], &[]]), "upward only");
    assert!(!builds(&[&[], &[0]]), "downward only");
    assert!(!builds(&[&[], &[2], &[0, 1]]), "the arc taken for the opposite starts elsewhere");
    assert!(!builds(&[&[], &[2], &[0]]), "as many up as down, but elsewhere");
    assert!(!builds(&[&[2], &[2], &[1]]), "the first of two");
    assert!(!builds(&[&[2], &[2], &[0]]), "the second of two");
    assert!(!builds(&[&[5], &[]]), "no such vertex");
    assert!(!builds(&[&[0], &[]]), "a loop");
    assert!(!builds(&[&[1], &[0, 1]]), "a loop beside an edge");
}

#[test]
fn unsorted_lists_are_refused() {
    assert!(builds(&[&[1, 2], &[0, 2], &[0, 1]]));
    assert!(!builds(&[&[2, 1], &[0, 2], &[0, 1]]));
    assert!(!builds(&[&[1, 2], &[2, 0], &[0, 1]]));
    assert!(!builds(&[&[1, 2], &[0, 2], &[1, 0]]));
    assert!(!builds(&[&[1, 1], &[0, 0]]), "an edge twice");
}

#[test]
fn isolated_vertices_count() {
    assert_eq!(Graph::from_edges(3, &[]).vertices(), 3);
    assert_eq!(Graph::from_edges(5, &[(0, 1)]).vertices(), 5);
    assert_eq!(Graph::from_edges(0, &[]).vertices(), 0);
}

#[test]
fn a_lattice_asks_for_memory_until_its_graph_is_built() {
    let model = Hamiltonian::on_lattice(crate::support::knight(8, 8), false);
    // 2 x 168 arcs of a knight's board and 64 vertices.
    assert_eq!(model.graph_bytes(), 40 * 336 + 16 * 64);
    assert_eq!(model.vertices(), 64);
    assert_eq!(model.graph().edges(), 168);
    assert_eq!(model.graph_bytes(), 0);
    assert_eq!(Hamiltonian::on_graph(Graph::from_edges(9, &[]), true).graph_bytes(), 0);
}

#[test]
fn arcs_of_large_boards_need_no_graph() {
    // 8·(n-1)·(n-2) for a knight; a rook has 2·n·n·(n-1), counted without overflow.
    let n = 40_000u64;
    let board = |steps| Lattice::new(n as u32, n as u32, None, steps);
    assert_eq!(board(steps(1, 2, false)).arcs_bound(), 8 * (n - 1) * (n - 2));
    assert_eq!(board(steps(0, 1, true)).arcs_bound(), 2 * n * n * (n - 1));
    let far = Step::ride(i32::MAX, i32::MIN);
    assert_eq!(board(vec![far]).arcs_bound(), 0);
    assert_eq!(board(vec![far]).position(123_456_789), (3086, 16_789));
}
