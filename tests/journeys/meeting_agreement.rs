//! All methods of meetings against brute force on random boards, and the published answers.

use std::collections::BTreeMap;

use crate::harness::{
    methods::{answered, stated as puzzle},
    satranj,
    tours::board_json,
};
use satranj::{
    answer::{Answer, Outcome, Wanted},
    limits::Reason,
    methods::{Goal, Method, Registry},
    puzzles::{Solution, StatedPuzzle},
};
use satranj_oracles::{
    boards::PlainBoard,
    dice::Dice,
    pieces::{PIECES, PlainPiece},
    routes::turns_to_meet,
};
use serde_json::{Value, json};

/// The published example.
const PUBLISHED: &str = include_str!("../maps/meeting-published.txt");

/// A method that proves nothing: what it finds is an upper bound.
const INEXACT: &str = "native:barycentre";

/// The largest board, in squares, on which a SAT solver plans.
const MOST_FOR_PLANNING: usize = 16;

/// The most squares times riders whose best meetings are all listed.
const LISTED: usize = 200;

/// Riders on a board: the squares and the jumps a turn.
struct Case {
    board: PlainBoard,
    piece: &'static PlainPiece,
    riders: Vec<(u32, u64)>,
}

impl Case {
    /// A random board on which one free square in ten has a rider of 1 to 9 jumps.
    fn random(dice: &mut Dice, piece: &'static PlainPiece, blocked: Option<u32>) -> Self {
        let board = PlainBoard::random(dice, 10, blocked);
        let mut riders = Vec::new();
        for cell in board.free() {
            if dice.one_in(10) {
                riders.push((cell, 1 + u64::from(dice.below(9))));
            }
        }
        Self { board, piece, riders }
    }

    fn statement(&self, at_most: Option<u64>) -> Value {
        let rider = |&(cell, jumps): &(u32, u64)| json!({"square": self.board.name(cell), "jumps_per_turn": jumps});
        let riders: Vec<Value> = self.riders.iter().map(rider).collect();
        let mut statement = json!({"kind": "meet", "board": board_json(&self.board),
            "piece": self.piece.name, "riders": riders});
        if let Some(most) = at_most {
            statement["at_most"] = most.into();
        }
        statement
    }

    /// The turns of all riders to each square.
    fn turns(&self) -> Vec<Option<u64>> {
        turns_to_meet(&self.board.moves(&self.piece.steps()), &self.riders)
    }
}

fn ask(puzzle: &dyn StatedPuzzle, method: &Method, wanted: Wanted) -> (Answer, Vec<Solution>) {
    answered(puzzle, method, wanted, method.description.precheck)
}

/// The square and the turns of a meeting.
fn meeting(case: &Case, solution: &Solution) -> (u32, u64) {
    let Solution::Meeting { square, turns, .. } = solution else { panic!("{solution:?}") };
    (case.board.cell(&square.to_string()), *turns)
}

/// Checks the best meeting of a method; the first in reading order of the best squares.
fn finds_best(case: &Case, method: &Method, best: Option<(u64, u32)>) {
    let puzzle = puzzle(&case.statement(None));
    let (answer, found) = ask(&*puzzle, method, Wanted::First);
    let about = || format!("{} of {}: {answer:?}", method.name(), case.statement(None));
    match &answer.outcome {
        Outcome::Optimal(_) => {
            let (turns, cell) = best.unwrap_or_else(|| panic!("{}", about()));
            assert_eq!(answer.objective, Some(turns), "{}", about());
            assert_eq!(meeting(case, found.last().unwrap()), (cell, turns), "{}", about());
        }
        Outcome::Unsatisfiable(certificate) => {
            assert_eq!(best, None, "{}", about());
            let certificate = certificate.as_ref().unwrap_or_else(|| panic!("{}", about()));
            assert_eq!(puzzle.verify_certificate(certificate, None), Ok(()), "{}", about());
        }
        Outcome::Unknown(Reason::IncompleteMethod) if method.name() == INEXACT => {
            for solution in &found {
                let turns = meeting(case, solution).1;
                assert!(best.is_some_and(|(least, _)| least <= turns), "{}", about());
            }
        }
        _ => panic!("{}", about()),
    }
}

/// Checks that a method lists exactly the squares for which this many turns are enough.
fn lists(case: &Case, method: &Method, turns: &[Option<u64>], most: u64) {
    let puzzle = puzzle(&case.statement(Some(most)));
    if !method.supports(&puzzle.model(), Goal::All) {
        return;
    }
    let (answer, found) = ask(&*puzzle, method, Wanted::All);
    let about = || format!("{} of {}: {answer:?}", method.name(), case.statement(Some(most)));
    let mut cells: Vec<u32> = found.iter().map(|solution| meeting(case, solution).0).collect();
    cells.sort_unstable();
    let within = |cell: &u32| turns[*cell as usize].is_some_and(|turns| turns <= most);
    let expected: Vec<u32> = (0..turns.len() as u32).filter(within).collect();
    assert_eq!(cells, expected, "{}", about());
    match answer.outcome {
        Outcome::AllSolutions => assert!(!cells.is_empty(), "{}", about()),
        Outcome::Unsatisfiable(_) => assert!(cells.is_empty(), "{}", about()),
        Outcome::Unknown(Reason::IncompleteMethod) if method.name() == INEXACT => {}
        _ => panic!("{}", about()),
    }
}

/// How many boards each method was asked about.
type Asked = BTreeMap<&'static str, usize>;

/// Runs all methods on one case, and counts it for each.
fn agree(case: &Case, registry: &Registry, asked: &mut Asked) {
    let turns = case.turns();
    let best = (0..).zip(&turns).filter_map(|(cell, turns)| Some(((*turns)?, cell))).min();
    let model = puzzle(&case.statement(None)).model();
    for method in registry.iter().filter(|method| method.supports(&model, Goal::First)) {
        let size = case.board.cells() as usize;
        if method.name() == "sat:planning" && size > MOST_FOR_PLANNING {
            continue;
        }
        *asked.entry(method.name()).or_default() += 1;
        finds_best(case, method, best);
        if size * case.riders.len() <= LISTED {
            let least = best.map_or(2, |(turns, _)| turns);
            for most in [least.saturating_sub(1), least, least + 1] {
                lists(case, method, &turns, most);
            }
        }
    }
}

/// The methods for meetings; a new one is checked without being named here.
const METHODS: [&str; 8] = [
    "graph:bfs",
    "graph:dijkstra",
    "graph:floyd-warshall",
    "graph:incremental",
    INEXACT,
    "native:bounds",
    "sat:assignment",
    "sat:planning",
];

/// The methods of the registry that find a meeting on a board with a rider.
fn of_meetings(registry: &Registry) -> Vec<&Method> {
    let board = PlainBoard::new(1, 1);
    let model = puzzle(&Case { board, piece: knight(), riders: vec![(0, 1)] }.statement(None));
    let model = model.model();
    let methods: Vec<_> =
        registry.iter().filter(|method| method.supports(&model, Goal::First)).collect();
    for name in METHODS {
        assert!(methods.iter().any(|method| method.name() == name), "{name} is lost");
    }
    methods
}

/// Checks that every method was run on all boards, sat:planning on the small ones.
fn all_were_asked(asked: &Asked, registry: &Registry, boards: usize, small: usize) {
    let expected = of_meetings(registry).into_iter().map(|method| {
        (method.name(), if method.name() == "sat:planning" { small } else { boards })
    });
    assert_eq!(*asked, expected.collect::<Asked>());
}

fn knight() -> &'static PlainPiece {
    PIECES.iter().find(|piece| piece.name == "knight").unwrap()
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn knights_of_the_published_distribution() {
    let registry = Registry::standard();
    let mut dice = Dice(0x5a7a_a41d_0000_0001);
    let (mut asked, mut small) = (Asked::new(), 0);
    for _ in 0..2000 {
        let case = Case::random(&mut dice, knight(), None);
        small += usize::from(case.board.cells() as usize <= MOST_FOR_PLANNING);
        agree(&case, &registry, &mut asked);
    }
    assert!(small > 0);
    all_were_asked(&asked, &registry, 2000, small);
}

#[test]
fn other_pieces_and_blocked_squares() {
    let registry = Registry::standard();
    let mut dice = Dice(0x5a7a_a41d_0000_0002);
    let (mut asked, mut boards, mut small) = (Asked::new(), 0, 0);
    for round in 0..400 {
        let case = Case::random(&mut dice, &PIECES[round % PIECES.len()], Some(5));
        if !case.board.free().is_empty() {
            boards += 1;
            small += usize::from(case.board.cells() as usize <= MOST_FOR_PLANNING);
            agree(&case, &registry, &mut asked);
        }
    }
    all_were_asked(&asked, &registry, boards, small);
}

#[test]
fn riders_on_one_square() {
    let registry = Registry::standard();
    let board = PlainBoard::new(4, 4);
    for riders in [vec![(0, 1), (0, 3)], vec![(5, 2), (5, 2), (15, 1)], vec![(3, 9); 3]] {
        let case = Case { board: board.clone(), piece: knight(), riders };
        let mut asked = Asked::new();
        agree(&case, &registry, &mut asked);
        all_were_asked(&asked, &registry, 1, 1);
    }
}

#[test]
fn published_answers() {
    let expected = "Case 1: 2\nCase 2: 2\nCase 3: 4\nCase 4: impossible\n";
    let bounds = "Case 1: at most 2 (an incomplete method proves nothing)\n\
                  Case 2: at most 2 (an incomplete method proves nothing)\n\
                  Case 3: at most 4 (an incomplete method proves nothing)\n\
                  Case 4: impossible\n";
    let registry = Registry::standard();
    for name in of_meetings(&registry).into_iter().map(Method::name) {
        let arguments = ["solve", "meet", "-", "--method", name, "--format", "text"];
        let ran = satranj(&arguments).input(PUBLISHED).call();
        let (code, expected) = if name == INEXACT { (3, bounds) } else { (0, expected) };
        assert_eq!((ran.code, ran.text()), (Some(code), expected), "{name}: {}", ran.stderr);
    }
    let ran = satranj(&["solve", "meet", "-", "--format", "text"]).input(PUBLISHED).call();
    assert_eq!((ran.code, ran.text()), (Some(0), expected), "{}", ran.stderr);
}
