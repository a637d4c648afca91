//! The plain searches against all placements and all orders of the places.

use std::{collections::BTreeSet, ops::ControlFlow};

use rand::{RngExt, seq::SliceRandom};
use serde_json::{Value, json};

use super::{Scope, SearchHalt, StepBudget};
use crate::{
    board::square::Square,
    puzzles::{Solution, StatedPuzzle, Statement},
    random::{Generator, generator},
};

fn puzzle(statement: &Value) -> Box<dyn StatedPuzzle> {
    let stated: Statement = serde_json::from_value(statement.clone()).unwrap();
    stated.puzzle().unwrap_or_else(|error| panic!("{error}: {statement}"))
}

fn identity(puzzle: &dyn StatedPuzzle, solution: &Solution) -> Solution {
    puzzle.identity(&puzzle.canonical(solution))
}

/// What the search finds, each once.
fn searched(puzzle: &dyn StatedPuzzle, scope: Scope) -> BTreeSet<Solution> {
    let mut found = BTreeSet::new();
    let ended = puzzle.exhaust(scope, &mut StepBudget::default(), &mut |solution| {
        assert!(found.insert(identity(puzzle, &solution)), "{solution:?} twice");
        ControlFlow::Continue(())
    });
    assert_eq!(ended, Ok(()), "{}", puzzle.title());
    found
}

/// The right ones among some candidates.
fn right(
    puzzle: &dyn StatedPuzzle,
    candidates: impl Iterator<Item = Solution>,
) -> BTreeSet<Solution> {
    let right = candidates.filter(|solution| puzzle.verify(solution).is_ok());
    right.map(|solution| identity(puzzle, &solution)).collect()
}

/// Compares the solutions found for each value with the right ones.
fn agrees(puzzle: &dyn StatedPuzzle, statement: &Value, all: &BTreeSet<Solution>) {
    assert_eq!(searched(puzzle, Scope::All), *all, "{statement}");
    let least = ["dominate", "vertex-cover", "dominating-set"];
    let is_least = least.iter().any(|kind| statement["kind"] == *kind);
    for value in 0..6 {
        let of = |good: &dyn Fn(u64) -> bool| -> BTreeSet<Solution> {
            let solutions = all.iter().cloned();
            solutions.filter(|solution| puzzle.value(solution).is_none_or(good)).collect()
        };
        let better = |own| if is_least { own < value } else { own > value };
        let (found, better_ones) = (searched(puzzle, Scope::Better(value)), of(&better));
        // Reductions of a sparse graph find a best set only.
        let of_best = |one: &Solution| {
            let values = better_ones.iter().map(|other| puzzle.value(other));
            let best = if is_least { values.min() } else { values.max() };
            better_ones.contains(one) && best == Some(puzzle.value(one))
        };
        let is_reduced = ["place", "independent-set", "vertex-cover"]
            .iter()
            .any(|kind| statement["kind"] == *kind);
        if is_reduced && found.len() == 1 {
            assert!(found.iter().all(of_best), "{statement}");
        } else {
            assert_eq!(found, better_ones, "{statement}");
        }
        let as_good = |own| own == value || better(own);
        assert_eq!(searched(puzzle, Scope::AsGood(value)), of(&as_good), "{statement}");
    }
}

/// Every way to put one of some pieces, or nothing, on each square.
fn placings(squares: &[Square], pieces: &[&str]) -> Vec<Solution> {
    let choices = pieces.len().max(1) + 1;
    let all = choices.pow(squares.len() as u32);
    let placing = |mut number: usize| {
        let (mut taken, mut names) = (Vec::new(), Vec::new());
        for &square in squares {
            let choice = number % choices;
            number /= choices;
            if choice > 0 {
                taken.push(square);
                names.extend(pieces.get(choice - 1).map(ToString::to_string));
            }
        }
        Solution::Squares { squares: taken, pieces: (!pieces.is_empty()).then_some(names) }
    };
    (0..all).map(placing).collect()
}

fn drawn<'t>(chance: &mut Generator, of: &[&'t str]) -> &'t str {
    of[chance.random_range(0..of.len())]
}

/// A board of at most some squares, a few blocked, and its free squares.
fn board(chance: &mut Generator, most: u32) -> (Value, Vec<Square>) {
    let rows = chance.random_range(1..=3);
    let columns = chance.random_range(1..=most / rows);
    let all = (0..rows).flat_map(|rank| (0..columns).map(move |column| Square { column, rank }));
    let (free, blocked): (Vec<Square>, Vec<Square>) =
        all.partition(|square| (square.rank, square.column) == (0, 0) || chance.random_bool(0.9));
    (json!({"rows": rows, "columns": columns, "blocked": blocked}), free)
}

fn given(chance: &mut Generator, free: &[Square]) -> Vec<Square> {
    free.iter().copied().filter(|_| chance.random_bool(0.08)).collect()
}

const PIECES: [&str; 7] = ["knight", "king", "queen", "rook", "bishop", "wazir", "rider:1,2"];

#[test]
fn placements() {
    let chance = &mut generator(1);
    for case in 0..120 {
        let (board, free) = board(chance, 10);
        let count = if case % 2 == 0 { json!("max") } else { json!(chance.random_range(0..4)) };
        let statement = json!({"kind": "place", "board": board, "piece": drawn(chance, &PIECES),
            "count": count, "given": given(chance, &free)});
        let place = puzzle(&statement);
        let all = right(&*place, placings(&free, &[]).into_iter());
        agrees(&*place, &statement, &all);
        // Of any number: the right solutions if the puzzle asks for the most.
        let mut any = statement.clone();
        any["count"] = json!("max");
        let any = searched(&*puzzle(&any), Scope::All);
        assert_eq!(searched(&*place, Scope::AnyNumber), any, "{statement}");
    }
}

#[test]
fn armies() {
    let chance = &mut generator(2);
    for case in 0..60 {
        let (board, free) = board(chance, 8);
        let (first, second) = (drawn(chance, &PIECES), drawn(chance, &PIECES));
        let side = |side: &str| if case % 2 == 0 { json!(side) } else { Value::Null };
        if case % 2 == 1 && first == second {
            continue;
        }
        let (count, own) = match case % 3 {
            0 => (json!("max"), Value::Null),
            1 => (json!(2), json!(1)),
            _ => (json!("max"), json!(1)),
        };
        let army = json!([{"piece": first, "side": side("white")},
            {"piece": second, "side": side("black"), "count": own}]);
        let statement = json!({"kind": "place", "board": board, "army": army, "count": count});
        let place = puzzle(&statement);
        let name = |piece: &str, side: &Value| {
            side.as_str().map_or_else(|| piece.into(), |side| format!("{side}:{piece}"))
        };
        let names = [name(first, &side("white")), name(second, &side("black"))];
        let all = right(&*place, placings(&free, &[&names[0], &names[1]]).into_iter());
        agrees(&*place, &statement, &all);
    }
}

#[test]
fn queens() {
    let chance = &mut generator(3);
    for case in 0..12 {
        let n: u32 = [1, 2, 3, 4][case % 4];
        let all = (0..n).flat_map(|rank| (0..n).map(move |column| Square { column, rank }));
        let all: Vec<Square> = all.collect();
        let mut blocked = if case < 4 { Vec::new() } else { given(chance, &all) };
        let fixed: Vec<Square> = if case < 8 { Vec::new() } else { given(chance, &all) };
        blocked.retain(|square| !fixed.contains(square));
        let statement = json!({"kind": "queens", "n": n, "given": fixed, "blocked": blocked});
        let queens = puzzle(&statement);
        let all = right(&*queens, placings(&all, &[]).into_iter());
        assert_eq!(searched(&*queens, Scope::All), all, "{statement}");
    }
    for (n, count) in [(5, 10), (6, 4), (7, 40), (8, 92), (9, 352)] {
        let queens = puzzle(&json!({"kind": "queens", "n": n}));
        assert_eq!(searched(&*queens, Scope::All).len(), count);
    }
}

#[test]
fn dominations() {
    let chance = &mut generator(4);
    for case in 0..120 {
        let (board, free) = board(chance, 10);
        let count = if case % 2 == 0 { json!("min") } else { json!(chance.random_range(0..5)) };
        let statement = json!({"kind": "dominate", "board": board, "piece": drawn(chance, &PIECES),
            "count": count, "independent": case % 3 == 1, "total": case % 3 == 2,
            "given": given(chance, &free)});
        let dominate = puzzle(&statement);
        let all = right(&*dominate, placings(&free, &[]).into_iter());
        agrees(&*dominate, &statement, &all);
        let mut any = statement.clone();
        any["count"] = json!("min");
        let any = searched(&*puzzle(&any), Scope::All);
        assert_eq!(searched(&*dominate, Scope::AnyNumber), any, "{statement}");
    }
}

#[test]
fn sets_of_graphs() {
    let chance = &mut generator(8);
    let kinds = ["independent-set", "clique", "vertex-cover", "dominating-set"];
    for case in 0..400 {
        let (kind, count) = (kinds[case % 4], chance.random_range(1..=7_u32));
        let names: Vec<String> = (0..count).map(|vertex| format!("v{vertex}")).collect();
        let pairs = (0..count).flat_map(|a| (0..a).map(move |b| [a, b]));
        let edges: Vec<[u32; 2]> = pairs.filter(|_| chance.random_bool(0.5)).collect();
        let mut statement = json!({"kind": kind, "graph": {"vertices": names, "edges": edges}});
        if case % 8 > 3 {
            let weights: Vec<u32> = names.iter().map(|_| chance.random_range(1..4)).collect();
            statement["weights"] = json!(weights);
        }
        let set = puzzle(&statement);
        let chosen = |set: u32| {
            let vertices = names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
            Solution::Vertices { vertices: vertices.map(|(_, name)| name.clone()).collect() }
        };
        let all = right(&*set, (0..1 << count).map(chosen));
        agrees(&*set, &statement, &all);
    }
}

/// All orders of some things (Heap 1963).
fn orders<T: Clone>(things: &[T]) -> Vec<Vec<T>> {
    fn exchange<T: Clone>(things: &mut Vec<T>, count: usize, orders: &mut Vec<Vec<T>>) {
        if count <= 1 {
            orders.push(things.clone());
            return;
        }
        for index in 0..count {
            exchange(things, count - 1, orders);
            things.swap(if count.is_multiple_of(2) { index } else { 0 }, count - 1);
        }
    }
    let mut orders = Vec::new();
    exchange(&mut things.to_vec(), things.len(), &mut orders);
    orders
}

#[test]
fn tours() {
    let chance = &mut generator(5);
    let mut found = 0;
    for case in 0..120 {
        let (board, free) = board(chance, 7);
        let closed = case % 2 == 0;
        let mut statement = json!({"kind": "tour", "board": board, "closed": closed,
            "piece": drawn(chance, &["king", "queen", "rook", "wazir+alfil"])});
        let mut ends = free.clone();
        ends.shuffle(chance);
        if case % 3 == 0 {
            statement["start"] = json!(ends[0]);
        }
        if case % 5 == 0 && !closed && ends.len() > 1 {
            statement["end"] = json!(ends[1]);
        }
        if case % 4 > 1 && ends.len() > 1 {
            let mut with = statement.clone();
            with["given"] = json!([[ends[0], ends[1]]]);
            let stated: Statement = serde_json::from_value(with.clone()).unwrap();
            // It may not be a move of the piece.
            statement = if stated.puzzle().is_ok() { with } else { statement };
        }
        let tour = puzzle(&statement);
        let paths = orders(&free).into_iter().map(|path| Solution::Path { path });
        let all = right(&*tour, paths);
        found += all.len();
        assert_eq!(searched(&*tour, Scope::All), all, "{statement}");
    }
    assert!(found > 100);
}

#[test]
fn paths_and_cycles_of_graphs() {
    let chance = &mut generator(6);
    let mut found = 0;
    for case in 0..200 {
        let count: u32 = chance.random_range(1..=6);
        let names: Vec<String> = (0..count).map(|vertex| format!("v{vertex}")).collect();
        let pairs = (0..count).flat_map(|a| (0..count).map(move |b| [a, b]));
        let edges: Vec<[u32; 2]> = pairs.filter(|_| chance.random_bool(0.5)).collect();
        let closed = case % 2 == 0;
        let mut statement = json!({"kind": "hamilton", "closed": closed,
            "graph": {"directed": case % 4 > 1, "vertices": names, "edges": edges}});
        if case % 3 == 0 {
            statement["start"] = json!(names[0]);
        }
        if case % 5 == 0 && !closed && count > 1 {
            statement["end"] = json!(names[1]);
        }
        if let (0, Some([a, b])) = (case % 7, edges.iter().find(|[a, b]| a != b)) {
            statement["given"] = json!([[names[*a as usize], names[*b as usize]]]);
        }
        let hamilton = puzzle(&statement);
        let paths = orders(&names).into_iter().map(|path| Solution::VertexPath { path });
        let all = right(&*hamilton, paths);
        found += all.len();
        assert_eq!(searched(&*hamilton, Scope::All), all, "{statement}");
    }
    assert!(found > 100);
}

#[test]
fn routes() {
    let chance = &mut generator(7);
    for _ in 0..60 {
        let (board, free) = board(chance, 8);
        let (rows, columns) = (board["rows"].as_u64().unwrap(), board["columns"].as_u64().unwrap());
        let digit = |chance: &mut Generator| char::from(chance.random_range(b'1'..=b'3'));
        let row = |_| (0..columns).map(|_| digit(chance)).collect::<String>();
        let weights: Vec<String> = (0..rows).map(row).collect();
        let (from, to) = (free[0], free[chance.random_range(0..free.len())]);
        let statement = json!({"kind": "route", "board": board, "from": from, "to": to,
            "piece": drawn(chance, &PIECES), "weights": weights});
        let route = puzzle(&statement);
        // A cheapest way visits no square twice.
        let mut ways = vec![vec![from]];
        let mut next = 0;
        while let Some(way) = ways.get(next).cloned() {
            next += 1;
            for &square in free.iter().filter(|square| !way.contains(square)) {
                let longer = [&way[..], &[square]].concat();
                let step = Solution::Path { path: vec![way[way.len() - 1], square] };
                let mut one = statement.clone();
                (one["from"], one["to"]) = (json!(way[way.len() - 1]), json!(square));
                if longer.len() <= 5 && puzzle(&one).verify(&step).is_ok() {
                    ways.push(longer);
                }
            }
        }
        let all = right(&*route, ways.into_iter().map(|path| Solution::Path { path }));
        let least = all.iter().filter_map(|solution| route.value(solution)).min();
        let mut best = all;
        best.retain(|solution| route.value(solution) == least);
        let searched = searched(&*route, Scope::All);
        if searched.iter().all(|solution| solution.squares().len() <= 5) {
            assert_eq!(searched, best, "{statement}");
        }
    }
}

#[test]
fn too_large_is_said() {
    for statement in [
        json!({"kind": "queens", "n": 33}),
        json!({"kind": "queens", "n": 10_000_000}),
        json!({"kind": "place", "board": {"rows": 8, "columns": 8}, "piece": "knight"}),
        json!({"kind": "place", "board": {"rows": 5000, "columns": 5000}, "piece": "king"}),
        json!({"kind": "dominate", "board": {"rows": 9, "columns": 9}, "piece": "knight"}),
        json!({"kind": "tour", "board": {"rows": 8, "columns": 8}}),
        json!({"kind": "tour", "board": {"rows": 2000, "columns": 2000}}),
        json!({"kind": "route", "board": {"rows": 5000, "columns": 5000}, "from": "a1", "to": "b3"}),
        json!({"kind": "exchange", "start": ["n.n", "...", "N.N"]}),
    ] {
        let puzzle = puzzle(&statement);
        let mut budget = StepBudget::of(1 << 20);
        let ended = puzzle.exhaust(Scope::All, &mut budget, &mut |_| ControlFlow::Continue(()));
        assert_eq!(ended, Err(SearchHalt::TooLarge), "{statement}");
    }
    let queens = puzzle(&json!({"kind": "queens", "n": 8}));
    let ended =
        queens.exhaust(Scope::All, &mut StepBudget::default(), &mut |_| ControlFlow::Break(()));
    assert_eq!(ended, Err(SearchHalt::Enough));
}
