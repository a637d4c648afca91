//! Sets of vertices of every small graph: all methods against brute force.

use std::{
    collections::BTreeSet,
    ops::{ControlFlow, RangeInclusive},
};

use crate::harness::{
    graphs::{every_graph, graph_json, near},
    methods::{answered, run, stated},
};
use satranj::{
    answer::{Outcome, Wanted, count},
    methods::{Counting, Goal, Registry},
    puzzles::{Solution, StatedPuzzle},
};
use satranj_oracles::sets::{DominationRule, dominating_sets, independent_sets};
use serde_json::{Value, json};

/// The question about a graph: the kind, more of its statement, whether more vertices are better.
type Asked = (&'static str, Value, bool);

fn asked() -> [Asked; 6] {
    [
        ("independent-set", json!({}), true),
        ("clique", json!({}), true),
        ("vertex-cover", json!({}), false),
        ("dominating-set", json!({}), false),
        ("dominating-set", json!({"independent": true}), false),
        ("dominating-set", json!({"total": true}), false),
    ]
}

/// All such sets of a graph, by brute force.
fn all((kind, more, _): &Asked, n: u32, edges: &[(u32, u32)]) -> Vec<Vec<u32>> {
    let rule = DominationRule {
        independent: more["independent"] == true,
        total: more["total"] == true,
        ..DominationRule::default()
    };
    let others = |set: &Vec<u32>| (0..n).filter(|vertex| !set.contains(vertex)).collect();
    match *kind {
        "independent-set" => independent_sets(&near(n, edges), &[]),
        "vertex-cover" => independent_sets(&near(n, edges), &[]).iter().map(others).collect(),
        "clique" => {
            let missing = |&(a, b): &(u32, u32)| !edges.contains(&(a, b));
            let pairs = (0..n).flat_map(|b| (0..b).map(move |a| (a, b)));
            let missing: Vec<(u32, u32)> = pairs.filter(missing).collect();
            independent_sets(&near(n, &missing), &[])
        }
        _ => dominating_sets(&near(n, edges), rule, &[]),
    }
}

fn members(solution: &Solution) -> BTreeSet<String> {
    let Solution::Vertices { vertices } = solution else { panic!("no set of vertices") };
    vertices.iter().cloned().collect()
}

fn names(sets: &[Vec<u32>]) -> BTreeSet<BTreeSet<String>> {
    sets.iter().map(|set| set.iter().map(|vertex| format!("v{vertex}")).collect()).collect()
}

/// Compares all methods with brute force on one graph; given and blocked vertices rotate.
fn agree(asked: &Asked, n: u32, edges: &[(u32, u32)], turn: u32) {
    let (kind, more, is_most) = asked;
    let registry = Registry::standard();
    // A third of the graphs has a given vertex, another third a blocked one.
    let given: Vec<u32> = if turn % 3 == 1 { vec![turn % n] } else { Vec::new() };
    let blocked: Vec<u32> = if turn % 3 == 2 && n > 1 { vec![turn % n] } else { Vec::new() };
    let mut sets = all(asked, n, edges);
    sets.retain(|set| {
        given.iter().all(|one| set.contains(one)) && !blocked.iter().any(|one| set.contains(one))
    });
    let named = |list: &[u32]| list.iter().map(|vertex| format!("v{vertex}")).collect::<Vec<_>>();
    let state = |count: Value| -> Box<dyn StatedPuzzle> {
        let mut statement = json!({"kind": kind, "graph": graph_json(n, edges), "count": count,
            "given": named(&given), "blocked": named(&blocked)});
        let fields = statement.as_object_mut().expect("fields");
        fields.extend(more.as_object().expect("fields").clone());
        stated(&statement)
    };
    let sizes = sets.iter().map(Vec::len);
    let best = if *is_most { sizes.max() } else { sizes.min() };
    let optimum = state(if *is_most { "max".into() } else { "min".into() });
    let model = optimum.model();
    for method in registry.iter().filter(|method| method.supports(&model, Goal::First)) {
        let (answer, found) = answered(&*optimum, method, Wanted::First, turn.is_multiple_of(2));
        let about = format!("{} of {}, {edges:?}: {answer:?}", method.name(), optimum.title());
        match best {
            None => assert!(matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}"),
            Some(best) => {
                assert!(matches!(answer.outcome, Outcome::Optimal(_)), "{about}");
                assert_eq!(answer.objective, Some(best as u64), "{about}");
                assert!(names(&sets).contains(&members(found.last().expect("one"))), "{about}");
            }
        }
    }
    let near_best = best.unwrap_or(0) as u32;
    let size = if turn.is_multiple_of(2) { near_best } else { (near_best + turn) % (n + 2) };
    let exact = state(size.into());
    let model = exact.model();
    let best_sets: Vec<_> = sets.iter().filter(|set| Some(set.len()) == best).cloned().collect();
    sets.retain(|set| set.len() == size as usize);
    for method in registry.iter() {
        let about = format!("{} of {}, {edges:?}", method.name(), exact.title());
        if method.supports(&model, Goal::First) {
            let (answer, _) = answered(&*exact, method, Wanted::First, turn % 2 == 1);
            let is_yes = answer.outcome == Outcome::Satisfied;
            assert_eq!(is_yes, !sets.is_empty(), "{about}: {answer:?}");
            assert!(is_yes || matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}");
        }
        if method.supports(&model, Goal::All) {
            let (answer, found) = answered(&*exact, method, Wanted::All, false);
            let listed: BTreeSet<_> = found.iter().map(members).collect();
            assert_eq!(found.len(), sets.len(), "{about}: {answer:?}");
            assert_eq!(listed, names(&sets), "{about}: {answer:?}");
        }
        for (puzzle, expected) in [(&exact, sets.len()), (&optimum, best_sets.len())] {
            let counting = Counting::default();
            if !method.counts(&puzzle.model(), counting) {
                continue;
            }
            let mut ignore = |_| ControlFlow::Continue(());
            let answer = count(&**puzzle, method, counting, false, &run(), &mut ignore);
            let counted = answer.expect("it counts").counted.expect("a count");
            assert_eq!(counted.count, expected.into(), "{about}");
        }
    }
}

/// The same for vertices with weights: the best of all methods, and all equally good ones.
fn weights_agree(asked: &Asked, n: u32, edges: &[(u32, u32)], turn: u32) {
    let (kind, more, is_most) = asked;
    let weights: Vec<u32> = (0..n).map(|vertex| 1 + (turn * 7 + vertex * vertex * 5) % 6).collect();
    let (given, blocked) = (turn % n, (turn / 7) % n);
    let has_given = turn % 3 == 1;
    let has_blocked = turn % 4 == 1 && given != blocked;
    let mut sets = all(asked, n, edges);
    sets.retain(|set| {
        (!has_given || set.contains(&given)) && !(has_blocked && set.contains(&blocked))
    });
    let named = |is: bool, vertex: u32| if is { vec![format!("v{vertex}")] } else { Vec::new() };
    let mut statement = json!({"kind": kind, "graph": graph_json(n, edges), "weights": weights,
        "given": named(has_given, given), "blocked": named(has_blocked, blocked)});
    let fields = statement.as_object_mut().expect("fields");
    fields.extend(more.as_object().expect("fields").clone());
    let puzzle = stated(&statement);
    let weight =
        |set: &Vec<u32>| set.iter().map(|&vertex| u64::from(weights[vertex as usize])).sum();
    let values = sets.iter().map(weight);
    let best: Option<u64> = if *is_most { values.max() } else { values.min() };
    sets.retain(|set| Some(weight(set)) == best);
    let model = puzzle.model();
    let registry = Registry::standard();
    let mut methods = 0;
    for method in registry.iter().filter(|method| method.supports(&model, Goal::First)) {
        methods += 1;
        let goals = [Wanted::First, Wanted::All];
        let can_all = best.is_some_and(|best| method.supports(&model.with_value(best), Goal::All));
        for wanted in goals.into_iter().filter(|wanted| can_all || *wanted == Wanted::First) {
            let (answer, found) = answered(&*puzzle, method, wanted, turn.is_multiple_of(2));
            let about = format!("{} of {}, {edges:?}: {answer:?}", method.name(), puzzle.title());
            if best.is_none() {
                assert!(matches!(answer.outcome, Outcome::Unsatisfiable(_)), "{about}");
                continue;
            }
            assert_eq!(answer.objective, best, "{about}");
            if wanted == Wanted::First {
                assert!(matches!(answer.outcome, Outcome::Optimal(_)), "{about}");
                assert!(names(&sets).contains(&members(found.last().expect("one"))), "{about}");
            } else {
                let listed: BTreeSet<_> = found.iter().map(members).collect();
                assert_eq!(found.len(), sets.len(), "{about}");
                assert_eq!(listed, names(&sets), "{about}");
            }
        }
    }
    assert!(methods >= 2, "{}", puzzle.title());
}

fn weights_of_every_graph_agree(vertices: RangeInclusive<u32>) {
    for asked in asked() {
        let mut turn = 0;
        for n in vertices.clone() {
            for edges in every_graph(n) {
                turn += 1;
                weights_agree(&asked, n, &edges, turn);
            }
        }
    }
}

#[test]
fn weights_of_every_small_graph() {
    weights_of_every_graph_agree(1..=6);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn weights_of_every_graph_of_seven_vertices() {
    weights_of_every_graph_agree(7..=7);
}

fn every_graph_agrees(which: usize, vertices: RangeInclusive<u32>) {
    let asked = &asked()[which];
    let mut turn = 0;
    for n in vertices {
        for edges in every_graph(n) {
            turn += 1;
            agree(asked, n, &edges, turn);
        }
    }
}

#[test]
fn independent_sets_of_every_small_graph() {
    every_graph_agrees(0, 1..=6);
}

#[test]
fn cliques_of_every_small_graph() {
    every_graph_agrees(1, 1..=6);
}

#[test]
fn vertex_covers_of_every_small_graph() {
    every_graph_agrees(2, 1..=6);
}

#[test]
fn dominating_sets_of_every_small_graph() {
    every_graph_agrees(3, 1..=6);
    every_graph_agrees(4, 1..=6);
    every_graph_agrees(5, 1..=6);
}

#[test]
#[ignore = "takes minutes; `.ci/run` runs it"]
fn sets_of_every_graph_of_seven_vertices() {
    for which in 0..asked().len() {
        every_graph_agrees(which, 7..=7);
    }
}
