//! All methods of queens, placements and dominations against brute force on small boards.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::harness::{
    methods::{answered as ask, run, stated as puzzle},
    tours::board_json,
};
use proptest::prelude::*;
use satranj::{
    answer::{Outcome, Wanted, count},
    methods::{Counting, Goal, Method, Registry},
    puzzles::{Solution, StatedPuzzle},
};
use satranj_oracles::{
    boards::PlainBoard,
    pieces::{PIECES, PlainPiece},
    queens::PlainQueens,
    sets::{
        DominationRule, dominating_sets, independent_by_size, independent_sets_of, least_domination,
    },
};
use serde_json::{Value, json};

/// The most solutions listed one by one.
const LISTED: usize = 300;

/// Whether a method is a heuristic, which may find nothing.
fn heuristic(method: &Method) -> bool {
    ["native:hill-climbing", "native:min-conflicts"].contains(&method.name())
}

/// Checks that a method agrees with brute force on a puzzle with an exact count.
fn decides(puzzle: &dyn StatedPuzzle, method: &Method, exists: bool, precheck: bool) {
    let (answer, found) = ask(puzzle, method, Wanted::First, precheck);
    let about = || format!("{} of {}: {answer:?}", method.name(), puzzle.title());
    match &answer.outcome {
        Outcome::Satisfied => assert!(exists && found.len() == 1, "{}", about()),
        Outcome::Unsatisfiable(_) => assert!(!exists, "{}", about()),
        Outcome::Unknown(_) if heuristic(method) => {}
        _ => panic!("{}", about()),
    }
}

/// Checks that a method lists exactly these sets of cells.
fn lists(
    puzzle: &dyn StatedPuzzle,
    method: &Method,
    board: &PlainBoard,
    expected: &BTreeSet<BTreeSet<u32>>,
) {
    let (answer, found) = ask(puzzle, method, Wanted::All, false);
    let cells = |solution: &Solution| {
        solution.squares().iter().map(|square| board.cell(&square.to_string())).collect()
    };
    let sets: BTreeSet<BTreeSet<u32>> = found.iter().map(cells).collect();
    let about = || format!("{} of {}: {answer:?}", method.name(), puzzle.title());
    assert_eq!(found.len(), expected.len(), "{}", about());
    assert_eq!(sets, *expected, "{}", about());
    match answer.outcome {
        Outcome::AllSolutions => assert!(!expected.is_empty(), "{}", about()),
        Outcome::Unsatisfiable(_) => assert!(expected.is_empty(), "{}", about()),
        _ => panic!("{}", about()),
    }
}

/// The cells of some free squares.
fn cells_of(free: &[u32], set: &[u32]) -> BTreeSet<u32> {
    set.iter().map(|&vertex| free[vertex as usize]).collect()
}

/// Placements of a piece: the maximum, each count, lists and counts.
fn placements_agree(board: &PlainBoard, piece: &PlainPiece, given: &BTreeSet<u32>, k: u32) {
    let registry = Registry::standard();
    let (near, free) = (board.graph(&piece.steps()), board.free());
    let number = |cell: &u32| free.binary_search(cell).unwrap() as u32;
    let taken: Vec<u32> = given.iter().map(number).collect();
    // Sizes of sets that contain the given ones; none if these attack one another.
    let sizes = independent_by_size(&near, &taken);
    let given: Vec<String> = given.iter().map(|&cell| board.name(cell)).collect();
    let state = |count: Value| {
        let board = board_json(board);
        puzzle(&json!({"kind": "place", "board": board, "piece": piece.name, "count": count,
            "given": given}))
    };
    let most = state("max".into());
    for method in registry.iter().filter(|method| method.supports(&most.model(), Goal::First)) {
        for precheck in [true, false] {
            let (answer, found) = ask(most.as_ref(), method, Wanted::First, precheck);
            let about = format!("{} of {}: {answer:?}", method.name(), most.title());
            if sizes.is_empty() {
                assert!(matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}");
                continue;
            }
            assert!(matches!(answer.outcome, Outcome::Optimal(_)), "{about}");
            assert_eq!(answer.objective, Some(sizes.len() as u64 - 1), "{about}");
            assert_eq!(found.last().unwrap().squares().len(), sizes.len() - 1, "{about}");
        }
    }
    let number = sizes.get(k as usize).copied().unwrap_or(0);
    let exact = state(k.into());
    let model = exact.model();
    for method in registry.iter() {
        if method.supports(&model, Goal::First) {
            decides(exact.as_ref(), method, number > 0, true);
            decides(exact.as_ref(), method, number > 0, false);
        }
        if method.supports(&model, Goal::All) && number as usize <= LISTED {
            let sets = independent_sets_of(&near, &taken, k);
            let expected = sets.iter().map(|set| cells_of(&free, set)).collect();
            lists(exact.as_ref(), method, board, &expected);
        }
        for by_size in [false, true] {
            let counting = Counting { by_size, classes: false };
            if !method.counts(&model, counting) {
                continue;
            }
            let mut ignore = |_| ControlFlow::Continue(());
            let puzzle = exact.as_ref();
            let answer = count(puzzle, method, counting, false, &run(), &mut ignore).unwrap();
            let counted = answer.counted.unwrap();
            let about = format!("{} of {}", method.name(), exact.title());
            assert_eq!(counted.count, number.into(), "{about}");
            if by_size {
                let expected: Vec<_> = sizes.iter().map(|&size| size.into()).collect();
                assert_eq!(counted.by_size, expected, "{about}");
            }
            let mut ignore = |_| ControlFlow::Continue(());
            let puzzle = most.as_ref();
            let answer = count(puzzle, method, counting, false, &run(), &mut ignore).unwrap();
            let best = sizes.last().copied().unwrap_or(0);
            assert_eq!(answer.counted.unwrap().count, best.into(), "{about}, the most");
        }
    }
}

/// Dominations by a piece under a rule: the minimum, and one count listed.
fn dominations_agree(board: &PlainBoard, piece: &PlainPiece, rule: DominationRule, k: u32) {
    let registry = Registry::standard();
    let (near, free) = (board.graph(&piece.steps()), board.free());
    let state = |count: Value| {
        puzzle(&json!({"kind": "dominate", "board": board_json(board), "piece": piece.name,
            "count": count, "independent": rule.independent, "total": rule.total}))
    };
    let fewest = state("min".into());
    let least = least_domination(&near, rule);
    for method in registry.iter().filter(|method| method.supports(&fewest.model(), Goal::First)) {
        for precheck in [true, false] {
            let (answer, _) = ask(fewest.as_ref(), method, Wanted::First, precheck);
            let about = format!("{} of {}: {answer:?}", method.name(), fewest.title());
            match least {
                None => assert!(matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}"),
                Some(_) => assert!(matches!(answer.outcome, Outcome::Optimal(_)), "{about}"),
            }
            assert_eq!(answer.objective, least.map(u64::from), "{about}");
        }
    }
    // Brute force lists all sets.
    if free.len() > 16 {
        return;
    }
    let mut sets = dominating_sets(&near, rule, &[]);
    sets.retain(|set| set.len() == k as usize);
    let exact = state(k.into());
    let model = exact.model();
    for method in registry.iter() {
        if method.supports(&model, Goal::First) {
            decides(exact.as_ref(), method, !sets.is_empty(), true);
        }
        if method.supports(&model, Goal::All) && sets.len() <= LISTED {
            let expected = sets.iter().map(|set| cells_of(&free, set)).collect();
            lists(exact.as_ref(), method, board, &expected);
        }
    }
}

fn some_cells(most: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=most)
}

/// A board of this many rows and columns with some of these cells blocked, never all.
fn board(rows: u32, columns: u32, blocked: impl IntoIterator<Item = u32>) -> PlainBoard {
    let mut board = PlainBoard::new(rows, columns);
    board.blocked = blocked.into_iter().collect();
    if board.free().is_empty() {
        board.blocked.pop_first();
    }
    board
}

/// As [`board`], with cells by their indices.
fn drawn(rows: u32, columns: u32, blocked: &[prop::sample::Index]) -> PlainBoard {
    board(rows, columns, blocked.iter().map(|index| index.index((rows * columns) as usize) as u32))
}

const RULES: [DominationRule; 3] = [rule(false, false), rule(true, false), rule(false, true)];

const fn rule(independent: bool, total: bool) -> DominationRule {
    DominationRule { independent, total, perfect: false, minimal: false }
}

/// Every board up to 5x5 with every named piece; the blocked squares, the number and the rule
/// rotate.
#[test]
fn every_board_and_piece() {
    let mut turn = 0;
    for rows in 1..=4 {
        for columns in 1..=4 {
            for piece in &PIECES {
                turn += 1;
                // A small generator is enough: the property tests below are random.
                let cells = rows * columns;
                let draw = |number: u32| (turn * 7919 + number * 104_729) % 9973 % cells;
                let board = board(rows, columns, (0..turn % 4).map(|number| draw(number + 1)));
                placements_agree(&board, piece, &BTreeSet::new(), turn % (cells + 2));
                dominations_agree(&board, piece, RULES[turn as usize % 3], turn % 5);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn placements(
        (rows, columns) in (1..=5u32, 1..=5u32),
        blocked in some_cells(6),
        given in some_cells(2),
        piece in 0..PIECES.len(),
        k in 0..12u32,
    ) {
        let board = drawn(rows, columns, &blocked);
        let free = board.free();
        let given = given.iter().map(|index| free[index.index(free.len())]).collect();
        placements_agree(&board, &PIECES[piece], &given, k);
    }

    #[test]
    fn dominations(
        (rows, columns) in (1..=4u32, 1..=5u32),
        blocked in some_cells(6),
        piece in 0..PIECES.len(),
        rule in prop::sample::select(RULES.to_vec()),
        k in 0..7u32,
    ) {
        let board = drawn(rows, columns, &blocked);
        dominations_agree(&board, &PIECES[piece], rule, k);
    }

}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn n_queens(
        n in 1..=6u32,
        blocked in some_cells(4),
        given in some_cells(2),
    ) {
        let registry = Registry::standard();
        let board = drawn(n, n, &blocked);
        let free = board.free();
        let given: BTreeSet<u32> =
            given.iter().map(|index| free[index.index(free.len())]).collect();
        let names = |cells: &BTreeSet<u32>| -> Vec<String> {
            cells.iter().map(|&cell| board.name(cell)).collect()
        };
        let stated = puzzle(&json!({"kind": "queens", "n": n, "given": names(&given),
            "blocked": names(&board.blocked)}));
        let places = |cells: &BTreeSet<u32>| cells.iter().map(|cell| (cell / n, cell % n)).collect();
        let queens = PlainQueens { n, given: places(&given), forbidden: places(&board.blocked) };
        let cells = |columns: Vec<u32>| (0..).zip(columns).map(|(row, column)| row * n + column).collect();
        let all: BTreeSet<BTreeSet<u32>> = queens.all().into_iter().map(cells).collect();
        let model = stated.model();
        for method in registry.iter() {
            if method.supports(&model, Goal::First) {
                decides(stated.as_ref(), method, !all.is_empty(), true);
                decides(stated.as_ref(), method, !all.is_empty(), false);
            }
            if method.supports(&model, Goal::All) {
                lists(stated.as_ref(), method, &board, &all);
            }
            if method.counts(&model, Counting::default()) {
                let mut ignore = |_| ControlFlow::Continue(());
                let puzzle = stated.as_ref();
                let counting = Counting::default();
                let answer =
                    count(puzzle, method, counting, false, &run(), &mut ignore).unwrap();
                prop_assert_eq!(answer.counted.unwrap().count, all.len().into());
            }
        }
    }
}
