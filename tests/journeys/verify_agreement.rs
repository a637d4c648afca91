//! The plain search of `satranj verify` against every method, on random small puzzles.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::harness::PATIENCE;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use satranj::{
    answer::{Outcome, Question, Wanted, answer, count},
    limits::Limits,
    methods::{Context, Counting, Goal, Method, MethodOptions, Registry},
    puzzles::{
        Solution, StatedPuzzle, Statement,
        exhaustive::{Scope, StepBudget},
    },
};
use serde_json::{Value, json};

/// A method's answer equals that of the search.
fn agrees(puzzle: &dyn StatedPuzzle, method: &Method) -> bool {
    let run = || {
        let limits = Limits { time: Some(PATIENCE), ..Limits::default() };
        Context::new(limits, 1, MethodOptions { restarts: Some(20), ..MethodOptions::default() })
    };
    let about = || format!("{} of {:?}", method.name(), puzzle.statement());
    let model = puzzle.model();
    let values = std::cell::RefCell::new(BTreeSet::new());
    let searched = |value: Option<u64>| {
        let mut found = BTreeSet::new();
        values.borrow_mut().clear();
        let scope = value.map_or(Scope::All, Scope::AsGood);
        let ended = puzzle.exhaust(scope, &mut StepBudget::default(), &mut |solution: Solution| {
            assert_eq!(puzzle.verify(&solution), Ok(()), "{}", about());
            values.borrow_mut().insert(puzzle.value(&solution));
            found.insert(puzzle.identity(&puzzle.canonical(&solution)));
            ControlFlow::Continue(())
        });
        assert_eq!(ended, Ok(()), "{}", about());
        found
    };
    // The search for a plan that does not exist takes more and more steps, without end.
    if method.name() == "sat:planning" && model.sense().is_some() && searched(None).is_empty() {
        return false;
    }
    let mut said = false;
    for wanted in [Wanted::First, Wanted::All] {
        let goal = if model.sense().is_some() { Goal::First } else { wanted.goal() };
        if !method.supports(&model, goal)
            || wanted == Wanted::All && !method.supports(&model, Goal::All)
        {
            continue;
        }
        let mut found = Vec::new();
        let question = Question { wanted, precheck: false, up_to_symmetry: false };
        let answered = answer(puzzle, method, question, &run(), &mut |finding| {
            found.push(puzzle.identity(&puzzle.canonical(&finding.solution)));
            ControlFlow::Continue(())
        });
        let answered = answered.unwrap_or_else(|failure| panic!("{}: {failure}", about()));
        let all = || searched(answered.objective);
        match answered.outcome {
            Outcome::Unsatisfiable(_) => assert!(searched(None).is_empty(), "{}", about()),
            Outcome::AllSolutions => {
                assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), all(), "{}", about());
            }
            Outcome::Optimal(_) => {
                all();
                assert_eq!(BTreeSet::from([answered.objective]), *values.borrow(), "{}", about());
            }
            Outcome::Satisfied => assert!(all().contains(&found[0]), "{}", about()),
            Outcome::Unknown(_) => continue,
        }
        said = true;
    }
    if method.counts(&model, Counting::default()) {
        let counted = count(puzzle, method, Counting::default(), false, &run(), &mut |_| {
            ControlFlow::Continue(())
        });
        let counted = counted.unwrap_or_else(|failure| panic!("{}: {failure}", about()));
        if let Some(tally) = &counted.counted {
            let number = searched(counted.objective).len();
            assert_eq!(tally.count, number.into(), "{}", about());
            said = true;
        }
    }
    said
}

/// A random small puzzle of each kind.
fn drawn(chance: &mut Xoshiro256PlusPlus, case: u32) -> Value {
    let pieces = ["knight", "king", "queen", "rook", "bishop", "wazir", "knight+wazir"];
    let mut piece = || json!(pieces[chance.random_range(0..pieces.len())]);
    let (first, second) = (piece(), piece());
    let (rows, columns) = (chance.random_range(2..=3u32), chance.random_range(2..=4u32));
    let square = |chance: &mut Xoshiro256PlusPlus| {
        let column = char::from(b'a' + chance.random_range(0..columns) as u8);
        json!(format!("{column}{}", chance.random_range(1..=rows)))
    };
    let (blocked, other) = (square(chance), square(chance));
    let board = json!({"rows": rows, "columns": columns, "blocked": [blocked]});
    let mut given = json!([]);
    if blocked != other && chance.random_bool(0.3) {
        given = json!([other]);
    }
    let number = chance.random_range(1..=3u32);
    match case % 12 {
        0 => json!({"kind": "queens", "n": number + 3, "blocked": [blocked], "given": given}),
        1 => json!({"kind": "place", "board": board, "piece": first, "given": given}),
        2 => json!({"kind": "place", "board": board, "piece": first, "count": number}),
        3 => json!({"kind": "place", "board": board,
            "army": [{"side": "white", "piece": first}, {"side": "black", "piece": second}]}),
        4 => json!({"kind": "dominate", "board": board, "piece": first, "given": given,
            "independent": number == 1, "total": number == 2}),
        5 => json!({"kind": "dominate", "board": board, "piece": first, "count": number,
            "independent": chance.random_bool(0.3)}),
        6 => json!({"kind": "tour", "piece": first, "closed": chance.random_bool(0.5),
            "board": {"rows": rows.min(3), "columns": columns.min(3), "blocked": [blocked]}}),
        7 => {
            let weights = chance.random_bool(0.5);
            let row: String = (0..columns).map(|column| char::from(b'1' + column as u8)).collect();
            json!({"kind": "route", "board": {"rows": rows, "columns": columns}, "piece": first,
                "from": blocked, "to": other, "weights": weights.then(|| vec![row; rows as usize]),
                "at_most": chance.random_bool(0.5).then_some(number + 2)})
        }
        8 => json!({"kind": "meet", "board": {"rows": rows, "columns": columns}, "piece": first,
            "riders": [{"square": blocked, "jumps_per_turn": number},
                {"square": other, "jumps_per_turn": 1}],
            "at_most": chance.random_bool(0.5).then_some(number)}),
        9 | 10 => {
            let letters = ["..", "N.", ".n", "Kn", "Rb", "kK", "n.", "Bq"];
            let mut rows: Vec<String> = Vec::new();
            for _ in 0..=number.min(2) {
                rows.push(letters[chance.random_range(0..letters.len())].to_string());
            }
            let goal: Vec<String> =
                rows.iter().rev().map(|row| row.chars().rev().collect()).collect();
            json!({"kind": "exchange", "start": rows, "goal": goal, "parallel": case.is_multiple_of(2),
                "at_most": chance.random_bool(0.5).then_some(number + 1)})
        }
        _ => {
            let count = number + 3;
            let names: Vec<String> = (0..count).map(|vertex| format!("v{vertex}")).collect();
            let pairs = (0..count).flat_map(|a| (0..count).map(move |b| [a, b]));
            let edges: Vec<[u32; 2]> = pairs.filter(|_| chance.random_bool(0.5)).collect();
            json!({"kind": "hamilton", "closed": chance.random_bool(0.5),
                "graph": {"directed": chance.random_bool(0.5), "vertices": names, "edges": edges}})
        }
    }
}

#[test]
fn what_any_method_says_is_found_by_the_search() {
    let registry = Registry::standard();
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut said = 0;
    for case in 0..144 {
        let statement = drawn(&mut chance, case);
        let stated: Statement = serde_json::from_value(statement.clone()).unwrap();
        // A blocked square may be outside a small board.
        let Ok(puzzle) = stated.puzzle() else { continue };
        said += registry.iter().filter(|method| agrees(&*puzzle, method)).count();
    }
    assert!(said > 500, "{said}");
}
