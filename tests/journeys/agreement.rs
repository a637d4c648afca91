//! All methods against each other and against brute force, on every small board.

use std::collections::BTreeSet;

use crate::harness::{
    methods::{
        all_tours, finding_some, finding_tours, finds, listing_tours, named, narrow_says, says_yes,
    },
    tours::{Case, KING, KNIGHT, NIGHTRIDER, QUEEN, ROOK, WAZIR, WAZIR_ZEBRA, ZEBRA},
};
use proptest::prelude::*;
use satranj::methods::{Method, Registry};
use satranj_oracles::pieces::PlainPiece;

/// The fast methods, one per family.
const FAST: [&str; 3] = ["sat:cuts", "graph:search", "native:warnsdorff"];

/// The rectangles on which every method does every task.
fn rectangles() -> impl Iterator<Item = (u32, u32)> {
    let small = (1..=5).flat_map(|rows| (1..=5).map(move |columns| (rows, columns)));
    small.chain([(3, 6), (7, 3), (3, 8), (4, 6)])
}

/// The case with each of its free squares as the start.
fn from_everywhere(case: &Case) -> Vec<Case> {
    case.free().into_iter().map(|cell| Case { start: Some(cell), ..case.clone() }).collect()
}

#[test]
fn every_start_of_8x8_has_an_open_tour() {
    let registry = Registry::standard();
    let cases = from_everywhere(&Case::new(8, 8, KNIGHT));
    assert_eq!(cases.len(), 64);
    for case in &cases {
        for method in named(&registry, &FAST) {
            assert!(says_yes(case, method, true), "{}: {case:?}", method.name());
        }
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn thirteen_starts_of_5x5_have_an_open_tour() {
    let registry = Registry::standard();
    for case in from_everywhere(&Case::new(5, 5, KNIGHT)) {
        // Of the colour with one square more.
        let start = case.start.unwrap();
        let expected = (start / 5 + start % 5) % 2 == 0;
        for method in finding_tours(&registry) {
            for precheck in [true, false] {
                assert_eq!(says_yes(&case, method, precheck), expected, "{}", method.name());
            }
        }
    }
}

/// Asks every method of the registry whether there is a tour, and compares with brute force.
fn existence_agrees(case: &Case, registry: &Registry) {
    let expected = case.has_tour();
    for method in finding_tours(registry) {
        for precheck in [true, false] {
            let said = says_yes(case, method, precheck);
            assert_eq!(said, expected, "{} (precheck {precheck}): {case:?}", method.name());
        }
    }
    incomplete_methods_find_it(case, registry, expected);
    for precheck in [true, false] {
        let said = narrow_says(case, registry, precheck);
        assert!(said.is_none_or(|said| said == expected), "{case:?}");
    }
}

/// Asks the methods that decide nothing without a tour.
fn incomplete_methods_find_it(case: &Case, registry: &Registry, expected: bool) -> usize {
    let methods = finding_some(registry, case);
    for method in &methods {
        for precheck in [true, false] {
            let found = finds(case, method, precheck);
            assert_eq!(found, expected, "{} (precheck {precheck}): {case:?}", method.name());
        }
    }
    methods.len()
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn small_boards_are_toured_from_end_to_end_by_incomplete_methods() {
    toured_from_end_to_end(&[(3, 4), (3, 5)]);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn boards_are_toured_from_end_to_end_by_incomplete_methods() {
    toured_from_end_to_end(&[(4, 3), (4, 4), (4, 5)]);
}

fn toured_from_end_to_end(boards: &[(u32, u32)]) {
    let registry = Registry::standard();
    for &(rows, columns) in boards {
        let case = Case::new(rows, columns, KNIGHT);
        for from in from_everywhere(&case) {
            for end in case.free().into_iter().filter(|&end| Some(end) != from.start) {
                let case = Case { end: Some(end), ..from.clone() };
                assert_eq!(incomplete_methods_find_it(&case, &registry, case.has_tour()), 2);
            }
        }
    }
}

#[test]
fn open_tours_exist_where_brute_force_finds_one() {
    let registry = Registry::standard();
    for (rows, columns) in rectangles() {
        existence_agrees(&Case::new(rows, columns, KNIGHT), &registry);
    }
    for case in from_everywhere(&Case::new(3, 4, KNIGHT)) {
        existence_agrees(&case, &registry);
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn open_tours_from_every_square_exist_where_brute_force_finds_one() {
    let registry = Registry::standard();
    // All starts of 5x5 have their test above.
    for (rows, columns) in rectangles().filter(|(rows, columns)| rows * columns < 25) {
        for case in from_everywhere(&Case::new(rows, columns, KNIGHT)) {
            existence_agrees(&case, &registry);
        }
    }
}

#[test]
fn closed_tours_exist_where_brute_force_finds_one() {
    let registry = Registry::standard();
    for (rows, columns) in rectangles().chain([(5, 6)]) {
        existence_agrees(&Case::new(rows, columns, KNIGHT).closed(), &registry);
    }
}

#[test]
fn six_by_six_is_toured_by_every_method() {
    let registry = Registry::standard();
    for case in [Case::new(6, 6, KNIGHT), Case::new(6, 6, KNIGHT).closed()] {
        for method in finding_tours(&registry) {
            assert!(
                says_yes(&case, method, method.description.precheck),
                "{}: {case:?}",
                method.name()
            );
        }
        for method in finding_some(&registry, &case) {
            assert!(finds(&case, method, true), "{}: {case:?}", method.name());
        }
    }
}

/// Compares the complete sets of tours; without prechecks, so that the methods themselves must
/// reach the end.
fn tours_agree(case: &Case, methods: &[&Method]) -> usize {
    let expected = case.tours();
    for method in methods {
        let found = all_tours(case, method, false);
        let missing: Vec<_> = expected.difference(&found).take(3).collect();
        let surplus: Vec<_> = found.difference(&expected).take(3).collect();
        assert!(
            missing.is_empty() && surplus.is_empty(),
            "{}: missing {missing:?}, surplus {surplus:?} of {} in {case:?}",
            method.name(),
            expected.len()
        );
    }
    expected.len()
}

#[test]
fn all_tours_are_found_by_every_method() {
    let registry = Registry::standard();
    let methods = listing_tours(&registry);
    // Directed open tours and undirected closed ones, from the literature where available.
    for (rows, columns, open, closed) in
        [(3, 4, 16, 0), (4, 3, 16, 0), (3, 5, 0, 0), (3, 6, 0, 0), (4, 4, 0, 0), (4, 5, 164, 0)]
    {
        let case = Case::new(rows, columns, KNIGHT);
        assert_eq!(tours_agree(&case, &methods), open, "{case:?}");
        assert_eq!(tours_agree(&case.closed(), &methods), closed, "{rows}x{columns}");
    }
    let five = Case::new(5, 5, KNIGHT);
    for (start, tours) in [("c3", 64), ("b1", 0)] {
        assert_eq!(tours_agree(&five.clone().from(start), &methods), tours, "{start}");
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn all_tours_of_five_by_five_are_found_by_every_method() {
    let registry = Registry::standard();
    let methods = listing_tours(&registry);
    let five = Case::new(5, 5, KNIGHT);
    assert_eq!(tours_agree(&five, &methods), 1728);
    for (start, tours) in [("a1", 304), ("b2", 56)] {
        assert_eq!(tours_agree(&five.clone().from(start), &methods), tours, "{start}");
    }
}

#[test]
fn all_tours_of_other_pieces_are_found_by_every_method() {
    let registry = Registry::standard();
    let methods = listing_tours(&registry);
    for (moves, rows, columns) in [
        (KING, 3, 3),
        (QUEEN, 2, 3),
        (QUEEN, 1, 5),
        (ROOK, 3, 3),
        (WAZIR, 4, 4),
        (NIGHTRIDER, 3, 5),
        (ZEBRA, 4, 5),
        (WAZIR_ZEBRA, 3, 4),
    ] {
        let case = Case::new(rows, columns, moves);
        tours_agree(&case, &methods);
        tours_agree(&case.clone().closed(), &methods);
        // A slider does not pass over a blocked square.
        if columns > 2 {
            tours_agree(&Case { blocked: BTreeSet::from([1]), ..case }, &methods);
        }
    }
}

/// The most free squares on which all tours of a piece are counted quickly.
fn largest(moves: PlainPiece) -> usize {
    match moves.name {
        "knight" | "zebra" | "rider:1,2" => 20,
        "wazir" => 16,
        "wazir+zebra" => 12,
        "rook" => 8,
        _ => 7,
    }
}

prop_compose! {
    /// Any statement on a small board: blocked squares, ends, given moves, open or closed.
    fn any_case()(
        moves in prop::sample::select(
            vec![KNIGHT, KNIGHT, KNIGHT, KING, QUEEN, ROOK, WAZIR, ZEBRA, NIGHTRIDER, WAZIR_ZEBRA]
        ),
        rows in 1_u32..=4,
        columns in 1_u32..=5,
        closed: bool,
        holes in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
        ends in prop::collection::vec(prop::option::of(any::<prop::sample::Index>()), 2),
        given in prop::collection::vec(
            (any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..4
        ),
    ) -> Case {
        let mut case = Case::new(rows, columns, moves);
        case.closed = closed;
        let size = (rows * columns) as usize;
        case.blocked = holes.iter().map(|hole| hole.index(size) as u32).collect();
        // Too many squares for this piece: block the last ones.
        while size - case.blocked.len() > largest(moves) {
            let last = *case.free().last().unwrap();
            case.blocked.insert(last);
        }
        if case.blocked.len() == size {
            case.blocked.clear();
        }
        let free = case.free();
        let pick = |index: &prop::sample::Index| free[index.index(free.len())];
        case.start = ends[0].as_ref().map(pick);
        case.end = ends[1].as_ref().map(pick).filter(|_| !closed);
        if free.len() > 1 && case.start == case.end {
            case.end = None;
        }
        for (from, to) in &given {
            let from = pick(from);
            let reached = case.neighbours(from);
            if !reached.is_empty() {
                case.given.push((from, reached[to.index(reached.len())]));
            }
        }
        case
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn all_methods_find_the_tours_of_any_statement(case in any_case()) {
        let registry = Registry::standard();
        let methods = listing_tours(&registry);
        let tours = tours_agree(&case, &methods);
        // Prechecks must agree too, and their certificates must hold.
        for method in finding_tours(&registry) {
            prop_assert_eq!(says_yes(&case, method, true), tours > 0, "{}", method.name());
        }
        // If there is a tour they may give up.
        for method in finding_some(&registry, &case) {
            prop_assert!(!finds(&case, method, false) || tours > 0, "{}", method.name());
        }
    }
}
