//! Carvings against plain enumeration and on families of graphs; puzzles check the certificates.

#[path = "../core/methods/boards.rs"]
#[allow(dead_code)]
mod boards;

use std::ops::ControlFlow;

use proptest::prelude::*;
use rand::RngExt;
use satranj_encodings::{
    graph::Graph,
    hamiltonian::{Hamiltonian, obstruction::HamiltonianObstruction},
    model::{Model, Obstruction, Witness},
};

use boards::tours::{any_model, exists, is_witness, knight};

use crate::{
    graphs::families::{self, FamilyMember},
    limits::{Limits, Reason},
    methods::{
        Context, Ending, Goal, MethodOptions,
        cycle::CycleQuestion,
        graph::carving::{CARVING, refuted_in_parts},
        meter::Meter,
    },
    puzzles::{
        Certificate, Puzzle, PuzzleRules,
        hamilton::{GraphCertificate, GraphStatement, Hamilton, HamiltonStatement},
    },
    random,
};

/// The method's result, checked by the definition, and how it ended.
fn solve(model: &Hamiltonian, seed: u64) -> (Ending, Option<Vec<u32>>) {
    let mut path = None;
    let mut take = |witness: Witness| {
        path = Some(witness.numbers().to_vec());
        ControlFlow::Break(())
    };
    let context = Context::new(Limits::default(), seed, MethodOptions::default());
    let stated = Model::Hamiltonian(model.clone());
    let ending = CARVING.solve(&stated, Goal::First, &context, &mut take).unwrap();
    if let Some(path) = &path {
        assert!(is_witness(model, path), "{path:?}");
    }
    (ending, path)
}

/// The puzzle of a model; its vertices are named by their numbers.
fn puzzle(model: &Hamiltonian) -> Hamilton {
    let name = |vertex: u32| vertex.to_string();
    let edges = model.graph().edge_list().map(|(a, b)| [a, b]).collect();
    let graph = GraphStatement::new(false, (0..model.vertices()).map(name).collect(), edges);
    let mut statement = HamiltonStatement::new(graph, model.closed);
    statement.start = model.start.map(name);
    statement.end = model.end.map(name);
    statement.given = model.given.iter().map(|&(a, b)| [name(a), name(b)]).collect();
    Hamilton::try_from(statement).unwrap()
}

/// Checks a reason by the rules of the puzzle, and that it fails with a part missing or a vertex
/// repeated; returns how many vertices it shows.
fn check(model: &Hamiltonian, reason: &Obstruction) -> usize {
    let puzzle = puzzle(model);
    let certificate = puzzle.explain(reason).unwrap();
    assert_eq!(puzzle.verify_certificate(&certificate, None), Ok(()));
    let Certificate::Graph(GraphCertificate::Carving { vertices, joins, replaced }) = certificate
    else {
        panic!("{certificate:?}")
    };
    let is_refused_with = |vertices: Vec<String>, joins: Vec<u32>, replaced: Vec<u32>| {
        let forged = Certificate::Graph(GraphCertificate::Carving { vertices, joins, replaced });
        puzzle.verify_certificate(&forged, None).unwrap_err()
    };
    let is_refused =
        |vertices: Vec<String>, joins: Vec<u32>| is_refused_with(vertices, joins, replaced.clone());
    is_refused_with(vertices.clone(), joins.clone(), [&replaced[..], &[1 << 31]].concat());
    if let [first, others @ ..] = &replaced[..] {
        is_refused_with(vertices.clone(), joins.clone(), [&[first - 1], others].concat());
        is_refused_with(vertices.clone(), joins.clone(), Vec::new());
    }
    let mut twice = vertices.clone();
    twice.push(vertices[0].clone());
    is_refused(twice, [&joins[..], &[1]].concat());
    is_refused(vertices.clone(), joins[1..].to_vec());
    let mut more = joins.clone();
    *more.last_mut().unwrap() += 1;
    is_refused(vertices.clone(), more);
    vertices.len()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// Every answer is right, and every reason holds.
    #[test]
    fn small_graphs_as_by_enumeration(model in any_model(7), seed in 0_u64..4) {
        let exists = exists(&model);
        match solve(&model, seed) {
            (Ending::Enough, Some(_)) => prop_assert!(exists),
            (Ending::Exhausted, None) => prop_assert!(!exists),
            (Ending::Proved(reason), None) => {
                prop_assert!(!exists && model.closed);
                check(&model, &reason);
            }
            (ending, path) => prop_assert!(false, "{:?} {:?}", ending, path),
        }
    }
}

/// A "no" by replaced parts, if there is one.
fn refute_in_parts(model: &Hamiltonian) -> Option<Obstruction> {
    let context = Context::new(Limits::default(), 1, MethodOptions::default());
    let question = CycleQuestion::new(model)?;
    let mut meter = Meter::new(&context).unwrap();
    match refuted_in_parts(&question.graph, &question.forced, &context, &mut meter) {
        Ok(order) => Some(Obstruction::Hamiltonian(order.reason(model).unwrap())),
        Err(reason) => {
            assert_eq!(reason, Reason::IncompleteMethod);
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    /// Parts are replaced only where no cycle is lost.
    #[test]
    fn small_graphs_in_parts_as_by_enumeration(model in any_model(7)) {
        let mut model = model;
        (model.closed, model.start, model.end) = (true, None, None);
        if let Some(reason) = refute_in_parts(&model) {
            prop_assert!(!exists(&model), "{reason:?}");
            check(&model, &reason);
        }
    }
}

/// The dot product of this many Petersen graphs, at random edges: two edges of the graph so far are
/// replaced by four edges to a Petersen graph without two adjacent vertices.
fn random_product(factors: u32, seed: u64) -> Graph {
    let mut generator = random::generator(seed);
    let petersen = |a: u32| [(a, (a + 1) % 5), (a, a + 5), (a + 5, (a + 2) % 5 + 5)];
    let mut edges: Vec<(u32, u32)> = (0..5).flat_map(petersen).collect();
    for factor in 1..factors {
        // Without 0 and 1, whose other neighbours are 4, 5 and 2, 6.
        let number = |vertex: u32| 2 + 8 * factor + vertex - 2;
        let [(a, b), (c, d)] = loop {
            let [one, other] = [(); 2].map(|()| generator.random_range(0..edges.len()));
            let ((a, b), (c, d)) = (edges[one], edges[other]);
            if ![c, d].contains(&a) && ![c, d].contains(&b) {
                edges.swap_remove(one.max(other));
                edges.swap_remove(one.min(other));
                break [(a, b), (c, d)];
            }
        };
        let is_kept = |&(a, b): &(u32, u32)| a > 1 && b > 1;
        let kept = (0..5).flat_map(petersen).filter(is_kept);
        edges.extend(kept.map(|(a, b)| (number(a), number(b))));
        edges.extend([(a, number(4)), (b, number(5)), (c, number(2)), (d, number(6))]);
    }
    Graph::from_edges(8 * factors + 2, &edges)
}

#[test]
fn random_products_of_petersen_graphs() {
    for (factors, seed) in [(2, 0), (3, 1), (5, 2), (9, 3)] {
        let model = Hamiltonian::on_graph(random_product(factors, seed), true);
        let reason = refute_in_parts(&model).unwrap();
        assert!(check(&model, &reason) <= model.vertices() as usize);
        // With an extra edge it is not refuted by mistake.
        let mut edges: Vec<(u32, u32)> = model.graph().edge_list().collect();
        edges.push((0, model.vertices() - 1));
        let more = Hamiltonian::on_graph(Graph::from_edges(model.vertices(), &edges), true);
        if let (Ending::Enough, _) = solve(&more, 1) {
            assert_eq!(refute_in_parts(&more), None);
        }
    }
    // No carving of the whole graph is narrow enough.
    let model = Hamiltonian::on_graph(random_product(50, 4), true);
    let (Ending::Proved(reason), None) = solve(&model, 1) else { panic!() };
    let Obstruction::Hamiltonian(HamiltonianObstruction::Carving { replaced, .. }) = &reason else {
        panic!("{reason:?}")
    };
    assert!(!replaced.is_empty());
    check(&model, &reason);
}

fn member(name: &str, size: &[u32]) -> Hamiltonian {
    let family = families::by_name(name).unwrap();
    let member = FamilyMember::new(family, size.into(), 0, true).unwrap();
    let edges = member.draw(&mut random::generator(3));
    Hamiltonian::on_graph(Graph::from_edges(member.vertices(), &edges), true)
}

#[test]
fn chains_and_rings_of_small_graphs() {
    for (name, size) in [
        ("petersen-product", vec![1]),
        ("petersen-product", vec![12]),
        ("flower-snark", vec![9]),
        ("generalised-petersen", vec![17, 2]),
    ] {
        let model = member(name, &size);
        let (Ending::Proved(reason), None) = solve(&model, 1) else { panic!("{name} {size:?}") };
        assert!(check(&model, &reason) <= model.vertices() as usize);
    }
    for (name, size) in
        [("generalised-petersen", vec![40, 3]), ("fhcp-snark", vec![15]), ("sheehan", vec![12])]
    {
        let model = member(name, &size);
        assert_eq!(solve(&model, 1).0, Ending::Enough, "{name} {size:?}");
    }
}

#[test]
fn boards_that_are_narrow_or_wide() {
    assert_eq!(solve(&knight(3, 10, true), 1).0, Ending::Enough);
    assert!(matches!(solve(&knight(4, 6, true), 1).0, Ending::Proved(_)));
    assert_eq!(solve(&knight(20, 20, true), 1).0, Reason::IncompleteMethod.into());
}
