//! Obstructions are true, and found where they should be.

use crate::support::{
    cases, king, knight, models,
    obstructions::{found, separates},
    on_edges,
    plain::tour,
    with_given,
};
use proptest::prelude::*;
use satranj_encodings::{
    graph::Graph,
    hamiltonian::{
        Hamiltonian,
        obstruction::{HamiltonianObstruction, bytes, find},
    },
};

fn on_knight(rows: u32, columns: u32, closed: bool) -> Hamiltonian {
    Hamiltonian::on_lattice(knight(rows, columns), closed)
}

#[test]
fn memory_is_estimated_by_vertices_and_edges() {
    // The complete graph of five vertices.
    let edges: Vec<(u32, u32)> = (0..5).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
    let complete = Hamiltonian::on_graph(Graph::from_edges(5, &edges), true);
    assert_eq!(bytes(&complete), 90 * 5 + 32 * 10);
    // Of a large board only the colours are checked.
    assert_eq!(bytes(&on_knight(2000, 2000, true)), 90 * 4_000_000);
}

#[test]
fn odd_boards_have_no_closed_tour() {
    for size in [5, 7, 9] {
        let Some(HamiltonianObstruction::Colours { class, ends }) =
            find(&on_knight(size, size, true))
        else {
            panic!("{size}x{size}");
        };
        let corner_coloured: Vec<u32> = (0..size * size).step_by(2).collect();
        assert_eq!((class, ends), (corner_coloured, vec![]));
        assert_eq!(find(&on_knight(size, size, false)), None);
    }
}

#[test]
fn ends_of_the_wrong_colour() {
    let odd = on_knight(5, 5, false);
    let class: Vec<u32> = (0..25).step_by(2).collect();
    let wrong = |ends: &[u32]| {
        Some(HamiltonianObstruction::Colours { class: class.clone(), ends: ends.into() })
    };
    assert_eq!(find(&odd.with_ends(Some(1), None)), wrong(&[1]));
    assert_eq!(find(&odd.with_ends(None, Some(3))), wrong(&[3]));
    assert_eq!(find(&odd.with_ends(Some(1), Some(3))), wrong(&[1, 3]));
    assert_eq!(find(&odd.with_ends(Some(0), Some(3))), wrong(&[3]));
    assert_eq!(find(&odd.with_ends(Some(0), Some(2))), None);

    let even = on_knight(4, 5, false);
    let same = even.with_ends(Some(0), Some(2));
    let Some(HamiltonianObstruction::Colours { class, ends }) = find(&same) else {
        panic!("same colour")
    };
    assert_eq!((class.len(), class.contains(&0), ends), (10, false, vec![0, 2]));
    assert_eq!(find(&even.with_ends(Some(0), Some(1))), None);
}

#[test]
fn too_many_of_one_colour() {
    // K(2,4): four vertices with no edge among them, two others.
    let edges: Vec<(u32, u32)> = (2..6).flat_map(|leaf| [(0, leaf), (1, leaf)]).collect();
    let class = vec![2, 3, 4, 5];
    let expected = Some(HamiltonianObstruction::Colours { class, ends: vec![] });
    assert_eq!(find(&on_edges(6, &edges, false)), expected);
    assert_eq!(find(&on_edges(6, &edges, true)), expected);
    // K(2,3) has a path but no cycle.
    assert_eq!(find(&on_edges(5, &edges[..6], false)), None);
    let class = vec![2, 3, 4];
    let expected = Some(HamiltonianObstruction::Colours { class, ends: vec![] });
    assert_eq!(find(&on_edges(5, &edges[..6], true)), expected);
}

#[test]
fn too_few_neighbours() {
    for closed in [false, true] {
        assert_eq!(
            find(&on_knight(3, 3, closed)),
            Some(HamiltonianObstruction::LowDegree(vec![4]))
        );
    }
    assert_eq!(find(&on_edges(1, &[], true)), Some(HamiltonianObstruction::LowDegree(vec![0])));
    assert_eq!(find(&on_edges(1, &[], false)), None);
    assert_eq!(
        find(&on_edges(2, &[(0, 1)], true)),
        Some(HamiltonianObstruction::LowDegree(vec![0]))
    );
    assert_eq!(find(&on_edges(2, &[(0, 1)], false)), None);
    // A star of three: its leaves must all be ends.
    let star = on_edges(4, &[(0, 1), (0, 2), (0, 3)], false);
    assert_eq!(find(&star), Some(HamiltonianObstruction::LowDegree(vec![1, 2, 3])));
    let from_leaf = star.with_ends(Some(2), None);
    assert_eq!(find(&from_leaf), Some(HamiltonianObstruction::LowDegree(vec![1, 3])));
    let from_hub = star.with_ends(Some(0), None);
    assert_eq!(find(&from_hub), Some(HamiltonianObstruction::LowDegree(vec![1, 2])));
}

#[test]
fn falling_apart() {
    let triangles = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (5, 6), (6, 3)];
    for closed in [false, true] {
        let model = on_edges(7, &triangles, closed);
        assert_eq!(find(&model), Some(HamiltonianObstruction::Disconnected(vec![0, 1, 2])));
    }
    let swapped: Vec<(u32, u32)> = triangles.iter().map(|&(a, b)| (6 - a, 6 - b)).collect();
    let model = on_edges(7, &swapped, false);
    assert_eq!(find(&model), Some(HamiltonianObstruction::Disconnected(vec![4, 5, 6])));
}

#[test]
fn a_vertex_that_separates() {
    let windmill = |blades: u32, closed: bool| {
        let blade = |b: u32| [(0, 2 * b + 1), (0, 2 * b + 2), (2 * b + 1, 2 * b + 2)];
        on_edges(2 * blades + 1, &(0..blades).flat_map(blade).collect::<Vec<_>>(), closed)
    };
    let hub = Some(HamiltonianObstruction::Articulation(0));
    assert_eq!(find(&windmill(1, true)), None);
    assert_eq!(find(&windmill(2, true)), hub);
    assert_eq!(find(&windmill(2, false)), None);
    assert_eq!(find(&windmill(3, false)), hub);
    let two = windmill(2, false);
    assert_eq!(find(&two.with_ends(Some(0), None)), hub);
    assert_eq!(find(&two.with_ends(None, Some(0))), hub);
    assert_eq!(find(&two.with_ends(Some(1), Some(2))), hub);
    assert_eq!(find(&two.with_ends(Some(1), Some(3))), None);
}

#[test]
fn given_edges_that_exclude_each_other() {
    let given = |closed, edges: &[(u32, u32)]| {
        with_given(Hamiltonian::on_lattice(king(2, 3), closed), edges)
    };
    let three = given(false, &[(1, 0), (1, 2), (4, 1), (0, 1)]);
    assert_eq!(find(&three), Some(HamiltonianObstruction::Given(vec![1, 0, 2, 4])));
    let triangle = given(true, &[(4, 0), (0, 1), (1, 4)]);
    assert_eq!(find(&triangle), Some(HamiltonianObstruction::Given(vec![0, 1, 4])));
    let all = [(0, 1), (1, 2), (2, 5), (5, 4), (4, 3), (3, 0)];
    assert_eq!(find(&given(true, &all)), None);
    assert_eq!(
        find(&given(false, &all)),
        Some(HamiltonianObstruction::Given(vec![0, 1, 2, 5, 4, 3]))
    );
    assert_eq!(find(&given(false, &all[1..])), None);
    let through = given(false, &[(0, 1), (1, 2)]);
    assert_eq!(find(&through), None);
    let start = through.with_ends(Some(1), None);
    assert_eq!(find(&start), Some(HamiltonianObstruction::Given(vec![1, 0, 2])));
    // One edge twice is one edge.
    assert_eq!(find(&given(false, &[(0, 1), (1, 0), (1, 2), (1, 2)])), None);
}

#[test]
fn a_long_path_takes_no_quadratic_time() {
    // Every inner vertex separates; looking at all pieces of each would take minutes.
    let n = 1 << 18;
    let edges: Vec<(u32, u32)> = (1..n).map(|vertex| (vertex - 1, vertex)).collect();
    let path = on_edges(n, &edges, false);
    assert_eq!(find(&path), None);
    assert_eq!(find(&path.with_ends(Some(0), Some(n - 1))), None);
    let inside = path.with_ends(Some(n / 2), None);
    assert!(found_kind(&inside, |reason| matches!(reason, HamiltonianObstruction::LowDegree(_))));
}

fn found_kind(model: &Hamiltonian, kind: impl Fn(&HamiltonianObstruction) -> bool) -> bool {
    find(model).is_some_and(|obstruction| kind(&obstruction))
}

#[test]
fn knights_on_small_boards() {
    for rows in 1..=4 {
        for columns in rows..=5 {
            for closed in [false, true] {
                let model = on_knight(rows, columns, closed);
                let exists = tour(&model).exists();
                assert!(!(found(&model) && exists), "{rows}x{columns}, closed: {closed}");
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(4000))]

    #[test]
    fn never_where_there_is_a_witness(model in models(7)) {
        if found(&model) {
            prop_assert!(!tour(&model).exists());
        }
    }

    #[test]
    fn every_separating_vertex_is_found(model in models(12)) {
        let first = (0..model.vertices()).find(|&vertex| separates(&model, vertex));
        match find(&model) {
            None => prop_assert_eq!(first, None),
            Some(HamiltonianObstruction::Articulation(vertex)) => prop_assert_eq!(first, Some(vertex)),
            Some(_) => {}
        }
    }
}
