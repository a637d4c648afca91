//! Every method of placements against plain enumeration on small boards.

use rand::Rng;
use satranj_encodings::graph::Graph;

use super::*;
use crate::{
    methods::{boards::sets::army, native::placement::frontier::orders},
    random::generator,
};

/// The sets that are requested, and for an optimum its value.
fn asked_for(set: &IndependentSet, sets: &[Vec<u32>]) -> (Vec<Vec<u32>>, Option<u32>) {
    let army = army(set);
    let values = sets.iter().filter_map(|set| army.value(set));
    let best = if set.is_optimum() { values.max() } else { None };
    let is_asked_for = |set: &&Vec<u32>| {
        army.value(set).is_some_and(|value| best.is_none_or(|best| best == value))
    };
    (sets.iter().filter(is_asked_for).cloned().collect(), best)
}

/// Compares everything that the methods say of a model with plain enumeration.
fn check(set: &IndependentSet) {
    let sets = army(set).sets();
    let (asked, best) = asked_for(set, &sets);
    let (ending, mut found) =
        solve(set, if best.is_some() { Goal::First } else { Goal::All }, &unlimited());
    if set.is_optimum() {
        assert_eq!(ending, Ending::Exhausted, "{set:?}");
        assert!(found.iter().all(|found| sets.contains(found)), "{found:?} of {set:?}");
        let values: Vec<u32> = found.iter().map(|found| set.value(found)).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?} of {set:?}");
        assert_eq!(values.last().copied(), best, "{set:?}");
        assert!(found.last().is_none_or(|last| asked.contains(last)), "{set:?}");
    } else {
        assert_eq!(ending, Ending::Exhausted, "{set:?}");
        let mut expected = asked.clone();
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{set:?}");
        let (ending, found) = solve(set, Goal::First, &unlimited());
        assert_eq!(found.len(), asked.len().min(1), "{set:?}");
        assert_eq!(ending == Ending::Enough, !asked.is_empty(), "{set:?}");
    }
    let mut sizes = vec![0u64; sets.iter().map(|set| set.len() + 1).max().unwrap_or(0)];
    for set in &sets {
        sizes[set.len()] += 1;
    }
    let model = Model::IndependentSet(set.clone());
    for method in COUNTING {
        for counting in [PLAIN, BY_SIZE] {
            if !method.counts(&model, counting) {
                continue;
            }
            let expected = Counted {
                count: asked.len().into(),
                objective: asked
                    .first()
                    .filter(|_| set.is_optimum())
                    .map(|best| set.value(best).into()),
                by_size: if counting.by_size { numbers(&sizes) } else { Vec::new() },
                ..Counted::default()
            };
            assert_eq!(count(method, set, counting), expected, "{} {set:?}", method.name());
        }
    }
}

#[test]
fn one_kind_as_plain_enumeration() {
    let mut generator = generator(1);
    for rows in 1..=4 {
        for columns in 1..=5 {
            for (number, piece) in PIECES.iter().enumerate() {
                for case in 0..3 {
                    let cells = rows * columns;
                    let blocked: Vec<u32> = (0..cells)
                        .filter(|_| case > 0 && generator.next_u32().is_multiple_of(4))
                        .collect();
                    let lattice = lattice(rows, columns, &blocked, piece);
                    let count = match generator.next_u32() % 6 {
                        0 => Count::Optimum,
                        some => Count::Exactly(some + number as u32 % 2),
                    };
                    let mut set = IndependentSet::on_lattice(lattice, count);
                    for _ in 0..case {
                        if set.vertices() > 0 && generator.next_u32().is_multiple_of(2) {
                            set.given.push(generator.next_u32() % set.vertices());
                        }
                    }
                    check(&set);
                    if case == 1 {
                        check(&set.unshielded());
                    }
                }
            }
        }
    }
}

#[test]
fn armies_as_plain_enumeration() {
    let mut generator = generator(2);
    let mut below = |bound: u32| generator.next_u32() % bound;
    for case in 0..150 {
        let (rows, columns) = (1 + below(3), 1 + below(3));
        let blocked: Vec<u32> = (0..rows * columns).filter(|_| below(6) == 0).collect();
        let kinds = (0..2 + below(2)).map(|_| PieceKind {
            lattice: lattice(rows, columns, &blocked, PIECES[below(PIECES.len() as u32) as usize]),
            side: [None, Some(0), Some(1)][below(3) as usize],
            count: [Count::Optimum, Count::Exactly(1), Count::Exactly(2)][below(3) as usize],
        });
        let mut set = IndependentSet::army(kinds.collect());
        for _ in 0..case % 3 {
            if set.vertices() > 0 {
                set.given.push(below(set.vertices()));
            }
        }
        check(&set);
    }
}

#[test]
fn a_given_vertex_that_is_none() {
    for piece in ["knight", "rook", "bishop"] {
        let mut set = board(3, 3, piece, Count::Exactly(2));
        set.given.push(u32::MAX);
        check(&set);
    }
}

/// Independent sets of random graphs, sparse and dense, in components or not.
#[test]
fn graphs_as_plain_enumeration() {
    let mut generator = generator(3);
    for case in 0..120 {
        let vertices = 1 + generator.next_u32() % 11;
        let dense = 2 + case % 7;
        let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (b, a)));
        let edges: Vec<(u32, u32)> =
            pairs.filter(|_| generator.next_u32().is_multiple_of(dense)).collect();
        let sets: Vec<u32> = (0..1u32 << vertices)
            .filter(|set| edges.iter().all(|&(a, b)| set >> a & set >> b & 1 == 0))
            .collect();
        let given = (case % 3 == 0).then(|| generator.next_u32() % vertices);
        let mut sizes = vec![0u64; vertices as usize + 1];
        for set in sets.iter().filter(|&&set| given.is_none_or(|given| set >> given & 1 == 1)) {
            sizes[set.count_ones() as usize] += 1;
        }
        while sizes.last() == Some(&0) {
            sizes.pop();
        }
        let graph = Graph::from_edges(vertices, &edges);
        for asked in [Count::Optimum, Count::Exactly(3)] {
            let mut set = IndependentSet::on_graph(graph.clone(), asked);
            set.given.extend(given);
            let counted = count(&COMPONENTS, &set, BY_SIZE);
            assert_eq!(counted.by_size, numbers(&sizes), "{edges:?}");
            assert_eq!(count(&COMPONENTS, &set, PLAIN).count, counted.count, "{edges:?}");
        }
    }
}

/// A given vertex cuts the graph: an order that leaves its component counts vertices that cannot be taken.
#[test]
fn orders_stay_in_their_component() {
    let path: Vec<(u32, u32)> = (0..19).map(|vertex| (vertex, vertex + 1)).collect();
    let mut set = IndependentSet::on_graph(Graph::from_edges(20, &path), Count::Optimum);
    set.given.push(9);
    let component: Vec<u32> = (11..20).collect();
    let orders = orders(&set, &component);
    assert!(orders.len() > 1);
    for mut order in orders {
        order.sort_unstable();
        assert_eq!(order, component);
    }
}
