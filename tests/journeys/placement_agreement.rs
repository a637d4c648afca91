//! All methods of queens, placements and dominations against brute force on small boards.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::harness::PATIENCE;
use crate::support::placements::{
    Attacks, Grid, PIECES, Rule, dominating_sets, independent_by_size, independent_sets,
    least_domination, queens,
};
use proptest::prelude::*;
use satranj::{
    answer::{Answer, Outcome, Question, Wanted, answer, count},
    limits::Limits,
    methods::{Context, Counting, Goal, Method, Options, Registry},
    puzzles::{Puzzle, Solution, Statement},
};
use serde_json::{Value, json};

/// The most solutions that are listed one by one.
const LISTED: usize = 300;

fn puzzle(statement: &Value) -> Box<dyn Puzzle> {
    let stated: Statement = serde_json::from_value(statement.clone())
        .unwrap_or_else(|error| panic!("{error}: {statement}"));
    stated.puzzle().unwrap_or_else(|error| panic!("{error}: {statement}"))
}

fn run() -> Context {
    let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
    Context::new(limits, 1, Options::default())
}

/// The answer of a method and the solutions it gave.
fn ask(
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    wanted: Wanted,
    precheck: bool,
) -> (Answer, Vec<Solution>) {
    let mut found = Vec::new();
    let question = Question { wanted, precheck, up_to_symmetry: false };
    let answer = answer(puzzle, method, question, &run(), &mut |finding| {
        found.push(finding.solution);
        ControlFlow::Continue(())
    });
    let answer =
        answer.unwrap_or_else(|failure| panic!("{}: {failure}: {}", method.name(), puzzle.title()));
    (answer, found)
}

/// Whether a method is a heuristic, which may find nothing.
fn heuristic(method: &dyn Method) -> bool {
    ["native:hill-climbing", "native:min-conflicts"].contains(&method.name())
}

/// Checks that a method says of a puzzle with an exact count what brute force says.
fn decides(puzzle: &dyn Puzzle, method: &dyn Method, exists: bool, precheck: bool) {
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
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    grid: &Grid,
    expected: &BTreeSet<BTreeSet<usize>>,
) {
    let (answer, found) = ask(puzzle, method, Wanted::All, false);
    let cells = |solution: &Solution| {
        solution.squares().iter().map(|square| grid.cell(&square.to_string())).collect()
    };
    let sets: BTreeSet<BTreeSet<usize>> = found.iter().map(cells).collect();
    let about = || format!("{} of {}: {answer:?}", method.name(), puzzle.title());
    assert_eq!(found.len(), expected.len(), "{}", about());
    assert_eq!(sets, *expected, "{}", about());
    match answer.outcome {
        Outcome::AllSolutions => assert!(!expected.is_empty(), "{}", about()),
        Outcome::Unsatisfiable(_) => assert!(expected.is_empty(), "{}", about()),
        _ => panic!("{}", about()),
    }
}

fn bits(set: u32) -> BTreeSet<usize> {
    (0..32).filter(|cell| set >> cell & 1 == 1).collect()
}

fn board(grid: &Grid) -> Value {
    let blocked: Vec<String> = grid.blocked.iter().map(|&cell| grid.name(cell)).collect();
    json!({"rows": grid.rows, "columns": grid.columns, "blocked": blocked})
}

/// Placements of a piece: the maximum, each count, lists and counts.
fn placements_agree(grid: &Grid, piece: &Attacks, given: &BTreeSet<usize>, k: usize) {
    let registry = Registry::standard();
    let neighbours = grid.attacked(piece);
    let open = grid.free().fold(0u32, |open, cell| open | 1 << cell);
    let reached = given.iter().fold(0, |reached, &cell| reached | neighbours[cell]);
    let taken = given.iter().fold(0u32, |set, &cell| set | 1 << cell);
    let rest = open & !taken & !reached;
    // Sizes of sets that hold the given ones; none where these attack one another.
    let sizes: Vec<u64> = if reached & taken == 0 {
        vec![0; given.len()].into_iter().chain(independent_by_size(&neighbours, rest)).collect()
    } else {
        Vec::new()
    };
    let given: Vec<String> = given.iter().map(|&cell| grid.name(cell)).collect();
    let state = |count: Value| {
        let board = board(grid);
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
    let number = sizes.get(k).copied().unwrap_or(0);
    let exact = state(k.into());
    let model = exact.model();
    for method in registry.iter() {
        if method.supports(&model, Goal::First) {
            decides(exact.as_ref(), method, number > 0, true);
            decides(exact.as_ref(), method, number > 0, false);
        }
        if method.supports(&model, Goal::All) && number as usize <= LISTED {
            let size = (k as u32).checked_sub(given.len() as u32);
            let sets = match size {
                Some(size) if number > 0 => independent_sets(&neighbours, rest, size),
                _ => Vec::new(),
            };
            let expected = sets.into_iter().map(|set| bits(set | taken)).collect();
            lists(exact.as_ref(), method, grid, &expected);
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
fn dominations_agree(grid: &Grid, piece: &Attacks, rule: Rule, k: u32) {
    let registry = Registry::standard();
    let neighbours = grid.attacked(piece);
    let open = grid.free().fold(0u32, |open, cell| open | 1 << cell);
    let state = |count: Value| {
        puzzle(&json!({"kind": "dominate", "board": board(grid), "piece": piece.name,
            "count": count, "independent": rule == Rule::Independent,
            "total": rule == Rule::Total}))
    };
    let fewest = state("min".into());
    let least = least_domination(&neighbours, open, rule);
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
    // Listing by brute force takes all sets of a size.
    if open.count_ones() > 16 {
        return;
    }
    let sets = dominating_sets(&neighbours, open, k, rule);
    let exact = state(k.into());
    let model = exact.model();
    for method in registry.iter() {
        if method.supports(&model, Goal::First) {
            decides(exact.as_ref(), method, !sets.is_empty(), true);
        }
        if method.supports(&model, Goal::All) && sets.len() <= LISTED {
            let expected = sets.iter().map(|&set| bits(set)).collect();
            lists(exact.as_ref(), method, grid, &expected);
        }
    }
}

fn some_cells(most: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=most)
}

/// A board of so many rows and columns with some of these cells blocked, never all.
fn grid(rows: usize, columns: usize, blocked: &[prop::sample::Index]) -> Grid {
    let cells = rows * columns;
    let mut blocked: BTreeSet<usize> = blocked.iter().map(|index| index.index(cells)).collect();
    if blocked.len() == cells {
        blocked.pop_first();
    }
    Grid { rows, columns, blocked }
}

/// Every board up to 5x5 with every named piece; what is blocked, how many are asked, and
/// which rule holds goes round.
#[test]
fn every_board_and_piece() {
    let mut turn: usize = 0;
    for rows in 1..=5 {
        for columns in 1..=5 {
            for piece in &PIECES {
                turn += 1;
                // A small generator is enough: the property tests below draw at random.
                let cells = rows * columns;
                let draw = |number: usize| (turn * 7919 + number * 104_729) % 9973 % cells;
                let mut blocked: BTreeSet<usize> =
                    (0..turn % 4).map(|number| draw(number + 1)).collect();
                if blocked.len() == cells {
                    blocked.pop_first();
                }
                let grid = Grid { rows, columns, blocked };
                placements_agree(&grid, piece, &BTreeSet::new(), turn % (cells + 2));
                let rule = [Rule::Plain, Rule::Independent, Rule::Total][turn % 3];
                dominations_agree(&grid, piece, rule, (turn % 5) as u32);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn placements(
        (rows, columns) in (1..=5usize, 1..=5usize),
        blocked in some_cells(6),
        given in some_cells(2),
        piece in 0..PIECES.len(),
        k in 0..12usize,
    ) {
        let grid = grid(rows, columns, &blocked);
        let free: Vec<usize> = grid.free().collect();
        let given = given.iter().map(|index| free[index.index(free.len())]).collect();
        placements_agree(&grid, &PIECES[piece], &given, k);
    }

    #[test]
    fn dominations(
        (rows, columns) in (1..=4usize, 1..=5usize),
        blocked in some_cells(6),
        piece in 0..PIECES.len(),
        rule in prop::sample::select(vec![Rule::Plain, Rule::Independent, Rule::Total]),
        k in 0..7u32,
    ) {
        let grid = grid(rows, columns, &blocked);
        dominations_agree(&grid, &PIECES[piece], rule, k);
    }

    #[test]
    fn n_queens(
        n in 1..=6usize,
        blocked in some_cells(4),
        given in some_cells(2),
    ) {
        let registry = Registry::standard();
        let grid = grid(n, n, &blocked);
        let free: Vec<usize> = grid.free().collect();
        let given: BTreeSet<usize> =
            given.iter().map(|index| free[index.index(free.len())]).collect();
        let names = |cells: &BTreeSet<usize>| -> Vec<String> {
            cells.iter().map(|&cell| grid.name(cell)).collect()
        };
        let stated = puzzle(&json!({"kind": "queens", "n": n, "given": names(&given),
            "blocked": names(&grid.blocked)}));
        let all: BTreeSet<BTreeSet<usize>> = queens(n, &given, &grid.blocked)
            .into_iter()
            .map(|columns| columns.into_iter().enumerate().map(|(row, c)| row * n + c).collect())
            .collect();
        let model = stated.model();
        for method in registry.iter() {
            if method.supports(&model, Goal::First) {
                decides(stated.as_ref(), method, !all.is_empty(), true);
                decides(stated.as_ref(), method, !all.is_empty(), false);
            }
            if method.supports(&model, Goal::All) {
                lists(stated.as_ref(), method, &grid, &all);
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
