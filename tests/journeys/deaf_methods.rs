//! A method that ignores limits and signals: what it has found is printed all the same.

use std::{path::Path, thread};

use satranj::methods::{Description, Finder, Method, Registry, constraints::Constraint};
use serde_json::{Value, json};

use crate::harness::{Line, Running, folder, schema::valid, signs::until};

/// Finds the same first solution as `graph:search` or `native:dfs`, writes a file as a sign, and then waits
/// for ever.
const DEAF: Method = Method::finding(
    Description::graph("deaf", "waits for ever on purpose").minding(&[Constraint::Kinds]),
    |_| true,
    |model, goal| {
        Some(Finder::fallible(move |context, found| {
            let standard = Registry::standard();
            let able = ["graph:search", "native:dfs"];
            let method = able.iter().find_map(|name| standard.get(name, model)).unwrap();
            method.solve(model, goal, context, &mut |witness| {
                let _ = found(witness);
                std::fs::write(std::env::var(SIGN).unwrap(), "found").unwrap();
                loop {
                    thread::park();
                }
            })
        }))
    },
);

/// The variable with the arguments for the process that runs the program.
const ARGUMENTS: &str = "SATRANJ_TEST_DEAF";

/// The variable with the path of the file that the method writes.
const SIGN: &str = "SATRANJ_TEST_SIGN";

/// Not a test: the program with the deaf method, in its own process.
#[test]
fn program_with_a_deaf_method() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    let arguments = ["satranj"].into_iter().chain(arguments.split(' '));
    std::process::exit(satranj::cli::run(arguments, Registry::new(vec![DEAF])));
}

/// The program with the deaf method, after it has found something.
fn at_work(folder: &Path, arguments: &str) -> Running {
    let sign = folder.join("sign");
    let mut program = Line::of(std::env::current_exe().unwrap())
        .arguments("deaf_methods::program_with_a_deaf_method --exact --nocapture --quiet")
        .environment(ARGUMENTS, arguments)
        .environment(SIGN, &sign)
        .start();
    until("it finds something", || {
        program.check_alive();
        sign.exists()
    });
    program
}

/// The document in the output of the process.
fn document(printed: &str) -> Value {
    let line = printed.lines().find(|line| line.starts_with('{')).expect("a document");
    valid(serde_json::from_str(line).expect("JSON"))
}

#[test]
fn what_a_method_found_is_kept_when_it_does_not_end() {
    for (line, bound) in [
        ("solve dominate 12x12 --piece queen", json!("at_most")),
        ("solve place 12x12 --army white:queen,black:queen", json!("at_least")),
    ] {
        let folder = folder();
        let program = at_work(folder.path(), &format!("{line} --method deaf --json"));
        let ran = program.ended_by("TERM").exits(143);
        let document = document(ran.text());
        let why = (&document["status"], &document["reason"]);
        assert_eq!(why, (&json!("unknown"), &json!("interrupted")));
        let squares = document["solution"]["squares"].as_array().expect("squares").len() as u64;
        let value = if bound == "at_most" { squares } else { squares / 2 };
        assert_eq!(document["objective"], value, "{document}");
        assert_eq!((&document["bound"], &document["verified"]), (&bound, &json!(true)));
    }
    let folder = folder();
    let line = "solve tour 6x6 --method deaf --all --json";
    let document = document(at_work(folder.path(), line).ended_by("INT").exits(130).text());
    assert_eq!(document["solutions"].as_array().map(Vec::len), Some(1));
    assert_eq!((&document["objective"], &document["verified"]), (&Value::Null, &json!(true)));
}
