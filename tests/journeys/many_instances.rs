//! Instances by the hundred: generated, exported, decoded, solved with proofs, verified.

use std::{fs, path::Path};

use crate::harness::{dimacs_solver_file, folder, read, satranj, schema::valid};
use serde_json::Value;

fn json(path: &Path) -> Value {
    serde_json::from_str(&read(path)).expect("JSON")
}

/// Runs a line in a folder, which must succeed.
fn run(line: &str, folder: &Path) -> String {
    satranj(line).within(folder).run().exits(0).text().to_string()
}

#[test]
fn every_puzzle_is_generated_by_the_hundred() {
    let folder = folder();
    let at = folder.path();
    for (line, kind) in [
        ("tour 5x6 --closed --piece zebra --blocked 2", "tour"),
        ("queens --n 6 --given 1", "queens"),
        ("place --rows 4 --columns 4 --piece rook --blocked 2", "place"),
        ("dominate --rows 4 --columns 4 --piece queen --blocked 2", "dominate"),
        ("route --rows 5 --columns 5 --blocked 20% --weighted", "route"),
        ("exchange --rows 3 --columns 4 --count 2", "exchange"),
        ("mapf --rows 4 --columns 4 --count 4 --blocked 2", "mapf"),
        ("meet --rows 3..5 --columns 3..5", "meet"),
        ("hamilton --vertices 8 --regular 3", "hamilton"),
    ] {
        run(&format!("generate {line} --cases 100 --seed 4 -o {kind}.json"), at);
        run(&format!("generate {line} --cases 100 --seed 4 -o again.json"), at);
        assert_eq!(read(&at.join(format!("{kind}.json"))), read(&at.join("again.json")));
        let document = json(&at.join(format!("{kind}.json")));
        let cases = document["cases"].as_array().expect("a list");
        assert_eq!(cases.len(), 100, "{kind}");
        assert!(cases.iter().all(|case| case["puzzle"]["kind"] == kind), "{kind}");
        let first = &cases[0]["puzzle"];
        assert!(cases.iter().any(|case| &case["puzzle"] != first), "{kind}: all are the same");
        // A case is solved as its kind of puzzle.
        let solved = satranj(&format!("solve --from {kind}.json --case 7 --json --time-limit 20s"));
        let solved = solved.within(at).run();
        assert!(matches!(solved.code, Some(0 | 3)), "{kind}: {}", solved.report());
        assert_eq!(solved.json()["puzzle"]["kind"], kind);
    }
    // A tour keeps its piece, and that it is closed.
    let tours = json(&at.join("tour.json"));
    let of = |field: &str| &tours["cases"][99]["puzzle"][field];
    assert_eq!((of("piece"), of("closed")), (&"zebra".into(), &true.into()));
    run("generate hamilton --vertices 8 --regular 3 --cases 3 -o three.g6", at);
    assert_eq!(read(&at.join("three.g6")).lines().count(), 3);
}

#[test]
fn formulas_of_all_cases_come_back_as_answers() {
    let folder = folder();
    let at = folder.path();
    // 3x4 has an open tour, 4x4 none, and a queen on two squares of a row is an error of a case.
    let tour = |size: [u32; 2], start: &str| {
        format!(
            r#"{{"puzzle":{{"kind":"tour","board":{{"rows":{},"columns":{}}},"start":"{start}"}}}}"#,
            size[0], size[1]
        )
    };
    let cases = [tour([3, 4], "a1"), tour([4, 4], "a1"), tour([5, 5], "a1")].join(",");
    fs::write(at.join("cases.json"), format!("{{\"cases\":[{cases}]}}")).unwrap();
    for (more, ending) in [("", "cnf"), ("--compress xz", "cnf.xz"), ("--compress gz", "cnf.gz")] {
        run(&format!("export --from cases.json --all-cases {more} -o out"), at);
        let manifest = valid(json(&at.join("out/manifest.json")));
        assert_eq!(manifest["cases"][0]["file"], format!("case-001.{ending}"));
        assert_eq!(manifest["cases"][2]["map"], format!("case-003.{ending}.map.json"));
        assert!(manifest["cases"][1]["clauses"].as_u64() > Some(0));
        assert!(at.join(format!("out/case-002.{ending}")).is_file());
    }
    let solver = dimacs_solver_file();
    for number in 1..=3 {
        let formula = fs::File::open(at.join(format!("out/case-00{number}.cnf"))).unwrap();
        let ran = std::process::Command::new(&solver).stdin(formula).output().unwrap();
        fs::write(at.join(format!("out/case-00{number}.out")), ran.stdout).unwrap();
    }
    // The newest manifest names the compressed formulas; answers are found by the stem.
    let decoded = satranj("decode out --json").within(at).run().exits(0);
    let decoded = valid(decoded.json());
    let status: Vec<&str> =
        (0..3).map(|index| decoded["cases"][index]["status"].as_str().unwrap()).collect();
    assert_eq!(status, ["satisfied", "unsatisfiable", "satisfied"]);
    fs::write(at.join("answers.json"), decoded.to_string()).unwrap();
    run("verify answers.json", at);
    // A model that violates a clause, and a missing answer.
    fs::write(at.join("out/case-003.out"), "s SATISFIABLE\nv 1 2 3 4 5 0\n").unwrap();
    let wrong = satranj("decode out --json").within(at).run();
    assert_eq!(wrong.code, Some(4), "{}", wrong.report());
    assert!(wrong.stderr.contains("1 of 3 answers are wrong; case 3: "), "{}", wrong.stderr);
    fs::remove_file(at.join("out/case-003.out")).unwrap();
    let missing = satranj("decode out --json").within(at).run();
    assert_eq!(missing.code, Some(1));
    assert!(missing.stderr.contains(
        "1 of 3 cases has no answer; case 3: there is no answer to \
                                     case-003"
    ));
    // A folder with other files is left alone.
    fs::create_dir(at.join("other")).unwrap();
    fs::write(at.join("other/mine.txt"), "x").unwrap();
    let refused = satranj("export --from cases.json --all-cases -o other").within(at).run();
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("was not written by satranj"), "{}", refused.stderr);
}

#[test]
fn formulas_in_all_encodings_come_back_as_answers() {
    let folder = folder();
    let at = folder.path();
    run("generate queens --n 5 --given 1 --cases 2 -o cases.json", at);
    run("solve --from cases.json -q -o answers.json", at);
    run("export --from answers.json --all-cases --all-encodings -o out", at);
    let manifest = valid(json(&at.join("out/manifest.json")));
    let files = manifest["cases"].as_array().expect("a list");
    let names: Vec<&str> =
        files.iter().map(|entry| entry["file"].as_str().expect("a name")).collect();
    let stems = ["case-001.lines", "case-001.edges", "case-002.lines", "case-002.edges"];
    assert_eq!(names, stems.map(|stem| format!("{stem}.cnf")));
    let (solver, answers) = (dimacs_solver_file(), json(&at.join("answers.json")));
    for (index, (entry, stem)) in files.iter().zip(stems).enumerate() {
        let path = at.join("out").join(format!("{stem}.cnf"));
        let text = read(&path);
        assert_eq!(entry["bytes"], text.len());
        assert_eq!(entry["status"], answers["cases"][index / 2]["status"]);
        assert!(text.contains("\nc source "), "{stem}");
        let sum = std::process::Command::new("sha256sum").arg(&path).output().expect("coreutils");
        let sum = String::from_utf8(sum.stdout).expect("text");
        assert_eq!(entry["sha256"], format!("sha256:{}", &sum[..64]));
        let formula = fs::File::open(&path).expect("a file");
        let ran = std::process::Command::new(&solver).stdin(formula).output().expect("an answer");
        fs::write(at.join(format!("out/{stem}.out")), ran.stdout).expect("a file");
    }
    let decoded = valid(satranj("decode out --json").within(at).run().exits(0).json());
    for (index, entry) in files.iter().enumerate() {
        assert_eq!(decoded["cases"][index]["status"], entry["status"]);
    }
    for (line, said) in [
        ("export queens 5 --all-encodings --reductions none -o x", "read by no encoding"),
        ("export tour 5x5 --all-encodings --format hcp -o x", "holds no formula"),
        ("export route 8x8 a1 h8 --all-encodings -o x", "no encoding states the whole puzzle"),
        ("export queens 5 --compress gz -o x.cnf", "--compress is for folders"),
    ] {
        let ran = satranj(line).within(at).run();
        assert!(ran.code != Some(0) && ran.stderr.contains(said), "{line}: {}", ran.stderr);
    }
}

#[test]
fn a_case_that_has_no_formula_does_not_lose_the_others() {
    let folder = folder();
    let at = folder.path();
    let queens = r#"{"puzzle":{"kind":"queens","n":4}}"#;
    let wrong = r#"{"puzzle":{"kind":"queens","n":0}}"#;
    fs::write(at.join("cases.json"), format!("{{\"cases\":[{queens},{wrong},{queens}]}}")).unwrap();
    let ran = satranj("export --from cases.json --all-cases -o out").within(at).run();
    assert_eq!(ran.code, Some(1));
    assert!(ran.stderr.contains("1 of 3 files were not written; case 2: "), "{}", ran.stderr);
    let manifest = valid(json(&at.join("out/manifest.json")));
    assert!(manifest["cases"][1]["error"].is_string() && manifest["cases"][2]["file"].is_string());
}

#[test]
fn a_folder_is_exported_from_any_statement() {
    let folder = folder();
    let at = folder.path();
    let queens = r#"{"kind":"queens","n":4}"#;
    let statuses = |manifest: &Value| {
        let files = manifest["cases"].as_array().expect("a list").clone();
        files.into_iter().map(|file| file["status"].clone()).collect::<Vec<_>>()
    };
    // A bare statement, one with a status that is none, one from standard input with its status.
    fs::write(at.join("bare.json"), queens).unwrap();
    run("export --from bare.json --all-encodings -o bare", at);
    assert_eq!(statuses(&json(&at.join("bare/manifest.json"))), [Value::Null, Value::Null]);
    let document = |status: &str| format!(r#"{{"puzzle":{queens},"status":"{status}"}}"#);
    fs::write(at.join("odd.json"), document("odd")).unwrap();
    run("export --from odd.json --all-cases -o odd", at);
    assert_eq!(statuses(&json(&at.join("odd/manifest.json"))), [Value::Null]);
    let line = "export --from - --all-cases -o input";
    satranj(line).within(at).input(document("satisfied")).run().exits(0);
    assert_eq!(statuses(&json(&at.join("input/manifest.json"))), ["satisfied"]);
    // A case of an unknown kind does not lose the other, nor its status.
    let unknown = r#"{"puzzle":{"kind":"quens","n":4}}"#;
    let cases = format!(r#"{{"cases":[{unknown},{}]}}"#, document("satisfied"));
    fs::write(at.join("cases.json"), cases).unwrap();
    let ran = satranj("export --from cases.json --all-cases -o cases").within(at).run().exits(1);
    assert!(ran.stderr.contains("1 of 2 files were not written; case 1: "), "{}", ran.stderr);
    let manifest = valid(json(&at.join("cases/manifest.json")));
    assert_eq!(statuses(&manifest), [Value::Null, "satisfied".into()]);
    assert!(manifest["cases"][1]["file"].is_string());
}

#[test]
fn proofs_of_all_cases_are_written_in_one_go() {
    let folder = folder();
    let at = folder.path();
    run("generate tour 4x6 --closed --cases 3 -o cases.json", at);
    let line = "solve --from cases.json --method sat:cuts --precheck off --proof proofs/ -o a.json";
    run(line, at);
    for number in 1..=3 {
        assert!(at.join(format!("proofs/case-00{number}.drat")).is_file());
        assert!(at.join(format!("proofs/case-00{number}.drat.cnf")).is_file());
    }
    let document = valid(json(&at.join("a.json")));
    assert_eq!(document["cases"][2]["proof"]["checked"], true);
    run("verify a.json", at);
    let refused = satranj("solve --from cases.json --proof p.drat").within(at).run();
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("--proof p.drat: several cases need a folder: write p.drat/"));
    let refused = satranj("solve tour 4x6 --closed --method sat:cuts --proof proofs/");
    assert_eq!(refused.within(at).run().code, Some(2));
}

#[test]
fn folders_and_patterns_are_verified() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("d")).unwrap();
    run("solve queens 6 -o d/a.json", at);
    run("solve tour 5x5 --start a1 -o d/b.json.gz", at);
    run("compare queens 4 --methods native:dfs -q -o d/c.json", at);
    let said = satranj("verify d --format text").within(at).run().exits(0);
    assert!(
        said.text()
            .ends_with("2 of 2 documents hold, with 2 solutions; 1 file has nothing to check\n")
    );
    let verdicts = satranj("verify d/a.json d/b.json.gz --json").within(at).run().exits(0);
    let verdicts = valid(verdicts.json());
    assert_eq!(
        (&verdicts["schema"], &verdicts["valid"]),
        (&"satranj.verdicts/1".into(), &true.into())
    );
    let wrong = read(&at.join("d/a.json")).replacen("\"verified\":true", "\"verified\":true ", 1);
    let squares: Value = serde_json::from_str(&wrong).unwrap();
    let first = squares["solution"]["squares"][0].as_str().unwrap().to_string();
    let second = squares["solution"]["squares"][1].as_str().unwrap().to_string();
    fs::write(at.join("d/e.json"), wrong.replace(&second, &first)).unwrap();
    let ran = satranj(&["verify", "d/*.json", "--format", "text"]).within(at).run();
    assert_eq!(ran.code, Some(4), "{}", ran.report());
    // The pattern names the comparison too, which a folder passes over.
    assert!(ran.text().contains("d/c.json: the schema is"), "{}", ran.report());
    let ran = satranj("verify d --format text").within(at).run();
    assert_eq!(ran.code, Some(4));
    assert!(ran.stderr.contains("1 of 3 documents do not hold; d/e.json: "), "{}", ran.stderr);
    let none = satranj("verify nothing-*.json").within(at).run();
    assert_eq!(
        (none.code, none.only_complaint()),
        (Some(1), "nothing-*.json: no such file".into())
    );
}
