//! Obstructions by relaxations, 2-factors and toughness: true, and found where they should be.

use crate::support::{
    cases, knight, models,
    obstructions::{falls_apart, found},
    on_edges,
    plain::tour,
    steps, with_given,
};
use fixedbitset::FixedBitSet;
use proptest::{bool::weighted, collection::vec, prelude::*};
use satranj_encodings::{
    hamiltonian::{
        Hamiltonian,
        obstruction::{HamiltonianObstruction, find},
    },
    lattice::Lattice,
};

/// Whether there is a witness, by trying every walk.
fn has_witness(model: &Hamiltonian) -> bool {
    tour(model).exists()
}

/// Whether two edges can be chosen at each vertex, the first ones first.
fn has_two_factor(model: &Hamiltonian) -> bool {
    fn choose(edges: &[(u32, u32)], left: &mut [u32], lowest: u32) -> bool {
        let Some((&(a, b), others)) = edges.split_first() else {
            return left.iter().all(|&left| left == 0);
        };
        // The edges come by their smaller vertex: those before it are done.
        if (lowest..a).any(|vertex| left[vertex as usize] > 0) {
            return false;
        }
        if left[a as usize] > 0 && left[b as usize] > 0 {
            left[a as usize] -= 1;
            left[b as usize] -= 1;
            if choose(others, left, a) {
                return true;
            }
            left[a as usize] += 1;
            left[b as usize] += 1;
        }
        choose(others, left, a)
    }
    let edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
    choose(&edges, &mut vec![2; model.vertices() as usize], 0)
}

fn board(rows: u32, columns: u32, leap: (i32, i32), blocked: &[usize]) -> Lattice {
    let mut set = FixedBitSet::with_capacity((rows * columns) as usize);
    set.extend(blocked.iter().copied());
    Lattice::new(rows, columns, Some(&set), steps(leap.0, leap.1, false))
}

/// What is found, checked.
fn kind(model: &Hamiltonian) -> &'static str {
    found(model);
    match find(model) {
        None => "none",
        Some(HamiltonianObstruction::NoTwoFactor(_)) => "places",
        Some(HamiltonianObstruction::Toughness(_)) => "toughness",
        Some(_) => "other",
    }
}

#[test]
fn all_graphs_of_few_vertices() {
    // Toughness says nothing more before seven vertices.
    let mut places = 0;
    for closed in [false, true] {
        assert_eq!(kind(&on_edges(0, &[], closed)), "none");
    }
    for n in 1..=6_u32 {
        let pairs: Vec<(u32, u32)> = (0..n).flat_map(|b| (0..b).map(move |a| (a, b))).collect();
        // Each graph has many numberings: a fifth of those of six vertices are enough.
        for present in (0..1_u32 << pairs.len()).step_by(if n < 6 { 1 } else { 5 }) {
            let edges = (0..).zip(&pairs).filter(|(index, _)| present >> index & 1 == 1);
            let edges: Vec<(u32, u32)> = edges.map(|(_, &edge)| edge).collect();
            let closed = on_edges(n, &edges, true);
            let open = on_edges(n, &edges, false);
            let mut questions = vec![closed];
            if n < 6 {
                let ends = (0..n).flat_map(|start| (0..n).map(move |end| (start, end)));
                let ends = ends.filter(|&(start, end)| start < end);
                questions.extend(ends.map(|(start, end)| open.with_ends(Some(start), Some(end))));
                questions.extend((0..n).map(|end| open.with_ends(None, Some(end))));
            }
            questions.push(open);
            for model in questions {
                let kind = kind(&model);
                assert!(kind == "none" || !has_witness(&model), "{kind}: {model:?}");
                places += usize::from(kind == "places");
            }
        }
    }
    assert!(places > 0);
}

#[test]
fn all_bipartite_graphs_of_four_and_four() {
    // Of graphs that differ by the order of the first class one.
    let mut places = 0;
    for rows in 0..1_u32 << 16 {
        let row = |index: u32| rows >> (4 * index) & 15;
        if (1..4).any(|index| row(index - 1) > row(index)) {
            continue;
        }
        let all = (0..4).flat_map(|a| (0..4).map(move |b| (a, b)));
        let edges: Vec<(u32, u32)> =
            all.filter(|&(a, b)| row(a) >> b & 1 == 1).map(|(a, b)| (a, 4 + b)).collect();
        let model = on_edges(8, &edges, true);
        let kind = kind(&model);
        assert!(kind == "none" || !has_witness(&model), "{kind}: {edges:?}");
        assert!(kind != "none" || has_two_factor(&model), "{edges:?}");
        assert!(kind != "toughness" || has_two_factor(&model), "{edges:?}");
        places += usize::from(kind == "places");
    }
    assert!(places > 0);
}

#[test]
fn closed_tours_of_narrow_boards() {
    // No board of four rows has one (Schwenk 1991: "Which rectangular chessboards have a
    // knight's tour?"); the middle squares of one colour are not enough for the outer ones.
    for columns in [4, 6, 8, 10, 20] {
        let model = Hamiltonian::on_lattice(knight(4, columns), true);
        assert_eq!(kind(&model), "toughness", "4x{columns}");
    }
    let Some(HamiltonianObstruction::Toughness(set)) =
        find(&Hamiltonian::on_lattice(knight(4, 1000), true))
    else {
        panic!("4x1000")
    };
    assert_eq!(set.len(), 1000);
    let expected = [(4, "toughness"), (6, "places"), (8, "none"), (10, "none"), (12, "none")];
    for (columns, kind_of) in expected {
        let model = Hamiltonian::on_lattice(knight(3, columns), true);
        assert_eq!(kind(&model), kind_of, "3x{columns}");
    }
    // Open ones there are on 3x4 and from 3x7 on.
    let expected =
        [(4, "none"), (5, "toughness"), (6, "places"), (7, "none"), (8, "none"), (9, "none")];
    for (columns, kind_of) in expected {
        let model = Hamiltonian::on_lattice(knight(3, columns), false);
        assert_eq!(kind(&model), kind_of, "3x{columns}");
    }
}

#[test]
fn the_pair_in_the_middle() {
    // Without two opposite middle squares of 4x4 three pieces are left: two corners among them.
    let model = Hamiltonian::on_lattice(knight(4, 4), true);
    assert_eq!(find(&model), Some(HamiltonianObstruction::Toughness(vec![5, 10])));
}

#[test]
fn boards_with_holes() {
    // Three squares above the holes of a row need six moves and share four free ones.
    let holes = [8, 10, 12, 29, 31, 33];
    let rook = |closed: bool| Hamiltonian::on_lattice(board(6, 7, (0, 1), &holes), closed);
    assert_eq!([kind(&rook(true)), kind(&rook(false))], ["places", "places"]);
    let knight = |blocked: &[usize]| board(5, 6, (1, 2), blocked);
    let open = |blocked: &[usize]| Hamiltonian::on_lattice(knight(blocked), false);
    assert_eq!(kind(&open(&[8, 9, 11, 27])), "places");
    assert_eq!(kind(&open(&[3, 9, 18, 23])), "places");
}

#[test]
fn ends_and_given_moves_take_places() {
    // Two hubs, 0 and 1, and around both a way 2-3-4.
    let edges = [(0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (3, 4)];
    let closed = on_edges(5, &edges, true);
    assert!(has_witness(&closed));
    assert_eq!(kind(&closed), "none");
    assert_eq!(kind(&with_given(closed.clone(), &[(0, 2), (0, 3)])), "none");
    // Given moves fill 3: the hubs need two each and 2 and 4 have one place each, or the
    // other way round.
    for given in [[(2, 3), (4, 3)], [(0, 3), (3, 1)]] {
        let given = with_given(closed.clone(), &given);
        assert!(!tour(&given).exists());
        assert_eq!(kind(&given), "places");
    }
    // Hubs and three others without edges between them: the path ends at two of these.
    let open = on_edges(6, &[&edges[..6], &[(4, 5)]].concat(), false);
    assert_eq!(kind(&open.with_ends(Some(2), Some(5))), "none");
    assert!(has_witness(&open.with_ends(Some(2), Some(5))));
    assert!(!has_witness(&open.with_ends(Some(0), Some(5))));
    assert_ne!(kind(&open.with_ends(Some(0), Some(5))), "none");
}

#[test]
fn tough_graphs_without_a_cycle() {
    // Petersen's graph and Tietze's, which has a triangle for one of its vertices: cubic,
    // 3-connected, so tough, and with 2-factors.
    let outer = (0..5).map(|vertex| (vertex, (vertex + 1) % 5));
    let spokes = (0..5).map(|vertex| (vertex, vertex + 5));
    let inner = (0..5).map(|vertex| (vertex + 5, (vertex + 2) % 5 + 5));
    let mut edges: Vec<(u32, u32)> = outer.chain(spokes).chain(inner).collect();
    assert_eq!(kind(&on_edges(10, &edges, true)), "none");
    edges.retain(|&edge| edge != (4, 0) && edge != (0, 5));
    edges.extend([(10, 4), (11, 5), (0, 10), (10, 11), (11, 0)]);
    let tietze = on_edges(12, &edges, true);
    assert_eq!(kind(&tietze), "none");
    assert!(!has_witness(&tietze));
}

#[test]
fn a_large_board_with_holes() {
    // Every seventh square of every seventh row: what is left has its colours in balance.
    let blocked: Vec<usize> = (3..97)
        .step_by(7)
        .flat_map(|row| (3..97).step_by(7).map(move |at| row * 100 + at))
        .collect();
    let lattice = board(100, 100, (1, 2), &blocked);
    for closed in [false, true] {
        assert_eq!(kind(&Hamiltonian::on_lattice(lattice.clone(), closed)), "none");
    }
}

/// Cliques of three vertices in a tree, with two edges from each to the one before it, and more vertices on
/// edges.
fn clique_tree(joins: &[(u32, u32)], on_edges_of: &[u32]) -> (u32, Vec<(u32, u32)>) {
    let mut edges = vec![(0, 1), (0, 2), (1, 2)];
    let mut n = 3;
    for (to, &(at, choice)) in (1..).zip(joins) {
        let [left, right] =
            [[0, 1], [0, 2], [1, 2]][choice as usize % 3].map(|v| v + 3 * (at % to));
        edges.extend([
            (n, n + 1),
            (n, n + 2),
            (n + 1, n + 2),
            (left, n),
            (right, n + 1 - choice / 6),
        ]);
        n += 3;
    }
    for &edge in on_edges_of {
        let (a, b) = edges.swap_remove(edge as usize % edges.len());
        edges.extend([(a, n), (n, b)]);
        n += 1;
    }
    (n, edges)
}

#[test]
fn cuts_of_two_edges_force_both() {
    // Three cliques hang at a fourth one, by two edges each; the larger ones are too large for a search
    // for vertices without which the graph falls apart.
    for size in [4, 60] {
        let hung = |ends: [[u32; 2]; 3]| {
            let cliques = (0..4).flat_map(|clique| {
                let pairs = (1..size).flat_map(|b| (0..b).map(move |a| (a, b)));
                pairs.map(move |(a, b)| (clique * size + a, clique * size + b))
            });
            let cuts = (1..4)
                .zip(ends)
                .flat_map(|(clique, [a, b])| [(a, clique * size), (b, clique * size + 1)]);
            on_edges(4 * size, &cliques.chain(cuts).collect::<Vec<_>>(), true)
        };
        let model = hung([[0, 1], [0, 2], [0, 3]]);
        let [one, two, three] = [size, 2 * size, 3 * size];
        let vertices = vec![0, one, two, three];
        let cuts = vec![[1, one + 1], [2, two + 1], [3, three + 1]];
        found(&model);
        assert_eq!(find(&model), Some(HamiltonianObstruction::Forced { vertices, cuts }));
        let round = Some(HamiltonianObstruction::Toughness(vec![0, 1, 2]));
        assert_eq!(find(&hung([[0, 1], [1, 2], [2, 0]])), round);
        let two = Some(HamiltonianObstruction::Toughness(vec![0, 1]));
        assert_eq!(find(&hung([[0, 1], [0, 1], [2, 3]])), two);
        assert_eq!(kind(&hung([[0, 1], [1, 2], [2, 3]])), "none");
    }
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn graphs_with_cuts_of_two_edges(
        joins in vec((0..4_u32, 0..9_u32), 0..4),
        on_edges_of in vec(0..30_u32, 0..3),
        numbering in Just((0..16).collect::<Vec<u32>>()).prop_shuffle(),
    ) {
        let (n, edges) = clique_tree(&joins, &on_edges_of);
        let mut order = numbering;
        order.retain(|&vertex| vertex < n);
        let edges: Vec<_> = edges.iter().map(|&(a, b)| (order[a as usize], order[b as usize])).collect();
        let model = on_edges(n, &edges, true);
        prop_assert_eq!(found(&model), !has_witness(&model));
    }

    #[test]
    fn larger_bipartite_graphs(density in 0.3..0.9, present in vec(0.0..1.0, 36)) {
        let all = (0..6).flat_map(|a| (6..12).map(move |b| (a, b)));
        let edges: Vec<(u32, u32)> =
            all.zip(present).filter(|&(_, at)| at < density).map(|(edge, _)| edge).collect();
        let model = on_edges(12, &edges, true);
        let kind = kind(&model);
        prop_assert!(kind == "none" || !has_witness(&model));
        prop_assert!(kind != "none" || has_two_factor(&model));
        prop_assert!(kind != "toughness" || has_two_factor(&model));
    }

    #[test]
    fn never_where_there_is_a_witness(model in models(10)) {
        let model = with_given(model, &[]);
        let kind = kind(&model);
        prop_assert!(kind == "none" || !has_witness(&model), "{}", kind);
    }

    #[test]
    fn no_pair_is_missed(model in models(10)) {
        if find(&model).is_none() {
            for b in 0..model.vertices() {
                for a in 0..b {
                    prop_assert!(!falls_apart(&model, &[a, b]), "{} {}", a, b);
                }
            }
        }
    }

    #[test]
    fn boards_with_random_holes(
        knight in any::<bool>(),
        holes in vec(weighted(0.25), 16),
        closed in any::<bool>(),
    ) {
        let blocked: Vec<usize> = (0..16).filter(|&square| holes[square]).collect();
        let leap = if knight { (1, 2) } else { (0, 1) };
        let model = Hamiltonian::on_lattice(board(4, 4, leap, &blocked), closed);
        if model.vertices() > 0 && kind(&model) != "none" {
            prop_assert!(!has_witness(&model));
        }
    }
}
