//! The numbers of dominating sets against plain enumeration and the search.

use num_bigint::BigUint;
use rand::Rng;
use satranj_encodings::{
    dominating_set::DominatingSet,
    graph::Graph,
    model::{Count, Model},
};

use super::{super::DOMINATION, FRONTIER, is_fast};
use crate::{
    limits::{Limits, Reason},
    methods::{
        Context, Counted, Counting, Ending, Goal, MethodOptions,
        boards::{lattice, sets},
    },
    random::generator,
};

fn unlimited() -> Context {
    Context::new(Limits::default(), 0, MethodOptions::default())
}

fn counted(model: &DominatingSet) -> Counted {
    let model = Model::DominatingSet(model.clone());
    FRONTIER.counter(&model, Counting::default()).unwrap().count(&unlimited()).unwrap()
}

fn by_every_size(model: &DominatingSet) -> Counted {
    let model = Model::DominatingSet(model.clone());
    let counting = Counting { by_size: true, classes: false };
    FRONTIER.counter(&model, counting).unwrap().count(&unlimited()).unwrap()
}

/// The dominating sets of each size, by looking at all sets.
fn by_size(model: &DominatingSet) -> Vec<u64> {
    let graph = model.graph();
    let mut sizes = vec![0; model.vertices() as usize + 1];
    for set in 0..1u32 << model.vertices() {
        let taken = |vertex: u32| set >> vertex & 1 == 1;
        let is_good = (0..model.vertices()).all(|vertex| {
            let beside = graph.neighbours(vertex).iter().any(|&other| taken(other));
            let dominated = beside || (taken(vertex) && !model.total);
            dominated && !(model.independent && taken(vertex) && beside)
        });
        if is_good && model.given().iter().all(|&vertex| taken(vertex)) {
            sizes[set.count_ones() as usize] += 1;
        }
    }
    sizes
}

fn check(mut model: DominatingSet) {
    let sizes = by_size(&model);
    model.count = Count::Optimum;
    let least = sizes.iter().position(|&count| count > 0);
    let expected = Counted {
        count: least.map_or(0, |least| sizes[least]).into(),
        objective: least.map(|least| least as u64),
        ..Counted::default()
    };
    assert_eq!(counted(&model), expected, "{model:?}");
    assert_eq!(smallest(&model), least, "{model:?}");
    let largest = sizes.iter().rposition(|&count| count > 0).map_or(0, |largest| largest + 1);
    let by_size: Vec<BigUint> = sizes[..largest].iter().map(|&count| count.into()).collect();
    assert_eq!(by_every_size(&model), Counted { by_size: by_size.clone(), ..expected });
    for (size, &count) in sizes.iter().enumerate() {
        model.count = Count::Exactly(size as u32);
        assert_eq!(counted(&model).count, count.into(), "{size} {model:?}");
        let expected =
            Counted { count: count.into(), by_size: by_size.clone(), ..Counted::default() };
        assert_eq!(by_every_size(&model), expected, "{size} {model:?}");
    }
}

#[test]
fn boards_as_plain_enumeration() {
    let mut generator = generator(4);
    for piece in ["knight", "king", "wazir", "camel", "ferz"] {
        for (rows, columns) in [(1, 1), (2, 3), (3, 3), (4, 2), (2, 5)] {
            for case in 0..4 {
                let blocked: Vec<u32> = (0..rows * columns)
                    .filter(|_| case > 0 && generator.next_u32().is_multiple_of(5))
                    .collect();
                let lattice = lattice(piece, rows, columns, &blocked);
                let mut model = DominatingSet::on_lattice(lattice, Count::Optimum);
                (model.total, model.independent) = (case == 2, case == 3);
                if case == 1 && model.vertices() > 0 {
                    let given = generator.next_u32() % model.vertices();
                    model = model.with_given(vec![given]);
                }
                check(model);
            }
        }
    }
}

#[test]
fn graphs_as_plain_enumeration() {
    let mut generator = generator(5);
    for case in 0..40 {
        let vertices = 1 + generator.next_u32() % 8;
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (b, a)));
        let edges: Vec<(u32, u32)> =
            pairs.filter(|_| generator.next_u32().is_multiple_of(2 + case % 4)).collect();
        let graph = Graph::from_edges(vertices, &edges);
        check(DominatingSet::on_graph(graph, Count::Optimum));
    }
}

#[test]
fn a_part_without_sets_leaves_none() {
    for edges in [&[(0, 1), (1, 2)][..], &[(1, 2), (2, 3)], &[(0, 1), (1, 2), (3, 4), (4, 5)]] {
        let mut model = DominatingSet::on_graph(Graph::from_edges(7, edges), Count::Optimum);
        model.total = true;
        check(model);
    }
}

#[test]
fn least_sets_as_the_search_finds_them() {
    for (piece, rows, columns) in [("king", 7, 7), ("wazir", 6, 5), ("knight", 5, 6)] {
        let model = DominatingSet::on_lattice(lattice(piece, rows, columns, &[]), Count::Optimum);
        let counted = counted(&model);
        let least = counted.objective.unwrap() as u32;
        let all = Model::DominatingSet(model).with_value(least);
        let (_, found, _) = sets::solve(&DOMINATION, &all, Goal::All, Limits::default());
        assert_eq!(counted.count, found.len().into(), "{piece}");
    }
}

#[test]
fn numbers_beyond_128_bits() {
    let edges: Vec<(u32, u32)> = (0..100).map(|edge| (2 * edge, 2 * edge + 1)).collect();
    let graph = Graph::from_edges(200, &edges);
    let model = DominatingSet::on_graph(graph, Count::Optimum);
    let least = counted(&model);
    assert_eq!((least.objective, least.count), (Some(100), BigUint::from(1u32) << 100));
    // Stars of four: of each the centre or all three leaves, and 100 of 200 vertices.
    let star = |centre: u32| (1..4).map(move |leaf| (4 * centre, 4 * centre + leaf));
    let edges: Vec<(u32, u32)> = (0..50).flat_map(star).collect();
    let mut stars = DominatingSet::on_graph(Graph::from_edges(200, &edges), Count::Exactly(100));
    assert!(counted(&stars).count > BigUint::from(1u32) << 128);
    stars.count = Count::Exactly(49);
    assert_eq!(counted(&stars).count, BigUint::ZERO);
    // Of a star: the centre with any leaves, or the leaves without it.
    let all: BigUint = by_every_size(&stars).by_size.into_iter().sum();
    assert_eq!(all, BigUint::from(9u32).pow(50));
}

/// Each component is small, however many there are.
#[test]
fn components_are_counted_apart() {
    let triangle = |first: u32| [(first, first + 1), (first, first + 2), (first + 1, first + 2)];
    for triangles in [85, 86, 1000] {
        let edges: Vec<(u32, u32)> = (0..triangles).flat_map(|at| triangle(3 * at)).collect();
        let graph = Graph::from_edges(3 * triangles, &edges);
        let mut model = DominatingSet::on_graph(graph, Count::Optimum);
        let least = counted(&model);
        assert_eq!(least.objective, Some(triangles.into()));
        assert_eq!(least.count, BigUint::from(3u32).pow(triangles));
        model.count = Count::Exactly(triangles + 1);
        if triangles < 100 {
            // Of one triangle two vertices, of each other one.
            let count = BigUint::from(3u32).pow(triangles) * triangles;
            assert_eq!(counted(&model).count, count);
        }
        model.count = Count::Optimum;
        let least = counted(&model.with_blocked(vec![0, 4, 5]));
        assert_eq!(least.count, BigUint::from(3u32).pow(triangles - 2) * 2u32);
    }
    // A long path is one component.
    let edges: Vec<(u32, u32)> = (1..300).map(|to| (to - 1, to)).collect();
    let path = DominatingSet::on_graph(Graph::from_edges(300, &edges), Count::Optimum);
    assert!(FRONTIER.counter(&Model::DominatingSet(path), Counting::default()).is_none());
}

/// Dominating sets in all: A218663 of kings, A287065 of rooks; A303111 of wazirs where pieces must be
/// attacked too.
#[test]
fn as_the_oeis_has_them() {
    for (piece, total, numbers) in [
        ("king", false, &[1_u64, 15, 417, 50_625, 24_879_489][..]),
        ("rook", false, &[1, 11, 421, 59_747][..]),
        ("wazir", true, &[0, 9, 161, 11_236, 3_270_375][..]),
    ] {
        for (n, &number) in (1..).zip(numbers) {
            let lattice = lattice(piece, n, n, &[]);
            let mut model = DominatingSet::on_lattice(lattice, Count::Optimum);
            model.total = total;
            let all: BigUint = by_every_size(&model).by_size.into_iter().sum();
            assert_eq!(all, number.into(), "{piece} {n}");
        }
    }
}

/// The size of the set that is found, which dominates.
fn smallest(model: &DominatingSet) -> Option<usize> {
    let stated = Model::DominatingSet(model.clone());
    let (ending, found, _) = sets::solve(&FRONTIER, &stated, Goal::First, Limits::default());
    assert_eq!(ending, Ending::Exhausted);
    assert!(found.len() < 2);
    let set = found.first()?;
    assert!(model.given().iter().all(|vertex| set.contains(vertex)));
    for vertex in 0..model.vertices() {
        let beside = model.graph().neighbours(vertex).iter().any(|other| set.contains(other));
        let is_in = set.contains(&vertex);
        assert!(beside || is_in && !model.total, "{vertex}");
        assert!(!(is_in && (model.is_blocked(vertex) || beside && model.independent)), "{vertex}");
    }
    Some(set.len())
}

/// A104519; Alanko, Crevals, Isopoussu, Östergård and Pettersson, "Computing the domination number of
/// grid graphs", Electronic Journal of Combinatorics 18, 2011.
#[test]
fn grids_as_published() {
    let grid = |rows, columns| {
        DominatingSet::on_lattice(lattice("wazir", rows, columns, &[]), Count::Optimum)
    };
    for (n, least) in (1..).zip([1, 2, 3, 4, 7, 10, 12, 16, 20]) {
        assert_eq!(smallest(&grid(n, n)), Some(least), "{n}");
    }
    for (rows, columns, least) in
        [(1, 300, 100), (2, 99, 50), (3, 40, 31), (4, 50, 50), (6, 40, 58)]
    {
        assert_eq!(smallest(&grid(rows, columns)), Some(least), "{rows} {columns}");
    }
}

/// The default for narrow boards and graphs of many vertices only.
#[test]
fn what_is_fast() {
    let on_board = |piece, rows, columns| {
        is_fast(&DominatingSet::on_lattice(lattice(piece, rows, columns, &[]), Count::Optimum))
    };
    assert!(on_board("wazir", 8, 30) && on_board("king", 40, 8) && on_board("knight", 3, 60));
    assert!(!on_board("wazir", 8, 8) && !on_board("wazir", 30, 30) && !on_board("queen", 4, 40));
    let mut edges: Vec<(u32, u32)> = (1..300).map(|to| (to - 1, to)).collect();
    let on_graph = |n, edges: &[(u32, u32)]| {
        DominatingSet::on_graph(Graph::from_edges(n, edges), Count::Optimum)
    };
    // A reduction leaves nothing of a path.
    assert!(!is_fast(&on_graph(300, &edges)));
    edges.push((299, 0));
    assert!(is_fast(&on_graph(300, &edges)));
    assert_eq!(smallest(&on_graph(300, &edges)), Some(100));
    let mut generator = generator(6);
    let random: Vec<(u32, u32)> =
        (0..900).map(|_| (generator.next_u32() % 300, generator.next_u32() % 300)).collect();
    assert!(!is_fast(&on_graph(300, &random)));
}

#[test]
fn limits_stop_it() {
    let model = DominatingSet::on_lattice(lattice("king", 8, 8, &[]), Count::Optimum);
    let model = Model::DominatingSet(model);
    for nodes in [0, 1, 1000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let run = Context::new(limits, 0, MethodOptions::default());
        let counted = FRONTIER.counter(&model, Counting::default()).unwrap().count(&run);
        assert_eq!(counted, Err(Reason::NodeLimit));
        assert_eq!(run.counters.nodes.get(), nodes);
        let (ending, found, run) = sets::solve(&FRONTIER, &model, Goal::First, limits);
        assert_eq!((ending, found.len()), (Ending::Stopped(Reason::NodeLimit), 0));
        assert_eq!(run.counters.nodes.get(), nodes);
    }
}
