//! The encodings of meetings, routes and exchanges, solved by varisat, find exactly what brute
//! force finds, and are as large as they say.

use std::collections::BTreeSet;

use crate::support::{
    VarisatSolver, cases, encode, encoding, encodings_of, knight,
    placements::board,
    plain,
    plans::{all, comparable, turns},
    sizes,
};
use proptest::{collection::vec, prelude::*};
use rustsat::{instances::BasicVarManager, types::Var};
use satranj_encodings::{
    at_most_one::AtMostOne,
    clause::Cnf,
    counter::ClauseCounter,
    encoding::{EncodeError, Encoded, Encoding, Options, Reading, Size},
    exchange::{Arrangement, Exchange},
    lattice::{Lattice, Step},
    meeting::{Meeting, Rider},
    model::{Model, Sense, Witness},
    planning::{PLANNING, least_horizon, most_horizon, states_within_a_horizon},
    route::Route,
    totalizer::Bound,
};
use satranj_oracles::exchanges::PlainExchange;

/// The numbers of kings, knights, rooks and queens in the pieces of the tests.
const KING: usize = 0;
const KNIGHT: usize = 1;
const ROOK: usize = 2;
const QUEEN: usize = 4;
/// One that rides by twos.
const BY_TWOS: usize = 7;

fn read(encoded: &dyn Encoded, assignment: &satranj_encodings::clause::Assignment) -> Witness {
    match encoded.read(assignment).expect("a satisfying assignment can be read") {
        Reading::Witness(witness) => witness,
        Reading::Cuts(_) => panic!("a complete encoding needs no cuts"),
    }
}

/// Writes the clauses and compares their number with the predicted one.
fn written<'m>(
    encoding: &Encoding,
    model: &'m Model,
    options: Options,
) -> (Cnf, Box<dyn Encoded + 'm>) {
    let name = encoding.name();
    let (cnf, encoded) = encode(encoding, model, options);
    let predicted = sizes::size(encoding, model, options);
    let is = Size { variables: encoded.variables().into(), clauses: cnf.len() as u64 };
    assert_eq!(predicted, is, "{name}: {model:?}");
    for literal in cnf.iter().flatten() {
        assert!(literal.vidx32() < encoded.variables(), "{name}: {literal}");
    }
    (cnf, encoded)
}

/// Compares all encodings of a model with a horizon with brute force; the number of witnesses.
fn agree_with(model: &Model, options: Options) -> usize {
    let expected = all(model);
    let encodings = encodings_of(model);
    assert!(encodings.iter().any(|encoding| encoding.name() == "planning"));
    for encoding in encodings {
        let (cnf, encoded) = written(encoding, model, options);
        assert_eq!(encoded.objective(), None);
        let mut solver = VarisatSolver::of(&cnf);
        let mut found = BTreeSet::new();
        while let Some(assignment) = solver.solve(&[]) {
            let witness = read(&*encoded, &assignment);
            if let (Model::Meeting(model), Witness::Meeting { vertex, paths }) = (model, &witness) {
                is_meeting(model, *vertex, paths);
            }
            let clause = encoded.exclude(&witness);
            assert!(!clause.iter().any(|&literal| assignment.satisfies(literal)));
            assert!(found.insert(comparable(&witness)), "{witness:?} comes twice");
            solver.add(&clause);
        }
        assert_eq!(found, expected, "{}: {model:?}", encoding.name());
    }
    expected.len()
}

fn agree(model: &Model) -> usize {
    agree_with(model, Options::default())
}

/// Checks the paths to a vertex.
fn is_meeting(model: &Meeting, vertex: u32, paths: &[Vec<u32>]) {
    assert_eq!(paths.len(), model.riders.len());
    for (rider, path) in model.riders.iter().zip(paths) {
        let mut at = rider.vertex;
        for &to in path {
            let mut list = Vec::new();
            model.lattice().neighbours(at, &mut list);
            assert!(list.contains(&to), "{at} to {to}");
            at = to;
        }
        assert_eq!(at, vertex);
    }
}

/// The fewest turns by the assignment encoding and an ever tighter bound, as by brute force.
fn fewest_turns(meeting: &Meeting, options: Options) -> Option<u64> {
    let expected = turns(meeting).into_iter().flatten().min();
    let model = Model::Meeting(Meeting { at_most: None, ..meeting.clone() });
    let (cnf, encoded) = written(encoding("assignment"), &model, options);
    let objective = encoded.objective().expect("the best is requested");
    assert_eq!(objective.sense, Sense::Minimise);
    let mut solver = VarisatSolver::of(&cnf);
    let mut variables = BasicVarManager::from_next_free(Var::new(encoded.variables()));
    let mut bound = Bound::new(&objective.literals, objective.sense);
    let mut best = None;
    while let Some(assignment) = solver.solve(&[]) {
        let value = model.value(&read(&*encoded, &assignment));
        let counted = objective.literals.iter().filter(|&&l| assignment.satisfies(l)).count();
        assert!(value <= counted as u64 && best.is_none_or(|best| value < best));
        best = Some(value);
        let mut tighter = Cnf::default();
        bound.tighten(value as u32, &mut variables, &mut tighter).unwrap();
        tighter.iter().for_each(|clause| solver.add(clause));
    }
    assert_eq!(best, expected, "{model:?}");
    best
}

fn meeting(lattice: Lattice, riders: &[(u32, u32)], most: u64) -> Meeting {
    let riders = riders.iter().map(|&(vertex, jumps)| Rider { vertex, jumps }).collect();
    Meeting { at_most: Some(most), ..Meeting::new(lattice, riders) }
}

/// An exchange on a board whose rows are words of `.`, `#` and the digits of kinds.
fn exchange(rows: &str, goal: &str, pieces: &[usize], parallel: bool, most: u64) -> Exchange {
    let cells = |rows: &str| -> Vec<u8> { rows.bytes().filter(|&byte| byte != b'/').collect() };
    let blocked: Vec<bool> = cells(rows).iter().map(|&cell| cell == b'#').collect();
    let height = rows.split('/').count() as u32;
    let width = blocked.len() as u32 / height;
    let arrangement = |rows: &str| -> Arrangement {
        let free = cells(rows).into_iter().filter(|&cell| cell != b'#');
        free.map(|cell| cell.is_ascii_digit().then(|| cell - b'0')).collect()
    };
    let kinds: Vec<Lattice> =
        pieces.iter().map(|&piece| board(height, width, &blocked, piece)).collect();
    let cells = kinds.first().cloned().unwrap_or_else(|| board(height, width, &blocked, KING));
    let (start, goal) = (arrangement(rows), arrangement(goal));
    Exchange { cells, kinds, start, goal, parallel, at_most: Some(most) }
}

#[test]
fn horizons_are_bounded_by_distances() {
    let route = Model::Route(Route::new(knight(4, 4), 0, 15, None));
    assert_eq!(most_horizon(&route, &|| false), Some(15));
    let riders = |lattice| Model::Meeting(meeting(lattice, &[(0, 1), (3, 1)], 9));
    assert_eq!(most_horizon(&riders(knight(4, 4)), &|| false), None);
    // No knight moves on a line, so these riders cannot meet.
    assert_eq!(most_horizon(&riders(knight(1, 4)), &|| false), Some(0));
    // Two kings walk two squares each: one after the other, or together.
    for (parallel, least) in [(false, 4), (true, 2)] {
        let model = Model::Exchange(exchange("0../0..", "..0/..0", &[KING], parallel, 9));
        assert_eq!((least_horizon(&model), most_horizon(&model, &|| false)), (least, None));
    }
}

#[test]
fn routes_below_at_and_above_the_distance() {
    let route = |lattice: &Lattice, from, to, most| {
        let route = Route::new(lattice.clone(), from, to, None);
        agree(&Model::Route(Route { at_most: Some(most), ..route }))
    };
    // Opposite corners of 4x4 are two knight's moves apart, and have one colour.
    let large = knight(4, 4);
    assert_eq!([1, 2, 3, 4, 5, 6].map(|most| route(&large, 0, 15, most)), [0, 2, 2, 2, 2, 10]);
    assert_eq!(route(&knight(3, 3), 0, 8, u64::MAX), 2);
    assert_eq!(route(&knight(3, 3), 0, 4, 9), 0);
    assert_eq!(route(&knight(3, 3), 5, 5, 0), 1);
    assert_eq!(route(&knight(3, 3), 5, 5, u64::MAX), 1);
    assert_eq!(route(&board(1, 1, &[], KING), 0, 0, 7), 1);
    let ring = [false, false, false, false, true, false, false, false, false];
    let ring = board(3, 3, &ring, ROOK);
    assert_eq!([1, 2, 3, 4].map(|most| route(&ring, 0, 7, most)), [0, 2, 6, 8]);
}

#[test]
fn meetings_below_at_and_above_the_best() {
    for (riders, best) in [
        (&[(0, 1), (15, 1)][..], Some(2)),
        (&[(0, 1), (15, 2), (3, 1)], Some(6)),
        (&[(5, 3)], Some(0)),
        (&[], None),
    ] {
        let options = Options::default();
        assert_eq!(fewest_turns(&meeting(knight(4, 4), riders, 0), options), best);
        let mut counts = Vec::new();
        for most in [0, 1, 2, 3, 4, 5, 9, u64::MAX] {
            counts.push(agree(&Model::Meeting(meeting(knight(4, 4), riders, most))));
        }
        assert_eq!(counts.last(), Some(&if riders.is_empty() { 0 } else { 16 }));
    }
    // The middle of 3x3 is apart.
    for riders in [&[(0, 1), (4, 1)][..], &[(4, 2)], &[(0, 1), (8, 2)]] {
        fewest_turns(&meeting(knight(3, 3), riders, 0), Options::default());
        for most in [0, 1, 2, 4, 100] {
            agree(&Model::Meeting(meeting(knight(3, 3), riders, most)));
        }
    }
    let blocked = Model::Meeting(meeting(board(1, 1, &[true], KING), &[], 3));
    assert_eq!(agree(&blocked), 0);
}

#[test]
fn exchanges_below_at_and_above_the_optimum() {
    // Two kings trade places around one another; a king and a rook of other steps.
    for (rows, goal, pieces, parallel, counts) in [
        ("01/..", "10/..", &[KING, KING][..], false, [0, 0, 0, 4]),
        ("0./.1", "1./.0", &[KING, KING], true, [0, 0, 2, 18]),
        ("0../..1", "1../..0", &[ROOK, KNIGHT], false, [0, 0, 0, 2]),
        ("0./..", "0./..", &[KING], false, [1, 1, 4, 10]),
        ("0.#/..0", "..#/.00", &[ROOK], true, [0, 0, 2, 8]),
        ("../..", "../..", &[], false, [1, 1, 1, 1]),
        ("0...0", ".0.0.", &[BY_TWOS], true, [0, 0, 0, 0]),
        ("0..1", ".0.1", &[QUEEN, QUEEN], true, [0, 1, 4, 15]),
    ] {
        let count = |most| agree(&Model::Exchange(exchange(rows, goal, pieces, parallel, most)));
        let found = [0, 1, 2, 3].map(count);
        assert_eq!(found, counts, "{rows} to {goal}");
    }
}

/// The least horizon with a plan, from the one that distances allow.
fn shortest(model: &Model) -> u64 {
    let least = least_horizon(model);
    let has_plan = |horizon: &u64| {
        let model = model.with_value(*horizon);
        let (cnf, _) = written(&PLANNING, &model, Options::default());
        VarisatSolver::of(&cnf).solve(&[]).is_some()
    };
    (least..least + 20).find(has_plan).expect("there is a plan")
}

#[test]
fn the_least_horizon_is_no_longer_than_a_plan() {
    let mut found = Vec::new();
    for parallel in [false, true] {
        for (rows, goal) in [("0.1/...", "1.0/..."), ("01./...", "10./..."), ("0../..1", "1../..0")]
        {
            let model = Model::Exchange(exchange(rows, goal, &[KING, KING], parallel, 0));
            let shortest = shortest(&model);
            assert!(all(&model.with_value(shortest - 1)).is_empty());
            assert!(!all(&model.with_value(shortest)).is_empty());
            found.push(shortest);
        }
    }
    assert_eq!(found, [4, 3, 4, 2, 2, 2]);
    let meeting = Model::Meeting(meeting(knight(4, 4), &[(0, 1), (15, 2), (3, 1)], 0));
    assert_eq!(shortest(&meeting), 6);
}

#[test]
fn what_is_not_stated() {
    let at_most = |most| {
        let route = Route::new(knight(3, 3), 0, 8, None);
        Model::Route(Route { at_most: most, ..route })
    };
    assert!(PLANNING.supports(&at_most(Some(3))) && !PLANNING.supports(&at_most(None)));
    assert!(states_within_a_horizon(&at_most(None)));
    let weighted = Route::new(knight(3, 3), 0, 8, Some(vec![1; 9]));
    let weighted = Model::Route(Route { at_most: Some(3), ..weighted });
    assert!(!PLANNING.supports(&weighted) && !states_within_a_horizon(&weighted));
    // Two and three squares at a time: of the ways of six none is over the squares of the other.
    let rides = |by: &[i32]| -> Lattice {
        let both = by.iter().flat_map(|&by| [by, -by]);
        let steps = both.map(|columns| Step::ride(0, columns));
        Lattice::new(1, 9, None, steps.collect())
    };
    for (by, states) in [(&[1, 2, 3][..], false), (&[2, 3], false), (&[2, 4], true), (&[3], true)] {
        let cells = rides(by);
        let mut start = vec![None; 9];
        start[0] = Some(0);
        let goal = start.iter().rev().copied().collect();
        let kinds = vec![cells.clone()];
        let at_most = Some(2);
        let model = Exchange { cells, kinds, start, goal, parallel: false, at_most };
        let model = Model::Exchange(model);
        assert_eq!(PLANNING.supports(&model), states, "{by:?}");
        if states {
            agree(&model);
        }
    }
}

#[test]
fn too_long_a_horizon_is_refused_at_once() {
    let long = [
        Model::Exchange(exchange("0./..", "0./..", &[KING], true, u64::MAX)),
        Model::Exchange(exchange("0./..", "0./..", &[KING], false, 1 << 29)),
        Model::Exchange(exchange("..", "..", &[], false, u64::MAX)),
    ];
    for model in long {
        let mut counter = ClauseCounter::default();
        let refused = PLANNING.encode(&model, Options::default(), &mut counter).err();
        let Some(EncodeError::TooManyVariables { encoding: "planning", variables }) = refused
        else {
            panic!("{refused:?}");
        };
        assert!(variables >= 1 << 30);
        assert_eq!(counter.clauses(), 0);
    }
}

fn small_board() -> impl Strategy<Value = (u32, u32, Vec<bool>, usize)> {
    (1..=3u32, 1..=4u32, 0..9usize).prop_flat_map(|(rows, columns, piece)| {
        let blocked = vec(proptest::bool::weighted(0.15), (rows * columns) as usize);
        (Just(rows), Just(columns), blocked, Just(piece))
    })
}

fn amo(index: usize) -> Options {
    Options { at_most_one: AtMostOne::ALL[index], ..Options::default() }
}

proptest! {
    #![proptest_config(cases(250))]

    #[test]
    fn random_meetings(
        (rows, columns, blocked, piece) in small_board(),
        riders in vec((0..12u32, 1..=3u32), 0..4),
        most in 0..8u64,
        options in 0..AtMostOne::ALL.len(),
    ) {
        let lattice = board(rows, columns, &blocked, piece);
        let vertices = lattice.vertices();
        let riders: Vec<(u32, u32)> = riders
            .into_iter()
            .filter(|_| vertices > 0)
            .map(|(vertex, jumps)| (vertex % vertices, jumps))
            .collect();
        let model = meeting(lattice, &riders, most);
        fewest_turns(&model, amo(options));
        agree_with(&Model::Meeting(model), amo(options));
    }

    #[test]
    fn random_routes(
        (rows, columns, blocked, piece) in small_board(),
        (from, to) in (0..12u32, 0..12u32),
        most in 0..5u64,
        options in 0..AtMostOne::ALL.len(),
    ) {
        let lattice = board(rows, columns, &blocked, piece);
        let vertices = lattice.vertices();
        if vertices > 0 {
            let route = Route::new(lattice, from % vertices, to % vertices, None);
            agree_with(&Model::Route(Route { at_most: Some(most), ..route }), amo(options));
        }
    }

    #[test]
    fn random_exchanges(
        (rows, columns, blocked, piece) in small_board(),
        (other, parallel) in (0..9usize, any::<bool>()),
        stand in vec(0..5u8, 12),
        walk in vec(any::<prop::sample::Index>(), 0..4),
        most in 0..4u64,
        options in 0..AtMostOne::ALL.len(),
    ) {
        let kinds: Vec<Lattice> =
            [piece, other].map(|piece| board(rows, columns, &blocked, piece)).into();
        let cells = kinds[0].clone();
        let mut left = 2;
        // Of sliders on many squares there are too many plans for brute force.
        let most = if cells.vertices() > 6 { most.min(2) } else { most };
        let start: Arrangement = (0..cells.vertices() as usize)
            .map(|vertex| Some(stand[vertex]).filter(|&kind| kind < 2 && left > 0).inspect(|_| left -= 1))
            .collect();
        let goal = start.clone();
        let mut model = Exchange { cells, kinds, start, goal, parallel, at_most: Some(most) };
        for index in walk {
            let steps = plain::exchange(&model).steps(&model.goal);
            if !steps.is_empty() {
                model.goal = PlainExchange::after(&model.goal, &steps[index.index(steps.len())]);
            }
        }
        agree_with(&Model::Exchange(model), amo(options));
    }
}
