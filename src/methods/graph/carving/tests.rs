//! Carvings against plain enumeration and on families of graphs; certificates as puzzles check them.

use std::ops::ControlFlow;

use proptest::prelude::*;
use satranj_encodings::{
    graph::Graph,
    model::{Model, Obstruction},
};

use super::*;
use crate::{
    graphs::families::{self, FamilyMember},
    limits::Limits,
    methods::{
        MethodOptions,
        boards::tours::{any_model, exists, is_witness, knight},
    },
    puzzles::{
        Certificate, Puzzle,
        hamilton::{GraphCertificate, GraphStatement, Hamilton, HamiltonStatement},
    },
};

/// What the method finds, checked by the definition, and how it ended.
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

/// The puzzle of a model, its vertices named by their numbers.
fn puzzle(model: &Hamiltonian) -> Hamilton {
    let name = |vertex: u32| vertex.to_string();
    let graph = GraphStatement {
        directed: false,
        vertices: (0..model.vertices()).map(name).collect(),
        edges: model.graph().edge_list().map(|(a, b)| [a, b]).collect(),
    };
    let mut statement = HamiltonStatement::new(graph, model.closed);
    statement.start = model.start.map(name);
    statement.end = model.end.map(name);
    statement.given = model.given.iter().map(|&(a, b)| [name(a), name(b)]).collect();
    Hamilton::try_from(statement).unwrap()
}

/// Checks a reason by the rules of the puzzle, and that it does not hold with one part too few or
/// a vertex twice; how many vertices it shows.
fn check(model: &Hamiltonian, reason: &Obstruction) -> usize {
    let puzzle = puzzle(model);
    let certificate = puzzle.explain(reason).unwrap();
    assert_eq!(puzzle.verify_certificate(&certificate, None), Ok(()));
    let Certificate::Graph(GraphCertificate::Carving { vertices, joins }) = certificate else {
        panic!("{certificate:?}")
    };
    let is_refused = |vertices: Vec<String>, joins: Vec<u32>| {
        let forged = Certificate::Graph(GraphCertificate::Carving { vertices, joins });
        puzzle.verify_certificate(&forged, None).unwrap_err()
    };
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
