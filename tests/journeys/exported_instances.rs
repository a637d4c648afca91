//! Exports ask what the puzzle asks: tiny instances of every kind, in every format and encoding,
//! have a solution if and only if the puzzle has one, with the same best value.

use std::ops::ControlFlow;

use satranj::{
    exports::{self, Export, ExportError, Format},
    graphs,
    limits::Limits,
    methods::{Context, MethodOptions},
    puzzles::{
        StatedPuzzle, Statement,
        exhaustive::{Scope, StepBudget},
        hamilton::{GraphStatement, Hamilton, HamiltonStatement},
    },
};
use satranj_encodings::{encoding::Encoding, model::Model, registry};
use serde_json::{Value, json};

use crate::harness::{opb::Opb, satranj, wcnf};

/// Whether there is a solution, and the best value if it is asked for.
type Truth = (bool, Option<u64>);

fn puzzle(statement: &Value) -> Option<Box<dyn StatedPuzzle>> {
    let read: Statement = serde_json::from_value(statement.clone()).expect("it is a statement");
    read.puzzle().ok()
}

/// By plain backtracking or, for kinds without it, by a method.
fn truth(puzzle: &dyn StatedPuzzle) -> Truth {
    let model = puzzle.model();
    let (mut found, mut best) = (false, None);
    let searched = puzzle.exhaust(Scope::All, &mut StepBudget::default(), &mut |solution| {
        found = true;
        if let (Some(sense), Some(value)) = (model.sense(), puzzle.value(&solution)) {
            let better = best.is_none_or(|best| sense.is_better(value, best));
            best = if better { Some(value) } else { best };
        }
        ControlFlow::Continue(())
    });
    if searched.is_ok() {
        return (found, best);
    }
    let statement = serde_json::to_string(&puzzle.statement()).expect("a statement is JSON");
    let solved = satranj("solve --from - --json").input(statement).call().exits(0).json();
    (solved["status"] != "unsatisfiable", solved["objective"].as_u64())
}

/// The export in a format, with an encoding if the format takes one.
fn exported(
    puzzle: &dyn StatedPuzzle,
    model: &Model,
    format: &Format,
    encoding: Option<&'static Encoding>,
) -> Result<String, ExportError> {
    let run = Context::new(Limits::default(), 1, MethodOptions::default());
    let export = Export {
        puzzle,
        model,
        encoding,
        is_encoding_named: encoding.is_some(),
        is_projected: false,
        cubes: None,
        best: None,
        options: run.options.encoding,
        command: "a test".into(),
        seed: 1,
        run: &run,
    };
    let mut text = Vec::new();
    format.write(&export, &mut text)?;
    Ok(String::from_utf8(text).expect("every format is text"))
}

fn of_dimacs(text: &str) -> Truth {
    let mut solver = varisat::Solver::new();
    solver.add_dimacs_cnf(text.as_bytes()).expect("it is DIMACS");
    (solver.solve().expect("varisat decides"), None)
}

fn of_wcnf(text: &str, is_most: bool) -> Truth {
    let Some(best) = wcnf::best_if_any(text) else { return (false, None) };
    let value = if is_most { best.satisfied } else { best.soft - best.satisfied };
    (true, (best.soft > 0).then_some(value as u64))
}

/// `None` if there are too many variables for brute force.
fn of_opb(text: &str, is_most: bool) -> Option<Truth> {
    let opb = Opb::parse(text);
    if opb.variables > 14 {
        return None;
    }
    let best = opb.best();
    let value = best.filter(|_| !opb.minimise.is_empty()).map(|(value, _)| {
        let value = if is_most { -value } else { value };
        u64::try_from(value).expect("a number of pieces")
    });
    Some((best.is_some(), value))
}

/// With Satranj's own reader: a cycle that uses the fixed edges.
fn of_hcp(text: &str) -> Truth {
    let graph = graphs::read(&graphs::hcp::HCP, text).expect("we read what we write");
    let named = |vertex: u32| graph.names[vertex as usize].clone();
    let given = graph.fixed.iter().map(|&(a, b)| [named(a), named(b)]).collect();
    let edges = graph.edges.iter().map(|&(a, b)| [a, b]).collect();
    let graph = GraphStatement::new(false, graph.names.clone(), edges);
    let mut statement = HamiltonStatement::new(graph, true);
    statement.given = given;
    truth(&Hamilton::try_from(statement).expect("it is well stated"))
}

/// Checks a puzzle in all formats that hold it; returns their number.
fn check(statement: &Value) -> usize {
    let Some(puzzle) = puzzle(statement) else { return 0 };
    let puzzle = puzzle.as_ref();
    let model = puzzle.model();
    let truth = truth(puzzle);
    let is_most = matches!(model, Model::IndependentSet(_));
    let encodings = registry::encodings().iter().copied();
    let encodings: Vec<_> =
        encodings.filter(|one| one.complete() && one.supports(&model)).map(Some).collect();
    let mut seen = 0;
    let mut compare = |format: &Format, encoding: Option<&'static Encoding>| {
        let text = match exported(puzzle, &model, format, encoding) {
            Ok(text) => text,
            Err(ExportError::Write(error)) => panic!("{statement}: {error}"),
            Err(_) => return,
        };
        let report = match format.name {
            "dimacs" => Some(of_dimacs(&text)),
            "wcnf" => Some(of_wcnf(&text, is_most)),
            "opb" => of_opb(&text, is_most),
            "hcp" => Some(of_hcp(&text)),
            // These formats hold a graph without a question.
            _ => None,
        };
        if let Some(report) = report {
            let name = (format.name, encoding.map(Encoding::name));
            assert_eq!(report, truth, "{statement}: {name:?}\n{text}");
            seen += 1;
        }
    };
    for format in exports::registry() {
        compare(format, None);
        for &encoding in &encodings {
            compare(format, encoding);
        }
    }
    seen
}

/// A statement with more fields.
fn with(statement: &Value, more: &Value) -> Value {
    let mut statement = statement.clone();
    let fields = statement.as_object_mut().expect("fields");
    fields.extend(more.as_object().expect("fields").clone());
    statement
}

#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn tours() {
    let mut seen = 0;
    for (rows, columns, first, last) in [
        (1, 1, "a1", "a1"),
        (1, 2, "a1", "b1"),
        (2, 1, "a2", "a1"),
        (1, 3, "a1", "c1"),
        (2, 2, "a1", "b2"),
        (2, 3, "a1", "c2"),
        (3, 3, "a1", "c3"),
    ] {
        for piece in ["wazir", "king", "knight"] {
            let board = json!({"rows": rows, "columns": columns});
            let tour = json!({"kind": "tour", "board": board, "piece": piece});
            for more in [
                json!({}),
                json!({"closed": true}),
                json!({"closed": true, "start": first}),
                json!({"start": first}),
                json!({"end": last}),
                json!({"start": first, "end": last}),
                json!({"start": last, "end": first}),
                json!({"given": [["a1", "b1"]]}),
                json!({"given": [["b1", "a1"]], "start": "a1"}),
                json!({"given": [["a1", "b1"], ["b1", "c1"]], "closed": true}),
                json!({"given": [["a1", "b1"], ["b1", "c1"]], "start": "b1"}),
            ] {
                seen += check(&with(&tour, &more));
            }
            let board = json!({"rows": rows, "columns": columns, "blocked": ["a1"]});
            seen += check(&json!({"kind": "tour", "board": board, "piece": piece}));
        }
    }
    assert!(seen > 1_000, "{seen}");
}

#[test]
fn paths_and_cycles_of_graphs() {
    let mut seen = 0;
    let names = ["a", "b", "c", "d"];
    let graphs: [(usize, &[[u32; 2]]); 9] = [
        (1, &[]),
        (1, &[[0, 0]]),
        (2, &[]),
        (2, &[[0, 1]]),
        (2, &[[0, 1], [1, 0]]),
        (3, &[[0, 1], [1, 2]]),
        (3, &[[0, 1], [1, 2], [2, 0]]),
        (4, &[[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]]),
        (4, &[[0, 1], [0, 2], [0, 3]]),
    ];
    for (vertices, edges) in graphs {
        for directed in [false, true] {
            let vertices = &names[..vertices];
            let graph = json!({"directed": directed, "vertices": vertices, "edges": edges});
            let last = vertices[vertices.len() - 1];
            for more in [
                json!({"closed": true}),
                json!({"closed": false}),
                json!({"closed": true, "start": last}),
                json!({"start": last}),
                json!({"end": "a"}),
                json!({"start": "a", "end": last}),
                json!({"closed": true, "given": [["a", "b"]]}),
                json!({"given": [["a", "b"], ["b", "c"]], "start": "b"}),
            ] {
                seen += check(&with(&json!({"kind": "hamilton", "graph": graph}), &more));
            }
        }
    }
    assert!(seen > 800, "{seen}");
}

#[test]
fn placements() {
    let mut seen = 0;
    for n in 1..4 {
        let queens = json!({"kind": "queens", "n": n});
        for more in [
            json!({}),
            json!({"given": ["a1"]}),
            json!({"given": ["a1", "b1"]}),
            json!({"blocked": ["a1"]}),
        ] {
            seen += check(&with(&queens, &more));
        }
    }
    for (rows, columns) in [(1, 1), (1, 2), (2, 2), (3, 3)] {
        let board = json!({"rows": rows, "columns": columns});
        for piece in ["king", "rook", "knight"] {
            for more in [
                json!({}),
                json!({"count": 0}),
                json!({"count": 1}),
                json!({"count": 2}),
                json!({"count": 20}),
                json!({"given": ["a1"]}),
                json!({"given": ["a1"], "count": 1}),
                json!({"given": ["a1", "b1"], "count": 1}),
                json!({"given": ["a1", "b1"]}),
            ] {
                for kind in ["place", "dominate"] {
                    let stated = json!({"kind": kind, "board": board, "piece": piece});
                    let stated = with(&stated, &more);
                    seen += check(&stated);
                    if kind == "dominate" {
                        seen += check(&with(&stated, &json!({"independent": true})));
                        seen += check(&with(&stated, &json!({"total": true})));
                    }
                }
            }
        }
        let army = |parts: Value| json!({"kind": "place", "board": board, "army": parts});
        let part = |piece: &str, count: u32| json!({"piece": piece, "count": count});
        for parts in [
            json!([part("king", 1), part("rook", 1)]),
            json!([part("king", 1), part("rook", 0)]),
            json!([part("king", 2), part("rook", 2)]),
        ] {
            seen += check(&army(parts));
        }
    }
    assert!(seen > 1_500, "{seen}");
}

#[test]
fn plans() {
    let mut seen = 0;
    for (rows, columns, to) in [(1, 1, "a1"), (1, 2, "b1"), (2, 3, "c2"), (3, 3, "c1")] {
        let board = json!({"rows": rows, "columns": columns});
        for piece in ["king", "knight"] {
            for most in 0..4 {
                let bounded = json!({"piece": piece, "at_most": most});
                let route = json!({"kind": "route", "board": board, "from": "a1", "to": to});
                seen += check(&with(&route, &bounded));
                let riders = json!([
                    {"square": "a1", "jumps_per_turn": 1}, {"square": to, "jumps_per_turn": 2}
                ]);
                let meet = json!({"kind": "meet", "board": board, "riders": riders});
                seen += check(&with(&meet, &bounded));
                let none = json!({"kind": "meet", "board": board, "riders": []});
                seen += check(&with(&none, &bounded));
            }
        }
    }
    for start in [&["K"][..], &["Kk"], &["Kk."], &["K.", ".k"], &["Nn.", "...", "..."]] {
        for most in 0..4 {
            seen += check(&json!({"kind": "exchange", "start": start, "at_most": most}));
        }
    }
    assert!(seen > 250, "{seen}");
}

#[test]
fn a_path_of_one_is_no_cycle() {
    for stated in ["tour 1x1", "tour 1x1 --start a1", "tour 2x1 --block a1 --end a2"] {
        let said = satranj(&format!("export {stated} --format hcp")).call().complains(2);
        assert!(said.contains("`hcp` cannot express this"), "{said}");
        // Others can.
        satranj(&format!("export {stated} --format dimacs")).call().exits(0);
    }
}
