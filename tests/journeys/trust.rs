//! Documents from any source: they start no program, and read only files beside them.

use std::path::Path;

use serde_json::{Value, json};

use crate::harness::{answer, folder, proof::Proof, read, satranj, schema::valid, write};

/// A suite of one experiment on these instances, with these options.
fn suite(instances: &Value, options: &Value) -> String {
    json!({
        "schema": "satranj.suite/1", "name": "s", "title": "S", "methods": ["sat:lines"],
        "runs": 1, "warmup": 0,
        "experiments": [
            {"name": "e", "title": "E", "instances": instances, "options": options}
        ],
    })
    .to_string()
}

/// A solver that leaves a mark in its working folder.
const MARKS: &str = "cmd:sh -c 'echo > marked; echo s UNKNOWN'";

fn is_marked(folder: &Path) -> bool {
    folder.join("marked").exists()
}

#[test]
fn a_suite_starts_a_program_only_if_it_may() {
    let folder = folder();
    let queens = json!({"puzzles": [{"kind": "queens", "n": 6}]});
    write(folder.path(), "suite.json", suite(&queens, &json!({"solver": MARKS})));
    let bench = |more: &str| {
        let line = format!("bench suite.json --json --quiet {more}");
        satranj(&line).within(folder.path()).run()
    };
    let said = bench("").complains(1);
    let place = "suite.json: experiment `e`: options: solver: `cmd:sh -c";
    assert!(said.starts_with(place) && said.contains("--allow-programs"), "{said}");
    assert!(!is_marked(folder.path()));
    valid(bench("--allow-programs").exits(0).json());
    assert!(is_marked(folder.path()));
    // A built-in solver is not a program.
    write(folder.path(), "suite.json", suite(&queens, &json!({"solver": "varisat"})));
    bench("").exits(0);
}

#[test]
fn no_document_that_is_read_back_starts_a_program() {
    let folder = folder();
    let within = |line: &str| satranj(line).within(folder.path());
    let mut solved = answer("solve queens 6 --method sat:lines --json").json();
    solved["solver"] = json!(MARKS);
    solved["options"] = json!({"solver": MARKS});
    write(folder.path(), "solved.json", solved.to_string());
    write(folder.path(), "batch.json", json!({"cases": [solved, solved]}).to_string());
    within("export queens 6 --format dimacs -o q.cnf").run().exits(0);
    let map = std::fs::read_dir(folder.path()).expect("a folder").find_map(|file| {
        let path = file.expect("a file").path();
        path.to_string_lossy().ends_with(".map.json").then_some(path)
    });
    let map = map.expect("a formula has a map");
    let mut changed: Value = serde_json::from_str(&read(&map)).expect("a map is JSON");
    changed["solver"] = json!(MARKS);
    changed["options"] = json!({"solver": MARKS});
    write(folder.path(), "map.json", changed.to_string());
    let compared = within("compare queens 6 --methods sat:lines --runs 1 --json").run();
    let mut compared = compared.exits(0).json();
    compared["options"] = json!({"solver": MARKS});
    compared["runs"][0]["solver"] = json!(MARKS);
    write(folder.path(), "compared.json", compared.to_string());
    for line in [
        "solve --from solved.json --method sat:lines",
        "count --from solved.json --method sat:lines",
        "compare --from solved.json --methods sat:lines --runs 1",
        "compare --from batch.json --methods sat:lines --runs 1",
        "solve --from batch.json --method sat:lines",
        "export --from solved.json",
        "verify solved.json",
        "verify batch.json",
        "report compared.json",
        "decode map.json -",
    ] {
        let ran = within(line).input("s UNKNOWN\n").run();
        assert!([Some(0), Some(3)].contains(&ran.code), "{}", ran.report());
        assert!(!is_marked(folder.path()), "{line}");
    }
}

#[test]
fn no_job_starts_a_program() {
    let folder = folder();
    let within = |line: &str| satranj(line).within(folder.path());
    let split = within("shard solve queens 6 --parts 2 -o job.json --quiet").run();
    split.exits(0);
    let job: Value = serde_json::from_str(&read(&folder.path().join("job.json"))).expect("a job");
    for (field, value) in [
        ("solver", json!(MARKS)),
        ("options", json!({"solver": MARKS})),
        ("command", json!(MARKS)),
        ("method", json!(format!("program:{MARKS}"))),
        ("method", json!(MARKS)),
        ("formula", json!({"encoding": MARKS, "amo": "pairwise", "reductions": "none"})),
    ] {
        let mut changed = job.clone();
        changed[field] = value;
        write(folder.path(), "changed.json", changed.to_string());
        for line in ["part changed.json 0 -o parts", "merge changed.json parts --recheck 1"] {
            let said = within(line).run().complains(1);
            assert!(said.starts_with("changed.json:"), "{field}: {said}");
            assert!(!is_marked(folder.path()), "{field}: {line}");
        }
    }
}

/// What a suite may not read: names, and words of the refusal.
fn refused_names(all: &Path) -> Vec<(String, &'static str)> {
    let make_pipe = std::process::Command::new("mkfifo").arg(all.join("suites/pipe")).status();
    assert!(make_pipe.expect("mkfifo runs").success());
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(target, all.join("suites").join(name)).expect("a link");
    };
    link("../secret.json", "link.json");
    link("/dev/zero", "zero");
    link("..", "up");
    let inside = all.join("suites/inside.json").display().to_string();
    let outside = "outside the folder";
    let irregular = "not a regular file";
    [
        ("/dev/zero", outside),
        ("/dev/stdin", outside),
        ("../secret.json", outside),
        ("x/../../secret.json", outside),
        ("link.json", outside),
        ("up/secret.json", outside),
        ("zero", outside),
        (&inside, outside),
        ("../nothing.json", outside),
        ("pipe", irregular),
        (".", irregular),
        ("-", "No such file"),
        ("nothing.json", "No such file"),
    ]
    .map(|(name, words)| (name.to_string(), words))
    .into()
}

#[test]
fn a_suite_reads_what_lies_beside_it() {
    let all = folder();
    let suites = all.path().join("suites");
    std::fs::create_dir(&suites).expect("a folder");
    let queens = answer("solve queens 5 --json").stdout;
    write(all.path(), "secret.json", &queens);
    write(&suites, "inside.json", &queens);
    let bench = |name: &str, more: &str| {
        write(&suites, "suite.json", suite(&json!({"document": name}), &json!({})));
        let line = format!("bench suites/suite.json --json --quiet {more}");
        satranj(&line).within(all.path()).input(queens.clone()).run()
    };
    for (name, words) in refused_names(all.path()) {
        let said = bench(&name, "").complains(1);
        let place = "suites/suite.json: experiment `e`: ";
        assert!(said.starts_with(place) && said.contains(words), "{name}: {said}");
    }
    bench("inside.json", "").exits(0);
    for name in ["../secret.json", "link.json", "up/secret.json"] {
        bench(name, "--allow-outside").exits(0);
    }
    for name in ["/dev/zero", "pipe", "zero"] {
        let said = bench(name, "--allow-outside").complains(1);
        assert!(said.contains("not a regular file"), "{said}");
    }
}

#[test]
fn what_is_wrong_in_a_named_file_is_not_repeated() {
    let folder = folder();
    let secret = "hunter2";
    for text in [
        secret.to_string(),
        format!("\"{secret}\""),
        json!({"kind": secret}).to_string(),
        json!({"puzzle": {"kind": "queens", "n": secret}}).to_string(),
        json!({"puzzle": {"kind": "tour", "board": {"rows": 3, "columns": 3}, "piece": secret}})
            .to_string(),
        json!({"cases": [{"error": secret}]}).to_string(),
        json!({"cases": [{"puzzle": {"kind": secret}}]}).to_string(),
    ] {
        write(folder.path(), "secret.json", &text);
        let suite = suite(&json!({"document": "secret.json"}), &json!({}));
        write(folder.path(), "suite.json", suite);
        let said = satranj("bench suite.json").within(folder.path()).run().complains(1);
        assert!(said.contains("secret.json: not a document with a valid puzzle"), "{said}");
        assert!(!said.contains(secret), "{text}: {said}");
    }
}

#[test]
fn a_document_names_a_proof_that_lies_beside_it() {
    let proof = Proof::of("tour 4x6 --closed", "--method sat:cuts");
    let all = folder();
    let documents = all.path().join("documents");
    std::fs::create_dir(&documents).expect("a folder");
    for file in std::fs::read_dir(proof.folder.path()).expect("a folder") {
        let file = file.expect("a file");
        std::fs::copy(file.path(), all.path().join(file.file_name())).expect("it can be copied");
    }
    let document = read(&proof.folder.path().join("no.json"));
    let verify = |named: &str, more: &str| {
        let named = format!("\"{named}\"");
        write(&documents, "no.json", document.replace("\"no.drat\"", &named));
        let line = format!("verify documents/no.json {more}");
        satranj(&line).within(all.path()).run()
    };
    // The current folder is as good as the folder of the document.
    verify("no.drat", "").exits(0);
    let absolute = all.path().join("no.drat").display().to_string();
    for name in ["../no.drat", &absolute] {
        let said = verify(name, "").complains(1);
        assert!(said.contains("outside the folder") && said.contains("--allow-outside"), "{said}");
        verify(name, "--allow-outside").exits(0);
    }
    let said = verify("/dev/zero", "--allow-outside").complains(1);
    assert!(said.contains("not a regular file"), "{said}");
}
