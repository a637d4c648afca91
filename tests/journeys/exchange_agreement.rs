//! All methods of exchanges against brute force on small boards.

use std::{
    collections::{BTreeSet, HashMap, VecDeque},
    ops::ControlFlow,
};

use crate::harness::PATIENCE;
use proptest::prelude::*;
use satranj::{
    answer::{Answer, Outcome, Question, Wanted, answer, count},
    limits::Limits,
    methods::{Context, Counted, Counting, Goal, Method, Options, Registry},
    puzzles::{Puzzle, Solution, Statement},
};
use serde_json::json;

/// The most plans that are listed one by one.
const LISTED: usize = 400;

/// What stands on each cell, row by row: `.`, `#` or a piece.
type Cells = Vec<char>;

/// A move from a cell to another.
type Move = (usize, usize);

/// The moves of each step, in rising order.
type Plan = Vec<Vec<Move>>;

/// An exchange on a small board.
#[derive(Debug, Clone)]
struct Case {
    columns: usize,
    start: Cells,
    goal: Cells,
    parallel: bool,
}

impl Case {
    /// Whether the piece on a cell can go to another one: as pieces move, over empty cells.
    fn is_playable(&self, cells: &Cells, (from, to): Move) -> bool {
        let columns = self.columns as i32;
        let place = |cell: usize| (cell as i32 / columns, cell as i32 % columns);
        let ((row, column), (end_row, end_column)) = (place(from), place(to));
        let (down, right) = (end_row - row, end_column - column);
        let longest = down.abs().max(right.abs());
        let straight = down == 0 || right == 0;
        let diagonal = down.abs() == right.abs();
        let empty = cells[to] == '.';
        let slides = || {
            let over = |time: i32| {
                let (row, column) = (row + down / longest * time, column + right / longest * time);
                cells[(row * columns + column) as usize] == '.'
            };
            (1..longest).all(over)
        };
        from != to
            && empty
            && match cells[from].to_ascii_uppercase() {
                'K' => longest == 1,
                'N' => down.abs() * right.abs() == 2,
                'R' => straight && slides(),
                'B' => diagonal && slides(),
                'Q' => (straight || diagonal) && slides(),
                _ => false,
            }
    }

    fn played(cells: &Cells, moves: &[Move]) -> Cells {
        let mut after = cells.clone();
        for &(from, to) in moves {
            after.swap(from, to);
        }
        after
    }

    /// All steps from what stands where. In a parallel step each two moves can be made in
    /// both orders.
    fn steps(&self, cells: &Cells) -> Vec<(Vec<Move>, Cells)> {
        let all = 0..cells.len();
        let moves: Vec<Move> = all
            .clone()
            .flat_map(|from| all.clone().map(move |to| (from, to)))
            .filter(|&step| self.is_playable(cells, step))
            .collect();
        let mut sets: Vec<Vec<Move>> = vec![Vec::new()];
        for &next in &moves {
            let fits = |set: &&Vec<Move>| {
                set.iter().all(|&other| {
                    other.0 != next.0
                        && self.is_playable(&Self::played(cells, &[other]), next)
                        && self.is_playable(&Self::played(cells, &[next]), other)
                })
            };
            let small = |set: &&Vec<Move>| self.parallel || set.is_empty();
            let longer: Vec<Vec<Move>> = sets
                .iter()
                .filter(small)
                .filter(fits)
                .map(|set| set.iter().copied().chain([next]).collect())
                .collect();
            sets.extend(longer);
        }
        let steps = sets.into_iter().skip(1);
        steps
            .map(|set| {
                let after = Self::played(cells, &set);
                (set, after)
            })
            .collect()
    }

    /// The distances to what can be reached.
    fn distances(&self, from: &Cells) -> HashMap<Cells, u64> {
        let mut distances = HashMap::from([(from.clone(), 0)]);
        let mut waiting = VecDeque::from([from.clone()]);
        while let Some(cells) = waiting.pop_front() {
            let distance = distances[&cells] + 1;
            for (_, after) in self.steps(&cells) {
                if !distances.contains_key(&after) {
                    distances.insert(after.clone(), distance);
                    waiting.push_back(after);
                }
            }
        }
        distances
    }

    /// Adds all plans that begin with a path and go on for at most `rest` steps, up to a
    /// number; `distances` are those to the goal.
    fn plans(
        &self,
        path: &mut Vec<Cells>,
        begun: &mut Plan,
        rest: u64,
        distances: &HashMap<Cells, u64>,
        plans: &mut Vec<Plan>,
    ) {
        let now = path[path.len() - 1].clone();
        if now == self.goal {
            plans.push(begun.clone());
            return;
        }
        if distances[&now] > rest || plans.len() > LISTED {
            return;
        }
        for (step, after) in self.steps(&now) {
            if !path.contains(&after) {
                path.push(after);
                begun.push(step);
                self.plans(path, begun, rest - 1, distances, plans);
                begun.pop();
                path.pop();
            }
        }
    }

    fn rows(&self, cells: &Cells) -> Vec<String> {
        cells.chunks(self.columns).map(|row| row.iter().collect()).collect()
    }

    fn puzzle(&self, at_most: Option<u64>) -> Box<dyn Puzzle> {
        let document = json!({"kind": "exchange", "start": self.rows(&self.start),
            "goal": self.rows(&self.goal), "parallel": self.parallel, "at_most": at_most});
        let stated: Statement = serde_json::from_value(document).expect("a statement");
        stated.puzzle().unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    fn name(&self, cell: usize) -> String {
        let rows = self.start.len() / self.columns;
        let letter = char::from(b'a' + (cell % self.columns) as u8);
        format!("{letter}{}", rows - cell / self.columns)
    }

    /// The plan as a solution writes it.
    fn named(&self, plan: &Plan) -> Vec<BTreeSet<String>> {
        let name = |&(from, to): &Move| format!("{}-{}", self.name(from), self.name(to));
        plan.iter().map(|step| step.iter().map(name).collect()).collect()
    }
}

/// The moves of a solution, step by step.
fn written(solution: &Solution) -> Vec<BTreeSet<String>> {
    let Solution::Moves { moves, steps } = solution else { panic!("{solution:?}") };
    let mut rest = moves.iter().map(|[from, to]| format!("{from}-{to}"));
    let steps = steps.clone().unwrap_or_else(|| vec![1; moves.len()]);
    steps.iter().map(|&step| rest.by_ref().take(step as usize).collect()).collect()
}

fn ask(
    puzzle: &dyn Puzzle,
    method: &dyn Method,
    wanted: Wanted,
    precheck: bool,
) -> (Answer, Vec<Solution>) {
    let mut found = Vec::new();
    let question = Question { wanted, precheck, up_to_symmetry: false };
    let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
    let run = Context::new(limits, 1, Options::default());
    let answer = answer(puzzle, method, question, &run, &mut |finding| {
        found.push(finding.solution);
        ControlFlow::Continue(())
    });
    let answer =
        answer.unwrap_or_else(|failure| panic!("{}: {failure}: {}", method.name(), puzzle.title()));
    (answer, found)
}

/// Not by SAT, where no plan is not found out: encodings/tests/formulas/planning.rs has these.
fn of_searches(method: &&dyn Method) -> bool {
    !method.description().asks_solver
}

/// Checks every search that solves a puzzle: native:bfs always, graph:astar where one plan is
/// asked for (all boards here are small enough for it).
fn with_all(puzzle: &dyn Puzzle, goal: Goal, check: impl Fn(&dyn Method)) {
    let (registry, model) = (Registry::standard(), puzzle.model());
    let methods: Vec<&dyn Method> = registry
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
fn with_counts(puzzle: &dyn Puzzle, check: impl Fn(Counted)) {
    let (registry, model) = (Registry::standard(), puzzle.model());
    let counting = Counting::default();
    let methods: Vec<_> =
        registry.iter().filter(|method| method.counts(&model, counting)).collect();
    assert!(methods.iter().any(|method| method.name() == "native:bfs"), "{}", puzzle.title());
    for method in methods {
        let run = Context::new(Limits::default(), 1, Options::default());
        let mut ignore = |_| ControlFlow::Continue(());
        let answer = count(puzzle, method, counting, false, &run, &mut ignore);
        check(answer.expect("it counts").counted.expect("a count"));
    }
}

fn agree(case: &Case, precheck: bool, slack: u64) {
    // Steps can be turned round.
    let distances = case.distances(&case.goal);
    let least = distances.get(&case.start).copied();
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
        let mut plans = Vec::new();
        if exists {
            let path = &mut vec![case.start.clone()];
            case.plans(path, &mut Vec::new(), most, &distances, &mut plans);
        }
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

/// Pieces of some letters on a board, from some places to others.
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
                // Another order of the free cells for each turn.
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

/// Cases of which the numbers are known by this brute force and others.
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
            assert_eq!(case.distances(&case.start).get(&case.goal).copied(), expected, "{case:?}");
            agree(&case, true, 0);
        }
    }
}
