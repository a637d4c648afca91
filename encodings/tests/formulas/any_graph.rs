//! Independent and dominating sets of any graph, by every encoding, are those of brute force.

use std::{collections::BTreeSet, sync::Arc};

use crate::support::{VarisatSolver, cases, encode, encoding, encodings_of, sizes};
use petgraph::graph::DiGraph;
use proptest::{collection::vec, prelude::*};
use satranj_encodings::{
    dominating_set::DominatingSet,
    encoding::{Encoding, Options, Reading},
    graph::Graph,
    independent_set::IndependentSet,
    model::{Count, Model, Sense, Witness},
    vertex_cover::VertexCover,
    weighted_set::WeightedSet,
};

const VERTICES: u32 = 6;

/// Whether a set is one of those that are requested, whatever it weighs.
type IsOne<'a> = &'a dyn Fn(&[u32]) -> bool;

/// Whether an edge joins two nodes.
fn joined(edges: &[(u32, u32)], a: u32, b: u32) -> bool {
    a != b && (edges.contains(&(a, b)) || edges.contains(&(b, a)))
}

/// The sets of this many vertices that hold these given ones and of which that is true.
fn sets(count: u32, given: &[u32], is_one: impl Fn(&[u32]) -> bool) -> BTreeSet<Vec<u32>> {
    let members = |bits: u32| (0..VERTICES).filter(|v| bits >> v & 1 == 1).collect::<Vec<u32>>();
    let all = (0..1 << VERTICES).filter(|bits: &u32| bits.count_ones() == count).map(members);
    all.filter(|set| given.iter().all(|v| set.contains(v)) && is_one(set)).collect()
}

/// The witnesses of a model.
fn witnesses(encoding: &Encoding, model: &Model) -> BTreeSet<Vec<u32>> {
    let (cnf, encoded) = encode(encoding, model, Options::default());
    assert_eq!(sizes::size(encoding, model, Options::default()).clauses, cnf.len() as u64);
    let mut solver = VarisatSolver::of(&cnf);
    let mut found = BTreeSet::new();
    while let Some(assignment) = solver.solve(&[]) {
        let Ok(Reading::Witness(witness @ Witness::Vertices(_))) = encoded.read(&assignment) else {
            panic!("a satisfying assignment is a set of vertices");
        };
        solver.add(&encoded.exclude(&witness));
        assert!(found.insert(witness.numbers().to_vec()), "{witness:?} comes twice");
    }
    found
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn sets_of_vertices(
        edges in vec((0..VERTICES, 0..VERTICES), 0..12),
        given in vec(0..VERTICES, 0..2),
        blocked in vec(0..VERTICES, 0..2),
        count in 0..5u32,
        (total, independent) in any::<(bool, bool)>(),
    ) {
        let mut graph = DiGraph::<u8, ()>::new();
        let nodes: Vec<_> = (0..VERTICES).map(|node| graph.add_node(node as u8)).collect();
        for &(a, b) in &edges {
            graph.add_edge(nodes[a as usize], nodes[b as usize], ());
        }
        let apart = |set: &[u32]| {
            set.iter().all(|&a| set.iter().all(|&b| !joined(&edges, a, b)))
        };
        let mut set = IndependentSet::from_petgraph(&graph, Count::Exactly(count));
        set.given = given.clone();
        prop_assert!(!set.is_on_lattice() && set.single().is_none());
        let model = Model::IndependentSet(set);
        let names: Vec<&str> = encodings_of(&model).iter().map(|one| one.name()).collect();
        prop_assert_eq!(names, ["lines", "edges"]);
        for encoding in encodings_of(&model) {
            prop_assert_eq!(witnesses(encoding, &model), sets(count, &given, apart));
        }
        let plain = Graph::from_petgraph(&graph);
        let mut set = IndependentSet::clique_of(Arc::new(plain.clone()), Count::Exactly(count));
        set.given = given.clone();
        let together = |set: &[u32]| {
            set.iter().all(|&a| set.iter().all(|&b| a == b || joined(&edges, a, b)))
        };
        let model = Model::IndependentSet(set);
        for encoding in encodings_of(&model) {
            prop_assert_eq!(witnesses(encoding, &model), sets(count, &given, together));
        }
        let blocked: Vec<u32> =
            blocked.into_iter().filter(|vertex| !given.contains(vertex)).collect();
        let free = |set: &[u32]| !set.iter().any(|vertex| blocked.contains(vertex));
        let covers = |set: &[u32]| {
            free(set) && edges.iter().all(|(a, b)| a == b || set.contains(a) || set.contains(b))
        };
        let cover =
            VertexCover::new(plain, Count::Exactly(count), given.clone(), blocked.clone());
        let model = Model::VertexCover(cover);
        let names: Vec<&str> = encodings_of(&model).iter().map(|one| one.name()).collect();
        prop_assert_eq!(names, ["ends"]);
        for encoding in encodings_of(&model) {
            prop_assert_eq!(witnesses(encoding, &model), sets(count, &given, covers));
        }
        let mut set = DominatingSet::from_petgraph(&graph, Count::Exactly(count));
        (set.total, set.independent) = (total, independent);
        let set = set.with_given(given.clone()).with_blocked(blocked.clone());
        let model = Model::DominatingSet(set);
        let dominates = |set: &[u32]| {
            let by = |v: u32| {
                set.iter().any(|&one| joined(&edges, one, v) || one == v && !total)
            };
            free(set) && (0..VERTICES).all(by) && (!independent || apart(set))
        };
        let names: Vec<&str> = encodings_of(&model).iter().map(|one| one.name()).collect();
        prop_assert_eq!(names, ["cover"]);
        for encoding in encodings_of(&model) {
            prop_assert_eq!(witnesses(encoding, &model), sets(count, &given, dominates));
        }
    }

    #[test]
    fn sets_of_a_weight_that_is_enough(
        edges in vec((0..VERTICES, 0..VERTICES), 0..12),
        given in vec(0..VERTICES, 0..2),
        weights in vec(1..9_u32, VERTICES as usize),
        large in any::<bool>(),
        enough in 0..30_u64,
        total in any::<bool>(),
    ) {
        // Large weights are added, small ones are counted.
        let scale = if large { 1000 } else { 1 };
        let weights: Vec<u32> = weights.iter().zip(0..).map(|(weight, at)| weight * scale + at).collect();
        let enough = enough * u64::from(scale);
        let graph = Graph::from_edges(VERTICES, &edges);
        let weight = |set: &[u32]| set.iter().map(|&v| u64::from(weights[v as usize])).sum::<u64>();
        let mut independent = IndependentSet::on_graph(graph.clone(), Count::Optimum);
        independent.given = given.clone();
        let cover = VertexCover::new(graph.clone(), Count::Optimum, given.clone(), Vec::new());
        let mut dominating = DominatingSet::on_graph(graph, Count::Optimum).with_given(given.clone());
        dominating.total = total;
        let apart = |set: &[u32]| set.iter().all(|&a| set.iter().all(|&b| !joined(&edges, a, b)));
        let covers = |set: &[u32]| {
            edges.iter().all(|(a, b)| a == b || set.contains(a) || set.contains(b))
        };
        let dominates = |set: &[u32]| {
            (0..VERTICES).all(|v| {
                set.iter().any(|&one| joined(&edges, one, v) || one == v && !total)
            })
        };
        let asked: [(Model, Vec<&str>, IsOne<'_>); 3] = [
            (Model::IndependentSet(independent), vec!["lines", "edges"], &apart),
            (Model::VertexCover(cover), vec!["ends"], &covers),
            (Model::DominatingSet(dominating), vec!["cover"], &dominates),
        ];
        for (sets_of, expected_names, is_one) in asked {
            let weighted = WeightedSet::new(sets_of, weights.clone()).expect("a weight each");
            let is_most = weighted.direction() == Sense::Maximise;
            let model = Model::WeightedSet(weighted).with_value(enough);
            let is_enough = |set: &[u32]| {
                is_one(set) && if is_most { weight(set) >= enough } else { weight(set) <= enough }
            };
            let expected: BTreeSet<Vec<u32>> =
                (0..=VERTICES).flat_map(|count| sets(count, &given, is_enough)).collect();
            let names: Vec<&str> = encodings_of(&model).iter().map(|one| one.name()).collect();
            prop_assert_eq!(names, expected_names);
            for encoding in encodings_of(&model) {
                prop_assert_eq!(&witnesses(encoding, &model), &expected, "{}", encoding.name());
            }
        }
    }
}

#[test]
fn with_weights_nothing_is_counted() {
    let edges = [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (4, 5)];
    let graph = || Graph::from_edges(VERTICES, &edges);
    let mut set = IndependentSet::on_graph(graph(), Count::Optimum);
    set.given = vec![1];
    let cover = VertexCover::new(graph(), Count::Optimum, vec![1], vec![5]);
    let dominating = DominatingSet::on_graph(graph(), Count::Optimum).with_blocked(vec![5]);
    for (sets, name, clauses) in [
        (Model::IndependentSet(set), "edges", 6 + 1),
        (Model::VertexCover(cover), "ends", 6 + 2),
        (Model::DominatingSet(dominating), "cover", 6 + 1),
    ] {
        let weighted = WeightedSet::new(sets, vec![1, 2, 3, 4, 5, 6]).expect("a weight each");
        let model = Model::WeightedSet(weighted);
        let size = sizes::size(encoding(name), &model, Options::default());
        assert_eq!((size.variables, size.clauses), (VERTICES.into(), clauses), "{name}");
        let (_, encoded) = encode(encoding(name), &model, Options::default());
        let objective = encoded.objective().expect("the best is requested");
        let weights: Vec<u32> = objective.terms().map(|(_, weight)| weight).collect();
        assert_eq!(weights, [1, 2, 3, 4, 5, 6]);
        assert_eq!(Some(objective.sense), model.sense());
    }
}
