//! All methods of routes against brute force on random boards.

use std::{collections::BTreeSet, io::Write, ops::ControlFlow};

use crate::harness::{
    methods::{answered, run, stated as puzzle},
    satranj,
    tours::board_json,
};
use satranj::{
    answer::{Answer, Outcome, Wanted, count},
    methods::{Counting, Goal, Method, Registry},
    puzzles::{Solution, StatedPuzzle},
};
use satranj_oracles::{
    boards::PlainBoard,
    dice::Dice,
    pieces::{PIECES, PlainPiece},
    routes::{Patience, PlainRoute},
};
use serde_json::{Value, json};

/// The most routes listed one by one.
const PATIENCE: Patience = Patience { routes: 400, beginnings: 200_000 };

/// The largest board, in squares, for a SAT solver.
const MOST_FOR_SAT: u32 = 12;

struct Case {
    board: PlainBoard,
    piece: &'static PlainPiece,
    from: u32,
    to: u32,
    weights: Option<Vec<u64>>,
}

impl Case {
    /// A random board with at least one free square, and two of its free squares.
    fn random(dice: &mut Dice, piece: &'static PlainPiece, side: u32) -> Self {
        let blocked = [None, Some(4)][dice.below(2) as usize];
        let board = std::iter::repeat_with(|| PlainBoard::random(dice, side, blocked))
            .find(|board| !board.free().is_empty())
            .unwrap();
        let free = board.free();
        let [from, to] = [(); 2].map(|()| free[dice.below(free.len() as u32) as usize]);
        let weighted = dice.one_in(2);
        let weights =
            weighted.then(|| (0..board.cells()).map(|_| 1 + u64::from(dice.below(9))).collect());
        Self { board, piece, from, to, weights }
    }

    fn statement(&self, at_most: Option<u64>) -> Value {
        let mut statement = json!({"kind": "route", "board": board_json(&self.board),
            "piece": self.piece.name, "from": self.board.name(self.from),
            "to": self.board.name(self.to)});
        if let Some(weights) = &self.weights {
            let row = |row: &[u64]| row.iter().map(u64::to_string).collect::<String>();
            statement["weights"] = weights.chunks(self.board.columns as usize).map(row).collect();
        }
        if let Some(most) = at_most {
            statement["at_most"] = most.into();
        }
        statement
    }

    fn plain(&self) -> PlainRoute {
        let costs = self.weights.clone();
        PlainRoute {
            next: self.board.moves(&self.piece.steps()),
            from: self.from,
            to: self.to,
            costs: costs.unwrap_or_else(|| vec![1; self.board.cells() as usize]),
        }
    }
}

fn ask(puzzle: &dyn StatedPuzzle, method: &Method, wanted: Wanted) -> (Answer, Vec<Solution>) {
    answered(puzzle, method, wanted, method.description.precheck)
}

/// The routes of solutions, each once.
fn routes(case: &Case, found: &[Solution]) -> BTreeSet<Vec<u32>> {
    let cells = |solution: &Solution| {
        let squares = solution.squares().iter();
        squares.map(|square| case.board.cell(&square.to_string())).collect()
    };
    let routes: BTreeSet<Vec<u32>> = found.iter().map(cells).collect();
    assert_eq!(routes.len(), found.len(), "a route comes twice: {}", case.statement(None));
    routes
}

/// Checks a method against the least cost and, where they are known, the best routes.
fn finds_best(
    case: &Case,
    method: &Method,
    least: Option<u64>,
    shortest: Option<&BTreeSet<Vec<u32>>>,
) {
    let puzzle = puzzle(&case.statement(None));
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
fn lists(case: &Case, method: &Method, most: u64, expected: &BTreeSet<Vec<u32>>) {
    let puzzle = puzzle(&case.statement(Some(most)));
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
    let plain = case.plain();
    let least = plain.least();
    let shortest = match least {
        Some(least) => plain.within(least, PATIENCE),
        None => Some(BTreeSet::new()),
    };
    let model = puzzle(&case.statement(None)).model();
    let first = least.unwrap_or(2);
    let limits = [first.checked_sub(1), Some(first), Some(first + 1), Some(first + 3)];
    let listed: Vec<_> = limits
        .into_iter()
        .flatten()
        .filter_map(|most| Some((most, plain.within(most, PATIENCE)?)))
        .collect();
    for method in registry.iter().filter(|method| method.applies(&model)) {
        if method.name().starts_with("sat:") && case.board.cells() > MOST_FOR_SAT {
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
    let free = PlainBoard::new(8, 8);
    let registry = Registry::standard();
    for (piece, cost, number) in
        [("knight", 6, 108_u32), ("wazir", 14, 3432), ("rook", 2, 2), ("king", 7, 1)]
    {
        let piece = PIECES.iter().find(|known| known.name == piece).unwrap();
        let case = Case { board: free.clone(), piece, from: 56, to: 7, weights: None };
        let puzzle = puzzle(&case.statement(None));
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
    let ran = satranj(&[arguments.as_slice(), &["--method", "native:formula"]].concat()).call();
    assert_eq!((ran.code, ran.text()), (Some(2), ""));
    assert!(ran.stderr.contains("knight from 5x5"), "{}", ran.stderr);
    let mut map = tempfile::NamedTempFile::new().unwrap();
    map.write_all(b"12\n21\n").unwrap();
    let map = format!("@{}", map.path().display());
    let arguments = ["solve", "route", &map, "--piece", "king", "--from", "a1", "--to", "b2"];
    let ran = satranj(&[arguments.as_slice(), &["--method", "graph:bfs"]].concat()).call();
    assert_eq!((ran.code, ran.text()), (Some(2), ""));
    assert!(ran.stderr.contains("without weights"), "{}", ran.stderr);
}
