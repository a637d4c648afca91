//! A user has an external solver prove that nothing is better than a solution, or lets Satranj prove
//! what the solver says.

use std::path::Path;

use crate::harness::{Line, Ran, folder, read, satranj, schema::valid, write};
use serde_json::{Value, json};

/// Runs `satranj` in a folder.
fn run(folder: &Path, line: &str) -> Ran {
    satranj(line).within(folder).run()
}

/// Solves `x.cnf` and writes the solver's output, and its proof of a "no".
fn solve_cnf(folder: &Path) -> bool {
    let proof = std::fs::File::create(folder.join("x.drat")).expect("a file");
    let mut solver = varisat::Solver::new();
    solver.write_proof(proof, varisat::ProofFormat::Drat);
    solver.add_dimacs_cnf(read(&folder.join("x.cnf")).as_bytes()).expect("a formula");
    let is_satisfied = solver.solve().expect("varisat decides");
    let literals = solver.model().unwrap_or_default();
    let literals: Vec<String> =
        literals.iter().map(|literal| literal.to_dimacs().to_string()).collect();
    solver.close_proof().expect("a proof");
    let model = format!("s SATISFIABLE\nv {} 0\n", literals.join(" "));
    let output = if is_satisfied { model } else { "s UNSATISFIABLE\n".into() };
    write(folder, "x.out", output);
    is_satisfied
}

/// Puzzles of every kind with an objective, and the bound that states a better solution.
const OPTIMA: [(&str, &str); 10] = [
    ("place 4x4 --piece knight", "at least 9"),
    ("place 4x4 --army white:queen,black:queen", "at least 3"),
    ("dominate 5x5 --piece queen", "at most 2"),
    ("dominate 4x4 --piece knight --total", "at most 5"),
    ("route 5x5 --from a1 --to e4", "at most 2"),
    ("meet meet.txt", "at most 3"),
    ("exchange exchange.txt", "at most 15"),
    ("independent-set g.col", "at least 5"),
    ("vertex-cover g.col", "at most 4"),
    ("colouring g.col", "at most 2"),
];

/// The files of these puzzles.
fn files(folder: &Path) {
    write(folder, "meet.txt", "1\n\n3 3\n1..\n...\n..1\n");
    write(folder, "exchange.txt", "N.N\n...\nn.n\n");
    let graph = "p edge 9 12\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 6\ne 6 7\ne 7 8\ne 8 9\ne 9 1\ne 1 3\n\
                 e 4 8\ne 5 7\n";
    write(folder, "g.col", graph);
}

/// The best is found, exported as the solution to be beaten, and a proof shows that none is better.
#[test]
#[ignore = "takes 5 to 15 seconds unoptimised; `.ci/run` runs it"]
fn a_proof_of_no_better_solution_shows_the_optimum() {
    let folder = folder();
    let folder = folder.path();
    files(folder);
    let mut refused = 0;
    for (puzzle, bound) in OPTIMA {
        run(folder, &format!("solve {puzzle} -q -o best.json")).exits(0);
        run(folder, "export --from best.json --better -q -o x.cnf").exits(0);
        assert!(read(&folder.join("x.cnf")).contains(&format!("\nc bound {bound}\n")), "{puzzle}");
        let map: Value = serde_json::from_str(&read(&folder.join("x.cnf.map.json"))).expect("JSON");
        let best: Value = serde_json::from_str(&read(&folder.join("best.json"))).expect("JSON");
        assert_eq!(valid(map)["best"], best["solution"], "{puzzle}");
        assert!(!solve_cnf(folder), "{puzzle}");
        let decoded = run(folder, "decode x.cnf.map.json x.out --proof x.drat --json").exits(0);
        let document = valid(decoded.json());
        assert_eq!((&document["status"], &document["verified"]), (&json!("optimal"), &json!(true)));
        assert_eq!(document["objective"], best["objective"], "{puzzle}");
        assert_eq!(document["solution"], best["solution"], "{puzzle}");
        assert_eq!(document["certificate"]["kind"], "drat", "{puzzle}");
        assert_eq!(document["certificate"]["bound"], bound, "{puzzle}");
        assert!(document.get("claimed").is_none() && document.get("bound").is_none());
        write(folder, "decoded.json", document.to_string());
        let verdict = valid(run(folder, "verify decoded.json --json").exits(0).json());
        assert_eq!(
            (&verdict["valid"], &verdict["proof"]),
            (&json!(true), &json!(true)),
            "{puzzle}"
        );
        // Unit propagation refutes some of the formulas; the others need all of the proof.
        write(folder, "none.drat", "0\n");
        let unproved = run(folder, "decode x.cnf.map.json x.out --proof none.drat");
        if unproved.code != Some(0) {
            let problem = unproved.complains(4);
            assert!(problem.starts_with("the proof does not hold: none.drat:1: "), "{problem}");
            refused += 1;
        }
        // Without a proof of the solver, Satranj makes one.
        let proved = run(folder, "decode x.cnf.map.json x.out --json").exits(0).json();
        assert_eq!((&proved["status"], &proved["verified"]), (&json!("optimal"), &json!(true)));
    }
    assert!(refused > 2, "{refused}");
}

/// A solution that is not the best is beaten.
#[test]
fn a_model_of_the_formula_is_a_better_solution() {
    let folder = folder();
    let folder = folder.path();
    let one = r#"{"puzzle":{"kind":"place","board":{"rows":4,"columns":4},"piece":"knight"},"solution":{"squares":["a1"]}}"#;
    write(folder, "one.json", one);
    run(folder, "export --from one.json --better --encoding edges -q -o x.cnf").exits(0);
    assert!(solve_cnf(folder));
    let document = valid(run(folder, "decode x.cnf.map.json x.out --json").exits(0).json());
    assert_eq!(
        (&document["status"], &document["bound"]),
        (&json!("satisfied"), &json!("at_least"))
    );
    assert!(document["objective"].as_u64().is_some_and(|value| value > 1), "{document}");
    let most = r#"{"puzzle":{"kind":"dominate","board":{"rows":2,"columns":2},"piece":"king"},"solution":{"squares":["a1","b1"]}}"#;
    write(folder, "most.json", most);
    run(folder, "export --from most.json --better -q -o x.cnf").exits(0);
    assert!(solve_cnf(folder));
    let document = valid(run(folder, "decode x.cnf.map.json x.out --json").exits(0).json());
    assert_eq!((&document["objective"], &document["verified"]), (&json!(1), &json!(true)));
    run(folder, "export --from one.json --better --encoding edges -q -o x.cnf").exits(0);
    write(folder, "no.out", "s UNSATISFIABLE\n");
    let said = run(folder, "decode x.cnf.map.json no.out").complains(4);
    let words = "no.out: the solver says UNSATISFIABLE, but there is a better solution: ";
    assert!(said.starts_with(words), "{said}");
    run(folder, "export --from one.json --better -q -o x.cnf").exits(0);
    let map = read(&folder.join("x.cnf.map.json")).replace("[\"a1\"]", "[\"a1\",\"b3\"]");
    write(folder, "y.map.json", map);
    let said = run(folder, "decode y.map.json no.out").complains(1);
    assert!(said.starts_with("y.map.json: `best`: "), "{said}");
    for (line, code, said) in [
        ("export place 4x4 --piece knight --better -o x.cnf", 2, "--better: name the document"),
        ("export --from one.json --better -o x.opb", 2, "--better: the format opb states no bound"),
        ("export --from none.json --better -o x.cnf", 1, "none.json: there is no solution to be"),
        ("export --from tour.json --better -o x.cnf", 2, "--better: the puzzle has no objective"),
        ("export --from wrong.json --better -o x.cnf", 4, "wrong.json: "),
        ("export --from zero.json --better -o x.cnf", 2, "--better: no formula states that"),
    ] {
        write(folder, "none.json", one.replace(r#"{"squares":["a1"]}"#, "null"));
        write(folder, "wrong.json", one.replace("[\"a1\"]", "[\"a1\",\"b3\"]"));
        run(folder, "solve tour 3x4 -q -o tour.json").exits(0);
        run(folder, "solve route 3x4 --from a1 --to a1 -q -o zero.json").exits(0);
        let problem = run(folder, line).complains(code);
        assert!(problem.starts_with(said), "{line}: {problem}");
    }
}

/// What `MaxSAT` and pseudo-Boolean solvers, and clingo, say without a proof is proved.
#[test]
fn an_optimum_without_a_proof_is_proved() {
    let folder = folder();
    let folder = folder.path();
    let line = "export dominate 5x5 --piece queen --format opb -q -o x.opb";
    run(folder, line).exits(0);
    let solved = run(folder, "solve dominate 5x5 --piece queen --json").exits(0).json();
    let squares = solved["solution"]["squares"].as_array().expect("squares").clone();
    let formula = read(&folder.join("x.opb"));
    let number = |square: &Value| {
        let name = format!(" queen({})", square.as_str().expect("a name"));
        let line = formula.lines().find(|line| line.ends_with(&name)).expect("a variable");
        format!("x{}", line.split(' ').nth(2).expect("a number"))
    };
    let model = squares.iter().map(number).collect::<Vec<_>>().join(" ");
    write(folder, "x.out", format!("o 3\ns OPTIMUM FOUND\nv {model}\n"));
    let decoded = |check: &str| {
        let line = format!("decode x.opb.map.json x.out --json {check}");
        valid(run(folder, &line).exits(0).json())
    };
    let document = decoded("");
    assert_eq!((&document["status"], &document["objective"]), (&json!("optimal"), &json!(3)));
    assert_eq!(document["certificate"]["kind"], "drat");
    assert_eq!(document["certificate"]["bound"], "at most 2");
    write(folder, "x.json", document.to_string());
    run(folder, "verify x.json").exits(0);
    let claimed = decoded("--check none");
    assert_eq!((&claimed["status"], &claimed["claimed"]), (&json!("satisfied"), &json!("optimal")));
    assert_eq!(claimed["unchecked_because"], "no check was requested");
    let text = run(folder, "decode x.opb.map.json x.out --check none --format text").exits(0);
    let words = ", none better according to the solver (not checked: no check was requested), in ";
    assert!(text.text().contains(words), "{}", text.text());
    // A "no" without a proof.
    run(folder, "export tour 4x4 --closed -q -o x.lp").exits(0);
    write(folder, "x.out", "UNSATISFIABLE\n");
    let document = valid(run(folder, "decode x.lp.map.json x.out --json").exits(0).json());
    assert_eq!(
        (&document["status"], &document["verified"]),
        (&json!("unsatisfiable"), &json!(true))
    );
    assert_eq!(document["certificate"]["kind"], "drat");
    // One that is wrong, although no solution is known without a search.
    run(folder, "export tour 6x6 --closed -q -o x.lp").exits(0);
    let said = run(folder, "decode x.lp.map.json x.out").complains(4);
    assert!(said.starts_with("x.out: "), "{said}");
    // All solutions: there is no other, or one is missing.
    run(folder, "export tour 5x6 --closed -q -o x.lp").exits(0);
    let all = run(folder, "solve tour 5x6 --closed --all --json").exits(0).json();
    let tours = all["solutions"].as_array().expect("tours").clone();
    let facts = read(&folder.join("x.lp"));
    let vertex = |square: &Value| {
        let line = facts.lines().find(|line| line.ends_with(&format!(",{square}).")));
        let line = line.and_then(|line| line.strip_prefix("name(")).expect("a name");
        line.split(',').next().expect("a number").to_string()
    };
    let answers = tours.iter().map(|tour| {
        let path: Vec<String> =
            tour["path"].as_array().expect("a path").iter().map(vertex).collect();
        let next = path.iter().cycle().skip(1);
        let atoms = path.iter().zip(next).map(|(from, to)| format!("cycle({from},{to})"));
        format!("Answer: 1\n{}\n", atoms.collect::<Vec<_>>().join(" "))
    });
    let answers: Vec<String> = answers.collect();
    assert_eq!(answers.len(), 8);
    write(folder, "x.out", answers.concat() + "SATISFIABLE\n\nModels       : 8\n");
    let document = valid(run(folder, "decode x.lp.map.json x.out --json").exits(0).json());
    assert_eq!(
        (&document["status"], &document["no_other"]["excluding"]),
        (&json!("all_solutions"), &json!(8))
    );
    write(folder, "x.json", document.to_string());
    run(folder, "verify x.json").exits(0);
    write(folder, "x.out", answers[1..].concat() + "SATISFIABLE\n\nModels       : 7\n");
    let said = run(folder, "decode x.lp.map.json x.out").complains(4);
    let words = "x.out: the external solver says that there is no other solution, but ";
    assert!(said.starts_with(words), "{said}");
}

/// A folder of formulas with the proofs beside the answers, or in their own folder.
#[test]
fn a_folder_of_formulas_has_a_folder_of_proofs() {
    let folder = folder();
    let folder = folder.path();
    let case =
        |blocked: &str| format!(r#"{{"puzzle":{{"kind":"queens","n":4,"blocked":[{blocked}]}}}}"#);
    let cases = [case(""), case(r#""b1","c1","b4","c4""#), case(r#""a2","a3""#)].join(",");
    write(folder, "cases.json", format!(r#"{{"cases":[{cases}]}}"#));
    run(folder, "export --from cases.json --all-cases -q -o formulas").exits(0);
    std::fs::create_dir(folder.join("proofs")).expect("a folder");
    for number in 1..=3 {
        let name = |end: &str| format!("formulas/case-{number:03}.{end}");
        std::fs::copy(folder.join(name("cnf")), folder.join("x.cnf")).expect("a formula");
        let is_satisfied = solve_cnf(folder);
        assert_eq!(is_satisfied, number == 1);
        std::fs::copy(folder.join("x.out"), folder.join(name("out"))).expect("an answer");
        // The solver leaves a proof beside a model too.
        let proof = folder.join(format!("proofs/case-{number:03}.drat"));
        std::fs::copy(folder.join("x.drat"), proof).expect("a proof");
    }
    let decoded = |options: &str, code| {
        let line = format!("decode formulas {options} --check none --json");
        run(folder, &line).exits(code).json()
    };
    let document = valid(decoded("--proof proofs", 0));
    let cases = document["cases"].as_array().expect("cases");
    let status = |case: &Value| (case["status"].clone(), case["verified"].clone());
    let no = (json!("unsatisfiable"), json!(true));
    let expected = [(json!("satisfied"), json!(true)), no.clone(), no];
    assert_eq!(cases.iter().map(status).collect::<Vec<_>>(), expected);
    assert_eq!(cases[2]["certificate"]["kind"], "drat");
    // A missing proof leaves a claim, a wrong one is an error.
    std::fs::remove_file(folder.join("proofs/case-002.drat")).expect("removed");
    write(folder, "proofs/case-003.drat", "");
    let document = valid(decoded("--proof proofs", 4));
    assert_eq!(document["cases"][1]["unchecked_because"], "the solver's proof was not given");
    let problem = document["cases"][2]["error"].as_str().expect("an error").to_string();
    assert!(problem.starts_with("the proof does not hold: "), "{problem}");
    let all = run(folder, "decode formulas --json").exits(0).json();
    assert_eq!(all["cases"][2]["verified"], true);
    let said = run(folder, "decode formulas --proof x.drat").complains(2);
    assert!(said.starts_with("--proof x.drat: not a folder; "), "{said}");
}

#[test]
#[ignore = "needs what `.ci/run solvers` installs; `.ci/run` runs it"]
fn proofs_of_cadical_show_optima() {
    let folder = folder();
    let folder = folder.path();
    files(folder);
    for (puzzle, bound) in OPTIMA {
        run(folder, &format!("solve {puzzle} -q -o best.json")).exits(0);
        run(folder, "export --from best.json --better -q -o x.cnf").exits(0);
        let ran = Line::of("cadical").arguments("-q x.cnf x.drat").within(folder).run();
        assert_eq!(ran.code, Some(20), "{puzzle}: {}", ran.report());
        write(folder, "x.out", &ran.stdout);
        let decoded = run(folder, "decode x.cnf.map.json x.out --proof x.drat --json").exits(0);
        let document = decoded.json();
        assert_eq!(
            (&document["status"], &document["certificate"]["bound"]),
            (&json!("optimal"), &json!(bound)),
            "{puzzle}"
        );
    }
}
