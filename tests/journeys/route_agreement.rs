//! All methods of routes against brute force on random boards.

use std::{collections::BTreeSet, io::Write, ops::ControlFlow};

use crate::harness::PATIENCE;
use crate::support::{
    placements::{Attacks, PIECES},
    satranj,
    walks::{Dice, Squares, distances},
};
use satranj::{
    answer::{Answer, Outcome, Question, Wanted, answer, count},
    limits::Limits,
    methods::{Context, Counting, Goal, Method, Options, Registry},
    puzzles::{Puzzle, Solution, Statement},
};
use serde_json::{Value, json};

/// The most routes that are listed one by one.
const LISTED: usize = 400;

/// The largest board, in squares, that is given to a SAT solver.
const MOST_FOR_SAT: usize = 12;

struct Case {
    squares: Squares,
    piece: &'static Attacks,
    from: usize,
    to: usize,
    weights: Option<Vec<u64>>,
}

impl Case {
    /// A random board with one free square at least, and two free squares of it.
    fn random(dice: &mut Dice, piece: &'static Attacks, side: usize) -> Self {
        let blocked = [None, Some(4)][dice.below(2)];
        let squares = std::iter::repeat_with(|| Squares::random(dice, side, blocked))
            .find(|squares| squares.free.contains(&true))
            .unwrap();
        let free: Vec<usize> = (0..squares.free.len()).filter(|&at| squares.free[at]).collect();
        let [from, to] = [(); 2].map(|()| free[dice.below(free.len())]);
        let weighted = dice.one_in(2);
        let weights =
            weighted.then(|| squares.free.iter().map(|_| 1 + dice.below(9) as u64).collect());
        Self { squares, piece, from, to, weights }
    }

    fn statement(&self, at_most: Option<u64>) -> Value {
        let mut statement = json!({"kind": "route", "board": self.squares.json(),
            "piece": self.piece.name, "from": self.squares.name(self.from),
            "to": self.squares.name(self.to)});
        if let Some(weights) = &self.weights {
            let row = |row: &[u64]| row.iter().map(u64::to_string).collect::<String>();
            statement["weights"] = weights.chunks(self.squares.columns).map(row).collect();
        }
        if let Some(most) = at_most {
            statement["at_most"] = most.into();
        }
        statement
    }

    fn costs(&self) -> Vec<u64> {
        self.weights.clone().unwrap_or_else(|| vec![1; self.squares.free.len()])
    }

    /// All simple routes of at most that cost; `None` if they are too many.
    fn routes(&self, moves: &[Vec<usize>], most: u64) -> Option<BTreeSet<Vec<usize>>> {
        let costs = self.costs();
        let mut routes = BTreeSet::new();
        let mut waiting = vec![(vec![self.from], 0)];
        let mut looked = 0;
        while let Some((path, cost)) = waiting.pop() {
            looked += 1;
            let at = path[path.len() - 1];
            if at == self.to {
                routes.insert(path);
            } else {
                for &next in moves[at].iter().filter(|next| !path.contains(next)) {
                    if cost + costs[next] <= most {
                        waiting.push(([path.as_slice(), &[next]].concat(), cost + costs[next]));
                    }
                }
            }
            if looked > 200_000 || routes.len() > LISTED {
                return None;
            }
        }
        Some(routes)
    }
}

fn puzzle(statement: Value) -> Box<dyn Puzzle> {
    let stated: Statement = serde_json::from_value(statement).unwrap();
    stated.puzzle().unwrap_or_else(|error| panic!("{error}"))
}

fn run() -> Context {
    let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
    Context::new(limits, 1, Options::default())
}

fn ask(puzzle: &dyn Puzzle, method: &dyn Method, wanted: Wanted) -> (Answer, Vec<Solution>) {
    let question =
        Question { wanted, precheck: method.description().precheck, up_to_symmetry: false };
    let mut found = Vec::new();
    let answer = answer(puzzle, method, question, &run(), &mut |finding| {
        found.push(finding.solution);
        ControlFlow::Continue(())
    });
    let answer =
        answer.unwrap_or_else(|failure| panic!("{}: {failure}: {}", method.name(), puzzle.title()));
    (answer, found)
}

/// The routes of solutions, each once.
fn routes(case: &Case, found: &[Solution]) -> BTreeSet<Vec<usize>> {
    let cells = |solution: &Solution| {
        let squares = solution.squares().iter();
        squares.map(|square| case.squares.cell(&square.to_string())).collect()
    };
    let routes: BTreeSet<Vec<usize>> = found.iter().map(cells).collect();
    assert_eq!(routes.len(), found.len(), "a route comes twice: {}", case.statement(None));
    routes
}

/// Checks a method against the least cost and, where they are known, the best routes.
fn finds_best(
    case: &Case,
    method: &dyn Method,
    least: Option<u64>,
    shortest: Option<&BTreeSet<Vec<usize>>>,
) {
    let puzzle = puzzle(case.statement(None));
    let about = || format!("{} of {}", method.name(), case.statement(None));
    let (answer, found) = ask(&*puzzle, method, Wanted::First);
    assert_eq!(answer.objective, least, "{}", about());
    match &answer.outcome {
        Outcome::Optimal(_) => {
            let best = routes(case, &found[found.len() - 1..]);
            assert!(shortest.is_none_or(|all| all.is_superset(&best)), "{}", about());
        }
        Outcome::Unsatisfiable(certificate) => {
            assert_eq!(least, None, "{}", about());
            if let Some(certificate) = certificate {
                assert_eq!(puzzle.verify_certificate(certificate, None), Ok(()), "{}", about());
            }
        }
        outcome => panic!("{}: {outcome:?}", about()),
    }
    let Some(shortest) = shortest else { return };
    if method.supports(&puzzle.model().with_value(least.unwrap_or(1)), Goal::All) {
        let (_, found) = ask(&*puzzle, method, Wanted::All);
        assert_eq!(routes(case, &found), *shortest, "{}", about());
    }
    if method.counts(&puzzle.model(), Counting::default()) {
        let mut ignore = |_| ControlFlow::Continue(());
        let answer = count(&*puzzle, method, Counting::default(), false, &run(), &mut ignore);
        let counted = answer.unwrap().counted.unwrap();
        assert_eq!(
            (counted.count, counted.objective),
            (shortest.len().into(), least),
            "{}",
            about()
        );
    }
}

/// Checks that a method lists exactly the routes up to a cost.
fn lists(case: &Case, method: &dyn Method, most: u64, expected: &BTreeSet<Vec<usize>>) {
    let puzzle = puzzle(case.statement(Some(most)));
    let about = || format!("{} of {}", method.name(), case.statement(Some(most)));
    if method.supports(&puzzle.model(), Goal::First) {
        let (answer, found) = ask(&*puzzle, method, Wanted::First);
        assert_eq!(found.len(), usize::from(!expected.is_empty()), "{}", about());
        let decided = matches!(answer.outcome, Outcome::Satisfied | Outcome::Unsatisfiable(_));
        assert!(decided, "{}: {answer:?}", about());
    }
    if method.supports(&puzzle.model(), Goal::All) {
        let (answer, found) = ask(&*puzzle, method, Wanted::All);
        assert_eq!(routes(case, &found), *expected, "{}", about());
        match answer.outcome {
            Outcome::AllSolutions => assert!(!expected.is_empty(), "{}", about()),
            Outcome::Unsatisfiable(_) => assert!(expected.is_empty(), "{}", about()),
            outcome => panic!("{}: {outcome:?}", about()),
        }
    }
}

/// All methods on one case.
fn agree(case: &Case, registry: &Registry) {
    let moves = case.squares.moves(case.piece);
    let least = distances(&moves, case.from, &case.costs())[case.to];
    let shortest = match least {
        Some(least) => case.routes(&moves, least),
        None => Some(BTreeSet::new()),
    };
    let model = puzzle(case.statement(None)).model();
    let first = least.unwrap_or(2);
    let limits = [first.checked_sub(1), Some(first), Some(first + 1), Some(first + 3)];
    let listed: Vec<_> = limits
        .into_iter()
        .flatten()
        .filter_map(|most| Some((most, case.routes(&moves, most)?)))
        .collect();
    for method in registry.iter().filter(|method| method.applies(&model)) {
        if method.name().starts_with("sat:") && case.squares.free.len() > MOST_FOR_SAT {
            continue;
        }
        finds_best(case, method, least, shortest.as_ref());
        for (most, expected) in &listed {
            lists(case, method, *most, expected);
        }
    }
}

#[test]
fn small_boards_of_every_piece() {
    let registry = Registry::standard();
    let mut dice = Dice(0x5a7a_a41d_0000_0003);
    for round in 0..600 {
        agree(&Case::random(&mut dice, &PIECES[round % PIECES.len()], 4), &registry);
    }
}

#[test]
fn larger_boards_of_every_piece() {
    let registry = Registry::standard();
    let mut dice = Dice(0x5a7a_a41d_0000_0004);
    for round in 0..300 {
        agree(&Case::random(&mut dice, &PIECES[round % PIECES.len()], 12), &registry);
    }
}

#[test]
fn known_numbers_of_shortest_routes() {
    // The knight from corner to corner has 108; the wazir has
    // binomial(14, 7); the rook two; the king one along the diagonal.
    let free = Squares { rows: 8, columns: 8, free: vec![true; 64] };
    let registry = Registry::standard();
    for (piece, cost, number) in
        [("knight", 6, 108_u32), ("wazir", 14, 3432), ("rook", 2, 2), ("king", 7, 1)]
    {
        let piece = PIECES.iter().find(|known| known.name == piece).unwrap();
        let case = Case { squares: free.clone(), piece, from: 56, to: 7, weights: None };
        let puzzle = puzzle(case.statement(None));
        for name in ["graph:bfs", "graph:dijkstra"] {
            let method = registry.get(name, &puzzle.model()).unwrap();
            let mut ignore = |_| ControlFlow::Continue(());
            let answer = count(&*puzzle, method, Counting::default(), false, &run(), &mut ignore);
            let counted = answer.unwrap().counted.unwrap();
            assert_eq!((counted.count, counted.objective), (number.into(), Some(cost)));
        }
    }
}

#[test]
fn a_method_that_does_not_apply_says_where_it_would() {
    let arguments = ["solve", "route", "8x8", "--from", "a1", "--to", "h8", "--block", "d4"];
    let ran = satranj(&[arguments.as_slice(), &["--method", "native:formula"]].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("knight from 5x5"), "{}", ran.stderr);
    let mut map = tempfile::NamedTempFile::new().unwrap();
    map.write_all(b"12\n21\n").unwrap();
    let map = format!("@{}", map.path().display());
    let arguments = ["solve", "route", &map, "--piece", "king", "--from", "a1", "--to", "b2"];
    let ran = satranj(&[arguments.as_slice(), &["--method", "graph:bfs"]].concat());
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    assert!(ran.stderr.contains("without weights"), "{}", ran.stderr);
}
