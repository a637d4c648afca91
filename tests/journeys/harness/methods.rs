//! Methods asked through the library, and the tours that they find.

use std::{collections::BTreeSet, ops::ControlFlow, time::Duration};

use satranj::{
    answer::{Answer, Outcome, Question, Wanted, answer},
    limits::{Limits, Reason},
    methods::{Context, Goal, Method, MethodOptions, Registry},
    puzzles::{Solution, StatedPuzzle, Statement},
};
use serde_json::Value;

use super::{
    PATIENCE,
    tours::{Case, KNIGHT},
};

/// The puzzle of a statement.
pub fn stated(statement: &Value) -> Box<dyn StatedPuzzle> {
    let stated: Statement = serde_json::from_value(statement.clone())
        .unwrap_or_else(|error| panic!("{error}: {statement}"));
    stated.puzzle().unwrap_or_else(|error| panic!("{error}: {statement}"))
}

/// The puzzle of a case.
pub fn puzzle(case: &Case) -> Box<dyn StatedPuzzle> {
    stated(&case.statement())
}

/// A run with the time limit of the tests.
pub fn run() -> Context {
    let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
    Context::new(limits, 1, MethodOptions::default())
}

/// The answer of a method and the solutions it gave.
pub fn answered(
    puzzle: &dyn StatedPuzzle,
    method: &Method,
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

/// The cells of a solution.
pub fn cells(case: &Case, solution: &Solution) -> Vec<u32> {
    solution.squares().iter().map(|square| case.cell(&square.to_string())).collect()
}

/// The outcome of a method, and the tours that it found, each checked by the definition.
pub fn ask(
    case: &Case,
    method: &Method,
    wanted: Wanted,
    precheck: bool,
) -> (Outcome, Vec<Vec<u32>>) {
    ask_for(case, method, wanted, precheck, PATIENCE)
}

/// As [`ask`], with another time limit.
pub fn ask_for(
    case: &Case,
    method: &Method,
    wanted: Wanted,
    precheck: bool,
    time: Duration,
) -> (Outcome, Vec<Vec<u32>>) {
    let limits = Limits { time: Some(time), ..Limits::default() };
    // Local searches give up soon.
    let options = MethodOptions { restarts: Some(40), ..MethodOptions::default() };
    let run = Context::new(limits, 1, options);
    let mut tours = Vec::new();
    let question = Question { wanted, precheck, up_to_symmetry: false };
    let answer = answer(&*puzzle(case), method, question, &run, &mut |finding| {
        let tour = cells(case, &finding.solution);
        assert!(case.is_tour(&tour), "{}: {tour:?} is not a tour of {case:?}", method.name());
        tours.push(tour);
        ControlFlow::Continue(())
    });
    let answer = answer.unwrap_or_else(|failure| panic!("{}: {failure}: {case:?}", method.name()));
    assert_eq!(answer.solutions, tours.len() as u64);
    (answer.outcome, tours)
}

/// The methods of the program with these names.
pub fn named<'r>(registry: &'r Registry, names: &[&str]) -> Vec<&'r Method> {
    names.iter().map(|name| for_tours(registry, name)).collect()
}

/// Methods that decide nothing if they find nothing.
const INCOMPLETE: [&str; 2] = ["graph:two-factor", "native:rotations"];

/// A complete method that gives up if parts have many boundary edges.
pub const NARROW: &str = "graph:carving";

/// The methods that decide for every board whether it has a tour.
pub fn finding_tours(registry: &Registry) -> Vec<&Method> {
    let model = puzzle(&Case::new(1, 1, KNIGHT)).model();
    let finding = registry.iter().filter(|method| method.supports(&model, Goal::First));
    let is_left_out = |name| INCOMPLETE.contains(&name) || name == NARROW;
    finding.filter(|method| !is_left_out(method.name())).collect()
}

/// The methods that find all tours.
pub fn listing_tours(registry: &Registry) -> Vec<&Method> {
    let model = puzzle(&Case::new(1, 1, KNIGHT)).model();
    let finding = finding_tours(registry).into_iter();
    finding.filter(|method| method.supports(&model, Goal::All)).collect()
}

/// The methods that find a tour of this board or give up.
pub fn finding_some<'r>(registry: &'r Registry, case: &Case) -> Vec<&'r Method> {
    let model = puzzle(case).model();
    let some = registry.iter().filter(|method| method.supports(&model, Goal::First));
    some.filter(|method| INCOMPLETE.contains(&method.name())).collect()
}

/// Whether a method finds a tour; it may give up.
pub fn finds(case: &Case, method: &Method, precheck: bool) -> bool {
    match ask(case, method, Wanted::First, precheck) {
        (Outcome::Satisfied, tours) => tours.len() == 1,
        (Outcome::Unsatisfiable(_) | Outcome::Unknown(Reason::IncompleteMethod), _) => false,
        (outcome, _) => panic!("{} (precheck {precheck}): {outcome:?} of {case:?}", method.name()),
    }
}

/// The answer of the method for narrow boards, if it does not give up.
pub fn narrow_says(case: &Case, registry: &Registry, precheck: bool) -> Option<bool> {
    let model = puzzle(case).model();
    let method = registry.get(NARROW, &model).expect("it is listed");
    match ask(case, method, Wanted::First, precheck) {
        (Outcome::Unknown(Reason::IncompleteMethod), _) => None,
        _ => Some(says_yes(case, method, precheck)),
    }
}

/// The method with this name that finds tours.
pub fn for_tours<'r>(registry: &'r Registry, name: &str) -> &'r Method {
    finding_tours(registry).into_iter().find(|method| method.name() == name).unwrap()
}

/// Whether a method finds that there is a tour; anything but yes or no is a failure.
pub fn says_yes(case: &Case, method: &Method, precheck: bool) -> bool {
    let name = method.name();
    match ask(case, method, Wanted::First, precheck) {
        (Outcome::Satisfied, tours) => {
            assert_eq!(tours.len(), 1, "{name}: {case:?}");
            true
        }
        (Outcome::Unsatisfiable(certificate), tours) => {
            assert!(tours.is_empty(), "{name}: {case:?}");
            if let Some(certificate) = certificate {
                assert_eq!(puzzle(case).verify_certificate(&certificate, None), Ok(()), "{case:?}");
            }
            false
        }
        (outcome, _) => panic!("{name} (precheck {precheck}): {outcome:?} of {case:?}"),
    }
}

/// All tours that a method finds; none may come twice.
pub fn all_tours(case: &Case, method: &Method, precheck: bool) -> BTreeSet<Vec<u32>> {
    let name = method.name();
    let (outcome, tours) = ask(case, method, Wanted::All, precheck);
    let number = tours.len();
    let tours: BTreeSet<_> = tours.iter().map(|tour| case.canonical(tour)).collect();
    assert_eq!(tours.len(), number, "{name} repeats a tour of {case:?}");
    match outcome {
        Outcome::AllSolutions => assert!(number > 0, "{name}: {case:?}"),
        Outcome::Unsatisfiable(_) => assert_eq!(number, 0, "{name}: {case:?}"),
        outcome => panic!("{name} (precheck {precheck}): {outcome:?} of {case:?}"),
    }
    tours
}
