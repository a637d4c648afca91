//! Colourings of every small graph: all methods against brute force; and what a user sees.

use std::{collections::BTreeSet, ops::ControlFlow};

use crate::harness::{
    document, folder,
    graphs::{every_graph, graph_json},
    methods::{answered, run, stated},
    satranj, write,
};
use satranj::{
    answer::{Outcome, Wanted, count},
    methods::{Counting, Goal, Registry},
    puzzles::{Solution, StatedPuzzle},
};
use satranj_oracles::colourings::colourings;
use serde_json::{Value, json};

type Edges = [(u32, u32)];

/// The colour of each vertex of a solution.
fn colours(n: u32, solution: &Solution) -> Vec<u32> {
    let Solution::Classes { classes } = solution else { panic!("no classes") };
    let of = |name: String| classes.iter().position(|class| class.contains(&name));
    (0..n).map(|vertex| of(format!("v{vertex}")).expect("a colour") as u32).collect()
}

fn agree(n: u32, edges: &Edges, turn: u32) {
    let registry = Registry::standard();
    // Half of the graphs have two given vertices.
    let given = [(turn % n, turn % 3), ((turn + 2) % n, turn / 3 % 3)];
    let given: &Edges = if turn % 2 == 1 && given[0].0 != given[1].0 { &given } else { &[] };
    let state = |wanted: Value| -> Box<dyn StatedPuzzle> {
        let given: Vec<(String, u32)> =
            given.iter().map(|&(vertex, colour)| (format!("v{vertex}"), colour + 1)).collect();
        stated(&json!({"kind": "colouring", "graph": graph_json(n, edges), "colours": wanted,
            "given": given}))
    };
    let best = (1..=n + 3).find(|&colours| !colourings(n, edges, given, colours).is_empty());
    let fewest = state("min".into());
    let model = fewest.model();
    for method in registry.iter().filter(|method| method.supports(&model, Goal::First)) {
        let (answer, _) = answered(&*fewest, method, Wanted::First, turn % 4 < 2);
        let about = format!("{} of {}, {edges:?}: {answer:?}", method.name(), fewest.title());
        if !method.description.complete && method.name() != "native:classes" {
            // It may give up, but its answer is right.
            assert!(
                answer.objective.is_none_or(|value| best.is_some_and(|best| value >= best.into()))
            );
            continue;
        }
        assert_eq!(answer.objective, best.map(u64::from), "{about}");
        match best {
            None => assert!(matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}"),
            Some(_) => assert!(matches!(answer.outcome, Outcome::Optimal(_)), "{about}"),
        }
    }
    let asked = if given.is_empty() { 1 + turn % 3 } else { 3 };
    let exact = state(asked.into());
    let model = exact.model();
    let expected = colourings(n, edges, given, asked);
    for method in registry.iter() {
        let about = format!("{} of {}, {edges:?}", method.name(), exact.title());
        if method.supports(&model, Goal::First) {
            let (answer, _) = answered(&*exact, method, Wanted::First, turn % 4 < 2);
            let gave_up = matches!(answer.outcome, Outcome::Unknown(_));
            assert!(!gave_up || !method.description.complete, "{about}");
            if !gave_up {
                let is_found = answer.outcome == Outcome::Satisfied;
                assert_eq!(is_found, !expected.is_empty(), "{about}");
            }
        }
        if method.supports(&model, Goal::All) {
            let (_, found) = answered(&*exact, method, Wanted::All, false);
            let listed: BTreeSet<_> = found.iter().map(|one| colours(n, one)).collect();
            assert_eq!((found.len(), &listed), (expected.len(), &expected), "{about}");
        }
        if method.counts(&model, Counting::default()) {
            let mut ignore = |_| ControlFlow::Continue(());
            let counting = Counting::default();
            let answer = count(&*exact, method, counting, false, &run(), &mut ignore);
            let counted = answer.expect("it counts").counted.expect("a count");
            assert_eq!(counted.count, expected.len().into(), "{about}");
        }
    }
}

#[test]
fn colourings_of_every_small_graph() {
    let mut turn = 0;
    for n in 1..=5 {
        for edges in every_graph(n) {
            turn += 1;
            agree(n, &edges, turn);
        }
    }
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn colourings_of_every_graph_of_six_vertices() {
    for (turn, edges) in (0..).zip(every_graph(6)) {
        agree(6, &edges, turn);
    }
}

/// Given colours may use more colours than there are vertices.
#[test]
fn given_colours_beyond_the_number_of_vertices_are_verified() {
    let folder = folder();
    write(folder.path(), "g.dot", "graph { a; b -- c }");
    let ask = |line: &str| satranj(line).within(folder.path()).run();
    for (given, all) in
        [("a=5,b=4", "4"), ("a=1", "2"), ("a=3", "6"), ("a=5", "20"), ("a=7,b=7,c=1", "1")]
    {
        let line = format!("colouring g.dot --given {given}");
        let listed = ask(&format!("solve {line} --all --json")).exits(0).json();
        satranj("verify -").input(listed.to_string()).call().exits(0);
        let best = ask(&format!("solve {line} --json")).exits(0).json();
        satranj("verify -").input(best.to_string()).call().exits(0);
        let counted = ask(&format!("count {line} --json")).exits(0).json();
        assert_eq!(counted["count"], all, "{given}");
        satranj("verify -").input(counted.to_string()).call().exits(0);
    }
    // The claim that more are needed is false.
    let best = ask("solve colouring g.dot --given a=5 --json").exits(0).json();
    assert_eq!(best["objective"], 5);
    let mut worse = best.clone();
    worse["solution"]["classes"] = json!([["c"], [], [], [], ["a"], ["b"]]);
    worse["objective"] = 6.into();
    let said = satranj("verify -").input(worse.to_string()).call().exits(4);
    assert!(said.stderr.contains("the solution is not optimal: 5 is reached"), "{}", said.stderr);
}

#[test]
fn words_of_colourings() {
    let folder = folder();
    write(folder.path(), "c5.dot", "graph { a -- b -- c -- d -- e -- a }");
    write(folder.path(), "one.dot", "graph { a }");
    let ask = |line: &str| satranj(line).within(folder.path()).run().exits(0);
    let american = ask("solve coloring c5.dot --colors 3 --json").json();
    assert_eq!(american["puzzle"]["colours"], 3);
    let one = ask("solve colouring one.dot --format text");
    assert!(one.text().contains("\nbecause a has a colour\noptimal: 1, "), "{}", one.text());
    let all = ask("solve colouring one.dot --all --format text");
    let words = "\nall solutions (1), each of 1, verified, no other: proof of 0 steps checked (formula: \
                 direct encoding) in ";
    assert!(all.text().contains(words), "{}", all.text());
}

#[test]
fn reasons_are_told_and_checked() {
    let folder = folder();
    write(folder.path(), "c5.dot", "graph { a -- b -- c -- d -- e -- a }");
    let ask = |line: &str| satranj(line).within(folder.path()).run();
    let odd = ask("solve colouring c5.dot --colours 2 --json").exits(0).json();
    assert_eq!(odd["certificate"]["kind"], "odd_cycle");
    assert_eq!(odd["verified"], true);
    let best = ask("solve colouring c5.dot --json").exits(0).json();
    assert_eq!((&best["objective"], &best["status"]), (&json!(3), &json!("optimal")));
    let clash = ask("solve colouring c5.dot --given a=1,b=1 --json").exits(0).json();
    assert_eq!(clash["certificate"]["kind"], "given_colours");
    // The chromatic polynomial of a cycle: (k - 1)^n + (-1)^n (k - 1).
    for (colours, count) in [(2, "0"), (3, "30"), (4, "240"), (7, "7770")] {
        let counted = ask(&format!("count colouring c5.dot --colours {colours} --json"));
        assert_eq!(counted.exits(0).json()["count"], count);
    }
    let listed = document("list puzzles --json");
    assert!(listed.as_array().expect("a list").iter().any(|one| one["name"] == "colouring"));
}

/// If a limit ends a colouring, both bounds are shown, and each kind of turn once.
#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn a_limit_leaves_both_bounds() {
    let folder = folder();
    let line = "generate hamilton --vertices 120 --density 50% -o g.col";
    satranj(line).within(folder.path()).run().exits(0);
    let line = "solve colouring g.col --node-limit 20000";
    let ran = satranj(&format!("{line} --json")).within(folder.path()).run().exits(3);
    let document = ran.json();
    let [lower, upper] =
        ["lower_bound", "objective"].map(|name| document[name].as_u64().expect(name));
    assert!(1 < lower && lower < upper, "{lower} {upper}");
    let ran = satranj(&format!("{line} --format text")).within(folder.path()).run().exits(3);
    let text = ran.text();
    assert!(text.contains(&format!("at most {upper}, at least {lower}")), "{text}");
    let turns = text.lines().find(|line| line.starts_with("in turn: "));
    if let Some(turns) = turns {
        let mut ends: Vec<&str> =
            turns.split(", ").map(|end| end.split(" times").next().unwrap_or(end)).collect();
        let all = ends.len();
        ends.sort_unstable();
        ends.dedup();
        assert_eq!(ends.len(), all, "{turns}");
    }
    let verdict = satranj("verify - --json").input(document.to_string()).call().exits(0);
    assert_eq!(verdict.json()["valid"], true);
    let mut wrong = document.clone();
    wrong["lower_bound"] = (upper + 1).into();
    satranj("verify -").input(wrong.to_string()).call().exits(4);
}
