//! All methods of exchanges against brute force on small boards.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::harness::methods::{answered as ask, stated};
use proptest::prelude::*;
use satranj::{
    answer::{Outcome, Wanted, count},
    limits::Limits,
    methods::{Context, Counted, Counting, Goal, Method, MethodOptions, Registry},
    puzzles::{Solution, StatedPuzzle},
};
use satranj_oracles::{
    boards::PlainBoard,
    exchanges::{PlainExchange, PlainPlan, PlainStanding},
    pieces::PlainPiece,
};
use serde_json::json;

/// The most plans listed one by one.
const LISTED: usize = 400;

/// The content of each cell, row by row: `.`, `#` or a piece.
type Cells = Vec<char>;

/// An exchange on a small board.
#[derive(Debug, Clone)]
struct Case {
    columns: usize,
    start: Cells,
    goal: Cells,
    parallel: bool,
}

impl Case {
    fn board(&self) -> PlainBoard {
        let columns = self.columns as u32;
        let mut board = PlainBoard::new(self.start.len() as u32 / columns, columns);
        let blocked = (0..).zip(&self.start).filter(|&(_, &letter)| letter == '#');
        board.blocked = blocked.map(|(cell, _)| cell).collect();
        board
    }

    /// The same over the free squares alone, with a kind for each letter.
    fn plain(&self) -> PlainExchange {
        let letters: BTreeSet<char> =
            self.start.iter().copied().filter(|&letter| !".#".contains(letter)).collect();
        let letters: Vec<char> = letters.into_iter().collect();
        let kind = |letter: char| letters.iter().position(|&its| its == letter).map(|at| at as u8);
        let standing = |cells: &Cells| -> PlainStanding {
            cells.iter().filter(|&&letter| letter != '#').map(|&letter| kind(letter)).collect()
        };
        let board = self.board();
        PlainExchange {
            rays: letters.iter().map(|&letter| board.rays(&piece(letter).steps())).collect(),
            start: standing(&self.start),
            goal: standing(&self.goal),
            parallel: self.parallel,
        }
    }

    fn rows(&self, cells: &Cells) -> Vec<String> {
        cells.chunks(self.columns).map(|row| row.iter().collect()).collect()
    }

    fn puzzle(&self, at_most: Option<u64>) -> Box<dyn StatedPuzzle> {
        let document = json!({"kind": "exchange", "start": self.rows(&self.start),
            "goal": self.rows(&self.goal), "parallel": self.parallel, "at_most": at_most});
        stated(&document)
    }

    /// The plan as a solution writes it.
    fn named(&self, plan: &PlainPlan) -> Vec<BTreeSet<String>> {
        let (board, free) = (self.board(), self.board().free());
        let square = |vertex: u32| board.name(free[vertex as usize]);
        let name = |&(from, to): &(u32, u32)| format!("{}-{}", square(from), square(to));
        plan.iter().map(|step| step.iter().map(name).collect()).collect()
    }
}

/// The piece of a letter of either colour.
fn piece(letter: char) -> PlainPiece {
    PlainPiece::named(match letter.to_ascii_uppercase() {
        'K' => "king",
        'N' => "knight",
        'R' => "rook",
        'B' => "bishop",
        'Q' => "queen",
        _ => panic!("`{letter}` is not a piece"),
    })
}

/// The moves of a solution, step by step.
fn written(solution: &Solution) -> Vec<BTreeSet<String>> {
    let Solution::Moves { moves, steps } = solution else { panic!("{solution:?}") };
    let mut rest = moves.iter().map(|[from, to]| format!("{from}-{to}"));
    let steps = steps.clone().unwrap_or_else(|| vec![1; moves.len()]);
    steps.iter().map(|&step| rest.by_ref().take(step as usize).collect()).collect()
}

/// Without SAT, which cannot show that there is no plan: encodings/tests/formulas/planning.rs tests these.
fn of_searches(method: &Method) -> bool {
    !method.description.asks_solver
}

/// Checks every search that solves a puzzle: native:bfs always, graph:astar if one plan is asked
/// for (all boards here are small enough for it).
fn with_all(puzzle: &dyn StatedPuzzle, goal: Goal, check: impl Fn(&Method)) {
    let (registry, model) = (Registry::standard(), puzzle.model());
    let methods: Vec<&Method> = registry
        .iter()
        .filter(|method| of_searches(method) && method.supports(&model, goal))
        .collect();
    for (name, goals) in
        [("native:bfs", [Goal::First, Goal::All].as_slice()), ("graph:astar", &[Goal::First])]
    {
        let is_asked = methods.iter().any(|method| method.name() == name);
        assert_eq!(is_asked, goals.contains(&goal), "{name} for {goal:?}: {}", puzzle.title());
    }
    methods.into_iter().for_each(check);
}

/// Checks the number of best plans by every method that counts them.
fn with_counts(puzzle: &dyn StatedPuzzle, check: impl Fn(Counted)) {
    let (registry, model) = (Registry::standard(), puzzle.model());
    let counting = Counting::default();
    let methods: Vec<_> =
        registry.iter().filter(|method| method.counts(&model, counting)).collect();
    assert!(methods.iter().any(|method| method.name() == "native:bfs"), "{}", puzzle.title());
    for method in methods {
        let run = Context::new(Limits::default(), 1, MethodOptions::default());
        let mut ignore = |_| ControlFlow::Continue(());
        let answer = count(puzzle, method, counting, false, &run, &mut ignore);
        check(answer.expect("it counts").counted.expect("a count"));
    }
}

fn agree(case: &Case, precheck: bool, slack: u64) {
    // Steps are reversible.
    let plain = case.plain();
    let least = plain.distances(&plain.goal).get(&plain.start).copied();
    let best = case.puzzle(None);
    with_all(best.as_ref(), Goal::First, |method| {
        let (answer, found) = ask(best.as_ref(), method, Wanted::First, precheck);
        let about = format!("{} of {case:?}: {answer:?}", method.name());
        match least {
            None => assert!(matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}"),
            Some(_) => assert!(matches!(answer.outcome, Outcome::Optimal(_)), "{about}"),
        }
        assert_eq!(answer.objective, least, "{about}");
        assert_eq!(found.last().map(|plan| written(plan).len() as u64), least, "{about}");
    });
    let most = least.unwrap_or(2) + slack;
    for most in [most, least.unwrap_or(0).saturating_sub(1)] {
        let exists = least.is_some_and(|least| least <= most);
        let some = case.puzzle(Some(most));
        with_all(some.as_ref(), Goal::First, |method| {
            let (answer, found) = ask(some.as_ref(), method, Wanted::First, precheck);
            let about = format!("{} of {case:?} within {most}: {answer:?}", method.name());
            match answer.outcome {
                Outcome::Satisfied => assert!(exists && found.len() == 1, "{about}"),
                Outcome::Unsatisfiable(_) => assert!(!exists, "{about}"),
                _ => panic!("{about}"),
            }
        });
        let plans = plain.plans_without_detours(most, LISTED);
        assert_eq!(plans.is_empty(), !exists, "{case:?} within {most}");
        if plans.len() > LISTED {
            continue;
        }
        if most == least.unwrap_or(most + 1) {
            let number = plans.len();
            with_counts(best.as_ref(), |counted| {
                assert_eq!((counted.count, counted.objective), (number.into(), least), "{case:?}");
            });
        }
        let expected: BTreeSet<_> = plans.iter().map(|plan| case.named(plan)).collect();
        assert_eq!(expected.len(), plans.len());
        with_all(some.as_ref(), Goal::All, |method| {
            let (answer, found) = ask(some.as_ref(), method, Wanted::All, precheck);
            let about = format!("{} of all {case:?} within {most}: {answer:?}", method.name());
            let listed: BTreeSet<_> = found.iter().map(written).collect();
            assert_eq!(found.len(), listed.len(), "{about}");
            assert_eq!(listed, expected, "{about}");
            match answer.outcome {
                Outcome::AllSolutions => assert!(exists, "{about}"),
                Outcome::Unsatisfiable(_) => assert!(!exists, "{about}"),
                _ => panic!("{about}"),
            }
        });
    }
}

/// Exchanges of these letters on a board, with random start and goal squares.
fn cases(pieces: usize, parallel: bool) -> impl Strategy<Value = (Case, bool, u64)> {
    let letters = prop::collection::vec(
        prop::sample::select("NnNnKkQqRrBb".chars().collect::<Vec<_>>()),
        1..=pieces,
    );
    let order = |cells| Just((0..cells).collect::<Vec<usize>>()).prop_shuffle();
    let board = (1..=3usize, 1..=4usize).prop_filter("room", |(rows, columns)| rows * columns > 1);
    let drawn = board.prop_flat_map(move |(rows, columns)| {
        let cells = rows * columns;
        (Just((cells, columns)), order(cells), 0..=2usize)
    });
    (drawn, letters, any::<u64>(), any::<bool>(), 0..=2u64).prop_map(
        move |(((cells, columns), order, blocked), letters, seed, precheck, slack)| {
            let blocked = blocked.min(cells.saturating_sub(2));
            let free = &order[blocked..];
            let letters = &letters[..letters.len().min(free.len())];
            let place = |turn: u64| {
                let mut at: Cells = vec!['.'; cells];
                for &cell in &order[..blocked] {
                    at[cell] = '#';
                }
                // A different order of the free cells in each iteration.
                let mut free = free.to_vec();
                free.sort_by_key(|&cell| (seed ^ turn).rotate_left(7 * cell as u32 % 64) % 9973);
                for (&letter, &cell) in letters.iter().zip(&free) {
                    at[cell] = letter;
                }
                at
            };
            (Case { columns, start: place(0), goal: place(0x9e37_79b9), parallel }, precheck, slack)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn single_moves((case, precheck, slack) in cases(4, false)) {
        agree(&case, precheck, slack.min(1));
    }

    #[test]
    fn steps_of_several_moves((case, precheck, slack) in cases(3, true)) {
        agree(&case, precheck, slack.min(1));
    }
}

/// Cases whose numbers are known from this brute force and from others.
#[test]
fn brute_force_knows_guarini() {
    let cells = |text: &str| text.chars().filter(|letter| *letter != '/').collect::<Cells>();
    for (start, goal, columns, single, parallel) in [
        ("n.n/.../N.N", "N.N/.../n.n", 3, Some(16), Some(4)),
        ("nN/Nn", "Nn/nN", 2, None, None),
        ("r../.../..R", "R../.../..r", 3, Some(4), Some(2)),
    ] {
        for (is_parallel, expected) in [(false, single), (true, parallel)] {
            let (start, goal) = (cells(start), cells(goal));
            let case = Case { columns, start, goal, parallel: is_parallel };
            let plain = case.plain();
            let least = plain.distances(&plain.start).get(&plain.goal).copied();
            assert_eq!(least, expected, "{case:?}");
            agree(&case, true, 0);
        }
    }
}
