//! Shared by the unit tests of these methods: small problems, all their solutions, an independent check.

use std::{collections::BTreeSet, ops::ControlFlow};

use rand::RngExt;
use satranj_encodings::{
    model::{Model, Witness},
    queens::Queens,
};
use satranj_oracles::queens::PlainQueens;

use crate::{
    limits::{Limits, Reason},
    methods::{Context, Ending, Goal, Method, MethodOptions},
    random,
};

/// OEIS A000170 from n = 1.
pub const TOTAL: [u64; 18] = [
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
];

/// OEIS A002562 from n = 1.
pub const FUNDAMENTAL: [u64; 18] = [
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955, 11_977_939,
    83_263_591,
];

/// The problem with nothing given or forbidden.
pub fn free(n: u32) -> Queens {
    Queens::new(n, vec![], vec![])
}

/// A run without limits.
pub fn run(seed: u64) -> Context {
    Context::new(Limits::default(), seed, MethodOptions::default())
}

fn plain(problem: &Queens) -> PlainQueens {
    let Queens { n, given, forbidden, .. } = problem;
    PlainQueens { n: *n, given: given.clone(), forbidden: forbidden.clone() }
}

/// Whether these columns solve the problem, by its definition.
pub fn is_solution(problem: &Queens, columns: &[u32]) -> bool {
    plain(problem).is_solution(columns)
}

/// All solutions, by trying every permutation.
pub fn brute_force(problem: &Queens) -> BTreeSet<Vec<u32>> {
    plain(problem).all()
}

/// Small problems with given queens and forbidden cells: some drawn, some from solutions.
pub fn cases(count: usize) -> Vec<Queens> {
    let mut generator = random::generator(7);
    let mut cases = vec![
        Queens::new(1, vec![(0, 0)], vec![]),
        Queens::new(1, vec![(0, 0)], vec![(0, 0)]),
        Queens::new(1, vec![], vec![(0, 0)]),
        Queens::new(4, vec![(0, 1), (0, 1)], vec![]),
        Queens::new(8, vec![(0, 0), (7, 7)], vec![]),
    ];
    while cases.len() < count {
        let n = generator.random_range(1..=7);
        let mut cells = |most: u32| -> Vec<(u32, u32)> {
            let count = generator.random_range(0..=most);
            (0..count)
                .map(|_| (generator.random_range(0..n), generator.random_range(0..n)))
                .collect()
        };
        cases.push(Queens::new(n, cells(2), cells(n * n / 3)));
    }
    cases
}

/// The first solution of a method and how it ended; the solution is checked.
pub fn first(method: &Method, problem: &Queens, run: &Context) -> (Option<Vec<u32>>, Ending) {
    let model = Model::Queens(problem.clone());
    assert!(method.supports(&model, Goal::First));
    let mut solution = None;
    let ending = method.solve(&model, Goal::First, run, &mut |witness| {
        let Witness::Columns(columns) = witness else { panic!("{witness:?}") };
        assert!(is_solution(problem, &columns), "{}: {columns:?}", method.name());
        solution = Some(columns);
        ControlFlow::Break(())
    });
    (solution, ending.unwrap())
}

/// All solutions of a complete method; each is checked, none may come twice.
pub fn all(method: &Method, problem: &Queens, run: &Context) -> BTreeSet<Vec<u32>> {
    let model = Model::Queens(problem.clone());
    assert!(method.supports(&model, Goal::All));
    let mut solutions = BTreeSet::new();
    let ending = method.solve(&model, Goal::All, run, &mut |witness| {
        let Witness::Columns(columns) = witness else { panic!("{witness:?}") };
        assert!(is_solution(problem, &columns), "{}: {columns:?}", method.name());
        assert!(solutions.insert(columns), "{} repeats a solution", method.name());
        ControlFlow::Continue(())
    });
    assert_eq!(ending.unwrap(), Ending::Exhausted);
    solutions
}

/// Asks a local search of many small problems: what it finds is right, and it finds nothing
/// where nothing is; how many of those with a solution it solved, and how many there were.
pub fn local_search(method: &Method, count: usize) -> (usize, usize) {
    let (mut solved, mut solvable) = (0, 0);
    for problem in cases(count) {
        let exists = !brute_force(&problem).is_empty();
        solvable += usize::from(exists);
        match first(method, &problem, &run(1)) {
            (Some(_), Ending::Enough) => solved += 1,
            (None, Ending::Exhausted) => assert!(!exists, "{problem:?}"),
            (None, Ending::Stopped(Reason::IncompleteMethod)) => {}
            other => panic!("{other:?}: {problem:?}"),
        }
    }
    (solved, solvable)
}
